"""The command lines of docs/hosting.md, in their order, on a server."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from referee.cli.hosting import try_out
from referee.cli.main import main
from referee.cli.serving import serve
from referee.club.tables import Tables
from referee.store import Store
from tests.help.clubs import SECRET, Hall
from tests.test_documented import OF_HOSTING, shown

SPOKEN_OF = {"referee restore", "referee snapshot", "referee verify", "referee club out"}
"""Commands that the page only speaks of."""


def test_every_command_line_of_the_page_of_hosting_does_what_it_says(hall: Hall, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_SECRET_KEY", SECRET)
    monkeypatch.setenv("REFEREE_DATABASE", hall.address)
    Path("instance").mkdir()
    for name in ("instance/referee.db", "nantes.db", "brest.db"):
        with Store.open(name) as store:
            Tables(store).take_in(b"game double-detente\nseats Ana Ben\n", name, key=name)
    lines = [line for line in shown(OF_HOSTING.read_text("utf-8")) if re.match(r"referee \w+", line)]
    done = [line for line in lines if line not in SPOKEN_OF]
    assert len(done) > 10
    for line in done:
        line = line.replace("postgresql://referee@db.example/referee?club=lyon", hall.address + "&club=moved")
        line = line.replace("ADDRESS?club=…", hall.address + "&club=lyon").replace(
            "ADDRESS", hall.address + "&club=lyon"
        )
        words = shlex.split(line)[1:]
        if words[0] == "serve":
            serve.make_context("serve", words[1:])
            try_out(hall.address)
            continue
        if words[:2] == ["club", "in"]:  # another server would have no club of this name
            words = [*words[:3], "Lyon again", "--as", "lyon-again", *words[6:]]
        found = CliRunner().invoke(main, words)
        assert found.exit_code == 0, (line, found.output)
        assert found.stdout, line
