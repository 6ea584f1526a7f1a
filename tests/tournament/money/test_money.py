"""The money of a tournament: what is owed, taken, waived, in the box; it balances to the cent, after every undo too."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournament.facts import Fact, Undone
from referee.tournament.money.facts import (
    BoxCounted,
    BoxMoved,
    FeesAgreed,
    Grouped,
    HandedOut,
    PrizesAgreed,
    Received,
    Waived,
)
from referee.tournament.money.prizes import Entry, award
from referee.tournament.money.values import Category, Money, Prize, Prizes, cents
from referee.tournament.tournament import Entry as LogEntry
from referee.tournament.tournament import Tournament
from referee.words.text import Slip
from tests.help.tournament import told, with_players

FEES = FeesAgreed(1000, (Category("Women"), Category("Juniors", 300), Category("Guests", 1250)))
FOUR = (*with_players(4), FEES)


@pytest.mark.parametrize(
    ("typed", "expected"), [("12", 1200), ("12.5", 1250), ("12,50", 1250), (" 0,05 €", 5), ("7 €", 700)]
)
def test_an_amount_is_read_as_people_type_it(typed: str, expected: int) -> None:
    assert cents(typed) == expected


@pytest.mark.parametrize("typed", ["", "ten", "1.234,50", "12.505", "-3", "1 000", "１２"])
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(Slip, match="is no amount"):
        cents(typed)


def test_a_player_pays_the_lowest_fee_of_their_categories_else_that_of_everybody() -> None:
    money = told(*FOUR, Grouped(1, ("Women", "Juniors")), Grouped(2, ("Women",)), Grouped(3, ("Guests",))).value.money
    assert [money.fee_of(player) for player in (1, 2, 3, 4)] == [300, 1000, 1250, 1000]


def test_due_part_paid_over_and_waived_are_told_apart() -> None:
    t = told(*FOUR, Received(1, 400), Received(2, 1000), Received(3, 1200), Waived(4, 1000, "volunteer"))
    money = t.value.money
    assert [money.debt_of(player).word for player in (1, 2, 3, 4)] == ["part", "paid", "over", "waived"]
    assert [money.debt_of(player).open for player in (1, 2, 3, 4)] == [600, 0, -200, 0]
    assert money.taken == money.box == 2600


def test_the_treasurer_s_count_stands_against_what_was_computed_then() -> None:
    # 50 of change, two fees of 10, 15 for the hall, a prize of 7.50: 47.50 should be there.
    t = told(*FOUR, BoxMoved(5000, "change"), Received(1, 1000), Received(2, 1000), BoxMoved(-1500, "hall"),
             HandedOut(1, 1, "", 750), BoxCounted(4700), Received(3, 1000))  # fmt: skip
    (count,) = t.value.money.counts
    assert (count.computed, count.difference) == (4750, -50)
    assert t.value.money.box == 5750


REFUSED: list[tuple[tuple[Fact, ...], str]] = [
    ((Received(1, 0),), "how much"),
    ((Received(9, 100),), "no player"),
    ((Received(1, 500), Received(1, -501)), "given back"),
    ((Waived(1, 1001, "friend"),), "no more can be waived"),
    ((Waived(1, 500, " "),), "a reason"),
    ((Grouped(1, ("Seniors",)),), "Seniors"),
    ((Grouped(1, ("Women",)), FeesAgreed(500, ())), "Women"),
    ((FeesAgreed(500, (Category("A"), Category("a", 3))),), "two categories"),
    ((FeesAgreed(500, (), "euro"),), "currency"),
    ((FeesAgreed(-1, ()),), "between 0"),
    ((BoxMoved(100, ""),), "a reason"),
    ((PrizesAgreed(Prizes((Prize(1),))),), "is nothing"),
    ((PrizesAgreed(Prizes((Prize(0, cents=5),))),), "no place"),
    ((PrizesAgreed(Prizes((Prize(1, "Seniors", 5),))),), "Seniors"),
    ((PrizesAgreed(Prizes((Prize(1, share=60), Prize(2, share=50)))),), "100 percent"),
    ((Received(1, 1000), HandedOut(2, 1, "", 1001)), "more would be paid out"),
    ((Received(1, 1000), HandedOut(2, 1, "", 600), HandedOut(2, 1, "", 400)), "handed out already"),
    ((Received(1, 1000), HandedOut(2, 1, "", 600), Received(1, -500)), "more would be paid out"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "why"), REFUSED)
def test_what_money_cannot_have_done_is_refused(said: tuple[Fact, ...], why: str) -> None:
    before = told(*FOUR, *said[:-1])
    with pytest.raises(Slip) as refused:
        before.extend([LogEntry(before.seq + 1, said[-1])])
    assert why in str(refused.value)


def test_the_director_may_say_that_the_club_pays_what_the_fees_do_not() -> None:
    table = PrizesAgreed(Prizes((Prize(1, cents=5000),), guaranteed=True))
    t = told(*FOUR, Received(1, 1000), table, HandedOut(1, 1, "", 5000))
    assert t.value.money.box == -4000
    with pytest.raises(Slip, match="could not stand without it"):  # the prize was handed out on that word
        t.extend([LogEntry(t.seq + 1, Undone(t.seq - 1))])


def test_a_payment_prizes_were_paid_from_is_not_taken_back_before_them() -> None:
    t = told(*FOUR, Received(1, 1000), HandedOut(2, 1, "", 800))
    with pytest.raises(Slip, match="could not stand without it"):
        t.extend([LogEntry(t.seq + 1, Undone(t.seq - 1))])
    t = t.extend([LogEntry(t.seq + 1, Undone(t.seq)), LogEntry(t.seq + 2, Undone(t.seq - 1))])
    assert (t.value.money.taken, t.value.money.given, t.value.money.box) == (0, 0, 0)


# --- properties

player = st.integers(1, 4)
amount = st.integers(-1500, 2500)
some_fact = st.one_of(
    st.builds(Received, player, amount),
    st.builds(Waived, player, amount, st.just("why")),
    st.builds(Grouped, player, st.sampled_from([(), ("Women",), ("Juniors",), ("Women", "Guests")])),
    st.builds(BoxMoved, amount, st.just("why")),
    st.builds(BoxCounted, amount.map(abs)),
    st.builds(HandedOut, player, st.integers(1, 3), st.just(""), amount.map(abs)),
    st.builds(Undone, st.integers(2, 25)),
)


def _independent(t: Tournament) -> tuple[int, int, int]:
    """Taken, given and what is in the box, summed up from the entries that stand."""
    said: list[Any] = [entry.fact for entry in t.valid_entries()]
    taken = sum(one.cents for one in said if one.word == "paid")
    given = sum(one.cents for one in said if one.word == "handed-out")
    return taken, given, taken - given + sum(one.cents for one in said if one.word == "moved")


@settings(max_examples=60, deadline=None)
@given(st.lists(some_fact, max_size=22))
def test_money_balances_to_the_cent_after_every_act_and_every_undo(acts: list[Fact]) -> None:
    t = told(*FOUR)
    for act in acts:
        try:
            t = t.extend([LogEntry(t.seq + 1, act)])
        except Slip:
            continue
        money = t.value.money
        assert (money.taken, money.given, money.box) == _independent(t)
        assert 0 <= money.given <= money.taken
        for one in (1, 2, 3, 4):
            owed = money.debt_of(one)
            assert owed.paid >= 0
            assert owed.fee == owed.paid + owed.open + min(owed.waived, owed.fee)


prize = st.builds(
    Prize, st.integers(1, 8), st.sampled_from(["", "Women", "Juniors"]), st.integers(0, 9999), st.integers(0, 20)
)
line = st.tuples(st.integers(0, 2), st.sets(st.sampled_from(["Women", "Juniors"])))


@settings(max_examples=150, deadline=None)
@given(st.lists(prize, max_size=8), st.lists(line, max_size=9), st.booleans(), st.integers(0, 12345))
def test_every_cent_of_the_prizes_is_won_left_over_or_kept(
    table: list[Prize], lines: list[tuple[int, set[str]]], several: bool, taken: int
) -> None:
    entries, place = [], 1
    for at, (step, groups) in enumerate(lines, 1):
        place = at if step or at == 1 else place
        entries.append(Entry(place, (at,), tuple(groups)))
    paid = told(*with_players(1), *([Received(1, taken)] if taken else [])).value.money.paid
    money = Money(prizes=Prizes(tuple(table), several), paid=paid)
    found = award(money, entries)
    for one in found.won:
        assert one.each * len(one.winners) + one.left == one.money
        assert 0 <= one.left < len(one.winners)
    assert sum(one.money for one in found.won) + sum(p.money(taken) for p in found.unwon) == found.total
    if not several:
        heads = [each.players for one in found.won if one.each for each in one.winners]
        assert len(heads) == len(set(heads))
