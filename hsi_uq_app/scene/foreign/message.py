"""What the process that reads foreign files says: facts as JSON, then arrays as they lie in memory.

No pickle: nothing that is received can run.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np

_LENGTH = struct.Struct("<Q")
_SENT = "biufMmSU"  # kinds of arrays that are plain bytes


@dataclass(frozen=True)
class Message:
    """Facts (what JSON can hold) and arrays, by their place."""

    facts: Mapping[str, Any]
    arrays: Sequence[np.ndarray] = field(default_factory=tuple)


def send(stream: BinaryIO, message: Message) -> None:
    """Write a message."""
    arrays = [np.ascontiguousarray(array) for array in message.arrays]
    assert all(array.dtype.kind in _SENT for array in arrays)
    shapes = [(array.dtype.str, array.shape) for array in arrays]
    head = json.dumps({"facts": message.facts, "arrays": shapes}).encode()
    stream.write(_LENGTH.pack(len(head)) + head)
    for array in arrays:
        stream.write(array.reshape(-1).view(np.uint8).data)
    stream.flush()


def receive(stream: BinaryIO) -> Message | None:
    """Read a message; None where the other side has ended."""
    length = stream.read(_LENGTH.size)
    if len(length) < _LENGTH.size:
        return None
    content = stream.read(_LENGTH.unpack(length)[0])
    if len(content) < _LENGTH.unpack(length)[0]:
        return None
    head = json.loads(content)
    arrays = [np.empty(shape, np.dtype(code)) for code, shape in head["arrays"]]
    whole = all(_fill(stream, array.reshape(-1).view(np.uint8)) for array in arrays)
    return Message(head["facts"], arrays) if whole else None


def _fill(stream: BinaryIO, flat: np.ndarray) -> bool:
    view = memoryview(flat.data)
    while view:
        got = stream.readinto(view)  # type: ignore[attr-defined]
        if not got:
            return False
        view = view[got:]
    return True
