"""The page where whoever is in charge of a table or a tournament says which addresses are told its news."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.server.post import LONGEST, check
from referee.store.records import utc_now
from referee.web.hooks.courier import Courier
from referee.web.hooks.log import Hook, Hooks
from referee.web.kit.limits import limit
from referee.web.kit.request import key, say, tables, tournaments, when, who
from referee.web.kit.rights import owns
from referee.web.kit.shared import shared
from referee.web.kit.visit import device_kind
from referee.words.text import Slip, T, Text

hooks = Blueprint("hooks", __name__)

ADDED = 20
"""The addresses that a device may add within ten minutes."""
WHY = {
    "hand": T("Ended."),
    "late": T("Ended: it took nothing for a day."),
    "gone": T("Ended: it answered that it is gone (410)."),
}


@dataclass(frozen=True, slots=True)
class TryShown:
    """A post: when, what it was about, and what came of it."""

    when: str
    about: str
    outcome: str
    taken: bool


@dataclass(frozen=True, slots=True)
class HookShown:
    """An address and how it goes there; `again`: it may be tried again, `ends`: it may be ended."""

    id: str
    address: str
    since: str
    state: str
    tries: tuple[TryShown, ...]
    again: bool
    ends: bool


def _hooks() -> Hooks:
    return cast(Hooks, shared("hooks"))


@hooks.get("/t/<id:table>/hooks")
@hooks.get("/tournament/<id:event>/hooks")
@owns
def page(table: str = "", event: str = "") -> ResponseReturnValue:
    """The addresses that are told."""
    return _page(table, event)


def _page(table: str, event: str, fresh: str = "", refused: Text | None = None) -> ResponseReturnValue:
    """The page; the `fresh` key is shown once, beside an address `refused` its reason."""
    name = tournaments().get(event).tournament.settings.title if event else tables().get(table).name
    answer = render_template(
        "club/hooks.html",
        there={"event": event} if event else {"table": table},
        title=name,
        hooks=list(_shown(table or event)),
        fresh=fresh,
        refused=say(refused) if refused else "",
        typed=request.form.get("address", "") if refused else "",
        longest=LONGEST,
    )
    return answer, 422 if refused else 200


def _shown(subject: str) -> Iterator[HookShown]:
    """The hooks, the newest first."""
    for hook in reversed([*_hooks().of(subject).values()]):
        tries = tuple(
            TryShown(when(one.at), _about(one.about), _outcome(one.outcome), one.taken) for one in reversed(hook.tries)
        )
        again = hook.why in ("", "late") and hook.failures > 0
        yield HookShown(hook.id, hook.address, when(hook.since), _state(hook), tries, again, not hook.why)


def _state(hook: Hook) -> str:
    if hook.why:
        return say(WHY[hook.why])
    if hook.failures:
        minutes = max(1, math.ceil(hook.left(utc_now()).total_seconds() / 60))
        return who().language.ngettext(
            "Not taken %(num)s time; tried again within %(minutes)s min.",
            "Not taken %(num)s times; tried again within %(minutes)s min.",
            hook.failures,
            minutes=minutes,
        )
    return say(T("All is told.") if hook.taken else T("Nothing to tell yet."))


def _about(about: str) -> str:
    """What a post was about, in the reader's language."""
    match about.split():
        case ["deal", number]:
            return say(T("deal {number}", number=number))
        case ["round", number]:
            return say(T("round {number} begins", number=number))
        case ["end", "of", "round", number]:
            return say(T("round {number} is over", number=number))
        case ["round", number, "table", table]:
            return say(T("round {round}, table {table}", round=number, table=table))
    return say(T("a ruling"))


def _outcome(outcome: str) -> str:
    return say(T("answered {status}", status=outcome)) if outcome.isdecimal() else who().language.message(outcome)


@hooks.post("/t/<id:table>/hooks")
@hooks.post("/tournament/<id:event>/hooks")
@owns
def add(table: str = "", event: str = "") -> ResponseReturnValue:
    """Add an address, which hears what comes from now on; a form sent twice adds it once."""
    address, subject = request.form.get("address", "").strip(), table or event
    limit("hook", ADDED)
    try:
        check(address)
        known = cast(Courier, shared("courier")).posts(subject)
        new = _hooks().add(subject, address, known, f"add {g.device} {key()}", device_kind())
    except Slip as slip:
        return _page(table, event, refused=slip.text)
    return _page(table, event, fresh=_hooks().key(subject, new))


@hooks.post("/t/<id:table>/hooks/<hook>")
@hooks.post("/tournament/<id:event>/hooks/<hook>")
@owns
def change(hook: str, table: str = "", event: str = "") -> ResponseReturnValue:
    """Try an address again at once, or end it."""
    subject, do = table or event, request.form.get("do", "")
    if hook not in _hooks().of(subject):
        abort(404)
    if do == "again":
        _hooks().hurry(subject, hook, f"again {g.device} {key()}", device_kind())
    elif do == "end":
        _hooks().end(subject, hook, f"end {g.device} {key()}", device_kind())
    else:
        abort(400)
    return redirect(url_for("hooks.page", event=event) if event else url_for("hooks.page", table=table), 303)
