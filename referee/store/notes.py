"""Notes beside the log, for a while: what all processes of a store should know and nobody misses when it is lost.

Which device was seen when, that a draw is under way, how often an address asked for something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Note:
    """What was noted, so many seconds ago."""

    text: str
    ago: float


class Notes(Protocol):
    """Notes by kind and key, the last one under each."""

    def put(self, kind: str, key: str, text: str = "") -> None:
        """Note something, in the place of what was noted before."""

    def claim(self, kind: str, key: str, seconds: float) -> bool:
        """Note it where nobody has within so many seconds; whether it was noted. Of several at once one does."""

    def within(self, kind: str, seconds: float, begins: str = "") -> dict[str, Note]:
        """The notes of a kind of the last so many seconds whose key begins so, the newest first."""

    def drop(self, kind: str, key: str) -> None:
        """Forget a note."""
