"""Decks of DOUBLE, which say what two motifs share a card: their files, their option in a record, their checks.

A deck is read from TOML: its name, the number of lots of 27 cards, the ranks from the lowest to the highest, and 27
rows of two motifs. In a record it is one word, so that the record needs no file beside it:
`option deck=NAME:SA/D2,HA/S2,…`, with the options `lots` and `ace` for the rest.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from referee.rules import Deck, Slip, T, Text

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks the source gives, lowest first; the ace stands above or below them."""
FOOL, POPE = "FOOL", "POPE"
SPECIALS = (FOOL, POPE)
MOTIFS = (*(suit + rank for suit in SUITS for rank in (*RANKS, "A")), *SPECIALS)
CARDS = len(MOTIFS) // 2
"""Cards in a lot."""

OPTION, DEFAULT, UNKNOWN = "deck", "default", "none"
INLINE = ".*/.*"
"""The pattern of an option value that holds a whole deck."""

Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A deck of DOUBLE: 27 rows of two motifs, or no rows if nobody knows them; `ace`: high or low."""

    name: str
    rows: Rows
    lots: int = 2
    ace: str = "high"

    @property
    def word(self) -> str:
        """The value of the option `deck` that carries it."""
        if not self.rows:
            return UNKNOWN
        rows = ",".join("/".join(row) for row in self.rows)
        return f"{self.name}:{rows}" if self.name else rows

    @property
    def title(self) -> Text:
        """The name a person reads."""
        return T("{name}", name=self.name) if self.name else T("a deck of your own")

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options under which a table plays with it."""
        return (OPTION, self.word), ("lots", str(self.lots)), ("ace", self.ace)

    def toml(self) -> str:
        """The deck as the text of a TOML file."""
        name = self.name.replace("\\", "\\\\").replace('"', '\\"')
        ranks = ("A", *RANKS) if self.ace == "low" else (*RANKS, "A")
        rows = "".join(f'  ["{one}", "{other}"],\n' for one, other in self.rows)
        listed = ", ".join(f'"{rank}"' for rank in ranks)
        return f'name = "{name}"\nlots = {self.lots}\nrank_order = [{listed}]\ncards = [\n{rows}]\n'

    def deck(self, lots: int) -> Deck:
        """The cards of so many lots, copies side by side."""
        if not self.rows:
            return Unpaired([motif for motif in MOTIFS for _ in range(lots)])
        return Deck([row for row in self.rows for _ in range(lots)])


class Unpaired(Deck):
    """A deck of which nobody knows the other sides: it names cards, but proves nothing."""

    def __contains__(self, code: object) -> bool:
        return isinstance(code, str) and all(super(Unpaired, self).__contains__(face) for face in code.split("/"))

    def mask(self, code: str) -> int:
        bits = 0
        for face in code.split("/"):
            bits |= super().mask(face)
        return bits


def make(name: str, rows: Sequence[Sequence[str]], options: Mapping[str, str]) -> Pairing:
    """Make a deck of these rows, with the options `lots` and `ace`; raises Slip as `deck_rows` and `read` do."""
    lots, ace = (1 if options.get("lots") == "1" else 2), ("low" if options.get("ace") == "low" else "high")
    return read(Pairing(name, deck_rows(rows), lots, ace).toml())


