"""What the table knows of the cards it has not seen: where each may still be, and who said so.

The cards lie in pockets: a hand, the kitty, the stock, an unseen card of a trick. A pocket has room for so many
unknown cards, and claims say what is not in it. The truth about a card is never assumed: a claim may turn out false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_

from referee.cards import Deck, lowest, places
from referee.deal import Play
from referee.judge.hall import Places, fits, fits_alike
from referee.ruleset import Denial, Foul, Holder
from referee.texts import Text


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat said that a pocket does not hold: by a play, or by an act told in `act`. `bits` are all the cards
    denied, `again` the further copies denied of others; the parts say which law each would break. `gone` are the
    cards that have come out of it since: one fewer of them may be left.
    """

    seat: int
    line: int
    parts: tuple[Denial, ...]
    bits: int
    play: Play | None = None
    trick: int | None = None
    led: tuple[str, ...] = ()
    act: Text | None = None
    again: int = 0
    gone: int = 0

    def spent(self, run: int, gone: int) -> Claim:
        """The claim when these have come out of it, as far as it concerns one card (`run`: all its copies)."""
        denied = again = 0
        for part in self.parts:
            denied |= part.cards.bits & run
            again |= part.again.bits & run
        for _ in range((gone & run).bit_count() if again else 0):
            again = (again | again >> 1) & run
        if again == run:
            denied, again = run, 0
        return replace(self, bits=self.bits & ~run | denied, again=self.again & ~run | again, gone=gone)

    def part(self, card: int) -> Denial:
        """The denial that names this card (a bit); the first where it is none's."""
        return next((part for part in self.parts if part.cards.bits & card), self.parts[0])


@dataclass(frozen=True, slots=True)
class Pocket:
    """Cards that are together: `room` unknown ones, `held` known ones (bits).

    `barred` cards are known to be elsewhere; `claims` (bits by number) are the claims made of it; `laid` the cards
    that came out of this pocket or of one beside it, with the claims of that moment, and those known to have come into
    it beside what its claims were made of.
    """

    holder: Holder
    room: int
    held: int = 0
    barred: int = 0
    claims: int = 0
    laid: tuple[tuple[int, int], ...] = ()
    denied: int = 0
    """The cards denied by those of its claims that are believed, kept at hand."""


