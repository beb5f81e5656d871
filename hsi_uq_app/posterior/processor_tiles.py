"""Order statistics of pixels on one processor core: numpy, bands first, every buffer made once.

Numpy alone, because its matrix products and its tanh outrun torch's on a processor, and because a prediction
then starts without waiting for torch to load (docs/decisions/0008-predict-with-numpy.md).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.epistemic import mean_and_epistemic
from hsi_uq_app.posterior.folding import FloatArray, FoldedNetworks
from hsi_uq_app.posterior.levels import LARGEST, LEVELS, NO_DATA, STEP
from hsi_uq_app.scene.matched_filter import signed_square_cosine

Activate = Callable[[FloatArray], object]

# Activations of so many pixels and draws stay in a core's second-level cache. No power of two: rows a power
# of two apart fall on the same cache lines, and transposing takes twice as long.
TILE = 768
_GROUP = 50

# Rows of a triangular whitener that share one product, which skips their leading zeros.
_BLOCK = 48


@dataclass(frozen=True, eq=False)
class _Group:
    """Some draws whose activations stay near the core together; units lie in the order (unit, draw).

    In that order one row of ones a draw stands behind all first hidden units, and the biases of the second
    layer are a last column of its weights: a whole pass less.

    Shapes: first (H s, k + 1), second (s, H, H + 1).
    """

    draws: slice
    first: FloatArray
    second: FloatArray

    @property
    def size(self) -> int:
        return self.draws.stop - self.draws.start


class ProcessorTiles:
    """The arithmetic of one worker, with its own buffers; not to be shared between threads.

    `outside` counts the pixels so far that are unlike the training region.
    """

    def __init__(self, networks: FoldedNetworks, tile: int = TILE) -> None:
        self.networks, self.largest_tile, self.outside = networks, tile, 0
        self._blocks = _blocks(networks.whitener)
        self._groups = _groups(networks)
        self._allocate(0)

    def __call__(self, x: FloatArray, go_on: Callable[[], None]) -> tuple[npt.NDArray[np.int16], FloatArray]:
        """Levels (101, n) and side rows (3, n) of pixels x (G, n); `go_on` is called between tiles."""
        count = x.shape[1]
        levels, side = np.empty((len(LEVELS), count), np.int16), np.empty((3, count), np.float32)
        tiles = -(-count // self.largest_tile)
        if self.tile != -(-count // tiles):
            self._allocate(-(-count // tiles))
        with np.errstate(all="ignore"):  # NaN pixels travel through the arithmetic and are marked at the end
            for first in range(0, count, self.tile):
                go_on()
                here = slice(first, first + self.tile)
                self._predict(x[:, here], levels[:, here], side[:, here])
        return levels, side

    def _allocate(self, tile: int) -> None:
        """Make all buffers for tiles of one size; a span is cut evenly, so that none is mostly padding."""
        net, self.tile = self.networks, tile
        group = self._groups[0].size
        self._deviations = _buffer(net.bands + 1, tile)
        self._components = _buffer(len(net.projection) + 1, tile)
        self._inputs = self._components if net.behind else self._deviations
        self._hidden1 = _buffer((net.hidden + 1) * group, tile)
        self._hidden2 = _buffer(net.hidden * group, tile)
        self._whitened = _buffer(len(net.whitener), tile)
        self._logits = _buffer(net.draws, tile)
        self._scratch = [_buffer(group, tile) for _ in range(3)]
        self._sums = _buffer(3, tile)
        self._sorted = _buffer(tile, net.draws)
        self._steps = np.empty((net.draws, tile), np.int16)
        self._activate = _ACTIVATIONS[net.activation](tile)

    def _predict(self, x: FloatArray, levels: npt.NDArray[np.int16], side: FloatArray) -> None:
        """One tile; a last one that is not full leaves stale pixels in the buffers, which nobody reads."""
        n = x.shape[1]
        np.subtract(x, self.networks.center, out=self._deviations[:-1, :n])
        side[2] = self._ace()[:n]
        self._forward()
        target, background, entropy = self._sums / np.float32(self.networks.draws)
        both = mean_and_epistemic(target, background, entropy, np.log)
        side[0], side[1] = (row[:n] for row in both)
        levels[:] = self._order_statistics()[:, :n]
        missing = np.isnan(side[0])
        self.outside += self._count_outside(missing)
        if missing.any():
            levels[:, missing] = NO_DATA
            side[:, missing] = np.nan

    def _forward(self) -> None:
        """Logits of all draws, some draws at a time so that their activations stay in the cache."""
        net = self.networks
        if net.behind or net.squared_reach is not None:
            np.matmul(net.projection, self._deviations, out=self._components[:-1])
        self._sums[:] = 0
        for group in self._groups:
            self._forward_group(group)
            self._sum_up(self._logits[group.draws])

    def _forward_group(self, group: _Group) -> None:
        net, size, units = self.networks, group.size, self.networks.hidden * group.size
        hidden1, hidden2 = self._hidden1[: units + size], self._hidden2[:units].reshape(size, net.hidden, -1)
        np.matmul(group.first, self._inputs, out=hidden1[:units])
        self._activate(hidden1[:units])
        hidden1[units:] = 1
        by_draw = hidden1.reshape(net.hidden + 1, size, -1).transpose(1, 0, 2)
        np.matmul(group.second, by_draw, out=hidden2)
        self._activate(self._hidden2[:units])
        logits = self._logits[group.draws]
        np.matmul(net.third[group.draws], hidden2, out=logits[:, None])
        np.add(logits, net.third_bias[group.draws], out=logits)

    def _sum_up(self, z: FloatArray) -> None:
        """Add p = sigma(z), q = sigma(-z) and the entropy H of some draws (s, tile) to the sums.

        Each of p and q has an exponential of its own, so that neither loses its digits near 0; and
        H = |z| min(p, q) - log max(p, q).
        """
        p, q, other = (buffer[: len(z)] for buffer in self._scratch)
        np.exp(np.negative(z, out=p), out=p)
        np.reciprocal(np.add(p, 1, out=p), out=p)
        np.reciprocal(np.add(np.exp(z, out=q), 1, out=q), out=q)
        self._sums[0] += p.sum(axis=0)
        self._sums[1] += q.sum(axis=0)
        self._sums[2] -= np.log(np.maximum(p, q, out=other), out=other).sum(axis=0)
        self._sums[2] += np.einsum("sn,sn->n", np.abs(z, out=other), np.minimum(p, q, out=p))

    def _ace(self) -> FloatArray:
        """ACE scores (tile,)."""
        net = self.networks
        for rows, first in self._blocks:
            np.matmul(net.whitener[rows, first:], self._deviations[first:], out=self._whitened[rows])
        squared_length = np.einsum("rn,rn->n", self._whitened, self._whitened)
        return signed_square_cosine((net.template @ self._whitened)[0], squared_length)

    def _count_outside(self, missing: npt.NDArray[np.bool_]) -> int:
        """How many of the tile's pixels (n,) that are not missing are unlike the training region."""
        if self.networks.squared_reach is None:
            return 0
        u = self._components[:-1, : len(missing)]
        far = np.einsum("kn,kn->n", u, u) > self.networks.squared_reach
        return int(np.count_nonzero(far & ~missing))

    def _order_statistics(self) -> npt.NDArray[np.int16]:
        """The levels (101, tile). Rounding to steps is monotone, so it may come before sorting."""
        z, ranked = self._logits, self._sorted
        np.rint(np.multiply(z, STEP, out=z), out=z)
        np.copyto(ranked, z.T)
        ranked.sort(axis=1)
        if ranked[:, 0].min() < -LARGEST or ranked[:, -1].max() > LARGEST:
            np.clip(ranked, -LARGEST, LARGEST, out=ranked)
        np.copyto(self._steps, self._sorted.T, casting="unsafe")
        return self._steps[self.networks.ranks]


