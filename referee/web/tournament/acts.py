"""Turn a director's forms into facts: one short function for each act."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from werkzeug.datastructures import MultiDict

from referee.record.grammar import CONTROL
from referee.tournament import facts
from referee.tournament.form import Fact
from referee.tournament.moment import absent
from referee.tournament.players import MOST_LETTERS
from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament
from referee.tournament.values import Sitting
from referee.web.kit.reader import number
from referee.web.table.new import Values
from referee.web.tournament.agreed import settings_from
from referee.words.text import Slip, T

Make = Callable[[Tournament, Values], Sequence[Fact]]
MOST_TEXT = 300


def text(form: Values, name: str, most: int = MOST_TEXT) -> str:
    """A line of text in the form it is kept. Raises Slip for what cannot be kept."""
    found = unicodedata.normalize("NFC", " ".join(form.get(name, "").split()))
    if CONTROL.search(found):
        raise Slip(T("“{found}” holds a character that cannot be kept", found=found[:20]), part=name)
    if len(found) > most:
        raise Slip(T("“{found}…” is too long: at most {most} letters", found=found[:20], most=most), part=name)
    return found


def whole(form: Values, name: str, default: int | None = None) -> int:
    """A whole number with its sign. Raises Slip for anything else."""
    said = form.get(name, "").strip().replace("−", "-")
    sign = -1 if said.startswith("-") else 1
    found = number(said.lstrip("+-"))
    if found is None:
        if default is not None and not said:
            return default
        raise Slip(T("“{found}” stands where a number was expected", found=said[:20]), part=name)
    return sign * found


def halves(form: Values, name: str) -> int:
    """Twice a number that may end in a half, written 2,5 or 2.5 or 2½. Raises Slip for anything else."""
    said = re.sub(r"(½|[.,]50?)$", "", form.get(name, "").strip())
    if said == form.get(name, "").strip():
        return 2 * whole(form, name)
    negative = said.startswith(("-", "−"))
    return 2 * whole(MultiDict({name: said if said.strip("+-−") else f"{said}0"}), name) + (-1 if negative else 1)


def entrant(form: Values, player: int = 0) -> Entrant:
    """The player a form describes."""
    name, club, team, apart = (text(form, part, MOST_LETTERS) for part in ("name", "club", "team", "apart"))
    if not name:
        raise Slip(T("a player needs a name"), part="name")
    licence, seeded = text(form, "licence", MOST_LETTERS), form.get("seeded") == "yes"
    return Entrant(player, name, club, team, apart, whole(form, "fixed", 0), licence=licence, seeded=seeded)


def scores(tournament: Tournament, form: Values, sitting: Sitting) -> tuple[int, ...]:
    """A score for each seat. Raises Slip if one is missing, or where deals are compared and totals do not count."""
    if tournament.settings.scoring in ("topage", "match"):
        why = T("each deal is compared here, and totals count for nothing: write the deals at the table")
        raise Slip(why, part="scores")
    return tuple(whole(form, f"score.{seat}") for seat in range(len(sitting.seats)))


def due(tournament: Tournament) -> int:
    """The first round that a player who comes now can play."""
    return tournament.current.number + 1 if tournament.current else 1


def _come(tournament: Tournament, form: Values) -> Sequence[Fact]:
    if form.get("player") == "all":
        waiting = tuple(p.number for p in tournament.players if p.since is None)
        return [facts.Came(waiting, due(tournament))] if waiting else []
    player = tournament.value.player(whole(form, "player"))
    if player.since is not None and player.until is None and not form.get("since"):
        return []  # tapped at two consoles: a player who is here must not come again, a round later
    return [facts.Came((player.number,), whole(form, "since", due(tournament)))]


def _leave(tournament: Tournament, form: Values) -> Sequence[Fact]:
    player = tournament.value.player(whole(form, "player"))
    if player.until is not None and not form.get("since"):
        return []
    return [facts.Left(player.number, whole(form, "since", due(tournament)), text(form, "reason"))]


def _start(tournament: Tournament, form: Values) -> Sequence[Fact]:
    minutes = whole(form, "minutes", tournament.settings.minutes)
    if not 0 <= minutes <= 24 * 60:
        raise Slip(T("a round has at most {most} minutes", most=24 * 60), part="minutes")
    return start_round(tournament, whole(form, "round"), minutes, form.get("force") == "yes", form.get("hole") == "yes")


def start_round(tournament: Tournament, number_: int, minutes: int, forced: bool, hole: bool = False) -> Sequence[Fact]:
    """Begin a round, once: a slow second console must not restart its clock.

    Raises Slip where a seated player has left, unless `hole` allows their table to lack one.
    """
    at = tournament.value.rounds.get(number_)
    if at and at.begun:
        return []
    if at and not hole and (gone := absent(tournament, number_)):
        names = tuple(tournament.names[player] for player in gone)
        said = T("seated in round {round}, but gone: {names}. Replace them, or draw again", round=number_, names=names)
        raise Slip(said, part="round")
    return [facts.RoundStarted(number_, minutes, forced)]


def _result(tournament: Tournament, form: Values) -> Sequence[Fact]:
    """The director's result: the first needs no reason, later versions do."""
    sitting = tournament.sitting(whole(form, "round"), whole(form, "table"))
    found, reason = scores(tournament, form, sitting), text(form, "reason")
    if not sitting.results:
        return [facts.Entered(sitting.round, sitting.number, found, 0)]
    if sitting.confirmed and sitting.result and found == sitting.result.scores and not reason:
        return []
    return [facts.Corrected(sitting.round, sitting.number, found, reason)]


