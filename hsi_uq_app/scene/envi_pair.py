"""Which two files belong together: an ENVI header and its data; either may be named."""

from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.scene.foreign_formats import format_of
from hsi_uq_app.scene.plain_file import open_plain
from hsi_uq_app.scene.siblings import checked_sibling

DATA_SUFFIXES = (
    "", ".img", ".dat", ".raw", ".bsq", ".bil", ".bip", ".bin", ".cube", ".hyspex", ".sli", ".lan", ".pix",
    ".rad", ".ref", ".rfl", ".rdn", ".gz",
)  # fmt: skip
NEVER_DATA = frozenset(
    (
        ".hdr", ".xml", ".txt", ".png", ".jpg", ".jpeg", ".json", ".enp", ".sta", ".csv", ".ovr", ".gif",
        ".svg", ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".md", ".log", ".zip", ".mat", ".h5", ".hdf5",
        ".he5", ".nc", ".npy", ".npz", ".shp", ".shx", ".dbf", ".prj", ".cpg", ".gpkg", ".geojson", ".kml",
        ".kmz", ".roi", ".evf", ".tfw", ".yaml", ".yml", ".ini", ".bak", ".md5", ".sha256", ".safetensors",
    )
)  # fmt: skip


def find_pair(path: Path | str, size: int | None = None) -> tuple[Path, Path]:
    """Give (header, data) for a path that names either.

    Args:
        path: the header or the data file.
        size: bytes the data should have; among several candidates the first of that size wins.

    Raises:
        UserError: a file of the pair is missing; the message names the files looked for.
    """
    path = Path(path)
    if not is_file(path):
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    if is_header(path):
        return path, data_beside(path, size)
    return header_beside(path), path


def is_header(path: Path) -> bool:
    """A `.hdr`, or a file of another name that starts like an ENVI header."""
    if path.suffix.lower() == ".hdr":
        return True
    try:
        with open_plain(path) as handle:
            start = handle.read(8)
    except OSError as error:
        raise UserError(
            f"cannot open {path}: {error.strerror}", "check the name and the permissions"
        ) from error
    return start.removeprefix(b"\xef\xbb\xbf").upper().startswith(b"ENVI") and start[4:5] in b"\r\n"


def data_beside(header: Path, size: int | None = None) -> Path:
    """The data file of a header: its own name without `.hdr`, or with a usual suffix, or any other one.

    Raises:
        UserError: none is there.
    """
    stem = header.name[: -len(header.suffix)] if header.suffix.lower() == ".hdr" else header.stem
    candidates = _candidates(header, stem)
    if not candidates:
        raise UserError(
            f"the data file of {header.name} is missing; looked for {_names(stem)} in {header.parent}",
            "put the data file beside its header, or name it with --set 'data file=NAME'",
        )
    best = min(candidates, key=lambda path: size is not None and path.stat().st_size != size)
    return checked_sibling(header, best)


def _names(stem: str) -> str:
    return ", ".join(f"{stem}{suffix}" for suffix in DATA_SUFFIXES)


def _candidates(header: Path, stem: str) -> list[Path]:
    """Files whose name is the stem, or the stem and one suffix, whatever the case; the usual ones first."""
    ranks = {(stem + suffix).lower(): rank for rank, suffix in enumerate(DATA_SUFFIXES)}
    found = []
    for path in sorted(header.parent.iterdir()):
        name = path.name.lower()
        plain = Path(name.removesuffix(".gz"))
        same_stem = name in ranks or (plain.stem == stem.lower() and plain.suffix not in NEVER_DATA)
        if same_stem and path != header and path.is_file():
            found.append((ranks.get(name, len(ranks)), path.name != stem, path))
    return [path for _, _, path in sorted(found)]


def header_beside(data: Path) -> Path:
    """The header of a data file: `scene.img.hdr` or `scene.hdr`, whatever the case.

    Raises:
        UserError: none is there.
    """
    found = headers_beside(data)
    if found:
        return found[0]
    foreign = format_of(data)
    if foreign:
        raise UserError(f"{data.name} is {foreign.name} file, which is not read here", foreign.way)
    wanted = " and ".join(dict.fromkeys(_header_names(data)))
    raise UserError(
        f"{data.name} has no ENVI header; looked for {wanted} in {data.parent}",
        "put the .hdr beside the data file",
    )


def headers_beside(data: Path) -> list[Path]:
    """All headers a data file may have, the likeliest first; their sizes decide between several."""
    siblings = {path.name.lower(): path for path in sorted(data.parent.iterdir()) if path.is_file()}
    names = dict.fromkeys(name.lower() for name in _header_names(data))
    return [checked_sibling(data, siblings[name]) for name in names if name in siblings]


def _header_names(data: Path) -> tuple[str, str, str]:
    plain = Path(data.name.removesuffix(".gz"))
    return f"{data.name}.hdr", f"{plain.name}.hdr", f"{plain.stem}.hdr"
