"""The remedies of fouls in DOUBLE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.double.options import DoubleOptions
from referee.games.double.score import COUNT, FREE, PUT_RIGHT, costs, counts, lines, open_trick
from referee.rules import Deal, Foul, Remedy, Scored, T, Text
from referee.rules.common import AT_ONCE, BACK, BACK_LABELS, WHO_WAS_IT, can_go_back, went_on, with_back

LABELS = {BACK: BACK_LABELS[BACK], FREE: T("No penalty"), COUNT: T("The foul counts")}


def remedy(scored: Scored, foul: Foul, held: Sequence[int], options: DoubleOptions, names: Sequence[str]) -> Remedy:
    """The remedy of a foul beside those upheld; while the round goes on, its lines are the cost of fouls alone."""
    state = scored.deal.state
    word = (COUNT if counts(foul) else foul.remedy or FREE) if open_trick(foul) else None
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
    """The remedies to choose from: the card goes back, the foul is free, or it counts."""
    first = remedy(scored, foul, held, options, names)
    back = foul.seat is not None and can_go_back(scored.deal, foul.play)
    if first.text is AT_ONCE:
        return with_back(scored.deal, foul, first)
    if not open_trick(foul) and not back:
        return (first,)
    words = (*([BACK] if back else []), *([FREE] if open_trick(foul) else []), COUNT)
    return tuple(
        replace(remedy(scored, replace(foul, remedy=word), held, options, names), word=word, label=LABELS[word])
        for word in words
    )


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
