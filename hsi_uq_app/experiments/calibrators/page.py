"""The tables and sentences of `reproduce calibrators`."""

import math
from collections.abc import Sequence

from hsi_uq_app.experiments.calibrators.claims import Claim, beneath_the_floor, claims_of
from hsi_uq_app.experiments.calibrators.findings import (
    MEASURES,
    POSITIVE,
    TOP,
    TOP_FLOOR,
    Findings,
    Record,
    losses_of,
    methods_of,
)
from hsi_uq_app.experiments.calibrators.ways import AS_PREDICTED, FULL, LOSS_WAYS, QUICK, WAYS, RunSize
from hsi_uq_app.experiments.document import markdown_table, spread
from hsi_uq_app.experiments.papers import TAO
from hsi_uq_app.experiments.table import Setting

COLUMNS = (
    (TOP, 5),
    (POSITIVE, 5),
    ("AdaECE, positive class", 5),
    ("smooth ECE, logit kernel", 5),
    ("NLL skill", 3),
    ("Brier skill", 3),
    ("mean p / base rate", 2),
)
PICTURE = "calibrators.png"
READING = (
    f"On rare targets the top-label ECE, the measure of {TAO}, is nearly blind: the positive-class ECE and "
    "the skills stand beside it. Frequencies of draws (consistency at the inputs, drawn, without labels) and "
    "isotonic calibration give probabilities of exactly 0 and 1, so their NLL can be infinite."
)


def calibrators_page(found: Findings, setting: Setting) -> str:
    """Claims first, then the tables they were counted in."""
    claims = claims_of(found)
    return "\n\n".join(
        [
            _about(found, setting),
            *sentences(found, claims),
            f"### Claims of {TAO}, counted",
            _claim_table(claims),
            f"![Consistency as its noise grows]({PICTURE})",
            "### Calibrators, by method",
            *(f"{name}:\n\n{_method_table(found.by_method, name)}" for name in methods_of(found.by_method)),
            "### Calibrators, by training loss (deep ensemble, random sample)",
            *(_loss_table(found.by_loss, name, digits) for name, digits in _LOSS_COLUMNS),
        ]
    )


def sentences(found: Findings, claims: Sequence[Claim]) -> list[str]:
    """What held and what did not, from the counts alone; and how far the counts can be believed."""
    floor = beneath_the_floor(found.records)
    verdicts = [
        f"Claims of {TAO} that {verdict} here, by their own measure, the top-label ECE: "
        + "; ".join(f"{c.words} ({next(iter(c.counts.values()))})" for c in of_it)
        + "."
        for verdict, of_it in _by_verdict(claims)
    ]
    doubt = (
        f"{floor} top-label ECEs lie at or below their noise floor, where one is no better than another. "
        "Counts are of models, not of independent scenes: five methods share a suburb."
    )
    return [*verdicts, doubt, READING]


def _by_verdict(claims: Sequence[Claim]) -> list[tuple[str, list[Claim]]]:
    papers = [claim for claim in claims if not claim.ours]
    kinds = ("held", "held in part", "did not hold")
    groups = [(kind, [claim for claim in papers if claim.verdict == kind]) for kind in kinds]
    return [(kind, group) for kind, group in groups if group]


def _claim_table(claims: Sequence[Claim]) -> str:
    rows = [
        [_words(claim), *(str(claim.counts.get(name, "")) for name in MEASURES), claim.verdict]
        for claim in claims
    ]
    return markdown_table(("claim", *MEASURES, "by their measure"), rows)


def _method_table(records: Sequence[Record], method: str) -> str:
    of_method = [record for record in records if record.method == method]
    rows = [_row(way, [r for r in of_method if r.way == way]) for way in (AS_PREDICTED, *WAYS)]
    return markdown_table(
        ("calibrator", *(name for name, _ in COLUMNS), "classes changed"), [row for row in rows if row]
    )


def _row(way: str, records: Sequence[Record]) -> list[str]:
    if not records:
        return []
    cells = [_spread([record.figures[name] for record in records], digits) for name, digits in COLUMNS]
    return [way, *cells, spread([float(record.changed_classes) for record in records], 0)]


_LOSS_COLUMNS = ((TOP, 5), (POSITIVE, 5), ("NLL skill", 3), ("mean p / base rate", 2))


def _loss_table(records: Sequence[Record], name: str, digits: int) -> str:
    """Table 2 of Tao et al. 2024: a row a loss, a column a calibrator."""
    ways = (AS_PREDICTED, *LOSS_WAYS)

    def cell(loss: str, way: str) -> str:
        return _spread([r.figures[name] for r in records if (r.loss, r.way) == (loss, way)], digits)

    rows = [[loss, *(cell(loss, way) for way in ways)] for loss in losses_of(records)]
    return markdown_table((name, *ways), rows)


def _about(found: Findings, setting: Setting) -> str:
    seeds = sorted({record.seed for record in found.records})
    as_predicted = [record for record in found.records if record.way == AS_PREDICTED]
    one_a_suburb = list({record.seed: record for record in as_predicted}.values())
    n, targets = (
        spread([float(getattr(record, what)) for record in one_a_suburb], 0) for what in ("pixels", "targets")
    )
    floor = spread([record.figures[TOP_FLOOR] for record in as_predicted], 5)
    return (
        f"Made by `{setting.command('calibrators')}`: suburbs with seeds {', '.join(map(str, seeds))}; "
        "trained on the left half, calibrators fitted on the top third of the right half, reported on its "
        f"lower 60 %, a guard strip between. Report region: {n} pixels, {targets} targets; noise floor of "
        f"the top-label ECE as predicted {floor}. Mean (standard deviation over suburbs). "
        + _sizes(QUICK if setting.quick else FULL)
    )


def _sizes(size: RunSize) -> str:
    return (
        "Calibrators that look at a pixel many times (GC, and consistency that draws) were fitted on "
        f"{size.fit_pixels:,} random pixels of the fit region's {size.fit_region_pixels:,}, all others on "
        f"all: what they lose to the others may be due to that. Consistency ran on {size.neighbours} "
        f"neighbours at the inputs, {10 * size.neighbours:,} at the logits; curves are of "
        f"{size.curve_pixels:,} pixels."
    )


def _spread(values: Sequence[float | None], digits: int) -> str:
    """As `spread`; a figure that is infinite on any suburb says so."""
    infinite = sum(value is not None and math.isinf(value) for value in values)
    if not infinite:
        return spread(values, digits)
    return "infinite" if infinite == len(values) else f"infinite in {infinite} of {len(values)}"


def _words(claim: Claim) -> str:
    return f"{claim.words} (not theirs)" if claim.ours else claim.words
