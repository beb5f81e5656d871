"""Where the files that travel with the program lie: in the wheel, or in the checkout."""

from pathlib import Path

from hsi_uq_app.errors import UserError

_INSTALLED = Path(__file__).parent / "_data"
_CHECKOUT = Path(__file__).parent.parent


def data_path(*parts: str) -> Path:
    """The path of a shipped file or folder, for example `data_path("sample_scenes", "suburb.hdr")`.

    Raises:
        UserError: the file is neither in the installed package nor in the checkout.
    """
    for home in (_INSTALLED, _CHECKOUT):
        candidate = home.joinpath(*parts)
        if candidate.exists():
            return candidate
    raise UserError(f"{'/'.join(parts)} is missing from this installation", "install hsi-uq again")
