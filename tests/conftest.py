"""The set-up of every test, and the fixtures for pages: an application with one open store, visitors to it."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from types import MethodType
from typing import Any

import pytest
from coverage import Coverage
from flask import Flask
from hypothesis import settings
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from werkzeug.routing import Rule

from referee import create_app
from referee.sheets import press
from referee.store import Store
from tests.help.alternating import alternating
from tests.help.postgresql import NONE, Server, server
from tests.help.web import Visitor

# No deadline: a slow machine is no failure. The seed is printed, so that a failure can be repeated.
settings.register_profile("referee", deadline=None, print_blob=True)
settings.load_profile("referee")


def in_memory() -> Path | None:
    """A folder in memory for the tests' files, if there is one with enough room that may start programs."""
    place = Path("/dev/shm")
    if not place.is_dir() or shutil.disk_usage(place).free < 2**31 or os.statvfs(place).f_flag & os.ST_NOEXEC:
        return None
    return place


if "TMPDIR" not in os.environ and (MEMORY := in_memory()):
    # A store waits for the disk at every tap, on which no proof of a test depends.
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)

TRACING = Coverage.current()
TESTS = Path(__file__).parent
PROJECT = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
COVERED = PROJECT["tool"]["coverage"]["run"]["include"]
TRACED = {TESTS / path.split("/")[2] for path in COVERED} | {TESTS / "cli"}
"""The tests of the rule layers, which reach every branch of them.

Traced, the others would take several times as long, a search for seats six times; so would those marked `untraced`.
"""

STALE = pytest.StashKey[bool]()
"""Whether tests ran untraced since the last traced one."""


@contextmanager
def untraced(tracing: Coverage) -> Iterator[None]:
    """Trace nothing meanwhile."""
    tracing.stop()
    try:
        yield
    finally:
        tracing.start()


def load_rule_layers() -> None:
    """Import every module of the rule layers."""
    root = TESTS.parent
    for pattern in COVERED:
        place = root / pattern.removeprefix("*/").removesuffix("/*")
        for path in [place] if place.is_file() else place.rglob("*.py"):
            import_module(".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"))


def forget_answers() -> None:
    """Clear the caches of the program's functions: an answer cached while untraced must be computed again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("referee."):
            for one in list(vars(module).values()):
                if isinstance(one, _lru_cache_wrapper):
                    one.cache_clear()


def pytest_collection_finish() -> None:
    """Leave what is loaded out of garbage collection, which would take a tenth of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Trace what the rule layers do while they are loaded, and not what pytest does to read the tests."""
    if TRACING is None or not hasattr(session.config, "workerinput"):
        return (yield)
    load_rule_layers()
    session.config.stash[STALE] = True
    with untraced(TRACING):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if TRACING is None:
        return (yield)
    if TRACED.intersection(item.path.parents) and not item.get_closest_marker("untraced"):
        if item.config.stash.get(STALE, False):
            forget_answers()
        item.config.stash[STALE] = False
        return (yield)
    item.config.stash[STALE] = True
    with untraced(TRACING):
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def processes_untraced() -> None:
    """Trace no process that a test starts: it would take several times as long, and takes no branch of its own."""
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


class Compiled(FileSystemBytecodeCache):
    """Compiled templates, kept in memory and in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            self.codes[bucket.key, bucket.checksum] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key, bucket.checksum] = bucket.code
        super().dump_bytecode(bucket)


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile every template once for all applications of a run, and for the programs it starts."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "compiled"
    folder.mkdir(exist_ok=True)
    os.environ["REFEREE_COMPILED"] = str(folder)
    Flask.jinja_options = {"bytecode_cache": Compiled(folder)}


@pytest.fixture(scope="session", autouse=True)
def compiled_routes() -> Iterator[None]:
    """Compile the address of each route once, too."""
    compiled: dict[tuple[Any, ...], dict[str, Any]] = {}
    compile_ = Rule.compile

    def compiled_once(rule: Rule) -> None:
        known = (rule.rule, rule.subdomain, rule.host, rule.merge_slashes, repr(rule.defaults), *sorted(rule.arguments))
        if known not in compiled:
            compile_(rule)
            names = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")
            compiled[known] = {name: vars(rule)[name] for name in names}
        else:
            vars(rule).update(compiled[known])
            rule._build, rule._build_unknown = (
                MethodType(of_first.__func__, rule) for of_first in (rule._build, rule._build_unknown)
            )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compiled_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def lasting_presses() -> None:
    """The presses stay ready until the end of the tests. To start one takes as long as to print several sheets."""
    press.IDLE = 3600


@pytest.fixture(autouse=True)
def brief(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the search of endings short outside its own tests: what takes long about a foul is not computed."""
    if TESTS / "endings" not in request.path.parents:
        monkeypatch.setattr("referee.endings.damage.NODES", 2_000)


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store without entries. To make its tables takes as long as to make an application."""
    path = tmp_path_factory.mktemp("empty") / "referee.db"
    Store.open(path).close()
    return path


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest, empty_store: Path) -> Iterator[Flask]:
    config = {"DATABASE": str(tmp_path / "referee.db"), "DRAW_SECONDS": 0.02, "RECKON_SECONDS": 60}
    if "REFEREE_TEST_TWO" in os.environ:  # every page by two processes in turn
        address = request.getfixturevalue("postgresql").address()
        yield from alternating(config | {"DATABASE": address, "SECRET_KEY": "x"})
        return
    shutil.copy(empty_store, config["DATABASE"])
    made = create_app(config)
    yield made
    made.extensions["tables"].store.close()


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    return Visitor(app)


@pytest.fixture
def other(app: Flask) -> Visitor:
    """A second device."""
    return Visitor(app)


@pytest.fixture
def far(app: Flask) -> Callable[..., Visitor]:
    """Devices elsewhere in the room, each with its own address; `visitor` and `other` are at the computer."""
    count = iter(range(2, 250))
    return lambda language="en": Visitor(app, language, f"192.168.1.{next(count)}")


@pytest.fixture
def speaking(app: Flask) -> Callable[[str], Visitor]:
    """A visitor whose browser asks for this language."""
    return lambda language: Visitor(app, language)


@pytest.fixture(scope="session")
def one_server() -> Iterator[Server | None]:
    with server() as found:
        yield found


@pytest.fixture
def postgresql(one_server: Server | None) -> Server:
    """A PostgreSQL server; a test that needs one is skipped where there is none."""
    return one_server or pytest.skip(NONE)
