#!/usr/bin/env python3
"""Everything a developer does, on a machine with python3 and pip alone.

    python3 dev.py run [OPTIONS]     start the program; OPTIONS are those of `referee serve`
    python3 dev.py test [ARGS]       run the tests; ARGS are pytest's, without any: all, with coverage
    python3 dev.py test fast         run those that take a minute together, as often as you like
    python3 dev.py lint              ruff, mypy, the layers, bandit
    python3 dev.py bench [NAMES]     measure: tests/bench/NAME.py
    python3 dev.py soak [ARGS]       play for hours: tests/bench/soak.py
    python3 dev.py screenshots [..]  take the pictures that documents show; names: all of these pages
    python3 dev.py messages [CODES]  gather what is to be translated into referee/words/translations/*.po
    python3 dev.py laws              make the tables of docs/laws from the laws and the tests marked with them
    python3 dev.py map               make the map of docs/architecture.md from the imports
    python3 dev.py lock              fix every library by version and hash in requirements*.txt; needs the network
    python3 dev.py folder            make build/folder/referee: the program with Python in it; needs the network
    python3 dev.py deb               make a Debian package of that folder, in build
    python3 dev.py sbom              list what it is made of in build/sbom.json (CycloneDX); needs the network

Each sets up what it needs first: a virtual environment in .venv, and on Debian or Ubuntu, as root
or with a sudo that asks no password, the system's packages. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WINDOWS = os.name == "nt"

LOCKS = {"requirements.txt": ["https"], "requirements-hosting.txt": ["https", "hosting", "ratings"]}
"""The files of `lock`, and the extras in each."""

PYTHON_AT_LEAST = (3, 11)
PIP_AT_LEAST = (22, 3)  # the first with --python

RULE_LAYERS_COVERED = True  # a full test run fails unless every branch of the rule layers is taken
TEST_PROCESSES = ["-n", str(min((os.cpu_count() or 1) + 1, 4)), "--dist", "worksteal"]
"""One more than there are cores, as browsers and servers are waited for. Each gets neighbouring files, so that it can
reuse pages, presses, servers and browsers.
"""

SLOW = ["browser", "hosting", "server", "sheets", "oracle", "tournament/seating", "web/tournament", "web/past"]
SLOW += [
    "cli/test_check.py",
    "cli/test_sheets.py",
    "endings",
    "games/test_demands.py",
    "judge/test_hall.py",
    "reader",
    "second",
    "store/test_crash.py",
    "test_documented.py",
    "test_mutated.py",
    "test_packaging.py",
    "web/club/test_sheets.py",
    "web/kit/test_guard.py",
    "web/kit/test_limits.py",
    "web/table/test_pieces.py",
    "web/table/test_referee.py",
    "web/table/test_refusals.py",
    "web/table/test_rulings.py",
    "web/table/test_round.py",
    "web/test_rights.py",
]
FAST = ["tests", *(f"--ignore=tests/{path}" for path in SLOW), "-k", "not postgresql"]
"""The quick tests: none of PostgreSQL and none in SLOW (browser, server, press, search for seats, or seconds long)."""

PANGO = ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core"]
CHROMIUM = ["chromium-headless-shell", "libatomic1", "libnss3-tools"]
BROWSERS = ("chromium-headless-shell", "chromium")
"""The faster first: the shell has no windows, and a page takes half the time."""

BENCH_ONLY = re.compile(r"^\s*(?:import|from)\s+(?:pyspiel|open_spiel|rlcard)\b", re.M)

MEASURE = """
import importlib, sys
sys.path[:0] = [".", "tests/bench"]
with open("build/bench.txt", "a", encoding="utf-8") as told:
    for line in importlib.import_module(sys.argv[1]).run():
        print(line, flush=True)
        print(sys.argv[1], line, sep="\t", file=told, flush=True)
