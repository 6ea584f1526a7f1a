"""The bar of a table, and in it the referee's menu: fouls that somebody saw, without a proof of the judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from referee.club.tables import Kept
from referee.record.facts import Noted, Penalised, Played, Voided
from referee.rules import Prompt, Ruleset
from referee.rules.deal import Deal
from referee.rules.kept import Remembered
from referee.table.table import Table
from referee.web.kit.addresses import address
from referee.web.kit.parts import ANY, framed, joined, part_of, put_in
from referee.words.languages import Language
from referee.words.text import T

_acts: Remembered[Markup] = Remembered(300)
"""The buttons of the bar, drawn. Few are kept, as each is long: what a table shows stays the same object."""

MOST_LIKELY = 6
RARE = ("withdraw", "note", "time", "foul", "penalty", "void")
"""The kinds that are rarely told; they stand under the last of the five buttons."""
Told = Mapping[str, Any]
"""One thing the table may be told beside what it waits for: its kind, seat and part (_told.html)."""
STOPS = (T("misdealt"), T("a card is missing"), T("cards were seen"), T("agreed by all"))


class Amends(NamedTuple):
    """What an undo would take back, and the line before which a forgotten fact may be put in."""

    undo: str | None
    line: int | None


def bar(
    kept: Kept,
    language: Language,
    asked: Sequence[Prompt],
    told: Sequence[Told],
    last: Markup | None,
    amends: Amends | None,
    calls: bool,
) -> list[Markup]:
    """The bar below the pad; `last` is the trick before this one.
    A device that does not write has no `amends`; a player's phone `calls` the referee.
    """
    rare = [one["part"] for one in told if one["kind"] in RARE and one["seat"] is None]
    more = [one for one in told if one["kind"] not in RARE or one["seat"] is not None]
    if amends and amends.line:
        href = f"{address('table.page', table=ANY)}?mend={amends.line}&how=before"
        rare.insert(0, put_in("table/_forgotten.html", language, {"href": href}))
    undo, over, kinds = (amends.undo or "" if amends else ""), kept.table.current is None, {one["kind"] for one in more}
    result = "result" in kinds and "announce" not in kinds
    tell, referee = tuple(one["part"] for one in more), referee_part(kept, language, asked) if amends else []
    holes: dict[str, Sequence[Markup]] = {
        "undo": [put_in("table/_undo.html", (language, bool(undo)), {"undo": undo}, lambda: {"any": bool(undo)})],
        "last": [last or act(language, "last-trick")],
        "referee": referee or [act(language, "referee")],
        "tell": [act(language, "tell", tell, result=result)],
        "more": [act(language, "more", tuple(rare), over=over)],
    }
    writes = amends is not None
    looks = {"writes": writes, "calls": calls, "table": {"id": ANY}}
    return framed("table/_actions.html", (language, writes, calls), holes, lambda: looks)


def act(
    language: Language, id_: str, parts: tuple[Markup, ...] = (), *, result: bool = False, over: bool = False
) -> Markup:
    """One button of the bar, with the `parts` in its drawer."""
    looks = {"id": id_, "result": result, "over": over, "filled": bool(parts) or over, "table": {"id": ANY}}

    def made() -> Markup:
        same = (language, id_, result, over, bool(parts))
        return joined(framed("table/_act.html", same, {"parts": parts}, lambda: looks))

    return _acts.get((language, id_, parts, result, over), made)


def referee_part(kept: Kept, language: Language, asked: Sequence[Prompt]) -> list[Markup]:
    """The referee's menu, kept but for its holes, which most taps change; empty if no deal is played."""
    current = kept.table.current
    if current is None:
        return []
    deal = current.deal
    turn = next((prompt.seat for prompt in asked if prompt.kind == "play"), None)
    takes = kept.table.rules.takes(deal)
    playing = "play" in takes
    claims = "took" in takes and not deal.over and bool(deal.tricks or deal.trick.plays)
    exposed = tuple(kept.table.rules.exposed(deal, seat) for seat in deal.order)
    offered = tuple(likely(kept.table.rules, deal))
    same = (language, kept.table.header, deal.order, turn is None, exposed, offered, playing, claims)

    def context() -> dict[str, Any]:
        ask = _menu(kept.table, language, deal) | {"claims": claims, "playing": playing, "turn": turn is not None}
        ask["likely"] = [{"kind": kind, "name": language.say(kept.table.rules.foul_name(kind))} for kind in offered]
        return {"table": {"id": ANY}, "ask": ask}

    return framed("table/_menu.html", same, _changing(kept.table, language, deal, turn, playing), context)


def _changing(
    table: Table, language: Language, deal: Deal, turn: int | None, playing: bool
) -> dict[str, Sequence[Markup]]:
    """The holes of the menu: whose card nobody saw, who may be out of turn, how many cards each has left."""
    names = tuple((seat, table.seats[seat]) for seat in deal.order)
    left = {f"left{seat}": str(deal.left(seat)) for seat in deal.order}
    counts = put_in("table/_left.html", (language, names), left, lambda: {"names": names})
    found: dict[str, Sequence[Markup]] = {"left": [counts]}
    if turn is not None:
        fact = Played(table.seats[turn], ("?",)).line()
        found["unseen"] = [part_of("table/_unseen.html", language, name=table.seats[turn], fact=fact)]
    if playing:
        href = address("table.page", table=ANY)
        found["early"] = [part_of("table/_early.html", language, seats=names, turn=turn, href=href)]
    return found


def likely(rules: Ruleset, deal: Deal) -> list[str]:
    """The kinds of fouls that the menu offers first in this phase."""
    return list(dict.fromkeys((*rules.likely(deal), *rules.breaches)))[:MOST_LIKELY]


def _menu(table: Table, language: Language, deal: Deal) -> dict[str, Any]:
    say, seats = language.say, table.seats
    return {
        "exposed": [_exposure(table, language, deal, seat) for seat in deal.order],
        "seats": [{"index": seat, "name": seats[seat]} for seat in deal.order],
        "warned": [
            {"name": seats[seat], "fact": Penalised(seats[seat], 0, say(T("conduct"))).line()} for seat in deal.order
        ],
        "stops": [{"label": say(why), "fact": Voided(say(why)).line()} for why in STOPS],
    }


def _exposure(table: Table, language: Language, deal: Deal, seat: int) -> dict[str, Any]:
    """What a card exposed by a seat leads to: rulings of the game, or a note if it has none."""
    name = table.seats[seat]
    kinds = [
        {"label": language.say(T("{name}: {said}", name=name, said=table.rules.foul_name(kind))), "kind": kind}
        for kind in table.rules.exposed(deal, seat)
    ]
    noted = Noted(language.say(T("{name} has exposed a card", name=name))).line()
    return {"name": name, "seat": seat, "kinds": kinds, "noted": noted}
