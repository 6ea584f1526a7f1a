"""A whole round through the forms of the pages, as a browser without JavaScript sends them."""

from __future__ import annotations

from random import Random

import pytest

from tests.help.web import THREE, Visitor, facts
from tests.oracle.deals import make_round
from tests.oracle.table import Part


def play(visitor: Visitor, seat: str, card: str) -> None:
    """Tap one card on the pad of the seat whose turn the page says it is."""
    assert f"{seat} plays" in visitor.page.text
    form = next(
        f for f in visitor.page.forms if any(c.name == "fact" and c.value == f"play {seat}" for c in f.controls)
    )
    key = next(control for control in form.controls if control.name == "card" and control.value == card)
    visitor.send(form, key)
    assert visitor.status == 200, visitor.page.alerts


def bids(visitor: Visitor, part: Part) -> None:
    visitor.press("Record every card")
    for seat, bid in part.bids:
        assert f"{seat}: how many tricks?" in visitor.page.text
        visitor.press(f"bid {seat} {bid}")


@pytest.mark.parametrize("players", [2, 3])
def test_an_honest_round_by_forms_alone_gives_the_totals_the_laws_give(visitor: Visitor, players: int) -> None:
    seats = THREE[:players]
    visitor.new_table(*seats)
    totals = dict.fromkeys(seats, 0)
    for part in make_round(Random(5), seats, seats[-1]):
        bids(visitor, part)
        for seat, card in part.plays():
            play(visitor, seat, card)
        assert visitor.page.alerts == ""
        for seat, score in part.scores().items():
            totals[seat] += score
    assert "round 2, part 1" in visitor.page.text
    page = visitor.page
    shown = page.source[page.source.index("<tfoot>") : page.source.index("</tfoot>")]
    assert [f">{total}</a></td>".replace("-", "−") in shown for total in totals.values()] == [True] * players
    home = visitor.open("/")
    for name, total in totals.items():
        assert f"{name} {total}".replace("-", "−") in home.text


def begun(visitor: Visitor) -> None:
    """Ben has trumped a heart, and two tricks later plays one."""
    plays = ("Ana H5", "Ben T4", "Cléo H9", "Ben S2", "Cléo SK", "Ana S9", "Cléo H2", "Ana H8", "Ben H7")
    bids = ("bid Ana 4", "bid Ben 5", "bid Cléo 3")
    visitor.take_in("deal Cléo part=1 depth=cards", *bids, *(f"play {one}" for one in plays))


def test_a_revoke_is_proved_by_the_later_heart_with_both_tricks_and_the_law(visitor: Visitor) -> None:
    begun(visitor)
    page = visitor.page
    assert "Not following · Ben" in page.text
    assert "§ play.2" in page.text
    assert "proved in trick 3" in page.text
    evidence = page.source[page.source.index('class="evidence"') : page.source.index('class="rulings"')]
    for card in ("5 of hearts", "trump 4", "7 of hearts"):
        assert f'aria-label="{card}"' in evidence


def test_a_revoke_upheld_stops_the_part_and_costs_twenty(visitor: Visitor) -> None:
    begun(visitor)
    visitor.press("Uphold it")
    assert "round 1, part 2 of 2" in visitor.page.text
    assert "Not following by Ben in part 1" in visitor.page.text
    assert "Ben −20" in visitor.open("/").text


def test_a_revoke_waived_lets_the_part_go_on(visitor: Visitor) -> None:
    begun(visitor)
    visitor.press("Waive it")
    assert "Not following · Ben" not in visitor.page.text
    assert "Ana plays" in visitor.page.text


def test_a_mis_tap_is_corrected_from_the_foul_and_the_foul_is_gone(visitor: Visitor) -> None:
    begun(visitor)
    assert [said for _, said in visitor.page.links if " trick " in said] == [
        "Ben ♥7 trick 3",
        "Ben trump 4 trick 1",
    ]
    visitor.follow("Ben ♥7 trick 3")
    assert "Instead of: Ben plays" in visitor.page.text
    visitor.press("7 of diamonds")
    assert visitor.status == 200, visitor.page.alerts
    assert "Not following · Ben" not in visitor.page.text
    assert facts(visitor.record())[-1] == "correct 15 play Ben D7"


def test_undo_takes_the_last_card_back_and_says_which_it_would_be(visitor: Visitor) -> None:
    begun(visitor)
    assert "Undo Ben plays" in visitor.page.text
    visitor.press("undo")
    assert "Not following · Ben" not in visitor.page.text
    assert "Ben plays" in visitor.page.text
    for _ in range(12):
        visitor.press("undo")
    assert "Cléo deals" in visitor.page.text


