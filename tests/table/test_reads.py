"""Cards that a reader told: read until people look at them; a foul that rests on one is not told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from referee.record.text import read, renumber, write
from referee.table.report import sentences
from referee.words.text import ENGLISH, Slip
from tests.help.record import OPEN, check, head, record, somebody_revoked, table

ROOT = Path(__file__).parents[2]
SHOWN = [
    *OPEN,
    "play Ana H5",
    "play Ben T4",
    "play Cléo H9",
    "trick Ben S2 SK S9",
    "play Cléo H2",
    "play Ana H8",
    "play Ben H7",
]
"""Ben trumps a heart on line 8 and shows a heart on line 13."""
FOUL = [("must-follow", "Ben", 8, 13)]


def as_read(*lines: int, facts: list[str] | None = None) -> list[str]:
    """The facts with the plays of these lines told by a reader."""
    told = facts or SHOWN
    return [fact.replace("play", "read", 1) if line in lines else fact for line, fact in enumerate(told, 3)]


def deal(*facts: str, **about: str) -> dict[str, Any]:
    return check(*facts, **about)["deals"][-1]


def fouls(*facts: str, **about: str) -> list[tuple[str, str | None, int, int]]:
    found = deal(*facts, **about)["fouls"]
    return [(foul["kind"], foul["seat"], foul["committed"], foul["proved"]) for foul in found]


def looks(*facts: str, **about: str) -> list[int]:
    return [look["line"] for look in deal(*facts, **about).get("to_look_at", [])]


def test_cards_that_people_told_are_judged_as_ever() -> None:
    assert (fouls(*SHOWN), looks(*SHOWN)) == (FOUL, [])


@pytest.mark.parametrize("line", [7, 8, 13], ids=["what was led", "the play", "the proof"])
def test_a_foul_that_rests_on_a_read_card_is_told_once_people_looked_at_it(line: int) -> None:
    facts = as_read(line)
    assert (fouls(*facts), looks(*facts)) == ([], [line])
    assert fouls(*facts, f"confirm {line}") == FOUL
    assert fouls(*facts, f"confirm {line}", "undo") == []
    assert "read" not in deal(*facts, f"confirm {line}")


def test_another_card_of_the_trick_or_of_another_one_does_not_matter() -> None:
    assert fouls(*as_read(11)) == FOUL
    assert deal(*as_read(11))["read"] == [11]


def test_people_who_saw_another_card_correct_it_and_nobody_is_accused() -> None:
    facts = as_read(7, 8, 13)
    assert looks(*facts) == [7, 8, 13]
    mended = (*facts, "correct 13 play Ben S7")
    assert (fouls(*mended), looks(*mended)) == ([], [])


def test_a_ruling_of_people_is_told_although_nobody_confirmed_the_cards() -> None:
    assert fouls(*as_read(8), "ruling 13 uphold") == FOUL
    assert fouls(*as_read(7, 8), "foul Ben must-follow")[0][:2] == ("must-follow", "Ben")


def test_a_card_laid_twice_rests_on_the_copy_that_was_read() -> None:
    facts = [*OPEN, "read Ana H5", "play Ben H7", "play Cléo H9", "play Cléo H5"]
    assert (fouls(*facts), looks(*facts)) == ([], [7])
    assert fouls(*facts, "confirm 7") == [("already-played", "Cléo", 10, 10)]
    assert fouls(*facts, "correct 7 play Ana H6") == []


def test_whose_turn_it_is_rests_on_the_trick_before() -> None:
    facts = [*OPEN, "play Ana H5", "read Ben H7", "play Cléo H9", "play Ben S2"]
    assert (fouls(*facts), looks(*facts)) == ([], [8])
    assert fouls(*facts, "confirm 8") == [("out-of-turn", "Ben", 10, 10)]


def test_an_open_hand_rests_on_what_its_player_laid_before() -> None:
    hand = "hand Ben H7 S2"
    facts = ["deal Cléo cards=2", hand, "bid Ana 1", "bid Ben 0", "bid Cléo 0",
             "play Ana S5", "read Ben S2", "play Cléo SK", "play Cléo D5", "play Ana D6", "play Ben D7"]  # fmt: skip
    assert (fouls(*facts), looks(*facts)) == ([], [9])
    told = fouls(*facts, "confirm 9")
    assert told
    assert {foul[1] for foul in told} == {"Ben"}


def test_the_cards_of_a_part_are_read_until_people_looked_also_in_the_next() -> None:
    triple = head(seats=("Ana", "Ben"))
    facts = ["deal Ben cards=1", "bid Ana 1", "bid Ben 1", "read Ana H5", "play Ben H7", "deal Ana cards=1"]
    found = table(*facts, head=triple)
    assert list(found.deals[1].reads) == [6]
    mended = table(*facts, "confirm 6", head=triple)
    assert [dict(judged.reads) for judged in mended.deals] == [{}, {}]


def test_what_is_counted_is_not_told_before_people_looked_at_a_card_of_the_part_before() -> None:
    facts = somebody_revoked()
    first = facts.index("trick Ana S1 D1 C1")
    facts[first : first + 1] = ["play Ana S1", "read Ben D1", "play Cléo C1"]
    line = first + 4
    assert (deal(*facts)["fouls"], looks(*facts)) == ([], [line])
    assert [foul["proof"] for foul in deal(*facts, f"confirm {line}")["fouls"]] == ["counted"]


def test_what_is_counted_in_the_next_part_rests_on_its_cards_too() -> None:
    facts = somebody_revoked()
    last = facts.index("trick Ana H1 T12 T13")
    facts[last : last + 1] = ["play Ana H1", "play Ben T12", "read Cléo T13"]
    line = last + 5
    assert (deal(*facts)["fouls"], looks(*facts)) == ([], [line])
    assert [judged.looks[0].line for judged in table(*facts).deals if judged.looks] == [line]
    assert deal(*facts, f"confirm {line}")["fouls"]


def test_a_bid_is_judged_by_scores_and_so_rests_on_the_cards_of_the_deals_before() -> None:
    chips = "game double\nseats Ana Ben\n"
    facts = ["deal Ben cards=1", "turn SK/H4", "bid Ana 1", "bid Ben 1", "read Ana SQ", "play Ben SJ", "deal Ana cards=1",
             "turn SK/H4", "bid Ben 5"]  # fmt: skip
    assert (fouls(*facts, head=chips), looks(*facts, head=chips)) == ([], [7])
    assert [foul[:2] for foul in fouls(*facts, "confirm 7", head=chips)] == [("illegal-bid", "Ben")]


def test_a_card_nobody_saw_makes_a_foul_of_its_trick_rest_on_every_card() -> None:
    facts = [*OPEN, "play Ana H5", "play Ben T4", "play Cléo ?", "took Ben", "trick Ben S2 SK S9", "read Cléo H2",
             "read Ana H8", "play Ben H7"]  # fmt: skip
    assert (fouls(*facts), looks(*facts)) == ([], [12, 13])
    assert fouls(*facts, "confirm 12 13") == [("must-follow", "Ben", 8, 14)]


def test_a_question_changes_nothing_until_a_card_answers_it() -> None:
    asked = table(*OPEN, "ask Ana H9 H6")
    current = asked.current
    assert current
    assert current.asked
    assert current.asked.plays == (("H9",), ("H6",))
    assert current.deal.trick.plays == ()
    answered = table(*OPEN, "ask Ana H9 H6", "play Ana H6").current
    assert answered
    assert answered.asked is None
    taken_back = table(*OPEN, "ask Ana H9 H6", "play Ana H6", "undo").current
    assert taken_back
    assert taken_back.asked


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("confirm 7", "no card that a reader told stands at line 7"),
        ("ask Ana H99", "H99"),
        ("read Dan H5", "Dan"),
        ("confirm", "a number expected"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_what_is_wrong(fact: str, message: str) -> None:
    with pytest.raises(Slip, match=message):
        table(*OPEN, fact)


def test_who_does_not_play_is_asked_for_no_card() -> None:
    five = head(game="doppelkopf", seats=("Ana", "Ben", "Cid", "Dan", "Eva"))
    with pytest.raises(Slip, match="Eva does not play"):
        table("deal Eva", *(f"bid {name} gesund" for name in ("Ana", "Ben", "Cid", "Dan")), "ask Eva DA", head=five)


def test_the_word_that_a_card_is_right_goes_with_the_card() -> None:
    assert fouls(*as_read(13), "confirm 13", "correct 13 play Ben S7") == []
    assert deal(*as_read(13), "confirm 13", "strike 13")["tricks"][-1]["cards"] == [["H2"], ["H8"]]


def test_a_record_keeps_its_lines_when_it_is_written_again() -> None:
    text = record("# a remark", *as_read(8, 13), "confirm 9 14")
    assert write(read(text)).splitlines()[-1] == "confirm 8 13"
    assert [line.fact.line() for line in renumber(read(text)).entries][-1] == "confirm 6 11"


def test_the_command_names_the_cards_to_look_at_and_no_foul() -> None:
    facts = as_read(8, 13)
    compiled = fastjsonschema.compile(json.loads((ROOT / "docs" / "check.schema.json").read_text("utf-8")))
    compiled(check(*facts))
    assert deal(*facts)["to_look_at"] == [
        {"line": 8, "seat": "Ben", "cards": ["T4"]},
        {"line": 13, "seat": "Ben", "cards": ["H7"]},
    ]
    text = "\n".join(sentences("x", table(*facts), ENGLISH))
    assert "Ben T4 (line 8), Ben H7 (line 13)" in text
    assert "Foul" not in text


CLAIM = [*SHOWN[:-3], "claim Ben H7 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10"]
"""Ben trumps a heart on line 8, and shows one on line 11 as he claims the rest."""


def test_a_hand_shown_at_a_claim_and_read_off_a_photo_proves_nothing_before_people_looked_at_it() -> None:
    assert fouls(*CLAIM) == [("must-follow", "Ben", 8, 11)]
    read_off = [*CLAIM[:-1], f"{CLAIM[-1]} by=photo"]
    assert (fouls(*read_off), looks(*read_off), deal(*read_off)["read"]) == ([], [11], [11])
    assert fouls(*read_off, "confirm 11") == [("must-follow", "Ben", 8, 11)]
    assert (fouls(*read_off, "undo"), "read" in deal(*read_off, "undo")) == ([], False)


def test_the_order_of_a_hand_read_off_a_photo_says_nothing() -> None:
    assert table(*CLAIM).deals[-1].deal.claims[-1].cards[0] == "H7"
    assert table(*CLAIM[:-1], f"{CLAIM[-1]} by=photo", "confirm 11").deals[-1].deal.claims[-1].cards == ()


def test_a_kitty_read_off_a_photo_proves_nothing_before_people_looked_at_it() -> None:
    """The Petit lay in the kitty, which Ana took, and Cléo plays it."""
    asked = ["deal Ana", "bid Ben pass", "bid Cléo pass", "bid Ana garde"]
    play = ["discard Ana count=6", "play Ben H5", "play Cléo T1"]
    kitty = "kitty T1 C2 C3 C4 C5 C6"
    told, read_off, tarot = [*asked, kitty, *play], [*asked, f"{kitty} by=photo", *play], head(game="tarot")
    assert [kind for kind, *_ in fouls(*told, head=tarot)] == ["not-in-hand"]
    assert (fouls(*read_off, head=tarot), looks(*read_off, head=tarot)) == ([], [7])
    assert fouls(*read_off, "confirm 7", head=tarot) == fouls(*told, head=tarot)
    compiled = fastjsonschema.compile(json.loads((ROOT / "docs" / "check.schema.json").read_text("utf-8")))
    compiled(check(*read_off, head=tarot))
    assert deal(*read_off, head=tarot)["to_look_at"][0]["seat"] is None
    text = "\n".join(sentences("x", table(*read_off, head=tarot), ENGLISH))
    assert "told these cards: the kitty" in text
    assert "Foul" not in text
