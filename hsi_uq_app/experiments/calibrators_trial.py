"""One suburb: every method with every calibrator, and the deep ensemble with every loss."""

from dataclasses import dataclass

from hsi_uq_app.calibration.ece import noise_floor
from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.experiments.calibrators_curves import curves_of
from hsi_uq_app.experiments.calibrators_findings import TOP_FLOOR, Curves, Record
from hsi_uq_app.experiments.calibrators_ways import (
    AS_PREDICTED,
    LOSS_NAMES,
    LOSS_WAYS,
    WAYS,
    Size,
    regions,
)
from hsi_uq_app.experiments.suburb_trial import Fit, Suburb, fit_left
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.workflow.calibrate import Calibration, calibrate
from hsi_uq_app.workflow.calibration_row import Row
from hsi_uq_app.workflow.own_network import Network, own_network
from hsi_uq_app.workflow.predict import predict

CURVES_OF = "deep-ensemble"


@dataclass(frozen=True, eq=False)
class _Model:
    """A trained model of a suburb and its result."""

    fit: Fit
    result: QuantileMap
    network: Network


def suburb_records(place: Suburb, seed: int, size: Size, progress: Progress) -> tuple[list[Record], Curves]:
    """All records of one suburb, and the curves of its deep ensemble."""
    fits = [Fit(name, seed=seed, options=size.options_of(name)) for name in METHODS]
    fits += [
        Fit(CURVES_OF, "random", seed, size.options_of(CURVES_OF) | {"loss": loss}) for loss in LOSS_NAMES
    ]
    records, curves = [], None
    for i, fit in enumerate(fits):
        share = part(progress, i / len(fits), (i + 1) / len(fits))
        model = _trained(place, fit, part(share, 0.0, 0.4))
        ways = tuple(WAYS) if fit.sample == "stratified" else LOSS_WAYS
        records += _records(place, seed, model, ways, size, part(share, 0.4, 0.9))
        if fit.method == CURVES_OF and fit.sample == "stratified":
            curves = curves_of(place, seed, model.result, model.network, size, part(share, 0.9, 1.0))
    assert curves is not None
    return records, curves


def _trained(place: Suburb, fit: Fit, progress: Progress) -> _Model:
    posterior = fit_left(place, fit, part(progress, 0.0, 0.9)).posterior
    out = place.folder / f"{fit.method}-{fit.sample}-{fit.options.get('loss', 'log')}.hdr"
    predict(place.cube, posterior, out, progress=part(progress, 0.9, 1.0))
    result = open_quantile_map(out)
    return _Model(fit, result, own_network(result, posterior, place.cube))


def _records(
    place: Suburb, seed: int, model: _Model, ways: tuple[str, ...], size: Size, progress: Progress
) -> list[Record]:
    """What each way makes of the model, after the model as it is."""
    fit_region, report_region = regions(place.cube.lines, place.cube.samples)
    records: list[Record] = []
    for i, name in enumerate(ways):
        way = WAYS[name]
        found = calibrate(
            model.result, place.truth, (way.calibrator,),
            way.plan(fit_region, report_region, size.neighbours), network=model.network,
            most_fit_pixels=size.fit_pixels, progress=part(progress, i / len(ways), (i + 1) / len(ways)),
        )  # fmt: skip
        if not records:
            records.append(_record(model.fit, seed, AS_PREDICTED, found, found.before))
        records.append(_record(model.fit, seed, name, found, found.rows[0]))
    return records


def _record(fit: Fit, seed: int, way: str, found: Calibration, row: Row) -> Record:
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
