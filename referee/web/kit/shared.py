"""What the requests of one club share. At home there is one club; referee.hosting opens many, one for each request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import current_app, g

Tell = Callable[[str, str], None]
Things = dict[str, Any]
"""What the requests of a club share, by name."""


def shared(name: str) -> Any:
    """What all requests of this club share, by name."""
    return g.shared[name] if "shared" in g else current_app.extensions[name]


def many() -> bool:
    """Whether this server has many clubs, to each of which its directors admit devices."""
    return "clubs" in current_app.extensions


def at_club() -> bool:
    """Whether the request is to a club; always so where there is only one."""
    return not many() or "shared" in g


def topic(name: str) -> str:
    """A topic of this club, distinct from those of other clubs."""
    return topic_of(g.get("word", ""), name)


def topic_of(club: str, name: str) -> str:
    """A topic of the club with this word, empty where there is only one club."""
    return f"{club}/{name}" if club else name
