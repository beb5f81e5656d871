"""Make an open scene one of reflectance; the file stays as it is."""

from dataclasses import dataclass, replace

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.reflectance import Pair, empirical_line, flat_field
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.spectra import Spectrum


@dataclass(frozen=True, eq=False)
class FlatField:
    """Divide by the mean spectrum of a bright, flat region of known reflectance.

    `where`: the region in words, for the record.
    """

    scene: Scene
    mean: Spectrum
    reflectance: float
    where: str

    def __call__(self, progress: Progress) -> Scene:
        progress(0.0, "Making reflectance")
        cube = flat_field(self.scene.cube, self.mean, self.reflectance)
        how = f"reflectance by a flat field: {self.where} taken to reflect {self.reflectance:g}"
        return _scene(self.scene, cube, how)


@dataclass(frozen=True, eq=False)
class Partner:
    """A pinned spectrum and the library spectrum it should be, each with its name; both (bands,)."""

    pin: str
    measured: Spectrum
    name: str
    reflectance: Spectrum


@dataclass(frozen=True, eq=False)
class EmpiricalLine:
    """A gain and an offset a band that bring pinned spectra to their library partners."""

    scene: Scene
    partners: tuple[Partner, ...]

    def __call__(self, progress: Progress) -> Scene:
        progress(0.0, "Making reflectance")
        pairs = [Pair(partner.measured, partner.reflectance) for partner in self.partners]
        cube = empirical_line(self.scene.cube, pairs)
        said = "; ".join(f"{partner.pin} as {partner.name}" for partner in self.partners)
        return _scene(self.scene, cube, f"reflectance by an empirical line: {said}")


def _scene(scene: Scene, cube: Cube, how: str) -> Scene:
    made = replace(cube, derivation=(*scene.cube.derivation, how))
    return Scene(scene.path, made, made.fingerprint())
