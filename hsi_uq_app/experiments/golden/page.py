"""The golden experiment as text: the published table beside ours, and the calibrators fitted here."""

from hsi_uq_app.experiments.document import markdown_table
from hsi_uq_app.experiments.golden.findings import SENTENCES, Golden, rivals_sentence
from hsi_uq_app.experiments.golden.published import METRICS
from hsi_uq_app.experiments.golden.rows import Figures, FittedRow, GoldenRow


def golden_page(golden: Golden) -> str:
    met = all(row.within for row in golden.table)
    verdict = "All rows lie within tolerance." if met else "**Some rows lie outside their tolerance.**"
    return "\n\n".join(
        [
            "Made by `hsi-uq reproduce golden`: ours / published, on the test logits. " + verdict,
            markdown_table(("logits", "method", "T or strength", *METRICS, "within"), _cells(golden.table)),
            "Fitted here on the validation logits:",
            markdown_table(
                ("logits", "calibrator", "T or strength", *METRICS, "accuracy"), _fitted_cells(golden.fitted)
            ),
            "![ECE and noise strength, the most confident wrong sample, sure logits](golden.png)",
            rivals_sentence(golden.fitted),
            *SENTENCES,
        ]
    )


def _cells(table: tuple[GoldenRow, ...]) -> list[list[str]]:
    return [
        [
            row.published.logits,
            row.published.title,
            "" if row.parameter is None else f"{row.parameter:.4f} / {row.published.parameter}",
            *(
                f"{_number(row.figures, name)} / {value}"
                for name, value in zip(METRICS, row.published.figures, strict=True)
            ),
            "yes" if row.within else "NO",
        ]
        for row in table
    ]


def _fitted_cells(rows: tuple[FittedRow, ...]) -> list[list[str]]:
    return [
        [
            row.logits,
            row.calibrator,
            "" if row.parameter is None else f"{row.parameter:.4f}",
            *(_number(row.figures, name) for name in METRICS),
            f"{row.figures['accuracy']:.4f}",
        ]
        for row in rows
    ]


def _number(figures: Figures, name: str) -> str:
    value = figures[name]
    return "undefined" if value is None else f"{value:.{6 if name == 'CECE' else 5}f}"
