"""Deals of four games whose last tricks are not all seen, written down as records, each with its ending to enumerate.

Everybody plays with real hands and looks at the laws most of the time. Chance comes from the `random.Random` passed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from . import da_ban, detente, doppelkopf, double, tarot
from .double_deals import some_house
from .unseen import Ending, Holder, Laid, Laws, Pieces, Step, choices

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay")
Pick = Callable[[Random, Sequence[Hashable], Sequence[Laid], bool], Laid]
"""What a hand lays: lawful, or anything."""


@dataclass
class Dealt:
    """A deal before its first card: the lines so far, the hands in seat order, what lies elsewhere, who leads."""

    lines: list[str]
    hands: list[list[Hashable]]
    laws: Laws
    pick: Pick
    leader: int
    word: Callable[[Laid], str] = str
    places: Mapping[Holder, Pieces] = field(default_factory=dict)
    only: Mapping[Hashable, frozenset[Holder]] = field(default_factory=dict)
    aside: tuple[Holder, int, int, Callable[[Pieces], bool]] | None = None
    opens: frozenset[int] = frozenset()
    broken: tuple[int, int] | None = None
    """The line of an unlawful discard, and its seat."""


@dataclass(frozen=True)
class Chance:
    """How many tricks at the end are not all seen, how often a card is not, how often nobody looks at the laws before
    the ending and in it, how often nobody says who took a trick; the most players who break a law.
    """

    tricks: int
    hide: float
    early: float = 0.005
    late: float = 0.3
    silent: float = 0.4
    offenders: int = 6


@dataclass(frozen=True)
class Played:
    """A record, its ending, who took each trick, and the lines on which a law was broken, with who did."""

    text: str
    ending: Ending
    takers: Sequence[int]
    broken: Mapping[int, int]


def play_out(rng: Random, dealt: Dealt, chance: Chance) -> Played:
    """Play a deal to its end and write it down."""
    lines, hands, laws = [*dealt.lines], [[*hand] for hand in dealt.hands], dealt.laws
    seats, leader = len(hands), dealt.leader
    past: list[tuple[int, int, Laid, Sequence[Laid]]] = []
    steps: list[Step] = []
    takers: list[int] = []
    left: list[Pieces] = []
    broken = {} if dealt.broken is None else {dealt.broken[0]: dealt.broken[1]}
    careless = rng.sample(range(seats), min(seats, chance.offenders))
    while any(hands):
        ending = len(hands[leader]) <= chance.tricks
        if ending and not left:
            left = [tuple(sorted(hand, key=str)) for hand in hands]
        table: list[Laid] = []
        dark = False
        for seat in [(leader + step) % seats for step in range(seats)]:
            reckless = seat in careless and rng.random() < (chance.late if ending else chance.early)
            laid = dealt.pick(rng, hands[seat], table, reckless)
            hidden, count = ending and rng.random() < chance.hide, len(laws.pieces(laid))
            lines.append(f"play {NAMES[seat]} {'+'.join('?' * count) if hidden else dealt.word(laid)}")
            if not laws.lawful(hands[seat], laid, table):
                broken[len(lines)] = seat
            for piece in laws.pieces(laid):
                hands[seat].remove(piece)
            if ending:
                steps.append(Step(len(lines), seat, None if hidden else laid, count))
            else:
                past.append((len(lines), seat, laid, tuple(table)))
            table.append(laid)
            dark |= hidden
        leader = (leader + laws.taker(table)) % seats
        takers.append(leader)
        if dark and (rng.random() > chance.silent or not any(hands)):
            lines.append(f"took {NAMES[leader]}")
            steps.append(Step(len(lines), leader, took=True))
    free = Counter(piece for cards in (*left, *dealt.places.values()) for piece in cards)
    rooms: dict[Holder, int] = {seat: len(cards) for seat, cards in enumerate(left)}
    rooms |= {place: len(cards) for place, cards in dealt.places.items()}
    opens = {seat: left[seat] for seat in dealt.opens}
    whole = tuple(sorted(free.elements(), key=str))
    ending_ = Ending(laws, past, whole, rooms, steps, opens, dealt.only, dealt.aside)
    return Played("\n".join(lines) + "\n", ending_, takers, broken)


def card_of(laws: Laws) -> Pick:
    """Any card of the hand that is lawful, or any card."""

    def pick(rng: Random, hand: Sequence[Hashable], table: Sequence[Laid], reckless: bool) -> Laid:
        ways = [*laws.faces(tuple(hand), 1)]
        return rng.choice(ways if reckless else [laid for laid in ways if laws.lawful(hand, laid, table)])

    return pick


def open_lines(rng: Random, hands: Sequence[Sequence[Hashable]], word: Callable[[Hashable], str], share: float) -> tuple[list[str], frozenset[int]]:  # fmt: skip
    """The hands that lie open, as lines and seats."""
    seats = [seat for seat in range(len(hands)) if rng.random() < share]
    return [f"hand {NAMES[seat]} " + " ".join(map(word, hands[seat])) for seat in seats], frozenset(seats)


# --- the games


def doppelkopf_deal(rng: Random) -> Dealt:
    """A normal game or a solo, with or without nines and tens of hearts on top."""
    nines, dulle, contract = rng.random() < 0.7, rng.random() < 0.5, rng.choice(["normal", *doppelkopf.SOLOS])
    deck = doppelkopf.full_deck(nines)
    rng.shuffle(deck)
    size, dealer = len(deck) // 4, rng.randrange(4)
    hands: list[list[Hashable]] = [[*deck[seat * size : (seat + 1) * size]] for seat in range(4)]
    opened, opens = open_lines(rng, hands, str, 0.08)
    lines = ["game doppelkopf", f"option dulle={'yes' if dulle else 'no'}", f"option nines={'yes' if nines else 'no'}"]
    lines += ["seats " + " ".join(NAMES[:4]), f"deal {NAMES[dealer]}", *opened]
    order, taker = [(dealer + step) % 4 for step in range(1, 5)], rng.randrange(4)
    solo = contract != "normal"
    lines += [f"bid {NAMES[seat]} {'vorbehalt' if solo and seat == taker else 'gesund'}" for seat in order]
    lines += [f"bid {NAMES[taker]} {contract}"] if solo else []
    laws = Laws(
        lambda hand, laid, table: laid in doppelkopf.legal(hand, table, contract, dulle),
        lambda table: doppelkopf.winner(table, contract, dulle),
    )
    return Dealt(lines, hands, laws, card_of(laws), order[0], opens=opens)


def tarot_deal(rng: Random, players: int) -> Dealt:
    """A contract with the kitty set aside unseen, or turned and a discard of which nothing is known or all."""
    while True:
        deck = list(tarot.DECK)
        rng.shuffle(deck)
        size, dealer = tarot.HAND[players], rng.randrange(players)
        hands: list[list[Hashable]] = [[*deck[seat * size : (seat + 1) * size]] for seat in range(players)]
        kitty = deck[players * size :]
        order, taker = [(dealer + step) % players for step in range(1, players + 1)], rng.randrange(players)
        if any(tarot.petit_alone(hand) for hand in hands) or tarot.callable_ranks(hands[taker]) != "K":
            continue
        contract = rng.choice(["garde", "garde-sans"])
        lines = ["game tarot", "seats " + " ".join(NAMES[:players]), f"deal {NAMES[dealer]}"]
        lines += [f"bid {NAMES[seat]} {contract if seat == taker else 'pass'}" for seat in order]
        lines += [f"call {NAMES[taker]} {rng.choice(tarot.SUITS)}K"] if players == 5 else []
        laws = Laws(
            lambda hand, laid, table: laid in tarot.legal(set(hand), table),
            tarot.takes,
        )
        dealt = Dealt(lines, hands, laws, _called(lines, size, laws), order[0], places={"aside": tuple(kitty)})
        if contract == "garde-sans":
            return dealt
        return _exchange(rng, dealt, taker, kitty)


def _called(lines: Sequence[str], size: int, laws: Laws) -> Pick:
    """At five nobody leads the suit called to the first trick, but the card called itself."""
    called = next((line.split()[2] for line in lines if line.startswith("call")), "")

    def pick(rng: Random, hand: Sequence[Hashable], table: Sequence[Laid], reckless: bool) -> Laid:
        may = [card for card in hand if str(card) == called or str(card)[0] != called[:1]]
        return card_of(laws)(rng, may if len(hand) == size and not table and may else hand, table, reckless)

    return pick


def _exchange(rng: Random, dealt: Dealt, taker: int, kitty: Sequence[str]) -> Dealt:
    """The taker takes the kitty, and sets cards aside; now and then one he may not."""
    hand = [*dealt.hands[taker], *kitty]
    plain = tarot.discardable(hand)[0]
    aside = tuple(rng.sample(plain, len(kitty)))
    if rng.random() < 0.3:
        never = sorted(set(hand) - set(plain) - {tarot.PETIT}, key=str)
        aside = (str(rng.choice(never)), *aside[1:])
    unlawful = not set(aside) <= set(plain)
    known = rng.random() < 0.2 and not unlawful
    lines = [*dealt.lines, "kitty " + " ".join(kitty)]
    lines.append(f"discard {NAMES[taker]} " + (" ".join(aside) if known else f"count={len(kitty)}"))
    hands = [*dealt.hands]
    hands[taker] = [card for card in hand if card not in aside]
    if known:
        return replace(dealt, lines=lines, hands=hands, places={})
    only: dict[Hashable, frozenset[Holder]] = dict.fromkeys(kitty, frozenset({taker, "aside"}))
    lawful = lambda cards: len(tarot.discardable(cards)[0]) == len(cards)  # noqa: E731 - a law of one line
    broken = (len(lines), taker) if unlawful else None
    place = ("aside", len(lines), taker, lawful)
    return replace(dealt, lines=lines, hands=hands, places={"aside": aside}, only=only, aside=place, broken=broken)


def detente_deal(rng: Random, players: int) -> Dealt:
    """A first part, in which nobody speaks for more tricks than none."""
    deck = detente.full_deck()
    rng.shuffle(deck)
    size, dealer = rng.choice((13, 8)), rng.randrange(players)
    hands: list[list[Hashable]] = [[*deck[seat * size : (seat + 1) * size]] for seat in range(players)]
    opened, opens = open_lines(rng, hands, str, 0.08)
    lines = ["game double-detente", "seats " + " ".join(NAMES[:players])]
    lines += [f"deal {NAMES[dealer]} part=1 cards={size}", *opened]
    lines += [f"bid {NAMES[(dealer + step) % players]} 0" for step in range(1, players + 1)]
    laws = Laws(lambda hand, laid, table: laid in detente.legal(set(hand), table), detente.winner)
    stock = tuple(deck[players * size :])
    return Dealt(lines, hands, laws, card_of(laws), (dealer + 1) % players, places={"stock": stock}, opens=opens)


def double_deal(rng: Random, players: int) -> Dealt:
    """A round with one lot, nearly all of it dealt, under any laws with any deck."""
    house = replace(some_house(rng, players), lots=1, known=True, hook=False)
    cards = [tuple(sorted(card)) for card in double.lot(house.pairing)]
    rng.shuffle(cards)
    size, dealer = {2: 12, 3: 8, 4: 6, 5: 5}[players], rng.randrange(players)
    hands: list[list[Hashable]] = [[*cards[seat * size : (seat + 1) * size]] for seat in range(players)]
    turned = double.turned_of(cards[players * size :], house)
    trump = double.trump_of(turned[-1], house)
    lines = ["game double", "option lots=1", f"option ace={house.ace}", f"option special_turned={house.special_turned}"]
    lines.append(f"option special_follow={house.special_follow}")
    if house.pairing != double.PAIRING:
        lines.append('option deck="A club:' + house.pairing.replace("-", "/").replace(" ", ",") + '"')
    opened, opens = open_lines(rng, hands, "/".join, 0.08)
    lines += ["seats " + " ".join(NAMES[:players]), f"deal {NAMES[dealer]} cards={size}", *opened]
    lines += ["turn " + "/".join(card) for card in turned]
    lines += [f"bid {NAMES[(dealer + step) % players]} 0" for step in range(1, players + 1)]
    laws = Laws(
        lambda hand, laid, table: laid in double.legal(hand, table, trump, house),
        lambda table: double.winner(table, trump, house.ace),
        lambda laid: (tuple(sorted(laid)),),
        lambda pieces, count: [way for card in pieces for way in (card, card[::-1])],
    )
    stock = tuple(cards[players * size + len(turned) :])
    first = (dealer + 1) % players
    return Dealt(lines, hands, laws, card_of(laws), first, lambda laid: laid[0], {"stock": stock}, opens=opens)


def da_ban_deal(rng: Random, players: int = 4) -> Dealt:
    """A round in which a card led, or two or three alike, are answered; the cards set aside are known or not."""
    level, trump, pairs = rng.randint(3, 9), rng.choice([*da_ban.SUITS, None]), rng.random() < 0.4
    deck = da_ban.full_deck()
    rng.shuffle(deck)
    size, master, dealer = (len(deck) - 6) // players, rng.randrange(players), rng.randrange(players)
    hands: list[list[Hashable]] = [[*deck[seat * size : (seat + 1) * size]] for seat in range(players)]
    kitty = deck[players * size :]
    lines = [
        "game da-ban",
        f"option follow_format={'pairs_first' if pairs else 'suit_only'}",
        "seats " + " ".join(NAMES[:players]),
    ]
    lines.append(f"deal {NAMES[dealer]} master={NAMES[master]} levels={level},{level} trump={trump or 'none'}")
    lines.append("kitty " + " ".join(kitty))
    places: dict[Holder, Pieces] = {}
    only: dict[Hashable, frozenset[Holder]] = {}
    if da_ban.master_takes(kitty, trump):
        hand = [*hands[master], *kitty]
        aside = rng.sample(hand, len(kitty))
        known = rng.random() < 0.6
        lines.append(f"discard {NAMES[master]} " + (" ".join(map(str, aside)) if known else f"count={len(kitty)}"))
        hands[master] = [*(Counter(hand) - Counter(aside)).elements()]
        places = {} if known else {"aside": tuple(aside)}
    laws = Laws(
        lambda hand, laid, table: _fits(hand, laid, table, level, trump, pairs),
        lambda table: da_ban.winner(table, level, trump),
        lambda laid: laid,
        choices,
    )
    return Dealt(lines, hands, laws, _several(laws, level, trump), master, "+".join, places, only)


def _fits(hand: Sequence[str], laid: tuple[str, ...], table: Sequence[tuple[str, ...]], level: int, trump: str | None, pairs: bool) -> bool:  # fmt: skip
    if not table:
        return len(set(laid)) == 1 and len(laid) <= 3
    return da_ban.breach(hand, laid, table[0], level, trump, pairs) is None


def _several(laws: Laws, level: int, trump: str | None) -> Pick:
    def pick(rng: Random, hand: Sequence[Hashable], table: Sequence[Laid], reckless: bool) -> Laid:
        held = Counter(map(str, hand))
        if not table:
            card = rng.choice(sorted(held))
            return (card,) * rng.randint(1, held[card])
        lead: tuple[str, ...] = table[0]
        asked = min(len(lead), len(hand))
        while True:
            own = da_ban.of_suit([*held.elements()], da_ban.suit_of(lead[0], level, trump), level, trump)
            if rng.random() < 0.5:
                own.sort(key=lambda card: -held[card])
            else:
                rng.shuffle(own)
            others = list((held - Counter(own[:asked])).elements())
            laid = own[:asked] + rng.sample(others, asked - len(own[:asked]))
            laid = rng.sample([*held.elements()], asked) if reckless else laid
            way = tuple(sorted(laid))
            if reckless or laws.lawful(hand, way, table):
                return way

    return pick


GAMES: dict[str, Callable[[Random], Dealt]] = {
    "da-ban": da_ban_deal,
    "doppelkopf": doppelkopf_deal,
    "double-detente": lambda rng: detente_deal(rng, rng.choice((2, 3))),
    "double": lambda rng: double_deal(rng, rng.choice((2, 3, 3, 4))),
    "tarot": lambda rng: tarot_deal(rng, rng.choice((3, 4, 4, 5))),
}


def deal(rng: Random, game: str, chance: Chance) -> Played:
    """A deal of a game; in tarot one in which both sides have a trick, and the Petit lay among other trumps."""
    while True:
        played = play_out(rng, GAMES[game](rng), chance)
        if game != "tarot" or _is_plain(played):
            return played


def _is_plain(played: Played) -> bool:
    """Whether nothing of tarot matters that the enumeration does not know: a Petit alone, the Excuse after a slam."""
    kitty = next((line.split()[1:] for line in played.text.splitlines() if line.startswith("kitty")), [])
    by = {laid: seat for _, seat, laid, _ in played.ending.past}
    petit, ending = by.get(tarot.PETIT), played.ending
    company = [card for card, seat in by.items() if seat == petit and str(card)[0] in "TE" and card not in kitty]
    won = set(played.takers[: len(played.takers) - ending.rooms[0]])
    return petit is not None and (tarot.PETIT in kitty or len(company) > 1) and len(won) >= min(ending.players, 4)
