"""The remedies of fouls in Da Ban."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.result import forfeit, is_put_right
from referee.games.da_ban.score import lines
from referee.rules import Foul, Remedy, Scored, T
from referee.rules.common import find_out, with_back

PUT_RIGHT = T("It is put right; no penalty.")


def remedies(
    scored: Scored, foul: Foul, past: Sequence[Scored], options: DaBanOptions, seats: Sequence[str]
) -> tuple[Remedy, ...]:
    """The remedies of a foul: where it is put right, its play goes back or stands."""
    first = remedy(scored, foul, past, options, seats)
    return with_back(scored.deal, foul, first) if first.text is PUT_RIGHT else (first,)


def remedy(scored: Scored, foul: Foul, past: Sequence[Scored], options: DaBanOptions, seats: Sequence[str]) -> Remedy:
    """The remedy of a foul: put right while its trick is open; later it loses the round, or costs what was agreed."""
    state = scored.deal.state
    if (text := find_out(foul)) is not None:
        return Remedy(text, state, lines(scored, past, options, seats))
    after = replace(scored, upheld=(*scored.upheld, foul))
    if options.foul == "correct_only" or is_put_right(scored, foul, options):
        return Remedy(PUT_RIGHT, state, lines(after, past, options, seats))
    if options.foul != "forfeit_round":
        text = T("The other team is given {points} points.", points=options.foul.removeprefix("points:"))
        return Remedy(text, state, lines(after, past, options, seats))
    if scored.deal.terms.master is not None:  # else the result tells whose round it was
        state = "stopped"
    stopped = replace(after, deal=scored.deal._replace(state=state))
    losing = forfeit(after, options) or foul
    text = T("The team of {name} loses the round.", name=seats[losing.seat or 0])
    return Remedy(text, state, lines(stopped, past, options, seats))
