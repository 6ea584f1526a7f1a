"""The judge's knowledge of the cards nobody has seen: pockets, and claims about them.

The cards lie in pockets: a hand, the kitty, the stock, an unseen card of a trick. A pocket has room for a number of
unknown cards, and claims say which cards are not in it. The judge takes no claim for true: each may turn out false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_
from typing import NamedTuple

from referee.rules import Denial, Foul, Holder
from referee.rules.acts import bits_denied
from referee.rules.cards import Deck, lowest, places
from referee.rules.deal import Deal, Play
from referee.words.text import Text


class Claim(NamedTuple):
    """A denial that a seat made about a pocket, by a play or by an `act`.
    `bits` are all the cards denied, `again` the further copies denied of others; `parts` name the law that each denial
    would break. `gone` are cards that have left the pocket since and count against `again`: one copy fewer may be left.

    If the trick held an unseen card, `bits` are only the cards denied whatever that card was. The trick's `Veil` holds
    the rest, and `certain` are the cards known by now to have lain in the pocket when the claim was made.
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
    certain: int = 0

    def after_leaving(self, run: int, gone: int) -> Claim:
        """The claim when the cards `gone` have left its pocket, computed again for one card: `run` are its copies."""
        denied, again = (bits & run for bits in bits_denied(self.parts))
        for _ in range((gone & run).bit_count() if again else 0):
            again = (again | again >> 1) & run
        if again == run:
            denied, again = run, 0
        return self._replace(bits=self.bits & ~run | denied, again=self.again & ~run | again, gone=gone)

    def part(self, cards: int) -> Denial:
        """The denial of the fewest cards that names one of these (bits); else the first."""
        naming = [part for part in self.parts if part.cards.bits & cards]
        return min(naming, key=lambda part: len(part.cards)) if naming else self.parts[0]


class Pocket(NamedTuple):
    """Cards that lie together: `room` unknown ones, `held` known ones (bits).

    `barred` are cards known to be elsewhere, `claims` (bits by number) the claims about this pocket, `denied` the cards
    that the believed claims deny. `laid` are cards to which other claims apply, each with these: cards that came out of
    this pocket or of one beside it, and still take a room in one of them; and cards that may lie here, but came in
    beside the cards that the claims were about.
    """

    holder: Holder
    room: int
    held: int = 0
    barred: int = 0
    claims: int = 0
    denied: int = 0
    laid: tuple[tuple[int, int], ...] = ()

    def claims_about(self, card: int) -> int:
        """The claims that apply to a card (a bit) in this pocket."""
        for one, then in self.laid:
            if one == card:
                return then
        return self.claims


UNTRUE = 1 << 256
"""A bit of no card: what a play denied, if in a way its own card breaks a law, whatever else its player holds."""


class Way(NamedTuple):
    """One way a trick with unseen cards may have gone: what each of these may be, what each play then denied (bits; or
    UNTRUE).
    """

    cards: tuple[int, ...]
    denied: tuple[int, ...]


class Veil(NamedTuple):
    """A trick with unseen cards: the holders of these, and the ways it may have gone.
    `claims` are the numbers of the claims made in it from the first unseen card on.
    """

    holders: tuple[Holder, ...]
    claims: tuple[int, ...]
    ways: tuple[Way, ...]


