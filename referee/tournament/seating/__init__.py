"""Who sits where: draws for a tournament's rounds, planned all together, each with a certificate of its worth.

Pure: chance comes from a seed, and a search is bounded by its steps, never by a clock.
"""

from referee.tournament.seating.anneal import STEPS_PER_SECOND
from referee.tournament.seating.certificate import Bound, Certificate
from referee.tournament.seating.plan import Draw, plan
from referee.tournament.seating.shape import Shape, preferred, tables_for
from referee.tournament.seating.told import told

__all__ = ["STEPS_PER_SECOND", "Bound", "Certificate", "Draw", "Shape", "plan", "preferred", "tables_for", "told"]
