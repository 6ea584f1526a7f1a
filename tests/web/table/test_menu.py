"""The referee's menu: what somebody at the table saw, within reach of one or two taps."""

from __future__ import annotations

import html
import io
import re

import pytest
from flask import Flask

from tests.help.running import ROOT
from tests.help.tables import CARD_GAMES
from tests.help.web import Visitor, facts
from tests.web.table.test_results import at

BIDS = ("deal Cléo part=1 cards=4", "bid Ana 1", "bid Ben 2", "bid Cléo 1")
TAROT = (
    "game tarot\npreset fft\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
)


@pytest.fixture
def playing(visitor: Visitor) -> Visitor:
    visitor.take_in(*BIDS)
    return visitor


ACTS = re.compile(r'<(?:form|details|span)[^>]*class="act".*?<(?:button|summary)([^>]*)>.*?<span>([^<]*)</span>', re.S)


def bar(visitor: Visitor) -> list[str]:
    """The words of the buttons below the pad; in brackets those that may not be pressed."""
    part = visitor.page.source.split('id="bar"')[1]
    return [f"({word})" if "aria-disabled" in button else word for button, word in ACTS.findall(part)]


def test_the_bar_has_the_same_five_buttons_before_a_deal_in_it_and_after(visitor: Visitor) -> None:
    five = ["Undo", "Tricks", "Referee!", "Announce", "More"]
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(TAROT.encode()), "t.deal"))
    table = visitor.path
    assert bar(visitor) == ["Undo", "(Tricks)", *five[2:]]
    visitor.tap("play Ana S1", "play Ben S2", "play Cid S3", "play Dan S4")
    assert bar(visitor) == five
    visitor.tap("result points=60 bouts=2")
    assert "Dan deals" in visitor.open(table).text or "Ana deals" in visitor.page.text
    assert bar(visitor) == five


def speakers(visitor: Visitor) -> dict[str, list[str]]:
    """For each player, in order, what may be said, column by column."""
    part = visitor.page.source.split('class="speakers"')[1].split("</table>")[0]
    return {
        name: [
            " / ".join(re.findall(r"</span> ([^<]+)</button>", cell))
            for cell in re.findall(r"<td>(.*?)</td>", row, re.S)
        ]
        for name, row in re.findall(r'<tr><th scope="row">(\w+)(.*?)</tr>', part, re.S)
    }


def test_what_may_be_announced_is_a_row_a_player_and_a_word_a_column(visitor: Visitor) -> None:
    names = ("Ana", "Ben", "Cid", "Dan")
    bids = "".join(f"bid {name} gesund\n" for name in ("Dan", "Ana", "Ben", "Cid"))
    record = f"game doppelkopf\npreset ddv\nseats Ana Ben Cid Dan\ndeal Cid\n{bids}"
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(record.encode()), "d.deal"))
    levels = ["no 90", "no 60", "no 30", "schwarz"]
    assert speakers(visitor) == {name: ["Re", "Kontra", *levels] for name in names}
    visitor.press("announce Ben re")
    assert facts(visitor.record())[-1] == "announce Ben re"
    rows = speakers(visitor)
    assert list(rows) == list(names)
    assert rows["Ben"] == ["", *levels]
    assert "Re!" in visitor.page.source.split('class="speakers"')[1].split("Cid")[0]


def test_why_a_word_may_not_be_said_yet_is_told_once_for_all_players(visitor: Visitor) -> None:
    bids = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
    record = f"game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\n{bids}"
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(record.encode()), "d.deal"))
    drawer = visitor.page.source.split('id="tell-parts"')[1].split("</details>")[0]
    assert drawer.count("Re or Kontra has to be said before") == 1


def test_a_handful_whose_size_is_said_is_one_tap_and_its_cards_stand_on_a_pad(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(f"{TAROT}play Ana S1\n".encode()), "t.deal"))
    visitor.press("announce Ben handful size=double")
    assert facts(visitor.record())[-1] == "announce Ben handful size=double"


