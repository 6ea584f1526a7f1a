"""Random deals of tarot written down as records, honest or with exactly one foul planted, and what they must give."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from .tarot import (
    BOUTS,
    CONTRACTS,
    DECK,
    EXCUSE,
    HAND,
    HANDFUL,
    KINGS,
    KITTY,
    PETIT,
    SIZES,
    SUITS,
    Count,
    Played,
    broken,
    callable_ranks,
    count,
    discardable,
    legal,
    petit_alone,
    scores,
    takes,
    trump,
)

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva")
REVOKES = ("must-follow", "must-trump", "must-overtrump")
FOULS = (
    *REVOKES, "hidden-king", "hidden-trump", "needless-trump", "excuse-handful", "false-size", "late-handful",
    "short-handful", "low-bid", "early-bid", "called-lead", "queen", "petit-sec",
)  # fmt: skip

IN_PLAY = (*REVOKES, "called-lead", "late-handful")
"""The fouls that are committed after the first card."""


@dataclass
class Dealt:
    """One deal as it happened and was written: hands after the discard, tricks, the foul in it."""

    seats: int
    lines: list[str]
    plant: str | None = None
    committed: int | None = None
    shown: int | None = None
    offender: int | None = None
    kinds: frozenset[str] = frozenset()
    taker: int = 0
    partner: int | None = None
    contract: str = ""
    called: str | None = None
    aside: list[str] = field(default_factory=list)
    hands: list[set[str]] = field(default_factory=list)
    handfuls: list[str] = field(default_factory=list)
    slam: bool = False
    tricks: list[Played] = field(default_factory=list)
    complete: bool = False
    void: bool = False
    denied: frozenset[str] = frozenset()
    taken: bool = False

    def add(self, line: str) -> int:
        self.lines.append(line)
        return len(self.lines)

    def foul(self, seat: int, line: int, shown: int | None, *kinds: str) -> None:
        self.offender, self.committed, self.shown, self.kinds = seat, line, shown, frozenset(kinds)

    def show(self, seat: int, cards: Sequence[str], line: int) -> None:
        """Cards all can see come from a hand: they may prove what was planted."""
        if self.offender == seat and self.shown is None and self.denied & set(cards):
            self.shown = line

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def counted(self) -> Count:
        attack = {self.taker} | ({self.partner} if self.partner is not None else set())
        return count(self.tricks, self.seats, attack, self.contract, self.aside, self.slam)

    def scores(self) -> list[int]:
        return scores(self.counted(), self.seats, self.taker, self.partner, self.contract, self.handfuls)


@dataclass(frozen=True)
class Style:
    """How it is written: the share of hidden plays, open hands, hidden discards, and where it stops."""

    hide: float = 0.0
    open_hands: float = 0.0
    known_discard: float = 0.5
    stop: float = 0.0


def deal(rng: Random, seats: int, style: Style, plant: str | None = None) -> Dealt | None:
    """A deal; None where chance gave no occasion for the foul wanted."""
    made = Dealt(seats, ["game tarot", "seats " + " ".join(NAMES[:seats])], plant)
    deck = list(DECK)
    rng.shuffle(deck)
    if plant == "petit-sec":
        deck = _petit_first(deck, HAND[seats])
    hands = [set(deck[seat * HAND[seats] : (seat + 1) * HAND[seats]]) for seat in range(seats)]
    kitty = deck[seats * HAND[seats] :]
    dealer = rng.randrange(seats)
    made.add(f"deal {NAMES[dealer]}")
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    opened = [seat for seat in order if rng.random() < style.open_hands]
    for seat in opened:
        made.add(" ".join(["hand", NAMES[seat], *sorted(hands[seat])]))
    if not _auction(rng, made, hands, order, opened):
        return made if plant is None or made.offender is not None else None
    made.hands = hands
    if seats == 5 and not _call(rng, made, kitty):
        return None
    if made.contract in ("petite", "garde"):
        if not _discard(rng, made, kitty, style, opened):
            return None
    else:
        made.aside = kitty
    leader = _announce(rng, made, order[0])
    if plant is not None and plant not in IN_PLAY and made.offender is None:
        return None
    _play(rng, made, leader, style, opened)
    return made if plant is None or made.offender is not None else None


def _petit_first(deck: list[str], hand: int) -> list[str]:
    """The first hand has the Petit and no other trump."""
    plain = [card for card in deck if not trump(card) and card != EXCUSE][: hand - 1]
    first = [PETIT, *plain]
    return first + [card for card in deck if card not in first]


def _auction(rng: Random, made: Dealt, hands: list[set[str]], order: list[int], opened: list[int]) -> bool:
    """The bids; False where the deal comes to nothing."""
    said: list[tuple[int, str]] = []
    alone = next((seat for seat in order if petit_alone(sorted(hands[seat]))), None)
    turn = list(order)
    if made.plant == "early-bid":
        turn[0], turn[1] = turn[1], turn[0]
    for place, seat in enumerate(turn):
        if seat == alone and made.plant != "petit-sec":
            made.add(f"announce {NAMES[seat]} petit-sec")
            made.void = True
            return False
        high = max((CONTRACTS.index(word) for _, word in said if word != "pass"), default=-1)
        higher = CONTRACTS[high + 1 :]
        word = rng.choice(higher) if higher and rng.random() < 0.45 else "pass"
        if place == len(turn) - 1 and not [w for _, w in said if w != "pass"] and rng.random() < 0.95:
            word = rng.choice(CONTRACTS)
        if made.plant == "low-bid" and high >= 0 and made.offender is None:
            word = CONTRACTS[rng.randint(0, high)]
            line = made.add(f"bid {NAMES[seat]} {word}")
            made.foul(seat, line, line, "illegal-bid")
            continue
        said.append((seat, word))
        line = made.add(f"bid {NAMES[seat]} {word}")
        if made.plant == "early-bid" and place == 0:
            made.foul(seat, line, line, "out-of-turn")
        if seat == alone:
            made.foul(seat, line, line if seat in opened else None, "late-announcement")
    bids = [(CONTRACTS.index(word), seat) for seat, word in said if word != "pass"]
    if not bids:
        made.void = True
        return False
    high, made.taker = max(bids)
    made.contract = CONTRACTS[high]
    return True


def _call(rng: Random, made: Dealt, kitty: list[str]) -> bool:
    hand = sorted(made.hands[made.taker])
    rank = callable_ranks(hand)
    wrong = made.plant == "queen"
    if wrong and rank != "K":
        return False
    made.called = rng.choice(SUITS) + ("Q" if wrong else rank)
    line = made.add(f"call {NAMES[made.taker]} {made.called}")
    if wrong:
        made.foul(made.taker, line, None, "illegal-bid")
    holder = next((seat for seat, cards in enumerate(made.hands) if made.called in cards), None)
    made.partner = holder if holder not in (None, made.taker) else None
    return True


def _discard(rng: Random, made: Dealt, kitty: list[str], style: Style, opened: list[int]) -> bool:
    taker, size = made.taker, KITTY[made.seats]
    line = made.add(" ".join(["kitty", *kitty]))
    if made.plant == "queen" and set(kitty) & KINGS:
        made.shown = line
    hand = made.hands[taker] | set(kitty)
    plain, trumps = discardable(sorted(hand))
    rng.shuffle(plain)
    if rng.random() < 0.3:
        plain.sort(key=lambda card: card[0])
    aside = plain[:size]
    extra = sorted(trumps)[: size - len(aside)]
    shown = list(extra)
    if made.plant == "hidden-king":
        bad = sorted(hand & (KINGS | BOUTS))
        if not bad:
            return False
        aside = [rng.choice(bad), *aside[1:]]
    if made.plant == "hidden-trump":
        if not trumps or extra:
            return False
        aside = [rng.choice(trumps), *aside[1:]]
    if made.plant == "needless-trump":
        if not trumps or extra or len(plain) <= size - 1:
            return False
        shown = [rng.choice(trumps)]
        aside = [*shown, *aside[1:]]
    made.aside = aside = aside if made.plant == "needless-trump" else aside + extra
    made.hands[taker] = hand - set(aside)
    hidden = made.plant in ("hidden-king", "hidden-trump", "needless-trump") or rng.random() >= style.known_discard
    words = [f"count={size}", *([f"shown={','.join(shown)}"] if shown else [])] if hidden else sorted(aside)
    line = made.add(" ".join(["discard", NAMES[taker], *words]))
    if made.plant in ("hidden-king", "hidden-trump", "needless-trump"):
        made.foul(taker, line, None, "illegal-discard")
        left = discardable(sorted(made.hands[taker]))[0]
        made.denied = frozenset(left) if made.plant == "needless-trump" else frozenset()
        if made.plant == "needless-trump" and taker in opened:
            # what is not in the kitty was there to see
            made.shown = line if set(left) else None
    return True


def _announce(rng: Random, made: Dealt, leader: int) -> int:
    if rng.random() < 0.1:
        made.add(f"announce {NAMES[made.taker]} slam")
        made.slam, leader = True, made.taker
    if made.plant in ("excuse-handful", "false-size", "short-handful"):
        _false_handful(rng, made)
    if made.plant in ("excuse-handful", "false-size", "short-handful", "late-handful"):
        return leader
    for seat in range(made.seats):
        cards = sorted(card for card in made.hands[seat] if trump(card))
        excuse = EXCUSE in made.hands[seat]
        sizes = [at for at, n in enumerate(HANDFUL[made.seats]) if len(cards) + excuse >= n]
        if not sizes or rng.random() < 0.4:
            continue
        at = rng.choice(sizes)
        needed = HANDFUL[made.seats][at]
        rng.shuffle(cards)
        shown = cards[:needed] if len(cards) >= needed else [*cards, EXCUSE]
        words = " ".join(shown) if rng.random() < 0.6 else f"size={SIZES[at]}"
        made.add(f"announce {NAMES[seat]} handful {words}")
        made.handfuls.append(SIZES[at])
    return leader


def _false_handful(rng: Random, made: Dealt) -> None:
    needed = HANDFUL[made.seats][0]
    for seat in rng.sample(range(made.seats), made.seats):
        cards = sorted(card for card in made.hands[seat] if trump(card))
        excuse = EXCUSE in made.hands[seat]
        if made.plant == "excuse-handful" and excuse and len(cards) >= needed:
            shown = [*rng.sample(cards, needed - 1), EXCUSE]
            line = made.add(f"announce {NAMES[seat]} handful {' '.join(shown)}")
            made.foul(seat, line, None, "false-announcement")
            made.denied = frozenset(cards) - set(shown)
            made.handfuls.append("single")
            return
        if made.plant == "false-size" and len(cards) + excuse == needed - 1:
            line = made.add(f"announce {NAMES[seat]} handful size=single")
            made.foul(seat, line, None, "false-announcement")
            made.handfuls.append("single")
            return
        if made.plant == "short-handful" and len(cards) >= needed - 1:
            line = made.add(f"announce {NAMES[seat]} handful {' '.join(cards[: needed - 1])}")
            made.foul(seat, line, line, "false-announcement")
            made.handfuls.append("single")
            return


# --- the play -----------------------------------------------------------------------------------------------------


def _play(rng: Random, made: Dealt, leader: int, style: Style, opened: list[int]) -> None:
    seats = made.seats
    left = [set(hand) for hand in made.hands]
    stop = rng.randrange(1, HAND[seats] + 1) if rng.random() < style.stop else HAND[seats]
    patience = rng.choice((0.1, 0.3, 1.0))
    for number in range(stop):
        cards: list[str] = []
        fouled = None
        turn = [(leader + step) % seats for step in range(seats)]
        for seat in turn:
            card, kind = _choose(rng, made, seat, left[seat], cards, number, patience)
            if kind:
                fouled = (seat, kind, broken(left[seat], card, cards))
            left[seat].remove(card)
            cards.append(card)
        hidden = [place for place in range(seats) if fouled is None and rng.random() < style.hide]
        made.tricks.append(Played(leader, tuple(cards)))
        won = turn[takes(cards)] if set(cards) != {EXCUSE} else leader
        lead_all = cards[0] == EXCUSE and number == HAND[seats] - 1
        if lead_all:
            won = _slam_winner(made, leader, won)
        _write(rng, made, turn, cards, hidden, won, fouled, opened)
        leader = won
    made.complete = stop == HAND[seats]


def _slam_winner(made: Dealt, leader: int, won: int) -> int:
    from .tarot import winners

    attack = {made.taker} | ({made.partner} if made.partner is not None else set())
    return winners(made.tricks, made.seats, attack)[-1]


def _choose(
    rng: Random, made: Dealt, seat: int, hand: set[str], table: list[str], number: int, patience: float
) -> tuple[str, str | None]:
    lawful = sorted(legal(hand, table))
    if number == 0 and not table and made.called:
        suit = {card for card in lawful if card[0] == made.called[0] and card != made.called}
        if made.plant == "called-lead" and suit:
            return rng.choice(sorted(suit)), "illegal-lead"
        lawful = sorted(set(lawful) - suit) or lawful
    if made.plant in REVOKES and not made.taken:
        bad = [card for card in sorted(hand) if set(broken(hand, card, table)) == {made.plant}]
        if bad and rng.random() < patience:
            made.taken = True
            return rng.choice(bad), made.plant
    return rng.choice(lawful), None


def _write(
    rng: Random, made: Dealt, turn: list[int], cards: list[str], hidden: list[int], won: int,
    fouled: tuple[int, str, dict[str, set[str]]] | None, opened: list[int],
) -> None:  # fmt: skip
    words = ["?" if place in hidden else card for place, card in enumerate(cards)]
    together = rng.choice((0, len(words), rng.randint(1, len(words))))
    lines = []
    if together:
        line = made.add(" ".join(["trick", NAMES[turn[0]], *words[:together]]))
        lines = [line] * together
    for place in range(together, len(words)):
        lines.append(made.add(f"play {NAMES[turn[place]]} {words[place]}"))
    if hidden:
        bouts = [card for card in cards if card in BOUTS and rng.random() < 0.5]
        made.add(" ".join(["took", NAMES[won], *bouts]))
    for place, seat in enumerate(turn):
        if made.plant == "queen" and seat != made.taker and words[place] in KINGS and made.shown is None:
            made.shown = lines[place]
        if words[place] != "?":
            made.show(seat, [words[place]], lines[place])
        if fouled and fouled[0] == seat and made.offender is None:
            kind, proof = fouled[1], fouled[2]
            plain = lines[place] if kind == "illegal-lead" or seat in opened_for(made, opened) else None
            made.foul(seat, lines[place], plain, kind)
            made.denied = frozenset(proof.get(kind, ()))
    if made.plant == "late-handful" and made.offender is None and len(made.tricks) == 1:
        _late(rng, made, words)


def opened_for(made: Dealt, opened: list[int]) -> list[int]:
    """The seats whose cards are all known: open hands, not the taker's once cards went face down."""
    return [seat for seat in opened if seat != made.taker or made.contract not in ("petite", "garde")]


def _late(rng: Random, made: Dealt, words: list[str]) -> None:
    needed = HANDFUL[made.seats][0]
    for seat in range(made.seats):
        played = {card for trick in made.tricks for card in trick.cards}
        cards = sorted(card for card in made.hands[seat] if trump(card) and card not in played)
        if len(cards) >= needed:
            line = made.add(f"announce {NAMES[seat]} handful {' '.join(cards[:needed])}")
            made.foul(seat, line, line, "late-announcement")
            made.handfuls.append("single")
            return
