"""Spectra as an ENVI spectral library: lines are spectra, samples are bands."""

from pathlib import Path

import numpy as np

from hsi_uq_app.export.spectra import MeasuredSpectra, provenance
from hsi_uq_app.export.targets import beside, export_of, named, sparing_scene
from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import holds
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.envi_writer import write_header

_FLOAT32 = 4
_PLAIN = Guard()
_SIDE_CAR, _HEADER = export_of("ENVI spectral library"), holds(b"ENVI\n", b"ENVI Spectral Library")


def write(measured: MeasuredSpectra, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.sli and NAME.hdr: float32, NaN = no data; bad bands are kept and listed in `bbl`."""
    target = named(path, ".sli", ".hdr")
    targets = (target, target.with_suffix(".hdr"), beside(target, ".json"))
    guard = sparing_scene(guard, measured.cube)
    with whole_files(*targets, ours=_ours, guard=guard) as (draft, header, side_car):
        draft.write_bytes(measured.values.astype("<f4").tobytes())
        write_header(header, _fields(measured))
        side_car.write_bytes(provenance(measured, "ENVI spectral library"))
    return list(targets)


def _ours(path: Path) -> bool:
    """A library's header names no program, so the JSON beside it must be there, too."""
    library = path.with_suffix("") if path.suffix == ".json" else path.with_suffix(".sli")
    known = _SIDE_CAR(beside(library, ".json"))
    return known and (path.suffix == ".json" or _HEADER(path.with_suffix(".hdr")))


def _fields(measured: MeasuredSpectra) -> dict[str, object]:
    cube = measured.cube
    names = [spectrum.name.replace(",", "") for spectrum in measured.spectra]
    fields: dict[str, object] = {
        "description": [f"{cube.quantity} of pixels of {cube.name}"],
        "samples": cube.bands,
        "lines": len(measured.spectra),
        "bands": 1,
        "header offset": 0,
        "file type": "ENVI Spectral Library",
        "data type": _FLOAT32,
        "interleave": "bsq",
        "byte order": 0,
        "band names": ["Spectral Library"],
        "spectra names": names,
        "quantity": cube.quantity,
    }
    return fields | _spectral_fields(cube)


def _spectral_fields(cube: Cube) -> dict[str, object]:
    fields: dict[str, object] = {"bbl": cube.good_bands.astype(np.uint8).tolist()}
    if cube.wavelengths_nm is not None:
        fields |= {"wavelength units": "Nanometers", "wavelength": cube.wavelengths_nm.tolist()}
    if cube.fwhm_nm is not None:
        fields["fwhm"] = cube.fwhm_nm.tolist()
    return fields
