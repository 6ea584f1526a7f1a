"""The form in which a tournament is agreed, new or changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.games import GAMES, game
from referee.i18n import Language
from referee.texts import Slip, T, Text
from referee.tournament.settings import BYES, DEPTHS, DRAWS, SCORINGS, TIES, VISIBLE, Settings, usual
from referee.web.reader import number
from referee.web.setup import PRESETS, Values

WORDS = ("title", "place", "day", "season", "preset", "depth", "draw", "scoring", "bye", "visible")
NUMBERS = ("rounds", "best", "minutes", "team")
FLAGS = ("confirm", "signup", "balanced")
MOST_LETTERS = 80
PARTS: Mapping[str, Text] = {
    "title": T("Title"),
    "rounds": T("Rounds"),
    "sizes": T("Players at a table"),
    "deals": T("Deals of a round"),
    "best": T("Rounds that count"),
    "minutes": T("Minutes of a round"),
    "team": T("Players of a team"),
}


def settings_from(form: Values, before: Settings | None = None) -> Settings:
    """What a form agrees on; raises Slip for a word that is no number. What is not in it stays as it was."""
    base = before or usual(form.get("game", ""), form.get("title", "").strip()[:MOST_LETTERS])
    found: dict[str, Any] = {}
    for name in WORDS:
        if name in form:
            found[name] = form[name].strip()[:MOST_LETTERS]
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
    if "ties.asked" in form:
        found["ties"] = tuple(word for word in form.getlist("ties") if word)
    return replace(base, **found)


def _whole(part: str, text: str) -> int:
    found = number(text.strip() or "0")
    if found is None:
        name = PARTS.get(part, T("{part}", part=part))
        raise Slip(T("{part}: “{found}” is no number", part=name, found=text[:20]), part=part)
    return found


def agreed_context(settings: Settings, language: Language) -> dict[str, Any]:
    """What the form shows: the settings as they are, and for each choice its words."""
    say, rules = language.say, game(settings.game)
    known = rules.usual

    def choices(words: Mapping[str, Text], *left_out: str) -> list[tuple[str, str]]:
        return [(word, say(text)) for word, text in words.items() if word not in left_out]

    draws = () if known.movement else ("movement",)
    scorings = () if known.compared else ("topage",)
    ties = [*settings.ties, *(word for word in TIES if word not in settings.ties)]
    return {
        "games": [(each.name, say(each.title)) for each in GAMES],
        "form": settings,
        "presets": [(word, say(PRESETS.get(word, T("{word}", word=word)))) for word in rules.presets],
        "sizes": [
            {"size": size, "on": size in settings.sizes, "deals": settings.deals_at(size) or ""}
            for size in rules.players
        ],
        "depths": choices(DEPTHS),
        "draws": choices(DRAWS, *draws),
        "scorings": choices(SCORINGS, *scorings),
        "byes": choices(BYES),
        "visibles": choices(VISIBLE),
        "ties": [{"word": word, "label": say(TIES[word]), "on": word in settings.ties} for word in ties],
    }
