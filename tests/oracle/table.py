"""A table of people with real hands: dealing, honest play, and one foul on purpose.

Everything random comes from the `random.Random` passed in, so a seed gives the same table again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from .detente import bids_legal, breaches, denied, legal, score_tricks, winner

Hands = dict[str, frozenset[str]]
Choice = Callable[[str, set[str], list[str]], str]


@dataclass(frozen=True)
class Trick:
    """The cards in order of play, from the leader on."""

    leader: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """One part as it really happened, hidden hands and all. `seats` are in order of play."""

    number: int
    dealer: str
    seats: tuple[str, ...]
    hands: Hands
    stock: frozenset[str]
    bids: tuple[tuple[str, int], ...]
    tricks: tuple[Trick, ...]

    def plays(self) -> list[tuple[str, str]]:
        """(seat, card) for every play in order."""
        return [
            (seat, card)
            for trick in self.tricks
            for seat, card in zip(order(self.seats, trick.leader), trick.cards, strict=True)
        ]

    def table(self, index: int) -> list[str]:
        """What lay in the trick when play number `index` (from 0) was made."""
        trick = self.tricks[index // len(self.seats)]
        return list(trick.cards[: index % len(self.seats)])

    def scores(self) -> dict[str, int]:
        """The score of the part for an honest part played to its end."""
        said = dict(self.bids)
        tricks = [(self.seats.index(trick.leader), trick.cards) for trick in self.tricks]
        points = score_tricks(self.number, [said[seat] for seat in self.seats], tricks)
        return dict(zip(self.seats, points, strict=True))


@dataclass(frozen=True)
class Foul:
    """The one foul planted: which play of the part (from 0), of what kind, and by whom.

    `held` are the cards the offender denied by it and really had.
    """

    play: int
    kind: str
    seat: str
    held: frozenset[str]


def order(seats: Sequence[str], leader: str) -> list[str]:
    """The seats in order of play from the leader on."""
    start = list(seats).index(leader)
    return [*seats[start:], *seats[:start]]


def left_of(seats: Sequence[str], seat: str) -> str:
    """The next seat in order of play."""
    return order(seats, seat)[1]


def deal_out(rng: Random, deck: Sequence[str], seats: Sequence[str], cards: int) -> tuple[Hands, frozenset[str]]:
    """`cards` cards to each seat, and the stock of what is left."""
    if cards * len(seats) > len(deck):
        raise ValueError(f"{len(deck)} cards are not enough for {len(seats)} hands of {cards}")
    shuffled = list(deck)
    rng.shuffle(shuffled)
    hands = {seat: frozenset(shuffled[place * cards : (place + 1) * cards]) for place, seat in enumerate(seats)}
    return hands, frozenset(shuffled[len(seats) * cards :])


def bid_round(rng: Random, seats: Sequence[str], dealer: str, cards: int) -> tuple[tuple[str, int], ...]:
    """Random lawful bids, the dealer's left first.

    In a shortened part of two the second avoids the sum of 13 as well as that of `cards`, as the
    law names the first only.
    """
    said: list[tuple[str, int]] = []
    for seat in order(seats, left_of(seats, dealer)):
        before = [bid for _, bid in said]
        lawful = [
            bid
            for bid in range(cards + 1)
            if bids_legal(before, bid, len(seats), cards) and bids_legal(before, bid, len(seats))
        ]
        said.append((seat, rng.choice(lawful)))
    return tuple(said)


def play_out(
    hands: Mapping[str, frozenset[str]], seats: Sequence[str], leader: str, choose: Choice
) -> tuple[Trick, ...]:
    """All tricks of a part; `choose(seat, cards left, table)` picks each card.

    The dealer's left leads, then the winner of the trick.
    """
    left = {seat: set(hands[seat]) for seat in seats}
    tricks = []
    while left[leader]:
        table: list[str] = []
        turn = order(seats, leader)
        for seat in turn:
            card = choose(seat, left[seat], table)
            left[seat].remove(card)
            table.append(card)
        tricks.append(Trick(leader, tuple(table)))
        leader = turn[winner(table)]
    return tuple(tricks)


def honest(rng: Random) -> Choice:
    """Somebody who plays any legal card."""
    return lambda seat, hand, table: rng.choice(sorted(legal(hand, table)))


def reckless(rng: Random, share: float) -> Choice:
    """Somebody who looks at the laws for a part of the plays only."""

    def choose(seat: str, hand: set[str], table: list[str]) -> str:
        allowed = hand if rng.random() < share else legal(hand, table)
        return rng.choice(sorted(allowed))

    return choose


class OneFoul:
    """Honest people, one of whom commits one foul of the wanted kind when he can.

    Only a plain case is taken: everything held that the play denied is denied by the same law.
    """

    def __init__(self, rng: Random, kind: str, chance: float = 0.3) -> None:
        """`chance`: how often an occasion is taken while there has been no foul."""
        self.rng = rng
        self.kind = kind
        self.chance = chance
        self.plays = 0
        self.foul: Foul | None = None

    def __call__(self, seat: str, hand: set[str], table: list[str]) -> str:
        """A legal card, or once the foul."""
        fouls = [card for card in sorted(hand) if set(breaches(hand, card, table)) == {self.kind}]
        index = self.plays
        self.plays += 1
        if self.foul is not None or not fouls or self.rng.random() > self.chance:
            return self.rng.choice(sorted(legal(hand, table)))
        card = self.rng.choice(fouls)
        held = denied(card, table)[self.kind] & hand
        self.foul = Foul(index, self.kind, seat, frozenset(held))
        return card
