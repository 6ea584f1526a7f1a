"""The last tricks of a deal by the long way: every lawful line laid to its end, and counted there.

Written from the oracles of the games, which know nothing of the program. A hand is a list of what can be laid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random

from . import da_ban, detente, doppelkopf, double, tarot

Line = tuple[tuple[int, tuple[str, ...]], ...]
"""Tricks in order: who led, and what was laid in turn."""


@dataclass(frozen=True)
class Game:
    """A deal as it may be laid out: the hands, who is on our side, what may be laid, who takes a trick (the place), and
    what a whole deal comes to: our points, and 1 where our side wins, -1 where the other does, 0 for nobody.
    """

    seats: int
    ours: frozenset[int]
    lawful: Callable[[Sequence[str], Sequence[str]], list[str]]
    taker: Callable[[Sequence[tuple[int, str]]], int]
    outcome: Callable[[Sequence[tuple[int, tuple[str, ...], int]]], tuple[float, int]]
    pieces: Callable[[str], list[str]] = lambda card: [card]
    """The cards of a hand that go with what is laid."""
    fronts: Callable[[Sequence[str], Sequence[str]], set[str]] = lambda hand, table: {
        front for card in hand for front in card.split("/")
    }
    """All that might be laid, lawful or not."""
    worth: Callable[[str], float] = lambda card: 0
    """What a card counts to who takes it, where that is all the outcome asks of a card that is not `special`."""
    special: frozenset[str] = frozenset()

    def lay(self, hand: list[str], card: str) -> None:
        """Take what is laid out of a hand."""
        for piece in self.pieces(card):
            hand.remove(piece)


@dataclass(frozen=True)
class Ends:
    """What a position comes to: best play of both in points and in winners, and every end there is (points, winner, who
    took a trick from here on).
    """

    points: float
    winner: int
    ends: frozenset[tuple[float, int, frozenset[bool]]]


Hands = tuple[int, ...]
"""The hands by the numbers that `Laid` gives them, as they are compared by the million; 0 holds nothing."""
Kind = tuple[tuple[tuple[str, bool, bool, bool], ...], int, int]
"""What tricks come to beside points: the special cards (each whether ours, whether taken by us, whether in the last
trick), the tricks of the others, and ours.
"""
NOTHING: Kind = ((), 0, 0)


def _sum(one: Kind, other: Kind) -> Kind:
    return (tuple(sorted((*one[0], *other[0]))), one[1] + other[1], one[2] + other[2])


class Laid:
    """A position laid out to the end in every lawful way; the tricks of `before` stand. Points are half points here. The
    outcome asks for no more than points and kind of all tricks, and our points grow by what we take.
    """

    def __init__(self, game: Game, before: list[tuple[int, tuple[str, ...], int]]) -> None:
        self.game, self.before = game, before
        self.counts: dict[object, dict[Kind, int]] = {}
        self.ends: dict[tuple[int, Kind], tuple[float, int]] = {}
        self.sides: dict[tuple[Kind, int], int] = {}
        self.points: dict[object, float] = {}
        self.winners: dict[object, int] = {}
        self.numbers: dict[tuple[str, ...], int] = {(): 0}
        self.hands: list[tuple[str, ...]] = [()]
        self.lawful: dict[object, list[tuple[str, int]]] = {}
        self.tricks: dict[object, tuple[int, int, Kind]] = {}

    def from_here(self, hands: list[list[str]], leader: int, table: list[str]) -> Ends:
        whole, laid = tuple(self._number(hand) for hand in hands), tuple(table)
        counts = self._counts(whole, leader, laid)
        every = [(made, kind) for kind, bits in counts.items() for made in range(bits.bit_length()) if bits >> made & 1]
        for made, kind in every:
            if (made, kind) not in self.ends:
                line = self._line(whole, leader, laid, made, kind)
                found = self.ends[made, kind] = self.game.outcome([*self.before, *line])
                self.sides[kind, found[1]] = self.sides.get((kind, found[1]), 0) | 1 << made
        assert all(len({self.ends[m][0] - m[0] / 2 for m in every if m[1] == kind}) == 1 for kind in counts)
        return Ends(
            self._points(whole, leader, laid, NOTHING), self._winner(whole, leader, laid, 0, NOTHING),
            frozenset(
                (*self.ends[made, kind], frozenset(side for side in (False, True) if kind[1 + side])) for made, kind in every
            ),
        )  # fmt: skip

    def _counts(self, hands: Hands, leader: int, table: tuple[str, ...]) -> dict[Kind, int]:
        """What the tricks from here on can come to: for each kind the points, one bit each."""
        found: dict[Kind, int] = {}
        if len(table) < self.game.seats:
            for rest, laid in self._after(hands, leader, table):
                for kind, bits in self._counts(rest, leader, laid).items():
                    found[kind] = found.get(kind, 0) | bits
            return found
        winner, made, more = self._trick(hands, leader, table)
        for kind, bits in self._from(hands, winner).items():
            found[_sum(kind, more)] = bits << made
        return found

    def _from(self, hands: Hands, leader: int) -> dict[Kind, int]:
        """The same from the beginning of a trick."""
        if (hands, leader) not in self.counts:
            self.counts[hands, leader] = self._counts(hands, leader, ()) if any(hands) else {NOTHING: 1}
        return self.counts[hands, leader]

    def _line(self, hands: Hands, leader: int, table: tuple[str, ...], made: int, kind: Kind) -> Line:
        """A line whose tricks come to this."""
        if len(table) < self.game.seats:
            for rest, laid in self._after(hands, leader, table):
                if self._counts(rest, leader, laid).get(kind, 0) >> made & 1:
                    return self._line(rest, leader, laid, made, kind)
        winner, gain, more = self._trick(hands, leader, table)
        here = (leader, table, winner)
        if not any(hands):
            return [here]
        left = next(
            one
            for one, bits in self._from(hands, winner).items()
            if made >= gain and bits >> made - gain & 1 and _sum(one, more) == kind
        )
        return [here, *self._line(hands, winner, (), made - gain, left)]

    def _points(self, hands: Hands, leader: int, table: tuple[str, ...], so_far: Kind) -> float:
        """Our points to come with best play of both, after tricks of this kind."""
        if len(table) < self.game.seats:
            best = max if (leader + len(table)) % self.game.seats in self.game.ours else min
            return best(self._points(rest, leader, laid, so_far) for rest, laid in self._after(hands, leader, table))
        winner, made, more = self._trick(hands, leader, table)
        so_far = _sum(so_far, more)
        key = hands, winner, so_far
        if key not in self.points:
            if any(hands):
                self.points[key] = self._points(hands, winner, (), so_far)
            else:
                self.points[key] = next(found[0] - end[0] / 2 for end, found in self.ends.items() if end[1] == so_far)
        return made / 2 + self.points[key]

    def _winner(self, hands: Hands, leader: int, table: tuple[str, ...], made: int, so_far: Kind) -> int:
        """Who wins with best play of both, after tricks of these points and this kind."""
        if len(table) < self.game.seats:
            side = 1 if (leader + len(table)) % self.game.seats in self.game.ours else -1
            found = -side
            for rest, laid in self._after(hands, leader, table):
                one = self._winner(rest, leader, laid, made, so_far)
                found = one if one * side > found * side else found
                if found == side:
                    break
            return found
        winner, gain, more = self._trick(hands, leader, table)
        made, so_far = made + gain, _sum(so_far, more)
        key = hands, winner, made, so_far
        if key not in self.winners:
            sides = {
                side for kind, bits in self._from(hands, winner).items() for side in (1, 0, -1)
                if bits << made & self.sides.get((_sum(so_far, kind), side), 0)
            }  # fmt: skip
            self.winners[key] = sides.pop() if len(sides) == 1 else self._winner(hands, winner, (), made, so_far)
        return self.winners[key]

    def _after(self, hands: Hands, leader: int, table: tuple[str, ...]) -> Iterator[tuple[Hands, tuple[str, ...]]]:
        """What every lawful card of the seat to play leaves: the hands and the table."""
        seat = (leader + len(table)) % self.game.seats
        for card, rest in self._lawful(hands[seat], table):
            yield (*hands[:seat], rest, *hands[seat + 1 :]), (*table, card)

    def _lawful(self, hand: int, table: tuple[str, ...]) -> list[tuple[str, int]]:
        """What a hand may lay, each once, with what is left of it."""
        key = hand, table
        if key not in self.lawful:
            self.lawful[key] = []
            for card in sorted(set(self.game.lawful(self.hands[hand], table))):
                rest = list(self.hands[hand])
                self.game.lay(rest, card)
                self.lawful[key].append((card, self._number(rest)))
        return self.lawful[key]

    def _number(self, hand: Sequence[str]) -> int:
        """The number of a hand."""
        cards = tuple(sorted(hand))
        if cards not in self.numbers:
            self.numbers[cards] = len(self.hands)
            self.hands.append(cards)
        return self.numbers[cards]

    def _trick(self, hands: Hands, leader: int, table: tuple[str, ...]) -> tuple[int, int, Kind]:
        """Who takes a trick, the half points it brings us, and its kind."""
        game, key = self.game, (leader, table, any(hands))
        if key not in self.tricks:
            turn = [(leader + place) % game.seats for place in range(game.seats)]
            laid = list(zip(turn, table, strict=True))
            winner = turn[game.taker(laid)]
            side = winner in game.ours
            cards = [(seat, card) for seat, shown in laid for card in game.pieces(shown)]
            special = tuple((c, seat in game.ours, side, not any(hands)) for seat, c in cards if c in game.special)
            made = int(2 * sum(game.worth(card) for _, card in cards)) if side else 0
            self.tricks[key] = winner, made, (tuple(sorted(special)), int(not side), int(side))
        return self.tricks[key]


@dataclass
class Story:
    """A deal laid at random to its last tricks, with a foul in the first of them. `text` is the record, `line` the
    foul's; `hands` what each seat held at the foul, `table` what lay there.
    """

    text: str
    line: int
    game: Game
    seat: int
    hands: list[list[str]]
    leader: int
    table: list[str]
    card: str
    before: list[tuple[int, tuple[str, ...], int]]

    def after(self, card: str) -> Ends:
        """What the deal comes to once the offender has laid this card."""
        rest = [list(hand) for hand in self.hands]
        self.game.lay(rest[self.seat], card)
        return self._laid.from_here(rest, self.leader, [*self.table, card])

    @cached_property
    def _laid(self) -> Laid:
        return Laid(self.game, list(self.before))

    def lawful(self) -> list[str]:
        return sorted(set(self.game.lawful(self.hands[self.seat], self.table)))


def tell(
    rng: Random, game: Game, head: list[str], hands: list[list[str]], leader: int, last: int, names: Sequence[str]
) -> Story | None:
    """Lay a deal at random; None where nobody could break a law in the trick begun with so many cards a hand."""
    lines, before = list(head), []
    while hands[leader]:
        table: list[str] = []
        foul, here = None, len(hands[leader]) <= last
        for place in range(game.seats):
            seat = (leader + place) % game.seats
            lawful = game.lawful(hands[seat], table)
            if here:
                unlawful = [card for card in sorted(game.fronts(hands[seat], table)) if card not in lawful]
                if unlawful:
                    card = rng.choice(unlawful)
                    foul = (seat, [list(hand) for hand in hands], leader, list(table), card)
                    lines.append(f"trick {names[leader]} " + " ".join([*table, card]))
                    break
            card = rng.choice(sorted(lawful))
            game.lay(hands[seat], card)
            table.append(card)
        if foul is not None:
            seat, held, lead, laid, card = foul
            return Story("\n".join(lines) + "\n", len(lines), game, seat, held, lead, laid, card, before)
        if here:
            return None
        turn = [(leader + place) % game.seats for place in range(game.seats)]
        winner = turn[game.taker(list(zip(turn, table, strict=True)))]
        lines.append(f"trick {names[leader]} " + " ".join(table))
        before.append((leader, tuple(table), winner))
        leader = winner
    return None


# --- the games


def doppelkopf_story(rng: Random, last: int, bound: Sequence[str] = ()) -> Story | None:
    """Normal deals and solos under the federation's laws, with announcements now and then; or a normal deal in which
    both sides are bound by these.
    """
    names = ("Ana", "Ben", "Cid", "Dan")
    deck = doppelkopf.full_deck()
    rng.shuffle(deck)
    hands = [sorted(deck[12 * seat : 12 * seat + 12]) for seat in range(4)]
    solo = rng.choice(doppelkopf.SOLOS) if not bound and rng.random() < 0.3 else None
    contract = solo or "normal"
    re = {0} if solo else {seat for seat in range(4) if "CQ" in hands[seat]}
    said: dict[bool, list[str]] = {True: [], False: []}
    lines = ["game doppelkopf", "preset ddv", "seats " + " ".join(names), "deal Dan"]
    lines += [f"hand {name} " + " ".join(hand) for name, hand in zip(names, hands, strict=True)]
    if solo:
        lines += ["bid Ana vorbehalt", "bid Ben gesund", "bid Cid gesund", "bid Dan gesund", f"bid Ana {solo}"]
    else:
        lines += [f"bid {name} gesund" for name in names]
    for seat in rng.sample(range(4), 4):
        side = seat in re
        if not said[side] and (bound or rng.random() < 0.25):
            words = ["re" if side else "kontra", "no90", "no60", "no30", "schwarz"]
            for word in [words[0], *bound] if bound else words[: rng.randint(1, 5)]:
                said[side].append(word)
                lines.append(f"announce {names[seat]} {word}")
    game = doppelkopf_game(frozenset(re), contract, said)
    return tell(rng, game, lines, hands, 0, last, names)


def doppelkopf_game(re: frozenset[int], contract: str, said: Mapping[bool, Sequence[str]]) -> Game:
    """The game of these sides under the federation's laws; `said` by Re (True) and Kontra."""
    levels = {side: ["said" if word in ("re", "kontra") else word for word in words] for side, words in said.items()}

    def outcome(tricks: Sequence[tuple[int, tuple[str, ...], int]]) -> tuple[float, int]:
        points = sum(doppelkopf.points_of(cards) for _, cards, taker in tricks if taker in re)
        takers = {taker in re for _, _, taker in tricks}
        no_trick = None if len(takers) == 2 else "kontra" if takers == {True} else "re"
        for side, sign in (("re", 1), ("kontra", -1)):
            mine = side == "re"
            if doppelkopf.side_wins(side, points, levels[mine], levels[not mine], no_trick):
                return points, sign
        return points, 0

    return Game(
        4, re,
        lambda hand, table: doppelkopf.legal(hand, table, contract, True),
        lambda laid: doppelkopf.winner([card for _, card in laid], contract, True),
        outcome, worth=lambda card: doppelkopf.points_of([card]),
    )  # fmt: skip


