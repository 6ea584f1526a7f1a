"""Cards that bring the same: the search tries only one of them, and positions that differ only in them share a key."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from referee.endings.cards import Course, Layout, union
from referee.rules.cards import places

Pairs = Mapping[tuple[str, str], int]
"""Two codes that bring the same, with the cards (bits) that tell them apart while they lie elsewhere or on the table:
one of the two beats such a card, loses to it, or makes a play deny it, and the other does not. Both are among them.
"""


def pairs(layout: Layout, course: Course) -> Pairs:
    """The pairs of codes, in a game without sets and two-faced cards."""
    codes = tuple(layout.of)
    leads = {code: course.step(0, (code,)).after for code in codes}
    after = {(one, two): course.step(leads[one], (two,)) for one in codes for two in codes}
    denied = {pair: union(layout.bits(denial.cards.bits) for denial in step.denials) for pair, step in after.items()}
    beats = {one: union(layout.of[two] for two in codes if after[two, one].takes) for one in codes}
    beaten = {one: union(layout.of[two] for two in codes if after[one, two].takes) for one in codes}
    same: dict[tuple[str, str], int] = {}
    for one, two in combinations(codes, 2):
        if any(brings.get(one) != brings.get(two) for brings in (course.worth, course.own)):
            continue
        both = layout.of[one] | layout.of[two]
        apart = beats[one] ^ beats[two] | beaten[one] ^ beaten[two]
        for third in codes:
            if third not in (one, two):
                led, behind = denied[one, third] ^ denied[two, third], denied[third, one] ^ denied[third, two]
                apart |= led | behind | (layout.of[third] if behind else 0)
        same[one, two] = same[two, one] = apart | both
    return same


def rows(layout: Layout, pairs: Pairs) -> dict[int, tuple[tuple[int, int], ...]]:
    """For each card (a bit) the other cards of its hand that bring the same, with the cards that tell them apart."""
    by_seat: dict[int, tuple[tuple[int, int], ...]] = {}
    for segment in layout.segment.values():
        for (one, two), apart in pairs.items():
            others = tuple((1 << place, apart) for place in places(layout.of[two] & segment))
            for place in places(layout.of[one] & segment) if others else ():
                by_seat[1 << place] = (*by_seat.get(1 << place, ()), *others)
    return by_seat


class Chains:
    """Chains of neighbours in rank that bring the same.
    Only the order in which the hands hold the cards left of a chain matters. Positions that are the same but for that
    share a key.
    """

    def __init__(self, layout: Layout, course: Course, pairs: Pairs) -> None:
        self.layout = layout
        next_to: dict[str, set[str]] = {}
        for (one, two), apart in pairs.items():
            if apart == layout.of[one] | layout.of[two]:
                next_to.setdefault(one, set()).add(two)
        leads = {code: course.step(0, (code,)).after for code in next_to}
        self.chains: list[tuple[str, ...]] = []
        while next_to:
            chain, new = set[str](), {next(iter(next_to))}
            while new:
                chain |= new
                new = set().union(*(next_to.pop(code) for code in new)) - chain
            beaten = {one: sum(course.step(leads[two], (one,)).takes for two in chain - {one}) for one in chain}
            self.chains.append(tuple(sorted(chain, key=beaten.__getitem__)))
        self.masks = [union(layout.of[code] for code in chain) for chain in self.chains]
        self.others = ~union(self.masks)
        self.kept: list[dict[int, int]] = [{} for _ in self.chains]
        self.known: dict[object, int] = {}
        self.keys: dict[int, int] = {}

    def key(self, state: int) -> int:
        """The key of a position (bits), the same for positions that are alike; kept in `keys`."""
        key = state & self.others
        for number, mask in enumerate(self.masks):
            cards = state & mask
            at = self.kept[number].get(cards)
            key = key << 16 | (self._number(number, cards) if at is None else at)
        self.keys[state] = key
        return key

    def _number(self, chain: int, cards: int) -> int:
        """A number for the order in which cards (bits) of a chain lie in the hands."""
        layout = self.layout
        lie = [layout.of[code] & cards for code in self.chains[chain]]
        order = tuple(tuple((here & one).bit_count() for one in layout.segment.values()) for here in lie if here)
        number = self.kept[chain][cards] = self.known.setdefault((chain, order), len(self.known))
        return number
