"""Names that libraries take for patterns, archives or addresses, given in a form that they take for files."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_TAKEN_FOR_MORE = frozenset("!;")
"""pyogrio reads `a!b` as b in the archive a, and drops what stands behind `;`."""
_OF_A_SHAPEFILE = (".shx", ".dbf", ".prj", ".cpg")


@contextmanager
def plainly_named(path: Path) -> Iterator[Path]:
    """The path itself, or where its letters mean more to a library a copy of the file with a plain name.

    The parts of a shapefile come along; the name without its folder is kept as far as it is plain.
    """
    whole = path.absolute()
    if not _TAKEN_FOR_MORE & set(str(whole)):
        yield whole
        return
    with TemporaryDirectory() as folder:
        stem = "".join("_" if letter in _TAKEN_FOR_MORE else letter for letter in path.stem)
        for suffix in (path.suffix, *(_OF_A_SHAPEFILE if path.suffix.lower() == ".shp" else ())):
            if (part := path.with_suffix(suffix)).is_file():
                shutil.copyfile(part, Path(folder) / f"{stem}{suffix}")
        yield Path(folder) / f"{stem}{path.suffix}"
