"""Short-lived notes beside the log, shared by all processes of a store; losing them does no harm.

Such as: when a device was last seen, that a draw is under way, how often an address asked for something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Note:
    """A text noted `ago` seconds ago."""

    text: str
    ago: float


class Notes(Protocol):
    """The last note under each kind and key."""

    def put(self, kind: str, key: str, text: str = "") -> None:
        """Write a note, in place of the one before."""

    def claim(self, kind: str, key: str, seconds: float) -> bool:
        """Write an empty note unless there is one of the last `seconds`; return whether it was written.

        Of several callers at once only one gets True.
        """

    def within(self, kind: str, seconds: float, begins: str = "") -> dict[str, Note]:
        """The notes of a kind from the last `seconds` whose key starts with `begins`, the newest first."""

    def drop(self, kind: str, key: str) -> None:
        """Remove a note."""
