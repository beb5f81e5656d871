"""Words: papers are cited so that they can be found, and a name means one thing."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "hsi_uq_app"
SUFFIXES = (".py", ".md", ".toml", ".yml", ".yaml", ".txt", ".sh", ".json", ".cfg", ".ini")
NO_SOURCES = {"build", "dist", "__pycache__", "node_modules"}
"""Folders that tools make; those that begin with a dot are left out too, but for `.ci`."""
DEAD_REFERENCES = {
    "a numbered section of a design": re.compile(r"\bdesign,?\s+§?\s?\d", re.IGNORECASE),
    "a paper by a number of our own": re.compile(r"\bpaper\s+[12]\b(?![.,]\d)", re.IGNORECASE),
    "notes outside the repository": re.compile(r"\b(suburb|uq)-notes\b|\bdesign\.md\b", re.IGNORECASE),
}
WAITING = (
    "hsi_uq_app/posterior/",
    "hsi_uq_app/workflow/train.py",
    "tests/posterior/test_loss_definitions.py",
)
"""Files and folders that still have dead references; to be emptied."""
SHARED_NAMES = {"Config"}
"""Each method has its own."""


def sources() -> Iterator[Path]:
    for path in sorted(REPOSITORY.rglob("*")):
        parts = path.relative_to(REPOSITORY).parts
        is_made = any(part in NO_SOURCES or (part.startswith(".") and part != ".ci") for part in parts)
        if not is_made and path.is_file() and (path.suffix in SUFFIXES or path.name == "Makefile"):
            yield path


def dead_references(text: str) -> list[tuple[int, str]]:
    """(line, what it is) of each."""
    return [
        (text.count("\n", 0, match.start()) + 1, f"{name}: {match.group()!r}")
        for name, form in DEAD_REFERENCES.items()
        for match in form.finditer(text)
    ]


def class_names(folder: Path) -> dict[str, list[str]]:
    """Where each class name is defined: file and line."""
    places = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(folder.parent)}:{node.lineno}")
    return dict(places)


def twice(places: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: where for name, where in places.items() if len(where) > 1 and name not in SHARED_NAMES}


def test_that_nothing_refers_to_documents_outside_the_repository():
    problems = [
        f"{path.relative_to(REPOSITORY).as_posix()}:{line}: {what}"
        for path in sources()
        for line, what in dead_references(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert not problems, "\n".join(problems)


def test_that_a_class_name_means_one_class():
    assert twice(class_names(PACKAGE)) == {}


@pytest.mark.parametrize("words", ["design {}", "Design, {}", "paper {}", "Paper\n{}", "suburb-{notes}"])
def test_that_a_dead_reference_is_noticed_with_its_line(words):
    text = "one\ntwo " + words.format(1, notes="notes")
    assert [line for line, _ in dead_references(text)] == [2]


@pytest.mark.parametrize(
    "words", ["a design of 3 parts", "paper 1.5 mm thick", "papers of 2023", "mode paper"]
)
def test_that_ordinary_words_are_no_reference(words):
    assert dead_references(words) == []


def test_that_a_class_defined_twice_is_noticed(tmp_path):
    (tmp_path / "one.py").write_text("class Same: ...\nclass Config: ...\n", encoding="utf-8")
    (tmp_path / "two.py").write_text("\ndef f():\n    class Same: ...\nclass Config: ...\n", encoding="utf-8")
    found = twice(class_names(tmp_path))
    assert [where.split("/")[-1] for where in found["Same"]] == ["one.py:1", "two.py:3"]
    assert list(found) == ["Same"]


def test_that_the_sources_are_looked_at():
    names = {path.relative_to(REPOSITORY).as_posix() for path in sources()}
    assert {"README.md", "Makefile", "pyproject.toml", "tests/test_words.py", "hsi_uq_app/errors.py"} <= names
    assert not any(name.startswith(".venv") for name in names)
