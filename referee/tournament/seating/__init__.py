"""Draws for a tournament's rounds, planned together, each with a certificate of its quality.

Pure: chance comes from a seed, and steps, never a clock, bound a search.
"""

from referee.tournament.seating.anneal import STEPS_PER_SECOND
from referee.tournament.seating.certificate import Bound, Certificate
from referee.tournament.seating.draw import Draw
from referee.tournament.seating.federation import federation
from referee.tournament.seating.plan import plan
from referee.tournament.seating.shape import Shape, preferred, tables_for
from referee.tournament.seating.standings import best_with_best
from referee.tournament.seating.told import final_letter, sentences, told
from referee.tournament.seating.whist import whist
from referee.tournament.seating.wishes import pairs, places, played

__all__ = [
    "STEPS_PER_SECOND",
    "Bound",
    "Certificate",
    "Draw",
    "Shape",
    "best_with_best",
    "federation",
    "final_letter",
    "pairs",
    "places",
    "plan",
    "played",
    "preferred",
    "sentences",
    "tables_for",
    "told",
    "whist",
]
