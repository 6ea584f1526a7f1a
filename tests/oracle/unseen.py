"""The last tricks of a deal with cards that nobody saw: every deal and every unseen card tried.

All tricks before were seen whole. An *explanation* of what was seen since is who held the cards that are left, and a card
for every play nobody saw; some of its plays, also earlier ones, may be against the laws. `truth` asks all of them, knows
nothing of the program, and leaves the laws to the oracle of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb

from .explained import Illegal, smallest

Laid = Hashable
"""What lies on the table: a code, the two motifs of a card, several codes."""
Pieces = tuple[Hashable, ...]
"""Cards of a hand, sorted."""
Holder = int | str


@dataclass(frozen=True)
class Laws:
    """A game: whether a hand may lay something on what lies, the place of what takes the trick, the cards of a hand that
    something laid is made of, and all that so many cards of these may be laid as.
    """

    lawful: Callable[[Sequence[Hashable], Laid, Sequence[Laid]], bool]
    taker: Callable[[Sequence[Laid]], int]
    pieces: Callable[[Laid], Pieces] = lambda laid: (laid,)
    faces: Callable[[Pieces, int], Collection[Laid]] = lambda cards, count: cards


@dataclass(frozen=True)
class Step:
    """A play, of `count` cards nobody saw where `laid` is None; or that a seat took the trick."""

    line: int
    seat: int
    laid: Laid | None = None
    count: int = 1
    took: bool = False


@dataclass(frozen=True)
class Ending:
    """The end of a deal. `past`: line, seat, what was laid and what lay there, of every play before; `rooms`: how many of
    the cards `left` each seat and each place aside holds; `opens`: what open hands hold of them; `only`: cards that only
    some hold; `aside`: a place, and the line of who set it aside with whether he may have done so.
    """

    laws: Laws
    past: Sequence[tuple[int, int, Laid, Sequence[Laid]]]
    left: Pieces
    rooms: Mapping[Holder, int]
    steps: Sequence[Step]
    opens: Mapping[int, Pieces] = field(default_factory=dict)
    only: Mapping[Hashable, frozenset[Holder]] = field(default_factory=dict)
    aside: tuple[Holder, int, int, Callable[[Pieces], bool]] | None = None

    @cached_property
    def players(self) -> int:
        return sum(isinstance(holder, int) for holder in self.rooms)

    @cached_property
    def seat_of(self) -> dict[int, int]:
        """Who did what stands on a line."""
        seats = {line: seat for line, seat, _, _ in self.past} | {s.line: s.seat for s in self.steps if not s.took}
        return seats | ({} if self.aside is None else {self.aside[1]: self.aside[2]})


def how_many(ending: Ending, upto: int) -> int:
    """An upper bound of the hands to try for the first steps: how the unseen plays can be filled, times the hands that
    each holder may have once those before have theirs.
    """
    plays = [step for step in ending.steps[:upto] if not step.took]
    free, fills = len(ending.left) - sum(step.count for step in plays if step.laid is not None), 1
    for step in plays:
        if step.laid is None:
            fills *= comb(free, step.count)
            free -= step.count
    hands, gone = 0, 0
    for holder, room in ending.rooms.items():
        rest = room - sum(step.count for step in plays if step.seat == holder)
        hands += comb(free, gone) * comb(free - gone, rest)
        gone += rest
    return fills * hands


def fillings(ending: Ending, upto: int) -> Iterator[list[tuple[Step, Laid, list[Laid]]]]:
    """The plays of the first steps with every way to fill in those nobody saw, and what lay there at each."""
    laws, players, steps = ending.laws, ending.players, ending.steps[:upto]
    later = Counter(piece for step in steps if step.laid is not None for piece in laws.pieces(step.laid))

    def go_on(at: int, free: Counter[Hashable], done: list[tuple[Step, Laid, list[Laid]]]) -> Iterator[list]:
        if at == len(steps):
            yield done
            return
        step, place = steps[at], len(done) % players
        whole = done[len(done) - players :] if done and not place else []
        taker = whole[laws.taker([laid for _, laid, _ in whole])][0].seat if whole else step.seat
        if not place and taker != step.seat:
            return
        if step.took:
            yield from go_on(at + 1, free, done)
            return
        table = [laid for _, laid, _ in done[len(done) - place :]] if place else []
        ways: Collection[Laid] = [step.laid]
        if step.laid is None:
            usable = [piece for piece in free.elements() if step.seat in ending.only.get(piece, {step.seat})]
            ways = laws.faces(tuple(sorted(usable, key=str)), step.count)
        for laid in dict.fromkeys(ways):
            rest = free if step.laid is not None else free - Counter(laws.pieces(laid))
            yield from go_on(at + 1, rest, [*done, (step, laid, table)])

    yield from go_on(0, Counter(ending.left) - later, [])


class Truth:
    """The explanations of an ending, step by step."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        self.known: dict[tuple[int, Pieces], Illegal] = {}
        self.holders = sorted(ending.rooms, key=lambda holder: (holder not in ending.opens, str(holder)))

    def explanations(self, upto: int) -> set[Illegal]:
        """The smallest sets of lines that broke a law, over all explanations of the first steps; they say who it was, who
        it may have been and which plays it must have been, and those that contain others add nothing.
        """
        return smallest({lines for plays in fillings(self.ending, upto) for lines in self._deals(plays)})

    def _deals(self, plays: Sequence[tuple[Step, Laid, list[Laid]]]) -> set[Illegal]:
        laws = self.ending.laws
        own: dict[Holder, list[tuple[int, Laid, Sequence[Laid]]]] = {}
        for step, laid, table in plays:
            own.setdefault(step.seat, []).append((step.line, laid, table))
        free = Counter(self.ending.left)
        free.subtract(piece for _, laid, _ in plays for piece in laws.pieces(laid))
        memo: dict[tuple[int, Pieces], frozenset[Illegal]] = {}

        def go_on(at: int, rest: Pieces) -> frozenset[Illegal]:
            if at == len(self.holders):
                return frozenset({frozenset()})
            if (at, rest) not in memo:
                holder, sets = self.holders[at], set()
                for cards in self._rooms(holder, own.get(holder, []), rest):
                    mine = self._illegal(holder, own.get(holder, []), cards)
                    remain = tuple(sorted((Counter(rest) - Counter(cards)).elements(), key=str))
                    sets |= {mine | others for others in go_on(at + 1, remain)}
                memo[at, rest] = frozenset(smallest(sets))
            return memo[at, rest]

        return set(go_on(0, tuple(sorted(free.elements(), key=str))))

    def _rooms(self, holder: Holder, own: Sequence[tuple[int, Laid, Sequence[Laid]]], rest: Pieces) -> Iterator[Pieces]:
        """What a holder may still hold of the rest."""
        ending = self.ending
        out = Counter(piece for _, laid, _ in own for piece in ending.laws.pieces(laid))
        room = ending.rooms[holder] - out.total()
        if holder in ending.opens:
            hand = Counter(ending.opens[holder])
            if out <= hand and hand - out <= Counter(rest):
                yield tuple(sorted((hand - out).elements(), key=str))
            return
        for cards in choices(rest, room):
            if all(holder in ending.only.get(card, (holder,)) for card in cards):
                yield cards

    def _illegal(self, holder: Holder, own: Sequence[tuple[int, Laid, Sequence[Laid]]], rest: Pieces) -> Illegal:
        """The lines on which this holder broke a law, if he has these cards left."""
        ending, laws = self.ending, self.ending.laws
        if not isinstance(holder, int):
            aside = ending.aside
            return frozenset() if aside is None or aside[0] != holder or aside[3](rest) else frozenset({aside[1]})
        lines, hand = set(), [*rest]
        for line, laid, table in reversed(own):
            hand += laws.pieces(laid)
            if not laws.lawful(hand, laid, table):
                lines.add(line)
        return frozenset(lines) | self._past(holder, tuple(sorted(hand, key=str)))

    def _past(self, seat: int, held: Pieces) -> Illegal:
        """The lines before on which this seat broke a law, if it held these cards at the beginning of the ending."""
        if (seat, held) not in self.known:
            lines, hand = set(), [*held]
            for line, player, laid, table in reversed(self.ending.past):
                if player == seat:
                    hand += self.ending.laws.pieces(laid)
                    if not self.ending.laws.lawful(hand, laid, table):
                        lines.add(line)
            self.known[seat, held] = frozenset(lines)
        return self.known[seat, held]


def choices(cards: Pieces, count: int) -> Iterator[Pieces]:
    """The different ways to take so many of these cards, of which some are alike."""
    kinds = sorted(Counter(cards).items(), key=lambda kind: str(kind[0]))

    def go_on(at: int, wanted: int, chosen: Pieces) -> Iterator[Pieces]:
        if not wanted:
            yield chosen
        elif at < len(kinds):
            card, copies = kinds[at]
            for taken in range(min(copies, wanted), -1, -1):
                yield from go_on(at + 1, wanted - taken, chosen + (card,) * taken)

    if count >= 0:
        yield from go_on(0, count, ())
