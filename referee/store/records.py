"""The values that the store returns, and times as it writes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Clock = Callable[[], datetime]
Json = dict[str, Any]
"""A JSON object as it lies in the store: what a fact or a label holds is its own, and checked where it is read."""


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a stream. `seq` counts from 1 without a gap; `at` is the UTC time, ISO 8601."""

    seq: int
    key: str
    kind: str
    body: Json
    at: str
    by: str


@dataclass(frozen=True, slots=True)
class Stream:
    """A table or a tournament. `meta` never changes after its creation; people may change `label`.

    `seq` is the number of its last event, 0 before the first; `last_at` the time of that event, or of the creation.
    """

    id: str
    kind: str
    meta: Json
    label: Json
    created: str
    by: str
    seq: int
    last_at: str


@dataclass(frozen=True, slots=True)
class Appended:
    """The numbers an append was given. `repeated`: its key was known, and nothing was written this time."""

    seq_first: int
    seq_last: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class Person:
    """A player met before, offered where a name is chosen. `last_seen` is a UTC time, ISO 8601."""

    name: str
    last_seen: str


def utc_now() -> datetime:
    """The time by the clock a store uses unless it is given another."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as the store writes it: UTC to the millisecond, `2026-07-04T19:30:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
