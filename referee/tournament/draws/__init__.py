"""Draw rounds as a tournament agreed."""

from referee.tournament.draws.chairs import federated
from referee.tournament.draws.draw import draw
from referee.tournament.draws.finals import groups
from referee.tournament.draws.lot import by_lot, table_sizes

__all__ = ["by_lot", "draw", "federated", "groups", "table_sizes"]
