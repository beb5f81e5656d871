"""Whether a window can open here, found out before Qt is asked: Qt would abort the process."""

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

SYSTEM_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""Shared libraries Qt 6 loads on Linux, and the Debian/Ubuntu package that brings each."""

OFFSCREEN_NEEDS = ("libEGL.so.1", "libGL.so.1", "libglib-2.0.so.0", "libdbus-1.so.3", "libfontconfig.so.1")


def missing_libraries(names: tuple[str, ...] = tuple(SYSTEM_LIBRARIES)) -> list[str]:
    """The Debian packages of the Qt libraries that this machine lacks; empty except on Linux."""
    if not sys.platform.startswith("linux"):
        return []
    return [SYSTEM_LIBRARIES[name] for name in names if not _loads(name)]


def display_problem(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why no window can open here, in a few words, or None when one can."""
    if not sys.platform.startswith("linux"):
        return None
    platform = environment.get("QT_QPA_PLATFORM", "")
    if platform.split(":")[0] in ("offscreen", "minimal", "vnc"):
        return _libraries_problem(OFFSCREEN_NEEDS)
    if not (_x_answers(environment) or _wayland_answers(environment)):
        return _no_display(environment)
    return _libraries_problem(tuple(SYSTEM_LIBRARIES))


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _libraries_problem(names: tuple[str, ...]) -> str | None:
    missing = missing_libraries(names)
    return f"Qt needs system libraries: apt-get install {' '.join(missing)}" if missing else None


def _no_display(environment: Mapping[str, str]) -> str:
    named = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return f"the display {named} does not answer" if named else "no display"


def _x_answers(environment: Mapping[str, str]) -> bool:
    """Connect to the X server as Qt's plugin would, and let go."""
    if not environment.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(environment["DISPLAY"].encode(), None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    name, folder = environment.get("WAYLAND_DISPLAY"), environment.get("XDG_RUNTIME_DIR", "")
    if not name:
        return False
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(Path(folder, name)))
        except OSError:
            return False
    return True
