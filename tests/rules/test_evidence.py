"""The tricks that prove a foul: those of its play and of its proof; of a slip all in which its card lies."""

from referee.rules.acts import Foul, evidence
from referee.rules.deal import Deal, Play, Trick
from referee.words.text import T

TRICKS = (
    Trick(1, (Play(0, ("S1",), 3), Play(1, ("S2",), 4)), 1),
    Trick(2, (), 0),
    Trick(3, (Play(0, ("S4",), 6), Play(1, ("S2",), 7)), 0),
)
DEAL = Deal(1, 2, 1, (0, 1), 4, tricks=TRICKS)


def shown(kind: str, seat: int | None, trick: int, proof: int) -> list[tuple[int, tuple[bool, ...]]]:
    foul = Foul(kind, seat, "shown", 3, 7, "", T("a foul"), trick=trick, evidence="S2", proof_trick=proof)
    return [(trick.number, marks) for trick, marks in evidence(DEAL, foul)]


def test_the_tricks_of_a_foul_and_of_its_proof_show_what_its_player_laid() -> None:
    assert shown("must-follow", 0, 1, 3) == [(1, (True, False)), (3, (True, False))]


def test_a_trick_of_which_only_the_winner_was_told_proves_nothing() -> None:
    assert shown("must-follow", 0, 2, 3) == [(3, (True, False))]


def test_a_card_written_down_twice_shows_every_trick_in_which_it_lies() -> None:
    assert shown("already-played", 1, 3, 3) == [(1, (False, True)), (3, (False, True))]
