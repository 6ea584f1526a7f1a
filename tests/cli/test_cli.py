"""The command, as somebody types it."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import NoReturn

import pytest
from click import Context
from click.testing import CliRunner, Result

from referee.cli.main import main
from referee.cli.tournament import tournament
from referee.club.forget import forget
from referee.club.tables import Tables
from referee.club.verifying import verify
from referee.games import GAMES
from referee.record.facts import Took
from referee.record.text import read
from referee.store import Store
from referee.table.report import answer as told
from tests.help.store import change, damaged_copy, reseal
from tests.oracle.deals import round_record

HEAD = "game double-detente\nseats Ana Ben Cléo\n"
FOUL = HEAD + "deal Cléo part=1\nbid Ana 4\nbid Ben 5\nbid Cléo 3\ntrick Ana H5 T4 H9\n"
OLD = Path(__file__).parents[1] / "store" / "before-0002.db"
FOUL += "trick Ben S2 SK S9\ntrick Cléo H2 H8 H7\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def referee(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def test_a_variable_stands_for_each_option(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "a.deal").write_text(FOUL, encoding="utf-8")
    monkeypatch.setenv("REFEREE_DATABASE", "r.db")
    assert referee("import", "a.deal").exit_code == 0
    assert (here / "r.db").exists()
    monkeypatch.setenv("REFEREE_VERIFY_SHEET", "hello")
    assert "“hello” is no code" in referee("verify").stderr
    monkeypatch.setenv("REFEREE_SERVE_PORT", "70000")
    assert "70000" in referee("serve").stderr


def test_every_command_says_what_it_does() -> None:
    for name in main.list_commands(Context(main)):
        command = main.get_command(Context(main), name)
        assert command, name
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
    comment, _, exported = referee("export", table, "--database", "r.db").output.partition("\n")
    assert comment.startswith("#")
    head, dealt, facts = exported.partition("deal ")
    before, *told = text.partition("deal ")
    assert head == before + "title friday\n"  # on which day it was played, nobody knows
    assert [dealt, facts] == told
    with Store.open(here / "r.db") as store:
        assert Tables(store).get(table).title == "friday"


def test_day_title_and_place_go_with_a_record_from_club_to_club(here: Path) -> None:
    said = 'date 2026-11-20\ntitle "Friday at Sologny"\nplace "Sologny, salle des fêtes"\n'
    (here / "a.deal").write_text(said + FOUL, encoding="utf-8")
    (here / "b.deal").write_text(FOUL, encoding="utf-8")
    table = referee("import", "a.deal", "--database", "r.db").output.split()[-1]
    written = referee("export", table, "--database", "r.db").output
    assert all(line in written.splitlines() for line in said.splitlines())
    (here / "again.deal").write_text(written, encoding="utf-8")
    again = referee("import", "again.deal", "--database", "other.db").output.split()[-1]
    assert referee("export", again, "--database", "other.db").output.partition("\n")[2] == written.partition("\n")[2]
    known = {"date": "2026-11-20", "title": "Friday at Sologny", "place": "Sologny, salle des fêtes"}
    told = json.loads(referee("check", "--json", "again.deal").output)
    assert {name: told[name] for name in known} == known
    assert "Friday at Sologny, Sologny, salle des fêtes, 2026-11-20" in referee("check", "again.deal").output
    assert [json.loads(referee("check", "--json", "b.deal").output)[name] for name in known] == [None] * 3
    named = ["--date", "2026-11-21", "--title", "Saturday", "--place", "Nice"]
    other = referee("import", "b.deal", "--database", "r.db", *named).output.split()[-1]
    written = referee("export", other, "--database", "r.db").output
    assert "\ndate 2026-11-21\ntitle Saturday\nplace Nice\n" in written


def test_a_table_opened_here_is_exported_with_its_day(here: Path) -> None:
    with Store.open(here / "r.db") as store:
        tables = Tables(store)
        table = tables.open(read(HEAD).header, "Friday", key="t")
        opened = store.stream(table).created
    assert f"\ndate {opened[:16]}Z\ntitle Friday\n" in referee("export", table, "--database", "r.db").output


@pytest.mark.parametrize("line", ["date 2026-02-30", "date 20.11.2026", "date 2026-11-20T20:15", "date 2026-11-20 20:15",
                                  "date 2026-11-20\ndate 2026-11-20", "title a b", "place", "event Cup"])  # fmt: skip
def test_a_line_of_the_header_that_says_no_day_title_or_place_is_refused(here: Path, line: str) -> None:
    (here / "a.deal").write_text(f"{line}\n{FOUL}", encoding="utf-8")
    answer = referee("check", "a.deal")
    assert answer.exit_code == 2
    assert "line 1" in answer.stderr or "line 2" in answer.stderr


def test_an_import_on_no_day_is_refused(here: Path) -> None:
    (here / "a.deal").write_text(FOUL, encoding="utf-8")
    answer = referee("import", "a.deal", "--date", "2026-02-29", "--database", "r.db")
    assert (answer.exit_code, "2026-02-29" in answer.stderr) == (2, True)
    assert referee("import", "a.deal", "--date", "2028-02-29T20:15+01:00", "--database", "r.db").exit_code == 0


def test_the_doctor_says_where_the_tables_are_and_what_is_to_be_done(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_table(here)
    with Store.open(here / "r.db") as store:
        store.remember_people(["Ωραία"])
    monkeypatch.setattr("referee.server.doctor.lan_addresses", lambda: ["192.168.1.5"])
    monkeypatch.setattr("referee.server.doctor._loads", lambda name: True)
    monkeypatch.setattr("referee.server.doctor._has_glyph", lambda letter: True)
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        port = str(taken.getsockname()[1])
    well = referee("doctor", "--database", "r.db", "--port", port)
    told = str(here / "r.db") in well.output, f"http://192.168.1.5:{port}/" in well.output
    assert (well.exit_code, *told) == (0, True, True)
    monkeypatch.setattr("referee.server.doctor.lan_addresses", list)
    monkeypatch.setattr("referee.server.doctor._loads", lambda name: False)
    monkeypatch.setattr("referee.server.doctor._has_glyph", lambda letter: letter != "Ω")
    monkeypatch.setattr("referee.server.doctor.shutil.which", lambda name: name)
    monkeypatch.setattr("referee.server.doctor.shutil.disk_usage", lambda path: SimpleNamespace(free=1_000_000))
    change(here / "r.db", "UPDATE event SET at = '2999-01-01T00:00:00.000Z'")
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        ill = referee("doctor", "--database", "r.db", "--port", str(taken.getsockname()[1]))
    assert ill.exit_code == 1
    for words in (
        "on no network",
        "is taken",
        "Pango is missing",
        "letters of names in the lists: Ω",
        "1 MB are free",
        "2999-01-01",
    ):
        [line] = [line for line in ill.output.splitlines() if words in line]
        assert line.startswith("!")


def test_a_shell_is_told_how_to_complete_the_commands() -> None:
    env = {**os.environ, "_REFEREE_COMPLETE": "bash_source", "PYTHONPATH": str(OLD.parents[2])}
    told = subprocess.run([sys.executable, "-m", "referee.cli"], env=env, capture_output=True, text=True)
    assert "_REFEREE_COMPLETE=bash_complete" in told.stdout
    env |= {"_REFEREE_COMPLETE": "bash_complete", "COMP_WORDS": "referee tourn", "COMP_CWORD": "1"}
    told = subprocess.run([sys.executable, "-m", "referee.cli"], env=env, capture_output=True, text=True)
    assert told.stdout.split(",")[1].strip() == "tournament"


@pytest.mark.parametrize(("words", "others"), [("check", "referee.store"), ("serve", "referee.tournament")])
def test_a_command_starts_without_what_others_need(words: str, others: str) -> None:
    program = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from referee.cli.__main__ import main; "
    )
    env = {**os.environ, "PYTHONPATH": str(OLD.parents[2])}
    command = [sys.executable, "-c", f"{program}sys.argv[1:] = [{words!r}, '--help']; main()"]
    told = subprocess.run(command, env=env, capture_output=True, text=True)
    *_, loaded = told.stdout.splitlines()
    assert "referee.cli.main" in loaded.split()
    assert others not in loaded.split()


def test_an_import_that_cannot_be_read_names_the_line_and_takes_nothing(here: Path) -> None:
    (here / "bad.deal").write_text(HEAD + "deal Zoe part=1\n", encoding="utf-8")
    answer = referee("import", "bad.deal", "--database", "r.db")
    assert answer.exit_code == 2
    assert "line 3" in answer.stderr
    with Store.open(here / "r.db") as store:
        assert Tables(store).all() == []


@pytest.mark.parametrize(
    "words", [("export", "nowhere2"), ("backup", "b.db"), ("restore", "b.db"), ("snapshot",), ("verify",)]
)
def test_a_database_that_is_not_there_is_said_in_one_line(words: tuple[str, ...]) -> None:
    answer = referee(*words, "--database", "none.db")
    assert answer.exit_code == 2
    assert len(answer.stderr.splitlines()) == 1
    assert [path.name for path in Path().iterdir() if not path.name.endswith(".lock")] == []


ON_A_DATABASE = [
    "backup", "backup copy.db", "export k7m2p9xq", "import friday.deal", "join r.db --into all.db",
    "move --from r.db --to other.db", "person Nora", "restore earlier.db", "snapshot", "tournament calendar",
    "tournament document k7m2p9xq", "tournament export k7m2p9xq", "tournament import friday.deal", "tournament list",
    "tournament publish k7m2p9xq -o site", "tournament standings k7m2p9xq", "trust --new", "verify", "verify --hashes",
    "verify --sheet k7m2p-9xq4r",
]  # fmt: skip


@pytest.mark.parametrize("line", ON_A_DATABASE)
def test_a_database_of_an_earlier_version_is_brought_up_to_date_with_a_copy_or_that_is_asked_for(
    here: Path, line: str
) -> None:
    shutil.copy(OLD, here / "r.db")
    shutil.copy(OLD, here / "earlier.db")
    (here / "friday.deal").write_text(FOUL, encoding="utf-8")
    answer = referee(*line.split(), *(() if line.split(maxsplit=1)[0] in ("join", "move") else ("--database", "r.db")))
    if answer.exit_code == 2 and "start `referee serve` once" in answer.stderr:
        assert len(answer.stderr.splitlines()) == 1
        assert (here / "r.db").read_bytes() == OLD.read_bytes()
        assert {path.name for path in here.iterdir()} == {"r.db", "earlier.db", "friday.deal"}
    else:
        assert answer.exit_code == (2 if line == "tournament import friday.deal" else 0), answer.output
        assert (here / ("r.db-before-0002_seal.backup")).exists() or line.startswith("restore")
    Store.open(here / "r.db").close()
    assert referee("verify", "--hashes", "--database", "r.db").output == "ok\n"


def test_every_command_on_a_database_is_tried_on_one_of_an_earlier_version() -> None:
    groups = {"": main, "tournament ": tournament}
    names = {
        prefix + name
        for prefix, group in groups.items()
        for name in group.list_commands(Context(main))
        if any(param.name == "database" for param in group.get_command(Context(main), name).params)
    }
    assert names - {"serve", "doctor"} <= {" ".join(line.split()[:n]) for line in ON_A_DATABASE for n in (1, 2)}


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


def backups(here: Path) -> list[str]:
    return sorted(path.name for path in here.glob("*.backup*"))


def test_a_backup_without_a_target_lies_beside_the_database_dated_and_can_be_restored(here: Path) -> None:
    with Store.open(here / "r.db") as store:
        table = Tables(store).take_in(FOUL.encode(), "", key="k")
        assert referee("backup", "--database", "r.db").exit_code == 0
    [made] = backups(here)
    assert re.fullmatch(r"r\.db-\d{8}T\d{6}Z\.backup", made)
    (here / "r.db").unlink()
    assert referee("restore", made, "--database", "r.db").exit_code == 0
    assert referee("export", table, "--database", "r.db").output.endswith(FOUL.partition("deal")[2])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
@pytest.mark.parametrize("words", [("verify",), ("backup", "copy.db"), ("snapshot",), ("restore", "first.db")])
def test_what_takes_long_shows_in_a_terminal_how_far_it_is(here: Path, words: tuple[str, ...]) -> None:
    with Store.open(here / "r.db") as store:
        Tables(store).take_in(FOUL.encode(), "", key="k")
        store.backup(here / "first.db")
    ours, terminal = os.openpty()
    command = [sys.executable, "-m", "referee.cli", *words, "--database", "r.db"]
    env = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[2])}
    ran = subprocess.run(command, stderr=terminal, capture_output=False, stdout=subprocess.PIPE, env=env, check=True)
    os.close(terminal)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "100%" in shown
    assert b"%" not in ran.stdout
    assert "100%" not in referee(*words, "--database", "r.db").output  # and nothing where nobody looks


def test_keep_removes_the_oldest_dated_backups_of_this_database_and_nothing_else(here: Path) -> None:
    Store.open(here / "r.db").close()
    ours = [f"r.db-2026070{day}T031500Z.backup" for day in range(1, 5)]
    others = ["r.db-20260701.backup", "r.db-20260701T031500Z.backup.part", "s.db-20260701T031500Z.backup",
              "my-r.db-20260701T031500Z.backup", "r.db-20260701T031500Z.backup.old", "rxdb-20260701T031500Z.backup"]  # fmt: skip
    for name in (*ours, *others):
        (here / name).write_text("kept for a reason")
    answer = referee("backup", "--keep", "3", "--database", "r.db")
    assert answer.exit_code == 0
    [made] = {*backups(here)} - {*ours, *others}
    assert backups(here) == sorted([*others, *ours[2:], made])
    assert all(name in answer.output for name in ours[:2])


def test_a_clock_set_back_does_not_cost_the_backup_just_made(here: Path) -> None:
    Store.open(here / "r.db").close()
    (here / "r.db-29990701T031500Z.backup").write_text("of a clock that was wrong")
    assert referee("backup", "--keep", "1", "--database", "r.db").exit_code == 0
    [made] = backups(here)
    assert referee("restore", made, "--database", "r.db").exit_code == 0


def test_a_backup_that_fails_removes_none(here: Path) -> None:
    damaged_copy(here / "r.db")
    (here / "r.db-20260701T031500Z.backup").write_text("the last good one")
    assert referee("backup", "--keep", "1", "--database", "r.db").exit_code == 2
    assert backups(here) == ["r.db-20260701T031500Z.backup"]


def test_keep_beside_a_target_is_refused_and_nothing_is_written(here: Path) -> None:
    Store.open(here / "r.db").close()
    answer = referee("backup", "copy.db", "--keep", "2", "--database", "r.db")
    assert answer.exit_code == 2
    assert "--keep" in answer.stderr
    assert not (here / "copy.db").exists()


# A fault of the program's own


def failing(*_: object, **__: object) -> NoReturn:
    raise LookupError("a thing\nnobody thought of")


def test_a_fault_of_the_program_is_no_foul_and_is_told_with_the_file(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.deal", "b.deal"):
        (here / name).write_text(FOUL, encoding="utf-8")
    monkeypatch.setattr(
        "referee.cli.check.answer", lambda file, *rest: failing() if file == "a.deal" else told(file, *rest)
    )
    found = referee("check", "--json", "a.deal", "b.deal", "missing.deal")
    assert found.exit_code == 3
    fault, missing = found.stderr.splitlines()
    assert fault.startswith("a.deal: a fault of the program itself (LookupError: a thing nobody thought of)")
    assert missing.startswith("missing.deal: ")
    assert [json.loads(line)["file"] for line in found.stdout.splitlines()] == ["b.deal"]


@pytest.mark.parametrize("words", [("games", "tarot"), ("tournament", "match", "1", "2")])
def test_a_fault_ends_every_command_with_three_and_one_sentence(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.cli.records.game", failing)
    monkeypatch.setattr("referee.cli.tournament.match_points", failing)
    found = referee(*words)
    assert (found.exit_code, found.stdout, len(found.stderr.splitlines())) == (3, "", 1)
    assert "a fault of the program itself" in found.stderr


def test_a_fault_is_shown_where_it_is_if_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.records.game", failing)
    monkeypatch.setenv("REFEREE_DEBUG", "1")
    found = referee("games", "tarot")
    assert found.exit_code == 3
    assert "Traceback" in found.stderr
    assert "test_cli.py" in found.stderr


def test_rounds_that_are_nothing_but_brackets_are_refused(here: Path) -> None:
    (here / "played.json").write_text('{"rounds": ' + "[" * 100_000, encoding="utf-8")
    found = referee("seats", "8", "--rounds", "2", "--seconds", "0", "--frozen", "played.json")
    assert found.exit_code == 2
    assert "expected the JSON of a draw" in found.stderr


def test_verify_says_ok_or_what_is_wrong(here: Path) -> None:
    with Store.open(here / "r.db") as store:
        table = Tables(store).take_in(FOUL.encode(), "", key="k")
    assert referee("verify", "--database", "r.db").output == "ok\n"
    with Store.open(here / "r.db") as store:
        store.append(table, "x", store.seq(table), [("deal", {"kind": "deal", "dealer": "Zoe", "keys": []})])
    answer = referee("verify", "--database", "r.db")
    assert answer.exit_code == 1
    assert table in answer.output


def kept_table(here: Path) -> str:
    with Store.open(here / "r.db") as store:
        return Tables(store).take_in(FOUL.encode(), "", key="k")


def code_in(text: str) -> str:
    """The code the first line of an export ends with."""
    return text.splitlines()[0].split()[-1]


def test_an_export_says_its_code_in_a_comment_and_is_read_as_before(here: Path) -> None:
    table = kept_table(here)
    text = referee("export", table, "--database", "r.db").output
    assert re.fullmatch(rf"# {table}, entry 7, sealed [2-9a-z]{{5}}-[2-9a-z]{{5}}", text.splitlines()[0])
    (here / "again.deal").write_text(text, encoding="utf-8")
    assert "double-detente.play.2" in referee("check", "again.deal").output


def test_a_printed_code_leads_to_its_table_and_entry_also_after_the_log_went_on(here: Path) -> None:
    table = kept_table(here)
    code = code_in(referee("export", table, "--database", "r.db").output)
    with Store.open(here / "r.db") as store:
        Tables(store).add(table, "on", 7, Took("Ana"))
    answer = referee("verify", "--sheet", code.upper().replace("-", " "), "--database", "r.db")
    assert answer.exit_code == 0, answer.output
    assert f"{code}: table {table}, entry 7 of 8" in answer.output
    assert "still says what it said then" in answer.output


def test_a_printed_code_shows_what_was_changed_behind_it_and_what_was_changed_with_all_hashes(here: Path) -> None:
    table = kept_table(here)
    code = code_in(referee("export", table, "--database", "r.db").output)
    change(here / "r.db", "UPDATE event SET body = replace(body, '5', '6') WHERE seq = 3")
    answer = referee("verify", "--sheet", code, "--database", "r.db")
    assert answer.exit_code == 1
    assert "not what was written: event 3" in answer.output
    reseal(here / "r.db")
    answer = referee("verify", "--sheet", code, "--database", "r.db")
    assert answer.exit_code == 1
    assert f"No log here gives {code}" in answer.output


def test_a_printed_code_stays_known_after_a_player_was_forgotten(here: Path) -> None:
    table = kept_table(here)
    code = code_in(referee("export", table, "--database", "r.db").output)
    with Store.open(here / "r.db") as store:
        Tables(store).add(table, "on", 7, Took("Ana"))
        forget(store, "Ben")
    anew = code_in(referee("export", table, "--database", "r.db").output)
    answer = referee("verify", "--sheet", code, "--database", "r.db")
    assert answer.exit_code == 0, answer.output
    assert f"{code}: table {table}, entry 7 of 8" in answer.output  # it was printed in the middle of the evening
    assert f"a player was taken out of it; entry 8 has had the code {anew} since" in answer.output


def test_what_is_no_code_of_a_sheet_is_refused(here: Path) -> None:
    kept_table(here)
    answer = referee("verify", "--sheet", "hello", "--database", "r.db")
    assert answer.exit_code == 2
    assert "“hello” is no code" in answer.stderr


def test_verify_tells_how_far_it_has_come(here: Path) -> None:
    kept_table(here)
    heard: list[tuple[int, int]] = []
    with Store.open(here / "r.db") as store:
        Tables(store).take_in(FOUL.encode(), "", key="another")
    assert list(verify(here / "r.db", progress=lambda *told: heard.append(told))) == []
    assert heard == [(2, 2)]


def test_serve_on_a_database_in_use_says_who_has_it(here: Path) -> None:
    with Store.open(here / "r.db"):
        answer = referee("serve", "--database", "r.db", "--port", "0")
    assert answer.exit_code == 2
    assert "already open" in answer.stderr


def test_all_that_is_known_of_a_person_is_told_with_each_place(here: Path) -> None:
    with Store.open(here / "r.db") as store:
        table = Tables(store).take_in(FOUL.replace("Ben", "Zoé").encode(), "Friday at zoé’s", key="k", by="Zoéline")
    told = json.loads(referee("person", "Zoé", "--json", "--database", "r.db").output)
    assert told["name"] == "Zoé"
    assert told["spellings"] == ["zoé"]
    assert told["last_seen"]
    places = [(each["stream"], each["entry"], each["key"], each["text"]) for each in told["mentions"]]
    assert (table, None, "title", "Friday at zoé’s") in places
    assert (table, None, "seats", "Zoé") in places
    assert {entry for _, entry, key, _ in places if key == "seat"} >= {3}
    assert not any("Zoéline" in text for *_, text in places)
    assert "Friday at zoé’s" in referee("person", "Zoé", "--database", "r.db").output
    assert referee("person", "Nobody", "--database", "r.db").exit_code == 2


def test_a_snapshot_says_what_it_made_and_that_nothing_has_changed_since(here: Path) -> None:
    kept_table(here)
    made = referee("snapshot", "--database", "r.db")
    assert (made.exit_code, "copied and proved" in made.output) == (0, True)
    [copy] = (here / "r.db.snapshots").iterdir()
    assert str(copy.name) in made.output
    assert "nothing has changed" in referee("snapshot", "--database", "r.db").output
    assert referee("restore", str(copy), "--database", "r.db").exit_code == 0


def test_the_hashes_alone_find_what_was_changed_and_say_nothing_of_what_cannot_be_folded(here: Path) -> None:
    with Store.open(here / "r.db") as store:
        store.append(store.create("table", {"game": "chess"}, key="t"), "a", 0, [("play", {})])
    assert referee("verify", "--hashes", "--database", "r.db").exit_code == 0
    assert referee("verify", "--database", "r.db").exit_code == 1
    change(here / "r.db", "UPDATE event SET at = '2020' WHERE seq = 1")
    found = referee("verify", "--hashes", "--database", "r.db")
    assert (found.exit_code, "event 1 is not as it was written" in found.output) == (1, True)


def test_a_network_that_hooks_may_reach_is_written_with_its_length(tmp_path: Path) -> None:
    refused = referee("serve", "--hook-network", "192.168.1.7/24", "--database", str(tmp_path / "a.db"))
    assert refused.exit_code == 2
    assert "192.168.1.0/24, not as 192.168.1.7/24" in refused.output
