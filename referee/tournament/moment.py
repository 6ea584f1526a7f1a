"""The state of a table at a moment, for the director and the projector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from referee.tournament.draws import is_federated
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round, Sitting
from referee.words.numbers import minus
from referee.words.text import T, Text

STATES: Mapping[str, Text] = {
    "call": T("calls the director"),
    "dispute": T("disputed"),
    "waiting": T("waits for confirmation"),
    "late": T("late"),
    "lost": T("lost contact"),
    "playing": T("playing"),
    "idle": T("not started"),
    "done": T("done"),
    "unplayed": T("not played"),
}
"""The states of a table, the most urgent first."""
SETTLED = ("done", "unplayed")
"""The states in which nothing is expected of a table any more."""
SLOW = 0.5
"""A table is slow when it has played less than this part of the deals due by now."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's state at a moment.

    `deals` are those finished, None before the first begins; `of` how many a round has, 0 where open; `left` the
    seconds left, None without a clock; `calls` those that wait; `slow` whether it is far behind the clock.
    """

    table: int
    word: str
    deals: int | None
    of: int
    left: float | None
    calls: tuple[int, ...]
    slow: bool = False


def name_in_list(tournament: Tournament, player: int) -> Text:
    """A name for an alphabetical list: last name first, where it is known."""
    who, shown = tournament.value.players[player].entrant, tournament.names[player]
    first = who.name.removesuffix(who.last).strip()
    if not who.last or not first or first == who.name:
        return T("{name}", name=shown)
    last = T("{last}, {first}", last=who.last, first=first)
    more = shown.removeprefix(who.name).strip()
    return T("{name} {more}", name=last, more=more) if more else last


def state(
    tournament: Tournament,
    sitting: Sitting,
    now: float,
    deals: int | None = None,
    seen: float | None = None,
    lost: float = 60.0,
) -> TableState:
    """A table's state, with `deals` finished, None where none has begun.

    `seen` is when its device was last heard of. None is a table without a device: it has nothing to write deals on, so
    it counts as playing once the round has begun. A device silent for `lost` seconds during play has lost contact.
    """
    at = tournament.value.round(sitting.round)
    calls = tuple(
        call.number
        for call in tournament.value.calls.values()
        if (call.round, call.table) == (sitting.round, sitting.number) and call.waits
    )
    of = tournament.settings.deals_at(len(sitting.seats))
    timed = at.clock is not None and at.clock.seconds > 0
    left = at.clock.seconds_left(now, sitting.number) if at.clock is not None and timed else None
    playing = deals is not None or (at.begun and seen is None)
    silent = seen is not None and now - seen > lost
    word = _urgent(sitting, bool(calls)) or _word(at.begun, left, playing, silent)
    is_live = word == "idle" or (word == "playing" and deals is not None)
    slow = is_live and left is not None and at.clock is not None and _behind(deals or 0, of, left, at.clock.seconds)
    return TableState(sitting.number, word, deals, of, left, calls, slow)


def _urgent(sitting: Sitting, calls: bool) -> str | None:
    """The state that the result and the calls decide; None before there is one."""
    if sitting.dispute:
        return "dispute"
    if calls:
        return "call"
    if sitting.confirmed:
        return "unplayed" if sitting.unplayed else "done"
    if sitting.result:
        return "waiting"
    return None


def _word(begun: bool, left: float | None, playing: bool, silent: bool) -> str:
    if begun and left is not None and left < 0:
        return "late"
    if begun and silent:
        return "lost"
    return "playing" if playing else "idle"


def _behind(deals: int, of: int, left: float, given: int) -> bool:
    share = of * (1 - max(left, 0.0) / given)
    return of > 0 and share >= 1 and deals < share * SLOW


def without_table(tournament: Tournament, number: int) -> tuple[int, ...]:
    """The players who should play a drawn round but neither sit nor wait in it: they came late, or came back."""
    at = tournament.value.round(number)
    there = {player for sitting in at.tables.values() for player in sitting.seats} | set(at.out)
    return tuple(player for player in tournament.entrants(number) if player not in there)


def absent(tournament: Tournament, number: int) -> tuple[int, ...]:
    """The players seated in a drawn round who have left: it needs a replacement or another draw."""
    at = tournament.value.round(number)
    playing = set(tournament.entrants(number))
    return tuple(p for sitting in at.tables.values() for p in sitting.seats if p not in playing)


COMPASS = (T("North"), T("West"), T("South"), T("East"))
"""The seats in the order of play, in the tarot federation's movement."""


def seat_name(tournament: Tournament, size: int, seat: int) -> Text:
    """The name of a seat at a table of `size`: its compass point in the federation's movement, else its number."""
    name = compass(size, seat) if is_federated(tournament) else None
    return name or T("{number}", number=seat + 1)


def compass(size: int, seat: int) -> Text | None:
    """A seat's compass point on the tarot federation's sheets; a table of three has no North."""
    return COMPASS[seat + (size == 3)] if size in (3, 4, 5) and seat < len(COMPASS) else None


def checks(tournament: Tournament) -> tuple[Text, ...]:
    """What a scorer would find wrong: teams of the wrong size, and rounds that do not add up to 0 though they must.

    Only an adjusted score can upset a round.
    """
    settings = tournament.settings
    doubts: list[Text] = []
    if settings.team > 1:
        teams = Counter(p.entrant.team for p in tournament.players if p.entrant.team and p.until is None)
        for team, count in sorted(teams.items()):
            if count != settings.team:
                text = T("team {team} has {found} players, not {size}", team=team, found=count, size=settings.team)
                doubts.append(text)
    if settings.balanced:
        for at in tournament.rounds:
            if total := _total(tournament, at):
                total_text = minus(float(total))
                doubts.append(
                    T("round {round}: the scores add up to {found}, not to 0", round=at.number, found=total_text)
                )
    return tuple(doubts)


def _total(tournament: Tournament, at: Round) -> Fraction:
    """The sum of what a round's players got; an adjusted score replaces the table's."""
    total = Fraction(0)
    for sitting in at.tables.values():
        if sitting.result is None:
            continue
        for player, score in zip(sitting.seats, sitting.result.scores, strict=True):
            given = tournament.value.adjusted.get((at.number, player))
            total += score if given is None else given.points
    return total
