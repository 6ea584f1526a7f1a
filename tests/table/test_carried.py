"""A table that goes on with other players: what it takes over from the one before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.record.grammar import parse
from referee.record.text import Header, read
from referee.table.table import Table, carry_over, fold_record, open_table
from referee.words.text import Slip
from tests.help.tables import a_table

FOUR = ("Ana", "Ben", "Cid", "Dan")
WON = ("deal Dan", "result taker=Ana contract=garde bouts=2 points=45")
"""By the law (25 + 4) × 2 from each of three. Ana deals next."""


def first(*lines: str) -> Table:
    return a_table("tarot", *(lines or WON))


def after(before: Table, *names: str) -> Table:
    return open_table(Header("tarot", names), carry_over(before, names))


def test_each_person_keeps_what_they_have_and_the_deals_count_on() -> None:
    table = after(first(), "Ana", "Ben", "Eva", "Dan")
    assert table.standing.totals == (174, -58, 0, -58)
    assert str(table.standing.due.label) == "deal 2"
    assert table.won == (0, 0, 0, 0)


def test_what_is_won_at_the_table_is_told_apart_from_what_was_carried_over_and_who_sat_out_takes_up_theirs() -> None:
    second = after(first(), "Ana", "Ben", "Eva", "Dan")
    for line, fact in enumerate(a_table("tarot", "deal Ana", WON[1]).facts(), 1):
        second = second.add(line, fact.fact)
    assert (second.won, second.standing.totals) == ((174, -58, -58, -58), (348, -116, -58, -116))
    third = after(second, *FOUR)
    assert third.standing.totals == (348, -116, -58, -116)
    assert third.rules.carried.deals == 2


@pytest.mark.parametrize(
    ("names", "dealer"),
    [
        (("Dan", "Cid", "Ben", "Ana"), 3),  # Ana deals, wherever she sits
        (("Eva", "Ben", "Cid", "Dan"), 0),  # Eva sits in her place
        (("Cid", "Dan", "Ben"), 2),  # three go on: Ben, who sat after her
        (("Eva", "Fay", "Gus"), 2),  # nobody of before plays: the last seat, as at every beginning
    ],
)
def test_the_next_of_the_old_order_deals_or_who_sits_in_their_place(names: tuple[str, ...], dealer: int) -> None:
    assert after(first(), *names).standing.due.dealer == dealer


MATCHES = {
    "da-ban": (
        ("deal Dan depth=score", "result master=Ana points=100"),
        "master=Cid levels=4,3",
    ),  # 100: held, a level up
    "double": (
        ("deal Dan depth=score", "bid Ana 0", "bid Ben 1", "bid Cid 0", "bid Dan 0", "result tricks=0,1,0,0"),
        "cards=2",
    ),
}
"""The first deal of a match, and what the line of the second says where the record begins with it."""


@pytest.mark.parametrize("game", MATCHES)
def test_whoever_takes_a_place_takes_over_its_match(game: str) -> None:
    lines, keys = MATCHES[game]
    before, names = a_table(game, *lines), ("Ana", "Ben", "Eva", "Dan")
    table = open_table(Header(game, names), carry_over(before, names))
    assert (table.standing.totals, table.won) == (before.standing.totals, (0, 0, 0, 0))
    due = table.standing.due
    assert (due.dealer, table.rules.before) == (before.standing.due.dealer, 1)
    assert " ".join(f"{key}={value}" for key, value in due.keys) == keys.replace("Cid", "Eva")
    dealt = f"deal {names[due.dealer]} {keys.replace('Cid', 'Eva')}"
    label = table.add(1, parse(dealt)).rules.label(table.add(1, parse(dealt)).deals[0].deal)
    assert str(label) == str(due.label), "the second round"
    fold_record(read(f"game {game}\nseats {' '.join(names)}\n{dealt}\n"))  # the record of this table alone


def test_a_tribute_is_owed_to_whoever_takes_the_place() -> None:
    lost = a_table("da-ban", "deal Dan depth=score", "result master=Ana points=180")  # Ben takes over, Ana owes him two
    names = ("Eva", "Ben", "Cid", "Dan")
    table = open_table(Header("da-ban", names), carry_over(lost, names))
    assert "tribute owed by Eva" in str(table.standing.due.label)


def test_a_match_ends_by_all_its_deals_and_one_that_is_won_begins_anew() -> None:
    parts = ("deal Cid part=1 depth=score", "bid Ana 13", "bid Ben 13", "bid Cid 13", "result tricks=13,0,0",
             "deal Cid part=2 depth=score", "bid Ana 13", "bid Ben 13", "bid Cid 13", "result tricks=13,0,0")  # fmt: skip
    # a round gives Ana 13 + 10 and 13 + 20: 56; four are 224, over 200
    names, seats = ("Ana", "Eva", "Cid"), ("Ana", "Ben", "Cid")
    three = a_table("double-detente", *parts * 3, seats=seats)
    table = open_table(Header("double-detente", names), carry_over(three, names))
    assert (table.standing.totals[0], table.standing.finished) == (168, False)
    for line, fact in enumerate(parts, 1):
        table = table.add(line, parse(fact.replace("Ben", "Eva")))
    assert (table.standing.totals[0], table.standing.finished, table.won[0]) == (224, True, 56)
    assert open_table(Header("double-detente", seats), carry_over(table, seats)).standing.totals == (0, 0, 0)


DUTY = ("deal Ana", "result re=Ben type=solo-queens points=121", "deal Ana", "result re=Ben,Cid type=normal points=121")
"""Ben plays his duty solo, which does not pass the deal on; then Ben deals the third deal."""


def doppelkopf(*lines: str, options: tuple[str, ...] = ()) -> Table:
    return a_table("doppelkopf", *lines, preset="ddv", options=options)


def sat_down(before: Table, *names: str) -> Table:
    return open_table(replace(before.header, seats=names), carry_over(before, names))


def add(table: Table, *lines: str) -> Table:
    for line, fact in enumerate(lines, len(table.log) + 1):
        table = table.add(line, parse(fact))
    return table


@pytest.mark.law("doppelkopf.match.8")
def test_a_round_goes_on_and_whoever_takes_a_place_owes_the_duty_solo_owed_there() -> None:
    table = sat_down(doppelkopf(*DUTY), "Ana", "Ben", "Eva", "Dan")
    due = table.standing.due
    assert (str(due.label), due.dealer, due.keys) == ("deal 3 of 24", 1, (("place", "3"), ("done", "Ben")))
    assert [bool(mark) for mark in table.rules.marks(table.past)] == [True, False, True, True]
    assert table.standing.totals[2] == 0, "points are the person's"
    played = add(table, "deal Ben place=3 done=Ben", "result re=Eva type=solo-queens points=121")
    assert (str(played.standing.due.label), played.standing.due.dealer) == ("deal 4 of 24", 1)
    assert [bool(mark) for mark in played.rules.marks(played.past)] == [True, False, False, True]


@pytest.mark.law("doppelkopf.match.8")
def test_the_record_of_a_table_that_goes_on_with_a_round_is_read_alike_alone() -> None:
    lines = ("deal Ben place=3 done=Ben", "result re=Eva type=solo-queens points=121")
    live = add(sat_down(doppelkopf(*DUTY), "Ana", "Ben", "Eva", "Dan"), *lines)
    alone = a_table("doppelkopf", *lines, preset="ddv", seats=live.seats)
    assert str(alone.standing.due.label) == str(live.standing.due.label)
    assert alone.rules.marks(alone.past) == live.rules.marks(live.past)
    assert alone.deals[0].deal.terms == live.deals[0].deal.terms


def test_in_a_round_that_goes_on_a_duty_solo_is_forced_when_it_would_have_been() -> None:
    """After 22 deals, among them the duty solos of Ben and Cid, two are left, and two solos."""
    solos = ("deal Ana", "result re=Cid type=solo-queens points=121")
    deals = tuple(
        line for at in range(20) for line in (f"deal {FOUR[at % 4]}", "result re=Ana,Ben type=normal points=121")
    )
    before = doppelkopf(*DUTY[:2], *solos, *deals)
    for table in (before, sat_down(before, "Ana", "Ben", "Eva", "Dan")):
        assert (str(table.standing.due.label), dict(table.standing.due.keys)["forced"]) == ("deal 23 of 24", "Dan")


def test_a_bock_round_goes_on_with_whoever_takes_a_place_and_the_deals_count_on() -> None:
    options = ("bock=double",)
    before = a_table(
        "doppelkopf",
        "deal Dan", "result re=Ana,Ben type=normal points=121 re-said=re kontra-said=kontra",
        "deal Ana", "result re=Ana,Ben type=normal points=121",
        options=options,
    )  # fmt: skip
    table = sat_down(before, "Ana", "Ben", "Eva", "Dan")
    assert str(table.standing.due.label) == str(before.standing.due.label) == "deal 3, Bock"
    assert table.standing.due.keys == (("bock", "yes"),)
    table = add(table, "deal Ben bock=yes")
    assert str(table.rules.label(table.deals[0].deal)) == "deal 3, Bock"


def test_a_round_that_is_over_or_whose_players_changed_seats_begins_anew() -> None:
    before = doppelkopf(*DUTY)
    for names in (("Ben", "Ana", "Cid", "Dan"), (*FOUR, "Eva")):
        table = sat_down(before, *names)
        assert str(table.standing.due.label) == f"deal 1 of {24 if len(names) == 4 else 30}"
        assert "done" not in dict(table.standing.due.keys)


@pytest.mark.parametrize(
    ("key", "found"), [("place=25", "25"), ("place=0", "0"), ("place=x", "x"), ("done=Zoe", "Zoe")]
)
def test_a_place_or_a_name_that_cannot_be_is_told(key: str, found: str) -> None:
    with pytest.raises(Slip, match=found):
        doppelkopf(f"deal Ana {key}")


@pytest.mark.parametrize("names", [("Ana", "Ben", "Dan", "Cid"), ("Ana", "Ben", "Cid", "Dan", "Eva")])
def test_a_match_begins_anew_where_places_change(names: tuple[str, ...]) -> None:
    before = a_table("double", *MATCHES["double"][0])
    table = open_table(Header("double", names), carry_over(before, names))
    anew = open_table(Header("double", names)).standing.totals
    assert (table.standing.totals, table.rules.before, table.standing.due.keys) == (anew, 0, ())
