from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.plan import SuburbPlan, make_plan
from hsi_uq_app.suburb.shapes import Shapes

Simulated = Callable[..., Any]


def same_shapes(first: Shapes, second: Shapes) -> bool:
    return all(np.array_equal(getattr(first, key), getattr(second, key)) for key in Shapes.__annotations__)


@pytest.mark.parametrize("option", [{"snr_factor": 0.25}, {"path_radiance": 0.05}, {"variability": False}])
def test_that_what_the_sensor_sees_leaves_the_truth_bit_equal(
    simulated: Simulated, option: dict[str, Any]
) -> None:
    plain, changed = simulated("plain"), simulated("changed", **option)
    assert plain.cube_bytes != changed.cube_bytes
    assert plain.truth_bytes["_abundance.img"] == changed.truth_bytes["_abundance.img"]
    for name in ("_foliage.img", "_disc_id.img", "_illumination.img", "_class.img", "_discs.csv"):
        assert plain.truth_bytes[name] == changed.truth_bytes[name]


def test_that_hiding_more_discs_leaves_houses_and_trees_where_they_are(
    small_plan: SuburbPlan, small_config: SuburbConfig
) -> None:
    more = make_plan(replace(small_config, hidden_share=0.7), silent)
    assert more.discs.hidden.sum() > small_plan.discs.hidden.sum()
    assert same_shapes(more.roofs, small_plan.roofs)
    assert same_shapes(more.ground, small_plan.ground)
    np.testing.assert_array_equal(more.crowns.x, small_plan.crowns.x)
    np.testing.assert_array_equal(more.discs.radius, small_plan.discs.radius)


def test_that_removing_the_decoys_moves_nothing(small_plan: SuburbPlan, small_config: SuburbConfig) -> None:
    plain = make_plan(replace(small_config, decoys=False), silent)
    assert same_shapes(plain.ground, small_plan.ground)
    assert same_shapes(plain.roofs, small_plan.roofs)
    np.testing.assert_array_equal(plain.discs.x, small_plan.discs.x)
    assert not np.array_equal(plain.things.first, small_plan.things.first)


def test_that_a_scene_without_variability_has_one_spectrum_a_material(small_config: SuburbConfig) -> None:
    things = make_plan(replace(small_config, variability=False), silent).things
    np.testing.assert_array_equal(things.first, things.second)
    spectra = {material: set(things.first[things.material == material]) for material in set(things.material)}
    assert all(len(rows) == 1 for rows in spectra.values())
