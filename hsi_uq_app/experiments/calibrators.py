"""`reproduce calibrators`: paper 2's tables 1 and 2 and figures 1a and 3a on simulated suburbs."""

from dataclasses import asdict, replace
from pathlib import Path

from hsi_uq_app.experiments.calibrators_chart import calibrators_chart
from hsi_uq_app.experiments.calibrators_claims import claims_of
from hsi_uq_app.experiments.calibrators_findings import Curves, Findings, Record
from hsi_uq_app.experiments.calibrators_page import PICTURE, calibrators_page, sentences
from hsi_uq_app.experiments.calibrators_trial import suburb_records
from hsi_uq_app.experiments.calibrators_ways import FULL, QUICK, Size
from hsi_uq_app.experiments.document import write_section
from hsi_uq_app.experiments.suburb_trial import suburb
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.files import whole_files
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.suburb.config import PRESETS


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Five suburbs, all methods, calibrators and losses; `--quick`: one smaller suburb, 20 draws."""
    found = compute(QUICK if setting.quick else FULL, setting.seed, progress)
    page = write_section(setting.out / "calibration.md", "calibrators", calibrators_page(found, setting))
    picture = setting.out / PICTURE
    from hsi_uq_app.export.figures_calibration import draw_chart

    chart = calibrators_chart(found.curves, sentences(found, claims_of(found)))
    with whole_files(picture) as (draft,):
        draft.write_bytes(draw_chart(chart))
    return [page, picture], asdict(found)


def compute(size: Size, seed: int, progress: Progress) -> Findings:
    """All suburbs, one after the other."""
    records: list[Record] = []
    curves: list[Curves] = []
    for i in range(size.seeds):
        share = part(progress, i / size.seeds, (i + 1) / size.seeds)
        config = replace(PRESETS["half"], seed=seed + i, **size.suburb)
        with suburb(config, part(share, 0.0, 0.05)) as place:
            found, curve = suburb_records(place, seed + i, size, part(share, 0.05, 1.0))
        records += found
        curves.append(curve)
    return Findings(tuple(records), tuple(curves))
