"""French Tarot for three, four and five players.

One module a concern: `pack` the cards, `laws` laws and options, `terms` what a deal knows, `phases` from the deal to
the first card, `play` the tricks, `count` and `typed` the end, `score` what it pays, `rulings` the code of arbitration
as data, `fouls` its use, `prompts` what is waited for, and `rules` the game itself.
"""

from referee.games.tarot.rules import Tarot

__all__ = ["Tarot"]
