import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.suburb.disc_share import disc_share, disc_window
from hsi_uq_app.suburb.shapes import PixelWindow

radii = st.floats(0.05, 6)
places = st.floats(-5, 5)


@given(places, places, radii)
def test_that_shares_sum_to_the_discs_area_and_lie_between_0_and_1(x: float, y: float, radius: float) -> None:
    share = disc_share(x, y, radius, disc_window(x, y, radius))
    assert share.sum() == pytest.approx(np.pi * radius**2, rel=1e-9)
    assert share.min() >= 0
    assert share.max() <= 1


@pytest.mark.parametrize("radius", [0.1, 0.35, 0.8, 2.5])
def test_that_shares_agree_with_many_sub_pixels(radius: float) -> None:
    x, y, steps = 2.31, 1.77, 400
    window = PixelWindow(-2, 6, -2, 6)
    at = (np.arange(8 * steps) + 0.5) / steps - 2
    inside = (at[None, :] - x) ** 2 + (at[:, None] - y) ** 2 <= radius**2
    counted = inside.reshape(8, steps, 8, steps).mean(axis=(1, 3))
    np.testing.assert_allclose(disc_share(x, y, radius, window), counted, atol=2e-4)


def test_that_a_pixel_wholly_inside_is_all_disc_and_one_outside_is_none() -> None:
    share = disc_share(0.5, 0.5, 2.0, PixelWindow(0, 6, 0, 6))
    assert share[0, 0] == pytest.approx(1, abs=1e-12)
    assert share[5, 5] == 0


def test_that_a_part_of_a_window_gives_the_same_shares() -> None:
    whole = disc_share(3.3, 4.1, 2.7, PixelWindow(0, 8, 0, 8))
    np.testing.assert_array_equal(disc_share(3.3, 4.1, 2.7, PixelWindow(2, 5, 1, 7)), whole[2:5, 1:7])