def _relu(tile: int) -> Activate:
    # An array of zeros: with the number 0, numpy's maximum takes twice as long.
    zeros = np.zeros((1, tile), np.float32)
    return lambda a: np.maximum(a, zeros, out=a)


def _tanh(_tile: int) -> Activate:
    return lambda a: np.tanh(a, out=a)


_ACTIVATIONS: dict[str, Callable[[int], Activate]] = {"tanh": _tanh, "relu": _relu}


def _buffer(rows: int, tile: int) -> FloatArray:
    """Ones, because the last row of what meets a bias column stays 1."""
    return np.ones((rows, tile), np.float32)


def _groups(net: FoldedNetworks) -> list[_Group]:
    """The draws in groups of even size."""
    count = -(-net.draws // _GROUP)
    size = -(-net.draws // count)
    slices = [slice(first, min(first + size, net.draws)) for first in range(0, net.draws, size)]
    first = net.first.reshape(net.draws, net.hidden, -1)
    second = np.concatenate([net.second, net.second_bias], axis=2)
    by_unit = [first[s].transpose(1, 0, 2).reshape(-1, first.shape[2]) for s in slices]
    return [_Group(s, np.ascontiguousarray(f), second[s]) for s, f in zip(slices, by_unit, strict=True)]


def _blocks(whitener: FloatArray) -> list[tuple[slice, int]]:
    """Blocks of rows with the first column that is not zero in any of them."""
    starts = range(0, len(whitener), _BLOCK)
    rows = [slice(first, min(first + _BLOCK, len(whitener))) for first in starts]
    return [(r, int((whitener[r] != 0).any(axis=0).argmax())) for r in rows]
