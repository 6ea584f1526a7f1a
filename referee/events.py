"""The facts of a table: what was dealt, said, played and decided, one frozen value each, in the past tense.

The lines of the record (its contract) and these classes are the same thing; what a line means is said
by the games. Lines beyond the contract: `void`, `correct`, `strike`, `insert`, `withdraw`, `time`, `reseat`.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.grammar import Fact, Keys, Play, fact, form

__all__ = ["Fact", "Keys", "Play"]


@fact("deal")
@dataclass(frozen=True, slots=True)
class Dealt(Fact):
    """A new deal; the keys say what earlier deals do not settle (`part=2`, `cards=5`, …)."""

    dealer: str = form("seat")
    keys: Keys = form("keys", ())


@fact("hand")
@dataclass(frozen=True, slots=True)
class HandOpened(Fact):
    """An open hand, as it was dealt."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", ())


@fact("bid")
@dataclass(frozen=True, slots=True)
class Bid(Fact):
    """What a seat said in its turn: a number or a word of the game."""

    seat: str = form("seat")
    said: str = form("word")


@fact("call")
@dataclass(frozen=True, slots=True)
class Called(Fact):
    """The card by which the taker calls a partner."""

    seat: str = form("seat")
    card: str = form("word")


@fact("turn")
@dataclass(frozen=True, slots=True)
class Turned(Fact):
    """The card turned for trump, with all its faces."""

    card: str = form("word")


@fact("show")
@dataclass(frozen=True, slots=True)
class Shown(Fact):
    """Cards shown while drawing."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", ())


@fact("kitty")
@dataclass(frozen=True, slots=True)
class KittyTurned(Fact):
    """The kitty turned up for all to see."""

    cards: tuple[str, ...] = form("cards", ())


@fact("discard")
@dataclass(frozen=True, slots=True)
class Discarded(Fact):
    """What a seat set aside: the cards, or their number with those that had to be shown."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", ())
    count: int | None = form("count=", None)
    shown: tuple[str, ...] = form("cards=", ())


@fact("give")
@dataclass(frozen=True, slots=True)
class Given(Fact):
    """Cards passed from one seat to another: the cards, or their number."""

    giver: str = form("seat")
    receiver: str = form("seat")
    cards: tuple[str, ...] = form("cards", ())
    count: int | None = form("count=", None)


@fact("announce")
@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """Something said beyond the bids, with the cards shown for it."""

    seat: str = form("seat")
    said: str = form("word")
    cards: tuple[str, ...] = form("cards", ())
    keys: Keys = form("keys", ())


@fact("play")
@dataclass(frozen=True, slots=True)
class Played(Fact):
    """A seat's play: one card, several identical ones in some games, `?` for a card nobody saw."""

    seat: str = form("seat")
    cards: Play = form("play")


@fact("withdraw")
@dataclass(frozen=True, slots=True)
class Withdrawn(Fact):
    """A seat takes its play to the present trick back into its hand."""

    seat: str = form("seat")


@fact("trick")
@dataclass(frozen=True, slots=True)
class TrickPlayed(Fact):
    """Short for the plays of a trick in order of play; may be incomplete."""

    leader: str = form("seat")
    plays: tuple[Play, ...] = form("plays", ())


@fact("took")
@dataclass(frozen=True, slots=True)
class Took(Fact):
    """Who took a trick, and the cards in it that matter; `count` where each player played several."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", ())
    count: int | None = form("count=", None)


@fact("result")
@dataclass(frozen=True, slots=True)
class Resulted(Fact):
    """The result of a deal, counted at the table."""

    keys: Keys = form("keys", ())


@fact("foul")
@dataclass(frozen=True, slots=True)
class FoulSeen(Fact):
    """A foul people saw and agree on; it counts as upheld, with the remedy named or the one proposed."""

    seat: str = form("seat")
    breach: str = form("word")
    remedy: str | None = form("seat=", None)


@fact("ruling")
@dataclass(frozen=True, slots=True)
class Ruled(Fact):
    """What was decided on the foul proved at a line: `uphold`, `waive` or `correct`; which remedy, where the laws leave
    a choice.
    """

    at: int = form("number")
    decision: str = form("word")
    seat: str | None = form("seat=", None)
    remedy: str | None = form("seat=", None)


@fact("penalty")
@dataclass(frozen=True, slots=True)
class Penalised(Fact):
    """Points taken from a seat, with the reason."""

    seat: str = form("seat")
    points: int = form("number")
    reason: str = form("text", "")


@fact("void")
@dataclass(frozen=True, slots=True)
class Voided(Fact):
    """The deal is given up and counts for nothing: a misdeal, an accident."""

    reason: str = form("text", "")


@fact("time")
@dataclass(frozen=True, slots=True)
class TimeCalled(Fact):
    """The agreed time is up: the deal being played, or the one just finished, is the last."""


@fact("note")
@dataclass(frozen=True, slots=True)
class Noted(Fact):
    """Something worth remembering that changes nothing."""

    text: str = form("text", "")


@fact("undo")
@dataclass(frozen=True, slots=True)
class Undone(Fact):
    """Takes the last standing fact back; the fact stays in the log."""

    amends = True


@fact("correct")
@dataclass(frozen=True, slots=True)
class Corrected(Fact):
    """What stands at a line was written wrong: this is what happened instead."""

    amends = True

    at: int = form("number")
    fact: Fact = form("fact")


@fact("strike")
@dataclass(frozen=True, slots=True)
class Struck(Fact):
    """What stands at a line did not happen."""

    amends = True

    at: int = form("number")


@fact("insert")
@dataclass(frozen=True, slots=True)
class Inserted(Fact):
    """Before what stands at a line, this happened and was not written down."""

    amends = True

    at: int = form("number")
    fact: Fact = form("fact")


@fact("reseat")
@dataclass(frozen=True, slots=True)
class Reseated(Fact):
    """The names stood on the wrong seats from the beginning: these are the seats in order of play, and what was written
    of each name is of the one now in its place.
    """

    amends = True

    names: tuple[str, ...] = form("names", ())
