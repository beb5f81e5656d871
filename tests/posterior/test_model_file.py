"""Model files: the same bytes for the same model, nothing executed, nothing believed."""

import io
import json
import pickle
import struct
import subprocess
import sys
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.model_file import load_model, save_model

NAMES = ("projection", "center", "w1", "b1", "w2", "b2", "w3", "b3")


@pytest.fixture
def model(make_posterior, tmp_path) -> Path:
    path = tmp_path / "model.safetensors"
    save_model(make_posterior(), path)
    return path


def header_of(path: Path) -> tuple[dict, bytes]:
    raw = path.read_bytes()
    length = struct.unpack("<Q", raw[:8])[0]
    return json.loads(raw[8 : 8 + length]), raw[8 + length :]


def rewrite(path: Path, change, data: bytes | None = None) -> Path:
    """The file again with a changed header."""
    header, old = header_of(path)
    change(header)
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + (old if data is None else data))
    return path


def change_passport(**values):
    def change(header):
        passport = json.loads(header["__metadata__"]["passport"]) | values
        header["__metadata__"]["passport"] = json.dumps(passport)

    return change


def test_that_a_model_comes_back_as_it_was(make_posterior, model):
    ours, theirs = make_posterior(), load_model(model)
    for name in NAMES:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
    for name in ("whitener", "center", "template"):
        np.testing.assert_array_equal(getattr(ours.ace, name), getattr(theirs.ace, name))
    assert theirs.passport == ours.passport
    assert not theirs.w1.flags.writeable


def test_that_the_same_model_gives_the_same_bytes(make_posterior, model, tmp_path):
    again = tmp_path / "again.safetensors"
    for _ in range(5):
        save_model(make_posterior(), again)
        assert again.read_bytes() == model.read_bytes()


def test_that_reading_a_model_does_not_load_torch(model):
    code = (
        "import sys; from pathlib import Path; from hsi_uq_app.posterior.model_file import load_model;"
        "from hsi_uq_app.posterior import one_pixel, predict, methods;"
        f"load_model(Path({str(model)!r})); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self):
        return (open, (str(self.marker), "w"))


@pytest.mark.parametrize("kind", [".pt", ".pkl", ".joblib", ".npy"])
def test_that_a_file_that_would_run_code_is_refused_and_runs_nothing(kind, tmp_path):
    marker, path = tmp_path / "marker", tmp_path / f"model{kind}"
    bomb = Bomb(marker)
    if kind == ".pt":
        torch.save({"weights": bomb}, path)
    elif kind == ".npy":
        np.save(path, np.array([bomb], dtype=object), allow_pickle=True)
    else:
        path.write_bytes(pickle.dumps(bomb))
    with pytest.raises(UserError, match="is not a model file of HSI UQ"):
        load_model(path)
    assert not marker.exists()


def test_that_a_checkpoint_saved_on_a_gpu_is_named_for_what_it_is(tmp_path):
    path = tmp_path / "gpu.pt"
    buffer = io.BytesIO()
    torch.save({"w": torch.zeros(2)}, buffer)
    with zipfile.ZipFile(buffer) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.namelist():
            content = old.read(entry)
            # The storage's location is a pickled text with its length before it.
            new.writestr(entry, content.replace(b"\x03\x00\x00\x00cpu", b"\x06\x00\x00\x00cuda:0"))
    with pytest.raises(UserError, match="is not a model file of HSI UQ"):
        load_model(path)


def test_that_our_own_models_name_no_device_and_load_anywhere(model):
    assert b"cuda" not in model.read_bytes()
    assert load_model(model).draws == 20


@pytest.mark.parametrize(
    "content", [b"", b"short", b"\x00" * 64, struct.pack("<Q", 2**62) + b"{}", b"ENVI\nsamples = 3\n" * 9]
)
def test_that_other_files_are_refused(content, tmp_path):
    path = tmp_path / "odd.safetensors"
    path.write_bytes(content)
    with pytest.raises(UserError, match="is not a model file of HSI UQ"):
        load_model(path)


def test_that_a_missing_file_and_a_folder_are_named(tmp_path):
    with pytest.raises(UserError, match="cannot read the model"):
        load_model(tmp_path / "absent.safetensors")
    with pytest.raises(UserError, match="cannot read the model"):
        load_model(tmp_path)


def test_that_a_cut_file_is_refused(model):
    model.write_bytes(model.read_bytes()[:-10])
    with pytest.raises(UserError, match="is not a model file"):
        load_model(model)


def test_that_tensors_without_a_passport_are_refused(tmp_path):
    save_file({"w1": np.zeros(3, np.float32)}, tmp_path / "m.safetensors")
    with pytest.raises(UserError, match="no passport"):
        load_model(tmp_path / "m.safetensors")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (change_passport(draws=1000), r"its passport says \(1000, 5, 4\)"),
        (change_passport(hidden=0), "its passport says"),
        (change_passport(components=-1), "its passport says"),
        (change_passport(good_bands=[0, 1, 2, 3, 4, 9]), "band list"),
        (change_passport(good_bands=[5, 4, 3, 2, 1, 0]), "band list"),
        (change_passport(wavelengths_nm=[400.0, 500.0]), "band list"),
        (change_passport(base_rate=-5), "damaged: base_rate"),
        (change_passport(base_rate=0), "damaged: base_rate"),
        (change_passport(base_rate=1.5), "damaged: base_rate"),
        (change_passport(log_base_odds=1e308), "damaged: log_base_odds"),
        (change_passport(log_base_odds=float("-inf")), "damaged: log_base_odds"),
        (change_passport(label_threshold=float("nan")), "damaged: label_threshold"),
        (change_passport(label_threshold=-0.1), "damaged: label_threshold"),
        (change_passport(whitened_distance_999=float("nan")), "damaged: whitened_distance_999"),
        (change_passport(whitened_distance_999=-1), "damaged: whitened_distance_999"),
        (change_passport(method='=HYPERLINK("x")'), "method that this version does not know"),
        (change_passport(method=""), "method that this version does not know"),
        (change_passport(surprise=1), "passport of .* is damaged"),
        (change_passport(draws="many"), "passport of .* is damaged"),
        (lambda header: header["__metadata__"].update(passport="[" * 100_000), "is damaged"),
        (lambda header: header["w1"].update(dtype="I32"), "its passport says"),
        (lambda header: header.update(extra=header.pop("w1")), "missing or unknown tensors: extra, w1"),
        (lambda header: header["w1"].update(shape=[20, 4, 5]), "its passport says"),
        (lambda header: header["w1"].update(shape=[2**40, 2**20, 4]), "is not a model file"),
    ],
)  # fmt: skip
def test_that_a_header_that_lies_is_refused(change, message, model):
    with pytest.raises(UserError, match=message):
        load_model(rewrite(model, change))


