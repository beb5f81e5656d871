"""Densities whose moments are known, as potentials a sampler can climb."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Everywhere:
    """A potential that is the same for every member."""

    energy: Callable[[Tensor], tuple[Tensor, Tensor]]

    def __call__(self, q: Tensor) -> tuple[Tensor, Tensor]:
        return self.energy(q)

    def of(self, members: Tensor) -> "Everywhere":
        return self


def gaussian(mean: Tensor, precision: Tensor) -> Everywhere:
    def energy(q: Tensor) -> tuple[Tensor, Tensor]:
        slope = (q - mean) @ precision
        return ((q - mean) * slope).sum(1) / 2, slope

    return Everywhere(energy)


@dataclass(frozen=True)
class LinearModel:
    """y = X w + noise of sd `noise`, w ~ N(0, I): the posterior is N(mean, covariance), in closed form."""

    x: Tensor
    y: Tensor
    noise: float

    @property
    def precision(self) -> Tensor:
        return self.x.T @ self.x / self.noise**2 + torch.eye(self.x.shape[1], dtype=self.x.dtype)

    @property
    def covariance(self) -> Tensor:
        return torch.linalg.inv(self.precision)

    @property
    def mean(self) -> Tensor:
        return self.covariance @ self.x.T @ self.y / self.noise**2

    @property
    def log_evidence(self) -> float:
        """log p(y), with y ~ N(0, noise^2 I + X X')."""
        n = len(self.y)
        spread = self.noise**2 * torch.eye(n, dtype=self.x.dtype) + self.x @ self.x.T
        prior = torch.distributions.MultivariateNormal(torch.zeros(n, dtype=self.x.dtype), spread)
        return float(prior.log_prob(self.y))

    def likelihood(self, w: Tensor) -> tuple[Tensor, Tensor]:
        residual = w @ self.x.T - self.y
        constant = len(self.y) * torch.log(torch.tensor(self.noise * (2 * torch.pi) ** 0.5))
        return (residual**2).sum(1) / (2 * self.noise**2) + constant, residual @ self.x / self.noise**2

    def potential(self, w: Tensor) -> tuple[Tensor, Tensor]:
        misfit, slope = self.likelihood(w)
        return misfit + (w**2).sum(1) / 2, slope + w


def linear_model(orthogonal: bool = False, seed: int = 0) -> LinearModel:
    rng = torch.Generator().manual_seed(seed)
    x = torch.randn(25, 3, generator=rng, dtype=torch.float64)
    x = x @ torch.tensor([[1, 0.9, 0], [0, 0.4, 0.5], [0, 0, 0.3]], dtype=torch.float64)
    if orthogonal:
        x = torch.linalg.qr(x)[0] * torch.tensor([6, 3, 1], dtype=torch.float64)
    truth = torch.tensor([0.8, -1.2, 0.5], dtype=torch.float64)
    return LinearModel(x, x @ truth + 0.7 * torch.randn(25, generator=rng, dtype=torch.float64), 0.7)
