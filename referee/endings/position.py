"""A position with all hands known: what each seat holds, the trick begun, and the stakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.endings.alike import Chains, pairs, rows
from referee.endings.cards import Course, Layout, Tricks
from referee.endings.sure import Sure, always_beaten
from referee.rules.deal import Deal, Play, Trick
from referee.rules.ruleset import Ruleset
from referee.rules.stakes import MARKS, OURS, THEIRS, Stakes

MARK = 16
"""The search counts the worth of a card in one int: points below this bit, marks from it on."""
POINTS = (1 << MARK) - 1
FRESH = 0
"""The number of a trick that stands for any trick."""


class Start(NamedTuple):
    """Where a search begins.
    The trick: its `course`, its state (`at`), the `seat` to play, how many seats are `waiting` to play, the `best` seat
    so far, the `pot`. Beside it: the cards in hand (`state`, bits), the `rest` to be won, the `flags`, and what our
    side has gained (`gain`) since the stakes were set.
    """

    course: Course
    state: int
    at: int
    seat: int
    waiting: int
    best: int
    pot: int
    rest: int
    flags: int
    gain: int = 0


def fresh(rules: Ruleset, deal: Deal) -> Tricks:
    """The states of any trick of a deal."""
    return Tricks(rules, deal._replace(trick=Trick(FRESH)))


class Ending:
    """The rest of a deal from a position on: `deal` with the trick begun, and what each seat holds.
    Endings of one deal share its `tricks`, whatever the hands are.
    """

    def __init__(
        self,
        rules: Ruleset,
        deal: Deal,
        hands: Mapping[int, Sequence[str]],
        stakes: Stakes,
        tricks: Tricks | None = None,
    ) -> None:
        self.rules, self.deal, self.stakes = rules, deal, stakes
        self.ours = [seat in stakes.ours for seat in range(len(rules.seats))]
        self.layout = layout = Layout(rules, hands, [code for play in deal.trick.plays for code in play.cards])
        codes = set(rules.deck.kinds)
        worth = {c: stakes.worth.get(c, 0) + ((c in stakes.marks and c not in stakes.own) << MARK) for c in codes}
        own = {c: points + ((c in stakes.marks) << MARK) for c, points in stakes.own.items()}
        begun, before = deal.trick.plays, deal._replace(trick=Trick(deal.trick.number))
        self.course = Course(layout, tricks or fresh(rules, deal), worth, own)
        self.begun = Course(layout, Tricks(rules, before, begun), worth, own) if begun else None
        self.worth, self.own = worth, own
        plain = not rules.several and all("/" not in code for code in layout.of)
        same = pairs(layout, self.course) if plain else {}
        for course in filter(None, (self.course, self.begun)):
            course.alike = rows(layout, same)
        self.chains = Chains(layout, self.course, same)
        self.special = layout.of.get(stakes.special or "", 0)
        self.slam = bool(self.special) and stakes.flags & (OURS | THEIRS) != OURS | THEIRS
        """Whether one side may still take every trick, which decides the last one with the special card in it."""
        beaten = always_beaten(layout, self.course) if plain and not self.slam else []
        self.sure = Sure(layout, stakes, beaten, [stakes.worth.get(code, 0) for code in layout.codes])

    def start(self) -> Start:
        """The position as it stands."""
        deal, stakes, plays = self.deal, self.stakes, self.deal.trick.plays
        pot = sum(self.worth[code] for play in plays for code in play.cards)
        own = [(play.seat, self.own[code]) for play in plays for code in play.cards if code in self.own]
        flags = stakes.flags + sum(mark >> MARK << MARKS for seat, mark in own if seat in stakes.ours)
        gain = sum(points & POINTS for seat, points in own if seat in stakes.ours)
        lying = sum(stakes.worth.get(code, 0) for play in plays for code in play.cards)
        held = sum(stakes.worth.get(code, 0) + stakes.own.get(code, 0) for code in self.layout.held)
        size = max(deal.cards_left(seat) for seat in deal.order)
        rest = lying + held + stakes.bonus + stakes.each * size
        course, turn = self.begun or self.course, deal.turn
        best = course.tricks.best[0]
        waiting = len(deal.order) - len(plays)
        return Start(course, self.layout.all, 0, turn, waiting, best.seat if best else turn, pot, rest, flags, gain)

    def lay(self, start: Start, seat: int, codes: tuple[str, ...]) -> Start:
        """The position after a seat lays these cards, lawful or not."""
        course, layout = start.course, self.layout
        bits = 0
        for code in codes:
            held = layout.bits(self.rules.deck.mask(code)) & layout.segment[seat] & start.state & ~bits
            bits |= held & -held
        step = course.step(start.at, codes)
        own, ours = sum(self.own.get(code, 0) for code in codes), self.ours[seat]
        points = own & POINTS
        return start._replace(
            state=start.state ^ bits, at=step.after, seat=course.after[seat], waiting=start.waiting - 1,
            best=seat if step.takes else start.best, pot=start.pot + sum(self.worth[code] for code in codes),
            rest=start.rest - points, gain=start.gain + (points if ours else 0),
            flags=start.flags + (own >> MARK << MARKS if ours else 0),
        )  # fmt: skip

    def onward(self, start: Start) -> Start:
        """The start of the next trick, from a position whose trick is complete."""
        points, gain, flags = self.trick_gain(start.state, start.best, start.pot, start.flags)
        return start._replace(
            course=self.course, at=0, seat=start.best, waiting=len(self.deal.order), pot=0, rest=start.rest - points,
            gain=start.gain + gain, flags=flags,
        )  # fmt: skip

    def trick_gain(self, state: int, winner: int, pot: int, flags: int) -> tuple[int, int, int]:
        """The points of a complete trick, our side's part of them, and the flags after it."""
        stakes = self.stakes
        points = (pot & POINTS) + stakes.each
        if not state:
            points += stakes.bonus
        if not self.ours[winner]:
            return points, 0, flags | THEIRS
        return points, points, (flags | OURS) + (pot >> MARK << MARKS)

    def lawful(self, start: Start) -> tuple[tuple[str, ...], ...]:
        """The lawful plays of the seat whose turn it is, each once, or all plays if none is lawful."""
        hand = start.state & self.layout.segment[start.seat]
        return tuple(option.codes for option in start.course.orders(start.at, start.seat, hand)[0])

    def last(self, state: int, leader: int, flags: int) -> tuple[int, int, int]:
        """The seat that takes the last trick, and the points and marks that it brings our side."""
        plays = []
        for seat in self.deal.round(leader):
            held = state & self.layout.segment[seat]
            plays.append(Play(seat, (self.layout.codes[held.bit_length() - 1],), 0))
        assert self.stakes.last is not None
        return self.stakes.last(tuple(plays), flags)
