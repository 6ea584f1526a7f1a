"""dev.py and .ci/run: what they would run, without running it."""

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dev

ROOT = Path(dev.__file__).parent


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """The commands dev.py would run in a project at tmp_path; each succeeds."""
    made = []
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "call", lambda command: made.append(command) or 0)
    monkeypatch.setattr(dev, "quiet", lambda command: made.append(command) or True)
    monkeypatch.setattr(dev, "works", lambda python: bool(made))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("one", encoding="utf-8")
    (tmp_path / ".venv").mkdir()
    return made


@pytest.fixture
def debian(monkeypatch, calls):
    """A Debian without any of the packages; `.root` and `.sudo` are for the test to set."""

    class Machine:
        root = True
        sudo = True

    def quiet(command):
        calls.append(command)
        return command[0] != "sudo" or Machine.sudo

    monkeypatch.setattr(dev, "quiet", quiet)
    monkeypatch.setattr(dev, "is_installed", lambda package: False)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0 if Machine.root else 1000, raising=False)
    return Machine


def test_without_a_command_it_says_what_there_is(capsys):
    assert dev.main([]) == 2
    said = capsys.readouterr().out
    for command in ("run", "test", "lint", "bench", "soak", "laws", "map", "lock", "sbom"):
        assert f"python3 dev.py {command}" in said


def test_an_unknown_command_fails_and_help_does_not(capsys):
    assert dev.main(["tset"]) == 2
    assert dev.main(["--help"]) == 0


def test_a_python_too_old_is_told_so(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 14))
    with pytest.raises(SystemExit, match=r"Python 3\.11 or newer"):
        dev.main(["test"])


def test_a_fresh_checkout_gets_its_environment_and_the_project_in_it(calls, tmp_path):
    python = dev.environment(tmp_path / ".venv", ["test"])
    venv, install = calls
    assert venv[1:5] == ["-m", "venv", "--clear", "--without-pip"]
    assert install[-2:] == ["--editable", ".[test]"]
    assert python.startswith(str(tmp_path / ".venv"))


def test_it_installs_again_only_when_the_project_file_changed(calls, tmp_path):
    dev.environment(tmp_path / ".venv", ["test"])
    calls[:] = [["only installs from here"]]
    dev.environment(tmp_path / ".venv", ["test"])
    assert len(calls) == 1
    (tmp_path / "pyproject.toml").write_text("two", encoding="utf-8")
    dev.environment(tmp_path / ".venv", ["test"])
    assert calls[1][-1] == ".[test]"


def test_a_further_extra_is_added_to_those_installed(calls, tmp_path):
    dev.environment(tmp_path / ".venv", ["test"])
    calls[:] = [["only installs from here"]]
    dev.environment(tmp_path / ".venv", ["lint"])
    dev.environment(tmp_path / ".venv", ["test", "lint"])
    assert [call[-1] for call in calls[1:]] == [".[lint,test]"]


def test_a_failed_install_is_tried_again_the_next_time(calls, tmp_path, monkeypatch):
    calls.append(["the environment is there"])
    monkeypatch.setattr(dev, "call", lambda command: 1)
    for _ in range(2):
        with pytest.raises(SystemExit, match="needs the network"):
            dev.environment(tmp_path / ".venv", ["test"])


def test_an_environment_left_behind_by_a_removed_python_does_not_work(tmp_path):
    gone = tmp_path / "python"
    gone.symlink_to(tmp_path / "removed")
    assert not dev.works(gone)
    assert dev.works(Path(sys.executable))


@pytest.mark.parametrize(("version", "outer"), [("pip 23.0.1 from", True), ("pip 22.2 from", False), ("", False)])
def test_the_pip_at_hand_is_used_if_it_can_install_elsewhere(monkeypatch, version, outer):
    def run(command, **_):
        return subprocess.CompletedProcess(command, 0, stdout=version)

    monkeypatch.setattr(subprocess, "run", run)
    python = Path("/project/.venv/bin/python")
    theirs = [sys.executable, "-m", "pip", "--python", str(python)]
    assert dev.pip_for(python) == (theirs if outer else [str(python), "-m", "pip"])


def test_without_any_pip_it_says_what_to_install(monkeypatch):
    def run(command, **_):
        return subprocess.CompletedProcess(command, 1, stdout="")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(SystemExit, match="apt-get install python3-pip"):
        dev.pip_for(Path("/project/.venv/bin/python"))


def test_root_installs_what_is_missing_after_an_update(debian, calls):
    dev.system_packages(["one", "two"], "tests")
    update, install = calls
    assert update[-1] == "update"
    assert install[-2:] == ["one", "two"]
    assert "sudo" not in update + install


def test_a_sudo_that_asks_no_password_is_used(debian, calls):
    debian.root = False
    dev.system_packages(["one"], "tests")
    assert all(command[:2] == ["sudo", "-n"] for command in calls)
    assert calls[-1][-1] == "one"


def test_without_rights_it_prints_the_line_to_type_and_goes_on(debian, calls, capsys):
    debian.root = debian.sudo = False
    dev.system_packages(["one"], "browser tests")
    assert "sudo apt-get install --yes --no-install-recommends one" in capsys.readouterr().out
    assert not [command for command in calls if "apt-get" in command]


def test_nothing_is_done_about_packages_that_are_there(debian, calls, monkeypatch):
    monkeypatch.setattr(dev, "is_installed", lambda package: True)
    dev.system_packages(["one"], "tests")
    assert calls == []


