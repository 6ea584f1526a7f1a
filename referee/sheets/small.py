"""The small papers of a tournament: participants with money, receipts, prizes, labels, lots to draw, posters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from referee.sheets.event import NAME
from referee.sheets.page import parts
from referee.sheets.rows import clean
from referee.sheets.tournament import PAGES, PIECES, UP, Papers
from referee.sheets.wall import SHEETS, name_type
from referee.tournament.money.prizes import Won, prizes_of
from referee.tournament.standings import Row
from referee.words.numbers import amount
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


@dataclass(frozen=True, slots=True)
class MoneySheet:
    """The widths of the columns of participants with money, in millimetres: number, categories, a sum, and the name."""

    rank: float
    groups: float
    sum: float
    name: float


MONEY = {"a4": MoneySheet(11, 36, 21, 71), "a5": MoneySheet(8, 20, 16, 43)}


class SmallPapers(Papers):
    """All papers of a tournament. With `player` only this player gets a receipt."""

    pieces, ups = SMALL, {**UP, "receipts": (8, 2), "lots": (21, 8)}

    def __init__(self, *args: Any, player: int = 0, **more: Any) -> None:
        super().__init__(*args, **more)
        self.player = player
        self.money = self.tournament.value.money

    def _sum(self, cents: int) -> str:
        return amount(cents, self.money.currency, self.voice.code)

    def contexts(self, piece: str) -> list[dict[str, Any]]:
        return list(self._labels(piece)) if piece in LABELS else super().contexts(piece)

    # Money

    def _money(self) -> Iterator[dict[str, Any]]:
        players = sorted((player.number for player in self.tournament.players), key=self._by)
        rows = [self._owing(number) for number in players]
        if rows:
            owed = [self.money.owed(number) for number in players]
            sums = [sum(one.fee for one in owed), sum(one.paid for one in owed), sum(one.open for one in owed)]
            pages = list(parts(rows, LINES))
            yield {"sheet": MONEY[self.paper], "pages": pages, "sums": [self._sum(one) for one in sums]}

    def _owing(self, number: int) -> dict[str, Any]:
        owed, groups = self.money.owed(number), self.money.groups.get(number, ())
        name, club = self._name(number), self._club(number)
        points, small, below = name_type(name, club, MONEY[self.paper].name, SHEETS[self.paper, False])
        return {
            "number": number, "name": name, "club": club, "groups": ", ".join(groups),
            "pt": points, "small": small, "below": below,
            "fee": self._sum(owed.fee),
            "paid": self._sum(owed.paid) if owed.paid else self.say(T("remitted")) if owed.waived else "",
            "open": self._sum(owed.open) if owed.open else "",
        }  # fmt: skip

    def _receipts(self) -> Iterator[dict[str, Any]]:
        """A receipt for each player who has paid something."""
        found = [
            self._receipt(player.number)
            for player in self.tournament.players
            if self.money.owed(player.number).paid > 0 and self.player in (0, player.number)
        ]
        for some in parts(found, PAGES * self._up("receipts")):
            yield {"receipts": some}

    def _receipt(self, number: int) -> dict[str, Any]:
        acts = [act for act in self.money.paid if act.player == number]
        day = datetime.fromtimestamp(acts[-1].at, UTC).astimezone().strftime("%H:%M")
        return {
            "name": self._name(number), "club": self._club(number), "sum": self._sum(sum(act.cents for act in acts)),
            "by": ", ".join(dict.fromkeys(clean(act.by, NAME) for act in acts if act.by)), "time": day,
            "number": acts[-1].entry, "what": self.say(T("Entry fee")),
        }  # fmt: skip

    def _prizes(self) -> Iterator[dict[str, Any]]:
        found = prizes_of(self.tournament)
        if found.won:
            yield {
                "won": [self._prize(one) for one in found.won],
                "left": self._sum(found.left) if found.left else "",
            }

    def _prize(self, won: Won) -> dict[str, Any]:
        last = won.place + len(won.winners) - 1
        return {
            "category": clean(won.category, NAME) or self.say(T("All players")),
            "place": f"{won.place}–{last}" if last > won.place else str(won.place),
            "names": [" / ".join(self._name(one) for one in entry.players) for entry in won.winners],
            "each": self._sum(won.each) if won.each else "", "level": last > won.place,
            "things": [
                (clean(thing, NAME), self._name(who) if who else self.say(T("by lot")))
                for thing, who in zip(won.things, won.got, strict=True)
            ],
        }  # fmt: skip

    def _diploma(self, row: Row, count: int) -> dict[str, Any]:
        """A diploma with the prizes won."""
        said = []
        for won in prizes_of(self.tournament).won:
            if any(set(entry.players) & set(row.players) for entry in won.winners):
                named = f"{won.category}: " if won.category else ""
                mine = [thing for thing, who in zip(won.things, won.got, strict=True) if who in row.players]
                said += [named + ", ".join([*([self._sum(won.each)] if won.each else []), *mine])]
        return super()._diploma(row, count) | {"prize": clean(" · ".join(one for one in said if one), 120)}

    # To cut out and to hang up

    def _labels(self, kind: str) -> Iterator[dict[str, Any]]:
        sheet = LABELS[kind]
        spots = [
            (sheet.left + across * (sheet.width + sheet.gap), sheet.top + down * sheet.height)
            for down in range(sheet.down)
            for across in range(sheet.across)
        ]
        cards = [self._card(player) for player in self._playing()]
        for some in parts(cards, PAGES * len(spots)):
            pages = [list(zip(spots, page, strict=False)) for page in parts(some, len(spots))]
            yield {"pages": pages, "width": sheet.width, "height": sheet.height}

    def _lots(self) -> Iterator[dict[str, Any]]:
        """A lot for each seat of the round, or for each player while no round is drawn."""
        lots = [
            {"big": str(sitting.number), "small": self.say(T("seat {number}", number=self._place(sitting, seat)))}
            for sitting in self._sittings()
            for seat in range(len(sitting.seats))
        ] or [{"big": str(number), "small": ""} for number in range(1, len(self._playing()) + 1)]
        for some in parts(lots, PAGES * self._up("lots")):
            yield {"lots": some}

    def _posters(self) -> Iterator[dict[str, Any]]:
        """A poster with the link to the standings, and one for each table with the link to it."""
        posters = []
        if self.links.public:
            words = self.say(T("Seats and standings on your phone"))
            posters.append({"big": "", "words": words, "url": self.links.public})
        for table, url in sorted(self.links.table.items()):
            words = self.say(T("Scan to write down the scores here"))
            posters.append({"big": str(table), "words": words, "url": url})
        for some in parts(posters, PAGES):
            yield {"posters": some}
