"""Doppelkopf: 48 cards, trumps as a suit of their own, hidden partners."""

from referee.games.doppelkopf.rules import Doppelkopf

__all__ = ["Doppelkopf"]
