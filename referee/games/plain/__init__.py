"""The plain score sheet: points of any game, round by round."""

from referee.games.plain.options import PlainOptions
from referee.games.plain.rules import Plain

__all__ = ["Plain", "PlainOptions"]
