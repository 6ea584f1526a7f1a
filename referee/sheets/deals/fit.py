"""The columns of a table's sheet: as wide as their words, in type small enough for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.sheets.deals.listing import Listing
from referee.sheets.deals.rows import TableSheet
from referee.sheets.fitting.columns import ROUNDS, TYPE, WIDTH, Columns, Need, in_row, need, over, share
from referee.sheets.fitting.names import MILLIMETRES
from referee.sheets.ladders import CardRow

SMALL, COUNTED, COURSE, LAW, SIGNED = 0.75, 0.85, 1.05, 0.85, 0.9
"""The type of heads, of what was counted, of the course of a match, of a law's number, of signatures."""
NAMES = (1.0, 0.9, 0.8, 0.7)
"""The type of names above their columns, the best first."""
TEXT, WORDS = 0.4, 0.5
"""The parts of the width that the reasons have at least, and at most where others need it."""
LADDER = {"a4": 27.0, "a5": 20.0}
SIGNATURE = {"a4": 20.0, "a5": 17.0}
"""The least room of a name above a ladder, and of a signature, in millimetres."""
BOX = 5.0
"""Millimetres of a seat's box at the top that are frame and gap."""


class Fit:
    """How the tables of a sheet are laid out on its paper."""

    def __init__(self, sheet: TableSheet, paper: str) -> None:
        self.sheet = sheet
        self.paper, self.pt = paper, TYPE[paper]
        self.room = WIDTH[paper, sheet.wide]

    @property
    def seats(self) -> float:
        """The type of the names in the boxes at the top."""
        return in_row([seat.name for seat in self.sheet.seats], self._each, self.pt, bold=True)

    @property
    def _each(self) -> float:
        return self.room / len(self.sheet.names) - BOX

    @property
    def signatures(self) -> float:
        """The type of the names to sign."""
        return in_row(self.sheet.names, SIGNATURE[self.paper], self.pt * SIGNED)

    @property
    def ladders(self) -> float:
        """The type of the names above the ladders."""
        return in_row([climb.name for climb in self.sheet.climbs()], LADDER[self.paper], self.pt * SIGNED, bold=True)

    def course(self, heads: Sequence[str], rows: Sequence[Sequence[str]], round_: str, low: bool) -> Columns:
        """The columns of the course of a match: the round, and those of the game; with `low` rows."""
        columns = [
            need([head], SMALL, head=True) | need([row[at] for row in rows], COURSE) for at, head in enumerate(heads)
        ]
        first = need([round_], SMALL, head=True) | need([str(len(rows))])
        return share([first, *columns], self.room - ROUNDS[self.paper], self.pt, 1.4, low)

    def card(self, rows: Sequence[CardRow], heads: Sequence[str]) -> Columns:
        """The columns of bids, tricks and totals: the round (its head first in `heads`), and three for each seat."""
        first = need([heads[0]], SMALL, head=True) | need([row.label for row in rows])
        cells = [[row.cells[seat] for row in rows] for seat in range(len(self.sheet.names))]
        bid, tricks, total = (need([head], SMALL, head=True) for head in heads[1:])

        def seats(size: float) -> list[Need]:
            needs = [first]
            for name, own in zip(self.sheet.names, cells, strict=True):
                sums = need((f"{total}\u00a0{score}" for *_, score, total in own), bold=True)
                columns = [bid | need(cell[0] for cell in own), tricks | need(cell[1] for cell in own), total | sums]
                needs += over(columns, need([name], size, bold=True))
            return needs

        return _best(seats, self.room, self.pt, 1.4)

    def listing(self, listing: Listing, number: str, low: bool = False) -> Columns:
        """The columns of the list of deals: the number, what was counted, and two for each seat; with `low` rows."""
        deals = [deal for block in listing.blocks for deal in block.deals]
        counted = [deal.counted for deal in deals if not deal.state]
        first = need([number], SMALL, head=True) | need(str(deal.number) for deal in deals)
        shared = [
            need([head], SMALL, head=True) | need((row[at] for row in counted), COUNTED)
            for at, head in enumerate(listing.heads)
        ]
        heads = [need([head], SMALL if len(head) > 1 else 1, bold=True) for head in listing.each]

        def seats(size: float) -> list[Need]:
            needs = [first, *shared]
            for seat, name in enumerate(self.sheet.names):
                points = [head | need(deal.cells[seat][at] for deal in deals) for at, head in enumerate(heads)]
                sums = [need([sum_], bold=True) for sum_ in listing.sums[seat]]
                sum_ = need([listing.balance[seat], listing.penalties[seat]], 1.1, bold=True)
                columns = [one | other for one, other in zip(points, sums, strict=True)]
                needs += over(columns, sum_ | need([name], size, bold=True))
            return needs

        return _best(seats, self.room, self.pt, 1.1, low)

    def reasons(self, reason: str, law: str) -> Columns:
        """The columns of the reasons: the text, the law, and one for each seat."""
        rows = [row for part in self.sheet.parts for row in part.rows]
        laws = need([law, *(row.law for row in rows)], LAW)
        cells = [need(row.cells[at] for row in rows if row.cells) for at in range(len(self.sheet.names))]
        shared = [_text(need([reason, *(row.text for row in rows)]), self.room, self.pt), laws]
        return _best(lambda size: [*shared, *_under(self.sheet.names, cells, size)], self.room, self.pt, 2.1)


def ways(names: Sequence[str], paper: str, wide: bool) -> Columns:
    """The columns of a slip's decisions: the text, and one for each seat."""
    room, pt = WIDTH[paper, wide], TYPE[paper]
    points = [need(["+100"])] * len(names)
    return _best(lambda size: [_text(Need(), room, pt), *_under(names, points, size)], room, pt, 2.1)


def _text(words: Need, room: float, pt: float) -> Need:
    """The need of a column of sentences in a table of `room` millimetres."""
    em = pt * MILLIMETRES
    return Need(max(words.least, TEXT * room / em), max(words.least, WORDS * room / em))


def _under(names: Sequence[str], cells: Sequence[Need], size: float) -> list[Need]:
    """The needs of one column for each seat, under its name in type of `size`."""
    return [need([name], size, bold=True) | own for name, own in zip(names, cells, strict=True)]


def _best(needs: Callable[[float], Sequence[Need]], room: float, pt: float, pad: float, low: bool = False) -> Columns:
    """The columns with the largest names at which nothing else becomes smaller."""
    columns = Columns((), 0.0)
    for size in NAMES:
        if columns.size < 1:
            columns = share(needs(size), room, pt, pad, low)._replace(names=size)
    return columns
