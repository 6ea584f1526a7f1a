"""The players known here, their nights, and forgetting one without breaking a sum."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from referee import create_app
from referee.club import workers
from referee.club.forget import Prepared, forget, prepare
from referee.club.mentions import Mention, mentions, person_as_json
from referee.club.summaries import Summaries
from referee.club.tables import Tables
from referee.club.tournaments import Tournaments
from referee.club.verifying import verify
from referee.store import Store, utc_now
from referee.store.snapshots import take
from referee.tournament.settings import Entrant, usual
from referee.web.club import forgetting
from referee.web.club import people as pages
from referee.words.text import Slip
from tests.help.web import Visitor, facts

EVENING = """\
game double-detente
seats Nora Ben Cléo
deal Cléo part=1
bid Nora 4
bid Ben 6
bid Cléo 3
result tricks=4,5,4 petit=Nora
note "Nora was late"
penalty Nora 7 "late again, Nora"
deal Cléo part=2
bid Nora 4
correct 11 bid Nora 2
bid Ben 5
bid Cléo 6
trick Nora H5 H6 H9
play Cléo S1
"""
"""Nora meets 4, has the Petit, loses 7: 4 + 10 + 2 − 7 = 9. Ben misses 6 by one: 5 + 5. Cléo misses 3 by one: 4 + 5."""


def taken_in(visitor: Visitor, text: str, file: str = "evening.deal") -> str:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(text.encode()), file))
    assert visitor.status == 200, visitor.page.text
    return visitor.path


def on_disk(app: Flask) -> bytes:
    """Everything the database has on the disk."""
    path = Path(app.extensions["tables"].store.path)
    return b"".join(file.read_bytes() for file in path.parent.glob(path.name + "*") if file.suffix != ".lock")


def test_everybody_who_has_played_stands_on_the_list_with_the_number_of_tables(visitor: Visitor) -> None:
    taken_in(visitor, EVENING)
    taken_in(visitor, EVENING.replace("Ben", "Zoé"))
    page = visitor.open("/people")
    assert "Nora 2 tables" in page.text
    assert "Zoé 1 table" in page.text


def test_a_player_has_a_page_with_every_night_and_what_was_done_game_by_game(visitor: Visitor) -> None:
    taken_in(visitor, EVENING)
    page = visitor.open("/people/Nora")
    assert "evening" in page.text
    assert "place 2 of 3" in page.text  # 9 behind Ben's 10, level with Cléo's 9
    assert "bid met 1 /1" in page.text


def test_a_table_without_a_deal_gives_nobody_a_place(visitor: Visitor) -> None:
    taken_in(visitor, "game double-detente\nseats Nora Ben Cléo\n", "empty.deal")
    page = visitor.open("/people/Nora")
    assert "empty" in page.text
    assert "0 deals" in page.text
    assert "place 1 of 3" not in page.text


@pytest.mark.parametrize("name", ["Nobody", "%2F", "x" * 300])
def test_a_stranger_has_no_page(visitor: Visitor, name: str) -> None:
    visitor.open(f"/people/{name}")
    assert visitor.status == 404


@pytest.mark.parametrize("name", ["Jean Paul", "a/b", "Élie", '"<b>', "?x=1", "."])
def test_any_name_a_seat_may_have_has_a_page(visitor: Visitor, name: str) -> None:
    visitor.new_table(name, "Ben", "Cléo")
    visitor.open("/people/" + quote(name, safe="/"))
    assert visitor.status in (200, 404 if name == "." else 200)


def test_a_player_forgotten_stands_nowhere_any_more_and_every_sum_stays(visitor: Visitor, app: Flask) -> None:
    table = taken_in(visitor, EVENING, "Nora and friends.deal")
    before = json.loads(visitor.client.get(table + "/export.json").text)
    history = visitor.open(table + "/history").text
    assert "Nora" in history
    visitor.open("/people/Nora/forget")
    visitor.press("Forget Nora for good")
    assert visitor.status == 200
    for path in ("/", "/people", table, table + "/history", table + "/deals", table + "/fouls", table + "/record"):
        assert "Nora" not in visitor.open(path).source, path
    after = json.loads(visitor.client.get(table + "/export.json").text)
    assert after["totals"] == {name.replace("Nora", "N.N. 1"): total for name, total in before["totals"].items()}
    assert after["totals"]["N.N. 1"] == 9
    assert 'note "N.N. 1 was late"' in facts(visitor.client.get(table + "/record").text)
    assert b"Nora" not in on_disk(app)
    path = app.extensions["tables"].store.path
    assert list(verify(path)) == []


def test_the_next_one_forgotten_is_told_from_the_first(visitor: Visitor) -> None:
    table = taken_in(visitor, EVENING)
    for name in ("Nora", "Ben"):
        visitor.open(f"/people/{name}/forget")
        visitor.press(f"Forget {name} for good")
    record = visitor.client.get(table + "/record").text
    assert 'seats "N.N. 1" "N.N. 2" Cléo' in record


def test_the_table_plays_on_after_somebody_was_forgotten(visitor: Visitor) -> None:
    table = taken_in(visitor, EVENING)
    visitor.open("/people/Nora/forget")
    visitor.press("Forget Nora for good")
    visitor.open(table)
    visitor.tap('play "N.N. 1" S2')
    assert facts(visitor.record())[-1] == 'play "N.N. 1" S2'


def test_while_many_tables_are_looked_through_it_is_told_how_far_and_nothing_is_changed(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, go_on = taken_in(visitor, EVENING), threading.Event()

    def slow(store: Store, *names: str, progress: Callable[[int, int], None]) -> Prepared:
        progress(2, 5)
        go_on.wait(60)
        return prepare(store, *names)

    monkeypatch.setattr(forgetting, "prepare", slow)
    monkeypatch.setattr(forgetting, "PATIENCE", 0.2)
    visitor.open("/people/Nora/forget")
    page = visitor.press("Forget Nora for good")
    assert "40 %" in page.text
    assert "seats Nora Ben Cléo" in visitor.client.get(table + "/record").text
    go_on.set()
    monkeypatch.setattr(forgetting, "PATIENCE", 60)
    visitor.press("Go on")
    assert visitor.path == "/people"
    assert 'seats "N.N. 1" Ben Cléo' in visitor.client.get(table + "/record").text


def test_a_table_that_went_on_meanwhile_is_proved_anew(visitor: Visitor, app: Flask) -> None:
    table = taken_in(visitor, "game double-detente\nseats yes Ben Cléo\ndeal Cléo part=1\nbid yes 4\n")
    store = app.extensions["tables"].store
    prepared = prepare(store, "yes")
    for line in ("bid Ben 6", "bid Cléo 3", "result tricks=4,5,4 petit=Ben petit-last=yes"):
        visitor.open(table)
        visitor.tap(line)
    with pytest.raises(Slip, match="a word of the game too"):
        forget(store, "yes", prepared=prepared)
    assert "seats yes Ben" in visitor.client.get(table + "/record").text


def test_many_tables_are_looked_through_in_several_processes(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ALONE", 0)
    monkeypatch.setattr(workers.os, "cpu_count", lambda: 2)
    taken_in(visitor, EVENING)
    heard: list[tuple[int, int]] = []
    prepared = prepare(app.extensions["tables"].store, "Nora", progress=lambda *told: heard.append(told))
    assert heard == [(1, 1)]
    assert len(prepared.proved) == 1


def test_the_log_is_as_closed_as_before(visitor: Visitor, app: Flask) -> None:
    import sqlite3

    taken_in(visitor, EVENING)
    visitor.open("/people/Nora/forget")
    visitor.press("Forget Nora for good")
    store = app.extensions["tables"].store
    with pytest.raises(sqlite3.IntegrityError, match="an event never changes"):
        store.writer.db.execute("UPDATE event SET body = '{}'")
    assert list(store.verify()) == []


def test_only_the_machine_that_keeps_the_tables_forgets(visitor: Visitor, app: Flask) -> None:
    table = taken_in(visitor, EVENING)
    guest = Visitor(app, address="192.168.1.77")
    assert "Forget this player" not in guest.open("/people/Nora").text
    answer = guest.client.post("/people/Nora", data={"sure": "yes"}, headers={"Origin": "http://localhost"})
    assert answer.status_code in (400, 403)
    assert "Nora" in visitor.client.get(table + "/record").text


def test_a_word_of_the_game_that_is_also_a_name_is_not_mistaken_for_it(visitor: Visitor) -> None:
    table = taken_in(visitor, "game tarot\nseats alone petite Cid Dan\ndeal Dan\nbid alone pass\nbid petite petite\n")
    visitor.open("/people/petite/forget")
    visitor.press("Forget petite for good")
    assert 'bid "N.N. 1" petite' in visitor.client.get(table + "/record").text


def test_a_name_that_cannot_be_taken_out_without_changing_a_sum_is_left_everywhere(visitor: Visitor) -> None:
    text = EVENING.split("note", maxsplit=1)[0].replace("Nora", "yes").replace("petit=yes", "petit=Ben petit-last=yes")
    table = taken_in(visitor, text)
    before = visitor.client.get(table + "/record").text
    visitor.open("/people/yes/forget")
    visitor.press("Forget yes for good")
    assert visitor.status == 422
    assert "a word of the game too" in visitor.page.alerts
    assert visitor.client.get(table + "/record").text == before
    assert "yes" in visitor.open("/people").text


def test_a_name_put_right_on_its_seat_is_the_one_that_counts_and_both_are_forgotten(
    visitor: Visitor, app: Flask
) -> None:
    table = taken_in(visitor, EVENING + "reseat Nore Ben Cléo\n")
    assert "Nore 1 table" in visitor.open("/people").text
    assert "place 2 of 3" in visitor.open("/people/Nore").text
    for name in ("Nore", "Nora"):
        visitor.open(f"/people/{name}/forget")
        if visitor.status == 200:
            visitor.press(f"Forget {name} for good")
    assert b"Nore" not in on_disk(app)
    assert json.loads(visitor.client.get(table + "/export.json").text)["totals"]["N.N. 1"] == 9


def test_a_player_is_forgotten_where_devices_were_let_in_and_players_signed_up(app: Flask) -> None:
    store = app.extensions["tables"].store
    stream = store.create("access", {"subject": "t1"}, "a")
    joined = {"device": "d", "role": "player", "name": "Nora", "seat": 0}
    store.append(stream, "b", 0, [("joined", joined), ("said", {"text": "Nora, Noras"})], by="Nora")
    forget(store, "Nora")
    events = store.events(stream)
    assert events[0].body == joined | {"name": "N.N. 1"}
    assert events[1].body == {"text": "N.N. 1, Noras"}
    assert {event.by for event in events} == {"N.N. 1"}


def test_a_forgotten_player_leaves_the_names_of_devices_and_what_they_signed_and_nobody_else_does(
    app: Flask, visitor: Visitor
) -> None:
    visitor.new_table("Nora", "Nora Lind", "Cléo")
    store = app.extensions["tables"].store
    stream = store.create("access", {"subject": "t1"}, "a", by="Nora's phone")
    for key, name in (("b", "Nora's phone"), ("c", "Nora Lind"), ("d", "iPad")):
        store.append(stream, key, store.seq(stream), [("joined", {"device": key, "name": name})], by=name)
    listed = {(one["key"], one["text"]) for one in person_as_json(store, "Nora")["mentions"]}
    assert ("name", "Nora's phone") in listed
    assert ("by", "Nora's phone") in listed
    forget(store, "Nora")
    events = store.events(stream)
    assert [event.body["name"] for event in events] == ["N.N. 1's phone", "Nora Lind", "iPad"]
    assert [event.by for event in events] == ["N.N. 1's phone", "Nora Lind", "iPad"]
    assert store.stream(stream).by == "N.N. 1's phone"


def test_copies_made_before_somebody_was_forgotten_go_at_once(tmp_path: Path) -> None:
    path, copies = tmp_path / "referee.db", tmp_path / "copies"
    app = create_app({"DATABASE": str(path), "SNAPSHOTS": copies})
    visitor = Visitor(app)
    taken_in(visitor, EVENING)
    first = take(path, copies, utc_now()).copy
    assert first is not None
    assert b"Nora" in first.read_bytes()
    forget(app.extensions["tables"].store, "Nora")
    for thread in threading.enumerate():
        if thread.name == "snapshot":
            thread.join(60)
    app.extensions["tables"].store.close()
    [left] = copies.iterdir()
    assert left != first
    assert b"Nora" not in left.read_bytes()


def test_last_name_and_licence_of_a_forgotten_player_go_with_the_name(app: Flask) -> None:
    store = app.extensions["tables"].store
    tournaments = Tournaments(store)
    event = tournaments.open(usual("tarot", "Cup"), "open")
    two = [("Ada Lovelace", "A-4711"), ("Bo Lovelace", "A-4712")]
    players = [Entrant(0, name, last="Lovelace", licence=licence) for name, licence in two]
    tournaments.sign_up(event, "players", players)
    forget(store, "Ada Lovelace")
    kept = [player.entrant for player in Tournaments(store).get(event).tournament.players]
    assert [(who.name, who.last, who.licence) for who in kept] == [
        ("N.N. 1", "", ""),
        ("Bo Lovelace", "Lovelace", "A-4712"),
    ]
    assert b"A-4711" not in on_disk(app)
    assert list(verify(store.path)) == []


def test_a_forgotten_player_leaves_clubs_seasons_and_every_spelling_that_is_ticked(
    visitor: Visitor, app: Flask
) -> None:
    taken_in(visitor, EVENING.replace("late again, Nora", "NORA again, not Noralie"))
    taken_in(visitor, EVENING.replace("Nora", "nora"))
    visitor.open("/tournament/new?game=tarot")
    visitor.press("Open the tournament", title="Cup of Nora", season="Nora’s season", place="chez nora")
    console = visitor.path.split("#")[0]
    form = next(form for form in visitor.open(console).forms if form.action.endswith("/add"))
    visitor.send(form, None, {"name": "Nora", "club": "Friends of Nora"})
    page = visitor.open("/people/Nora/forget")
    assert "also “NORA”" in page.text
    assert "also “nora”" in page.text
    visitor.press("Forget Nora for good", spelling=["NORA", "nora"])
    assert visitor.status == 200
    kept = on_disk(app).replace(b"Noralie", b"")
    assert b"nora" not in kept.lower()
    assert b"Noralie" in on_disk(app)
    assert list(verify(app.extensions["tables"].store.path)) == []


def test_a_spelling_that_is_not_ticked_stays(visitor: Visitor) -> None:
    other = taken_in(visitor, EVENING.replace("Nora", "nora"))
    taken_in(visitor, EVENING)
    visitor.open("/people/Nora/forget")
    visitor.press("Forget Nora for good", spelling=[])
    assert "seats nora Ben" in visitor.client.get(other + "/record").text


def test_a_name_that_differs_by_accents_is_offered_and_stays_unless_it_is_ticked(visitor: Visitor) -> None:
    other = taken_in(visitor, EVENING.replace("Nora", "Norá"))
    for ticked in ([], ["Norá"]):
        taken_in(visitor, EVENING)
        page = visitor.open("/people/Nora/forget")
        assert "also “Norá”, if it is the same person" in page.text
        form, button = page.button("Forget Nora for good")
        assert not any(control.checked for control in form.controls if control.value == "Norá")
        visitor.send(form, button, {"spelling": ticked})
        record = visitor.client.get(other + "/record").text
        assert ("Norá" in record) == (not ticked)


def test_two_spellings_at_one_table_are_forgotten_under_two_names(visitor: Visitor) -> None:
    table = taken_in(visitor, "game double-detente\nseats Nora nora Ben\n")
    visitor.open("/people/Nora/forget")
    visitor.press("Forget Nora for good")
    assert 'seats "N.N. 1" "N.N. 2" Ben' in visitor.client.get(table + "/record").text


def test_all_that_is_known_is_given_at_the_computer_alone_and_a_page_says_what_is_kept(
    app: Flask, visitor: Visitor
) -> None:
    visitor.new_table("Ana", "Ben", "Zoé")
    found = visitor.client.get("/people/Zoé/known.json").get_json()
    assert found["name"] == "Zoé"
    assert "seats" in [each["key"] for each in found["mentions"]]
    assert visitor.client.get("/people/Nobody/known.json").status_code == 404
    far = Visitor(app, address="192.168.1.7")
    assert far.client.get("/people/Zoé/known.json").status_code == 403
    assert "to be forgotten" in far.open("/privacy").text
    assert "What is kept of you" in far.open("/people").text


def test_what_is_known_is_looked_for_beside_the_requests(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor.new_table("Ana", "Ben", "Zoé")
    go_on = threading.Event()

    def slow(store: Store, name: str, progress: Callable[[int, int], None]) -> object:
        go_on.wait(60)
        return person_as_json(store, name)

    monkeypatch.setattr(forgetting, "person_as_json", slow)
    monkeypatch.setattr(forgetting, "PATIENCE", 0)
    assert visitor.client.get("/people/Zoé/known.json").headers["Refresh"] == "1"
    go_on.set()
    monkeypatch.setattr(forgetting, "PATIENCE", 60)
    assert visitor.client.get("/people/Zoé/known.json").get_json()["name"] == "Zoé"


def test_what_forgetting_would_change_is_said_before(visitor: Visitor, app: Flask) -> None:
    taken_in(visitor, EVENING)
    page = visitor.open("/people/Nora/forget")
    panel = page.source
    assert "<s>Nora</s> → <b>N.N. 1</b>" in panel
    assert "1 table" in panel
    assert "Nora was late" in panel
    far = Visitor(app, address="192.168.1.77")
    far.open("/people/Nora/forget")
    assert far.status == 403
    visitor.open("/people/Nobody/forget")
    assert visitor.status == 404


def test_while_what_would_change_is_looked_for_it_is_told_how_far(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken_in(visitor, EVENING)
    go_on = threading.Event()

    def slow(store: Store, name: str, progress: Callable[[int, int], None]) -> Iterator[Mention]:
        progress(1, 4)
        go_on.wait(60)
        return mentions(store, name)

    monkeypatch.setattr(forgetting, "mentions", slow)
    monkeypatch.setattr(forgetting, "PATIENCE", 0.2)
    assert "25 %" in visitor.open("/people/Nora/forget").text
    go_on.set()
    monkeypatch.setattr(forgetting, "PATIENCE", 60)
    visitor.open("/people/Nora/forget")
    assert "Forget Nora for good" in visitor.page.labels


def test_the_last_tables_stand_there_and_all_are_asked_for(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_SHOWN", 2)
    for number in range(3):
        taken_in(visitor, EVENING, f"evening {number}.deal")
    page = visitor.open("/people/Nora")
    assert page.text.count("place 2 of 3") == 2
    assert "bid met 3 /3" in page.text  # of all three
    assert visitor.follow("All 3 tables").text.count("place 2 of 3") == 3


def test_what_is_not_reckoned_yet_is_told_and_follows(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.club.summaries.AT_ONCE", 20)
    taken_in(visitor, EVENING)
    app.extensions["summaries"] = Summaries(Tables(app.extensions["tables"].store))
    monkeypatch.setattr(app.extensions["idle"], "note", lambda late, hurry: None)
    taken_in(visitor, EVENING.replace("Ben", "Zoé"))
    app.extensions["summaries"] = summaries = Summaries(Tables(app.extensions["tables"].store))
    page = visitor.open("/people/Nora")
    assert "1 of 2 tables are counted" in page.text
    assert page.attribute("div", "hx-get") == "/people/Nora?"
    list(summaries.fill())
    page = visitor.open("/people/Nora")
    assert "are counted" not in page.text
    assert "bid met 2 /2" in page.text


def test_a_device_that_sees_the_scores_alone_is_told_no_more_of_a_player(
    visitor: Visitor, far: Callable[..., Visitor], app: Flask
) -> None:
    table = taken_in(visitor, EVENING)
    assert "bid met 1 /1" in far().open("/people/Nora").text
    app.extensions["access"].set_level(table.split("/")[-1], "scribe", "hidden")
    page = far().open("/people/Nora").text
    assert "place 2 of 3" in page
    assert "bid met" not in page
