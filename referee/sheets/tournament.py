"""A tournament on paper: where everybody sits, sheets and slips for the tables, cards, standings, rulings, diplomas.

Each piece is a list of HTML documents of a few pages, so that two presses share them and a pile's progress moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from typing import Any

from babel.dates import format_date
from markupsafe import Markup

from referee.games import rules_of
from referee.paths import STATIC
from referee.record.text import Header
from referee.rules.ruleset import Ruleset
from referee.sheets.page import PAPERS, code, environment, parts, plain, size_of
from referee.sheets.press import MEMORY, SECONDS, SheetError, printed
from referee.sheets.view import clean, values
from referee.tournament.moment import seat_name
from referee.tournament.settings import SCORINGS, TIES
from referee.tournament.standings import Row, standings, team_standings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Sitting
from referee.words.languages import Language, language
from referee.words.numbers import figure
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
"""The pieces there are, in the order of a pile."""
PILE = ("names", "tables", "sheets", "slips", "personal", "standings")
"""What a round's pile holds."""
PAGES = 10
"""Pages of one document, about."""
UP = {"slips": (8, 2), "cards": (10, 3), "personal": (4, 2), "rulings": (4, 1)}
"""How many stand on a page, of A4 and of A5."""
HEIGHTS = (16, 12, 10, 8, 6, 5, 4)
ROOM = {"a4": 150, "a5": 50}
"""Heights of a row of a table sheet, and the room there is for all, in millimetres."""
OPEN_DEALS = 12
"""Rows of a table sheet where the number of deals is left open."""
NAME, LINE = 60, 200

Documents = list[str]


@dataclass(frozen=True, slots=True)
class Links:
    """What codes to scan lead to: a table's page by its number, a player's by theirs, the public one. None is drawn for
    those left out.
    """

    table: Mapping[int, str] = field(default_factory=dict)
    player: Mapping[int, str] = field(default_factory=dict)
    public: str = ""


