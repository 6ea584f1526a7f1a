"""The house rules of a game, as the forms for a table and for a tournament take them (templates/_rules.html)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import CombinedMultiDict, MultiDict

from referee.club.decks import decks_of
from referee.rules import Option, Options, Ruleset
from referee.rules.decks import PairedDeck
from referee.web.kit.request import say, tables
from referee.words.text import Slip, Text

Values = MultiDict[str, str] | CombinedMultiDict[str, str]
Agreed = tuple[tuple[str, str], ...]
"""The options that a preset has otherwise, each with its value."""


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of the game. `choices`: pairs of word and label; `changed`: from what the game has usually; `own`: a
    deck may be made for it; `rare`: it stands among those that few tables agree on; `typed`: what is typed in place of
    a choice, None where nothing may be.
    """

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    changed: bool
    own: bool
    rare: bool
    typed: str | None


def rules_shown(chosen: type[Ruleset], preset: str, form: Values, house: Agreed = ()) -> tuple[OptionShown, ...]:
    """The options of a preset with the values of a form, else those agreed; the club's decks are among the choices."""
    decks, options, agreed = _decks(chosen), chosen.presets[preset], dict(house)
    shown = []
    for option in options.rows():
        value = _typed(form, option.name, preset) or agreed.get(option.name, option.value)
        choices = dict(option.choices) | _more(options, option, value, decks)
        shown.append(
            OptionShown(
                name=option.name,
                label=say(option.text),
                value=value if value in choices else option.value,
                choices=tuple((word, say(text)) for word, text in choices.items()),
                changed=value != option.default,
                own=chosen.own_deck is not None and option.name == chosen.own_deck.OPTION,
                rare=option.rare and value == option.default,
                typed=None if not option.typed else "" if value in choices else value,
            )
        )
    return tuple(shown)


def rules_typed(chosen: type[Ruleset], preset: str, form: Values) -> Agreed:
    """The options that a form has otherwise than the preset; nothing where there is no such preset."""
    usual = chosen.presets.get(preset)
    options = []
    for option in usual.rows() if usual else ():
        value = _typed(form, option.name, preset)
        if value is not None and value != option.value:
            options.append((option.name, value))
    return (*options, *_with_the_deck(_decks(chosen), dict(options)))


def _decks(game: type[Ruleset]) -> list[PairedDeck]:
    """The decks a club has made for a game."""
    return [each.deck for each in decks_of(tables().store, game.name)] if game.own_deck else []


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


def _with_the_deck(decks: Sequence[PairedDeck], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """The options that come with the chosen deck, as far as the form does not set them."""
    chosen = next((deck for deck in decks if deck.options[0] in options.items()), None)
    return [] if chosen is None else [(name, value) for name, value in chosen.options if name not in options]
