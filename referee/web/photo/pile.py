"""Count this pile: a photo of won cards fills in the result of a deal, one of a kitty ticks its cards on the pad.

The device reads the photo, and it stays there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.pictures import decks_for
from referee.rules import Field, Fill, Pile, Prompt, Ruleset, Won
from referee.web.kit.request import say, tables, who
from referee.web.kit.rights import writes
from referee.web.kit.visit import visit
from referee.web.photo.decks import photo, strips_of
from referee.web.table.prompts import prompt_view
from referee.words.languages import Language


@photo.get("/t/<id:table>/pile")
@writes
def pile(table: str) -> ResponseReturnValue:
    """The cards to be laid out, above the form that they fill in: of the result, or of several cards (`of`, the kind of
    the prompt); the table where it is not asked for.
    """
    kept, kind = tables().get(table), request.args.get("of", "result")
    current, rules = kept.table.current, kept.table.rules
    asked = [prompt for prompt in rules.prompts(current.deal) if prompt.kind == kind] if current else []
    asked = [prompt for prompt in asked if kind == "result" or several(prompt)]
    if current is None or not asked:
        return redirect(url_for("table.page", table=table), 303)
    return render_template(
        "photo/pile.html",
        table={"id": kept.id, "title": kept.name, "seq": kept.seq},
        prompt=prompt_view(kept.table, replace(asked[0], optional=False), who().language),
        teaches=visit(kept.id).opens,
        counting=_counting(table, rules, asked[0], rules.won(current.deal) if kind == "result" else _laid(asked[0])),
        ticks=kind != "result",
    )


def several(prompt: Prompt) -> bool:
    """Whether a prompt asks for a number of cards that a photo may tick, and for nothing else."""
    return not prompt.choices and not prompt.fields and (prompt.count or 0) > 1 and prompt.kind != "play"


def _laid(prompt: Prompt) -> Won:
    """The cards that a prompt asks for, as one pile."""
    return Won((Pile(prompt.text),), prompt.count or 0)


def _counting(table: str, rules: Ruleset, prompt: Prompt, won: Won | None) -> dict[str, object]:
    """What the scripts of the page work with, as JSON; empty for a game whose piles tell nothing."""
    language = who().language
    if won is None:
        return {}
    decks = [deck for deck in decks_for(tables().store, rules) if deck.whole]
    return {
        "copies": {card: rules.deck.mask(card).bit_count() for card in rules.deck.kinds},
        "cards": won.cards,
        "whole": won.cards == len(rules.deck),
        "faces": {card: dict(language.face(card)) for card in rules.deck.kinds},
        "rows": [{"label": say(group.label), "cards": group.cards} for group in rules.pad],
        "piles": [_pile(pile, prompt.fields, language) for pile in won.piles],
        "decks": [{"id": deck.id, "title": deck.title, "strips": strips_of(table, deck)} for deck in decks],
    }


def _pile(pile: Pile, fields: Sequence[Field], language: Language) -> dict[str, object]:
    asked = {field.name: language.say(field.label) for field in fields}
    fills = [_fill(fill, asked[fill.field]) for fill in pile.fills if fill.field in asked]
    return {"whose": language.say(pile.whose), "beside": pile.beside, "fills": fills, "notable": pile.notable}


def _fill(fill: Fill, label: str) -> dict[str, object]:
    name = f"{fill.field}.{fill.row}" if fill.row else fill.field
    return {"name": name, "label": label, "worth": fill.worth, "per": fill.per, "says": fill.says}
