"""Doppelkopf's round: the deal passes on, duty solos owed and forced, Bock rounds, what a scorer checks, the sheet."""

from typing import Any

import pytest

from referee.table.table import Table
from tests.help.doppelkopf import HEALTHY, judged, last, prompts, solo, table

NORMAL = "result re=Ana,Ben type=normal points=121"


def solo_of(name: str) -> str:
    return f"result re={name} type=solo-queens points=121"


def following(*lines: str, seats: int = 4, preset: str = "ddv", options: tuple[str, ...] = ()) -> dict[str, Any]:
    """What comes next."""
    found: dict[str, Any] = judged(*lines, seats=seats, preset=preset, options=options)["next"]
    return found


def normals(count: int, seats: int = 4, first: int = 0) -> list[str]:
    """So many deals without a solo, the deal passing round."""
    names = ("Ana", "Ben", "Cid", "Dan", "Eva")[:seats]
    lines = []
    for number in range(count):
        at = (first + number) % seats
        playing = [names[(at + step) % seats] for step in range(1, 5)]
        lines += [f"deal {names[at]}", f"result re={playing[0]},{playing[1]} type=normal points=121"]
    return lines


def label(at: Table) -> str:
    return str(at.standing.due.label)


# --- who deals


@pytest.mark.law("doppelkopf.match.6")
def test_8_4_1_the_first_seat_deals_first_where_the_federation_s_rules_are_agreed_on() -> None:
    assert following() == {"kind": "deal", "seat": "Ana"}
    assert following(seats=5) == {"kind": "deal", "seat": "Ana"}
    assert following("deal Ana", NORMAL)["seat"] == "Ben"


def test_elsewhere_the_last_seat_deals_first_so_that_the_first_one_leads() -> None:
    assert following(preset="standard") == {"kind": "deal", "seat": "Dan"}
    assert following(options=("first_dealer=last",)) == {"kind": "deal", "seat": "Dan"}
    assert following(preset="standard", options=("first_dealer=first",)) == {"kind": "deal", "seat": "Ana"}


def test_the_deal_passes_to_the_left() -> None:
    assert following("deal Dan", NORMAL)["seat"] == "Ana"
    assert following("deal Dan", NORMAL, "deal Ana", NORMAL)["seat"] == "Ben"


def test_after_a_void_deal_the_same_dealer_deals_again() -> None:
    assert following("deal Dan", 'void "a card face up"')["seat"] == "Dan"


@pytest.mark.law("doppelkopf.match.1")
def test_after_a_duty_solo_the_same_dealer_deals_again_after_another_solo_not() -> None:
    assert following("deal Dan", solo_of("Ana"))["seat"] == "Dan"
    assert following("deal Dan", solo_of("Ana"), "deal Dan", solo_of("Ana"))["seat"] == "Ana"
    assert following("deal Dan", solo_of("Ana"), preset="standard")["seat"] == "Ana"


@pytest.mark.law("doppelkopf.match.2")
def test_a_silent_solo_is_no_duty_solo() -> None:
    deal = last("deal Dan", "result re=Ana type=silent-solo points=121", preset="ddv")
    assert deal["duty"] is None
    assert following("deal Dan", "result re=Ana type=silent-solo points=121")["seat"] == "Ana"


def test_a_solo_stopped_by_kontra_counts_and_one_stopped_by_the_soloist_does_not() -> None:
    lines = ("deal Dan", *solo("Ana", "solo-queens"))
    stopped = judged(*lines, "foul Ben must-follow", preset="ddv")
    assert (stopped["deals"][0]["duty"], stopped["next"]["seat"]) == ("Ana", "Dan")
    assert label(table(*lines, "foul Ben must-follow", preset="ddv")) == "deal 2 of 24"
    assert label(table(*lines, "foul Ana must-follow", preset="ddv")) == "deal 1 of 24"


# --- the round


@pytest.mark.law("doppelkopf.match.1")
def test_a_round_has_twenty_four_deals_at_four() -> None:
    lines = [line for name in ("Ana", "Ben", "Cid", "Dan") for line in ("deal Dan", solo_of(name))]
    found = judged(*lines, *normals(19, first=3), preset="ddv")
    assert not found["finished"]
    found = judged(*lines, *normals(20, first=3), preset="ddv")
    assert (found["finished"], found["next"]) == (True, None)
    totals = found["totals"]
    assert found["winners"] == [name for name in totals if totals[name] == max(totals.values())]


