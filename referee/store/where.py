"""Where a store is: a file, or a database on a server."""

from __future__ import annotations

from pathlib import Path

Where = Path | str
"""A file, or the address of a database on a server."""

SERVERS = ("postgresql://", "postgres://")
"""The beginnings of addresses on a server; anything else is a file."""


def on_server(database: Where) -> bool:
    """Whether `database` is an address on a server, not a file."""
    return str(database).startswith(SERVERS)


def engine_of(database: Where) -> str:
    """The module that opens a database. It is named, not imported, so that a file loads nothing of a server."""
    return "referee.hosting.postgresql.store" if on_server(database) else "referee.store.sqlite.store"
