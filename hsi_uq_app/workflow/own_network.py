"""The model and the scene a result came from, to look inside the network or to run it again."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.band_match import mix_bands
from hsi_uq_app.posterior.posterior import FloatArray, Posterior
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import parse_region
from hsi_uq_app.scene.undeclared_fill import fully_searched

_PROBES = 5_000
_NEAR = 0.08


@dataclass(frozen=True, eq=False)
class ResultNetwork:
    """A result's own posterior and cube."""

    posterior: Posterior
    cube: Cube

    def spectra(self, places: npt.NDArray[np.intp]) -> FloatArray:
        """The model's used bands (G, n) of pixels named line-major (n,)."""
        mix = mix_bands(self.posterior.passport, self.cube)
        x = self.cube.pixels(places, mix.bands)
        return x if mix.matrix is None else mix.matrix @ x

    def trained_here(self, known: npt.NDArray[np.bool_] | None = None) -> bool:
        """Whether the model was trained on this scene, as its whitening tells.

        Over the training pixels the whitened components have mean 0 and variance 1. Five thousand pixels of
        the region, evenly spread, must agree within .08 (their own chance is .02): another suburb of the same
        kind, light and sensor differs by .17. The hash of the training pixels cannot tell without the truth,
        the seed and all choices of the training.

        Args:
            known: where truth is known, bool (lines, samples): a training sees no other pixels.
        """
        lines, samples = self.cube.lines, self.cube.samples
        try:
            inside = parse_region(self.posterior.passport.region, lines, samples).evenly(
                samples, _PROBES, known
            )
        except UserError:
            return False
        x = self.spectra(inside)
        u = self.posterior.projection @ (x[:, np.isfinite(x).all(axis=0)] - self.posterior.center[:, None])
        return bool(u.size) and bool(np.sqrt(np.square(u.mean(axis=1)).mean()) < _NEAR)


def own_network(result: QuantileMap, posterior: Posterior, cube: Cube) -> ResultNetwork:
    """The model and scene, once it is sure that they are the result's own.

    A model is known by its passport, which holds the hash of what it learnt from, seed, settings and losses.

    Raises:
        UserError: another model or another scene.
    """
    if posterior.passport != result.passport:
        raise UserError(f"{result.path} was not predicted by this model", "name the model it was made with")
    if cube.fingerprint() != result.provenance.get("cube"):
        raise UserError(
            f"{result.path} was not predicted from {cube.name}", "name the scene it was made from"
        )
    return ResultNetwork(posterior, fully_searched(cube))
