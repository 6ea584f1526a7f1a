"""The remedies of fouls in DOUBLE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.double.options import DoubleOptions
from referee.games.double.score import BACK, COUNT, PUT_RIGHT, costs, counts, lines, open_trick
from referee.rules import Deal, Foul, Remedy, Scored, T, Text
from referee.rules.common import AT_ONCE, WHO_WAS_IT, went_on


def remedy(scored: Scored, foul: Foul, held: Sequence[int], options: DoubleOptions, names: Sequence[str]) -> Remedy:
    """The remedy of a foul beside those upheld; while the round goes on, its lines are the cost of fouls alone."""
    state = scored.deal.state
    word = (COUNT if counts(foul) else BACK) if open_trick(foul) else None
    if foul.seat is None or not counts(foul):
        return Remedy(_correction(scored.deal, foul), state, lines(scored, held, options, names), word)
    if options.foul == "replay":
        return Remedy(T("The round is void; it is dealt again and played again."), "void", (), word)
    text = T("The bid of {name} counts as missed, the others score as played.", name=names[foul.seat])
    if options.foul != "bid_missed":
        points = int(options.foul.partition(":")[2])
        text = T("{name} loses {points} points, and scores as played.", name=names[foul.seat], points=points)
    after = replace(scored, upheld=(*scored.upheld, foul))
    return Remedy(text, state, (lines if state == "done" else costs)(after, held, options, names), word)


def remedies(
    scored: Scored, foul: Foul, held: Sequence[int], options: DoubleOptions, names: Sequence[str]
) -> tuple[Remedy, ...]:
    """The remedies to choose from: the card goes back, or the foul counts."""
    if not open_trick(foul):
        return (remedy(scored, foul, held, options, names),)
    found = [remedy(scored, replace(foul, remedy=word), held, options, names) for word in (BACK, COUNT)]
    back = T("No penalty") if _too_late(scored.deal, foul) else T("The card is taken back")
    labels = {BACK: back, COUNT: T("The foul counts")}
    return tuple(replace(one, label=labels[one.word or ""]) for one in found)


def _too_late(deal: Deal, foul: Foul) -> bool:
    """Whether the card of a foul can no longer go back, because the next trick had begun or the round was over."""
    return went_on(deal, foul, ((trick.number, play) for trick in deal.all_tricks for play in trick.plays))


def _correction(deal: Deal, foul: Foul) -> Text:
    """How a foul that costs nothing is put right."""
    if foul.seat is None:
        return WHO_WAS_IT
    if foul.kind in PUT_RIGHT:
        return AT_ONCE
    if _too_late(deal, foul):
        return T("It was seen while its trick was open: no penalty.")
    return T("Its trick was open: the card goes back and another is played; no penalty.")
