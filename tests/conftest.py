"""What every test runs under, and the program as its pages are tested: one open store, a visitor before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from flask import Flask
from hypothesis import settings
from web_help import Visitor

from referee import create_app

# No deadline: a slow machine is not a failure. The seed is printed, so that a failure comes again.
settings.register_profile("referee", deadline=None, print_blob=True)
settings.load_profile("referee")

TRACING = Coverage.current()
UNTRACED = re.compile(
    r"test_(browser|seating|serve|sheets|store|tournament|web|judge_acts|judge_complete|\w+_(honest|oracle))"
)
"""Files whose tests reach no branch of the rule layers but those that the tests of the laws reach. Traced they would take
several times as long, a search for seats six times.
"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if TRACING is None or not UNTRACED.match(item.path.stem):
        return (yield)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG")  # what the test starts is not traced either
        TRACING.stop()
        try:
            return (yield)
        finally:
            TRACING.start()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app({"DATABASE": str(tmp_path / "referee.db"), "DRAW_SECONDS": 0.02})
    yield made
    made.extensions["tables"].store.close()


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    return Visitor(app)


@pytest.fixture
def other(app: Flask) -> Visitor:
    """A second device."""
    return Visitor(app)


@pytest.fixture
def speaking(app: Flask) -> Callable[[str], Visitor]:
    """A visitor whose browser asks for this language."""
    return lambda language: Visitor(app, language)
