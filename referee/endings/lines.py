"""Lines of play: whether a side takes every trick left whatever is laid, else a line in which it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.endings.cards import Course, Option
from referee.endings.position import MARK, POINTS, Ending, Start
from referee.endings.search import Budget, TooLong
from referee.rules.stakes import MARKS, OURS, THEIRS

Line = tuple[tuple[str, ...], ...]


class Lines:
    """A search of an ending for a line in which a side loses a trick: ours if `holds`, else the other.
    `named` gives the order in which a seat said that it plays its cards, empty if it claimed the rest without one.
    """

    def __init__(self, ending: Ending, holds: bool, budget: Budget, named: Mapping[int, Sequence[str]] = {}) -> None:
        self.ending, self.budget, self.named = ending, budget, named
        self.segment = ending.layout.segment
        self.side = {seat: (seat in ending.stakes.ours) == holds for seat in self.segment}
        self.flags = ending.stakes.flags
        alone = ending.stakes.ours if ending.rules.leads_down and len(ending.stakes.ours) == 1 else frozenset()
        self.downward = {seat for seat in alone if named.get(seat) == ()}
        """The seat that leads every suit from the top, as it plays alone and claimed the rest without an order."""
        self.held: set[int] = set()
        self.reached: dict[tuple[int, int, int], frozenset[tuple[int, int]]] = {}

    def loses(self, start: Start) -> Line | None:
        """The plays from here to the end of the trick that the side loses; None if it takes every trick."""
        if not start.waiting:
            return () if not self.side[start.best] else self._onward(start.state, start.best)
        return self._play(start.course, start.state, start.at, start.seat, start.waiting, start.best)

    def ends(self, start: Start, base: int, wanted: frozenset[tuple[int, int]]) -> bool:
        """Whether some line ends with our side's points and flags among those `wanted`; it has `base` points so far.
        Only for a game in which no card is special in the last trick.
        """
        return any(
            (base + points, flags) in wanted
            for points, flags in self._all_ends(start.course, start.state, start.at, start.seat, start.waiting,
                                               start.best, start.pot, start.flags)
        )  # fmt: skip

    def _all_ends(
        self, course: Course, state: int, at: int, seat: int, waiting: int, best: int, pot: int, flags: int
    ) -> frozenset[tuple[int, int]]:
        """The ends of all lines: our points from here on, and the flags."""
        ending = self.ending
        if not waiting:
            _, gain, flags = ending.trick_gain(state, best, pot, flags)
            if not state:
                return frozenset({(gain, flags)})
            key = (state, best, flags)
            if key not in self.reached:
                self.reached[key] = self._all_ends(ending.course, state, 0, best, len(self.side), best, 0, flags)
            return frozenset((gain + points, end) for points, end in self.reached[key])
        self._count_play()
        ends: set[tuple[int, int]] = set()
        for bits, worth, own, takes, then, _, _ in course.orders(at, seat, state & self.segment[seat])[0]:
            gain, marks = (own & POINTS, own >> MARK << MARKS) if ending.ours[seat] else (0, 0)
            after = self._all_ends(
                course, state ^ bits, then, course.after[seat], waiting - 1, seat if takes else best, pot + worth,
                flags + marks,
            )  # fmt: skip
            ends |= {(gain + points, end) for points, end in after}
        return frozenset(ends)

    def _count_play(self) -> None:
        self.budget.left -= 1
        if self.budget.left < 0:
            raise TooLong

    def _onward(self, state: int, leader: int) -> Line | None:
        ending, players = self.ending, len(self.ending.deal.order)
        key = (state if self.named else ending.chains.key(state)) << 3 | leader
        if not state or key in self.held:
            return None
        if ending.special & state and state.bit_count() == players:
            flags = self.flags | (OURS if self.side[leader] == (leader in ending.stakes.ours) else THEIRS)
            winner = ending.last(state, leader, flags)[0]
            seats = ending.deal.round(leader)
            cards = tuple(ending.layout.names(state & self.segment[seat]) for seat in seats)
            return None if self.side[winner] else cards
        line = self._play(ending.course, state, 0, leader, players, leader)
        if line is None:
            self.held.add(key)
        return line

    def _play(self, course: Course, state: int, at: int, seat: int, waiting: int, best: int) -> Line | None:
        self._count_play()
        hand = state & self.segment[seat]
        options = course.orders(at, seat, hand)[1 if self.side[seat] else 0]
        others = (state ^ hand) | course.table[at]
        tried = 0
        for bits, _, _, takes, after, codes, alike in self._claim_options(seat, options, waiting == len(self.side)):
            if any(one & tried and not apart & others for one, apart in alike):
                continue
            tried |= bits
            winner = seat if takes else best
            if waiting > 1:
                rest = self._play(course, state ^ bits, after, course.after[seat], waiting - 1, winner)
            elif not self.side[winner]:
                rest = ()
            else:
                rest = self._onward(state ^ bits, winner)
            if rest is not None:
                return (codes, *rest)
        return None

    def _claim_options(self, seat: int, options: Sequence[Option], leads: bool) -> Sequence[Option]:
        """The plays that a claim leaves to its seat: the first card in the order it named; without an order, for a
        lead, the highest of each suit if the laws say so; else all.
        """
        order = self.named.get(seat)
        if leads and seat in self.downward:
            return self._highest(options)
        if not order or not options:
            return options
        place = {code: at for at, code in reversed(list(enumerate(order)))}
        return (min(options, key=lambda option: place.get(option.codes[0], len(order))),)

    def _highest(self, options: Sequence[Option]) -> Sequence[Option]:
        laws = self.ending.rules.following(self.ending.deal)
        assert laws is not None
        suits: dict[object, Option] = {}
        for option in options:
            asked = laws.asks(None, option.codes)
            if asked not in suits or laws.beats(asked, option.codes, suits[asked].codes):
                suits[asked] = option
        return tuple(suits.values())
