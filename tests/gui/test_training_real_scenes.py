"""Real scenes: a model trained from the window is, byte for byte, the one trained without it."""

import pytest

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.training import TrainingFeature
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.model_file import save_model
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.workflow.train import train

DRAWS = 20
QUICK = tuple(name for name in METHODS if name != "hmc")


@pytest.mark.real_data
@pytest.mark.slow
@pytest.mark.parametrize(("name", "methods"), [("hydice", tuple(METHODS)), ("sandiego", QUICK)])
def test_that_all_methods_train_from_the_window(program, settle, real_data, tmp_path, name, methods):
    scene, mask = (real_data / "cubes" / f"{name}{end}.hdr" for end in ("", "_mask"))
    for kind, file in (("scene", scene), ("truth", mask)):
        program.context.of(FilesFeature).open(kind, file)
        settle(60)
    program.context.of(TrainingFeature).ask()
    form = program.context.of(TrainingFeature).dialog.form
    form.methods.choose(methods)
    form.region.setCurrentText("top")
    form.draws.setValue(DRAWS)
    form.place.path.setText(str(tmp_path / name))
    program.context.of(TrainingFeature).dialog.start.click()
    settle(60)
    assert [one.quantiles.passport.method for one in program.session.state.results] == list(methods)
    assert all(one.quantiles.provenance["trained_here"] for one in program.session.state.results)
    cube = open_scene(scene)
    truth = read_truth(mask, cube.lines, cube.samples)
    for method in methods:
        own = tmp_path / f"own_{method}.safetensors"
        save_model(train(cube, truth, method=method, region="top", options={"draws": DRAWS}).posterior, own)
        assert own.read_bytes() == (tmp_path / f"{name}_{method}.safetensors").read_bytes(), method
