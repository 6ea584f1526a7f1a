"""`referee sheet` and `referee blank`."""

import os
from dataclasses import replace

from click.testing import CliRunner

from referee.cli.main import main
from referee.record.text import read, write
from tests.help.sheet import hide_pango, reader_of, text_of

RECORD = "game double\nseats Ana Ben\ndeal Ben\nbid Ana 0\nbid Ben 0\nresult tricks=1,0\n"


def call(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def test_records_become_one_pdf(tmp_path):
    files = [tmp_path / "one.deal", tmp_path / "two.deal"]
    for file in files:
        file.write_text(RECORD, encoding="utf-8")
    out = tmp_path / "out.pdf"
    said = call(
        "sheet", *files, "-o", out, "--title", "Cercle", "--date", "2026-11-20", "--paper", "a5", "--lang", "de"
    )
    assert said.exit_code == 0, said.output
    text = text_of(out.read_bytes())
    assert text.count("Cercle · 20. November 2026") == 2


def test_a_sheet_is_dated_by_its_record(tmp_path):
    file, out = tmp_path / "one.deal", tmp_path / "out.pdf"
    file.write_text(RECORD, encoding="utf-8")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    assert call("sheet", file, "-o", out).exit_code == 0
    assert reader_of(out.read_bytes()).metadata.creation_date.timestamp() == 1_700_000_000


def test_a_sheet_has_the_day_the_title_and_the_place_of_its_record(tmp_path):
    file, out = tmp_path / "one.deal", tmp_path / "out.pdf"
    record = read(RECORD)
    header = replace(record.header, date="2026-11-20", title="Cercle", place="Café")
    file.write_text(write(replace(record, header=header)), encoding="utf-8")
    assert call("sheet", file, "-o", out, "--lang", "fr").exit_code == 0
    text = text_of(out.read_bytes())
    assert all(word in text for word in ("Cercle", "Café", "20 novembre 2026"))
    assert call("sheet", file, "-o", out, "--lang", "fr", "--title", "Ligue").exit_code == 0
    assert "Ligue" in text_of(out.read_bytes())


def test_a_record_that_cannot_be_read_prints_nothing(tmp_path):
    good, bad, out = tmp_path / "good.deal", tmp_path / "bad.deal", tmp_path / "out.pdf"
    good.write_text(RECORD, encoding="utf-8")
    bad.write_text("game double-detente\nseats Ana Ben\nrubbish", encoding="utf-8")
    said = call("sheet", good, bad, "-o", out)
    assert said.exit_code == 2
    assert "bad.deal: line 3" in said.output
    assert not out.exists()


def test_an_empty_sheet_is_written(tmp_path):
    out = tmp_path / "blank.pdf"
    said = call("blank", "double-detente", "-o", out, "--seats", 3, "--lang", "fr", "--paper", "a5")
    assert said.exit_code == 0, said.output
    assert "Double-détente" in text_of(out.read_bytes())


def test_an_empty_sheet_of_no_game_is_refused(tmp_path):
    said = call("blank", "no-such-game", "-o", tmp_path / "blank.pdf", "--lang", "en")
    assert said.exit_code == 2
    assert "no-such-game" in said.output


def test_without_pango_the_command_says_what_to_install_and_writes_nothing(tmp_path, monkeypatch):
    file, out = tmp_path / "one.deal", tmp_path / "out.pdf"
    file.write_text(RECORD, encoding="utf-8")
    hide_pango(tmp_path, monkeypatch)
    for words in (("sheet", file), ("blank", "tarot")):
        said = call(*words, "-o", out, "--lang", "en")
        assert said.exit_code == 2
        assert "Sheets need the library Pango: apt install libpango-1.0-0 " in said.output
        assert not out.exists()
