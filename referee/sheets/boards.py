"""Boards on paper: dealing sheets with hands to cut out, orders of the pack, slips, frequencies, hand records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.boards import Board, Form, dealer_of, digit
from referee.sheets.deals.rows import clean
from referee.sheets.page import environment, stylesheet
from referee.sheets.press import SheetError, pdf_of
from referee.tournament.boards.grid import Cells, Compared, Seated, compare_seats, frequency
from referee.tournament.boards.seals import drawn_seals
from referee.tournament.boards.values import BoardSet
from referee.tournament.tournament import Tournament
from referee.words.languages import Language, language
from referee.words.numbers import figure, gain
from referee.words.suits import SUIT_LABEL
from referee.words.text import T, Text

COLOURS = {"N": "yellow", "S": "blue", "E": "red", "W": "green"}
"""The colours of the positions on a board for four (tarot federation)."""
PLACES = {"N": T("North"), "S": T("South"), "E": T("East"), "W": T("West")}
NAMES = {
    "hands": T("Dealing sheet"),
    "packs": T("Order of the pack"),
    "slips": T("Travelling slip"),
    "frequency": T("Frequency sheet"),
    "records": T("Hand records"),
}
LINES = 6
"""The fewest rows of a travelling slip."""
TITLE = 60
REASON = 200
SUITS = "SHDC"


def letter(position: str, voice: Language) -> str:
    """A position on a slip: the first letter of its name in the language, or its number."""
    return voice.say(PLACES[position])[:1] if position in PLACES else position


@dataclass(frozen=True, slots=True)
class Position:
    """A position at a board: its letter, its name in full, its colour."""

    letter: str
    name: str
    colour: str


KITTY = Position("+", "", "rest")
"""Where the cards of the kitty go."""


@dataclass(frozen=True, slots=True)
class Suit:
    """Cards of a suit: its code, its name, and the ranks in the order of the deck."""

    suit: str
    label: str
    ranks: Sequence[str]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand by suits, with the digit that checks it and the number of its cards."""

    position: Position
    suits: Sequence[Suit]
    digit: str
    count: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A board: its hands, its kitty, the position that speaks first, the result with best play."""

    board: int
    first: str
    hands: Sequence[Hand] = ()
    rest: Sequence[Sequence[Suit]] = ()
    best: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A board to deal from a sorted pack: suit by suit, each card's rank and the positions it goes to."""

    board: int
    groups: Sequence[tuple[str, Sequence[tuple[str, Sequence[Position]]]]]
    kitty: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """A table without a result to compare: nobody took the board, or the director gave percents for a reason."""

    table: int
    percents: str
    reason: str


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a board, compared by taker or seat by seat; in hand records with the deal."""

    board: int
    lines: Sequence[Compared]
    level: Sequence[Seated]
    gaps: Sequence[Gap]
    deal: Deal | None = None


class BoardPapers:
    """The papers of a round's boards in one language.

    Slips and frequency sheets need no hands: `form` and `boards` may then be empty. `best` has the results with best
    play that were computed.
    """

    def __init__(
        self, tournament: Tournament, boardset: BoardSet, form: Form | None, boards: Sequence[Board], cells: Cells,
        lang: str = "en", paper: str = "a4", best: Mapping[int, Text | None] = {},
    ) -> None:  # fmt: skip
        self.tournament = tournament
        self.set = boardset
        self.form = form
        self.boards = boards
        self.cells = cells
        self.voice = language(lang)
        self.paper = paper
        self.best = best

    def say(self, text: Text) -> str:
        return text.say(self.voice)

    def documents(self, piece: str) -> list[str]:
        """A piece as HTML documents."""
        pages: dict[str, Callable[[], Iterator[object]]] = {
            "hands": self.deals, "packs": self._packs, "slips": self._slips, "frequency": self._frequencies,
            "records": self.records,
        }  # fmt: skip
        shared = {
            "_": self.voice.gettext,
            "papers": self,
            "lang": self.voice.code,
            "paper": self.paper,
            "name": self.say(NAMES[piece]),
            "kind": piece,
            "title": clean(self.tournament.settings.title, TITLE),
            "round": self.say(T("Round {number}", number=self.set.round)),
            "hash": " ".join(self.set.hash[at : at + 8] for at in range(0, 64, 8)),
            "anew": self._anew(),
            "seal": " ".join(self.set.seal[at : at + 8] for at in range(0, len(self.set.seal), 8)),
            "css": stylesheet("print-boards"),
        }
        template = environment().get_template(f"boards/{piece}.html")
        return [template.render(shared | {"pages": list(pages[piece]())})]

    def _anew(self) -> str:
        """What a new seal is told with on paper, after hands of an earlier one were printed."""
        text = T("Prepared anew after sheets were printed: those with another hash no longer hold.")
        seals = drawn_seals(self.tournament, self.set.round)
        return self.say(text) if any(one.printed and one.hash != self.set.hash for one in seals) else ""

    # The contents

    def _position(self, name: str) -> Position:
        label = self.say(PLACES[name]) if name in PLACES else name
        return Position(letter(name, self.voice), label, COLOURS.get(name, "none"))

    def _suits(self, cards: Sequence[str]) -> list[Suit]:
        return [
            Suit(suit, self.say(label), [self._rank(card) for card in own]) for suit, label, own in self._rows(cards)
        ]

    def _rows(self, cards: Sequence[str]) -> list[tuple[str, Text, list[str]]]:
        """Cards in rows by the suits printed on them, as a pack is sorted, then in the rows of the card pad."""
        assert self.form is not None
        pad = self.form.rules.pad
        groups = {card: (group.suit, group.label) for group in pad for card in group.cards}
        rows: dict[str, tuple[Text, list[str]]] = {}
        for card in cards:
            first = card.split("/")[0]
            suit, label = groups.get(first, ("", pad[-1].label))
            if first[0] in SUITS and first in groups:
                suit, label = first[0], SUIT_LABEL[first[0]]
            rows.setdefault(suit, (label, []))[1].append(card)
        order = [*SUITS, *(group.suit for group in pad)]
        return [(suit, *rows[suit]) for suit in sorted(rows, key=order.index)]

    def _rank(self, card: str) -> str:
        """A card in its row: its rank, both faces of a card with two, or the name of the Excuse."""
        if "/" in card:
            return self.voice.card(card)
        return self.voice.face(card)["rank"] or self.say(T("Excuse"))

    def deals(self) -> Iterator[Deal]:
        """Each board with its hands by suits, its kitty and the position that speaks first."""
        assert self.form is not None
        form = self.form
        for number in self.set.numbers if not self.boards else ():  # the hands are not known
            yield Deal(number, self._first(form, dealer_of(number, form.seats)))
        for board in self.boards:
            hands = [
                Hand(self._position(name), self._suits(hand), digit(form, board.number, at, hand), len(hand))
                for at, (name, hand) in enumerate(zip(form.positions, board.hands, strict=True))
            ]
            rest = [self._suits(cards) for name, cards in board.rest.items() if name == "kitty"]
            best = self.best.get(board.number)
            first = self._first(form, board.dealer)
            yield Deal(board.number, first, hands, rest, "" if best is None else self.say(best))

    def _first(self, form: Form, dealer: int) -> str:
        return self._position(form.positions[(dealer + 1) % form.seats]).name

    def _slips(self) -> Iterator[tuple[int, int]]:
        """The slip of each board, with the number of its rows."""
        at = self.tournament.value.rounds.get(self.set.round)
        return ((board, max(LINES, len(at.tables) if at else 0)) for board in self.set.numbers)

    def _packs(self) -> Iterator[Pack]:
        """Each board for dealing it from a sorted pack: where each card goes, suit by suit."""
        assert self.form is not None
        form = self.form
        for board in self.boards:
            goes: dict[str, list[Position]] = {}
            for name, hand in zip(form.positions, board.hands, strict=True):
                for card in hand:
                    goes.setdefault(card, []).append(self._position(name))
            for card in board.rest.get("kitty", ()):
                goes.setdefault(card, []).append(KITTY)
            groups = [
                (suit, [(self._rank(card), goes[card]) for card in own])
                for suit, _, own in self._rows([card for card in dict.fromkeys(form.cards) if card in goes])
            ]
            yield Pack(board.number, groups, "kitty" in board.rest)

    def _frequencies(self) -> Iterator[Results]:
        return map(self._results, self.set.numbers)

    def records(self) -> Iterator[Results]:
        """The results of each board with its deal."""
        return (replace(self._results(deal.board), deal=deal) for deal in self.deals())

    def _results(self, board: int) -> Results:
        return Results(board, frequency(self.cells, board), compare_seats(self.cells, board), self._gaps(board))

    def _gaps(self, board: int) -> list[Gap]:
        """The tables of a board without a result to compare."""
        return [
            Gap(table, " / ".join(map(str, cell.percents)), clean(cell.reason, REASON))
            for (table, number), cell in sorted(self.cells.items())
            if number == board and (cell.percents or (cell.taker < 0 and not any(cell.scores)))
        ]

    def figure(self, value: Fraction) -> str:
        """Percents in the papers' language."""
        return figure(value, self.voice.code)

    def gain(self, value: Fraction) -> str:
        """A score with its sign."""
        return gain(value.numerator) if value.denominator == 1 else self.figure(value)

    def taker(self, table: int, seat: int) -> str:
        """The name of the player on a seat."""
        player = self.tournament.value.sitting(self.set.round, table).seats[seat]
        return clean(self.tournament.names[player], TITLE)


def render_boards(papers: BoardPapers, piece: str, progress: Callable[[int, int], None] | None = None) -> bytes:
    """A piece as PDF, made by other processes. Raises SheetError for an unknown piece, else what `pdf_of` raises."""
    if piece not in NAMES:
        raise SheetError(T("there is no piece “{found}”: expected one of {expected}", found=piece,
                           expected=tuple(NAMES)))  # fmt: skip
    return pdf_of([[document] for document in papers.documents(piece)], progress=progress)
