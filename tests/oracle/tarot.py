"""French Tarot by the long way, over card codes ("H5", "T21", "EX") and piles of cards.

Source of every law: the document [S] and the French federation's rules of 2012 [F]; where both are silent the default
of docs/laws/tarot.md [D].
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .detente import OF_SUIT, RANKS, SUITS, full_deck, highest_trump, led_suit, strength, suit_of

EXCUSE, PETIT = "EX", "T1"
BOUTS = {"T21", "T1", "EX"}
KINGS = {"SK", "HK", "DK", "CK"}
HAND = {3: 24, 4: 18, 5: 15}
KITTY = {3: 6, 4: 6, 5: 3}
HANDFUL = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
SIZES = ("single", "double", "triple")
CONTRACTS = ("petite", "garde", "garde-sans", "garde-contre")
FACTOR = {"petite": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
DECK = full_deck()


def trump(card: str) -> bool:
    return suit_of(card) == "T"


def worth(card: str) -> float:
    """[S 5] A bout or a king 4½, a queen 3½, a knight 2½, a jack 1½, every other card ½."""
    if card in BOUTS or card in KINGS:
        return 4.5
    if trump(card):
        return 0.5
    return {"Q": 3.5, "N": 2.5, "J": 1.5}.get(card[1:], 0.5)


def legal(hand: set[str], table: Sequence[str]) -> set[str]:
    """The cards this hand may put on this trick [S 8]."""
    led = led_suit(table)
    if led is None:
        return set(hand)
    excuse = hand & {EXCUSE}
    same = hand & OF_SUIT[led]
    trumps = hand & OF_SUIT["T"]
    if led != "T" and same:
        return same | excuse
    if trumps:
        best = highest_trump(table)
        over = {card for card in trumps if strength(card) > best}
        return (over or trumps) | excuse
    return set(hand)


def broken(hand: set[str], card: str, table: Sequence[str]) -> dict[str, set[str]]:
    """The laws this play breaks, and the cards of the hand that prove it."""
    led = led_suit(table)
    if led is None or card == EXCUSE or card in legal(hand, table):
        return {}
    found = {}
    same = hand & OF_SUIT[led]
    trumps = hand & OF_SUIT["T"]
    best = highest_trump(table)
    over = {other for other in trumps if strength(other) > best}
    if suit_of(card) != led and same:
        found["must-follow"] = same
    if led != "T" and suit_of(card) not in (led, "T") and trumps:
        found["must-trump"] = trumps
    if trump(card) and over:
        found["must-overtrump"] = over
    return found


def takes(cards: Sequence[str]) -> int:
    """The place of the card that takes the trick; a lone Excuse led to nothing but itself never comes up."""
    led = led_suit(cards)
    trumps = [card for card in cards if trump(card)]
    ruling = trumps or [card for card in cards if suit_of(card) == led]
    return cards.index(max(ruling, key=strength))


@dataclass(frozen=True)
class Played:
    """A trick as it fell: who led, the cards in order of play."""

    leader: int
    cards: tuple[str, ...]

    def players(self, seats: int) -> list[int]:
        return [(self.leader + step) % seats for step in range(seats)]


def winners(tricks: Sequence[Played], seats: int, attack: set[int]) -> list[int]:
    """Who takes each trick. [S 4, 7] Who has won every trick and leads the Excuse to the last one wins that too."""
    found: list[int] = []
    for number, trick in enumerate(tricks):
        last = number == HAND[seats] - 1
        one_side = {seat in attack for seat in [*found, trick.leader]}
        if last and trick.cards[0] == EXCUSE and len(one_side) == 1:
            found.append(trick.leader)
        else:
            found.append(trick.players(seats)[takes(trick.cards)])
    return found


@dataclass(frozen=True)
class Count:
    """What a deal came to."""

    points: float
    bouts: int
    petit: str | None
    slam: str | None


def count(
    tricks: Sequence[Played], seats: int, attack: set[int], contract: str, aside: Sequence[str], announced: bool = False
) -> Count:
    """Gather both sides' cards and count them [S 4, 6, 7, 9]."""
    won = winners(tricks, seats, attack)
    piles: dict[bool, list[str]] = {True: [], False: []}
    piles[contract != "garde-contre"] += aside
    owed: list[tuple[bool, bool]] = []
    for number, trick in enumerate(tricks):
        side = won[number] in attack
        others = [card for card in trick.cards if card != EXCUSE]
        piles[side] += others
        if EXCUSE not in trick.cards:
            continue
        owner = trick.players(seats)[trick.cards.index(EXCUSE)] in attack
        keeps = owner
        if number == len(tricks) - 1 and not (trick.cards[0] == EXCUSE and len({w in attack for w in won}) == 1):
            keeps = not owner
        piles[keeps].append(EXCUSE)
        if keeps != side:
            owed.append((keeps, side))
    points = {side: sum(map(worth, pile)) for side, pile in piles.items()}
    for giver, receiver in owed:
        # [S 4, F] half a point for the Excuse; a side without a trick counts it 4 instead of 4½
        points[giver] -= 0.5
        points[receiver] += 0.5
    assert points[True] + points[False] == 91
    sides = {winner in attack for winner in won}
    slam = None
    if announced:
        slam = "announced-made" if sides == {True} else "announced-failed"
    elif sides == {True}:
        slam = "made"
    if sides == {False}:
        slam = "announced-failed,defence" if announced else "defence"
    return Count(points[True], len(BOUTS & set(piles[True])), _petit(tricks, won, attack), slam)


