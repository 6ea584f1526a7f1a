"""The laws beside the table, and the way from a number to the law that made it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from referee.games import GAMES
from referee.words.languages import language
from tests.help.web import Visitor

PART = ("deal Cléo part=1", "bid Ana 4", "bid Ben 6", "bid Cléo 3", "result tricks=4,5,4 petit=Ben")


@pytest.fixture
def scored(visitor: Visitor) -> Visitor:
    """Ana met her bid: 4 + 10. Ben missed his by one and took the Petit: 5 + 5 + 2. Cléo missed hers by one: 4 + 5."""
    visitor.take_in(*PART)
    return visitor


def law_ids(source: str) -> list[str]:
    return re.findall(r'<div id="([a-z-]+\.[^"]+)"><dt>', source)


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_law_of_a_game_stands_on_its_page_in_the_readers_language_with_an_anchor(
    speaking: Callable[[str], Visitor], game: type, code: str
) -> None:
    page = speaking(code).open(f"/laws/{game.name}")
    assert sorted(law_ids(page.source)) == sorted(law.id for law in game.laws)
    assert all(" ".join(language(code).say(law.text).split()) in page.text for law in game.laws)


@pytest.mark.parametrize(
    ("law", "source"),
    [
        ("tarot.deal.2", "the federation, 2012"),
        ("doppelkopf.play.5", "tournament rules of 21.02.2026"),
        ("da-ban.trump.2", "implied by the rules"),
        ("double.end.2", "our default"),
    ],
)
def test_a_law_that_does_not_stand_in_the_document_names_its_source(visitor: Visitor, law: str, source: str) -> None:
    name, _, number = law.partition(".")
    assert source in visitor.open(f"/laws/{name}?q={number}").text


def test_the_laws_are_searched_by_several_words_whatever_their_accents_and_capitals(visitor: Visitor) -> None:
    page = visitor.open("/laws/double-detente?q=PÉTIT+last")
    assert law_ids(page.source) == ["double-detente.score.4"]
    assert "<mark>Petit</mark>" in page.source
    assert "1 law" in page.text


def test_a_law_is_found_by_its_number_and_by_the_name_of_its_section(visitor: Visitor) -> None:
    assert law_ids(visitor.open("/laws/double-detente?q=play.2").source) == ["double-detente.play.2"]
    assert law_ids(visitor.open("/laws/double-detente?q=bids").source) == [
        "double-detente.bid.1", "double-detente.bid.2"]  # fmt: skip


@pytest.mark.parametrize("query", ["frobnicate", "%3Cscript%3E", "%00", "x" * 5000])
def test_a_search_that_finds_nothing_says_so(visitor: Visitor, query: str) -> None:
    page = visitor.open(f"/laws/tarot?q={query}")
    assert visitor.status == 200
    assert "No law says this." in page.text


def test_the_laws_of_a_table_say_what_was_agreed_there(visitor: Visitor) -> None:
    visitor.open("/new?game=double-detente&count=3")
    visitor.press("Open the table", seat=["Ana", "Ben", "Cléo"], **{"option.tie": "shared"})
    page = visitor.follow("Laws")
    assert "Agreed at this table" in page.text
    assert re.search(r'class="agreed changed">.*?shares the victory', page.source, re.S)


def test_the_laws_agreed_are_a_page_to_print_and_name_their_numbers(visitor: Visitor) -> None:
    visitor.open("/new?game=doppelkopf&preset=schweinchen")
    visitor.press("Open the table", seat=["Ana", "Ben", "Cid", "Dan"])
    page = visitor.open(f"{visitor.path}/laws")
    assert 'href="#doppelkopf.trump.4"' in page.source
    assert "Genscher)" not in page.text, "what few agree on stands there where it is agreed"
    assert "Genscher)" in visitor.open(f"{visitor.path}?q=partner").text
    (paper,) = [href for href, label in page.links if label == "On one page (PDF)"]
    visitor.open(paper)
    assert visitor.status == 200


def test_an_unknown_game_or_table_has_no_laws(visitor: Visitor) -> None:
    for path in ("/laws/poker", "/t/nowhere/laws"):
        visitor.open(path)
        assert visitor.status == 404


def test_each_number_of_a_score_opens_to_the_lines_and_the_laws_that_made_it(scored: Visitor) -> None:
    links = [href for href, said in scored.page.links if said == "+12" and "/why/" in href]
    page = scored.open(links[-1])
    assert page.text.count("Ben") >= 1
    points = re.findall(r'class="line-points">([^<]*)<', page.source)
    assert points == ["+5", "+5", "+2"]
    for number in ("score.1", "score.2", "score.3"):
        assert f'#double-detente.{number}"' in page.source
    assert "Whoever takes the Petit scores 2." in page.text


def test_a_total_opens_to_every_deal_that_made_it_penalties_included(scored: Visitor) -> None:
    scored.tap('penalty Ana 7 "late again"')
    page = scored.open(next(href for href, said in scored.page.links if said == "7" and "/why/" in href))
    points = re.findall(r'class="line-points">([^<]*)<', page.source)
    assert points == ["+4", "+10", "−7"]
    assert "late again" in page.text


@pytest.mark.parametrize("path", ["why/9", "why/0/9", "why/x"])
def test_a_number_that_is_not_there_is_not_found(scored: Visitor, path: str) -> None:
    scored.open(f"{scored.path}/{path}")
    assert scored.status == 404
