"""Boards on paper: dealing sheets with hands to cut out, orders of the pack, slips, frequencies, hand records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from referee.boards import Board, Form, dealer_of, digit
from referee.sheets.page import environment, stylesheet
from referee.sheets.press import SheetError, pdf_of
from referee.sheets.rows import clean
from referee.tournament.boards.grid import Cells, compare_seats, frequency
from referee.tournament.boards.seals import drawn_seals
from referee.tournament.boards.values import BoardSet
from referee.tournament.duplicate import HUNDRED
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


class BoardPapers:
    """The papers of a round's boards in one language.

    Slips and frequency sheets need no hands: `form` and `boards` may then be empty. `best` has the results with best
    play that were computed.
    """

    def __init__(
        self, tournament: Tournament, found: BoardSet, form: Form | None, boards: Sequence[Board], cells: Cells,
        lang: str = "en", paper: str = "a4", best: Mapping[int, Text | None] = {},
    ) -> None:  # fmt: skip
        self.tournament = tournament
        self.found = found
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
        pages: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
            "hands": self.deals, "packs": self._packs, "slips": self._slips, "frequency": self._frequencies,
            "records": self._records,
        }  # fmt: skip
        shared = {
            "_": self.voice.gettext,
            "lang": self.voice.code,
            "paper": self.paper,
            "name": self.say(NAMES[piece]),
            "kind": piece,
            "title": clean(self.tournament.settings.title, TITLE),
            "round": self.say(T("Round {number}", number=self.found.round)),
            "hash": " ".join(self.found.hash[at : at + 8] for at in range(0, 64, 8)),
            "anew": self._anew(),
            "seal": " ".join(self.found.seal[at : at + 8] for at in range(0, len(self.found.seal), 8)),
            "css": stylesheet("print-boards"),
        }
        template = environment().get_template(f"boards/{piece}.html")
        return [template.render(shared | {"pages": list(pages[piece]())})]

    def _anew(self) -> str:
        """What a new seal is told with on paper, after hands of an earlier one were printed."""
        text = T("Sealed anew after sheets were printed: those with another hash no longer hold.")
        seals = drawn_seals(self.tournament, self.found.round)
        return self.say(text) if any(one.printed and one.hash != self.found.hash for one in seals) else ""

    # The contents

    def _position(self, name: str) -> dict[str, str]:
        label = self.say(PLACES[name]) if name in PLACES else name
        return {"letter": letter(name, self.voice), "name": label, "colour": COLOURS.get(name, "none")}

    def _hand(self, cards: Sequence[str]) -> list[dict[str, Any]]:
        """A hand by suits: each suit's code, name and ranks, in the order of the deck."""
        return [
            {"suit": suit, "label": self.say(label), "ranks": [self._rank(card) for card in own]}
            for suit, label, own in self._rows(cards)
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

    def deals(self) -> Iterator[dict[str, Any]]:
        """Each board with its hands by suits, its kitty and the position that speaks first."""
        assert self.form is not None
        for number in self.found.numbers if not self.boards else ():  # the hands are not known
            first = self.form.positions[(dealer_of(number, self.form.seats) + 1) % self.form.seats]
            yield {"board": number, "hands": [], "rest": [], "first": self._position(first)["name"], "best": ""}
        for board in self.boards:
            hands = [
                self._position(name)
                | {"rows": self._hand(hand), "digit": digit(self.form, board.number, at, hand), "count": len(hand)}
                for at, (name, hand) in enumerate(zip(self.form.positions, board.hands, strict=True))
            ]
            first = self.form.positions[(board.dealer + 1) % self.form.seats]
            rest = [self._hand(cards) for name, cards in board.rest.items() if name == "kitty"]
            best = self.best.get(board.number)
            yield {"board": board.number, "hands": hands, "rest": rest, "first": self._position(first)["name"],
                   "best": "" if best is None else self.say(best)}  # fmt: skip

    def _slips(self) -> Iterator[dict[str, Any]]:
        tables = len(self.tournament.value.round(self.found.round).tables)
        for board in self.found.numbers:
            yield {"board": board, "lines": max(LINES, tables), "few": tables <= LINES}

    def _packs(self) -> Iterator[dict[str, Any]]:
        """Each board for dealing it from a sorted pack: where each card goes, suit by suit."""
        assert self.form is not None
        form = self.form
        for board in self.boards:
            goes: dict[str, list[dict[str, str]]] = {}
            for name, hand in zip(form.positions, board.hands, strict=True):
                for card in hand:
                    goes.setdefault(card, []).append(self._position(name))
            for name, cards in board.rest.items():
                for card in cards if name == "kitty" else ():
                    goes.setdefault(card, []).append({"letter": "+", "colour": "rest"})
            groups = [
                {"suit": suit, "label": self.say(label),
                 "cards": [{"rank": self._rank(card), "to": goes[card]} for card in own]}
                for suit, label, own in self._rows([card for card in dict.fromkeys(form.cards) if card in goes])
            ]  # fmt: skip
            yield {"board": board.number, "groups": groups, "kitty": "kitty" in board.rest}

    def _frequencies(self) -> Iterator[dict[str, Any]]:
        """The results of each board: the tables with each score, and its percents for both sides."""
        for board in self.found.numbers:
            tables: dict[Fraction, list[int]] = {}
            notes: dict[Fraction, Fraction] = {}
            for one in frequency(self.cells, board):
                tables.setdefault(one.score, []).append(one.table)
                notes[one.score] = one.attack
            rows = [
                {"score": self._gain(score), "tables": tables[score], "attack": self._figure(note),
                 "defence": self._figure(HUNDRED - note)}
                for score, note in notes.items()
            ]  # fmt: skip
            yield {
                "board": board,
                "rows": rows,
                "level": self._level(board),
                "given": self.gaps(board),
            }

    def _level(self, board: int) -> list[dict[str, Any]]:
        """The results of a board that is compared seat by seat."""
        return [
            {"table": row.table, "scores": list(map(gain, row.scores)), "notes": list(map(self._figure, row.notes))}
            for row in compare_seats(self.cells, board)
        ]

    def gaps(self, board: int) -> list[dict[str, Any]]:
        """The tables without a result to compare: nobody took the board, or the director gave percents."""
        return [
            {"table": table, "percents": " / ".join(map(str, cell.percents)), "reason": clean(cell.reason, REASON)}
            for (table, number), cell in sorted(self.cells.items())
            if number == board and (cell.percents or (cell.taker < 0 and not any(cell.scores)))
        ]

    def _figure(self, value: Fraction) -> str:
        return figure(value, self.voice.code)

    def _gain(self, value: Fraction) -> str:
        return gain(value.numerator) if value.denominator == 1 else self._figure(value)

    def _records(self) -> Iterator[dict[str, Any]]:
        for page in self.deals():
            lines = frequency(self.cells, page["board"])
            results = [
                {
                    "best": row.score == lines[0].score,
                    "table": row.table,
                    "taker": self._taker(row.table, row.taker),
                    "score": self._gain(row.score),
                    "attack": self._figure(row.attack),
                    "defence": self._figure(row.defence),
                }
                for row in lines
            ]
            yield page | {
                "results": results,
                "level": self._level(page["board"]),
                "given": self.gaps(page["board"]),
            }

    def _taker(self, table: int, seat: int) -> str:
        player = self.tournament.value.sitting(self.found.round, table).seats[seat]
        return clean(self.tournament.names[player], TITLE)


def render_boards(papers: BoardPapers, piece: str, progress: Callable[[int, int], None] | None = None) -> bytes:
    """A piece as PDF, made by other processes. Raises SheetError for an unknown piece, else what `pdf_of` raises."""
    if piece not in NAMES:
        raise SheetError(T("there is no piece “{found}”: expected one of {expected}", found=piece,
                           expected=tuple(NAMES)))  # fmt: skip
    return pdf_of([[document] for document in papers.documents(piece)], progress=progress)
