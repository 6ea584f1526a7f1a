"""The names of dated backups, and how old ones are removed; `sqlite/backup.py` makes, checks and restores them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path


def path_at(path: Path, now: datetime) -> Path:
    """The path of a backup made at `now`: `referee.db-20260704T193000Z.backup`, in UTC."""
    return path.with_name(f"{path.name}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.backup")


def drop_dated(path: Path, newest: Path, keep: int) -> list[Path]:
    """Remove and return the dated backups of `path` but `newest` and the last `keep` - 1 others. Raises OSError."""
    name = re.compile(re.escape(path.name) + r"-[0-9]{8}T[0-9]{6}Z\.backup")
    others = sorted(one for one in path.parent.iterdir() if name.fullmatch(one.name) and one != newest)
    older = others[: max(len(others) - keep + 1, 0)]
    for one in older:
        one.unlink()
    return older
