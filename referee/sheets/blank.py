"""An empty sheet to write on by hand: a game's own columns, its deals in order, its options to tick."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.games import game as game_named
from referee.games import rules_of
from referee.record.text import Header
from referee.rules.ruleset import Field, Option, Scored
from referee.sheets.rows import Sheet, numbered
from referee.sheets.wall import Climb, climbs
from referee.words.languages import Language
from referee.words.text import RefereeError, T

WIDTH = {("a4", False): 188.0, ("a4", True): 275.0, ("a5", False): 126.0, ("a5", True): 188.0}
"""Millimetres between the margins of a page that stands upright or lies on its side."""
MOST = {("a4", False): 29, ("a4", True): 16, ("a5", False): 21, ("a5", True): 11}
"""Rows a page holds with nothing below them."""
SUMS = 3
"""Rows that sums, balance and penalties take of them."""
LONGEST = 40
"""Deals of a match beyond which an empty sheet has only as many as a page holds."""
FEWEST, COURSE = 10, 18
"""Rows below which the options go to a second page; those of a match in a list of its own, where a row is lower too: it
takes words, no sums.
"""
COLUMNS = {"a4": 16, "a5": 11}
"""Columns that leave a pen room for the running totals beside the points."""


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the columns in millimetres: the deal's number and name, the dealer, what the deal as a whole is about,
    the least a seat's columns need.
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
    """An option to tick: what it is about, and each choice with whether it is the usual one."""

    text: str
    choices: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """One way to fill the page: the rows' names, their height in millimetres, whether the rest goes to page two."""

    labels: tuple[str, ...]
    height: float
    apart: bool = False


class BlankSheet(Sheet):
    """The words of an empty sheet in one language; for as few players as the game takes where `seats` is None."""

    def __init__(
        self, name: str, seats: int | None, language: Language, paper: str, wide: int, preset: str | None = None
    ) -> None:
        self.language = language
        self.paper = paper
        players = min(game_named(name).players) if seats is None else seats
        self.rules = rules_of(Header(name, tuple(str(seat) for seat in range(1, players + 1)), preset))
        self.names = ("",) * players
        self.options = [self._choices(option) for option in self.rules.options.described()]
        fields = self._fields()
        self.shared = [self.say(field.label) for field in fields if field.kind != "tally"]
        self.each = [self.say(field.label) for field in fields if field.kind == "tally"]
        if self._numbers_are_bid():
            self.each.insert(0, self.say(T("Bid")))
        self.balanced = self.rules.sheet.balanced
        self.each += ["+", "−"] if self.balanced else [self.say(T("Points"))]
        self.deals, self.whole = self._deals()
        self.blocks = [(self.say(title), rows) for title, rows in self.rules.blocks()]
        self.labelled = _telling(self.deals)
        self.wide, self.widths = self._widths(players > wide)
        if not self.balanced and players * (len(self.each) + 1) <= COLUMNS[paper]:
            self._add_totals(wide)

    def climbs(self) -> list[Climb]:
        """Ladders for a pen."""
        return climbs(self.rules, (), self.language, empty=True)

    def course(self) -> list[str]:
        """The heads of a match's own list; none where it is kept by seats."""
        return [self.say(head) for head in self.rules.course(())[0]]

    def tokens(self) -> list[tuple[str, int, int]]:
        """The chips everybody begins with; none where points are no chips."""
        return [(self.say(colour), value, count) for colour, value, count in self.rules.start]

    def rows(self, labels: tuple[str, ...]) -> list[tuple[str, list[tuple[int, str]]]]:
        """The rows with their numbers, those of the list itself and those of each block, with its title."""
        rows = list(enumerate(labels, 1))
        apart = sum(count for _, count in self.blocks)
        found, at = [("", rows[: len(rows) - apart])], len(rows) - apart
        for title, count in self.blocks:
            found.append((title, rows[at : at + count]))
            at += count
        return found

    def fills(self) -> Iterator[Fill]:
        """Ways to fill one page, the best first; the last takes two."""
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
        """A whole match on two pages of so many millimetres for rows: its deals on the first if they fit, else only the
        list itself, which the blocks beside it follow.
        """
        heights = ROWS[self.paper]
        for many, apart in ((len(self.deals), True), (len(self.deals) - sum(rows for _, rows in self.blocks), False)):
            for height in heights:
                if height * many <= room:
                    return Fill(self.deals, height, apart)
        return Fill(self.deals, heights[-1])

    def _widths(self, wide: bool) -> tuple[bool, Widths]:
        """Whether the page lies on its side, and how wide the columns are: what is over goes to those of the deal and
        to those of the seats alike, to these alone where a seat has one.
        """
        w, many = WIDTHS[self.paper], len(self.shared)
        wanted = w.number + w.dealer + w.shared * many + w.each * len(self.each) * len(self.names)
        wanted += w.label if self.labelled else 0
        wide = not self.course() and (wide or wanted > WIDTH[self.paper, False])
        over = max(0.0, WIDTH[self.paper, wide] - wanted)
        return wide, replace(w, shared=w.shared + min(6, over / 2 / many)) if many and len(self.each) > 1 else w

    def _add_totals(self, wide: int) -> None:
        """A column for each seat's running total, unless a long match would lie on its side for it and run on."""
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
        """Whether each player bids a number, and so wants a column for it."""
        bids = [prompt for prompt in self.rules.prompts(self._first().deal) if prompt.kind == "bid"]
        return any(choice.word.isdigit() for prompt in bids for choice in prompt.choices)

    def _deals(self) -> tuple[tuple[str, ...], bool]:
        """What the deals of a match are called, each played to an end without a foul and without a score, as many as
        may fit; and whether that is the whole match.
        """
        past: list[Scored] = []
        nothing = (0,) * len(self.names)
        found: list[str] = []
        dealer, most = None, LONGEST
        while len(found) < most:
            try:
                standing = self.rules.standing(past, [nothing] * len(past), dealer)
                if standing.finished:
                    return tuple(found), True
                due, number = standing.due, len(found) + 1
                deal = self.rules.begin(number, number, due.dealer, dict(due.keys), past).deal
            except (RefereeError, ArithmeticError, AttributeError, LookupError, TypeError):
                break  # what comes depends on what was played: numbers will do
            found.append(self.say(due.label))
            past.append(Scored(deal._replace(phase="done", state="done")))
            dealer = due.dealer
        return tuple(found + [""] * (most - len(found))), False


def _telling(labels: tuple[str, ...]) -> bool:
    """Whether names of deals say more than their numbers."""
    if len(set(labels)) < len(labels) / 2:
        return False
    alike = all(numbered(label, number) for number, label in enumerate(labels, 1))
    return not alike or len({re.sub(r"\d+", "", label, count=1) for label in labels}) > 1
