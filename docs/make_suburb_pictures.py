"""The pictures of docs/suburb.md: `python docs/make_suburb_pictures.py`."""

import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.suburb.config import PRESETS
from hsi_uq_app.suburb.library import WATER_BANDS, WAVELENGTHS_NM, angle_degrees, load_library
from hsi_uq_app.suburb.materials import TARGET
from hsi_uq_app.suburb.simulate import simulate

PICTURES = Path(__file__).parent / "pictures"
NATURAL_COLOUR_NM = (640, 550, 470)
WHITE, GAMMA = 0.45, 0.55
CROP = (slice(100, 350), slice(600, 900))
SHOWN = {
    TARGET: "black",
    "decoy paint": "tab:green",
    "artificial turf": "tab:olive",
    "green metal": "tab:cyan",
    "greenish shingle": "tab:blue",
    "lawn": "limegreen",
    "road asphalt": "tab:gray",
    "soil": "tab:brown",
}


def main() -> None:
    """The whole of `half`, a part of it enlarged, and the spectra that are hard to tell apart."""
    PICTURES.mkdir(exist_ok=True)
    colour = natural_colour()
    save(colour, "suburb.jpg")
    save(np.kron(colour[CROP], np.ones((3, 3, 1))), "suburb_part.jpg")
    spectra().savefig(PICTURES / "suburb_spectra.png", dpi=110)


def natural_colour() -> np.ndarray:
    """Red, green and blue of `half` in 0..1 (lines, samples, 3)."""
    with tempfile.TemporaryDirectory() as folder:
        header = Path(folder) / "half.hdr"
        simulate(header, PRESETS["half"])
        cube = open_cube(header)
        bands = [int(abs(WAVELENGTHS_NM - wavelength).argmin()) for wavelength in NATURAL_COLOUR_NM]
        colour = cube.read_lines(0, cube.lines, bands).T.reshape(cube.lines, cube.samples, 3)
    return np.clip(colour / WHITE, 0, 1) ** GAMMA


def save(colour: np.ndarray, name: str) -> None:
    plt.imsave(PICTURES / name, colour, pil_kwargs={"quality": 88})


def spectra() -> plt.Figure:
    """One spectrum a material, with its angle to the target; the water bands are left out."""
    library = load_library()
    target = library.spectra[library.rows[TARGET][0]]
    figure, axes = plt.subplots(figsize=(9, 4.2), layout="constrained")
    for material, colour in SHOWN.items():
        spectrum = library.spectra[library.rows[material][0]]
        label = f"{material}, {angle_degrees(spectrum, target):.1f}°"
        axes.plot(WAVELENGTHS_NM, np.where(WATER_BANDS, np.nan, spectrum), color=colour, label=label)
    axes.set(xlabel="wavelength (nm)", ylabel="reflectance", xlim=(400, 2460), ylim=(0, 0.6))
    axes.legend(frameon=False, ncols=2, title="material, angle to the target")
    return figure


if __name__ == "__main__":
    main()
