"""A tournament on paper: seats, sheets and slips for the tables, cards, standings, rulings, diplomas.

Each piece is a list of HTML documents of a few pages, so that two presses can share them and report progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.games import game
from referee.sheets.event import NAME, Event
from referee.sheets.names import on_slip, size
from referee.sheets.page import PAPERS, environment, parts, size_of, stylesheet
from referee.sheets.press import MEMORY, SECONDS, SheetError, pdf_of
from referee.sheets.rows import clean
from referee.sheets.tablesheet import TableList
from referee.sheets.wall import Sheet, by_name, name_type, ranked
from referee.tournament.columns import Column, beside, columns, counts, heading, points
from referee.tournament.moment import compass
from referee.tournament.settings import SCORINGS, TIES
from referee.tournament.standings import Row, standings, team_standings
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
    "rulings": T("Ruling slips"),
    "diplomas": T("Diplomas"),
}
"""The pieces, in the order of a pile."""
PILE = ("names", "tables", "sheets", "slips", "personal", "standings")
"""The pieces in a round's pile."""
PAGES = 10
"""About how many pages a document has."""
UP = {"slips": (8, 2), "cards": (10, 3), "personal": (4, 2), "rulings": (4, 1)}
"""How many fit on a page of A4 and of A5."""
LINE = 200
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
        return [self.document(piece, context) for context in self.contexts(piece)]

    def contexts(self, piece: str) -> list[dict[str, Any]]:
        """The template values of each document of a piece; quick to make, so that documents can be counted first."""
        if piece not in self.pieces:
            raise SheetError(
                T("there is no piece “{found}”: expected one of {expected}", found=piece, expected=tuple(self.pieces))
            )
        return list(getattr(self, f"_{piece}")())

    def document(self, piece: str, context: Mapping[str, Any]) -> str:
        """One HTML document of a piece."""
        up = self.ups.get(piece, (1, 1))[["a4", "a5"].index(self.paper)]
        shared = {
            "_": self.voice.gettext,
            "event": self,
            "name": self.say(self.pieces[piece]),
            "kind": piece,
            "round": self.say(T("Round {number}", number=self.number)) if self.number else "",
            "lang": self.voice.code,
            "paper": self.paper,
            "wide": piece == "diplomas",
            "listed": False,
            "numbered": "",
            "created": self.created.isoformat(timespec="seconds") if self.created else "",
            "css": stylesheet("print-tournament"),
            "up": up,
        }
        return environment().get_template(f"tournament/{piece}.html").render(shared | dict(context))

    # Seats

    def _names(self) -> Iterator[dict[str, Any]]:
        if self.at is None:
            return
        found: list[dict[str, Any]] = [
            {
                "name": self._list_name(player),
                "by": self._by(player),
                "table": sitting.number,
                "place": self._place(sitting, seat),
            }
            for sitting in self._sittings()
            for seat, player in enumerate(sitting.seats)
        ]
        found += [
            {"name": self._list_name(player), "by": self._by(player), "table": 0, "place": ""} for player in self.at.out
        ]
        for one in found:
            one["letter"] = one["by"][:1]
        found.sort(key=lambda one: str(one["by"]))
        for above, one in zip([None, *found], found, strict=False):
            one["first"] = above is None or above["letter"] != one["letter"]
        pages = list(by_name(found, self.paper))
        for number, page in enumerate(pages, 1):
            yield {"pages": [page], "listed": True, "numbered": f"{number} / {len(pages)}"}

    def _tables(self) -> Iterator[dict[str, Any]]:
        if self.at is None:
            return
        tables = [
            {"number": sitting.number, "seats": [self._seat(sitting, seat) for seat in range(len(sitting.seats))]}
            for sitting in self._sittings()
        ]
        yield {"tables": tables, "out": [self._name(player) for player in self.at.out]}

    # For the tables

    def _table(self, sitting: Sitting) -> dict[str, Any]:
        seats = [self._seat(sitting, seat) for seat in range(len(sitting.seats))]
        return {
            "number": sitting.number,
            "seats": seats,
            "url": self.links.table.get(sitting.number, ""),
        }

    def _sheets(self) -> Iterator[dict[str, Any]]:
        settings = self.tournament.settings
        sizes = {len(sitting.seats) for sitting in self._sittings()}
        lists = {size: TableList(settings, size, self.voice, self.paper) for size in sizes}
        for wide in (False, True):
            sittings = [sitting for sitting in self._sittings() if lists[len(sitting.seats)].wide is wide]
            for some in parts(sittings, PAGES):
                tables = [self._sheet(sitting, lists[len(sitting.seats)]) for sitting in some]
                yield {"tables": tables, "wide": wide}

    def _sheet(self, sitting: Sitting, own: TableList) -> dict[str, Any]:
        """A table's sheet: its list, and the players above the columns, with compass points for games that have the
        federation's movement.
        """
        movement = game(self.tournament.settings.game).usual.movement
        table = self._table(sitting)
        for at, seat in enumerate(table["seats"]):
            point = compass(len(sitting.seats), at) if movement else None
            said = [seat["place"], self.say(point)[:1] if point and self.say(point) != seat["place"] else ""]
            said += [self.say(T("No. {number}", number=seat["number"])), seat["club"]]
            seat["told"] = " · ".join(filter(None, said))
            seat["pt"] = own.name_size(seat["name"])
            seat["small"] = size(seat["told"], own.seat - 2, SMALL, 2, bold=False)
        return table | own.context()

    def _slips(self) -> Iterator[dict[str, Any]]:
        for some in parts(self._sittings(), PAGES * self._up("slips")):
            tables = [self._table(sitting) for sitting in some]
            for table in tables:
                for seat in table["seats"]:
                    seat["pt"] = on_slip(seat["name"], len(table["seats"]))
            yield {"tables": tables}

    # For the players

    def _up(self, piece: str) -> int:
        return self.ups[piece][PAPERS.index(self.paper)]

    def _playing(self) -> list[int]:
        """The numbers of the players who are here, or of all signed up while nobody is, by name."""
        players = self.tournament.players
        there = [player for player in players if player.here] or [p for p in players if p.until is None]
        return sorted((player.number for player in there), key=self._by)

    def _card(self, player: int) -> dict[str, Any]:
        who, name = self.tournament.value.players[player].entrant, self._name(player)
        return {
            "number": player, "name": name, "size": size_of(name),
            "club": self._club(player), "team": clean(who.team, NAME),
        }  # fmt: skip

    def _cards(self) -> Iterator[dict[str, Any]]:
        for some in parts(self._playing(), PAGES * self._up("cards")):
            yield {"players": [self._card(player) for player in some]}

    def _personal(self) -> Iterator[dict[str, Any]]:
        rows = {player: row for row in standings(self.tournament).rows for player in row.players}
        for some in parts(self._playing(), PAGES * self._up("personal")):
            yield {"players": [self._person(player, rows.get(player)) for player in some]}

    def _person(self, player: int, row: Row | None) -> dict[str, Any]:
        cells = dict(enumerate(row.rounds, 1)) if row else {}
        rounds = []
        for number in range(1, max(self.tournament.settings.rounds, len(self.tournament.rounds)) + 1):
            at = self.tournament.value.rounds.get(number)
            sitting = at.sitting_of(player) if at else None
            seat = sitting.seats.index(player) if sitting else 0
            cell = cells.get(number)
            others = ", ".join(self._name(other) for other in sitting.seats if other != player) if sitting else ""
            rounds.append(
                {
                    "number": number,
                    "table": sitting.number if sitting else 0,
                    "place": self.say(T("seat {number}", number=self._place(sitting, seat))) if sitting else "",
                    "others": others,
                    "pt": size(others, OTHERS[self.paper], (7, *SMALL[1:]), 2, bold=False),
                    "out": at is not None and player in at.out,
                    "points": self._points(cell.points) if cell else "",
                }
            )
        total = self._points(row.total) if row and row.played else ""
        url = self.links.player.get(player, "")
        more = {"rounds": rounds, "total": total, "place": row.place if row else "", "url": url}
        return self._card(player) | more

    # Results

    def _standings(self) -> Iterator[dict[str, Any]]:
        found = standings(self.tournament)
        if not found.through:
            return  # nobody has a place yet
        lists = [found]
        if self.tournament.settings.team > 1:
            lists.insert(0, team_standings(self.tournament))
        for found in lists:
            rows = (*found.rows, *found.waiting)
            if not rows:
                continue
            there = columns(found, "paper")
            wide, sheet, widths = ranked([column.word for column in there], self.paper)
            room = next(each for column, each in zip(there, widths, strict=True) if column.word == "name")
            yield {
                "columns": [(column.word, self.say(column.head)) for column in there],
                "widths": widths,
                "rows": [self._ranked(row, there, room, sheet) for row in rows],
                "round": self.say(T("after round {number}", number=found.through)),
                "how": self.how,
                "wide": wide,
                "listed": True,
            }

    def _ranked(self, row: Row, there: Sequence[Column], room: float, sheet: Sheet) -> dict[str, Any]:
        name, above = clean(row.name, NAME), heading(row)
        club = self.say(beside(replace(row, club=self._club(row.players[0]))))
        pt, small, below = name_type(name, club, room, sheet)
        cells = [(column.word, self._cell(column, row), counts(column.value(row))) for column in there]
        more = {
            "heading": self.say(above) if above else "",
            "name": name,
            "club": club,
            "pt": pt,
            "small": small,
            "below": below,
        }
        return {"place": row.place, "level": row.level, "cells": cells} | more

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
        said = [SCORINGS[settings.scoring]]
        if settings.best:
            said.append(T("the best {number} rounds count", number=settings.best))
        if settings.ties:
            said.append(T("ties broken by: {ties}", ties=tuple(TIES[word] for word in settings.ties)))
        return " · ".join(self.say(text) for text in said)

    def _rulings(self) -> Iterator[dict[str, Any]]:
        """A slip for each penalty and adjusted score, and empty ones to fill the page."""
        found: list[dict[str, Any]] = []
        for penalty in self.tournament.value.penalties.values():
            points = T("{points} points taken", points=penalty.points) if penalty.points else T("a warning")
            decision = self.say(points)
            if penalty.cancelled is not None:
                decision += " – " + self.say(T("cancelled: {reason}", reason=penalty.cancelled))
            found.append(self._ruling(penalty.player, penalty.round, penalty.reason, decision))
        for given in self.tournament.value.adjusted.values():
            decision = self.say(T("the score of the round is set to {points}", points=self._points(given.points)))
            found.append(self._ruling(given.player, given.round, given.reason, decision))
        empty = dict.fromkeys(("number", "round", "table", "player", "reason", "decision"), "")
        up = self._up("rulings")
        found += [empty] * (up - len(found) % up if len(found) % up or not found else 0)
        for some in parts(found, PAGES * up):
            yield {"slips": some}

    def _ruling(self, player: int, number: int, reason: str, decision: str) -> dict[str, Any]:
        at = self.tournament.value.rounds.get(number)
        sitting = at.sitting_of(player) if at else None
        return {
            "number": "", "round": number or "", "table": sitting.number if sitting else "",
            "player": self._name(player), "reason": clean(reason, LINE), "decision": clean(decision, LINE),
        }  # fmt: skip

    def _diplomas(self) -> Iterator[dict[str, Any]]:
        teams = team_standings(self.tournament).rows if self.tournament.settings.team > 1 else ()
        rows = teams or standings(self.tournament).rows
        for some in parts(rows, PAGES):
            yield {"rows": [self._diploma(row, len(rows)) for row in some]}

    def _diploma(self, row: Row, count: int) -> dict[str, Any]:
        name = clean(row.name, NAME)
        rank = T("Rank {place} of {count}", place=row.place, count=count)
        if row.place == 1:
            rank = T("Winner")
        return {
            "rank": self.say(rank), "name": name, "size": size_of(name), "club": self._club(row.players[0]),
            "points": self.say(T("{points} points", points=self._points(row.total))),
        }  # fmt: skip


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
    told = [(piece, context) for piece in pieces for context in papers.contexts(piece)]
    if not told:
        raise SheetError(T("there is nothing to print yet"))
    documents = ([papers.document(piece, context)] for piece, context in told)
    return pdf_of(documents, memory, seconds, count=len(told), progress=progress)
