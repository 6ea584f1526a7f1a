"""A tournament in one file: to another computer, back, and what is no such file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from referee.club.tables import Tables
from referee.club.tournaments import Tournaments
from referee.club.transfer import export, take_in
from referee.record.grammar import parse
from referee.store import Store, StreamsDiffer
from referee.tournament.facts import Came, Entered, Noted, RoundStarted
from referee.tournament.settings import Entrant, Settings
from referee.words.text import RefereeError, Slip
from tests.help.store import Clock
from tests.help.tournament import by_lot


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "here.db", clock=Clock()) as opened:
        yield opened


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "there.db") as opened:
        yield opened


def begun(store: Store) -> str:
    kept = Tournaments(store)
    tournament = kept.open(Settings("Coupe d’été", "double-detente", sizes=(3,)), "open", "Ana")
    kept.sign_up(tournament, "players", [Entrant(0, name) for name in ("Ana", "Élie", "Zoé", "Ben", "Dan", "Eva")])
    kept.act(tournament, "came", lambda t: [Came(tuple(p.number for p in t.players))])
    kept.draw(tournament, "draw", [by_lot(kept.get(tournament).tournament, 1, 7)])
    kept.act(tournament, "start", lambda _: [RoundStarted(1)])
    sitting = kept.get(tournament).tournament.sitting(1, 1)
    tables = Tables(store)
    dealer = tables.get(sitting.stream).table.seats[2]
    tables.add(sitting.stream, "tap", 0, parse(f'deal "{dealer}" part=1'))
    return tournament


def test_a_tournament_goes_on_where_it_was_on_another_computer(here: Store, there: Store) -> None:
    tournament = begun(here)
    assert take_in(there, export(here, tournament)) == tournament
    one, other = Tournaments(here).get(tournament).tournament, Tournaments(there).get(tournament).tournament
    assert (one.value, one.log) == (other.value, other.log)
    stream = other.sitting(1, 1).stream
    assert Tables(there).export(stream) == Tables(here).export(stream)
    assert Tournaments(there).where(stream) is not None
    assert export(there, tournament) == export(here, tournament)
    assert {person.name for person in there.people()} >= {"Élie", "Zoé"}


def test_taken_in_again_it_adds_what_is_new_and_nothing_twice(here: Store, there: Store) -> None:
    tournament = begun(here)
    take_in(there, export(here, tournament))
    take_in(there, export(here, tournament))
    Tournaments(there).act(tournament, "result", lambda _: [Entered(1, 1, (5, 0, 0))])
    take_in(here, export(there, tournament))
    result = Tournaments(here).get(tournament).tournament.sitting(1, 1).result
    assert result is not None
    assert result.scores == (5, 0, 0)
    assert take_in(there, export(here, tournament)) == tournament


def test_where_both_have_gone_on_nothing_is_taken(here: Store, there: Store) -> None:
    tournament = begun(here)
    take_in(there, export(here, tournament))
    Tournaments(here).act(tournament, "a", lambda _: [Noted("rain")])
    Tournaments(there).act(tournament, "b", lambda _: [Noted("sun")])
    before = export(here, tournament)
    with pytest.raises(StreamsDiffer):
        take_in(here, export(there, tournament))
    assert export(here, tournament) == before


def spoiled(whole: dict[str, object], how: str) -> bytes:
    """A file with one thing wrong."""
    streams = whole["streams"]
    assert isinstance(streams, list)
    match how:
        case "form":
            whole["form"] = 99
        case "kind":
            streams[0]["kind"] = "table"
        case "stranger":
            streams.append(streams[1] | {"id": "stranger"})
        case "other tournament":
            streams[1]["meta"]["tournament"] = "another"
        case "fact":
            streams[0]["log"][1]["body"] = {"kind": "poker"}
        case "gap":
            del streams[0]["log"][1]
        case "time":
            streams[0]["log"][1]["at"] = "yesterday"
        case "id":
            streams[0]["id"] = "../x"
        case "no seals":
            streams[0]["log"] = [{k: v for k, v in one.items() if k != "seal"} for one in streams[0]["log"]]
        case "nobody":
            streams[0]["log"] = []
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    "how", ["form", "kind", "stranger", "other tournament", "fact", "gap", "time", "id", "no seals", "nobody"]
)  # fmt: skip
def test_a_file_with_something_wrong_is_refused_whole(here: Store, there: Store, how: str) -> None:
    data = spoiled(json.loads(export(here, begun(here))), how)
    with pytest.raises(Slip):
        take_in(there, data)
    assert Tournaments(there).all() == []
    assert there.streams("table") == []


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"referee": "tournament", "form": 1, "streams": []}'])
def test_what_is_no_file_of_a_tournament_is_refused(there: Store, data: bytes) -> None:
    with pytest.raises(RefereeError, match="no file of a tournament"):
        take_in(there, data)


def test_the_command_moves_a_tournament_and_shows_its_standings(here: Store, there: Store, tmp_path: Path) -> None:
    tournament = begun(here)
    Tournaments(here).act(tournament, "result", lambda _: [Entered(1, 1, (5, 0, -3))])
    here.close()
    there.close()
    run = CliRunner(env={"REFEREE_LANGUAGE": "en"})
    old, new = ["--database", str(tmp_path / "here.db")], ["--database", str(tmp_path / "there.db")]
    file = tmp_path / "cup.json"
    assert run.invoke(main, ["tournament", "export", tournament, "-o", str(file), *old]).exit_code == 0
    assert run.invoke(main, ["tournament", "import", str(file), *new]).output.strip() == tournament
    assert "Coupe d’été" in run.invoke(main, ["tournament", "list", *new]).output
    shown = run.invoke(main, ["tournament", "standings", tournament, *new]).output.splitlines()
    assert shown[0].split()[:2] == ["1.", "5"]
    told = json.loads(run.invoke(main, ["tournament", "standings", tournament, "--json", *new]).output)
    assert told["standings"][0]["total"] == 5
    assert run.invoke(main, ["verify", *new]).output == "ok\n"


def test_the_command_writes_and_checks_the_document_and_the_pages(here: Store, tmp_path: Path) -> None:
    tournament = begun(here)
    here.close()
    run, old = CliRunner(env={"REFEREE_LANGUAGE": "en"}), ["--database", str(tmp_path / "here.db")]
    file, folder = tmp_path / "cup.json", tmp_path / "site"
    assert run.invoke(main, ["tournament", "document", tournament, "-o", str(file), *old]).exit_code == 0
    assert json.loads(run.invoke(main, ["tournament", "document", tournament, *old]).output) == json.loads(
        file.read_text(encoding="utf-8")
    )
    assert "version 1" in run.invoke(main, ["tournament", "validate", str(file)]).output
    assert run.invoke(main, ["tournament", "publish", tournament, "-o", str(folder), *old]).exit_code == 0
    assert (folder / "index.html").exists()
    file.write_text(file.read_text(encoding="utf-8").replace('"version": 1', '"version": 9'), encoding="utf-8")
    spoilt = run.invoke(main, ["tournament", "validate", str(file)])
    assert (spoilt.exit_code, "$.version" in spoilt.output) == (2, True)
    file.write_text("{", encoding="utf-8")
    assert "is no JSON" in run.invoke(main, ["tournament", "validate", str(file)]).output


def test_the_command_writes_a_seasons_calendar(here: Store, tmp_path: Path) -> None:
    kept = Tournaments(here)
    for title, season in (("First", "2026"), ("Second", "2026"), ("Other", "2027")):
        kept.open(Settings(title, "tarot", day="2026-11-21", season=season), title)
    here.close()
    run = CliRunner().invoke(
        main, ["tournament", "calendar", "--season", "2026", "--database", str(tmp_path / "here.db")]
    )
    shown = [line for line in run.output.splitlines() if line.startswith("SUMMARY")]
    assert sorted(shown) == ["SUMMARY:First", "SUMMARY:Second"]


@pytest.mark.parametrize("command", [["export", "nobody"], ["standings", "nobody"], ["import", "nowhere.json"]])
def test_what_is_not_there_is_refused_in_a_sentence(there: Store, tmp_path: Path, command: list[str]) -> None:
    there.close()
    done = CliRunner().invoke(main, ["tournament", *command, "--database", str(tmp_path / "there.db")])
    assert (done.exit_code, "Traceback" in done.output) == (2, False)
