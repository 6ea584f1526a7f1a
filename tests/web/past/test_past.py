"""What lies behind a table: deals to look at again, fouls and rulings, statistics, files for other programs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from tests.help.web import Visitor

GOLDEN = Path(__file__).parents[2] / "golden"
FOUL = (
    "deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3", "play Ana H5", "play Ben T4", "play Cléo H9",
    "play Ben S2", "play Cléo SK", "play Ana S9", "play Cléo H2", "play Ana H8", "play Ben H7",
)  # fmt: skip
TWO_PARTS = (
    "deal Cléo part=1", "bid Ana 4", "bid Ben 6", "bid Cléo 3", "result tricks=4,5,4 petit=Ben",
    "deal Cléo part=2", "bid Ana 2", "bid Ben 5", "bid Cléo 6", "result tricks=3,5,5",
)  # fmt: skip
"""Part 1: Ana meets 4 and has 4 + 10, Ben misses 6 by one and has the Petit: 5 + 5 + 2, Cléo misses 3 by one: 4 + 5.
Part 2: Ana misses 2 by one: 3 + 10, Ben meets 5: 5 + 20, Cléo misses 6 by one: 5 + 10.
"""


def taken_in(visitor: Visitor, text: str) -> str:
    """A record as a new table; its path."""
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(text.encode()), "evening.deal"))
    assert visitor.status == 200, visitor.page.text
    return visitor.path


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.deal").read_text(encoding="utf-8")


@pytest.fixture
def foul(visitor: Visitor) -> Visitor:
    """Ben has trumped a heart (entry 6) and plays one two tricks later (entry 13)."""
    visitor.take_in(*FOUL)
    return visitor


@pytest.fixture
def parts(visitor: Visitor) -> Visitor:
    visitor.take_in(*TWO_PARTS)
    return visitor


# Deals, and stepping through them


def test_the_deals_of_a_table_stand_with_what_they_paid_and_the_running_totals(parts: Visitor) -> None:
    page = parts.open(parts.path + "/deals")
    rows = re.findall(r'<tr><th scope="row"><a.*?</tr>', page.source, re.S)
    told = [re.findall(r"<td><b>([^<]*)</b> <small>([^<]*)</small>", row) for row in rows]
    assert told == [[("+14", "14"), ("+12", "12"), ("+9", "9")], [("+13", "27"), ("+25", "37"), ("+15", "24")]]


def test_the_row_of_a_deal_in_play_says_its_number_once(visitor: Visitor) -> None:
    table = taken_in(visitor, "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde\nbid Ben pass\n")
    head = re.search(r'<th scope="row">(.*?)</th>', visitor.open(f"{table}/deals").source, re.S)
    assert head
    assert re.sub(r"<[^>]*>|\s+", " ", head[1]).split()[:2] == ["deal", "1"]


def test_a_deal_is_stepped_through_card_by_card(foul: Visitor) -> None:
    table = foul.path
    page = foul.open(f"{table}/deals/1?at=1")
    assert "Cléo deals" in page.text
    seen = []
    for at in range(2, 14):
        page = foul.open(f"{table}/deals/1?at={at}")
        seen.append(re.search(r'class="big" aria-live="polite"><b>([^<]*)</b>', page.source)[1])  # type: ignore[index]
    assert seen[:4] == ["Ana: 4", "Ben: 5", "Cléo: 3", "Ana plays ♥5"]
    assert seen[-1] == "Ben plays ♥7"
    assert "Not following" in page.text
    foul.open(f"{table}/deals/1?at=12")
    assert "Not following" not in foul.page.text


def test_the_step_that_proved_a_foul_is_found_by_its_place_in_the_deal(foul: Visitor) -> None:
    page = foul.open(foul.path + "/deals/1?foul=1")
    assert "13 of 13" in page.text


RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q")
SUSPECTS = "\n".join([
    "game double-detente", "seats Ana Ben Cléo", "deal Cléo part=1", "bid Ana 13", "bid Ben 0", "bid Cléo 0",
    *(f"trick Ana S{rank} D{rank} C{rank}" for rank in RANKS),
    "deal Cléo part=2", "bid Ana 3", "bid Ben 3", "bid Cléo 3",
    "trick Ana H1 T1 T2",  # line 24: 13 hearts are left, and Ana has room for 12: Ben or Cléo held one
    "trick Cléo T3 T4 T5", "trick Ben H2 H3 H4",  # line 26: Ben had one, and Cléo had one, too
]) + "\n"  # fmt: skip
"""In the second part Ben and Cléo trump a heart; the suspicion is explained when both lay one."""


def marked(source: str) -> list[str]:
    """The names under the cards that are marked in the list of tricks."""
    tricks = source.partition('<ol class="thumbs">')[2].partition("</section>")[0]
    return re.findall(r'<li class="mark.*?<span>(\w+)</span></li>', tricks, re.S)


def test_the_list_of_tricks_marks_the_card_of_a_foul_until_the_record_was_wrong(foul: Visitor) -> None:
    table = foul.path
    assert marked(foul.open(f"{table}/deals/1").source) == ["Ben"]
    foul.open(table)
    foul.tap("ruling 13 correct")
    assert marked(foul.open(f"{table}/deals/1").source) == []


def test_a_foul_on_a_line_of_several_cards_is_found_at_its_card(visitor: Visitor) -> None:
    """Ben leads ♥2 and Cléo follows with ♥3, on one line of the record: each card proves the foul of its player."""
    table = taken_in(visitor, SUSPECTS)
    page = visitor.open(f"{table}/fouls")
    replays = re.findall(r'href="([^"]*)">Replay', page.source)
    assert len(replays) == 2
    for replay, at, name in zip(replays, (12, 11), ("Cléo", "Ben"), strict=True):  # the last foul first
        told = visitor.open(unescape(replay)).text
        assert f"{at} of 13" in told
        assert f"In trick 1 {name} plays" in told


def test_a_suspicion_that_a_card_explains_is_not_told_again_at_that_card(visitor: Visitor) -> None:
    table = taken_in(visitor, SUSPECTS)
    assert "One of these players" in visitor.open(f"{table}/deals/2?at=7").text
    told = visitor.open(f"{table}/deals/2?foul=2").text
    assert "In trick 3 ♥2 comes from the same hand." in told
    assert "One of these players" not in told
    assert marked(visitor.page.source) == ["Ben", "Cléo"]


def test_a_deal_is_headed_by_its_name_as_a_sentence_begins(foul: Visitor) -> None:
    table = foul.path
    for page in ("deals/1", "fouls"):
        source = foul.open(f"{table}/{page}").source
        assert "Round 1, part 1 of 2" in source
        assert "round 1, part 1 of 2" not in source


def test_a_trick_written_on_one_line_is_stepped_through_a_card_at_a_time(visitor: Visitor) -> None:
    table = taken_in(visitor, golden("double-detente/whole-round"))
    page = visitor.open(f"{table}/deals/1?at=5")
    steps = int(re.search(r"5 of (\d+)", page.text)[1])  # type: ignore[index]
    assert steps == 1 + 3 + 39  # the deal, three bids, thirteen cards of each of three
    assert page.source.count('class="card ') >= 1


@pytest.mark.parametrize(
    "name",
    ["tarot/five-slam", "double-detente/match-to-200", "doppelkopf/five-at-the-table", "double/fool-and-pope",
     "da-ban/first-round", "doppelkopf/armut-refused", "double-detente/tricks-only"],
)  # fmt: skip
def test_the_deals_of_every_game_can_be_looked_at(visitor: Visitor, name: str) -> None:
    table = taken_in(visitor, golden(name))
    visitor.open(f"{table}/deals")
    numbers = [int(n) for n in re.findall(r"/deals/(\d+)\?at=1", visitor.page.source)]
    for number in {*numbers[:1], *numbers[-1:]}:
        page = visitor.open(f"{table}/deals/{number}?at=1")
        assert visitor.status == 200
        last = int(re.search(r"1 of (\d+)", page.text)[1])  # type: ignore[index]
        for at in {1, last // 2, last}:
            visitor.open(f"{table}/deals/{number}?at={at}")
            assert visitor.status == 200
    for part in ("statistics", "fouls", "history", "export.json", "export.csv"):
        visitor.open(f"{table}/{part}")
        assert visitor.status == 200, part


@pytest.mark.parametrize("query", ["0", "2", "99999999999"])
def test_a_deal_that_is_not_there_is_not_found(foul: Visitor, query: str) -> None:
    foul.open(f"{foul.path}/deals/{query}")
    assert foul.status == 404


@pytest.mark.parametrize("query", ["at=0", "at=x", "at=999", "foul=x", "foul=²", ""])
def test_a_step_that_is_not_there_shows_the_deal_all_the_same(foul: Visitor, query: str) -> None:
    foul.open(f"{foul.path}/deals/1?{query}")
    assert foul.status == 200


# Fouls and rulings


def test_the_fouls_of_the_evening_stand_with_their_proof_law_and_ruling(foul: Visitor) -> None:
    table = foul.path
    page = foul.open(table + "/fouls")
    assert "not decided" in page.text
    assert page.source.count('class="mark') == 2  # Ben's two cards
    assert "Follow the suit led, or trump if trump is led." in page.text
    foul.press("Uphold it")
    page = foul.open(table + "/fouls")
    assert "not decided" not in page.text
    assert "upheld" in page.text
    ben = re.search(r"<strong>Ben</strong>.*?<dd>(\d+)</dd>", page.source, re.S)
    assert ben
    assert ben[1] == "1"


def test_a_ruling_is_taken_anew_from_the_log_of_fouls(foul: Visitor) -> None:
    table = foul.path
    foul.press("Uphold it")
    foul.open(table + "/fouls")
    foul.press("Waive it")
    assert "waived" in foul.open(table + "/fouls").text
    assert "ruling 15 waive" in foul.record()


OPEN_TRICK = """game double\nseats Ana Ben Cid\ndeal Cid cards=1\nturn SA/D2
bid Ana 1\nbid Ben 0\nbid Cid 0\ntrick Ana D9 CK D8\n"""
"""Ben's king of clubs has a diamond on its other side: the foul is plain in its own trick."""


