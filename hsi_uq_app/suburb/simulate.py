"""Simulate a suburb: plan it, render it strip by strip, write the cube and its truth."""

from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import by_ending, envi, starts_with
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.headers import cube_fields, truth_fields
from hsi_uq_app.suburb.library import WAVELENGTHS_NM
from hsi_uq_app.suburb.mixing import reflectance
from hsi_uq_app.suburb.plan import SuburbPlan, make_plan
from hsi_uq_app.suburb.raster_draft import RasterDraft
from hsi_uq_app.suburb.sensor import Sensor, make_sensor
from hsi_uq_app.suburb.shapes import PixelWindow
from hsi_uq_app.suburb.strip import paint_strip
from hsi_uq_app.suburb.truth import TRUTH_MAPS, write_disc_table

_PLAIN = Guard()
_IMAGE = envi(b"Simulated suburb with ", b"Truth of a simulated suburb: ")
_OURS = by_ending({".csv": starts_with(b"id,line,sample,radius_m,hidden,"), "": _IMAGE})
_PATIENCE_S = 0.1
"""Longest silence towards the caller's progress."""


@dataclass(frozen=True, eq=False)
class Rendered:
    """A finished strip: the cube's numbers int16 (lines, bands, samples) and the truth maps by name."""

    first_line: int
    cube: np.ndarray
    truth: Mapping[str, np.ndarray]


def simulate(
    out_hdr: Path, config: SuburbConfig, progress: Progress = silent, guard: Guard = _PLAIN
) -> list[Path]:
    """Write a simulated suburb: OUT.hdr, OUT.img, OUT_abundance.hdr and so on, and OUT_discs.csv.

    Whole or not at all: cancelled or failing, it leaves nothing behind.

    Returns:
        The files written, the cube's header first.

    Raises:
        UserError: not a .hdr name, no room for the discs, full disk, a file is there that is none of these.
    """
    paths = output_paths(out_hdr)
    with whole_files(*paths.values(), ours=_OURS, guard=guard) as drafts:
        draft = dict(zip(paths, drafts, strict=True))
        progress(0.0, "planning the suburb")
        plan = make_plan(config, part(progress, 0.0, 0.05))
        _write_headers(draft, config)
        write_disc_table(draft["discs.csv"], plan)
        _write_rasters(draft, plan, part(progress, 0.05, 1.0))
    return list(paths.values())


def output_paths(out_hdr: Path) -> dict[str, Path]:
    """Key -> file; the cube's header first.

    Raises:
        UserError: the name does not end in .hdr.
    """
    if out_hdr.suffix.lower() != ".hdr":
        raise UserError(f"{out_hdr.name} does not end in .hdr", f"call it {out_hdr.name}.hdr")
    paths = {"hdr": out_hdr, "img": out_hdr.with_suffix(".img")}
    for name in TRUTH_MAPS:
        for suffix in ("hdr", "img"):
            paths[f"{name}.{suffix}"] = out_hdr.with_name(f"{out_hdr.stem}_{name}.{suffix}")
    return {**paths, "discs.csv": out_hdr.with_name(f"{out_hdr.stem}_discs.csv")}


def render(plan: SuburbPlan, sensor: Sensor, first_line: int, last_line: int) -> Rendered:
    """Render some lines; the same bytes whatever strip they are part of."""
    strip = paint_strip(plan, PixelWindow(first_line, last_line, 0, plan.config.samples).grown(sensor.halo))
    seen = sensor.blur(reflectance(plan, strip))
    truth = {name: truth_map.of(plan, strip, sensor) for name, truth_map in TRUTH_MAPS.items()}
    return Rendered(first_line, sensor.measure(seen, first_line), truth)


def _write_headers(draft: Mapping[str, Path], config: SuburbConfig) -> None:
    write_header(draft["hdr"], cube_fields(config))
    for name, truth_map in TRUTH_MAPS.items():
        write_header(draft[f"{name}.hdr"], truth_fields(config, name, truth_map))


def _write_rasters(draft: Mapping[str, Path], plan: SuburbPlan, progress: Progress) -> None:
    config = plan.config
    shape = config.lines, len(WAVELENGTHS_NM), config.samples
    with ExitStack() as files:
        cube = files.enter_context(RasterDraft(draft["img"], shape, "<i2", config.interleave))
        maps = {
            name: files.enter_context(RasterDraft(draft[f"{name}.img"], (shape[0], 1, shape[2]), truth.dtype))
            for name, truth in TRUTH_MAPS.items()
        }
        for rendered in _rendered_strips(plan, progress):
            cube.write(rendered.first_line, rendered.cube)
            for name, raster in maps.items():
                raster.write(rendered.first_line, rendered.truth[name])


def _rendered_strips(plan: SuburbPlan, progress: Progress) -> Iterator[Rendered]:
    """Strips as they get ready, `threads` of them at work; progress is called at least ten times a second."""
    config, sensor = plan.config, make_sensor(plan.config)
    starts = list(range(0, config.lines, config.strip_lines))
    total, at_work = len(starts), set[Future[Rendered]]()
    with ThreadPoolExecutor(config.threads, "suburb") as pool:
        while starts or at_work:
            while starts and len(at_work) < config.threads:
                first = starts.pop(0)
                last = min(first + config.strip_lines, config.lines)
                at_work.add(pool.submit(render, plan, sensor, first, last))
            ready, at_work = wait(at_work, _PATIENCE_S, FIRST_COMPLETED)
            yield from (future.result() for future in ready)
            progress(1 - (len(starts) + len(at_work)) / total, "rendering the suburb")
