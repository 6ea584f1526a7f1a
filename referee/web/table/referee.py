"""Referee!: what somebody saw, out of all rulings of a game; what it is ruled is shown before it is recorded."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.record.facts import FoulSeen, Voided
from referee.rules import Ruleset, total
from referee.rules.deal import Deal
from referee.rules.score import all_differ
from referee.table.fold import admitted_foul
from referee.table.table import choices
from referee.web.club.laws import LONGEST_QUERY, plain
from referee.web.kit.reader import number
from referee.web.kit.request import say, tables, who
from referee.web.kit.rights import writes
from referee.web.past.mend import head
from referee.web.table.drawn import law_text, named_points
from referee.web.table.fouls import Decision
from referee.web.table.menu import STOPS, likely
from referee.words.text import Slip, T, begun

referee = Blueprint("referee", __name__)


@referee.get("/t/<id:table>/referee")
@writes
def page(table: str) -> ResponseReturnValue:
    """All that may be seen and ruled at this table; of one kind whose it was, which card, and what is ruled."""
    kept = tables().get(table)
    if not kept.table.deals:
        abort(404)
    kind, seat = request.args.get("kind", ""), number(request.args.get("seat"))
    seat = seat if seat in range(len(kept.table.seats)) else None
    context: dict[str, Any] = {"kinds": [], "query": "", "kind": None, "count": None, "card": None, "seat": seat}
    context["names"] = [{"index": at, "name": name, "on": at == seat} for at, name in enumerate(kept.table.seats)]
    if "counted" in request.args:
        context |= {"count": _count(kept, seat)}
    elif kind:
        context |= _ruling(kept, kind, seat, request.args.get("card"))
    else:
        query = request.args.get("q", "").strip()[:LONGEST_QUERY]
        context |= {"query": query, "kinds": kinds_of(kept.table.rules, kept.table.deals[-1].deal, query)}
    return render_template("table/referee.html", **context, **head(kept))


def _count(kept: Kept, seat: int | None) -> dict[str, Any]:
    """How many cards each should have in hand, and what follows where one has more or fewer."""
    table, deal = kept.table, kept.table.deals[-1].deal
    left = {at: deal.left(at) for at in deal.order}
    found: dict[str, Any] = {"hands": [{"index": at, "name": table.seats[at], "left": left[at]} for at in deal.order]}
    says = number(request.args.get("counted"))
    if seat not in left:
        return found | {"seat": None}
    found |= {"seat": seat, "says": says, "numbers": [n for n in range(left[seat] - 2, left[seat] + 3) if n >= 0]}
    if says is None:
        return found
    off, name = says - left[seat], table.seats[seat]
    told = T("{name} has as many as the tricks say.", name=name)
    if off:
        told = T("{name} has {count} too many.") if off > 0 else T("{name} has {count} too few.")
        told = T(told.msgid, name=name, count=abs(off))
    other = number(request.args.get("other"))
    why = STOPS[0] if other in left else STOPS[1]
    return found | {
        "told": say(told),
        "off": off,
        "wanted": [{"index": at, "name": table.seats[at], "left": left[at] - off} for at in deal.order if at != seat],
        "other": other if other in left else None,
        "stop": {"label": say(why), "fact": Voided(say(why)).line()},
    }


def kinds_of(rules: Ruleset, deal: Deal, query: str = "") -> list[dict[str, str]]:
    """Every kind of foul people may see, the likely ones first, as far as it was searched for."""
    words = plain(query).split()
    found = []
    for kind in dict.fromkeys((*likely(rules, deal), *rules.breaches, *rules.breach_names)):
        name, law = say(rules.foul_name(kind)), law_text(rules, rules.kind_law(kind), who().language)
        if all(word in plain(f"{name} {law}") for word in words):
            found.append({"kind": kind, "name": name})
    return found


def _ruling(kept: Kept, kind: str, seat: int | None, card: str | None) -> dict[str, Any]:
    """What the laws say of a kind of foul, and once it is known whose it was, what is ruled and what that changes."""
    table, deal = kept.table, kept.table.deals[-1].deal
    rules, law = table.rules, table.rules.kind_law(kind)
    found: dict[str, Any] = {
        "kind": kind,
        "name": say(rules.foul_name(kind)),
        "law": {"id": law, "text": law_text(rules, law, who().language)},
        "suits": [],
        "foul": {"choices": []},
        "refused": None,
    }
    if seat is None:
        return found
    name = table.seats[seat]
    line = kept.seq + 1
    try:
        foul = admitted_foul(rules, deal, line, name, kind, card or None)
        given = choices(table, deal.number, foul)
    except Slip as slip:
        return found | {"refused": say(slip.text)}
    if "exposed" in kind:
        face = who().language.face
        found["suits"] = [[{**face(code), "on": code == card} for code in group.cards] for group in rules.pad]
    clear = len(given) > 1 and all_differ(given, say)
    found["foul"]["choices"] = [
        Decision(
            "uphold",
            begun(say(one.label or T("Uphold it"))),
            "" if one is not given[0] and one.text == given[0].text else say(one.text),
            named_points(table, total(one.lines, len(table.seats))) if one.lines else None,
            FoulSeen(name, kind, one.word, card or None).line(),
            why=say(T("Proposed")) if one is given[0] and len(given) > 1 else "",
            clear=clear,
        )
        for one in given
    ]
    return found | {"card": card or None}
