"""The score of a round of DOUBLE, and the chips of a total."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.games.double.fouls import costs, counts
from referee.games.double.laws import NAME
from referee.games.double.options import DoubleOptions
from referee.games.double.result import tricks_of
from referee.rules import Line, Scored, T, Text
from referee.rules.common import tricks_text

START = 15
EXACT = 5
WHITE, RED, BLACK = CHIPS = ((T("white"), 20), (T("red"), 5), (T("black"), 1))
START_CHIPS = ((*RED, 2), (*BLACK, 5))


def after(held: tuple[int, ...], scored: Scored) -> tuple[int, ...]:
    """The points of everybody after a deal, from those `held` before it."""
    held = tuple(map(sum, zip(held, *[line.points for line in scored.lines], strict=True)))
    return tuple([max(0, points + scored.penalties.get(seat, 0)) for seat, points in enumerate(held)])


def lines(scored: Scored, held: Sequence[int], options: DoubleOptions, names: Sequence[str]) -> tuple[Line, ...]:
    """The score of a finished round, for players who `held` so many points before it."""
    deal, seats = scored.deal, range(len(names))
    if deal.state != "done":
        return ()
    met, lost = _bids_met_and_lost(scored, options, len(names))
    paid = []
    if met:
        bid_texts = tuple(T("{name} {bid}", name=names[seat], bid=bid) for seat, bid in met.items())
        paid.append(_line("score.1", T("bids met: {bids}", bids=bid_texts), dict.fromkeys(met, EXACT), seats))
    if any(met.values()):
        paid.append(_line("score.2", T("the bids that were met"), met, seats))
    if lost:
        tricks = tricks_of(deal, len(names))
        missed = tuple(
            T("{name}: {tricks} for {bid}", name=names[seat], bid=bid, tricks=tricks_text(tricks[seat]))
            for seat, bid in lost.items()
        )
        stakes = {seat: -min(max(bid, 0), held[seat]) for seat, bid in lost.items()}
        paid.append(_line("score.3", T("bids missed: {bids}", bids=missed), stakes, seats))
    if not scored.upheld:
        return tuple(paid)
    after = [points + sum(line.points[seat] for line in paid) for seat, points in enumerate(held)]
    return (*paid, *costs(scored, after, options, names))


def result_text(scored: Scored, options: DoubleOptions, names: Sequence[str]) -> Text | None:
    """The result of a round in which nobody met the bid; None if the first line of its score tells the result."""
    met, _ = _bids_met_and_lost(scored, options, len(names))
    return None if met or scored.deal.state != "done" else T("nobody met the bid")


def _bids_met_and_lost(scored: Scored, options: DoubleOptions, seats: int) -> tuple[dict[int, int], dict[int, int]]:
    """The bids that were met and those that were not, by seat; a bid that counts as missed for a foul is in neither."""
    missing = {foul.seat for foul in scored.upheld if counts(foul)} if options.foul == "bid_missed" else set()
    tricks, bids = tricks_of(scored.deal, seats), {one.seat: int(one.word) for one in scored.deal.bids}
    left = {seat: bids.get(seat, 0) for seat in range(seats) if seat not in missing}
    met = {seat: bid for seat, bid in left.items() if bid == tricks[seat]}
    return met, {seat: bid for seat, bid in left.items() if seat not in met}


def _line(law: str, text: Text, points: dict[int, int], seats: Iterable[int]) -> Line:
    return Line(f"{NAME}.{law}", text, tuple([points.get(seat, 0) for seat in seats]))


def tokens(points: int) -> tuple[tuple[Text, int, int], ...]:
    """The chips that make these points: 15 as everybody began, else the fewest of black 1, red 5, white 20."""
    if points == START:
        return START_CHIPS
    stacks = []
    for colour, value in CHIPS:
        count, points = divmod(max(points, 0), value)
        if count:
            stacks.append((colour, value, count))
    return tuple(stacks)
