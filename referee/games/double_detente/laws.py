"""What Double-détente is played with and by: its cards, its laws, and what a table may change.

Source: the one document there is (S); where it is silent, the default (D) with the option beside it. The laws are
numbered as in docs/laws/double-detente.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Deck
from referee.ruleset import Group, Law, Options, option
from referee.suits import LABEL
from referee.texts import T, Text

NAME = "double-detente"
SUITS = "SHDC"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
TRUMPS = tuple(f"T{n}" for n in range(1, 22))
EXCUSE, PETIT = "EX", "T1"
HAND = 13
TARGET = 200

EXACT_ONE_TWO = {1: (10, 5, 2), 2: (20, 10, 5), 3: (30, 20, 10)}
"""Bonus of a part for a bid met exactly, missed by one, missed by two."""

FOUL_POINTS = {1: 20, 2: 30}

DECK = Deck([suit + rank for suit in SUITS for rank in RANKS] + [*TRUMPS, EXCUSE])
SUIT = {suit: DECK.of(*(suit + rank for rank in RANKS)) for suit in SUITS} | {"T": DECK.of(*TRUMPS)}
HIGHER = {n: DECK.of(*TRUMPS[n:]) for n in range(22)}
"""The trumps above a number."""


def to_beat(codes: Sequence[str]) -> tuple[str | None, int]:
    """What the first cards of a trick ask for: the suit led, None as long as that is open, and the highest trump."""
    led = next((code[0] for code in codes if code != EXCUSE), None)
    return led, max((int(code[1:]) for code in codes if code[0] == "T"), default=0)


PAD = (
    *(Group(suit, LABEL[suit], tuple(suit + rank for rank in RANKS)) for suit in SUITS),
    Group("T", LABEL["T"], (*TRUMPS, EXCUSE)),
)
YES_NO = {"no": T("no"), "yes": T("yes")}


@dataclass(frozen=True)
class DetenteOptions(Options):
    """What a table may change where the document is silent."""

    foul_others: str = option(
        "none",
        T("After a foul the other players score"),
        {
            "none": T("nothing for that part"),
            "tricks": T("the tricks they had won"),
            "contract": T("their tricks and their bid as it stood"),
        },
    )
    foul_part3: str = option("40", T("A foul in the third part costs"), {"30": T("30"), "40": T("40"), "50": T("50")})
    out_of_turn: str = option(
        "warn",
        T("Playing out of turn"),
        {"warn": T("is put right, no penalty"), "foul": T("is a foul like the others")},
    )
    dealer_each_part: str = option("no", T("The deal passes on after every part"), YES_NO)
    tie: str = option(
        "extra_round", T("A tie at the top"), {"extra_round": T("one more round"), "shared": T("shares the victory")}
    )


def law(number: str, text: Text, source: str) -> Law:
    return Law(f"{NAME}.{number}", text, source)


LAWS = (
    law(
        "deal.1",
        T(
            "Each part is played with thirteen cards a player; a card played in one part of a round cannot come "
            "back in a later one."
        ),
        "S",
    ),
    law(
        "deal.2", T("The same player deals every part of a round; the deal passes to the left for the next round."), "D"
    ),
    law("bid.1", T("Each player says once, from the dealer's left, how many tricks he will take: 0 to 13."), "S"),
    law("bid.2", T("With two players the second may not bring the sum of the bids to 13."), "S"),
    law("play.1", T("The dealer's left leads to each part, then whoever took the trick."), "S"),
    law("play.2", T("Follow the suit led, or trump if trump is led."), "S"),
    law("play.3", T("Who cannot follow must trump."), "S"),
    law(
        "play.4",
        T(
            "Whoever plays a trump must beat the highest trump in the trick if he can; if he cannot, he plays a "
            "trump all the same."
        ),
        "S",
    ),
    law(
        "play.5",
        T(
            "The Excuse may be played instead of any card and never takes the trick; led, it lets the next card "
            "name the suit."
        ),
        "S",
    ),
    law("play.6", T("A card played out of turn is put right at once."), "D"),
    law("play.7", T("A player plays only cards of his own hand, each once."), "S"),
    law("score.1", T("Every trick taken is a point."), "S"),
    law(
        "score.2",
        T(
            "A bid met exactly, by one, by two: 10, 5, 2 in the first part; 20, 10, 5 in the second; 30, 20, 10 "
            "in the third."
        ),
        "S",
    ),
    law("score.3", T("Whoever takes the Petit scores 2."), "S"),
    law("score.4", T("If the Petit falls in the last trick of a part, whoever takes that trick scores 5 more."), "S"),
    law("score.5", T("Who plays the Excuse to the last trick of a part loses 5."), "S"),
    law(
        "foul.1",
        T("A foul stops the part; its player loses 20 in the first part, 30 in the second, 40 in the third."),
        "S",
    ),
    law("foul.2", T("After a foul the others score nothing for that part; only the first foul committed counts."), "D"),
    law(
        "end.1",
        T("The match ends after the first full round in which somebody has reached 200: the highest total wins."),
        "S",
    ),
    law("end.2", T("A tie at the top is played out in one more round."), "D"),
)

KIND_LAWS = {
    "out-of-turn": "play.6",
    "not-in-hand": "play.7",
    "already-played": "deal.1",
    "inconsistent": "deal.1",
    "illegal-bid": "bid.1",
    "must-follow": "play.2",
    "must-trump": "play.3",
    "must-overtrump": "play.4",
    "wrong-count": "deal.1",
}
"""The law that a foul of a kind breaks; a breach of no other law is one of foul.1."""

PUT_RIGHT = ("illegal-bid", "already-played", "not-in-hand", "inconsistent", "wrong-count")
"""Kinds of fouls that are put right at once, or were a slip of the pen."""
