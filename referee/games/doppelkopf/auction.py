"""The auction: gesund or Vorbehalt, then what the Vorbehalt is; the offer and exchange of an armut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.cards import CardSet
from referee.deal import Deal, Said
from referee.events import Given
from referee.games.doppelkopf.cards import SOLOS, TRUMP, Suits
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import Terms
from referee.ruleset import Act, AtMost, Denial, Denies, Foul, Moves, Step
from referee.texts import Slip, T, Text

GESUND, VORBEHALT = "gesund", "vorbehalt"
HOCHZEIT, ARMUT, THROW_IN = "hochzeit", "armut", "throw-in"
ACCEPT, REFUSE = "accept", "refuse"
EXCHANGED = 3
LABELS: dict[str, Text] = {
    GESUND: T("gesund"),
    VORBEHALT: T("Vorbehalt"),
    HOCHZEIT: T("Hochzeit"),
    ARMUT: T("Armut"),
    THROW_IN: T("throw in"),
    ACCEPT: T("takes it"),
    REFUSE: T("refuses"),
    "solo-clubs": T("Clubs solo"),
    "solo-spades": T("Spades solo"),
    "solo-hearts": T("Hearts solo"),
    "solo-diamonds": T("Diamonds solo"),
    "solo-queens": T("Queens solo"),
    "solo-jacks": T("Jacks solo"),
    "solo-aces": T("Solo without trumps"),
}


class Auction:
    """The auction of a table: its options, its seats, the suits of a deal without a solo."""

    def __init__(self, options: DoppelkopfOptions, seats: tuple[str, ...], normal: Suits, old: CardSet) -> None:
        self.seats = seats
        self.normal = normal
        self.old = old
        barred = {ARMUT: options.armut, THROW_IN: options.throw_in}
        self.names = tuple(word for word in (*SOLOS, ARMUT, HOCHZEIT, THROW_IN) if barred.get(word) != "no")

    # --- who is asked

    def named(self, deal: Deal) -> dict[int, str]:
        """What each seat named, its last word."""
        return {said.seat: said.word for said in deal.bids if said.word in self.names}

    def rank(self, deal: Deal, seat: int, word: str) -> tuple[int, int]:
        """A duty solo beats another solo, then armut, then hochzeit; of equals the first to speak."""
        height = 3 if word in SOLOS else {ARMUT: 2, HOCHZEIT: 1}.get(word, 0)
        duty = word in SOLOS and seat in deal.terms.owing
        return height + duty, -deal.order.index(seat)

    def waiting(self, deal: Deal) -> list[int]:
        """Who is to speak next: first everybody in turn, then those with a Vorbehalt who may still decide it."""
        if deal.terms.forced is not None:
            return [] if self.named(deal) else [deal.terms.forced]
        silent = [seat for seat in deal.order if deal.bid(seat) is None]
        if silent:
            return silent
        named = self.named(deal)
        best = max((self.rank(deal, seat, word) for seat, word in named.items()), default=(-1, 0))
        open_seats = [seat for seat in deal.order if deal.bid(seat) == VORBEHALT]
        return [seat for seat in open_seats if self.rank(deal, seat, SOLOS[0]) > best]

    # --- what is said

    def bid(self, deal: Deal, line: int, seat: int, word: str) -> Step:
        """The deal after a word of the auction; raises Slip for one that has no place in it."""
        if seat not in deal.order:
            raise Slip(T("{name} does not play in this deal", name=self.seats[seat]), found=word)
        if deal.phase == "offer":
            return self._answer(deal, line, seat, word)
        expected = (GESUND, VORBEHALT, *self.names)
        if word not in expected:
            raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=expected), found=word)
        if word in (GESUND, VORBEHALT) and (deal.bid(seat) is not None or deal.terms.forced is not None):
            raise Slip(T("{name} has spoken already", name=self.seats[seat]), found=word)
        if seat in self.named(deal):
            raise Slip(T("{name} has named a Vorbehalt already", name=self.seats[seat]), found=word)
        fouls = tuple(self._bid_fouls(deal, line, seat, word))
        acts = tuple(self._claims(deal, seat, word))
        said = deal._replace(bids=(*deal.bids, Said(seat, word, line)))
        return Step(self._settled(said), acts, fouls)

    def _bid_fouls(self, deal: Deal, line: int, seat: int, word: str) -> Iterator[Foul]:
        name = self.seats[seat]
        waiting = self.waiting(deal)
        forced = deal.terms.forced
        if forced is not None and (seat != forced or word not in SOLOS):
            names = {"name": name, "word": LABELS[word], "forced": self.seats[forced]}
            text = T("{name} says “{word}”, but {forced} must play a duty solo now.", **names)
            yield _foul("illegal-bid", seat, line, "match.3", text)
        elif deal.bid(seat) == GESUND:
            text = T("{name} has said gesund, and now names a Vorbehalt.", name=name)
            yield _foul("illegal-bid", seat, line, "auction.1", text)
        elif waiting and seat != waiting[0]:
            text = T("{name} speaks, and it was for {turn} to speak.", name=name, turn=self.seats[waiting[0]])
            yield _foul("out-of-turn", seat, line, "auction.1", text)

    def _claims(self, deal: Deal, seat: int, word: str) -> Iterator[Act]:
        """A hochzeit says that nobody else holds a queen of clubs, an armut that there are at most three trumps."""
        trumps = self.normal.cards[TRUMP]
        if word == HOCHZEIT:
            for other in deal.order:
                if other != seat:
                    text = T("no queen of clubs with {name}", name=self.seats[other])
                    denial = Denial("false-announcement", "doppelkopf.auction.3", self.old, text)
                    yield Denies(other, seat, denial, T("names a hochzeit"))
        elif word == ARMUT:
            text = T("at most {count} trumps", count=EXCHANGED)
            denial = Denial("false-announcement", "doppelkopf.auction.4", trumps, text)
            yield AtMost(seat, seat, EXCHANGED, denial, T("names an armut"))

    def _settled(self, deal: Deal) -> Deal:
        """With the contract, once nobody can change it any more."""
        waiting = self.waiting(deal)
        if waiting:
            return deal._replace(phase="bid" if deal.bid(waiting[0]) is None else "name")
        named = self.named(deal)
        if not named:
            return deal._replace(phase="play")
        taker = max(named, key=lambda seat: self.rank(deal, seat, named[seat]))
        if named[taker] == THROW_IN:
            return deal._replace(phase="done", state="void")
        terms = replace(deal.terms, contract=named[taker], taker=taker)
        lead = taker if terms.duty else None
        return deal._replace(terms=terms, phase="offer" if named[taker] == ARMUT else "play", lead=lead)

    # --- armut

    def offered(self, deal: Deal) -> int:
        """Who is asked next to take an armut: from its player's left."""
        at = deal.order.index(deal.terms.taker)
        asked = deal.order[at + 1 :] + deal.order[:at]
        return next(seat for seat in asked if seat not in deal.terms.refused)

    def _answer(self, deal: Deal, line: int, seat: int, word: str) -> Step:
        terms: Terms = deal.terms
        if word not in (ACCEPT, REFUSE):
            raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=(ACCEPT, REFUSE)), found=word)
        if seat == terms.taker or seat in terms.refused:
            raise Slip(T("{name} is not asked to take this armut", name=self.seats[seat]), found=word)
        turn = self.offered(deal)
        fouls: tuple[Foul, ...] = ()
        if seat != turn:
            text = T("{name} answers, and it was for {turn} to answer.", name=self.seats[seat], turn=self.seats[turn])
            fouls = (_foul("out-of-turn", seat, line, "auction.5", text),)
        deal = deal._replace(bids=(*deal.bids, Said(seat, word, line)))
        if word == ACCEPT:
            return Step(deal._replace(terms=replace(terms, partner=seat), phase="give"), fouls=fouls)
        terms = replace(terms, refused=(*terms.refused, seat))
        if len(terms.refused) == len(deal.order) - 1:
            return Step(deal._replace(terms=terms, phase="done", state="void"), fouls=fouls)
        return Step(deal._replace(terms=terms), fouls=fouls)

    def give(self, deal: Deal, fact: Given) -> Step:
        """The exchange: the armut gives three cards with all its trumps, and gets any three back."""
        terms: Terms = deal.terms
        assert terms.taker is not None
        assert terms.partner is not None
        ways = {"give": (terms.taker, terms.partner), "back": (terms.partner, terms.taker)}
        giver, receiver = ways[deal.phase]
        if (fact.giver, fact.receiver) != (self.seats[giver], self.seats[receiver]):
            raise Slip(
                T("{name} gives now, to {other}", name=self.seats[giver], other=self.seats[receiver]), found=fact.giver
            )
        count = len(fact.cards) if fact.count is None else fact.count
        if count != EXCHANGED or len(fact.cards) > EXCHANGED:
            raise Slip(T("{found} cards: expected {expected}", found=count, expected=EXCHANGED), found=count)
        moves = Moves(giver, receiver, EXCHANGED, fact.cards)
        if deal.phase == "back":
            return Step(deal._replace(phase="play"), (moves,))
        denial = Denial("illegal-give", "doppelkopf.auction.6", self.normal.cards[TRUMP], T("no trump kept"))
        act = Denies(giver, giver, denial, T("gives three cards away"))
        return Step(deal._replace(phase="back"), (moves, act))


def _foul(kind: str, seat: int, line: int, law: str, message: Text) -> Foul:
    return Foul(kind, seat, "seen", line, line, f"doppelkopf.{law}", message, (seat,))
