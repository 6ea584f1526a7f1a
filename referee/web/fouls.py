"""The panel of a foul: the sentence, the tricks that prove it, and what a person may decide."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import url_for

from referee.deal import Deal
from referee.grammar import quote
from referee.ruleset import Foul, total
from referee.table import Judged, remedies
from referee.texts import T
from referee.web.facts import foul_name, told

if TYPE_CHECKING:
    from referee.web.view import TableView

PROOFS = {"seen": T("seen"), "shown": T("shown by a later card"), "counted": T("by counting the cards")}


def foul_view(view: TableView, judged_deal: Judged, foul: Foul) -> dict[str, Any]:
    """A foul for its template."""
    deal, say, seats = judged_deal.deal, view.say, view.table.seats
    return {
        "line": foul.proved,
        "deal": deal.number,
        "place": judged_deal.fouls.index(foul) + 1,
        "kind": say(foul_name(view.table.rules, foul.kind)),
        "seat_name": None if foul.seat is None else seats[foul.seat],
        "sentence": say(foul.message),
        "proof": foul.proof,
        "proof_label": say(PROOFS[foul.proof]),
        "suspects": [seats[seat] for seat in foul.suspects],
        "law": {"id": foul.law, "text": view.law_text(foul.law)},
        "then_trick": _trick(view, deal, foul.trick, foul.seat),
        "now_trick": _trick(view, deal, foul.proof_trick, foul.seat) if foul.proof_trick != foul.trick else None,
        "choices": [*_mending(view, foul), *_upholding(view, judged_deal, foul), _waiving(view, judged_deal, foul)],
    }


def _trick(view: TableView, deal: Deal, number: int | None, seat: int | None) -> dict[str, Any] | None:
    tricks = [*deal.tricks, deal.trick]
    trick = next((trick for trick in tricks if trick.number == number and trick.plays), None)
    return view.trick(trick, deal, seat) if trick else None


def _choice(word: str, label: str, text: str, **more: Any) -> dict[str, Any]:
    return {"word": word, "label": label, "text": text, "scores": None, "fact": None, "href": None} | more


def _mending(view: TableView, foul: Foul) -> list[dict[str, Any]]:
    """The mis-tap first: either card may have been written down wrong."""
    found = []
    facts = {entry.line: entry.fact for entry in view.table.facts()}
    history = url_for("past.history", table=view.kept.id)
    for line in dict.fromkeys((foul.proved, foul.committed)):
        if line in facts:
            what = told(view.table, facts[line], view.language)
            href = f"{history}?fix={line}&how=replace#line-{line}"
            found.append(_choice("correct", view.say(T("Mis-tap: correct it")), what, href=href))
    return found


def _upholding(view: TableView, judged_deal: Judged, foul: Foul) -> list[dict[str, Any]]:
    """Uphold it, against each suspect where nobody is named, with what the deal then scores under each remedy."""
    found = []
    for seat in foul.suspects if foul.seat is None else (foul.seat,):
        key = f" seat={quote(view.table.seats[seat])}" if foul.seat is None else _seat_key(view, judged_deal, foul)
        label = T("Uphold it")
        if foul.seat is None:
            label = T("Uphold it against {name}", name=view.table.seats[seat])
        for given in remedies(view.table, judged_deal.deal.number, replace(foul, seat=seat)):
            word = f" remedy={quote(given.word)}" if given.word else ""
            said = T("{label}: {remedy}", label=label, remedy=given.label) if given.label else label
            sums = total(given.lines, len(view.table.seats))
            scores = [{"name": n, "points": p} for n, p in zip(view.table.seats, sums, strict=True)]
            fact = f"ruling {foul.proved} uphold{key}{word}"
            text = view.say(given.text)
            found.append(_choice("uphold", view.say(said), text, scores=scores if given.lines else None, fact=fact))
    return found


def _waiving(view: TableView, judged_deal: Judged, foul: Foul) -> dict[str, Any]:
    fact = f"ruling {foul.proved} waive{_seat_key(view, judged_deal, foul)}"
    return _choice("waive", view.say(T("Waive it")), view.say(T("The deal goes on as it is.")), fact=fact)


def _seat_key(view: TableView, judged_deal: Judged, foul: Foul) -> str:
    """Whose foul is meant, where several were proved by one card."""
    alike = [other for other in judged_deal.fouls if other.proved == foul.proved]
    if len(alike) < 2 or foul.seat is None:
        return ""
    return f" seat={quote(view.table.seats[foul.seat])}"
