"""A club's own deck: two taps a card, the motifs left shrinking; kept for new tables, a file to save and to read."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.games import game, rules_of
from referee.kept_decks import KeptDeck, keep, kept, maker_of, one, take_off
from referee.pairing import DeckMaker, PairedDeck
from referee.record import Header
from referee.ruleset import Ruleset
from referee.texts import Slip, T, Text
from referee.web.page import file as saved
from referee.web.page import say, tables, who
from referee.web.reader import number

decks = Blueprint("decks", __name__)
LONGEST_FILE = 20_000
Rows = list[tuple[str, ...]]


def _maker(name: str) -> DeckMaker:
    try:
        return maker_of(name)
    except Slip:
        abort(404)


@decks.get("/decks/<name>")
def deck(name: str) -> ResponseReturnValue:
    """The cards made so far, and a key for each motif left; a tap is in the address, so that going back undoes it."""
    maker = _maker(name)
    rows, first, fault = _tapped(maker)
    return _page(name, rows, first, fault)


def _rows() -> Rows:
    return [tuple(row.split("/")) for row in request.values.getlist("row")]


def _right(maker: DeckMaker, rows: Rows) -> tuple[Rows, Text | None]:
    """The rows before the first that makes no card, and why it makes none."""
    for count in range(1, len(rows) + 1):
        fault = maker.faulty(rows[:count])
        if fault is not None:
            return rows[: count - 1], fault
    return rows, None


def _tapped(maker: DeckMaker) -> tuple[Rows, str, str | None]:
    """The rows after this tap, the motif that waits for its other side, and why the tap makes no card."""
    rows, first, tap = _rows(), request.args.get("first", ""), request.args.get("tap", "")
    drop = number(request.args.get("drop"))
    if drop is not None and 0 < drop <= len(rows):
        del rows[drop - 1]
    rows, fault = _right(maker, rows)
    if fault is not None:
        return rows, "", say(fault)
    if not first or not tap or tap == first:
        return rows, "" if tap and tap == first else tap or first, None
    fault = maker.faulty([*rows, (first, tap)])
    if fault is not None:
        return rows, first, say(fault)
    return [*rows, (first, tap)], "", None


def _page(name: str, rows: Rows, first: str = "", fault: str | None = None, status: int = 200) -> ResponseReturnValue:
    language = who().language
    maker, rules = _maker(name), _rules(name)
    left = set(maker.left(rows)) - {first}
    groups = []
    for group in rules.pad:
        cards = [language.face(card) for card in group.cards if card in left]
        if cards:
            groups.append({"label": say(group.label), "suit": group.suit, "cards": cards})
    described = {option.name: option for option in rules.options.described()}
    said = maker.named(described[maker.OPTION].default).options
    options = [described[name] for name, _ in said if name != maker.OPTION]
    context = {
        "game": {"code": name, "title": say(rules.title)},
        "rows": [{"word": "/".join(row), "faces": [language.face(motif) for motif in row]} for row in rows],
        "first": language.face(first) if first else None,
        "groups": groups,
        "count": maker.CARDS,
        "fault": fault,
        "kept": [_told(each) for each in kept(tables().store, name)],
        "options": [
            {
                "name": option.name,
                "label": say(option.text),
                "value": request.values.get(f"option.{option.name}", option.value),
                "choices": [(word, say(text)) for word, text in option.choices.items()],
            }
            for option in options
        ],
        "title": request.values.get("title", ""),
    }
    return render_template("deck.html", **context), status


def _rules(name: str) -> Ruleset:
    rules = game(name)
    return rules_of(Header(name, tuple(str(seat) for seat in range(min(rules.players)))))


def _told(each: KeptDeck) -> dict[str, Any]:
    face = who().language.face
    rows = [[face(motif) for motif in row] for row in each.deck.rows]
    return {"id": each.id, "title": say(each.deck.title), "word": each.deck.options[0][1], "rows": rows}


@decks.post("/decks/<name>")
def made(name: str) -> ResponseReturnValue:
    """Keep the deck whose last card was made."""
    maker = _maker(name)
    said = {key.removeprefix("option."): value for key, value in request.form.items() if key.startswith("option.")}
    try:
        return _kept(name, maker.made(request.form.get("title", "").strip()[:60], _rows(), said))
    except Slip as slip:
        return _page(name, _right(maker, _rows())[0], fault=say(slip.text), status=422)


@decks.post("/decks/<name>/file")
def taken_in(name: str) -> ResponseReturnValue:
    """A deck from its file."""
    maker, upload = _maker(name), request.files.get("deck")
    data = upload.read(LONGEST_FILE + 1) if upload is not None else b""
    try:
        if not data or len(data) > LONGEST_FILE:
            raise Slip(T("Choose a deck file (.toml) of at most {most} bytes.", most=LONGEST_FILE))
        return _kept(name, maker.read(data.decode("utf-8")))
    except UnicodeDecodeError:
        return _page(name, [], fault=say(T("this is no deck file: its letters are not UTF-8")), status=422)
    except Slip as slip:
        return _page(name, [], fault=say(slip.text), status=422)


def _kept(name: str, deck: PairedDeck) -> ResponseReturnValue:
    keep(tables().store, name, deck, request.form.get("key") or secrets.token_hex(16))
    option, word = deck.options[0]
    chosen = urlencode({"game": name, f"option.{option}": word})
    return redirect(f"{url_for('scribe.new_table')}?{chosen}#options", 303)


@decks.get("/decks/<name>/<deck>.toml")
def file(name: str, deck: str) -> ResponseReturnValue:
    """A deck as its file."""
    found = _one(name, deck)
    return saved(found.deck.toml(), f"{name}-{deck}.toml", "application/toml")


@decks.post("/decks/<name>/<deck>/gone")
def gone(name: str, deck: str) -> ResponseReturnValue:
    """Take a deck off the list."""
    take_off(tables().store, _one(name, deck))
    return redirect(url_for("decks.deck", name=name), 303)


def _one(name: str, deck: str) -> KeptDeck:
    _maker(name)
    found = one(tables().store, name, deck)
    if found is None:
        abort(404)
    return found
