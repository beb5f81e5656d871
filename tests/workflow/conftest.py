"""A model of the tiny scene's left half and its result, made once."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth, read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.workflow.own_network import ResultNetwork, own_network
from hsi_uq_app.workflow.predict import predict
from hsi_uq_app.workflow.train import train

FIT, REPORT = "lines=0:20,samples=30:60", "lines=20:40,samples=30:60"


@dataclass(frozen=True, eq=False)
class Trial:
    """Twenty networks trained on the left half, their result, and all it came from."""

    folder: Path
    cube: Cube
    truth: Truth
    posterior: Posterior
    result: QuantileMap

    @property
    def network(self) -> ResultNetwork:
        return own_network(self.result, self.posterior, self.cube)


@pytest.fixture(scope="session")
def trial(tiny_scene: Any, tmp_path_factory: pytest.TempPathFactory) -> Trial:
    folder = tmp_path_factory.mktemp("trial")
    cube = open_scene(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    options = {"draws": 20, "epochs": 15}
    posterior = train(cube, truth, method="deep-ensemble", options=options).posterior
    predict(cube, posterior, folder / "r.hdr")
    return Trial(folder, cube, truth, posterior, open_quantile_map(folder / "r.hdr"))