def test_no_two_decisions_on_a_foul_have_the_same_name(visitor: Visitor) -> None:
    table = taken_in(visitor, OPEN_TRICK)
    rulings = visitor.open(f"{table}/fouls").source.partition('class="rulings')[2]
    assert re.findall(r'name="fact" value="ruling[^>]*>([^<]*)<', rulings) == [
        "No penalty", "The foul counts", "Waive it",
    ]  # fmt: skip


def test_what_was_ruled_is_told_once(visitor: Visitor) -> None:
    text = "game doppelkopf\nseats Ana Ben Cid Dan\n" + "".join(
        f"{line}\n"
        for line in ("deal Dan", *(f"bid {name} gesund" for name in ("Ana", "Ben", "Cid", "Dan")), "play Ana HA",
                     "play Ben DK", "play Cid HK", "play Dan H9", "play Ben CA", "play Cid CK", "play Dan C9",
                     "play Ana C10", "play Ben HK", "ruling 16 uphold")
    )  # fmt: skip
    table = taken_in(visitor, text)
    for page in (table, f"{table}/fouls"):
        told = visitor.open(page).text
        assert "A serious foul: the deal stops. Ana +4, Ben −12, Cid +4, Dan +4." in told
        assert "Serious foul. A serious foul" not in told


def test_penalties_and_warnings_are_told_by_player(parts: Visitor) -> None:
    parts.tap('penalty Ana 7 "late again"')
    page = parts.open(parts.path + "/fouls")
    assert "late again" in page.text
    assert re.search(r"<strong>Ana</strong>.*?−7", page.source, re.S)


