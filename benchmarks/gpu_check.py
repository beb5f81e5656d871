"""What a GPU is worth: whether it agrees with the processor, and how many pixels and gradients a second.

It needs torch and numpy only, so that it runs on a bare machine with a copy of this folder's project:

python benchmarks/gpu_check.py [--device cuda|cpu] [--pixels N]
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the machine may have no installed package

from hsi_uq_app.posterior.device_tiles import DeviceTiles
from hsi_uq_app.posterior.folding import FoldedNetworks, fold
from hsi_uq_app.posterior.levels import LEVELS
from hsi_uq_app.posterior.network import Network, backward, forward, generators, random_start
from hsi_uq_app.posterior.processor_tiles import ProcessorTiles
from hsi_uq_app.posterior.training import Data, Objective, Schedule, train
from hsi_uq_app.posterior.workers import GoOn, share
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.matched_filter import fit_ace

BANDS, COMPONENTS, HIDDEN = 211, 24, 10
WORKERS, SPAN = 2, 65_536
HCS_PLANES = [LEVELS.index(100), LEVELS.index(900)]


def main() -> int:
    """Print the figures; the exit code is 1 where processor and device differ by more than a step."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options.add_argument("--pixels", type=int, default=1_500_000, help="of the speed runs")
    options.add_argument("--points", type=int, default=100_000, help="pixels a gradient sums over")
    chosen = options.parse_args()
    name = torch.cuda.get_device_name() if chosen.device == "cuda" else "processor"
    print(f"device: {chosen.device} ({name}), torch {torch.__version__}, numpy {np.__version__}")
    agreed = [_agrees(activation, chosen.device) for activation in ("tanh", "relu")]
    for draws in (100, 1000):
        speed = _pixels_a_second(draws, chosen.device, chosen.pixels)
        print(f"prediction, {draws} draws, {chosen.pixels:,} pixels: {speed:,.0f} pixels/s")
    print(f"HMC, 4 chains, {chosen.points:,} pixels: {_gradients_a_second(chosen):,.1f} gradients/s a chain")
    agreed.append(_learns_alike(chosen.device))
    print(f"training, 100 networks, {chosen.points:,} pixels: {_seconds_a_pass(chosen):.2f} s a pass")
    return 0 if all(agreed) else 1


def _agrees(activation: str, device: str) -> bool:
    """Compare all planes of 20,000 pixels, and the sets they give at alpha = delta = .2."""
    networks, x = _networks(activation, 100), _pixels(20_000)
    ours, _ = ProcessorTiles(networks)(x, _go_on)
    theirs, _ = DeviceTiles(networks, device)(x, _go_on)
    steps = np.abs(ours.astype(int) - theirs)
    moved = np.count_nonzero((_set(ours) != _set(theirs)).any(axis=0))
    print(
        f"{activation}: largest difference {steps.max()} steps, {steps[HCS_PLANES].max()} in the planes of "
        f"the set, {moved} of {x.shape[1]:,} pixels change sides"
    )
    return bool(steps[HCS_PLANES].max() <= 1)


def _set(levels: np.ndarray) -> np.ndarray:
    """Target and background part (2, n) at alpha = delta = .2."""
    threshold = 1024 * np.log(4)
    return np.stack([levels[HCS_PLANES[0]] > threshold, levels[HCS_PLANES[1]] < -threshold])


