"""`reproduce golden`: Tao et al. 2024 (arXiv 2410.12295) on real logits of ten classes."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import numpy as np

from hsi_uq_app.calibration.class_logits import ClassLogits, read_class_logits
from hsi_uq_app.errors import UserError
from hsi_uq_app.experiments.document import write_picture, write_section
from hsi_uq_app.experiments.golden.chart import golden_chart
from hsi_uq_app.experiments.golden.findings import Golden
from hsi_uq_app.experiments.golden.page import golden_page
from hsi_uq_app.experiments.golden.published import FILES, ROWS
from hsi_uq_app.experiments.golden.rows import fitted_rows, golden_rows
from hsi_uq_app.experiments.golden.views import (
    PUBLISHED_CONFIDENCE,
    StrengthCurves,
    strength_curves,
    sure_logits,
    wrong_sample,
)
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.progress import Progress, part


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Compute, write `calibration.md` and `golden.png` into the setting's folder, and give the figures."""
    if setting.data is None:
        raise UserError("the golden logits do not come with this program", "name their folder with --data")
    golden = compute(setting.data, setting.quick, progress)
    page = write_section(setting.out / "calibration.md", "golden", golden_page(golden))
    from hsi_uq_app.experiments.figures_panels import draw_chart

    drawn = draw_chart(golden_chart(golden))
    picture = write_picture(setting.out / "golden.png", drawn, setting.guard)
    return [page, picture], asdict(golden)


def compute(folder: Path, quick: bool, progress: Progress) -> Golden:
    """All tables and curves of the logits in a folder; quick takes fewer strengths and draws, fits less."""
    files = {name: read_class_logits(folder / file) for name, file in FILES.items()}
    strengths = np.linspace(0, 10, 11 if quick else 41).tolist()
    draws = 100 if quick else 1_000
    return Golden(
        table=tuple(golden_rows(files, part(progress, 0.0, 0.2))),
        fitted=tuple(fitted_rows(files, quick, part(progress, 0.2, 0.7))),
        strengths=_strengths(files, strengths, draws, part(progress, 0.7, 1.0)),
        most_confident={n: wrong_sample(data, _exact_strength(n)) for n, data in files.items()},
        like_the_papers={
            n: wrong_sample(data, _exact_strength(n), PUBLISHED_CONFIDENCE) for n, data in files.items()
        },
        sure={name: sure_logits(data) for name, data in files.items()},
    )


def _strengths(
    files: Mapping[str, ClassLogits], strengths: list[float], draws: int, progress: Progress
) -> dict[str, StrengthCurves]:
    shares = [part(progress, i / len(files), (i + 1) / len(files)) for i in range(len(files))]
    return {
        name: strength_curves(data, strengths, draws, share)
        for (name, data), share in zip(files.items(), shares, strict=True)
    }


def _exact_strength(name: str) -> float:
    """The published strength of exact consistency for these logits."""
    found = [row.parameter for row in ROWS if row.logits == name and row.method == "exact consistency"]
    return found[0] or 0.0
