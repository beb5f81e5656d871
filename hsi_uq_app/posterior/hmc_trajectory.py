"""Hamiltonian trajectories of many chains at once, by the leapfrog method."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from hsi_uq_app.posterior.potential import Potential

LARGEST_ERROR = 1000.0
"""An energy error beyond this, or one that is no number, is a divergence (as in Stan)."""


class State(NamedTuple):
    """Positions (M, P), their energies (M,) and gradients (M, P)."""

    q: Tensor
    energy: Tensor
    gradient: Tensor


def trajectory(
    potential: Potential,
    start: State,
    momentum: Tensor,
    step: Tensor,
    leapfrogs: Tensor,
    report: Callable[[float], None],
) -> tuple[State, Tensor]:
    """Follow each member for its own number of leapfrogs; give where it ends and its energy error (M,).

    Members that have arrived leave the tensors, so that members put together neither wait for each other nor
    change each other. H = U + |p|^2 / 2, and the error is H(end) - H(start).

    Args:
        potential: minus the log density of all members.
        start: where they are.
        momentum: (M, P), standard normal.
        step: (M,).
        leapfrogs: (M,), whole numbers of at least 1.
        report: called after every leapfrog with the share that is done; may raise to stop.
    """
    end, p, done = State(*(part.clone() for part in start)), momentum.clone(), 0
    longest = int(leapfrogs.max())
    for stop in leapfrogs.unique().tolist():
        moving = (leapfrogs >= stop).nonzero().flatten()
        here = potential if len(moving) == len(leapfrogs) else potential.of(moving)
        state, kick = State(*(part[moving] for part in end)), p[moving]
        for number in range(done, stop):
            state, kick = leapfrog(here, state, kick, step[moving, None])
            report((number + 1) / longest)
        for whole, part in zip((*end, p), (*state, kick), strict=True):
            whole[moving] = part
        done = stop
    return end, end.energy - start.energy + _kinetic(p) - _kinetic(momentum)


def accepted(error: Tensor) -> Tensor:
    """The probability of accepting an energy error: min(1, exp(-error)), 0 where it is no number."""
    return (-error).clamp_max(0).exp().nan_to_num(nan=0.0)


def diverged(error: Tensor) -> Tensor:
    """Which trajectories left the surface they should have followed."""
    return ~(error < LARGEST_ERROR)


def leapfrog(potential: Potential, state: State, p: Tensor, step: Tensor) -> tuple[State, Tensor]:
    """Half a kick, a drift, half a kick (Neal 2011, section 5.2.3.3)."""
    p = p - step / 2 * state.gradient
    q = state.q + step * p
    energy, gradient = potential(q)
    return State(q, energy, gradient), p - step / 2 * gradient


def _kinetic(p: Tensor) -> Tensor:
    return p.square().sum(1, dtype=torch.float64) / 2
