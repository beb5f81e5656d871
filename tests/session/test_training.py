"""Training as the window asks for it: figures are stated, the file is whole, and cancelling leaves none."""

import pytest

from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.progress import Cancelled, Measured, silent
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.session.scene import OpenScene
from hsi_uq_app.session.training import Train, TrainingPlan
from hsi_uq_app.workflow.train import train

SHORT = {
    "hmc": {"draws": 8, "warmup": 10, "kept": 10},
    "vi": {"epochs": 4},
    "bootstrap": {"epochs": 4, "draws": 4},
    "deep-ensemble": {"epochs": 4, "draws": 4},
    "mc-dropout": {"epochs": 4, "draws": 4},
}
NAMES = {"hmc": "minus log posterior", "vi": "ELBO"}


@pytest.fixture
def scene(tiny_scene):
    return OpenScene(tiny_scene.scene)(silent)


@pytest.fixture
def truth(tiny_scene):
    return read_truth(tiny_scene.truth, tiny_scene.lines, tiny_scene.samples)


@pytest.fixture
def work(scene, truth, tmp_path) -> Train:
    plan = TrainingPlan(("mc-dropout",), "left", "stratified", 20, 3, tmp_path / "town", predict=False)
    return Train(scene, truth, None, plan, "mc-dropout")


@pytest.mark.parametrize("method", list(METHODS))
def test_that_every_method_states_a_figure_while_it_trains(method, scene, truth):
    told: list[Measured] = []

    def watch(fraction: float, text: str = "") -> None:
        if isinstance(text, Measured):
            told.append(text)

    train(scene.cube, truth, method=method, options=SHORT[method], progress=watch)
    assert {line.name for line in told} == {NAMES.get(method, "loss")}
    assert len({line.value for line in told}) > 3


def test_that_the_model_is_the_one_the_command_line_would_train(work, scene, truth):
    model = work(silent)
    same = train(scene.cube, truth, method="mc-dropout", seed=3, options={"draws": 20}).posterior
    assert model.path == work.out.resolve()
    assert model.posterior.passport == same.passport
    assert load_model(work.out).passport == same.passport


def test_that_cancelling_leaves_no_file_and_keeps_an_earlier_one(work):
    work.out.write_bytes(b"an earlier model")

    def give_up(fraction: float, text: str = "") -> None:
        if fraction > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        work(give_up)
    assert work.out.read_bytes() == b"an earlier model"
    assert [path.name for path in work.out.parent.iterdir()] == [work.out.name]
