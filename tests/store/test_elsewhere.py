"""Windows and macOS, as far as their branches can be taken on another system. Nothing here has run on either of them."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from referee.server import serve
from referee.store import StoreLocked
from referee.store.sqlite import backup, connections, lock


class Msvcrt(ModuleType):
    """What of Windows' own module the lock uses: a byte is locked for one opened file at a time."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked: dict[tuple[str, int], int] = {}

    def locking(self, file: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        spot = (str(Path(f"/proc/self/fd/{file}").readlink()), os.lseek(file, 0, os.SEEK_CUR))
        holder = self.locked.get(spot)
        if holder is not None and holder != file and Path(f"/proc/self/fd/{holder}").exists():
            raise PermissionError(13, "Permission denied")
        self.locked[spot] = file


@pytest.fixture
def windows_lock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the lock as Windows would load it."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt())
    spec = importlib.util.spec_from_file_location("windows_lock", str(lock.__file__))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_on_windows_a_store_is_locked_by_a_byte_far_behind_the_process_id(windows_lock: Any, tmp_path: Path) -> None:
    first = windows_lock.Lock(tmp_path / "referee.db", make=True)
    with pytest.raises(StoreLocked) as refused:
        windows_lock.Lock(tmp_path / "referee.db", make=True)
    assert refused.value.holder == os.getpid()
    first.release()
    windows_lock.Lock(tmp_path / "referee.db", make=True).release()


def test_on_windows_the_names_in_a_folder_need_no_sync_and_cannot_have_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(backup, "os", SimpleNamespace(name="nt"))
    backup.sync(tmp_path)  # no `open` there is: it must not be asked for


def test_without_a_signal_for_a_closed_terminal_nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGHUP")
    assert serve._terminal_signal() is None
    serve._end_with_the_terminal(None)


def test_on_macos_a_commit_asks_the_drive_itself_to_write(tmp_path: Path) -> None:
    db = connections.connect_writer(tmp_path / "referee.db")
    assert [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("fullfsync", "checkpoint_fullfsync")] == [1, 1]
    db.close()
