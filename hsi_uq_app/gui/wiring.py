"""Which signal means what: one table, no logic."""

from functools import partial

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.intents.calibration import CalibrationIntents
from hsi_uq_app.gui.intents.comparison import ComparisonIntents
from hsi_uq_app.gui.intents.export import ExportIntents
from hsi_uq_app.gui.intents.files import FileIntents
from hsi_uq_app.gui.intents.prediction import PredictionIntents
from hsi_uq_app.gui.intents.training import TrainingIntents
from hsi_uq_app.gui.intents.truth import TruthIntents
from hsi_uq_app.gui.intents.view import ViewIntents
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session import transitions, view_transitions


def connect_controls(
    window: Window,
    files: FileIntents,
    runs: PredictionIntents,
    exports: ExportIntents,
    training: TrainingIntents,
) -> None:
    """Opening, training, running, writing."""
    for signal, intent in (
        (window.files_dropped, files.drop),
        (window.loaded.open_asked, files.ask),
        (window.loaded.train_asked, training.ask),
        (window.loaded.run_asked, runs.run),
        (window.loaded.export_asked, exports.ask),
    ):
        signal.connect(intent)


def connect_lists(window: Window, desk: Desk) -> None:
    """Choosing from the lists, and taking files off them."""
    for signal, transition in (
        (window.loaded.models.chosen, transitions.model_chosen),
        (window.loaded.models.dropped, transitions.model_dropped),
        (window.loaded.results.chosen, transitions.result_chosen),
        (window.loaded.results.dropped, transitions.result_dropped),
        (window.spectrum.pin_deleted, view_transitions.pin_removed),
    ):
        signal.connect(lambda value, transition=transition: desk.session.apply(transition(value)))
    window.spectrum.pin_shown.connect(lambda key, on: desk.session.apply(view_transitions.pin_shown(key, on)))
    window.spectrum.pins_cleared.connect(lambda: desk.session.apply(view_transitions.pins_cleared))
    window.spectrum.copied.connect(lambda text: desk.tell(Notice("done", text)))


def connect_view(window: Window, view: ViewIntents) -> None:
    """Looking around."""
    for signal, intent in (
        (window.scene.pixel_hovered, view.hover),
        (window.scene.pixel_clicked, view.pin),
        (window.scene.region_framed, view.frame),
        (window.scene.sight_rested, view.rest_on),
        (window.scene.zoomed, window.composites.show_zoom),
        (window.composites.preset_chosen, view.set_preset),
        (window.composites.bands_chosen, view.set_bands),
        (window.composites.fit_asked, window.scene.box.fit),
        (window.composites.one_to_one_asked, view.one_to_one),
        (window.layers.layer_chosen, view.set_layer),
        (window.layers.opacity_changed, view.set_opacity),
        (window.layers.colour_map_chosen, view.set_colour_map),
        (window.thresholds.alpha_changed, view.set_alpha),
        (window.thresholds.delta_changed, view.set_delta),
    ):
        signal.connect(intent)


def connect_truth(window: Window, truth: TruthIntents) -> None:
    """Truth and the reliability diagram."""
    for signal, intent in (
        (window.reliability.bins_selected, truth.light),
        (window.reliability.kind_chosen, partial(truth.choose, "curve_kind")),
        (window.reliability.spacing_chosen, partial(truth.choose, "curve_spacing")),
        (window.reliability.export_requested, truth.export),
        (window.loaded.region_chosen, partial(truth.choose, "region")),
    ):
        signal.connect(intent)


def connect_comparison(window: Window, comparison: ComparisonIntents, desk: Desk) -> None:
    """The comparison, and the discs of a simulated scene."""
    for signal, intent in (
        (window.loaded.compare_asked, comparison.toggle),
        (window.compare.closed, comparison.close),
        (window.compare.result_chosen, comparison.choose),
        (window.compare.disagreement_asked, comparison.show_disagreement),
        (window.discs.toggled, comparison.toggle_discs),
    ):
        signal.connect(intent)
    window.compare.copied.connect(lambda text: desk.tell(Notice("done", text)))


def connect_calibration(window: Window, calibration: CalibrationIntents) -> None:
    """The calibration, and what lies over its curve."""
    for signal, intent in (
        (window.reliability.calibrate_asked, calibration.ask),
        (window.reliability.isotonic_toggled, calibration.show_isotonic),
        (window.calibration.keep_asked, calibration.keep),
        (window.calibration.closed, calibration.close),
    ):
        signal.connect(intent)


def connect_tasks(window: Window, desk: Desk) -> None:
    """Progress, cancel, failures, and who runs."""
    tasks = desk.tasks
    tasks.started.connect(lambda name: desk.session.apply(transitions.task_started(name)))
    tasks.finished.connect(lambda name: desk.session.apply(transitions.task_finished(name)))
    tasks.progressed.connect(window.progress.show_progress)
    tasks.finished.connect(window.progress.finish)
    window.progress.cancel_requested.connect(tasks.cancel)
    window.notices.closed.connect(lambda: desk.tell(None))
    for runner in (tasks, desk.reads):
        runner.failed.connect(lambda _, error: desk.report(error))
