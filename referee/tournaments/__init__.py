"""Tournaments kept in the store, and their tables: each an ordinary table whose meta says where it belongs."""

from referee.tournaments.kept import KIND, KeptTournament, Tournaments, Where
from referee.tournaments.seats import header_of, owed, result_of
from referee.tournaments.transfer import export, refold, take_in

__all__ = [
    "KIND", "KeptTournament", "Tournaments", "Where",
    "export", "header_of", "owed", "refold", "result_of", "take_in",
]  # fmt: skip
