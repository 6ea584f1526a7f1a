"""A director's acts about a player: come, leave, be replaced, be written otherwise, lose points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.tournament import facts
from referee.tournament.encoding import Fact
from referee.tournament.lists.players import MOST_LETTERS
from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament
from referee.web.kit.forms import Area, Button, Chips, Form, Halves, Line, Menu, Number, Tick, Upload, whole
from referee.web.kit.request import key, tournaments
from referee.web.tournament.acts.act import Act, Proposal, signature
from referee.words.text import Slip, T

NAMELESS = T("a player needs a name")


def due(tournament: Tournament) -> int:
    """The first round that a player who comes now can play."""
    return tournament.current.number + 1 if tournament.current else 1


class Written(Form):
    """A player as written on the list."""

    name = Line(T("Name"), most=MOST_LETTERS, needed=NAMELESS)
    club = Line(T("Club"), most=MOST_LETTERS)
    team = Line(T("Team"), most=MOST_LETTERS)
    asked = Line(hidden=True, most=MOST_LETTERS)
    """The name that stood on the list already when this was last sent."""

    def ask(self, tournament: Tournament, name: str) -> None:
        """Refuse a name that is on the list already, the first time."""
        names = {player.entrant.name.casefold() for player in tournament.players}
        if name.casefold() in names and self.asked.data != name:
            self.asked.raw_data = [name]
            text = T("{name} is on the list already. Somebody else of that name? Then press once more.", name=name)
            raise Slip(text, part="name", asked=name)

    def entrant(self, number: int = 0) -> Entrant:
        """The player described. Raises Slip."""
        self.check()
        return Entrant(number, self.name.data, self.club.data, self.team.data)


class SignUp(Written):
    """A player who signs up on their phone."""

    heading = T("Sign up")
    buttons = (Button(T("Sign up"), look="primary big"),)
    name = Line(T("Name"), most=MOST_LETTERS, needed=NAMELESS, attributes={"autocomplete": "name"})
    club = Line(T("Club"), most=MOST_LETTERS, description=T("optional"), attributes={"autocomplete": "organization"})


class Add(Act, Written):
    """Add one player by hand, checked in if the box is ticked. Given: whether the first field has the `focus`."""

    word = "add"
    buttons = (Button(T("Add"), look="primary"),)
    here = Tick(T("is here"), default=True)
    focus = False

    def proposal(self, **given: Any) -> Proposal:
        self.focus = bool(given.get("focus"))
        return {}

    def complete(self) -> None:
        self.left_out = () if self.view.event.teams else ("team",)
        self.name.render_kw |= {"autofocus": self.focus}

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        new = facts.Added((self.entrant(tournament.next_number),))
        self.ask(tournament, self.name.data)
        return [new, facts.Came((tournament.next_number,), due(tournament))] if self.here.data else [new]


class ReadList(Act):
    """A list of players, of which a preview is shown first."""

    word = "read"
    buttons = (Button(T("Look at the list")),)
    players = Upload(
        T("A list of players (Excel, LibreOffice or CSV: name, club, team …)"),
        render_kw={"accept": ".csv,.txt,.tsv,.xlsx,.ods,.xls,text/csv,text/plain"},
    )
    pasted = Area(T("Or paste it here, from a spreadsheet or a mail"), attributes={"rows": 3})


class Come(Act):
    """Check in a player, or all who are signed up."""

    word = "came"
    buttons = (Button(T("Is here"), look="primary"),)
    player = Line(hidden=True)
    since = Number(hidden=True, blank=0)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        since = self.since.data or due(tournament)
        if self.player.data == "all":
            waiting = tuple(p.number for p in tournament.players if p.since is None)
            return [facts.Came(waiting, since)] if waiting else []
        player = tournament.value.player(self.number)
        if player.since is not None and player.until is None and not self.since.data:
            return []  # tapped at two consoles: a player who is here must not come again, a round later
        return [facts.Came((player.number,), since)]

    @property
    def number(self) -> int:
        return whole(self.player.data)


class NotCome(Act):
    """Take a check mark off again."""

    word = "not-come"
    buttons = (Button(T("Is not here")),)
    player = Number(hidden=True)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        player = tournament.value.player(self.player.data)
        return [] if player.since is None else [facts.NotCome(player.number)]


class Remove(Act):
    """Take a player who has not played off the list."""

    word = "remove"
    makes = facts.Removed
    buttons = (Button(T("Off the list"), look="danger"),)
    player = Number(hidden=True)

    def leave(self) -> str:
        return super().leave() + "#s-players"


class Leave(Act):
    """A player drops out."""

    word = "left"
    player = Number(hidden=True)
    since = Number(hidden=True, blank=0)
    reason = Line(T("Reason"), look="wide")

    def complete(self) -> None:
        begun = self.view.tournament.current is not None
        self.buttons = (Button(T("Leaves after this round") if begun else T("Leaves"), look="danger"),)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        player = tournament.value.player(self.player.data)
        if player.until is not None and not self.since.data:
            return []
        return [facts.Left(player.number, self.since.data or due(tournament), self.reason.data)]


def rounds_to_replace_in(tournament: Tournament, player: int) -> list[int]:
    """The rounds from which a player may be replaced: the next, and the present one while their table has no result."""
    at = tournament.current
    sitting = at.sitting_of(player) if at else None
    return [*([sitting.round] if sitting and not sitting.results else []), due(tournament)]


class Replace(Act, Written):
    """Put another player in one's place, signing them up if they are new."""

    word = "replace"
    buttons = (Button(T("Replace")),)
    player = Number(hidden=True)
    by = Menu(T("Replaced by"), of=int, default=0)
    name = Line(T("Name of somebody new"), most=MOST_LETTERS, look="long")
    club = Line(T("Club of somebody new"), most=MOST_LETTERS, look="long")
    since = Chips(T("From which round"), of=int, default=0)
    joined = Tick(T("both count as one in the standings"))

    def complete(self) -> None:
        t, gone = self.view.tournament, self.player.data or self.player.object_data
        others = self.view.menu(p.number for p in t.players if p.number != gone)
        self.by.offer([(0, T("somebody new:")), *others])
        now, *later = rounds = rounds_to_replace_in(t, gone or 0)
        after = [(number, T("from round {number}", number=number)) for number in later]
        self.since.offer([(now, T("in round {number} already", number=now)), *after])
        self.since.data = self.since.data or rounds[-1]
        self.left_out = ("team",) if later else ("team", "since")

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        player, names = self.player.data, tournament.names
        gone = tournament.value.player(player)
        if gone.by is not None:
            raise Slip(T("{name} is replaced by {other} already", name=names[player], other=names[gone.by]))
        since = self.since.data or due(tournament)
        if self.by.data:
            return [facts.Replaced(player, self.by.data, since, self.joined.data)]
        if not self.name.data:
            raise Slip(NAMELESS, part="name")
        self.ask(tournament, self.name.data)
        team = gone.entrant.team if tournament.settings.team > 1 else ""
        new = Entrant(tournament.next_number, self.name.data, self.club.data, team)
        return [facts.Added((new,)), facts.Replaced(player, new.number, since, self.joined.data)]

    def record(self) -> None:
        tournament = tournaments().get(self.event).tournament
        if tournaments().store.knows(self.event, key()):
            return
        *new, replaced = self.make(tournament)
        assert isinstance(replaced, facts.Replaced)
        tournaments().reseat(self.event, key(), replaced, signature(self.event), new)


