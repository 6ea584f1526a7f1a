"""A new table: its form, and opening it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import LEVELS, Level
from referee.club.shelf import is_demo
from referee.games import GAMES, game
from referee.record.text import Header
from referee.rules import Ruleset
from referee.web.kit.house_rules import OptionShown, Values, rules_shown, rules_typed
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.parts import context_of
from referee.web.kit.request import number, say, tables, who
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


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game to choose, with the cards by which it is known; `players`: how many, in words."""

    code: str
    name: str
    players: str
    cards: tuple[Card, ...]


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
            chosen.name,
            tuple(counts),
            _presets(chosen),
            rules_shown(chosen, preset, values, like.options if like else ()),
            chosen.scores_only,
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
        header = header_from(request.form)
        title = request.form.get("title", "").strip()[:60]
        table_id = open_own("table", lambda mark: tables().open(header, title, mark))
    except Slip as slip:
        return _page(refused=slip.text)
    return redirect(url_for("table.page", table=table_id), 303)


def _game(like: Header | None = None) -> type[Ruleset]:
    """The game the form is about."""
    name = request.values.get("game", like.game if like else "")
    return next((game for game in GAMES if game.name == name), GAMES[0])


def _presets(chosen: type[Ruleset]) -> tuple[ChoiceShown, ...]:
    """The presets of a game."""
    return tuple(ChoiceShown(word, say(chosen.preset_name(word))) for word in chosen.presets)


def _tile(game: type[Ruleset]) -> GameTile:
    first, last = game.players[0], game.players[-1]
    count = T("{first} to {last} players", first=first, last=last)
    if len(game.players) <= 2:
        count = T("{first} or {last} players", first=first, last=last)
    if first == last:
        count = T("{number} players", number=first)
    cards = tuple(card(code, who().language) for code in game.picture)
    return GameTile(game.name, say(game.title), say(count), cards)


def header_from(form: Values) -> Header:
    """The header that a form describes, the seats as typed; raises Slip."""
    rules = game(form.get("game", ""))
    names = [name.strip() for name in form.getlist("seat")]
    if not all(names) or not names:
        raise Slip(T("Every seat needs a name."))
    check_names(names)
    preset = form.get("preset") or next(iter(rules.presets))
    named = preset if preset not in rules.presets or len(rules.presets) > 1 else None
    return Header(rules.name, tuple(names), named, rules_typed(rules, preset, form))


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


def _whole(text: str, default: int) -> int:
    value = number(text)
    return default if value is None else value
