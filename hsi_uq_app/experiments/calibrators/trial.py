"""Every method with every calibrator, and the deep ensemble with every loss: a job for each model."""

from dataclasses import dataclass, replace

from hsi_uq_app.calibration.ece import noise_floor
from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.experiments.calibrators.curves import curves_of
from hsi_uq_app.experiments.calibrators.findings import TOP_FLOOR, Record, SuburbCurves
from hsi_uq_app.experiments.calibrators.ways import (
    AS_PREDICTED,
    LOSS_NAMES,
    LOSS_WAYS,
    WAYS,
    RunSize,
    regions,
)
from hsi_uq_app.experiments.suburb_trial import Suburb, SuburbFit, fit_left, suburb
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.suburb.config import PRESETS
from hsi_uq_app.workflow.calibrate import Calibration, calibrate
from hsi_uq_app.workflow.calibration_row import Row
from hsi_uq_app.workflow.own_network import ResultNetwork, own_network
from hsi_uq_app.workflow.predict import predict

CURVES_OF = "deep-ensemble"


@dataclass(frozen=True, eq=False)
class _Model:
    """A trained model of a suburb and its result."""

    fit: SuburbFit
    result: QuantileMap
    network: ResultNetwork


@dataclass(frozen=True)
class ModelJob:
    """One model of one suburb, with everything that is done to it."""

    size: RunSize
    suburb: int
    fit: SuburbFit


def jobs_of(size: RunSize, seed: int) -> list[ModelJob]:
    """Every method and every loss on so many suburbs, the first of them `seed`."""
    return [
        ModelJob(size, number, fit)
        for number in range(seed, seed + size.seeds)
        for fit in _fits(size, number)
    ]


def run_job(job: ModelJob) -> tuple[list[Record], SuburbCurves | None]:
    """All records of a model, and the curves if it is the one they are of; follows from the job alone."""
    config, size, seed = replace(PRESETS["half"], seed=job.suburb, **job.size.suburb), job.size, job.suburb
    with suburb(config) as place:
        model = _trained(place, job.fit)
        stratified = job.fit.sample == "stratified"
        records = _records(place, seed, model, tuple(WAYS) if stratified else LOSS_WAYS, size)
        if not stratified or job.fit.method != CURVES_OF:
            return records, None
        return records, curves_of(place, seed, model.result, model.network, size)


def _fits(size: RunSize, seed: int) -> list[SuburbFit]:
    by_method = [SuburbFit(name, seed=seed, options=size.options_of(name)) for name in METHODS]
    options = size.options_of(CURVES_OF)
    return by_method + [SuburbFit(CURVES_OF, "random", seed, options | {"loss": loss}) for loss in LOSS_NAMES]


def _trained(place: Suburb, fit: SuburbFit) -> _Model:
    posterior = fit_left(place, fit).posterior
    out = place.folder / f"{fit.method}-{fit.sample}-{fit.options.get('loss', 'log')}.hdr"
    predict(place.cube, posterior, out)
    result = open_quantile_map(out)
    return _Model(fit, result, own_network(result, posterior, place.cube))


def _records(place: Suburb, seed: int, model: _Model, ways: tuple[str, ...], size: RunSize) -> list[Record]:
    """What each way makes of the model, after the model as it is."""
    fit_region, report_region = regions(place.cube.lines, place.cube.samples)
    records: list[Record] = []
    for name in ways:
        way = WAYS[name]
        found = calibrate(
            model.result,
            place.truth,
            (way.calibrator,),
            way.plan(fit_region, report_region, size.neighbours),
            network=model.network,
            most_fit_pixels=size.fit_pixels,
        )
        if not records:
            records.append(_record(model.fit, seed, AS_PREDICTED, found, found.before))
        records.append(_record(model.fit, seed, name, found, found.rows[0]))
    return records


def _record(fit: SuburbFit, seed: int, way: str, found: Calibration, row: Row) -> Record:
    labels = found.pixels.labels
    assert row.probability is not None
    floor = noise_floor(row.probability, labels, "top-label")
    return Record(
        seed=seed,
        method=METHODS[fit.method].label,
        loss=LOSS_NAMES[fit.options.get("loss", "log")],
        sample=fit.sample,
        way=way,
        figures={**row.figures, TOP_FLOOR: floor},
        changed_classes=row.changed_classes,
        pixels=labels.size,
        targets=int(labels.sum()),
    )