def test_what_was_forgotten_is_put_in_from_where_it_is_announced_between_two_deals_too(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press(
        "Import",
        record=(
            io.BytesIO(f"{TAROT}discard Ana count=6\ntrick Ana S1 S2 S3 S4\nresult points=60 bouts=2\n".encode()),
            "t.deal",
        ),
    )
    visitor.follow("An announcement was forgotten")
    visitor.press("announce Ben handful size=single")
    assert "Scores" in visitor.page.text  # it changed what the deal scored
    assert "announce Ben handful size=single" in visitor.record()


def test_a_card_nobody_saw_is_one_tap_for_whose_turn_it_is(playing: Visitor) -> None:
    playing.press("A card we did not see: Ana")
    assert facts(playing.record())[-1] == "play Ana ?"


def keys(visitor: Visitor) -> list[str]:
    """The names on the pad, where Referee! asks who it was."""
    part = visitor.page.source.split('class="choices takers"')[1].split("</div>")[0]
    return re.findall(r'data-took="([^"]+)"', part)


def test_who_played_out_of_turn_is_chosen_and_then_the_card(playing: Visitor) -> None:
    playing.follow("Out of turn")
    assert keys(playing) == ["Ana", "Ben", "Cléo"]
    playing.open(next(href for href, said in playing.page.links if said == "Ben" and "kind=" in href))
    playing.follow("The card laid is not recorded yet: tap it")
    playing.press("5 of hearts")
    assert facts(playing.record())[-1] == "play Ben H5"
    assert "Out of turn · Ben" in playing.page.text


def test_whose_turn_it_is_plays_no_card_out_of_turn(playing: Visitor) -> None:
    playing.open(f"{playing.path}?kind=out-of-turn&seat=0")
    assert "is not recorded yet" not in playing.page.text


def test_a_seat_of_the_felt_answers_who_it_was(playing: Visitor) -> None:
    playing.follow("Not following")
    felt = playing.page.source.split('id="felt"')[1].split('id="strip"')[0]
    assert re.findall(r'id="seat-\d"\s+href="([^"]+)"', felt) == [
        f"{playing.path.partition('?')[0]}?kind=must-follow&amp;seat={seat}" for seat in range(3)
    ]
    assert "tap if it was Ben" in felt


def test_a_case_that_there_is_not_and_a_player_that_there_is_not_change_nothing(playing: Visitor) -> None:
    before = playing.page.source.split('id="pad"')[1]
    for query in ("kind=none", "kind=must-follow&seat=9", "kind=exposed&card=X"):
        page = playing.open(f"{playing.path.partition('?')[0]}?{query}")
        assert playing.status == 200
        assert 'class="ruling' not in page.source
    assert "Ana plays" in page.text
    assert 'class="key' in before


def test_a_card_exposed_is_noted_where_the_laws_cost_nothing(playing: Visitor) -> None:
    playing.follow("Card exposed")
    assert keys(playing) == ["Ana", "Ben", "Cléo"]
    playing.press('note "Ben has exposed a card"')
    assert facts(playing.record())[-1] == 'note "Ben has exposed a card"'


def test_a_card_exposed_is_the_foul_the_laws_of_the_game_name(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(TAROT.encode()), "t.deal"))
    table = visitor.path
    assert [label for _, label in visitor.page.links].count("Card exposed") == 1
    for seat, kind in ((0, "exposed-card-taker"), (1, "exposed-card-defence")):
        visitor.open(f"{table}?kind=exposed")
        visitor.press("H5")
        visitor.open(f"{table}?kind=exposed&card=H5&seat={seat}")
        visitor.press("Uphold it")
        assert facts(visitor.record())[-1].startswith(f"foul {('Ana', 'Ben')[seat]} {kind}")
        assert "card=H5" in facts(visitor.record())[-1]
        visitor.press("Undo")


def test_which_card_was_exposed_may_be_told_once_the_player_is(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(TAROT.encode()), "t.deal"))
    visitor.open(f"{visitor.path}?kind=exposed&seat=1")
    visitor.follow("Which card?")
    visitor.press("H5")
    visitor.press("Uphold it")
    assert facts(visitor.record())[-1] == "foul Ben exposed-card-defence card=H5"


def test_between_two_deals_a_foul_of_the_last_one_is_still_ruled(visitor: Visitor) -> None:
    visitor.open("/")
    record = f"{TAROT}discard Ana count=6\ntrick Ana S1 S2 S3 S4\nresult points=60 bouts=2\n"
    visitor.press("Import", record=(io.BytesIO(record.encode()), "t.deal"))
    table = visitor.path
    drawer = visitor.page.source.split('id="referee"')[1].split("</details>")[0]
    assert "Claim the rest" not in drawer
    assert "Stop the deal" not in drawer
    visitor.open(f"{table}?kind=must-follow&seat=1")
    visitor.press("Uphold it")
    assert facts(visitor.record())[-1].startswith("foul Ben must-follow")


@pytest.mark.parametrize("game", [name.name for name in CARD_GAMES])
def test_no_case_stands_twice_in_the_menu(visitor: Visitor, game: str) -> None:
    visitor.open("/")
    demo = (ROOT / "referee" / "demos" / f"{game}.deal").read_bytes()
    visitor.press("Import", record=(io.BytesIO(demo), "t.deal"))
    drawer = visitor.page.source.split('id="referee"')[1].split("</details>")[0]
    labels = re.findall(r'class="button"[^>]*>([^<]+)<', drawer)
    assert len(labels) == len(set(labels)) > 6
    assert labels.count("Card exposed") == 1


