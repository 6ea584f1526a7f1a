"""The command lines that documents show: each is run, or stands here with why it is not."""

import contextlib
import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import dev
from referee.cli.main import main
from referee.cli.serving import serve
from referee.club.tables import Tables
from referee.club.tournaments import Tournaments
from referee.club.transfer import export
from referee.store import Store
from referee.tournament.document import document
from referee.tournament.settings import Entrant, Settings
from tests.help.running import ROOT

NOT_RUN = {
    "~/Library/Application Support/referee": "the name of a folder",
    "chmod 600 referee.db*": "a tool of the system",
    "curl -fs http://127.0.0.1:8000/health": "a tool of the system; tests/web/kit/test_damage.py asks the same",
    "git pull": "needs the network",
    "ip address": "a tool of the system",
    "journalctl -u referee": "needs systemd",
    "kill -9": "a tool of the system, its process not named",
    "pgrep -af 'referee'": "a tool of the system",
    'eval "$(_REFEREE_COMPLETE=bash_source referee)"': "for bash; tests/cli/test_cli.py asks for what it reads",
    "pipx install ./referee-1.0.0-py3-none-any.whl": "pipx is no library; tests/test_packaging.py installs the wheel",
    "pip install": "needs the network",
    "pip install 'referee[https]'": "needs the network",
    "referee trust": "tests/server/test_certificates.py: it needs the extra",
    "referee trust --forget": "tests/server/test_certificates.py",
    "referee trust --new": "tests/server/test_certificates.py: it needs the extra",
    "python3 -m venv referee-env": "tests/test_packaging.py installs the wheel into such an environment",
    "python3 dev.py deb": "needs the network, and minutes",
    "python3 dev.py folder": "needs the network, and minutes",
    "python3 dev.py run": "installs, then runs until it is ended; tests/test_dev.py",
    "python3 dev.py test": "runs this test",
    "referee doctor": "its status tells of the computer it runs on; tests/cli/test_cli.py",
    "referee check": "speaks of the command; README.md shows it with a file",
    "referee-env/bin/pip install --no-deps referee-1.0.0-py3-none-any.whl": "needs the network for the line before",
    "referee-env/bin/pip install --require-hashes --no-deps -r requirements.txt": "needs the network",
    "referee-env/bin/pip install referee-1.0.0-py3-none-any.whl": "tests/test_packaging.py installs the wheel",
    "ss -ltnp 'sport = :8000'": "a tool of the system",
    "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core": "needs root",
    "sudo apt install ./referee_1.0.0_amd64.deb": "needs root",
    "sudo apt remove referee": "needs root",
    "sudo ufw allow 8000/tcp": "needs root",
    "systemctl stop referee": "needs systemd",
    "--database /tmp/empty.db": "an option alone",
}
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"})
OF_HOSTING = ROOT / "docs" / "hosting.md"
"""Its commands need a server: tests/hosting/test_documented.py runs them."""
SPOKEN_OF = {
    "referee sheet": "docs/record.md speaks of its options",
    "referee import": "likewise",
    "referee check --json": "docs/performance.md and the record speak of it",
    "referee tournament standings": "docs/tournaments.md speaks of the command",
    "referee seats": "docs/seating.md speaks of the command",
}
UNIT = re.compile(r"\[\w+\]$|(?!ExecStart)[A-Z]\w+=|.*[{};]$|reverse_proxy ")
"""A line of the systemd unit, or of a web server's settings, that is no command."""


def shown(text: str) -> list[str]:
    """Each line of a code block, and what stands in a text between ` and ` if it has a space."""
    blocks = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    rest = "\n".join(line for line in text.splitlines() if not line.startswith("    "))
    inline = [" ".join(words.split()) for words in re.findall(r"`([^`]+)`", rest)]
    lines = [re.sub(r"\s+#.*|^ExecStart=", "", line) for line in blocks if not UNIT.match(line)]
    return [*lines, *(words for words in inline if " " in words)]


