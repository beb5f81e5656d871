"""`hsi-uq doctor`."""

from hsi_uq_app.cli.options import JsonOption
from hsi_uq_app.cli.terminal import print_document, print_rows
from hsi_uq_app.doctor import diagnose


def run(as_json: JsonOption = False) -> None:
    """Say which versions and devices are here, and what is missing on this machine."""
    found = diagnose()
    if as_json:
        print_document(found.document())
        return
    print_rows(found.versions)
    print_rows([("device", device) for device in found.devices])
    print_rows([("problem", problem) for problem in found.problems] or [("problems", "none")])
