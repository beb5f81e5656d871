"""Small ENVI files for the tests of this folder."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.scene.envi_header import EnviHeader, read_header
from hsi_uq_app.scene.envi_types import TYPE_NUMBERS
from hsi_uq_app.scene.envi_writer import write_header

WriteCube = Callable[..., Path]

AXES = {"bsq": (2, 0, 1), "bil": (0, 2, 1), "bip": (0, 1, 2)}
T_WAVELENGTHS = [450, 550, 650, 850, 1650, 2200]


@pytest.fixture
def cube_t() -> np.ndarray:
    """Cube T of the reports: (5 lines, 7 samples, 6 bands) u2, 3 (42 line + 6 sample + band) + 11."""
    line, sample, band = np.meshgrid(np.arange(5), np.arange(7), np.arange(6), indexing="ij")
    return (3 * (42 * line + 6 * sample + band) + 11).astype(np.uint16)


@pytest.fixture
def write_cube(tmp_path: Path, cube_t: np.ndarray) -> WriteCube:
    """Write (lines, samples, bands) values as `name`.img and `name`.hdr; a field set to None is left out."""

    def write(
        values: np.ndarray | None = None,
        name: str = "t",
        interleave: str = "bsq",
        prefix: bytes = b"",
        wavelengths: bool = True,
        **fields: object,
    ) -> Path:
        values = cube_t if values is None else values
        lines, samples, bands = values.shape
        stored = np.ascontiguousarray(values.transpose(AXES[interleave]))
        (tmp_path / f"{name}.img").write_bytes(prefix + stored.tobytes())
        header: dict[str, object] = {
            "samples": samples,
            "lines": lines,
            "bands": bands,
            "header offset": len(prefix),
            "file type": "ENVI Standard",
            "data type": TYPE_NUMBERS[values.dtype.newbyteorder("=")],
            "interleave": interleave,
            "byte order": int(values.dtype.str.startswith(">")),
        }
        if wavelengths and bands == len(T_WAVELENGTHS):
            header |= {"wavelength units": "Nanometers", "wavelength": T_WAVELENGTHS}
        header |= {key.replace("_", " "): value for key, value in fields.items()}
        write_header(
            tmp_path / f"{name}.hdr", {key: value for key, value in header.items() if value is not None}
        )
        return tmp_path / f"{name}.hdr"

    return write


@pytest.fixture
def header_of(tmp_path: Path) -> Callable[..., EnviHeader]:
    """Read a header given as text or bytes."""

    def read(content: str | bytes, **overrides: str) -> EnviHeader:
        path = tmp_path / "t.hdr"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_header(path, {key.replace("_", " "): value for key, value in overrides.items()})

    return read
