import csv
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.suburb.disc_share import disc_window
from hsi_uq_app.suburb.discs import RADII, dealt_hidden, dealt_right, radii
from hsi_uq_app.suburb.materials import NUMBER, TARGET
from hsi_uq_app.suburb.plan import SuburbPlan
from hsi_uq_app.suburb.strip import paint_strip
from hsi_uq_app.suburb.truth import hidden_share

Simulated = Callable[..., Any]


def test_that_an_open_discs_abundances_sum_to_its_area(simulated: Simulated, small_plan: SuburbPlan) -> None:
    suburb = simulated("plain")
    abundance, disc = suburb.plane("abundance", "<f4"), suburb.plane("disc_id", "<u2")
    assert abundance.min() >= 0
    assert abundance.max() <= 1
    opened = np.flatnonzero(~small_plan.discs.hidden)
    assert len(opened) >= 8
    for i in opened:
        area = np.pi * small_plan.discs.radius[i] ** 2
        assert abundance[disc == i + 1].sum() == pytest.approx(area, rel=0.01)


def test_that_hidden_discs_lose_what_leaves_cover(half_plan: SuburbPlan) -> None:
    shares = np.array([hidden_share(half_plan, i) for i in range(len(half_plan.discs))])
    hidden = half_plan.discs.hidden
    assert (shares[hidden] > 0).mean() > 0.9
    assert shares[~hidden].max() < 0.02
    assert 0.2 < shares[hidden].mean() < 0.8


def test_that_more_cover_means_less_abundance(small_plan: SuburbPlan) -> None:
    crowns = small_plan.crowns
    thin = replace(small_plan, crowns=replace(crowns, cap=0.5 * crowns.cap))
    hidden = np.flatnonzero(small_plan.discs.hidden)
    assert len(hidden) >= 4
    for i in hidden:
        window = disc_window(small_plan.discs.x[i], small_plan.discs.y[i], small_plan.discs.radius[i])
        dense, sparse = paint_strip(small_plan, window), paint_strip(thin, window)
        covered = dense.foliage.cover > 0
        assert np.all(dense.abundance <= sparse.abundance)
        touched = covered & (dense.disc_share > 0)
        assert np.all(dense.abundance[touched] < sparse.abundance[touched])


def test_that_a_point_spread_moves_abundance_but_loses_none(simulated: Simulated) -> None:
    sharp = simulated("plain").plane("abundance", "<f4")
    soft = simulated("soft", psf_fwhm=1.2).plane("abundance", "<f4")
    assert soft.sum() == pytest.approx(sharp.sum(), rel=1e-3)
    assert (soft > 0).sum() > (sharp > 0).sum()
    assert soft.max() <= 1.0001


def test_that_the_table_of_discs_agrees_with_the_maps(simulated: Simulated) -> None:
    suburb = simulated("plain")
    abundance, disc = suburb.plane("abundance", "<f4"), suburb.plane("disc_id", "<u2")
    rows = list(csv.DictReader(suburb.truth_bytes["_discs.csv"].decode().splitlines()))
    assert [row["id"] for row in rows] == [str(i + 1) for i in range(suburb.config.discs)]
    for row in rows:
        here = disc == int(row["id"])
        visible = np.pi * float(row["radius_m"]) ** 2 * (1 - float(row["hidden_share"]))
        assert abundance[here].sum() == pytest.approx(visible, rel=0.02, abs=1e-4)
        middle = suburb.config.samples / 2
        assert (row["half"] == "right") == (float(row["sample"]) >= middle)
        assert np.all((np.nonzero(here)[1] >= middle) == (row["half"] == "right"))


def test_that_radii_follow_the_log_uniform_law() -> None:
    values = radii(125)
    assert values.min() > RADII[0]
    assert values.max() < RADII[1]
    np.testing.assert_allclose(np.diff(np.log(values)), np.log(40) / 125)


def test_that_the_halves_get_like_discs(half_plan: SuburbPlan) -> None:
    discs = half_plan.discs
    np.testing.assert_array_equal(discs.right, discs.x >= 500)
    left, right = discs.radius[~discs.right], discs.radius[discs.right]
    assert abs(len(left) - len(right)) <= 1
    for quantile in (0.1, 0.25, 0.5, 0.75, 0.9):
        assert np.quantile(left, quantile) == pytest.approx(np.quantile(right, quantile), rel=0.1)
    hidden = discs.hidden[~discs.right].mean(), discs.hidden[discs.right].mean()
    assert hidden[0] == pytest.approx(hidden[1], rel=0.1)
    assert discs.hidden.mean() == pytest.approx(0.35, abs=0.02)


@pytest.mark.parametrize("share", [0.0, 0.35, 1.0])
def test_that_hiding_is_dealt_to_its_share_over_all_sizes(share: float) -> None:
    hidden = dealt_hidden(dealt_right(120), share)
    assert hidden.mean() == pytest.approx(share, abs=0.02)
    assert hidden[:60].mean() == pytest.approx(share, abs=0.05)


def test_that_discs_keep_apart_and_off_the_roofs(half_plan: SuburbPlan) -> None:
    discs, roofs = half_plan.discs, half_plan.roofs
    distance = np.hypot(discs.x[:, None] - discs.x, discs.y[:, None] - discs.y)
    np.fill_diagonal(distance, np.inf)
    assert np.all(distance > discs.radius[:, None] + discs.radius)
    for x, y in zip(discs.x, discs.y, strict=True):
        cos, sin = np.cos(roofs.angle), np.sin(roofs.angle)
        along = np.abs((x - roofs.x) * cos + (y - roofs.y) * sin) < roofs.half_length
        across = np.abs((y - roofs.y) * cos - (x - roofs.x) * sin) < roofs.half_width
        assert not np.any(along & across)


def test_that_a_large_open_disc_is_classed_as_target(simulated: Simulated) -> None:
    suburb = simulated("plain")
    abundance, classes = suburb.plane("abundance", "<f4"), suburb.plane("class", "u1")
    assert np.all(classes[abundance > 0.6] == NUMBER[TARGET] + 1)
    assert not np.any(classes[abundance == 0] == NUMBER[TARGET] + 1)
