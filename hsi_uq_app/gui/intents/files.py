"""Open files, one after the other: from dialogs, from the recent ones, dropped, or named at the start."""

from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.recent_files import RecentFiles
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.derived import belongs
from hsi_uq_app.session.requests.files import LoadModel, LoadResult, LoadTruth, OpenAny, Opened, OpenScene
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
    "scene": ("Open a scene", "ENVI (*.hdr *.img *.dat *.raw *.bsq *.bil *.bip);;All files (*)"),
    "model": ("Load a model", "Models (*.safetensors);;All files (*)"),
    "truth": ("Load truth", "ENVI (*.hdr *.img *.dat);;All files (*)"),
    "result": ("Open a result", "Quantile maps (*.hdr *.json);;All files (*)"),
}


class FileIntents:
    """Opens what is asked for; a file that does not open says why and the next one follows."""

    def __init__(self, desk: Desk, window: QWidget, recent: RecentFiles) -> None:
        self._desk, self._window, self._recent = desk, window, recent
        self._waiting: deque[Callable[[], Request]] = deque()
        desk.tasks.finished.connect(self._next)

    def ask(self, what: str) -> None:
        """Let the analyst choose a file of a kind; nothing blocks meanwhile."""
        title, names = FILTERS[what]
        dialog = QFileDialog(self._window, title, self._folder(), names)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(what, Path(name)))
        dialog.open()

    def open(self, what: str, path: Path) -> None:
        """Open a file as a scene, model, truth or result."""
        makers: dict[str, Callable[[], Request]] = {
            "scene": lambda: OpenScene(path),
            "model": lambda: LoadModel(path),
            "truth": lambda: LoadTruth(path, self._desk.state.scene),
            "result": lambda: LoadResult(path),
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
        for what, path in files_of(document, folder):
            self.open(what, path)
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
            case Result():
                self._accept_result(opened)
            case Restored():
                session.apply(session_restored(opened))

    def _accept_scene(self, scene: Scene) -> None:
        self._desk.session.apply(scene_opened(scene))
        self._desk.session.forget_history()
        self._recent.add(scene.path)
        notes = [str(note) for note in scene.cube.notes]
        self._desk.tell(Notice("note", f"{scene.path.name}: {'; '.join(notes)}") if notes else None)

    def _accept_result(self, result: Result) -> None:
        if not belongs(result, self._desk.state):
            self._desk.tell(
                Notice("error", f"{result.path.name} was not made from the open scene", _OTHER_SCENE)
            )
        self._desk.session.apply(result_ready(result))

    def _folder(self) -> str:
        scene = self._desk.state.scene
        return str(scene.path.parent if scene else Path.cwd())


_OTHER_SCENE = "open the scene it was made from, or run the model on this one"
