"""Kitty, discard, gifts and announcements before the judge, beside every deal there can have been.

Two players follow suit and have no other law. A world is a deal with all that moved unseen; every one that agrees with
what was seen is tried, card by card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.double_detente import DoubleDetente
from referee.judge import judge_acts, judge_play, open_case
from referee.rules import Act, AtMost, Denial, Denies, Foul, Holder, Holds, Moves
from referee.rules.cards import Deck
from referee.rules.deal import Deal, Play
from referee.words.text import T

ANA, BEN, KITTY, DISCARD = 0, 1, "kitty", "discard"
PLAIN = Deck(["H1", "H2", "S1", "S2", "S3", "T1", "T2", "T3"])
TWINS = Deck(["H1", "H1", "S1", "S1", "S2", "T1", "T1", "T2"])
SAID = T("says so")

Step = Act | Play
World = tuple[int, ...]
"""What each holder holds, a bit for each card."""
Illegal = frozenset[tuple[int, int]]
"""What was untrue or against the law: (step, seat)."""


class FollowSuit(DoubleDetente):
    """Follow suit, nothing more, with any small pack."""

    def __init__(self, deck: Deck, by_lead: bool = False) -> None:
        super().__init__(self.presets["standard"], ("Ana", "Ben"))
        self.deck = deck
        self.by_lead = by_lead  # type: ignore[misc]

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        led = deal.trick.plays[0].card[0] if deal.trick.plays else play.card[0]
        return () if led == play.card[0] else (suit(self.deck, led),)


def suit(deck: Deck, letter: str) -> Denial:
    return none_of(deck, [code for code in deck.kinds if code[0] == letter])


def none_of(deck: Deck, codes: Iterable[str]) -> Denial:
    return Denial("must-follow", "law", deck.of(*codes), T("none of them"))


def run(deck: Deck, holders: dict[Holder, int], steps: list[Step], by_lead: bool) -> list[tuple[Foul, ...]]:
    """What the judge has reported after each step; step n is line n + 1."""
    rules = FollowSuit(deck, by_lead)
    deal = Deal(1, 1, BEN, (ANA, BEN), 20, phase="play")
    case = open_case(deck, holders)
    reported = []
    for line, step in enumerate(steps, 1):
        if isinstance(step, Play):
            play = Play(step.seat, step.cards, line)
            case, deal = judge_play(case, rules, deal, play), deal.lay(play)
            if len(deal.trick.plays) == 2:
                deal = deal.gather(step.seat)
        else:
            case = judge_acts(case, rules, line, [step])
        reported.append(case.fouls)
    return reported


# --- the long way: every world ----------------------------------------------------------------------------------


@cache
def deals(cards: frozenset[int], rooms: tuple[int, ...]) -> tuple[World, ...]:
    """Every deal of these cards over places with so much room."""
    if not rooms:
        return ((),)
    return tuple(
        (sum(1 << card for card in hand), *rest)
        for hand in combinations(sorted(cards), rooms[0])
        for rest in deals(cards - set(hand), rooms[1:])
    )


def has(deck: Deck, cards: Iterable[int], codes: tuple[str, ...]) -> bool:
    """Whether these cards are among them."""
    there = [deck.code(card) for card in cards]
    return all(there.count(code) >= codes.count(code) for code in codes)


def whose(step: Step) -> Holder:
    """The holder from whose cards alone follows what a step makes of a world."""
    match step:
        case Moves(source, _, _, _):
            return source
        case Play(seat, _, _):
            return seat
        case _:
            return step.holder


def ways(deck: Deck, held: int, step: Step, led: str | None) -> Iterator[tuple[int, int | None, str | None]]:
    """The ways in which a holder of these cards can have done a step: the cards that leave him, the seat that broke a law
    by it, and the suit led to the trick it leaves open.
    """
    cards = [card for card in range(len(deck)) if held >> card & 1]
    match step:
        case Holds(_, codes):
            if has(deck, cards, codes):
                yield 0, None, led
        case Denies(_, seat, denial, _):
            yield 0, seat if held & denial.cards.bits else None, led
        case AtMost(_, seat, count, denial, _):
            yield 0, seat if (held & denial.cards.bits).bit_count() > count else None, led
        case Moves(_, _, count, codes):
            for gift in combinations(cards, count):
                if has(deck, gift, codes):
                    yield sum(1 << card for card in gift), None, led
        case Play(seat, (code,), _):
            for card in cards:
                if code in ("?", deck.code(card)):
                    mine = deck.code(card)[0]
                    revoked = led not in (None, mine) and any(deck.code(c)[0] == led for c in cards if c != card)
                    yield 1 << card, seat if revoked else None, mine if led is None else None


def explanations(deck: Deck, holders: dict[Holder, int], steps: list[Step]) -> list[set[Illegal]]:
    """After each step: for all worlds, what was illegal in them."""
    places = list(dict.fromkeys([*holders, *(step.target for step in steps if isinstance(step, Moves))]))
    rooms = tuple(holders.get(holder, 0) for holder in places)
    worlds: set[tuple[World, Illegal, str | None]] = {
        (world, frozenset(), None) for world in deals(frozenset(range(len(deck))), rooms)
    }
    found = []
    for number, step in enumerate(steps):
        source, target = places.index(whose(step)), places.index(step.target) if isinstance(step, Moves) else None
        done = cache(lambda held, led, step=step: list(ways(deck, held, step, led)))
        later = set()
        for world, illegal, led in worlds:
            for gone, seat, suit_led in done(world[source], led):
                held = list(world)
                held[source] ^= gone
                if target is not None:
                    held[target] |= gone
                later.add((tuple(held), illegal if seat is None else illegal | {(number, seat)}, suit_led))
        worlds = later
        found.append({illegal for _, illegal, _ in worlds})
    return found


def smallest(sets: set[frozenset[int]]) -> set[frozenset[int]]:
    return {one for one in sets if not any(other < one for other in sets)}


def minimal(found: set[Illegal], known: Illegal = frozenset()) -> set[frozenset[int]]:
    return smallest({frozenset(seat for _, seat in illegal - known) for illegal in found})


# --- a table that plays ------------------------------------------------------------------------------------------


class Evening:
    """Ana and Ben with real cards: what they do becomes the steps."""

    def __init__(self, rng: Random, deck: Deck, rooms: dict[Holder, int], care: float, hide: float) -> None:
        cards = list(range(len(deck)))
        rng.shuffle(cards)
        self.rng, self.deck, self.care, self.hide = rng, deck, care, hide
        self.rooms = rooms
        self.held: dict[Holder, list[int]] = {}
        for holder, room in rooms.items():
            self.held[holder], cards = cards[:room], cards[room:]
        self.steps: list[Step] = []

    def codes(self, holder: Holder) -> tuple[str, ...]:
        return tuple(self.deck.code(card) for card in self.held[holder])

    def move(self, source: Holder, target: Holder, cards: list[int], shown: bool) -> None:
        self.held[source] = [card for card in self.held[source] if card not in cards]
        self.held.setdefault(target, []).extend(cards)
        known = tuple(map(self.deck.code, cards)) if shown else ()
        self.steps.append(Moves(source, target, len(cards), known))

    def give(self, source: Holder, target: Holder, count: int, first: str = "", shown: bool = False) -> None:
        """Give cards, those of a suit before others if care is taken."""
        hand = self.rng.sample(self.held[source], len(self.held[source]))
        if first and self.rng.random() < self.care:
            hand.sort(key=lambda card: self.deck.code(card)[0] != first)
        self.move(source, target, hand[:count], shown)

    def deny(self, holder: Holder, seat: int, denial: Denial) -> None:
        self.steps.append(Denies(holder, seat, denial, SAID))

    def play_out(self) -> None:
        leader = ANA
        while self.held[ANA] and self.held[BEN]:
            led = ""
            for seat in (leader, 1 - leader):
                hand = self.held[seat]
                following = [card for card in hand if self.deck.code(card)[0] == led]
                careful = self.rng.random() < self.care
                card = self.rng.choice(following if following and careful else hand)
                led = led or self.deck.code(card)[0]
                hand.remove(card)
                code = "?" if self.rng.random() < self.hide else self.deck.code(card)
                self.steps.append(Play(seat, (code,), 0))
            leader = 1 - leader


def kitty_taken(rng: Random, deck: Deck, care: float, hide: float) -> Evening:
    """Ana takes the kitty, which all have seen, sets as many cards aside, and says what they are not."""
    table = Evening(rng, deck, {ANA: 3, BEN: 3, KITTY: 2}, care, hide)
    table.steps.append(Holds(KITTY, table.codes(KITTY)))
    count = len(table.held[KITTY])
    table.move(KITTY, ANA, list(table.held[KITTY]), shown=True)
    if rng.random() < 0.5:
        table.steps.append(Holds(ANA, table.codes(ANA)[:1]))
    table.give(ANA, DISCARD, count, "S")
    never = rng.choice("HT")
    if rng.random() > care or not any(code[0] == never for code in table.codes(DISCARD)):
        table.deny(DISCARD, ANA, suit(deck, never))
    table.play_out()
    return table


def poverty(rng: Random, deck: Deck, care: float, hide: float) -> Evening:
    """Ana says that she has two trumps at most, gives two cards, has no trump left, and gets two cards back."""
    hand = (len(deck) - 1) // 2
    table = Evening(rng, deck, {ANA: hand, BEN: hand, KITTY: len(deck) - 2 * hand}, care, hide)
    trumps = suit(deck, "T")
    table.steps.append(AtMost(ANA, ANA, 2, trumps, SAID))
    table.give(ANA, BEN, 2, "T")
    table.deny(ANA, ANA, trumps)
    table.give(BEN, ANA, 2)
    table.play_out()
    return table


def tribute(rng: Random, deck: Deck, care: float, hide: float) -> Evening:
    """Ana gives Ben a trump for all to see and says that she keeps no better one; he gives a card back."""
    hand = (len(deck) - 1) // 2
    table = Evening(rng, deck, {ANA: hand, BEN: hand, KITTY: len(deck) - 2 * hand}, care, hide)
    table.give(ANA, BEN, 1, "T", shown=True)
    best = table.steps[-1]
    assert isinstance(best, Moves)
    if rng.random() < 0.7:
        table.deny(ANA, ANA, none_of(deck, [code for code in deck.kinds if code[0] == "T" and code > best.cards[0]]))
    if rng.random() < 0.3:
        table.steps.append(Holds(BEN, table.codes(BEN)[:1]))
    table.give(BEN, ANA, 1, shown=rng.random() < 0.3)
    if rng.random() < 0.3:
        table.steps.append(Holds(ANA, table.codes(ANA)[:1]))
    table.play_out()
    return table


SCENES = {"kitty": kitty_taken, "poverty": poverty, "tribute": tribute}


def compared(table: Evening, by_lead: bool = False) -> tuple[int | None, int | None, tuple[Foul, ...], set[Illegal]]:
    """The first step with no honest world, the first with an accusation, that accusation, and the worlds then."""
    reported = run(table.deck, table.rooms, table.steps, by_lead)
    found = explanations(table.deck, table.rooms, table.steps)
    first = next((number for number, illegal in enumerate(found) if frozenset() not in illegal), None)
    mine = next((number for number, fouls in enumerate(reported) if fouls), None)
    at = len(found) - 1 if mine is None else mine
    return first, mine, reported[at], found[at]


def check_who(fouls: tuple[Foul, ...], found: set[Illegal]) -> None:
    known = frozenset((foul.committed - 1, foul.suspects[0]) for foul in fouls if foul.proof != "counted")
    assert all(known <= illegal for illegal in found)
    sets = minimal(found)
    assert {foul.seat for foul in fouls if foul.seat is not None} == frozenset.intersection(*sets)
    beside = minimal(found, known)
    assert {seat for foul in fouls if foul.proof == "counted" for seat in foul.suspects} == frozenset().union(*beside)


quick = settings(derandomize=True, deadline=None, max_examples=50)
chance = st.integers(0, 2**32).map(Random)
care = st.sampled_from([0.3, 0.7, 0.9])


@pytest.mark.parametrize("scene", SCENES)
@quick
@given(chance, care)
def test_an_untrue_word_is_proved_at_the_step_that_leaves_no_honest_world(
    scene: str, rng: Random, careful: float
) -> None:
    first, mine, fouls, found = compared(SCENES[scene](rng, PLAIN, careful, 0.0))
    assert mine == first
    if mine is not None:
        check_who(fouls, found)


@pytest.mark.parametrize("scene", SCENES)
@quick
@given(chance, care, st.sampled_from([PLAIN, TWINS]), st.booleans())
def test_with_copies_and_unseen_cards_too_nobody_is_accused_falsely(
    scene: str, rng: Random, careful: float, deck: Deck, by_lead: bool
) -> None:
    first, mine, fouls, found = compared(SCENES[scene](rng, deck, careful, rng.choice([0.0, 0.3])), by_lead)
    if mine is not None:
        assert first is not None
        assert first <= mine
        certain = frozenset.intersection(*minimal(found))
        assert {foul.seat for foul in fouls if foul.seat is not None} <= certain


@quick
@given(chance, care, st.booleans())
def test_unseen_cards_are_taken_apart_whether_or_not_the_lead_alone_matters(
    rng: Random, careful: float, by_lead: bool
) -> None:
    table = Evening(rng, PLAIN, {ANA: 3, BEN: 3, KITTY: 2}, careful, 0.4)
    table.play_out()
    first, mine, fouls, found = compared(table, by_lead)
    assert mine == first
    if mine is not None:
        check_who(fouls, found)
