"""Two Gaussians: the integrals to the digit, each estimate on hand-made points, and a small run."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.experiments.two_gaussians.estimates import (
    Probes,
    exact_errors,
    own_error,
    rank_errors,
    window_errors,
)
from hsi_uq_app.experiments.two_gaussians.exact import exact_figures, label_noise
from hsi_uq_app.experiments.two_gaussians.experiment import QUICK, compute, run
from hsi_uq_app.experiments.two_gaussians.findings import WorldFindings
from hsi_uq_app.experiments.two_gaussians.network import Training, _gradients, _start, train
from hsi_uq_app.experiments.two_gaussians.world import TWO_PAIRS, two_gaussians
from hsi_uq_app.progress import Cancelled, silent


@pytest.mark.parametrize(
    ("distance", "bayes", "one", "nine", "consistency", "tau"),
    [
        (2, 15.866, 22.480, 8.05, 0.596, 1.679),
        (3, 6.681, 9.862, 3.96, 0.444, 1.714),
        (4, 2.275, 3.430, 1.49, 0.200, 1.734),
        (4.8, 0.820, 1.249, 0.564, 0.083, 1.744),
        (6, 0.135, 0.208, 0.092, 0.015, 1.753),
    ],
)
def test_that_the_integrals_have_their_known_values(
    distance: float, bayes: float, one: float, nine: float, consistency: float, tau: float
) -> None:
    found = exact_figures(distance)
    assert found.bayes == pytest.approx(bayes, abs=6e-4)
    assert found.one == pytest.approx(one, abs=1.2e-3)
    assert found.nine == pytest.approx(nine, rel=0.06)  # known from 100,000 points only
    assert found.consistency == pytest.approx(consistency, abs=6e-4)
    assert found.tau == pytest.approx(tau, abs=2e-3)


def test_that_the_integral_of_nine_labels_is_what_drawing_them_gives() -> None:
    rng = np.random.default_rng(0)
    truth = 1 / (1 + np.exp(-rng.normal(4.5, 3, 2_000_000)))
    drawn = 100 * np.abs(rng.binomial(9, truth) / 9 - truth)
    error = drawn.std() / np.sqrt(truth.size)
    assert exact_figures(3).nine == pytest.approx(drawn.mean(), abs=3 * error)


def test_that_label_noise_of_one_label_is_its_mean_distance() -> None:
    assert label_noise(np.array([0.3]), 1) == pytest.approx([2 * 0.3 * 0.7])
    assert label_noise(np.array([0.5]), 2) == pytest.approx([0.25])


def test_that_the_truth_of_two_gaussians_is_the_logistic_of_the_distance() -> None:
    world = two_gaussians(2)
    points = np.array([[0, 5], [1, -3], [-0.5, 0]], dtype=np.float32)
    assert world.truth(points) == pytest.approx(1 / (1 + np.exp(-2 * points[:, 0].astype(float))))


def test_that_the_truth_of_two_pairs_is_what_the_labels_say() -> None:
    points, labels = TWO_PAIRS.sample(200_000, np.random.default_rng(0))
    truth = TWO_PAIRS.truth(points)
    for low in (0.1, 0.5, 0.8):
        inside = (truth > low) & (truth < low + 0.1)
        assert labels[inside].mean() == pytest.approx(truth[inside].mean(), abs=0.01)


def by_hand() -> Probes:
    """Five points, all predicted of the second class, the fourth wrongly."""
    truth = np.array([0.6, 0.7, 0.8, 0.9, 1.0])
    logits = np.log(truth / (1 - truth).clip(1e-12))
    return Probes(np.zeros((5, 2), np.float32), logits, np.array([True, True, True, False, True]), truth)


def test_that_ranks_take_the_nearest_points_and_stay_inside_at_the_ends() -> None:
    assert rank_errors(by_hand(), [1]) == pytest.approx([100 * np.mean([0.4, 0.3, 0.2, 0.9, 0])])
    shares = np.array([1, 1, 2 / 3, 2 / 3, 2 / 3])
    assert rank_errors(by_hand(), [3]) == pytest.approx([100 * np.abs(shares - by_hand().truth).mean()])


def test_that_windows_take_the_points_of_like_confidence() -> None:
    assert window_errors(by_hand(), [0.05]) == pytest.approx(rank_errors(by_hand(), [1]))
    shares = np.array([1, 1, 2 / 3, 2 / 3, 1 / 2])
    assert window_errors(by_hand(), [0.15]) == pytest.approx([100 * np.abs(shares - by_hand().truth).mean()])


def test_that_a_network_that_says_the_truth_has_no_error_of_its_own() -> None:
    assert own_error(by_hand()) == pytest.approx(0, abs=1e-9)
    assert exact_errors(by_hand(), [1.7])[0] < 1


def test_that_the_gradient_is_that_of_the_cross_entropy() -> None:
    rng = np.random.default_rng(0)
    weights = [w.astype(np.float64) for w in _start(rng)]
    x, y = rng.normal(size=(2, 40)), (rng.random(40) < 0.5).astype(np.float64)

    def loss() -> float:
        w1, b1, w2, b2, w3, b3 = weights
        z = w3 @ np.maximum(w2 @ np.maximum(w1 @ x + b1, 0) + b2, 0) + b3
        return float(np.mean(np.logaddexp(z[0], z[1]) - np.where(y > 0, z[1], z[0])))

    gradients = _gradients(weights, x, y)  # type: ignore[arg-type]
    for w, g in zip(weights, gradients, strict=True):
        place = np.unravel_index(np.abs(g).argmax(), g.shape)
        w[place] += 1e-6
        above = loss()
        w[place] -= 2e-6
        below = loss()
        w[place] += 1e-6
        assert g[place] == pytest.approx((above - below) / 2e-6, rel=1e-4)


def test_that_training_stops_when_the_user_gives_up() -> None:
    def give_up(fraction: float, text: str = "") -> None:
        raise Cancelled(text)

    points, labels = two_gaussians(2).sample(100, np.random.default_rng(0))
    with pytest.raises(Cancelled):
        train(points, labels, Training(1, 50), give_up)


@pytest.fixture(scope="module")
def quick() -> dict[str, WorldFindings]:
    return {found.world: found for found in compute(QUICK, 0, silent)}


def test_that_the_quick_run_lies_within_its_noise_of_the_integrals(quick: dict[str, WorldFindings]) -> None:
    for name, tolerance in (("D = 4.8", 0.08), ("D = 2", 0.02)):
        found, exact = quick[name], quick[name].exact
        assert exact is not None
        assert found.ranks.value(1) == pytest.approx(exact.one, rel=tolerance)
        assert found.ranks.value(9) == pytest.approx(exact.nine, rel=tolerance)
        assert exact.consistency - 0.02 < found.exact_consistency.best[1] < exact.consistency + 0.2


def test_that_the_quick_run_shows_what_the_sentence_says(quick: dict[str, WorldFindings]) -> None:
    toy = quick["D = 4.8"]
    assert toy.consistency.best[1] < toy.ranks.value(9)
    assert toy.own < toy.consistency.best[1]
    assert toy.ranks.best[1] < 0.6 * toy.ranks.value(9)
    assert toy.consistency.best[0] == 0.35
    pairs = quick["two pairs"]
    assert 5 < pairs.consistency.best[1] < 7
    assert pairs.exact_consistency.best[1] < 1


def test_that_the_run_writes_a_page_and_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = QUICK.__class__(2_000, 500, Training(1, 256), (1, 9, 101), (0.35,), 5)
    monkeypatch.setattr("hsi_uq_app.experiments.two_gaussians.experiment.QUICK", small)
    files, figures = run(Setting(tmp_path, quick=True), silent)
    page = (tmp_path / "calibration.md").read_text(encoding="utf-8")
    assert [file.name for file in files] == ["calibration.md", "two-gaussians.png"]
    assert "Tao et al. 2024 do not state their means" in page
    assert (tmp_path / "two-gaussians.png").read_bytes().startswith(b"\x89PNG")
    assert isinstance(figures, list)
    assert [world["world"] for world in figures] == ["D = 4.8", "D = 2", "two pairs"]
