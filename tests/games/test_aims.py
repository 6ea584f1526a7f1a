"""What the seats undertook in a deal, and whether they did it, as each game says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record import text as record
from referee.table.table import fold_record

GOLDEN = Path(__file__).parents[1] / "golden"


def aims(text: str, deal: int = 1) -> list[tuple[str, str, bool]]:
    table = fold_record(record.read(text))
    return [(table.seats[a.seat], str(a.text), a.made) for a in table.rules.aims(table.deals[deal - 1].scored)]


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.deal").read_text(encoding="utf-8")


DETENTE = "game double-detente\nseats Ana Ben Cléo\ndeal Cléo part=1\nbid Ana 4\nbid Ben 6\nbid Cléo 3\n"


def test_where_tricks_are_bid_the_bid_is_met_or_not() -> None:
    assert aims(DETENTE + "result tricks=4,5,4\n") == [
        ("Ana", "bid met", True), ("Ben", "bid met", False), ("Cléo", "bid met", False)]  # fmt: skip


def test_a_deal_that_is_not_finished_has_no_aims_yet() -> None:
    assert aims(DETENTE) == []
    assert aims(DETENTE + 'void "misdeal"\n') == []


def test_who_has_not_bid_has_not_met_a_bid() -> None:
    text = DETENTE.replace("bid Cléo 3\n", "")
    try:
        found = aims(text + "result tricks=4,5,4\n")
    except record.Slip:  # a result needs every bid
        return
    assert [name for name, *_ in found] == ["Ana", "Ben"]


def test_the_taker_and_the_partner_make_the_contract_or_fail_together() -> None:
    # 50 points with one bout, 51 needed
    assert aims(golden("tarot/five-contract-failed")) == [
        ("Dan", "garde", False), ("Ben", "called as partner", False)]  # fmt: skip
    head = "game tarot\nseats Ana Ben Cid Dan\ndeal Ana\n"
    alone = "result taker=Ben contract=petite bouts=2 points=45\n"  # 41 needed
    assert aims(head + alone) == [("Ben", "petite", True)]
    assert aims(head) == []


def test_re_and_kontra_win_or_lose_and_a_solo_is_called_so() -> None:
    # 150 points for Re, Ben and Dan
    assert aims(golden("doppelkopf/published-normal")) == [
        ("Ana", "Kontra", False), ("Ben", "Re", True), ("Cid", "Kontra", False), ("Dan", "Re", True)]  # fmt: skip
    assert ("Ben", "solo", False) in aims(golden("doppelkopf/silent-solo"))  # 115 are not enough
    assert aims("game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\n") == []


@pytest.mark.parametrize(("points", "held"), [(30, True), (175, False)])
def test_the_masters_side_holds_or_the_others_take_over(points: int, held: bool) -> None:
    head = "game da-ban\nseats Ana Ben Cid Dan\ndeal Dan master=Ana levels=3,3 trump=C\n"
    assert aims(head) == []
    assert aims(head + f"result points={points}\n") == [
        ("Ana", "the master’s side", held), ("Ben", "against the master", not held),
        ("Cid", "the master’s side", held), ("Dan", "against the master", not held)]  # fmt: skip


def test_a_card_exposed_is_the_takers_or_the_defences_once_there_is_a_taker() -> None:
    head = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\n"
    table = fold_record(record.read(head))
    assert table.rules.exposure_kinds(table.deals[0].deal, 0) == ()
    table = fold_record(record.read(head + "bid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"))
    assert table.rules.exposure_kinds(table.deals[0].deal, 0) == ("exposed-card-taker",)
    assert table.rules.exposure_kinds(table.deals[0].deal, 1)[0] == "exposed-card-defence"
    assert fold_record(record.read(DETENTE)).rules.exposure_kinds(table.deals[0].deal, 0) == ()