class Rename(Act, Written):
    """Correct what is written about a player."""

    word = "rename"
    heading = T("Name, club, team, table")
    buttons = (Button(T("Change")),)
    player = Number(hidden=True)
    name = Line(T("Name"), most=MOST_LETTERS, needed=NAMELESS, look="wide")
    club = Line(T("Club"), most=MOST_LETTERS, look="wide")
    apart = Line(T("Keep apart (same word)"), most=MOST_LETTERS)
    fixed = Number(T("Table kept"), blank=0)
    licence = Line(T("Licence number"), most=MOST_LETTERS)
    seeded = Tick(T("seeded: apart from others who are, in the first rounds"))

    def proposal(self, **given: Any) -> Proposal:
        who = self.view.tournament.value.player(given["player"]).entrant
        known = {name: getattr(who, name) for name in ("name", "club", "team", "apart", "licence", "seeded")}
        return known | {"fixed": who.fixed or None}

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        more = {name: self[name].data for name in ("apart", "fixed", "licence", "seeded")}
        return [facts.Renamed(replace(self.entrant(self.player.data), **more))]


class Penalise(Act):
    """Take points from a player, or warn them."""

    word = "penalty"
    heading = T("Penalty")
    buttons = (Button(T("Give the penalty")),)
    player = Number(hidden=True)
    round = Chips(T("In which round"), of=int, default=0)
    points = Number(T("Points, 0 is a warning"), blank=0, attributes={"type": "number", "min": 0, "max": 9999})
    reason = Line(T("Reason"), needed=T("a reason is needed"))

    def proposal(self, **given: Any) -> Proposal:
        return {"points": 0}

    def complete(self) -> None:
        begun = [at.number for at in self.view.tournament.rounds if at.begun]
        self.round.offer([(number, T("{number}", number=number)) for number in begun])
        self.round.data = self.round.data or max(begun, default=0)
        self.left_out = ("round",) if len(begun) < 2 else ()

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        now = tournament.current.number if tournament.current else 0
        at = self.round.data or now
        return [facts.Penalised(self.player.data, abs(self.points.data), self.reason.data, at)]


class Lift(Act):
    """Lift a penalty."""

    word = "cancel"
    makes = facts.PenaltyCancelled
    about = ("penalty",)
    buttons = (Button(T("Lift it")),)
    player = Number(hidden=True, optional=True)
    penalty = Number(hidden=True)
    reason = Line(T("Reason"), needed=T("a reason is needed"))


class Adjust(Act):
    """Set a player's points for a round."""

    word = "adjust"
    heading = T("Adjusted score")
    buttons = (Button(T("Set it")),)
    player = Number(hidden=True)
    round = Chips(T("Which round"), of=int)
    points = Halves(T("Points"))
    reason = Line(T("Reason"), needed=T("a reason is needed"))

    def complete(self) -> None:
        begun = [at.number for at in self.view.tournament.rounds if at.begun]
        self.round.offer([(number, str(number)) for number in begun])
        if self.round.data is None and begun:
            self.round.data = begun[-1]

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        points, half = divmod(self.points.data, 2)
        return [facts.Adjusted(self.player.data, self.round.data, points, self.reason.data, bool(half))]
