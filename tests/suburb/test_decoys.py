import numpy as np
import pytest

from hsi_uq_app.suburb.clutter import DECOYS
from hsi_uq_app.suburb.library import angle_degrees, load_library
from hsi_uq_app.suburb.materials import DECOY_STAND_INS, NAMES, NUMBER, TARGET
from hsi_uq_app.suburb.plan import SuburbPlan

LIBRARY = load_library()
TARGET_SPECTRUM = LIBRARY.spectra[LIBRARY.rows[TARGET][0]]


@pytest.mark.parametrize("material", DECOY_STAND_INS)
def test_that_every_decoy_lies_3_to_8_degrees_from_the_target(material: str) -> None:
    for row in LIBRARY.rows[material]:
        assert 3 <= angle_degrees(LIBRARY.spectra[row], TARGET_SPECTRUM) <= 8


def test_that_nothing_but_the_target_looks_like_the_target() -> None:
    (own,) = LIBRARY.rows[TARGET]
    others = np.delete(LIBRARY.spectra, own, axis=0)
    assert min(angle_degrees(spectrum, TARGET_SPECTRUM) for spectrum in others) >= 3


def test_that_only_discs_are_made_of_the_targets_paint(half_plan: SuburbPlan) -> None:
    own = LIBRARY.rows[TARGET][0]
    painted = np.flatnonzero((half_plan.things.first == own) | (half_plan.things.second == own))
    np.testing.assert_array_equal(painted, np.sort(half_plan.discs.thing))


@pytest.mark.parametrize("material", DECOYS)
def test_that_the_halves_get_the_same_decoys(half_plan: SuburbPlan, material: str) -> None:
    shapes = half_plan.ground
    of_material = half_plan.things.material[shapes.value] == NUMBER[material]
    area = 4 * shapes.half_length * shapes.half_width
    right = shapes.x >= half_plan.config.samples / 2
    assert (of_material & right).sum() == (of_material & ~right).sum() >= 5
    assert area[of_material & right].sum() == pytest.approx(area[of_material & ~right].sum(), rel=1e-6)
    assert area[of_material].max() <= 100


def test_that_greenish_roofs_are_dealt_evenly(half_plan: SuburbPlan) -> None:
    roofs = half_plan.roofs
    greenish = half_plan.things.material[roofs.value] == NUMBER["greenish shingle"]
    seen = (roofs.x > 0) & (roofs.x < 1000) & (roofs.y > 0) & (roofs.y < 600)
    area = 4 * roofs.half_length * roofs.half_width * (greenish & seen)
    right = roofs.x >= half_plan.config.samples / 2
    assert area[right].sum() == pytest.approx(area[~right].sum(), rel=0.1)


def test_that_every_material_has_spectra_and_every_spectrum_a_material() -> None:
    assert set(LIBRARY.rows) == set(NAMES)
    assert len(LIBRARY.names) == len(set(LIBRARY.names)) == len(LIBRARY.spectra)
    assert 110 <= len(LIBRARY.spectra) <= 140
    assert np.all((LIBRARY.spectra >= 0) & (LIBRARY.spectra <= 1.05))
