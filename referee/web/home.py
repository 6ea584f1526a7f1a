"""The way in: the tables, records, the first evening, language and looks."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.games import GAMES
from referee.paths import DEMOS
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.reader import COOKIE_AGE, LOOKS, safe_next
from referee.web.kit.request import file, say, tables, tournaments, when, who
from referee.web.kit.rights import anyone
from referee.web.kit.visit import grant_owner, visit
from referee.web.table.drawn import STATES
from referee.words.text import Slip, T, with_line

home = Blueprint("home", __name__)


@home.get("/")
@anyone
def page(refused: str | None = None) -> ResponseReturnValue:
    """The tables, the last touched first."""
    shown = []
    for stream in tables().all()[:60]:
        kept = tables().get(stream.id)
        table, standing = kept.table, kept.table.standing
        best = max(standing.totals)
        label = standing.due.label
        if table.current is not None:  # it may name who plays what
            label = table.rules.label(table.current.deal) if visit(stream.id).sees_table else STATES["open"]
        shown.append({
            "id": stream.id,
            "title": kept.name,
            "game": say(table.rules.title),
            "label": say(label),
            "finished": standing.finished,
            "when": when(stream.last_at),
            "seats": [
                {"name": name, "total": total, "lead": total == best and bool(table.deals)}
                for name, total in zip(table.seats, standing.totals, strict=True)
            ],
        })  # fmt: skip
    shown.sort(key=lambda table: bool(table["finished"]))
    events = [
        {"id": stream.id, "title": stream.label.get("title", ""), "when": when(stream.last_at)}
        for stream in tournaments().all()[:20]
    ]
    context = {"tables": shown, "events": events, "refused": refused, "demos": demos()}
    return render_template("home.html", **context), 422 if refused else 200


@home.get("/health")
@anyone
def health() -> ResponseReturnValue:
    """For who watches over the program: 200 where it answers and reads its database, else 503."""
    tables().store.kinds()
    return file("ok\n", "health.txt", "text/plain")


@home.post("/import")
@anyone
def import_record() -> ResponseReturnValue:
    """A record as a new table."""
    limit("table", TABLES)
    upload = request.files.get("record")
    if upload is None or not upload.filename:
        return page(say(T("Choose a file first.")))
    try:
        title = upload.filename.rsplit(".", 1)[0][:60]
        table_id = tables().take_in(upload.read(), title, request.form.get("key") or secrets.token_hex(16))
    except Slip as slip:
        return page(say(T("{file}: {text}", file=upload.filename, text=with_line(slip))))
    grant_owner(table_id)
    return redirect(url_for("table.page", table=table_id), 303)


@home.get("/first-evening")
@anyone
def first_evening() -> ResponseReturnValue:
    """What to do on the first evening, in pictures."""
    face = who().language.face
    cards = {code: face(code) for code in ("H5", "T4", "H9", "H7", "SK", "S1", "DQ", "C10", "?")}
    return render_template("first_evening.html", cards=cards, demos=demos())


def demos() -> list[dict[str, Any]]:
    """The games with a table to try."""
    return [
        {"code": game.name, "name": say(game.title), "cards": [who().language.face(card) for card in game.picture]}
        for game in GAMES
        if (DEMOS / f"{game.name}.deal").exists()
    ]


@home.post("/try/<name>")
@anyone
def try_out(name: str) -> ResponseReturnValue:
    """A table in the middle of an evening, a foul just proved, to try things out on."""
    limit("table", TABLES)
    game = next((game for game in GAMES if game.name == name), None)
    file = DEMOS / f"{name}.deal"
    if game is None or not file.exists():
        abort(404)
    title = say(T("To try out: {game}", game=game.title))
    table = tables().take_in(file.read_bytes(), title, request.form.get("key", "")[:64] or secrets.token_hex(16))
    grant_owner(table)
    return redirect(url_for("table.page", table=table), 303)


# --- language and looks ----------------------------------------------------------------------------------------


@home.get("/language")
@anyone
def language() -> ResponseReturnValue:
    """Choose a language and go back."""
    response = redirect(safe_next(request.args.get("next")), 303)
    response.set_cookie("language", request.args.get("code", "")[:2], max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


@home.post("/appearance")
@anyone
def appearance() -> ResponseReturnValue:
    """Choose the looks and go back."""
    response = redirect(safe_next(request.form.get("next")), 303)
    for name, values in LOOKS.items():
        if request.form.get(name) in values:
            response.set_cookie(name, request.form[name], max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response
