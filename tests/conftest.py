"""What every test runs under, and the program as its pages are tested: one open store, a visitor before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings
from web_help import Visitor

from referee import create_app

# No deadline: a slow machine is not a failure. The seed is printed, so that a failure comes again.
settings.register_profile("referee", deadline=None, print_blob=True)
settings.load_profile("referee")


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
