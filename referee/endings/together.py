"""The most a side can get if all seats play into its hands: is there a line in which it gets so much?

No seat answers another there, so one line is enough. A heap holds the open positions, each at the start of a trick. The
search continues the one with the fewest cards left, and among those the one that may still lose the greatest share of
what is left. It lays every way the trick can go, and opens no position again that was reached before with as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from referee.endings.position import Ending, Start
from referee.endings.search import ENDLESS, Budget, Search


class Together(Search):
    """One question about an ending in which all seats play for our side, or all (`high` is empty) for the other."""

    def __init__(self, ending: Ending, high: frozenset[int], budget: Budget, off: Sequence[int] | None = None) -> None:
        super().__init__(ending, high, budget, off)
        self.sign = 1 if high else -1
        self.front: list[tuple[int, float, int, int, int, int, int, int]] = []
        """The heap: number of cards, minus the share, what is hoped for; cards, leader, our points, rest, flags."""
        self.reached: dict[int, int] = {}
        """The best of our points with which each position (its key) was reached."""
        self.wanted = self.base = 0
        self.one = self.found = False

    def value(self, start: Start, guess: int | None = None) -> int:
        """What our side gets from here on: each line found sets what the next has to beat."""
        self.seek(start, 0 if self.sign > 0 else start.rest, False)
        return self.wanted - self.sign

    def enter(self, start: Start, alpha: int, beta: int) -> int:
        """A bound of the value: an upper one if it is alpha, else a lower one."""
        self.seek(start, beta if self.sign > 0 else alpha, True)
        return beta if self.found == (self.sign > 0) else alpha

    def seek(self, start: Start, wanted: int, one: bool) -> None:
        """Seek `one` line that reaches what is wanted, or else the best line."""
        sign, self.wanted, self.one, self.found = self.sign, wanted, one, False
        self.front, self.reached, self.base = [], {}, 0
        super().enter(start, 0, ENDLESS)
        while self.front and not (one and self.found):
            _, _, hoped, state, leader, self.base, rest, flags = heappop(self.front)
            if sign * hoped >= sign * self.wanted:
                self.play(self.course, state, 0, leader, self.players, leader, 0, 0, ENDLESS, rest, flags)
        for key, gain in () if one and self.found else self.reached.items():  # no line from these reaches it
            (low, high), most = self.known[key], self.wanted - sign - gain
            self.known[key] = (low, min(high, most)) if sign > 0 else (max(low, most), high)

    def gather(self, state: int, winner: int, pot: int, alpha: int, beta: int, rest: int, flags: int) -> int:
        """Open the position after a trick, during which our side got `-alpha`.
        Return a value with which `play` lays the trick in other ways too, unless one line was sought and is found.
        """
        sign = self.sign
        points, gain, flags = self.trick_gain(state, winner, pot, flags)
        gain, rest = self.base - alpha + gain, rest - points
        key = self.key(state, winner, flags)
        low, high = self.known.get(key) or self.bounds(key, state, winner, rest, flags)
        sure, hoped = (gain + low, gain + high) if sign > 0 else (gain + high, gain + low)
        if sign * sure >= sign * self.wanted:
            self.wanted, self.found = sure + sign, True
            if self.one:
                return sign * ENDLESS
        if sign * hoped >= sign * self.wanted and sign * gain > sign * self.reached.get(key, -sign * ENDLESS):
            self.reached[key] = gain
            share = sign * (hoped - self.wanted) / (rest + 1)
            heappush(self.front, (state.bit_count(), -share, hoped, state, winner, gain, rest, flags))
        return 0 if sign > 0 else ENDLESS
