"""The book as files, CSV and JSON, and a play for another app; evenings taken in from a spreadsheet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from urllib.parse import quote

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.book.sittings import Evening
from referee.club.book import PAPER
from referee.club.paper_evenings import PaperEvening, evenings_of
from referee.games import GAMES
from referee.store import Stream
from referee.web.book.asked import Asked, asked_for, book, game_title, pages
from referee.web.kit.limits import LISTS, limit
from referee.web.kit.request import file, key, say, tables, when, who
from referee.web.kit.rights import belongs, opens
from referee.web.kit.visit import visit
from referee.words.spreadsheet import csv_text
from referee.words.text import Slip, T, with_line

VERSION = 1
"""The version of the JSON, raised when a key changes its meaning or goes."""
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
"""bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites"""
LONGEST, PREVIEWED = 500_000, 12
"""The most letters of a table of text, and how many of its evenings are shown before it is taken in."""


@pages.get("/<id:table>/book.csv")
@belongs
def as_csv(table: str) -> ResponseReturnValue:
    """All evenings of a group: a row for each person of each evening."""
    return file("\ufeff" + csv_text(_rows(asked_for(table)), who().language.comma), "book.csv", "text/csv")


def _rows(asked: Asked) -> Iterator[list[str | int]]:
    yield [say(head) for head in (T("date"), T("name"), T("points"), T("game"), T("Rank"), T("Deals"))]
    for each in asked.all_evenings:
        deals = list(each.deals)
        for name, points in each.won.items():
            there = sum(name in sitting.seats and deal.paid[sitting.seats.index(name)] is not None
                        for sitting, deal in deals)  # fmt: skip
            yield [each.day, name, points, each.game, each.place(name), there]


@pages.get("/<id:table>/book.json")
@belongs
def as_json(table: str) -> ResponseReturnValue:
    """All that a group’s book is made of: its evenings, their tables, the finished deals."""
    asked = asked_for(table)
    document = {
        "version": VERSION,
        "name": asked.words.title_of(asked.tables) or None,
        "regulars": list(asked.group.regulars),
        "evenings": [
            {"date": each.day, "game": each.game, "points": dict(each.won),
             "tables": [{"id": s.id, "seats": list(s.seats), "points": list(s.won),
                         "deals": [{"number": deal.number, "points": list(deal.paid)} for deal in s.deals]}
                        for s in each.sittings]}
            for each in asked.all_evenings
        ],
    }  # fmt: skip
    return file(json.dumps(document, ensure_ascii=False, indent=1), "book.json", "application/json")


def play_link(evening: Evening, game: str, called: Callable[[str], str]) -> str:
    """The address by which the app BG Stats takes an evening in: a play as JSON. It knows no time of the day. Who is
    `called` otherwise than by name is known by a digest: two people may have the same initials.
    """
    play = {
        "sourceName": "Referee",
        "sourcePlayId": f"{evening.sittings[0].id}-{evening.day}",
        "playDate": f"{evening.day} 12:00:00",
        "game": {"name": game, "sourceGameId": evening.game, "highestWins": not evening.lowest_wins, "noPoints": False},
        "players": [
            {"name": called(name), "sourcePlayerId": _known_by(name, called(name)), "score": points,
             "rank": evening.place(name), "winner": evening.place(name) == 1, "startPlayer": False}
            for name, points in evening.won.items()
        ],
    }  # fmt: skip
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _known_by(name: str, shown: str) -> str:
    return name if shown == name else hashlib.sha256(name.encode()).hexdigest()[:16]


@pages.route("/paper", methods=["GET", "POST"])
@opens
def paper() -> ResponseReturnValue:
    """Evenings typed from a paper book or taken from a spreadsheet: shown first, then taken in."""
    if request.method == "GET":
        return _paper("", GAMES[0].name, (), "")
    limit("list", LISTS)
    text, game = request.form.get("text", "")[:LONGEST], request.form.get("game", "")
    upload = request.files.get("file")
    if upload is not None and upload.filename:
        text = upload.read().decode("utf-8", "replace")[:LONGEST]
    try:
        found = evenings_of(text, game if game in {each.name for each in GAMES} else "")
    except Slip as slip:
        return _paper(text, game, (), say(with_line(slip))), 422
    if request.form.get("sure") != "yes":
        return _paper(text, game, found, "")
    taken = book().take_in(found, f"paper {visit().device} {key()}", visit().device)
    return redirect(url_for("book.page", table=taken, span="ever"), 303)


def _paper(text: str, game: str, found: tuple[PaperEvening, ...], refused: str) -> str:
    shown = [(each, game_title(each.game)) for each in (found if len(found) <= PREVIEWED else found[-PREVIEWED:])]
    return render_template(
        "book/paper.html",
        text=text,
        game=game,
        games=[*((each.name, say(each.title)) for each in GAMES), ("", say(T("Other games")))],
        found=len(found),
        shown=shown,
        refused=refused,
        papers=[(each.id, when(each.created), bool(each.label.get("gone"))) for each in book().papers()],
    )


@pages.post("/paper/<id:paper_id>")
@opens
def put_paper(paper_id: str) -> ResponseReturnValue:
    """Leave out what was typed from paper, or take it back."""
    stream: Stream = tables().store.stream(paper_id)
    if stream.kind == PAPER:
        book().put_paper(paper_id, gone=request.form.get("gone") == "yes")
    return redirect(url_for("book.paper"), 303)
