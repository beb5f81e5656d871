"""Spectral libraries from ENVI libraries, CSV, ASCII and ECOSTRESS text."""

from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.publishing.journal import recover
from hsi_uq_app.scene.library_envi import read_envi_library
from hsi_uq_app.scene.library_text import read_text_library
from hsi_uq_app.scene.spectra import Library

_TEXT_SUFFIXES = (".csv", ".txt", ".asc", ".tsv", ".json")


def read_library(path: Path | str, unit: str | None = None, scale: float | None = None) -> Library:
    """Read a spectral library; either file of an ENVI pair may be named.

    Args:
        unit: the wavelengths' unit, where the file's or the guessed one is wrong.
        scale: what the values are divided by to become reflectance 0..1, where the guess is wrong.

    Raises:
        UserError: the file is missing, or no spectra can be found in it.
    """
    path = Path(path)
    recover(path.parent)
    if not is_file(path):
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    return (read_envi_library if _is_envi(path) else read_text_library)(path, unit, scale)


def _is_envi(path: Path) -> bool:
    """Whether a library is an ENVI pair; a table may lie beside a scene's header of the same name."""
    suffix = path.suffix.lower()
    if suffix in (".sli", ".hdr") or path.with_name(f"{path.name}.hdr").is_file():
        return True
    return suffix not in _TEXT_SUFFIXES and path.with_suffix(".hdr").is_file()
