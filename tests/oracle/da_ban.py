"""Da Ban by the long way, over card codes ("H5", "S10", "BK").

Source of every law: the published text of Da Ban, quoted in French; where it is silent the default in
docs/laws/da-ban.md, and such a place says "default".
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

SUITS = ["S", "H", "D", "C"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
BIG = "BK"
LITTLE = "LK"
KINGS = [BIG, LITTLE]


def full_deck() -> list[str]:
    """ "3 jeux de 54 cartes"."""
    one = [suit + rank for suit in SUITS for rank in RANKS] + KINGS
    return one * 3


def level_rank(level: int) -> str:
    """The rank of a level: 11 is the Jack."""
    return RANKS[level - 2]


def is_trump(card: str, level: int, trump: str | None) -> bool:
    """Kings, cards of the level ("la variable"), 2s, and the trump suit."""
    if card in KINGS:
        return True
    return card[1:] in ("2", level_rank(level)) or card[0] == trump


def suit_of(card: str, level: int, trump: str | None) -> str:
    """The suit a card follows as; all trumps are one suit, "T"."""
    return "T" if is_trump(card, level, trump) else card[0]


def power(card: str, level: int, trump: str | None) -> tuple[int, int]:
    """Its place in "l'ordre des atouts", or within its plain suit; higher is better, equal cards are equal."""
    if card == BIG:
        return (9, 0)
    if card == LITTLE:
        return (8, 0)
    suit, rank = card[0], card[1:]
    if rank == level_rank(level):
        return (7, 0) if suit == trump else (6, 0)
    if rank == "2":
        return (5, 0) if suit == trump else (4, 0)
    if suit == trump:
        return (3, RANKS.index(rank))
    return (0, RANKS.index(rank))


def points(cards: Sequence[str]) -> int:
    """ "Roi = 10, 10 = 10, 5 = 5, les autres cartes valent 0"."""
    found = 0
    for card in cards:
        if card in KINGS:
            continue
        if card[1:] in ("K", "10"):
            found += 10
        if card[1:] == "5":
            found += 5
    return found


def of_suit(cards: Sequence[str], suit: str, level: int, trump: str | None) -> list[str]:
    """Those of the cards that follow as this suit."""
    return [card for card in cards if suit_of(card, level, trump) == suit]


def longest(cards: Sequence[str]) -> int:
    """How many identical cards there are among these, at most."""
    return max(Counter(cards).values(), default=0)


def breach(
    hand: Sequence[str],
    cards: Sequence[str],
    lead: Sequence[str],
    level: int,
    trump: str | None,
    pairs_first: bool = False,
) -> str | None:
    """Which law these cards of the hand break as an answer to the lead; None for an honest play."""
    asked = min(len(lead), len(hand))
    if len(cards) != asked:
        # "les autres joueurs doivent jouer le nombre de cartes identiques de la couleur de la paire"
        return "number"
    suit = suit_of(lead[0], level, trump)
    held = of_suit(hand, suit, level, trump)
    played = of_suit(cards, suit, level, trump)
    if len(played) < min(asked, len(held)):
        # They fill up with what they like only where they have not enough: "Si ils n'en ont pas assez …"
        return "suit"
    if pairs_first and longest(played) < min(longest(held), len(lead)):
        # An agreed house rule (default: off): "pas forcément une paire" is the published law.
        return "alike"
    return None


def answers(
    hand: Sequence[str], lead: Sequence[str], level: int, trump: str | None, pairs_first: bool = False
) -> list[tuple[str, ...]]:
    """All honest answers of a small hand, each once, sorted."""
    asked = min(len(lead), len(hand))
    found = {tuple(sorted(cards)) for cards in combinations(hand, asked)}
    return sorted(cards for cards in found if breach(hand, cards, lead, level, trump, pairs_first) is None)


def winner(plays: Sequence[Sequence[str]], level: int, trump: str | None) -> int:
    """The place, in turn order, of the play that takes the trick.

    "Seule une paire supérieure peut espérer remporter le pli"; of equal ones "l'ordre compte".
    """
    lead = plays[0]
    led = suit_of(lead[0], level, trump)
    best = 0
    for place, cards in enumerate(plays):
        if place == 0 or len(set(cards)) > 1 or len(cards) != len(lead):
            continue
        suit = suit_of(cards[0], level, trump)
        beats_plain = suit == "T" and suit_of(plays[best][0], level, trump) != "T"
        same = suit == suit_of(plays[best][0], level, trump) and suit in (led, "T")
        higher = power(cards[0], level, trump) > power(plays[best][0], level, trump)
        if beats_plain or (same and higher):
            best = place
    return best


def declarer(shown: Sequence[tuple[int, str]], level: int) -> tuple[int, str] | None:
    """ "La personne ayant posé le plus de 4 d'une couleur … En cas d'égalité, c'est la première personne à avoir
    posé la carte". (seat, card) in the order laid; who names trumps, and which suit.
    """
    best: tuple[int, str] | None = None
    most = 0
    for seat, card in shown:
        if card[1:] != level_rank(level):
            continue
        number = sum(one == (seat, card) for one in shown)
        if number > most:
            best, most = (seat, card[0]), number
    return best


def kitty_trump(kitty: Sequence[str], level: int) -> str | None:
    """Default: nobody has shown; the first level card of the kitty, else its highest card (the first of equals)."""
    for card in kitty:
        if card not in KINGS and card[1:] == level_rank(level):
            return card[0]
    plain = [card for card in kitty if card not in KINGS]
    if not plain:
        return None
    top = max(RANKS.index(card[1:]) for card in plain)
    return next(card[0] for card in plain if RANKS.index(card[1:]) == top)


def master_takes(kitty: Sequence[str], trump: str | None) -> bool:
    """ "Elle écarte directement le chien, si il n'y a pas un seul atout à la couleur demandé (un roi ne suffit pas).
    Elle l'écarte aussi si il n'y a que des atouts de cette couleur."
    """
    of_it = [card for card in kitty if card not in KINGS and card[0] == trump]
    return bool(of_it) and len(of_it) < len(kitty)


def tribute_due(adversary_points: int) -> int:
    """ "par pallier de 10 points. Ex : 185 points … (185-160)/10=2"."""
    due = 0
    while adversary_points >= 160 + 10 * (due + 1):
        due += 1
    return due


def may_withdraw(
    laid: Sequence[tuple[int, Sequence[str]]], order: Sequence[int], level: int, trump: str | None
) -> set[int]:
    """Who may take a card laid early back: an equal one is laid, before or after it, by somebody whose turn comes before.

    `laid` are (seat, cards) in the order they came, `order` the seats in turn order.
    """

    def value(cards: Sequence[str]) -> tuple[object, ...]:
        return len(cards), suit_of(cards[0], level, trump), power(cards[0], level, trump)

    found = set()
    for at, (seat, cards) in enumerate(laid):
        ahead = list(order)[: list(order).index(seat)]
        early = set(ahead) - {who for who, _ in laid[:at]}
        for who, other in laid:
            alike = len(set(cards)) == len(set(other)) == 1
            if early and who in ahead and alike and value(cards) == value(other):
                found.add(seat)
    return found


def after_round(
    levels: Sequence[int], master: int, players: int, adversary_points: int, inclusive: bool = False
) -> tuple[list[int], int, int]:
    """(levels, next master, tribute) once a round is counted.

    "Ses adversaires doivent dépasser 120 points pour reprendre la main"; "si l'équipe Maître parvient à contrer … elle
    augmente son atout variable de 1"; "le nouveau maître devient le joueur 2 de cette équipe".
    """
    after = list(levels)
    taken = adversary_points >= 120 if inclusive else adversary_points > 120
    if taken:
        return after, (master + 1) % players, tribute_due(adversary_points)
    after[master % 2] += 1
    return after, (master + 2) % players, 0
