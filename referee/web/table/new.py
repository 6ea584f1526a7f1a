"""A new table: its form, and opening it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import CombinedMultiDict, MultiDict

from referee.club.access import LEVELS, Level
from referee.club.decks import decks_of as kept_decks
from referee.club.shelf import is_demo
from referee.games import GAMES, game
from referee.record.text import Header
from referee.rules import Option, Options, Ruleset
from referee.rules.decks import PairedDeck
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.parts import context_of
from referee.web.kit.reader import number
from referee.web.kit.request import say, tables, who
from referee.web.kit.rights import opens
from referee.web.kit.visit import open_own
from referee.web.table.drawn import Card, card
from referee.web.table.prompts import ChoiceShown
from referee.words.text import Slip, T, Text

new = Blueprint("new", __name__)

LEVEL_NAMES: dict[Level, Text] = {
    "discreet": T("what lies on the table"),
    "recorder": T("what lies on the table; whoever records sees the cards gone dimmed"),
    "open": T("everything, with the cards gone marked"),
    "scribe": T("the scores alone"),
}
LONGEST_NAME = 40
MOST_NAMES = 12
Values = MultiDict[str, str] | CombinedMultiDict[str, str]


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game to choose, with the cards by which it is known; `players`: how many, in words."""

    code: str
    name: str
    players: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of the game. `changed`: from what the preset says; `own`: a deck may be made for it; `rare`: it stands
    among those that few tables agree on; `typed`: what is typed in place of a choice, None where nothing
    may be.
    """

    name: str
    label: str
    value: str
    choices: tuple[ChoiceShown, ...]
    changed: bool
    own: bool
    rare: bool
    typed: str | None


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """The game that is chosen, with the numbers of players it takes."""

    code: str
    counts: tuple[int, ...]
    presets: tuple[ChoiceShown, ...]
    options: tuple[OptionShown, ...]
    scores_only: bool


@dataclass(frozen=True, slots=True)
class FormValues:
    """What is filled in."""

    title: str
    game: str
    count: int
    preset: str
    seats: tuple[str, ...]
    level: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """The context of new.html. `known`: names of known players; `lately`: those who sat here last."""

    errors: tuple[str, ...]
    games: tuple[GameTile, ...]
    game: ChosenGame
    form: FormValues
    levels: tuple[tuple[Level, str], ...]
    known: tuple[str, ...]
    lately: list[str]


@new.route("/new", methods=["GET", "POST"])
@opens
def form() -> ResponseReturnValue:
    """Show the form for a new table, or one like another; open the table when it is sent."""
    if request.method == "POST":
        return _again(like) if (like := request.form.get("like")) else _open()
    like = request.args.get("like")
    header = tables().get(like).table.header if like else None
    return _page(header)


def _page(like: Header | None = None, refused: Text | None = None) -> ResponseReturnValue:
    """The form: all games, and the numbers of players, presets and options of the chosen one."""
    values, chosen = request.values, _game(like)
    counts, preset = list(chosen.players), values.get("preset", (like.preset if like else None) or "")
    usual = 4 if 4 in counts else counts[0]
    count = _whole(values.get("count", ""), len(like.seats) if like else usual)
    if count not in counts:
        count = usual
    preset = preset if preset in chosen.presets else next(iter(chosen.presets))
    names = list(values.getlist("seat")) or (list(like.seats) if like else [])
    context = NewTable(
        errors=(say(refused),) if refused else (),
        games=tuple(map(_tile, GAMES)),
        game=ChosenGame(
            chosen.name, tuple(counts), _presets(chosen), _options(chosen, preset, like), chosen.scores_only
        ),
        form=FormValues(
            title=values.get("title", ""),
            game=chosen.name,
            count=count,
            preset=preset,
            seats=tuple((names + [""] * count)[:count]),
            level=values.get("level", LEVELS[0]),
        ),
        levels=tuple((level, say(LEVEL_NAMES[level])) for level in LEVELS),
        known=tuple(person.name for person in tables().store.people()),
        lately=lately(),
    )
    return render_template("table/new.html", **context_of(context)), 422 if refused else 200


def _again(like: str) -> ResponseReturnValue:
    """Open a table of the same people, game and laws as another one, at once."""
    limit("table", TABLES)
    kept = tables().get(like)
    table_id = open_own("table", lambda mark: tables().open(kept.table.header, "", mark))
    return redirect(url_for("table.page", table=table_id), 303)


def lately() -> list[str]:
    """The names of those who sat here last, to fill a seat by a tap."""
    own = [stream for stream in tables().all() if not is_demo(stream)][:MOST_NAMES]
    names = (name for stream in own for name in stream.meta["seats"])
    return list(dict.fromkeys(names))[:MOST_NAMES]


def _open() -> ResponseReturnValue:
    limit("table", TABLES)
    try:
        header = header_from(request.form, _decks(_game()))
        title = request.form.get("title", "").strip()[:60]
        table_id = open_own("table", lambda mark: tables().open(header, title, mark))
    except Slip as slip:
        return _page(refused=slip.text)
    return redirect(url_for("table.page", table=table_id), 303)


def _game(like: Header | None = None) -> type[Ruleset]:
    """The game the form is about."""
    name = request.values.get("game", like.game if like else "")
    return next((game for game in GAMES if game.name == name), GAMES[0])


def _decks(game: type[Ruleset]) -> list[PairedDeck]:
    """The decks a club has made for a game."""
    return [each.deck for each in kept_decks(tables().store, game.name)] if game.own_deck else []


def _presets(chosen: type[Ruleset]) -> tuple[ChoiceShown, ...]:
    """The presets of a game."""
    return tuple(ChoiceShown(word, say(chosen.preset_name(word))) for word in chosen.presets)


def _options(chosen: type[Ruleset], preset: str, like: Header | None) -> tuple[OptionShown, ...]:
    """The options of a preset with the values chosen; the club's decks are among the choices."""
    house, decks, options = dict(like.options) if like else {}, _decks(chosen), chosen.presets[preset]
    shown = []
    for option in options.rows():
        value = _typed(request.values, option.name, preset) or house.get(option.name, option.value)
        choices = dict(option.choices) | _more(options, option, value, decks)
        shown.append(
            OptionShown(
                name=option.name,
                label=say(option.text),
                value=value if value in choices else option.value,
                choices=tuple(ChoiceShown(word, say(text)) for word, text in choices.items()),
                changed=value != option.default,
                own=chosen.own_deck is not None and option.name == chosen.own_deck.OPTION,
                rare=option.rare and value == option.default,
                typed=None if not option.typed else "" if value in choices else value,
            )
        )
    return tuple(shown)


