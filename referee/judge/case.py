"""What the table knows of the cards it has not seen: where each may still be, and who said so.

The cards lie in pockets: a hand, the kitty, the stock, an unseen card of a trick. A pocket has room for so many
unknown cards, and claims say what is not in it. The truth about a card is never assumed: a claim may turn out false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from referee.cards import Deck, lowest
from referee.deal import Play
from referee.judge.hall import Places, fits
from referee.ruleset import STOCK, Denial, Foul, Holder
from referee.texts import Text


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat said that a pocket does not hold: by a play, or by an act told in `act`. `bits` are all the cards
    denied; the parts say which law each would break.
    """

    seat: int
    line: int
    parts: tuple[Denial, ...]
    bits: int
    play: Play | None = None
    trick: int | None = None
    led: tuple[str, ...] = ()
    act: Text | None = None

    def part(self, card: int) -> Denial:
        """The denial that names this card (a bit); the first where it is none's."""
        return next((part for part in self.parts if part.cards.bits & card), self.parts[0])


@dataclass(frozen=True, slots=True)
class Pocket:
    """Cards that are together: `room` unknown ones, `held` known ones (bits).

    `barred` cards are known to be elsewhere; `claims` (bits by number) are the claims made of it; `laid` the cards
    that came out of this pocket or of one beside it, with the claims of that moment.
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
        for place in places:
            pocket = self.pockets[place]
            self.put(place, replace(pocket, claims=pocket.claims | number, denied=pocket.denied | claim.bits))

    def drop(self, dropped: int) -> None:
        """Rely no longer on these claims, and on all others again."""
        self.dropped = dropped
        self.pockets = tuple(replace(p, denied=self.denied(p.claims & ~dropped)) for p in self.pockets)

    def sound(self) -> bool:
        """Whether some deal of the unseen cards agrees with every claim believed."""
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
                if not card & self.denied(then & ~dropped):
                    accepted |= card
            found.append((accepted, pocket.room))
        return found

    def possible(self, dropped: int) -> bool:
        """Whether some deal of the unseen cards agrees with every claim but those dropped."""
        return fits(self.unseen, self.places(dropped))


def opened(deck: Deck, holders: Mapping[Holder, int]) -> Case:
    """A case at the beginning: nobody has seen a card."""
    pockets = tuple(Pocket(holder, room) for holder, room in holders.items() if room)
    return Case(deck, pockets, deck.all.bits)


def dealt_from_stock(case: Case, hands: Mapping[int, int]) -> Case:
    """The next part: what is left of the hands before is put away, new hands come out of the stock."""
    case = case.copy()
    pockets = [replace(p, holder=f"gone-{p.holder}") if isinstance(p.holder, int) else p for p in case.pockets]
    place = next(at for at, pocket in enumerate(pockets) if pocket.holder == STOCK)
    stock = pockets[place]
    pockets[place] = replace(stock, room=stock.room - sum(hands.values()))
    case.pockets = (*pockets, *(replace(stock, holder=seat, room=room) for seat, room in hands.items()))
    return tidy(case)


def tidy(case: Case) -> Case:
    """Without empty pockets; unseen cards of one holder under the same claims lie together."""
    kept: dict[tuple[object, ...], Pocket] = {}
    for number, pocket in enumerate(case.pockets):
        if not pocket.room and not pocket.held and not isinstance(pocket.holder, int):
            continue
        alike: tuple[object, ...] = (number,)
        if isinstance(pocket.holder, str) and not pocket.held and not pocket.laid and pocket.holder[0] in "g?":
            alike = ("gone", pocket.claims, pocket.barred)
        before = kept.get(alike)
        kept[alike] = replace(pocket, room=pocket.room + before.room) if before else pocket
    case.pockets = tuple(kept.values())
    return case


def loosen(case: Case, holder: Holder) -> int:
    """Make one pocket of all a holder's, relying only on what all of them said; its known cards go back among the
    unseen, barred to everybody else. Returns the pocket's place.
    """
    places = case.of(holder)
    first = case.pockets[places[0]]
    room, held, barred, claims = 0, 0, first.barred, first.claims
    laid: tuple[tuple[int, int], ...] = ()
    for place in places:
        pocket = case.pockets[place]
        room += pocket.room + pocket.held.bit_count()
        held |= pocket.held
        barred &= pocket.barred
        claims &= pocket.claims
        laid += tuple(card for card in pocket.laid if card not in laid)
    case.unseen |= held
    loose = Pocket(holder, room, 0, barred, claims, laid, case.denied(claims & ~case.dropped))
    rest = [replace(p, barred=p.barred | held) for at, p in enumerate(case.pockets) if at not in places]
    case.pockets = (loose, *rest)
    return 0


def move(case: Case, source: Holder, target: Holder, count: int, cards: Iterable[str]) -> None:
    """Move so many cards from one holder to another, those of `cards` known."""
    known = 0
    for code in cards:
        card = pick(case, source, code)
        if card:
            take_out(case, source, card)
            known |= card
    rest = count - known.bit_count()
    if rest and rest == case.size(source):
        case.pockets = tuple(replace(p, holder=target) if p.holder == source else p for p in case.pockets)
    elif rest:
        place = loosen(case, source)
        pocket = case.pockets[place]
        case.put(place, replace(pocket, room=pocket.room - rest))
        case.pockets = (*case.pockets, replace(pocket, holder=target, room=rest, laid=()))
    if known:
        case.pockets = (*case.pockets, Pocket(target, 0, known))
    join(case, target)


def join(case: Case, holder: Holder) -> None:
    """Make one pocket of those of a holder's about which the same was said."""
    kept: dict[tuple[object, ...], Pocket] = {}
    others = []
    for pocket in case.pockets:
        if pocket.holder != holder:
            others.append(pocket)
            continue
        alike = (pocket.claims, pocket.barred, pocket.laid) if pocket.room else ("known",)
        before = kept.get(alike)
        kept[alike] = (
            replace(pocket, room=pocket.room + before.room, held=pocket.held | before.held) if before else pocket
        )
    known = kept.pop(("known",), None)
    pockets = list(kept.values()) or [Pocket(holder, 0)]
    if known:
        pockets[0] = replace(pockets[0], held=pockets[0].held | known.held)
    case.pockets = (*others, *pockets)


