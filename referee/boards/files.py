"""Read and write the hands of boards: a record with `hand` lines, or CSV with a row for each hand.

A record of boards has for each board a line `deal DEALER board=N`, a `hand` line for each seat, and `void`, so that it
is a valid record.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from referee.boards.board import Board, Form
from referee.record.facts import Dealt, HandOpened, Voided
from referee.record.grammar import Fact, whole
from referee.record.text import Entry, Header, Record, decode, read, write
from referee.table.fold import MOST_BOARD
from referee.words.text import Slip, T

MOST_BOARDS = 200
"""The most boards of one file."""
BOARD = "board"

Hands = dict[str, tuple[str, ...]]


def write_hands(form: Form, header: Header, boards: Sequence[Board]) -> str:
    """Boards as a record whose seats are the positions."""
    head = Header(header.game, form.positions, header.preset, header.options)
    entries: list[Fact] = []
    due = form.rules.standing((), (), None).due.keys
    for board in boards:
        entries.append(Dealt(form.positions[board.dealer], ((BOARD, str(board.number)), *dict(due).items())))
        entries += [HandOpened(name, hand) for name, hand in zip(form.positions, board.hands, strict=True)]
        entries.append(Voided(f"board {board.number}"))
    return write(Record(head, tuple(Entry(at, fact) for at, fact in enumerate(entries, 1))))


def read_hands(form: Form, data: bytes) -> tuple[Board, ...]:
    """The boards in a record or CSV; raises Slip, with the line or the board, for any error."""
    text = decode(data)
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    boards = _of_record(form, text) if first.split(" ")[0] in ("game", "seats", "preset") else _of_rows(form, text)
    if not boards:
        raise Slip(T("no hands stand here: expected “hand” lines after “deal … board=1”, or rows board, seat, cards"))
    if len(boards) > MOST_BOARDS:
        raise Slip(T("{found} boards: at most {most} at once", found=len(boards), most=MOST_BOARDS))
    return tuple(_board(form, number, hands) for number, hands in boards.items())


def _board(form: Form, number: int, hands: Hands) -> Board:
    names = list(hands)
    if set(names) != set(form.positions):
        text = T("board {board} has the hands of {found}: expected those of {expected}", board=number,
                 found=tuple(names), expected=form.positions)  # fmt: skip
        raise Slip(text, found=number)
    return form.complete(number, [hands[name] for name in form.positions])


def _of_record(form: Form, text: str) -> Mapping[int, Hands]:
    record, boards = read(text), dict[int, Hands]()
    if record.header.game != form.rules.name:
        raise Slip(T("these are hands of {found}: expected {expected}", found=record.header.game,
                     expected=form.rules.name), line=record.where.get("game", 1))  # fmt: skip
    if len(record.header.seats) != form.seats:
        text_ = T("these are hands for {found} seats: expected {expected}", found=len(record.header.seats),
                  expected=form.seats)  # fmt: skip
        raise Slip(text_, line=record.where.get("seats", 1))
    positions, number = dict(zip(record.header.seats, form.positions, strict=True)), 0
    for entry in record.entries:
        try:
            match entry.fact:
                case Dealt() as deal:
                    keys = dict(deal.keys)
                    number = _number(keys[BOARD]) if BOARD in keys else number + 1
                    if number in boards:
                        raise Slip(T("board {board} stands here twice", board=number), found=number)
                    boards[number] = {}
                case HandOpened(seat, cards) if number and seat in positions:
                    boards[number][positions[seat]] = cards
        except Slip as slip:
            raise slip.at(entry.line) from None
    return {number: hands for number, hands in boards.items() if hands}


def _of_rows(form: Form, text: str) -> Mapping[int, Hands]:
    boards: dict[int, Hands] = {}
    comma = max(";\t,", key=text.count)
    for line, row in enumerate(csv.reader(io.StringIO(text), delimiter=comma), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or (line == 1 and not cells[0].isdigit()):
            continue
        try:
            if len(cells) < 3:
                raise Slip(T("“{found}”: expected a board, a position and its cards", found=" ".join(cells)[:40]))
            number, position, cards = _number(cells[0]), cells[1].upper(), " ".join(cells[2:]).split()
            if position not in form.positions:
                text_ = T("there is no position “{found}”: expected one of {expected}", found=cells[1],
                          expected=form.positions)  # fmt: skip
                raise Slip(text_, found=cells[1])
            hands = boards.setdefault(number, {})
            if position in hands:
                raise Slip(T("board {board} has the hand {name} twice", board=number, name=position), found=number)
            hands[position] = tuple(cards)
        except Slip as slip:
            raise slip.at(line) from None
    return boards


def _number(text: str) -> int:
    number = whole(text, T("the number of a board"))
    if not 1 <= number <= MOST_BOARD:
        text_ = T("{found} is no number of a board: expected 1 to {most}", found=number, most=MOST_BOARD)
        raise Slip(text_, found=number)
    return number
