"""Doppelkopf: 48 cards, trump a suit of its own, partners to be found. The laws are numbered in
docs/laws/doppelkopf.md.
"""

from referee.games.doppelkopf.rules import Doppelkopf

__all__ = ["Doppelkopf"]
