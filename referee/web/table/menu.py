"""The referee's menu at the table: what somebody saw, without waiting for a proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from referee.club.tables import Kept
from referee.record.facts import Noted, Penalised, Played, Voided
from referee.rules.deal import Deal
from referee.rules.ruleset import Prompt, Ruleset
from referee.table.table import Table
from referee.web.kit.parts import part
from referee.words.languages import Language
from referee.words.text import T

MOST_LIKELY = 6
LEFT = Markup("<!-- how many cards each has left -->")
"""Stands in the menu, which is kept, for what each card changes."""

STOPS = (T("misdealt"), T("a card is missing"), T("cards were seen"), T("agreed by all"))


def referee_part(kept: Kept, language: Language, asked: Sequence[Prompt]) -> tuple[Markup, ...]:
    """The menu, the same at most taps of a turn, and in it what is not; nothing where no deal is played."""
    current = kept.table.current
    if current is None:
        return ()
    deal = current.deal
    turn = next((prompt.seat for prompt in asked if prompt.kind == "play"), None)
    exposed = tuple(kept.table.rules.exposed(deal, seat) for seat in deal.order)
    offered = tuple(likely(kept.table.rules, deal))
    takes = kept.table.rules.takes(deal)
    playing = "play" in takes
    claims = "took" in takes and not deal.over and bool(deal.tricks or deal.trick.plays)
    same = (language.code, kept.id, deal.order, turn, exposed, offered, playing, claims)

    def context() -> dict[str, Any]:
        found = _menu(kept.table, language, deal, turn) | {"claims": claims, "playing": playing}
        found["likely"] = [{"kind": kind, "name": language.say(kept.table.rules.foul_name(kind))} for kind in offered]
        return {"table": {"id": kept.id}, "ask": found}

    left = (Markup("{} <b>{}</b>").format(kept.table.seats[seat], deal.left(seat)) for seat in deal.order)
    before, _, after = part("table/_menu.html", same, context).partition(LEFT)
    return before, Markup(" · ").join(left), after


def likely(rules: Ruleset, deal: Deal) -> list[str]:
    """The kinds of fouls to be offered first in this phase."""
    return list(dict.fromkeys((*rules.likely(deal), *rules.breaches)))[:MOST_LIKELY]


def _menu(table: Table, language: Language, deal: Deal, turn: int | None) -> dict[str, Any]:
    say, seats = language.say, table.seats
    return {
        "unseen": None if turn is None else {"name": seats[turn], "fact": Played(seats[turn], ("?",)).line()},
        "turn": turn,
        "exposed": [_exposure(table, language, deal, seat) for seat in deal.order],
        "left": LEFT,
        "seats": [{"index": seat, "name": seats[seat]} for seat in deal.order],
        "warned": [
            {"name": seats[seat], "fact": Penalised(seats[seat], 0, say(T("conduct"))).line()} for seat in deal.order
        ],
        "stops": [{"label": say(why), "fact": Voided(say(why)).line()} for why in STOPS],
    }


def _exposure(table: Table, language: Language, deal: Deal, seat: int) -> dict[str, Any]:
    """What a card exposed by a seat leads to: the game's ruling, its card still to be told, or a note."""
    name = table.seats[seat]
    kinds = [
        {"label": language.say(table.rules.foul_name(kind)), "kind": kind} for kind in table.rules.exposed(deal, seat)
    ]
    noted = Noted(language.say(T("{name} has exposed a card", name=name))).line()
    return {"name": name, "seat": seat, "kinds": kinds, "noted": noted}
