"""The simulated experiment: its truths, its scores, its bookkeeping and its words."""

from dataclasses import astuple, replace

import numpy as np
import pytest
from scipy.special import expit, logit

from hsi_uq_app.calibration.ece import expected_calibration_error
from hsi_uq_app.experiments.simulated_classification import experiment
from hsi_uq_app.experiments.simulated_classification.experiment import FULL, QUICK, Repetitions, compute, run
from hsi_uq_app.experiments.simulated_classification.jobs import Job, Outcome, Series, jobs_of, run_job
from hsi_uq_app.experiments.simulated_classification.page import page_text
from hsi_uq_app.experiments.simulated_classification.result import SimulatedResult
from hsi_uq_app.experiments.simulated_classification.scores import METRICS, ece_against_truth, score
from hsi_uq_app.experiments.simulated_classification.sentences import sentences
from hsi_uq_app.experiments.simulated_classification.table import Estimate, tables_of
from hsi_uq_app.experiments.simulated_classification.truth import PROCESSES, draw_replicates, nonlinear
from hsi_uq_app.experiments.table import EXPERIMENTS, Setting
from hsi_uq_app.posterior.replicate_methods import REPLICATE_METHODS, Effort
from hsi_uq_app.posterior.replicates import Intervals
from hsi_uq_app.progress import silent

TINY = Effort(
    warmup=8,
    kept=8,
    members=6,
    mode_steps=15,
    variational_steps=15,
    variational_draws=20,
    dropout_steps=15,
    masks=20,
)
PAIR = (Series("teacher", 40, 4), Series("nonlin", 30, 3))


def test_that_the_teacher_is_as_varied_and_as_hard_as_was_measured():
    _, logits, _ = draw_replicates(PROCESSES["teacher"], 10, 1000, range(300), 0)
    assert float(logits.std()) == pytest.approx(2.2, abs=0.15)
    best = np.maximum(expit(logits), expit(-logits)).mean()
    assert 0.78 < best < 0.83


def test_that_the_other_truth_is_its_formula_and_is_clipped():
    x = np.array([[np.pi / 3, 2.0, 1.0, -1.0, 9.0], [np.pi / 3, 4.0, 0.0, 0.0, 0.0], [0, 0, 2.0, 3.0, 0]])
    assert nonlinear(np.random.default_rng(0), x).tolist() == pytest.approx([6, 6, -6])
    x = np.array([[np.pi / 3, 0.5, 0.4, 0.5, -7.0]])
    assert nonlinear(np.random.default_rng(0), x)[0] == pytest.approx(2.5 + 0.25 - 1 - 0.3)


@pytest.mark.parametrize("name", PROCESSES)
def test_that_a_replicate_is_its_number_alone(name):
    whole, logits, labels = draw_replicates(PROCESSES[name], 20, 5, range(6), 1)
    some, some_logits, some_labels = draw_replicates(PROCESSES[name], 20, 5, range(2, 4), 1)
    np.testing.assert_array_equal(some.x, whole.x[2:4])
    np.testing.assert_array_equal(some.y, whole.y[2:4])
    np.testing.assert_array_equal(some_logits, logits[2:4])
    np.testing.assert_array_equal(some_labels, labels[2:4])
    assert (some.first, some.count) == (2, 2)


def test_that_labels_follow_the_true_probability():
    data, logits, labels = draw_replicates(PROCESSES["nonlin"], 5, 20_000, range(1), 0)
    assert labels.mean() == pytest.approx(expit(logits).mean(), abs=0.01)
    assert data.x.shape == (1, 5, 5)


def test_that_with_labels_for_truth_the_ece_is_the_ordinary_one():
    p, y = np.array([0.1, 0.1, 0.9, 0.9]), np.array([0, 0, 1, 0])
    assert ece_against_truth(p, y.astype(float)) == pytest.approx(0.25)
    assert ece_against_truth(p, y.astype(float)) == pytest.approx(expected_calibration_error(p, y == 1))
    assert ece_against_truth(p, p) == 0


