"""DOUBLE by the long way, over cards as pairs of motifs ("SK", "H4") and the motif that lies up.

Source of every law: the published rules of DOUBLE (W. Johnson, FX Schmid), their sections in square brackets; where
they are silent, the default of docs/laws, and such a place says "default".
"""

from collections.abc import Sequence
from dataclasses import dataclass

Card = tuple[str, str]
Laid = tuple[str, str]
"""A card on the table: the motif that lies up, then the one below."""

SUITS = ["S", "H", "D", "C"]
FOOL = "FOOL"
POPE = "POPE"

# Default: the pairing of the printed cards is published nowhere; this is the table's own.
PAIRING = (
    "SA-D2 HA-S2 DA-H3 CA-S3 HK-C3 CK-D3 SK-H4 DK-S4 SQ-C4 HQ-D4 DQ-C5 CQ-H5 SJ-D5 HJ-S5 DJ-H6 CJ-S6 H10-C6 C10-D6 "
    "S10-H7 D10-S7 S9-C7 H9-D8 D9-C8 C9-H8 S8-D7 FOOL-H2 POPE-C2"
)

MUST_FOLLOW = "must-follow"
TOO_EARLY = "special-too-early"
ILLEGAL_BID = "illegal-bid"
OUT_OF_TURN = "out-of-turn"
SEEN_AGAIN = "already-played"

# [2.] Cards a player, round by round.
ROUNDS = [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]
START = 15


@dataclass(frozen=True)
class House:
    """What the table has agreed on where the rules are silent."""

    lots: int = 2
    ace: str = "high"
    special_turned: str = "no_trump"
    special_follow: str = "void_both"
    hook: bool = False
    pairing: str = PAIRING
    known: bool = True
    """Whether the record says which motifs share a card; they do either way."""


STANDARD = House()


def lot(pairing: str = PAIRING) -> list[Card]:
    """The 27 cards of one lot."""
    cards = []
    for row in pairing.split():
        one, other = row.split("-")
        cards.append((one, other))
    return cards


def fits(one: str, other: str) -> bool:
    """Whether two motifs may share a card: they differ in suit and rank, the Fool and the Pope have neither."""
    if suit(one) is None or suit(other) is None:
        return suit(one) is not None or suit(other) is not None
    return suit(one) != suit(other) and one[1:] != other[1:]


def suit(motif: str) -> str | None:
    """S, H, D, C; None for the Fool and the Pope."""
    return None if motif in (FOOL, POPE) else motif[0]


def height(motif: str, ace: str) -> int:
    """[2.] From the 2, the weakest, to the King; default: the ace above the King, or below the 2."""
    rank = motif[1:]
    if rank == "A":
        return 14 if ace == "high" else 1
    if rank in ("J", "Q", "K"):
        return {"J": 11, "Q": 12, "K": 13}[rank]
    return int(rank)


def trump_of(turned: Card, house: House) -> str | None:
    """[2.] The suit of the stronger motif of the card turned. Default: none when it is the Fool's or the Pope's."""
    one, other = turned
    if suit(one) is None or suit(other) is None:
        if house.special_turned != "other_motif":
            return None
        return suit(other) if suit(one) is None else suit(one)
    return suit(one) if height(one, house.ace) > height(other, house.ace) else suit(other)


def turned_of(stock: Sequence[Card], house: House) -> list[Card]:
    """The cards turned, last the one that counts. Default of one option: a Fool or Pope is left out."""
    turned = [stock[0]]
    while house.special_turned == "redraw" and len(turned) < len(stock):
        one, other = turned[-1]
        if suit(one) is not None and suit(other) is not None:
            break
        turned.append(stock[len(turned)])
    return turned


def trump_in(table: Sequence[Laid], trump: str | None) -> str | None:
    """["Le Pape et le Fou"] A Fool or Pope led whose other motif is trump: the trick is without trump."""
    if table and suit(table[0][0]) is None and suit(table[0][1]) == trump:
        return None
    return trump


def led_suit(table: Sequence[Laid], trump: str | None) -> str | None:
    """The suit asked for. [4.] The first card's; after a Fool or Pope led, the next motif's if it is not trump."""
    if not table:
        return None
    if suit(table[0][0]) is not None:
        return suit(table[0][0])
    trump = trump_in(table, trump)
    for shown, _ in table[1:]:
        if suit(shown) is not None and suit(shown) != trump:
            return suit(shown)
    return None


def wanted(shown: str, table: Sequence[Laid], trump: str | None, house: House) -> set[str]:
    """The suits of which this motif, laid on this table, says: not one in my hand, on neither side of a card."""
    led = led_suit(table, trump)
    if led is None or suit(shown) == led:
        return set()
    if suit(shown) is not None:
        return {led}
    if house.special_follow == "anytime":
        return set()
    trump = trump_in(table, trump)
    if house.special_follow == "void_led" or trump is None:
        return {led}
    return {led, trump}


def legal(hand: Sequence[Card], table: Sequence[Laid], trump: str | None, house: House) -> list[Laid]:
    """Every way this hand may play to this trick, each card with its side up.

    Written from what the whole hand holds: whoever has a motif of the suit follows with it; the Fool and the Pope
    wait until nothing else can be done.
    """
    ways = [(one, other) for card in hand for one, other in (card, (card[1], card[0]))]
    led = led_suit(table, trump)
    if led is None:
        return ways
    suits = {suit(motif) for card in hand for motif in card}
    trump = trump_in(table, trump)
    helpless = {
        "void_both": led not in suits and (trump is None or trump not in suits),
        "void_led": led not in suits,
        "anytime": True,
    }[house.special_follow]
    found = []
    for shown, below in ways:
        if suit(shown) is None:
            if helpless:
                found.append((shown, below))
        elif suit(shown) == led or led not in suits:
            found.append((shown, below))
    return found


def winner(table: Sequence[Laid], trump: str | None, ace: str) -> int:
    """The place in the trick of the card that takes it. [4.] Of two equal cards the one laid first."""
    for special in (FOOL, POPE):
        for place, (shown, _) in enumerate(table):
            if shown == special:
                return place
    for ruling in (trump_in(table, trump), led_suit(table, trump)):
        places = [place for place, (shown, _) in enumerate(table) if ruling is not None and suit(shown) == ruling]
        if places:
            return max(places, key=lambda place: height(table[place][0], ace))
    raise ValueError("an empty table has no winner")


def bids(before: Sequence[int], cards: int, points: int, players: int, house: House) -> list[int]:
    """The bids the next player may make. [3.] As many as he has cards, and chips.

    Default of one option: the last may not bring the sum to the number of tricks, unless nothing else is left.
    """
    may = [bid for bid in range(cards + 1) if bid <= points]
    if house.hook and len(before) == players - 1:
        may = [bid for bid in may if sum(before) + bid != cards] or may
    return may


def score(bid: int, made: int) -> int:
    """[5.] Five and the bid for a bid met; the bid lost otherwise."""
    return 5 + bid if bid == made else -bid
