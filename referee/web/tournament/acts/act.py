"""An act by hand: what is asked, and the facts it makes. One view takes every act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, ClassVar, cast

from flask import Response, abort, redirect, request, url_for
from werkzeug.datastructures import CombinedMultiDict

from referee.tournament.encoding import Fact
from referee.tournament.tournament import Tournament
from referee.web.kit.forms import Form, Line, Values
from referee.web.kit.request import key, safe_next, say, tournaments, why
from referee.web.kit.visit import visit
from referee.web.tournament.facts import refusal
from referee.web.tournament.view import EventView, event_view
from referee.words.languages import LANGUAGES, Language
from referee.words.text import RefereeError, Slip, T, Text

Proposal = dict[str, object]
"""What stands in the fields of a form before anybody types, by their names."""

ACTS: dict[tuple[str, str], type[Act]] = {}
"""Every act by the endpoint of its view and its word there."""


class Act(Form):
    """An act. A class of its own asks with its fields, and makes facts of what was typed.

    `makes`: the fact whose fields are those of the form; without it the class has `facts` of its own. `keeps`: what a
    sent form lacks is as proposed. `about`: the hidden fields that say what the act is about; forms with different ones
    are different forms.
    """

    endpoint: ClassVar[str] = "director.act"
    makes: ClassVar[type[Fact] | None] = None
    about: ClassVar[Sequence[str]] = ()
    keeps: ClassVar[bool] = False
    back = Line(hidden=True, most=400)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "word" in cls.__dict__:
            ACTS[cls.endpoint, cls.word] = cls

    def __init__(self, view: EventView, sent: Values | None = None, **given: Any) -> None:
        self.view = view
        asked = {name: sent.get(name, "") for name in self.about} if sent is not None else given
        self.mark = "-".join(str(asked.get(name, "")) for name in self.about)
        data = self.proposal(**given) | given if sent is None or self.keeps else {}
        self.given = data.keys()
        super().__init__(formdata=sent, data=data)
        self.complete()

    def proposal(self, **given: Any) -> Proposal:
        """What stands in the fields before anybody types, for what is `given`."""
        return {}

    def complete(self) -> None:
        """Set what depends on the tournament: choices, labels, how many fields there are."""

    @property
    def action(self) -> str:
        return url_for(self.endpoint, event=self.view.kept.id, act=self.word)

    # --- doing it

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        """The facts of the act; none if it was done already. Raises Slip."""
        if self.makes is None:
            raise NotImplementedError
        return [self.makes(**{part.name: self[part.name].data for part in fields(self.makes) if part.name in self})]

    def make(self, tournament: Tournament) -> Sequence[Fact]:
        """The facts of what was typed. Raises Slip where a field cannot be taken."""
        self.check()
        return self.facts(tournament)

    def record(self) -> None:
        """Write the facts into the log, once for each key."""
        tournaments().act(self.event, key(), self.make, signature(self.event))

    @property
    def event(self) -> str:
        return self.view.kept.id

    def leave(self) -> str:
        """The address to go on at."""
        return url_for("director.console", event=self.event)


def take(event: str, word: str, page: Callable[[EventView, Act], str]) -> Response:
    """Do one act, and go back; `page` shows a refused form again, with what was typed."""
    kind = ACTS.get((request.endpoint or "", word)) or abort(404)
    sent: Values = CombinedMultiDict([request.files, request.form])
    form = kind(event_view(event), sent)
    try:
        form.record()
    except RefereeError as error:
        form.view = event_view(event)
        form.complete()
        slip = error if isinstance(error, Slip) else Slip(why(error))
        form.refuse(slip, refusal(form.view.tournament, slip))
        return Response(page(form.view, form), 422)
    return cast(Response, redirect(safe_next(form.back.data or form.leave()), 303))


class Offers:
    """The forms of a page: `offer("penalty", player=3)`. One that was refused stands there again as it was sent."""

    def __init__(self, view: EventView, endpoint: str, refused: Act | None = None) -> None:
        self._view, self._endpoint, self.refused = view, endpoint, refused

    def __call__(self, word: str, endpoint: str = "", **given: Any) -> Act:
        form = ACTS[endpoint or self._endpoint, word](self._view, **given)
        same = self.refused is not None and (type(form), form.mark) == (type(self.refused), self.refused.mark)
        return self.refused if self.refused is not None and same else form


# --- who does it ------------------------------------------------------------------------------------------------


def signature(event: str) -> str:
    """The name of this device in the log."""
    here = visit(event)
    return (here.member.name if here.member else "") or say(_nameless(event))


def signatures(event: str) -> frozenset[str]:
    """All names this device may have in the log: without a name of its own, one in each language."""
    return frozenset({signature(event)} | {Language(code).say(_nameless(event)) for code in LANGUAGES})


def _nameless(event: str) -> Text:
    return T("this computer") if visit(event).host else T("a device")
