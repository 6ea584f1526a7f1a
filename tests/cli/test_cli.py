"""The command, as somebody types it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from oracle.deals import round_record

from referee.cli import main
from referee.games import GAMES
from referee.store import Store
from referee.tables import Tables

HEAD = "game double-detente\nseats Ana Ben Cléo\n"
FOUL = HEAD + "deal Cléo part=1\nbid Ana 4\nbid Ben 5\nbid Cléo 3\ntrick Ana H5 T4 H9\n"
FOUL += "trick Ben S2 SK S9\ntrick Cléo H2 H8 H7\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def referee(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def test_every_command_says_what_it_does() -> None:
    for name, command in main.commands.items():
        assert command.help, name
        assert referee(name, "--help").exit_code == 0


def test_check_of_an_honest_record_ends_with_nought_and_prints_the_totals(here: Path) -> None:
    record = round_record(Random(4))
    (here / "a.deal").write_text(record.text, encoding="utf-8")
    answer = referee("check", "--json", "a.deal")
    assert answer.exit_code == 0
    told = json.loads(answer.output)
    scores = [part.scores() for part in record.parts]
    assert told["totals"] == {seat: sum(score[seat] for score in scores) for seat in scores[0]}


def test_check_of_a_foul_ends_with_one_and_says_the_lines_and_the_law(here: Path) -> None:
    (here / "a.deal").write_text(FOUL, encoding="utf-8")
    answer = referee("check", "a.deal")
    assert answer.exit_code == 1
    for words in ("lines 7 and 9", "double-detente.play.2", "Ben"):
        assert words in answer.output


def test_check_names_what_it_cannot_read_goes_on_and_ends_with_two(here: Path) -> None:
    (here / "bad.deal").write_bytes(b"game double-detente\nseats Ana Ben\n\xff\n")
    (here / "good.deal").write_text(FOUL, encoding="utf-8")
    answer = referee("check", "bad.deal", "missing.deal", "good.deal")
    assert answer.exit_code == 2
    assert "bad.deal: line 3" in answer.stderr
    assert "missing.deal" in answer.stderr
    assert "double-detente.play.2" in answer.stdout


def test_check_in_json_gives_one_object_a_file(here: Path) -> None:
    for name in ("a.deal", "b.deal"):
        (here / name).write_text(FOUL, encoding="utf-8")
    lines = referee("check", "--json", "a.deal", "b.deal").output.splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["a.deal", "b.deal"]


@pytest.mark.parametrize("language", ["fr_FR.UTF-8", "de_CH", "C", "zh_CN.UTF-8", "nonsense"])
def test_check_works_in_a_terminal_of_any_language(here: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("LANG", language)
    (here / "a.deal").write_text(FOUL, encoding="utf-8")
    assert referee("check", "a.deal").exit_code == 1


def test_games_names_every_game_and_one_alone_with_its_options() -> None:
    listed = referee("games").output
    assert all(each.name in listed for each in GAMES)
    assert "tie=extra_round" in referee("games", "double-detente").output
    assert referee("games", "poker").exit_code == 2


def test_a_record_imported_is_exported_as_it_was(here: Path) -> None:
    text = round_record(Random(4)).text
    (here / "friday.deal").write_text(text, encoding="utf-8")
    imported = referee("import", "friday.deal", "--database", "r.db")
    assert imported.exit_code == 0
    table = imported.output.split()[-1]
    assert referee("export", table, "--database", "r.db").output == text
    with Store.open(here / "r.db") as store:
        assert Tables(store).get(table).title == "friday"


def test_an_import_that_cannot_be_read_names_the_line_and_takes_nothing(here: Path) -> None:
    (here / "bad.deal").write_text(HEAD + "deal Zoe part=1\n", encoding="utf-8")
    answer = referee("import", "bad.deal", "--database", "r.db")
    assert answer.exit_code == 2
    assert "line 3" in answer.stderr
    with Store.open(here / "r.db") as store:
        assert Tables(store).all() == []


@pytest.mark.parametrize("words", [("export", "nowhere2"), ("backup", "b.db"), ("restore", "b.db"), ("verify",)])
def test_a_database_that_is_not_there_is_said_in_one_line(words: tuple[str, ...]) -> None:
    answer = referee(*words, "--database", "none.db")
    assert answer.exit_code == 2
    assert len(answer.stderr.splitlines()) == 1
    assert not Path("none.db").exists()


def test_export_of_an_unknown_table_says_so(here: Path) -> None:
    Store.open(here / "r.db").close()
    answer = referee("export", "nowhere2", "--database", "r.db")
    assert answer.exit_code == 2
    assert "nowhere2" in answer.stderr


def test_a_backup_made_while_the_store_is_open_is_restored_and_the_old_one_kept(here: Path) -> None:
    with Store.open(here / "r.db") as store:
        tables = Tables(store)
        table = tables.take_in(FOUL.encode(), "", key="k")
        assert referee("backup", "copy.db", "--database", "r.db").exit_code == 0
        tables.open(tables.get(table).table.header, "", key="later")
    answer = referee("restore", "copy.db", "--database", "r.db")
    assert answer.exit_code == 0
    with Store.open(here / "r.db") as store:
        assert [stream.id for stream in Tables(store).all()] == [table]
    assert len(list(here.glob("r*.db*"))) >= 2


def test_verify_says_ok_or_what_is_wrong(here: Path) -> None:
    with Store.open(here / "r.db") as store:
        table = Tables(store).take_in(FOUL.encode(), "", key="k")
    assert referee("verify", "--database", "r.db").output == "ok\n"
    with Store.open(here / "r.db") as store:
        store.append(table, "x", store.seq(table), [("deal", {"kind": "deal", "dealer": "Zoe", "keys": []})])
    answer = referee("verify", "--database", "r.db")
    assert answer.exit_code == 1
    assert table in answer.output


def test_serve_on_a_database_in_use_says_who_has_it(here: Path) -> None:
    with Store.open(here / "r.db"):
        answer = referee("serve", "--database", "r.db", "--port", "0")
    assert answer.exit_code == 2
    assert "already open" in answer.stderr
