"""A director's acts about a table: its result, calls, seats, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.tournament import facts
from referee.tournament.encoding import Fact
from referee.tournament.results import AWARDS
from referee.tournament.scoring import sides_of
from referee.tournament.tournament import Tournament
from referee.tournament.values import Sitting
from referee.web.kit.forms import Button, Chips, Form, Line, Menu, Number, Points, Several
from referee.web.kit.request import key, tournaments
from referee.web.table.drawn import breadth
from referee.web.tournament.acts.act import Act, Proposal, signature
from referee.web.tournament.view import EventView, sitting_or_none
from referee.words.text import Slip, T, Text


class Scores(Form):
    """A score for each side of a table: a seat, or partners who always get the same."""

    score = Several(Points())
    parts: ClassVar[Mapping[str, str]] = {"scores": "score"}

    def name_seats(self, view: EventView, sitting: Sitting) -> None:
        """Give each side a field, with the names of its players."""
        if view.event.balanced:
            self.score.render_kw = {"data-balanced": True}
        names = view.sides(sitting.seats)
        while len(self.score) < len(names):
            self.score.append_entry(None)
        for entry, name in zip(self.score, names, strict=False):
            entry.label.text = name
            entry.look = breadth(name)

    def scores(self, tournament: Tournament, sitting: Sitting) -> tuple[int, ...]:
        """The scores by seat. Raises Slip where one is missing, or where deals are compared and totals do not count."""
        if tournament.settings.scoring in ("topage", "match"):
            why = T("each deal is compared here, and totals count for nothing: write the deals at the table")
            raise Slip(why, part="scores")
        self.check()
        sides = sides_of(tournament.settings, len(sitting.seats))
        by_seat = {seat: points for side, points in zip(sides, self.score.data, strict=False) for seat in side}
        return tuple(by_seat[seat] for seat in sorted(by_seat))


class Handed(Scores):
    """The scores that a table hands in: one number for each seat, and who says so."""

    buttons = (Button(T("Hand in"), look="primary big"),)
    version = Number(hidden=True)
    seat = Chips(T("Who enters it? Another player confirms."), of=int, default=-1)

    def ask(self, view: EventView, sitting: Sitting, asks_seat: bool) -> None:
        """Name the seats; `asks_seat`: ask which of them enters the scores."""
        self.name_seats(view, sitting)
        self.score.look = "enter-scores"
        for entry in self.score:
            entry.look = f"enter-line {entry.look}"
        self.seat.offer([(seat, view.name(player)) for seat, player in enumerate(sitting.seats)])
        self.left_out = () if asks_seat else ("seat",)


class AtTable(Act):
    """An act about one table of a round."""

    round = Number(hidden=True)
    table = Number(hidden=True)

    @property
    def sitting(self) -> Sitting | None:
        """The table; None for an unknown one."""
        return sitting_or_none(self.view.tournament, self.round.data, self.table.data)


class OnResult(AtTable):
    """An act that sets a table's result. It refuses, once, to replace a version that its page did not show."""

    version = Number(hidden=True, optional=True)
    reason: Line

    def proposal(self, **given: Any) -> Proposal:
        return {"version": self.view.tournament.sitting(given["round"], given["table"]).version}

    def look_first(self, sitting: Sitting) -> None:
        """Raises Slip where the table has another result than the page showed, as every refused page shows the last."""
        self.version.raw_data = [str(sitting.version)]
        if self.reason.data and self.version.data not in (None, sitting.version):
            raise Slip(T("table {table} has another result meanwhile: look at it first", table=sitting.number))


class Result(OnResult, Scores):
    """Set a result: the first needs no reason, later versions do."""

    word = "result"
    reason = Line(T("Reason"), look="wide")
    early = Number(hidden=True, blank=0)
    """The round that had not begun when this was last sent."""

    def proposal(self, **given: Any) -> Proposal:
        tournament = self.view.tournament
        result = tournament.sitting(given["round"], given["table"]).result
        sides = sides_of(tournament.settings, len(result.scores)) if result else ()
        return super().proposal(**given) | {"score": [result.scores[first] for first, *_ in sides] if result else []}

    def complete(self) -> None:
        sitting = self.sitting
        if sitting is not None:
            self.name_seats(self.view, sitting)
        entered = sitting is not None and bool(sitting.version)
        self.left_out = () if entered else ("reason",)
        self.reason.flags.required = entered
        label = T("Correct the result") if entered else T("Enter the result")
        self.buttons = (Button(label, look="primary"),)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        sitting = tournament.sitting(self.round.data, self.table.data)
        scores, reason = self.scores(tournament, sitting), self.reason.data
        if not sitting.results:
            if not tournament.value.rounds[sitting.round].begun and self.early.data != sitting.round:
                self.early.raw_data = [str(sitting.round)]
                text = T("Round {round} has not begun. Is this its result? Then press once more.", round=sitting.round)
                raise Slip(text, part="scores", early=sitting.round)
            return [facts.Entered(sitting.round, sitting.number, scores, 0)]
        if sitting.confirmed and sitting.result and scores == sitting.result.scores and not reason:
            return []
        self.look_first(sitting)
        return [facts.Corrected(sitting.round, sitting.number, scores, reason)]


