"""What was ruled in a deal, in sentences."""

from referee.table.rulings import rulings
from tests.help.record import OPEN, table


def test_a_foul_upheld_and_what_was_taken_beside_are_told_one_after_the_other() -> None:
    """Ben trumps a heart and shows one later; RECORD.md: a penalty takes its points, whatever its sign."""
    tricks = ("trick Ana H5 T4 H9", "trick Ben S2 SK S9", "trick Cléo H2 H8 H7")
    beside = ("penalty Ana 10 late", "penalty Cléo -5 late", "penalty Ben 0 loud")
    found = table(*OPEN, *tricks, "ruling 9 uphold", *beside)
    told = [str(text) for text in rulings(found, found.deals[0])]
    assert told[0].startswith("Upheld: Ben – Not following. The part stops; Ben loses 20")
    assert told[1:] == ["Ana loses 10 points: late", "Cléo loses 5 points: late", "Ben is warned: loud"]
