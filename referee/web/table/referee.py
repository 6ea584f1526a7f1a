"""Referee!: what somebody saw: whose it was, which card, and what is ruled on it, shown before it is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from referee.club.tables import Kept
from referee.record.facts import FoulSeen, Noted, Penalised, Voided
from referee.rules import Prompt, Ruleset, total
from referee.rules.acts import OF_CARDS
from referee.rules.deal import Deal
from referee.rules.score import all_differ
from referee.table.fold import admitted_foul
from referee.table.table import choices
from referee.web.kit.addresses import address
from referee.web.kit.request import say, who
from referee.web.table.drawn import Card, LawShown, SeatName, card, law_view, named_points
from referee.web.table.fouls import Decision, tells_scores, upholding
from referee.web.table.menu import CASES, EXPOSED, STOP, STOPS, Kind, case_name, likely
from referee.web.table.prompts import Pad, prompt_view
from referee.words.text import CardName, Slip, T, capitalize


@dataclass(frozen=True, slots=True)
class RulingShown:
    """What the laws say of a foul of this kind by `seat`, and what may be decided, or why nothing may be. `card`: the
    one that was exposed; `asks_card`: which it was may be asked; `early`: that seat may lay a card out of turn now;
    `others`: what else it may be.
    """

    kind: str
    name: str
    seat: SeatName
    law: LawShown
    choices: tuple[Decision, ...] = ()
    refused: str | None = None
    card: Card | None = None
    asks_card: bool = False
    early: bool = False
    others: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A player or a reason to choose: a `fact` to record, a page to go to (`href`), or the seat that is meant."""

    name: str
    fact: str = ""
    href: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """What Referee! asks at the table (_ask.html), or a `ruling` (_ruling.html). `query`: the address of a tap on a
    seat, but for its number; `ways`: the keys on the pad, unless a card is asked for; `seat`: whose card it is, if
    known.
    """

    kind: str
    text: str = ""
    query: str = ""
    ways: tuple[Way, ...] = ()
    pad: Pad | None = None
    seat: int | None = None
    ruling: RulingShown | None = None


def kinds_by_people(rules: Ruleset, deal: Deal) -> tuple[str, ...]:
    """Every kind of foul people may see, the likely ones first."""
    return tuple(dict.fromkeys((*likely(rules, deal), *rules.breaches, *rules.breach_names)))


def ask_view(kept: Kept, kind: str, seat: int | None, code: str, which: bool) -> Ask | None:
    """What Referee! asks of a case: who it was, which card (once a seat is known, if `which`), else what is ruled. None
    if there is no such case.
    """
    table = kept.table
    deal = table.deals[-1].deal if table.deals else None
    if deal is None or kind not in (*CASES, *kinds_by_people(table.rules, deal)):
        return None
    kinds = {at: table.rules.exposure_kinds(deal, at) for at in deal.order}
    case = capitalize(say(case_name(table.rules, kind)))
    of_card = "exposed" in kind and any(kinds.values())
    if kind in CASES and not of_card:
        text = T("{case} – why?", case=case) if kind == STOP else T("{case} – who?", case=case)
        return Ask(kind, say(text), ways=tuple(_acts(kept, kind, deal)))
    if seat in deal.order and not which:
        one, *others = kinds[seat] if kind == EXPOSED else (kind,)
        ruling = _ruling(kept, one, SeatName(seat, table.seats[seat]), code)
        return Ask(kind, ruling=replace(ruling, asks_card=of_card, others=tuple(_kinds(table.rules, others))))
    query = urlencode({"kind": kind} | ({"card": code} if code else {}))
    ways = tuple(Way(table.seats[at], seat=at) for at in sorted(deal.order))
    if not of_card:
        return Ask(kind, say(T("{case} – who?", case=case)), f"?{query}&seat=", ways)
    text = T("{case} – which card, and whose?", case=case)
    if seat in deal.order:
        text = T("{case}, {name} – which card?", case=case, name=table.seats[seat])
    elif code:
        text = T("{case}: {card} – whose?", case=case, card=CardName(code))
    pad = prompt_view(table, Prompt("show", T(""), count=1), who().language).pad
    return Ask(kind, say(text), f"?{query}&seat=", ways, pad, seat if seat in deal.order else None)


def _acts(kept: Kept, kind: str, deal: Deal) -> Iterator[Way]:
    """The ways of a case that needs no ruling: reasons to stop the deal, else the players."""
    if kind == STOP:
        yield from (Way(capitalize(say(why)), Voided(say(why)).line()) for why in STOPS if kept.table.current)
        return
    for seat in sorted(deal.order):
        name = kept.table.seats[seat]
        match kind:
            case "claim":
                yield Way(name, href=address("past.claim", table=kept.id, seat=seat))
            case "warn":
                yield Way(name, Penalised(name, 0, say(T("conduct"))).line())
            case _:
                yield Way(name, Noted(say(T("{name} has exposed a card", name=name))).line())


def _kinds(rules: Ruleset, kinds: Iterable[str]) -> Iterator[Kind]:
    yield from (Kind(kind, say(rules.foul_name(kind))) for kind in kinds)


def _ruling(kept: Kept, kind: str, seat: SeatName, code: str) -> RulingShown:
    """What the laws say of a kind of foul, what is ruled on it and what that changes."""
    table, deal = kept.table, kept.table.deals[-1].deal
    rules, language = table.rules, who().language
    waits = rules.prompts(deal)[0] if table.current else None
    ruling = RulingShown(
        kind,
        capitalize(say(rules.foul_name(kind))),
        seat,
        law_view(rules, rules.law_named(deal, kind), language),
        card=card(code, language) if code else None,
        early=kind == "out-of-turn" and waits is not None and waits.kind == "play" and waits.seat != seat.index,
    )
    if kind in OF_CARDS and deal.state == "open" and deal.keys.get("depth", "cards") == "cards" and not deal.begun:
        return replace(ruling, refused=say(T("no card is laid yet")))
    proved = next((one for one in table.deals[-1].pending if one.kind == kind and seat.index in one.suspects), None)
    if proved is not None and not code:
        ruled = upholding(kept, table.deals[-1], proved, language)
        return replace(ruling, choices=tuple(one for one in ruled if seat.index == one.seat))
    try:
        foul = admitted_foul(rules, deal, kept.seq + 1, seat.name, kind, code or None)
        given = choices(table, deal.number, foul)
    except Slip as slip:
        return replace(ruling, refused=say(slip.text))
    clear = len(given) > 1 and all_differ(given, say)
    paid = [named_points(table, total(one.lines, len(table.seats))) if one.lines else None for one in given]
    decisions = tuple(
        Decision(
            "uphold",
            capitalize(say(one.label or T("Uphold it"))),
            "" if one is not given[0] and one.text == given[0].text else say(one.text),
            None if points is None or tells_scores(say(one.text), points) else points,
            FoulSeen(seat.name, kind, one.word, code or None).line(),
            why=say(T("Proposed")) if one is given[0] and len(given) > 1 else "",
            clear=clear,
        )
        for one, points in zip(given, paid, strict=True)
    )
    return replace(ruling, choices=decisions)
