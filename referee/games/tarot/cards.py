"""The cards of French Tarot: bouts, points, and what 3, 4 or 5 players are dealt."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache

from referee.rules import Ask, Fill, Pile, T, Won
from referee.rules.packs import DECK, EXCUSE, PETIT, SUIT, SUITS

TWENTY_ONE = "T21"
BOUTS = (TWENTY_ONE, PETIT, EXCUSE)
KINGS = tuple(suit + "K" for suit in SUITS)

ALL_TRUMPS = SUIT["T"] | DECK.of(EXCUSE)
"""The trumps, and the Excuse, which may stand for one in a handful."""
PLAIN = DECK.all - ALL_TRUMPS
COURT = frozenset(suit + rank for suit in SUITS for rank in ("J", "N", "Q", "K"))
NEVER_SET_ASIDE = DECK.of(*KINGS, *BOUTS)
DISCARDABLE = PLAIN - DECK.of(*KINGS)
"""The cards that may be set aside without being shown: suit cards but no king."""

HALVES = {card: {"K": 9, "Q": 7, "N": 5, "J": 3}.get(card[1:], 1) for card in DECK.codes(DECK.all)} | dict.fromkeys(
    BOUTS, 9
)
"""The half points of each card: 182 in all."""
ALL_HALVES = 182

POINTS_WON = Fill("points", HALVES, 2), Fill("bouts", dict.fromkeys(BOUTS, 1))


def _petit(side: str) -> Ask:
    """The Petit among a side's cards may have come with the last trick."""
    return Ask(PETIT, "petit", (side,))


WON = Won(
    (
        Pile(T("The cards of the taker’s side, with those set aside"), POINTS_WON, False, BOUTS, (_petit("attack"),)),
        Pile(T("The cards of the defence"), (Fill("defence", HALVES, 2),), False, BOUTS, (_petit("defence"),)),
    ),
    len(HALVES),
)
"""The piles of a deal. The Excuse lies with the side that keeps it, and the card given for it with the other side."""

HAND = {3: 24, 4: 18, 5: 15}
KITTY = {3: 6, 4: 6, 5: 3}
HANDFUL = {
    3: {"single": 13, "double": 15, "triple": 18},
    4: {"single": 10, "double": 13, "triple": 15},
    5: {"single": 8, "double": 10, "triple": 13},
}
"""The number of trumps in each handful, by the number of players."""

WORTH = tuple(sorted(HALVES[card] for card in HALVES if card not in BOUTS))
"""The half points of the 75 cards that are no bouts, the cheapest first."""


def is_trump(card: str) -> bool:
    """Whether a card is one of the 21 trumps; the Excuse is none."""
    return card[0] == "T"


@cache
def counts(players: int, tricks: int, bouts: Set[str], contre: bool, free: bool) -> tuple[range, ...]:
    """The half points that the taker's side may have with so many tricks and these bouts, as ranges. `contre`: the
    cards aside are the defence's; `free`: they may be kings and bouts.
    """
    return tuple(_counts(players, tricks, bouts, contre, free))


def _counts(players: int, tricks: int, bouts: Set[str], contre: bool, free: bool) -> Iterator[range]:
    own, others, aside = players * tricks, players * (HAND[players] - tricks), KITTY[players]
    cards = own if contre else own + aside
    won, lost = set(bouts) - {EXCUSE}, set(BOUTS) - bouts - {EXCUSE}
    if (won and not own and (contre or not free)) or (lost and not others and not contre):
        return  # the 21 and the Petit lie in a trick of their side, or aside
    # where the Excuse lies, among the cards of the taker's side or not: its side gives half a point for it elsewhere
    for inside in (True, False):
        mine = EXCUSE in bouts
        aside_alone = not (own if inside else others)
        if aside_alone and (inside == contre or not free or inside != mine):
            continue
        held = len(won) + inside
        plain = cards - held
        kings = len(KINGS) if free or contre else min(len(KINGS), own - held)
        dear = WORTH[: len(WORTH) - len(KINGS) + kings]
        base = 9 * held + 8 * (mine - inside)
        yield range(base + sum(WORTH[:plain]), base + sum(dear[len(dear) - plain :]) + 1, 2)
