"""One voice: for one foul the JSON, the sentence, the panel, the page of fouls, sheet, slip and a bare ruling name one remedy.

Records are those of the soak, each with a foul planted in it, played by its own reading of the laws.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from html import unescape
from importlib import import_module
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.record import text as record
from referee.sheets import Form, html
from referee.sheets.sheet import slip_html
from referee.table.fold import admitted_foul
from referee.table.report import answer, sentences
from referee.table.table import Table, choices, fold_record
from referee.words.languages import language
from referee.words.text import ENGLISH
from tests.browser.test_counted import LAID
from tests.help.web import Visitor
from tests.web.past.test_past import SUSPECTS
from tools.rulings import detected

GAMES = ("tarot", "doppelkopf", "double-detente", "double", "da-ban")


def table(text: str) -> Table:
    return fold_record(record.read(text.encode()))


def told(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer("x", table(text))["deals"]
    return found


def planted(game: str, count: int) -> list[str]:
    """Records of one deal with a foul that was found in it."""
    make, rng, found = import_module(f"tests.soak.{game.replace('-', '_')}").deal, Random(f"one voice {game}"), []
    while len(found) < count:
        text, foul = make(rng)
        if foul is not None and any(standing(told(text))):
            found.append(text)
    return found


def standing(deals: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """The fouls nobody has explained, with their deals, of which it is known whose they are; no slips of the pen."""
    return [
        (at, foul) for at, deal in enumerate(deals) for foul in deal["fouls"]
        if "explained" not in foul and foul["seat"] is not None and foul["kind"] != "already-played"
    ]  # fmt: skip


def words(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page)))


@pytest.mark.parametrize("game", GAMES)
def test_a_foul_is_told_once_and_a_bare_ruling_gives_what_is_told(game: str) -> None:
    for text in planted(game, 4):
        deals = told(text)
        said = " ".join(sentences("x", table(text), ENGLISH))
        times = Counter((at, foul["seat"], foul["committed"]) for at, foul in standing(deals) if foul["committed"])
        assert set(times.values()) == {1}, text
        for at, foul in standing(deals):
            remedy = foul["remedy"]
            assert f"If upheld: {remedy['text']}" in said
            ruling = text + f"ruling {foul['proved']} uphold seat={foul['seat']}\n"
            ruled = told(ruling)[at]
            assert (ruled["state"], ruled["scores"]) == (remedy["state"], remedy["scores"]), ruling
            place = 1 + deals[at]["fouls"].index(foul)
            over = deals[at]["state"] != "open"
            for paper in (html(table(text), Form("en")), slip_html(table(text), at + 1, place, Form("en"))):
                assert not over or remedy["text"] in words(paper), text
            for paper in (html(table(ruling), Form("en")), slip_html(table(ruling), at + 1, place, Form("en"))):
                assert remedy["text"] in words(paper), ruling


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_people_may_name_is_told_alike_before_it_is_recorded_and_after_on_sheet_and_slip(
    game: str,
) -> None:
    before = table(LAID[game])
    rules, name, line = before.rules, before.seats[2], before.log[-1].line + 1
    kinds = dict.fromkeys((*rules.breaches, *detected(type(rules)), *rules.breach_names))
    assert len(kinds) >= 8
    for kind, lang in zip(kinds, cycle(("en", "de", "fr"))):
        foul = admitted_foul(rules, before.deals[0].deal, line, name, kind)
        offered = choices(before, 1, foul)[0]
        after = table(LAID[game] + f"foul {name} {kind}\n")
        last = [one for one in answer("x", after)["deals"][0]["fouls"] if one["kind"] == kind][-1]
        assert last["remedy"]["text"] == str(offered.text), kind
        assert max(Counter(str(offered.text).split(". ")).values()) == 1, "nothing is said twice"
        place = max(at for at, one in enumerate(after.deals[0].fouls, 1) if one.kind == kind)
        for paper, told in (
            (html(after, Form(lang)), offered.ruled), (slip_html(after, 1, place, Form(lang)), offered.text),
        ):  # fmt: skip
            assert words(paper).count(words(told.say(language(lang)))) >= 1, (kind, lang)


CODE = LAID["tarot"] + "foul Élie exposed-card-important-defence\n"


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_a_ruling_of_tarot_s_code_says_of_which_year_the_code_is(lang: str, visitor: Visitor) -> None:
    assert "2012)" in words(slip_html(table(CODE), 1, 1, Form(lang)))
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(CODE.encode()), "evening.deal"))
    place, visitor.language = visitor.path, lang
    for path in ("/fouls", "?kind=smoking&seat=1", "/laws"):
        assert "2012)" in words(visitor.open(place + path).source), path
    assert "2012)" not in words(visitor.open(place + "?kind=conduct&seat=1").source)  # the document's, not the code's


REVOKE = LAID["tarot"].partition("trick")[0] + "trick Nora H5 S7 H8 H9\ntrick Ouidad D1 D2 H6\n"


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_the_year_of_the_code_stands_with_the_ruling_of_a_revoke_that_was_proved(lang: str, visitor: Visitor) -> None:
    revoke = table(REVOKE)
    assert "2012)" in words("\n".join(sentences("x", revoke, language(lang))))
    for paper in (html(revoke, Form(lang)), slip_html(revoke, 1, 1, Form(lang))):
        assert "2012)" in words(paper)
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(REVOKE.encode()), "evening.deal"))
    place, visitor.language = visitor.path, lang
    for path in ("", "/fouls"):
        assert "2012)" in words(visitor.open(place + path).source), path


LED = LAID["tarot"].partition("trick")[0] + "play Élie H5\n"
"""Élie leads out of turn: the taker chooses among three ways to go on."""
CHOICES = {
    "accept": ("The card stands.", "La carte est acceptée.", "Die Karte bleibt liegen."),
    "suit": ("That suit is led.", "Entame dans cette couleur.", "Diese Farbe ausspielen."),
}


@pytest.mark.parametrize(("word", "ruling"), [("", "accept"), (" remedy=accept", "accept"), (" remedy=suit", "suit")])
def test_a_ruling_tells_what_was_chosen_and_no_longer_what_might_be(word: str, ruling: str, visitor: Visitor) -> None:
    line = table(LED).deals[0].fouls[0].proved
    ruled = f"{LED}ruling {line} uphold{word}\n"
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(ruled.encode()), "evening.deal"))
    place = visitor.path
    for lang, said, rest in zip(("en", "fr", "de"), CHOICES[ruling], ("chooses", "choisit", "wählt"), strict=True):
        visitor.language = lang
        verdict = visitor.open(f"{place}/fouls").source.split("verdict")[1].split("</header>")[0]
        told = " ".join(sentences("x", table(ruled), language(lang)))
        for text in (told, html(table(ruled), Form(lang)), verdict):
            assert said in words(text), (lang, words(text))
            assert rest not in words(text), lang


def test_the_slip_ticks_the_ruling_that_was_made_though_it_could_be_chosen_no_more() -> None:
    ruled = table(f"{LED}ruling {table(LED).deals[0].fouls[0].proved} uphold remedy=suit\n")  # the card went back
    assert (
        "☒ Upheld. A card played out of turn by a defender (code of arbitration of 2012). That suit is led."
        in words(slip_html(ruled, 1, 1, Form("en")))
    )


SERIOUS = """game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana gesund\nbid Ben gesund\nbid Cid gesund
bid Dan gesund\ntrick Ana HA DK HK H9\ntrick Ben CA CK C9 C10\nplay Ben HK\nruling 10 uphold remedy=minor\n"""


def test_the_sheet_tells_the_ruling_that_was_made_not_the_one_proposed() -> None:
    sheet = words(html(table(SERIOUS), Form("en")))
    assert "Upheld. A minor foul; the deal counts. Ana +1, Ben −3, Cid +1, Dan +1." in sheet


def test_what_several_ways_share_is_said_once_on_the_slip() -> None:
    slip = words(slip_html(table(LED), 1, 1, Form("en")))
    assert slip.count("The taker chooses") == 1
    for way in ("The card stands", "That suit is led", "Another suit is led"):
        assert f"upheld: {way}" in slip.lower().replace(way.lower(), way)


@pytest.mark.parametrize("game", GAMES)
def test_panel_and_page_of_fouls_say_what_the_json_says(game: str, visitor: Visitor) -> None:
    (text,) = planted(game, 1)
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(text.encode()), "evening.deal"))
    place = visitor.path
    for at, foul in standing(told(text)):
        pages = [f"{place}/fouls"] + ([place] if told(text)[at]["state"] == "open" else [])
        for path in pages:
            visitor.open(path)
            assert words(foul["remedy"]["text"]) in words(visitor.page.source), path


@pytest.mark.parametrize("ruling", ["", "ruling 24 waive\n"])
def test_sheet_and_page_list_the_same_and_no_suspicion_that_was_explained_unless_it_was_ruled_on(
    ruling: str, visitor: Visitor
) -> None:
    counted, later = SUSPECTS.partition("trick Cléo T3")[0], SUSPECTS[SUSPECTS.index("trick Cléo T3") :]
    text = counted + ruling + later
    assert [foul.get("explained") is not None for foul in told(text)[1]["fouls"]] == [True, False, False]
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(text.encode()), "evening.deal"))
    page = words(visitor.open(f"{visitor.path}/fouls").source)
    for listing in (page, words(html(table(text), Form("en")))):
        assert listing.count("One of these players") == bool(ruling)
        assert listing.count("comes from the same hand") == 2


def test_of_a_foul_that_several_plays_may_be_no_line_is_told() -> None:
    golden = Path(__file__).parents[2] / "golden" / "doppelkopf" / "armut-trumps-said.deal"
    suspicion = next(foul for foul in told(golden.read_text("utf-8"))[0]["fouls"] if foul["seat"] is None)
    assert (suspicion["committed"], suspicion["proved"], len(suspicion["suspects"]) > 1) == (None, 16, True)
