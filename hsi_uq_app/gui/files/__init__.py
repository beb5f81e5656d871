"""Open files, one after the other: from dialogs, from the recent ones, dropped, or named at the start."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, assert_never

from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.gui.commands import Command, Menu
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.files.panel import Entry, LoadedPanel
from hsi_uq_app.gui.files.recent import RecentMenu
from hsi_uq_app.gui.notice import Notice, notice_of_cautions
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.open_scene import OPENERS
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.session.files import OpenAny, Opened, scene_opened
from hsi_uq_app.session.library import LoadLibrary, library_opened
from hsi_uq_app.session.models import LoadModel, Model, model_chosen, model_dropped, model_loaded
from hsi_uq_app.session.prediction import can_run
from hsi_uq_app.session.questions import (
    ClassInQuestion,
    HeaderInQuestion,
    Question,
    VariableInQuestion,
)
from hsi_uq_app.session.results import (
    LoadResult,
    Result,
    belongs,
    cautions,
    result_chosen,
    result_dropped,
    result_ready,
)
from hsi_uq_app.session.scene import OpenScene, Scene, size_words
from hsi_uq_app.session.session_file import (
    Restored,
    SessionDocument,
    files_of,
    restored,
    session_restored,
)
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.truth import LoadTruth, region_chosen, truth_loaded

Request = Callable[[Progress], Opened | Restored]
FILTERS: Final = {
    "scene": (
        "Open a scene",
        "ENVI (*.hdr *.img *.dat *.raw *.bsq *.bil *.bip);;GeoTIFF, MATLAB (*.tif *.tiff *.mat)",
    ),
    "model": ("Load a model", "Models (*.safetensors)"),
    "truth": (
        "Load truth",
        "Masks (*.hdr *.img *.dat *.tif *.tiff *.mat);;GIS, tables (*.gpkg *.shp *.geojson *.json *.csv)",
    ),
    "result": ("Open a result", "Quantile maps (*.hdr *.json)"),
    "library": ("Open a spectral library", "Spectral libraries (*.sli *.hdr *.csv *.txt *.asc)"),
}
MOST_NOTES: Final = 3
_OTHER_SCENE: Final = "open the scene it was made from, or run the model on this one"


class FilesFeature(Feature):
    """What is loaded. A file that does not open says why and the next one follows."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._waiting: deque[Callable[[], Request]] = deque()
        self.panel = LoadedPanel()
        self.recent_menu = RecentMenu(context.recent, context.window)
        self.panels = (Panel("loaded", self.panel, "controls"),)
        self.views = (self._show_loaded, self._show_possible)
        self.commands = self._commands()
        self._connect(context)

    def ask(self, what: str) -> None:
        """Let the analyst choose a file of a kind; nothing blocks meanwhile."""
        title, names = FILTERS[what]
        dialog = QFileDialog(self._context.window, title, self._folder(), f"{names};;All files (*)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(what, Path(name)))
        dialog.open()

    def open(self, what: str, path: Path, choices: Mapping[str, str] | None = None) -> None:
        """Open a file as a scene, model, truth, result or library.

        Args:
            choices: of a scene the header fields to correct, of a truth its `class`.
        """
        chosen = choices or {}
        makers: dict[str, Callable[[], Request]] = {
            "scene": lambda: OpenScene(path, chosen),
            "model": lambda: LoadModel(path),
            "truth": lambda: LoadTruth(path, self._context.state.scene, chosen.get("class")),
            "result": lambda: LoadResult(path),
            "library": lambda: LoadLibrary(path),
        }
        self._queue(makers[what])

    def drop(self, paths: Iterable[Path]) -> None:
        """Open dropped files, whatever they are; scenes before what lies on them."""
        for path in sorted(paths, key=lambda path: path.suffix.lower() == ".safetensors"):
            self._queue(lambda path=path: OpenAny(path, self._context.state.scene))  # type: ignore[misc]

    def restore(self, document: SessionDocument, folder: Path) -> None:
        """Open the files of a session, then choose and look as it says."""
        for what, path, choices in files_of(document, folder):
            self.open(what, path, choices)
        self._queue(lambda: lambda _: restored(document, folder))

    def _queue(self, make: Callable[[], Request]) -> None:
        """The request is made when its turn comes, so that truth finds the scene opened just before."""
        self._waiting.append(make)
        if "open" not in self._context.tasks.running():
            self._next("open")

    def _next(self, finished: str) -> None:
        if finished == "open" and self._waiting:
            self._context.start("open", self._waiting.popleft()(), self._accept)

    def _accept(self, opened: Opened | Restored) -> None:
        apply = self._context.session.apply
        match opened:
            case Scene():
                self.show_opened(opened, _notice_of_notes(opened.path, opened.cube.notes, _question(opened)))
                self._context.recent.add(opened.path)
            case Model():
                apply(model_loaded(opened))
            case Truth():
                apply(truth_loaded(opened))
                question = ClassInQuestion(opened.path, opened.choices) if opened.choices else None
                self._context.notify(_notice_of_notes(opened.path, opened.notes, question))
            case Result():
                self.accept_result(opened, Notice("error", _foreign(opened), _OTHER_SCENE))
            case Library():
                apply(library_opened(opened))
                self._context.notify(_notice_of_notes(opened.path, opened.notes))
            case Restored():
                apply(session_restored(opened))
            case _:
                assert_never(opened)

    def show_opened(self, scene: Scene, notice: Notice | None) -> None:
        """Another scene takes the place of the one before, and nothing of that can be undone into it."""
        self._context.session.apply(scene_opened(scene))
        self._context.session.forget_history()
        self._context.notify(notice)

    def accept_result(self, result: Result, foreign: Notice) -> None:
        """Show a result with what must be said beside it; `foreign` is said when it is of another scene."""
        state = self._context.state
        if not belongs(result, state):
            self._context.notify(foreign)
        elif notice := notice_of_cautions(result.label, cautions(result, state.scene)):
            self._context.notify(notice)
        self._context.session.apply(result_ready(result))

    def _show_loaded(self, state: AppState) -> None:
        """Names of the scene, the truth, and both lists."""
        scene, truth = state.scene, state.truth
        self.panel.show_scene(
            scene.cube.name if scene else "",
            _scene_hint(scene) if scene else "",
            len(scene.cube.notes) if scene else 0,
        )
        name, hint = (truth.path.stem, str(truth.path)) if truth else ("", "")
        framed = state.view.framed.text if state.view.framed else ""
        self.panel.show_truth(name, hint, state.view.region, framed)
        self.panel.models.show_entries([_model_entry(model) for model in state.models], state.model)
        entries = [_result_entry(result, scene) for result in state.results]
        self.panel.results.show_entries(entries, state.result)

    def _show_possible(self, state: AppState) -> None:
        has_result = state.result is not None
        self.panel.show_can(run=can_run(state), export=has_result, train=state.scene is not None)

    def _commands(self) -> tuple[Command, ...]:
        ask = partial(partial, self.ask)
        files: Menu = "Files"
        needs_scene = lambda state: "" if state.scene else "open a scene first"  # noqa: E731
        return (
            Command("open_scene", "Open a scene", files, ("Ctrl+O",), ask("scene"), submenu=self.recent_menu),
            Command("load_model", "Load a model", files, ("Ctrl+M",), ask("model")),
            Command("load_truth", "Load truth", files, ("Ctrl+T",), ask("truth"), needs_scene),
            Command("load_result", "Load a result", files, ("Ctrl+Shift+O",), ask("result"), needs_scene),
        )

    def _connect(self, context: Context) -> None:
        context.tasks.finished.connect(self._next)
        context.window.files_dropped.connect(self.drop)
        self.recent_menu.file_chosen.connect(partial(self.open, "scene"))
        self.panel.open_asked.connect(self.ask)
        self.panel.region_chosen.connect(lambda region: context.session.apply(region_chosen(region)))
        self.panel.models.chosen.connect(lambda model: context.session.apply(model_chosen(model)))
        self.panel.models.dropped.connect(lambda model: context.session.apply(model_dropped(model)))
        self.panel.results.chosen.connect(lambda result: context.session.apply(result_chosen(result)))
        self.panel.results.dropped.connect(lambda result: context.session.apply(result_dropped(result)))

    def _folder(self) -> str:
        scene = self._context.state.scene
        return str(scene.path.parent if scene else Path.cwd())


def _question(scene: Scene) -> Question | None:
    """How a scene may be opened otherwise: by its header's fields, or by another array of a MATLAB file."""
    suffix = scene.path.suffix.lower()
    if suffix == ".mat":
        return VariableInQuestion(scene.path)
    return None if suffix in OPENERS else HeaderInQuestion(scene.path, scene.cube.overrides)


def _notice_of_notes(path: Path, notes: Sequence[Note], question: Question | None = None) -> Notice | None:
    """What was odd about a file, if anything was; the first few notes in full."""
    if not notes:
        return None
    said = "; ".join(map(str, notes[:MOST_NOTES]))
    more = f"; and {len(notes) - MOST_NOTES} more notes" if len(notes) > MOST_NOTES else ""
    return Notice("note", f"{path.name}: {said}{more}", question=question)


def _foreign(result: Result) -> str:
    return f"{result.path.name} was not made from the open scene"


def _scene_hint(scene: Scene) -> str:
    """What the file is, and what was odd about it."""
    facts = f"{scene.path}\n{size_words(scene)}, {scene.cube.quantity}"
    return "\n".join([facts, *(f"• {note}" for note in scene.cube.notes)])


def _model_entry(model: Model) -> Entry:
    passport = model.posterior.passport
    trained = f"trained on region {passport.region}, {passport.sample.targets} targets, seed {passport.seed}"
    return Entry(model, model.label, f"{model.path}\n{trained}")


def _result_entry(result: Result, scene: Scene | None) -> Entry:
    said = cautions(result, scene).lines
    label = f"! {result.label}" if said else result.label
    return Entry(result, label, "\n".join([str(result.path), *(f"• {caution}" for caution in said)]))
