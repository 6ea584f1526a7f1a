"""The fouls of an evening with their rulings, and a printed slip for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

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
from referee.web.past.mend import head, past
from referee.web.past.replay import visible
from referee.web.table.fouls import FoulShown, foul_view
from referee.words.text import capitalize, say_value


@past.get("/t/<id:table>/fouls")
@sees("past")
def fouls(table: str) -> ResponseReturnValue:
    """Every foul of the evening, last first, and what fouls cost each player."""
    kept = tables().get(table)
    events = {event.seq: event for event in tables().store.events(kept.id)}
    entries = tuple(_entry(kept, judged, foul, events) for judged in visible(kept) for foul in judged.live_fouls)
    return render_template(
        "past/fouls.html",
        entries=entries[::-1],
        penalties=tuple(_penalties(kept)),
        players=_players(kept),
        visit=visit(kept.id),
        tab="fouls",
        table=head(kept),
    )


@dataclass(frozen=True, slots=True)
class FoulRuled:
    """A foul with its ruling: in words, by its word (`decision`), what was `given`, and who decided it and when."""

    foul: FoulShown
    deal_label: str
    ruling: str | None
    decision: str | None
    given: tuple[str, ...]
    against: str | None
    at: str
    by: str | None


@dataclass(frozen=True, slots=True)
class PenaltyShown:
    """Points taken from a player, 0 for a warning."""

    deal: int
    name: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerCost:
    """The fouls, warnings and penalties of a player so far."""

    name: str
    fouls: int
    warnings: int
    points: int


def _players(kept: Kept) -> tuple[PlayerCost, ...]:
    deals = visible(kept)
    return tuple(
        PlayerCost(
            name=name,
            fouls=sum(foul.seat == seat for judged in deals for foul in judged.upheld),
            warnings=sum(not cost.points for judged in deals for cost in judged.costs if cost.seat == seat),
            points=sum(judged.penalty_points(seat) for judged in deals),
        )
        for seat, name in enumerate(kept.table.seats)
    )


def _penalties(kept: Kept) -> Iterator[PenaltyShown]:
    for judged in visible(kept):
        for cost in judged.penalties + judged.costs:
            name, reason = kept.table.seats[cost.seat], say_value(cost.reason, who().language)
            yield PenaltyShown(judged.deal.number, name, -cost.points, reason)


def _entry(kept: Kept, judged: Judged, foul: Foul, events: Mapping[int, Event]) -> FoulRuled:
    """A foul for the list: its proof as at the table, its ruling, who decided and when."""
    ruling, table = judged.ruling(foul), kept.table
    event = events.get(ruling.line) if ruling else None
    against = table.seats[ruling.seat] if ruling and foul.seat is None and ruling.seat is not None else None
    return FoulRuled(
        foul=foul_view(kept, judged, foul, who().language),
        deal_label=capitalize(say(table.rules.label(judged.deal))),
        ruling=None if ruling is None else say(DECISIONS[ruling.decision]),
        decision=ruling.decision if ruling else None,
        given=tuple(say(remedy(table, judged.deal.number, each).ruled) for each in judged.upheld_as(foul)),
        against=against,
        at=when(event.at) if event else "",
        by=device_names(kept.id).get(event.by) or None if event else None,
    )


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

    form = sheets.Form(code, size, kept.title, url=url, created=created)

    def render(_: Hears) -> bytes:
        return sheets.ruling_slip(kept.table, deal, place, form)

    def pages() -> list[str]:
        return [sheets.slip_html(kept.table, deal, place, form)]

    return hand_out((table, kept.seq, code, size, deal, place), render, url_for("past.fouls", table=table), pages)
