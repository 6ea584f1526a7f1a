"""The chain that shows tampering: each event carries a hash of the one before it and of itself.

The hash of the last event, the head, stands for the whole stream. Written down elsewhere, on a sheet or in an export,
it proves what the log said then; who changes the file can seal it anew, but not the paper.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

Row = tuple[int, str, int, str, str, str, str]
"""An event as it lies in the file: seq, key, part, kind, body, at, by."""

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not taken for one another when read aloud or copied by hand."""
CODE_LENGTH = 10


def seal_of(values: Iterable[object]) -> bytes:
    """The SHA-256 of some values, each with its length, so that none can pass into the next."""
    texts = [str(value) for value in values]
    told = "".join([f"{len(text)}:{text}" for text in texts])
    if not told.isascii():  # a letter may have several bytes, and these are counted
        told = "".join([f"{len(text.encode())}:{text}" for text in texts])
    return hashlib.sha256(told.encode()).digest()


def first_link(stream: str, kind: str, meta: str, created: str, by: str) -> bytes:
    """What a stream's chain begins with; `meta` as the text that is stored."""
    return seal_of((stream, kind, meta, created, by))


def links(before: bytes, rows: Iterable[Row]) -> list[bytes]:
    """The hashes of events that follow one another, the first after `before`."""
    made = []
    for row in rows:
        before = seal_of((before.hex(), *row))
        made.append(before)
    return made


def code_of(seal: bytes) -> str:
    """A hash in ten letters, for paper: `k7m2p-9xq4r`. One in 800 million million is alike by chance."""
    number, letters = int.from_bytes(seal[:16], "big"), ""
    for _ in range(CODE_LENGTH):
        number, left = divmod(number, len(ID_LETTERS))
        letters += ID_LETTERS[left]
    return f"{letters[:5]}-{letters[5:]}"


def read_code(text: str) -> str:
    """A code as `code_of` writes it, however it was typed; empty for what is none."""
    letters = "".join(letter for letter in text.lower() if letter.isalnum())
    fits = len(letters) == CODE_LENGTH and all(letter in ID_LETTERS for letter in letters)
    return f"{letters[:5]}-{letters[5:]}" if fits else ""


def first_misfit(before: bytes, rows: Sequence[Row], seals: Sequence[bytes]) -> int | None:
    """The number of the first event whose hash is not its own, None where all fit."""
    made = links(before, rows)
    return next((row[0] for row, one, other in zip(rows, made, seals, strict=True) if one != other), None)