class NotPlayed(OnResult):
    """Count a table as not played."""

    word = "not-played"
    makes = facts.NotPlayed
    heading = T("Not played")
    buttons = (Button(T("Count it as not played")),)
    award = Chips(T("The table counts as settled. Its players get:"), AWARDS.items(), default=next(iter(AWARDS)))
    points = Points(T("Points"), blank=0)
    reason = Line(T("Reason"), needed=T("a reason is needed"))

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        self.look_first(tournament.sitting(self.round.data, self.table.data))
        return super().facts(tournament)


def confirm_result(sitting: Sitting, version: int, seat: int | None) -> Sequence[Fact]:
    """Confirm a version of a result; nothing if that is already confirmed."""
    if sitting.confirmed and sitting.version == version:
        return []
    return [facts.Confirmed(sitting.round, sitting.number, version, seat)]


class Confirm(AtTable):
    """Let a result stand."""

    word = "confirm"
    buttons = (Button(T("The result stands"), look="primary", icon="check"),)
    version = Number(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        return {"version": self.view.tournament.sitting(given["round"], given["table"]).version}

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        return confirm_result(tournament.sitting(self.round.data, self.table.data), self.version.data, None)


class TakeDeals(AtTable):
    """Take over the result of a table's deals so far."""

    word = "deals"
    buttons = (Button(T("Take what the deals come to"), look="primary"),)

    def record(self) -> None:
        self.check()
        by = signature(self.event)
        tournaments().hand_in(self.event, key(), self.round.data, self.table.data, None, by)


class MoveCall(Act):
    """Deal with a call."""

    word = "call"
    makes = facts.CallMoved
    about = ("call",)
    states: ClassVar[Mapping[str, Text]] = {
        "progress": T("I am coming"),
        "resolved": T("Resolved"),
        "deferred": T("Later"),
    }
    call = Number(hidden=True)
    state = Line(hidden=True)
    text = Line(hidden=True)

    def complete(self) -> None:
        call = self.view.tournament.value.calls.get(self.call.data or 0)
        now = call.state if call else ""
        self.buttons = [Button(label, "state", state) for state, label in self.states.items() if state != now]


class Note(AtTable):
    """Write down a note."""

    word = "note"
    makes = facts.Noted
    buttons = (Button(T("Note it")),)
    round = Number(hidden=True, blank=0)
    table = Number(hidden=True, blank=0)
    text = Line(T("Note"), look="wide")


class Swap(AtTable):
    """Exchange the seats of two players in a round."""

    word = "swap"
    heading = T("Wrong seats")
    buttons = (Button(T("Change seats")),)
    table = Number(hidden=True, blank=0)
    seen = Line(hidden=True)
    player = Menu(T("This player"), of=int)
    other = Menu(T("changes seats with"), of=int)
    reason = Line(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        return {"seen": " ".join(map(str, self.view.tournament.sitting(given["round"], given["table"]).seats))}

    def complete(self) -> None:
        sitting, name = self.sitting, self.view.name
        if sitting is not None:
            self.player.offer([(player, name(player)) for player in sitting.seats])
            self.other.offer(self.view.menu(self.view.tournament.entrants(sitting.round)))

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        """Raises Slip for a player without a seat.

        Also where the seats are not those the form had `seen`: a second console would otherwise undo the first.
        """
        at = tournament.value.round(self.round.data)
        table = self.table.data
        if self.seen.raw_data and table in at.tables and self.seen.data != " ".join(map(str, at.tables[table].seats)):
            changed = T("the seats of table {table} were changed meanwhile: look at them again", table=table)
            raise Slip(changed, part="other")
        one, two = self.player.data, self.other.data
        change = {one: two, two: one}
        seats = {number: tuple(change.get(p, p) for p in one.seats) for number, one in at.tables.items()}
        moved = tuple((number, new) for number, new in seats.items() if new != at.tables[number].seats)
        if not moved or one == two:
            raise Slip(T("choose two players of this round"), part="other")
        return [facts.SeatsRepaired(at.number, moved, self.reason.data)]

    def record(self) -> None:
        (repaired,) = self.make(tournaments().get(self.event).tournament)
        assert isinstance(repaired, facts.SeatsRepaired)
        tournaments().reseat(self.event, key(), repaired, signature(self.event))
