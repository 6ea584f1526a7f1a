"""The match of Da Ban: what a round hands on to the next, who has won, how the climb is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from referee.games.da_ban.cards import SUIT_NAMES, rank
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.result import outcome
from referee.games.da_ban.terms import Levels, Terms, Tribute
from referee.rules import (
    JSON,
    Cache,
    Deal,
    Due,
    Ladder,
    Running,
    Same,
    Scored,
    Standing,
    T,
    Text,
    answers_cache,
    common,
)


@dataclass(frozen=True, slots=True)
class Course:
    """The match between two rounds: levels, the next master (None: still to be found), the tribute owed and its payer,
    the number of rounds played, the winners.
    """

    levels: Levels
    master: int | None = None
    tribute: int = 0
    payer: int | None = None
    rounds: int = 0
    winners: tuple[int, ...] | None = None
    """The teams that have won: 0 is that of the first seat."""


_matches: Cache[Running[Course]] = answers_cache(64)


def course(past: Sequence[Scored], options: DaBanOptions, players: int) -> Course:
    """The match after these rounds."""
    start = int(options.start_level)

    def begin() -> Running[Course]:
        return Running(Course((start, start)), partial(_after, options, players))

    return _matches.get((Same(past[0] if past else None), options, players), begin).of(past)


def _after(options: DaBanOptions, players: int, now: Course, scored: Scored) -> Course:
    """The match after one more round; unchanged if a team has won, or the round has no outcome."""
    terms: Terms = scored.deal.terms
    end = outcome(scored, options)
    if end is None or now.winners is not None:
        return now
    team = end.master % 2
    levels = list(terms.levels if terms.reset else now.levels)
    levels[team] += end.held
    now = Course((levels[0], levels[1]), rounds=now.rounds + 1)
    if levels[team] >= int(options.end_level):
        return replace(now, winners=(team,))
    if scored.deal.last:
        return replace(now, winners=common.best(levels))
    master = (end.master + (2 if end.held else 1)) % players
    return replace(now, master=master, tribute=end.tribute, payer=end.master if end.tribute else None)


def standing(
    deals: Sequence[Scored],
    scores: Sequence[tuple[int, ...]],
    options: DaBanOptions,
    seats: Sequence[str],
    names_levels: bool = False,
) -> Standing:
    """The levels won; until a team has won, the round that is due, whose line says master and levels if it
    `names_levels`.
    """
    totals = common.totals(scores, len(seats))
    now = course(deals, options, len(seats))
    keys: tuple[tuple[str, str], ...] = ()
    if names_levels and now.master is not None:
        keys = (("master", seats[now.master]), ("levels", ",".join(map(str, now.levels))))
    due = Due(((now.master or 0) - 1) % len(seats), _due(now, seats), keys)
    if now.winners is None:
        return Standing(totals, due)
    return Standing(totals, due, True, tuple(seat for seat in range(len(seats)) if seat % 2 in now.winners))


def extra(scored: Scored, past: Sequence[Scored], options: DaBanOptions, seats: Sequence[str]) -> JSON:
    """The trumps of a round; the levels, master and tribute after it, or while it is played those in it."""
    terms: Terms = scored.deal.terms
    if outcome(scored, options) is None:
        levels, master, tribute = terms.levels, terms.master, terms.tribute.due if terms.tribute is not None else 0
    else:
        now = course([*past, scored], options, len(seats))
        levels, master, tribute = now.levels, now.master, now.tribute
    name = None if master is None else seats[master]
    return {"trump": terms.trump, "levels": list(levels), "master": name, "tribute": tribute}


def _due(now: Course, seats: Sequence[str]) -> Text:
    """The name of the next round: its master and level, and who owes a tribute."""
    if now.master is None:
        return T("first round: a Big King turned while drawing makes the master and trumps")
    next_round = _round(now.rounds + 1, now.master, now.levels[now.master % 2], seats)
    if now.payer is None:
        return next_round
    return T("{said}, tribute owed by {payer}: {tribute}", said=next_round, payer=seats[now.payer], tribute=now.tribute)


def _round(number: int, master: int, level: int, seats: Sequence[str]) -> Text:
    return T("round {number} – {name} master, level {level}", number=number, name=seats[master], level=rank(level))


def label(terms: Terms, seats: Sequence[str]) -> Text:
    """The name of a round: its number, and its master and level once known."""
    if terms.master is None:
        return T("round {number}", number=terms.round)
    return _round(terms.round, terms.master, terms.level, seats)


def marks(deals: Sequence[Scored], options: DaBanOptions, players: int, deal: Deal | None) -> tuple[Text, ...]:
    """A note for each seat: its team's level, and the tribute it still owes."""
    now = course(deals, options, players)
    owed: dict[int | None, int] = {now.payer: now.tribute}
    if deal is not None:
        tribute: Tribute | None = deal.terms.tribute
        open_ = tribute is not None and tribute.open and deal.phase != "play" and not deal.terms.late
        owed = {tribute.payer: tribute.due - tribute.given} if tribute is not None and open_ else {}
    levels = [rank(now.levels[seat % 2]) for seat in range(players)]
    return tuple(
        T("level {level}, owes tribute: {number}", level=level, number=owed[seat])
        if owed.get(seat, 0) > 0
        else T("level {level}", level=level)
        for seat, level in enumerate(levels)
    )


def ladders(deals: Sequence[Scored], options: DaBanOptions, seats: tuple[str, ...]) -> tuple[Ladder, ...]:
    """The levels of both teams, and the round after which each was reached."""
    start, end = int(options.start_level), int(options.end_level)
    reached: tuple[list[int], list[int]] = ([0], [0])
    for number in range(1, len(deals) + 1):
        levels = course(deals[:number], options, len(seats)).levels
        for level, rounds in zip(levels, reached, strict=True):
            climbed = min(level, end) - start + 1
            rounds[climbed:] = [number] * (climbed - len(rounds))
    rungs = tuple(rank(level) for level in range(start, end + 1))
    return tuple(Ladder(T("{names}", names=seats[side::2]), rungs, tuple(reached[side])) for side in (0, 1))


ROUND_HEADS = (T("Master"), T("Level"), T("Trump suit"), T("Opponents"), T("Next master"), T("Tribute"))


def round_row(deals: Sequence[Scored], options: DaBanOptions, seats: Sequence[str]) -> tuple[Text, ...]:
    """The row of the last of these rounds: master, level, trumps, opponents' points, next master, tribute."""
    terms: Terms = deals[-1].deal.terms
    end = outcome(deals[-1], options)
    now = course(deals, options, len(seats))
    blank = T("{name}", name="")
    if end is None:
        return (blank,) * len(ROUND_HEADS)
    return (
        T("{name}", name=seats[end.master]),
        T("{level}", level=rank(terms.level)),
        blank if terms.trump is None else SUIT_NAMES[terms.trump],
        T("foul") if end.points is None else T("{number}", number=end.points),
        blank if now.master is None else T("{name}", name=seats[now.master]),
        T("{number}", number=end.tribute) if end.tribute else blank,
    )