def test_that_scores_are_what_hand_and_eye_say():
    truth = np.array([0.2, 0.5, 0.8, 0.6])
    ends = np.array(
        [
            [[0.1, 0.45, 0.85, 0.6], [0.1, 0.4, 0.8, 0.6], [0.1, 0.4, 0.7, 0.6]],
            [[0.3, 0.55, 0.95, 0.6], [0.3, 0.6, 0.95, 0.6], [0.3, 0.6, 0.95, 0.6]],
        ]
    )
    found = Intervals(truth[None] + 0.1, logit(ends[:1]), logit(ends[1:]), 100, np.array([1.01]))
    scores = score(found, 0, logit(truth), np.array([False, True, True, False]))
    assert (scores.coverage_80, scores.coverage_90, scores.coverage_95) == (0.75, 1, 1)
    assert scores.width_80 == pytest.approx((0.2 + 0.1 + 0.1 + 0) / 4)
    assert scores.ece_truth == pytest.approx(0.1)
    assert scores.rmse == pytest.approx(0.1)
    assert scores.r_hat == 1.01


def test_that_every_method_sees_every_replicate_once():
    jobs = jobs_of((Series("teacher", 200, 45), Series("teacher", 1000, 7)), 10, Effort(), 0)
    for series in {job.series for job in jobs}:
        for method in REPLICATE_METHODS:
            mine = [job for job in jobs if (job.series, job.method) == (series, method)]
            numbers = [number for job in mine for number in range(job.first, job.first + job.count)]
            assert sorted(numbers) == list(range(series.replicates))
    assert jobs[0].series.n == 1000


@pytest.mark.parametrize("method", REPLICATE_METHODS)
def test_that_replicates_score_the_same_together_and_apart(method):
    together = run_job(Job(PAIR[0], method, 0, 3, 50, TINY, 0))
    apart = run_job(Job(PAIR[0], method, 1, 2, 50, TINY, 0))
    np.testing.assert_allclose(apart.scores, together.scores[1:], atol=1e-4)
    assert together.draws == apart.draws
    assert np.isnan(together.scores[:, METRICS.index("r_hat")]).all() == (method != "hmc")


def outcome(method, coverage, width=0.3, ece=0.05, series=PAIR[0], draws=100, first=0):
    """Scores of one method whose coverage differs a little between replicates."""
    rows = [[c, c + 0.1, c + 0.15, width, ece, 0.1, 0.06, 0.04, 1.02] for c in coverage]
    return Outcome(Job(series, method, first, len(rows), 10, TINY, 0), np.array(rows), draws)


def outcomes(**coverage):
    """Made-up outcomes: HMC as promised and narrow, the bootstrap as promised and wide, the rest as asked."""
    given = {
        "hmc": 0.79,
        "bootstrap": 0.8,
        "vi": 0.6,
        "mc-dropout": 0.5,
        "deep-ensemble": 0.4,
        "deep-ensemble-decay": 0.3,
    } | coverage
    widths = {"hmc": 0.2, "bootstrap": 0.4}
    steps = np.array([-0.03, -0.01, 0.01, 0.03])
    return [
        outcome(m, c + steps[: s.replicates] - steps[: s.replicates].mean(), widths.get(m, 0.1), series=s)
        for s in PAIR
        for m, c in given.items()
    ]


def test_that_rows_hold_means_standard_errors_and_paired_differences():
    made = [o for o in outcomes() if o.job.method != "bootstrap"]
    made += [outcome("bootstrap", [0.7, 0.9], 0.4, first=2), outcome("bootstrap", [0.8, 0.8], 0.4)]
    made += [outcome("bootstrap", [0.8] * 3, series=PAIR[1])]
    row = tables_of(PAIR, made)[0].row("bootstrap")
    assert row.coverage[0].mean == pytest.approx(0.8)
    assert row.coverage[0].error == pytest.approx(np.std([0.7, 0.9, 0.8, 0.8], ddof=1) / 2)
    ours, hmc = np.array([0.8, 0.8, 0.7, 0.9]), 0.79 + np.array([-0.03, -0.01, 0.01, 0.03])
    assert row.difference.mean == pytest.approx(0.01)
    assert row.difference.error == pytest.approx(np.std(ours - hmc, ddof=1) / 2)
    assert row.exact == pytest.approx((80 / 101, 90 / 101, 95 / 101))
    assert row.r_hat is None


