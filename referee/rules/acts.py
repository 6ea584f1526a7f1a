"""What a game tells the judge (denials, cards shown and moved, words said), and what the judge answers: fouls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from referee.rules.cards import EMPTY, CardSet
from referee.rules.deal import Deal, Play, Trick
from referee.words.text import T, Text

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

OF_CARDS = frozenset(KINDS) - {
    "out-of-turn", "illegal-bid", "illegal-give", "illegal-discard", "late-announcement", "false-announcement",
    "wrong-count", "inconsistent",
}  # fmt: skip
"""The kinds that need a card laid."""

SLIPS = ("already-played",)
"""Kinds that no player can have committed: the record is wrong, and there is nothing to rule."""

ProofKind = Literal["seen", "shown", "counted"]
PROOFS: Mapping[ProofKind, Text] = {
    "seen": T("seen"), "shown": T("shown by a later card"), "counted": T("by counting the cards"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Denial:
    """The cards that a play says its player does not hold, and the law he broke if that is untrue.

    `text` completes a sentence: “no heart”, “no trump above 10”. `again` are further copies denied, if only so many of
    a card may be held: for “no two alike” all copies of a card but its first.
    """

    kind: str
    law: str
    cards: CardSet
    text: Text
    again: CardSet = EMPTY


def bits_denied(denials: Iterable[Denial]) -> tuple[int, int]:
    """The cards (bits) that some denials deny together, and the further copies."""
    bits = again = 0
    for denial in denials:
        bits |= denial.cards.bits
        again |= denial.again.bits
    return bits, again


@dataclass(frozen=True, slots=True)
class Denies:
    """`seat` says, but not by a play, that a holder holds none of some cards."""

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
    """A seat takes the cards it has just played back into its hand. What the play denied stands only if `stands`."""

    seat: int
    cards: tuple[str, ...]
    stands: bool = False


Act = Denies | Holds | Moves | AtMost | Returns


@dataclass(frozen=True, slots=True)
class Foul:
    """A breach of the laws, with its proof.

    `proof` is seen (the hand was open, or all saw it), shown (a later card proves it) or counted (the unseen
    cards fit nowhere else). `committed` and `proved` are lines, `explained` the line of the card that explains it.
    `seat` is None if several `suspects` are left. `trick` and `proof_trick` are the tricks to look at, `evidence` the
    card that proves it.
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
    """Whether several plays may be the breach: `committed` is the line of the first of them."""
    named: bool = False
    """Whether people named its kind, so that `message` says no more than who it was."""
    remedy: str | None = None
    """The word of the remedy chosen, where the laws leave a choice."""
    weight: str | None = None
    """The word of the remedy that follows from what the foul could do, where the cards tell."""
    ruled: int = 0
    """The number, from 1, of the first ruling on it among those of its deal; 0 if there is none yet."""
    claimed: int = 0
    """The line of that ruling."""


def evidence(deal: Deal, foul: Foul) -> Iterator[tuple[Trick, tuple[bool, ...]]]:
    """The tricks that prove a foul, and which plays of each do: those of its player, for a slip those of its card."""
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
    """A deal after a fact, with the acts for the judge, and the fouls that everybody sees."""

    deal: Deal
    acts: tuple[Act, ...] = ()
    fouls: tuple[Foul, ...] = ()
