"""The exhaustive truth about a small situation: every deal, every hidden card, replayed.

An *explanation* of some plays is a deal of the deck over the holders, and a card for every play
nobody saw ("?"), under which each player held every card he played. Some of its plays may be
illegal. All questions are asked of the set of all explanations:

- honest play is possible when some explanation has no illegal play;
- otherwise somebody fouled, and the explanations say who and where it can have been.

Everywhere `prefix` is a number of plays counted from the beginning.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from math import comb, perm

from . import explained
from .detente import legal, winner
from .explained import Illegal

STOCK = "stock"
HIDDEN = "?"

Play = tuple[str, str]


@dataclass(frozen=True)
class Situation:
    """One part on a small deck.

    `rooms` says how many cards each seat was dealt, in order of play, and how many lie in the
    "stock"; together they hold the whole deck. `plays` are (seat, card) in the order played, the
    seats as they really came; every so many plays as there are seats make a trick. `took` names
    the winner of a trick (numbered from 0) and counts from that trick's last play on.
    """

    deck: Sequence[str]
    rooms: Mapping[str, int]
    plays: Sequence[Play]
    open_hands: Mapping[str, Collection[str]] = field(default_factory=dict)
    took: Mapping[int, str] = field(default_factory=dict)
    found: dict[int, set[Illegal]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The explanations of each prefix asked about so far."""

    def __post_init__(self) -> None:
        if len(set(self.deck)) != len(self.deck):
            raise ValueError("a card is twice in the deck")
        if sum(self.rooms.values()) != len(self.deck):
            raise ValueError("the rooms do not hold exactly the deck")
        for seat, cards in self.open_hands.items():
            if len(cards) != self.rooms[seat]:
                raise ValueError(f"the open hand of {seat} does not fill the room")

    @property
    def players(self) -> int:
        """How many seats there are, and so cards in a trick."""
        return sum(holder != STOCK for holder in self.rooms)

    def seat_of(self, play: int) -> str:
        """Who made this play."""
        return self.plays[play][0]


def how_many(situation: Situation, prefix: int) -> int:
    """An upper bound of the explanations to go through: keep it below some 20,000."""
    plays = situation.plays[:prefix]
    unknown = sum(card == HIDDEN for _, card in plays)
    free = len(situation.deck) - (len(plays) - unknown)
    ways = perm(free, unknown)
    free -= unknown
    for holder, room in situation.rooms.items():
        rest = max(0, room - sum(seat == holder for seat, _ in plays))
        if holder not in situation.open_hands:
            ways *= comb(free, rest)
        free -= rest
    return ways


def fillings(situation: Situation, prefix: int) -> Iterator[list[Play]]:
    """The plays with every way to put cards in the places of the "?"."""
    plays = list(situation.plays[:prefix])
    known = [card for _, card in plays if card != HIDDEN]
    if len(set(known)) < len(known):
        return
    places = [index for index, (_, card) in enumerate(plays) if card == HIDDEN]
    for cards in permutations([card for card in situation.deck if card not in known], len(places)):
        filled = list(plays)
        for place, card in zip(places, cards, strict=True):
            filled[place] = (plays[place][0], card)
        if _winners_agree(situation, filled):
            yield filled


def _winners_agree(situation: Situation, plays: Sequence[Play]) -> bool:
    for number, taker in situation.took.items():
        trick = plays[number * situation.players : (number + 1) * situation.players]
        if len(trick) == situation.players:
            seat, _ = trick[winner([card for _, card in trick])]
            if seat != taker:
                return False
    return True


def illegal_plays(hand: Collection[str], seat: str, plays: Sequence[Play], players: int) -> Illegal:
    """Which plays of this seat the laws forbade, had it been dealt this hand."""
    left = frozenset(hand)
    found = set()
    for index, (player, card) in enumerate(plays):
        if player == seat:
            if card not in _legal(left, tuple(other for _, other in plays[index - index % players : index])):
                found.add(index)
            left -= {card}
    return frozenset(found)


@cache
def _legal(hand: frozenset[str], table: tuple[str, ...]) -> frozenset[str]:
    """The legal cards, looked up once: every longer prefix has the plays of the shorter ones in it."""
    return frozenset(legal(set(hand), table))


