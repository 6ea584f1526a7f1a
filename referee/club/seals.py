"""The secrets of boards, kept beside the database and never in it: no page, export or copy of it can show a hand.

They are in a private folder (0700), a file for each seal (0600), which also has the hands where they were typed. A file
is named by the seal's hash and stays: the log says which one holds, whatever happened between the two.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from referee.boards import SEAL_BYTES, hash_of
from referee.store.sqlite.backup import sync
from referee.words.text import RefereeError, T


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of a round's boards: the seal, and the text of the hands where they were typed."""

    seal: bytes
    hands: str = ""

    @property
    def hash(self) -> str:
        """What is published of it before the boards are played."""
        return hash_of(self.seal, self.hands)


class Seals:
    """The secrets in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, hands: str = "") -> Secret:
        """A new random secret."""
        return Secret(secrets.token_bytes(SEAL_BYTES), hands)

    def keep(self, event: str, number: int, secret: Secret) -> None:
        """Write a round's secret to the disk, beside those before."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._file(event, number, secret.hash)
        part = file.with_suffix(".part")
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as target:
            json.dump({"seal": secret.seal.hex(), "hands": secret.hands}, target)
            target.flush()
            os.fsync(target.fileno())
        part.replace(file)
        sync(self.folder)

    def get(self, event: str, number: int, hash_: str) -> Secret:
        """The secret of a round with this hash. Raises RefereeError where it is on another computer, or lost."""
        file = self._file(event, number, hash_)
        if not file.exists():  # earlier versions kept one seal of each round
            file = self.folder / f"{event}-{number}.seal"
        try:
            secret = json.loads(file.read_text(encoding="utf-8"))
            return Secret(bytes.fromhex(secret["seal"]), secret["hands"])
        except (OSError, ValueError, KeyError, TypeError):
            text = T("the seal of the boards of round {number} is not on this computer", number=number)
            raise RefereeError(text) from None

    def _file(self, event: str, number: int, hash_: str) -> Path:
        return self.folder / f"{event}-{number}-{hash_}.seal"
