"""The chain that shows tampering: each event carries a hash of itself and of the hash before it.

The hash of the last event, the head, stands for the whole stream. Written down elsewhere, on a sheet or in an export,
it proves what the log said then: somebody who changes the file can hash it again, but cannot change the paper.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

Row = tuple[int, str, int, str, str, str, str]
"""An event as it is stored: seq, key, part, kind, body, at, by."""

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not mistaken for each other when read aloud or copied by hand."""
CODE_LENGTH, SEAL_BYTES = 10, 32


def seal_of(values: Iterable[object]) -> bytes:
    """The SHA-256 of values, each with its length, so that the border between two cannot move."""
    texts = [str(value) for value in values]
    message = "".join([f"{len(text)}:{text}" for text in texts])
    if not message.isascii():  # lengths are counted in bytes, and a letter may have several
        message = "".join([f"{len(text.encode())}:{text}" for text in texts])
    return hashlib.sha256(message.encode()).digest()


def first_link(stream: str, kind: str, meta: str, created: str, by: str) -> bytes:
    """The hash that a stream's chain begins with; `meta` is the stored text."""
    return seal_of((stream, kind, meta, created, by))


def links(before: bytes, rows: Iterable[Row]) -> list[bytes]:
    """The hashes of successive events; `before` is the hash before the first."""
    seals = []
    for row in rows:
        before = seal_of((before.hex(), *row))
        seals.append(before)
    return seals


def code_of(seal: bytes) -> str:
    """A hash as ten letters, for paper: `k7m2p-9xq4r`. One in 800 million million is equal by chance."""
    number, letters = int.from_bytes(seal[:16], "big"), ""
    for _ in range(CODE_LENGTH):
        number, left = divmod(number, len(ID_LETTERS))
        letters += ID_LETTERS[left]
    return f"{letters[:5]}-{letters[5:]}"


def read_code(text: str) -> str:
    """A typed code, in the form of `code_of`; empty if it is no code."""
    letters = "".join(letter for letter in text.lower() if letter.isalnum())
    fits = len(letters) == CODE_LENGTH and all(letter in ID_LETTERS for letter in letters)
    return f"{letters[:5]}-{letters[5:]}" if fits else ""


def first_misfit(before: bytes, rows: Sequence[Row], seals: Sequence[bytes]) -> int | None:
    """The number of the first event with a wrong hash, None where all fit."""
    actual = links(before, rows)
    return next((row[0] for row, one, other in zip(rows, actual, seals, strict=True) if one != other), None)
