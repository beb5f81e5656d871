"""Did the chains converge? Judged on the logits of pixels that are hard to decide, not on the weights.

Weights have symmetries (hidden units can be swapped, signs turned), and easy pixels always look converged.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.levels import rank

PROBES = 200
TRACES = 4
DELTA = 0.2
_ENOUGH = 20
_TAILS = (0.05, 0.95)

Logits = npt.NDArray[np.float32]


def undecided(logits: Logits) -> npt.NDArray[np.bool_]:
    """Which pixels (n,) the High-Confidence Set leaves out, alpha = delta = .2, given logits (S, n)."""
    draws = logits.shape[0]
    ordered = np.sort(logits, axis=0)
    lower, upper = ordered[rank(100, draws) - 1], ordered[rank(900, draws) - 1]
    limit = np.log((1 - DELTA) / DELTA)
    return ~((lower > limit) | (upper < -limit))


def choose_probes(logits: Logits) -> tuple[npt.NDArray[np.intp], int]:
    """Indices of at most 200 probe pixels, evenly spread, and how many of them are undecided.

    Where hardly any pixel is undecided, those whose median is nearest to it make up the number.
    """
    candidates = np.nonzero(undecided(logits))[0]
    found = len(candidates)
    if found < _ENOUGH:
        nearest = np.argsort(np.abs(np.median(logits, axis=0)), kind="stable")
        candidates = np.concatenate([candidates, np.setdiff1d(nearest, candidates, True)])[:_ENOUGH]
    spread = np.linspace(0, len(candidates) - 1, min(PROBES, len(candidates))).astype(np.intp)
    return candidates[spread], min(found, len(spread))


def convergence(logits: npt.NDArray[np.float32]) -> dict[str, Any]:
    """Rank-normalised split R-hat and effective sample sizes of logits (iterations, chains, n) at probes.

    Vehtari, Gelman, Simpson, Carpenter and Burkner 2021. The figures are None where a chain never moved.
    """
    from arviz_stats.base import array_stats

    iterations, chains, pixels = logits.shape
    probes, hard = choose_probes(logits.reshape(iterations * chains, pixels))
    at = logits[:, :, probes].astype(np.float64)
    axes = {"chain_axis": 1, "draw_axis": 0}
    r_hat = array_stats.rhat(at, **axes)
    bulk = array_stats.ess(at, **axes)
    tail = array_stats.ess(at, method="tail", prob=_TAILS, **axes)
    if (at == at[0]).all(axis=0).any():
        r_hat = bulk = tail = np.array([np.nan])
    shown = np.linspace(0, len(probes) - 1, min(TRACES, len(probes))).astype(np.intp)
    return {
        "probes": len(probes),
        "undecided_probes": hard,
        "r_hat_max": _figure(np.max(r_hat)),
        "r_hat_median": _figure(np.median(r_hat)),
        "ess_bulk_min": _figure(np.min(bulk)),
        "ess_bulk_median": _figure(np.median(bulk)),
        "ess_tail_min": _figure(np.min(tail)),
        "ess_tail_median": _figure(np.median(tail)),
        "traces": np.round(at[:, :, shown].transpose(2, 1, 0), 3).tolist(),
    }


def _figure(value: float) -> float | None:
    return round(float(value), 4) if np.isfinite(value) else None
