"""Empty sheets to fill in by hand: a game's columns, its deals in order, its options to tick."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.games import game as game_named
from referee.games import rules_of
from referee.record.text import Header
from referee.rules import Field, Option, Scored
from referee.sheets.deals.rows import Sheet, has_number
from referee.sheets.fitting.columns import ROUNDS, TYPE, WIDTH, Columns, Need, need, share
from referee.sheets.fitting.names import MILLIMETRES
from referee.sheets.ladders import Climb, climbs
from referee.words.languages import Language
from referee.words.text import RefereeError, T

MOST = {("a4", False): 29, ("a4", True): 16, ("a5", False): 21, ("a5", True): 11}
"""How many rows a page holds with nothing below them."""
SUMS = 3
"""How many of these rows sums, balance and penalties take."""
LONGEST = 40
"""If a match has more deals than this, its empty sheet has only as many as a page holds."""
FEWEST, COURSE = 10, 18
"""With fewer rows than this the options go to a second page. COURSE is for games with a list of the match, whose rows
hold words only and are lower.
"""
HEAD, PAD = 0.75, 1.7
"""The type of a head as a part of the usual one, and the millimetres of a column beside it."""
COLUMNS = {"a4": 16, "a5": 11}
"""The most columns with room to write running totals beside the points."""


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the columns in millimetres: the deal's number, its name, the dealer, a column shared by all seats, and
    the least of a seat's column.
    """

    number: float
    label: float
    dealer: float
    shared: float
    each: float


WIDTHS = {"a4": Widths(7, 29, 14, 11.5, 8), "a5": Widths(6.5, 23, 10, 8.5, 6.4)}
ROWS = {"a4": (7.4, 6.8, 6.2, 5.6), "a5": (6.2, 5.7, 5.2, 4.7)}
"""Heights of a row in millimetres, the best first."""


@dataclass(frozen=True, slots=True)
class Choices:
    """An option to tick: its text, and each choice with whether it is the usual one."""

    text: str
    choices: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """One way to fill the page: the rows' labels, their height in millimetres, whether the rest goes to page two."""

    labels: tuple[str, ...]
    height: float
    apart: bool = False


