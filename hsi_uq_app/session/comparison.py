"""Results side by side: their figures on the same pixels, and where their sets disagree."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.agreement import (
    AGREED,
    AGREEMENT_NAMES,
    OPPOSED,
    PARTLY,
    AgreementCounts,
    agreement,
    count_agreement,
)
from hsi_uq_app.confidence.high_confidence_set import Classes, high_confidence_set
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.disc_truth import DiscTruth
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.layer import Layer, LayerLegend, LayerPicture, LegendRow, PictureBuffers
from hsi_uq_app.session.reads import same
from hsi_uq_app.session.results import Result
from hsi_uq_app.session.state import AppState, Transition
from hsi_uq_app.session.suburb import DISCS
from hsi_uq_app.session.view import LayerStyle, Thresholds

if TYPE_CHECKING:
    from hsi_uq_app.workflow.discs_found import DiscGroup
    from hsi_uq_app.workflow.evaluate import Evaluation

FEWEST_TO_AGREE: Final = 2
_TABLE: Final = 0.7  # share of the time that the table takes, where discs are counted too
AGREEMENT_COLOURS: Final = {PARTLY: (86, 180, 233), OPPOSED: (230, 90, 170)}
"""Where verdicts differ; not the colours of the verdicts themselves. Where all agree, nothing is painted."""


@dataclass(frozen=True)
class ComparisonRow:
    """One result, or (without one) what calling everything background would score.

    Attributes:
        discs: discs found, by size and by hiding; empty where the truth has none.
    """

    result: Result | None
    label: str
    evaluation: "Evaluation"
    discs: "tuple[DiscGroup, ...]" = ()


@dataclass(frozen=True, eq=False)
class Comparison:
    """Results on the same pixels, in the order of the list; the last row is "all background"."""

    rows: tuple[ComparisonRow, ...]
    region: str
    thresholds: Thresholds


@dataclass(frozen=True, eq=False)
class CompareResults:
    """Every result on the same pixels, and what calling everything background would score."""

    results: tuple[Result, ...]
    truth: Truth
    region: str
    thresholds: Thresholds
    discs: DiscTruth | None

    def __call__(self, progress: Progress) -> Comparison:
        from hsi_uq_app.workflow.compare import compare

        alpha, delta = self.thresholds.alpha_value, self.thresholds.delta_value
        maps = [result.quantiles for result in self.results]
        evaluations = compare(maps, self.truth, self.region, alpha, delta, progress=part(progress, 0, _TABLE))
        rows = [
            ComparisonRow(result, label, evaluation, self._discs(result, progress))
            for result, label, evaluation in zip(
                self.results, labels_of(self.results), evaluations[:-1], strict=True
            )
        ]
        last = ComparisonRow(None, evaluations[-1].method, evaluations[-1])
        return Comparison((*rows, last), self.region, self.thresholds)

    def _discs(self, result: Result, progress: Progress) -> "tuple[DiscGroup, ...]":
        from hsi_uq_app.workflow.discs_found import disc_fates, disc_groups

        if self.discs is None:
            return ()
        progress(_TABLE, "Counting the discs found")
        alpha, delta = self.thresholds.alpha_value, self.thresholds.delta_value
        fates = disc_fates(result.quantiles, self.truth, self.discs, self.region, alpha, delta)
        return tuple(disc_groups(fates))


def comparison_key(state: AppState) -> Key | None:
    """What the table is made from; None without results, without truth, or while nobody looks."""
    if not (state.comparing and state.results and state.truth):
        return None
    return state.results, state.truth, state.view.region, state.view.thresholds, DISCS.of(state)


COMPARISON: Derivation[Comparison] = Derivation(
    "compare", comparison_key, CompareResults, debounced=True, quiet=False
)


def comparing_set(comparing: bool) -> Transition:
    """Results are compared, or no longer."""
    return lambda state: state if state.comparing == comparing else replace(state, comparing=comparing)


def labels_of(results: tuple[Result, ...]) -> list[str]:
    """The method of each result; its file's name too where a method stands twice."""
    methods = [result.quantiles.passport.method for result in results]
    times = Counter(methods)
    return [
        method if times[method] == 1 else f"{method} · {result.path.stem}"
        for method, result in zip(methods, results, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Agreement:
    """Where the sets of the results agree: kinds (lines, samples) uint8 of `confidence.agreement`."""

    kinds: npt.NDArray[np.uint8]
    counts: AgreementCounts


@dataclass(frozen=True, eq=False)
class FindDisagreement:
    """The sets of all results, compared pixel by pixel."""

    results: tuple[Result, ...]
    thresholds: Thresholds

    def __call__(self, progress: Progress) -> Agreement:
        kinds = agreement(self._verdicts(progress))
        return Agreement(kinds, count_agreement(kinds))

    def _verdicts(self, progress: Progress) -> Iterator[Classes]:
        for number, result in enumerate(self.results):
            progress(number / len(self.results), "Comparing the sets")
            lower, upper = result.quantiles.interval(self.thresholds.alpha)
            yield high_confidence_set(lower, upper, self.thresholds.delta_value)


def agreement_key(state: AppState) -> Key | None:
    """What the map of agreement is made from; None for fewer than two results, or while nobody looks."""
    is_wanted = state.comparing or state.view.layer == "disagreement"
    if not is_wanted or len(state.results) < FEWEST_TO_AGREE:
        return None
    return state.results, state.view.thresholds


AGREEMENT: Derivation[Agreement] = Derivation("agreement", agreement_key, FindDisagreement, debounced=True)


def _picture(state: AppState, _buffers: PictureBuffers) -> LayerPicture | None:
    """The map of agreement; while other sliders make it anew, the one before stays, without numbers."""
    made, asked = AGREEMENT.latest(state), agreement_key(state)
    if made is None or asked is None or not same(made.key[0], asked[0]):
        return None
    rows = _legend_rows(made.value, is_current=same(made.key, asked))
    return LayerPicture(
        made.value.kinds,
        colours=AGREEMENT_COLOURS,
        marked=(PARTLY, OPPOSED),
        marked_colours=256,
        legend=LayerLegend(f"{len(state.results)} results", rows),
    )


def _legend_rows(agreement: Agreement, is_current: bool) -> tuple[LegendRow, ...]:
    counts = {
        AGREED: agreement.counts.agreed,
        PARTLY: agreement.counts.partly,
        OPPOSED: agreement.counts.opposed,
    }
    return tuple(
        LegendRow(
            AGREEMENT_COLOURS.get(kind),
            AGREEMENT_NAMES[kind].capitalize(),
            pixels if is_current else None,
            pixels / agreement.counts.compared if agreement.counts.compared else None,
        )
        for kind, pixels in counts.items()
    )


LAYER: Final = Layer(
    name="disagreement",
    label="Disagreement",
    title="Disagreement between results",
    hint="Where the sets of the loaded results differ",
    key="D",
    style=LayerStyle(0.9, ""),
    missing=lambda state: "" if len(state.results) >= FEWEST_TO_AGREE else "load a second result first",
    picture=_picture,
)
