"""The secrets of boards, kept beside the database and never in it: no page, export or copy of it can show a hand.

They are in a private folder (0700), a file for each round (0600) with the seal, and the hands where they were typed.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from referee.boards import SEAL_BYTES
from referee.words.text import RefereeError, T


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of a round's boards: the seal, and the text of the hands where they were typed."""

    seal: bytes
    hands: str = ""


class Seals:
    """The secrets in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, hands: str = "") -> Secret:
        """A new random secret."""
        return Secret(secrets.token_bytes(SEAL_BYTES), hands)

    def keep(self, event: str, number: int, secret: Secret) -> None:
        """Write a round's secret to the disk, in place of the one before."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = self._file(event, number).with_suffix(".part")
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as target:
            json.dump({"seal": secret.seal.hex(), "hands": secret.hands}, target)
            target.flush()
            os.fsync(target.fileno())
        part.replace(self._file(event, number))

    def get(self, event: str, number: int) -> Secret:
        """A round's secret. Raises RefereeError where it is on another computer, or lost."""
        try:
            kept = json.loads(self._file(event, number).read_text(encoding="utf-8"))
            return Secret(bytes.fromhex(kept["seal"]), kept["hands"])
        except (OSError, ValueError, KeyError, TypeError):
            text = T("the seal of the boards of round {number} is not on this computer", number=number)
            raise RefereeError(text) from None

    def _file(self, event: str, number: int) -> Path:
        return self.folder / f"{event}-{number}.seal"
