"""Decks that devices are taught and piles that are counted: pages, rights and what is kept. The reading itself is done by
scripts: tests/browser/test_photo.py.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.club import pictures
from referee.club.forget import forget
from referee.games import rules_of
from referee.record.text import Header
from referee.rules.packs import DECK
from referee.rules.ruleset import Ruleset
from referee.store import Store
from tests.help.web import Visitor

TAROT = "game tarot\nseats Ana Ben Cid Dan\ndeal Ana depth=score\n"
STRIP = b"\xff\xd8\xff\xe0 small pictures"


@pytest.fixture
def offered(app: Flask) -> Iterator[Visitor]:
    """A visitor of a program that offers to read photos, at a table of tarot that waits for a result."""
    app.config["PHOTOS"] = app.jinja_env.globals["photos"] = True
    visitor = Visitor(app)
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(TAROT.encode()), "evening.deal"))
    yield visitor
    app.jinja_env.globals["photos"] = False


def game_of(name: str, **options: str) -> Ruleset:
    """A game for as many as are at its table most often."""
    seats = ("Ana", "Ben", "Cid") if name == "double-detente" else ("Ana", "Ben", "Cid", "Dan")
    return rules_of(Header(name, seats, options=tuple(options.items())))


def begin(visitor: Visitor, title: str = "The blue one") -> str:
    """Begin to teach a deck; its address."""
    visitor.open(f"/t/{visitor.path.split('/')[2]}/decks")
    visitor.press("Teach this deck", title=title)
    return visitor.path


def teach(visitor: Visitor, lay: int, strip: bytes = STRIP) -> None:
    """Send the pictures of a photo, as the script of the page does."""
    form = visitor.page.forms_of("photo")[lay]
    data = {**form.sent(None, {}), "strip": (io.BytesIO(strip), "strip.jpg")}
    answer = visitor.client.post(form.action, data=data, headers={"Origin": visitor.origin})
    visitor._arrive(answer, form.action)
    if visitor.status == 303:
        visitor.open(answer.location)


def counting(visitor: Visitor) -> dict[str, object]:
    """What the page of a pile tells its script."""
    said = visitor.page.attribute("div", "data-counting")
    found: dict[str, object] = json.loads(said)
    return found


def test_no_page_reads_photos_unless_it_was_asked_for(visitor: Visitor, app: Flask) -> None:
    visitor.open("/")
    page = visitor.press("Import", record=(io.BytesIO(TAROT.encode()), "evening.deal"))
    assert "by photo" not in page.text
    visitor.open(visitor.path + "/pile")
    assert visitor.status == 404


def test_a_deck_is_taught_photo_by_photo_and_is_then_known_to_every_device(offered: Visitor, app: Flask) -> None:
    table = offered.path
    page = offered.follow("Count a pile by photo")
    assert "No deck that holds the cards of this table is known yet" in page.text
    assert "Record" in page.labels
    begin(offered)
    assert "0 of 5 photos" in offered.page.text
    for lay in range(5):
        teach(offered, lay, STRIP + bytes([lay]))
        assert offered.status == 200
    other = Visitor(app, address="127.0.0.1")
    other.open(f"{table}/pile")
    told = counting(other)
    [deck] = told["decks"]  # type: ignore[misc]
    assert deck["title"] == "The blue one"
    assert {card for strip in deck["strips"] for card in strip["cards"]} == set(DECK.kinds)
    assert [other.client.get(strip["src"]).data for strip in deck["strips"]] == [STRIP + bytes([n]) for n in range(5)]
    assert (told["cards"], sum(told["copies"].values())) == (78, 78)  # type: ignore[attr-defined]


def test_a_photo_taken_again_counts_in_place_of_the_one_before(offered: Visitor) -> None:
    table = offered.path
    begin(offered)
    for lay in (0, 1, 2, 3, 4, 0):
        teach(offered, lay, STRIP + bytes([lay, offered.page.source.count("again")]))
    offered.open(f"{table}/pile")
    [deck] = counting(offered)["decks"]  # type: ignore[misc]
    assert [strip["src"].rpartition("/")[2] for strip in deck["strips"]] == [
        "6.jpg",
        "2.jpg",
        "3.jpg",
        "4.jpg",
        "5.jpg",
    ]


def test_what_is_no_picture_or_too_large_is_refused_and_the_page_stays(offered: Visitor) -> None:
    begin(offered)
    for strip in (b"", b"<svg/>", STRIP + bytes(pictures.LARGEST)):
        path = offered.path
        teach(offered, 0, strip)
        assert offered.status == 422
        assert "did not arrive whole" in offered.page.alerts
        offered.open(path.removesuffix("/photo"))
    assert "0 of 5 photos" in offered.page.text


def test_a_deck_is_renamed_and_deleted(offered: Visitor) -> None:
    begin(offered)
    offered.press("Rename", title="  Nora’s   old one ")
    assert "Nora’s old one" in offered.page.text
    offered.press("Rename", title="  ")
    assert "Give the deck a name" in offered.page.alerts
    address = offered.path.removesuffix("/name")
    offered.open(address)
    offered.press("Delete this deck on all devices")
    assert "old one" not in offered.page.text
    offered.open(address)
    assert offered.status == 404


def test_a_club_keeps_a_bounded_number_of_decks(offered: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_DECKS", 1)
    table = offered.path
    begin(offered)
    offered.open(f"{table}/decks")
    offered.press("Teach this deck", title="Another")
    assert "1 decks are the most" in offered.page.alerts
    assert 'value="Another"' in offered.page.source


def test_the_photos_of_a_deck_are_bounded(offered: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_PHOTOS", 1)
    begin(offered)
    teach(offered, 0)
    teach(offered, 1)
    assert "1 photos are the most" in offered.page.alerts


def test_the_result_is_recorded_from_the_page_of_the_pile(offered: Visitor) -> None:
    offered.open(f"{offered.path}/pile")
    offered.press(
        "Record", taker="Ben", contract="garde", bouts="2", **{"points.10": "4", "points.1": "9"}
    )  # 49 points, 41 needed
    assert "result taker=Ben contract=garde bouts=2 points=49" in offered.record()


def test_where_no_result_is_asked_the_page_of_the_pile_leads_to_the_table(offered: Visitor) -> None:
    table = offered.path
    offered.tap("undo")
    offered.go(f"{table}/pile")
    assert offered.path == table


@pytest.mark.parametrize("game", ["tarot", "doppelkopf", "da-ban", "double", "double-detente"])
def test_every_card_is_on_one_photo_and_no_photo_needs_a_card_twice(game: str) -> None:
    rules = game_of(game)
    lays = pictures.lays_of(rules)
    assert sorted(card for lay in lays for card in lay) == sorted(rules.deck.kinds)
    for lay in lays:
        rules.deck.draw(lay, rules.deck.all)  # raises Slip where two of them are the two sides of one card
    assert len(lays) <= (10 if game == "double" else 5)
    assert max(map(len, lays)) <= 24


def test_a_deck_serves_every_game_whose_cards_it_holds(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a.db") as store:
        pictures.begin(store, game_of("tarot"), "tarot", "1")
        pictures.begin(store, game_of("doppelkopf", nines="no"), "without", "2")
        pictures.begin(store, game_of("doppelkopf", nines="yes"), "with", "3")
        served = {
            name: [deck.title for deck in pictures.decks_for(store, of)]
            for name, of in (("détente", game_of("double-detente")), ("40", game_of("doppelkopf", nines="no")),
                             ("48", game_of("doppelkopf", nines="yes")))
        }  # fmt: skip
    assert served == {"détente": ["tarot"], "40": ["with", "without"], "48": ["with"]}


def test_a_person_forgotten_goes_out_of_the_names_of_decks(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a.db") as store:
        rules = game_of("tarot")
        deck = pictures.one(store, pictures.begin(store, rules, "Nora’s deck", "1"))
        assert deck
        pictures.add(store, deck, 0, STRIP, "2", "Nora")
        forget(store, "Nora")
        [after] = pictures.decks_for(store, rules)
        assert after.title == "N.N. 1’s deck"
        assert pictures.strip_of(store, after, 1) == STRIP
        assert pictures.strip_of(store, after, 2) is None


def test_only_a_director_reads_the_hands_of_boards_and_only_a_deck_of_the_game_is_offered(
    offered: Visitor, app: Flask
) -> None:
    begin(offered)
    for lay in range(5):
        teach(offered, lay)
    pages = {}
    for game in ("tarot", "doppelkopf"):
        offered.open(f"/tournament/new?game={game}")
        offered.press("Open the tournament", title=f"Boards of {game}")
        pages[game] = offered.path.split("#")[0] + "/boards/photo"
        assert "A board’s hands by photo" in offered.open(pages[game].removesuffix("/photo")).text
    assert "No deck that holds these cards is known yet." in offered.open(pages["doppelkopf"]).text
    offered.open(pages["tarot"])
    told = counting(offered)
    assert [(pile["whose"], pile["exact"]) for pile in told["piles"]] == [(name, 18) for name in "NWSE"]  # type: ignore[attr-defined]
    strip = told["decks"][0]["strips"][0]["src"]  # type: ignore[index]
    assert offered.client.get(strip).data == STRIP
    stranger = Visitor(app, address="192.168.1.77")
    for address in (pages["tarot"], strip):
        stranger.open(address)
        assert stranger.status == 403
    app.config["PHOTOS"] = app.jinja_env.globals["photos"] = False
    assert "by photo" not in offered.open(pages["tarot"].removesuffix("/photo")).text
    offered.open(pages["tarot"])
    assert offered.status == 404


def test_a_score_sheet_without_cards_offers_no_photo(offered: Visitor) -> None:
    assert "Count a pile by photo" in offered.page.text  # of tarot
    offered.open("/")
    sheet = b"game plain\nseats Ana Ben Cid Dan\ndeal Ana\nresult points=1,2,3,4\n"
    offered.press("Import", record=(io.BytesIO(sheet), "sheet.deal"))
    assert "Points" in offered.page.text
    assert "photo" not in offered.page.text
