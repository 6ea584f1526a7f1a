"""Endings of a few cards, some of which nobody saw, beside every explanation there is.

The first foul is told at the first card that logic allows; the suspects are exact; who is named broke a law in every
explanation, after each card. Of Double-détente smaller decks are tried (`test_judge_complete.py`). `python -m tests.bench.unseen` tries more and larger ones.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.help.unseen import differences, stale
from tests.oracle import doppelkopf, explained
from tests.oracle.unseen import Ending, Laws, Step, Truth, choices
from tests.oracle.unseen_deals import Chance, deal

NORMAL = Laws(
    lambda hand, laid, table: laid in doppelkopf.legal(hand, table, "normal", False),
    lambda table: doppelkopf.winner(table, "normal", False),
)
ANA, BEN, CID, DAN = range(4)


def explanations(steps: list[Step], left: str, upto: int) -> set[frozenset[int]]:
    ending = Ending(NORMAL, [], tuple(sorted(left.split())), dict.fromkeys(range(4), 2), steps)
    return Truth(ending).explanations(upto)


HEART_LED = [Step(1, ANA, "HK"), Step(2, BEN, "S9"), Step(3, CID, "CA"), Step(4, DAN, "C9")]
LEFT = "HK S9 CA C9 H9 SA CK C10"


def test_who_holds_the_last_heart_is_known_once_somebody_plays_it() -> None:
    assert explanations(HEART_LED, LEFT, 4) == {frozenset()}, "Ana may hold the nine of hearts"
    spade = [*HEART_LED, Step(5, ANA, "SA")]
    assert explanations(spade, LEFT, 5) == {frozenset({2}), frozenset({3}), frozenset({4})}
    assert explanations([*spade, Step(6, BEN, "H9")], LEFT, 6) == {frozenset({2})}


def test_a_card_nobody_saw_may_be_the_heart_and_who_took_the_trick_may_say_that_it_was_none() -> None:
    dark = [*HEART_LED[:2], Step(3, CID), HEART_LED[3], Step(5, ANA, took=True), Step(6, ANA, "SA")]
    assert explanations(dark, LEFT, 6) == {frozenset()}, "Cid may have followed"
    away = [*dark[:4], Step(5, CID, took=True)]
    assert explanations(away, LEFT, 5) == set(), "nothing left of his takes a heart"
    trump = [*dark[:4], Step(5, CID, took=True), Step(6, CID, "H9")]
    assert explanations(trump, LEFT.replace("CK", "DJ"), 6) == {frozenset({3})}, "he trumped, and kept a heart"


def test_the_smallest_explanations_say_who_it_was_and_who_it_may_have_been() -> None:
    seat_of = {1: ANA, 2: BEN, 3: BEN, 4: CID}.__getitem__
    sets = {frozenset({2}), frozenset({3, 4})}
    assert explained.guilty(sets, seat_of) == {BEN}
    assert explained.suspects(sets, seat_of) == {BEN}
    assert explained.certain(sets) == set()
    assert explained.candidates(sets, seat_of, BEN) == {2}
    assert explained.suspects({frozenset({1}), frozenset({4})}, seat_of) == {ANA, CID}


def test_cards_alike_are_chosen_once() -> None:
    assert sorted(choices(("C9", "C9", "S9"), 2)) == [("C9", "C9"), ("C9", "S9")]
    assert list(choices(("C9",), 2)) == []


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "chance", "numbers"),
    [
        ("da-ban", Chance(1, 0.3), range(6)),
        ("doppelkopf", Chance(2, 0.2), [169, 200, *range(12)]),
        ("double", Chance(2, 0.2), range(10)),
        ("tarot", Chance(1, 0.3), range(8)),
    ],
)
def test_an_ending_with_unseen_cards_is_judged_as_all_its_explanations_say(
    game: str, chance: Chance, numbers: list[int]
) -> None:
    judged = []
    for number in numbers:
        played = deal(Random(f"{game} a {number}"), game, chance)
        wrong = differences(played, most=20_000)
        if wrong is not None:
            assert not list(wrong), played.text
            judged.append(frozenset() in Truth(played.ending).explanations(len(played.ending.steps)))
    assert {True, False} <= set(judged), "some honest, some not"


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "chance", "numbers"),
    [
        ("da-ban", Chance(1, 0.3, early=0.02), [17, 55, 107]),
        ("doppelkopf", Chance(2, 0.1, early=0.03), [0, 11, 33, 50, 62, 86, 232, 286]),
        ("double", Chance(2, 0.1, early=0.03), [17, 48, 80, 174, 232, 286]),
        ("tarot", Chance(1, 0.2, early=0.03), [33, 50, 85, 102]),
    ],
)
def test_what_is_told_stays_true_after_every_card(game: str, chance: Chance, numbers: list[int]) -> None:
    for number in numbers:
        played = deal(Random(f"{game} stale {number}"), game, chance)
        assert not list(stale(played, most=3_000)), played.text
