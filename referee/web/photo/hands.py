"""A board's hands by photo: each hand laid out and read on the director's device, then put down in the form that
prepares the boards.

The photos stay on the device, and a hand is put down only once somebody said that each of its cards has its right name.
"""

from __future__ import annotations

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue

from referee.club.boards import form_at
from referee.web.kit.request import number, say, why
from referee.web.kit.rights import directs
from referee.web.photo.decks import cards_to_read, photo, strip_answer
from referee.web.tournament.acts import Offers
from referee.web.tournament.view import EventView, event_view
from referee.words.text import RefereeError


@photo.get("/tournament/<id:event>/boards/photo")
@directs
def hands(event: str) -> ResponseReturnValue:
    """The hands of a board to be laid out one by one, above the form that prepares the boards of a round."""
    view = event_view(event)
    asked, rounds = number(request.args.get("round")), view.tournament.settings.rounds
    here = asked if asked and 1 <= asked <= rounds else 1
    make = Offers(view, "director.board_act")("make", round=here)
    fault, counting = "", {}
    try:
        counting = _counting(view, here)
    except RefereeError as error:
        fault = say(why(error))
    return render_template(
        "photo/hands.html", event=view.event, round=here, make=make, counting=counting, fault=fault, use="deal"
    )


def _counting(view: EventView, played: int) -> dict[str, object]:
    """What the scripts of the page work with, as JSON. Raises Slip where the round has no boards of one form."""
    form, _ = form_at(view.tournament, played)
    piles = [{"whose": name, "exact": form.size, "fills": [], "notable": [], "asks": []} for name in form.positions]
    cards = form.size * form.seats
    about = {"to": "", "cards": cards, "whole": cards == len(form.deck), "piles": piles}
    return {**cards_to_read(form.rules, "photo.board_strip", event=view.kept.id), **about}


@photo.get("/tournament/<id:event>/decks/<id:deck>/<int:number>.jpg")
@directs
def board_strip(event: str, deck: str, number: int) -> Response:
    """The pictures of one photo of a deck, for the device of a director."""
    return strip_answer(deck, number)
