"""What is installed and served is what was chosen: libraries fixed by hash, htmx unchanged, services that start."""

import ast
import hashlib
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from dev import LOCKS
from referee.cli.serving import serve
from tools.folder import deb
from tools.sbom import with_htmx

ROOT = Path(__file__).resolve().parent.parent
VENDORED = {"htmx.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"}
"""Files of others that are served, unchanged, with their SHA-256 as published for htmx 2.0.11."""


def locked(file: str) -> dict[str, tuple[str, int]]:
    """The version of each library in a file of `dev.py lock`, and how many hashes it has."""
    entries = re.split(r"\n(?=[a-z])", (ROOT / file).read_text("utf-8"))
    found = {}
    for entry in entries:
        told = Requirement(entry.split("\\")[0].strip())
        [version] = told.specifier
        assert version.operator == "==", entry
        found[told.name.lower()] = (version.version, entry.count("--hash=sha256:"))
    return found


@pytest.mark.parametrize(("file", "extras"), LOCKS.items())
def test_every_library_is_fixed_by_version_and_hash_within_the_bounds_of_the_project(
    file: str, extras: list[str]
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = locked(file)
    assert all(hashes for _, hashes in found.values())
    for line in [
        *project["dependencies"],
        *(one for extra in extras for one in project["optional-dependencies"][extra]),
    ]:
        wanted = Requirement(line)
        assert wanted.specifier.contains(found[wanted.name.lower()][0]), line


def test_every_extra_that_somebody_installs_is_locked() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    ours = {"test", "lint", "bench", "folder"}  # of who works on the program
    names = {
        name for name, lines in extras.items() if not lines[0].startswith("referee[")
    }  # the others name one of them
    assert names - ours == {extra for locked in LOCKS.values() for extra in locked}


def test_what_others_wrote_is_served_unchanged() -> None:
    ours = {path.name for path in (ROOT / "static" / "js").rglob("*.js")}
    others = {path.name: path for path in (ROOT / "static").rglob("*.js") if path.name not in ours}
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in others.items()} == VENDORED


@pytest.mark.parametrize(
    "file", ["docs/install/referee.service", "docs/install/Containerfile", "tools/folder/referee.desktop"]
)
def test_what_starts_the_program_starts_it_with_options_there_are(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    line = re.search(r"^(?:Exec(?:Start)?=|CMD )(.*)$", text, re.M)
    assert line
    words = shlex.split(line[1].strip("[]").replace(",", " "))
    assert Path(words[0]).name == "referee"
    assert words[1] == "serve"
    serve.make_context("serve", words[2:])


def test_the_service_is_bounded_and_starts_again() -> None:
    unit = (ROOT / "docs" / "install" / "referee.service").read_text("utf-8")
    told = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
    bounded = {"MemoryMax": "2G", "TasksMax": "256", "Restart": "on-failure", "StartLimitIntervalSec": "0"}
    closed = {"ProtectProc": "invisible", "ProcSubset": "pid", "PrivateMounts": "yes", "CapabilityBoundingSet": ""}
    assert told.items() >= (bounded | closed).items()
    assert float(told["RestartSec"]) > 0
    assert "SystemCallFilter=~@privileged @resources" in unit


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd")
def test_the_service_may_do_little_by_the_count_of_systemd() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=15", "docs/install/referee.service"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:]  # 1.5 at most, where 10 is no protection


def test_a_container_shows_the_program_the_addresses_of_its_devices() -> None:
    text = (ROOT / "docs" / "install" / "Containerfile").read_text("utf-8")
    assert re.search("^# podman run .*--network host ", text, re.M)  # else the whole room is one address


def test_a_container_is_built_from_a_checkout_alone_and_takes_nothing_of_a_club_with_it() -> None:
    text = (ROOT / "docs" / "install" / "Containerfile").read_text("utf-8")
    locks = re.findall(r"^ARG LOCK=(\S+)|LOCK=(\S+)$", text, re.M)
    assert {one or other for one, other in locks} == set(LOCKS)
    assert re.findall(r"^COPY (?!--from=build)(\S+)", text, re.M) == [".", "${LOCK}"]
    first, *let_in = (ROOT / ".dockerignore").read_text("utf-8").split()
    kept = {line.removeprefix("!") for line in let_in if line.startswith("!")}
    assert first == "*"
    assert not kept & {".git", ".venv", "instance", "dist"}
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["packages"], *wheel["force-include"], "pyproject.toml", "README.md", "LICENSE"} <= kept


def test_the_list_of_what_it_is_made_of_has_what_it_serves_of_others_with_licence_and_edge() -> None:
    bom = {
        "components": [],
        "metadata": {"component": {"bom-ref": "us"}},
        "dependencies": [{"ref": "us", "dependsOn": ["z"]}],
    }
    whole = json.loads(with_htmx(json.dumps(bom)))
    [htmx] = whole["components"]
    assert [made["content"] for made in htmx["hashes"]] == list(VENDORED.values())
    assert htmx["version"] == "2.0.11"
    assert (ROOT / "static" / "htmx.LICENSE").read_text("utf-8").startswith("Zero-Clause BSD")
    assert htmx["licenses"] == [{"license": {"id": "0BSD"}}]
    assert whole["dependencies"] == [{"ref": "us", "dependsOn": [htmx["bom-ref"], "z"]}, {"ref": htmx["bom-ref"]}]


def test_every_library_that_the_program_imports_is_named_by_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    wanted = [Requirement(line) for line in lines]
    named = {name for one in wanted for name in (one.name.lower(), *(f"{one.name}-{extra}" for extra in one.extras))}
    of = packages_distributions()
    imported: set[str] = set()
    for path in (ROOT / "referee").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {one.name.partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add(str(node.module).partition(".")[0])
    for top in imported - {"referee", "_typeshed", *sys.stdlib_module_names}:
        assert {re.sub(r"[-_.]+", "-", each.lower()) for each in of.get(top, [top])} & named, top


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="no Debian")
def test_a_debian_package_has_the_folder_a_command_and_an_entry_in_the_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyproject.toml", "LICENSE", "static", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    folder = tmp_path / "build" / "folder" / "referee"
    folder.mkdir(parents=True)
    (folder / "referee").write_text("#!/bin/sh\necho started\n")
    (folder / "referee").chmod(0o755)
    monkeypatch.setattr(deb, "ROOT", tmp_path)
    made = deb.build()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert made.name.startswith(f"referee_{version}_")
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "--extract", made, root], check=True)
    assert subprocess.check_output([root / "usr" / "bin" / "referee"], text=True) == "started\n"
    assert (root / "usr" / "share" / "applications" / "referee.desktop").exists()
    assert (root / "usr" / "share" / "doc" / "referee" / "copyright").read_bytes() == (ROOT / "LICENSE").read_bytes()
