"""What a foul did, on the pages: told once the deal is over, to a director before if he asks, reckoned beside the page."""

from __future__ import annotations

import gc
import io
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread, current_thread
from typing import Any
from weakref import ref

import pytest
from flask import Flask

from referee.endings import asked as asked_of
from referee.endings.damage import Damage
from referee.table.damage import damage_of
from referee.web.kit.beside import Reckoner
from tests.help.web import Visitor

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "cases" / "damage.json").read_text(encoding="utf-8"))["damage"]
}
SERIOUS = CASES["serious-re-ruffs"]["text"]
"""Dan (Re) ruffs the ace of clubs of Ana although he holds the nine; the trick on the table is the last but one."""


OVER = SERIOUS + "trick Dan C9 H9 D9 S9\n"
"""The same, played to its end: nobody has claimed it yet."""
NO_MATTER = CASES["none-loser-revokes"]["text"]
"""Ben does not follow, and it changes nothing: every trick left is Re's."""


def ruled(page: str) -> str:
    """Of a page the panel of what people saw, if one is open, else the whole."""
    return page.partition('id="rule"')[2].partition("</section>")[0] or page


PROPOSED = re.compile(r'<span class="why-so">(.*?)</span></p>\s*<p>([^:]*):')
"""What marks a ruling as proposed, and the class that its sentence begins with."""


def taken_in(visitor: Visitor, text: str) -> str:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(text.encode()), "evening.deal"))
    assert visitor.status == 200, visitor.page.text
    return visitor.path


def test_a_director_who_asks_is_told_while_the_deal_is_played_and_nobody_else(
    visitor: Visitor, far: Callable[..., Visitor]
) -> None:
    place = taken_in(visitor, SERIOUS)
    visitor.open(f"{place}/deals/1/fouls/1/damage")
    assert "Tell me" in visitor.page.text
    assert "101" not in visitor.page.text
    for asked in ({}, {"HX-Request": "true"}):
        visitor.open(f"{place}/deals/1/fouls/1/damage?ask=1", **asked)
        for said in (
            "With ♣9 Re 75, as laid 101",
            "TSR 9.4.1",
            "Can win: Kontra",
            "Not every trick falls to Re",
            "Not every trick falls to Kontra",
            "Step through it",
        ):
            assert said in visitor.page.text
    elsewhere = far()
    elsewhere.open(f"{place}/deals/1/fouls/1/damage?ask=1")
    assert "101" not in elsewhere.page.text


def test_an_export_waits_for_no_search_and_tells_what_a_foul_did_once_it_is_known(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, app: Flask
) -> None:
    app.extensions["reckoner"] = Reckoner(0)
    searched, known, asked = damage_of, Event(), asked_of.ask

    def ask(*what: Any) -> Any:
        asking.add(current_thread().name.partition("_")[0])
        return asked(*what)

    def search(*what: Any) -> Damage | None:
        known.wait(10)
        return searched(*what)

    def exported() -> str:
        return json.dumps(visitor.client.get(f"{place}/export.json").json["deals"][0]["fouls"][0]["damage"])

    asking = set[str]()
    monkeypatch.setattr(asked_of, "ask", ask)
    monkeypatch.setattr("referee.web.table.reckoner.damage_of", search)
    place = taken_in(visitor, OVER.replace("Dan", "Zoe"))  # nobody has asked about her yet
    assert "101" not in exported()
    known.set()
    while "101" not in exported():
        pass
    assert asking == {"endings"}  # nor for what it weighs in the remedies


