"""Double-détente and Triple-détente by the long way, over card codes ("H5", "T21", "EX").

Source of every law: the published rules of Double-détente (sections in square brackets), and where
they are silent the default in docs/laws; such a place says "default".
"""

from collections.abc import Iterable, Mapping, Sequence

SUITS = ["S", "H", "D", "C"]
# [3.3] 1, 2, … 10, Valet, Cavalier, Dame, Roi.
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]
EXCUSE = "EX"
PETIT = "T1"
MUST_FOLLOW = "must-follow"
MUST_TRUMP = "must-trump"
MUST_OVERTRUMP = "must-overtrump"
KINDS = [MUST_FOLLOW, MUST_TRUMP, MUST_OVERTRUMP]

CARDS_EACH = 13
GOAL = 200


def full_deck() -> list[str]:
    """The 78 tarot cards [1]: four suits of 14, 21 trumps, the Excuse."""
    plain = [suit + rank for suit in SUITS for rank in RANKS]
    trumps = [f"T{number}" for number in range(1, 22)]
    return [*plain, *trumps, EXCUSE]


def suit_of(card: str) -> str:
    """S, H, D, C, T for a trump; "EX" for the Excuse, which belongs to no suit."""
    return EXCUSE if card == EXCUSE else card[0]


OF_SUIT = {suit: frozenset(card for card in full_deck() if suit_of(card) == suit) for suit in (*SUITS, "T")}


def strength(card: str) -> int:
    """The place of a card within its own suit, higher is better. The Excuse has none."""
    if suit_of(card) == "T":
        return int(card[1:])
    return RANKS.index(card[1:])


def led_suit(table: Sequence[str]) -> str | None:
    """The suit asked for; None while it is not settled.

    [3.3.1] When the Excuse is led, the second player's card names the suit.
    """
    for card in table:
        if card != EXCUSE:
            return suit_of(card)
    return None


def highest_trump(table: Sequence[str]) -> int:
    """The number of the best trump in the trick, 0 when there is none."""
    return max((strength(card) for card in table if suit_of(card) == "T"), default=0)


def legal(hand: set[str], table: Sequence[str]) -> set[str]:
    """The cards this hand may put on this trick."""
    led = led_suit(table)
    if led is None:
        # [3.3] The leader plays what he likes; after an Excuse led the second player is as free.
        return set(hand)

    # Default, from classic tarot: the Excuse may be played instead of any card.
    excuse = {card for card in hand if card == EXCUSE}
    of_the_suit = hand & OF_SUIT[led]
    trumps = hand & OF_SUIT["T"]

    # [3.3] "doivent fournir la couleur demandée". In a plain suit there is no duty to beat.
    if led != "T" and of_the_suit:
        return of_the_suit | excuse

    # [3.3] "doivent fournir … Atout si Atout est demandé"; "s'ils ne peuvent pas, ils doivent
    # couper"; in both cases "ils doivent monter sur le plus gros Atout déjà joué, s'ils le
    # peuvent"; who cannot go over still plays a trump, any trump.
    if trumps:
        best = highest_trump(table)
        over = {card for card in trumps if strength(card) > best}
        return (over or trumps) | excuse

    # [3.3] "sauf s'ils n'en ont pas, auquel cas ils doivent jouer une carte quelconque".
    return set(hand)


def denied(card: str, table: Sequence[str]) -> dict[str, set[str]]:
    """What its player says he does not hold by playing this card, by the law that makes him say it.

    Written from the point of view of one card instead of a hand, so that `legal` can be held
    against it: a card is legal when nothing it denies is in the hand.
    """
    led = led_suit(table)
    said: dict[str, set[str]] = {}
    if led is None or card == EXCUSE:
        return said
    trumps = set(OF_SUIT["T"])

    if suit_of(card) != led:
        said[MUST_FOLLOW] = set(OF_SUIT[led])
    if suit_of(card) not in (led, "T") and led != "T":
        said[MUST_TRUMP] = trumps
    if suit_of(card) == "T" and strength(card) < highest_trump(table):
        best = highest_trump(table)
        said[MUST_OVERTRUMP] = {other for other in trumps if strength(other) > best}
    return said


def breaches(hand: set[str], card: str, table: Sequence[str]) -> dict[str, set[str]]:
    """The cards of the hand that make this play a foul, by kind; empty for an honest play."""
    found = {kind: said & hand for kind, said in denied(card, table).items()}
    return {kind: cards for kind, cards in found.items() if cards}