"""
MEASURED = re.compile(r"(?P<told>.*): (?P<found>\S.*), goal (?P<goal>[≤≥] .*?): (?P<by>met|missed.*)")
"""A line of a bench that has a goal, as tests/bench/goals.py writes it."""


def main(arguments: list[str]) -> int:
    """Run the command named first; return its exit status."""
    commands = {"run": run, "test": test, "lint": lint, "bench": bench, "soak": soak}
    commands |= {"screenshots": screenshots, "messages": messages, "laws": laws, "map": map_, "lock": lock}
    commands |= {"sbom": sbom, "folder": folder, "deb": deb}
    if sys.version_info < PYTHON_AT_LEAST:
        sys.exit("Referee needs Python %d.%d or newer." % PYTHON_AT_LEAST)
    if not arguments or arguments[0] not in commands:
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"], ["help"]) else 2
    os.chdir(ROOT)
    return commands[arguments[0]](arguments[1:])


def run(options: list[str]) -> int:
    """Start the program for this machine and the tablets on its network."""
    system_packages(PANGO, "printed sheets")
    python = environment(ROOT / ".venv", [])
    command = [python, "-m", "referee.cli", "serve", "--database", "instance/referee.db"]
    if not any(option.split("=")[0] == "--host" for option in options):
        command += ["--host", "0.0.0.0"]  # a tablet is another machine
    (ROOT / "instance").mkdir(exist_ok=True)
    sys.stdout.flush()
    if not WINDOWS:
        os.execv(python, [*command, *options])  # ending this process then ends the program
    return call([*command, *options])


def test(arguments: list[str]) -> int:
    """Run pytest; without arguments all tests, and the coverage of the rule layers."""
    python = environment(ROOT / ".venv", ["test"])
    if arguments == ["fast"]:
        return call([python, "-m", "pytest", "-q", *TEST_PROCESSES, *FAST])
    system_packages(PANGO, "printed sheets")
    system_packages(CHROMIUM, "browser tests")
    if arguments:
        return call([python, "-m", "pytest", *arguments])
    call([python, "-m", "compileall", "-q", "-j", "0", "referee"])  # once, and not in each test process
    call([python, "-m", "coverage", "erase"])
    status, closing = call_and_keep_last_line([python, "-m", "coverage", "run", "-m", "pytest", *TEST_PROCESSES])
    covered = coverage_report(python)
    print(closing)
    return status or (0 if covered else 1)


def coverage_report(python: str) -> bool:
    """Print what no test covers in the rule layers; return whether that is acceptable."""
    call([python, "-m", "coverage", "combine", "--quiet"])
    required = [] if RULE_LAYERS_COVERED else ["--fail-under=0"]
    return call([python, "-m", "coverage", "report", *required]) == 0


def lint(arguments: list[str]) -> int:
    """Run every checker, even after a failure; fail if one failed."""
    python = environment(ROOT / ".venv", ["test", "lint"])
    scripts = Path(python).parent
    checks = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["lint-imports", "--no-logo"],
        ["bandit", "--quiet", "--configfile", "pyproject.toml", "--recursive", "referee"],
    ]
    failed = []
    for name, *options in checks:
        print(f"# {name} {' '.join(options)}", flush=True)
        if call([str(scripts / name), *options]):
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def messages(new: list[str]) -> int:
    """Gather every text that a person sees into the catalogues, also `new` ones; what is new stays untranslated."""
    babel = [environment(ROOT / ".venv", ["test"]), "-m", "babel.messages.frontend"]
    template, folder = ROOT / "build" / "messages.pot", ROOT / "referee" / "words" / "translations"
    template.parent.mkdir(exist_ok=True)
    status = call([*babel, "extract", "-F", "pyproject.toml", "-k", "T", "--no-location", "-o", str(template), "."])
    catalogues = {path.stem: "update" for path in sorted(folder.glob("*.po"))}
    for code, how in {**dict.fromkeys(new, "init"), **catalogues}.items():
        made = ["-i", str(template), "-o", str(folder / f"{code}.po"), "-l", code, "--width", "120"]
        options = ["--no-fuzzy-matching", "--ignore-obsolete"] if how == "update" else []
        status = call([*babel, how, *made, *options]) or status
    return status


def laws(_: list[str]) -> int:
    """Regenerate the tables of the pages of laws."""
    return call([environment(ROOT / ".venv", ["test"]), "-m", "tools.laws"])


def map_(_: list[str]) -> int:
    """Regenerate the map of the packages."""
    return call([environment(ROOT / ".venv", ["test"]), "-m", "tools.map"])


def lock(_: list[str]) -> int:
    """Pin the program's libraries for every system and Python: with https, and with all other extras besides."""
    uv = [environment(ROOT / ".venv", ["test", "lint"]), "-m", "uv", "pip", "compile", "--quiet", "--no-header"]
    what = ["--universal", "--python-version", "%d.%d" % PYTHON_AT_LEAST, "--generate-hashes", "pyproject.toml"]
    status = 0
    for file, extras in LOCKS.items():
        named = [word for extra in extras for word in ("--extra", extra)]
        status = call([*uv, *what, *named, "--output-file", file]) or status
    return status


