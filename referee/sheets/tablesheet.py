"""A table's sheet at a tournament: the game's list under the players' names, always on one page.

The rows share the height that names, sums, values and signatures leave.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.sheets.blank import BlankSheet
from referee.sheets.fitting.names import size
from referee.sheets.ladders import Climb
from referee.sheets.page import parts
from referee.tournament.settings import Settings
from referee.words.languages import Language

OPEN_DEALS = 12
"""The number of rows where the number of deals is open."""
SHARED = 3
"""The most columns shared by all seats: the first ones of the game's empty sheet."""


@dataclass(frozen=True, slots=True)
class Page:
    """The room on a paper, in millimetres: width and height of the page; the side of the code to scan; heights of
    title, names, column heads, a row of sums, a line of values, signatures; widths of the deal's number, the dealer,
    the deal's label, a shared column and the least of a seat's column; the least and the most height of a row.
    """

    width: float
    height: float
    code: float
    title: float
    names: float
    heads: float
    sums: float
    value: float
    signed: float
    number: float
    dealer: float
    label: float
    shared: float
    each: float
    least: float
    most: float


PAGES = {
    ("a4", False): Page(190, 276, 18, 21, 18, 6, 8, 3.75, 21, 8, 13, 36, 14, 8.5, 5.2, 14),
    ("a4", True): Page(277, 189, 18, 21, 15, 6, 7, 3.75, 18, 8, 13, 40, 14, 8.5, 4.6, 12),
    ("a5", False): Page(128, 189, 15, 18, 15, 5, 6, 3.1, 16, 6.5, 9, 24, 9.5, 6, 3.6, 12),
    ("a5", True): Page(190, 127, 15, 18, 12, 5, 5.5, 3.1, 15, 6.5, 9, 28, 9.5, 6, 3.4, 10),
}
LADDERS = {"a4": 23, "a5": 15}
"""Millimetres for the name of a side above its ladder."""
NAMES = (10, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5)
SLACK = 5
"""Millimetres for borders."""


class TableList:
    """The list of a tournament's game for a table of `seats` players, in one language.

    `half`: it may be half a page, and is if its rows are as high as they can be there.
    """

    def __init__(self, settings: Settings, seats: int, voice: Language, paper: str, half: bool = False) -> None:
        deals, preset = settings.deals_at(seats), settings.preset or None
        self.sheet = BlankSheet(settings.game, seats, voice, paper, seats, preset, settings.options)
        self.heads = self.sheet.course()
        self.climbs = self.sheet.climbs() if self.heads else []
        self.labelled = self.sheet.labelled and not self.heads
        self.each = self.sheet.each if not self.sheet.balanced else ["+", "−"]
        self.counted = bool(deals) or self.labelled
        wanted = self._least(PAGES[paper, False])
        self.wide = not self.heads and wanted > PAGES[paper, False].width
        self.page = PAGES[paper, self.wide]
        self.rows = deals or (len(self.sheet.deals) if self.sheet.whole and not self.heads else OPEN_DEALS)
        self.values = self.sheet.values()
        self.height = self._height()
        if self.height < self.page.least and self.values:
            self.values = []
            self.height = self._height()
        self.half = half and not self.wide and self.height >= self.page.most
        self.shared = [] if self.heads else self.sheet.shared[: self._room()]

    def _least(self, page: Page) -> float:
        label = page.label if self.labelled else 0
        return page.number + page.dealer + label + page.each * len(self.each) * len(self.sheet.names)

    def _room(self) -> int:
        """How many shared columns there is room for."""
        return max(0, min(SHARED, int((self.page.width - self._least(self.page)) / self.page.shared)))

    @property
    def seat(self) -> float:
        """The width of all columns of a seat."""
        page = self.page
        taken = page.number + page.dealer + (page.label if self.labelled else 0) + page.shared * len(self.shared)
        return (page.width - taken) / len(self.sheet.names)

    def _height(self) -> float:
        page = self.page
        blocks = len(self.sheet.blocks) * page.sums if self._in_blocks else 0
        sums = page.sums * (2 if self.sheet.balanced else 1)
        used = page.title + page.names + page.heads + sums + blocks + self.foot + SLACK
        return min(page.most, (page.height - used) / self.rows)

    @property
    def foot(self) -> float:
        """The height of values and signatures."""
        lots = parts(self.values, 3)
        height = sum(1.3 + max(len(rows) for _, rows in lot) for lot in lots)
        return self.page.signed + self.page.value * height + (4 if height else 0)

    @property
    def _in_blocks(self) -> bool:
        return self.sheet.whole and self.rows == len(self.sheet.deals)

    def blocks(self) -> list[tuple[str, list[tuple[int, str]]]]:
        """The rows: of a whole match, the list's own and each block's, such as duty solos; else all in one."""
        if self._in_blocks:
            return self.sheet.rows(self.sheet.deals)
        labels = (self.sheet.deals + ("",) * self.rows)[: self.rows]
        return [("", list(enumerate(labels, 1)))]

    def climb(self, climb: Climb, name: str) -> Climb:
        """A ladder with the name of its side, on at most four lines."""
        return replace(climb, name=name, pt=size(name, LADDERS[self.sheet.paper], NAMES, 4, bold=False))

    def name_size(self, name: str) -> float:
        """The type size of a name above its columns, on at most three lines."""
        return size(name, self.seat - 2.5, NAMES, 3)
