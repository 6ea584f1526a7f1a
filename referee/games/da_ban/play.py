"""Da Ban's play: leads, following by number, who takes a trick, cards laid early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from referee.cards import EMPTY, UNSEEN, CardSet
from referee.deal import Deal, Play, Trick
from referee.games.da_ban.cards import COPIES, DECK, NO_OTHER, TRUMPS, Order, order
from referee.games.da_ban.match import Terms
from referee.games.da_ban.options import DaBanOptions
from referee.ruleset import Denial, Foul, Returns, Ruleset, Step
from referee.suits import NO
from referee.texts import CardName, Slip, T, Text


def alike(cards: Sequence[str]) -> bool:
    """Whether these are copies of one card."""
    return cards.count(cards[0]) == len(cards)


class Playing(Ruleset):
    """The laws of the play."""

    options: DaBanOptions

    def ranked(self, deal: Deal) -> Order:
        """The order of the cards in this deal."""
        terms: Terms = deal.terms
        return order(terms.level, terms.trump or "none")

    def unlawful(self, deal: Deal, play: Play) -> tuple[str, str, Text] | None:
        """A lead is one, two or three copies of a card; everybody else plays as many."""
        found, cards = len(play.cards), tuple(map(CardName, play.cards))
        if not deal.trick.plays:
            if found <= COPIES and alike(play.cards):
                return None
            message = T("{name} leads {cards}: one card is led, or two or three identical ones.",
                        name=self.seats[play.seat], cards=cards)  # fmt: skip
            return "illegal-lead", f"{self.name}.lead.2", message
        asked = min(deal.asked, deal.left(play.seat))
        if found == asked:
            return None
        message = T(
            "{name} plays {cards}: the lead asks for {number}.", name=self.seats[play.seat], cards=cards, number=asked
        )
        return "must-follow", f"{self.name}.follow.1", message

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        """Fewer cards of the suit led than were led: there is no other."""
        lead = deal.trick.plays[0] if deal.trick.plays else None
        asked = min(deal.asked, deal.left(play.seat))
        if lead is None or lead.card == UNSEEN or len(play.cards) < asked:
            return ()
        ranked = self.ranked(deal)
        suit = ranked.of[lead.card]
        followed = ranked.count(play.cards, suit)
        if followed < asked:
            text = (NO_OTHER if followed else NO)[suit]
            return (Denial("must-follow", f"{self.name}.follow.2", ranked.classes[suit], text),)
        if self.options.follow_format == "pairs_first" and asked > 1:
            return self._no_longer_set(play.cards, ranked.classes[suit])
        return ()

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        return self.ranked(deal).of[plays[0].card], len(plays[0].cards)

    def _no_longer_set(self, cards: tuple[str, ...], suit: CardSet) -> tuple[Denial, ...]:
        """No longer set of identical cards in the hand these came from: of each card so many at most may be left."""
        played = Counter(cards)
        longest = max(played.values())
        if longest == len(cards):
            return ()
        none, again = EMPTY, EMPTY
        for code in dict.fromkeys(DECK.codes(suit)):
            copies = DECK.of(code)
            left = longest - played[code]
            none |= EMPTY if left else copies
            again |= CardSet(copies.bits & copies.bits << left) if left else EMPTY
        text = T("no two alike in that suit") if longest == 1 else T("no three alike in that suit")
        return (Denial("must-follow", f"{self.name}.follow.3", none, text, again),)

    def winner(self, deal: Deal, trick: Trick) -> int:
        """The best set of identical cards as large as the lead, of the suit led or trumps; of equals the first in turn.

        A lead that is no such set stands for its weakest card.
        """
        ranked, lead = self.ranked(deal), trick.plays[0]
        suit = ranked.of[lead.card]

        def strength(play: Play) -> int:
            weakest = min(map(ranked.strength.__getitem__, play.cards))
            if play is lead:
                return weakest
            fits = alike(play.cards) and len(play.cards) == len(lead.cards) and ranked.of[play.card] in (suit, TRUMPS)
            return weakest if fits else -1

        turns = deal.round(lead.seat)
        return max(trick.plays, key=lambda play: (strength(play), -turns.index(play.seat))).seat

    # --- cards laid early

    def withdrawable(self, deal: Deal) -> tuple[int, ...]:
        """The seats that may take their play back: they laid it early, and an equal one came in turn before them."""
        trick = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
        if not trick.seen:
            return ()
        ranked, turns = self.ranked(deal), deal.round(trick.plays[0].seat)

        def equal(one: Play, other: Play) -> bool:
            if len(one.cards) != len(other.cards) or not alike(one.cards) or not alike(other.cards):
                return False
            same_suit = ranked.of[one.card] == ranked.of[other.card]
            return same_suit and ranked.strength[one.card] == ranked.strength[other.card]

        return tuple(
            play.seat
            for place, play in enumerate(trick.plays)
            if any(turns.index(o.seat) < turns.index(play.seat) and equal(play, o) for o in trick.plays[place + 1 :])
        )

    def withdrawn(self, deal: Deal, seat: int, line: int) -> Step:
        """A play goes back into the hand; a foul where the law does not allow it."""
        trick = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
        play, name = trick.by(seat), self.seats[seat]
        if play is None or UNSEEN in play.cards or play is trick.plays[0]:
            raise Slip(T("{name} has nothing to take back", name=name))
        fouls: tuple[Foul, ...] = ()
        if seat not in self.withdrawable(deal):
            message = T("{name} takes {cards} back: a card laid stays, unless an equal one comes in turn before it.",
                        name=name, cards=tuple(map(CardName, play.cards)))  # fmt: skip
            law, number = f"{self.name}.early.1", trick.number
            foul = Foul("out-of-turn", seat, "seen", line, line, law, message, (seat,), play, number, play.card, number)
            fouls = (foul,)
        return Step(deal.withdrawn(seat), (Returns(seat, play.cards),), fouls)
