"""Open files, one after the other: from dialogs, from the recent ones, dropped, or named at the start."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.notice_strip import Notice, Offer, notice_of_cautions
from hsi_uq_app.gui.recent_files import RecentFiles
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.open_scene import OPENERS
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.session.cautions import cautions
from hsi_uq_app.session.derived import belongs
from hsi_uq_app.session.library_transitions import library_opened
from hsi_uq_app.session.questions import ClassInQuestion, HeaderInQuestion, VariableInQuestion
from hsi_uq_app.session.requests.files import LoadModel, LoadResult, LoadTruth, OpenAny, Opened, OpenScene
from hsi_uq_app.session.requests.library import LoadLibrary
from hsi_uq_app.session.session_file import Restored, SessionDocument, files_of, restored
from hsi_uq_app.session.state import Model, Result, Scene
from hsi_uq_app.session.transitions import (
    model_loaded,
    result_ready,
    scene_opened,
    session_restored,
    truth_loaded,
)

Request = Callable[[Progress], Opened | Restored]
FILTERS = {
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
MOST_NOTES = 3


class FileIntents:
    """Opens what is asked for; a file that does not open says why and the next one follows."""

    def __init__(self, desk: Desk, window: QWidget, recent: RecentFiles) -> None:
        self._desk, self._window, self._recent = desk, window, recent
        self._waiting: deque[Callable[[], Request]] = deque()
        desk.tasks.finished.connect(self._next)

    def ask(self, what: str) -> None:
        """Let the analyst choose a file of a kind; nothing blocks meanwhile."""
        title, names = FILTERS[what]
        dialog = QFileDialog(self._window, title, self._folder(), f"{names};;All files (*)")
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
            "truth": lambda: LoadTruth(path, self._desk.state.scene, chosen.get("class")),
            "result": lambda: LoadResult(path),
            "library": lambda: LoadLibrary(path),
        }
        self._queue(makers[what])

    def open_scene(self, path: Path) -> None:
        """Open a scene by its path, for example a recent one."""
        self.open("scene", path)

    def drop(self, paths: Iterable[Path]) -> None:
        """Open dropped files, whatever they are; scenes before what lies on them."""
        for path in sorted(paths, key=lambda path: path.suffix.lower() == ".safetensors"):
            self._queue(lambda path=path: OpenAny(path, self._desk.state.scene))  # type: ignore[misc]

    def restore(self, document: SessionDocument, folder: Path) -> None:
        """Open the files of a session, then choose and look as it says."""
        for what, path, choices in files_of(document, folder):
            self.open(what, path, choices)
        self._queue(lambda: lambda _: restored(document, folder))

    def _queue(self, make: Callable[[], Request]) -> None:
        """The request is made when its turn comes, so that truth finds the scene opened just before."""
        self._waiting.append(make)
        if "open" not in self._desk.tasks.running():
            self._next("open")

    def _next(self, finished: str) -> None:
        if finished == "open" and self._waiting:
            self._desk.start("open", self._waiting.popleft()(), self._accept)

    def _accept(self, opened: Opened | Restored) -> None:
        session = self._desk.session
        match opened:
            case Scene():
                self._accept_scene(opened)
            case Model():
                session.apply(model_loaded(opened))
            case Truth():
                session.apply(truth_loaded(opened))
                question = ClassInQuestion(opened.path, opened.choices)
                offer = Offer("Choose the class…", question) if opened.choices else None
                self._desk.tell(_notice_of_notes(opened.path, opened.notes, offer))
            case Result():
                self._accept_result(opened)
            case Library():
                session.apply(library_opened(opened))
                self._desk.tell(_notice_of_notes(opened.path, opened.notes))
            case Restored():
                session.apply(session_restored(opened))

    def _accept_scene(self, scene: Scene) -> None:
        self._desk.session.apply(scene_opened(scene))
        self._desk.session.forget_history()
        self._recent.add(scene.path)
        self._desk.tell(_notice_of_notes(scene.path, scene.cube.notes, _offer_for(scene)))

    def _accept_result(self, result: Result) -> None:
        if not belongs(result, self._desk.state):
            self._desk.tell(
                Notice("error", f"{result.path.name} was not made from the open scene", _OTHER_SCENE)
            )
        elif notice := notice_of_cautions(result.label, cautions(result, self._desk.state.scene)):
            self._desk.tell(notice)
        self._desk.session.apply(result_ready(result))

    def _folder(self) -> str:
        scene = self._desk.state.scene
        return str(scene.path.parent if scene else Path.cwd())


def _offer_for(scene: Scene) -> Offer | None:
    """How a scene may be opened otherwise: by its header's fields, or by another array of a MATLAB file."""
    suffix = scene.path.suffix.lower()
    if suffix == ".mat":
        return Offer("Choose another array…", VariableInQuestion(scene.path))
    if suffix in OPENERS:
        return None
    return Offer("Correct header fields…", HeaderInQuestion(scene.path, scene.cube.overrides))


def _notice_of_notes(path: Path, notes: Sequence[Note], offer: Offer | None = None) -> Notice | None:
    """What was odd about a file, if anything was; the first few notes in full."""
    if not notes:
        return None
    said = "; ".join(map(str, notes[:MOST_NOTES]))
    more = f"; and {len(notes) - MOST_NOTES} more notes" if len(notes) > MOST_NOTES else ""
    return Notice("note", f"{path.name}: {said}{more}", offer=offer)


_OTHER_SCENE = "open the scene it was made from, or run the model on this one"
