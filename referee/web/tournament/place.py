"""The panel under a tournament's table."""

from __future__ import annotations

from dataclasses import dataclass

from referee.club.tournaments import Where
from referee.tournament.tournament import Tournament
from referee.web.kit.visit import Visit, others_at, place_of
from referee.web.tournament.shown import Clock
from referee.web.tournament.view import event_view, figure


@dataclass(frozen=True, slots=True)
class PlaceView:
    """The panel under a tournament's table.

    `other`: the place has another log by now; `called`: the states of waiting calls; `of`: the agreed deals, `ended`
    those over, `short` those of a result with fewer, else 0; `also`: the other devices of the table; `quick`: whether
    the result may be typed as totals; `may`, `seat` and `takes`: what the reader may do, and for whom; `entered`: who
    handed the result in, `points` what it comes to, `asked` the seats still to confirm; `moved`: a later round is
    under way.
    """

    event: str
    title: str
    round: int
    table: int
    other: bool
    version: int
    confirmed: bool
    disputed: bool
    called: list[str]
    ended: int
    of: int
    full: bool
    short: int
    also: list[str]
    quick: bool
    may: bool
    seat: int | None
    names: list[str]
    entered: str | None
    points: list[str] | None
    asked: list[int]
    waits: bool
    takes: bool
    clock: Clock | None
    moved: bool

    @property
    def hands_in(self) -> bool:
        """Whether all deals are over and the result is still to be handed in."""
        return self.may and self.full and not (self.points or self.confirmed)


def place_view(table: str, here: Visit, ended: int) -> PlaceView | None:
    """The panel under a tournament's table, on which `ended` deals are over."""
    place = place_of(table)
    if place is None:
        return None
    view = event_view(place.tournament)
    t = view.tournament
    sitting = t.sitting(place.round, place.table)
    result, of = sitting.result, t.settings.deals_at(len(sitting.seats))
    current = view.shown_round
    calls = waiting_calls(t, place)
    player = here.role == "player"
    names = [view.name(p) for p in sitting.seats]
    entered = None if result is None else result.seat
    return PlaceView(
        event=view.event.id,
        title=view.event.title,
        round=place.round,
        table=place.table,
        other=sitting.stream != table,
        version=sitting.version,
        confirmed=sitting.confirmed,
        disputed=sitting.dispute is not None,
        called=calls,
        ended=ended,
        of=of,
        full=bool(of and ended >= of),
        short=sitting.short(of),
        also=others_at(place.tournament, place.table),
        quick=t.settings.depth == "total" and not ended and result is None,
        may=player or here.writes,
        seat=here.seat if player else None,
        names=names,
        entered=None if entered is None else names[entered],
        points=None if result is None else [figure(result.net(at)) for at in range(len(names))],
        asked=[at for at in range(len(names)) if at != entered and (not player or at == here.seat)],
        waits=bool(result) and not sitting.confirmed and sitting.dispute is None and t.settings.confirm,
        takes=player and not here.writes,
        clock=view.clock(t.value.rounds[place.round], place.table),
        moved=current is not None and current.number > place.round and sitting.confirmed,
    )


def waiting_calls(t: Tournament, place: Where) -> list[str]:
    """The states of a table's waiting calls."""
    return [
        call.state
        for call in t.value.calls.values()
        if (call.round, call.table) == (place.round, place.table) and call.waits
    ]
