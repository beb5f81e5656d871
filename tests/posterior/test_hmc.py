"""The sampler against densities whose answers are known, and the bookkeeping of what goes wrong."""

import math

import numpy as np
import pytest
import torch

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import hmc, hmc_fit
from hsi_uq_app.posterior.hmc_fit import run_chains, thinned
from hsi_uq_app.posterior.hmc_random import RandomNumbers
from hsi_uq_app.posterior.hmc_sampler import Settings, sample
from hsi_uq_app.posterior.hmc_step_size import DualAveraging
from hsi_uq_app.posterior.hmc_trajectory import State, diverged, leapfrog, trajectory
from hsi_uq_app.posterior.map_fit import map_fit, whitened_starts
from hsi_uq_app.posterior.network import Network
from hsi_uq_app.posterior.potential import potential_of
from hsi_uq_app.progress import silent
from tests.posterior.densities import Everywhere, gaussian, linear_model

POINTS = [
    (-2, 1), (-1.5, -0.3), (-1, 0.8), (-0.6, -1), (-0.2, 0.4), (0.1, -0.7), (0.3, 1.2), (0.7, -0.2),
    (1.1, 0.5), (1.4, -1.1), (1.9, 0.1), (2.4, 0.9),
]  # fmt: skip
POINT_LABELS = [0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1]
LONG = Settings(warmup=100, kept=250, first_step=0.1)


def run(potential, dimensions, settings=LONG, chains=20, groups=1, seed=0, start=None):
    if start is None:
        start = torch.zeros(groups * chains, dimensions, dtype=torch.float64)
    return sample(
        potential, start, settings, chains=chains, random=RandomNumbers(seed, chains, range(groups))
    )


def pooled(chains):
    return chains.draws.flatten(0, 1)


def assert_moments(draws, mean, covariance):
    """In coordinates in which the answer is mean 0 and covariance I: 5,000 draws leave errors of some .02."""
    unit = torch.linalg.solve_triangular(torch.linalg.cholesky(covariance), (draws - mean).T, upper=False)
    torch.testing.assert_close(unit.mean(1), torch.zeros_like(mean), atol=0.08, rtol=0)
    torch.testing.assert_close(unit.cov(), torch.eye(len(mean), dtype=mean.dtype), atol=0.1, rtol=0)


def test_that_the_moments_of_a_correlated_gaussian_are_found():
    mean = torch.tensor([1.0, -2.0, 0.5], dtype=torch.float64)
    root = torch.tensor([[1, 0, 0], [1.2, 0.6, 0], [-0.5, 0.8, 0.4]], dtype=torch.float64)
    covariance = root @ root.T
    draws = pooled(run(gaussian(mean, torch.linalg.inv(covariance)), 3))
    assert_moments(draws, mean, covariance)


def test_that_the_posterior_of_a_conjugate_linear_model_is_found():
    model = linear_model()
    assert_moments(pooled(run(Everywhere(model.potential), 3)), model.mean, model.covariance)


def logistic_posterior(w):
    """Energy and gradient of two weights behind 12 labels, w (M, 2)."""
    x = torch.tensor(POINTS, dtype=torch.float64)
    y = torch.tensor(POINT_LABELS, dtype=torch.float64)
    z = w @ x.T
    energy = (torch.nn.functional.softplus(z) - y * z).sum(1) + (w**2).sum(1) / 8
    return energy, (torch.sigmoid(z) - y) @ x + w / 4


def test_that_a_logistic_posterior_agrees_with_quadrature():
    axis = torch.linspace(-6, 8, 351, dtype=torch.float64)
    grid = torch.cartesian_prod(axis, axis)
    weight = torch.softmax(-logistic_posterior(grid)[0], 0)
    mean = weight @ grid
    sd = (weight @ (grid - mean) ** 2).sqrt()
    point = torch.tensor([1.0, -1.0], dtype=torch.float64)
    order = (grid @ point).argsort()
    cumulative = weight[order].cumsum(0)
    expected = [float((grid @ point)[order][(cumulative < p).sum()]) for p in (0.1, 0.5, 0.9)]

    draws = pooled(run(Everywhere(logistic_posterior), 2, Settings(warmup=100, kept=300, first_step=0.1)))
    torch.testing.assert_close(draws.mean(0), mean, atol=0.06, rtol=0)
    torch.testing.assert_close(draws.std(0), sd, atol=0.06, rtol=0)
    found = np.quantile((draws @ point).numpy(), [0.1, 0.5, 0.9])
    np.testing.assert_allclose(found, expected, atol=0.1)


