"""Referee!: what somebody saw, out of all rulings of a game; what it is ruled is shown before it is recorded."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from referee.web.kit.parts import context_of
from referee.web.kit.reader import number
from referee.web.kit.request import say, tables, who
from referee.web.kit.rights import writes
from referee.web.past.mend import head
from referee.web.table.drawn import Card, LawShown, card, law_view, named_points
from referee.web.table.fouls import Decision
from referee.web.table.menu import STOPS, Act, Kind, likely
from referee.words.text import Slip, T, capitalize

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
    names = tuple(Choosable(at, name, at == seat) for at, name in enumerate(kept.table.seats))
    asked = RefereePage(names, seat)
    if "counted" in request.args:
        asked = replace(asked, count=_count(kept, seat))
    elif kind:
        asked = replace(asked, ruling=_ruling(kept, kind, seat, request.args.get("card")))
    else:
        query = request.args.get("q", "").strip()[:LONGEST_QUERY]
        asked = replace(asked, query=query, kinds=kinds_of(kept.table.rules, kept.table.deals[-1].deal, query))
    return render_template("table/referee.html", **context_of(asked), table=head(kept))


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
class Suspect:
    """A card that may have been exposed; `on`: the one that was."""

    card: Card
    on: bool


@dataclass(frozen=True, slots=True)
class RulingShown:
    """What the laws say of a kind of foul, and what may be decided, or why nothing may be. `suits`: the cards, where
    one is asked for, and `card`, the one that was chosen.
    """

    kind: str
    name: str
    law: LawShown
    choices: tuple[Decision, ...] = ()
    refused: str | None = None
    suits: tuple[tuple[Suspect, ...], ...] = ()
    card: str | None = None


@dataclass(frozen=True, slots=True)
class RefereePage:
    """The context of referee.html: a search among all kinds of fouls, one of them, or the hands to count."""

    names: tuple[Choosable, ...]
    seat: int | None
    query: str = ""
    kinds: tuple[Kind, ...] = ()
    count: Count | None = None
    ruling: RulingShown | None = None


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
    """Every kind of foul people may see, the likely ones first, as far as it was searched for."""
    words = plain(query).split()
    kinds = []
    for kind in dict.fromkeys((*likely(rules, deal), *rules.breaches, *rules.breach_names)):
        name, law = say(rules.foul_name(kind)), law_view(rules, rules.kind_law(kind), who().language).text
        if all(word in plain(f"{name} {law}") for word in words):
            kinds.append(Kind(kind, name))
    return tuple(kinds)


def _ruling(kept: Kept, kind: str, seat: int | None, chosen: str | None) -> RulingShown:
    """What the laws say of a kind of foul, and once it is known whose it was, what is ruled and what that changes."""
    table, deal = kept.table, kept.table.deals[-1].deal
    rules, language = table.rules, who().language
    ruling = RulingShown(kind, say(rules.foul_name(kind)), law_view(rules, rules.kind_law(kind), language))
    if seat is None:
        return ruling
    name = table.seats[seat]
    line = kept.seq + 1
    try:
        foul = admitted_foul(rules, deal, line, name, kind, chosen or None)
        given = choices(table, deal.number, foul)
    except Slip as slip:
        return replace(ruling, refused=say(slip.text))
    clear = len(given) > 1 and all_differ(given, say)
    decisions = tuple(
        Decision(
            "uphold",
            capitalize(say(one.label or T("Uphold it"))),
            "" if one is not given[0] and one.text == given[0].text else say(one.text),
            named_points(table, total(one.lines, len(table.seats))) if one.lines else None,
            FoulSeen(name, kind, one.word, chosen or None).line(),
            why=say(T("Proposed")) if one is given[0] and len(given) > 1 else "",
            clear=clear,
        )
        for one in given
    )
    suits = tuple(
        tuple(Suspect(card(code, language), code == chosen) for code in group.cards)
        for group in rules.pad
        if "exposed" in kind
    )
    return replace(ruling, choices=decisions, suits=suits, card=chosen or None)
