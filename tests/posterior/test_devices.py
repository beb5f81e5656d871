"""Where a prediction runs."""

import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import devices


def test_that_auto_takes_a_gpu_where_there_is_one(monkeypatch):
    for present, expected in ((True, "cuda"), (False, "cpu")):
        monkeypatch.setattr(devices, "has_gpu", lambda present=present: present)
        assert devices.choose_device("auto") == expected
        assert devices.choose_device("cpu") == "cpu"


def test_that_asking_for_a_gpu_that_is_not_there_is_one_clear_line(monkeypatch):
    monkeypatch.setattr(devices, "has_gpu", lambda: False)
    with pytest.raises(UserError, match="no GPU"):
        devices.choose_device("cuda")


def test_that_there_is_no_gpu_without_a_driver(monkeypatch):
    monkeypatch.setattr(devices, "_DRIVER", "libabsent.so.0")
    assert not devices.has_gpu()


def test_that_at_least_one_core_is_counted():
    assert devices.cores() >= 1
