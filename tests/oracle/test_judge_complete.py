"""The judge beside the exhaustive truth: small decks on which every deal, and every unseen card, can be tried.

Sound and complete: it accuses at exactly the card at which no honest deal is left, and names who must have fouled.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from referee.rules import Foul
from tests.help.judge import FIRST, accusations, accusations_at_table
from tests.oracle.deals import small_situation
from tests.oracle.detente import denied
from tests.oracle.enumerate import (
    HIDDEN,
    Situation,
    candidate_plays,
    certain_plays,
    explanations,
    first_impossible,
    guilty,
    honest_play_possible,
    how_many,
    suspects,
)

# (players, cards each, stock)
SHAPES = [(2, 2, 2), (2, 2, 1), (2, 3, 0), (2, 3, 2), (2, 4, 1), (3, 2, 0), (3, 2, 2), (3, 3, 0), (3, 3, 1)]
MOST = 6_000


@st.composite
def situations(draw: st.DrawFn, hide: float = 0.0, fouls: Sequence[float] = (0.2, 0.5, 0.9)) -> Situation:
    """A small part in which some plays are made without a look at the laws, and some hands lie open."""
    players, cards, stock = draw(st.sampled_from(SHAPES))
    situation = small_situation(
        Random(draw(st.integers(0, 2**32))),
        players=players,
        cards=cards,
        stock=stock,
        fouls=draw(st.sampled_from(fouls)),
        hide=hide,
        open_hands=draw(st.sampled_from([0.0, 0.0, 0.3])),
    )
    assume(all(how_many(situation, prefix) <= MOST for prefix in range(len(situation.plays) + 1)))
    return situation


def names_of(situation: Situation) -> list[str]:
    return [holder for holder in situation.rooms if holder != "stock"]


def proved_by_cards(fouls: Sequence[Foul]) -> frozenset[int]:
    """The plays that cards have shown to be illegal."""
    return frozenset(foul.committed - FIRST for foul in fouls if foul.proof != "counted")


def check_the_first_accusation(situation: Situation) -> None:
    names, reported = names_of(situation), list(accusations(situation))
    first = first_impossible(situation)
    assert next((number for number, fouls in enumerate(reported) if fouls), None) == first
    if first is None:
        return
    fouls, prefix = reported[first], first + 1
    by_cards = proved_by_cards(fouls)
    assert by_cards <= certain_plays(situation, prefix)
    assert {names[foul.seat] for foul in fouls if foul.seat is not None} == guilty(situation, prefix)
    counted = [foul for foul in fouls if foul.proof == "counted" and foul.explained is None]
    accused = {names[seat] for foul in counted for seat in foul.suspects}
    assert accused == suspects(situation, prefix, by_cards)
    assert {names[f.seat] for f in counted if f.seat is not None} == guilty(situation, prefix, by_cards)
    if not by_cards:
        for foul in counted:
            may_be = {play for seat in foul.suspects for play in candidate_plays(situation, prefix, names[seat])}
            assert foul.committed - FIRST in may_be
        certain = certain_plays(situation, prefix)
        assert all(foul.vague or foul.committed - FIRST in certain for foul in counted if foul.seat is not None)
    check_the_proofs(situation, fouls, first)


def check_the_proofs(situation: Situation, fouls: Sequence[Foul], last: int) -> None:
    """What a card lets everybody see is called shown, or seen where the hand lay open."""
    names = names_of(situation)
    by_cards = {foul.committed - FIRST: foul for foul in fouls if foul.proof != "counted"}
    player, card = situation.plays[last]
    for play in range(last):
        trick = [code for _, code in situation.plays[play - play % len(names) : play + 1]]
        if situation.plays[play][0] == player and HIDDEN not in trick and card != HIDDEN:
            said = denied(trick[-1], trick[:-1]).values()
            assert (play in by_cards) == any(card in cards for cards in said)
    for play, foul in by_cards.items():
        assert foul.proof == ("seen" if play == last else "shown")
        assert foul.proof != "seen" or situation.plays[play][0] in situation.open_hands
        assert foul.evidence == card or foul.proof == "seen"
        assert foul.seat is not None
        assert foul.suspects == (foul.seat,)


def check_what_is_said_later(situation: Situation) -> None:
    names, reported = names_of(situation), list(accusations(situation))
    for number, fouls in enumerate(reported):
        if fouls:
            found = explanations(situation, number + 1)
            assert {names[f.seat] for f in fouls if f.seat is not None} == guilty(situation, number + 1)
            standing = [foul for foul in fouls if foul.explained is None]
            assert len({(foul.seat, foul.committed) for foul in standing}) == len(standing)
            assert sum(foul.seat is None for foul in standing) <= 1
            known = proved_by_cards(fouls)
            for foul in standing:
                accused = {names[seat] for seat in foul.suspects}
                others = known if foul.proof == "counted" else frozenset()
                for illegal in found:
                    assert accused & {situation.plays[play][0] for play in illegal - others}


of_what_is_seen = settings(derandomize=True, max_examples=400, deadline=None)


@of_what_is_seen
@given(situations())
@example(
    # One of Ben's hearts and Cléo's T1 is a foul of few; but Ben's spade alone is one whoever else broke a law.
    Situation(
        deck=["EX", "H1", "H2", "H3", "S1", "S3", "T1", "T3", "T4"],
        rooms={"Ana": 3, "Ben": 3, "Cléo": 3, "stock": 0},
        plays=[
            *[("Cléo", "T3"), ("Ana", "T1"), ("Ben", "H2")],
            *[("Cléo", "H3"), ("Ana", "EX"), ("Ben", "S3")],
            ("Cléo", "S1"),
        ],
    )
)
@example(
    # One play of Ana's alone explains the cards, and so do two others of hers together: which it was is not certain.
    Situation(
        deck=["D1", "H1", "H2", "H3", "S1", "S3", "T1", "T2", "T3", "T4", "T5"],
        rooms={"Ana": 5, "Ben": 5, "stock": 1},
        plays=[
            *[("Ben", "S1"), ("Ana", "T3"), ("Ana", "D1"), ("Ben", "T4"), ("Ben", "T1"), ("Ana", "H1")],
            *[("Ben", "T5"), ("Ana", "H2"), ("Ben", "H3"), ("Ana", "S3")],
        ],
    )
)
def test_a_foul_is_proved_at_the_card_that_leaves_no_honest_deal(situation: Situation) -> None:
    check_the_first_accusation(situation)


@of_what_is_seen
@given(situations(hide=0.3))
@example(
    # Two of Ana's plays break a law if nobody else did; only the first whoever else did.
    Situation(
        deck=["D1", "EX", "H1", "H2", "H3", "S3", "T1", "T3", "T5"],
        rooms={"Ana": 3, "Ben": 3, "Cléo": 3, "stock": 0},
        plays=[
            *[("Ben", "EX"), ("Cléo", "S3"), ("Ana", "D1")],
            *[("Cléo", "H3"), ("Ana", "?"), ("Ben", "T1")],
        ],
        took={1: "Ana"},
    )
)
def test_it_is_so_with_cards_that_nobody_saw(situation: Situation) -> None:
    check_the_first_accusation(situation)


@of_what_is_seen
@given(situations(hide=0.15, fouls=(0.0,)))
def test_honest_play_is_never_accused(situation: Situation) -> None:
    assert not any(accusations(situation))


@of_what_is_seen
@given(situations(fouls=(0.6, 0.9)))
@example(
    # Cléo's T4 shows that she held back a trump; that hearts have no place left is a second foul, hers or Ben's.
    Situation(
        deck=["H1", "H2", "H3", "S1", "S2", "S3", "T2", "T3", "T4"],
        rooms={"Ana": 3, "Ben": 3, "Cléo": 3, "stock": 0},
        plays=[
            *[("Ben", "T2"), ("Cléo", "S2"), ("Ana", "T3")],
            *[("Ana", "H2"), ("Ben", "S1"), ("Cléo", "T4")],
            *[("Cléo", "S3"), ("Ana", "H1"), ("Ben", "H3")],
        ],
    )
)
def test_what_is_said_after_an_accusation_is_true_and_said_once(situation: Situation) -> None:
    check_what_is_said_later(situation)


@settings(of_what_is_seen, max_examples=150)
@given(situations(hide=0.2, fouls=(0.6, 0.9)))
def test_what_is_said_after_an_accusation_is_true_with_unseen_cards_too(situation: Situation) -> None:
    check_what_is_said_later(situation)


def known_by(situation: Situation, prefix: int) -> Situation:
    """The situation where nobody says who took a trick with an unseen card, but somebody leads to the next one."""
    led = {number: seat for number, seat in situation.took.items() if prefix > (number + 1) * situation.players}
    return replace(situation, plays=situation.plays[:prefix], took=led)


@of_what_is_seen
@given(situations(hide=0.3))
@example(
    # Ben leads on, so his unseen card went over T4; of the trumps left Cléo's T9 would have gone over it, and falls.
    Situation(
        deck=["H1", "H2", "S1", "S2", "T4", "T9", "T8"],
        rooms={"Ana": 2, "Ben": 2, "Cléo": 2, "stock": 1},
        plays=[("Ana", "H1"), ("Ben", "?"), ("Cléo", "T4"), ("Ben", "S1"), ("Cléo", "T9")],
        took={0: "Ben"},
    )
)
def test_who_leads_on_has_taken_the_trick_and_is_judged_by_it(situation: Situation) -> None:
    names = names_of(situation)
    for number, fouls in enumerate(accusations_at_table(situation)):
        known = known_by(situation, number + 1)
        honest = honest_play_possible(known, number + 1)
        assert honest == (not fouls), number
        if not honest:
            by_cards = proved_by_cards(fouls)
            counted = [foul for foul in fouls if foul.proof == "counted"]
            accused = {names[seat] for foul in counted for seat in foul.suspects}
            assert {names[foul.seat] for foul in fouls if foul.seat is not None} == guilty(known, number + 1)
            assert accused == suspects(known, number + 1, by_cards)
            return
