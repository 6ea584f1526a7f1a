"""What a game tells the judge: what was denied, shown, moved and said. And what the judge answers: fouls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from referee.rules.cards import EMPTY, CardSet
from referee.rules.deal import Deal, Play, Trick
from referee.words.text import T, Text
from referee.words.value import dataclass

Holder = int | str
STOCK = "stock"

KINDS: Mapping[str, Text] = {
    "must-follow": T("Not following"),
    "must-trump": T("Not trumping"),
    "must-overtrump": T("Not going over"),
    "special-too-early": T("Fool or Pope too early"),
    "out-of-turn": T("Out of turn"),
    "not-in-hand": T("A card that cannot be there"),
    "already-played": T("A card played once too often"),
    "illegal-bid": T("A bid that is not allowed"),
    "illegal-lead": T("A lead that is not allowed"),
    "illegal-discard": T("A discard that is not allowed"),
    "illegal-give": T("A gift that is not allowed"),
    "late-announcement": T("Announced too late"),
    "false-announcement": T("A false announcement"),
    "wrong-count": T("A wrong number of cards"),
    "inconsistent": T("The cards do not fit"),
}
"""The kinds of fouls, the same in every game, and what they are called."""

SLIPS = ("already-played",)
"""Kinds that no player can have committed: what was written down is wrong, there is nothing to rule."""

ProofKind = Literal["seen", "shown", "counted"]
PROOFS: Mapping[ProofKind, Text] = {
    "seen": T("seen"), "shown": T("shown by a later card"), "counted": T("by counting the cards"),
}  # fmt: skip


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
    """A seat takes cards it had just played back into its hand. What the play said is unsaid, unless it `stands`."""

    seat: int
    cards: tuple[str, ...]
    stands: bool = False


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
    proof: ProofKind
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
    vague: bool = False
    """Whether several plays may be it: `committed` is the line of the first of them."""
    named: bool = False
    """Whether people named it, and `message` says no more than who it was."""
    remedy: str | None = None
    """The word of the remedy chosen, where the laws leave a choice."""
    weight: str | None = None
    """The word of the remedy that follows from what the foul could do, where the cards tell."""
    ruled: int = 0
    """Which ruling of its deal was the first on it, counted from 1; 0 where there is none yet."""
    claimed: int = 0
    """The line of that ruling."""


def evidence(deal: Deal, foul: Foul) -> Iterator[tuple[Trick, tuple[bool, ...]]]:
    """The tricks that prove a foul, and which plays of each do: its player's, or of a slip those of its card."""
    for trick in deal.all_tricks:
        if foul.kind in SLIPS:
            marks = tuple(foul.evidence in play.cards for play in trick.plays)
            wanted = any(marks)
        else:
            marks = tuple(play.seat == foul.seat for play in trick.plays)
            wanted = bool(marks) and trick.number in (foul.trick, foul.proof_trick)
        if wanted:
            yield trick, marks


@dataclass(frozen=True, slots=True)
class Step:
    """A deal after a fact, with what the fact tells the judge and the fouls plain to all."""

    deal: Deal
    acts: tuple[Act, ...] = ()
    fouls: tuple[Foul, ...] = ()
