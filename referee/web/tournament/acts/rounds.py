"""A director's acts about a round and the whole tournament: draw, seat, begin, pause, end, take back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.tournament import facts
from referee.tournament.draws import groups
from referee.tournament.encoding import Fact
from referee.tournament.moment import absent
from referee.tournament.tournament import Tournament
from referee.web.kit.forms import Area, Button, Line, Number
from referee.web.kit.request import key, tournaments
from referee.web.tournament.acts.act import Act, Proposal, signature
from referee.web.tournament.draw import check_seen, draws
from referee.words.text import Slip, T

LONGEST = 24 * 60


def start_round(tournament: Tournament, number: int, minutes: int, forced: bool, hole: bool = False) -> Sequence[Fact]:
    """Begin a round, once: a slow second console must not restart its clock.

    Raises Slip where a seated player has left, unless `hole` allows their table to lack one.
    """
    at = tournament.value.rounds.get(number)
    if at and at.begun:
        return []
    if at and not hole and (gone := absent(tournament, number)):
        names = tuple(tournament.names[player] for player in gone)
        raise Slip(
            T("seated in round {round}, but gone: {names}. Replace them, or draw again", round=number, names=names)
        )
    return [facts.RoundStarted(number, minutes, forced)]


class Start(Act):
    """Begin a round."""

    word = "start"
    round = Number(hidden=True)
    minutes = Number(hidden=True, optional=True)
    hole = Line(hidden=True)

    def complete(self) -> None:
        number = self.round.data
        if self.hole.data or self.word == "force":
            self.buttons = (Button(T("Start round {number} now", number=number), look="danger"),)
        else:
            self.buttons = (Button(T("Start round {round}", round=number), look="primary big"),)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        minutes = tournament.settings.minutes if self.minutes.data is None else self.minutes.data
        if not 0 <= minutes <= LONGEST:
            raise Slip(T("a round has at most {most} minutes", most=LONGEST), part="minutes")
        return start_round(tournament, self.round.data, minutes, self.word == "force", self.hole.data == "yes")


class Force(Start):
    """Begin a drawn round although earlier results are missing."""

    word = "force"


class Pause(Act):
    """Stop the clock."""

    word = "pause"
    makes = facts.Paused
    buttons = (Button(T("Pause")),)
    round = Number(hidden=True)


class Resume(Act):
    """Let the clock run again."""

    word = "resume"
    makes = facts.Resumed
    buttons = (Button(T("Go on")),)
    round = Number(hidden=True)


class Extend(Act):
    """Give a table more minutes, or the whole room."""

    word = "extra"
    makes = facts.ExtraTime
    about = ("table",)
    round = Number(hidden=True)
    table = Number(hidden=True, blank=0)
    minutes = Number(hidden=True)

    def complete(self) -> None:
        if not self.table.data:
            self.buttons = (Button(T("+5 minutes"), "minutes", 5),)
            return
        for_table = {f"{minutes:+}".replace("-", "−"): minutes for minutes in (5, 10, -5)}
        self.buttons = [
            Button(T("{minutes} min for this table", minutes=text), "minutes", minutes)
            for text, minutes in for_table.items()
        ]


class Finish(Act):
    """End the tournament."""

    word = "finish"
    buttons = (Button(T("End the tournament"), look="primary big"),)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        return [] if tournament.value.finished else [facts.Finished()]


class Undo(Act):
    """Take an entry back with all entries of its act, last first."""

    word = "undo"
    at = Number(hidden=True)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        at = self.at.data
        act = next((act for act in tournament.acts() if act[0].seq == at), ())
        written = sorted((entry.seq for entry in act), reverse=True) or [at]
        return [] if at in tournament.dropped else [facts.Undone(seq) for seq in written]


# --- the draw ---------------------------------------------------------------------------------------------------


class Draw(Act):
    """Draw a round and those after it, in a process of its own that the console watches."""

    word = "draw"
    about = ("round",)
    round = Number(hidden=True)
    instead = Line(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        return {"instead": ""}

    def complete(self) -> None:
        t, number = self.view.tournament, self.round.data
        if self.instead.data:
            gone = number in t.value.rounds and absent(t, number)
            self.buttons = (Button(T("Draw again"), look="primary big" if gone else ""),)
        elif t.current and not t.current.complete:
            self.buttons = (Button(T("Draw round {number} ahead", number=number)),)
        else:
            self.buttons = (Button(T("Draw round {round}", round=number), look="primary big"),)

    def record(self) -> None:
        self.check()
        instead = self.instead.raw_data[0] if self.instead.raw_data else None
        draws().begin(self.event, self.round.data, key(), signature(self.event), instead)


class Stop(Act):
    """Give up a draw under way."""

    word = "stop"
    buttons = (Button(T("Give it up")),)

    def record(self) -> None:
        draws().stop(self.event)


class SeatByHand(Act):
    """Draw a round by hand, unless it was drawn after the director last saw it."""

    word = "hand"
    heading = T("Seats by hand")
    buttons = (Button(T("Seat them so")),)
    saw = Number(hidden=True, optional=True)
    round = Number(T("Which round"), attributes={"type": "number", "min": 1, "max": 99})
    tables = Area(
        T("A line for each table: names or numbers in the order of the seats, parted by semicolons"),
        attributes={"rows": 6},
    )

    def proposal(self, **given: Any) -> Proposal:
        t, at = self.view.tournament, self.view.shown_round
        tables = [at.tables[number] for number in sorted(at.tables)] if at else []
        lines = ["; ".join(map(self.view.name, table.seats)) for table in tables]
        number = (at.number if at else 0) + (at is None or at.begun)
        return {"saw": t.seq, "round": number, "tables": "\n".join(lines)}

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        """The round: one line for each table. Raises Slip with the line that cannot be read."""
        known = {name.casefold(): number for number, name in tournament.names.items()}
        known |= {str(number): number for number in tournament.names}
        tables: list[tuple[int, ...]] = []
        for line, typed in enumerate(self.tables.data.splitlines(), 1):
            names = [name.strip().removeprefix("#") for name in typed.split(";") if name.strip()]
            strange = next((name for name in names if name.casefold() not in known), None)
            if strange is not None:
                text = T("line {line}: there is no player “{found}”", line=line, found=strange[:40])
                raise Slip(text, part="tables")
            if names:
                tables.append(tuple(known[name.casefold()] for name in names))
        seated, number = {player for table in tables for player in table}, self.round.data
        out = tuple(player for player in tournament.entrants(number) if player not in seated)
        return [facts.Drawn(number, tuple(tables), out, groups=groups(tournament, number))]

    def record(self) -> None:
        tournament = tournaments().get(self.event).tournament
        (drawn,) = self.make(tournament)
        assert isinstance(drawn, facts.Drawn)
        if not tournaments().store.knows(self.event, key()):
            saw = tournament.seq if self.saw.data is None else self.saw.data
            check_seen(tournament, drawn.round, saw)
        tournaments().draw(self.event, key(), [drawn], signature(self.event))
        draws().let_in(self.event, len(drawn.tables))
