"""Which background is kept, and at which rate."""

import numpy as np
import pytest

from hsi_uq_app.posterior.strata import stratify


def drawn(count: int, seed: int = 0):
    scores = np.random.default_rng(9).permutation(np.linspace(-1, 1, count)).astype(np.float32)
    return scores, stratify(scores, np.random.default_rng(seed))


def test_that_half_a_scene_keeps_its_top_percent_whole_and_2500_of_the_rest():
    scores, strata = drawn(248_000)
    assert strata.shares[:2] == (0.01, 0)
    assert strata.rates[0] == 1
    assert strata.rates[2] == pytest.approx(2500 / 245_520)
    assert len(strata.kept) == 2480 + 2500
    assert set(np.argsort(-scores)[:2480]) <= set(strata.kept)


def test_that_a_large_scene_has_three_strata():
    scores, strata = drawn(1_500_000)
    assert strata.shares == pytest.approx((0.002, 0.008, 0.99))
    assert strata.rates == pytest.approx((1, 1000 / 12_000, 2500 / 1_485_000))
    assert set(np.argsort(-scores)[:3000]) <= set(strata.kept)


def test_that_a_small_scene_keeps_everything():
    scores, strata = drawn(2000)
    assert strata.kept.tolist() == list(range(2000))
    assert (strata.rate(scores) == 1).all()


def test_that_the_rate_of_a_score_is_the_share_kept_of_its_like():
    scores, strata = drawn(1_500_000)
    for low, high in ((-1, 0.98), (0.98, 0.996), (0.996, 1)):
        like = (scores > low) & (scores < high)
        kept = np.count_nonzero(like[strata.kept]) / np.count_nonzero(like)
        assert kept == pytest.approx(float(strata.rate(scores[like])[0]), rel=0.01)


def test_that_the_same_seed_keeps_the_same_pixels():
    assert np.array_equal(drawn(300_000)[1].kept, drawn(300_000)[1].kept)
    assert not np.array_equal(drawn(300_000)[1].kept, drawn(300_000, 1)[1].kept)


def test_that_a_single_pixel_is_a_stratum():
    _, strata = drawn(1)
    assert strata.kept.tolist() == [0]
