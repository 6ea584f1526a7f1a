"""The key of a server: links are made under the key that serves, or not at all."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from referee.cli.hosting import try_out
from referee.cli.main import main
from referee.store import Store
from tests.help.clubs import SECRET, Hall


def under(key: str, hall: Hall, *words: str) -> Result:
    env = {"REFEREE_SECRET_KEY": key, "REFEREE_DATABASE": hall.address, "LC_ALL": "C.UTF-8"}
    return CliRunner().invoke(main, ["club", *words], env=env)


def test_a_link_under_another_key_is_refused_and_the_good_one_still_opens(hall: Hall, monkeypatch) -> None:
    monkeypatch.setenv("REFEREE_SECRET_KEY", SECRET)
    try_out(hall.address)
    word, link = hall.add()
    for key in ("other", ""):
        refused = under(key, hall, "invite", word)
        assert (refused.exit_code, refused.stdout, "REFEREE_SECRET_KEY" in refused.stderr) == (2, "", True)
    assert "New table" in hall.device(word, link).page.text


def test_a_new_link_replaces_the_one_before_and_says_so(hall: Hall, monkeypatch) -> None:
    word, first = hall.add()
    again = under(SECRET, hall, "invite", word, "--at", "http://localhost")
    assert again.exit_code == 0
    assert "An earlier link" in again.stderr
    late = hall.device(word)
    late.open(first)
    assert late.status == 403
    assert "New table" in hall.device(word, again.stdout.strip().removeprefix(f"http://{word}.localhost")).page.text


def test_nothing_is_taken_in_or_added_without_the_key_of_the_server(hall: Hall, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("REFEREE_SECRET_KEY", SECRET)
    try_out(hall.address)
    before = under(SECRET, hall, "list").stdout
    Store.open(tmp_path / "lyon.db").close()
    for key in ("other", ""):
        assert under(key, hall, "in", str(tmp_path / "lyon.db"), "Lyon").exit_code == 2
        assert under(key, hall, "add", "Lyon").exit_code == 2
    assert under(SECRET, hall, "list").stdout == before


def test_a_server_served_under_a_new_key_says_what_that_means_and_makes_its_links_from_then_on(
    hall: Hall, monkeypatch, capsys
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for key, told in ((SECRET, ""), ("another", "every device joins again"), ("another", ""), (SECRET, "joins again")):
        monkeypatch.setenv("REFEREE_SECRET_KEY", key)
        try_out(hall.address)
        err = capsys.readouterr().err
        assert (told in err) if told else not err
    assert under("another", hall, "add", "Nantes").exit_code == 2
