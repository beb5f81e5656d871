"""Headers of millions of entries are read or refused at once."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.open_scene import open_scene

PATIENCE = 4.0  # seconds; a busy machine is slow


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"key{number} = 1\n" for number in range(2_000_000)),
        "no equals sign\n" * 2_000_000,
        "a = {\n" * 3_000_000,
        "wavelength = {" + "1," * 15_000_000 + "1}\n",
        "band names = {" + "b," * 15_000_000 + "b}\n",
        "bbl = {" + "1 " * 15_000_000 + "}\n",
        "default bands = {" + "1," * 15_000_000 + "}\n",
        "wavelength = {" + "450nm," * 5_000_000 + "}\n",
        "fwhm = {" + "{[(" * 9_000_000 + "}\n",
        "map info = {" + "1," * 15_000_000 + "}\n",
        "class names = {" + "b," * 15_000_000 + "b}\nclasses = 2\n",
        "major frame offsets = {" + "1," * 15_000_000 + "1}\n",
        "data ignore value = {" + "1," * 15_000_000 + "1}\n",
        "coordinate system string = {" + "PROJCS[" * 4_000_000 + "}\n",
        "samples = " + "1" * 30_000_000 + "\n",
        "description = {" + "\n;" * 10_000_000 + "}\n",
    ],
    ids=lambda text: text[:12].strip(),
)
def test_that_a_header_of_millions_of_entries_is_read_or_refused_at_once(
    write_cube: Callable[..., Path], text: str
) -> None:
    header = write_cube()
    with header.open("a") as file:
        file.write(text)
    began = sum(os.times()[:2])
    with contextlib.suppress(UserError):
        open_scene(header)
    assert sum(os.times()[:2]) - began < PATIENCE
