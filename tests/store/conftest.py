"""Stores to test, of both engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store import Store
from tests.help.store import Clock


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """The place of a new store: a file, or a server."""
    if request.param == "sqlite":
        return tmp_path / "referee.db"
    return request.getfixturevalue("postgresql").address()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database: Path | str, clock: Clock) -> Iterator[Store]:
    with Store.open(database, clock=clock) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> str:
    return store.create("table", {"game": "tarot"}, key="new-table", by="Nora")
