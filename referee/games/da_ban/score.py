"""The score of a round of Da Ban: a level for the master's team or none, and the tribute owed."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.da_ban.cards import rank
from referee.games.da_ban.fouls import forfeit
from referee.games.da_ban.laws import NAME
from referee.games.da_ban.match import course
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.result import Outcome, outcome
from referee.rules import Aim, Line, Scored, T, Text


def lines(scored: Scored, past: Sequence[Scored], options: DaBanOptions, seats: Sequence[str]) -> tuple[Line, ...]:
    """The lines of a round: how it ended, and the tribute owed for it."""
    end = outcome(scored, options)
    if end is None:
        return ()
    law, text = _ending(end, scored, past, options, seats)
    gains = tuple(int(end.held and (seat - end.master) % 2 == 0) for seat in range(len(seats)))
    scores = [Line(f"{NAME}.{law}", text, gains)]
    if end.tribute:
        payer, receiver = seats[end.master], seats[(end.master + 1) % len(seats)]
        owed = T("{payer} owes {receiver} tribute: {number}", payer=payer, receiver=receiver, number=end.tribute)
        scores.append(Line(f"{NAME}.tribute.1", owed, (0,) * len(seats)))
    return tuple(scores)


def result_text(scored: Scored, options: DaBanOptions, seats: Sequence[str]) -> Text | None:
    """The end of a round in a sentence: the opponents' points, and who goes on; None if open or forfeited."""
    end = outcome(scored, options)
    if end is None or end.points is None:
        return None
    side = T("{names}", names=tuple(seats[end.master % 2 :: 2]))
    if end.held:
        return T("opponents {points}: {names} hold and rise a level", points=end.points, names=side)
    return T("opponents {points}: they take over", points=end.points)


def _ending(
    end: Outcome, scored: Scored, past: Sequence[Scored], options: DaBanOptions, seats: Sequence[str]
) -> tuple[str, Text]:
    """The law by which a round ended, and the sentence for it."""
    foul = forfeit(scored, options)
    if foul is not None:
        return "foul.2", T("foul by {name}: the round is lost", name=seats[foul.seat or 0])
    if not end.held:
        return "result.2", T("the opponents make {points} and take over", points=end.points)
    level = rank(course([*past, scored], options, len(seats)).levels[end.master % 2])
    return "result.1", T("the opponents make {points}: up to level {level}", points=end.points, level=level)


def aims(scored: Scored, options: DaBanOptions, players: int) -> tuple[Aim, ...]:
    """What each seat had to do, and whether it did: the master's side to hold, the others to take over."""
    end = outcome(scored, options)
    if end is None:
        return ()
    ours = [(seat - end.master) % 2 == 0 for seat in range(players)]
    return tuple(
        Aim(seat, T("the master’s side") if on else T("against the master"), on == end.held)
        for seat, on in enumerate(ours)
    )
