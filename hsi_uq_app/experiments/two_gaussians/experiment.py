"""`reproduce two-gaussians`: which view of calibration comes nearer the truth (Tao et al. 2024, figure 2)."""

from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from hsi_uq_app.experiments.document import write_picture, write_section
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.experiments.two_gaussians.chart import two_gaussians_chart
from hsi_uq_app.experiments.two_gaussians.estimates import (
    consistency_errors,
    exact_errors,
    new_probes,
    own_error,
    rank_errors,
    window_errors,
)
from hsi_uq_app.experiments.two_gaussians.exact import exact_figures
from hsi_uq_app.experiments.two_gaussians.findings import ErrorCurve, WorldFindings
from hsi_uq_app.experiments.two_gaussians.network import Training, train
from hsi_uq_app.experiments.two_gaussians.page import two_gaussians_page
from hsi_uq_app.experiments.two_gaussians.world import TWO_PAIRS, World, two_gaussians
from hsi_uq_app.progress import Progress, part

WORLDS = (two_gaussians(4.8), two_gaussians(2.0), TWO_PAIRS)
WINDOWS = tuple(np.geomspace(1e-4, 0.1, 10).round(6).tolist())
TAUS = tuple(np.linspace(0.8, 3.0, 45).round(2).tolist())


@dataclass(frozen=True)
class SampleSizes:
    """Training and test points a class, training, ranks K, noise strengths and draws."""

    train: int
    test: int
    training: Training
    ranks: tuple[int, ...]
    strengths: tuple[float, ...]
    draws: int = 100


FULL = SampleSizes(
    1_000_000,
    50_000,
    Training(epochs=3, batch=4_096),
    (1, 3, 5, 9, 15, 25, 51, 101, 201, 501, 1_001, 2_001, 5_001, 10_001),
    (0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 1.0, 1.2),
)
QUICK = SampleSizes(
    100_000,
    10_000,
    Training(epochs=4, batch=1_024),
    (1, 3, 5, 9, 15, 25, 51, 101, 201, 501, 1_001, 2_001),
    (0.25, 0.35, 0.5, 0.85, 1.2),
)


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Compute, write `calibration.md` and `two-gaussians.png` into the setting's folder, give the figures."""
    found = compute(QUICK if setting.quick else FULL, setting.seed, progress)
    page = write_section(
        setting.out / "calibration.md", "two-gaussians", two_gaussians_page(found, setting.quick)
    )
    from hsi_uq_app.experiments.figures_panels import draw_chart

    drawn = draw_chart(two_gaussians_chart(found))
    picture = write_picture(setting.out / "two-gaussians.png", drawn, setting.guard)
    return [page, picture], [asdict(world) for world in found]


def compute(size: SampleSizes, seed: int, progress: Progress) -> tuple[WorldFindings, ...]:
    """All worlds, one after the other."""
    shares = [part(progress, i / len(WORLDS), (i + 1) / len(WORLDS)) for i in range(len(WORLDS))]
    # The matrices are so small that threads of BLAS would only wait for each other.
    with threadpool_limits(1, "blas"):
        return tuple(explore(world, size, seed, share) for world, share in zip(WORLDS, shares, strict=True))


def explore(world: World, size: SampleSizes, seed: int, progress: Progress) -> WorldFindings:
    """Train a network in one world, and compare all estimates on new points."""
    rng = np.random.default_rng(seed)
    network = train(*world.sample(size.train, rng), size.training, part(progress, 0.0, 0.3))
    test = new_probes(world, network, size.test, rng)
    agreed = consistency_errors(test, network, size.strengths, size.draws, rng, part(progress, 0.3, 1.0))
    return WorldFindings(
        world=world.name,
        slope=world.slope,
        own=own_error(test),
        windows=ErrorCurve(WINDOWS, tuple(window_errors(test, WINDOWS))),
        ranks=ErrorCurve(size.ranks, tuple(rank_errors(test, size.ranks))),
        consistency=ErrorCurve(size.strengths, tuple(agreed)),
        exact_consistency=ErrorCurve(TAUS, tuple(exact_errors(test, TAUS))),
        exact=None if world.distance is None else exact_figures(world.distance),
    )
