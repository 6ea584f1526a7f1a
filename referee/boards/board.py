"""A board: the cards of one deal to seats, and what is dealt to none, under a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.boards.seal import shuffle
from referee.games import rules_of
from referee.record.text import Header
from referee.rules.cards import Deck
from referee.rules.ruleset import Ruleset
from referee.words.text import Slip, T

Cards = tuple[str, ...]
POSITIONS = {"counter": ("N", "W", "S", "E"), "clockwise": ("N", "E", "S", "W")}
"""The positions of a table of four in the order of play, by how the turn goes round."""
DIGITS = 97
"""A check digit is a number under this."""


def dealer_of(board: int, seats: int) -> int:
    """The position that deals a board."""
    return (board - 2) % seats


@dataclass(frozen=True, slots=True)
class Board:
    """A deal under a number. `hands` stand by position in the order of play, `rest` by who holds it: kitty, stock."""

    number: int
    hands: tuple[Cards, ...]
    rest: Mapping[str, Cards]

    @property
    def dealer(self) -> int:
        """The position that deals: each in turn, beginning with the one after the first, so that the first position
        speaks first on the first board.
        """
        return dealer_of(self.number, len(self.hands))

    def holder_of(self, card: str) -> int | str | None:
        """The position, or the name of the rest, that was dealt a card; None for a card of another game."""
        for position, hand in enumerate(self.hands):
            if card in hand:
                return position
        return next((name for name, cards in self.rest.items() if card in cards), None)


@dataclass(frozen=True, slots=True)
class Form:
    """What a board of a game is made of: the deck in its order, how many cards a hand has, who gets the rest."""

    rules: Ruleset
    deck: Deck
    size: int
    rest: Mapping[str, int]

    @property
    def cards(self) -> Cards:
        """Every card, copies too, in the order the deck is sorted."""
        return tuple(self.deck.codes(self.deck.all))

    @property
    def seats(self) -> int:
        return len(self.rules.seats)

    @property
    def positions(self) -> tuple[str, ...]:
        """What the positions are called, in the order of play."""
        return positions(self.seats, self.rules.direction)

    def sort(self, cards: Iterable[str]) -> Cards:
        """Cards in the deck's order; raises Slip for one the deck has not, or not so often."""
        return tuple(self.deck.codes(self.deck.draw(cards, self.deck.all)))

    def board(self, number: int, pack: Sequence[str]) -> Board:
        """The board that a pack gives, dealt hand by hand from its top."""
        hands, at = [], 0
        for _ in range(self.seats):
            hands.append(self.sort(pack[at : at + self.size]))
            at += self.size
        rest = {}
        for name, count in self.rest.items():
            rest[name] = self.sort(pack[at : at + count])
            at += count
        return Board(number, tuple(hands), rest)

    def check(self, board: Board) -> None:
        """Raise Slip for a board whose hands are not of this game: a hand too short, a card twice, a card missing."""
        if len(board.hands) != self.seats:
            text = T("board {board} has {found} hands: expected {expected}", board=board.number,
                     found=len(board.hands), expected=self.seats)  # fmt: skip
            raise Slip(text, found=board.number)
        named = zip((*self.positions, *board.rest), (*board.hands, *board.rest.values()), strict=True)
        for name, cards in named:
            expected = self.size if name in self.positions else self.rest.get(name, 0)
            if len(cards) != expected:
                text = T("board {board}, {name}: expected {expected} cards, here stand {found}",
                         board=board.number, name=name, found=len(cards), expected=expected)  # fmt: skip
                raise Slip(text, found=board.number)
        try:
            self.sort(card for cards in (*board.hands, *board.rest.values()) for card in cards)
        except Slip as slip:
            raise Slip(T("board {board}: {text}", board=board.number, text=slip.text), found=board.number) from None

    def completed(self, number: int, hands: Sequence[Sequence[str]]) -> Board:
        """The board of these hands, what is left of the deck being the rest. Raises Slip where they do not fit."""
        dealt = [self._known(number, position, hand) for position, hand in zip(self.positions, hands, strict=False)]
        if len(hands) == self.seats and len(self.rest) == 1:
            try:
                taken = self.deck.draw((card for hand in dealt for card in hand), self.deck.all)
            except Slip as slip:
                raise Slip(T("board {board}: {text}", board=number, text=slip.text), found=number) from None
            rest = {name: tuple(self.deck.codes(self.deck.all - taken)) for name in self.rest}
        else:
            rest = {}
        found = Board(number, tuple(dealt), rest)
        self.check(found)
        return found

    def _known(self, number: int, position: str, hand: Sequence[str]) -> Cards:
        if len(hand) != self.size:
            text = T("board {board}, {name}: expected {expected} cards, here stand {found}",
                     board=number, name=position, found=len(hand), expected=self.size)  # fmt: skip
            raise Slip(text, found=number)
        try:
            return self.sort(hand)
        except Slip as slip:
            raise Slip(T("board {board}: {text}", board=number, text=slip.text), found=number) from None


def positions(seats: int, direction: str) -> tuple[str, ...]:
    """What the positions of a table are called in the order of play: of four by the compass, else by number."""
    return POSITIONS[direction] if seats == 4 else tuple(str(at + 1) for at in range(seats))


def form_of(header: Header) -> Form:
    """What a board of a table with this header is made of; raises Slip for a game whose hands are not dealt before."""
    rules = rules_of(header)
    deal = rules.begin(1, 1, 0, dict(rules.standing((), (), None).due.keys), ()).deal
    holders = rules.holders(deal, ())
    if holders is None or len(deal.order) != len(header.seats):
        raise Slip(T("the hands of {game} are not dealt before: it has no boards", game=rules.title))
    seats = range(len(header.seats))
    rest = {str(name): count for name, count in holders.items() if name not in seats and count}
    return Form(rules, rules.deck, holders[0], rest)


def deal_boards(form: Form, seal: bytes, boards: Iterable[int]) -> tuple[Board, ...]:
    """The boards that a seal deals."""
    return tuple(form.board(number, shuffle(form.cards, seal, number)) for number in boards)


def digit(form: Form, board: int, position: int, cards: Iterable[str]) -> str:
    """The check digits of a hand: its cards’ places in the sorted deck, counted from 1 and added up with the board’s
    number and a hundred for each position, left over by 97. One card for another always changes them.
    """
    places = {code: place for place, code in reversed(list(enumerate(form.cards, 1)))}
    return f"{(sum(places[card] for card in cards) + board + 100 * position) % DIGITS:02d}"
