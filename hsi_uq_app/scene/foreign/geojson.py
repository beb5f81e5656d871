"""GeoJSON as UTF-8 whose CRS is a name: GDAL would ask the network for one that is a link."""

import codecs
import json
from typing import Any

_CRS_KINDS = ("name", "epsg")


def plain_geojson(path: str, said: list[str]) -> bytes:
    """The file's text for GDAL to read; what was changed is added to `said`.

    Raises:
        ValueError: it is no JSON, or nested without end.
    """
    with open(path, "rb") as handle:
        text = _decoded(handle.read(), said)
    if "crs" not in text and "\\" not in text:
        return text.encode()
    try:
        document = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested without end") from None
    return json.dumps(_without_link(document, said)).encode()


def _decoded(content: bytes, said: list[str]) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        said.append("the file is not UTF-8; read as Latin-1")
        return content.decode("latin-1")


def _without_link(document: Any, said: list[str]) -> Any:
    """The document without a CRS that is neither a name nor a number."""
    crs = document.get("crs") if isinstance(document, dict) else None
    if not isinstance(crs, dict) or str(crs.get("type", "")).lower() in _CRS_KINDS:
        return document
    said.append("its CRS is a link to elsewhere, which is not followed")
    return {key: value for key, value in document.items() if key != "crs"}
