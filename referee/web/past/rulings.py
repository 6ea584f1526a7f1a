"""The fouls of an evening with their rulings, and a printed slip for each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import abort, render_template, url_for
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.record.facts import DECISIONS
from referee.rules import Foul
from referee.sheets import sheet as sheets
from referee.store import Event
from referee.table.table import Judged, remedy
from referee.web.club.sheets import Hears, hand_out, language, paper
from referee.web.kit.request import say, tables, when, who
from referee.web.kit.rights import sees
from referee.web.kit.visit import device_names, visit
from referee.web.past.mend import past
from referee.web.past.replay import head, visible
from referee.web.table.fouls import foul_view
from referee.web.table.view import TableView
from referee.words.text import begun, spoken


@past.get("/t/<id:table>/fouls")
@sees("past")
def fouls(table: str) -> ResponseReturnValue:
    """Every foul of the evening, last first, and what fouls cost each player."""
    kept = tables().get(table)
    events = {event.seq: event for event in tables().store.events(kept.id)}
    view = TableView(kept, who().language, here=visit(kept.id))
    entries = [_entry(view, judged, foul, events) for judged in visible(kept) for foul in judged.told]
    penalties = [
        {"deal": judged.deal.number, "name": kept.table.seats[penalty.seat], "points": -penalty.points}
        | {"reason": spoken(penalty.reason, who().language)}
        for judged in visible(kept)
        for penalty in judged.penalties + judged.costs
    ]
    context = {"entries": entries[::-1], "penalties": penalties, "players": _players(kept), "visit": visit(kept.id)}
    return render_template("past/fouls.html", **context, **head(kept, "fouls"))


def _players(kept: Kept) -> list[dict[str, Any]]:
    """The fouls, warnings and penalties of each player so far."""
    found = []
    for seat, name in enumerate(kept.table.seats):
        deals = visible(kept)
        costs = [cost for judged in deals for cost in judged.costs if cost.seat == seat]
        found.append({
            "name": name,
            "fouls": sum(foul.seat == seat for judged in deals for foul in judged.upheld),
            "warnings": sum(not cost.points for cost in costs),
            "points": sum(judged.penalised(seat) for judged in deals),
        })  # fmt: skip
    return found


def _entry(view: TableView, judged: Judged, foul: Foul, events: Mapping[int, Event]) -> dict[str, Any]:
    """A foul for the list: its proof as at the table, its ruling, who decided and when."""
    ruling = judged.ruling(foul)
    event = events.get(ruling.line) if ruling else None
    named = device_names(view.kept.id)
    against = view.table.seats[ruling.seat] if ruling and foul.seat is None and ruling.seat is not None else None
    return {
        **foul_view(view.kept, judged, foul, view.language),
        "deal": judged.deal.number,
        "deal_label": begun(say(view.rules.label(judged.deal))),
        "ruling": None if ruling is None else say(DECISIONS[ruling.decision]),
        "decision": ruling.decision if ruling else None,
        "given": [say(remedy(view.table, judged.deal.number, each).ruled) for each in judged.upheld_as(foul)],
        "against": against,
        "at": when(event.at) if event else "",
        "by": named.get(event.by) or None if event else None,
    }


@past.get("/t/<id:table>/deals/<int:deal>/fouls/<int:place>.pdf")
@sees("past")
def slip(table: str, deal: int, place: int) -> ResponseReturnValue:
    """The slip of a ruling as PDF, to be decided on paper or as decided."""
    kept = tables().get(table)
    if not 1 <= deal <= len(visible(kept)) or not 1 <= place <= len(kept.table.deals[deal - 1].fouls):
        abort(404)
    code, size = language(), paper("a5")
    stream = tables().store.stream(table)
    created = datetime.fromisoformat(stream.last_at.replace("Z", "+00:00"))
    url = url_for("past.fouls", table=table, _external=True)

    def render(_: Hears) -> bytes:
        form = sheets.Form(code, size, kept.title, url=url, created=created)
        return sheets.ruling_slip(kept.table, deal, place, form)

    return hand_out((table, kept.seq, code, size, deal, place), render, url_for("past.fouls", table=table))
