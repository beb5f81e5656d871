"""Small scenes and libraries on the disk for the tests of this folder."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
import rasterio
from pyproj import CRS

from hsi_uq_app.scene.envi_header import EnviHeader, read_header
from hsi_uq_app.scene.envi_types import TYPE_NUMBERS
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.spectra import Library

WriteCube = Callable[..., Path]
WriteTiff = Callable[..., Path]

AXES = {"bsq": (2, 0, 1), "bil": (0, 2, 1), "bip": (0, 1, 2)}
T_WAVELENGTHS = [450, 550, 650, 850, 1650, 2200]


@pytest.fixture
def cube_t() -> np.ndarray:
    """Cube T: (5 lines, 7 samples, 6 bands) u2, 3 (42 line + 6 sample + band) + 11."""
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


@pytest.fixture
def write_tiff(tmp_path: Path) -> WriteTiff:
    """Write (lines, samples, bands) values as a GeoTIFF; `tags` one dictionary a band, `names` one a band."""

    def write(
        values: np.ndarray, tags: list | None = None, names: list | None = None, **profile: object
    ) -> Path:
        path = tmp_path / "t.tif"
        lines, samples, bands = values.shape
        profile = {
            "crs": CRS.from_epsg(32618).to_wkt(),
            "transform": rasterio.Affine(2, 0, 500000, 0, -2, 4000000),
        } | profile
        with rasterio.open(
            path,
            "w",
            driver="GTiff",
            height=lines,
            width=samples,
            count=bands,
            dtype=values.dtype.name,
            **profile,
        ) as target:
            target.write(values.transpose(2, 0, 1))
            for band in range(bands):
                if tags:
                    target.update_tags(band + 1, **tags[band])
                if names:
                    target.set_band_description(band + 1, names[band])
        return path

    return write


@pytest.fixture
def library(tmp_path: Path) -> Callable[..., Library]:
    """Read a library given as text."""

    def read(text: str | bytes, name: str = "grass.csv", **choices: object) -> Library:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_library(path, **choices)

    return read


@pytest.fixture
def write_sli(tmp_path: Path) -> Callable[..., Path]:
    """Write (spectra, channels) values as an ENVI library."""

    def write(values: np.ndarray, wavelengths: list, **fields: object) -> Path:
        (tmp_path / "l.sli").write_bytes(values.tobytes())
        header = {
            "samples": values.shape[1],
            "lines": values.shape[0],
            "bands": 1,
            "header offset": 0,
            "file type": "ENVI Spectral Library",
            "data type": 4,
            "interleave": "bsq",
            "byte order": 0,
            "band names": ["Spectral Library"],
            "wavelength units": "Micrometers",
            "wavelength": wavelengths,
        }
        write_header(
            tmp_path / "l.hdr", header | {key.replace("_", " "): value for key, value in fields.items()}
        )
        return tmp_path / "l.sli"

    return write


@pytest.fixture
def requests() -> Iterator[list[str]]:
    """The requests that a server of this machine got; its address is the first of them."""
    got: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            got.append(f"{self.command} {self.path}")
            self.send_error(404)

        do_HEAD = do_POST = do_PROPFIND = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    got.append(f"http://127.0.0.1:{server.server_port}")
    yield got
    server.shutdown()
    server.server_close()


@pytest.fixture
def tiff(tmp_path: Path) -> WriteTiff:
    """A TIFF of 5 x 7 pixels of one value."""

    def write(name: str = "t.tif", value: int = 7, bands: int = 1, folder: Path = tmp_path) -> Path:
        shape = {"height": 5, "width": 7, "count": bands, "dtype": "uint16"}
        place = {"crs": "EPSG:32618", "transform": rasterio.Affine(2, 0, 500000, 0, -2, 4000000)}
        with rasterio.open(folder / name, "w", driver="GTiff", **shape, **place) as file:
            file.write(np.full((bands, 5, 7), value, "u2"))
        return folder / name

    return write


@pytest.fixture
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("outside")
