"""What a view read is remembered leaf by leaf, and compared as it ought to be."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from hsi_uq_app.session.derived import Derived
from hsi_uq_app.session.hcs import alpha_set
from hsi_uq_app.session.layers import style_of, styled
from hsi_uq_app.session.reads import Reads, recorded, same
from hsi_uq_app.session.spectra import pixel_clicked
from hsi_uq_app.session.state import AppState, cursor_moved


def reads_of(show, state: AppState) -> Reads:
    reads = Reads()
    show(recorded(state, reads))
    return reads


def test_that_leaves_count_and_not_the_branches_they_hang_on():
    state = AppState()
    reads = reads_of(lambda state: state.view.thresholds.alpha, state)
    assert len(reads) == 1
    assert reads.hold_in(cursor_moved((1, 2))(state))
    assert reads.hold_in(pixel_clicked((1, 2))(state))
    assert not reads.hold_in(alpha_set(3)(state))


def test_that_one_entry_of_a_mapping_counts_and_its_fields_apart():
    state = styled("width", opacity=0.5)(AppState())
    reads = reads_of(lambda state: style_of(state, "width").colour_map, state)
    assert reads.hold_in(styled("ace", opacity=0.1)(state))
    assert reads.hold_in(styled("width", opacity=0.1)(state))
    assert not reads.hold_in(styled("width", colour_map="grey")(state))


def test_that_an_entry_that_was_not_there_counts_once_it_is():
    reads = reads_of(lambda state: style_of(state, "width"), AppState())
    assert not reads.hold_in(styled("width", opacity=0.1)(AppState()))
    derived = reads_of(lambda state: state.derived.get("a"), AppState())
    assert derived.hold_in(replace(AppState(), derived={"b": Derived((), 1)}))
    assert not derived.hold_in(replace(AppState(), derived={"a": Derived((), 1)}))


def test_that_walking_through_a_mapping_reads_all_of_it():
    reads = reads_of(lambda state: list(state.view.styles), AppState())
    assert not reads.hold_in(styled("ace", opacity=0.1)(AppState()))


def test_that_a_branch_that_is_gone_counts_as_changed():
    state = styled("width", opacity=0.5)(AppState())
    reads = reads_of(lambda state: state.view.styles.get("width").opacity, state)
    assert not reads.hold_in(AppState())


@dataclass(frozen=True, eq=False)
class Thing:
    value: int


def test_that_scalars_are_equal_by_value_and_objects_and_arrays_by_identity():
    thing, array = Thing(1), np.zeros(3)
    assert same(1, 1)
    assert same(("a", (2, None)), ("a", (2, None)))
    assert same({"a": 1}, {"a": 1})
    assert same(array, array)
    assert same((thing, array), (thing, array))
    assert not same(array, array.copy())
    assert not same((1, array), (1, array.copy()))
    assert not same(thing, Thing(1))
    assert not same(True, 1)
    assert not same((1,), (1, 2))
    nan = float("nan")
    assert not same(nan, float("nan"))
    assert same((1, nan), (1, nan))


def test_that_a_value_that_is_no_number_is_not_shown_again_and_again():
    state = replace(AppState(), derived={"a": Derived((), float("nan"))})
    reads = reads_of(lambda state: state.derived["a"], state)
    assert reads.hold_in(cursor_moved((1, 2))(state))
    assert not reads.hold_in(replace(state, derived={"a": Derived((), float("nan"))}))


def test_that_an_array_filled_anew_is_the_same_and_another_one_is_not():
    array = np.zeros(3)
    state = replace(AppState(), derived={"a": Derived((array,), array)})
    reads = reads_of(lambda state: state.derived["a"], state)
    array[:] = 1
    assert reads.hold_in(state)
    assert not reads.hold_in(replace(state, derived={"a": Derived((array.copy(),), array)}))


@pytest.mark.parametrize("error", [ValueError, TypeError, AttributeError])
def test_that_what_cannot_be_compared_counts_as_changed(error):
    class Touchy:
        def __eq__(self, other):
            raise error

        __hash__ = None

    state = replace(AppState(), scene=Touchy())
    reads = reads_of(lambda state: state.scene, state)
    assert reads.hold_in(state)
    assert not reads.hold_in(replace(AppState(), scene=Touchy()))
