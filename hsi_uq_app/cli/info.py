"""`hsi-uq info`."""

from hsi_uq_app.cli.options import JsonOption, SceneArgument, SetOption
from hsi_uq_app.cli.overrides import overrides_of
from hsi_uq_app.cli.terminal import print_document, print_rows
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.open_scene import open_scene


def run(scene: SceneArgument, set_: SetOption = None, as_json: JsonOption = False) -> None:
    """Say what a file is, and what was odd about it."""
    cube = open_scene(scene, overrides_of(set_))
    document = describe(cube)
    if as_json:
        print_document(document)
    else:
        print_rows(_rows(cube, document))


def describe(cube: Cube) -> dict[str, object]:
    """The `info --json` document, whose keys scripts rely on."""
    header, place = cube.header, cube.georeference
    return {
        "lines": cube.lines,
        "samples": cube.samples,
        "bands": cube.bands,
        "dtype": header.dtype.newbyteorder("=").name,
        "interleave": header.interleave,
        "byte_order": "big" if header.dtype.str.startswith(">") else "little",
        "header_offset": header.header_offset,
        "scale_factor": cube.scale,
        "no_data": cube.no_data,
        "quantity": cube.quantity,
        "wavelengths_nm": None if cube.wavelengths_nm is None else cube.wavelengths_nm.tolist(),
        "good_bands": int(cube.good_bands.sum()),
        "crs": place.crs_wkt if place else None,
        "transform": list(place.transform) if place else None,
        "notes": [{"key": note.key, "line": note.line, "text": note.text} for note in cube.notes],
    }


def _rows(cube: Cube, document: dict[str, object]) -> list[tuple[str, object]]:
    """The same for people: ranges instead of lists, and the notes one below the other."""
    brief = {key: value for key, value in document.items() if key not in ("wavelengths_nm", "crs", "notes")}
    rows: list[tuple[str, object]] = [("name", cube.name), *brief.items(), ("wavelengths", _range(cube))]
    rows.append(("crs", _crs_name(cube)))
    return [*rows, *(("note", note) for note in cube.notes)]


def _crs_name(cube: Cube) -> str:
    if cube.georeference is None or cube.georeference.crs_wkt is None:
        return "none: pixel coordinates"
    from pyproj import CRS

    return str(CRS.from_wkt(cube.georeference.crs_wkt).name)


def _range(cube: Cube) -> str:
    if cube.wavelengths_nm is None:
        return "none: bands are known by number"
    return f"{cube.wavelengths_nm.min():.5g} to {cube.wavelengths_nm.max():.5g} nm"