def _not_played(tournament: Tournament, form: Values) -> Sequence[Fact]:
    at, table, award = whole(form, "round"), whole(form, "table"), form.get("award", "")
    return [facts.NotPlayed(at, table, text(form, "reason"), award, whole(form, "points", 0))]


def _confirm(tournament: Tournament, form: Values) -> Sequence[Fact]:
    sitting = tournament.sitting(whole(form, "round"), whole(form, "table"))
    return confirm_result(sitting, whole(form, "version"), None)


def confirm_result(sitting: Sitting, version: int, seat: int | None) -> Sequence[Fact]:
    """Confirm a version of a result; nothing if that is already confirmed."""
    if sitting.confirmed and sitting.version == version:
        return []
    return [facts.Confirmed(sitting.round, sitting.number, version, seat)]


def _penalise(tournament: Tournament, form: Values) -> Sequence[Fact]:
    reason = text(form, "reason")
    if not reason:
        raise Slip(T("a reason is needed"), part="reason")
    at = tournament.current.number if tournament.current else 0
    return [facts.Penalised(whole(form, "player"), abs(whole(form, "points", 0)), reason, whole(form, "round", at))]


def _adjust(tournament: Tournament, form: Values) -> Sequence[Fact]:
    player, at = whole(form, "player"), whole(form, "round")
    points = halves(form, "points")
    return [facts.Adjusted(player, at, points // 2, text(form, "reason"), bool(points % 2))]


def _undo(tournament: Tournament, form: Values) -> Sequence[Fact]:
    """Take an entry back with all entries of its act, last first."""
    at = whole(form, "at")
    act = next((act for act in tournament.acts() if act[0].seq == at), ())
    written = sorted((entry.seq for entry in act), reverse=True) or [at]
    return [] if at in tournament.dropped else [facts.Undone(seq) for seq in written]


ACTS: dict[str, Make] = {
    "settings": lambda t, form: [facts.Changed(settings_from(form, t.settings))],
    "came": _come,
    "left": _leave,
    "rename": lambda _, form: [facts.Renamed(entrant(form, whole(form, "player")))],
    "start": _start,
    "pause": lambda _, form: [facts.Paused(whole(form, "round"))],
    "resume": lambda _, form: [facts.Resumed(whole(form, "round"))],
    "extra": lambda _, form: [facts.ExtraTime(whole(form, "round"), whole(form, "minutes"), whole(form, "table", 0))],
    "result": _result,
    "not-played": _not_played,
    "confirm": _confirm,
    "call": lambda _, form: [facts.CallMoved(whole(form, "call"), form.get("state", ""), text(form, "text"))],
    "penalty": _penalise,
    "cancel": lambda _, form: [facts.PenaltyCancelled(whole(form, "penalty"), text(form, "reason"))],
    "adjust": _adjust,
    "note": lambda _, form: [facts.Noted(text(form, "text"), whole(form, "round", 0), whole(form, "table", 0))],
    "undo": _undo,
    "finish": lambda t, _: [] if t.value.finished else [facts.Finished()],
}


def swap_seats(tournament: Tournament, form: Values) -> facts.SeatsRepaired:
    """Exchange the seats of two players in a round. Raises Slip for a player without a seat.

    Also where the seats are not those the form had `seen`: a second console would otherwise undo the first.
    """
    at = tournament.value.round(whole(form, "round"))
    if "seen" in form:
        table = whole(form, "table")
        if table in at.tables and form["seen"] != " ".join(map(str, at.tables[table].seats)):
            changed = T("the seats of table {table} were changed meanwhile: look at them again", table=table)
            raise Slip(changed, part="other")
    one, two = whole(form, "player"), whole(form, "other")
    change = {one: two, two: one}
    found = []
    for number_, sitting in at.tables.items():
        seats = tuple(change.get(player, player) for player in sitting.seats)
        if seats != sitting.seats:
            found.append((number_, seats))
    if not found or one == two:
        raise Slip(T("choose two players of this round"), part="other")
    return facts.SeatsRepaired(at.number, tuple(found), text(form, "reason"))


def replaced_since(tournament: Tournament, player: int) -> list[int]:
    """The rounds from which a player may be replaced: the next, and the present one while their table has no result."""
    at = tournament.current
    sitting = at.sitting_of(player) if at else None
    return [*([sitting.round] if sitting and not sitting.results else []), due(tournament)]


def replacement(tournament: Tournament, form: Values) -> tuple[Sequence[Fact], facts.Replaced]:
    """The facts that sign up a new player, if any, and the replacement."""
    player, since = whole(form, "player"), whole(form, "since", due(tournament))
    other, gone = whole(form, "by", 0), tournament.value.player(player)
    if gone.by is not None:
        names = tournament.names
        raise Slip(T("{name} is replaced by {other} already", name=names[player], other=names[gone.by]))
    new: Sequence[Fact] = []
    if not other:
        other = tournament.next_number
        who = entrant(form)
        team = who.team or (gone.entrant.team if tournament.settings.team > 1 else "")
        new = [facts.Added((replace(who, number=other, team=team),))]
    return new, facts.Replaced(player, other, since, form.get("joined") == "yes")