@dataclass(slots=True)
class Case:
    """All that is known about the cards. A value: `copy` it before a change.

    Cards (bits): `unseen` are all that take a room in some pocket. `placed` are those of them that came out of one of
    several pockets, nobody knows which. `seen` are the cards that lay open on the table.

    Claims (bits by number): a card proved the `proved` ones false, only counting the `blamed` ones. `limited` tells
    whether a claim denied further copies of a card. `ways` is the choice of ways last found for the `veils`.

    Fouls that the table has still to take over: the new `fouls`, the `explained` accusations, and the `settled` ones,
    whose play is known now. `counted` are the fouls proved by counting that no card has explained yet, each with the
    claims it blames.

    `garbled` is the last trick (the deal's line, its number) with a card that cannot be right. `lost`: the record
    contradicts itself whoever is blamed. `plays` has each seat's last play: its line, and its cards (bits, 0 for one
    that cannot be right), each with the claims made of it until then. `undecided` is the line since which steps did not
    suffice to say whether all is right, 0 if they did. `steps` is the line of the last search, and the steps it took.

    `spare` is how many of the unseen cards the tightest group of pockets has to spare, or fewer; -1 if that has to be
    counted anew, as in each copy.
    """

    deck: Deck
    pockets: tuple[Pocket, ...]
    unseen: int
    placed: int = 0
    seen: int = 0
    claims: tuple[Claim, ...] = ()
    proved: int = 0
    blamed: int = 0
    fouls: tuple[Foul, ...] = ()
    explained: tuple[Foul, ...] = ()
    settled: tuple[Foul, ...] = ()
    counted: tuple[tuple[Foul, int], ...] = ()
    veils: tuple[Veil, ...] = ()
    ways: tuple[Way, ...] = ()
    limited: bool = False
    garbled: tuple[int, int] = (0, 0)
    lost: bool = False
    plays: Mapping[int, tuple[int, tuple[tuple[int, int], ...]]] = field(default_factory=dict)
    undecided: int = 0
    steps: tuple[int, int] = (0, 0)
    spare: int = -1

    def copy(self) -> Case:
        return Case(
            self.deck, self.pockets, self.unseen, self.placed, self.seen, self.claims, self.proved, self.blamed,
            self.fouls, self.explained, self.settled, self.counted, self.veils, self.ways, self.limited, self.garbled,
            self.lost, self.plays, self.undecided, self.steps,
        )  # fmt: skip

    def is_garbled(self, deal: Deal, trick: int) -> bool:
        """Whether a trick of the deal, given by its number, holds a card that cannot be right."""
        return self.garbled == (deal.line, trick)

    # pockets

    def of(self, holder: Holder) -> list[int]:
        """The places of a holder's pockets."""
        return [place for place, pocket in enumerate(self.pockets) if pocket.holder == holder]

    def put(self, place: int, pocket: Pocket) -> None:
        """Put a pocket in the place of another."""
        self.pockets = (*self.pockets[:place], pocket, *self.pockets[place + 1 :])

    def size(self, holder: Holder) -> int:
        """The number of cards that a holder holds."""
        room, held, laid = 0, 0, 0
        for pocket in self.pockets:
            if pocket.holder == holder:
                room += pocket.room
                held |= pocket.held
                laid |= sum_of(pocket.laid) & self.placed if pocket.laid else 0
        return room + held.bit_count() - laid.bit_count()

    def known_cards(self, holder: Holder) -> int:
        """The cards (bits) a holder is known to hold."""
        bits = 0
        for pocket in self.pockets:
            if pocket.holder == holder:
                bits |= pocket.held
        return bits

    # claims

    def common_claims(self, places: Iterable[int], card: int) -> int:
        """The claims that apply to a card in every one of these pockets."""
        common = [self.pockets[place].claims_about(card) for place in places]
        return reduce(and_, common) if common else 0

    @property
    def false(self) -> int:
        """The claims (bits by number) that are not believed."""
        return self.proved | self.blamed

    @property
    def veiled(self) -> set[int]:
        """The numbers of the claims made in tricks with unseen cards."""
        return {number for veil in self.veils for number in veil.claims}

    def settle(self, fouls: Iterable[Foul]) -> None:
        """Note that each of these fouls, which might have been another play of its player, is known now."""
        vague = [foul for foul in fouls if foul.vague]
        self.settled += tuple(vague)
        self.fouls = tuple(replace(foul, vague=False) if foul in vague else foul for foul in self.fouls)

    def cards_denied(self, claims: int) -> int:
        """The cards denied by a set of claims together."""
        bits = 0
        known = self.claims
        while claims:
            low = claims & -claims
            claims ^= low
            bits |= known[low.bit_length() - 1].bits
        return bits

    def claim(self, claim: Claim, places: Iterable[int]) -> None:
        """Note a claim about these pockets, and about the cards laid that may lie in them."""
        number = 1 << len(self.claims)
        self.claims = (*self.claims, claim)
        self.limited |= bool(claim.again)
        for place in places:
            holder, room, held, barred, claims, denied, laid = self.pockets[place]
            if laid:
                laid = tuple((card, then if card & self.placed else then | number) for card, then in laid)
            self.put(place, Pocket(holder, room, held, barred, claims | number, denied | claim.bits, laid))

    def amend(self, number: int, claim: Claim) -> None:
        """Put a claim in the place of another."""
        self.claims = (*self.claims[:number], claim, *self.claims[number + 1 :])

    def refresh(self) -> None:
        """Compute again, for each pocket, what the believed claims deny."""
        false = self.false
        self.pockets = tuple(p._replace(denied=self.cards_denied(p.claims & ~false)) for p in self.pockets)

    # further copies of a card

    def spend(self, claims: int, card: int) -> None:
        """Note that a card has come out: where these claims limit its copies, one fewer may be left."""
        self._recount(claims, card, card)

    def unspend(self, numbers: Iterable[int], card: int) -> None:
        """Note that a card has gone back into the hand about which these claims were made."""
        self._recount(sum({1 << number for number in numbers if self.claims[number].gone & card}), card, 0)

    def not_counting(self, card: int, claims: int) -> int:
        """These claims without those that counted a card when it came out: what they say now is of the copies left."""
        if not self.limited:
            return claims
        return claims & ~sum(1 << number for number in numbers(claims) if self.claims[number].gone & card)

    def _recount(self, claims: int, card: int, gone: int) -> None:
        run = self.deck.all_of(card)
        changed = False
        for number in numbers(claims):
            claim = self.claims[number]
            if any(part.again.bits & run for part in claim.parts):
                after = claim.after_leaving(run, claim.gone & ~card | gone)
                changed |= after.bits != claim.bits
                self.amend(number, after)
        if changed:
            self.refresh()

    def possible_laid(self, laid: Sequence[tuple[int, int]]) -> int:
        """The cards (bits) among those laid that no believed claim denies."""
        believed = ~self.false
        return sum_of(
            one for one in laid if not one[0] & self.cards_denied(self.not_counting(one[0], one[1] & believed))
        )

    def copies_denied(self, pocket: Pocket, dropped: int) -> int:
        """The further copies (bits) that a hand cannot hold by its claims, but for those dropped.
        None for a hand that may hold cards from elsewhere, nor for unseen cards of a trick: this may miss a proof, but
        accuses nobody.
        """
        if pocket.laid or not isinstance(pocket.holder, int):
            return 0
        again = 0
        for number in numbers(pocket.claims & ~dropped):
            again |= self.claims[number].again
        for place in places(pocket.held):
            run = self.deck.all_of(1 << place)
            left = again & run
            again = again & ~run | ((left | left >> 1) & run if left else 0)
        return again

    def contradiction(self, claim: Claim, held: int) -> int:
        """A card (a bit) among those held that a claim denies, also as one copy too many; else 0."""
        against = held & claim.bits
        if against or not claim.again:
            return lowest(against)
        for place in places(held):
            run = self.deck.all_of(1 << place)
            if (claim.again & run).bit_count() + (held & run).bit_count() > run.bit_count():
                return lowest(held & run)
        return 0


def sum_of(laid: Iterable[tuple[int, int]]) -> int:
    """The cards (bits) among those laid."""
    bits = 0
    for card, _ in laid:
        bits |= card
    return bits


def numbers(claims: int) -> Iterator[int]:
    """The numbers of the claims in a set."""
    while claims:
        low = lowest(claims)
        claims ^= low
        yield low.bit_length() - 1


def open_case(deck: Deck, holders: Mapping[Holder, int]) -> Case:
    """The case before anybody has seen a card, with so many cards for each holder."""
    pockets = tuple([Pocket(holder, room) for holder, room in holders.items() if room])
    return Case(deck, pockets, deck.all.bits)
