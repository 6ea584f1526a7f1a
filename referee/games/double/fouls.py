"""The fouls of DOUBLE: which of them cost something, what, and their remedies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.games.double.laws import NAME
from referee.games.double.options import DoubleOptions
from referee.rules import Deal, Foul, Line, Remedy, Scored, T, Text
from referee.rules.common import AT_ONCE, BACK, BACK_LABELS, WHO_WAS_IT, can_go_back, righted, went_on, with_back

PUT_RIGHT = ("illegal-bid", "out-of-turn", "already-played", "not-in-hand", "wrong-count")
"""Fouls that are put right when they are seen, and cost nothing."""

FREE, COUNT = "put-right", "count"
"""The remedies for a foul proved while its trick was open, beside the card that goes back: it is free, or counts."""

LABELS = {BACK: BACK_LABELS[BACK], FREE: T("No penalty"), COUNT: T("The foul counts")}

Paid = Callable[[Scored], tuple[Line, ...]]
"""What a round pays, the cost of its fouls among it."""


def open_trick(foul: Foul) -> bool:
    """Whether a foul of play was proved while its trick was open, or its card went back."""
    known = foul.seat is not None and foul.kind not in PUT_RIGHT
    return known and (foul.remedy == BACK or (foul.proof_trick is not None and foul.proof_trick == foul.trick))


def counts(foul: Foul) -> bool:
    """Whether a foul costs something: its player is known, and its trick was over when it was proved."""
    charged = foul.seat is not None and foul.kind not in PUT_RIGHT
    return charged and (foul.remedy == COUNT or not open_trick(foul))


def costs(scored: Scored, held: Sequence[int], options: DoubleOptions, names: Sequence[str]) -> tuple[Line, ...]:
    """The cost of the fouls upheld, for players who hold so many points otherwise; a bid is missed only once."""
    left, charged = list(held), []
    seen: set[int] = set()
    for foul in scored.upheld:
        if foul.seat is None or not counts(foul) or (options.foul == "bid_missed" and foul.seat in seen):
            continue
        seat, name = foul.seat, names[foul.seat]
        if options.foul == "bid_missed":
            cost, text = int(scored.deal.bid(seat) or 0), T("foul: the bid of {name} counts as missed", name=name)
        else:
            cost, text = int(options.foul.partition(":")[2]), T("foul by {name}", name=name)
        seen.add(seat)
        cost = min(max(cost, 0), left[seat])
        left[seat] -= cost
        paid = tuple(-cost if other == seat else 0 for other in range(len(names)))
        charged.append(Line(f"{NAME}.foul.1", text, paid))
    return tuple(charged)


def remedy(
    scored: Scored, foul: Foul, held: Sequence[int], options: DoubleOptions, names: Sequence[str], lines: Paid
) -> Remedy:
    """The remedy of a foul beside those upheld; while the round goes on, its lines are the cost of fouls alone."""
    state = scored.deal.state
    word = (COUNT if counts(foul) else foul.remedy or FREE) if open_trick(foul) else None
    if foul.seat is None or not counts(foul):
        given = Remedy(_correction(scored.deal, foul), state, lines(scored), word)
        return righted(scored.deal, foul, given) if given.text is AT_ONCE else given
    if options.foul == "replay":
        return Remedy(T("The round is void; it is dealt again and played again."), "void", (), word)
    text = T("The bid of {name} counts as missed, the others score as played.", name=names[foul.seat])
    if options.foul != "bid_missed":
        points = int(options.foul.partition(":")[2])
        text = T("{name} loses {points} points, and scores as played.", name=names[foul.seat], points=points)
    after = replace(scored, upheld=(*scored.upheld, foul))
    paid = lines(after) if state == "done" else costs(after, held, options, names)
    return Remedy(text, state, paid, word)


def remedies(
    scored: Scored, foul: Foul, held: Sequence[int], options: DoubleOptions, names: Sequence[str], lines: Paid
) -> tuple[Remedy, ...]:
    """The remedies to choose from: the card goes back, the foul is free, or it counts."""
    first = remedy(scored, foul, held, options, names, lines)
    back = foul.seat is not None and can_go_back(scored.deal, foul.play)
    if foul.seat is not None and foul.kind in PUT_RIGHT:
        return with_back(first)
    if not open_trick(foul) and not back:
        return (first,)
    words = (*([BACK] if back else []), *([FREE] if open_trick(foul) else []), COUNT)
    chosen = {word: word for word in words} | ({} if back else {FREE: foul.remedy})
    given = (remedy(scored, replace(foul, remedy=chosen[word]), held, options, names, lines) for word in words)
    return tuple(replace(one, word=word, label=LABELS[word]) for one, word in zip(given, words, strict=True))


def _too_late(deal: Deal, foul: Foul) -> bool:
    """Whether the card of a foul can no longer go back, because the next trick had begun or the round was over."""
    return went_on(deal, foul, ((trick.number, play) for trick in deal.all_tricks for play in trick.plays))


def _correction(deal: Deal, foul: Foul) -> Text:
    """How a foul that costs nothing is put right."""
    if foul.seat is None:
        return WHO_WAS_IT
    if foul.kind in PUT_RIGHT:
        return AT_ONCE
    if foul.remedy == BACK and not _too_late(deal, foul):
        return T("Its trick was open: the card goes back and another is played; no penalty.")
    return T("It was seen while its trick was open: no penalty.")