def tarot_story(rng: Random, last: int) -> Story | None:
    """Four or three, with a kitty that the taker takes or nobody sees."""
    seats = rng.choice((3, 4))
    names = ("Ana", "Ben", "Cid", "Dan")[:seats]
    deck = sorted(tarot.DECK)
    rng.shuffle(deck)
    count = tarot.HAND[seats]
    hands = [sorted(deck[count * seat : count * seat + count]) for seat in range(seats)]
    kitty = deck[count * seats :]
    contract = rng.choice(("garde-sans", "garde-contre"))
    lines = ["game tarot", "seats " + " ".join(names), f"deal {names[-1]}"]
    lines += [f"hand {name} " + " ".join(hand) for name, hand in zip(names, hands, strict=True)]
    lines += [f"bid Ana {contract}", *(f"bid {name} pass" for name in names[1:])]
    if any(tarot.petit_alone(hand) for hand in hands):
        return None
    game = tarot_game(seats, contract, kitty)
    story = tell(rng, game, lines, hands, 0, last, names)
    if story is not None and len({winner in game.ours for _, _, winner in story.before}) == 1:
        return None  # who leads the Excuse to the last trick of a slam: held against the game elsewhere
    return story


def tarot_game(seats: int, contract: str, kitty: Sequence[str]) -> Game:
    """The game of the first seat against the others, the kitty unturned."""

    def outcome(tricks: Sequence[tuple[int, tuple[str, ...], int]]) -> tuple[float, int]:
        played = [tarot.Played(leader, cards) for leader, cards, _ in tricks]
        counted = tarot.count(played, seats, {0}, contract, kitty)
        need = (56, 51, 41, 36)[counted.bouts]
        return counted.points, 1 if counted.points >= need else -1

    return Game(
        seats, frozenset({0}), lambda hand, table: sorted(tarot.legal(set(hand), table)),
        lambda laid: tarot.takes([card for _, card in laid]), outcome, worth=tarot.worth, special=frozenset(tarot.BOUTS),
    )  # fmt: skip


