"""What may be chosen about a simulated suburb, and the three sizes it comes in."""

from dataclasses import dataclass

from hsi_uq_app.errors import UserError

INTERLEAVES = ("bil", "bsq", "bip")


@dataclass(frozen=True)
class SuburbConfig:
    """One simulated suburb; one pixel is one square metre.

    Raises:
        UserError: a value that makes no scene, naming it.
    """

    lines: int = 600
    """Height in pixels."""
    samples: int = 1000
    """Width in pixels; the left half trains, the right half tests."""
    seed: int = 0
    """The same seed gives the same bytes."""
    discs: int = 125
    """Green targets, radius 0.1-4 m, dealt alternately to the left and the right half."""
    hidden_share: float = 0.35
    """Share of the discs that lie partly beneath a tree crown, 0..1."""
    snr_factor: float = 1.0
    """Multiplies the sensor's signal-to-noise curve."""
    psf_fwhm: float = 0.0
    """Full width at half maximum of the point spread in pixels; 0 = none, about 1.2 is a real sensor's."""
    path_radiance: float = 0.0
    """What the air adds at 450 nm, in reflectance; falls with the fourth power of the wavelength."""
    decoys: bool = True
    """False paints the look-alikes of the target (paint, turf, metal, shingle) in ordinary materials."""
    variability: bool = True
    """False gives every material one spectrum, everywhere equally bright."""
    interleave: str = "bil"
    """How the cube lies on disk: bil, bsq or bip."""
    strip_lines: int = 25
    """Lines rendered at a time; costs memory, changes no byte."""
    threads: int = 2
    """Strips rendered side by side; changes no byte."""

    def __post_init__(self) -> None:
        for wrong, message, hint in self._problems():
            if wrong:
                raise UserError(message, hint)

    def _problems(self) -> tuple[tuple[bool, str, str], ...]:
        smallest = min(self.lines, self.samples)
        return (
            (smallest < 64, f"{self.lines} x {self.samples} pixels hold no suburb", "give 64 x 64 or more"),
            (self.seed < 0, f"seed {self.seed} is negative", "give 0 or more"),
            (not 0 <= self.discs <= 9999, f"{self.discs} discs", "give 0 to 9999"),
            (not 0 <= self.hidden_share <= 1, f"hidden share {self.hidden_share}", "give a share in 0..1"),
            (not self.snr_factor > 0, f"SNR factor {self.snr_factor}", "give a positive factor"),
            (not 0 <= self.psf_fwhm <= 4, f"point spread of {self.psf_fwhm} pixels", "give 0 to 4"),
            (not 0 <= self.path_radiance <= 0.2, f"path radiance {self.path_radiance}", "give 0 to 0.2"),
            (self.interleave not in INTERLEAVES, f"interleave {self.interleave!r}", "give bil, bsq or bip"),
            (self.strip_lines < 1 or self.threads < 1, "strips and threads start at 1", "give 1 or more"),
        )


PRESETS: dict[str, SuburbConfig] = {
    "sample": SuburbConfig(lines=112, samples=128, discs=16, seed=7),
    "half": SuburbConfig(lines=600, samples=1000),
    "megascene": SuburbConfig(lines=1250, samples=2400),
}
"""One that travels with the program (about 6 MB), one to work with, one as large as the scene of Ries et al.
2023 (arXiv 2308.05903)."""
