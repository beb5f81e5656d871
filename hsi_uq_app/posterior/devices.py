"""Where to compute: the processor's cores, or a GPU."""

import ctypes
import os
import sys
from typing import Literal

from hsi_uq_app.errors import UserError

Device = Literal["auto", "cpu", "cuda"]

_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


def choose_device(wanted: Device) -> Literal["cpu", "cuda"]:
    """The device to use: with "auto" a GPU where there is one.

    Raises:
        UserError: a GPU was asked for and there is none.
    """
    if wanted == "cpu":
        return "cpu"
    if has_gpu():
        return "cuda"
    if wanted == "cuda":
        raise UserError("this machine has no GPU that torch can use", "use --device cpu")
    return "cpu"


def has_gpu() -> bool:
    """Whether torch can use a GPU; torch, seconds to load, is asked only where a driver is installed."""
    try:
        ctypes.CDLL(_DRIVER)
    except OSError:
        return False
    import torch

    return torch.cuda.is_available()


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def available_devices() -> list[str]:
    """What can compute here, a line each, for people."""
    devices = [f"cpu, {cores()} cores"]
    if has_gpu():
        import torch

        devices += [f"cuda, {torch.cuda.get_device_name(n)}" for n in range(torch.cuda.device_count())]
    return devices
