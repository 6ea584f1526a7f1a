"""What a side is sure to get of an ending: the tricks of the cards that nothing left can beat."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from referee.endings.cards import Course, Layout
from referee.rules.cards import places
from referee.rules.stakes import Stakes


class Sure:
    """Lower bounds of what each side gets. `beaten` gives what each card always beats; without it nothing is sure."""

    def __init__(self, layout: Layout, stakes: Stakes, beaten: Sequence[int], worth: Sequence[int]) -> None:
        self.stands, self.worth, self.each = [~cards for cards in beaten], worth, stakes.each
        seats = (
            [seat for seat in layout.segment if seat in stakes.ours],
            [seat for seat in layout.segment if seat not in stakes.ours],
        )
        self.hands = tuple([layout.segment[seat] for seat in side] for side in seats)
        self.cards = tuple(sum(side) for side in self.hands)
        self._held: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._cheap: dict[int, list[int]] = {}

    def bounds(self, state: int) -> tuple[int, int]:
        """The least that our side and the other get from the start of a trick."""
        return (self._least(state, 0), self._least(state, 1)) if self.stands else (0, 0)

    def unbeaten(self, cards: int) -> int:
        """Those of these cards (bits) that take every trick they are laid in."""
        held = sum(self.cards)
        return sum(
            1 << place for place in places(cards) if self.stands and not held & self.stands[place] & ~(1 << place)
        )

    def _least(self, state: int, side: int) -> int:
        """The least that a side gets: as many tricks as are sure for one hand, with the cheapest cards in them."""
        against, tricks = state & self.cards[1 - side], 0
        held = []
        for segment in self.hands[side]:
            hand = state & segment
            sure = self._held.get((hand, against)) or self._sure(hand, against)
            held.append(sure)
            tricks = max(tricks, sure[0])
        if not tricks:
            return 0
        total = tricks * self.each
        for count, worth, rest in held:
            total += worth + (self._cheapest(rest)[tricks - count] if count < tricks else 0)
        for segment in self.hands[1 - side]:
            total += self._cheapest(state & segment)[tricks]
        return total

    def _sure(self, hand: int, against: int) -> tuple[int, int, int]:
        """The tricks a hand takes at least, the least worth of its cards in them, and its other cards.
        Each card of the other side can beat at most one card of the hand: cards beyond the number of those take tricks.
        """
        stands, beaters, tricks, worth, rest = self.stands, 0, 0, 0, hand
        free: list[tuple[int, int]] = []
        ranked = sorted([((against & stands[place]).bit_count(), place) for place in places(hand)])
        for number, (_, place) in enumerate(ranked, 1):
            beaters |= against & stands[place]
            heappush(free, (self.worth[place], place))
            if number - beaters.bit_count() > tricks:  # one trick more, with the cheapest of these
                cheap, at = heappop(free)
                tricks, worth, rest = tricks + 1, worth + cheap, rest & ~(1 << at)
        entry = self._held[hand, against] = tricks, worth, rest
        return entry

    def _cheapest(self, hand: int) -> list[int]:
        """The least worth of 0, 1, 2 … cards of a hand."""
        cheapest = self._cheap.get(hand)
        if cheapest is None:
            cheapest = [0]
            for worth in sorted(self.worth[place] for place in places(hand)):
                cheapest.append(cheapest[-1] + worth)
            self._cheap[hand] = cheapest
        return cheapest


def always_beaten(layout: Layout, course: Course) -> list[int]:
    """For each card the cards (bits) it always beats: when it is led, and when they are led."""
    leads = {code: course.step(0, (code,)).after for code in layout.of}
    beaten = {}
    for code, lead in leads.items():
        beaten[code] = 0
        for other, bits in layout.of.items():
            if other != code and course.step(leads[other], (code,)).takes and not course.step(lead, (other,)).takes:
                beaten[code] |= bits
    return [beaten[code] for code in layout.codes]
