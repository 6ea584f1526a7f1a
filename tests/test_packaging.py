"""The wheel holds what the program needs, and works where it is installed."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOMES = {"referee": "referee", "templates": "referee/_templates", "static": "referee/_static"}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [built] = folder.glob("referee-*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """The Python of a fresh environment with the wheel, our dependencies visible behind it."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    quietly = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "install", *quietly, str(wheel)], check=True, capture_output=True)
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.check_output([python, "-c", ask], text=True).strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python


def needed_files():
    """Each file of the program as (where it is here, where it belongs in the wheel)."""
    for here, there in HOMES.items():
        for path in sorted((ROOT / here).rglob("*")):
            inside = path.relative_to(ROOT / here)
            if path.is_file() and "__pycache__" not in inside.parts and inside.name != ".gitkeep":
                yield path, f"{there}/{inside.as_posix()}"


def test_every_file_of_the_program_is_in_the_wheel_unchanged(wheel):
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
        needed = dict(needed_files())
        missing = [name for name in needed.values() if name not in there]
        changed = [n for p, n in needed.items() if n in there and archive.read(n) != p.read_bytes()]
    assert (missing, changed) == ([], [])


def test_nothing_else_is_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        strangers = [n for n in archive.namelist() if not n.startswith("referee/") and ".dist-info/" not in n]
        assert strangers == []


def test_the_wheel_names_its_licence(wheel):
    with zipfile.ZipFile(wheel) as archive:
        [licence] = [name for name in archive.namelist() if name.endswith("/LICENSE")]
        assert archive.read(licence) == (ROOT / "LICENSE").read_bytes()


def test_the_installed_program_comes_from_the_wheel_and_finds_its_files(installed, tmp_path):
    ask = (
        "import pathlib, referee; home = pathlib.Path(referee.__file__).parent;"
        "print(home); print((home / '_templates').is_dir(), (home / '_static').is_dir())"
    )
    answer = subprocess.check_output([installed, "-c", ask], cwd=tmp_path, text=True).splitlines()
    assert Path(answer[0]).is_relative_to(installed.parents[1])
    assert answer[1] == "True True"


def test_the_installed_command_shows_its_help(installed, tmp_path):
    command = installed.parent / ("referee.exe" if os.name == "nt" else "referee")
    said = subprocess.check_output([command, "--help"], cwd=tmp_path, text=True, encoding="utf-8")
    assert "serve" in said
