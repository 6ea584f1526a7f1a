"""Draws for a tournament's rounds, planned together, each with a certificate of its quality.

Pure: chance comes from a seed, and steps, never a clock, bound a search.
"""

from referee.tournament.seating.anneal import STEPS_PER_SECOND
from referee.tournament.seating.best_with_best import best_with_best
from referee.tournament.seating.certificate import Bound, Certificate
from referee.tournament.seating.draw import Draw
from referee.tournament.seating.federation_movement import federation
from referee.tournament.seating.plan import plan
from referee.tournament.seating.sentences import final_letter, lines, sentences
from referee.tournament.seating.shape import Shape, sizes_by_preference, tables_for
from referee.tournament.seating.whist import whist
from referee.tournament.seating.wishes import pairs, places, read_rounds

__all__ = [
    "STEPS_PER_SECOND",
    "Bound",
    "Certificate",
    "Draw",
    "Shape",
    "best_with_best",
    "federation",
    "final_letter",
    "lines",
    "pairs",
    "places",
    "plan",
    "read_rounds",
    "sentences",
    "sizes_by_preference",
    "tables_for",
    "whist",
]
