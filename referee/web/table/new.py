"""The form for a new table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import CombinedMultiDict, MultiDict

from referee.access import LEVELS
from referee.games import GAMES, game
from referee.i18n import Language
from referee.pairing import PairedDeck
from referee.record import Header
from referee.ruleset import Option, Options, Ruleset
from referee.texts import Slip, T, Text
from referee.web.reader import number

LEVEL_NAMES: dict[str, Text] = {
    "discreet": T("what lies on the table"),
    "open": T("everything, with the cards gone marked"),
    "scribe": T("the scores alone"),
}
LONGEST_NAME = 40
PRESETS: dict[str, Text] = {"standard": T("usual"), "fft": T("federation"), "ddv": T("tournament")}
Values = MultiDict[str, str] | CombinedMultiDict[str, str]


def chosen_game(values: Values, like: Header | None) -> type[Ruleset]:
    """The game the form is about."""
    return next((g for g in GAMES if g.name == values.get("game", like.game if like else "")), GAMES[0])


def setup_context(
    values: Values, language: Language, known: list[str], like: Header | None, decks: Sequence[PairedDeck] = ()
) -> dict[str, Any]:
    """What the form shows: the games, and of the game chosen its numbers of players, presets and options, among them
    the decks a club has made for it.
    """
    say = language.say
    chosen = chosen_game(values, like)
    count = _whole(values.get("count", ""), len(like.seats) if like else max(chosen.players[0], 3))
    if count not in chosen.players:
        count = chosen.players[0] if 4 not in chosen.players else 4
    preset = values.get("preset", (like.preset if like else None) or "")
    preset = preset if preset in chosen.presets else next(iter(chosen.presets))
    names = list(values.getlist("seat")) or (list(like.seats) if like else [])
    options = chosen.presets[preset]
    house = dict(like.options) if like else {}
    shown = []
    for option in options.described():
        value = values.get(f"option.{option.name}", house.get(option.name, option.value))
        choices = dict(option.choices) | _more(options, option, value, decks)
        shown.append({
            "name": option.name,
            "label": say(option.text),
            "value": value if value in choices else option.value,
            "choices": [{"word": word, "label": say(text)} for word, text in choices.items()],
            "changed": value != option.default,
            "own": chosen.own_deck is not None and option.name == chosen.own_deck.OPTION,
        })  # fmt: skip
    return {
        "games": [_tile(each, language) for each in GAMES],
        "game": {
            "code": chosen.name,
            "counts": list(chosen.players),
            "presets": [
                {"word": word, "label": say(PRESETS.get(word, T("{word}", word=word)))} for word in chosen.presets
            ],
            "options": shown,
        },
        "form": {
            "title": values.get("title", ""),
            "game": chosen.name,
            "count": count,
            "preset": preset,
            "seats": (names + [""] * count)[:count],
            "dealer": _whole(values.get("dealer", ""), count - 1),
            "level": values.get("level", LEVELS[0]),
        },
        "levels": [(level, say(LEVEL_NAMES[level])) for level in LEVELS],
        "known": known,
    }


def _more(options: Options, option: Option, value: str, decks: Sequence[PairedDeck]) -> dict[str, Text]:
    """What may be chosen beside an option's usual words: a deck of one's own, a word of a record."""
    found = {word: deck.title for deck in decks for name, word in deck.options[:1] if name == option.name}
    if value in option.choices or value in found:
        return found
    try:
        options.changed(option.name, value)
        return found | {value: option.said(value)}
    except Slip:
        return found


def _tile(each: Any, language: Language) -> dict[str, Any]:
    players = each.players
    count = T("{number} players", number=players[0])
    if len(players) > 1:
        count = T("{first} to {last} players", first=players[0], last=players[-1])
        if len(players) == 2:
            count = T("{first} or {last} players", first=players[0], last=players[-1])
    cards = [language.face(card) for card in each.picture]
    return {"code": each.name, "name": language.say(each.title), "players": language.say(count), "cards": cards}


def header_from(form: Values, decks: Sequence[PairedDeck] = ()) -> Header:
    """The header a form describes, the first dealer seated last; raises Slip with what is missing."""
    rules = game(form.get("game", ""))
    names = [name.strip() for name in form.getlist("seat")]
    if not all(names) or not names:
        raise Slip(T("Every seat needs a name."))
    long = next((name for name in names if len(name) > LONGEST_NAME), None)
    if long is not None:
        raise Slip(T("“{name}…” is too long: a name has at most {most} letters", name=long[:20], most=LONGEST_NAME))
    odd = next((name for name in names if not name.isprintable()), None)
    if odd is not None:
        raise Slip(T("a name has a letter that cannot be printed"))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Slip(T("two seats are called {found}", found=twice))
    preset = form.get("preset") or next(iter(rules.presets))
    usual = rules.presets.get(preset)
    options = []
    for option in usual.described() if usual else ():
        value = form.get(f"option.{option.name}")
        if value is not None and value != option.value:
            options.append((option.name, value))
    options += _with_the_deck(decks, dict(options))
    dealer = _whole(form.get("dealer", ""), len(names) - 1) % len(names)
    seats = tuple(names[dealer + 1 :] + names[: dealer + 1])
    said = preset if usual is None or len(rules.presets) > 1 else None
    return Header(rules.name, seats, said, tuple(options))


def _with_the_deck(decks: Sequence[PairedDeck], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """What a deck chosen says beside its cards, where the form says nothing else."""
    chosen = next((deck for deck in decks if deck.options[0] in options.items()), None)
    return [] if chosen is None else [(name, value) for name, value in chosen.options if name not in options]


def _whole(text: str, default: int) -> int:
    found = number(text)
    return default if found is None else found
