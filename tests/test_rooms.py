"""The product without its experiments: suburb and experiments are loaded by their commands alone."""

import subprocess
import sys

import pytest

from hsi_uq_app.cli import main
from hsi_uq_app.experiments.table import EXPERIMENTS

LOADED = (
    "sorted(name for name in sys.modules if name.startswith(('hsi_uq_app.suburb', 'hsi_uq_app.experiments')))"
)


def loaded_after(code: str) -> list[str]:
    """Modules of suburb and experiments that a fresh interpreter holds after `code`."""
    command = [sys.executable, "-c", f"import sys\n{code}\nprint(*{LOADED})"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1].split()


@pytest.mark.parametrize("door", ["hsi_uq_app.cli", "hsi_uq_app.gui.app", "hsi_uq_app.__main__"])
def test_that_a_door_of_the_product_loads_neither_suburb_nor_experiments(door: str) -> None:
    assert loaded_after(f"import {door}") == []


def test_that_another_verb_loads_neither(tmp_path) -> None:
    assert loaded_after("from hsi_uq_app.cli import main\nmain(['doctor', '--json'])") == []


def test_that_listing_the_experiments_loads_their_table_alone() -> None:
    loaded = loaded_after("from hsi_uq_app.cli import main\nmain(['reproduce', '--list'])")
    assert loaded == ["hsi_uq_app.experiments", "hsi_uq_app.experiments.table"]


def test_that_the_list_names_every_experiment_and_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(EXPERIMENTS)
    assert all(experiment.what in line for line, experiment in zip(lines, EXPERIMENTS.values(), strict=True))
