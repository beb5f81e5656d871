"""Write a calibrated quantile map: whole or absent, with the calibrator in its passport."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.special import entr, expit

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.table import to_record
from hsi_uq_app.calibration.level_table import calibrated_levels, level_table, logits_of, rises
from hsi_uq_app.calibration.posterior_input import draw_inputs
from hsi_uq_app.confidence.map_description import is_map_file, map_files
from hsi_uq_app.confidence.quantile_map import QuantileMap, QuantileMapWriter
from hsi_uq_app.errors import UserError
from hsi_uq_app.files import check_targets
from hsi_uq_app.posterior.epistemic import mean_and_epistemic
from hsi_uq_app.posterior.levels import LEVELS, NO_DATA, rank, to_int16
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.open_scene import open_raster
from hsi_uq_app.workflow.calibration_plan import Plan
from hsi_uq_app.workflow.calibration_row import Row
from hsi_uq_app.workflow.own_network import ResultNetwork

_MEAN, _EPISTEMIC, _ACE = range(3)
_SPAN_VALUES = 1 << 23
_PLAIN = Guard()

Levels = npt.NDArray[np.int16]
Side = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]


def write_calibrated(
    result: QuantileMap,
    row: Row,
    plan: Plan,
    out: Path,
    *,
    network: ResultNetwork | None = None,
    guard: Guard = _PLAIN,
    progress: Progress = silent,
) -> list[Path]:
    """The map of a result as a row's calibrator makes it.

    To the mean: every plane and the mean go through the calibrator's map of logits, and what the draws
    disagree about is not known any more (NaN). Draw by draw: order statistics, mean and disagreement are
    taken anew from calibrated draws.

    Raises:
        UserError: a calibrator whose map of logits falls somewhere, or that runs the network again; the
            result's own name; a full disk.
    """
    assert row.calibrator is not None
    guard = sparing_sources(guard, result, network)
    check_targets(*map_files(out).all, ours=is_map_file, guard=guard)
    levels, side = open_raster(result.files.header), open_raster(result.files.side_header)
    calibrator = row.calibrator
    spans: _Mapped | _Redrawn
    if row.application == "draw-by-draw":
        assert network is not None
        spans = _Redrawn(calibrator, network)
    else:
        spans = _Mapped(calibrator, levels)
    passport = result.passport.model_copy(update={"calibrator": _record(row, plan)})
    facts = {**result.provenance, "calibrated_from": result.fingerprint()}
    with QuantileMapWriter(out, levels, passport, facts, guard) as writer:
        for lines in _line_spans(result, spans.values_a_pixel):
            progress(lines.start / result.lines, f"line {lines.start:,} of {result.lines:,}")
            known = side.read_lines(lines.start, lines.stop)
            writer.write(lines.start * result.samples, *spans(lines, known))
    return list(writer.files.all)


def sparing_sources(guard: Guard, result: QuantileMap, network: ResultNetwork | None) -> Guard:
    """The guard that spares what is calibrated, and the scene it is of."""
    scene = network.cube if network else None
    if scene is not None:
        guard = guard.sparing("is the scene itself", scene.data_path, scene.header.path)
    return guard.sparing("is the result itself", *result.files.all)


class _Mapped:
    """Planes and mean through the calibrator's map of a logit."""

    values_a_pixel = len(LEVELS)

    def __init__(self, calibrator: Calibrator, levels: Cube) -> None:
        if not calibrator.maps_logits():
            raise UserError(
                f"{calibrator.label} is no map of a logit, so a result's planes cannot go through it",
                "leave out --out, or choose a calibrator that works on logits",
            )
        self._calibrator, self._levels, self._table = calibrator, levels, level_table(calibrator)
        if not rises(self._table):
            raise UserError(
                f"the map of {calibrator.label} falls somewhere, so order statistics cannot go through it",
                "apply it draw by draw, with the model and the scene",
            )

    def __call__(self, lines: range, known: Side) -> tuple[Levels, Side]:
        stored = np.nan_to_num(self._levels.read_lines(lines.start, lines.stop), nan=NO_DATA)
        valid = np.isfinite(known[_MEAN])
        side = np.full_like(known, np.nan)
        if valid.any():
            side[_MEAN, valid] = logits_of(self._calibrator(CalibrationInput(known[_MEAN, valid])))
        side[_ACE] = known[_ACE]
        return calibrated_levels(self._table, stored.astype(np.int16)), side


class _Redrawn:
    """Every draw calibrated, then sorted and averaged again."""

    def __init__(self, calibrator: Calibrator, network: ResultNetwork) -> None:
        self._calibrator, self._network = calibrator, network
        draws = network.posterior.draws
        self.values_a_pixel = draws + len(network.posterior.good_bands)
        self._ranks = np.array([rank(level, draws) - 1 for level in LEVELS])

    def __call__(self, lines: range, known: Side) -> tuple[Levels, Side]:
        valid = np.isfinite(known[_MEAN])
        levels = np.full((len(LEVELS), known.shape[1]), NO_DATA, np.int16)
        side = np.full_like(known, np.nan)
        if valid.any():
            places = lines.start * self._network.cube.samples + np.flatnonzero(valid)
            draws = draw_inputs(self._network.posterior, self._network.spectra(places))
            z = np.stack([logits_of(self._calibrator(draw)) for draw in draws])
            levels[:, valid] = to_int16(np.sort(z, axis=0)[self._ranks])
            side[_MEAN, valid], side[_EPISTEMIC, valid] = mean_and_epistemic(*_means(z), np.log)
        side[_ACE] = known[_ACE]
        return levels, side


def _means(z: Side) -> tuple[Doubles, Doubles, Doubles]:
    """Means over draws (S, n) of sigma(z), sigma(-z) and the entropy, (n,) each."""
    p, q = (expit(sign * z.astype(np.float64)) for sign in (1, -1))
    return p.mean(axis=0), q.mean(axis=0), (entr(p) + entr(q)).mean(axis=0)


def _line_spans(result: QuantileMap, values_a_pixel: int) -> Iterator[range]:
    height = max(1, _SPAN_VALUES // (values_a_pixel * result.samples))
    for first in range(0, result.lines, height):
        yield range(first, min(first + height, result.lines))


def _record(row: Row, plan: Plan) -> dict[str, object]:
    """What the passport keeps: all that makes the calibrator again, how it was applied and where fitted."""
    assert row.calibrator is not None
    return to_record(row.calibrator) | {"application": row.application, "fit_region": plan.fit_region}
