"""Draw rounds as a tournament agreed."""

from referee.tournament.draws.chairs import is_federated
from referee.tournament.draws.finals import groups
from referee.tournament.draws.rounds import draw

__all__ = ["draw", "groups", "is_federated"]
