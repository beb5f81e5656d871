"""Order statistics of pixels on a GPU: the arithmetic of `processor_tiles` in torch."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.epistemic import mean_and_epistemic
from hsi_uq_app.posterior.folding import FloatArray, FoldedNetworks
from hsi_uq_app.posterior.levels import LARGEST, LEVELS, NO_DATA, STEP

# Values of one hidden layer: 262 MB for 100 draws of 10 units, enough to keep the largest GPU busy.
_HIDDEN_VALUES = 65_536_000
_SMALLEST_TILE = 256


class _Constants(NamedTuple):
    """The tensors of FoldedNetworks on the device, under the same names; a last column stands alone."""

    center: Tensor
    projection: Tensor
    first: Tensor
    first_bias: Tensor
    second: Tensor
    second_bias: Tensor
    third: Tensor
    third_bias: Tensor
    whitener: Tensor
    whitener_shift: Tensor
    template: Tensor
    ranks: Tensor


class DeviceTiles:
    """The arithmetic of one worker, with its own stream and staging buffers; for one thread only.

    Two workers on two streams overlap reading, copying and computing without knowing of each other.
    `outside` counts the pixels so far that are unlike the training region.

    Raises:
        UserError: the device has too little memory for the networks.
    """

    def __init__(self, networks: FoldedNetworks, device: str) -> None:
        self.device, self.activation = torch.device(device), networks.activation
        self.tile = max(_SMALLEST_TILE, _HIDDEN_VALUES // (networks.draws * networks.hidden))
        self._behind, self._squared_reach, self.outside = networks.behind, networks.squared_reach, 0
        on_gpu = self.device.type == "cuda"
        try:
            self._constants = _on_device(networks, self.device)
            self._stream = torch.cuda.Stream(self.device) if on_gpu else None
        except torch.OutOfMemoryError as error:
            raise _too_full() from error
        self._staging = torch.empty(networks.bands * self.tile, pin_memory=on_gpu)

    def __call__(self, x: FloatArray, go_on: Callable[[], None]) -> tuple[npt.NDArray[np.int16], FloatArray]:
        """Levels (101, n) and side rows (3, n) of pixels x (G, n); `go_on` is called between tiles.

        Raises:
            UserError: the device has too little memory even for a small tile.
        """
        levels = np.empty((len(LEVELS), x.shape[1]), np.int16)
        side = np.empty((3, x.shape[1]), np.float32)
        first = 0
        while first < x.shape[1]:
            go_on()
            here = slice(first, first + self.tile)
            found = self._try(x[:, here])
            if found is not None:
                levels[:, here], side[:, here] = found
                first = here.stop
        return levels, side

    def _try(self, x: FloatArray) -> tuple[npt.NDArray[np.int16], FloatArray] | None:
        """A tile's result; None when the device ran out of memory: from then on tiles are half as large."""
        try:
            with torch.inference_mode(), torch.cuda.stream(self._stream):
                levels, side = self._predict(self._upload(x))
                return levels.cpu().numpy(), side.cpu().numpy()
        except torch.OutOfMemoryError:
            pass  # the exception's frames hold the tensors: they are free only after this block
        self._halve()
        return None

    def _halve(self) -> None:
        if self.tile <= _SMALLEST_TILE:
            raise _too_full()
        self.tile //= 2
        if self.device.type == "cuda":
            torch.cuda.empty_cache()

    def _upload(self, x: FloatArray) -> Tensor:
        """Through pinned memory, from which a copy neither waits nor goes through a hidden second buffer."""
        staged = self._staging[: x.size].view(x.shape)
        staged.copy_(torch.from_numpy(x))
        return staged.to(self.device, non_blocking=True)

    def _predict(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Levels (101, n) and side rows (3, n) of a tile."""
        deviations = x - self._constants.center
        components = self._components(deviations)
        z = self._logits(components if self._behind else deviations)
        missing = z.sum(0).isnan()
        side = torch.stack([*mean_and_epistemic(*_means(z), torch.log), self._ace(deviations)])
        ordered = torch.sort(z, dim=0).values[self._constants.ranks]
        levels = (ordered * STEP).round_().clamp_(-LARGEST, LARGEST).nan_to_num_().to(torch.int16)
        self.outside += self._count_outside(components, missing)
        return levels.masked_fill_(missing, NO_DATA), side.masked_fill_(missing, torch.nan)

    def _components(self, deviations: Tensor) -> Tensor:
        """Whitened components (k, n)."""
        projection = self._constants.projection
        return torch.addmm(projection[:, -1:], projection[:, :-1], deviations)

    def _count_outside(self, components: Tensor, missing: Tensor) -> int:
        """How many pixels (n,) that are not missing are unlike the training region."""
        if self._squared_reach is None:
            return 0
        return int(((components.square().sum(0) > self._squared_reach) & ~missing).sum())

    def _logits(self, inputs: Tensor) -> Tensor:
        """Logits (S, n) from what the first layer sees."""
        net = self._constants
        activate = torch.tanh_ if self.activation == "tanh" else torch.relu_
        hidden = activate(torch.addmm(net.first_bias, net.first, inputs))
        hidden = hidden.view(*net.second.shape[:2], -1)
        hidden = activate(torch.baddbmm(net.second_bias, net.second, hidden))
        return torch.baddbmm(net.third_bias, net.third, hidden).squeeze(1)

    def _ace(self, deviations: Tensor) -> Tensor:
        """ACE scores (n,)."""
        net = self._constants
        whitened = torch.addmm(net.whitener_shift, net.whitener, deviations)
        along, squared_length = (net.template @ whitened)[0], whitened.square().sum(0)
        score = along * along.abs() / torch.where(squared_length == 0, 1, squared_length)
        return score.clamp_(-1, 1)


def _too_full() -> UserError:
    return UserError("the GPU's memory is full", "close what uses it, or predict with --device cpu")


def _means(z: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Means over draws of sigma(z), sigma(-z) and the entropy, (n,) each."""
    entropy = (torch.nn.functional.softplus(-z.abs()) + z.abs() * torch.sigmoid(-z.abs())).mean(0)
    return torch.sigmoid(z).mean(0), torch.sigmoid(-z).mean(0), entropy


def _on_device(networks: FoldedNetworks, device: torch.device) -> _Constants:
    def put(array: npt.NDArray[np.float32]) -> Tensor:
        return torch.from_numpy(np.array(array)).to(device)

    return _Constants(
        center=put(networks.center),
        projection=put(networks.projection),
        first=put(networks.first[:, :-1]),
        first_bias=put(networks.first[:, -1:]),
        second=put(networks.second),
        second_bias=put(networks.second_bias),
        third=put(networks.third),
        third_bias=put(networks.third_bias[:, :, None]),
        whitener=put(networks.whitener[:, :-1]),
        whitener_shift=put(networks.whitener[:, -1:]),
        template=put(networks.template),
        ranks=torch.from_numpy(networks.ranks).to(device),
    )
