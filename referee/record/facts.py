"""The facts of a table: one frozen class for each kind of line of the record.

The games say what a line means. Lines beyond the common contract (docs/record.md): `void`, `correct`, `strike`,
`insert`, `withdraw`, `time`, `reseat`, `read`, `ask`, `confirm`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from referee.record.grammar import Fact, Game, Keys, Play, fact, form
from referee.words.text import CardName, T, Text

__all__ = ["Fact", "Keys", "Play"]

Decision = Literal["uphold", "waive", "correct"]
DECISIONS: dict[Decision, Text] = {
    "uphold": T("upheld"), "waive": T("waived"), "correct": T("a mistake in the record"),
}  # fmt: skip
"""The decisions on a foul, and their texts."""


def names(cards: Iterable[str]) -> tuple[CardName, ...]:
    """Cards for use inside a sentence."""
    return tuple(map(CardName, cards))


@fact("deal")
class Dealt(Fact):
    """A new deal; its keys say what earlier deals do not settle (`part=2`, …)."""

    dealer: str = form("seat")
    keys: Keys = form("keys", default=())

    def says(self, game: Game) -> Text:
        return T("{name} deals", name=self.dealer)


@fact("hand")
class HandOpened(Fact):
    """An open hand, as it was dealt."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", default=())

    def says(self, game: Game) -> Text:
        return T("{name} lays the hand open", name=self.seat)


@fact("bid")
class Bid(Fact):
    """A bid of a seat in its turn: a number or a word of the game."""

    seat: str = form("seat")
    said: str = form("word")

    def says(self, game: Game) -> Text:
        return T("{name}: {said}", name=self.seat, said=game.word_text(self.said))


@fact("call")
class Called(Fact):
    """The card by which the taker calls a partner."""

    seat: str = form("seat")
    card: str = form("card")

    def says(self, game: Game) -> Text:
        return T("{name} calls {card}", name=self.seat, card=CardName(self.card))


@fact("turn")
class Turned(Fact):
    """The card turned for trump, with all its faces."""

    card: str = form("card")

    def says(self, game: Game) -> Text:
        return T("{card} is turned", card=CardName(self.card))


@fact("show")
class Shown(Fact):
    """Cards shown while drawing."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", default=())

    def says(self, game: Game) -> Text:
        return T("{name} shows {cards}", name=self.seat, cards=names(self.cards))


@fact("kitty")
class KittyTurned(Fact):
    """The kitty turned up for all to see. `by`: what read its cards, a photo say, where nobody told them."""

    cards: tuple[str, ...] = form("cards", default=())
    by: str | None = form("word=", default=None)

    def says(self, game: Game) -> Text:
        if self.by:
            return T("the kitty: {cards} (read)", cards=names(self.cards))
        return T("the kitty: {cards}", cards=names(self.cards))


@fact("discard")
class Discarded(Fact):
    """Cards set aside by a seat: the cards, or their number and those shown."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", default=())
    count: int | None = form("count=", default=None)
    shown: tuple[str, ...] = form("cards=", default=())

    def says(self, game: Game) -> Text:
        return T("{name} sets {count} cards aside", name=self.seat, count=len(self.cards) or self.count or 0)


@fact("give")
class Given(Fact):
    """Cards given by one seat to another: the cards, or their number, and how many are said to be trumps."""

    giver: str = form("seat")
    receiver: str = form("seat")
    cards: tuple[str, ...] = form("cards", default=())
    count: int | None = form("count=", default=None)
    trumps: int | None = form("count=", default=None)

    def says(self, game: Game) -> Text:
        count = len(self.cards) or self.count or 0
        if self.trumps is not None:
            values = {"name": self.giver, "other": self.receiver, "count": count, "trumps": self.trumps}
            return T("{name} gives {other} {count} cards, trumps among them: {trumps}", **values)
        if count == 1:
            return T("{name} gives {other} one card", name=self.giver, other=self.receiver)
        return T("{name} gives {other} {count} cards", name=self.giver, other=self.receiver, count=count)


@fact("announce")
class Announced(Fact):
    """An announcement beyond the bids, with the cards shown for it."""

    seat: str = form("seat")
    said: str = form("word")
    cards: tuple[str, ...] = form("cards", default=())
    keys: Keys = form("keys", default=())

    def says(self, game: Game) -> Text:
        return T("{name} announces {said}", name=self.seat, said=game.word_text(self.said))


@fact("play")
class Played(Fact):
    """A seat's play: one card, in some games several equal ones; `?` where nobody saw it."""

    seat: str = form("seat")
    cards: Play = form("play")

    def says(self, game: Game) -> Text:
        return T("{name} plays {cards}", name=self.seat, cards=names(self.cards))


@fact("read")
class PlayRead(Played):
    """A play that a reader told: a device that sees cards. Nobody has looked at it yet."""

    def says(self, game: Game) -> Text:
        return T("{name} plays {cards} (read)", name=self.seat, cards=names(self.cards))


@fact("ask")
class PlayAsked(Fact):
    """The question which of these cards a seat played; a reader was not sure. It changes nothing."""

    seat: str = form("seat")
    plays: tuple[Play, ...] = form("plays", default=())

    def says(self, game: Game) -> Text:
        if not self.plays:
            return T("which card did {name} play?", name=self.seat)
        return T("{name} played one of these: {cards}", name=self.seat, cards=names(self.all_cards))


