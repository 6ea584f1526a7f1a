"""Tables of DOUBLE with real hands: dealing, honest play, one foul on purpose, and their records.

Everything random comes from the `random.Random` passed in, so a seed gives the same table again.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from .double import (
    FOOL,
    ILLEGAL_BID,
    MUST_FOLLOW,
    OUT_OF_TURN,
    PAIRING,
    POPE,
    ROUNDS,
    SEEN_AGAIN,
    START,
    SUITS,
    TOO_EARLY,
    Card,
    House,
    Laid,
    bids,
    fits,
    legal,
    lot,
    score,
    suit,
    trump_of,
    turned_of,
    wanted,
    winner,
)

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")
STYLES = ("play", "trick", "split")
HIDDEN = "?"

Choice = Callable[[int, list[Card], list[Laid], str | None], Laid]
Speech = Callable[[int, list[int], int, int], int]


@dataclass(frozen=True)
class Round:
    """A round as it really happened. Seats are numbers; tricks are (leader, cards in order of play)."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turned: tuple[Card, ...]
    trump: str | None
    bids: tuple[tuple[int, int], ...]
    tricks: tuple[tuple[int, tuple[Laid, ...]], ...]
    takers: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def size(self) -> int:
        return len(self.hands[0])

    def plays(self) -> list[tuple[int, Laid]]:
        """(seat, card) for every play in order."""
        return [
            ((leader + place) % self.players, laid) for leader, table in self.tricks for place, laid in enumerate(table)
        ]

    def made(self) -> list[int]:
        """Tricks taken by each seat."""
        return [self.takers.count(seat) for seat in range(self.players)]

    def scores(self) -> list[int]:
        """What an honest round pays each seat."""
        said = dict(self.bids)
        return [score(said[seat], made) for seat, made in enumerate(self.made())]


def play_round(
    rng: Random,
    house: House,
    dealer: int,
    size: int,
    points: Sequence[int],
    choose: Choice,
    speak: Speech | None = None,
) -> Round:
    """Deal, turn, bid and play; `choose(seat, hand, table, trump)` picks each card, `speak(seat, bids before, size,
    points)` each bid, at random within the laws where it is not given.
    """
    players = len(points)
    speak = speak or (lambda _, before, size, points: rng.choice(bids(before, size, points, players, house)))
    cards = lot(house.pairing) * house.lots
    rng.shuffle(cards)
    hands = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(players))
    turned = turned_of(cards[players * size :], house)
    trump = trump_of(turned[-1], house)
    said: list[tuple[int, int]] = []
    for place in range(players):
        seat = (dealer + 1 + place) % players
        said.append((seat, speak(seat, [bid for _, bid in said], size, points[seat])))
    left = [list(hand) for hand in hands]
    leader, tricks, takers = (dealer + 1) % players, [], []
    for _ in range(size):
        table: list[Laid] = []
        for place in range(players):
            seat = (leader + place) % players
            shown, below = choose(seat, left[seat], table, trump)
            left[seat].remove((shown, below) if (shown, below) in left[seat] else (below, shown))
            table.append((shown, below))
        tricks.append((leader, tuple(table)))
        leader = (leader + winner(table, trump, house.ace)) % players
        takers.append(leader)
    return Round(dealer, hands, tuple(turned), trump, tuple(said), tuple(tricks), tuple(takers))


def honest(rng: Random, house: House) -> Choice:
    """Somebody who plays any legal card, either side up where both are."""
    return lambda seat, hand, table, trump: rng.choice(legal(hand, table, trump, house))


@dataclass(frozen=True)
class Foul:
    """The one foul planted: the play (from 0; the bid, where it is one), its seat, its kind, the suits it denied; the
    card that is written, where nobody had it in hand to play.
    """

    play: int
    seat: int
    kind: str
    suits: frozenset[str] = frozenset()
    extra: str = ""