@dataclass(slots=True)
class Case:
    """The state of knowledge. Treated as a value: `copy` before changing.

    `unseen` are the cards (bits) that have a place among the rooms; `seen` those that lay open on the table;
    `dropped` the claims no longer relied on, `reported` those proved false; `lost` that the record contradicts itself
    whoever is blamed.
    """

    deck: Deck
    pockets: tuple[Pocket, ...]
    unseen: int
    seen: int = 0
    claims: tuple[Claim, ...] = ()
    dropped: int = 0
    reported: int = 0
    fouls: tuple[Foul, ...] = ()
    lost: bool = False
    limited: bool = False
    """Whether a claim ever denied further copies of a card."""

    def copy(self) -> Case:
        return replace(self)

    # pockets

    def of(self, holder: Holder) -> list[int]:
        """The places of a holder's pockets."""
        return [place for place, pocket in enumerate(self.pockets) if pocket.holder == holder]

    def put(self, place: int, pocket: Pocket) -> None:
        """Put a pocket in the place of another."""
        self.pockets = (*self.pockets[:place], pocket, *self.pockets[place + 1 :])

    def size(self, holder: Holder) -> int:
        """How many cards a holder holds."""
        return sum(p.room + p.held.bit_count() for p in self.pockets if p.holder == holder)

    def held(self, holder: Holder) -> int:
        """The cards (bits) a holder is known to hold."""
        bits = 0
        for pocket in self.pockets:
            if pocket.holder == holder:
                bits |= pocket.held
        return bits

    # claims

    def common(self, places: Iterable[int], card: int) -> int:
        """The claims made of a card in whichever of these pockets it lies; none where there is no pocket."""
        pockets = [self.pockets[place] for place in places]
        claims = [next((then for one, then in p.laid if one == card), p.claims) for p in pockets]
        return reduce(and_, claims) if claims else 0

    def numbers(self, claims: int) -> Iterator[int]:
        """The numbers of the claims in a set."""
        while claims:
            low = lowest(claims)
            claims ^= low
            yield low.bit_length() - 1

    def denied(self, claims: int) -> int:
        """The cards denied by a set of claims together."""
        bits = 0
        known = self.claims
        while claims:
            low = claims & -claims
            claims ^= low
            bits |= known[low.bit_length() - 1].bits
        return bits

    def claim(self, claim: Claim, places: Iterable[int]) -> None:
        """Note a claim about the pockets in these places."""
        number = 1 << len(self.claims)
        self.claims = (*self.claims, claim)
        self.limited |= bool(claim.again)
        for place in places:
            pocket = self.pockets[place]
            self.put(place, replace(pocket, claims=pocket.claims | number, denied=pocket.denied | claim.bits))

    def drop(self, dropped: int) -> None:
        """Rely no longer on these claims, and on all others again."""
        self.dropped = dropped
        self.pockets = tuple(replace(p, denied=self.denied(p.claims & ~dropped)) for p in self.pockets)

    def spend(self, claims: int, card: int) -> None:
        """A card has come out of the pockets these claims were made of: of a card they limit, one fewer may be left."""
        self._recount(claims, card, card)

    def unspend(self, numbers: Iterable[int], card: int) -> None:
        """A card has gone back into the hand about which these claims were made."""
        self._recount(sum({1 << number for number in numbers if self.claims[number].gone & card}), card, 0)

    def not_counting(self, card: int, claims: int) -> int:
        """These claims without those that a card has counted for when it came out: what they say now came after it."""
        if not self.limited:
            return claims
        return claims & ~sum(1 << number for number in self.numbers(claims) if self.claims[number].gone & card)

    def _recount(self, claims: int, card: int, gone: int) -> None:
        run = self.deck.all_of(card)
        changed = False
        for number in self.numbers(claims):
            claim = self.claims[number]
            if not any(part.again.bits & run for part in claim.parts):
                continue
            after = claim.spent(run, claim.gone & ~card | gone)
            changed |= after.bits != claim.bits
            self.claims = (*self.claims[:number], after, *self.claims[number + 1 :])
        if changed:
            self.drop(self.dropped)

    def sound(self) -> bool:
        """Whether some deal of the unseen cards agrees with every claim believed."""
        if self.limited:
            return self.possible(self.dropped)
        free = self.unseen & ~self.seen
        found = []
        for pocket in self.pockets:
            if pocket.room:
                if pocket.laid:
                    return self.possible(self.dropped)
                found.append((free & ~(pocket.barred | pocket.denied), pocket.room))
        return fits(self.unseen, found)

    def places(self, dropped: int) -> list[Places]:
        """What every pocket accepts and its room, if the claims dropped are not believed."""
        free = self.unseen & ~self.seen
        found = []
        for pocket in self.pockets:
            if not pocket.room:
                continue
            accepted = free & ~pocket.barred
            claims = pocket.claims & ~dropped
            if claims:
                accepted &= ~self.denied(claims)
            for card, then in pocket.laid:
                if not card & self.denied(self.not_counting(card, then & ~dropped)):
                    accepted |= card
            found.append((accepted, pocket.room))
        return found

    def possible(self, dropped: int) -> bool:
        """Whether some deal of the unseen cards agrees with every claim but those dropped."""
        places = self.places(dropped)
        if not fits(self.unseen, places):
            return False
        if not self.limited:
            return True
        again = (self.denied_again(p, dropped) for p in self.pockets if p.room)
        found = [(accepted, room, more) for (accepted, room), more in zip(places, again, strict=True)]
        return not any(more for *_, more in found) or fits_alike(self.unseen, found, self.deck.runs)

    def denied_again(self, pocket: Pocket, dropped: int) -> int:
        """The further copies a hand has no room for. Of a hand some of whose cards may have come from elsewhere, and
        of unseen cards in a trick, nothing is said: that loses a proof now and then, never an honest player.
        """
        if pocket.laid or not isinstance(pocket.holder, int):
            return 0
        again = 0
        for number in self.numbers(pocket.claims & ~dropped):
            again |= self.claims[number].again
        for place in places(pocket.held):
            run = self.deck.all_of(1 << place)
            left = again & run
            again = again & ~run | ((left | left >> 1) & run if left else 0)
        return again

    def beyond(self, claim: Claim, held: int) -> int:
        """A card (a bit) among those held that a claim denies, itself or as a further copy; 0 where there is none."""
        against = held & claim.bits
        if against or not claim.again:
            return lowest(against)
        for place in places(held):
            run = self.deck.all_of(1 << place)
            if (claim.again & run).bit_count() + (held & run).bit_count() > run.bit_count():
                return lowest(held & run)
        return 0


def opened(deck: Deck, holders: Mapping[Holder, int]) -> Case:
    """A case at the beginning: nobody has seen a card."""
    pockets = tuple(Pocket(holder, room) for holder, room in holders.items() if room)
    return Case(deck, pockets, deck.all.bits)
