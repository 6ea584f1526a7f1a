"""Da Ban before the first lead: cards shown while drawing, the tribute, the kitty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import EMPTY
from referee.deal import Deal, Said
from referee.events import Announced, Discarded, Given, KittyTurned, Shown
from referee.games.da_ban.cards import BIG, DECK, KINGS, NO_TRUMP, RANKS, TRUMPS, order, rank
from referee.games.da_ban.match import Terms, Tribute
from referee.games.da_ban.options import DaBanOptions
from referee.ruleset import Act, AtMost, Denial, Denies, Foul, Holds, Moves, Ruleset, Step
from referee.texts import CardName, Slip, T, Text

KITTY, DISCARD = "kitty", "discard"
CANCEL = "cancel"


def declared(shown: Sequence[tuple[int, str]], level: int) -> tuple[int, str] | None:
    """Who names the trump suit and which: the most level cards of one suit from one player; among equals whoever
    laid the first of them first. None if nobody showed one.
    """
    laid: dict[tuple[int, str], int] = {}
    for seat, code in shown:
        if code not in KINGS and code[1:] == rank(level):
            laid[seat, code[0]] = laid.get((seat, code[0]), 0) + 1
    return max(laid, key=lambda one: laid[one], default=None)


def named_by_kitty(cards: Sequence[str], level: int) -> str:
    """The trump suit a kitty names, turned card by card: that of its first level card, else of its highest plain
    card, of equal ones the first; NO_TRUMP where it holds nothing but Kings.
    """
    suited = [code for code in cards if code not in KINGS]
    first = next((code for code in suited if code[1:] == rank(level)), None)
    best = first or min(suited, key=lambda code: RANKS.index(code[1:]), default=None)
    return NO_TRUMP if best is None else best[0]


def stays_aside(cards: Sequence[str], trump: str) -> bool:
    """Whether a kitty is set aside as it is: no card of it is printed in the trump suit, or every one."""
    printed = [code for code in cards if code not in KINGS and code[0] == trump]
    return len(printed) in (0, len(cards))


class Drawing(Ruleset):
    """The facts of a round up to its first lead."""

    options: DaBanOptions

    def foul(self, kind: str, law: str, seat: int, line: int, message: Text) -> Foul:
        """A breach beside the play that all saw."""
        return Foul(kind, seat, "seen", line, line, f"{self.name}.{law}", message, (seat,))

    def mastered(self, deal: Deal, terms: Terms) -> Deal:
        """The deal under new terms; the master, once known, leads."""
        if terms.master is None:
            return deal._replace(terms=terms)
        return deal._replace(terms=terms, order=self.after(terms.master - 1))

    # --- cards shown

    def shown(self, deal: Deal, fact: Shown, line: int) -> Step:
        """Cards shown while drawing."""
        terms: Terms = deal.terms
        seat = self.seat_of(fact.seat)
        for code in fact.cards:
            DECK.mask(code)
        shown = (*terms.shown, *((seat, code) for code in fact.cards))
        if not fact.cards:
            raise Slip(T("{name} shows no card", name=fact.seat))
        held = (Holds(seat, tuple(code for who, code in shown if who == seat)),)
        if terms.fixed:
            return Step(deal._replace(terms=replace(terms, shown=shown)), held)
        if terms.first:
            return Step(self.mastered(deal, self._first_draw(replace(terms, shown=shown))), held)
        found = declared(shown, terms.level)
        declarer, trump = found or (None, None)
        fouls: tuple[Foul, ...] = ()
        if any(code in KINGS or code[1:] != rank(terms.level) for code in fact.cards):
            message = T("{name} shows {cards}: only cards of level {level} name trumps.",
                        name=fact.seat, cards=tuple(map(CardName, fact.cards)), level=rank(terms.level))  # fmt: skip
            fouls = (self.foul("false-announcement", "declare.1", seat, line, message),)
        after = replace(terms, shown=shown, declarer=declarer, trump=trump)
        return Step(deal._replace(terms=after), held, fouls)

    def _first_draw(self, terms: Terms) -> Terms:
        """Whoever turns the first Big King; the next card of that player that has a suit names trumps."""
        king = next((place for place, (_, code) in enumerate(terms.shown) if code == BIG), None)
        if king is None:
            raise Slip(
                T("the first round begins with a Big King: expected {king} and the next card", king=CardName(BIG))
            )
        seat = terms.shown[king][0]
        suit = next((code[0] for who, code in terms.shown[king + 1 :] if who == seat and code not in KINGS), None)
        master = seat if self.options.first_master == "king" and terms.master is None else terms.master
        return replace(terms, master=master, declarer=seat, trump=suit)

    # --- what is announced

    def announced(self, deal: Deal, fact: Announced, line: int) -> Step:
        """`cancel` with three Kings; `master`, where the players name the first one."""
        seat = self.seat_of(fact.seat)
        said = deal._replace(announced=(*deal.announced, Said(seat, fact.said, line, fact.cards)))
        if fact.said == "master" and deal.terms.first and self.options.first_master == "agreed":
            return Step(self.mastered(said, replace(deal.terms, master=seat)))
        tribute: Tribute | None = deal.terms.tribute
        if fact.said != CANCEL or tribute is None:
            raise Slip(T("“{found}”: nothing of that kind is to be announced", found=fact.said), found=fact.said)
        return self._cancelled(said, tribute, seat, fact, line)

    def _cancelled(self, deal: Deal, tribute: Tribute, seat: int, fact: Announced, line: int) -> Step:
        cards = tuple(map(CardName, fact.cards))
        if not fact.cards:
            raise Slip(T("{name} cancels: expected the three Kings shown", name=fact.seat))
        held = (Holds(seat, fact.cards),)
        message = None
        kind, law = "false-announcement", "tribute.4"
        if fact.cards not in [(king,) * 3 for king in KINGS]:
            message = T(
                "{name} shows {cards}: only three Big or three Little Kings cancel.", name=fact.seat, cards=cards
            )
        elif self.options.cancel_side == "payers" and (seat - tribute.payer) % 2:
            message = T("{name} is not of the side that owes the tribute.", name=fact.seat)
        elif deal.terms.late or tribute.given:
            kind, law = "late-announcement", "tribute.3"
            message = T("{name} shows three Kings too late.", name=fact.seat)
        if message is not None:
            return Step(deal, held, (self.foul(kind, law, seat, line, message),))
        return Step(deal._replace(terms=replace(deal.terms, tribute=replace(tribute, cancelled=True))), held)

    # --- the tribute

    def given(self, deal: Deal, fact: Given, line: int) -> Step:
        """Cards of a tribute, or given back for it."""
        tribute: Tribute | None = deal.terms.tribute
        giver, receiver = self.seat_of(fact.giver), self.seat_of(fact.receiver)
        count = len(fact.cards) or fact.count or 0
        for code in fact.cards:
            DECK.mask(code)
        if tribute is None or {giver, receiver} != {tribute.payer, tribute.receiver} or count < 1:
            raise Slip(T("{giver} owes {receiver} nothing", giver=fact.giver, receiver=fact.receiver))
        moved = Moves(giver, receiver, count, fact.cards)
        if giver == tribute.payer:
            return self._paid(deal, tribute, moved, line)
        after = replace(tribute, returned=tribute.returned + count, back=tribute.back + fact.cards)
        fouls: tuple[Foul, ...] = ()
        if after.returned > tribute.given:
            message = T("{name} gives back more than was given.", name=fact.giver)
            fouls = (self.foul("illegal-give", "tribute.2", giver, line, message),)
        return Step(deal._replace(terms=replace(deal.terms, tribute=after)), (moved,), fouls)

    def _paid(self, deal: Deal, tribute: Tribute, moved: Moves, line: int) -> Step:
        terms: Terms = deal.terms
        payer, receiver = self.seats[tribute.payer], self.seats[tribute.receiver]
        after = replace(tribute, given=tribute.given + moved.count, known=tribute.known + moved.cards)
        fouls: tuple[Foul, ...] = ()

        def broken(law: str, seat: int, message: Text) -> None:
            nonlocal fouls
            fouls += (self.foul("illegal-give", law, seat, line, message),)

        if tribute.cancelled:
            broken("tribute.4", tribute.receiver, T("{name} takes a tribute that was cancelled.", name=receiver))
        elif terms.late:
            broken(
                "tribute.3", tribute.receiver, T("{name} takes the tribute after the kitty was turned.", name=receiver)
            )
        if after.given > tribute.due:
            broken("tribute.1", tribute.payer, T("{name} gives more cards than are owed.", name=payer))
        if terms.trump is not None:
            of = order(terms.level, terms.trump).of
            plain = tuple(CardName(code) for code in moved.cards if of[code] != TRUMPS)
            if plain:
                broken(
                    "tribute.2",
                    tribute.payer,
                    T("{name} gives {cards}: a tribute is of trumps.", name=payer, cards=plain),
                )
        acts: tuple[Act, ...] = (moved,)
        if after.given >= tribute.due or terms.trump is None:
            after, more = self._settle(deal, after)
            acts += more
        return Step(deal._replace(terms=replace(terms, tribute=after)), acts, fouls)

    def _settle(self, deal: Deal, tribute: Tribute) -> tuple[Tribute, tuple[Act, ...]]:
        """A tribute is given: the payer says that he keeps no better trump, and if it is short, no trump at all. Where
        card is given for card, some of those that came back may be.
        """
        done = replace(tribute, settled=True)
        terms: Terms = deal.terms
        if tribute.cancelled or not tribute.given or terms.trump is None:
            return done, ()
        ranked = order(terms.level, terms.trump)
        trumps = [code for code in tribute.known if ranked.of[code] == TRUMPS]
        denied, text = EMPTY, T("no trump")
        if tribute.given < tribute.due:
            denied = ranked.classes[TRUMPS]
        elif trumps and len(tribute.known) == tribute.given:
            lowest = min(trumps, key=lambda code: ranked.strength[code])
            denied, text = ranked.better(lowest), T("no trump better than {card}", card=CardName(lowest))
        if not denied:
            return done, ()
        denial = Denial("illegal-give", f"{self.name}.tribute.2", denied, text)
        what = tuple(map(CardName, tribute.known)) or T("{number} cards", number=tribute.given)
        act = T("gives {cards} as tribute", cards=what)
        back = tribute.returned - sum(not DECK.of(code) <= denied for code in tribute.back)
        if back:
            return done, (AtMost(tribute.payer, tribute.payer, back, denial, act),)
        return done, (Denies(tribute.payer, tribute.payer, denial, act),)

    def ended_tribute(self, deal: Deal) -> tuple[Deal, tuple[Act, ...]]:
        """The tribute when its time is over: what was given stands, and as many cards have gone back."""
        tribute: Tribute | None = deal.terms.tribute
        if tribute is None or tribute.cancelled or not tribute.given:
            return deal, ()
        acts: tuple[Act, ...] = ()
        if not tribute.settled:
            tribute, acts = self._settle(deal, tribute)
        missing = tribute.given - tribute.returned
        if missing > 0:
            acts += (Moves(tribute.receiver, tribute.payer, missing),)
            tribute = replace(tribute, returned=tribute.given)
        return deal._replace(terms=replace(deal.terms, tribute=tribute)), acts

    # --- the kitty

    def turned(self, deal: Deal, fact: KittyTurned) -> Step:
        """The kitty is turned up; if nobody has shown, it names the trump suit."""
        terms: Terms = deal.terms
        if len(fact.cards) != terms.size:
            raise Slip(T("{found} cards in the kitty: expected {most}", found=len(fact.cards), most=terms.size))
        if terms.master is None:
            raise Slip(T("who is master? expected “show” with a Big King, or master= on the deal’s line"))
        trump = terms.trump
        acts: tuple[Act, ...] = ()
        if trump is None:
            trump = NO_TRUMP if self.options.no_declaration == "no_trump" else named_by_kitty(fact.cards, terms.level)
        else:
            deal, acts = self.ended_tribute(deal)
        terms = replace(deal.terms, trump=trump, kitty=fact.cards, by_kitty=terms.trump is None)
        terms = replace(terms, aside=stays_aside(fact.cards, trump))
        terms = replace(terms, discard=fact.cards if terms.aside else None)
        return Step(deal._replace(terms=terms, phase="kitty"), (*acts, Holds(KITTY, fact.cards)))

    def discarded(self, deal: Deal, fact: Discarded, line: int) -> Step:
        """The kitty goes to whoever takes it, and as many cards are set aside."""
        terms: Terms = deal.terms
        seat, count = self.seat_of(fact.seat), len(fact.cards) or fact.count or 0
        for code in (*fact.cards, *fact.shown):
            DECK.mask(code)
        if count != terms.size:
            raise Slip(T("{found} cards set aside: expected {most}", found=count, most=terms.size))
        if terms.exchanged:
            raise Slip(T("the kitty was exchanged already"))
        fouls: tuple[Foul, ...] = ()
        if seat != terms.master:
            message = T("{name} takes the kitty and is not master.", name=fact.seat)
            fouls = (self.foul("illegal-discard", "kitty.1", seat, line, message),)
        elif terms.aside:
            message = T("{name} takes a kitty that has to be set aside as it is.", name=fact.seat)
            fouls = (self.foul("illegal-discard", "kitty.2", seat, line, message),)
        after, acts = self.ended_tribute(deal)
        acts += self._exchange(terms, seat, fact.cards or fact.shown)
        terms = replace(after.terms, discard=fact.cards or None, exchanged=True, aside=False)
        return Step(after._replace(terms=terms, phase="kitty"), acts, fouls)

    def _exchange(self, terms: Terms, seat: int, cards: tuple[str, ...] = ()) -> tuple[Act, ...]:
        taken = Moves(KITTY, seat, terms.size, terms.kitty or ())
        return (taken, Moves(seat, DISCARD, terms.size, cards))

    def before_lead(self, deal: Deal, line: int) -> Step:
        """What was not written down: cards given back for a tribute, a kitty taken and cards set aside."""
        deal, acts = self.ended_tribute(deal)
        terms: Terms = deal.terms
        if terms.master is not None and not terms.exchanged and not terms.aside:
            acts += self._exchange(terms, terms.master)
        return Step(deal._replace(phase="play"), acts)
