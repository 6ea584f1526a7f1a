"""A table that plays boards: which one lies there, and what the table is told of its sealed hands.

This module looks at a hand only to tell what was agreed to be told: the pad and all refusals are those of any table.
"""

from __future__ import annotations

from typing import cast

from referee.boards import Claim, dealer_of, judge_claim
from referee.club.boards import Boards
from referee.club.tables import LAST, Kept
from referee.record.facts import Played
from referee.record.grammar import Fact, quote
from referee.rules import Choice, Prompt
from referee.store import StaleSequence
from referee.table.table import Table
from referee.web.kit.request import say, tables
from referee.web.kit.shared import shared
from referee.web.table.reckoner import reckoner
from referee.words.text import Slip, T, Text


def boards() -> Boards:
    """The boards of this program's tournaments."""
    return cast(Boards, shared("boards"))


def board_prompts(table_id: str, table: Table, depth: str) -> list[Prompt]:
    """The question which of the waiting boards lies there, the next first; nothing for a table without boards."""
    place = boards().at(table_id)
    if place is None or not place.waiting:
        return []
    keys = [f"{key}={quote(value)}" for key, value in table.standing.due.keys]
    choices = tuple(_choice(table, board, [*keys, f"depth={depth}"]) for board in place.waiting)
    return [
        Prompt("deal", T("Which board lies there? The next is board {board}", board=place.waiting[0]), None, choices)
    ]


def _choice(table: Table, board: int, keys: list[str]) -> Choice:
    """The choice of a board, with its dealer, whom its number tells."""
    name = table.seats[dealer_of(board, len(table.seats))]
    label = T("Board {board}, {name} deals", board=board, name=name)
    return Choice(" ".join([quote(name), *keys, f"board={board}"]), label)


def hand_texts(table_id: str, table: Table) -> list[str]:
    """What the table may hear now.
    That its board is not of the round or lies turned round, which needs no hand; then what was agreed to be told of
    the sealed hands.
    """
    heard, claims = boards().heard_at(table_id)
    return [*map(say, (*_wrong(table_id, table), *heard)), *(claim_text(table_id, table, claim) for claim in claims)]


def claim_text(table_id: str, table: Table, claim: Claim) -> str:
    """Whether the rest was rightly claimed, or that this is still being computed."""
    verdict = reckoner().ask((table_id, "claim", repr(claim)), lambda: judge_claim(table.rules, claim))
    if verdict.done():
        return say(verdict.result())
    name = table.seats[claim.seat]
    return say(T("{name} claims the rest (tricks: {count}). It is being looked at …", name=name, count=claim.tricks))


def fill_last_trick(kept: Kept, key: str, fact: Fact, by: str) -> Kept:
    """Lay the cards of a last trick in which nobody has a choice; return the table after them."""
    cards = boards().last_trick(kept.id) if isinstance(fact, Played) else ()
    if not cards:
        return kept
    try:
        return tables().add_all(kept.id, f"{key}{LAST}", kept.seq, cards, by)
    except (StaleSequence, Slip):  # another device was quicker: what it recorded counts
        return tables().get(kept.id)


def lies(kept: Kept, fact: Fact) -> bool:
    """Whether a tap repeats a card that was filled in at the last trick of a board."""
    judged = kept.table.deals[-1] if kept.table.deals else None
    if not isinstance(fact, Played) or judged is None or "board" not in judged.deal.keys:
        return False
    deal, deck = judged.deal, kept.table.rules.deck
    laid = [card for play in deal.on_table.plays for card in play.cards]
    last = deal.over or not any(deal.cards_left(seat) > 1 for seat in deal.order)
    return last and all(card in laid and (deal.over or laid.count(card) == deck.mask(card).bit_count())
                        for card in fact.cards)  # fmt: skip


def _wrong(table_id: str, table: Table) -> list[Text]:
    """What is wrong with the board that the open deal names."""
    board = table.current.deal.keys.get("board", "") if table.current is not None else ""
    place = boards().at(table_id) if board else None
    if place is None or table.current is None:
        return []
    if int(board) not in place.boards.numbers:
        first, last = place.boards.numbers[0], place.boards.numbers[-1]
        return [
            T("Board {board} is none of this round: expected {first} to {last}.", board=board, first=first, last=last)
        ]
    dealer = table.seats[dealer_of(int(board), len(table.seats))]
    if table.seats[table.current.deal.dealer] != dealer:
        return [T("Board {board} is dealt by {name}: does it lie turned round?", board=board, name=dealer)]
    return []