def test_a_ruling_slip_is_begun_and_only_for_a_foul_there_is(foul: Visitor) -> None:
    table = foul.path
    foul.open(f"{table}/deals/1/fouls/1.pdf")
    assert foul.status == 200
    for path in ("deals/1/fouls/2.pdf", "deals/1/fouls/0.pdf", "deals/2/fouls/1.pdf"):
        foul.open(f"{table}/{path}")
        assert foul.status == 404


# Statistics


def test_statistics_tell_of_each_player_what_was_bid_and_met(parts: Visitor) -> None:
    page = parts.open(parts.path + "/statistics")
    cards = re.findall(r'class="panel tally-card">(.*?)</section>', page.source, re.S)
    told = [" ".join(re.sub(r"<[^>]*>", " ", card).split()) for card in cards]
    assert "bid met 1 /2" in told[0]  # Ana met 4 and missed 2
    assert "bid met 1 /2" in told[1]
    assert "bid met 0 /2" in told[2]
    assert "+13.5 on average" in re.sub(r"on average (\S+)", r"\1 on average", told[0])  # 14 and 13
    assert "Ana · Ben" in page.text


def test_pairs_tell_who_was_ahead_and_what_partners_won_together(visitor: Visitor) -> None:
    table = taken_in(visitor, golden("doppelkopf/published-normal"))
    page = visitor.open(table + "/statistics")
    rows = re.findall(r'<tr><th scope="row">([^<]*)</th>(.*?)</tr>', page.source, re.S)
    told = {names: re.findall(r"<td[^>]*>([^<]*)</td>", cells) for names, cells in rows}
    # Ben and Dan, who play Re, lose or win the deal together
    assert told["Ben · Dan"][0] == "1"
    assert told["Ana · Ben"][0] == "–"


