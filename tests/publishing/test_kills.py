"""Ten of the kills of `make kill`, and all chosen steps of two verbs."""

from pathlib import Path

import pytest

from tests.publishing.kills import count, inputs, prepare, verbs


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    folder = tmp_path_factory.mktemp("kills")
    return [
        prepare(verb, folder / verb.name)
        for verb in verbs(*inputs(folder))
        if verb.name in ("predict", "shp")
    ]


def test_that_ten_runs_that_are_killed_leave_the_old_or_the_new(everything, tmp_path: Path) -> None:
    found = count(everything, tmp_path / "here", randoms=10)
    assert found["half"] == found["half at a step"] == 0
    assert sum(found.values()) > 40
    assert found["old at a step"] > 0
    assert found["new at a step"] > 0
