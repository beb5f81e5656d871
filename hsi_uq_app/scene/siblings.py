"""Files that go with the one a person named: of the same folder, and no way out of it.

A person may name a link, to anywhere. What is only found beside it was chosen by whoever made the folder: as
a link that leads out it would show any file of this machine as if it belonged to the scene.
"""

import os
from pathlib import Path

from hsi_uq_app.errors import UserError


def checked_sibling(named: Path, sibling: Path) -> Path:
    """The sibling, if it lies in the folder of the named file, or of the file that this one is a link to.

    Raises:
        UserError: it is a link that leads elsewhere.
    """
    if not sibling.is_symlink():
        return sibling
    folders = {os.path.realpath(named.parent), os.path.dirname(os.path.realpath(named))}
    found = Path(os.path.realpath(sibling))
    if any(found.is_relative_to(folder) for folder in folders):
        return sibling
    raise UserError(
        f"{sibling.name} beside {named.name} is a link that leads out of the folder and is not followed",
        "name the linked file itself, or copy it there",
    )
