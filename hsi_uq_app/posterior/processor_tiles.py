"""Order statistics of pixels on one processor core: numpy, bands first, every buffer made once.

Numpy alone, because its matrix products and its tanh outrun torch's on a processor, and because a prediction
then starts without waiting for torch to load (docs/decisions/0008-predict-with-numpy.md).
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.folding import FloatArray, FoldedNetworks
from hsi_uq_app.posterior.levels import LARGEST, LEVELS, NO_DATA, STEP
from hsi_uq_app.scene.matched_filter import signed_square_cosine

Activate = Callable[[FloatArray], object]

# Activations of so many pixels and draws stay in a core's second-level cache. No power of two: rows a power
# of two apart fall on the same cache lines, and transposing takes twice as long.
TILE = 768
_GROUP = 20

# Rows of a triangular whitener that share one product, which skips their leading zeros.
_BLOCK = 48

# Beyond this a probability leaves float32; the int16 planes end at 32 already.
_LARGEST_LOGIT = np.float32(80)


class ProcessorTiles:
    """The arithmetic of one worker, with its own buffers; not to be shared between threads."""

    def __init__(self, networks: FoldedNetworks, tile: int = TILE) -> None:
        self.networks, self.tile = networks, tile
        draws, hidden, group = networks.draws, networks.hidden, min(_GROUP, networks.draws)
        self._deviations = _buffer(networks.bands + 1, tile)
        folded = networks.projection is None
        self._inputs = self._deviations if folded else _buffer(networks.first.shape[1], tile)
        self._hidden1 = _buffer(group * hidden, tile)
        self._hidden2 = _buffer(group * hidden, tile)
        self._whitened = _buffer(len(networks.whitener), tile)
        self._logits = _buffer(draws, tile)
        self._scratch = [_buffer(draws, tile) for _ in range(3)]
        self._sorted = _buffer(tile, draws)
        self._steps = np.empty((draws, tile), np.int16)
        self._activate = _ACTIVATIONS[networks.activation](tile)
        self._blocks = _blocks(networks.whitener)

    def __call__(self, x: FloatArray, go_on: Callable[[], None]) -> tuple[npt.NDArray[np.int16], FloatArray]:
        """Levels (101, n) and side rows (3, n) of pixels x (G, n); `go_on` is called between tiles."""
        levels = np.empty((len(LEVELS), x.shape[1]), np.int16)
        side = np.empty((3, x.shape[1]), np.float32)
        with np.errstate(all="ignore"):  # NaN pixels travel through the arithmetic and are marked at the end
            for first in range(0, x.shape[1], self.tile):
                go_on()
                here = slice(first, first + self.tile)
                self._predict(x[:, here], levels[:, here], side[:, here])
        return levels, side

    def _predict(self, x: FloatArray, levels: npt.NDArray[np.int16], side: FloatArray) -> None:
        """One tile; a last one that is not full leaves stale pixels in the buffers, which nobody reads."""
        n = x.shape[1]
        np.subtract(x, self.networks.center, out=self._deviations[:-1, :n])
        self._forward()
        missing = np.isnan(self._logits.sum(axis=0)[:n])
        side[0], side[1] = (row[:n] for row in self._mean_and_epistemic())
        side[2] = self._ace()[:n]
        levels[:] = self._order_statistics()[:, :n]
        levels[:, missing] = NO_DATA
        side[:, missing] = np.nan

    def _forward(self) -> None:
        """Logits of all draws, some draws at a time so that their activations stay in the cache."""
        net = self.networks
        if net.projection is not None:
            np.matmul(net.projection, self._deviations, out=self._inputs[:-1])
        group = len(self._hidden2) // net.hidden
        for first in range(0, net.draws, group):
            self._forward_group(slice(first, min(first + group, net.draws)))

    def _forward_group(self, draws: slice) -> None:
        net, count = self.networks, draws.stop - draws.start
        rows = slice(draws.start * net.hidden, draws.stop * net.hidden)
        hidden1 = self._hidden1[: count * net.hidden].reshape(count, net.hidden, -1)
        hidden2 = self._hidden2[: count * net.hidden].reshape(count, net.hidden, -1)
        np.matmul(net.first[rows], self._inputs, out=hidden1.reshape(-1, self.tile))
        self._activate(hidden1)
        np.matmul(net.second[draws], hidden1, out=hidden2)
        np.add(hidden2, net.second_bias[draws], out=hidden2)
        self._activate(hidden2)
        logits = self._logits[draws]
        np.matmul(net.third[draws], hidden2, out=logits[:, None])
        np.add(logits, net.third_bias[draws], out=logits)

    def _mean_and_epistemic(self) -> tuple[FloatArray, FloatArray]:
        """Logit of the mean probability, and H(mean pi) - mean H(pi_s) in nats, at least 0, (tile,) each.

        With e = exp(-|z|): pi of the likelier class is 1/(1 + e), of the other e/(1 + e), so that neither
        loses its digits near 0; and H(pi) = log(1 + e) + |z| e/(1 + e).
        """
        z, (size, e, r) = self._logits, self._scratch
        np.clip(z, -_LARGEST_LOGIT, _LARGEST_LOGIT, out=z)
        np.abs(z, out=size)
        np.exp(np.negative(size, out=e), out=e)
        np.reciprocal(np.add(e, 1, out=r), out=r)
        np.multiply(e, r, out=e)
        entropy = np.einsum("sn,sn->n", size, e) - np.log(r, out=size).sum(axis=0)
        positive = z > 0
        target = np.where(positive, r, e).mean(axis=0)
        background = np.where(positive, e, r).mean(axis=0)
        logit = np.log(target) - np.log(background)
        total = -target * np.log(target) - background * np.log(background)
        return logit, np.maximum(total - entropy / len(z), 0)

    def _ace(self) -> FloatArray:
        """ACE scores (tile,)."""
        net = self.networks
        for rows, first in self._blocks:
            np.matmul(net.whitener[rows, first:], self._deviations[first:], out=self._whitened[rows])
        squared_length = np.einsum("rn,rn->n", self._whitened, self._whitened)
        return signed_square_cosine((net.template @ self._whitened)[0], squared_length)

    def _order_statistics(self) -> npt.NDArray[np.int16]:
        """The levels (101, tile). Rounding to steps is monotone, so it may come before sorting."""
        z = self._logits
        np.rint(np.multiply(z, STEP, out=z), out=z)
        np.clip(z, -LARGEST, LARGEST, out=z)
        np.copyto(self._sorted, z.T)
        self._sorted.sort(axis=1)
        np.copyto(self._steps, self._sorted.T, casting="unsafe")
        return self._steps[self.networks.ranks]


def _relu(tile: int) -> Activate:
    # An array of zeros: with the number 0, numpy's maximum takes twice as long.
    zeros = np.zeros((1, 1, tile), np.float32)
    return lambda a: np.maximum(a, zeros, out=a)


def _tanh(_tile: int) -> Activate:
    return lambda a: np.tanh(a, out=a)


_ACTIVATIONS: dict[str, Callable[[int], Activate]] = {"tanh": _tanh, "relu": _relu}


def _buffer(rows: int, tile: int) -> FloatArray:
    """Ones, because the last row of what meets a bias column stays 1."""
    return np.ones((rows, tile), np.float32)


def _blocks(whitener: FloatArray) -> list[tuple[slice, int]]:
    """Blocks of rows with the first column that is not zero in any of them."""
    starts = range(0, len(whitener), _BLOCK)
    rows = [slice(first, min(first + _BLOCK, len(whitener))) for first in starts]
    return [(r, int((whitener[r] != 0).any(axis=0).argmax())) for r in rows]
