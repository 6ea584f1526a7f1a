"""How a fact about boards changes a tournament. Raises Slip for what cannot have happened."""

from __future__ import annotations

from dataclasses import replace

from referee.tournament.boards import facts
from referee.tournament.boards.values import TELLS, BoardCell, BoardSet, PercentPenalty
from referee.tournament.settings import check_reason, check_word
from referee.tournament.values import Value
from referee.words.text import Slip, T

MOST_BOARDS = 60
"""The most boards of a round."""
HIGHEST = 999
MOST_SETS = 99
"""The most sets of étuis while nobody knows how many tables there will be."""


def after(value: Value, seq: int, fact: facts.BoardFact, by: str) -> Value:
    """The tournament after a fact about boards."""
    match fact:
        case facts.Sealed():
            return _seal(value, fact)
        case facts.PercentTaken():
            return _percent(value, seq, fact, by)
        case facts.Boarded():
            return _enter_board(value, fact)
        case facts.BoardAdjusted():
            return _adjust(value, fact)
        case facts.BoardFault(number, table, board):
            boards = _place(value, number, table, board, None)
            return _with(value, replace(boards, faults=boards.faults | {(table, board)}))
        case facts.SheetsPrinted():
            boards = set_of(value, fact.round)
            return _with(value, replace(boards, printed=boards.printed | {by}))
        case facts.SealedFoulDecided():
            boards = set_of(value, fact.round)
            return _with(value, replace(boards, decided={**boards.decided, (fact.table, fact.line): fact.decision}))
        case facts.Published():
            return _with(value, replace(set_of(value, fact.round), seal=fact.seal, hands=fact.hands))
    raise TypeError(fact)


def set_of(value: Value, number: int) -> BoardSet:
    """The boards of a round. Raises Slip where none were prepared."""
    if number not in value.boards:
        raise Slip(T("round {found} has no boards", found=number), found=number)
    return value.boards[number]


def _with(value: Value, boards: BoardSet) -> Value:
    return replace(value, boards={**value.boards, boards.round: boards})


def _seal(value: Value, fact: facts.Sealed) -> Value:
    before = value.boards.get(fact.round)
    if before is not None and (before.cells or before.seal):
        raise Slip(T("the boards of round {found} have been played: they stay", found=fact.round), found=fact.round)
    if not 1 <= fact.count <= MOST_BOARDS:
        raise Slip(T("{found} boards: a round has 1 to {most}", found=fact.count, most=MOST_BOARDS), part="count")
    if not 1 <= fact.first <= HIGHEST - fact.count + 1:
        raise Slip(T("boards are numbered from 1 to {most}", most=HIGHEST), part="first")
    check_word("tell", fact.tell, TELLS)
    if fact.round not in value.rounds and not 1 <= fact.round <= value.settings.rounds:
        raise Slip(T("round {found} is not drawn", found=fact.round), part="round", found=fact.round)
    at = value.rounds.get(fact.round)
    tables = len(at.tables) if at else MOST_SETS
    if not 1 <= fact.sets <= tables:
        raise Slip(T("{found} sets of boards: expected 1 to {tables}, one for each table at most",
                     found=fact.sets, tables=tables), part="sets")  # fmt: skip
    numbers = range(fact.first, fact.first + fact.count)
    for other in value.boards.values():
        shared = sorted(set(other.numbers) & set(numbers))
        if other.round != fact.round and shared:
            raise Slip(T("board {board} is one of round {round}", board=shared[0], round=other.round), part="first")
    return _with(
        value,
        BoardSet(fact.round, fact.first, fact.count, fact.seats, fact.hash, fact.source, fact.tell, sets=fact.sets),
    )


def _place(value: Value, number: int, table: int, board: int, row: tuple[int, ...] | None) -> BoardSet:
    """The boards of a round in which a table played this board. Raises Slip for an unknown table or board."""
    boards, sitting = set_of(value, number), value.sitting(number, table)
    if board not in boards.numbers:
        text = T("table {table} never had board {board}: expected {first} to {last}", table=table, board=board,
                 first=boards.numbers[0], last=boards.numbers[-1])  # fmt: skip
        raise Slip(text, part="board", found=board)
    if boards.seal:
        raise Slip(T("the boards of round {round} are closed", round=number), found=number)
    if row is not None and len(row) != len(sitting.seats):
        raise Slip(T("table {table} has {expected} seats", table=table, expected=len(sitting.seats)), found=table)
    return boards


def _enter_board(value: Value, fact: facts.Boarded) -> Value:
    boards = _place(value, fact.round, fact.table, fact.board, fact.scores)
    total = sum(fact.scores)
    if value.settings.balanced and total:
        text = T("the scores of table {table} add up to {found}, not to 0", table=fact.table, found=total)
        raise Slip(text, part="scores", found=total)
    if not -1 <= fact.taker < len(fact.scores):
        raise Slip(T("every deal has a taker, or nobody"), part="taker")
    cell = BoardCell(fact.scores, fact.taker)
    return _with(value, replace(boards, cells={**boards.cells, (fact.table, fact.board): cell}))


def _adjust(value: Value, fact: facts.BoardAdjusted) -> Value:
    boards = _place(value, fact.round, fact.table, fact.board, fact.percents)
    check_reason(fact.reason)
    if any(not 0 <= percent <= 100 for percent in fact.percents):
        raise Slip(T("a board brings 0 to 100 percent"), part="percents")
    cell = BoardCell(percents=fact.percents, reason=fact.reason)
    return _with(value, replace(boards, cells={**boards.cells, (fact.table, fact.board): cell}))


def _percent(value: Value, seq: int, fact: facts.PercentTaken, by: str) -> Value:
    value.player(fact.player)
    check_reason(fact.reason)
    if not 1 <= fact.tenths <= 1000:
        raise Slip(T("a penalty takes 0.1 to 100 percent"), part="tenths")
    penalty = PercentPenalty(fact.player, fact.round, fact.tenths, fact.reason, by)
    return replace(value, percents={**value.percents, seq: penalty})