def test_that_a_gap_beyond_three_standard_errors_is_flagged():
    assert Estimate(0.75, 0.01).gap(0.79) == pytest.approx(-4)
    table = tables_of(PAIR, outcomes(hmc=0.7))[0]
    assert table.row("hmc").flags == (True, True, True)
    assert not table.row("hmc").nominal
    assert table.row("bootstrap").nominal


def test_that_the_sentences_say_that_the_sampler_is_sound_only_when_it_is():
    sound = " ".join(sentences(tables_of(PAIR, outcomes())))
    broken = " ".join(sentences(tables_of(PAIR, outcomes(hmc=0.7))))
    assert "It is: the largest gap" in sound
    assert "distrust" not in sound
    assert "It is not, beyond 3 standard errors, for 80 %" in broken
    assert "distrust the sampler" in broken


def test_that_the_ordering_is_told_as_it_was_found():
    text = " ".join(sentences(tables_of(PAIR, outcomes())))
    assert "hold what they promise for HMC (width 0.20), bootstrap (width 0.40);" in text
    assert "coverage of the others: VI 0.60, MC dropout 0.50" in text
    other = " ".join(sentences(tables_of(PAIR, outcomes(hmc=0.4, bootstrap=0.5, vi=0.79))))
    assert "hold what they promise for VI (width 0.10);" in other


def test_that_the_page_marks_what_chance_does_not_explain_and_names_its_command():
    tables = tables_of(PAIR, outcomes())
    page = page_text(SimulatedResult(3, True, 10, TINY, tables, sentences(tables)))
    assert "`hsi-uq reproduce simulated-classification --quick --seed 3`" in page
    assert page.count("teacher, n = 40, 4 replicates") == 1
    vi = next(line for line in page.splitlines() if line.startswith("| VI |"))
    hmc = next(line for line in page.splitlines() if line.startswith("| HMC |"))
    assert "!" in vi
    assert "!" not in hmc
    assert "-0.190" in vi
    assert "0.792" in hmc


def test_that_a_run_writes_page_and_picture_and_gives_plain_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "QUICK", Repetitions(PAIR, TINY, probes=30))
    monkeypatch.setattr(experiment, "in_processes", lambda work, jobs, _: map(work, jobs))
    files, figures = run(Setting(tmp_path, quick=True), silent)
    assert [file.name for file in files] == ["simulated-classification.md", "simulated-classification.png"]
    assert files[1].read_bytes().startswith(b"\x89PNG")
    assert [table["series"]["process"] for table in figures["tables"]] == ["teacher", "nonlin"]
    page = files[0].read_bytes()
    run(Setting(tmp_path, quick=True), silent)
    assert files[0].read_bytes() == page


def test_that_the_command_knows_the_experiment_and_both_sizes_show_another_truth():
    assert "simulated-classification" in EXPERIMENTS
    for size in (FULL, QUICK):
        matched = {PROCESSES[series.process].matches_prior for series in size.series}
        assert matched == {True, False}
    assert {(s.process, s.n, s.replicates) for s in FULL.series} >= {
        ("teacher", 200, 100),
        ("teacher", 1000, 24),
    }


@pytest.mark.slow
def test_that_hmc_covers_what_exchangeable_draws_must():
    job = Job(Series("teacher", 60, 60), "hmc", 0, 60, 300, replace(Effort(), warmup=60, kept=50), 5)
    done = run_job(job)
    covered = done.scores[:, METRICS.index("coverage_80")]
    error = covered.std(ddof=1) / len(covered) ** 0.5
    assert abs(covered.mean() - 160 / 201) < 3 * error
    assert error < 0.03


def test_that_scores_have_a_name_each():
    found = Intervals(np.full((1, 2), 0.5), np.zeros((1, 3, 2)), np.zeros((1, 3, 2)), 9, np.array([np.nan]))
    assert len(astuple(score(found, 0, np.zeros(2), np.array([True, False])))) == len(METRICS)
    assert compute.__doc__