def pick(case: Case, holder: Holder, code: str) -> int:
    """The copy of a card (a bit) that a holder can have played: one it is known to hold, else the lowest unseen one
    not known to be elsewhere; 0 where there is none.
    """
    left = case.deck.mask(code) & ~case.seen
    mine = [pocket for pocket in case.pockets if pocket.holder == holder]
    for pocket in mine:
        if pocket.held & left:
            return lowest(pocket.held & left)
    for pocket in mine:
        if pocket.room and case.unseen & left & ~pocket.barred:
            return lowest(case.unseen & left & ~pocket.barred)
    return 0


def sources(case: Case, holder: Holder, card: int) -> list[int]:
    """The places of a holder's pockets that a card can come from: the one known to hold it, else those with room."""
    places = case.of(holder)
    known = [place for place in places if case.pockets[place].held & card]
    return known or [p for p in places if case.pockets[p].room and not case.pockets[p].barred & card]


def take_out(case: Case, holder: Holder, card: int) -> None:
    """Take a card out of a holder's pockets: out of the one that holds it, the only one it fits, or, where it may
    have come out of several, it stays among the cards to be placed.
    """
    places = sources(case, holder, card)
    pocket = case.pockets[places[0]]
    if pocket.held & card:
        case.put(places[0], replace(pocket, held=pocket.held ^ card))
        return
    if len(places) == 1:
        case.put(places[0], replace(pocket, room=pocket.room - 1))
        case.unseen &= ~card
        return
    for place in places:
        pocket = case.pockets[place]
        case.put(place, replace(pocket, laid=(*pocket.laid, (card, pocket.claims))))


def put_back(case: Case, holder: Holder, code: str) -> None:
    """Put a card that lay open back into a hand: it is known to be there. Undoes `take_out`."""
    mask = case.deck.mask(code)
    for place in case.of(holder):
        pocket = case.pockets[place]
        card = next((card for card, _ in reversed(pocket.laid) if card & mask), 0)
        if card:
            break
    else:
        card = lowest(case.seen & mask & ~case.unseen)
    if not card:
        return
    case.seen ^= card
    if case.unseen & card:
        case.pockets = tuple(
            replace(p, laid=tuple(one for one in p.laid if one[0] != card))
            if p.holder == holder
            else replace(p, barred=p.barred | card)
            for p in case.pockets
        )
    else:
        place = case.of(holder)[0]
        pocket = case.pockets[place]
        case.put(place, replace(pocket, held=pocket.held | card))
