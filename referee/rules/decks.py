"""Decks whose cards show two motifs: what a game gives whose tables may play with a deck of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from referee.words.text import Text


class PairedDeck(Protocol):
    """A deck: its name, and which two motifs share each card."""

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The cards, two motifs each."""

    @property
    def title(self) -> Text:
        """What it is called."""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options under which a table plays with it; the first is the deck itself."""

    def toml(self) -> str:
        """The deck as a file."""


class DeckMaker(Protocol):
    """How a deck is made, row by row, and read from a file."""

    OPTION: str
    CARDS: int

    def remaining(self, rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """The motifs that stand on no row yet, in order."""

    def fault(self, rows: Sequence[Sequence[str]]) -> Text | None:
        """What is wrong with the last of these rows, named by its number; None where it may stand."""

    def make(self, name: str, rows: Sequence[Sequence[str]], options: Mapping[str, str]) -> PairedDeck:
        """Make the deck of these rows; raises Slip naming the first that is wrong, or what is missing."""

    def read(self, text: str) -> PairedDeck:
        """Read the deck of a file; raises Slip for what is no deck."""

    def pairing(self, word: str) -> PairedDeck:
        """The deck an option names or holds; raises Slip for rows that are no deck."""
