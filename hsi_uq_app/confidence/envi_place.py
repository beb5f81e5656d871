"""The scene's place as ENVI header fields that every reader understands alike."""

from collections.abc import Mapping

from hsi_uq_app.scene.georeference import Georeference

_REFERENCE = slice(1, 5)  # column, row, x and y of the reference pixel, after the projection's name


def place_fields(spatial: Mapping[str, str], place: Georeference | None) -> dict[str, str]:
    """The scene's spatial fields, where a rotated map info refers to the first pixel's corner.

    ENVI turns the scene about the reference pixel; GDAL turns it about the first pixel's corner, and so reads
    a rotated map info with another reference pixel up to a scene's length off. At the corner both agree.
    """
    fields = dict(spatial)
    if place is not None and "map info" in fields and _is_rotated(place):
        fields["map info"] = _from_first_corner(fields["map info"], place)
    return fields


def _is_rotated(place: Georeference) -> bool:
    _, b, _, d, _, _ = place.transform
    return (b, d) != (0, 0)


def _from_first_corner(map_info: str, place: Georeference) -> str:
    items = [item.strip() for item in map_info.strip("{} ").split(",")]
    plain = [index for index, item in enumerate(items) if item and "=" not in item]
    values = ("1", "1", repr(float(place.transform[2])), repr(float(place.transform[5])))
    for index, value in zip(plain[_REFERENCE], values, strict=True):
        items[index] = value
    return "{" + ", ".join(items) + "}"
