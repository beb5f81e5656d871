"""The columns of the comparison, as paper 1's table I has them and more."""

from typing import Final

from hsi_uq_app.gui.comparison.cells import (
    Column,
    count_column,
    decided,
    ece_column,
    error_column,
    group_column,
    method_hint,
    pd_column,
    percent,
    score,
    score_column,
    whole,
)  # fmt: skip
from hsi_uq_app.gui.numbers import count_text

COLUMNS: Final[tuple[Column, ...]] = (
    Column("Method", "The result's method", lambda row: row.label,
           lambda row: {"method": row.label}, method_hint),
    Column("HCS of\nscene", "Share of all pixels that the set decides",
           lambda row: percent(decided(row.evaluation.hcs)),
           lambda row: {"hcs": decided(row.evaluation.hcs)}),
    count_column("Undecided\npx", "Pixels the set leaves to the analyst", "undecided"),
    Column("per\nkm²", "Undecided pixels in a square kilometre",
           lambda row: whole(row.evaluation.hcs.undecided_per_km2),
           lambda row: {"undecided_per_km2": row.evaluation.hcs.undecided_per_km2}),
    count_column("Target\npart px", "Pixels the set calls target", "target"),
    error_column("False\nin it", "Background in the target part",
                 "target_error", "false_in_target", "target"),
    error_column("Targets\nlost", "Targets that lie in the background part, of all targets",
                  "targets_lost", "lost_in_background", "targets"),
    error_column("Error of\nbackgr.", "Targets in the background part, of its pixels",
                  "background_error", "lost_in_background", "background"),
    Column("Cand.\nHCS", "Share of the candidates (top 1 % by ACE) that the set decides",
           lambda row: percent(decided(row.evaluation.candidates)),
           lambda row: {"candidates_hcs": decided(row.evaluation.candidates)},
           lambda row: f"{count_text(row.evaluation.candidates.counts['pixels'])} candidates"),
    Column("Cand.\nerror", "Wrong verdicts among the decided candidates",
           lambda row: percent(row.evaluation.candidates.error),
           lambda row: {"candidates_error": row.evaluation.candidates.error}),
    Column("Cand.\nwidth", "Mean width of the credible interval on candidates",
           lambda row: score(row.evaluation.candidates.mean_width),
           lambda row: {"candidates_width": row.evaluation.candidates.mean_width}),
    score_column("\nAUC", "Chance that a target scores above background", "auc"),
    score_column("\nAP", "Average precision", "ap"),
    pd_column("1e-3"),
    pd_column("1e-4"),
    score_column("NLL\nskill", "1 − NLL / NLL of the base rate: 1 is perfect, 0 no better", "nll_skill"),
    score_column("Brier\nskill", "1 − Brier / Brier of the base rate", "brier_skill"),
    ece_column("ECE\npositive", "Calibration error of the positive class", "ece_positive"),
    ece_column("ECE\ntop lab.", "Calibration error of the top label: blind to rare targets", "ece_top_label"),
)  # fmt: skip

DISC_COLUMNS: Final[tuple[Column, ...]] = (
    group_column("Discs\nfound", "Discs with an alarm at a false-alarm rate of 1e-3; hover for radii",
                  "all", lambda name: name == "all" or name.startswith("radius")),
    group_column("beneath\nleaves", "The same of discs that leaves hide", "hidden",
                  lambda name: name in ("open", "hidden")),
)  # fmt: skip
"""Where the truth has discs."""