def test_a_round_has_thirty_deals_at_five() -> None:
    assert label(table(seats=5, preset="ddv")) == "deal 1 of 30"


def test_at_home_there_is_no_end() -> None:
    found = judged(*normals(40), preset="standard")
    assert not found["finished"]
    assert label(table(*normals(40), preset="standard")) == "deal 41"


@pytest.mark.law("doppelkopf.match.2")
def test_who_still_owes_a_duty_solo_is_marked() -> None:
    at = table("deal Dan", solo_of("Ben"), preset="ddv")
    marks = at.rules.marks([deal.scored for deal in at.deals])
    assert [str(mark) if mark else None for mark in marks] == [
        "owes a solo", None, "owes a solo", "owes a solo",
    ]  # fmt: skip
    assert table("deal Dan", NORMAL).rules.marks([]) == (None, None, None, None)


@pytest.mark.law("doppelkopf.match.3")
def test_when_as_many_deals_are_left_as_solos_are_owed_they_are_forced() -> None:
    assert "forced" not in following(*normals(19, first=3))
    lines = normals(20, first=3)
    assert following(*lines) == {"kind": "deal", "seat": "Dan", "forced": "Ana"}
    at = table(*lines, "deal Dan", preset="ddv")
    first = prompts(at)[0]
    assert str(first.text) == "Ana must play a duty solo: which?"
    again = [*lines, "deal Dan", "bid Ana solo-aces", "result re=Ana points=121"]
    assert following(*again) == {"kind": "deal", "seat": "Ana", "forced": "Ben"}


@pytest.mark.law("doppelkopf.match.3")
def test_a_typed_deal_in_which_a_duty_solo_is_forced_offers_the_solos_of_its_player() -> None:
    asked = {field.name: field for field in prompts(table(*normals(20, first=3), "deal Dan", preset="ddv"))[-1].fields}
    assert ([choice.word for choice in asked["re"].choices], asked["re"].start) == (["Ana"], "Ana")
    assert {choice.word.partition("-")[0] for choice in asked["type"].choices} == {"solo"}


@pytest.mark.parametrize(
    ("result", "fouls"),
    [
        ("re=Ana type=solo-aces points=121", []),
        ("re=Ana,Ben type=normal points=121", ["doppelkopf.match.3"]),
        ("re=Ben type=solo-aces points=121", ["doppelkopf.match.3"]),
        ("re=Ana type=silent-solo points=121", ["doppelkopf.match.3"]),
    ],
)
@pytest.mark.law("doppelkopf.match.3")
def test_another_deal_typed_where_a_duty_solo_is_forced_is_a_foul_of_who_owes_it(result: str, fouls: list[str]) -> None:
    deal = last(*normals(20, first=3), "deal Dan", f"result {result}", preset="ddv")
    assert [foul["law"] for foul in deal["fouls"]] == fouls
    assert {foul["seat"] for foul in deal["fouls"]} <= {"Ana"}
    at = table(*normals(20, first=3), "deal Dan", f"result {result}", preset="ddv")
    assert [str(at.rules.name_of(foul)) for foul in at.deals[-1].fouls] == ["Duty solo left out"] * len(fouls)


@pytest.mark.law("doppelkopf.match.2", "doppelkopf.match.3")
def test_duty_solos_still_owed_after_the_last_deal_are_named() -> None:
    at = table("deal Dan", solo_of("Ben"), *normals(23, first=3), preset="ddv")
    past = [deal.scored for deal in at.deals]
    assert "Duty solos still owed: Ana, Cid, Dan." in map(str, at.rules.checks(past, []))
    assert at.rules.checks(past[:5], []) == ()


def test_the_forced_player_is_the_first_from_the_dealers_left() -> None:
    lines = ["deal Dan", solo_of("Ana"), *normals(20, first=3)]
    assert following(*lines)["forced"] == "Ben"


@pytest.mark.parametrize("seats", [4, 5])
def test_where_another_deals_than_was_due_the_first_from_that_dealers_left_is_forced(seats: int) -> None:
    lines = normals(20 if seats == 4 else 25, seats=seats, first=seats - 1)
    assert following(*lines, seats=seats)["forced"] == "Ana"
    at = table(*lines, "deal Ana", seats=seats, preset="ddv")
    assert str(prompts(at)[0].text) == "Ben must play a duty solo: which?"
    assert last(*lines, "deal Ana", "bid Ben solo-aces", seats=seats, preset="ddv")["fouls"] == []


