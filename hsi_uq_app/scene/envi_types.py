"""ENVI's numbers for data types, and why some are refused."""

import numpy as np

REAL_TYPES = {
    1: "u1",
    2: "i2",
    3: "i4",
    4: "f4",
    5: "f8",
    12: "u2",
    13: "u4",
    14: "i8",
    15: "u8",
}
REFUSED_TYPES = {
    6: "complex (two 32-bit floats)",
    7: "text",
    8: "a structure",
    9: "complex (two 64-bit floats)",
    10: "a pointer",
    11: "an object reference",
}
TYPE_NUMBERS = {np.dtype(code): number for number, code in REAL_TYPES.items()}
KNOWN_AS = ", ".join(f"{number} ({np.dtype(code).name})" for number, code in REAL_TYPES.items())
