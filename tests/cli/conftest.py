"""A model and a result of the tiny scene, made once by the command line itself."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hsi_uq_app.cli import main


@dataclass(frozen=True)
class Run:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Run]


@pytest.fixture
def hsi_uq(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `hsi-uq` in this process."""

    def run(*arguments: object) -> Run:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return Run(code, told.out, told.err)

    return run


@pytest.fixture(scope="session")
def model(tiny_scene: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "tiny.safetensors"
    assert main(["train", str(tiny_scene.scene), "--truth", str(tiny_scene.truth), "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="session")
def result(tiny_scene: Any, model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("result") / "tiny_result.hdr"
    assert main(["predict", str(tiny_scene.scene), "--model", str(model), "--out", str(path)]) == 0
    return path