def test_at_five_the_deal_passes_on_if_only_the_dealer_owes() -> None:
    names = ("Ana", "Ben", "Cid", "Dan")
    lines = [line for name in names for line in ("deal Eva", solo_of(name))]
    lines += normals(25, seats=5, first=4)
    assert following(*lines, seats=5) == {"kind": "deal", "seat": "Ana", "forced": "Eva"}


def test_the_duty_solos_stand_in_a_block_of_their_own() -> None:
    at = table("deal Dan", solo_of("Ben"), "deal Dan", NORMAL, preset="ddv")
    blocks = [at.rules.block(deal.scored) for deal in at.deals]
    assert [str(block) if block else None for block in blocks] == ["Duty solos", None]
    assert [(str(title), rows) for title, rows in at.rules.blocks()] == [("Duty solos", 4)]
    home = table("deal Dan", solo_of("Ben"))
    assert home.rules.block(home.deals[0].scored) is None
    assert home.rules.blocks() == ()


# --- Bock


@pytest.mark.law("doppelkopf.bock.1")
def test_a_bock_round_follows_re_and_kontra() -> None:
    said = "result re=Ana,Ben points=121 re-said=re kontra-said=kontra"
    options = ("bock=double",)
    assert following("deal Dan", said, preset="standard", options=options) == {
        "kind": "deal",
        "seat": "Ana",
        "bock": "yes",
    }
    lines = ["deal Dan", said, *normals(4)]
    assert "bock" not in following(*lines, preset="standard", options=options)
    assert "bock" in following(*lines[:-2], preset="standard", options=options)
    assert "bock" not in following("deal Dan", said, preset="standard")
    assert last("deal Dan", said, "deal Ana", NORMAL, options=options)["scores"]["Ana"] == 2
    assert label(table("deal Dan", said, options=options)) == "deal 2, Bock"


@pytest.mark.law("doppelkopf.bock.1")
def test_a_bock_round_follows_a_trick_of_four_plain_hearts() -> None:
    options = ("bock=double",)
    lines = ["deal Dan", *HEALTHY, "trick Ana HA HK H9 HK", NORMAL]
    assert "bock" in following(*lines, preset="standard", options=options)
    ten = ["deal Dan", *HEALTHY, "trick Ana HA HK H9 H10", NORMAL]
    assert "bock" in following(*ten, preset="standard", options=options)
    assert "bock" not in following(*ten, preset="standard", options=(*options, "dulle=yes"))
    alone = ["deal Dan", *solo("Ana", "solo-aces"), "trick Ana HA HK H9 HK", "result re=Ana points=121"]
    assert "bock" not in following(*alone, preset="standard", options=options)


@pytest.mark.law("doppelkopf.bock.1")
def test_a_solo_stopped_by_kontra_uses_up_a_bock() -> None:
    said = "result re=Ana,Ben points=121 re-said=re kontra-said=kontra"
    lines, alone = ["deal Dan", said, *normals(3)], ["deal Dan", *solo("Ana", "solo-queens")]
    options = ("bock=double",)
    assert "bock" in following(*lines, preset="standard", options=options)
    assert "bock" not in following(*lines, *alone, "foul Ben must-follow", preset="standard", options=options)
    assert "bock" in following(*lines, *alone, "foul Ana must-follow", preset="standard", options=options)


@pytest.mark.law("doppelkopf.bock.1")
def test_re_and_kontra_said_in_a_solo_that_kontra_stopped_bring_a_bock_round() -> None:
    alone, options = ["deal Dan", *solo("Ana", "solo-queens"), "announce Ana re"], ("bock=double",)
    stopped = [*alone, "announce Ben kontra", "foul Ben must-follow"]
    assert "bock" in following(*stopped, preset="standard", options=options)
    assert "bock" not in following(*stopped, preset="standard", options=(*options, "bock_both=no"))
    assert "bock" not in following(*alone, "foul Ben must-follow", preset="standard", options=options)
    assert "bock" not in following(*stopped[:-1], "foul Ana must-follow", preset="standard", options=options)


