"""A table that plays prepared boards: which one lies there, and what the table is told of its sealed hands.

Nothing here looks at a hand but to say what was agreed to be said: the pad and every refusal are those of any table.
"""

from __future__ import annotations

from typing import cast

from flask import current_app

from referee.boards import dealer_of
from referee.club.boards import Boards
from referee.record.grammar import quote
from referee.rules.ruleset import Choice, Prompt
from referee.table.table import Table
from referee.web.kit.request import say
from referee.words.text import T, Text


def boards() -> Boards:
    """The boards of this program's tournaments."""
    return cast(Boards, current_app.extensions["boards"])


def board_prompts(table_id: str, table: Table, depth: str) -> list[Prompt]:
    """The boards that wait at a table as one question, the next first; nothing for a table without boards."""
    place = boards().at(table_id)
    if place is None or not place.waiting:
        return []
    keys = [f"{key}={quote(value)}" for key, value in table.standing.due.keys]
    choices = tuple(_choice(table, board, [*keys, f"depth={depth}"]) for board in place.waiting)
    return [
        Prompt("deal", T("Which board lies there? The next is board {board}", board=place.waiting[0]), None, choices)
    ]


def _choice(table: Table, board: int, keys: list[str]) -> Choice:
    """A board, with who deals it: that its number says."""
    name = table.seats[dealer_of(board, len(table.seats))]
    label = T("Board {board}, {name} deals", board=board, name=name)
    return Choice(" ".join([quote(name), *keys, f"board={board}"]), label)


def told_of_hands(table_id: str, table: Table) -> list[str]:
    """What the table may hear now: that its board is none of the round's or lies turned round, which no hand tells, and
    what was agreed to be told of the sealed hands.
    """
    return [*map(say, _wrong(table_id, table)), *(say(finding.aloud) for finding in boards().told_at(table_id))]


def _wrong(table_id: str, table: Table) -> list[Text]:
    """What is wrong with the board that the open deal names."""
    said = table.current.deal.keys.get("board", "") if table.current is not None else ""
    place = boards().at(table_id) if said else None
    if place is None or table.current is None:
        return []
    if int(said) not in place.boards.numbers:
        first, last = place.boards.numbers[0], place.boards.numbers[-1]
        return [
            T("Board {board} is none of this round: expected {first} to {last}.", board=said, first=first, last=last)
        ]
    dealer = table.seats[dealer_of(int(said), len(table.seats))]
    if table.seats[table.current.deal.dealer] != dealer:
        return [T("Board {board} is dealt by {name}: does it lie turned round?", board=said, name=dealer)]
    return []
