"""All rulings of a game, to search in, and the hands to count."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.record.facts import Voided
from referee.rules import Ruleset
from referee.rules.deal import Deal
from referee.web.club.laws import LONGEST_QUERY, plain
from referee.web.kit.addresses import address
from referee.web.kit.parts import context_of
from referee.web.kit.request import number, say, tables, who
from referee.web.kit.rights import writes
from referee.web.past.mend import head
from referee.web.table.drawn import law_view
from referee.web.table.menu import STOPS, Act, Kind
from referee.web.table.referee import kinds_by_people
from referee.words.text import T

referee = Blueprint("referee", __name__)


@referee.get("/t/<id:table>/referee")
@writes
def page(table: str) -> ResponseReturnValue:
    """A search among all that may be seen and ruled at this table, or the hands to count. One kind is ruled at the
    table itself.
    """
    kept = tables().get(table)
    if not kept.table.deals:
        abort(404)
    kind, seat = request.args.get("kind", ""), number(request.args.get("seat"))
    if kind and "counted" not in request.args:
        return redirect(address("table.page", table=table, kind=kind, seat=seat, card=request.args.get("card")))
    seat = seat if seat in range(len(kept.table.seats)) else None
    names = tuple(Choosable(at, name, at == seat) for at, name in enumerate(kept.table.seats))
    asked = RefereePage(names, seat)
    if "counted" in request.args:
        asked = replace(asked, count=_count(kept, seat))
    else:
        query = request.args.get("q", "").strip()[:LONGEST_QUERY]
        asked = replace(asked, query=query, kinds=kinds_of(kept.table.rules, kept.table.deals[-1].deal, query))
    return render_template("past/cases.html", **context_of(asked), table=head(kept))


@dataclass(frozen=True, slots=True)
class Choosable:
    """A player who may be chosen; `on`: who is."""

    index: int
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """The number of cards a player has `left`."""

    index: int
    name: str
    left: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards each should have in hand. Once it is known whose hand was counted (`seat`): the numbers it may
    have, and of the one it has (`says`) the `sentence`, by how many it is `off`, and the hands that would make up for
    it.
    """

    hands: tuple[Hand, ...]
    seat: int | None = None
    numbers: tuple[int, ...] = ()
    says: int | None = None
    sentence: str = ""
    off: int = 0
    wanted: tuple[Hand, ...] = ()
    other: int | None = None
    stop: Act | None = None


@dataclass(frozen=True, slots=True)
class RefereePage:
    """The context of referee.html: a search among all kinds of fouls, or the hands to count."""

    names: tuple[Choosable, ...]
    seat: int | None
    query: str = ""
    kinds: tuple[Kind, ...] = ()
    count: Count | None = None


def _count(kept: Kept, seat: int | None) -> Count:
    """How many cards each should have in hand, and what follows where one has more or fewer."""
    table, deal = kept.table, kept.table.deals[-1].deal
    left = {at: deal.cards_left(at) for at in deal.order}
    count = Count(tuple(Hand(at, table.seats[at], left[at]) for at in deal.order))
    says = number(request.args.get("counted"))
    if seat not in left:
        return count
    numbers = tuple(n for n in range(left[seat] - 2, left[seat] + 3) if n >= 0)
    count = replace(count, seat=seat, says=says, numbers=numbers)
    if says is None:
        return count
    off, name = says - left[seat], table.seats[seat]
    sentence = T("{name} has as many as the tricks say.", name=name)
    if off:
        sentence = T("{name} has {count} too many.") if off > 0 else T("{name} has {count} too few.")
        sentence = T(sentence.msgid, name=name, count=abs(off))
    other = number(request.args.get("other"))
    why = say(STOPS[0] if other in left else STOPS[1])
    return replace(
        count,
        sentence=say(sentence),
        off=off,
        wanted=tuple(Hand(at, table.seats[at], left[at] - off) for at in deal.order if at != seat),
        other=other if other in left else None,
        stop=Act(why, Voided(why).line()),
    )


def kinds_of(rules: Ruleset, deal: Deal, query: str = "") -> tuple[Kind, ...]:
    """Every kind of foul people may see, as far as it was searched for."""
    words = plain(query).split()
    kinds = []
    for kind in kinds_by_people(rules, deal):
        name, law = say(rules.foul_name(kind)), law_view(rules, rules.kind_law(kind), who().language).text
        if all(word in plain(f"{name} {law}") for word in words):
            kinds.append(Kind(kind, name))
    return tuple(kinds)
