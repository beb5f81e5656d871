"""What is loaded, spectra, reliability."""

from typing import TYPE_CHECKING

from hsi_uq_app.gui.colours import pin_colour
from hsi_uq_app.gui.loaded_panel import Entry
from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.reliability.values import ReliabilityScores
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.gui.spectrum.values import PinnedSpectrum, PixelDraws, SpectralAxis, SpectrumGroup
from hsi_uq_app.session.cautions import cautions
from hsi_uq_app.session.derived import can_run, group_inputs
from hsi_uq_app.session.draws import clicked_draws
from hsi_uq_app.session.state import AppState, Model, Reliability, Result, Scene

if TYPE_CHECKING:
    from hsi_uq_app.calibration.metrics import Metrics


def show_loaded(stage: Stage, state: AppState) -> None:
    """Names of the scene, the truth, and both lists."""
    panel = stage.window.loaded
    scene = state.scene
    panel.show_scene(
        scene.cube.name if scene else "",
        _scene_hint(scene) if scene else "",
        len(scene.cube.notes) if scene else 0,
    )
    truth = state.truth
    name, hint = (truth.path.stem, str(truth.path)) if truth else ("", "")
    panel.show_truth(name, hint, state.view.region, state.view.framed.text if state.view.framed else "")
    panel.models.show_entries([_model_entry(model) for model in state.models], state.model)
    panel.results.show_entries([_result_entry(result, scene) for result in state.results], state.result)


def show_can(stage: Stage, state: AppState) -> None:
    panel = stage.window.loaded
    panel.show_can(run=can_run(state), export=state.result is not None, train=state.scene is not None)


def show_axis(stage: Stage, state: AppState) -> None:
    cube = state.scene.cube if state.scene else None
    stage.window.spectrum.show_axis(
        SpectralAxis(cube.bands, cube.wavelengths_nm, cube.good_bands, cube.quantity) if cube else None
    )


def show_pinned(stage: Stage, state: AppState) -> None:
    """Pinned spectra that have been read."""
    stage.window.spectrum.show_pins(
        [
            PinnedSpectrum(
                pin.key,
                f"line {pin.line}, sample {pin.sample}",
                pin_colour(pin.key),
                state.spectra[pin.key],
                pin.visible,
                f"{pin.line}, {pin.sample}",
            )
            for pin in state.view.pins
            if pin.key in state.spectra
        ]
    )


def show_group(stage: Stage, state: AppState) -> None:
    """Mean and range of the lit pixels or the framed region, once read."""
    found, asked = state.group, group_inputs(state)
    if found is None or found.made_from != asked:
        stage.window.spectrum.show_group(None)
        return
    stage.window.spectrum.show_group(
        SpectrumGroup(found.made_from.name, found.pixels, found.mean, found.lower, found.upper)
    )


def show_draws(stage: Stage, state: AppState) -> None:
    """The draws of the pixel clicked last, where the shown result's model is loaded."""
    logits = clicked_draws(state)
    if logits is None or state.view.clicked is None:
        stage.window.spectrum.show_draws(None)
        return
    line, sample = state.view.clicked
    thresholds = state.view.thresholds
    stage.window.spectrum.show_draws(
        PixelDraws(f"line {line}, sample {sample}", logits, thresholds.alpha, thresholds.delta_value)
    )


def show_curve(stage: Stage, state: AppState) -> None:
    """The reliability curve and its figures; the panel is there once truth is."""
    panel, found = stage.window.reliability, state.reliability
    stage.window.side.show_available(panel, state.truth is not None)
    panel.show_curve(found.curve if found else None, found.before if found else None)
    panel.show_isotonic(found.isotonic if found else None)
    panel.show_scores(_scores(found, found.scores) if found else None, _scores_before(found))
    if state.truth and not found:
        panel.show_message("Comparing …" if state.result else "Run a model to compare it with the truth.")


def show_curve_choices(stage: Stage, state: AppState) -> None:
    stage.window.reliability.show_selection(state.view.lit if state.reliability else ())


def _scores_before(found: Reliability | None) -> ReliabilityScores | None:
    return _scores(found, found.scores_before) if found and found.scores_before else None


def _scores(found: Reliability, scores: "Metrics") -> ReliabilityScores:
    return ReliabilityScores(
        n=scores.n,
        positives=scores.n_positive,
        nll_skill=scores.nll_skill,
        brier_skill=scores.brier_skill,
        base_rate_ratio=scores.mean_over_base_rate,
        mean_on_targets=scores.mean_at_targets,
        region=found.made_from.region,
    )


def _scene_hint(scene: Scene) -> str:
    """What the file is, and what was odd about it."""
    cube = scene.cube
    facts = f"{scene.path}\n{cube.lines} lines × {cube.samples} samples × {cube.bands} bands, {cube.quantity}"
    return "\n".join([facts, *(f"• {note}" for note in cube.notes)])


def _model_entry(model: Model) -> Entry:
    passport = model.posterior.passport
    trained = f"trained on region {passport.region}, {passport.sample.targets} targets, seed {passport.seed}"
    return Entry(model.path, model.label, f"{model.path}\n{trained}")


def _result_entry(result: Result, scene: Scene | None) -> Entry:
    said = cautions(result, scene).lines
    label = f"! {result.label}" if said else result.label
    return Entry(result.path, label, "\n".join([str(result.path), *(f"• {caution}" for caution in said)]))


PARTS = (
    Part(
        lambda s: (s.scene, s.truth, s.view.region, s.view.framed, s.models, s.model, s.results, s.result),
        show_loaded,
    ),
    Part(lambda s: (can_run(s), s.result, s.scene), show_can),
    Part(lambda s: (s.scene,), show_axis),
    Part(lambda s: (s.scene, s.view.pins, s.spectra), show_pinned),
    Part(lambda s: (s.scene, s.group, group_inputs(s)), show_group),
    Part(lambda s: (s.view.clicked, s.clicked_spectrum, s.models, s.result, s.view.thresholds), show_draws),
    Part(lambda s: (s.truth, s.result, s.reliability), show_curve),
    Part(lambda s: (s.reliability, s.view.lit), show_curve_choices),
)