class BlankSheet(Sheet):
    """The contents of an empty sheet in one language. Without `seats` it is for the fewest players of the game."""

    def __init__(
        self,
        name: str,
        seats: int | None,
        language: Language,
        paper: str,
        wide: int,
        preset: str | None = None,
        options: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.language = language
        self.paper = paper
        players = min(game_named(name).players) if seats is None else seats
        self.rules = rules_of(Header(name, tuple(str(seat) for seat in range(1, players + 1)), preset, options))
        self.names = ("",) * players
        self.options = [self._choices(option) for option in self.rules.options.worth_a_line()]
        fields = self._fields()
        self.shared = [self.say(field.label) for field in fields if not field.of_seats]
        self.each = [self.say(field.label) for field in fields if field.kind == "tally"]
        if self._numbers_are_bid():
            self.each.insert(0, self.say(T("Bid")))
        self.balanced = self.rules.sheet.balanced
        self.each += ["+", "−"] if self.balanced else [self.say(T("Points"))]
        self.deals, self.whole = self._deals()
        self.blocks = [(self.say(title), rows) for title, rows in self.rules.blocks()]
        self.labelled = _say_more(self.deals)
        self.wide, self.widths = self._widths(players > wide)
        if not self.balanced and players * (len(self.each) + 1) <= COLUMNS[paper]:
            self._add_totals(wide)

    def climbs(self) -> list[Climb]:
        """Empty ladders to mark by hand."""
        return climbs(self.rules, (), self.language, empty=True)

    def course(self) -> list[str]:
        """The column heads of a game's list of the match; none where it is kept by seats."""
        return [self.say(head) for head in self.rules.course(())[0]]

    def tokens(self) -> list[tuple[str, int, int]]:
        """The chips everybody begins with (colour, value, number); none where points are no chips."""
        return [(self.say(colour), value, count) for colour, value, count in self.rules.start]

    def rows(self, labels: tuple[str, ...]) -> list[tuple[str, list[tuple[int, str]]]]:
        """The numbered rows: of the list itself, under an empty title, then of each block under its title."""
        rows = list(enumerate(labels, 1))
        apart = sum(count for _, count in self.blocks)
        titled, at = [("", rows[: len(rows) - apart])], len(rows) - apart
        for title, count in self.blocks:
            titled.append((title, rows[at : at + count]))
            at += count
        return titled

    def fills(self) -> Iterator[Fill]:
        """The ways to fill one page, the best first; the last may take two."""
        fewest, best = (COURSE, ROWS[self.paper][1]) if self.course() else (FEWEST, ROWS[self.paper][0])
        most = MOST[self.paper, self.wide] - (SUMS if self.balanced else 0)
        if self.whole:
            yield from (Fill(self.deals, height) for height in ROWS[self.paper])
            yield self._over_two(best * most)
            return
        deals = self.deals[:most]
        yield from (Fill(deals[:count], best) for count in range(most - 3, fewest - 1, -2))
        yield Fill(deals, best, True)

    def _over_two(self, room: float) -> Fill:
        """A whole match on two pages with `room` millimetres for rows.

        The first page has all deals if they fit, else only the list itself, and the blocks follow.
        """
        heights = ROWS[self.paper]
        for many, apart in ((len(self.deals), True), (len(self.deals) - sum(rows for _, rows in self.blocks), False)):
            for height in heights:
                if height * many <= room:
                    return Fill(self.deals, height, apart)
        return Fill(self.deals, heights[-1])

    def _widths(self, wide: bool) -> tuple[bool, Widths]:
        """Whether the page lies on its side, and the least widths of the columns."""
        w, many = WIDTHS[self.paper], len(self.shared)
        wanted = w.number + w.dealer + w.shared * many + w.each * len(self.each) * len(self.names)
        wanted += w.label if self.labelled else 0
        return not self.course() and (wide or wanted > WIDTH[self.paper, False]), w

    @property
    def columns(self) -> Columns:
        """The columns after number, label and dealer: those shared by all seats, and each seat's. No head is parted."""
        w, pt = self.widths, TYPE[self.paper]
        room = WIDTH[self.paper, self.wide] - w.number - w.dealer - (w.label if self.labelled else 0)
        least = (w.each - PAD) / (pt * MILLIMETRES)
        each = [need([head], HEAD, head=True) | Need(least, least) for head in self.each]
        shared = [need([head], HEAD, head=True) for head in self.shared]
        return share([*shared, *each * len(self.names)], room, pt, PAD)

    @property
    def rounds(self) -> Columns:
        """The columns of the course of a match beside its ladders."""
        heads = [need([head], HEAD, head=True) for head in (self.say(T("Round")), *self.course())]
        return share(heads, WIDTH[self.paper, False] - ROUNDS[self.paper], TYPE[self.paper], PAD)

    def _add_totals(self, wide: int) -> None:
        """Add a column for each seat's running total, unless a long match would then lie on its side and run on."""
        upright = self.each, self.wide, self.widths
        self.each = [*self.each, self.say(T("Total"))]
        self.wide, self.widths = self._widths(len(self.names) > wide)
        if self.wide and self.whole and len(self.deals) > MOST[self.paper, True]:
            self.each, self.wide, self.widths = upright

    def _choices(self, option: Option) -> Choices:
        choices = tuple((self.say(label), word == option.value) for word, label in option.choices.items())
        return Choices(self.say(option.text), choices)

    def _first(self) -> Scored:
        due = self.rules.standing([], [], None).due
        return Scored(self.rules.begin(1, 1, due.dealer, dict(due.keys), []).deal)

    def _fields(self) -> tuple[Field, ...]:
        return self.rules.fields(self._first().deal)

    def _numbers_are_bid(self) -> bool:
        """Whether each player bids a number, and so needs a column for it."""
        bids = [prompt for prompt in self.rules.prompts(self._first().deal) if prompt.kind == "bid"]
        return any(choice.word.isdigit() for prompt in bids for choice in prompt.choices)

    def _deals(self) -> tuple[tuple[str, ...], bool]:
        """The labels of a match's deals, found by playing them without scores, and whether they are the whole match."""
        past: list[Scored] = []
        nothing = (0,) * len(self.names)
        labels: list[str] = []
        dealer, most = None, LONGEST
        while len(labels) < most:
            try:
                standing = self.rules.standing(past, [nothing] * len(past), dealer)
                if standing.finished:
                    return tuple(labels), True
                due, number = standing.due, len(labels) + 1
                deal = self.rules.begin(number, number, due.dealer, dict(due.keys), past).deal
            except (RefereeError, ArithmeticError, AttributeError, LookupError, TypeError):
                break  # the next deal depends on the play: rows get numbers alone
            labels.append(self.say(due.label))
            past.append(Scored(deal._replace(phase="done", state="done")))
            dealer = due.dealer
        return tuple(labels + [""] * (most - len(labels))), False


def _say_more(labels: tuple[str, ...]) -> bool:
    """Whether the labels of deals say more than their numbers."""
    if len(set(labels)) < len(labels) / 2:
        return False
    alike = all(has_number(label, number) for number, label in enumerate(labels, 1))
    return not alike or len({re.sub(r"\d+", "", label, count=1) for label in labels}) > 1
