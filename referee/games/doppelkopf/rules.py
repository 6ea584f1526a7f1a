"""Doppelkopf for four, or five with the dealer sitting out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from referee.deal import Deal, Play, Trick
from referee.events import Announced, Bid, Given, HandOpened, Resulted
from referee.games.doppelkopf import fouls, match
from referee.games.doppelkopf.announce import Announcements, label
from referee.games.doppelkopf.auction import LABELS, Auction
from referee.games.doppelkopf.cards import OLD, SOLOS, Suits, pack, pad, suits
from referee.games.doppelkopf.count import LEVELS, counted, extras, levels, read, told
from referee.games.doppelkopf.laws import KIND_LAWS, LAWS
from referee.games.doppelkopf.options import DDV, STANDARD, DoppelkopfOptions
from referee.games.doppelkopf.prompts import fields, prompts
from referee.games.doppelkopf.terms import KONTRA, RE, Terms, sides
from referee.games.doppelkopf.value import SAID, items, winner
from referee.grammar import Fact, whole
from referee.options import Usual
from referee.ruleset import (
    STOCK,
    Aim,
    Denial,
    Due,
    Field,
    Foul,
    Holder,
    Holds,
    Line,
    Options,
    Prompt,
    Remedy,
    Ruleset,
    Scored,
    Standing,
    Step,
)
from referee.suits import NO
from referee.texts import Slip, T, Text

TAKES = {
    "bid": ("bid", "hand", "result"),
    "name": ("bid", "hand", "result"),
    "offer": ("bid", "hand", "result"),
    "give": ("give", "hand", "result"),
    "back": ("give", "result"),
    "play": ("play", "trick", "took", "announce", "result"),
    "count": ("result",),
}
"""The words each phase of a deal can take."""


class Doppelkopf(Ruleset):
    """Follow suit, trump being a suit of its own; void, play what you like."""

    name = "doppelkopf"
    title = T("Doppelkopf")
    players = (4, 5)
    presets: ClassVar[Mapping[str, Options]] = {"standard": STANDARD, "ddv": DDV}
    usual = Usual((4, 5), 3, ((4, 24), (5, 30)), "ddv", balanced=True)
    laws = LAWS
    picture = ("CQ", "H10", "DA")
    listed = True
    breaches = ("must-follow", "out-of-turn", "late-announcement", "false-announcement", "illegal-bid", "illegal-give")
    options: DoppelkopfOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        self.deck = pack(self.options.nines == "yes")
        self.pad = pad(self.options.nines == "yes")
        self.hand = len(self.deck) // 4
        dulle = self.options.dulle == "yes"
        second = dulle and self.options.second_dulle == "yes"
        self.suits = {contract: suits(contract, self.deck, dulle, second) for contract in ("normal", *SOLOS)}
        old = self.deck.of(OLD)
        self.auction = Auction(self.options, seats, self.suits["normal"], old)
        self.announcements = Announcements(self.options, seats, self.deck.all, old)

    def kind_law(self, kind: str) -> str:
        return f"{self.name}.{KIND_LAWS.get(kind, 'foul.1')}"

    def follows(self, deal: Deal) -> Suits:
        """The suits of a deal's contract."""
        return self.suits.get(deal.terms.contract, self.suits["normal"])

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        known = ("cards", "forced", "bock")
        unknown = next((key for key in keys if key not in known), None)
        if unknown:
            raise Slip(
                T("“{found}”: a deal of this game takes {expected}", found=unknown, expected=known), found=unknown
            )
        size = whole(keys.get("cards", str(self.hand)), T("a number of cards"))
        if not 1 <= size <= self.hand:
            raise Slip(T("{found} cards a hand: expected 1 to {most}", found=size, most=self.hand), found=size)
        order = self.after(dealer)[:4]
        due = match.due(self.options, len(self.seats), past, past[-1].deal.dealer if past else None)
        forced = due.forced and match.must_play(due.owing, dealer, len(self.seats))
        if "forced" in keys:
            forced = self.seat_of(keys["forced"])
            if forced not in order:
                raise Slip(T("{name} does not play in this deal", name=keys["forced"]), found=keys["forced"])
        bock = keys.get("bock", "yes" if due.bock else "no")
        if bock not in ("no", "yes"):
            raise Slip(T("bock={found}: expected yes or no", found=bock), found=bock)
        terms = Terms(place=due.place, owing=due.owing, forced=forced, bock=bock == "yes")
        phase = "bid" if forced is None else "name"
        return Step(Deal(number, line, dealer, order, size, dict(keys), phase=phase, terms=terms))

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        hands: dict[Holder, int] = dict.fromkeys(deal.order, deal.size)
        return hands | {STOCK: len(self.deck) - deal.size * len(deal.order)}

    def takes(self, deal: Deal) -> frozenset[str]:
        words = frozenset(TAKES.get(deal.phase, ()))
        if deal.phase != "play" or deal.tricks or deal.trick.plays:
            return words
        return words | ({"bid"} if deal.terms.contract == "armut" else {"bid", "hand"})

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Bid(seat, said):
                return self.auction.bid(deal, line, self.seat_of(seat), said)
            case Given():
                return self.auction.give(deal, fact)
            case Announced(seat, said, _, keys):
                return self.announcements.announced(deal, line, self.seat_of(seat), said, dict(keys).get("side"))
            case HandOpened(seat, cards):
                at = self.seat_of(seat)
                return Step(deal._replace(hands={**deal.hands, at: cards}), (Holds(at, cards),))
        assert isinstance(fact, Resulted)
        terms = replace(deal.terms, count=read(deal, dict(fact.keys), self.seats))
        return Step(deal._replace(counted=dict(fact.keys), terms=terms, phase="done", state="done"))

    # --- the play

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        """Not following says that there is no card of the suit led."""
        led = deal.trick.plays[0] if deal.trick.plays else None
        if led is None or led.unseen:
            return ()
        follows = self.follows(deal)
        suit = follows.suit[led.card]
        if follows.suit[play.card] == suit:
            return ()
        return (Denial("must-follow", "doppelkopf.play.2", follows.cards[suit], NO[suit]),)

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        return self.follows(deal).suit[plays[0].card]

    def winner(self, deal: Deal, trick: Trick) -> int:
        return self.follows(deal).winner(trick)

    def after_trick(self, deal: Deal) -> Deal:
        if not deal.over or deal.undecided:
            return deal
        if counted(deal) is None and deal.size == self.hand:
            return deal._replace(phase="count")
        return deal._replace(phase="done", state="done")

    # --- the score

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        deal, upheld = scored.deal, scored.upheld
        unheard = fouls.unheard(upheld)
        serious = [foul for foul in upheld if fouls.chosen(foul) == fouls.SERIOUS]
        paid = [fouls.payment(deal, foul, len(self.seats), unheard) for foul in serious[:1] or upheld]
        found = [line for line in paid if line is not None]
        if serious or deal.state != "done" or deal.size != self.hand:
            return tuple(found)
        return (*self._value(deal, unheard, fouls.rest_to(deal, upheld)), *found)

    def _value(self, deal: Deal, unheard: Sequence[int], rest_to: str | None) -> list[Line]:
        """The value of a deal: the other side pays it; a soloist gets or pays it three times."""
        count = counted(deal, unheard, rest_to)
        if count is None:
            return []
        found = []
        for item in items(count, self.options, deal.terms.bock):
            points = item.points if item.side == RE else -item.points
            row = [0] * len(self.seats)
            for seat in deal.order:
                row[seat] = points * (3 if count.solo else 1) if seat in count.re else -points
            found.append(Line(f"{self.name}.{item.law}", item.text, tuple(row)))
        return found

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return self._remedy(scored, replace(foul, remedy=fouls.chosen(foul)), past)

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        words = fouls.available(scored.deal, foul)
        return tuple(self._remedy(scored, replace(foul, remedy=word), past) for word in words)

    def _remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        deal, word = scored.deal, fouls.chosen(foul)
        state = {fouls.SERIOUS: "stopped", fouls.DECIDED: "done"}.get(word, deal.state)
        after = Scored(deal._replace(state=state), (*scored.upheld, foul))
        return Remedy(self._remedy_text(deal, foul, word), state, self.lines(after, past), word, fouls.LABEL[word])

    def _remedy_text(self, deal: Deal, foul: Foul, word: str) -> Text:
        if foul.seat is None:
            return T("Find out who it was, or correct what was written down.")
        line = fouls.payment(deal, foul, len(self.seats), ())
        told = {
            fouls.NONE: T("It is put right, no penalty."),
            fouls.SERIOUS: T("A serious foul: the deal stops."),
            fouls.DECIDED: T(
                "The deal was decided: the remaining tricks go to the other side, and it is a minor foul."
            ),
        }.get(word, T("A minor foul; the deal goes on."))
        parts = [told]
        if line is not None:
            paid = tuple(
                T("{name} {points}", name=self.seats[s], points=f"{p:+d}") for s, p in enumerate(line.points) if p
            )
            parts.append(T("{points}.", points=paid))
        gone = tuple(self.seats[seat] for seat in fouls.lapsed(deal, foul.seat, foul.proved))
        if gone:
            parts.append(T("Who has played on has lost the right to claim: {names}.", names=gone))
        return _joined(parts)

    def result(self, deal: Deal) -> Mapping[str, Any]:
        count = counted(deal)
        if count is not None:
            return told(count, self.seats)
        known = sides(deal)
        found: dict[str, Any] = {}
        said, made = levels(deal, known), extras(deal, known)
        for side in (RE, KONTRA):
            if said[side]:
                found[f"{side}-said"] = list(LEVELS[side][: said[side]])
        for side in (RE, KONTRA):
            if made[side] and not deal.terms.solo:
                found[f"{side}-extra"] = made[side]
        return found

    def extra(self, scored: Scored, past: Sequence[Scored]) -> Mapping[str, Any]:
        """The seats certain to be Re and Kontra, and whose duty solo it is."""
        known = sides(scored.deal)
        found: dict[str, Any] = {
            RE: [self.seats[seat] for seat in scored.deal.order if seat in known.re],
            KONTRA: [self.seats[seat] for seat in scored.deal.order if seat in known.kontra],
        }
        if self.options.duty_solo == "yes":
            player = match.duty(scored)
            found["duty"] = None if player is None else self.seats[player]
        return found

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        deal = scored.deal
        whole = deal.state == "done" and deal.size == self.hand
        count = counted(deal, fouls.unheard(scored.upheld), fouls.rest_to(deal, scored.upheld)) if whole else None
        if count is None:
            return ()
        side, sides_ = winner(count), {seat: RE if seat in count.re else KONTRA for seat in deal.order}
        alone = T("solo") if count.solo else SAID[RE]
        return tuple(Aim(seat, alone if on == RE else SAID[KONTRA], side == on) for seat, on in sides_.items())

    # --- the round

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        seats = len(self.seats)
        totals = tuple(sum(row[seat] for row in scores) for seat in range(seats))
        due = match.due(self.options, seats, deals, dealer)
        keys: tuple[tuple[str, str], ...] = ()
        if due.forced is not None:
            keys += (("forced", self.seats[due.forced]),)
        if due.bock:
            keys += (("bock", "yes"),)
        coming = Due(due.dealer, self._called(due.place, due.bock), keys)
        if self.options.duty_solo == "no" or due.place <= match.ROUND[seats]:
            return Standing(totals, coming)
        best = max(totals)
        return Standing(totals, coming, True, tuple(seat for seat in range(seats) if totals[seat] == best))

    def label(self, deal: Deal) -> Text:
        return self._called(deal.terms.place, deal.terms.bock)

    def _called(self, place: int, bock: bool) -> Text:
        text = T("deal {number}", number=place)
        if self.options.duty_solo == "yes":
            text = T("deal {number} of {most}", number=place, most=match.ROUND[len(self.seats)])
        return T("{deal}, Bock", deal=text) if bock else text

    def block(self, scored: Scored) -> Text | None:
        return T("Duty solos") if self.options.duty_solo == "yes" and match.duty(scored) is not None else None

    def blocks(self) -> tuple[tuple[Text, int], ...]:
        return ((T("Duty solos"), len(self.seats)),) if self.options.duty_solo == "yes" else ()

    def marks(self, deals: Sequence[Scored]) -> tuple[Text | None, ...]:
        owing = match.due(self.options, len(self.seats), deals, None).owing
        return tuple(T("owes a duty solo") if seat in owing else None for seat in range(len(self.seats)))

    def checks(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]]) -> tuple[Text, ...]:
        alone = (fouls.MINOR_SOLOIST, fouls.SERIOUS)
        solo = any(fouls.soloist(s.deal) is not None and fouls.chosen(f) in alone for s in deals for f in s.upheld)
        return match.checks(len(self.seats), scores, not solo)

    # --- what a page shows

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return prompts(deal, self.seats, self.options, self.auction, self.announcements)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return fields(self.options, self.seats)

    def said(self, word: str) -> Text:
        return LABELS.get(word) or label(word)

    def role(self, deal: Deal, seat: int) -> Text | None:
        side = sides(deal).of(seat)
        if side is None:
            return None if seat in deal.order else T("sits out")
        return T("duty solo") if deal.terms.duty and side == RE else SAID[side]

    def team(self, deal: Deal | None, seat: int) -> int | None:
        side = None if deal is None else sides(deal).of(seat)
        return None if side is None else (RE, KONTRA).index(side)


def _joined(parts: Sequence[Text]) -> Text:
    text = parts[0]
    for part in parts[1:]:
        text = T("{said} {found}", said=text, found=part)
    return text