def energy_errors(step, length=1.0):
    start = torch.randn(64, 2, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    momentum = torch.randn(64, 2, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    potential = Everywhere(logistic_posterior)
    leapfrogs = torch.full((64,), round(length / step))
    steps = torch.full((64,), step, dtype=torch.float64)
    state = State(start, *potential(start))
    return trajectory(potential, state, momentum, steps, leapfrogs, lambda share: None)[1]


def test_that_the_energy_error_falls_as_the_square_of_the_step():
    coarse, fine = (energy_errors(step).abs().mean() for step in (0.05, 0.025))
    assert float(coarse / fine) == pytest.approx(4, rel=0.02)


def test_that_leapfrogs_run_backwards_return_to_the_start():
    potential = Everywhere(logistic_posterior)
    q = torch.ones(3, 2, dtype=torch.float64)
    momentum = torch.randn(3, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    state, p, step = State(q, *potential(q)), momentum, torch.full((3, 1), 0.1, dtype=torch.float64)
    for _ in range(9):
        state, p = leapfrog(potential, state, p, step)
    assert float((state.q - q).abs().amax(1).min()) > 0.5
    p = -p
    for _ in range(9):
        state, p = leapfrog(potential, state, p, step)
    torch.testing.assert_close(state.q, q, atol=1e-12, rtol=0)
    torch.testing.assert_close(-p, momentum, atol=1e-12, rtol=0)


def walled(q):
    """A normal density that ends at 3: the energy is infinite beyond."""
    outside = q.abs().amax(1) > 3
    energy = torch.where(outside, torch.inf, (q**2).sum(1) / 2)
    return energy, torch.where(outside[:, None], torch.nan, q)


def test_that_an_infinite_energy_is_a_divergence_and_the_chain_goes_on():
    start = torch.full((2, 1), 2.9, dtype=torch.float64)
    settings = Settings(warmup=50, kept=50, first_step=10.0, length=12.0)
    chains = run(Everywhere(walled), 1, settings, chains=2, start=start)
    assert chains.warmup.divergences > 0
    assert chains.draws.isfinite().all()
    assert chains.draws.abs().max() <= 3
    assert torch.isfinite(chains.step).all()
    assert chains.draws.unique().numel() > 20


def test_that_an_energy_error_beyond_a_thousand_or_no_number_is_a_divergence():
    errors = torch.tensor([-5000.0, 0, 999, 1001, torch.inf, torch.nan])
    assert diverged(errors).tolist() == [False, False, False, True, True, True]


def test_that_chains_move_as_often_as_their_acceptance_says():
    potential = gaussian(torch.zeros(5, dtype=torch.float64), torch.eye(5, dtype=torch.float64))
    chains = run(potential, 5, Settings(warmup=50, kept=200, first_step=0.1, target=0.6))
    moved = (chains.draws[1:] != chains.draws[:-1]).any(2).double().mean()
    assert float(moved) == pytest.approx(float(chains.kept.acceptance.mean()), abs=0.03)


def test_that_a_chain_that_can_go_nowhere_ends_with_every_divergence_counted():
    def nowhere(q):
        return torch.where(q[:, 0] == 1, 0.0, torch.nan).double(), torch.full_like(q, torch.nan)

    start = torch.ones(2, 1, dtype=torch.float64)
    settings = Settings(warmup=100, kept=30, cap=7)
    chains = run(Everywhere(nowhere), 1, settings, chains=2, start=start)
    assert chains.warmup.divergences == 2 * settings.warmup
    assert chains.kept.divergences == 2 * settings.kept
    assert (chains.draws == 1).all()
    assert chains.kept.capped == settings.kept
    assert float(chains.kept.acceptance.max()) == 0


def test_that_trajectories_cut_short_are_counted():
    free = Settings(warmup=20, kept=20, cap=400, first_step=0.1)
    short = Settings(warmup=20, kept=20, cap=2, first_step=0.1)
    potential = gaussian(torch.zeros(2, dtype=torch.float64), 100 * torch.eye(2, dtype=torch.float64))
    assert run(potential, 2, free).kept.capped == 0
    capped = run(potential, 2, short)
    assert capped.kept.capped == short.kept
    assert int(capped.kept.leapfrogs.max()) == 2


def test_that_the_step_is_tuned_towards_the_wanted_acceptance():
    potential = gaussian(torch.zeros(20, dtype=torch.float64), torch.eye(20, dtype=torch.float64))
    chains = run(potential, 20, Settings(warmup=200, kept=200, first_step=0.001))
    assert 0.7 < float(chains.kept.acceptance.mean()) < 0.97


def test_that_the_step_follows_dual_averaging_as_published():
    """Hoffman and Gelman 2014 (arXiv 1111.4246), algorithm 5: gamma .05, t0 10, kappa .75."""
    acceptances, error, log_average = [0.1, 0.95, 0.7, 0.4, 1.0], 0.0, 0.0
    tuner = DualAveraging(torch.tensor([0.2], dtype=torch.float64), 0.8)
    for m, acceptance in enumerate(acceptances, start=1):
        tuner.update(torch.tensor([acceptance], dtype=torch.float64))
        error = (1 - 1 / (m + 10)) * error + (0.8 - acceptance) / (m + 10)
        log_step = math.log(10 * 0.2) - math.sqrt(m) / 0.05 * error
        log_average = m**-0.75 * log_step + (1 - m**-0.75) * log_average
        assert float(tuner.step) == pytest.approx(math.exp(log_step))
        assert float(tuner.average) == pytest.approx(math.exp(log_average))


def test_that_chains_on_a_sample_go_from_its_modes_through_flatter_posteriors(tiny_sample, monkeypatch):
    seen = {}

    def watched(potential, start, *arguments, tempered, **more):
        seen["betas"] = [one.potential.beta for one in (*tempered, potential)]
        seen["start"] = start * potential.scale
        return sample(potential, start, *arguments, tempered=tempered, **more)

    monkeypatch.setattr(hmc_fit, "sample_chains", watched)
    potential = potential_of(Network(tiny_sample.components), tiny_sample)
    chains, draws = run_chains(
        potential, Settings(warmup=10, kept=2, cap=2), chains=2, seed=4, progress=silent
    )
    assert seen["betas"] == [0.03, 0.1, 0.3, 1]
    modes = map_fit(potential, whitened_starts(potential.network, 4, range(2)))
    torch.testing.assert_close(seen["start"].float(), modes)
    assert not torch.equal(draws, chains.draws)


def test_that_chains_that_warm_up_on_tempered_relatives_leave_the_mode_they_began_in():
    def two_wells(q, beta=1.0):
        """Equal wells at -1 and 1 whose wall is 12 high."""
        return beta * 12 * ((q**2 - 1) ** 2).sum(1), beta * 48 * q * (q**2 - 1)

    start = torch.ones(40, 1, dtype=torch.float64)
    hot = [Everywhere(lambda q, b=b: two_wells(q, b)) for b in (0.05, 0.3)]
    settings, random = Settings(warmup=60, kept=20, first_step=0.1), RandomNumbers(0, 40, range(1))
    cold = sample(Everywhere(two_wells), start, settings, chains=40, random=random)
    heated = sample(Everywhere(two_wells), start, settings, chains=40, random=random, tempered=hot)
    assert float((cold.draws[-1] < 0).double().mean()) < 0.1
    assert 0.2 < float((heated.draws[-1] < 0).double().mean()) < 0.8


class Stretched:
    """Gaussians of different scale in each group, so that steps and lengths differ."""

    def __init__(self, scale):
        self.scale = scale

    def __call__(self, q):
        return (q**2).sum(1) / (2 * self.scale**2), q / self.scale[:, None] ** 2

    def of(self, members):
        return Stretched(self.scale[members])


def test_that_groups_give_the_same_draws_together_and_apart():
    scale = torch.tensor([0.1, 1.0, 0.4], dtype=torch.float64).repeat_interleave(2)
    start, settings = torch.zeros(6, 3, dtype=torch.float64), Settings(warmup=20, kept=15)
    together = sample(Stretched(scale), start, settings, chains=2, random=RandomNumbers(3, 2, range(3)))
    for group in range(3):
        mine = slice(2 * group, 2 * group + 2)
        random = RandomNumbers(3, 2, range(group, group + 1))
        apart = sample(Stretched(scale[mine]), start[mine], settings, chains=2, random=random)
        assert torch.equal(apart.draws, together.draws[:, mine])
        assert torch.equal(apart.step, together.step[group : group + 1])
    assert together.step.unique().numel() == 3


def test_that_too_many_pixels_are_refused_with_a_remedy(tiny_sample):
    with pytest.raises(UserError, match=r"reads all .* max_pixels"):
        hmc.fit(tiny_sample, hmc.Config(max_pixels=10))


@pytest.mark.parametrize("options", [{"draws": 30}, {"draws": 100, "kept": 20}])
def test_that_draws_that_cannot_be_thinned_evenly_are_refused(options, tiny_sample):
    with pytest.raises(UserError, match="thinned evenly"):
        hmc.fit(tiny_sample, hmc.Config(**options))


def test_that_thinning_is_even_and_keeps_the_last_iteration():
    draws = torch.arange(12.0)[:, None, None].expand(12, 2, 1)
    assert thinned(draws, 8).flatten().tolist() == [2, 5, 8, 11, 2, 5, 8, 11]


def test_that_the_passport_tells_how_the_chains_fared(tiny_sample):
    config = hmc.Config(draws=8, warmup=20, kept=20)
    figures = hmc.fit(tiny_sample, config).passport.diagnostics
    assert 0 < figures["acceptance"] <= 1
    assert figures["step"] > 0
    assert figures["gradients"] >= 1
    assert figures["iterations"] == 80
    assert len(figures["acceptance_by_iteration"]) == 40
    assert np.shape(figures["traces"]) == (4, 4, 20)
    assert figures["undecided_probes"] <= figures["probes"]
    assert math.isfinite(figures["r_hat_max"])
