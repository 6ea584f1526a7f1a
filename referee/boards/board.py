"""A board: a numbered deal of the cards to the seats, with the cards dealt to no seat."""

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
"""The positions of a table of four in the order of play, by its direction."""
DIGITS = 97
"""Check digits are a remainder of this."""


def dealer_of(board: int, seats: int) -> int:
    """The position that deals a board."""
    return (board - 2) % seats


@dataclass(frozen=True, slots=True)
class Board:
    """A numbered deal: `hands` by position in the order of play, `rest` by its name: kitty, stock."""

    number: int
    hands: tuple[Cards, ...]
    rest: Mapping[str, Cards]

    @property
    def dealer(self) -> int:
        """The position that deals: the last one on board 1, so that the first speaks first there, then each in turn."""
        return dealer_of(self.number, len(self.hands))

    def holder_of(self, card: str) -> int | str | None:
        """The position, or the name of the rest, to which a card was dealt; None for a card of another game."""
        for position, hand in enumerate(self.hands):
            if card in hand:
                return position
        return next((name for name, cards in self.rest.items() if card in cards), None)


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a game's boards: the sorted deck, the size of a hand, and the sizes of the rest by name."""

    rules: Ruleset
    deck: Deck
    size: int
    rest: Mapping[str, int]

    @property
    def cards(self) -> Cards:
        """Every card, each copy included, in the deck's order."""
        return tuple(self.deck.codes(self.deck.all))

    @property
    def seats(self) -> int:
        return len(self.rules.seats)

    @property
    def positions(self) -> tuple[str, ...]:
        """The names of the positions, in the order of play."""
        return positions(self.seats, self.rules.direction)

    def sort(self, cards: Iterable[str]) -> Cards:
        """Cards in the deck's order; raises Slip for a card or copy that the deck lacks."""
        return tuple(self.deck.codes(self.deck.draw(cards, self.deck.all)))

    def board(self, number: int, pack: Sequence[str]) -> Board:
        """The board dealt from a shuffled pack, hand by hand from its top."""
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
        """Raise Slip for a board that does not fit this game: a wrong number of hands or cards, a card too many."""
        if len(board.hands) != self.seats:
            text = T("board {board} has {found} hands: expected {expected}", board=board.number,
                     found=len(board.hands), expected=self.seats)  # fmt: skip
            raise Slip(text, found=board.number)
        self._check_sizes(board.number, {**dict(zip(self.positions, board.hands, strict=True)), **board.rest})
        try:
            self.sort(card for cards in (*board.hands, *board.rest.values()) for card in cards)
        except Slip as slip:
            raise Slip(T("board {board}: {text}", board=board.number, text=slip.text), found=board.number) from None

    def _check_sizes(self, number: int, named: Mapping[str, Sequence[str]]) -> None:
        for name, cards in named.items():
            expected = self.size if name in self.positions else self.rest.get(name, 0)
            if len(cards) != expected:
                text = T("board {board}, {name}: expected {expected} cards, here stand {found}",
                         board=number, name=name, found=len(cards), expected=expected)  # fmt: skip
                raise Slip(text, found=number)

    def complete(self, number: int, hands: Sequence[Sequence[str]]) -> Board:
        """The board with these hands, and the remaining cards as its rest. Raises Slip where they do not fit."""
        self._check_sizes(number, dict(zip(self.positions, hands, strict=False)))
        try:
            dealt = tuple(map(self.sort, hands))
            left = self.deck.all - self.deck.draw((card for hand in dealt for card in hand), self.deck.all)
        except Slip as slip:
            raise Slip(T("board {board}: {text}", board=number, text=slip.text), found=number) from None
        rest = {name: tuple(self.deck.codes(left)) for name in self.rest if len(self.rest) == 1}
        board = Board(number, dealt, rest)
        self.check(board)
        return board


def positions(seats: int, direction: str) -> tuple[str, ...]:
    """The names of a table's positions in the order of play: of four by the compass, else numbers."""
    return POSITIONS[direction] if seats == 4 else tuple(str(at + 1) for at in range(seats))


def form_of(header: Header) -> Form:
    """The form of boards for tables with this header; raises Slip for a game that has no boards."""
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
    """The check digits of a hand, which change if one card is exchanged for another.

    They are the remainder by 97 of: its cards’ places in the sorted deck, from 1, added up, plus the board’s number,
    plus 100 for each position.
    """
    places = {code: place for place, code in reversed(list(enumerate(form.cards, 1)))}
    return f"{(sum(places[card] for card in cards) + board + 100 * position) % DIGITS:02d}"
