"""Predict a scene: draws x pixels -> order statistics, span by span, handed to a sink."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.band_match import mix_bands
from hsi_uq_app.posterior.blas import one_blas_thread
from hsi_uq_app.posterior.devices import Device, choose_device, cores
from hsi_uq_app.posterior.folding import FloatArray, FoldedNetworks, fold
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.processor_tiles import ProcessorTiles
from hsi_uq_app.posterior.workers import GoOn, share
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.quantity import quantity_warning

# Values of a span that is read at once: small beside the interpreter, large beside a disk's seek.
SPAN_VALUES = {"cpu": 1 << 22, "cuda": 1 << 24}
_GPU_WORKERS = 2


class Sink(Protocol):
    """Takes what is predicted, from any thread, in any order."""

    def write(self, first_pixel: int, levels: npt.NDArray[np.int16], side: FloatArray) -> None:
        """Levels (101, n) and side rows (3, n) of n pixels from `first_pixel` on, line-major.

        Side rows: logit of the mean probability; epistemic entropy (mutual information, nats); ACE score.
        Pixels without data are -32768 in the levels and NaN in the side rows.
        """


class Tiles(Protocol):
    """The arithmetic of one worker: x (C, n) -> levels (101, n), side rows (3, n).

    `outside` counts the pixels so far that are unlike the training region.
    """

    outside: int

    def __call__(self, x: FloatArray, go_on: GoOn) -> tuple[npt.NDArray[np.int16], FloatArray]: ...


@dataclass(frozen=True)
class PredictionSummary:
    """What a prediction was: pixels of the scene, seconds, the device used, draws.

    `notes` say how the scene differs from what the model was trained on: its bands, its quantity. `outside`
    counts the pixels that are out of distribution; None = the model does not know.
    """

    pixels: int
    seconds: float
    device: str
    draws: int
    notes: tuple[str, ...] = ()
    outside: int | None = None


def predict(
    posterior: Posterior,
    cube: Cube,
    sink: Sink,
    *,
    device: Device = "auto",
    threads: int | None = None,
    progress: Progress = silent,
) -> PredictionSummary:
    """Predict every pixel of a cube, in file order.

    Args:
        threads: workers; by default one a core, or two on a GPU. Memory is about 30 MB each.
        progress: called ten times a second by the calling thread; raises Cancelled to end within a second.

    Raises:
        UserError: bands that do not cover the model's, no such device, its memory too small for a small tile.
    """
    started, chosen = time.perf_counter(), choose_device(device)
    mix, reach = mix_bands(posterior.passport, cube), posterior.passport.whitened_distance_999
    networks = fold(posterior, mix.matrix, reach)
    watch = _Watch(cube.lines * cube.samples, progress)
    count = threads or (_GPU_WORKERS if chosen == "cuda" else cores())
    workers = [_Worker(TILES[chosen](networks), cube, mix.bands, sink, watch) for _ in range(count)]
    # Each worker has a core to itself: more threads inside its products would only fight for it.
    with one_blas_thread():
        share(_spans(cube, len(mix.bands), chosen), workers, watch)
    return PredictionSummary(
        pixels=watch.total,
        seconds=time.perf_counter() - started,
        device=chosen,
        draws=posterior.draws,
        notes=tuple(filter(None, (mix.note, quantity_warning(posterior.passport.quantity, cube.quantity)))),
        outside=None if reach is None else sum(worker.tiles.outside for worker in workers),
    )


class _Worker:
    """Reads spans of lines, predicts them and hands them to the sink; one thread's, with its own buffer."""

    def __init__(
        self, tiles: Tiles, cube: Cube, bands: npt.NDArray[np.intp], sink: Sink, watch: "_Watch"
    ) -> None:
        self.tiles, self._cube, self._bands, self._sink, self._watch = tiles, cube, bands, sink, watch
        self._buffer = np.empty(0, np.float32)

    def __call__(self, lines: range, go_on: GoOn) -> None:
        cube, pixels = self._cube, len(lines) * self._cube.samples
        x = cube.read_lines(lines.start, lines.stop, self._bands, out=self._room(len(self._bands), pixels))
        self._sink.write(lines.start * cube.samples, *self.tiles(x, go_on))
        self._watch.count(pixels)

    def _room(self, bands: int, pixels: int) -> FloatArray:
        if self._buffer.size < bands * pixels:
            self._buffer = np.empty(bands * pixels, np.float32)
        return self._buffer[: bands * pixels].reshape(bands, pixels)


def _processor(networks: FoldedNetworks) -> Tiles:
    return ProcessorTiles(networks)


def _gpu(networks: FoldedNetworks) -> Tiles:
    from hsi_uq_app.posterior.device_tiles import DeviceTiles  # brings torch along

    return DeviceTiles(networks, "cuda")


TILES: dict[str, Callable[[FoldedNetworks], Tiles]] = {"cpu": _processor, "cuda": _gpu}


def _spans(cube: Cube, bands: int, device: str) -> Iterator[range]:
    """The scene's lines in file order, some at a time."""
    height = max(1, SPAN_VALUES[device] // (bands * cube.samples))
    for first in range(0, cube.lines, height):
        yield range(first, min(first + height, cube.lines))


class _Watch:
    """Counts pixels from any thread, and tells the progress of them and of the time left."""

    def __init__(self, total: int, progress: Progress) -> None:
        self.total, self._progress = total, progress
        self._done, self._lock, self._started = 0, threading.Lock(), time.perf_counter()

    def count(self, pixels: int) -> None:
        with self._lock:
            self._done += pixels

    def __call__(self) -> None:
        seconds = time.perf_counter() - self._started
        text = f"{self._done:,} of {self.total:,} pixels"
        if self._done:
            text += f", {seconds * (self.total - self._done) / self._done:.0f} s left"
        self._progress(self._done / self.total, text)
