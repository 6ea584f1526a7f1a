"""Teach the club's devices a deck: its cards laid out in order, a photo each row; and its name, its end.

The photos stay on the device; small pictures of the cards go to the club's computer, where every device finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from referee.club.pictures import LARGEST, KnownDeck, add, begin, decks_for, delete, one, rename, strip_of
from referee.rules.ruleset import Ruleset
from referee.web.kit.addresses import address
from referee.web.kit.limits import limit
from referee.web.kit.request import key, say, tables, who
from referee.web.kit.rights import opens, writes
from referee.web.kit.visit import open_once
from referee.web.table.drawn import Card, card
from referee.words.text import Slip

photo = Blueprint("photo", __name__)
PHOTOS = 120
"""The photos that an address may send the pictures of within ten minutes."""


@dataclass(frozen=True, slots=True)
class LayShown:
    """The cards of one photo, in the order in which they lie; `kept`: there are pictures of them."""

    number: int
    cards: tuple[Card, ...]
    kept: bool


@photo.record
def offer(state: BlueprintSetupState) -> None:
    """Tell the templates whether whoever started the program asked for these pages: reading photos is on trial."""
    state.app.jinja_env.globals["photos"] = bool(state.app.config.get("PHOTOS"))


@photo.before_request
def refuse_unless_offered() -> None:
    """Have no such page unless it was asked for."""
    if not current_app.config.get("PHOTOS"):
        abort(404)


@photo.get("/t/<id:table>/decks")
@opens
def decks(table: str) -> ResponseReturnValue:
    """The decks that hold the cards of this table, and a form for a new one."""
    return _decks(table)


@photo.post("/t/<id:table>/decks")
@opens
def begin_deck(table: str) -> ResponseReturnValue:
    """Begin to teach a deck."""
    limit("pictures", PHOTOS)
    title, rules = request.form.get("title", ""), rules_at(table)
    try:
        deck, _ = open_once("pictures", lambda mark: begin(tables().store, rules, title, mark, g.device))
    except Slip as slip:
        return _decks(table, say(slip.text))
    return redirect(url_for("photo.deck", table=table, deck=deck), 303)


def _decks(table: str, fault: str | None = None) -> ResponseReturnValue:
    rules = rules_at(table)
    context = {
        "table_id": table,
        "game": say(rules.title),
        "decks": decks_for(tables().store, rules),
        "title": request.form.get("title", ""),
        "fault": fault,
    }
    return render_template("photo/decks.html", **context), 422 if fault else 200


@photo.get("/t/<id:table>/decks/<id:deck>")
@opens
def deck(table: str, deck: str) -> ResponseReturnValue:
    """What a deck still needs, photo by photo."""
    return _deck(table, deck_of(deck))


def _deck(table: str, known: KnownDeck, fault: str | None = None) -> ResponseReturnValue:
    face = partial(card, language=who().language)
    lays = [LayShown(n, tuple(map(face, lay)), n in known.photos) for n, lay in enumerate(known.lays)]
    context = {"table_id": table, "deck": known, "lays": lays, "largest": LARGEST, "fault": fault}
    return render_template("photo/deck.html", **context), 422 if fault else 200


@photo.post("/t/<id:table>/decks/<id:deck>/photo")
@opens
def take(table: str, deck: str) -> ResponseReturnValue:
    """Keep the pictures of the cards on one photo."""
    limit("pictures", PHOTOS)
    known, strip, lay = deck_of(deck), request.files.get("strip"), request.form.get("lay", type=int, default=-1)
    try:
        add(tables().store, known, lay, strip.read(LARGEST + 1) if strip is not None else b"", key(), g.device)
    except Slip as slip:
        return _deck(table, known, say(slip.text))
    return redirect(url_for("photo.deck", table=table, deck=deck), 303)


@photo.post("/t/<id:table>/decks/<id:deck>/name")
@opens
def name(table: str, deck: str) -> ResponseReturnValue:
    """Give a deck another name."""
    known = deck_of(deck)
    try:
        rename(tables().store, known, request.form.get("title", ""))
    except Slip as slip:
        return _deck(table, known, say(slip.text))
    return redirect(url_for("photo.deck", table=table, deck=deck), 303)


@photo.post("/t/<id:table>/decks/<id:deck>/gone")
@opens
def forget(table: str, deck: str) -> ResponseReturnValue:
    """Offer a deck no more."""
    delete(tables().store, deck_of(deck))
    return redirect(url_for("photo.decks", table=table), 303)


@photo.get("/t/<id:table>/decks/<id:deck>/<int:number>.jpg")
@writes
def strip(table: str, deck: str, number: int) -> ResponseReturnValue:
    """The pictures of one photo, one below the other."""
    return strip_answer(deck, number)


def strip_answer(deck: str, number: int) -> Response:
    """The pictures of one photo of a deck; they never change, so that a device keeps them."""
    data = strip_of(tables().store, deck_of(deck), number)
    if data is None:
        abort(404)
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=31536000, immutable"})


def rules_at(table: str) -> Ruleset:
    """The game of a table under its laws."""
    return tables().get(table).table.rules


def deck_of(deck: str) -> KnownDeck:
    """A deck by its id; there is no page of one that is not kept."""
    return one(tables().store, deck) or abort(404)


def cards_to_read(rules: Ruleset, endpoint: str, **place: str) -> dict[str, object]:
    """The cards of a game and the decks that hold them, as the scripts of photos take them.

    `endpoint`, `place`: where the pictures of a deck are, by its id and the number of a photo.
    """
    language = who().language

    def strips(known: KnownDeck) -> list[dict[str, object]]:
        return [
            {"cards": known.lays[lay], "src": address(endpoint, **place, deck=known.id, number=number)}
            for lay, number in sorted(known.photos.items())
        ]

    return {
        "copies": {card: rules.deck.mask(card).bit_count() for card in rules.deck.kinds},
        "faces": {card: dict(language.face(card)) for card in rules.deck.kinds},
        "rows": [{"label": say(group.label), "cards": group.cards} for group in rules.pad],
        "decks": [
            {"id": deck.id, "title": deck.title, "strips": strips(deck)}
            for deck in decks_for(tables().store, rules)
            if deck.whole
        ],
    }