SHOWN = sorted(
    {
        line
        for name in ("README.md", "docs/install.md", "docs/operations.md")
        for line in shown((ROOT / name).read_text("utf-8"))
    }
)
OTHERS = sorted(
    {
        re.split(r"\s{3,}|\s+(?=after )", line)[0]
        for page in PAGES
        if page != OF_HOSTING
        for line in shown(page.read_text("utf-8"))
        if line.startswith("referee ") and line not in {*SHOWN, *NOT_RUN, *SPOKEN_OF}
    }
)
"""The commands of all other documents, without what stands beside them."""
SERVING = [line for line in SHOWN + OTHERS if re.match(r"(\S*/)?referee serve", line) and "--help" not in line]
OTHERS = [line for line in OTHERS if line not in SERVING]
SEAL = "ab" * 32
WORDS = {"NAME --words": "tarot --words", "<game>": "tarot", "SEAL": SEAL, "--season NAME": "--season 2026", "ID": "$(cat tournament)",
         "FOLDER": "site", "ONE OTHER": "68 60", " --hash HASH": "", "[": "", "]": "", "TABLE": "$(cat table)"}  # fmt: skip
DEV = sorted({word for page in PAGES for word in re.findall(r"dev\.py ([a-z]+)", page.read_text("utf-8"))})
RUN = [line for line in SHOWN if line not in NOT_RUN and line not in SERVING]
PROCESSES = ("referee restore earlier.backup", "referee sheet evening.deal -o evening.pdf")
"""Run as a process each, like every line that is more than a command; the others in the process of the tests."""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """The folder of a club: its database with a table, the command, a record and a backup made before."""
    deal = (ROOT / "tests" / "golden" / "tarot" / "three-bouts.deal").read_bytes()
    with Store.open(tmp_path / "instance" / "referee.db") as store:
        tables = Tables(store)
        kept = tables.get(tables.take_in(deal, "", key="k"))
        (tmp_path / "table").write_text(kept.id)
        (tmp_path / "code").write_text(tables.code(kept))
        (tmp_path / "name").write_text(shlex.quote(kept.table.seats[0]))
        kept_tournaments = Tournaments(store)
        tournament = kept_tournaments.open(Settings("Cup", "tarot", day="2026-11-20", season="2026"), "open", "Ana")
        kept_tournaments.sign_up(tournament, "players", [Entrant(0, name) for name in ("Ana", "Ben", "Cléo", "Dan")])
        (tmp_path / "tournament").write_text(tournament)
        (tmp_path / "copy.tournament").write_bytes(export(store, tournament))
        (tmp_path / "evening.json").write_text(json.dumps(document(kept_tournaments.together(tournament).tournament)))
        store.backup(tmp_path / "earlier.backup")
    (tmp_path / "evening.deal").write_bytes(deal)
    command = tmp_path / "env" / "bin" / "referee"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m referee.cli "$@"\n')
    command.chmod(0o755)
    return tmp_path


def run(line: str, club: Path) -> subprocess.CompletedProcess[str]:
    """What comes of a line: the words in capitals filled in, the club's folder for /srv/referee."""
    file = "earlier.backup" if line.startswith("referee restore") else "evening.deal"
    words = {word: (club / word.lower()).read_text() for word in ("TABLE", "CODE", "NAME")}
    words |= {"FILE": file, "/srv/referee": shlex.quote(str(club))}
    for word, value in words.items():
        line = line.replace(word, value)
    line = re.sub(r"^([\d*]+ ){5} *", "", line)  # when cron runs it
    line = re.sub(r"\$\(cat (\w+)\)", lambda found: (club / found[1]).read_text(), line)
    env = {"LC_ALL": "C.UTF-8", "REFEREE_SEATS_SECONDS": "0"}
    words = shlex.split(line)
    if words[0] == "referee" and line not in PROCESSES and not {"&&", ">"} & {*words}:
        with contextlib.chdir(club):
            told = CliRunner().invoke(main, words[1:], prog_name="referee", env=env, catch_exceptions=False)
        return subprocess.CompletedProcess(words, told.exit_code, told.stdout, told.stderr)
    path = f"{club / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **env}
    return subprocess.run(["sh", "-c", line], cwd=club, env=env, capture_output=True, text=True, timeout=300)