class OneFoul:
    """Honest people, one of whom commits one foul of the wanted kind when he can."""

    def __init__(self, rng: Random, house: House, kind: str, chance: float) -> None:
        self.rng, self.house, self.kind, self.chance = rng, house, kind, chance
        self.plays = 0
        self.foul: Foul | None = None

    def __call__(self, seat: int, hand: list[Card], table: list[Laid], trump: str | None) -> Laid:
        """A legal card, or once the foul."""
        may = legal(hand, table, trump, self.house)
        ways = [way for card in hand for way in (card, (card[1], card[0]))]
        special = self.kind == TOO_EARLY
        fouls = [way for way in ways if way not in may and (suit(way[0]) is None) == special]
        index = self.plays
        self.plays += 1
        barred = self.kind not in (MUST_FOLLOW, TOO_EARLY) or self.foul is not None
        if barred or not fouls or self.rng.random() > self.chance:
            return self.rng.choice(may)
        laid = self.rng.choice(fouls)
        self.foul = Foul(index, seat, self.kind, frozenset(wanted(laid[0], table, trump, self.house)))
        return laid

    def bid(self, players: int) -> Speech:
        """Lawful bids, or once the foul: more than the hand, more than the points, or what the hook forbids."""

        def speak(seat: int, before: list[int], size: int, points: int) -> int:
            may = bids(before, size, points, players, self.house)
            cannot = [bid for bid in range(size + 3) if bid not in may]
            wished = self.kind == ILLEGAL_BID and self.foul is None and self.rng.random() < max(self.chance, 0.3)
            if not wished or not cannot:
                return self.rng.choice(may)
            self.foul = Foul(len(before), seat, self.kind)
            return self.rng.choice(cannot)

        return speak


@dataclass(frozen=True)
class Writing:
    """How a record is written: `hide` is the share of plays nobody saw, `open_hands` the share of open hands."""

    hide: float = 0.0
    open_hands: float = 0.0
    styles: Sequence[str] = STYLES


PLAIN = Writing()


@dataclass(frozen=True)
class Record:
    """A record and the truth behind it; `lines[r][i]` is the line of play `i` of round `r`.

    Of a foul planted (it is in the last round): its line, and the first line at which it is plain to whoever knows
    which motifs share a card; None if that line never comes.
    """

    text: str
    names: tuple[str, ...]
    rounds: tuple[Round, ...]
    lines: tuple[tuple[int, ...], ...]
    foul: Foul | None = None
    committed: int | None = None
    plain: int | None = None


@dataclass
class _Sheet:
    rng: Random
    writing: Writing
    names: tuple[str, ...]
    house: House
    lines: list[str] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)
    """The lines of the last round's bids."""

    def add(self, *words: str) -> int:
        self.lines.append(" ".join(words))
        return len(self.lines)

    def head(self, options: Sequence[str]) -> None:
        self.add("game double")
        house = self.house
        agreed = [f"lots={house.lots}", f"ace={house.ace}", f"special_turned={house.special_turned}"]
        agreed += [f"special_follow={house.special_follow}", f"hook={'yes' if house.hook else 'no'}", *options]
        if not house.known:
            agreed.append("deck=none")
        elif house.pairing != PAIRING:
            agreed.append('deck="A club:' + house.pairing.replace("-", "/").replace(" ", ",") + '"')
        for option in agreed:
            self.add("option", option)
        self.add("seats", *self.names)

    def round(self, made: Round, cards: bool, open_seats: set[int], hidden: set[int]) -> tuple[int, ...]:
        self.add("deal", self.names[made.dealer], *([f"cards={made.size}"] if cards else []))
        before = self.rng.random() < 0.5
        for turned in made.turned if before else ():
            self.add("turn", self.card(turned))
        for seat in sorted(open_seats):
            self.add("hand", self.names[seat], *map(self.card, made.hands[seat]))
        for turned in () if before else made.turned:
            self.add("turn", self.card(turned))
        self.bids = [self.add("bid", self.names[seat], str(bid)) for seat, bid in made.bids]
        lines: list[int] = []
        for number, (leader, table) in enumerate(made.tricks):
            first = len(lines)
            words = [HIDDEN if first + place in hidden else shown for place, (shown, _) in enumerate(table)]
            lines += self.trick(leader, words)
            if HIDDEN in words:
                shown = [table[place][0] for place, word in enumerate(words) if word == HIDDEN]
                known = [motif for motif in shown if self.rng.random() < 0.2]
                self.add("took", self.names[made.takers[number]], *known)
        return tuple(lines)

    def card(self, card: Card) -> str:
        return "/".join(card if self.rng.random() < 0.5 else card[::-1])

    def trick(self, leader: int, words: list[str]) -> list[int]:
        style = self.rng.choice(self.writing.styles)
        together = {"play": 0, "trick": len(words), "split": self.rng.randint(1, len(words))}[style]
        lines = [self.add("trick", self.names[leader], *words[:together])] * together if together else []
        for place in range(together, len(words)):
            lines.append(self.add("play", self.names[(leader + place) % len(self.names)], words[place]))
        return lines


