"""French Tarot for three, four and five players."""

from referee.games.tarot.rules import Tarot

__all__ = ["Tarot"]