@fact("confirm")
class Confirmed(Fact):
    """People looked at the cards that a reader told on these lines, and they are right."""

    lines: tuple[int, ...] = form("numbers")

    def says(self, game: Game) -> Text:
        return T("looked at, and right: {count}", count=len(self.lines))


@fact("withdraw")
class Withdrawn(Fact):
    """A seat takes its play to the present trick back into its hand."""

    seat: str = form("seat")

    def says(self, game: Game) -> Text:
        return T("{name} takes the card back", name=self.seat)


@fact("trick")
class TrickPlayed(Fact):
    """The plays of a trick in order of play, on one line; may be incomplete."""

    leader: str = form("seat")
    plays: tuple[Play, ...] = form("plays", default=())

    def says(self, game: Game) -> Text:
        return T("{name} leads: {cards}", name=self.leader, cards=names(self.all_cards))


@fact("claim")
class Claimed(Fact):
    """A seat shows its hand and claims the rest, played in the order named, or in any order without cards.

    `by`: what read its cards, a photo say; their order then says nothing.
    """

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", default=())
    by: str | None = form("word=", default=None)

    def says(self, game: Game) -> Text:
        if self.by:
            return T("{name} claims the rest and shows: {cards} (read)", name=self.seat, cards=names(self.cards))
        if self.cards:
            return T("{name} claims the rest in this order: {cards}", name=self.seat, cards=names(self.cards))
        return T("{name} claims the rest", name=self.seat)


@fact("took")
class Took(Fact):
    """The seat that took a trick, the cards in it that matter, how many cards each player played."""

    seat: str = form("seat")
    cards: tuple[str, ...] = form("cards", default=())
    count: int | None = form("count=", default=None)

    def says(self, game: Game) -> Text:
        if self.cards:
            return T("{name} takes the trick ({cards})", name=self.seat, cards=names(self.cards))
        return T("{name} takes the trick", name=self.seat)


@fact("result")
class Resulted(Fact):
    """The result of a deal as counted at the table."""

    keys: Keys = form("keys", default=())

    def says(self, game: Game) -> Text:
        return T("the result")


@fact("foul")
class FoulSeen(Fact):
    """A foul that people saw. It counts as upheld, with this remedy or the proposed one; `card` is the card seen."""

    seat: str = form("seat")
    breach: str = form("word")
    remedy: str | None = form("seat=", default=None)
    card: str | None = form("card=", default=None)

    def says(self, game: Game) -> Text:
        return T("a foul seen: {name}, {kind}", name=self.seat, kind=game.foul_name(self.breach))


@fact("ruling")
class Ruled(Fact):
    """The ruling on the foul proved at a line: `uphold`, `waive` or `correct`, and the remedy if there is a choice."""

    at: int = form("number")
    decision: str = form("word")
    seat: str | None = form("seat=", default=None)
    remedy: str | None = form("seat=", default=None)

    def says(self, game: Game) -> Text:
        decided: object = self.decision
        if self.decision in DECISIONS:
            decided = DECISIONS[self.decision]
        return T("a foul: {decision}", decision=decided)


@fact("penalty")
class Penalised(Fact):
    """Points taken from a seat, with the reason."""

    seat: str = form("seat")
    points: int = form("number")
    reason: str = form("text", default="")

    def says(self, game: Game) -> Text:
        if not self.points:
            return T("{name} is warned: {reason}", name=self.seat, reason=self.reason)
        values = {"name": self.seat, "points": abs(self.points), "reason": self.reason}
        if game.lowest_wins:
            return T("{name} takes {points} points more: {reason}", **values)
        return T("{name} loses {points} points: {reason}", **values)


@fact("void")
class Voided(Fact):
    """The deal is given up and counts for nothing: a misdeal, an accident."""

    reason: str = form("text", default="")

    def says(self, game: Game) -> Text:
        return T("void: {reason}", reason=self.reason) if self.reason else T("the deal counts for nothing")


@fact("time")
class TimeCalled(Fact):
    """The agreed time is up: the present deal, or the one just finished, is the last."""

    def says(self, game: Game) -> Text:
        return T("the agreed time is up")


@fact("note")
class Noted(Fact):
    """A note, which changes nothing."""

    text: str = form("text", default="")

    def says(self, game: Game) -> Text:
        return T("note: {text}", text=self.text)


@fact("undo")
class Undone(Fact):
    """The last fact that still counts is taken back; it stays in the log."""

    amends = True

    def says(self, game: Game) -> Text:
        return T("taken back")


@fact("correct")
class Corrected(Fact):
    """The fact at a line was written wrong: this one happened instead."""

    amends = True

    at: int = form("number")
    fact: Fact = form("fact")

    def says(self, game: Game) -> Text:
        return T("corrected: {fact}", fact=self.fact.says(game))


@fact("strike")
class Struck(Fact):
    """The fact at a line did not happen."""

    amends = True

    at: int = form("number")

    def says(self, game: Game) -> Text:
        return T("an entry struck out")


@fact("insert")
class Inserted(Fact):
    """This fact happened before the one at a line, and was not written down."""

    amends = True

    at: int = form("number")
    fact: Fact = form("fact")

    def says(self, game: Game) -> Text:
        return T("put in: {fact}", fact=self.fact.says(game))


@fact("reseat")
class Reseated(Fact):
    """The names were on the wrong seats from the beginning: these are right, in order of play.

    Facts of a seat's old name count for its new name.
    """

    amends = True

    names: tuple[str, ...] = form("names", default=())

    def says(self, game: Game) -> Text:
        return T("the seats put right: {names}", names=self.names)
