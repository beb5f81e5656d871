"""`hsi-uq doctor`: what is installed here, what can compute, and what is missing."""

import platform
import re
import shutil
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

import hsi_uq_app
from hsi_uq_app.display import display_problem, missing_libraries
from hsi_uq_app.errors import UserError
from hsi_uq_app.resources import data_path

SHIPPED = (("sample_scenes", "suburb.hdr"), ("resources", "models", "suburb_deep-ensemble.safetensors"))
FREE_SPACE_WARNING_GB = 5
_NAME = re.compile(r"[^A-Za-z0-9._-]")


@dataclass(frozen=True)
class Diagnosis:
    """What `doctor` found; `problems` are lines that each say what to do."""

    versions: dict[str, str]
    devices: list[str]
    problems: list[str]

    def document(self) -> dict[str, object]:
        return asdict(self)


def diagnose() -> Diagnosis:
    """Look at this machine. Imports torch, so it takes a second or two."""
    versions = _versions()
    return Diagnosis(versions, _devices(versions), _problems(versions))


def _versions() -> dict[str, str]:
    ours = {
        "hsi-uq": hsi_uq_app.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
    }
    return ours | {name: _version(name) for name in required_packages()}


def required_packages() -> list[str]:
    """The distributions that the package itself says it needs, without those of its extras."""
    needed = metadata.requires("hsi-uq") or ()
    return [_NAME.split(line, maxsplit=1)[0] for line in needed if "extra ==" not in line]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "missing"


def _devices(versions: dict[str, str]) -> list[str]:
    if versions["torch"] == "missing":
        return []
    from hsi_uq_app.posterior.devices import available_devices

    return available_devices()


def _problems(versions: dict[str, str]) -> list[str]:
    return [
        *(
            f"{name} is missing: install hsi-uq again"
            for name, found in versions.items()
            if found == "missing"
        ),
        *_system_problems(),
        *_shipped_problems(),
        *_disk_problems(),
    ]


def _system_problems() -> list[str]:
    missing = missing_libraries()
    if missing:
        return [f"the window needs system libraries: apt-get install {' '.join(missing)}"]
    problem = display_problem()
    return [f"{problem}: the window cannot open here; the command line can do everything"] if problem else []


def _shipped_problems() -> list[str]:
    problems = []
    for parts in SHIPPED:
        try:
            data_path(*parts)
        except UserError as error:
            problems.append(str(error))
    return problems


def _disk_problems() -> list[str]:
    free = shutil.disk_usage(Path.cwd()).free / 1e9
    if free >= FREE_SPACE_WARNING_GB:
        return []
    return [f"only {free:.1f} GB are free here: the result of 1.5 million pixels takes 0.3 GB"]
