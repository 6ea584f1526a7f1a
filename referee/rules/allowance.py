"""A limit on the plays tried for all questions about one record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

MOST = 1_000_000
"""Plays tried for all fouls of a record: about four seconds."""


@dataclass(slots=True)
class Allowance:
    """The plays `left`, and the answers `known`: the same question costs plays only once."""

    left: int
    known: dict[object, object] = field(default_factory=dict)


_allowed: ContextVar[Allowance | None] = ContextVar("allowed", default=None)


def current_allowance() -> Allowance | None:
    """The limit in force; None if there is none for all questions together."""
    return _allowed.get()


@contextmanager
def allowance(most: int | None = None) -> Iterator[None]:
    """Limit the plays of all questions asked meanwhile, to MOST at most; then answers are “not computed”."""
    token = _allowed.set(Allowance(MOST if most is None else most))
    try:
        yield
    finally:
        _allowed.reset(token)


def is_spent() -> bool:
    """Whether no plays are left for another question."""
    room = current_allowance()
    return room is not None and room.left <= 0
