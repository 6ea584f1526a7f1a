"""The exact result of a board with best play of all, every hand known."""

from __future__ import annotations

from referee.boards.board import Board
from referee.endings.damage import side_name
from referee.endings.position import Ending
from referee.endings.questions import NODES, Questions
from referee.endings.search import Budget, TooLong
from referee.record.facts import Bid, Dealt
from referee.record.text import Header
from referee.table.table import open_table
from referee.words.text import T, Text


def best_play(header: Header, board: Board, nodes: int = NODES) -> Text | None:
    """The winner of a board with best play of all, after everybody made the lowest bid, as a text.

    None where nobody then plays or wins, the game has no winner of a deal, or the search needs more than `nodes` plays.
    """
    table, hands = open_table(header), dict(enumerate(board.hands))
    table = table.add(1, Dealt(table.seats[board.dealer], tuple(table.standing.due.keys)))
    while table.current is not None and (bidder := table.current.deal.bidder) is not None:
        deal = table.current.deal
        least = next((c.word for prompt in table.rules.prompts(deal) for c in prompt.choices), None)
        if least is None:
            return None
        table = table.add(len(table.log) + 1, Bid(table.seats[bidder], least))
    if table.current is None or "play" not in table.rules.takes(table.current.deal):
        return None
    deal = table.current.deal._replace(hands=hands)
    stakes = table.rules.stakes(deal, deal.turn)
    if stakes is None or stakes.winner is None:
        return None
    ending = Ending(table.rules, deal, hands, stakes)
    questions = Questions(ending, Budget(nodes))
    try:
        won = questions.level(ending.start(), questions.best, stakes.winner)
    except TooLong:
        return None
    return T("Nothing bid, with best play of all: {side} wins.", side=side_name(stakes, won)) if won else None
