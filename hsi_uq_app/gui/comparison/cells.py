"""What a column of the comparison is, and how its cells are written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hsi_uq_app.gui.numbers import count_text, score_text
from hsi_uq_app.session.comparison import ComparisonRow
from hsi_uq_app.workflow.set_errors import Interval, SetErrors

Value = str | int | float | None
_DASH: Final = "–"


@dataclass(frozen=True)
class ComparisonColumn:
    """A column.

    Attributes:
        title: two lines at most.
        tip: what it means.
        text: how a row's cell is written.
        values: names and values of the CSV.
        hint: more about a cell: its interval and what it was counted from.
    """

    title: str
    tip: str
    text: Callable[[ComparisonRow], str]
    values: Callable[[ComparisonRow], dict[str, Value]]
    hint: Callable[[ComparisonRow], str] = lambda _: ""


def method_hint(row: ComparisonRow) -> str:
    if row.result is None:
        return (
            "What calling every pixel background would score: the largest set there is, and no target in it"
        )
    return str(row.result.path)


def _errors(of: str, errors: str) -> Callable[[ComparisonRow], str]:
    """Count and share of an error, so that its size stands beside it."""

    def text(row: ComparisonRow) -> str:
        counts, share = row.evaluation.hcs.counts, getattr(row.evaluation.hcs, of)
        return _DASH if share is None else f"{count_text(counts[errors])} ({percent(share)})"

    return text


def _interval_hint(of: str, errors: str, whole: str) -> Callable[[ComparisonRow], str]:
    def hint(row: ComparisonRow) -> str:
        hcs = row.evaluation.hcs
        interval: Interval | None = getattr(hcs, f"{of}_interval")
        if interval is None:
            return "nothing to count"
        counted = f"{count_text(hcs.counts[errors])} of {count_text(hcs.counts[whole])}"
        return (
            f"{counted}: {percent(interval[0])} to {percent(interval[1])} (95 % Wilson, independent pixels)"
        )

    return hint


def error_column(title: str, tip: str, of: str, errors: str, whole: str) -> ComparisonColumn:
    def values(row: ComparisonRow) -> dict[str, Value]:
        hcs = row.evaluation.hcs
        low, high = getattr(hcs, f"{of}_interval") or (None, None)
        return {errors: hcs.counts[errors], of: getattr(hcs, of), f"{of}_lower": low, f"{of}_upper": high}

    return ComparisonColumn(title, tip, _errors(of, errors), values, _interval_hint(of, errors, whole))


def count_column(title: str, tip: str, part: str) -> ComparisonColumn:
    return ComparisonColumn(
        title,
        tip,
        lambda row: count_text(row.evaluation.hcs.counts[part]),
        lambda row: {f"{part}_pixels": row.evaluation.hcs.counts[part]},
        lambda row: f"{percent(getattr(row.evaluation.hcs, part))} of {count_text(row.evaluation.n)} pixels",
    )


def score_column(title: str, tip: str, name: str) -> ComparisonColumn:
    return ComparisonColumn(
        title,
        tip,
        lambda row: score(getattr(row.evaluation, name)),
        lambda row: {name: getattr(row.evaluation, name)},
    )


def ece_column(title: str, tip: str, name: str) -> ComparisonColumn:
    return ComparisonColumn(
        title,
        tip,
        lambda row: score(getattr(row.evaluation, name)),
        lambda row: {
            name: getattr(row.evaluation, name),
            f"{name}_floor": getattr(row.evaluation, f"{name}_floor"),
        },
        lambda row: f"Noise floor {score(getattr(row.evaluation, f'{name}_floor'))}: an ECE near it is noise",
    )


def pd_column(rate: str) -> ComparisonColumn:
    def hint(row: ComparisonRow) -> str:
        interval = row.evaluation.pd_at_far_interval[rate]
        ace = row.evaluation.ace_pd_at_far[rate]
        spread = f"{percent(interval[0])} to {percent(interval[1])} (95 %); " if interval else ""
        return f"{spread}ACE alone: {score(ace)}"

    return ComparisonColumn(
        f"Pd at\n{rate}",
        f"Share of the targets found at a false-alarm rate of {rate}",
        lambda row: score(row.evaluation.pd_at_far[rate]),
        lambda row: {f"pd_at_{rate}": row.evaluation.pd_at_far[rate]},
        hint,
    )


def _group_text(name: str) -> Callable[[ComparisonRow], str]:
    def text(row: ComparisonRow) -> str:
        group = next((one for one in row.discs if one.name == name), None)
        return f"{group.found}/{group.discs}" if group else _DASH

    return text


def group_column(title: str, tip: str, name: str, shown: Callable[[str], bool]) -> ComparisonColumn:
    def values(row: ComparisonRow) -> dict[str, Value]:
        group = next((one for one in row.discs if one.name == name), None)
        return {
            f"discs_{name}": group.discs if group else None,
            f"discs_{name}_found": group.found if group else None,
        }

    def hint(row: ComparisonRow) -> str:
        lines = [
            f"{one.name}: {one.found} of {one.discs} found, {one.in_set} in the target part"
            for one in row.discs
            if shown(one.name)
        ]
        return "\n".join(lines)

    return ComparisonColumn(title, tip, _group_text(name), values, hint)


def decided(errors: SetErrors) -> float:
    """The share that the set decides."""
    return errors.target + errors.background


def percent(share: float | None) -> str:
    """Per cent with two figures where they matter."""
    if share is None:
        return _DASH
    value = 100 * share
    if value == 100:
        return "100 %"
    return f"{value:.2g} %" if 0 < value < 1 else f"{value:.1f} %"


def score(value: float | None) -> str:
    """A score; a dash where it is undefined."""
    return _DASH if value is None else score_text(value)


def whole(value: float | None) -> str:
    """A whole number; a dash where it is undefined."""
    return _DASH if value is None else count_text(round(value))
