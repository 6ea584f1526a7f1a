"""Guess why a player plays a card not dealt to them: a wrong tap, another board, turned hands, a neighbour's card.

Only the cards decide: this card in another hand of the board, and all cards so far in the hands of another board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.boards.board import Board, Cards, Form
from referee.rules.deal import Play
from referee.words.text import T, Text

What = Literal["tap", "board", "turned", "neighbour"]
BETTER = 2
"""By how many cards another board must fit better: one card alone is more likely a wrong tap."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The most probable reason. `board` is the number of the board that lies there, `seat` the card's owner."""

    what: What
    board: int = 0
    seat: int | None = None

    def text(self, seats: Sequence[str]) -> Text:
        """The guess as a sentence."""
        match self.what:
            case "board":
                return T("The cards so far fit board {board}: probably the wrong board lies there.", board=self.board)
            case "turned":
                return T("The cards so far fit these hands at other seats: probably the board lies turned round.")
            case "neighbour" if self.seat is not None:
                return T("It was dealt to {name}: probably it went into the wrong hand.", name=seats[self.seat])
        return T("Probably a wrong tap.")


def misfits(hands: Sequence[Cards], rest: Sequence[str], plays: Sequence[Play]) -> int:
    """How many cards were played by seats to which they were not dealt."""
    return sum(card not in hands[play.seat] and card not in rest for play in plays for card in play.cards)


def guess(form: Form, board: Board, others: Sequence[Board], plays: Sequence[Play], play: Play) -> Guess:
    """The most probable reason for a play that does not fit, given all plays of the deal so far."""
    here, seats = misfits(board.hands, _rest(board), plays), range(form.seats)
    fits = [(misfits(other.hands, _rest(other), plays), other.number) for other in others if other != board]
    best, number = min(fits, default=(here, 0))
    turned = min(misfits(board.hands[by:] + board.hands[:by], _rest(board), plays) for by in seats if by)
    if min(best, turned) + BETTER <= here:
        return Guess("board", number) if best <= turned else Guess("turned")
    holder = board.holder_of(play.card)
    laid = [(other.seat, card) for other in plays if other != play for card in other.cards]
    if not isinstance(holder, int) or holder == play.seat or (holder, play.card) in laid:
        return Guess("tap")
    exchanged = any(seat == holder and card in board.hands[play.seat] for seat, card in laid)
    left = [card for card in board.hands[play.seat] if (play.seat, card) not in laid]
    if not exchanged and _beside(form, play.card, left):
        return Guess("tap", seat=holder)
    return Guess("neighbour", seat=holder)


def _rest(board: Board) -> Cards:
    return tuple(card for cards in board.rest.values() for card in cards)


def _beside(form: Form, card: str, hand: Sequence[str]) -> bool:
    """Whether a hand holds a card beside this one on the card pad: its neighbour in the deck's order."""
    keys = list(dict.fromkeys(form.cards))
    at = keys.index(card)
    return any(keys[near] in hand for near in (at - 1, at + 1) if 0 <= near < len(keys))
