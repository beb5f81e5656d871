"""Make the open scene one of reflectance."""

from collections.abc import Mapping

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.gui.reflectance.dialog import ReflectanceDialog
from hsi_uq_app.session.library import AT_SENSOR
from hsi_uq_app.session.reflectance import EmpiricalLine, FlatField, Partner
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.spectra import FRAMED, pins_read
from hsi_uq_app.session.state import AppState


class ReflectanceFeature(Feature):
    """Asks how, then opens the corrected scene in place of the other one."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.dialog: ReflectanceDialog | None = None
        self.commands = (
            Command(
                "to_reflectance",
                "Radiance to reflectance",
                "Spectra",
                ("Ctrl+Shift+F",),
                self.ask,
                _missing,
                "Nothing to correct",
            ),
        )

    def ask(self) -> None:
        """Let the analyst choose between flat field and empirical line."""
        state = self._context.state
        group, library = FRAMED.of(state), AT_SENSOR.of(state)
        pins = {pin.key: pin.place for pin, _ in pins_read(state)}
        names = [spectrum.name for spectrum in library.spectra] if library else []
        self.dialog = ReflectanceDialog(group.name if group else "", pins, names, self._context.window)
        self.dialog.flat_field_asked.connect(self.by_flat_field)
        self.dialog.empirical_line_asked.connect(self.by_empirical_line)
        self.dialog.open()

    def by_flat_field(self, reflectance: float) -> None:
        """Divide by the framed region's mean."""
        state = self._context.state
        group = FRAMED.of(state)
        if state.scene and group:
            work = FlatField(state.scene, group.mean, reflectance, group.name)
            self._context.start("open", work, self._accept)

    def by_empirical_line(self, partners: Mapping[int, int]) -> None:
        """Fit pinned spectra to their partners in the library, given by pin key -> place."""
        state = self._context.state
        library = AT_SENSOR.of(state)
        if state.scene is None or library is None:
            return
        chosen = [
            (pin, read, library.spectra[partners[pin.key]])
            for pin, read in pins_read(state)
            if pin.key in partners
        ]
        pairs = tuple(Partner(pin.place, read, known.name, known.values) for pin, read, known in chosen)
        self._context.start("open", EmpiricalLine(state.scene, pairs), self._accept)

    def _accept(self, scene: Scene) -> None:
        notice = Notice("done", f"{scene.cube.name}: {scene.cube.derivation[-1]}")
        self._context.of(FilesFeature).show_opened(scene, notice)


def _missing(state: AppState) -> str:
    if state.scene is None:
        return "open a scene first"
    is_reflectance = state.scene.cube.quantity == "reflectance"
    return f"{state.scene.cube.name} is reflectance already" if is_reflectance else ""