def detente_story(rng: Random, last: int) -> Story | None:
    """A part of Double-détente: tricks of the offender."""
    seats, names = 3, ("Ana", "Ben", "Cid")
    deck = detente.full_deck()
    rng.shuffle(deck)
    hands = [sorted(deck[13 * seat : 13 * seat + 13]) for seat in range(seats)]
    lines = ["game double-detente", "seats " + " ".join(names), "deal Cid part=1"]
    lines += [f"hand {name} " + " ".join(hand) for name, hand in zip(names, hands, strict=True)]
    lines += [f"bid {name} 4" for name in names]
    return tricks_story(
        rng, lines, hands, last, names,
        lambda hand, table: sorted(detente.legal(set(hand), table)),
        lambda laid: detente.winner([card for _, card in laid]),
    )  # fmt: skip


def tricks_story(
    rng: Random, lines: list[str], hands: list[list[str]], last: int, names: Sequence[str],
    lawful: Callable[[Sequence[str], Sequence[str]], list[str]],
    taker: Callable[[Sequence[tuple[int, str]]], int], pieces: Callable[[str], list[str]] = lambda card: [card],
) -> Story | None:  # fmt: skip
    """A game of tricks: ours are the offender's, whoever that will be."""
    game = Game(len(names), frozenset(), lawful, taker, lambda _: (0, 0), pieces)
    story = tell(rng, game, lines, hands, 0, last, names)
    if story is None:
        return None
    seat = story.seat
    story.game = Game(
        len(names), frozenset({seat}), lawful, taker,
        lambda tricks: (sum(winner == seat for _, _, winner in tricks), 0), pieces,
    )  # fmt: skip
    return story


