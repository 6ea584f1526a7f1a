"""A tournament on paper: seats, sheets and slips for the tables, cards, standings, rulings, diplomas.

Each piece is a list of HTML documents of a few pages, so that two presses can share them and report progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from referee.games import game
from referee.sheets.contents import (
    Card,
    Contents,
    Diploma,
    PersonalRound,
    PersonalSheet,
    Rank,
    Ranks,
    RulingText,
    Seat,
    SeatsByTable,
    TablePaper,
)
from referee.sheets.deals.rows import clean
from referee.sheets.event import NAME, Event
from referee.sheets.fitting.names import on_slip, size
from referee.sheets.page import PAPERS, environment, parts, size_of, stylesheet
from referee.sheets.press import MEMORY, SECONDS, SheetError, pdf_of
from referee.sheets.tablesheet import TableList
from referee.sheets.wall import NameLine, Sheet, by_name, layout, name_type
from referee.tournament.columns import Column, beside, columns, counts, heading, points
from referee.tournament.moment import compass
from referee.tournament.money.prizes import prizes_of
from referee.tournament.scoring import sides_of
from referee.tournament.settings import SCORINGS, TIES
from referee.tournament.standings import Row, Standings, standings, team_standings, within
from referee.tournament.tournament import Tournament
from referee.tournament.values import Sitting
from referee.words.text import T, Text

PIECES: Mapping[str, Text] = {
    "names": T("Seats by name"),
    "tables": T("Seats by table"),
    "sheets": T("Table sheets"),
    "slips": T("Result slips"),
    "cards": T("Place cards"),
    "personal": T("Personal sheets"),
    "standings": T("Standings"),
    "categories": T("Standings by category"),
    "rulings": T("Ruling slips"),
    "diplomas": T("Diplomas"),
}
"""The pieces, in the order of a pile."""
PILE = ("names", "tables", "sheets", "slips", "personal", "standings")
"""The pieces in a round's pile."""
OF_ALL_ROUNDS = ("prizes", "diplomas", "money", "receipts")
"""The pieces that are about no round, which therefore name none."""
LARGER = 1.25
"""How many times as large as the smallest of a table's names another may be."""
PAGES = 10
"""About how many pages a document has."""
UP = {"slips": (8, 2), "cards": (10, 3), "personal": (4, 2), "rulings": (4, 1)}
"""How many fit on a page of A4 and of A5."""
LINE, PRIZE = 200, 120
SMALL = (7.5, 7, 6.5, 6, 5.5, 5, 4.5)
OTHERS = {"a4": 60, "a5": 92}
"""Millimetres for the names of a round's opponents on a personal sheet."""


@dataclass(frozen=True, slots=True)
class Links:
    """The links of the QR codes: of tables and players by number, and of the public page. Missing ones get no code."""

    table: Mapping[int, str] = field(default_factory=dict)
    player: Mapping[int, str] = field(default_factory=dict)
    public: str = ""


