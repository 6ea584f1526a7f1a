"""The form for a tournament's settings, for a new tournament or a change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.games import GAMES, game
from referee.tournament.players import MOST_LETTERS
from referee.tournament.settings import (
    BYES,
    CARRIES,
    DEPTHS,
    DRAWS,
    MATES,
    SCORINGS,
    TIES,
    VISIBLE,
    Settings,
    usual,
)
from referee.web.kit.reader import number
from referee.web.table.new import PRESETS, Values
from referee.words.languages import Language
from referee.words.text import Slip, T, Text

WORDS = (
    "title",
    "place",
    "day",
    "season",
    "region",
    "preset",
    "depth",
    "draw",
    "scoring",
    "bye",
    "visible",
    "mates",
    "carry",
)
NUMBERS = ("rounds", "best", "minutes", "team", "early", "qualifying")
FLAGS = ("confirm", "signup", "balanced")
PARTS: Mapping[str, Text] = {
    "title": T("Title"),
    "rounds": T("Rounds"),
    "sizes": T("Players at a table"),
    "deals": T("Deals of a round"),
    "best": T("Rounds that count"),
    "minutes": T("Minutes of a round"),
    "team": T("Players of a team"),
    "early": T("Club mates and seeded players apart"),
    "finals": T("Finals"),
    "qualifying": T("Qualifying rounds"),
    "venues": T("Venues"),
}


def settings_from(form: Values, before: Settings | None = None) -> Settings:
    """The settings of a form, with those it lacks as before. Raises Slip for what is no number."""
    base = before or usual(form.get("game", ""), form.get("title", "").strip()[:MOST_LETTERS])
    found: dict[str, Any] = {}
    for name in WORDS:
        if name in form:
            found[name] = form[name].strip()[:MOST_LETTERS]
    if "day" in found:
        found["day"] = _day(found["day"], form.get("hour", "").strip())
    for name in NUMBERS:
        if name in form:
            found[name] = _whole(name, form[name])
    for name in FLAGS:
        if f"{name}.asked" in form:
            found[name] = form.get(name) == "yes"
    sizes = tuple(_whole("sizes", text) for text in form.getlist("sizes"))
    if sizes:
        wished = number(form.get("wished")) or base.sizes[0]
        found["sizes"] = tuple(sorted(sizes, key=lambda size: (size != wished, -size)))
        asked = {size: form.get(f"deals.{size}", "") for size in found["sizes"]}
        deals = {size: _whole("deals", text) for size, text in asked.items() if text.strip()}
        known = dict(base.deals) if before is None else {}
        found["deals"] = tuple(sorted((known | deals).items()))
    if "finals" in form:
        found["finals"] = tuple(
            _whole("finals", text) for text in re.split(r"[\s,;+/]+", form["finals"].strip()) if text
        )
    if "venues" in form:
        names = (text.strip()[:MOST_LETTERS] for text in re.split(r"[,;\n]", form["venues"]))
        found["venues"] = tuple(name for name in names if name)
    if "ties.asked" in form:
        found["ties"] = tuple(word for word in form.getlist("ties") if word)
    return replace(base, **found)


def settings_typed(form: Values, base: Settings) -> Settings:
    """The settings of a refused form, to show it again; what cannot be read stays as in `base`."""
    kept = MultiDict(form)
    while True:
        try:
            return settings_from(kept, base)
        except Slip as slip:
            for name in [name for name in kept if name.split(".")[0] == slip.fields["part"]]:
                del kept[name]


def _day(said: str, hour: str) -> str:
    """A day in the form it is kept (2026-11-22, or 2026-11-22T19:30), also from 22/11/2026 and 22.11.2026."""
    if written := re.fullmatch(r"(\d{1,2})[./](\d{1,2})[./](\d{4})", said, re.ASCII):
        said = "{2}-{1:0>2}-{0:0>2}".format(*written.groups())
    try:
        date.fromisoformat(said[:10] or "2026-01-01")
    except ValueError:
        raise Slip(T("“{found}” is no day: expected such as 2026-11-21T19:30", found=said), part="day") from None
    return f"{said}T{hour[:5]}" if said and hour and "T" not in said else said


def _whole(part: str, text: str) -> int:
    found = number(text.strip() or "0")
    if found is None:
        name = PARTS.get(part, T("{part}", part=part))
        raise Slip(T("{part}: “{found}” is no number", part=name, found=text[:20]), part=part)
    return found


def agreed_context(settings: Settings, language: Language) -> dict[str, Any]:
    """The values of the form: the settings, and the words for each choice."""
    say, rules = language.say, game(settings.game)
    known = rules.usual

    def choices(words: Mapping[Any, Text], *left_out: str) -> list[tuple[str, str]]:
        return [(word, say(text)) for word, text in words.items() if word not in left_out]

    movement = [("movement", say(T("the federation’s movement") if known.movement else DRAWS["movement"]))]
    chosen = [word for word in settings.ties if word in TIES]  # a refused form may have said anything
    ties = [*chosen, *(word for word in TIES if word not in chosen)]
    return {
        "games": [(each.name, say(each.title)) for each in GAMES],
        "form": settings,
        "presets": [(word, say(PRESETS.get(word, T("{word}", word=word)))) for word in rules.presets],
        "sizes": [
            {"size": size, "on": size in settings.sizes, "deals": settings.deals_at(size) or ""}
            for size in rules.players
        ],
        "depths": choices(DEPTHS),
        "draws": [*choices(DRAWS, "hand", "movement"), *movement, *choices(DRAWS, "random", "best", "movement")],
        "mates": choices(MATES),
        "carries": choices(CARRIES),
        "scorings": choices(SCORINGS),
        "byes": choices(BYES),
        "visibles": choices(VISIBLE),
        "ties": [{"word": word, "label": say(TIES[word]), "on": word in settings.ties} for word in ties],
    }
