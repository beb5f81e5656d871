"""The tables and sentences of `reproduce scene-comparison`."""

from collections import Counter
from collections.abc import Callable, Sequence

from hsi_uq_app.experiments.document import markdown_table, spread
from hsi_uq_app.experiments.scene_comparison.chart import PICTURE
from hsi_uq_app.experiments.scene_comparison.row import FITS, MODES, SceneComparisonRow
from hsi_uq_app.experiments.suburb_trial import targets_held
from hsi_uq_app.experiments.table import Setting

COLUMNS = (
    "method",
    "HCS of scene",
    "HCS of cand.",
    "error of cand. HCS",
    "width on cand.",
    "undecided px",
    "T of targets",
    "false in T",
    "lost in B",
    "Pd 1e-3",
    "Pd 1e-4",
    "AUC",
    "AP",
    "NLL skill",
    "Brier skill",
    "mean pi / base",
    "ECE top",
    "ECE pos.",
    "discs found",
    "fit, s",
)


def page_text(rows: Sequence[SceneComparisonRow], setting: Setting) -> str:
    """Both modes' tables, what can be counted about their order, and the discs found."""
    seeds = sorted({row.seed for row in rows})
    tables = [
        f"### {title}\n\n{_table(mode, rows)}\n\n{_sentences(mode, rows)}" for mode, title in MODES.items()
    ]
    return (
        f"Made by `{setting.command('scene-comparison')}`: suburbs `half` with seeds "
        f"{', '.join(map(str, seeds))}; trained on the left "
        "half, scored on the right at alpha = delta = .2; mean (standard deviation over suburbs). "
        "Candidates: the top 1 % by ACE, the same pixels for all methods of a suburb. Seconds include other "
        f"load.\n\n![The set of each method, in both modes]({PICTURE})\n\n"
        + "\n\n".join(tables)
        + "\n\n### Discs found, default mode\n\n"
        + _disc_table([row for row in rows if row.mode == "stratified" and row.discs])
    )


def _table(mode: str, rows: Sequence[SceneComparisonRow]) -> str:
    names = [*FITS, "all background"]
    return markdown_table(
        COLUMNS, [_line(n, [r for r in rows if (r.mode, r.name) == (mode, n)]) for n in names]
    )


def _line(name: str, rows: Sequence[SceneComparisonRow]) -> list[str]:
    found = [row.evaluation for row in rows]
    return [
        name,
        spread([e.hcs.target + e.hcs.background for e in found], 4),
        spread([e.candidates.target + e.candidates.background for e in found], 3),
        spread([e.candidates.error for e in found], 4),
        spread([e.candidates.mean_width for e in found], 3),
        spread([float(e.hcs.counts["undecided"]) for e in found], 0),
        spread([targets_held(e) for e in found]),
        spread([e.hcs.target_error for e in found], 3),
        spread([e.hcs.targets_lost for e in found], 3),
        spread([e.pd_at_far["1e-3"] for e in found]),
        spread([e.pd_at_far["1e-4"] for e in found]),
        spread([e.auc for e in found], 3),
        spread([e.ap for e in found]),
        spread([e.nll_skill for e in found], 3),
        spread([e.brier_skill for e in found], 3),
        spread([e.mean_over_base_rate for e in found]),
        spread([e.ece_top_label for e in found], 5),
        spread([e.ece_positive for e in found], 5),
        spread([_share_found(row) for row in rows]),
        spread([row.seconds for row in rows], 0),
    ]


def _share_found(row: SceneComparisonRow) -> float | None:
    return row.discs[-1].found / row.discs[-1].discs if row.discs else None


def _sentences(mode: str, rows: Sequence[SceneComparisonRow]) -> str:
    """What the program itself can say about order, counted over suburbs; no ranking is typed in."""
    chosen = [row for row in rows if row.mode == mode and row.discs]
    return " ".join(
        (
            f"Smallest error of the candidate HCS: {_wins(chosen, _error)}.",
            f"Largest HCS of candidates: {_wins(chosen, lambda row: -_share(row))}.",
            f"Best NLL skill: {_wins(chosen, lambda row: -(row.evaluation.nll_skill or 0))}.",
        )
    )


def _wins(rows: Sequence[SceneComparisonRow], figure: Callable[[SceneComparisonRow], float]) -> str:
    """How often each method had the smallest figure, the most frequent first."""
    seeds = {row.seed for row in rows}
    best = Counter(min((row for row in rows if row.seed == seed), key=figure).name for seed in seeds)
    return ", ".join(f"{name} in {n} of {len(seeds)}" for name, n in best.most_common())


def _error(row: SceneComparisonRow) -> float:
    return row.evaluation.candidates.error or 0.0


def _share(row: SceneComparisonRow) -> float:
    return row.evaluation.candidates.target + row.evaluation.candidates.background


def _disc_table(rows: Sequence[SceneComparisonRow]) -> str:
    """Discs summed over suburbs: found at a false-alarm rate of 1e-3, and touched by the target part."""
    groups = [group.name for group in rows[0].discs]
    lines = []
    for i, name in enumerate(groups):
        of = [[row.discs[i] for row in rows if row.name == method] for method in FITS]
        total = sum(group.discs for group in of[0])
        lines.append(
            [name, str(total), *(f"{sum(g.found for g in m)} / {sum(g.in_set for g in m)}" for m in of)]
        )
    return markdown_table(("found / in the target part", "discs", *FITS), lines)