def test_a_line_of_play_is_stepped_through_in_the_replay(visitor: Visitor, far: Callable[..., Visitor]) -> None:
    place = taken_in(visitor, SERIOUS)
    shown = f"{place}/deals/1?foul=1&shows=2"
    visitor.open(f"{place}/deals/1/fouls/1/damage?ask=1")
    assert "Lawfully, with best play" in visitor.page.text
    assert "/deals/1?foul=1&amp;shows=2#replay" in visitor.page.source
    visitor.open(shown)
    assert "Dan" in visitor.page.text
    assert "might have been" in visitor.page.text

    def step() -> tuple[str, int, int]:
        told = re.sub(r"<[^>]*>", "", re.search(r'<p class="big".*?</p>', visitor.page.source, re.S)[0])
        text, at, most = re.fullmatch(r"(.*?) (\d+) of (\d+)", told.strip()).groups()
        return text, int(at), int(most)

    text, first, most = step()
    assert "♣9" in text
    assert most == first + 4  # the nine of clubs, and the last trick
    visitor.open(f"{shown}&at={most}")
    assert step()[1:] == (most, most)
    for unknown in ("foul=1&shows=9", "foul=7&shows=1"):
        assert visitor.client.get(f"{place}/deals/1?{unknown}").status_code == 404
    elsewhere = far()
    elsewhere.open(place)
    assert elsewhere.client.get(shown).status_code == 404  # who plays is told nothing while the deal is played
    visitor.open(f"{place}/deals/1?foul=1")
    assert "might have been" not in visitor.page.text


def test_the_card_of_the_foul_is_marked_in_each_line_of_play_with_it(visitor: Visitor) -> None:
    place = taken_in(visitor, OVER)
    source = visitor.open(f"{place}/deals/1/fouls/1/damage").source
    lines = source.split('<details class="why">')[1:]
    assert [len(re.findall(r'<li class="mark', line)) for line in lines] == [1, 0, 0, 1]  # as laid, or ♣9 in its place
    assert "Trick 12" in lines[0]


ONE_TRICK = """game double\nseats Ana Ben Cid\ndeal Cid cards=2\nturn SA/D2\nbid Ana 1\nbid Ben 1\nbid Cid 1
trick Ana D9 CK D8\ntrick Ana C4 SK C6\n"""
"""Ben's king of clubs has a diamond on its other side; his king of spades takes the second trick, whatever he does."""


def test_tricks_are_told_by_their_name_and_an_effect_of_nothing_in_one_number(
    visitor: Visitor, far: Callable[..., Visitor]
) -> None:
    place = taken_in(visitor, ONE_TRICK)
    for language, text, unit in (
        ("en", "Ben one trick either way, with best play of all.", "1 trick · Ben"),
        ("de", "Ben so oder so 1 Stich, wenn alle am besten spielen.", "1 Stich · Ben"),
        ("fr", "Ben 1 pli dans les deux cas, si chacun joue au mieux.", "1 pli · Ben"),
    ):
        elsewhere = far(language)
        told = elsewhere.open(f"{place}/deals/1/fouls/1/damage").text
        assert text in told
        assert told.count(unit) == 2


def test_in_german_a_foul_is_spoken_of_as_one(visitor: Visitor, far: Callable[..., Visitor]) -> None:
    place = taken_in(visitor, CASES["minor-wins-anyway"]["text"] + "ruling 23 uphold remedy=serious\n")
    elsewhere = far("de")
    assert "Er kann nicht entscheiden, wer gewinnt." in elsewhere.open(f"{place}/deals/1/fouls/1/damage").text


def test_everybody_is_told_once_the_deal_is_over(visitor: Visitor, far: Callable[..., Visitor]) -> None:
    place = taken_in(visitor, SERIOUS + "ruling 25 uphold\n")
    for language, said in (("de", "Kann gewinnen: Kontra"), ("fr", "Peut gagner : Kontra")):
        elsewhere = far(language)
        elsewhere.open(f"{place}/deals/1/fouls/1/damage")
        assert said in elsewhere.page.text


