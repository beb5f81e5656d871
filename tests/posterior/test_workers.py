"""Shared work: every span once, errors and cancelling for all."""

import threading

import pytest

from hsi_uq_app.posterior.workers import share
from hsi_uq_app.progress import Cancelled


def nothing() -> None: ...


def test_that_every_span_is_done_once():
    done: list[int] = []
    lock = threading.Lock()

    def work(span, go_on):
        with lock:
            done.append(span)

    share(range(200), [work] * 4, nothing)
    assert sorted(done) == list(range(200))


def test_that_the_first_error_reaches_the_caller_and_ends_the_others():
    ended = threading.Event()

    def endless(span, go_on):
        try:
            while True:
                go_on()
        finally:
            ended.set()

    def failing(span, go_on):
        raise RuntimeError("shape")

    with pytest.raises(RuntimeError, match="shape"):
        share(range(9), [endless, failing], nothing)
    assert ended.is_set()


def test_that_giving_up_ends_a_span_half_way():
    calls = []

    def endless(span, go_on):
        while True:
            go_on()

    def watch():
        calls.append(1)
        if len(calls) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        share(range(9), [endless] * 2, watch)
    assert threading.active_count() == 1


def test_that_the_watch_runs_on_the_callers_thread():
    threads = set()

    def work(span, go_on):
        threading.Event().wait(0.15)

    share(range(1), [work], lambda: threads.add(threading.current_thread()))
    assert threads == {threading.main_thread()}
