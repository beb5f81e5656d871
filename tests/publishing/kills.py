"""`make kill`: runs that are killed, at chosen steps and at random moments, and what they left.

    python -m tests.publishing.kills [RANDOM]

Every verb writes over an earlier result of its own. Afterwards, and once the files are opened again, the
folder must hold the whole old set or the whole new one: half must be 0.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.cli import main
from hsi_uq_app.publishing.journal import recover
from tests.publishing.steps import DIED, Steps, content, in_child, stepping

PROGRAM = (sys.executable, "-c", "import sys; from hsi_uq_app.cli import main; sys.exit(main())")
SAMPLE = Path(__file__).parents[2] / "sample_scenes"
REGIONS = ("--fit-region", "lines=0:56,samples=64:128", "--report-region", "lines=56:112,samples=64:128")


@dataclass(frozen=True)
class Verb:
    """A command that writes into a folder; `first` and `second` make different bytes."""

    name: str
    command: tuple[object, ...]
    first: tuple[object, ...]
    second: tuple[object, ...]
    out: str

    def line(self, folder: Path, choice: Sequence[object]) -> list[str]:
        place = folder / self.out
        named = (place,) if self.name == "simulate" else ("--out", place)
        verb, *more = self.command
        start = (verb, *named, *more) if self.name == "simulate" else (verb, *more, *named)
        return [str(part) for part in (*start, *choice)]


def verbs(scene: Path, truth: Path, model: Path, other: Path, result: Path) -> list[Verb]:
    small = ("--preset", "sample", "--lines", 64, "--samples", 64)
    train = ("train", scene, "--truth", truth, "--draws", 20)
    calibrate = ("calibrate", result, "--truth", truth, *REGIONS)
    delta = (("--delta", 0.1), ("--delta", 0.2))
    return [
        Verb("predict", ("predict", scene), ("--model", model), ("--model", other), "r.hdr"),
        Verb("train", train, ("--seed", 1), ("--seed", 2), "m.safetensors"),
        Verb("simulate", ("simulate", *small), ("--seed", 1), ("--seed", 2), "s.hdr"),
        Verb("calibrate", calibrate, ("--with", "platt"), ("--with", "temperature"), "c.hdr"),
        *(Verb(kind, ("export", result, "--to", kind), *delta, f"e.{end}") for kind, end in
          (("envi", "hdr"), ("shp", "shp"), ("geotiff", "tif"))),
    ]  # fmt: skip


def inputs(folder: Path) -> tuple[Path, Path, Path, Path, Path]:
    """The sample scene and its truth, two models and a result."""
    scene, truth = SAMPLE / "suburb.hdr", SAMPLE / "suburb_abundance.hdr"
    models = [folder / f"{seed}.safetensors" for seed in (0, 1)]
    for seed, model in enumerate(models):
        train = ["train", scene, "--truth", truth, "--draws", 20, "--seed", seed, "--out", model]
        quiet([str(part) for part in train])
    quiet([str(part) for part in ("predict", scene, "--model", models[0], "--out", folder / "r.hdr")])
    return scene, truth, models[0], models[1], folder / "r.hdr"


def outcome(folder: Path, old: dict[str, bytes], new: dict[str, bytes]) -> str:
    """What the next opening finds."""
    recover(folder)
    seen = content(folder)
    return "old" if seen == old else "new" if seen == new else "half"


@dataclass(frozen=True)
class Prepared:
    """A verb with both of its outcomes, and how long it takes."""

    verb: Verb
    old: dict[str, bytes]
    new: dict[str, bytes]
    seconds: float

    def fresh(self, folder: Path) -> Path:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in self.old.items():
            (folder / name).write_bytes(text)
        return folder


def prepare(verb: Verb, folder: Path) -> Prepared:
    folder.mkdir()
    quiet(verb.line(folder, verb.first))
    old = content(folder)
    quiet(verb.line(folder, verb.second))
    new = content(folder)
    start = time.monotonic()
    subprocess.run([*PROGRAM, *verb.line(folder, verb.second)], check=True, capture_output=True)
    return Prepared(verb, old, new, time.monotonic() - start)


def at_random(one: Prepared, folder: Path, chance: random.Random) -> str:
    """Kill -9 of a child at a random moment of its life."""
    one.fresh(folder)
    command = [*PROGRAM, *one.verb.line(folder, one.verb.second)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        time.sleep(chance.uniform(0.3, 1.05) * one.seconds)
        with suppress(ProcessLookupError):
            run.send_signal(signal.SIGKILL)
    return outcome(folder, one.old, one.new)


def at_step(one: Prepared, folder: Path, stop: int) -> str | None:
    """Death at the n-th call that changes the disk while files change places; None past the last one."""
    one.fresh(folder)
    died = in_child(lambda: _publish_until(one, folder, stop))
    return outcome(folder, one.old, one.new) if died == DIED else None


def _publish_until(one: Prepared, folder: Path, stop: int) -> None:
    from hsi_uq_app.files import whole_files
    from hsi_uq_app.publishing.marks import anything

    targets = sorted((folder / name for name in one.new), key=lambda path: path.name != one.verb.out)
    with stepping(Steps(stop, "die")), whole_files(*targets, ours=anything) as drafts:
        for draft in drafts:
            draft.write_bytes(one.new[draft.name])


def quiet(arguments: list[str]) -> None:
    with open(os.devnull, "w") as nowhere:
        kept, sys.stdout = sys.stdout, nowhere
        try:
            assert main(arguments) == 0, arguments
        finally:
            sys.stdout = kept


def count(prepared: list[Prepared], folder: Path, randoms: int) -> Counter[str]:
    """Figures by outcome: so many random kills in turn over the verbs, and the chosen steps of each."""
    chance, found = random.Random(7), Counter[str]()
    for number in range(randoms):
        found[at_random(prepared[number % len(prepared)], folder, chance)] += 1
    for one in prepared:
        stop = 1
        while (left := at_step(one, folder, stop)) is not None:
            found[f"{left} at a step"] += 1
            stop += 1
    return found


def run(randoms: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared = [prepare(verb, folder / f"made {verb.name}") for verb in verbs(*inputs(folder))]
        found = count(prepared, folder / "here", randoms)
    print(dict(found))
    return int(any(key.startswith("half") for key, number in found.items() if number))


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
