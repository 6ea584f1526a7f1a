"""A tournament at several venues, from the organiser's computer to the venues' and back, by files alone."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path

import pytest
from flask import Flask

from referee import create_app
from referee.club.tournaments import Tournaments
from referee.club.transfer import export, take_in
from referee.store import Store, StreamsDiffer
from referee.tournament.exports import standings_csv
from referee.tournament.facts import Came, Drawn, Entered, Finished, RoundStarted
from referee.tournament.money.facts import FeesAgreed, Grouped
from referee.tournament.money.values import Category
from referee.tournament.settings import Entrant, Settings
from referee.tournament.standings import standings
from referee.words.languages import Language
from referee.words.text import Slip
from tests.help.web import Visitor

VENUES = ("Lyon", "Nantes", "Brest", "Lille", "Nice")


def organised(store: Store, venues: Sequence[str] = VENUES) -> bytes:
    """The organiser's tournament, twenty players signed up, as the file that goes to the venues."""
    kept = Tournaments(store)
    event = kept.open(Settings("Open", "tarot", rounds=1, sizes=(4,), venues=tuple(venues)), "open")
    kept.sign_up(event, "players", [Entrant(0, f"Player {at}") for at in range(1, 21)])
    return export(store, event)


def played(store: Store, file: bytes, venue: str, *, over: bool = True) -> bytes:
    """What a venue sends back: four of the players, each venue its own, played a round."""
    event, kept = take_in(store, file), Tournaments(store)
    part, at = kept.open_part(event, venue), VENUES.index(venue)
    four = tuple(range(4 * at + 1, 4 * at + 5))
    facts = (Came(four), Drawn(1, (four,)), RoundStarted(1, 0), Entered(1, 1, (3 + at, -1, -1, -1 - at)))
    for number, fact in enumerate((*facts, *([Finished()] if over else []))):
        kept.act(part, f"{venue} {number}", lambda _, fact=fact: [fact])  # type: ignore[misc]
    return export(store, part)


@pytest.fixture
def sent(tmp_path: Path) -> tuple[bytes, dict[str, bytes]]:
    """The organiser's file, and what each venue sent back from a computer of its own."""
    with Store.open(tmp_path / "organiser.db") as store:
        file = organised(store)
    back = {}
    for venue in VENUES:
        with Store.open(tmp_path / f"{venue}.db") as store:
            back[venue] = played(store, file, venue)
    return file, back


def test_a_venue_begins_with_the_fees_and_categories_of_the_organiser(tmp_path: Path) -> None:
    with Store.open(tmp_path / "home.db") as store:
        organised(store)
        kept = Tournaments(store)
        (event,) = [stream.id for stream in kept.all()]
        agreed = [FeesAgreed(800, (Category("Women", 300),)), Grouped(3, ("Women",))]
        kept.act(event, "fees", lambda _: agreed)
        file = export(store, event)
    with Store.open(tmp_path / "venue.db") as store:
        part = Tournaments(store).open_part(take_in(store, file), VENUES[0])
        money = Tournaments(store).get(part).tournament.value.money
    assert [money.debt_of(player).fee for player in (2, 3)] == [800, 300]
    assert money.groups == {3: ("Women",)}


def result(store: Store) -> str:
    kept = Tournaments(store)
    (event,) = [stream.id for stream in kept.all() if "whole" not in stream.meta]
    return standings_csv(standings(kept.together(event).tournament), Language("en"))


def test_what_venues_send_back_comes_to_the_same_bytes_in_whatever_order(
    tmp_path: Path, sent: tuple[bytes, dict[str, bytes]]
) -> None:
    organiser, back = sent
    orders = list(permutations([organiser, *back.values()]))
    told_by = set()
    for number, order in enumerate(random.Random(7).sample(orders, 6)):
        with Store.open(tmp_path / f"{number}.db") as store:
            for file in order:
                take_in(store, file)
            told_by.add(result(store))
    assert len(told_by) == 1
    assert told_by.pop().splitlines()[1:3] == ["1,Player 17,,,7,0,7", "2,Player 13,,,6,0,6"]


