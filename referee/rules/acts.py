"""What a game tells the judge: what was denied, shown, moved and said. And what the judge answers: fouls."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cards import EMPTY, CardSet
from referee.deal import Deal, Play
from referee.texts import Text

Holder = int | str
STOCK = "stock"


KINDS = (
    "must-follow", "must-trump", "must-overtrump", "special-too-early", "out-of-turn", "not-in-hand", "already-played",
    "illegal-bid", "illegal-lead", "illegal-discard", "illegal-give", "late-announcement", "false-announcement",
    "wrong-count", "inconsistent",
)  # fmt: skip
"""The kinds of fouls, the same in every game."""


@dataclass(frozen=True, slots=True)
class Denial:
    """What a play says its player does not hold, and the law broken if it is untrue.

    `text` completes a sentence: “no heart”, “no trump above 10”. `again` are further copies denied, where so many of
    a card may be held and no more: all but a card's first copy for “no two alike”.
    """

    kind: str
    law: str
    cards: CardSet
    text: Text
    again: CardSet = EMPTY


@dataclass(frozen=True, slots=True)
class Denies:
    """By something other than a play, `seat` says that a holder holds none of some cards."""

    holder: Holder
    seat: int
    denial: Denial
    act: Text


@dataclass(frozen=True, slots=True)
class Holds:
    """These cards were shown: the holder has them."""

    holder: Holder
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moves:
    """So many cards go from one holder to another; `cards` are those known among them."""

    source: Holder
    target: Holder
    count: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AtMost:
    """`seat` says that a holder has at most so many of some cards."""

    holder: Holder
    seat: int
    count: int
    denial: Denial
    act: Text


@dataclass(frozen=True, slots=True)
class Returns:
    """A seat takes cards it had just played back into its hand."""

    seat: int
    cards: tuple[str, ...]


Act = Denies | Holds | Moves | AtMost | Returns


@dataclass(frozen=True, slots=True)
class Foul:
    """A breach of the laws, with its proof.

    `proof` is seen (the hand was open, or all saw it), shown (a later card proves it) or counted (the unseen
    cards fit nowhere else); `committed` and `proved` are lines; `seat` is None unless one suspect is left.
    `trick` and `proof_trick` are the tricks to look at, `evidence` the card that proves it.
    """

    kind: str
    seat: int | None
    proof: str
    committed: int
    proved: int
    law: str
    message: Text
    suspects: tuple[int, ...] = ()
    play: Play | None = None
    trick: int | None = None
    evidence: str | None = None
    proof_trick: int | None = None
    explained: int | None = None
    remedy: str | None = None
    """The word of the remedy chosen, where the laws leave a choice."""


@dataclass(frozen=True, slots=True)
class Step:
    """A deal after a fact, with what the fact tells the judge and the fouls plain to all."""

    deal: Deal
    acts: tuple[Act, ...] = ()
    fouls: tuple[Foul, ...] = ()
