"""Compare results with the truth, and with each other."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hsi_uq_app.confidence.agreement import agreement, count_agreement
from hsi_uq_app.confidence.high_confidence_set import Classes, high_confidence_set
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.disc_truth import DiscTruth
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.comparison import (
    Agreement,
    AgreementInputs,
    Comparison,
    ComparisonInputs,
    ComparisonRow,
)
from hsi_uq_app.session.state import Result

if TYPE_CHECKING:
    from hsi_uq_app.workflow.discs_found import DiscGroup

_TABLE = 0.7  # share of the time that the table takes, where discs are counted too


@dataclass(frozen=True, eq=False)
class CompareResults:
    """Every result on the same pixels, and what calling everything background would score."""

    results: tuple[Result, ...]
    truth: Truth
    discs: DiscTruth | None
    made_from: ComparisonInputs

    def __call__(self, progress: Progress) -> Comparison:
        from hsi_uq_app.workflow.compare import compare

        alpha, delta = self._thresholds()
        maps = [result.quantiles for result in self.results]
        region = self.made_from.region
        found = compare(maps, self.truth, region, alpha, delta, progress=part(progress, 0, _TABLE))
        rows = [
            ComparisonRow(result.path, label, evaluation, self._discs(result, progress))
            for result, label, evaluation in zip(
                self.results, labels_of(self.results), found[:-1], strict=True
            )
        ]
        return Comparison(self.made_from, (*rows, ComparisonRow(None, found[-1].method, found[-1])))

    def _discs(self, result: Result, progress: Progress) -> "tuple[DiscGroup, ...]":
        from hsi_uq_app.workflow.discs_found import disc_fates, disc_groups

        if self.discs is None:
            return ()
        progress(_TABLE, "Counting the discs found")
        fates = disc_fates(
            result.quantiles, self.truth, self.discs, self.made_from.region, *self._thresholds()
        )
        return tuple(disc_groups(fates))

    def _thresholds(self) -> tuple[float, float]:
        return self.made_from.thresholds.alpha_value, self.made_from.thresholds.delta_value


@dataclass(frozen=True, eq=False)
class FindDisagreement:
    """The sets of all results, compared pixel by pixel."""

    results: tuple[Result, ...]
    made_from: AgreementInputs

    def __call__(self, progress: Progress) -> Agreement:
        kinds = agreement(self._verdicts(progress))
        return Agreement(self.made_from, kinds, count_agreement(kinds))

    def _verdicts(self, progress: Progress) -> Iterator[Classes]:
        thresholds = self.made_from.thresholds
        for number, result in enumerate(self.results):
            progress(number / len(self.results), "Comparing the sets")
            lower, upper = result.quantiles.interval(thresholds.alpha)
            yield high_confidence_set(lower, upper, thresholds.delta_value)


def labels_of(results: tuple[Result, ...]) -> list[str]:
    """The method of each result; its file's name too where a method stands twice."""
    methods = [result.quantiles.passport.method for result in results]
    times = Counter(methods)
    return [
        method if times[method] == 1 else f"{method} · {result.path.stem}"
        for method, result in zip(methods, results, strict=True)
    ]
