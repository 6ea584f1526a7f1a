"""Summaries of streams, kept beside the logs so that a page need not read the logs.

They are no evidence. A summary counts as long as the head of its stream is the one it was made from; if the log has
grown or was rewritten, or another version of the program made it (the column `made`), it does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.store.sql import Connection

_MISSING = """
    SELECT s.id, coalesce((SELECT at FROM event WHERE stream = s.id ORDER BY seq DESC LIMIT 1), s.created)
    FROM stream AS s JOIN head AS h ON h.stream = s.id
    LEFT JOIN summary AS m ON m.stream = s.id AND m.seal = h.seal AND m.made = ?
    WHERE s.kind = ? AND m.stream IS NULL ORDER BY s.created DESC, s.rowid DESC
"""
_GOOD = """
    SELECT m.stream, m.body FROM summary AS m JOIN head AS h ON h.stream = m.stream AND h.seal = m.seal
    WHERE m.made = ?
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a stream when its head was `seal`; only its maker understands `body`."""

    stream: str
    seal: bytes
    body: str


def valid(db: Connection, version: str) -> dict[str, str]:
    """The summaries that count, by stream."""
    return dict(db.execute(_GOOD, (version,)).fetchall())


def streams_without(db: Connection, kind: str, version: str) -> list[tuple[str, str]]:
    """The streams of a kind without a summary that counts, and when each was last written to, the newest first."""
    return list(map(tuple, db.execute(_MISSING, (version, kind))))


def keep(db: Connection, version: str, summaries: Iterable[Summary], hold: Callable[[Connection, str], None]) -> None:
    """Keep each summary in place of an older one, except where its stream has changed meanwhile."""
    for one in sorted(summaries, key=lambda one: one.stream):
        hold(db, one.stream)
        db.execute("DELETE FROM summary WHERE stream = ?", (one.stream,))
        db.execute(
            "INSERT INTO summary (stream, made, seal, body) SELECT stream, ?, seal, ? FROM head"
            " WHERE stream = ? AND seal = ?",
            (version, one.body, one.stream, one.seal),
        )