@pytest.mark.law("doppelkopf.bock.1", "doppelkopf.announce.7")
@pytest.mark.parametrize(("ruling", "follows"), [("waive", True), ("uphold remedy=minor", False)])
def test_a_kontra_that_does_not_count_brings_no_bock_round(ruling: str, follows: bool) -> None:
    tricks = ["trick Ana CA C9 C9 CK", "trick Ana CA CK C10 C10", "trick Ana SA S9 S9 SK"]
    lines = ["deal Dan", *HEALTHY, "announce Ana re", *tricks, "announce Cid kontra"]
    late = len(lines) + 4
    ending = [f"ruling {late} {ruling}", "result re=Ana,Ben points=130"]
    assert ("bock" in following(*lines, *ending, preset="standard", options=("bock=double",))) is follows


def test_a_void_deal_uses_up_no_bock() -> None:
    said = "result re=Ana,Ben points=121 re-said=re kontra-said=kontra"
    lines = ["deal Dan", said, *normals(3), "deal Dan", "void", "deal Dan", NORMAL]
    options = ("bock=double",)
    assert "bock" in following(*lines[:-2], preset="standard", options=options)
    assert "bock" not in following(*lines, preset="standard", options=options)


# --- what a scorer checks


def checks(*lines: str, seats: int = 4, preset: str = "ddv") -> list[str]:
    at = table(*lines, seats=seats, preset=preset)
    n = len(at.seats)
    ended = [deal for deal in at.deals if deal.state != "open"]
    rows = [tuple(s + d.penalty_points(seat) for seat, s in enumerate(d.scores(n))) for d in ended]
    return [str(text) for text in at.rules.checks([deal.scored for deal in ended], rows)]


def test_honest_rows_add_up_and_are_all_even_or_all_odd() -> None:
    assert checks() == []
    assert checks("deal Dan", NORMAL, "deal Ana", solo_of("Cid"), "deal Ana", *HEALTHY[1:], "void") == []
    assert checks("deal Dan", *HEALTHY, "foul Ana must-follow remedy=minor", NORMAL) == []


def test_extra_points_typed_for_a_solo_are_told_not_to_count() -> None:
    found = checks("deal Dan", "result re=Ana type=solo-jacks points=130 kontra-extra=fox:1")
    assert found == ["Deal 1: a solo has no extra points; those typed do not count."]


def test_a_penalty_shows_in_the_checks() -> None:
    found = checks("deal Dan", 'penalty Ana 3 "late"', NORMAL)
    assert found == ["The totals add up to −3, not to 0.", "The totals are neither all even nor all odd."]


def test_what_is_paid_to_a_soloist_alone_is_neither_even_nor_odd() -> None:
    lines = ("deal Dan", *solo("Ana", "solo-queens"), "foul Ben must-follow remedy=minor-soloist")
    assert checks(*lines, "result re=Ana points=121") == []


def test_at_five_who_sits_out_may_be_odd() -> None:
    assert checks("deal Eva", NORMAL, seats=5) == []


# --- what a page shows


def test_a_seat_shows_its_side_as_far_as_the_table_knows() -> None:
    at = table("deal Dan", *solo("Ana", "solo-queens"), preset="ddv")
    deal, rules = at.deals[0].deal, at.rules
    assert [str(rules.role(deal, seat)) for seat in range(4)] == ["duty solo", "Kontra", "Kontra", "Kontra"]
    assert [rules.team(deal, seat) for seat in range(4)] == [0, 1, 1, 1]
    home = table("deal Dan", *HEALTHY)
    assert (home.rules.role(home.deals[0].deal, 0), home.rules.team(home.deals[0].deal, 0)) == (None, None)
    assert home.rules.team(None, 0) is None


@pytest.mark.parametrize(
    ("word", "said"), [("gesund", "gesund"), ("solo-aces", "Solo without trumps"), ("re", "Re"), ("no60", "no 60")]
)
def test_words_are_said_as_people_say_them(word: str, said: str) -> None:
    assert str(table().rules.word_text(word)) == said


def test_a_deal_is_called_by_its_place_in_the_round_and_a_finished_one_waits_for_nothing() -> None:
    at = table("deal Dan", NORMAL, preset="ddv")
    assert str(at.rules.label(at.deals[0].deal)) == "deal 1 of 24"
    assert at.rules.prompts(at.deals[0].deal) == ()


def test_every_kind_of_foul_has_a_law() -> None:
    rules = table().rules
    assert rules.law(rules.kind_law("must-follow")) is not None
    assert rules.kind_law("special-too-early") == "doppelkopf.foul.1"
