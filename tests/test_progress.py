"""How slow work reports: fractions of parts, and figures that a watcher may draw."""

from hsi_uq_app.progress import Measured, part


def test_that_a_part_reports_its_stretch_of_the_whole() -> None:
    told: list[tuple[float, str]] = []
    report = part(lambda fraction, text="": told.append((fraction, text)), 0.5, 1.0)
    report(0.5, "half")
    assert told == [(0.75, "half")]


def test_that_a_measured_line_is_a_line_that_also_carries_its_figure_through_every_part() -> None:
    told: list[str] = []
    report = part(part(lambda _, text="": told.append(text), 0.0, 0.5), 0.5, 1.0)
    report(0.1, Measured("epoch 1 of 60, loss 0.8", "loss", 0.8))
    assert told == ["epoch 1 of 60, loss 0.8"]
    assert isinstance(told[0], Measured)
    assert (told[0].name, told[0].value) == ("loss", 0.8)
