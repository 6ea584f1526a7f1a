"""Decks whose cards show two motifs: what a game offers if a table may play with a deck of its own."""

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
        """The name a person reads."""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options of a table that plays with it; the first names the deck."""

    def toml(self) -> str:
        """The deck as the text of a file."""


class DeckMaker(Protocol):
    """Makes a deck row by row, and reads one from a file."""

    OPTION: str
    CARDS: int

    def remaining(self, rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """The motifs that stand on no row yet, in order."""

    def fault(self, rows: Sequence[Sequence[str]]) -> Text | None:
        """What is wrong with the last of these rows, named by its number; None if it may stand."""

    def make(self, name: str, rows: Sequence[Sequence[str]], options: Mapping[str, str]) -> PairedDeck:
        """Make a deck of these rows; raises Slip naming the first that is wrong, or what is missing."""

    def read(self, text: str) -> PairedDeck:
        """Read a deck from the text of a file; raises Slip if it is no deck."""

    def pairing(self, word: str) -> PairedDeck:
        """The deck an option names or holds; raises Slip for rows that are no deck."""