@pytest.mark.skipif(os.name == "nt", reason="replaces the process, which Windows does not do")
@pytest.mark.parametrize(
    ("options", "hosts"),
    [([], ["0.0.0.0"]), (["--host", "127.0.0.1"], ["127.0.0.1"]), (["--host=::1", "--port=1"], [])],
)
def test_the_program_starts_open_to_tablets_unless_told_otherwise(debian, calls, monkeypatch, options, hosts):
    started = []
    monkeypatch.setattr(os, "execv", lambda path, command: started.extend(command))
    dev.run(options)
    assert started[1:6] == ["-m", "referee.cli", "serve", "--database", "instance/referee.db"]
    assert [after for word, after in itertools.pairwise(started) if word == "--host"] == hosts
    assert started[len(started) - len(options) :] == options


def test_arguments_of_test_are_pytests(debian, calls, capsys):
    dev.test(["-k", "excuse"])
    assert calls[-1][1:] == ["-m", "pytest", "-k", "excuse"]


def test_the_fast_tests_leave_out_folders_and_files_that_there_are(calls):
    dev.test(["fast"])
    left_out = [word.removeprefix("--ignore=") for word in calls[-1] if word.startswith("--ignore=")]
    assert left_out
    assert [path for path in left_out if not (ROOT / path).exists()] == []


def test_what_is_compiled_is_kept(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in dev.clean_environment()


@pytest.mark.parametrize(("command", "module"), [("laws", "tools.laws"), ("map", "tools.map")])
def test_what_is_made_of_the_sources_is_made_by_a_command(calls, command, module):
    dev.main([command])
    assert calls[-1][1:] == ["-m", module]


def test_the_texts_of_a_new_language_are_gathered_beside_those_that_there_are(calls, tmp_path):
    folder = tmp_path / "referee" / "words" / "translations"
    folder.mkdir(parents=True)
    (folder / "fr.po").touch()
    dev.main(["messages", "nl"])
    made = [(call[3], call[call.index("-l") + 1]) for call in calls if "-l" in call]
    assert made == [("init", "nl"), ("update", "fr")]


def test_a_benchmark_that_compares_with_others_has_an_environment_of_its_own(calls, tmp_path):
    bench = tmp_path / "tests" / "bench"
    bench.mkdir(parents=True)
    (tmp_path / ".venv-bench").mkdir()
    (bench / "alone.py").write_text("def run():\n    return []\n", encoding="utf-8")
    (bench / "beside.py").write_text("def run():\n    import rlcard\n    return []\n", encoding="utf-8")
    (bench / "helper.py").write_text("import rlcard\n", encoding="utf-8")
    assert dev.bench([]) == 0
    measured = [(Path(call[0]).parents[1].name, call[-1]) for call in calls if call[1] == "-c"]
    assert measured == [(".venv", "alone"), (".venv-bench", "beside")]


def test_what_a_bench_said_beside_its_goal_takes_the_place_of_what_it_said_before(tmp_path):
    page = tmp_path / "performance.md"
    page.write_text("# Fast\n\n<!-- made: bench -->\n<!-- end -->\nOpen.\n", encoding="utf-8")
    dev.tell_goals(
        page, ["tap\ta tap: 2.5 ms, goal ≤ 1 ms: missed, 2.50 times", "judge\ta card: 5 µs, goal ≤ 7 µs: met"]
    )
    dev.tell_goals(page, ["tap\tof no goal: 3", "tap\ta tap: 0.9 ms, goal ≤ 1 ms: met"])
    assert page.read_text(encoding="utf-8").splitlines() == [
        "# Fast",
        "",
        "<!-- made: bench -->",
        "| bench | what | found | goal | |",
        "|---|---|---|---|---|",
        "| judge | a card | 5 µs | ≤ 7 µs | met |",
        "| tap | a tap | 0.9 ms | ≤ 1 ms | met |",
        "<!-- end -->",
        "Open.",
    ]


def test_an_unknown_benchmark_is_refused_with_those_there_are(calls, tmp_path):
    bench = tmp_path / "tests" / "bench"
    bench.mkdir(parents=True)
    (bench / "judge.py").touch()
    with pytest.raises(SystemExit, match="There are: judge"):
        dev.bench(["jugde"])


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
@pytest.mark.parametrize(("lint", "test", "passes"), [(0, 0, True), (1, 0, False), (0, 1, False), (0, 5, False)])
def test_ci_fails_if_a_checker_or_a_test_fails_or_no_test_ran(tmp_path, lint, test, passes):
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    (tmp_path / "dev.py").write_text(
        f"import sys; print(sys.argv[1]); sys.exit({{'lint': {lint}, 'test': {test}}}[sys.argv[1]])",
        encoding="utf-8",
    )
    done = subprocess.run(["bash", tmp_path / ".ci" / "run"], capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert (said[0], said[-1]) == ("lint", "test")
    assert (done.returncode == 0) == passes


def test_coverage_without_other_processes_goes_on_after_a_test_that_is_not_traced(tmp_path):
    """As CONTRIBUTING shows it for one game."""
    command = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-p", "no:cacheprovider"]
    some = ["tests/boards/test_seal.py", "tests/words/test_numbers.py", "-k", "lots or sign"]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COVERAGE_"))}
    done = subprocess.run(
        [*command, *some], cwd=ROOT, env={**env, "COVERAGE_FILE": str(tmp_path / "found")}, capture_output=True
    )
    assert done.returncode == 0, done.stdout.decode()
    assert list(tmp_path.iterdir())