def sbom(_: list[str]) -> int:
    """List the libraries of requirements.txt, with their licences, in CycloneDX form."""
    return call([environment(ROOT / ".venv", ["test", "lint"]), "-m", "tools.sbom"])


def folder(_: list[str]) -> int:
    """Make a folder that holds the program, its libraries and Python, for the system it is made on."""
    system_packages(PANGO, "printed sheets")
    python = environment(ROOT / ".venv-folder", ["https", "folder"])
    build = ["--noconfirm", "--distpath", "build/folder", "--workpath", "build/pyinstaller", "--log-level", "ERROR"]
    return call([python, "-m", "PyInstaller", *build, "tools/folder/referee.spec"])


def deb(_: list[str]) -> int:
    """Make the folder, and a Debian package of it."""
    return folder([]) or call([sys.executable, "-m", "tools.folder.deb"])


def bench(names: list[str]) -> int:
    """Print the results of each `run() -> list[str]` in tests/bench, and write those with a goal into the docs."""
    sources = {path.stem: path for path in sorted((ROOT / "tests" / "bench").glob("*.py"))}
    unknown = [name for name in names if name not in sources]
    if unknown:
        sys.exit(f"No such benchmark: {', '.join(unknown)}. There are: {', '.join(sources)}")
    failed = 0
    told = ROOT / "build" / "bench.txt"
    told.parent.mkdir(exist_ok=True)
    told.write_text("", encoding="utf-8")
    for name, path in sources.items():
        source = path.read_text(encoding="utf-8")
        if (names and name not in names) or not re.search(r"^def run\(", source, re.M):
            continue
        compares = bool(BENCH_ONLY.search(source))
        python = (
            environment(ROOT / ".venv-bench", ["test", "bench"]) if compares else environment(ROOT / ".venv", ["test"])
        )
        print(f"# {name}", flush=True)
        failed += call([python, "-c", MEASURE, name]) != 0
    tell_goals(ROOT / "docs" / "performance.md", told.read_text(encoding="utf-8").splitlines())
    return 1 if failed else 0


def tell_goals(page: Path, lines: list[str]) -> None:
    """Write the results that have a goal into a page's table, in place of these benches' earlier ones."""
    begins, ends = "<!-- made: bench -->", "<!-- end -->"
    fresh = [(name, MEASURED.fullmatch(line)) for name, _, line in (line.partition("\t") for line in lines)]
    rows = [f"| {name} | {' | '.join(found.groups())} |" for name, found in fresh if found]
    if not rows or not page.exists():
        return
    before, _, rest = page.read_text(encoding="utf-8").partition(begins)
    table, _, after = rest.partition(ends)
    kept = [row for row in table.splitlines() if row.startswith("| ") and row.split(" ")[1] not in dict(fresh)]
    head = ["| bench | what | found | goal | |", "|---|---|---|---|---|"]
    rows = sorted(kept[1:] + rows, key=lambda row: row.split(" ")[1])
    page.write_text("\n".join([before + begins, *head, *rows, ends]) + after, encoding="utf-8")


def soak(arguments: list[str]) -> int:
    """Run tests/bench/soak.py."""
    python = environment(ROOT / ".venv", ["test"])
    return call([python, "tests/bench/soak.py", *arguments])


def screenshots(arguments: list[str]) -> int:
    """Take pictures of the pages with tests/browser/screens.py."""
    system_packages(CHROMIUM, "pictures of the pages")
    return call([environment(ROOT / ".venv", ["test"]), "tests/browser/screens.py", *arguments])


