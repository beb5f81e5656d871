"""Truth: masks, abundances and classes of the scene's own size; regions in words."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.georeference import georeference_from
from hsi_uq_app.scene.labels import Truth, parse_region, read_truth

Write = Callable[..., Path]


def plane(rows: list[list[float]], code: str = "u1") -> np.ndarray:
    """A one-band cube (lines, samples, 1)."""
    return np.array(rows, dtype=code)[:, :, None]


@pytest.mark.parametrize("size", [(4, 7), (7, 5)])
def test_that_a_truth_of_another_size_is_refused_with_both_sizes(
    write_cube: Write, size: tuple[int, int]
) -> None:
    header = write_cube(np.zeros((*size, 1), dtype="u1"))
    with pytest.raises(
        UserError, match=f"{size[0]} lines x {size[1]} samples, the scene 5 lines x 7"
    ) as caught:
        read_truth(header, 5, 7)
    assert ("transposed" in str(caught.value)) == (size == (7, 5))


@pytest.mark.parametrize("target", [1, 255])
def test_that_a_mask_of_zero_and_one_other_value_is_understood(write_cube: Write, target: int) -> None:
    truth = read_truth(write_cube(plane([[0, target], [0, 0]])), 2, 2)
    assert truth.labels.tolist() == [[False, True], [False, False]]
    assert truth.abundance.dtype == np.float32
    assert truth.known.all()
    assert not truth.abundance.flags.writeable


def test_that_an_abundance_is_a_target_above_the_threshold_and_nan_is_unknown(write_cube: Write) -> None:
    header = write_cube(plane([[0.1, 0.11], [np.nan, -1]], "f4"), data_ignore_value=-1)
    truth = read_truth(header, 2, 2)
    assert truth.labels.tolist() == [[False, True], [False, False]]
    assert truth.known.tolist() == [[True, True], [False, False]]
    assert read_truth(header, 2, 2, threshold=0.2).labels.sum() == 0


def test_that_a_scaled_abundance_is_divided(write_cube: Write) -> None:
    header = write_cube(plane([[0, 5000]], "i2"), reflectance_scale_factor=10_000)
    assert read_truth(header, 1, 2).abundance.tolist() == [[0, 0.5]]


@pytest.mark.parametrize("values", [[0, 0.5, 87], [-0.2, 0.5, 1]])
def test_that_what_is_no_abundance_is_refused(write_cube: Write, values: list[float]) -> None:
    with pytest.raises(UserError, match=r"an abundance lies in 0\.\.1"):
        read_truth(write_cube(plane([values], "f4")), 1, 3)


def classes(write_cube: Write, zero: str) -> Path:
    """A classification of 0 .. 2 over two lines."""
    return write_cube(
        plane([[0, 1, 2], [2, 2, 0]]),
        file_type="ENVI Classification",
        classes=3,
        class_names=[zero, "Road", "Car"],
        class_lookup=[0] * 9,
    )


def test_that_a_class_must_be_chosen_among_several(write_cube: Write) -> None:
    with pytest.raises(UserError, match=r"several classes: 1 \(Road\), 2 \(Car\)"):
        read_truth(classes(write_cube, "Unclassified"), 2, 3)
    with pytest.raises(UserError, match="no class `Lorry`"):
        read_truth(classes(write_cube, "Unclassified"), 2, 3, class_="Lorry")


@pytest.mark.parametrize("class_", ["Car", "car", "2", 2])
def test_that_a_class_is_chosen_by_name_or_number_and_unlabelled_is_unknown(
    write_cube: Write, class_: str | int
) -> None:
    truth = read_truth(classes(write_cube, "Unclassified"), 2, 3, class_=class_)
    assert truth.labels.tolist() == [[False, False, True], [True, True, False]]
    assert truth.known.tolist() == [[False, True, True], [True, True, False]]
    assert "unknown" in truth.notes[-1].text


def test_that_a_named_class_zero_is_background(write_cube: Write) -> None:
    assert read_truth(classes(write_cube, "Grass"), 2, 3, class_="Car").known.all()


def test_that_several_abundances_are_chosen_by_band(write_cube: Write) -> None:
    header = write_cube(np.array([[[0.1, 0.9], [0.4, 0.6]]], dtype="f4"), band_names=["panel", "grass"])
    assert np.allclose(read_truth(header, 1, 2, class_="Panel").abundance, [[0.1, 0.4]])
    assert np.allclose(read_truth(header, 1, 2, class_=2).abundance, [[0.9, 0.6]])
    with pytest.raises(UserError, match="2 bands: panel, grass"):
        read_truth(header, 1, 2)


def test_that_labels_count_only_what_is_known() -> None:
    truth = Truth(np.array([[np.nan, 0.5]], dtype=np.float32), 0.1, Path("t"))
    assert (truth.labels.sum(), truth.known.sum()) == (1, 1)


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("all", (0, 5, 0, 7)),
        ("left", (0, 5, 0, 3)),
        ("right", (0, 5, 3, 7)),
        ("top", (0, 2, 0, 7)),
        (" Bottom", (2, 5, 0, 7)),
        ("lines=1:3,samples=2:4", (1, 3, 2, 4)),
        ("samples=2:4", (0, 5, 2, 4)),
        ("lines = 1 : 3", (1, 3, 0, 7)),
        ("samples=2:,lines=:1", (0, 1, 2, 7)),
    ],
)
def test_that_regions_are_half_open(text: str, bounds: tuple[int, int, int, int]) -> None:
    region = parse_region(text, 5, 7)
    assert (region.first_line, region.last_line, region.first_sample, region.last_sample) == bounds
    mask = region.mask(5, 7)
    assert mask[bounds[0] : bounds[1], bounds[2] : bounds[3]].all()
    assert mask.sum() == (bounds[1] - bounds[0]) * (bounds[3] - bounds[2])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("middle", "not understood"),
        ("lines=1-3", "not understood"),
        ("lines=1:2,lines=3:4", "not understood"),
        ("lines=3:3", "no pixel"),
        ("lines=4:2", "no pixel"),
        ("samples=0:8", "beyond"),
        ("lines=0:6", "beyond"),
        ("", "not understood"),
        ("lines=0:" + "9" * 30, "not understood"),
    ],
)
def test_that_a_region_that_cannot_be_is_refused(text: str, word: str) -> None:
    with pytest.raises(UserError, match=word):
        parse_region(text, 5, 7)


def test_that_the_left_of_a_single_sample_holds_no_pixel() -> None:
    with pytest.raises(UserError, match="no pixel"):
        parse_region("left", 5, 1)


@pytest.mark.parametrize("most", [1, 5, 6, 100])
def test_that_pixels_spread_evenly_lie_inside_and_are_known(most: int) -> None:
    region, known = parse_region("lines=1:3,samples=2:5", 5, 7), np.ones((5, 7), dtype=bool)
    everywhere = region.evenly(7, most)
    assert len(set(everywhere)) == min(most, region.size)
    assert region.mask(5, 7).ravel()[everywhere].all()
    assert np.array_equal(region.evenly(7, most, known), everywhere)
    known[1] = False
    assert set(region.evenly(7, most, known)) <= {2 * 7 + 2, 2 * 7 + 3, 2 * 7 + 4}


@given(st.tuples(*[st.integers(0, 4)] * 4), st.tuples(*[st.integers(0, 4)] * 4))
def test_that_regions_overlap_exactly_when_they_share_a_pixel(a: tuple, b: tuple) -> None:
    first, second = (
        parse_region(f"lines={x}:{x + w + 1},samples={y}:{y + h + 1}", 9, 9) for x, w, y, h in (a, b)
    )
    assert first.shared(second) == (first.mask(9, 9) & second.mask(9, 9)).sum()
    assert first.overlaps(second) == (first.shared(second) > 0)


@given(st.integers(2, 50), st.integers(2, 50))
def test_that_halves_share_nothing_and_leave_nothing_out(lines: int, samples: int) -> None:
    for one, other in (("left", "right"), ("top", "bottom")):
        first, second = parse_region(one, lines, samples), parse_region(other, lines, samples)
        assert not first.overlaps(second)
        assert (first.mask(lines, samples) | second.mask(lines, samples)).all()


def test_that_names_of_another_number_than_the_classes_are_not_used(write_cube: Write) -> None:
    header = write_cube(
        np.array([[[0], [1], [2]]], dtype="u1"), classes=3, class_names=["None", "car", "red", "tree"]
    )
    assert "4 names for 3 classes" in str(read_truth(header, 1, 3, class_=2).notes)
    with pytest.raises(UserError, match="no class `tree`; it holds 1, 2"):
        read_truth(header, 1, 3, class_="tree")


def test_that_a_class_nowhere_in_the_scene_is_said(write_cube: Write) -> None:
    header = write_cube(np.array([[[0], [1], [-1]]], dtype="i2"), class_names=["None", "car", "tree"])
    truth = read_truth(header, 1, 3, class_="tree")
    assert not truth.labels.any()
    assert "no pixel is of class 2 (tree)" in str(truth.notes)
    assert "negative codes count as unknown" in str(truth.notes)


def test_that_an_abundance_with_rounding_errors_is_one_and_has_no_classes(write_cube: Write) -> None:
    header = write_cube(np.array([[[-1e-8], [0.5], [1.0]]], dtype="f4"))
    assert read_truth(header, 1, 3).labels.tolist() == [[False, True, True]]
    with pytest.raises(UserError, match=r"is an abundance in .* without classes"):
        read_truth(header, 1, 3, class_="1")


@pytest.mark.parametrize(
    ("map_info", "said"),
    [
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84", ""),
        ("UTM, 1.5, 1.5, 500001, 3999999, 2, 2, 18, North, WGS-84", ""),
        ("UTM, 1, 1, 500006, 4000000, 2, 2, 18, North, WGS-84", "up to 3.0 pixels off"),
        ("UTM, 1, 1, 500000, 4000000, 2, -2, 18, North, WGS-84", "up to 10.0 pixels off"),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 19, North, WGS-84", "another CRS"),
    ],
)
def test_that_a_truth_placed_elsewhere_is_said(write_cube: Write, map_info: str, said: str) -> None:
    scene, _ = georeference_from({"map info": "UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84"})
    header = write_cube(np.zeros((5, 7, 1), "u1"), map_info=map_info.split(","))
    notes = " | ".join(note.text for note in read_truth(header, 5, 7, georeference=scene).notes)
    assert said in notes
    assert ("pixel by pixel" in notes) == bool(said)