def test_a_page_does_not_wait_for_what_a_foul_did(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, asked = Event(), []

    def slowly(*known: object) -> Damage | None:
        asked.append(known)
        held.wait()
        return damage_of(*known)  # type: ignore[arg-type]

    monkeypatch.setattr("referee.web.table.reckoner.damage_of", slowly)
    app.extensions["reckoner"] = Reckoner(0)
    place = taken_in(visitor, OVER)
    try:
        visitor.open(f"{place}/deals/1/fouls/1/damage?ask=1")
        assert "What it did is being reckoned." in visitor.page.text
        visitor.open(f"{place}/fouls")
        assert not re.search(r"ruling \d+ uphold", visitor.page.source)
        assert re.search(r"ruling \d+ waive", visitor.page.source)
    finally:
        held.set()
    app.extensions["reckoner"] = Reckoner(60)
    visitor.open(f"{place}/fouls")
    assert re.search(r"ruling \d+ uphold", visitor.page.source)
    assert len(asked) == 2  # two pages asked the first time, and it was reckoned once


def test_the_panel_marks_the_one_ruling_it_proposes_with_the_paragraph_of_its_class(visitor: Visitor) -> None:
    place = taken_in(visitor, OVER)
    visitor.open(f"{place}/fouls")
    marked = [
        tuple(part.replace("\N{NO-BREAK SPACE}", "~") for part in one) for one in PROPOSED.findall(visitor.page.source)
    ]
    assert marked == [("Proposed~·~TSR~9.4.1", "A serious foul")]  # in one line, however narrow
    visitor.open(f"{place}?kind=must-follow&seat=0")
    assert ruled(visitor.page.source).count('why-so">Proposed<') == 1


def test_the_panel_names_a_class_once_over_its_price_and_once_on_its_button(visitor: Visitor) -> None:
    place = taken_in(visitor, OVER)
    for page in (f"{place}/fouls", f"{place}?kind=must-follow&seat=0"):
        panel = ruled(visitor.open(page).source)
        for label, sentence in (("Serious foul", "A serious foul:"), ("No penalty", "No penalty;")):
            assert (panel.count(f">{label}<"), panel.count(f"<p>{sentence}")) == (1, 1), (page, label)


def test_what_a_deal_scores_is_told_once_on_the_panel(visitor: Visitor) -> None:
    place = taken_in(visitor, OVER)
    visitor.open(f"{place}/fouls")
    serious, _, rest = visitor.page.source.partition("<p>A serious foul: ")[2].partition("</div>")
    assert serious.count("−15") == 1
    assert "The deal then scores" not in serious
    minor = rest.partition("<p>A minor foul; ")[2].partition("</div>")[0]
    assert "The deal then scores" in minor  # what the foul costs is not what the deal comes to


def test_while_a_deal_is_played_the_panel_proposes_the_same_whatever_the_hands_say(visitor: Visitor) -> None:
    for text in (SERIOUS, NO_MATTER):
        place = taken_in(visitor, text)
        for page in (place, f"{place}/fouls"):
            visitor.open(page)
            assert PROPOSED.findall(visitor.page.source) == [("Proposed", "A serious foul")], page
            assert "TSR 9." not in visitor.page.source
        visitor.open(f"{place}?kind=must-follow&seat=1")
        assert PROPOSED.findall(ruled(visitor.page.source)) == [("Proposed", "A serious foul")]
    place = taken_in(visitor, NO_MATTER + "ruling 23 uphold\n")
    visitor.open(f"{place}/fouls")
    assert "No penalty; the deal counts." in visitor.page.text


def test_nobody_waits_for_an_answer_behind_another_question() -> None:
    reckoner, begun, gate = Reckoner(3600), Event(), Event()
    first = Thread(target=reckoner.ask, args=("a", lambda: (begun.set(), gate.wait())))
    first.start()
    begun.wait()
    second = reckoner.ask("b", lambda: "answer")
    assert not second.done()
    gate.set()
    first.join()
    assert reckoner.ask("b", lambda: "answer").result() == "answer"


def test_of_an_answer_that_failed_nothing_is_kept_and_it_is_reckoned_again() -> None:
    reckoner, table = Reckoner(3600), set[int]()
    kept = ref(table)

    def reckon(of: set[int]) -> str:
        raise ZeroDivisionError(of)

    failed = reckoner.ask("a", partial(reckon, table))
    assert isinstance(failed.exception(), ZeroDivisionError)
    del failed, table
    gc.collect()
    assert kept() is None
    assert reckoner.ask("a", lambda: "answer").result() == "answer"


def test_what_a_foul_did_is_reckoned_once_for_a_deal_that_is_over(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[object]()

    def noted(*question: Any) -> Damage | None:
        asked.append(question)
        return damage_of(*question)

    monkeypatch.setattr("referee.web.table.reckoner.damage_of", noted)
    app.extensions["reckoner"] = Reckoner(60)
    place = taken_in(visitor, OVER)
    visitor.open(f"{place}/fouls")
    once = len(asked)
    visitor.open(place)
    visitor.tap("deal Ben")
    visitor.open(f"{place}/fouls")
    assert 0 < once == len(asked)
