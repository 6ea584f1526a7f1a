"""The small papers of a tournament: participants with money, receipts, prizes, labels, lots to draw, posters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from referee.sheets.contents import Contents
from referee.sheets.deals.rows import clean
from referee.sheets.event import NAME
from referee.sheets.page import parts
from referee.sheets.tournament import PAGES, PIECES, UP, Papers
from referee.sheets.wall import SHEETS, NameType, name_type
from referee.tournament.money.prizes import Won, prizes_of
from referee.words.text import T, Text


@dataclass(frozen=True, slots=True)
class Labels:
    """A sheet of labels on A4 after Avery's templates: numbers across and down; in millimetres their size, the corner
    of the first one, the gap between columns (rows have none).
    """

    across: int
    down: int
    width: float
    height: float
    left: float
    top: float
    gap: float


LABELS: Mapping[str, Labels] = {
    "l7160": Labels(3, 7, 63.5, 38.1, 7.2, 15.1, 2.5),
    "l7159": Labels(3, 8, 63.5, 33.9, 7.2, 12.9, 2.5),
    "l7163": Labels(2, 7, 99.1, 38.1, 4.7, 15.1, 2.5),
}
SMALL: Mapping[str, Text] = {
    **PIECES,
    "money": T("Participants with money"),
    "receipts": T("Receipts"),
    "prizes": T("Prize list"),
    "l7160": T("Labels, 21 a page (Avery L7160)"),
    "l7159": T("Labels, 24 a page (Avery L7159)"),
    "l7163": T("Labels, 14 a page (Avery L7163)"),
    "lots": T("Lots to draw"),
    "posters": T("Posters with the codes"),
}
"""All pieces: those of a round, then the small ones."""
LINES = 34
"""Participants on a page."""
LOW_LOTS = {"a4": 24, "a5": 10}
"""Lots on a page, one row more than as a rule."""


@dataclass(frozen=True, slots=True)
class MoneySheet:
    """The widths of the columns of participants with money, in millimetres: number, categories, a sum, and the name."""

    rank: float
    groups: float
    sum: float
    name: float


MONEY = {"a4": MoneySheet(11, 36, 21, 71), "a5": MoneySheet(8, 20, 16, 43)}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyList(Contents):
    """Participants with money on pages: the widths of the columns, and the sums of fees, paid and open."""

    widths: MoneySheet
    sums: Sequence[str]


@dataclass(frozen=True, slots=True)
class Owing:
    """A participant's fee, what was paid of it, and what is open."""

    number: int
    name: str
    club: str
    type: NameType
    groups: str
    fee: str
    paid: str
    open: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt for all that a player has paid: its number, who took the money, and when the last of it."""

    number: int
    name: str
    club: str
    sum: str
    by: str
    time: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList(Contents):
    """The prizes won, and the sum that is left over."""

    left: str


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize: its winners, the sum of each, and its things with who gets each. `level`: several share the place."""

    category: str
    place: str
    names: Sequence[str]
    each: str
    level: bool
    things: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPages(Contents):
    """Pages of labels: each label's corner in millimetres, and its player's card."""

    label: Labels


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster with a code to scan: what is large on it, what it says, the link."""

    big: str
    words: str
    url: str


class SmallPapers(Papers):
    """All papers of a tournament. With `player` only this player gets a receipt."""

    pieces, ups = SMALL, {**UP, "receipts": (8, 2), "lots": (21, 8)}

    def __init__(self, *args: Any, player: int = 0, **more: Any) -> None:
        super().__init__(*args, **more)
        self.player = player
        self.money = self.tournament.value.money

    def contents(self, piece: str) -> list[Contents]:
        return list(self._labels(piece)) if piece in LABELS else super().contents(piece)

    # Money

    def _money(self) -> Iterator[Contents]:
        players = sorted((player.number for player in self.tournament.players), key=self._by)
        if players:
            owed = [self.money.debt_of(number) for number in players]
            sums = [sum(one.fee for one in owed), sum(one.paid for one in owed), sum(one.open for one in owed)]
            pages = list(parts([self._owing(number) for number in players], LINES))
            yield MoneyList(rows=pages, widths=MONEY[self.paper], sums=[self._sum(one) for one in sums])

    def _owing(self, number: int) -> Owing:
        owed, groups = self.money.debt_of(number), self.money.groups.get(number, ())
        name, club = self._name(number), self._club(number)
        return Owing(
            number,
            name,
            club,
            name_type(name, club, MONEY[self.paper].name, SHEETS[self.paper, False]),
            ", ".join(groups),
            self._sum(owed.fee),
            self._sum(owed.paid) if owed.paid else self.say(T("remitted")) if owed.waived else "",
            self._sum(owed.open) if owed.open else "",
        )

    def _receipts(self) -> Iterator[Contents]:
        """A receipt for each player who has paid something."""
        receipts = [
            self._receipt(player.number)
            for player in self.tournament.players
            if self.money.debt_of(player.number).paid > 0 and self.player in (0, player.number)
        ]
        for some in parts(receipts, PAGES * self._up("receipts")):
            yield Contents(rows=some)

    def _receipt(self, number: int) -> Receipt:
        acts = [act for act in self.money.paid if act.player == number]
        takers = ", ".join(dict.fromkeys(clean(act.by, NAME) for act in acts if act.by))
        time = datetime.fromtimestamp(acts[-1].at, UTC).astimezone().strftime("%H:%M")
        sum_ = self._sum(sum(act.cents for act in acts))
        return Receipt(acts[-1].entry, self._name(number), self._club(number), sum_, takers, time)

    def _prizes(self) -> Iterator[Contents]:
        prizes = prizes_of(self.tournament)
        if prizes.won:
            left = self._sum(prizes.left) if prizes.left else ""
            yield PrizeList(rows=[self._prize(one) for one in prizes.won], left=left)

    def _prize(self, won: Won) -> PrizeRow:
        last = won.place + len(won.winners) - 1
        things = [
            (clean(thing, NAME), self._name(who) if who else self.say(T("by lot")))
            for thing, who in zip(won.things, won.receivers, strict=True)
        ]
        return PrizeRow(
            clean(won.category, NAME) or self.say(T("All players")),
            f"{won.place}–{last}" if last > won.place else str(won.place),
            [" / ".join(self._name(one) for one in entry.players) for entry in won.winners],
            self._sum(won.each) if won.each else "",
            last > won.place,
            things,
        )

    # To cut out and to hang up

    def _labels(self, kind: str) -> Iterator[Contents]:
        sheet = LABELS[kind]
        spots = [
            (sheet.left + across * (sheet.width + sheet.gap), sheet.top + down * sheet.height)
            for down in range(sheet.down)
            for across in range(sheet.across)
        ]
        cards = [self._card(player) for player in self._playing()]
        for some in parts(cards, PAGES * len(spots)):
            pages = [list(zip(spots, page, strict=False)) for page in parts(some, len(spots))]
            yield LabelPages(rows=pages, label=sheet)

    def _up(self, piece: str) -> int:
        """How many of a piece fit on a page; lots are lower where that saves a page."""
        fit, low = super()._up(piece), LOW_LOTS[self.paper]
        count = len(self._each_lot) if piece == "lots" else 0
        return low if -(-count // low) < -(-count // fit) else fit

    @cached_property
    def _each_lot(self) -> list[tuple[str, str]]:
        """A lot for each seat of the round, with its table and place, or for each player while no round is drawn."""
        return [
            (str(sitting.number), self.say(T("seat {number}", number=self._place(sitting, seat))))
            for sitting in self._sittings()
            for seat in range(len(sitting.seats))
        ] or [(str(number), "") for number in range(1, len(self._playing()) + 1)]

    def _lots(self) -> Iterator[Contents]:
        for some in parts(self._each_lot, PAGES * self._up("lots")):
            yield Contents(rows=some)

    def _posters(self) -> Iterator[Contents]:
        """A poster with the link to the standings, and one for each table with the link to it."""
        posters = []
        if self.links.public:
            posters.append(Poster("", self.say(T("Seats and standings on your phone")), self.links.public))
        words = self.say(T("Scan to write down the scores here"))
        posters += [Poster(str(table), words, url) for table, url in sorted(self.links.table.items())]
        for some in parts(posters, PAGES):
            yield Contents(rows=some)