def remaining(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The motifs that stand on no row yet, in order."""
    used = {motif for row in rows for motif in row}
    return tuple(motif for motif in MOTIFS if motif not in used)


def fault(rows: Sequence[Sequence[str]]) -> Text | None:
    """What is wrong with the last of these rows, named by its number; None if it may stand."""
    number, row = len(rows), rows[-1]
    if len(row) != 2:
        return T("row {row}: {found} motifs, expected two", row=number, found=len(row))
    for motif in row:
        if motif not in MOTIFS:
            return T("row {row}: there is no motif “{found}”", row=number, found=motif)
        before = next((at for at, other in enumerate(rows[:-1], 1) if motif in other), None)
        if before is not None:
            return T("row {row}: {found} stands on row {before} already", row=number, found=motif, before=before)
    one, other = row
    if one in SPECIALS and other in SPECIALS:
        return T("row {row}: the Fool and the Pope cannot share a card", row=number)
    if one[0] == other[0]:
        return T("row {row}: {one} and {other} are of the same suit", row=number, one=one, other=other)
    if one[1:] == other[1:]:
        return T("row {row}: {one} and {other} are of the same rank", row=number, one=one, other=other)
    return None


def deck_rows(rows: Sequence[Sequence[str]]) -> Rows:
    """The rows of a whole deck; raises Slip naming the first row that is wrong, or what is missing."""
    for number in range(1, len(rows) + 1):
        wrong = fault(rows[:number])
        if wrong is not None:
            raise Slip(wrong, row=number)
    missing = remaining(rows)
    if missing:
        raise Slip(
            T("{found} rows, expected {expected}: {missing} stand on none",
              found=len(rows), expected=CARDS, missing=missing),
            missing=missing,
        )  # fmt: skip
    return tuple((one, other) for one, other in rows)


def read(text: str) -> Pairing:
    """Read a deck from the text of a TOML file; raises Slip if it is no deck."""
    try:
        document = tomllib.loads(text)
        repr(document)  # a number of 5000 digits can be read, but not printed
    except tomllib.TOMLDecodeError as error:
        raise Slip(T("this is no deck file: {found}", found=str(error))) from None
    except (RecursionError, ValueError):
        raise Slip(T("this is no deck file: it cannot be read as TOML")) from None
    expected = ("name", "lots", "rank_order", "cards")
    unknown = next((key for key in document if key not in expected), None)
    if unknown is not None:
        raise Slip(T("“{found}” in a deck file: expected {expected}", found=unknown, expected=expected), found=unknown)
    name, lots, cards = document.get("name", ""), document.get("lots", 2), document.get("cards")
    if not isinstance(name, str) or ":" in name or not name.isprintable():
        raise Slip(T("name = {found}: expected a name without a colon", found=repr(name)), found=name)
    if lots not in (1, 2) or isinstance(lots, bool):
        raise Slip(T("lots = {found}: expected 1 or 2", found=repr(lots)), found=lots)
    if not isinstance(cards, list):
        raise Slip(T("a deck file needs cards = [[…, …], …], {expected} rows of two motifs", expected=CARDS))
    for number, row in enumerate(cards, 1):
        if not isinstance(row, list) or not all(isinstance(motif, str) for motif in row):
            raise Slip(T("row {row}: {found}, expected two motifs", row=number, found=repr(row)), row=number)
    return Pairing(name, deck_rows(cards), int(lots), _ace(document.get("rank_order", [*RANKS, "A"])))


def _ace(ranks: Any) -> str:
    if ranks == [*RANKS, "A"]:
        return "high"
    if ranks == ["A", *RANKS]:
        return "low"
    raise Slip(T("rank_order = {found}: expected 2 to K, A before or after them", found=repr(ranks)), found=ranks)


def pairing(word: str) -> Pairing:
    """The deck an option names or holds; raises Slip for rows that are no deck."""
    if word == UNKNOWN:
        return Pairing("", ())
    if word == DEFAULT:
        return default()
    name, _, rows = word.rpartition(":")
    return Pairing(name.strip(), deck_rows([row.split("/") for row in re.split(r"[,\s]+", rows.strip(", "))]))


def remarks(word: str) -> tuple[Text, ...]:
    """What everybody must know of the deck of this option, and whether it can prove a foul."""
    if word == UNKNOWN:
        return (T("Which motifs share a card is not known: scores and winners count, no foul can be proved."),)
    if word == DEFAULT:
        return (
            T(
                "The motifs are paired as the program pairs them, not as on the published cards: for those, make a "
                "deck under the house rules of a new table."
            ),
        )
    return (T("Deck: {name}", name=pairing(word).title),)


@cache
def default() -> Pairing:
    """The deck that comes with the program, which is not the published pairing."""
    return read(files(__package__).joinpath("decks", "default.toml").read_text(encoding="utf-8"))
