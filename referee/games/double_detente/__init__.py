"""Double-détente for three, Triple-détente for two."""

from referee.games.double_detente.options import DetenteOptions
from referee.games.double_detente.rules import DoubleDetente

__all__ = ["DetenteOptions", "DoubleDetente"]
