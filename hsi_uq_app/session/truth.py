"""What is known of the scene, and where it is compared."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.class_codes import ClassChoice, SeveralClassesError
from hsi_uq_app.scene.labels import Truth, read_truth
from hsi_uq_app.session.byte_codes import codes
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.layer import Layer, LayerPicture, LayerScale, PictureBuffers
from hsi_uq_app.session.questions import ClassInQuestion, QuestionError
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import LayerStyle

_FAINTEST: Final = 1
"""The code of abundance 0: clear, so that the scene is seen where there is no target."""


@dataclass(frozen=True)
class LoadTruth:
    """Read a mask or abundance of the scene's size, or shapes and points that lie on it.

    Raises:
        QuestionError: it holds several classes, and one must be chosen.
    """

    path: Path
    scene: Scene | None
    class_: ClassChoice = None

    def __call__(self, progress: Progress) -> Truth:
        if self.scene is None:
            raise UserError(f"{self.path.name} needs a scene to lie on", "open the scene first")
        progress(0.0, f"Reading {self.path.name}")
        cube = self.scene.cube
        try:
            return read_truth(
                self.path, cube.lines, cube.samples, class_=self.class_, georeference=cube.georeference
            )
        except SeveralClassesError as error:
            raise QuestionError(error, ClassInQuestion(self.path, error.choices)) from error


def truth_loaded(truth: Truth | None) -> Transition:
    """Truth of the scene; the lit bins were of a curve of the one before."""
    return lambda state: with_view(replace(state, truth=truth), lit=())


def region_chosen(region: str) -> Transition:
    """Another region in which truth is compared; the lit bins were those of the curve before."""
    return lambda state: with_view(state, lit=(), region=region)


@dataclass(frozen=True, eq=False)
class CodeTruth:
    """The truth as a map of bytes."""

    truth: Truth

    def __call__(self, progress: Progress) -> npt.NDArray[np.uint8]:
        return codes(self.truth.abundance, 0.0, 1.0)


def _codes_key(state: AppState) -> Key | None:
    return (state.truth,) if state.truth and state.view.layer == "truth" else None


TRUTH_CODES: Derivation[npt.NDArray[np.uint8]] = Derivation("truth codes", _codes_key, CodeTruth)


def _picture(state: AppState, _buffers: PictureBuffers) -> LayerPicture | None:
    coded = TRUTH_CODES.of(state)
    if coded is None or state.truth is None:
        return None
    least = _FAINTEST + 1 + int(254 * state.truth.threshold)
    return LayerPicture(
        coded,
        clear=range(_FAINTEST, _FAINTEST + 1),
        marked=(least, 255),
        scale=LayerScale("abundance of the target", 0.0, 1.0),
    )


LAYER: Final = Layer(
    name="truth",
    label="Truth",
    title="Truth",
    hint="Abundance of the target, 0 to 1",
    key="T",
    style=LayerStyle(0.9, "viridis"),
    missing=lambda state: "" if state.truth else "load truth first",
    picture=_picture,
    derivation=TRUTH_CODES,
)
