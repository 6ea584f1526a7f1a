"""Da Ban for two teams of two or three: points in tricks, three packs, a level to climb."""

from referee.games.da_ban.rules import DaBan

__all__ = ["DaBan"]