def _petit(tricks: Sequence[Played], won: Sequence[int], attack: set[int]) -> str | None:
    """[S 7, F] Whoever takes the last trick with the Petit in it; in a slam ended by the Excuse the last but one."""
    number = len(tricks) - 1
    if tricks[number].cards[0] == EXCUSE and len({winner in attack for winner in won}) == 1:
        number -= 1
    if PETIT not in tricks[number].cards:
        return None
    return "attack" if won[number] in attack else "defence"


def scores(
    found: Count, seats: int, taker: int, partner: int | None, contract: str, handfuls: Sequence[str] = ()
) -> list[int]:
    """The row of a deal [S 6, 7, 9; F]."""
    need = [56, 51, 41, 36][found.bouts]
    made = found.points >= need
    points = found.points
    if points != int(points):
        points += 0.5 if made else -0.5
    unit = (25 + abs(int(points) - need)) * FACTOR[contract] * (1 if made else -1)
    for size in handfuls:
        unit += {"single": 20, "double": 30, "triple": 40}[size] * (1 if made else -1)
    if found.petit:
        unit += 10 * FACTOR[contract] * (1 if found.petit == "attack" else -1)
    for slam in (found.slam or "").split(","):
        unit += {"announced-made": 400, "announced-failed": -200, "made": 200, "defence": -200, "": 0}[slam]
    row = [-unit] * seats
    if partner is not None:
        row[partner] = unit
    row[taker] = 0
    row[taker] = -sum(row)
    return row


def petit_alone(hand: Sequence[str]) -> bool:
    """[F] The Petit, no other trump and no Excuse."""
    return [card for card in hand if trump(card) or card == EXCUSE] == [PETIT]


def discardable(cards: Sequence[str]) -> tuple[list[str], list[str]]:
    """[F] The suit cards that may be set aside freely, and the trumps that may go where those do not suffice."""
    plain = [card for card in cards if not trump(card) and card != EXCUSE and card not in KINGS]
    trumps = [card for card in cards if trump(card) and card not in BOUTS]
    return plain, trumps


def callable_ranks(hand: Sequence[str]) -> str:
    """[F] A king; a queen by who has all kings, then a knight, then a jack."""
    ranks = "KQNJ"
    found = "K"
    for place, rank in enumerate(ranks[:-1]):
        if all(suit + rank in hand for suit in SUITS):
            found = ranks[place + 1]
        else:
            break
    return found


__all__ = ["RANKS", "SUITS", "Mapping"]