@pytest.mark.skipif(not shutil.which("sh"), reason="no shell")
@pytest.mark.parametrize("line", RUN)
def test_a_command_line_of_the_documents_does_what_it_says(line: str, club: Path) -> None:
    done = run(line, club)
    assert (done.returncode, done.stderr) == (0, ""), line
    assert done.stdout


@pytest.mark.skipif(not shutil.which("sh"), reason="no shell")
@pytest.mark.parametrize("line", OTHERS)
def test_a_command_line_of_every_other_document_does_what_it_says(line: str, club: Path) -> None:
    for word, value in WORDS.items():
        line = line.replace(word, value)
    line = line.replace("validate FILE", "validate evening.json").replace("import FILE", "import copy.tournament")
    line = line.replace("-o FILE", "-o new.tournament")
    if "verify" in line:  # the hands that the line before it made
        assert run(f"referee boards deal {SEAL} tarot --last 6 > hands.deal", club).returncode == 0
    if "played.json" in line:
        assert run("referee seats 20 --rounds 2 --seconds 0 --json > played.json", club).returncode == 0
    for one in sorted({re.sub(r"\|\S+", "", line), re.sub(r"\S+\|", "", line)}):
        done = run(one, club)
        assert (done.returncode, done.stderr) == (0, ""), one


@pytest.mark.parametrize("word", DEV)
def test_a_word_after_dev_py_in_a_document_is_a_command_of_it(word: str) -> None:
    assert f"    python3 dev.py {word} " in dev.__doc__ or f'"{word}"' in inspect.getsource(dev.main)


@pytest.mark.parametrize("line", SERVING)
def test_a_server_of_the_documents_takes_the_options_shown(line: str) -> None:
    serve.make_context("serve", shlex.split(line.split("referee serve")[1]))


@pytest.mark.skipif(not shutil.which("sh"), reason="no shell")
def test_the_line_for_cron_makes_a_backup_every_night_and_keeps_as_many_as_it_says(club: Path) -> None:
    [line] = [line for line in RUN if re.match(r"[\d*]+ ", line)]
    kept = int(line.split("--keep")[1])
    nights = [club / "instance" / f"referee.db-202607{day:02}T031500Z.backup" for day in range(1, kept + 1)]
    for night in nights[:-1]:
        shutil.copy(club / "earlier.backup", night)
    for last in (nights[-1], None):
        done = run(line, club)
        assert (done.returncode, done.stderr) == (0, "")
        [made] = {*(club / "instance").glob("*.backup")} - {*nights}
        if last:
            made.rename(last)  # so that the next night is another
    assert sorted((club / "instance").glob("*.backup")) == [*nights[1:], made]


def test_what_is_not_run_stands_in_the_documents() -> None:
    assert set(NOT_RUN) <= set(SHOWN)


def test_a_new_line_of_the_documents_is_run() -> None:
    text = "A `referee new\nline` and `--option`:\n\n    referee other --x  # a comment\n\n    [Unit]\n    User=x\n"
    assert shown(text) == ["referee other --x", "referee new line"]


def test_what_docs_security_calls_held_is_held_by_a_test_that_is_there() -> None:
    rows = [line.split("|")[2] for line in (ROOT / "docs/security.md").read_text().splitlines() if "`tests/" in line]
    assert rows
    for row in rows:
        files = [ROOT / file for file in re.findall(r"`(tests/[\w./]+)`", row)]
        assert all(file.exists() for file in files), row
        written = "".join(file.read_text() for file in files if file.suffix == ".py")
        for named in re.findall(r"\*([^*]+)\*", row):
            assert re.sub(r"\W+", "_", named.strip("… ")) in written, f"no test is called {named}"


def test_the_pictures_kept_are_those_that_a_document_shows() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in pages for name in re.findall(r"screens/([\w-]+\.png)", page.read_text("utf-8"))}
    assert shown == {path.name for path in (ROOT / "docs" / "screens").iterdir()}
