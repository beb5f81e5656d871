"""A session as one JSON file: the open files, by relative paths and hashes, and how they were looked at."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from hsi_uq_app import __version__
from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.plain_text import is_plain
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import anything
from hsi_uq_app.scene.document_file import read_document
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.layers import LAYERS
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.state import AppState, Transition
from hsi_uq_app.session.view import View

LARGEST_FILE = 1 << 22


class Named(BaseModel):
    """A file, by its path from the session's folder (absolute if there is no way), and its content's hash.

    `choices`: how it was opened: of a scene the header fields that were corrected, of a truth its `class`.
    """

    model_config = ConfigDict(frozen=True)

    path: str
    digest: str = ""
    choices: dict[str, str] = Field(default_factory=dict)

    @field_validator("path")
    @classmethod
    def _is_local(cls, path: str) -> str:
        """A session may come from elsewhere: it asks no network, nor another machine for a share."""
        if not is_plain(path) or "://" in path or path.startswith(("//", "\\\\", "/vsi")):
            raise ValueError("it names no local file")
        return path

    def where(self, folder: Path) -> Path:
        """The file, seen from the session's folder."""
        return Path(os.path.normpath(folder / self.path))


class SessionDocument(BaseModel):
    """What is kept of a state. `model` and `result` are places in the lists."""

    model_config = ConfigDict(frozen=True)

    format: Literal["hsi-uq session"] = "hsi-uq session"
    format_version: Literal[1] = 1
    version: str = __version__
    scene: Named | None = None
    truth: Named | None = None
    models: tuple[Named, ...] = ()
    model: int | None = None
    results: tuple[Named, ...] = ()
    result: int | None = None
    library: Named | None = None
    view: View

    @field_validator("view", mode="before")
    @classmethod
    def _renamed(cls, view: Any) -> Any:
        """Versions before 0.2 called the styles of layers their looks."""
        if isinstance(view, dict) and "looks" in view:
            return {
                **{name: value for name, value in view.items() if name != "looks"},
                "styles": view["looks"],
            }
        return view

    @field_validator("view")
    @classmethod
    def _has_a_known_layer(cls, view: View) -> View:
        unknown = {view.layer, *view.styles} - LAYERS.keys()
        if unknown:
            raise ValueError(f"names a layer that there is not: {', '.join(sorted(unknown))}")
        return view


@dataclass(frozen=True)
class Restored:
    """The end of a restoration, applied when all files are open: what was chosen, and the view."""

    scene: str
    model: Path | None
    result: Path | None
    view: View


def document_of(state: AppState, folder: Path) -> SessionDocument:
    """The state as a document to be written into a folder."""
    return SessionDocument(
        scene=_named_scene(state.scene, folder) if state.scene else None,
        truth=_named_truth(state.truth, folder) if state.truth else None,
        models=tuple(_named(one.path, folder, one.digest) for one in state.models),
        model=state.models.index(state.model) if state.model in state.models else None,
        results=tuple(_named(one.path, folder, one.fingerprint) for one in state.results),
        result=state.results.index(state.result) if state.result in state.results else None,
        library=_named(state.library.path, folder) if state.library else None,
        view=state.view,
    )


def save_session(state: AppState, path: Path) -> None:
    """Write a session file, whole or not at all.

    Raises:
        UserError: full disk, folder that cannot be written, a file that the session opens.
    """
    folder = path.parent.resolve()
    document = document_of(state, folder)
    guard = Guard().sparing(
        "is one of the session's files", *(file for _, file, _ in files_of(document, folder))
    )
    with whole_files(path, ours=anything, guard=guard) as (draft,):
        draft.write_text(document.model_dump_json(indent=1) + "\n", encoding="utf-8")


def read_session(path: Path) -> SessionDocument:
    """Read a session file.

    Raises:
        UserError: missing, or not a session of this version.
    """
    try:
        return SessionDocument.model_validate_json(read_document(path, LARGEST_FILE, "a session", _HINT))
    except OSError as error:
        raise UserError(f"cannot read the session {path}: {error.strerror}", "check the path") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UserError(f"{path} is not a session: {place} {first['msg']}", _HINT) from error


def files_of(document: SessionDocument, folder: Path) -> list[tuple[str, Path, dict[str, str]]]:
    """The files to open, as (what, path, choices), in the order they need each other."""
    groups = (
        ("scene", (document.scene,)),
        ("model", document.models),
        ("truth", (document.truth,)),
        ("result", document.results),
        ("library", (document.library,)),
    )
    return [(what, named.where(folder), named.choices) for what, names in groups for named in names if named]


def session_restored(restored: Restored) -> Transition:
    """The choices and the view of a session file; the view only over the very scene it was saved with."""

    def transition(state: AppState) -> AppState:
        models = [one for one in state.models if one.path == restored.model]
        results = [one for one in state.results if one.path == restored.result]
        chosen = replace(
            state,
            model=models[0] if models else state.model,
            result=results[0] if results else state.result,
        )
        same = state.scene is not None and state.scene.fingerprint == restored.scene
        return replace(chosen, view=restored.view) if same else chosen

    return transition


def restored(document: SessionDocument, folder: Path) -> Restored:
    """What to choose and how to look once the files are open."""
    return Restored(
        scene=document.scene.digest if document.scene else "",
        model=_place(document.models, document.model, folder),
        result=_place(document.results, document.result, folder),
        view=document.view,
    )


_HINT = "choose a session that this program saved"


def _place(names: tuple[Named, ...], index: int | None, folder: Path) -> Path | None:
    return names[index].where(folder) if index is not None and 0 <= index < len(names) else None


def _named_scene(scene: Scene, folder: Path) -> Named:
    named = _named(scene.path, folder, scene.fingerprint)
    return named.model_copy(update={"choices": dict(scene.cube.overrides)})


def _named_truth(truth: Truth, folder: Path) -> Named:
    choices = {} if truth.class_ is None else {"class": str(truth.class_)}
    return _named(truth.path, folder).model_copy(update={"choices": choices})


def _named(path: Path, folder: Path, digest: str = "") -> Named:
    try:
        return Named(path=Path(os.path.relpath(path.resolve(), folder)).as_posix(), digest=digest)
    except ValueError:  # another drive
        return Named(path=path.resolve().as_posix(), digest=digest)
