"""The cards of an ending as bits, and the course of a trick: what each card asks of the cards after it.

The cards of all hands lie in one int, hand by hand; copies in a hand are neighbours, so that the first stands for all.
The game says what a play denies, who takes a trick and what the trick asks; each answer is asked for once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from referee.rules import Denial, Ruleset
from referee.rules.cards import places
from referee.rules.deal import Deal, Play, Trick


class Step(NamedTuple):
    """What a play does in a trick: whether it is a breach whatever is held, its denials, whether it takes the trick so
    far, and the state of the trick after it.
    """

    unlawful: bool
    denials: tuple[Denial, ...]
    takes: bool
    after: int


class Option(NamedTuple):
    """A play of a hand: its cards as bits and as codes.
    They add `worth` to the pot and `own` to the player's own side; `takes` says whether they take the trick so far, and
    `after` is the state of the trick then. `alike` are other cards of the hand that bring the same, each with the cards
    (bits) that tell it from these.
    """

    bits: int
    worth: int
    own: int
    takes: bool
    after: int
    codes: tuple[str, ...]
    alike: tuple[tuple[int, int], ...]


class Layout:
    """The bit of each card: first the cards of the `hands`, seat by seat, then those on the `table`.
    Cards are given as codes, one with two faces as the deck writes it.
    """

    def __init__(self, rules: Ruleset, hands: Mapping[int, Sequence[str]], table: Sequence[str] = ()) -> None:
        self.rules = rules
        self.codes: list[str] = []
        self.segment: dict[int, int] = {}
        of: dict[str, int] = {}
        for seat, hand in hands.items():
            first = len(self.codes)
            self.codes += sorted(hand)
            self.segment[seat] = (1 << len(self.codes)) - (1 << first)
        self.all = (1 << len(self.codes)) - 1
        self.held = tuple(self.codes)
        self.codes += [rules.deck.code(next(iter(rules.deck.of(code)))) for code in table]
        for place, code in enumerate(self.codes):
            of[code] = of.get(code, 0) | 1 << place
        self.of = of
        """The cards (bits) of each code as the deck writes it."""
        self._bits: dict[int, int] = {}

    def bits(self, cards: int) -> int:
        """These cards of the deck (bits), as far as they are here, as bits of this layout."""
        bits = self._bits.get(cards)
        if bits is None:
            deck, bits = self.rules.deck, 0
            for code, here in self.of.items():
                if deck.mask(code) & cards:
                    bits |= here
            self._bits[cards] = bits
        return bits

    def names(self, cards: int) -> tuple[str, ...]:
        """These cards (bits) as the deck writes them."""
        return tuple(self.codes[place] for place in places(cards))


class Tricks:
    """The states of a trick, whatever is held: what a play does in each, and who takes the trick so far.
    A state is added when a play first leads to it. State 0 is the trick with the plays `begun`, by default none; `deal`
    is the deal before them.
    """

    def __init__(self, rules: Ruleset, deal: Deal, begun: Sequence[Play] = ()) -> None:
        self.rules, self.deal = rules, deal
        self.seats = deal.round(begun[0].seat if begun else deal.order[0])
        self.plays: list[tuple[Play, ...]] = [tuple(begun)]
        self.best: list[Play | None] = [self._best(tuple(begun))]
        self.known: dict[object, int] = {}
        self.steps: list[dict[tuple[str, ...], Step]] = [{}]

    def _best(self, plays: tuple[Play, ...]) -> Play | None:
        if not plays:
            return None
        taker = self.rules.winner(self.deal, Trick(self.deal.trick.number, plays))
        return next(play for play in plays if play.seat == taker)

    def step(self, state: int, codes: tuple[str, ...]) -> Step:
        """What a play does in a trick in this state."""
        step = self.steps[state].get(codes)
        if step is None:
            step = self.steps[state][codes] = self._step(state, codes)
        return step

    def _step(self, state: int, codes: tuple[str, ...]) -> Step:
        plays, rules = self.plays[state], self.rules
        played = {play.seat for play in plays}
        seat = next(seat for seat in self.seats if seat not in played)
        play, number = Play(seat, codes, 0), self.deal.trick.number
        deal = self.deal._replace(trick=Trick(number, plays))
        unlawful = rules.unlawful(deal, play) is not None
        denials = () if unlawful else rules.denies(deal, play)
        after = (*plays, play)
        best = self._best(after)
        assert best is not None
        key = (rules.demands(self.deal, after), best.cards)
        at = self.known.get(key)
        if at is None:
            at = self.known[key] = len(self.plays)
            self.plays.append(after)
            self.best.append(best)
            self.steps.append({})
        elif len(after) < len(self.plays[at]):
            self.plays[at], self.best[at] = after, best
            for later in self.steps[at]:  # the states after it are reached by fewer plays as well
                self._step(at, later)
        return Step(unlawful, denials, best is play, at)


class Course:
    """The plays of each hand to a trick, in each state of the trick."""

    def __init__(self, layout: Layout, tricks: Tricks, worth: Mapping[str, int], own: Mapping[str, int]) -> None:
        self.layout, self.tricks = layout, tricks
        self.worth, self.own = worth, own
        self.alike: Mapping[int, Sequence[tuple[int, int]]] = {}
        """For each card (a bit) the others that bring the same, as in `Option.alike`."""
        self.table: list[int] = []
        """For each state the copies (bits) of the cards that take the trick so far."""
        self.options: list[dict[int, tuple[list[Option], list[Option]]]] = []
        self._grow()
        seats, begun = tricks.seats, tricks.plays[0]
        self.after = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        """The seat that plays after each seat, in this trick."""
        if begun:
            waiting = [seat for seat in seats if seat not in {play.seat for play in begun}]
            self.after |= dict(zip(waiting, (*waiting[1:], waiting[0]), strict=True)) if waiting else {}

    def step(self, state: int, codes: tuple[str, ...]) -> Step:
        """What a play does in a trick in this state."""
        step = self.tricks.step(state, codes)
        if step.after >= len(self.options):
            self._grow()
        return step

    def _grow(self) -> None:
        """Make room for all known states."""
        for best in self.tricks.best[len(self.table) :]:
            codes = best.cards if best else ()
            self.table.append(union(self.layout.bits(self.tricks.rules.deck.mask(code)) for code in codes))
            self.options.append({})

    def orders(self, state: int, seat: int, hand: int) -> tuple[list[Option], list[Option]]:
        """The lawful plays of a hand (bits), or all if none is lawful, in two orders of trying them: the first if the
        side that the seat plays for has the trick so far, the second if the other has it.
        """
        orders = self.options[state].get(hand)
        if orders is None:
            orders = self.options[state][hand] = self._orders(state, seat, hand)
        return orders

    def _orders(self, state: int, seat: int, hand: int) -> tuple[list[Option], list[Option]]:
        every = [self._option(state, seat, hand, bits, codes) for bits, codes in self._plays(state, seat, hand)]
        lawful = [option for option, good in every if good] or [option for option, _ in every]
        if not self.tricks.plays[state]:
            lawful.sort(key=lambda option: -option.worth)
            return lawful, lawful[:]
        mine = sorted(lawful, key=lambda option: (option.takes, -option.worth))
        theirs = sorted(lawful, key=lambda option: (not option.takes, option.worth))
        return mine, theirs

    def _plays(self, state: int, seat: int, hand: int) -> list[tuple[int, tuple[str, ...]]]:
        """All plays of a hand, lawful or not: the cards (bits) and the codes of each."""
        layout, held = self.layout, dict[str, int]()
        for place in places(hand):
            held.setdefault(layout.codes[place], 1 << place)
        if not self.tricks.rules.several:
            return [(bit, (face,)) for code, bit in held.items() for face in code.split("/")]
        plays = []
        lead = self.tricks.plays[state]
        if not lead:
            for code in held:
                copies = layout.of[code] & hand
                run = 0
                for place in places(copies):
                    run |= 1 << place
                    plays.append((run, (code,) * run.bit_count()))
            return plays
        asked = min(len(lead[0].cards), hand.bit_count())
        seen = set()
        for chosen in combinations(tuple(places(hand)), asked):
            codes = tuple(layout.codes[place] for place in chosen)
            if codes not in seen:
                seen.add(codes)
                plays.append((sum(1 << place for place in chosen), codes))
        return plays

    def _option(self, state: int, seat: int, hand: int, bits: int, codes: tuple[str, ...]) -> tuple[Option, bool]:
        step = self.step(state, codes)
        rest = hand & ~bits
        good = not step.unlawful and not any(self._against(denial, rest) for denial in step.denials)
        worth, own = sum(self.worth.get(code, 0) for code in codes), sum(self.own.get(code, 0) for code in codes)
        alike = tuple((one, apart) for one, apart in self.alike.get(bits, ()) if one & hand)
        return Option(bits, worth, own, step.takes, step.after, codes, alike), good

    def _against(self, denial: Denial, rest: int) -> bool:
        """Whether the cards left in a hand (bits) contradict a denial."""
        layout = self.layout
        if rest & layout.bits(denial.cards.bits):
            return True
        if not denial.again:
            return False
        deck = self.tricks.rules.deck
        for code in set(layout.names(rest)):
            copies = deck.mask(code)
            again, held = (denial.again.bits & copies).bit_count(), (rest & layout.of[code]).bit_count()
            if again + held > copies.bit_count() and again:
                return True
        return False


def union(sets: Iterable[int]) -> int:
    """The bits of all these sets."""
    bits = 0
    for each in sets:
        bits |= each
    return bits