def double_story(rng: Random, last: int) -> Story | None:
    """DOUBLE with the deck that comes with the program, two lots."""
    return double_tricks(rng, last, ("Ana", "Ben", "Cid"), double.House())


def double_tricks(rng: Random, last: int, names: Sequence[str], house: double.House) -> Story | None:
    """DOUBLE with the deck that comes with the program."""
    cards = [(one, other) for one, other in double.lot()] * house.lots
    rng.shuffle(cards)
    size = 5
    faces = {face: card for card in cards for face in card}
    hands = [["/".join(card) for card in cards[size * seat : size * seat + size]] for seat in range(len(names))]
    turned = cards[len(names) * size :]
    shown = double.turned_of(turned, house)
    trump = double.trump_of(shown[-1], house)
    lines = ["game double", f"option lots={house.lots}", "seats " + " ".join(names), f"deal {names[-1]} cards={size}"]
    lines += [f"hand {name} " + " ".join(hand) for name, hand in zip(names, hands, strict=True)]
    lines += ["turn " + "/".join(card) for card in shown]
    lines += [f"bid {name} 1" for name in names]

    def laid(table: Sequence[str]) -> list[tuple[str, str]]:
        return [(shown, next(face for face in faces[shown] if face != shown)) for shown in table]

    def lawful(hand: Sequence[str], table: Sequence[str]) -> list[str]:
        held = [tuple(card.split("/")) for card in hand]
        return sorted({shown for shown, _ in double.legal(held, laid(table), trump, house)})

    return tricks_story(
        rng, lines, hands, last, names, lawful,
        lambda plays: double.winner(laid([card for _, card in plays]), trump, house.ace),
        lambda shown: ["/".join(faces[shown])],
    )  # fmt: skip