def test_undo_before_the_first_fact_changes_nothing(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.press("undo")
    assert visitor.status == 422
    assert "nothing to take back" in visitor.page.alerts
    assert facts(visitor.record()) == []


def test_the_score_alone_may_be_recorded_from_the_fields_of_the_result(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.press("Record the score only")
    for seat, bid in (("Ana", 5), ("Ben", 4), ("Cléo", 1)):
        visitor.press(f"bid {seat} {bid}")
    form = next(f for f in visitor.page.forms if any(c.name == "tricks.Ana" for c in f.controls))
    filled = {"tricks.Ana": "5", "tricks.Ben": "5", "tricks.Cléo": "3", "petit": "Ana"}
    visitor.send(form, None, filled)
    assert visitor.status == 200, visitor.page.alerts
    # 5 tricks, bid met 10, the Petit 2; 5 tricks, one away 5; 3 tricks, two away 2
    assert "result tricks=5,5,3 petit=Ana" in visitor.record()
    home = visitor.open("/").text
    for words in ("Ana 17", "Ben 10", "Cléo 5"):
        assert words in home


def test_a_result_that_does_not_add_up_is_refused_and_nothing_recorded(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.press("Record the score only")
    for seat in THREE:
        visitor.press(f"bid {seat} 4")
    form = next(f for f in visitor.page.forms if any(c.name == "tricks.Ana" for c in f.controls))
    visitor.send(form, None, {"tricks.Ana": "5", "tricks.Ben": "5", "tricks.Cléo": "5"})
    assert visitor.status == 422
    assert "13 in all" in visitor.page.alerts
    assert facts(visitor.record())[-1] == "bid Cléo 4"


def test_tricks_alone_may_be_recorded_by_who_takes_them(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.press("Record who takes each trick")
    for seat, bid in (("Ana", 13), ("Ben", 0), ("Cléo", 0)):
        visitor.press(f"bid {seat} {bid}")
    for number in range(1, 13):
        assert f"Who takes trick {number}?" in visitor.page.text
        visitor.press("took Ana")
    visitor.press("took Ana", card="T1")
    # 13 tricks, bid met 10, the Petit 2 and in the last trick 5; the others met their bid of none
    home = visitor.open("/").text
    for words in ("Ana 30", "Ben 10", "Cléo 10"):
        assert words in home


def test_a_card_nobody_saw_asks_who_took_the_trick(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.press("Record every card")
    for seat in THREE:
        visitor.press(f"bid {seat} 4")
    for seat, card in (("Ana", "H5"), ("Ben", "?"), ("Cléo", "H9")):
        play(visitor, seat, card)
    assert "Who takes trick 1?" in visitor.page.text
    visitor.press("took Cléo")
    assert "Cléo plays" in visitor.page.text


def test_a_seat_tapped_first_plays_out_of_turn(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.press("Record every card")
    for seat in THREE:
        visitor.press(f"bid {seat} 4")
    href = next(href for href, _ in visitor.page.links if "as=2" in href)
    visitor.open(href)
    assert "Cléo plays out of turn" in visitor.page.text
    form = next(f for f in visitor.page.forms if any(c.value == "play Cléo" for c in f.controls))
    visitor.send(form, next(control for control in form.controls if control.value == "S9"))
    assert "Out of turn · Cléo" in visitor.page.text
    assert facts(visitor.record())[-1] == "play Cléo S9"


def test_a_note_a_penalty_a_foul_seen_and_a_deal_given_up_have_their_ways(visitor: Visitor) -> None:
    begun(visitor)

    def fill(kind: str, **filled: str) -> None:
        form = next(f for f in visitor.page.forms if any(c.name == "kind" and c.value == kind for c in f.controls))
        visitor.send(form, None, filled)
        assert visitor.status == 200, visitor.page.alerts

    fill("note", text='the "dog" # ran off')
    fill("penalty", seat="Ana", reason="late again", points="50")
    visitor.open(f"{visitor.path}?kind=must-follow&seat=2")
    visitor.press("foul Cléo must-follow")
    assert "round 1, part 2 of 2" in visitor.page.text
    visitor.press("Record every card")
    fill("void", reason="a card was missing")
    assert [line for line in facts(visitor.record()) if line.split()[0] in ("note", "penalty", "foul", "void")] == [
        'note "the \\"dog\\" # ran off"',
        'penalty Ana 50 "late again"',
        "foul Cléo must-follow",
        'void "a card was missing"',
    ]
    home = visitor.open("/").text
    assert "Ana −50" in home
    assert "Cléo −20" in home


def all_won(part: int) -> list[str]:
    """A part that is scored alone: Ana takes every trick."""
    bids = [f"bid {name} 13" for name in THREE]
    return [f"deal Cléo part={part} depth=score", *bids, "result tricks=13,0,0"]


def test_the_finished_match_names_its_winner_and_the_way_on(visitor: Visitor) -> None:
    visitor.new_table()
    a_round = [line for part in (1, 2) for line in all_won(part)]
    visitor.tap(*a_round, *a_round, *a_round)
    # each round 13 + 10 and 13 + 20: 56
    assert "Ana wins" not in visitor.page.text
    visitor.tap(*a_round)
    assert "Ana wins" in visitor.page.text
    assert '<li class="place1" value="1"><strong>Ana</strong> <b>224</b>' in visitor.page.source
    assert "Play again" in [said for _, said in visitor.page.links]
    visitor.tap("deal Cléo part=1")
    assert visitor.status == 422
    assert "the match is over" in visitor.page.alerts
