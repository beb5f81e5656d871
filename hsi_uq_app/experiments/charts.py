"""A picture as plain values: panels of lines, levels, boxes and bars, with the words that go with them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A curve through points (x, y)."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class Level:
    """A dashed horizontal line: what a method reaches whatever x is."""

    label: str
    y: float


@dataclass(frozen=True)
class Box:
    """The 5, 25, 50, 75 and 95 % points of n values."""

    label: str
    points: tuple[float, float, float, float, float]
    n: int


@dataclass(frozen=True)
class Bar:
    """One value under a name."""

    label: str
    value: float


@dataclass(frozen=True)
class ChartPanel:
    """One pair of axes; what is empty is not drawn."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[Line, ...] = ()
    levels: tuple[Level, ...] = ()
    boxes: tuple[Box, ...] = ()
    bars: tuple[Bar, ...] = ()
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True)
class Chart:
    """Rows of panels over sentences that say what may be concluded."""

    title: str
    rows: tuple[tuple[ChartPanel, ...], ...]
    sentences: tuple[str, ...] = ()