def environment(folder: Path, extras: list[str]) -> str:
    """The Python of the virtual environment at `folder`, with the project and `extras` installed.

    It is made when missing or broken, and installed into when pyproject.toml changed or an extra is new.
    """
    python = folder / ("Scripts/python.exe" if WINDOWS else "bin/python")
    stamp = folder / "referee-installed"
    if not works(python):
        print(f"Making {folder.name}...", flush=True)
        need([sys.executable, "-m", "venv", "--clear", "--without-pip", str(folder)], "make " + folder.name)
    state = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    then, *there = stamp.read_text(encoding="utf-8").split() if stamp.exists() else [""]
    if then == state and set(extras) <= set(there):
        return str(python)
    wanted = sorted({*extras, *there})
    what = f".[{','.join(wanted)}]" if wanted else "."
    print(f"Installing {what} into {folder.name}... (the first time takes minutes)", flush=True)
    pip = pip_for(python)
    need([*pip, "install", "--quiet", "--editable", what], "install. The first time needs the network")
    stamp.write_text(" ".join([state, *wanted]), encoding="utf-8")
    return str(python)


def works(python: Path) -> bool:
    """Whether this Python exists, runs, and is new enough."""
    if not python.exists():
        return False
    check = f"import sys; sys.exit(sys.version_info < {PYTHON_AT_LEAST})"
    return subprocess.run([str(python), "-c", check], capture_output=True).returncode == 0


def pip_for(python: Path) -> list[str]:
    """The pip command that installs into `python`'s environment: this Python's pip, else its own."""
    version = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, text=True).stdout
    found = re.match(r"pip (\d+)\.(\d+)", version)
    if found and (int(found[1]), int(found[2])) >= PIP_AT_LEAST:
        return [sys.executable, "-m", "pip", "--python", str(python)]
    own = [str(python), "-m", "pip"]
    for make in ([*own, "--version"], [str(python), "-m", "ensurepip"]):
        if subprocess.run(make, capture_output=True).returncode == 0:
            return own
    sys.exit(
        "This Python has no pip %d.%d or newer, and cannot make one. " % PIP_AT_LEAST
        + "Try the system's python3; on Debian and Ubuntu: apt-get install python3-pip"
    )


def system_packages(packages: list[str], purpose: str) -> None:
    """Install the missing ones of Debian's `packages`, or print the command to type and go on without."""
    if not shutil.which("dpkg-query"):
        found = any(map(shutil.which, BROWSERS)) if packages is CHROMIUM else find_library("pango-1.0")
        if not found:
            print(f"Not found, but wanted for {purpose}: {packages[0]}. Going on without it.")
        return
    missing = [package for package in packages if not is_installed(package)]
    if not missing:
        return
    line = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root and not (shutil.which("sudo") and quiet([*root, "true"])):
        print(f"Wanted for {purpose}; going on without. To have it, type:\n  sudo {' '.join(line)}")
        return
    print(f"Installing {' '.join(missing)} for {purpose}...", flush=True)
    patient = ["-o", "DPkg::Lock::Timeout=120"]
    silent = ["env", "DEBIAN_FRONTEND=noninteractive"]
    quiet([*root, *silent, "apt-get", *patient, "update"])
    if not quiet([*root, *silent, *line[:1], *patient, *line[1:]]):
        print(f"That failed; going on without. To see why, type:\n  sudo {' '.join(line)}")


def is_installed(package: str) -> bool:
    """Whether `package` is fully installed."""
    query = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package]
    return subprocess.run(query, capture_output=True, text=True).stdout == "installed"


def call(command: list[str]) -> int:
    """Run `command` with its output shown and no input; return its exit status."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, env=clean_environment()).returncode


def call_and_keep_last_line(command: list[str]) -> tuple[int, str]:
    """Run `command` with its output shown; return its exit status and its last line."""
    last = ""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=clean_environment(),
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.rstrip("\n") or last
    return process.returncode, last


def need(command: list[str], purpose: str) -> None:
    """Run `command`; end the program if it fails."""
    if call(command):
        sys.exit(f"Could not {purpose}. The command was:\n  {' '.join(command)}")


def quiet(command: list[str]) -> bool:
    """Run `command` without showing its output; return whether it succeeded."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def clean_environment() -> dict[str, str]:
    """The environment variables, changed so that pip installs here without needless warnings.

    Bytecode is always written: else each process of a test compiles the program again.
    """
    settings = {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PIP_USER": "0",
        "PIP_REQUIRE_VIRTUALENV": "0",
    }
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **settings}


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # works in a plain terminal, too
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