def test_that_a_huge_claim_is_refused_before_anything_is_allocated(model):
    def change(header):
        header["b3"].update(shape=[2**34], data_offsets=[0, 2**36])

    rewrite(model, change)
    with open(model, "r+b") as handle:
        handle.truncate(2**36 + 4096)
    with pytest.raises(UserError, match="is not a model file"):
        load_model(model)


@pytest.mark.parametrize("claim", ["in a tensor", "in the passport", "in the file's size"])
def test_that_a_bomb_of_a_million_million_values_is_refused_in_milliseconds(model, claim):
    def in_a_tensor(header):
        header["w1"].update(shape=[10**6, 10**6], data_offsets=[0, 4 * 10**12])

    changes = {"in a tensor": in_a_tensor, "in the passport": change_passport(draws=10**6, hidden=10**6)}
    rewrite(model, changes.get(claim, in_a_tensor))
    if claim == "in the file's size":
        with open(model, "r+b") as handle:
            handle.truncate(4 * 10**12)  # a file with a hole takes no disk
    load_model_or_refusal(model)
    start = time.perf_counter()
    assert isinstance(load_model_or_refusal(model), UserError)
    assert time.perf_counter() - start < 0.5


def load_model_or_refusal(path):
    try:
        return load_model(path)
    except UserError as error:
        return error


def test_that_weights_that_are_not_finite_are_refused(make_posterior, tmp_path):
    w3 = np.zeros((20, 5), np.float32)
    w3[4, 2] = np.nan
    path = tmp_path / "nan.safetensors"
    save_model(make_posterior(w3=w3), path)
    with pytest.raises(UserError, match=r"tensor w3 .* not finite"):
        load_model(path)


def test_that_a_folder_that_does_not_exist_is_named_on_saving(make_posterior, tmp_path):
    with pytest.raises(UserError, match="folder does not exist"):
        save_model(make_posterior(), tmp_path / "absent" / "m.safetensors")


@pytest.mark.parametrize(("name", "value"), [("w1", 3e38), ("b3", -3e38), ("w2", 2e6), ("projection", 3e38)])
def test_that_weights_no_training_gives_are_refused(make_posterior, tmp_path, name, value):
    posterior = make_posterior()
    tensor = getattr(posterior, name).copy()
    tensor.flat[0] = value
    save_model(replace(posterior, **{name: tensor}), tmp_path / "m.safetensors")
    with pytest.raises(UserError, match=f"tensor {name} of .* holds values that no training gives"):
        load_model(tmp_path / "m.safetensors")
