"""Doppelkopf: 48 cards, trump a suit of its own, partners to be found."""

from referee.games.doppelkopf.rules import Doppelkopf

__all__ = ["Doppelkopf"]