def _pixels_a_second(draws: int, device: str, pixels: int) -> float:
    """With copying to and from the device, two workers on two streams; the first span warms up."""
    networks, x = _networks("tanh", draws), _pixels(min(SPAN, pixels))
    tiles = [DeviceTiles(networks, device) for _ in range(WORKERS)]

    def worker(mine: DeviceTiles) -> Callable[[int, GoOn], object]:
        return lambda _span, go_on: mine(x, go_on)

    for mine in tiles:
        mine(x, _go_on)
    spans = -(-pixels // x.shape[1])
    started = time.perf_counter()
    share(range(spans), [worker(mine) for mine in tiles], _go_on)
    return spans * x.shape[1] / (time.perf_counter() - started)


def _gradients_a_second(chosen: argparse.Namespace) -> float:
    """Gradients of the log-likelihood of four chains at once."""
    network, chains = Network(COMPONENTS, HIDDEN), range(4)
    theta = random_start(network, generators(0, "start", chains)).to(chosen.device)
    u = torch.randn(COMPONENTS, chosen.points, device=chosen.device)
    y = (torch.rand(chosen.points, device=chosen.device) < 0.1).float()

    def gradient() -> torch.Tensor:
        trace = forward(network, theta, u)
        return backward(network, theta, trace, torch.sigmoid(trace.z) - y)

    def several(count: int) -> float:
        started = time.perf_counter()
        for _ in range(count):
            found = gradient()
        float(found.sum())  # waits for the device
        return time.perf_counter() - started

    with torch.inference_mode():
        count = max(3, int(1 / several(3)))
        return count / several(count)


def _learns_alike(device: str) -> bool:
    """Train five networks there and on the processor, from the same random numbers, and compare logits."""
    network, here = Network(COMPONENTS, HIDDEN), _data(2_000, "cpu")
    ours, theirs = (_trained(network, 5, _data(2_000, where), 5, 256)[0] for where in ("cpu", device))
    ours, theirs = (forward(network, theta, here.pixels.T).z for theta in (ours, theirs))
    apart = float((ours - theirs).abs().max())
    print(f"training: logits differ by {apart:.2g} at most, of {float(ours.std()):.2g} typical")
    return apart < 0.05


def _seconds_a_pass(chosen: argparse.Namespace) -> float:
    data = _data(chosen.points, chosen.device)
    _trained(Network(COMPONENTS, HIDDEN), 100, _data(2_000, chosen.device), 1, 512)
    return _trained(Network(COMPONENTS, HIDDEN), 100, data, 1, 4_096)[1]


def _trained(
    network: Network, members: int, data: Data, epochs: int, batch: int
) -> tuple[torch.Tensor, float]:
    """Parameters (members, P) on the processor, and the seconds it took."""
    theta, started = random_start(network, generators(0, "start", range(members))), time.perf_counter()
    with torch.no_grad():
        train(
            network, theta, data, objective=Objective(), schedule=Schedule(epochs, batch, 0.01),
            rngs=generators(0, "order", range(members)), progress=silent,
        )  # fmt: skip
    return theta, time.perf_counter() - started


def _data(pixels: int, device: str) -> Data:
    rng = torch.Generator().manual_seed(1)
    u = torch.randn(pixels, COMPONENTS, generator=rng)
    y = (torch.rand(pixels, generator=rng) < torch.sigmoid(2 * u[:, 0] - 1)).float()
    return Data(u.to(device), y.to(device), torch.zeros(pixels, device=device))


def _networks(activation: str, draws: int) -> FoldedNetworks:
    """Random networks behind a projection."""
    rng = np.random.default_rng(draws)

    def normal(*shape: int, sd: float = 1.0) -> np.ndarray:
        return (sd * rng.standard_normal(shape)).astype(np.float32)

    background = _pixels(3000)
    return fold(
        SimpleNamespace(  # type: ignore[arg-type]
            projection=normal(COMPONENTS, BANDS, sd=6 * BANDS**-0.5),
            center=background.mean(axis=1),
            w1=normal(draws, HIDDEN, COMPONENTS, sd=COMPONENTS**-0.5),
            b1=normal(draws, HIDDEN),
            w2=normal(draws, HIDDEN, HIDDEN, sd=HIDDEN**-0.5),
            b2=normal(draws, HIDDEN),
            w3=normal(draws, HIDDEN, sd=3 * HIDDEN**-0.5),
            b3=normal(draws) - 2,
            ace=fit_ace(background, background[:, :3] + np.float32(0.1)),
            passport=SimpleNamespace(activation=activation),
        )
    )


def _pixels(count: int) -> np.ndarray:
    return np.random.default_rng(0).uniform(0, 0.6, (BANDS, count)).astype(np.float32)


def _go_on() -> None:
    """Nobody cancels here."""


if __name__ == "__main__":
    sys.exit(main())