def test_the_deal_is_stopped_with_its_reason(playing: Visitor) -> None:
    playing.follow("Stop the deal")
    playing.press("void misdealt")
    assert facts(playing.record())[-1] == "void misdealt"
    assert "Cléo deals" in playing.page.text  # the same dealer again


def test_the_rest_is_claimed_after_its_score_was_shown(playing: Visitor) -> None:
    playing.tap("play Ana H5", "play Ben H6", "play Cléo H7", "play Cléo S3")
    before = facts(playing.record())
    table = playing.path
    page = playing.open(f"{table}/claim?seat=1")
    assert "Ben takes the rest: 3 tricks" in page.text
    # Ben bid 2 and has 3: 3 + 5; Cléo bid 1 and has 1: 1 + 10; Ana bid 1 and has none: 5
    total = re.search(r"<tfoot>(.*?)</tfoot>", page.source, re.S)
    assert total
    assert [int(n) for n in re.findall(r"<b>(\d+)</b>", total[1])] == [5, 8, 11]
    assert facts(playing.record()) == before
    playing.press("Accepted: record it")
    assert facts(playing.record()) == [*before, "took Ben", "took Ben", "took Ben"]
    assert "Ana deals" in playing.page.text or "part 2" in playing.page.text


def test_a_claim_sent_twice_is_made_once(playing: Visitor) -> None:
    playing.tap("play Ana H5")
    page = playing.open(playing.path + "/claim?seat=0")
    form, button = page.button("Accepted: record it")
    data = form.sent(button, {})
    for _ in range(2):
        assert playing.client.post(form.action, data=data, headers={"Origin": "http://localhost"}).status_code == 303
    assert facts(playing.record()).count("took Ana") == 4


@pytest.mark.parametrize(("query", "status"), [("seat=9", 400), ("seat=x", 400), ("", 400)])
def test_a_claim_for_nobody_is_refused(playing: Visitor, query: str, status: int) -> None:
    playing.open(f"{playing.path}/claim?{query}")
    assert playing.status == status


def test_nothing_is_claimed_where_nothing_is_played(visitor: Visitor) -> None:
    visitor.new_table()
    assert '<details class="act" id="referee"' not in visitor.page.source  # no deal to rule on
    visitor.open(visitor.path + "/claim?seat=0")
    assert visitor.status == 422
    assert "no trick left to claim" in visitor.page.alerts


def test_a_wrong_claim_is_told_its_law_where_there_is_one(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(TAROT.encode()), "t.deal"))
    visitor.tap("discard Ana count=6")
    visitor.tap("play Ana S1")
    page = visitor.open(visitor.path + "/claim?seat=0")
    assert "tarot.code.claims-wrongly" in page.source


TAROT_BEGUN = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\n"
DOKO_BEGUN = "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\n"
ALL_BID = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
MISSED = {
    TAROT_BEGUN: "",
    TAROT_BEGUN + "bid Ana garde\n": "Somebody's bid was forgotten",
    TAROT_BEGUN + ALL_BID: "Somebody's bid was forgotten",
    TAROT_BEGUN + ALL_BID + "play Ana S1\n": "A card was forgotten",
    TAROT_BEGUN + ALL_BID.replace("-sans", "") + "kitty C2 C3 C4 C5 C6 C7\n": "",
    TAROT_BEGUN.replace("Dan\ndeal Dan", "Dan\ndeal Dan depth=tricks") + ALL_BID + "took Ana\n": "A trick was forgotten",
    DOKO_BEGUN + "bid Ana gesund\n": "Gesund or a Vorbehalt was forgotten",
    "game double\nseats Ana Ben Cid\ndeal Cid cards=4\nturn S8\nbid Ana 0\n": "A bid was forgotten",
    "game double-detente\nseats Ana Ben Cid\ndeal Cid part=1\nbid Ana 4\n": "A bid was forgotten",
    "game da-ban\nseats Ana Ben Cid Dan\ndeal Dan\nshow Ana BK\n": "A card was forgotten",
}  # fmt: skip
"""What More says that was forgotten before the last fact, by the record so far."""


@pytest.mark.parametrize("record", MISSED)
def test_more_says_what_may_have_been_forgotten_before_the_last_fact(app: Flask, visitor: Visitor, record: str) -> None:
    drawer = at(app, visitor, record).page.source.split('id="more-parts"')[1].split("</details>")[0]
    said = re.search(r'id="missed"[^>]*>\s*([^<]*)<', drawer)
    assert (html.unescape(said[1]) if said else "") == MISSED[record]
