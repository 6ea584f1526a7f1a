"""A tournament as a folder of static pages for a club's site, without script or server, in one language.

It has only results: standings, rounds, a page for each player, prizes won, and the JSON document for programs.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from referee.sheets.contents import Rank
from referee.sheets.deals.rows import clean
from referee.sheets.page import environment, stylesheet
from referee.sheets.tournament import Papers
from referee.tournament.columns import Value, beside, columns, counts, heading, points
from referee.tournament.document import document
from referee.tournament.money.prizes import prizes_of
from referee.tournament.standings import Row, standings, team_standings, within
from referee.tournament.tournament import Tournament
from referee.tournament.values import Sitting
from referee.words.languages import language
from referee.words.numbers import figure
from referee.words.text import Amount

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same results give the same bytes."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of a player: the table (0: none), the others at it, the points and whether they count."""

    number: int
    table: int
    others: Sequence[str]
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round: each name with its points."""

    number: int
    seats: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize: its winners, the money of each, its things with who gets each. `level`: several share the place."""

    category: str
    place: int
    names: Sequence[str]
    money: str
    level: bool
    things: Sequence[tuple[str, str]]


class Site:
    """The pages of a tournament in one language."""

    def __init__(self, tournament: Tournament, lang: str = "en") -> None:
        self.tournament = tournament
        self.voice = language(lang)
        self.papers = Papers(tournament, lang=lang)
        self.standings = standings(tournament)
        self.columns = columns(self.standings, "page")
        self.rows = (*self.standings.rows, *self.standings.waiting)

    def pages(self) -> dict[str, bytes]:
        """The files of the folder by name; `index.html` is the first page."""
        files = {"index.html": self._index()}
        for at in self.tournament.rounds:
            tables = [self._table(sitting) for _, sitting in sorted(at.tables.items())]
            out = [self.tournament.names[player] for player in at.out]
            files[f"round-{at.number}.html"] = self._page("round", number=at.number, tables=tables, out=out)
        for row in self.rows:
            files[f"player-{row.players[0]}.html"] = self._player(row)
        text = json.dumps(document(self.tournament), ensure_ascii=False, indent=1)
        return files | {"tournament.json": text.encode()}

    def _page(self, name: str, **more: object) -> bytes:
        context = {
            "_": self.voice.gettext, "lang": self.voice.code, "css": stylesheet("site"), "title": self.papers.title,
            "where": " · ".join(filter(None, (self.papers.game, self.papers.place, self.papers.date))),
            "rounds": [at.number for at in self.tournament.rounds], "page": name, **more,
        }  # fmt: skip
        return environment().get_template(f"site/{name}.html").render(context).encode()

    def _index(self) -> bytes:
        teams = team_standings(self.tournament) if self.tournament.settings.team > 1 else None
        return self._page(
            "index",
            rows=[self._rank(row) for row in self.rows],
            teams=[self._rank(row) for row in (*teams.rows, *teams.waiting)] if teams else [],
            categories=[
                (clean(category), [self._rank(row) for row in (*own.rows, *own.waiting)])
                for category in self.tournament.value.money.ranked
                for own in [within(self.standings, category)]
            ],
            columns=[(column.word, column.head.say(self.voice)) for column in self.columns],
            how=self.papers.how,
            prizes=self._prizes(),
            finished=self.tournament.value.finished,
        )

    def _rank(self, row: Row) -> Rank:
        cells = [(column.word, self._cell(column.value(row)), counts(column.value(row))) for column in self.columns]
        above = heading(row)
        title = above.say(self.voice) if above else ""
        return Rank(row, title, clean(row.name), clean(beside(row).say(self.voice)), cells)

    def _player(self, row: Row) -> bytes:
        rounds = []
        for at, cell in zip(self.tournament.rounds, row.rounds, strict=False):
            sitting = next(filter(None, map(at.sitting_of, row.players)), None)
            others = [self.tournament.names[one] for one in sitting.seats if one not in row.players] if sitting else []
            points_, counted = (self._figure(cell.points), cell.counts) if cell else ("–", True)
            rounds.append(PlayedRound(at.number, sitting.number if sitting else 0, others, points_, counted))
        total = self._figure(row.total)
        return self._page("player", rank=self._rank(row), total=total, played=rounds, of=len(self.standings.rows))

    def _table(self, sitting: Sitting) -> Table:
        result = sitting.result if sitting.confirmed else None
        seats = [
            (self.tournament.names[player], self._figure(result.net(seat)) if result else "–")
            for seat, player in enumerate(sitting.seats)
        ]
        return Table(sitting.number, seats)

    def _prizes(self) -> list[Prize]:
        """The prizes and their winners, once the tournament is over."""
        if not self.tournament.value.finished:
            return []
        currency, names = self.tournament.value.money.currency, self.tournament.names
        return [
            Prize(
                won.category,
                won.place,
                [names[entry.players[0]] for entry in won.winners],
                Amount(won.each, currency).say(self.voice) if won.each else "",
                len(won.winners) > 1,
                [(thing, names[who] if who else "") for thing, who in zip(won.things, won.receivers, strict=True)],
            )
            for won in prizes_of(self.tournament).won
        ]

    def _cell(self, value: Value) -> str:
        """What stands in a column of the standings."""
        part = points(value)
        return clean(part) if isinstance(part, str) else "" if part is None else self._figure(part)

    def _figure(self, value: Fraction | int) -> str:
        return figure(value, self.voice.code)


def write_site(tournament: Tournament, folder: Path, lang: str = "en") -> Path:
    """Write the pages into a folder, made if needed; return the path of the first page. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in Site(tournament, lang).pages().items():
        (folder / name).write_bytes(data)
    return folder / "index.html"


def site_zip(tournament: Tournament, lang: str = "en") -> bytes:
    """The folder as a zip archive, the same bytes for the same results."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in Site(tournament, lang).pages().items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
