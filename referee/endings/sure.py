"""What a side gets of an ending whatever anybody lays: the tricks of the cards that nothing left can beat."""

from __future__ import annotations

from collections.abc import Sequence

from referee.endings.cards import Course, Layout
from referee.rules.cards import places
from referee.rules.stakes import Stakes

POINTS = (1 << 16) - 1


class Sure:
    """Lower bounds of what each side gets, by position. Without `beaten`, what a card always beats, nothing is sure."""

    def __init__(self, layout: Layout, stakes: Stakes, beaten: Sequence[int], worth: Sequence[int]) -> None:
        self.beaten, self.worth, self.each = beaten, worth, stakes.each
        seats = (
            [seat for seat in layout.segment if seat in stakes.ours],
            [seat for seat in layout.segment if seat not in stakes.ours],
        )
        self.hands = tuple([layout.segment[seat] for seat in side] for side in seats)
        self.cards = tuple(sum(side) for side in self.hands)
        self._held: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._cheap: dict[int, list[int]] = {}

    def bounds(self, state: int) -> tuple[int, int]:
        """What our side and the other get at least from the start of a trick."""
        return (self._least(state, 0), self._least(state, 1)) if self.beaten else (0, 0)

    def _least(self, state: int, side: int) -> int:
        """The sure cards of a side fall into as many tricks, at least, as one hand holds of them."""
        against, tricks, total = state & self.cards[1 - side], 0, 0
        held = []
        for segment in self.hands[side]:
            hand = self._sure(state & segment, against)
            held.append(hand)
            total += hand[1]
            tricks = max(tricks, hand[0])
        if not tricks:
            return 0
        for count, _, rest in held:
            total += self._cheapest(rest)[tricks - count]
        for segment in self.hands[1 - side]:
            total += self._cheapest(state & segment)[tricks]
        return total + tricks * self.each

    def _sure(self, hand: int, against: int) -> tuple[int, int, int]:
        """How many cards of a hand nothing against them beats, what they are worth, and the other cards of the hand."""
        found = self._held.get((hand, against))
        if found is None:
            sure = [place for place in places(hand) if not against & ~self.beaten[place]]
            rest = hand & ~sum(1 << place for place in sure)
            found = self._held[hand, against] = len(sure), sum(self.worth[place] for place in sure), rest
        return found

    def _cheapest(self, hand: int) -> list[int]:
        """What no card, one, two … of a hand are worth at least."""
        found = self._cheap.get(hand)
        if found is None:
            found = [0]
            for worth in sorted(self.worth[place] for place in places(hand)):
                found.append(found[-1] + worth)
            self._cheap[hand] = found
        return found


def always_beaten(layout: Layout, course: Course) -> list[int]:
    """For each card the cards (bits) it beats whatever was led: led itself it stands, led they fall."""
    leads = {code: course.step(0, (code,)).after for code in layout.of}
    found = {}
    for code, lead in leads.items():
        found[code] = 0
        for other, bits in layout.of.items():
            if other != code and course.step(leads[other], (code,)).takes and not course.step(lead, (other,)).takes:
                found[code] |= bits
    return [found[code] for code in layout.codes]


def alike(layout: Layout, course: Course) -> dict[int, tuple[tuple[int, int], ...]]:
    """For each card (a bit) the other cards of its hand that bring the same, with the cards (bits) that tell the two
    apart where they lie elsewhere or on the table: one beats, or is beaten, where the other is not.
    """
    codes = tuple(layout.of)
    leads = {code: course.step(0, (code,)).after for code in codes}
    after = {(one, two): course.step(leads[one], (two,)) for one in codes for two in codes}
    denied = {pair: sum_of(layout.bits(denial.cards.bits) for denial in step.denials) for pair, step in after.items()}
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for segment in layout.segment.values():
        held = [code for code in codes if layout.of[code] & segment]
        for one in held:
            rows = []
            for two in held:
                if one == two or any(brings.get(one) != brings.get(two) for brings in (course.worth, course.own)):
                    continue
                both = layout.of[one] | layout.of[two]
                apart = both
                for third in codes:
                    if third in (one, two):
                        continue
                    for a, b in (((one, third), (two, third)), ((third, one), (third, two))):
                        if after[a].takes != after[b].takes:
                            apart |= layout.of[third]
                        apart |= (denied[a] ^ denied[b]) & ~both
                    if denied[third, one] != denied[third, two]:
                        apart |= layout.of[third]
                rows += [(1 << place, apart) for place in places(layout.of[two] & segment)]
            for place in places(layout.of[one] & segment):
                found[1 << place] = tuple(rows)
    return {bit: rows for bit, rows in found.items() if rows}


def sum_of(sets: object) -> int:
    bits = 0
    for each in sets:  # type: ignore[attr-defined]
        bits |= each
    return bits