def test_a_table_without_a_deal_has_no_statistics_yet(visitor: Visitor) -> None:
    table = visitor.new_table() and visitor.path
    for part in ("statistics", "deals"):
        assert "No deal has been played yet." in visitor.open(f"{table}/{part}").text
    assert "No foul so far." in visitor.open(f"{table}/fouls").text


# Files


def test_the_json_says_what_referee_check_says(parts: Visitor) -> None:
    answer = parts.client.get(parts.path + "/export.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert json.loads(answer.text)["totals"] == {"Ana": 27, "Ben": 37, "Cléo": 24}


def test_the_csv_has_a_row_for_each_line_and_the_running_totals(parts: Visitor) -> None:
    text = parts.client.get(parts.path + "/export.csv").get_data().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0][-3:] == ["Ana", "Ben", "Cléo"]
    assert [row[-3:] for row in rows if row[4] == "total"] == [["14", "12", "9"], ["27", "37", "24"]]
    assert ["double-detente.score.3", "0", "2", "0"] in [[row[5], *row[-3:]] for row in rows]


@pytest.mark.parametrize("name", ["=1+1", "+49", "-Ana", "@SUM(A1)", "＝A1"])
def test_no_name_is_a_formula_in_the_csv(visitor: Visitor, name: str) -> None:
    visitor.new_table(name, "Ben", "Cléo")
    text = visitor.client.get(visitor.path + "/export.csv").get_data().decode("utf-8-sig")
    assert next(csv.reader(io.StringIO(text)))[-3] == f"'{name}"


# Who may look


def test_a_stranger_at_a_discreet_table_sees_no_deal_that_still_goes_on(foul: Visitor, app: object) -> None:
    guest = Visitor(app, address="192.168.1.77")
    foul.client.post(
        foul.path + "/devices/level", data={"level": "discreet", "key": "l1"}, headers={"Origin": "http://localhost"}
    )
    assert "part 1" not in guest.open(foul.path + "/deals").text
    assert guest.status == 200
    guest.open(foul.path + "/deals/1")
    assert guest.status == 404


@pytest.mark.parametrize("code", ["fr", "de"])
def test_every_page_speaks_the_readers_language(foul: Visitor, speaking: Callable[[str], Visitor], code: str) -> None:
    other = speaking(code)
    for part in ("deals", "fouls", "statistics", "deals/1"):
        page = other.open(f"{foul.path}/{part}")
        assert f'<html lang="{code}"' in page.source
        assert "Every entry" not in page.text
