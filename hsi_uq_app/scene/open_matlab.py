"""Opening a MATLAB file as a cube: variable, axes and wavelengths are guessed, and said, or chosen."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.conversion import conversion
from hsi_uq_app.scene.cube import Cube, cube_of
from hsi_uq_app.scene.envi_fields import plain_keys, refuse_fixed
from hsi_uq_app.scene.envi_header import interpret
from hsi_uq_app.scene.envi_text import HeaderText
from hsi_uq_app.scene.envi_types import TYPE_NUMBERS
from hsi_uq_app.scene.matlab_file import Variable, list_variables, load_variable
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.readers import ArrayReader

_WAVELENGTH_NAME = re.compile(r"wav|wvl|lambda|(?<![a-z])wl(?![a-z])|cent(er|re)", re.IGNORECASE)
# What each order of axes needs to become lines, samples, bands
_AXES = {"bip": (0, 1, 2), "bil": (0, 2, 1), "bsq": (1, 2, 0)}


def open_matlab(path: Path, overrides: Mapping[str, str] | None = None, progress: Progress = silent) -> Cube:
    """Open the largest array of three axes (else of two), or the one named by the override `variable`.

    Axes are lines, samples, bands unless the wavelengths say otherwise; the override `interleave` decides
    (bsq = bands, lines, samples).

    Raises:
        UserError: no readable MATLAB file, nothing in it that can be a cube, or no such variable.
    """
    if not is_file(path):
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    variables = list_variables(path)
    chosen = _chosen(path, variables, (overrides or {}).get("variable"))
    return _cube(path, chosen, variables, overrides)


def open_matlab_mask(path: Path, scene: tuple[int, int], overrides: Mapping[str, str] | None = None) -> Cube:
    """Open the array of two axes that fits a scene (lines, samples), rather than the cube beside it."""
    variables = list_variables(path)
    planes = [variable for variable in variables if len(variable.shape) == 2 and min(variable.shape) > 1]
    named = [variable for variable in planes if variable.looks_like_mask]
    fitting = [variable for variable in planes if variable.shape == scene]
    best = [variable for variable in fitting if variable.looks_like_mask] or fitting or named or planes
    if "variable" not in (overrides or {}) and best:
        return _cube(path, best[0], variables, overrides)
    return open_matlab(path, overrides)


def _chosen(path: Path, variables: Sequence[Variable], name: str | None) -> Variable:
    shown = ", ".join(f"{v.name} ({' x '.join(map(str, v.shape))})" for v in variables[:12]) or "no arrays"
    if name is not None:
        found = [variable for variable in variables if variable.name == name]
        if not found or len(found[0].shape) not in (2, 3):
            raise UserError(
                f"{path.name} has no cube or mask `{name}`; it holds {shown}", "choose one of them"
            )
        return found[0]
    for axes in (3, 2):
        candidates = [variable for variable in variables if len(variable.shape) == axes and variable.size > 1]
        if candidates:
            return max(candidates, key=lambda variable: variable.size)
    raise UserError(f"{path.name} holds no cube: {shown}", "a cube is an array of three axes")


def _cube(
    path: Path, chosen: Variable, variables: Sequence[Variable], overrides: Mapping[str, str] | None
) -> Cube:
    stored = load_variable(path, chosen)
    stored = stored[:, :, None] if stored.ndim == 2 else stored
    notes = [Note("variable", None, f"`{chosen.name}` is taken as the scene{_others(chosen, variables)}")]
    wavelengths = _wavelengths(path, variables, stored.shape, notes)
    values = stored.transpose(_axes(stored.shape, wavelengths, overrides))
    notes.append(
        Note("interleave", None, "axes taken as {} lines, {} samples, {} bands".format(*values.shape))
    )
    fields = {
        "lines": str(values.shape[0]),
        "samples": str(values.shape[1]),
        "bands": str(values.shape[2]),
        "data type": str(TYPE_NUMBERS[values.dtype]),
        "interleave": "bip",
        "byte order": "0",
        "header offset": "0",
        "file type": "MATLAB",
        "variable": chosen.name,
    }
    if wavelengths is not None and len(wavelengths) == values.shape[2]:
        fields["wavelength"] = ",".join(map(repr, wavelengths.tolist()))
    kept = {key: value for key, value in plain_keys(overrides).items() if key != "interleave"}
    refuse_fixed(kept, fields, path)
    header = interpret(HeaderText(path, fields, {}, tuple(notes)), kept)
    convert = conversion(header.dtype, header.scale_factor, header.no_data)
    return cube_of(header, path, ArrayReader(values, convert), overrides=overrides)


def _others(chosen: Variable, variables: Sequence[Variable]) -> str:
    """Which arrays of as many axes were passed over."""
    names = [
        other.name for other in variables if len(other.shape) == len(chosen.shape) == 3 and other != chosen
    ]
    listed = ", ".join(names[:6]) + (" ..." if len(names) > 6 else "")
    return f"; `variable` may name another: {listed}" if names else ""


def _wavelengths(
    path: Path, variables: Sequence[Variable], shape: tuple[int, ...], notes: list[Note]
) -> np.ndarray | None:
    """A list named like wavelengths and as long as one of the cube's axes."""
    for variable in variables:
        length = max(variable.shape, default=0)
        if variable.size == length > 1 and length in shape and _WAVELENGTH_NAME.search(variable.name):
            notes.append(Note("wavelength", None, f"taken from `{variable.name}`"))
            return load_variable(path, variable).reshape(-1).astype(np.float64)
    return None


def _axes(
    shape: tuple[int, ...], wavelengths: np.ndarray | None, overrides: Mapping[str, str] | None
) -> tuple[int, int, int]:
    word = plain_keys(overrides).get("interleave", "").lower()
    if word in _AXES:
        return _AXES[word]
    if word:
        raise UserError(
            f"`interleave = {word[:40]}` is not one of bsq, bil, bip", "give --set interleave=bsq"
        )
    if wavelengths is None or shape[2] == len(wavelengths):
        return _AXES["bip"]
    return _AXES["bsq" if shape[0] == len(wavelengths) else "bil"]