def _typed(form: Values, option: str, preset: str) -> str | None:
    """The value of an option in a form, what was typed before what was chosen, unless the form was drawn for another
    preset: the new one counts then.
    """
    if form.get("drawn", preset) != preset:
        return None
    return form.get(f"typed.{option}", "").strip() or form.get(f"option.{option}")


def _more(options: Options, option: Option, value: str, decks: Sequence[PairedDeck]) -> dict[str, Text]:
    """The further choices of an option: the club's decks, and the present value if the laws take it."""
    further = {word: deck.title for deck in decks for name, word in deck.options[:1] if name == option.name}
    if value in option.choices or value in further:
        return further
    try:
        options.with_option(option.name, value)
        return further | {value: option.value_text(value)}
    except Slip:
        return further


def _tile(game: type[Ruleset]) -> GameTile:
    first, last = game.players[0], game.players[-1]
    count = T("{first} to {last} players", first=first, last=last)
    if len(game.players) <= 2:
        count = T("{first} or {last} players", first=first, last=last)
    if first == last:
        count = T("{number} players", number=first)
    cards = tuple(card(code, who().language) for code in game.picture)
    return GameTile(game.name, say(game.title), say(count), cards)


def header_from(form: Values, decks: Sequence[PairedDeck] = ()) -> Header:
    """The header that a form describes, the seats as typed; raises Slip."""
    rules = game(form.get("game", ""))
    names = [name.strip() for name in form.getlist("seat")]
    if not all(names) or not names:
        raise Slip(T("Every seat needs a name."))
    check_names(names)
    preset = form.get("preset") or next(iter(rules.presets))
    usual = rules.presets.get(preset)
    options = []
    for option in usual.rows() if usual else ():
        value = _typed(form, option.name, preset)
        if value is not None and value != option.value:
            options.append((option.name, value))
    options += _with_the_deck(decks, dict(options))
    named = preset if usual is None or len(rules.presets) > 1 else None
    return Header(rules.name, tuple(names), named, tuple(options))


def check_names(names: Sequence[str]) -> None:
    """Refuse (with a Slip) a name that is too long, cannot be printed, or is there twice."""
    long = next((name for name in names if len(name) > LONGEST_NAME), None)
    if long is not None:
        raise Slip(T("“{name}…” is too long: a name has at most {most} letters", name=long[:20], most=LONGEST_NAME))
    odd = next((name for name in names if not name.isprintable()), None)
    if odd is not None:
        raise Slip(T("a name has a letter that cannot be printed"))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Slip(T("two seats are called {found}", found=twice))


def _with_the_deck(decks: Sequence[PairedDeck], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """The options that come with the chosen deck, as far as the form does not set them."""
    chosen = next((deck for deck in decks if deck.options[0] in options.items()), None)
    return [] if chosen is None else [(name, value) for name, value in chosen.options if name not in options]


def _whole(text: str, default: int) -> int:
    value = number(text)
    return default if value is None else value