def write(
    rng: Random, house: House, rounds: Sequence[Round], writing: Writing = PLAIN, *,
    cards: bool = True, options: Sequence[str] = (), foul: Foul | None = None,
) -> Record:  # fmt: skip
    """The record of these rounds; the foul is in the last. `cards`: each deal says the size of its hands."""
    players = rounds[0].players
    sheet = _Sheet(rng, writing, NAMES[:players], house)
    sheet.head(options)
    lines = []
    committed = plain = None
    for place, made in enumerate(rounds):
        last = foul if place == len(rounds) - 1 else None
        open_seats = {seat for seat in range(players) if rng.random() < writing.open_hands}
        hidden = {
            index
            for index in range(len(made.plays()))
            if rng.random() < writing.hide
            and not (last and last.kind != ILLEGAL_BID and index // players == last.play // players)
        }
        lines.append(sheet.round(made, cards, open_seats, hidden))
        if last and last.kind == ILLEGAL_BID:
            committed = plain = sheet.bids[last.play]
        elif last and last.extra:
            committed = plain = sheet.add("play", NAMES[last.seat], last.extra)
        elif last:
            committed = lines[-1][last.play]
            at = _plain_at(made, last, hidden, last.seat in open_seats) if house.known else None
            plain = None if at is None else lines[-1][at]
    text = "\n".join(sheet.lines) + "\n"
    return Record(text, sheet.names, tuple(rounds), tuple(lines), foul, committed, plain)


def _plain_at(made: Round, foul: Foul, hidden: set[int], is_open: bool) -> int | None:
    """The play that gives the foul away: a card of the offender that has a suit he denied on either side; or at once,
    if his hand is open and all that he has played was seen.
    """
    if is_open and not any(
        seat == foul.seat and at in hidden for at, (seat, _) in enumerate(made.plays()[: foul.play])
    ):
        return foul.play
    for index, (seat, laid) in enumerate(made.plays()):
        if index >= foul.play and seat == foul.seat and index not in hidden and {suit(m) for m in laid} & foul.suits:
            return index
    return None


def some_pairing(rng: Random) -> str:
    """Any pairing of the motifs that makes a deck."""
    motifs = [suit + rank for suit in SUITS for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")] + [FOOL, POPE]
    while True:
        rng.shuffle(motifs)
        left, rows = list(motifs), []
        while left:
            one = left.pop()
            other = next((motif for motif in left if fits(one, motif)), None)
            if other is None:
                break
            left.remove(other)
            rows.append(f"{one}-{other}")
        else:
            return " ".join(rows)


def some_house(rng: Random, players: int) -> House:
    """Any laws a table of so many may have agreed on, and any deck."""
    return House(
        rng.choice((1, 2)) if players <= 5 else 2,
        rng.choice(("high", "low")),
        rng.choice(("no_trump", "other_motif", "redraw")),
        rng.choice(("void_both", "void_both", "void_led", "anytime")),
        rng.random() < 0.3,
        some_pairing(rng) if rng.random() < 0.3 else PAIRING,
        rng.random() < 0.9,
    )


def most_cards(house: House, players: int) -> int:
    """The largest hands that leave a card to turn."""
    return (27 * house.lots - 1) // players


def honest_record(rng: Random, players: int, writing: Writing = PLAIN) -> Record:
    """One honest round of hands of any size."""
    house = some_house(rng, players)
    size = rng.choice((*ROUNDS, rng.randint(1, min(8, most_cards(house, players)))))
    made = play_round(rng, house, rng.randrange(players), size, [START] * players, honest(rng, house))
    return write(rng, house, [made], writing)


def game_record(rng: Random, players: int, writing: Writing = PLAIN) -> Record:
    """An honest game of ten rounds; nobody bids more than he has."""
    house = some_house(rng, players)
    points = [START] * players
    rounds = []
    first = rng.randrange(players)
    for number, size in enumerate(ROUNDS):
        rounds.append(play_round(rng, house, (first + number) % players, size, points, honest(rng, house)))
        points = [before + won for before, won in zip(points, rounds[-1].scores(), strict=True)]
    return write(rng, house, rounds, writing, cards=False)


def foul_record(rng: Random, players: int, writing: Writing = PLAIN, kind: str | None = None) -> Record:
    """A record with exactly one foul of a kind (any, where none is asked for) in its last round."""
    for _ in range(5000):
        house = some_house(rng, players)
        wish = kind or rng.choice((MUST_FOLLOW, MUST_FOLLOW, MUST_FOLLOW, TOO_EARLY, *LESS_OFTEN))
        dealer, points = rng.randrange(players), [START] * players
        rounds = []
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            size = rng.randint(1, min(5, most_cards(house, players)))
            rounds.append(play_round(rng, house, dealer, size, points, honest(rng, house)))
            points = [before + won for before, won in zip(points, rounds[-1].scores(), strict=True)]
            dealer = (dealer + 1) % players
        people = OneFoul(rng, house, wish, rng.choice((0.1, 0.3, 1.0)))
        size = rng.randint(2, min(8, most_cards(house, players)))
        made = play_round(rng, house, dealer, size, points, people, people.bid(players))
        foul = people.foul
        if wish in (OUT_OF_TURN, SEEN_AGAIN):
            made, foul = broken_off(rng, house, made, wish)
            writing = replace(writing, hide=0.0) if wish == SEEN_AGAIN else writing
        if foul is not None:
            return write(rng, house, [*rounds, made], writing, foul=foul)
    raise ValueError(f"no chance for {kind}")


LESS_OFTEN = (ILLEGAL_BID, OUT_OF_TURN, SEEN_AGAIN)


def broken_off(rng: Random, house: House, made: Round, kind: str) -> tuple[Round, Foul | None]:
    """An honest round up to some play, then one out of turn, or of a card that has been seen in all its copies."""
    plays = made.plays()
    at = rng.randrange(1, len(plays))
    trick, place = divmod(at, made.players)
    leader, table = made.tricks[trick][0], list(made.tricks[trick][1][:place])
    turn = [(leader + step) % made.players for step in range(place, made.players)]
    cut = (*made.tricks[:trick], (leader, tuple(table))) if table else made.tricks[:trick]
    short = replace(made, tricks=cut, takers=made.takers[:trick])
    seat = turn[0]
    if kind == OUT_OF_TURN:
        if len(turn) < 2:
            return made, None
        seat = rng.choice(turn[1:])
        hand = list((Counter(map(frozenset, made.hands[seat])) - _shown(plays[:at], seat)).elements())
        ways = legal([(one, other) for one, other in map(sorted, hand)], table, made.trump, house)
        extra = rng.choice(ways)[0]
    else:
        seen = _shown(plays[:at]) + Counter(map(frozenset, made.turned))
        gone = [motif for card, count in seen.items() if count == house.lots for motif in sorted(card)]
        gone = [motif for motif in gone if not wanted(motif, table, made.trump, house)]
        if not gone or not house.known:
            return made, None
        extra = rng.choice(gone)
    return short, Foul(at, seat, kind, extra=extra)


def _shown(plays: Sequence[tuple[int, Laid]], seat: int | None = None) -> Counter[frozenset[str]]:
    """The cards of these plays, of one seat or of all."""
    return Counter(frozenset(laid) for who, laid in plays if seat in (None, who))
