"""Deals of prepared boards for the tests, by hand or by the generator; the record does not contain the hands."""

from __future__ import annotations

from random import Random

from referee.boards import Board, Finding, Form, deal_boards, form_of, watch
from referee.record.facts import HandOpened
from referee.record.text import Header, Record, read
from referee.table.table import Table, fold_record
from tests.oracle.tarot_deals import NAMES, Dealt, Style
from tests.oracle.tarot_deals import deal as tarot_deal

SEAL = bytes(range(32))


def form(seats: int = 4, game: str = "tarot") -> Form:
    """The form of a board for this many seats."""
    return form_of(Header(game, NAMES[:seats]))


def boards(seats: int = 4, count: int = 6) -> tuple[Board, ...]:
    """The boards of the tests' seal."""
    return deal_boards(form(seats), SEAL, range(1, count + 1))


def generated(seed: int, seats: int, plant: str | None = None) -> tuple[Dealt, Table, Board]:
    """A generated deal, its table without hands, and the board it was dealt from."""
    rng, made = Random(seed), None
    while made is None or made.void:
        made = tarot_deal(rng, seats, Style(open_hands=1.0, known_discard=1.0), plant)
    record = read(made.text)
    hands = {entry.fact.seat: entry.fact.cards for entry in record.entries if isinstance(entry.fact, HandOpened)}
    board = form(seats).complete(1, [hands[name] for name in NAMES[:seats]])
    return made, without_hands(record), board


def without_hands(record: Record) -> Table:
    """The table of a record without its `hand` lines; the other facts keep their lines."""
    kept = tuple(entry for entry in record.entries if not isinstance(entry.fact, HandOpened))
    return fold_record(Record(record.header, kept))


def found(table: Table, board: Board, others: tuple[Board, ...] = ()) -> tuple[Finding, ...]:
    """The findings of the sealed hands in a table's first deal."""
    return watch(form(len(table.seats)), table, 1, board, others)