def da_ban_story(rng: Random, last: int) -> Story | None:
    """A round of Da Ban at some level, with hands of twenty-two; several cards to a trick where equal ones are led."""
    size, level, trump = 22, rng.randint(3, 9), rng.choice("SHDC")
    kinds = sorted(set(da_ban.full_deck()))
    rng.shuffle(kinds)
    deck = kinds[:30] * 3
    rng.shuffle(deck)
    hands = [sorted(deck[size * seat : size * seat + size]) for seat in range(4)]
    game, lines = da_ban_game(hands, level, trump, _kitty(hands, trump), alike=rng.random() < 0.5)
    return tell(rng, game, lines, hands, 0, last, DA_BAN)


def pairs_story(hands: list[list[str]], table: list[str], card: str) -> Story:
    """A first trick of Da Ban begun like this, where pairs are asked for, and a foul."""
    game, lines = da_ban_game(hands, 3, "H", _kitty(hands, "H"), alike=True)
    for seat, laid in enumerate(table):
        game.lay(hands[seat], laid)
    text = "\n".join([*lines, f"trick Ana {' '.join([*table, card])}"]) + "\n"
    return Story(text, len(lines) + 1, game, len(table), hands, 0, table, card, [])


DA_BAN = ("Ana", "Ben", "Cid", "Dan")


