"""A server with clubs, for the tests of the pages; tests/conftest.py has the application at home."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee import create_app
from tests.help.clubs import SECRET, Hall
from tests.help.postgresql import Server


@pytest.fixture
def hall(postgresql: Server) -> Iterator[Hall]:
    address = postgresql.address().partition("&club=")[0]
    app = create_app({"DATABASE": address, "SECRET_KEY": SECRET, "HOSTS": ["referee.example"]})
    yield Hall(app, address)
    app.extensions["clubs"].close()
