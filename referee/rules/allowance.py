"""How many plays may be tried for all that is asked about one record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

MOST = 1_000_000
"""Plays tried for all the fouls of a record, about four seconds."""


@dataclass(slots=True)
class Allowance:
    """The plays `left`, and what was answered: the same question costs once."""

    left: int
    known: dict[object, object] = field(default_factory=dict)


_allowed: ContextVar[Allowance | None] = ContextVar("allowed", default=None)


def allowed() -> Allowance | None:
    """What is left; None where each question has all it needs."""
    return _allowed.get()


@contextmanager
def allowance(plays: int | None = None) -> Iterator[None]:
    """All questions asked meanwhile have so many plays together; those beyond are told as not computed."""
    token = _allowed.set(Allowance(MOST if plays is None else plays))
    try:
        yield
    finally:
        _allowed.reset(token)


def spent() -> bool:
    """Whether there is no room for another question."""
    room = allowed()
    return room is not None and room.left <= 0