def winner(cards: Sequence[str]) -> int:
    """The place in the trick of the card that takes it.

    [3.3] The highest trump, or without a trump the highest card of the suit asked for; a card of
    another suit never wins; [3.3.1] nor does the Excuse.
    """
    led = led_suit(cards)
    if led is None:
        raise ValueError("a trick of nothing but the Excuse has no winner yet")
    ruling = "T" if highest_trump(cards) else led
    places = [place for place, card in enumerate(cards) if suit_of(card) == ruling]
    return max(places, key=lambda place: strength(cards[place]))


def bids_legal(previous: Sequence[int], bid: int, players: int, cards: int = CARDS_EACH) -> bool:
    """Whether the next bidder may say this. [3.2] 0 to 13.

    [7] With two players the second may not bring the sum to 13. The law knows 13 cards only; in a
    shortened part of `cards` each the same bound is taken to be `cards`.
    """
    if not 0 <= bid <= cards:
        return False
    second_of_two = players == 2 and len(previous) == 1
    return not (second_of_two and previous[0] + bid == cards)


def contract_bonus(part: int, distance: int) -> int:
    """[3.4, 4, 7] What the distance between bid and tricks pays, before the tricks themselves."""
    if part == 1:
        table = {0: 10, 1: 5, 2: 2}
    elif part == 2:
        table = {0: 20, 1: 10, 2: 5}
    elif part == 3:
        table = {0: 30, 1: 20, 2: 10}
    else:
        raise ValueError(f"there is no part {part}")
    return table.get(distance, 0)


def score_part(
    part: int,
    bids: Sequence[int],
    tricks: Sequence[int],
    *,
    petit_winner: int | None = None,
    petit_last: bool = False,
    excuse_last_by: int | None = None,
) -> list[int]:
    """What a part played to its end gives each player, in the order of the bids."""
    scores = []
    for player, (bid, won) in enumerate(zip(bids, tricks, strict=True)):
        score = won + contract_bonus(part, abs(bid - won))
        if player == petit_winner:
            # [3.3.2] 2 points to whoever wins the Petit; 5 more when it falls in the last trick.
            # They are the same in every part.
            score += 2
            if petit_last:
                score += 5
        if player == excuse_last_by:
            # [3.3.1] The Excuse must not be kept for the last trick: 5 points off its player.
            score -= 5
        scores.append(score)
    return scores


def score_foul(part: int, players: int, offender: int, part3: int = 40) -> list[int]:
    """[5] The part stops; 20 off in part 1, 30 in part 2; 40 in part 3 by default.

    The others score nothing for the part, and a Petit already won does not count (defaults).
    """
    scores = [0] * players
    scores[offender] = -{1: 20, 2: 30, 3: part3}[part]
    return scores


def score_tricks(part: int, bids: Sequence[int], tricks: Sequence[tuple[int, Sequence[str]]]) -> list[int]:
    """A whole part from its tricks: (leader's index, cards in order of play); bids by index."""
    players = len(bids)
    won = [0] * players
    petit_winner = None
    petit_last = False
    excuse_last_by = None
    for number, (leader, cards) in enumerate(tricks, start=1):
        is_last = number == len(tricks)
        taker = (leader + winner(cards)) % players
        won[taker] += 1
        if PETIT in cards:
            petit_winner = taker
            petit_last = is_last
        if EXCUSE in cards and is_last:
            excuse_last_by = (leader + list(cards).index(EXCUSE)) % players
    return score_part(
        part,
        bids,
        won,
        petit_winner=petit_winner,
        petit_last=petit_last,
        excuse_last_by=excuse_last_by,
    )


def score_round(parts: Iterable[Sequence[int]]) -> list[int]:
    """The scores of a round: its parts added up for each player."""
    return [sum(column) for column in zip(*parts, strict=True)]


def match_winners(totals: Mapping[str, int], round_complete: bool = True, tie: str = "extra_round") -> set[str]:
    """Who has won the match; empty while it goes on.

    [6] Looked at only after a complete round: once somebody has 200, the highest total wins.
    Default for a tie at the top: one more round, in which all play; `tie="shared"` ends it.
    """
    if not round_complete or max(totals.values()) < GOAL:
        return set()
    best = max(totals.values())
    top = {name for name, total in totals.items() if total == best}
    if len(top) > 1 and tie == "extra_round":
        return set()
    return top
