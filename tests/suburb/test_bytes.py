from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.suburb.plan import SuburbPlan
from hsi_uq_app.suburb.sensor import make_sensor
from hsi_uq_app.suburb.simulate import render

Simulated = Callable[..., Any]
CHANGES_NO_BYTE = ({"strip_lines": 50}, {"strip_lines": 7}, {"strip_lines": 96, "threads": 1})


@pytest.mark.parametrize("how", CHANGES_NO_BYTE)
@pytest.mark.parametrize("psf", [0.0, 1.2])
def test_that_strip_height_and_threads_change_no_byte(
    simulated: Simulated, how: dict[str, int], psf: float
) -> None:
    first = simulated("first", psf_fwhm=psf, strip_lines=25)
    second = simulated("second", psf_fwhm=psf, **how)
    assert first.cube_bytes == second.cube_bytes
    assert first.truth_bytes == second.truth_bytes


def test_that_strips_rendered_backwards_and_alone_are_those_on_disk(
    simulated: Simulated, small_plan: SuburbPlan
) -> None:
    suburb = simulated("plain")
    for first_line in (90, 40, 0):
        rendered = render(small_plan, make_sensor(suburb.config), first_line, first_line + 6)
        np.testing.assert_array_equal(rendered.cube, suburb.cube[first_line : first_line + 6])
        abundance = suburb.plane("abundance", "<f4")[first_line : first_line + 6]
        np.testing.assert_array_equal(rendered.truth["abundance"].astype("<f4"), abundance)


def test_that_the_same_seed_gives_the_same_bytes_and_another_seed_another_scene(simulated: Simulated) -> None:
    first, again, other = simulated("plain"), simulated("again"), simulated("other", seed=4)
    assert first.cube_bytes == again.cube_bytes
    assert first.truth_bytes == again.truth_bytes
    assert first.cube_bytes != other.cube_bytes
    assert first.truth_bytes["_abundance.img"] != other.truth_bytes["_abundance.img"]


def test_that_every_interleave_holds_the_same_numbers(simulated: Simulated) -> None:
    cubes = [simulated(interleave, interleave=interleave).cube for interleave in ("bil", "bsq", "bip")]
    np.testing.assert_array_equal(cubes[0], cubes[1])
    np.testing.assert_array_equal(cubes[0], cubes[2])


def test_that_lines_differ_no_more_at_the_seams_than_elsewhere(simulated: Simulated) -> None:
    cube = simulated("seams", strip_lines=8).cube[:, 50].astype(float)
    steps = np.abs(np.diff(cube, axis=0)).mean(axis=1)
    seams = np.arange(7, 95, 8)
    assert steps[seams].mean() < 1.3 * np.delete(steps, seams).mean()


def test_that_the_scene_of_a_seed_is_the_one_of_another_day(simulated: Simulated) -> None:
    suburb = simulated("plain")
    table = suburb.truth_bytes["_discs.csv"].decode().splitlines()
    assert table[1] == "1,89.0160,25.2713,0.1141,no,0.0000,left"
    assert table[-1] == "14,68.4307,88.8435,3.5063,no,0.0000,right"
    np.testing.assert_allclose(suburb.cube[40, 25, 50:55], [1246, 1282, 1279, 1232, 1253], atol=1)
    assert (suburb.plane("abundance", "<f4") > 0.1).sum() == 126
