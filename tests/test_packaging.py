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
    answer = subprocess.check_output([installed, "-I", "-c", ask], cwd=tmp_path, text=True).splitlines()
    assert Path(answer[0]).is_relative_to(installed.parents[1])
    assert answer[1] == "True True"


def test_the_installed_command_shows_its_help(installed, tmp_path):
    command = installed.parent / ("referee.exe" if os.name == "nt" else "referee")
    said = subprocess.check_output([command, "--help"], cwd=tmp_path, text=True, encoding="utf-8")
    assert "serve" in said


@pytest.mark.skipif(os.name == "nt", reason="the folder of the user is named by other variables")
def test_installed_the_tables_lie_in_the_users_folder_wherever_it_is_started_and_a_folder_there_wins(
    installed, tmp_path
):
    record = (ROOT / "tests" / "golden" / "tarot" / "three-bouts.deal").read_bytes()
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "LC_ALL": "C.UTF-8"}

    def referee(folder, *words, **more):
        folder.mkdir(exist_ok=True)
        (folder / "friday.deal").write_bytes(record)
        command = [installed, "-I", "-m", "referee.cli", *words]
        return subprocess.run(command, cwd=folder, env=env | more, capture_output=True, text=True)

    here, there = tmp_path / "here", tmp_path / "there"
    assert referee(here, "import", "friday.deal").returncode == 0
    assert referee(there, "verify").stdout == "ok\n"
    [kept] = tmp_path.rglob("referee.db")
    assert kept.is_relative_to(tmp_path if sys.platform == "darwin" else tmp_path / "data")
    (there / "instance").mkdir()
    kept.rename(there / "instance" / "referee.db")
    assert referee(here, "verify").returncode == 2
    assert referee(there, "verify").stdout == "ok\n"
    assert referee(here, "verify", REFEREE_DATABASE=str(there / "instance" / "referee.db")).stdout == "ok\n"
