"""The referee's menu at the table: what somebody saw, without waiting for a proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from referee.club.tables import Kept
from referee.record.facts import FoulSeen, Noted, Played, Voided
from referee.rules.deal import Deal
from referee.rules.ruleset import Prompt
from referee.table.table import Table
from referee.web.kit.parts import part
from referee.words.languages import Language
from referee.words.text import T

STOPS = (T("misdealt"), T("a card is missing"), T("cards were seen"), T("agreed by all"))


def referee_part(kept: Kept, language: Language, asked: Sequence[Prompt]) -> Markup | str:
    """The menu, the same at most taps of a turn; empty where no deal is played."""
    current = kept.table.current
    if current is None:
        return ""
    deal = current.deal
    turn = next((prompt.seat for prompt in asked if prompt.kind == "play"), None)
    exposed = tuple(kept.table.rules.exposed(deal, seat) for seat in deal.order)
    takes = kept.table.rules.takes(deal)
    playing = "play" in takes
    claims = "took" in takes and not deal.over and bool(deal.tricks or deal.trick.plays)
    same = (language.code, kept.id, deal.order, turn, exposed, playing, claims)

    def context() -> dict[str, Any]:
        found = _menu(kept.table, language, deal, turn) | {"claims": claims, "playing": playing}
        return {"table": {"id": kept.id}, "ask": found}

    return part("table/_menu.html", same, context)


def _menu(table: Table, language: Language, deal: Deal, turn: int | None) -> dict[str, Any]:
    say, seats = language.say, table.seats
    return {
        "unseen": None if turn is None else {"name": seats[turn], "fact": Played(seats[turn], ("?",)).line()},
        "early": [{"index": seat, "name": seats[seat]} for seat in deal.order if seat != turn],
        "exposed": [_exposure(table, language, deal, seat) for seat in deal.order],
        "seats": [{"index": seat, "name": seats[seat]} for seat in deal.order],
        "stops": [{"label": say(why), "fact": Voided(say(why)).line()} for why in STOPS],
    }


def _breach(table: Table, language: Language, seat: int, kind: str) -> dict[str, str]:
    fact = FoulSeen(table.seats[seat], kind).line()
    return {"label": language.say(table.rules.foul_name(kind)), "fact": fact}


def _exposure(table: Table, language: Language, deal: Deal, seat: int) -> dict[str, Any]:
    """What a card exposed by a seat is written down as: the game's foul, or a note."""
    name = table.seats[seat]
    kinds = [_breach(table, language, seat, kind) for kind in table.rules.exposed(deal, seat)]
    noted = Noted(language.say(T("{name} has exposed a card", name=name))).line()
    return {"name": name, "kinds": kinds or [{"label": "", "fact": noted}]}
