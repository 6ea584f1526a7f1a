"""Boards on paper: dealing sheets with a cut for each hand, travelling slips, the hand records afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from referee.boards import Board, Form, digit
from referee.paths import STATIC
from referee.sheets.page import environment
from referee.sheets.press import SheetError, printed
from referee.sheets.view import clean
from referee.tournament.boards.grid import Cells, frequency
from referee.tournament.boards.values import BoardSet
from referee.tournament.tournament import Tournament
from referee.words.languages import language
from referee.words.numbers import figure, gain
from referee.words.text import T, Text

COLOURS = {"N": "yellow", "S": "blue", "E": "red", "W": "green"}
"""The colours by which a board of four tells its positions (tarot federation)."""
PLACES = {"N": T("North"), "S": T("South"), "E": T("East"), "W": T("West")}
NAMES = {
    "hands": T("Dealing sheet"),
    "slips": T("Travelling slip"),
    "records": T("Hand records"),
}
LINES = 6
"""Rows of a travelling slip at least."""
TITLE = 60


class BoardPapers:
    """The papers of a round's boards in one language. Slips need no hands: `form` and `boards` may be left out."""

    def __init__(
        self, tournament: Tournament, found: BoardSet, form: Form | None, boards: Sequence[Board], cells: Cells,
        lang: str = "en", paper: str = "a4",
    ) -> None:  # fmt: skip
        self.tournament = tournament
        self.found = found
        self.form = form
        self.boards = boards
        self.cells = cells
        self.voice = language(lang)
        self.paper = paper

    def say(self, text: Text) -> str:
        return text.say(self.voice)

    def documents(self, piece: str) -> list[str]:
        """A piece as HTML documents."""
        pages: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
            "hands": self.dealt, "slips": self._slips, "records": self._records,
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
            "seal": " ".join(self.found.seal[at : at + 8] for at in range(0, len(self.found.seal), 8)),
            "css": _css(),
        }
        template = environment().get_template(f"boards/{piece}.html")
        return [template.render(shared | {"pages": list(pages[piece]())})]

    # What stands on them

    def _position(self, name: str) -> dict[str, str]:
        said = self.say(PLACES[name]) if name in PLACES else name
        return {"letter": said if name not in PLACES else said[:1], "name": said, "colour": COLOURS.get(name, "none")}

    def _hand(self, cards: Sequence[str]) -> list[dict[str, Any]]:
        """A hand by suits: what each is called, its sign and its ranks, highest last."""
        assert self.form is not None
        rows = []
        for group in self.form.rules.pad:
            own = [self._rank(card) for card in cards if card.split("/")[0] in group.cards]
            if own:
                rows.append({"suit": group.suit, "label": self.say(group.label), "ranks": own})
        return rows

    def _rank(self, card: str) -> str:
        """A card in its row; one without a rank, the Excuse, by its name, and one with two faces by both."""
        if "/" in card:
            return self.voice.card(card)
        return self.voice.face(card)["rank"] or self.say(T("Excuse"))

    def dealt(self) -> Iterator[dict[str, Any]]:
        """Each board with its hands by suits, its kitty and who speaks first."""
        assert self.form is not None
        for board in self.boards:
            hands = [
                self._position(name)
                | {"rows": self._hand(hand), "digit": digit(self.form, board.number, at, hand), "count": len(hand)}
                for at, (name, hand) in enumerate(zip(self.form.positions, board.hands, strict=True))
            ]
            first = self.form.positions[(board.dealer + 1) % self.form.seats]
            rest = [self._hand(cards) for name, cards in board.rest.items() if name == "kitty"]
            yield {"board": board.number, "hands": hands, "rest": rest, "first": self._position(first)["name"]}

    def _slips(self) -> Iterator[dict[str, Any]]:
        tables = len(self.tournament.value.round(self.found.round).tables)
        for board in self.found.numbers:
            yield {"board": board, "lines": max(LINES, tables)}

    def _records(self) -> Iterator[dict[str, Any]]:
        points = self.voice.code
        for page in self.dealt():
            results = [
                {
                    "table": row.table,
                    "taker": self._taker(row.table, row.taker),
                    "score": gain(int(row.score)) if row.score.denominator == 1 else figure(row.score, points),
                    "attack": figure(row.attack, points),
                    "defence": figure(row.defence, points),
                }
                for row in frequency(self.cells, page["board"])
            ]
            yield page | {"results": results}

    def _taker(self, table: int, seat: int) -> str:
        player = self.tournament.value.sitting(self.found.round, table).seats[seat]
        return clean(self.tournament.names[player], TITLE)


def render_boards(papers: BoardPapers, piece: str, progress: Callable[[int, int], None] | None = None) -> bytes:
    """A piece as PDF. Waits for another process. Raises SheetError where there is nothing to print."""
    if piece not in NAMES:
        raise SheetError(T("there is no piece “{found}”: expected one of {expected}", found=piece,
                           expected=tuple(NAMES)))  # fmt: skip
    return printed([[document] for document in papers.documents(piece)], progress=progress)


@cache
def _css() -> Markup:
    return Markup((STATIC / "css" / "print-boards.css").read_text(encoding="utf-8"))
