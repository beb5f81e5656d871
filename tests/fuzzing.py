"""How hard the fuzz tests try: 500 inputs each, always the same; with HSI_UQ_FUZZ_EXAMPLES so many, new ones.

Whatever a file holds, it is read or refused in one line (UserError); any other error is a finding, and stays
as a test of its own.
"""

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("HSI_UQ_FUZZ_EXAMPLES", "500"))

fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=EXAMPLES == 500,
    database=None,
)

numbers = st.one_of(
    st.integers(-5, 300), st.integers(), st.floats(), st.sampled_from(["5.0", "1e9", "0x5", "", "٣"])
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
changes = st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), min_size=1, max_size=8)


def damaged(content: bytes, places: list[tuple[int, int]]) -> bytes:
    """The content with other bytes at some places."""
    changed = bytearray(content)
    for place, value in places:
        changed[place % len(changed)] = value
    return bytes(changed)
