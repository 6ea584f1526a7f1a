"""DOUBLE: cards with a motif on either side, ten rounds, bids staked in chips."""

from referee.games.double.rules import Double

__all__ = ["Double"]
