"""A club's own deck: made with two taps a card, kept for new tables, saved to a file and read from one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.decks import KeptDeck, decks_of, keep, maker_of, one, take_off
from referee.games import game, rules_of
from referee.record.text import Header
from referee.rules.decks import DeckMaker, PairedDeck
from referee.rules.ruleset import Ruleset
from referee.web.kit.request import file as saved
from referee.web.kit.request import number, say, tables, who
from referee.web.kit.rights import belongs, decides, opens
from referee.web.kit.visit import open_once, visit
from referee.words.languages import Face
from referee.words.text import Slip, T, Text

decks = Blueprint("decks", __name__)
LONGEST_FILE = 20_000
Rows = list[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RowShown:
    """A card made: its word in the address, and its two motifs."""

    word: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class MotifGroup:
    """The motifs of a suit that no card has yet."""

    label: str
    suit: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of a deck beside its cards, and its choices, each with its label."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DeckShown:
    """A deck on the list; `own`: this device may take it off."""

    id: str
    title: str
    word: str
    rows: tuple[tuple[Face, ...], ...]
    own: bool


def _maker(name: str) -> DeckMaker:
    try:
        return maker_of(name)
    except Slip:
        abort(404)


@decks.get("/decks/<name>")
@belongs
def deck(name: str) -> ResponseReturnValue:
    """The cards made so far and the motifs left; the address holds every tap."""
    maker = _maker(name)
    rows, first, fault = _after_tap(maker)
    return _page(name, rows, first, fault)


def _rows() -> Rows:
    return [tuple(row.split("/")) for row in request.values.getlist("row")]


def _right(maker: DeckMaker, rows: Rows) -> tuple[Rows, Text | None]:
    """The rows before the first that makes no card, and why it makes none."""
    for count in range(1, len(rows) + 1):
        fault = maker.fault(rows[:count])
        if fault is not None:
            return rows[: count - 1], fault
    return rows, None


def _after_tap(maker: DeckMaker) -> tuple[Rows, str, str | None]:
    """The rows after this tap, the motif that waits for its other half, why the tap makes no card."""
    rows, first, tap = _rows(), request.args.get("first", ""), request.args.get("tap", "")
    drop = number(request.args.get("drop"))
    if drop is not None and 0 < drop <= len(rows):
        del rows[drop - 1]
    rows, fault = _right(maker, rows)
    if fault is not None:
        return rows, "", say(fault)
    if not first or not tap or tap == first:
        return rows, "" if tap and tap == first else tap or first, None
    fault = maker.fault([*rows, (first, tap)])
    if fault is not None:
        return rows, first, say(fault)
    return [*rows, (first, tap)], "", None


def _page(name: str, rows: Rows, first: str = "", fault: str | None = None, status: int = 200) -> ResponseReturnValue:
    language = who().language
    maker, rules = _maker(name), _rules(name)
    answer = render_template(
        "club/deck.html",
        name=name,
        game=say(rules.title),
        rows=[RowShown("/".join(row), tuple(map(language.face, row))) for row in rows],
        first=language.face(first) if first else None,
        groups=_groups_left(rules, set(maker.remaining(rows)) - {first}),
        count=maker.CARDS,
        fault=fault,
        kept=[_deck(each) for each in decks_of(tables().store, name)],
        options=_options(maker, rules),
        title=request.values.get("title", ""),
    )
    return answer, status


def _groups_left(rules: Ruleset, left: Collection[str]) -> list[MotifGroup]:
    """The motifs that are left, suit by suit."""
    face = who().language.face
    cards = [(group, tuple(face(card) for card in group.cards if card in left)) for group in rules.pad]
    return [MotifGroup(say(group.label), group.suit, faces) for group, faces in cards if faces]


def _options(maker: DeckMaker, rules: Ruleset) -> list[OptionShown]:
    """The options of a deck beside its cards, as chosen so far."""
    described = {option.name: option for option in rules.options.rows()}
    of_deck = maker.pairing(described[maker.OPTION].default).options
    return [
        OptionShown(
            option.name,
            say(option.text),
            request.values.get(f"option.{option.name}", option.value),
            tuple((word, say(text)) for word, text in option.choices.items()),
        )
        for option in (described[name] for name, _ in of_deck if name != maker.OPTION)
    ]


def _rules(name: str) -> Ruleset:
    rules = game(name)
    return rules_of(Header(name, tuple(str(seat) for seat in range(min(rules.players)))))


def _deck(each: KeptDeck) -> DeckShown:
    face = who().language.face
    rows = tuple(tuple(map(face, row)) for row in each.deck.rows)
    return DeckShown(each.id, say(each.deck.title), each.deck.options[0][1], rows, _owns(each))


@decks.post("/decks/<name>")
@opens
def make(name: str) -> ResponseReturnValue:
    """Keep a finished deck."""
    maker = _maker(name)
    chosen = {key.removeprefix("option."): value for key, value in request.form.items() if key.startswith("option.")}
    try:
        return _keep(name, maker.make(request.form.get("title", "").strip()[:60], _rows(), chosen))
    except Slip as slip:
        return _page(name, _right(maker, _rows())[0], fault=say(slip.text), status=422)


@decks.post("/decks/<name>/file")
@opens
def take_in(name: str) -> ResponseReturnValue:
    """Keep a deck read from its file."""
    maker, upload = _maker(name), request.files.get("deck")
    data = upload.read(LONGEST_FILE + 1) if upload is not None else b""
    try:
        if not data or len(data) > LONGEST_FILE:
            raise Slip(T("Choose a deck file (.toml) of at most {most} bytes.", most=LONGEST_FILE))
        return _keep(name, maker.read(data.decode("utf-8")))
    except UnicodeDecodeError:
        return _page(name, [], fault=say(T("this is no deck file: its letters are not UTF-8")), status=422)
    except Slip as slip:
        return _page(name, [], fault=say(slip.text), status=422)


def _keep(name: str, deck: PairedDeck) -> ResponseReturnValue:
    open_once("deck", lambda mark: keep(tables().store, name, deck, mark, g.device))
    option, word = deck.options[0]
    chosen = urlencode({"game": name, f"option.{option}": word})
    return redirect(f"{url_for('new.form')}?{chosen}#options", 303)


@decks.get("/decks/<name>/<id:deck>.toml")
@belongs
def file(name: str, deck: str) -> ResponseReturnValue:
    """A deck as a file."""
    return saved(_one(name, deck).deck.toml(), f"{name}-{deck}.toml", "application/toml")


@decks.post("/decks/<name>/<id:deck>/gone")
@decides("the device that kept it")
def remove(name: str, deck: str) -> ResponseReturnValue:
    """Take a deck off the list."""
    kept = _one(name, deck)
    if not _owns(kept):
        abort(403)
    take_off(tables().store, kept)
    return redirect(url_for("decks.deck", name=name), 303)


def _owns(deck: KeptDeck) -> bool:
    return visit().host or deck.by == g.device


def _one(name: str, deck: str) -> KeptDeck:
    _maker(name)
    return one(tables().store, name, deck) or abort(404)