class Papers(Event):
    """The papers of a tournament in one language, for the round `round_`, by default the last one drawn.

    Raises SheetError for an unknown paper or piece.
    """

    pieces, ups = PIECES, UP

    def __init__(
        self,
        tournament: Tournament,
        *,
        lang: str = "en",
        paper: str = "a4",
        round_: int | None = None,
        links: Links | None = None,
        created: datetime | None = None,
    ) -> None:
        if paper not in PAPERS:
            raise SheetError(T("there is no paper “{found}”: expected one of {expected}", found=paper, expected=PAPERS))
        super().__init__(tournament, lang, round_)
        self.paper = paper
        self.links = links or Links()
        self.created = created

    def documents(self, piece: str) -> list[str]:
        """The HTML documents of a piece; none where there is nothing to print yet."""
        return [self.document(piece, contents) for contents in self.contents(piece)]

    def contents(self, piece: str) -> list[Contents]:
        """What each document of a piece shows; quick to make, so that documents can be counted first."""
        if piece not in self.pieces:
            raise SheetError(
                T("there is no piece “{found}”: expected one of {expected}", found=piece, expected=tuple(self.pieces))
            )
        return list(getattr(self, f"_{piece}")())

    def document(self, piece: str, contents: Contents) -> str:
        """One HTML document of a piece."""
        round_ = self.say(T("Round {number}", number=self.number)) if self.number else ""
        context = {
            "_": self.voice.gettext,
            "event": self,
            "name": self.say(self.pieces[piece]),
            "kind": piece,
            "round": "" if piece in OF_ALL_ROUNDS else contents.round or round_,
            "lang": self.voice.code,
            "paper": self.paper,
            "contents": contents,
            "created": self.created.isoformat(timespec="seconds") if self.created else "",
            "css": stylesheet("print-tournament"),
            "up": self._up(piece),
        }
        return environment().get_template(f"tournament/{piece}.html").render(context)

    def _up(self, piece: str) -> int:
        """How many of a piece fit on a page."""
        return self.ups.get(piece, (1, 1))[PAPERS.index(self.paper)]

    # Seats

    def _names(self) -> Iterator[Contents]:
        if self.at is None:
            return
        places = {
            player: (sitting.number, self._place(sitting, seat))
            for sitting in self._sittings()
            for seat, player in enumerate(sitting.seats)
        } | dict.fromkeys(self.at.out, (0, ""))
        lines, above = list[NameLine](), ""
        for player in sorted(places, key=self._by):
            letter = self._by(player)[:1]
            lines.append(NameLine(letter if letter != above else "", self._list_name(player), *places[player]))
            above = letter
        pages = list(by_name(lines, self.paper))
        for number, page in enumerate(pages, 1):
            yield Contents(rows=[page], listed=True, numbered=f"{number} / {len(pages)}")

    def _tables(self) -> Iterator[Contents]:
        if self.at is None:
            return
        out = [self._name(player) for player in self.at.out]
        yield SeatsByTable(rows=[self._table(sitting) for sitting in self._sittings()], out=out)

    # For the tables

    def _table(self, sitting: Sitting) -> TablePaper:
        seats = [self._seat(sitting, seat) for seat in range(len(sitting.seats))]
        return TablePaper(sitting.number, seats, self.links.table.get(sitting.number, ""))

    def _sheets(self) -> Iterator[Contents]:
        """The sheets upright, then those on their side, then the short ones, of which two share a page of A4."""
        sittings = self._sittings()
        lists = {size: self._list(size, len(sittings)) for size in {len(sitting.seats) for sitting in sittings}}
        for wide, pairs in ((False, False), (True, False), (True, True)):
            own = [(sitting, lists[len(sitting.seats)]) for sitting in sittings]
            those = [
                self._sheet(sitting, one) for sitting, one in own if (one.wide or one.half, one.half) == (wide, pairs)
            ]
            for some in parts(those, PAGES * (1 + pairs)):
                yield Contents(rows=some, wide=wide, pairs=pairs)

    def _list(self, seats: int, tables: int) -> TableList:
        """The list of tables of this size: half a page of A4 where several tables have a round of few deals."""
        half = TableList(self.tournament.settings, seats, self.voice, "a5", half=self.paper == "a4" and tables > 1)
        return half if half.half else TableList(self.tournament.settings, seats, self.voice, self.paper)

    def _sheet(self, sitting: Sitting, own: TableList) -> TablePaper:
        """A table's sheet: its list, and the players above the columns."""
        table = self._table(sitting)
        seats = [self._above_columns(seat, len(sitting.seats), at, own) for at, seat in enumerate(table.seats)]
        most, small = LARGER * min(seat.pt for seat in seats), min(seat.small for seat in seats)
        seats = [replace(seat, pt=min(seat.pt, most), small=small) for seat in seats]
        sides = sides_of(self.tournament.settings, len(seats))
        climbs = [own.climb(one, self._side(sitting, side)) for one, side in zip(own.climbs, sides, strict=False)]
        return replace(table, seats=seats, own=own, climbs=climbs)

    def _side(self, sitting: Sitting, side: Sequence[int]) -> str:
        """The name of a side: that of its team, else of its players."""
        teams = {self._team(sitting.seats[seat]) for seat in side}
        team = teams.pop() if len(teams) == 1 else ""
        return team or " & ".join(self._name(sitting.seats[seat]) for seat in side)

    def _team(self, player: int) -> str:
        settings = self.tournament.settings
        return self.tournament.value.players[player].entrant.team if settings.team > 1 else ""

    def _above_columns(self, seat: Seat, seats: int, at: int, own: TableList) -> Seat:
        """A seat with the text below its name: a compass point too in games with the federation's movement."""
        point = compass(seats, at) if game(self.tournament.settings.game).usual.movement else None
        texts = [seat.place, self.say(point)[:1] if point and self.say(point) != seat.place else ""]
        texts += [self.say(T("No. {number}", number=seat.number)), self._team(seat.number), seat.club]
        about = " · ".join(filter(None, texts))
        small = size(about, own.seat - 2, SMALL, 2, bold=False)
        return replace(seat, about=about, pt=own.name_size(seat.name), small=small)

    def _slips(self) -> Iterator[Contents]:
        for some in parts(self._sittings(), PAGES * self._up("slips")):
            yield Contents(rows=[self._slip(self._table(sitting)) for sitting in some])

    @staticmethod
    def _slip(table: TablePaper) -> TablePaper:
        return replace(table, seats=[replace(one, pt=on_slip(one.name, len(table.seats))) for one in table.seats])

    # For the players

    def _playing(self) -> list[int]:
        """The numbers of the players who are here, or of all signed up while nobody is, by name."""
        players = self.tournament.players
        there = [player for player in players if player.here] or [p for p in players if p.until is None]
        return sorted((player.number for player in there), key=self._by)

    def _card(self, player: int) -> Card:
        team, name = self.tournament.value.players[player].entrant.team, self._name(player)
        return Card(player, name, size_of(name), self._club(player), clean(team, NAME))

    def _cards(self) -> Iterator[Contents]:
        for some in parts(self._playing(), PAGES * self._up("cards")):
            yield Contents(rows=[self._card(player) for player in some])

    def _personal(self) -> Iterator[Contents]:
        rows = {player: row for row in standings(self.tournament).rows for player in row.players}
        for some in parts(self._playing(), PAGES * self._up("personal")):
            yield Contents(rows=[self._person(player, rows.get(player)) for player in some])

    def _person(self, player: int, row: Row | None) -> PersonalSheet:
        last = max(self.tournament.settings.rounds, len(self.tournament.rounds))
        rounds = [self._personal_round(player, row, number) for number in range(1, last + 1)]
        total = self._points(row.total) if row and row.played else ""
        rank = row.place if row else 0
        return PersonalSheet(self._card(player), rounds, total, rank, self.links.player.get(player, ""))

    def _personal_round(self, player: int, row: Row | None, number: int) -> PersonalRound:
        at = self.tournament.value.rounds.get(number)
        sitting = at.sitting_of(player) if at else None
        place = others = ""
        if sitting:
            place = self.say(T("seat {number}", number=self._place(sitting, sitting.seats.index(player))))
            others = ", ".join(self._name(other) for other in sitting.seats if other != player)
        cell = row.rounds[number - 1] if row and number <= len(row.rounds) else None
        return PersonalRound(
            number,
            sitting.number if sitting else 0,
            place,
            others,
            size(others, OTHERS[self.paper], (7, *SMALL[1:]), 2, bold=False),
            at is not None and player in at.out,
            self._points(cell.points) if cell else "",
        )

    # Results

    def _standings(self) -> Iterator[Contents]:
        players = standings(self.tournament)
        if not players.through:
            return  # nobody has a place yet
        teams = [team_standings(self.tournament)] if self.tournament.settings.team > 1 else []
        for each in (*teams, players):
            if each.rows or each.waiting:
                yield self._ranks(each, [("", row) for row in (*each.rows, *each.waiting)])

    def _categories(self) -> Iterator[Contents]:
        """One list of all categories, the name of each above its lines."""
        players = standings(self.tournament)
        own = {category: within(players, category) for category in self.tournament.value.money.ranked}
        rows = [(category, row) for category, each in own.items() for row in (*each.rows, *each.waiting)]
        if players.through and rows:
            yield self._ranks(players, rows)

    def _ranks(self, found: Standings, rows: Sequence[tuple[str, Row]]) -> Ranks:
        """Standings, each row with the category that it is listed in, or none."""
        there = columns(found, "paper")
        wide, sheet, widths = layout([column.word for column in there], self.paper)
        room = next(width for column, width in zip(there, widths, strict=True) if column.word == "name")
        return Ranks(
            rows=[self._rank(row, category, there, room, sheet) for category, row in rows],
            wide=wide,
            listed=True,
            round=self.say(T("after round {number}", number=found.through)),
            columns=[(column.word, self.say(column.head)) for column in there],
            widths=widths,
        )

    def _rank(self, row: Row, category: str, there: Sequence[Column], room: float, sheet: Sheet) -> Rank:
        name, above = clean(row.name, NAME), heading(row)
        club = self.say(beside(replace(row, club=self._club_of(row))))
        cells = [(column.word, self._cell(column, row), counts(column.value(row))) for column in there]
        title = clean(category, NAME) or (self.say(above) if above else "")
        return Rank(row, title, name, club, cells, name_type(name, club, room, sheet))

    def _cell(self, column: Column, row: Row) -> str:
        """What stands in a column: points, or a dash where nothing was played; no penalties are left blank."""
        value = points(column.value(row))
        if value is None or isinstance(value, str):
            return "–" if value is None else clean(value, NAME)
        return "" if column.word == "penalties" and not value else self._points(value)

    @property
    def how(self) -> str:
        """How the standings are made: the scoring, the rounds that count, the tie-breaks."""
        settings = self.tournament.settings
        texts = [SCORINGS[settings.scoring]]
        if settings.best:
            texts.append(T("the best {number} rounds count", number=settings.best))
        if settings.ties:
            texts.append(T("ties broken by: {ties}", ties=tuple(TIES[word] for word in settings.ties)))
        return " · ".join(self.say(text) for text in texts)

    def _rulings(self) -> Iterator[Contents]:
        """A slip for each penalty and adjusted score, and empty ones to fill the page."""
        slips = list[RulingText]()
        for penalty in self.tournament.value.penalties.values():
            points = T("{points} points taken", points=penalty.points) if penalty.points else T("a warning")
            decision = self.say(points)
            if penalty.cancelled is not None:
                decision += " – " + self.say(T("cancelled: {reason}", reason=penalty.cancelled))
            slips.append(self._ruling(penalty.player, penalty.round, penalty.reason, decision))
        for given in self.tournament.value.adjusted.values():
            decision = self.say(T("the score of the round is set to {points}", points=self._points(given.points)))
            slips.append(self._ruling(given.player, given.round, given.reason, decision))
        up = self._up("rulings")
        slips += [RulingText()] * (-len(slips) % up if slips else up)
        for some in parts(slips, PAGES * up):
            yield Contents(rows=some)

    def _ruling(self, player: int, number: int, reason: str, decision: str) -> RulingText:
        at = self.tournament.value.rounds.get(number)
        sitting = at.sitting_of(player) if at else None
        table = str(sitting.number) if sitting else ""
        return RulingText(str(number or ""), table, self._name(player), clean(reason, LINE), clean(decision, LINE))

    def _diplomas(self) -> Iterator[Contents]:
        teams = team_standings(self.tournament).rows if self.tournament.settings.team > 1 else ()
        rows = teams or standings(self.tournament).rows
        for some in parts(rows, PAGES):
            yield Contents(rows=[self._diploma(row, len(rows)) for row in some], wide=True)

    def _club_of(self, row: Row) -> str:
        return self._club(row.players[0]) if row.club else ""

    def _diploma(self, row: Row, count: int) -> Diploma:
        name = clean(row.name, NAME)
        rank = T("Rank {place} of {count}", place=row.place, count=count) if row.place > 1 else T("Winner")
        points = self.say(T("{points} points", points=self._points(row.total)))
        return Diploma(self.say(rank), name, size_of(name), self._club_of(row), points, self._prize_text(row))

    def _prize_text(self, row: Row) -> str:
        """What the players of a row won, for their diploma."""
        texts = []
        for won in prizes_of(self.tournament).won:
            if any(set(entry.players) & set(row.players) for entry in won.winners):
                named = f"{won.category}: " if won.category else ""
                things = [thing for thing, who in zip(won.things, won.receivers, strict=True) if who in row.players]
                texts.append(named + ", ".join([*([self._sum(won.each)] if won.each else []), *things]))
        return clean(" · ".join(filter(None, texts)), PRIZE)


def render(
    papers: Papers,
    pieces: Sequence[str] = PILE,
    *,
    progress: Callable[[int, int], None] | None = None,
    memory: int = MEMORY,
    seconds: float = SECONDS,
) -> bytes:
    """Pieces of a tournament as one PDF. It waits for other processes, so do not call it in a web thread.

    `progress` gets (done, all), counted in documents. Raises SheetError where there is nothing to print, else as
    `sheets.render`.
    """
    contents = [(piece, one) for piece in pieces for one in papers.contents(piece)]
    if not contents:
        raise SheetError(T("there is nothing to print yet"))
    documents = ([papers.document(piece, one)] for piece, one in contents)
    return pdf_of(documents, memory, seconds, count=len(contents), progress=progress)