def _kitty(hands: list[list[str]], trump: str) -> list[str]:
    """A kitty that is set aside as it is."""
    rest = sorted(set(da_ban.full_deck()).difference(*hands))
    return [card for card in rest if card in da_ban.KINGS or card[0] != trump][:6]


def da_ban_game(
    hands: list[list[str]], level: int, trump: str, kitty: Sequence[str], alike: bool
) -> tuple[Game, list[str]]:
    """The game of these hands, the kitty set aside, and the lines before the first card."""
    lines = ["game da-ban", f"option follow_format={'pairs_first' if alike else 'suit_only'}"]
    lines += ["seats " + " ".join(DA_BAN)]
    lines += [f"deal Dan master=Ana levels={level},{level} trump={trump} cards={len(hands[0])}"]
    lines += [f"hand {name} " + " ".join(hand) for name, hand in zip(DA_BAN, hands, strict=True)]
    lines += ["kitty " + " ".join(kitty)]

    def every(hand: Sequence[str], table: Sequence[str]) -> set[str]:
        asked = min(table[0].count("+") + 1, len(hand)) if table else 1
        return {"+".join(sorted(cards)) for cards in combinations(hand, asked)} if table else set()

    def lawful(hand: Sequence[str], table: Sequence[str]) -> list[str]:
        if not table:
            return ["+".join([card] * number) for card in set(hand) for number in range(1, hand.count(card) + 1)]
        return ["+".join(cards) for cards in da_ban.answers(hand, table[0].split("+"), level, trump, alike)]

    def outcome(tricks: Sequence[tuple[int, tuple[str, ...], int]]) -> tuple[float, int]:
        points = sum(da_ban.points(laid.split("+")) for _, cards, taker in tricks if taker % 2 for laid in cards)
        return points, 1 if points > 120 else -1

    game = Game(
        4, frozenset({1, 3}), lawful,
        lambda laid: da_ban.winner([cards.split("+") for _, cards in laid], level, trump),
        outcome, lambda cards: cards.split("+"), every, lambda card: da_ban.points([card]),
    )  # fmt: skip
    return game, lines


STORIES = {
    "doppelkopf": doppelkopf_story,
    "tarot": tarot_story,
    "double-detente": detente_story,
    "double": double_story,
    "da-ban": da_ban_story,
}
