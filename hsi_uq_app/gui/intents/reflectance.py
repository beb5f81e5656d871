"""Make the open scene one of reflectance."""

from collections.abc import Callable, Mapping

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.reflectance_dialog import ReflectanceDialog
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.derived import group_inputs
from hsi_uq_app.session.requests.reflectance import EmpiricalLine, FlatField, Partner
from hsi_uq_app.session.state import AppState, Group, Scene
from hsi_uq_app.session.transitions import scene_opened
from hsi_uq_app.session.view import Pin


class ReflectanceIntents:
    """Asks how, then opens the corrected scene in place of the other one."""

    def __init__(self, desk: Desk, window: Window) -> None:
        self._desk, self._window = desk, window

    def actions(self) -> dict[str, Callable[[], object]]:
        """Names of `key_table.KEYS` and what they do."""
        return {"to_reflectance": self.ask}

    def ask(self) -> None:
        """Let the analyst choose between flat field and empirical line."""
        state = self._desk.state
        if state.scene is None:
            self._desk.tell(Notice("warning", "No scene is open", "open one first"))
            return
        if state.scene.cube.quantity == "reflectance":
            self._desk.tell(Notice("note", f"{state.scene.cube.name} is reflectance already"))
            return
        group = framed_group(state)
        pins = {pin.key: f"line {pin.line}, sample {pin.sample}" for pin in _pins_read(state)}
        library = [spectrum.name for spectrum in state.at_sensor.spectra] if state.at_sensor else []
        self.dialog = ReflectanceDialog(group.made_from.name if group else "", pins, library, self._window)
        self.dialog.flat_field_asked.connect(self.by_flat_field)
        self.dialog.empirical_line_asked.connect(self.by_empirical_line)
        self.dialog.open()

    def by_flat_field(self, reflectance: float) -> None:
        """Divide by the framed region's mean."""
        state = self._desk.state
        group = framed_group(state)
        if state.scene and group:
            work = FlatField(state.scene, group.mean, reflectance, group.made_from.name)
            self._desk.start("open", work, self._accept)

    def by_empirical_line(self, partners: Mapping[int, int]) -> None:
        """Fit pinned spectra to their partners in the library, given by pin key -> place."""
        state = self._desk.state
        found = state.at_sensor
        if state.scene is None or found is None:
            return
        pairs = tuple(
            Partner(
                f"line {pin.line}, sample {pin.sample}", state.spectra[pin.key],
                found.spectra[partners[pin.key]].name, found.spectra[partners[pin.key]].values,
            )
            for pin in _pins_read(state)
            if pin.key in partners
        )  # fmt: skip
        self._desk.start("open", EmpiricalLine(state.scene, pairs), self._accept)

    def _accept(self, scene: Scene) -> None:
        self._desk.session.apply(scene_opened(scene))
        self._desk.session.forget_history()
        self._desk.tell(Notice("done", f"{scene.cube.name}: {scene.cube.derivation[-1]}"))


def framed_group(state: AppState) -> Group | None:
    """The mean of the framed region, once it has been read."""
    group = state.group
    is_current = (
        group is not None and group.made_from == group_inputs(state) and state.view.framed is not None
    )
    return group if is_current else None


def _pins_read(state: AppState) -> list[Pin]:
    return [pin for pin in state.view.pins if pin.key in state.spectra]
