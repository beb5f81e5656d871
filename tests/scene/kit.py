"""What several tests of readers share: notes as one line, and places as `map info` gives them."""

from pyproj import CRS

from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.georeference import Georeference, georeference_from
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.spectra import Library

UTM = "UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84"


def said(opened: Cube | Library) -> str:
    """All notes on one line."""
    return " | ".join(str(note) for note in opened.notes)


def place_and_notes(map_info: str, wkt: str = "") -> tuple[Georeference | None, tuple[Note, ...]]:
    """The georeference of a 5 x 7 header with these fields."""
    fields = {"map info": map_info, "coordinate system string": wkt, "lines": "5", "samples": "7"}
    return georeference_from(fields)


def place(map_info: str, wkt: str = "") -> Georeference:
    found, _ = place_and_notes(map_info, wkt)
    assert found is not None
    return found


def epsg(georeference: Georeference) -> int | None:
    assert georeference.crs_wkt is not None
    return CRS.from_wkt(georeference.crs_wkt).to_epsg()
