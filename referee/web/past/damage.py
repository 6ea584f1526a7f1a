"""The effect of a foul in pictures: the cards laid, the lawful ones, the deal's outcome with either, a line of play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.endings.damage import Damage, OutlookText
from referee.rules import Foul
from referee.rules.deal import Trick
from referee.table.table import Judged
from referee.web.kit.parts import context_of
from referee.web.kit.request import htmx_asks, say, tables, who
from referee.web.kit.rights import sees
from referee.web.past.mend import head, past
from referee.web.past.replay import sees_effect, visible
from referee.web.table.drawn import Card, TrickShown, card, law_view, trick_view
from referee.web.table.reckoner import effect_of
from referee.words.languages import Language


@past.get("/t/<id:table>/deals/<int:deal>/fouls/<int:place>/damage")
@sees("past")
def damage(table: str, deal: int, place: int) -> ResponseReturnValue:
    """The effect of a foul. While its deal is played only a director who asks sees it, as it reveals who holds what."""
    kept = tables().get(table)
    if not 1 <= deal <= len(visible(kept)) or not 1 <= place <= len(kept.table.deals[deal - 1].fouls):
        abort(404)
    judged = kept.table.deals[deal - 1]
    foul = judged.fouls[place - 1]
    answer = _answer(kept, judged, foul)
    asked = FoulAt(deal, place, foul.proved)
    law = law_view(kept.table.rules, foul.law, who().language)
    return render_template(
        "past/_damage.html" if htmx_asks() else "past/damage.html",
        **context_of(answer),
        foul=asked,
        law=law,
        opened="ask" in request.args or not htmx_asks(),
        tab="fouls",
        table=head(kept),
    )


@dataclass(frozen=True, slots=True)
class FoulAt:
    """A foul by its place in its deal, and the line that proved it."""

    deal: int
    place: int
    line: int


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """A line of play, and what it shows."""

    shows: str
    tricks: tuple[TrickShown, ...]


@dataclass(frozen=True, slots=True)
class DamageShown:
    """The effect of a foul: a sentence with its paragraph, the cards laid, and the lawful ones."""

    text: str
    paragraph: str
    laid: tuple[Card, ...]
    lawful: tuple[tuple[Card, ...], ...]
    outlooks: tuple[OutlookText, ...]
    lines: tuple[LineOfPlay, ...]


@dataclass(frozen=True, slots=True)
class DamageAnswer:
    """The effect of a foul, or why it is not told: it `waits` for the `end` of the deal, for somebody to `ask`, or for
    the `answer`.
    """

    waits: str = ""
    did: DamageShown | None = None


def _answer(kept: Kept, judged: Judged, foul: Foul) -> DamageAnswer:
    """The effect of a foul, as far as this device may see it now."""
    if not sees_effect(kept, judged):
        return DamageAnswer("end")
    if judged.state == "open" and "ask" not in request.args:
        return DamageAnswer("ask")
    effect = effect_of(kept, judged, foul)
    if not effect.done():
        return DamageAnswer("answer")
    did = effect.result()
    return DamageAnswer(did=None if did is None else damage_view(kept, judged, foul, did))


def damage_view(kept: Kept, judged: Judged, foul: Foul, did: Damage) -> DamageShown:
    """The effect of a foul for its template."""
    rules, language = kept.table.rules, who().language
    lawful = (did.answer.lawful if did.answer else None) or ()
    return DamageShown(
        text=say(did.text()),
        paragraph=did.paragraph,
        laid=_cards(foul.play.cards, language) if foul.play else (),
        lawful=tuple(_cards(cards, language) for cards in lawful),
        outlooks=tuple(did.outlook(as_laid, language) for as_laid in (True, False)) if did.compares else (),
        lines=tuple(
            LineOfPlay(
                say(shows),
                tuple(trick_view(trick, judged.deal, language, _marks(trick, did, foul)) for trick in tricks),
            )
            for shows, tricks in did.lines(rules)
        ),
    )


def _cards(codes: Iterable[str], language: Language) -> tuple[Card, ...]:
    return tuple(card(code, language) for code in codes)


def _marks(trick: Trick, did: Damage, foul: Foul) -> list[bool]:
    """For each play of a trick in a line of play, whether it is the foul."""
    at, wrong = did.deal and did.deal.trick.number, foul.play and foul.play[:2]
    return [trick.number == at and play[:2] == wrong for play in trick.plays]
