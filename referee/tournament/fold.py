"""How each fact changes a tournament: one short function each. Raises Slip for what cannot have happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from referee.games import game
from referee.tournament import facts, results
from referee.tournament.boards import fold as boards
from referee.tournament.boards.facts import BoardFact
from referee.tournament.money import fold as money
from referee.tournament.money.facts import MoneyFact
from referee.tournament.settings import Entrant, Settings, check_reason, check_settings
from referee.tournament.values import Adjustment, Penalty, Player, Result, Round, RoundClock, Sitting, Value
from referee.words.text import Slip, T


def opening(settings: Settings) -> Value:
    """A new tournament, without players."""
    _check_agreed(settings)
    return Value(settings)


def after(value: Value, seq: int, fact: facts.Fact, at: float, by: str) -> Value:
    """The tournament after one more fact."""
    match fact:
        case facts.DirectorCalled() | facts.CallMoved() | facts.Disputed():
            return results.call(value, seq, fact, at)
        case facts.Entered() | facts.Corrected():
            return results.enter(value, seq, fact)
        case facts.Penalised():
            return _penalise(value, seq, fact, by)
        case facts.Adjusted():
            return _adjust(value, seq, fact, by)
        case facts.NotPlayed():
            return results.not_played(value, seq, fact)
        case facts.RoundStarted() | facts.Paused() | facts.Resumed():
            return _run_clock(value, fact, at)
        case MoneyFact():
            if (player := getattr(fact, "player", None)) is not None:
                value.player(player)
            return replace(value, money=money.after(value.money, seq, fact, at, by))
        case BoardFact():
            return boards.after(value, seq, fact, by)
    return _STEPS[type(fact)](value, fact)


def _check_agreed(settings: Settings) -> None:
    check_settings(settings)
    rules = game(settings.game)
    if settings.preset and settings.preset not in rules.presets:
        names = tuple(rules.presets)
        raise Slip(
            T("there is no preset “{found}”: expected one of {expected}", found=settings.preset, expected=names),
            part="preset",
        )
    options = rules.presets[settings.preset or next(iter(rules.presets))]
    for name, choice in settings.options:
        options = options.with_option(name, choice)
    wrong = [size for size in settings.sizes if size not in rules.players]
    if wrong:
        raise Slip(
            T("{found} seats: this game is for {expected}", found=wrong[0], expected=rules.players), part="sizes"
        )


def _change(value: Value, fact: facts.Changed) -> Value:
    _check_agreed(fact.settings)
    if value.rounds and fact.settings.venues:
        raise Slip(T("a round is drawn: it cannot be played at several venues any more"), part="venues")
    if value.rounds and fact.settings.game != value.settings.game:
        raise Slip(T("the game cannot change once a round is drawn"), part="game")
    return replace(value, settings=fact.settings)


# Players


def _add(value: Value, fact: facts.Added) -> Value:
    players = dict(value.players)
    for entrant in fact.entrants:
        if entrant.number in players or entrant.number < 1:
            raise Slip(T("number {found} is taken", found=entrant.number), found=entrant.number)
        _check_name(entrant)
        players[entrant.number] = Player(entrant)
    return replace(value, players=players)


def _check_name(entrant: Entrant) -> None:
    if not entrant.name.strip():
        raise Slip(T("a player needs a name"), part="name", found=entrant.number)
    if entrant.fixed < 0:
        raise Slip(T("{found} is no table", found=entrant.fixed), part="fixed", found=entrant.fixed)


def _rename(value: Value, fact: facts.Renamed) -> Value:
    player = value.player(fact.entrant.number)
    _check_name(fact.entrant)
    last = player.entrant.last if fact.entrant.name.endswith(player.entrant.last) else ""
    return _with(value, replace(player, entrant=replace(fact.entrant, last=fact.entrant.last or last)))


def _with(value: Value, *players: Player) -> Value:
    return replace(value, players={**value.players, **{player.number: player for player in players}})


def _arrive(value: Value, fact: facts.Came) -> Value:
    if fact.since < 1:
        raise Slip(T("rounds are counted from 1"), part="since")
    players = [value.player(number) for number in fact.players]
    return _with(value, *(replace(player, since=fact.since, until=None, by=None, joined=False) for player in players))


def _take_back_arrival(value: Value, fact: facts.NotCome) -> Value:
    player = value.player(fact.player)
    _require_unseated(value, player.number)
    return _out(_with(value, replace(player, since=None, until=None)), player.number, 1)


def _remove(value: Value, fact: facts.Removed) -> Value:
    player = value.player(fact.player)
    _require_unseated(value, player.number, begun=False)
    money = value.money
    in_use = {at for _, at in value.adjusted} | {one.by for one in value.players.values()}
    in_use |= {one.player for one in value.penalties.values()} | {one.player for one in value.percents.values()}
    in_use |= {one.player for one in (*money.paid, *money.waived)} | {one.player for one in money.handed}
    if player.number in in_use:
        text = T("{name} has played, paid or been penalised: let them leave instead", name=player.entrant.name)
        raise Slip(text, found=player.number)
    value = _out(value, player.number, 1)
    return replace(value, players={number: one for number, one in value.players.items() if one is not player})


def _require_unseated(value: Value, number: int, begun: bool = True) -> None:
    """Refuse where a player sits at a table of a round, with `begun` of one that has begun."""
    seated = [at.number for at in value.rounds.values() if (at.begun or not begun) and at.sitting_of(number)]
    if seated:
        name = value.player(number).entrant.name
        raise Slip(T("{name} already sits at a table in round {round}", name=name, round=seated[0]), found=seated[0])


def _leave(value: Value, fact: facts.Left) -> Value:
    player = value.player(fact.player)
    _not_played(value, player.number, fact.since)
    return _out(_with(value, replace(player, until=fact.since)), player.number, fact.since)


def _out(value: Value, number: int, since: int) -> Value:
    """Remove a leaving player from those who sit out in rounds already drawn."""
    for at in value.rounds.values():
        if at.number >= since and number in at.out:
            value = value.with_round(replace(at, out=tuple(other for other in at.out if other != number)))
    return value


def _not_played(value: Value, number: int, since: int) -> None:
    """Refuse to remove or replace a player from a round on if their table has a result in it or later."""
    at = next((sitting for sitting in value.sittings(number) if sitting.round >= since and sitting.results), None)
    if at is not None:
        name = value.player(number).entrant.name
        text = T("{name} has a result in round {round}, at table {table}", name=name, round=at.round, table=at.number)
        raise Slip(text, found=at.round, entry=at.results[-1].entry)


def _replace(value: Value, fact: facts.Replaced) -> Value:
    gone, new = value.player(fact.player), value.player(fact.by)
    if gone.number == new.number:
        raise Slip(T("{name} cannot replace themselves", name=new.entrant.name))
    _not_played(value, gone.number, fact.since)
    for at in value.rounds.values():
        if at.number < fact.since:
            continue
        if at.sitting_of(new.number):
            raise Slip(
                T("{name} already sits at a table in round {round}", name=new.entrant.name, round=at.number),
                found=at.number,
            )
        value = value.with_round(_swap(at, gone.number, new.number))
    since = fact.since if new.since is None else min(new.since, fact.since)
    gone = replace(gone, until=fact.since, by=new.number, joined=fact.joined)
    return _with(value, gone, replace(new, since=since, until=None))


def _swap(at: Round, old: int, new: int) -> Round:
    def swap(seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(new if number == old else number for number in seats)

    out = swap(tuple(number for number in at.out if number != new))
    return replace(at, out=out, tables={n: replace(s, seats=swap(s.seats)) for n, s in at.tables.items()})


# Rounds


def _draw(value: Value, fact: facts.Drawn) -> Value:
    if value.settings.venues:
        raise Slip(T("this tournament is played at its venues: each draws its own rounds"), part="venues")
    if fact.round < 1 or any(number not in value.rounds for number in range(1, fact.round)):
        raise Slip(T("the rounds before round {found} are not drawn", found=fact.round), found=fact.round)
    if fact.round in value.rounds:
        require_no_result(value.rounds[fact.round])
    _all_seated(value, fact)
    streams = fact.streams or ("",) * len(fact.tables)
    tables = {
        table: Sitting(fact.round, table, seats, stream)
        for table, (seats, stream) in enumerate(zip(fact.tables, streams, strict=True), 1)
    }
    return value.with_round(Round(fact.round, tables, fact.out, fact.certificate, groups=fact.groups))


def require_no_result(at: Round) -> None:
    """Refuse to draw a round again that has a result."""
    results = {number: sitting.results[-1].entry for number, sitting in at.tables.items() if sitting.results}
    if results:
        tables = tuple(sorted(results))
        text = T("round {found} has a result of table {tables}: its draw stays", found=at.number, tables=tables)
        raise Slip(text, found=at.number, entry=max(results.values()))


def _all_seated(value: Value, fact: facts.Drawn) -> None:
    if len(fact.streams) not in (0, len(fact.tables)) or not fact.tables:
        raise Slip(T("a round needs tables"), found=fact.round)
    seen: set[int] = set()
    for number in (number for seats in (*fact.tables, fact.out) for number in seats):
        name = value.player(number).entrant.name
        if number in seen:
            raise Slip(T("{name} sits twice in round {round}", name=name, round=fact.round), found=number)
        if not value.player(number).plays(fact.round):
            raise Slip(T("{name} does not play in round {round}", name=name, round=fact.round), found=number)
        seen.add(number)
    players = game(value.settings.game).players
    for seats in fact.tables:
        if len(seats) not in players:
            raise Slip(T("{found} seats: this game is for {expected}", found=len(seats), expected=players))


def _repair(value: Value, fact: facts.SeatsRepaired) -> Value:
    at = value.round(fact.round)
    tables = dict(at.tables)
    for table, seats in fact.tables:
        if len(seats) != len(value.sitting(fact.round, table).seats):
            raise Slip(T("table {table} has as many seats as before", table=table), found=table)
        tables[table] = replace(tables[table], seats=seats)
    seen: set[int] = set()
    for number in (number for sitting in tables.values() for number in sitting.seats):
        name = value.player(number).entrant.name
        if number in seen:
            raise Slip(T("{name} sits twice in round {round}", name=name, round=fact.round), found=number)
        seen.add(number)
    before = {number for sitting in at.tables.values() for number in sitting.seats} | set(at.out)
    out = tuple(sorted(before - seen))
    return value.with_round(replace(at, tables=tables, out=out))


def _run_clock(value: Value, fact: facts.RoundStarted | facts.Paused | facts.Resumed, now: float) -> Value:
    at = value.round(fact.round)
    clock = at.clock
    if isinstance(fact, facts.RoundStarted):
        late = [n for n, other in value.rounds.items() if n < fact.round and not other.complete]
        if late and not fact.forced:
            missing = value.rounds[late[0]].missing
            raise Slip(T("round {round} still waits for table {tables}", round=late[0], tables=missing), found=late[0])
        return value.with_round(replace(at, clock=RoundClock(now, fact.minutes * 60), forced=fact.forced))
    if clock is None:
        raise Slip(T("round {found} has not begun", found=fact.round), found=fact.round)
    clock = clock.stop(now) if isinstance(fact, facts.Paused) else clock.resume(now)
    return value.with_round(replace(at, clock=clock))


def _extra(value: Value, fact: facts.ExtraTime) -> Value:
    at = value.round(fact.round)
    if at.clock is None:
        raise Slip(T("round {found} has not begun", found=fact.round), found=fact.round)
    if fact.table:
        value.sitting(fact.round, fact.table)
    return value.with_round(replace(at, clock=at.clock.give(fact.minutes, fact.table)))


# The director


def _penalise(value: Value, seq: int, fact: facts.Penalised, by: str) -> Value:
    value.player(fact.player)
    check_reason(fact.reason)
    if fact.points < 0:
        raise Slip(T("a penalty takes points: write how many, without a minus"), part="points")
    penalty = Penalty(seq, fact.player, fact.points, fact.reason, fact.round, by)
    return replace(value, penalties={**value.penalties, seq: penalty})


def _cancel(value: Value, fact: facts.PenaltyCancelled) -> Value:
    check_reason(fact.reason)
    if fact.penalty not in value.penalties:
        raise Slip(T("there is no penalty {found}", found=fact.penalty), found=fact.penalty)
    penalty = replace(value.penalties[fact.penalty], cancelled=fact.reason)
    return replace(value, penalties={**value.penalties, fact.penalty: penalty})


def _adjust(value: Value, seq: int, fact: facts.Adjusted, by: str) -> Value:
    """Set what a player gets, whatever the table's result. Settle a table without one once all its players are set."""
    value.player(fact.player)
    sitting = value.round(fact.round).sitting_of(fact.player)
    check_reason(fact.reason)
    adjustment = Adjustment(fact.player, fact.round, fact.points + Fraction(fact.half, 2), fact.reason, by)
    value = replace(value, adjusted={**value.adjusted, (fact.round, fact.player): adjustment})
    if sitting and not sitting.results and all((fact.round, player) in value.adjusted for player in sitting.seats):
        return results.settle(value, sitting, Result((), seq, reason=fact.reason, award="nothing"))
    return value


def _take_over(value: Value, fact: facts.TakenOver) -> Value:
    value.sitting(fact.round, fact.table)
    return value


def _link(value: Value, fact: facts.Linked) -> Value:
    return value.with_sitting(replace(value.sitting(fact.round, fact.table), stream=fact.stream))


def _open_again(value: Value, fact: facts.Opened) -> Value:
    raise Slip(T("this tournament is open already"))


_STEPS: dict[type[facts.Fact], Callable[[Value, Any], Value]] = {
    facts.Opened: _open_again,
    facts.Changed: _change,
    facts.Added: _add,
    facts.Renamed: _rename,
    facts.Came: _arrive,
    facts.NotCome: _take_back_arrival,
    facts.Removed: _remove,
    facts.Left: _leave,
    facts.Replaced: _replace,
    facts.Drawn: _draw,
    facts.SeatsRepaired: _repair,
    facts.ExtraTime: _extra,
    facts.Finished: lambda value, fact: replace(value, finished=True),
    facts.Confirmed: results.confirm,
    facts.PenaltyCancelled: _cancel,
    facts.Noted: lambda value, fact: value,
    facts.TakenOver: _take_over,
    facts.Linked: _link,
}
