"""The seal: a secret of 32 bytes from which anybody can deal the same boards once it is told.

Other programs rely on the algorithm (`docs/boards.md`): it never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from referee.words.text import Slip, T

SEAL_BYTES = 32
WORDS = 1 << 32
"""The number of values of a 32-bit word."""

Item = TypeVar("Item")


def read_seal(text: str) -> bytes:
    """A seal from its 64 hexadecimal digits, with or without blanks; raises Slip for anything else."""
    digits = "".join(text.split()).lower()
    if len(digits) != 2 * SEAL_BYTES or set(digits) - set("0123456789abcdef"):
        raise Slip(T("a seal has 64 digits, 0 to 9 and a to f: here stand {found}", found=len(digits)), part="seal")
    return bytes.fromhex(digits)


def hash_of(seal: bytes, hands: str = "") -> str:
    """The SHA-256 that commits to a seal without telling it; with `hands`, of the seal followed by their text."""
    return sha256(seal + hands.encode()).hexdigest()


def numbers(seal: bytes, board: int) -> Iterator[int]:
    """The 32-bit numbers that shuffle a board: eight from each SHA-256 of the text `SEAL BOARD COUNTER`.

    The seal is in small hexadecimal digits, the counter begins at 0.
    """
    counter = 0
    while True:
        block = sha256(f"{seal.hex()} {board} {counter}".encode()).digest()
        yield from (int.from_bytes(block[at : at + 4]) for at in range(0, len(block), 4))
        counter += 1


def shuffle(cards: Sequence[Item], seal: bytes, board: int) -> tuple[Item, ...]:
    """The cards as this seal shuffles them for a board: Fisher–Yates from the last place to the second.

    Numbers that would favour the low places are skipped.
    """
    pack, source = list(cards), numbers(seal, board)
    for last in range(len(pack) - 1, 0, -1):
        places = last + 1
        number = next(n for n in source if n < WORDS - WORDS % places)
        at = number % places
        pack[last], pack[at] = pack[at], pack[last]
    return tuple(pack)


def check_seal(seal: bytes, expected: str, hands: str = "") -> None:
    """Raise Slip where a seal does not have the hash `expected`."""
    actual = hash_of(seal, hands)
    if actual != "".join(expected.split()).lower():
        text = T("this seal does not fit: its hash begins with {found}, shown before was {told}",
                 found=actual[:12], told=expected[:12])  # fmt: skip
        raise Slip(text, part="seal")
