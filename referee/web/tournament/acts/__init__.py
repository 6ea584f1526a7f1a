"""The acts of a director and a cashier, one form each. `act.py` says what an act is."""

from referee.web.tournament.acts import agreed, boards, devices, money, players, rounds, tables
from referee.web.tournament.acts.act import ACTS, Act, Offers, signature, signatures, take

__all__ = ["ACTS", "Act", "Offers", "agreed", "boards", "devices", "money", "players", "rounds", "signature",
           "signatures", "tables", "take"]  # fmt: skip
