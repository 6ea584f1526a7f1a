"""The effect of a foul in pictures: the cards laid, the lawful ones, the deal's outcome with either, a line of play."""

from __future__ import annotations

from typing import Any

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.endings.damage import Damage
from referee.rules import Foul
from referee.rules.deal import Trick
from referee.table.table import Judged
from referee.web.kit.request import htmx_asks, say, tables, who
from referee.web.kit.rights import sees
from referee.web.kit.visit import visit
from referee.web.past.mend import past
from referee.web.past.replay import head, visible
from referee.web.table.drawn import law_text, trick_view
from referee.web.table.reckoned import reckoned


@past.get("/t/<id:table>/deals/<int:deal>/fouls/<int:place>/damage")
@sees("past")
def damage(table: str, deal: int, place: int) -> ResponseReturnValue:
    """The effect of a foul. While its deal is played only a director who asks sees it, as it reveals who holds what."""
    kept = tables().get(table)
    if not 1 <= deal <= len(visible(kept)) or not 1 <= place <= len(kept.table.deals[deal - 1].fouls):
        abort(404)
    judged = kept.table.deals[deal - 1]
    foul = judged.fouls[place - 1]
    context: dict[str, Any] = {"foul": {"deal": deal, "place": place, "line": foul.proved}, "did": None, "waits": ""}
    context["law"] = {"id": foul.law, "text": law_text(kept.table.rules, foul.law, who().language)}
    if judged.state == "open" and not visit(table).owns:
        context["waits"] = "end"
    elif judged.state == "open" and "ask" not in request.args:
        context["waits"] = "ask"
    else:
        found = reckoned(kept, judged, foul)
        if not found.done():
            context["waits"] = "answer"
        else:
            did = found.result()
            context["did"] = None if did is None else damage_view(kept, judged, foul, did)
    context["opened"] = "ask" in request.args or not htmx_asks()
    page = "past/_damage.html" if htmx_asks() else "past/damage.html"
    return render_template(page, **context, **head(kept, "fouls"))


def damage_view(kept: Kept, judged: Judged, foul: Foul, did: Damage) -> dict[str, Any]:
    """The effect of a foul for its template."""
    rules, language, answer = kept.table.rules, who().language, did.answer
    return {
        "text": say(did.text()),
        "class": did.kind,
        "paragraph": did.paragraph,
        "laid": [language.face(card) for card in foul.play.cards] if foul.play else [],
        "lawful": [[language.face(card) for card in cards] for cards in (answer.lawful if answer else None) or ()],
        "outlooks": [{"made": as_laid, **did.outlook(as_laid, language)} for as_laid in (True, False) if did.compares],
        "lines": [
            {
                "shows": say(shows),
                "tricks": [trick_view(trick, judged.deal, language, _marks(trick, did, foul)) for trick in tricks],
            }
            for shows, tricks in did.lines(rules)
        ],
    }


def _marks(trick: Trick, did: Damage, foul: Foul) -> list[bool]:
    """For each play of a trick in a line of play, whether it is the foul."""
    at, made = did.deal and did.deal.trick.number, foul.play and foul.play[:2]
    return [trick.number == at and play[:2] == made for play in trick.plays]
