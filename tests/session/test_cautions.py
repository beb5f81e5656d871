"""What must be said beside a result."""

from types import SimpleNamespace

import pytest

from hsi_uq_app.session.results import Cautions, cautions


def result(quantity: str, **provenance: object) -> SimpleNamespace:
    return SimpleNamespace(
        quantiles=SimpleNamespace(passport=SimpleNamespace(quantity=quantity), provenance=provenance)
    )


def scene(quantity: str) -> SimpleNamespace:
    return SimpleNamespace(cube=SimpleNamespace(quantity=quantity))


def test_that_another_quantity_is_said_before_what_the_prediction_noted() -> None:
    said = cautions(result("reflectance", notes=["the bands were resampled"]), scene("radiance"))
    assert said.lines == (
        "the model was trained on reflectance, the scene is radiance: do not trust its probabilities",
        "the bands were resampled",
    )


@pytest.mark.parametrize("provenance", [{}, {"notes": None}, {"notes": 5}, {"notes": []}])
def test_that_nothing_is_said_where_nothing_is_odd(provenance: dict) -> None:
    assert cautions(result("reflectance", **provenance), scene("reflectance")) == Cautions()
    assert cautions(result("reflectance", **provenance), scene("unknown")) == Cautions()
    assert cautions(result("reflectance", **provenance), None) == Cautions()


def test_that_a_warning_stands_once() -> None:
    first = cautions(result("reflectance"), scene("radiance"))
    assert cautions(result("reflectance", notes=list(first.lines)), scene("radiance")) == first
