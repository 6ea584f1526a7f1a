"""Count by photo: won cards fill in the result of a deal, a kitty's are ticked on the pad, a hand shown at a claim goes
on to what the claim changes, and the number of a hand's cards to the count of hands.

The device reads the photo, and it stays there. People confirm the cards on it, else the record marks them as read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.rules import UNSEEN, Ask, Field, Fill, Pile, Prompt, Ruleset, T, Won
from referee.web.kit.addresses import address
from referee.web.kit.request import number, tables, who
from referee.web.kit.rights import writes
from referee.web.kit.visit import visit
from referee.web.photo.decks import cards_to_read, photo
from referee.web.table.prompts import prompt_view
from referee.words.languages import Language


@photo.get("/t/<id:table>/pile")
@writes
def pile(table: str) -> ResponseReturnValue:
    """The cards to be laid out, above the form that they fill in, if there is one; the table where they are not asked
    for. `of`: the kind of a prompt, `claim` or `count`.
    """
    kept = tables().get(table)
    asked = _asked(kept, request.args.get("of", "result"), number(request.args.get("seat")))
    if asked is None:
        return redirect(url_for("table.page", table=table), 303)
    prompt, language = asked.prompt, who().language
    return render_template(
        "photo/pile.html",
        table={"id": kept.id, "title": kept.name, "seq": kept.seq},
        prompt=prompt_view(kept.table, replace(prompt, optional=False), language) if prompt else None,
        teaches=visit(kept.id).opens,
        counting=_counting(table, kept.table.rules, asked),
        use=asked.use,
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What a photo is taken for: its piles, and what becomes of their cards (`use`). `prompt`: the form that takes
    them, `to`: else the page that does.

    `use` is fill (the fields of a result), tick (cards on a pad), show (a hand at a claim) or count (how many).
    """

    use: Literal["fill", "tick", "show", "count"]
    won: Won | None
    prompt: Prompt | None = None
    to: str = ""


def _asked(kept: Kept, of: str, seat: int | None) -> Asked | None:
    """What a photo may be taken for in the deal being played; None where nothing asks for one."""
    current, rules = kept.table.current, kept.table.rules
    if current is None:
        return None
    deal = current.deal
    if of in ("claim", "count"):
        if seat is None or seat not in deal.order:
            return None
        hand = Pile(T("The hand of {name}", name=kept.table.seats[seat]))
        if of == "count":
            return Asked("count", Won((hand,), 0), to=address("referee.page", table=kept.id, seat=seat))
        return Asked("show", Won((hand,), deal.cards_left(seat)), to=address("past.claim", table=kept.id, seat=seat))
    prompts = [prompt for prompt in rules.prompts(deal) if prompt.kind == of and (of == "result" or several(prompt))]
    if not prompts:
        return None
    if of == "result":
        return Asked("fill", rules.won(deal), prompts[0])
    return Asked("tick", Won((Pile(prompts[0].text),), prompts[0].count or 0), prompts[0])


def several(prompt: Prompt) -> bool:
    """Whether a prompt asks for a number of cards that a photo may tick, and for nothing else."""
    return not prompt.choices and not prompt.fields and (prompt.count or 0) > 1 and prompt.kind != "play"


def _counting(table: str, rules: Ruleset, asked: Asked) -> dict[str, object]:
    """What the scripts of the page work with, as JSON; empty for a game whose piles tell nothing."""
    language, won, fields = who().language, asked.won, asked.prompt.fields if asked.prompt else ()
    if won is None:
        return {}
    piles = [_pile(pile, fields, language) for pile in won.piles]
    if asked.use == "count":  # which cards they are does not matter
        face = {UNSEEN: dict(language.face(UNSEEN))}
        some = {"copies": {UNSEEN: len(rules.deck)}, "faces": face, "rows": [{"label": "", "cards": [UNSEEN]}]}
        return {**some, "cards": 0, "whole": False, "piles": piles, "decks": [], "to": asked.to}
    return {
        **cards_to_read(rules, "photo.strip", table=table),
        "to": asked.to,
        "cards": won.cards,
        "whole": won.cards == len(rules.deck),
        "piles": piles,
    }


def _pile(pile: Pile, fields: Sequence[Field], language: Language) -> dict[str, object]:
    by_name = {field.name: field for field in fields}
    fills = [_fill(fill, language.say(by_name[fill.field].label)) for fill in pile.fills if fill.field in by_name]
    asks = [one for ask in pile.asks if ask.field in by_name for one in _asks(ask, by_name[ask.field], language)]
    return {
        "whose": language.say(pile.whose),
        "beside": pile.beside,
        "fills": fills,
        "notable": pile.notable,
        "asks": asks,
    }


def _asks(ask: Ask, field: Field, language: Language) -> Iterator[dict[str, object]]:
    """What may be said of a card, once so many of it lie in a pile; nothing that the form does not take."""
    labels = {choice.word: choice.label for choice in field.choices}
    thing, counts = ask.words[0].partition(":")[0], field.kind == "counts"
    for count, word in enumerate(ask.words, 1):
        if word in labels:
            name = f"{field.name}.{thing}" if counts else field.name
            label = language.say(T("{label}: {value}", label=field.label, value=labels[word]))
            yield {"card": ask.card, "count": count, "name": name, "word": word, "label": label}


def _fill(fill: Fill, label: str) -> dict[str, object]:
    name = f"{fill.field}.{fill.row}" if fill.row else fill.field
    return {"name": name, "label": label, "worth": fill.worth, "per": fill.per, "says": fill.says}