def test_a_file_of_a_venue_that_was_altered_is_refused_with_its_entry(
    tmp_path: Path, sent: tuple[bytes, dict[str, bytes]]
) -> None:
    organiser, back = sent
    altered = json.loads(back["Brest"])
    entry = next(at for at, one in enumerate(altered["streams"][0]["log"], 1) if one["kind"] == "entered")
    altered["streams"][0]["log"][entry - 1]["body"]["scores"] = [9, -3, -3, -3]
    with Store.open(tmp_path / "again.db") as store:
        take_in(store, organiser)
        with pytest.raises(Slip, match=rf"entry {entry} of the log {altered['streams'][0]['id']} is not as it was"):
            take_in(store, json.dumps(altered).encode())
        assert len(store.streams("tournament")) == 1


def test_a_venue_played_on_two_computers_is_refused_and_so_is_a_log_that_two_went_on_with(
    tmp_path: Path, sent: tuple[bytes, dict[str, bytes]]
) -> None:
    organiser, back = sent
    with Store.open(tmp_path / "second.db") as store:
        second = played(store, organiser, "Lyon")
    ways = []
    for name, player in (("Nice.db", 1), ("restored.db", 2)):  # a backup was restored elsewhere, and both went on
        with Store.open(tmp_path / name) as store:
            part = take_in(store, back["Nice"])
            length = store.seq(part)
            Tournaments(store).act(part, "more", lambda _, player=player: [Came((player,), 2)])  # type: ignore[misc]
            ways.append(export(store, part))
    with Store.open(tmp_path / "home.db") as home:
        for file in (organiser, back["Lyon"], ways[0]):
            take_in(home, file)
        with pytest.raises(Slip, match="Lyon is here already, as log"):
            take_in(home, second)
        with pytest.raises(StreamsDiffer) as differ:
            take_in(home, ways[1])
        assert (differ.value.stream, differ.value.seq) == (part, length + 1)


# By the pages


@contextmanager
def computer(path: Path) -> Iterator[tuple[Flask, Visitor]]:
    app = create_app({"DATABASE": str(path), "SECRET_KEY": "x"})
    yield app, Visitor(app)
    app.extensions["tables"].store.close()


def test_organiser_and_venue_need_the_pages_alone(tmp_path: Path) -> None:
    with computer(tmp_path / "home.db") as (_, home), computer(tmp_path / "venue.db") as (app, venue):
        home.open("/tournament/new")
        home.press("Open the tournament", title="Cup", venues="Lyon, Nantes", rounds="1")
        event = home.path
        assert "Provisional: nothing is here yet of Lyon, Nantes." in home.page.text
        home.open("/tournament/new")
        home.press("Open the tournament", title="Cup", venues="Lyon, Lyon")
        assert home.status == 422
        home.open(event)
        home.press("Add", name="Ana", here=[])
        assert "Player’s page" not in home.open(f"{event}?player=1").text  # it would be a page of none of the venues
        file = home.client.get(f"{event}/file/all").data
        venue.open("/")
        venue.press("Take it in", tournament=(io.BytesIO(file), "cup.tournament"))
        assert venue.path == event
        venue.press("Lyon")
        assert "Cup · Lyon" in venue.page.text
        part = venue.path
        kept: Tournaments = app.extensions["tournaments"]
        for at in range(1, 5):
            kept.sign_up(part.split("/")[2], f"p{at}", [Entrant(0, f"Player {at}")])
        facts = (Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), RoundStarted(1, 0), Entered(1, 1, (30, -10, -10, -10)))
        for number, fact in enumerate((*facts, Finished())):
            kept.act(part.split("/")[2], str(number), lambda _, fact=fact: [fact])  # type: ignore[misc]
        back = venue.client.get(f"{part}/file/all").data
        home.open("/")
        home.press("Take it in", tournament=(io.BytesIO(back), "lyon.tournament"))
        assert "Provisional: nothing is here yet of Nantes." in home.open(event).text
        public = home.open(f"{event}/standings").text
        assert "nothing is here yet of Nantes" in public
        assert "Player 1" in public
        assert "30" in public
        player = home.page.source.partition("/player/")[2].partition('"')[0]
        assert "Player 1" in home.open(f"{event}/player/{player}").text