class Papers:
    """The papers of a tournament in one language; `round` is the round they are for, the last one drawn by default.
    Raises SheetError for a paper or a piece there is not.
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
        self.tournament = tournament
        self.voice: Language = language(lang)
        self.paper = paper
        self.links = links or Links()
        self.created = created
        self.number = round_ or max(tournament.value.rounds, default=0)
        self.at = tournament.value.rounds.get(self.number)

    # What every paper says

    @property
    def title(self) -> str:
        return clean(self.tournament.settings.title)

    @property
    def place(self) -> str:
        return clean(self.tournament.settings.place)

    @property
    def date(self) -> str:
        day = self.tournament.settings.day[:10]
        return format_date(date.fromisoformat(day), "long", locale=self.voice.code) if day else ""

    @property
    def balanced(self) -> bool:
        return self.tournament.settings.balanced

    @property
    def game(self) -> str:
        return self.say(self._rules(min(self.tournament.settings.sizes)).title)

    def say(self, text: Text) -> str:
        return text.say(self.voice)

    def documents(self, piece: str) -> Documents:
        """A piece as HTML documents; none where there is nothing to print yet."""
        if piece not in self.pieces:
            raise SheetError(
                T("there is no piece “{found}”: expected one of {expected}", found=piece, expected=tuple(self.pieces))
            )
        return [self._page(piece, context) for context in getattr(self, f"_{piece}")()]

    def _page(self, piece: str, context: Mapping[str, Any]) -> str:
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
            "created": self.created.isoformat(timespec="seconds") if self.created else "",
            "css": _css(),
            "up": up,
        }
        return environment().get_template(f"tournament/{piece}.html").render(shared | dict(context))

    # Seats

    def _seat(self, sitting: Sitting, seat: int) -> dict[str, Any]:
        player = sitting.seats[seat]
        name = self._name(player)
        return {
            "name": name,
            "size": size_of(name),
            "club": self._club(player),
            "place": self._place(sitting, seat),
            "number": player,
        }

    def _name(self, player: int) -> str:
        return clean(self.tournament.names[player], NAME)

    def _place(self, sitting: Sitting, seat: int) -> str:
        return self.say(seat_name(self.tournament, len(sitting.seats), seat))

    def _club(self, player: int) -> str:
        """A player's club, unless it stands in the name already to tell two apart."""
        club = self.tournament.value.players[player].entrant.club
        return "" if f"({club})" in self.tournament.names[player] else clean(club, NAME)

    def _sittings(self) -> list[Sitting]:
        return [sitting for _, sitting in sorted(self.at.tables.items())] if self.at else []

    def _names(self) -> Iterator[dict[str, Any]]:
        if self.at is None:
            return
        found: list[dict[str, Any]] = [
            {
                "name": self._name(player),
                "by": self._by(player),
                "table": sitting.number,
                "place": self._place(sitting, seat),
            }
            for sitting in self._sittings()
            for seat, player in enumerate(sitting.seats)
        ]
        found += [
            {"name": self._name(player), "by": self._by(player), "table": 0, "place": ""} for player in self.at.out
        ]
        for one in found:
            one["letter"] = one["by"][:1]
        yield {"seats": sorted(found, key=lambda one: one["by"])}

    def _tables(self) -> Iterator[dict[str, Any]]:
        if self.at is None:
            return
        tables = [
            {"number": sitting.number, "seats": [self._seat(sitting, seat) for seat in range(len(sitting.seats))]}
            for sitting in self._sittings()
        ]
        yield {"tables": tables, "out": [self._name(player) for player in self.at.out]}

    # For the tables

    def _rules(self, seats: int) -> Ruleset:
        settings = self.tournament.settings
        names = tuple(str(seat) for seat in range(1, seats + 1))
        return rules_of(Header(settings.game, names, settings.preset or None, settings.options))

    def _table(self, sitting: Sitting) -> dict[str, Any]:
        size = len(sitting.seats)
        deals = self.tournament.settings.deals_at(size)
        rows = deals or OPEN_DEALS
        height = next((height for height in HEIGHTS if height * rows <= ROOM[self.paper]), HEIGHTS[-1])
        seats = [self._seat(sitting, seat) for seat in range(size)]
        url = self.links.table.get(sitting.number, "")
        return {
            "number": sitting.number, "seats": seats, "rows": rows, "counted": bool(deals), "height": height,
            "code": code(url),
        }  # fmt: skip

    def _sheets(self) -> Iterator[dict[str, Any]]:
        sittings = self._sittings()
        sizes = {len(sitting.seats) for sitting in sittings}
        values_of = {size: values(self._rules(size), self.voice) for size in sizes}
        balanced = any(self._rules(size).sheet.balanced for size in sizes)
        halves = ("+", "−") if balanced else (self.say(T("Points")),)
        for some in parts(sittings, PAGES):
            tables = [self._table(sitting) | {"values": values_of[len(sitting.seats)]} for sitting in some]
            yield {"tables": tables, "halves": halves}

    def _slips(self) -> Iterator[dict[str, Any]]:
        for some in parts(self._sittings(), PAGES * self._up("slips")):
            yield {"tables": [self._table(sitting) for sitting in some]}

    # For the players

    def _up(self, piece: str) -> int:
        return self.ups[piece][PAPERS.index(self.paper)]

    def _playing(self) -> list[int]:
        """Those who are here, or signed up while nobody is, by name."""
        players = self.tournament.players
        there = [player for player in players if player.here] or [p for p in players if p.until is None]
        return sorted((player.number for player in there), key=self._by)

    def _by(self, player: int) -> str:
        """What a list of names sorts a player by: the last name, where it is known."""
        return plain(f"{self.tournament.value.players[player].entrant.last} {self._name(player)}")

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
            rounds.append(
                {
                    "number": number,
                    "table": sitting.number if sitting else 0,
                    "place": self.say(T("seat {number}", number=self._place(sitting, seat))) if sitting else "",
                    "others": [self._name(other) for other in sitting.seats if other != player] if sitting else [],
                    "out": at is not None and player in at.out,
                    "points": self._points(cell.points) if cell else "",
                }
            )
        total = self._points(row.total) if row and row.played else ""
        url = self.links.player.get(player, "")
        more = {"rounds": rounds, "total": total, "place": row.place if row else "", "code": code(url)}
        return self._card(player) | more

    # What came of it

    def _points(self, value: Fraction | int) -> str:
        return figure(value, self.voice.code)

    def _standings(self) -> Iterator[dict[str, Any]]:
        found = standings(self.tournament)
        lists = [found.rows]
        if self.tournament.settings.team > 1:
            lists.insert(0, team_standings(self.tournament).rows)
        for rows in filter(None, lists):
            yield {
                "rounds": range(1, len(rows[0].rounds) + 1),
                "rows": [self._ranked(row) for row in rows],
                "penalties": any(row.penalties for row in rows),
                "ties": [self.say(TIES[word]) for word in found.ties],
                "round": self.say(T("after round {number}", number=found.through)),
                "how": self.how,
            }

    def _ranked(self, row: Row) -> dict[str, Any]:
        cells = [
            {"text": self._points(cell.points) if cell else "–", "counts": cell is None or cell.counts}
            for cell in row.rounds
        ]
        return {
            "place": row.place, "level": row.level, "name": clean(row.name, NAME), "club": self._club(row.players[0]),
            "cells": cells, "penalties": self._points(-row.penalties) if row.penalties else "",
            "total": self._points(row.total), "breaks": [self._points(value) for value in row.breaks],
        }  # fmt: skip

    @property
    def how(self) -> str:
        """By what the standings are made: the scoring, the rounds that count, the tie-breaks."""
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
    """Pieces of a tournament as one PDF. Waits for other processes, so not in a web thread; `progress` hears how many
    of how many parts are printed. Raises SheetError where there is nothing to print, else as `sheets.render`.
    """
    documents = [[document] for piece in pieces for document in papers.documents(piece)]
    if not documents:
        raise SheetError(T("there is nothing to print yet"))
    return printed(documents, memory, seconds, bound=1, progress=progress)


@cache
def _css() -> Markup:
    return Markup((STATIC / "css" / "print-tournament.css").read_text(encoding="utf-8"))
