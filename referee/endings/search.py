"""The exact value of an ending: what one side can reach, whatever the other does.

A search goes card by card between two bounds, alpha and beta, and keeps bounds of each position that begins a trick. It
tries cards once that nothing tells apart. Cards that win whatever is laid bound the rest before the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.endings.cards import Course
from referee.endings.position import MARK, POINTS, Ending, Start
from referee.rules.stakes import MARKS, OURS, THEIRS

ENDLESS = 1 << 20
FEW = 16
"""The most ways of a last seat to complete a trick that count as one card; where sets are led there are thousands."""


KEPT = 200_000
"""The most positions kept for one foul: half a kilobyte each. Where sets are led there are more than plays."""


class TooLong(Exception):
    """The plays allowed are spent, or the positions that may be kept."""


@dataclass(slots=True)
class Budget:
    """The number of plays that may still be tried, and of positions that may still be kept."""

    left: int
    room: int = field(default_factory=lambda: KEPT)


class Search:
    """One question about an ending, asked between two neighbouring numbers, alpha and beta.
    `high` are the seats that play for our side; all others play against it. `off` are the points taken off at the end,
    by the flags then; without it flags do not matter.
    """

    def __init__(self, ending: Ending, high: frozenset[int], budget: Budget, off: Sequence[int] | None = None) -> None:
        seats = range(len(ending.rules.seats))
        self.ending, self.budget, self.course = ending, budget, ending.course
        self.segment = [ending.layout.segment.get(seat, 0) for seat in seats]
        self.ours, self.trick_gain = ending.ours, ending.trick_gain
        self.high = [seat in high for seat in seats]
        self.players = len(ending.deal.order)
        self.known: dict[int, tuple[int, int]] = {}
        if off is None and ending.slam:  # who takes the last trick depends on who took the others
            off = (0,) * (1 << MARKS + 3)
        self.off = off
        self.least, self.most = (min(off), max(off)) if off else (0, 0)
        self.special = ending.special
        self.sure, self.chains, self.keys = ending.sure, ending.chains, ending.chains.keys
        self.flagged = 0 if off is None else -1
        marked = sum(ending.layout.of.get(code, 0) for code in ending.stakes.marks)
        settled = self.sure.unbeaten(marked)
        self.open, self.mine = marked & ~settled, settled & self.sure.cards[0]
        self.spans: dict[tuple[int, int], tuple[int, int]] = {}

    def value(self, start: Start, guess: int | None = None) -> int:
        """What our side gets from here on, less what is taken off.
        The search goes from the guess in growing steps, without a guess from the middle.
        """
        low, high, step = -self.most, start.rest - self.least, 1
        while low < high:
            need = (low + high + 1) // 2
            if guess is not None and guess <= low:
                need = min(need, low + step)
            elif guess is not None and guess >= high:
                need = max(need, high - step + 1)
            elif guess is not None:
                need = guess
            step *= 2
            result = self.enter(start, need - 1, need)
            if result < need:
                high = result
            else:
                low = result
        return low

    def reaches(self, start: Start, need: int) -> bool:
        """Whether our side gets at least so much."""
        return self.enter(start, need - 1, need) >= need

    def enter(self, start: Start, alpha: int, beta: int) -> int:
        if start.waiting:
            return self.play(
                start.course, start.state, start.at, start.seat, start.waiting, start.best, start.pot, alpha, beta,
                start.rest, start.flags,
            )  # fmt: skip
        return self.gather(start.state, start.best, start.pot, alpha, beta, start.rest, start.flags)

    def gather(self, state: int, winner: int, pot: int, alpha: int, beta: int, rest: int, flags: int) -> int:
        """A bound of the value after a complete trick: an upper one if it is alpha at most, else a lower one."""
        points, gain, flags = self.trick_gain(state, winner, pot, flags)
        if not state:
            return gain if self.off is None else gain - self.off[flags]
        alpha, beta, rest = alpha - gain, beta - gain, rest - points
        if alpha >= rest - self.least:
            return gain + rest - self.least
        if beta <= -self.most:
            return gain - self.most
        key = self.key(state, winner, flags)
        low, high = self.known.get(key) or self.bounds(key, state, winner, rest, flags)
        if low >= beta or low == high:
            return gain + low
        if high <= alpha:
            return gain + high
        later = self.play(self.course, state, 0, winner, self.players, winner, 0, alpha, beta, rest, flags)
        self.known[key] = (low, min(high, later)) if later <= alpha else (max(low, later), high)
        return gain + later

    def key(self, state: int, leader: int, flags: int) -> int:
        """The key of a position at the start of a trick, the same for positions that are alike."""
        return ((self.keys.get(state) or self.chains.key(state)) << 3 | leader) << 8 | flags & self.flagged

    def bounds(self, key: int, state: int, leader: int, rest: int, flags: int) -> tuple[int, int]:
        """Bounds of the value from the start of a trick, found without a search; they are kept."""
        self.budget.room -= 1
        if self.budget.room < 0:
            raise TooLong
        lost, spared = (0, 0) if self.off is None else self.span(state, flags)
        if not state:
            low = high = 0 if self.off is None else -self.off[flags]
        elif self.special and state & self.special and state.bit_count() == self.players:
            low = high = self.last(state, leader, flags)
        else:
            ours, theirs = self.sure.bounds(state)
            low, high = ours - lost, rest - theirs - spared
        self.known[key] = low, high
        return low, high

    def span(self, state: int, flags: int) -> tuple[int, int]:
        """The most and the least that can be taken off at the end, from the start of a trick.
        A marked card that nothing can beat stays with its side.
        """
        sure, marks = flags + ((state & self.mine).bit_count() << MARKS), (state & self.open).bit_count()
        span = self.spans.get((sure, marks))
        if span is None:
            tricks = (sure, sure | OURS, sure | THEIRS)
            ends = [(self.off or ())[each + (mark << MARKS)] for each in tricks for mark in range(marks + 1)]
            span = self.spans[sure, marks] = max(ends), min(ends)
        return span

    def last(self, state: int, leader: int, flags: int) -> int:
        """The value of a last trick with the card that is special there."""
        winner, points, marks = self.ending.last(state, leader, flags)
        if self.off is None:
            return points
        flags |= OURS if self.ours[winner] else THEIRS
        return points - self.off[flags + (marks << MARKS)]

    def play(
        self, course: Course, state: int, at: int, seat: int, waiting: int, best: int, pot: int,
        alpha: int, beta: int, rest: int, flags: int,
    ) -> int:  # fmt: skip
        """The value when `seat` is to play; `waiting` seats, itself among them, have still to play to the trick."""
        budget = self.budget
        budget.left -= 1
        if budget.left < 0:
            raise TooLong
        hand = state & self.segment[seat]
        orders = course.options[at].get(hand) or course.orders(at, seat, hand)
        ours, high = self.ours, self.high[seat]
        mine = ours[seat]
        others = (state ^ hand) | course.table[at]
        extreme, tried, after = (-ENDLESS if high else ENDLESS), 0, course.after[seat]
        options = orders[ours[best] != high]
        if waiting == 1 and len(options) > FEW:
            budget.left -= len(options) >> 1
        for number, (bits, worth, own, takes, then, _, alike) in enumerate(options):
            if tried and alike and any(one & tried and not apart & others for one, apart in alike):
                continue
            tried |= bits
            winner, gain, left, marks = (seat if takes else best), 0, rest, flags
            if own:
                left -= own & POINTS
                if mine:
                    gain, marks = own & POINTS, flags + (own >> MARK << MARKS)
            if waiting > 1:
                value = gain + self.play(
                    course, state ^ bits, then, after, waiting - 1, winner, pot + worth,
                    alpha - gain, beta - gain, left, marks,
                )  # fmt: skip
            else:
                value = gain + self.gather(state ^ bits, winner, pot + worth, alpha - gain, beta - gain, left, marks)
            if value >= beta if high else value <= alpha:
                if number:  # a play that refuted once is tried first
                    options.insert(0, options.pop(number))
                return value
            if value > extreme if high else value < extreme:
                extreme = value
        return extreme
