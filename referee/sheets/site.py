"""A tournament as a folder of static pages for a club's site, without script or server, in one language.

It has only results: standings, rounds, a page for each player, prizes won, and the JSON document for programs.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.sheets.page import environment, stylesheet
from referee.sheets.rows import clean
from referee.sheets.tournament import Papers
from referee.tournament.columns import Value, beside, columns, counts, heading, points
from referee.tournament.document import document
from referee.tournament.money.prizes import prizes_of
from referee.tournament.standings import Row, standings, team_standings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Sitting
from referee.words.languages import language
from referee.words.numbers import figure
from referee.words.text import Amount

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same results give the same bytes."""


class Site:
    """The pages of a tournament in one language."""

    def __init__(self, tournament: Tournament, lang: str = "en") -> None:
        self.tournament = tournament
        self.voice = language(lang)
        self.papers = Papers(tournament, lang=lang)
        found = standings(tournament)
        self.rows, self.columns = (*found.rows, *found.waiting), columns(found, "page")
        self.of = len(found.rows)

    def pages(self) -> dict[str, bytes]:
        """The files of the folder by name; `index.html` is the first page."""
        found = {"index.html": self._page("index", self._index())}
        for at in self.tournament.rounds:
            tables = [self._sitting(sitting) for _, sitting in sorted(at.tables.items())]
            out = [self.tournament.names[player] for player in at.out]
            found[f"round-{at.number}.html"] = self._page("round", {"number": at.number, "tables": tables, "out": out})
        for row in self.rows:
            found[f"player-{row.players[0]}.html"] = self._page("player", self._player(row))
        text = json.dumps(document(self.tournament), ensure_ascii=False, indent=1)
        return found | {"tournament.json": text.encode()}

    def _page(self, name: str, context: Mapping[str, Any]) -> bytes:
        shared = {
            "_": self.voice.gettext, "lang": self.voice.code, "css": stylesheet("site"), "title": self.papers.title,
            "where": " · ".join(filter(None, (self.papers.game, self.papers.place, self.papers.date))),
            "rounds": [at.number for at in self.tournament.rounds], "page": name,
        }  # fmt: skip
        return environment().get_template(f"site/{name}.html").render(shared | dict(context)).encode()

    def _index(self) -> dict[str, Any]:
        found = team_standings(self.tournament) if self.tournament.settings.team > 1 else None
        teams = (*found.rows, *found.waiting) if found else ()
        return {
            "rows": [self._row(row) for row in self.rows], "teams": [self._row(row) for row in teams],
            "columns": [(column.word, column.head.say(self.voice)) for column in self.columns],
            "how": self.papers.how, "prizes": self._prizes(), "finished": self.tournament.value.finished,
        }  # fmt: skip

    def _row(self, row: Row) -> dict[str, Any]:
        cells = [(column.word, self._written(column.value(row)), counts(column.value(row))) for column in self.columns]
        above = heading(row)
        return {
            "place": row.place, "level": row.level, "name": clean(row.name), "club": clean(beside(row).say(self.voice)),
            "player": row.players[0], "total": self._figure(row.total), "cells": cells, "penalties": row.penalties,
            "heading": above.say(self.voice) if above else "",
        }  # fmt: skip

    def _player(self, row: Row) -> dict[str, Any]:
        rounds = []
        for at, cell in zip(self.tournament.rounds, row.rounds, strict=False):
            sitting = next((found for one in row.players if (found := at.sitting_of(one))), None)
            others = [self.tournament.names[one] for one in sitting.seats if one not in row.players] if sitting else []
            rounds.append(
                {
                    "number": at.number, "table": sitting.number if sitting else 0, "others": others,
                    "points": self._figure(cell.points) if cell else "–", "counts": cell is None or cell.counts,
                }
            )  # fmt: skip
        return self._row(row) | {"rounds_played": rounds, "of": self.of}

    def _sitting(self, sitting: Sitting) -> dict[str, Any]:
        result = sitting.result if sitting.confirmed else None
        seats = [
            (self.tournament.names[player], self._figure(result.net(seat)) if result else "–")
            for seat, player in enumerate(sitting.seats)
        ]
        return {"number": sitting.number, "seats": seats}

    def _prizes(self) -> list[dict[str, Any]]:
        """The prizes and their winners, once the tournament is over."""
        if not self.tournament.value.finished:
            return []
        currency = self.tournament.value.money.currency
        return [
            {
                "category": won.category, "place": won.place,
                "names": [self.tournament.names[entry.players[0]] for entry in won.winners],
                "money": Amount(won.each, currency).say(self.voice) if won.each else "", "level": len(won.winners) > 1,
                "things": [(thing, self.tournament.names[who] if who else "")
                           for thing, who in zip(won.things, won.got, strict=True)],
            }
            for won in prizes_of(self.tournament).won
        ]  # fmt: skip

    def _written(self, value: Value) -> str:
        """What stands in a column of the standings."""
        found = points(value)
        return clean(found) if isinstance(found, str) else "" if found is None else self._figure(found)

    def _figure(self, points: Any) -> str:
        return figure(points, self.voice.code)


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