def _possible_hands(
    situation: Situation, holder: str, plays: Sequence[Play], free: Collection[str]
) -> Iterator[frozenset[str]]:
    """The hands this holder can have been dealt, with what he played and cards still free."""
    played = frozenset(card for seat, card in plays if seat == holder)
    room = situation.rooms[holder] - len(played)
    if holder in situation.open_hands:
        hand = frozenset(situation.open_hands[holder])
        if played <= hand and hand - played <= set(free):
            yield hand
    elif room >= 0:
        for rest in combinations(sorted(free), room):
            yield played.union(rest)


def _deals(situation: Situation, plays: Sequence[Play], honest: bool) -> Iterator[Illegal]:
    """For each deal that explains these plays (all cards known), the illegal ones among them.

    With `honest` the deals with an illegal play are left out.
    """
    known: dict[tuple[str, frozenset[str]], Illegal] = {}

    def illegal(holder: str, hand: frozenset[str]) -> Illegal:
        # The cards on the table are given, so a seat's plays are judged by its own hand alone.
        if (holder, hand) not in known:
            known[holder, hand] = illegal_plays(hand, holder, plays, situation.players)
        return known[holder, hand]

    def go_on(holders: list[str], free: frozenset[str], so_far: Illegal) -> Iterator[Illegal]:
        if holders in ([], [STOCK]):  # whatever is left lies in the stock
            yield so_far
            return
        for hand in _possible_hands(situation, holders[0], plays, free):
            found = illegal(holders[0], hand)
            if not (honest and found):
                yield from go_on(holders[1:], free - hand, so_far | found)

    # Open hands first: what they hold is not free for the others.
    holders = sorted(situation.rooms, key=lambda holder: holder not in situation.open_hands)
    played = {card for _, card in plays}
    yield from go_on(holders, frozenset(situation.deck) - played, frozenset())


def honest_play_possible(situation: Situation, prefix: int) -> bool:
    """Whether some explanation of these plays has no illegal play."""
    return any(True for plays in fillings(situation, prefix) for _ in _deals(situation, plays, honest=True))


def explanations(situation: Situation, prefix: int) -> set[Illegal]:
    """For all explanations together, the different sets of illegal plays they have.

    Empty when the plays cannot be explained at all: a card twice, a hand too large, a card that
    an open hand did not hold, a winner who cannot have won.
    """
    if prefix not in situation.found:
        situation.found[prefix] = {
            found for plays in fillings(situation, prefix) for found in _deals(situation, plays, honest=False)
        }
    return situation.found[prefix]


def first_impossible(situation: Situation) -> int | None:
    """The index of the first play after which no honest explanation is left; None if one stays."""
    if honest_play_possible(situation, len(situation.plays)):
        return None
    for index in range(len(situation.plays)):
        if not honest_play_possible(situation, index + 1):
            return index
    raise AssertionError("the last prefix was impossible a moment ago")


def minimal_sets(situation: Situation, prefix: int, known: Illegal = frozenset()) -> set[frozenset[str]]:
    """The smallest sets of seats whose illegal plays alone explain the plays.

    {empty set}: honest play is possible. Nothing at all: there is no explanation. Illegal plays
    already `known` to be such are left out: who needs to have fouled beside them?
    """
    return explained.minimal_sets(explanations(situation, prefix), situation.seat_of, known)


def suspects(situation: Situation, prefix: int, known: Illegal = frozenset()) -> set[str]:
    """Everybody in one of the minimal sets; empty while honest play is possible."""
    return explained.suspects(explanations(situation, prefix), situation.seat_of, known)


def guilty(situation: Situation, prefix: int, known: Illegal = frozenset()) -> set[str]:
    """The seats that fouled under every explanation; empty when there is none."""
    return explained.guilty(explanations(situation, prefix), situation.seat_of, known)


def candidate_plays(situation: Situation, prefix: int, seat: str) -> set[int]:
    """The plays of this seat that may be the foul, by their indices, in explanations without needless fouls."""
    return explained.candidates(explanations(situation, prefix), situation.seat_of, seat)


def certain_plays(situation: Situation, prefix: int) -> set[int]:
    """The plays that are illegal under every explanation; empty when there is none."""
    return explained.certain(explanations(situation, prefix))
