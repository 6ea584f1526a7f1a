"""What the table knows of the cards it has not seen: where each may still be, and who said so.

The cards lie in pockets: a hand, the kitty, the stock, an unseen card of a trick. A pocket has room for so many
unknown cards, and claims say what is not in it. The truth about a card is never assumed: a claim may turn out false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import Deck, lowest
from referee.deal import Play
from referee.ruleset import STOCK, Denial, Foul, Holder
from referee.texts import Text


class Claim(NamedTuple):
    """What a seat said that a pocket does not hold: by a play, or by an act told in `act`. `bits` are all the cards
    denied; the parts say which law each would break.

    Where the trick held an unseen card, `bits` are only the cards denied whatever that card was: the rest is told by
    the trick's `Veil`, and `met` are the cards that were certainly there when the claim was made.
    """

    seat: int
    line: int
    parts: tuple[Denial, ...]
    bits: int
    play: Play | None = None
    trick: int | None = None
    led: tuple[str, ...] = ()
    act: Text | None = None
    met: int = 0

    def part(self, cards: int) -> Denial:
        """The denial that names one of these cards (bits), the narrowest; the first where it is none's."""
        naming = [part for part in self.parts if part.cards.bits & cards]
        return min(naming, key=lambda part: len(part.cards)) if naming else self.parts[0]


class Pocket(NamedTuple):
    """Cards that are together: `room` unknown ones, `held` known ones (bits).

    `barred` cards are known to be elsewhere; `claims` (bits by number) are the claims made of it, `denied` the cards
    denied by those of them that are believed; `laid` are cards that came out of this pocket or of one beside it, with
    the claims of that moment: such a card still takes one of the rooms.
    """

    holder: Holder
    room: int
    held: int = 0
    barred: int = 0
    claims: int = 0
    denied: int = 0
    laid: tuple[tuple[int, int], ...] = ()


class Way(NamedTuple):
    """One way a trick with unseen cards can have been: what each of these may be, and what the plays then denied."""

    cards: tuple[int, ...]
    denied: tuple[int, ...]


class Veil(NamedTuple):
    """A trick with unseen cards: where these lie, the claims (numbers) made since the first, and the ways it can
    have been.
    """

    holders: tuple[Holder, ...]
    claims: tuple[int, ...]
    ways: tuple[Way, ...]


@dataclass(slots=True)
class Case:
    """The state of knowledge. Treated as a value: `copy` before changing.

    `unseen` are the cards (bits) that have a place among the rooms, `placed` those of them that one or another pocket
    of a known holder has room for; `seen` are the cards that lay open on the table. `proved` are the claims (bits by
    number) that a card showed to be false, `blamed` those that only counting says are; `counted` are the fouls proved
    by counting that no card has explained yet, with the claims they blame. `ways` is how the tricks with unseen cards
    can have been, as last found. `lost`: the record contradicts itself whoever is blamed.
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
    counted: tuple[tuple[Foul, int], ...] = ()
    veils: tuple[Veil, ...] = ()
    ways: tuple[Way, ...] = ()
    lost: bool = False

    def copy(self) -> Case:
        return Case(
            self.deck, self.pockets, self.unseen, self.placed, self.seen, self.claims, self.proved, self.blamed,
            self.fouls, self.counted, self.veils, self.ways, self.lost,
        )  # fmt: skip

    # pockets

    def of(self, holder: Holder) -> list[int]:
        """The places of a holder's pockets."""
        return [place for place, pocket in enumerate(self.pockets) if pocket.holder == holder]

    def put(self, place: int, pocket: Pocket) -> None:
        """Put a pocket in the place of another."""
        self.pockets = (*self.pockets[:place], pocket, *self.pockets[place + 1 :])

    def size(self, holder: Holder) -> int:
        """How many cards a holder holds."""
        room, held, laid = 0, 0, 0
        for pocket in self.pockets:
            if pocket.holder == holder:
                room += pocket.room
                held |= pocket.held
                laid |= sum_of(pocket.laid)
        return room + held.bit_count() - laid.bit_count()

    def held(self, holder: Holder) -> int:
        """The cards (bits) a holder is known to hold."""
        bits = 0
        for pocket in self.pockets:
            if pocket.holder == holder:
                bits |= pocket.held
        return bits

    # claims

    @property
    def false(self) -> int:
        """The claims (bits by number) that are not believed."""
        return self.proved | self.blamed

    @property
    def veiled(self) -> set[int]:
        """The numbers of the claims made in tricks with unseen cards."""
        return {number for veil in self.veils for number in veil.claims}

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
            holder, room, held, barred, claims, denied, laid = self.pockets[place]
            self.put(place, Pocket(holder, room, held, barred, claims | number, denied | claim.bits, laid))

    def amend(self, number: int, claim: Claim) -> None:
        """Put a claim in the place of another."""
        self.claims = (*self.claims[:number], claim, *self.claims[number + 1 :])

    def refresh(self) -> None:
        """Work out again what the claims believed deny."""
        false = self.false
        self.pockets = tuple(p._replace(denied=self.denied(p.claims & ~false)) for p in self.pockets)


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


def opened(deck: Deck, holders: Mapping[Holder, int]) -> Case:
    """A case at the beginning: nobody has seen a card."""
    pockets = tuple(Pocket(holder, room) for holder, room in holders.items() if room)
    return Case(deck, pockets, deck.all.bits)


def dealt_from_stock(case: Case, hands: Mapping[int, int]) -> Case:
    """The next part: what is left of the hands before is put away, new hands come out of the stock."""
    case = case.copy()
    case.pockets = tuple(
        p._replace(holder=f"gone {p.holder}") if isinstance(p.holder, int) else p for p in case.pockets
    )
    for seat, room in hands.items():
        move(case, STOCK, seat, room)
    return tidy(case)


def tidy(case: Case) -> Case:
    """Without empty pockets; unseen cards of past tricks under the same claims lie together."""
    veiled = {holder for veil in case.veils for holder in veil.holders}
    kept: dict[object, Pocket] = {}
    for number, pocket in enumerate(case.pockets):
        past = isinstance(pocket.holder, str) and pocket.holder[0] in "g?" and pocket.holder not in veiled
        if past and not pocket.room:
            continue
        alike = (pocket.claims, pocket.barred) if past and not pocket.laid else number
        before = kept.get(alike)
        kept[alike] = pocket._replace(room=pocket.room + before.room) if before else pocket
    case.pockets = tuple(kept.values())
    return case


def loosen(case: Case, holder: Holder) -> int:
    """Make one pocket of all a holder's, relying only on what all of them said; its known cards go back among the
    unseen, barred to everybody else. Returns the pocket's place.
    """
    mine = [pocket for pocket in case.pockets if pocket.holder == holder] or [Pocket(holder, 0)]
    room, held, laid, barred, claims = 0, 0, 0, -1, -1
    for pocket in mine:
        room += pocket.room
        held |= pocket.held
        laid |= sum_of(pocket.laid)
        barred &= pocket.barred
        claims &= pocket.claims
    case.unseen |= held
    case.placed &= ~held
    gone = tuple(one for pocket in mine for one in pocket.laid if not one[0] & held)
    room += (held & ~laid).bit_count()
    loose = Pocket(holder, room, 0, barred, claims, case.denied(claims & ~case.false), gone)
    rest = [p._replace(barred=p.barred | held) for p in case.pockets if p.holder != holder]
    case.pockets = (loose, *rest)
    return 0


def move(case: Case, source: Holder, target: Holder, count: int) -> None:
    """Move so many unknown cards, as far as there are, from one holder to another."""
    size = case.size(source)
    if count >= size:
        case.pockets = tuple(p._replace(holder=target) if p.holder == source else p for p in case.pockets)
    elif count:
        place = solid(case, source)
        pocket = case.pockets[place]
        case.put(place, pocket._replace(room=pocket.room - count))
        case.pockets = (*case.pockets, pocket._replace(holder=target, room=count, laid=()))
    join(case, target)


def hand_over(case: Case, source: Holder, target: Holder, card: int) -> None:
    """Move a known card from one holder to another. What was said of either before is no word about it there."""
    if case.placed & card or len(may_hold(case, source, card)) > 1:
        loosen(case, source)
    take_out(case, source, card)
    case.pockets = (*case.pockets, Pocket(target, 0, card))
    join(case, target)


def join(case: Case, holder: Holder) -> None:
    """Make one pocket of those of a holder's about which the same was said."""
    kept: dict[object, Pocket] = {}
    others = []
    for pocket in case.pockets:
        if pocket.holder != holder:
            others.append(pocket)
            continue
        same = next((key for key, p in kept.items() if _alike(p, pocket)), len(kept))
        before = kept.get(same)
        if before is None:
            kept[same] = pocket
        else:
            wide = before if before.room else pocket
            kept[same] = wide._replace(room=before.room + pocket.room, held=before.held | pocket.held)
    case.pockets = (*others, *(kept.values() or [Pocket(holder, 0)]))


def _alike(one: Pocket, other: Pocket) -> bool:
    """Whether the same is known of two pockets; what is barred matters only where there is room."""
    if one.claims != other.claims or one.laid != other.laid:
        return False
    return one.barred == other.barred or not one.room or not other.room


def solid(case: Case, holder: Holder) -> int:
    """The place of the one pocket from which any card of a holder may come."""
    places = case.of(holder)
    if len(places) == 1 and not case.pockets[places[0]].held:
        return places[0]
    return loosen(case, holder)


def pick(case: Case, holder: Holder, code: str) -> int:
    """The copy of a card (a bit) that a holder can have played: one it is known to hold, else one that fewest others
    can hold, as copies may change places; 0 where there is none.
    """
    left = case.deck.mask(code) & ~case.seen
    unknown = left & case.unseen & ~case.placed
    found = 0
    for pocket in case.pockets:
        if pocket.holder == holder:
            if pocket.held & left:
                return lowest(pocket.held & left)
            if pocket.room:
                found |= unknown & ~pocket.barred
    if found & (found - 1):
        for pocket in case.pockets:
            if pocket.holder != holder and found & pocket.barred:
                found &= pocket.barred
    return lowest(found)


def may_hold(case: Case, holder: Holder, card: int) -> list[int]:
    """The places of the pockets of a holder that can hold a card (a bit), whatever was said."""
    known = [place for place, pocket in enumerate(case.pockets) if pocket.holder == holder and pocket.held & card]
    return known or [
        place
        for place, pocket in enumerate(case.pockets)
        if pocket.holder == holder and pocket.room and not pocket.barred & card
    ]


def take_out(case: Case, holder: Holder, card: int) -> None:
    """Take a card (a bit) out of a holder's pockets: out of the one that can hold it; where there are several, it
    stays among the cards to be placed.
    """
    places = may_hold(case, holder, card)
    place = places[0]
    name, room, held, barred, claims, denied, laid = case.pockets[place]
    if held & card:
        case.put(place, Pocket(name, room, held ^ card, barred, claims, denied, laid))
    elif len(places) == 1:
        case.put(place, Pocket(name, room - 1, held, barred, claims, denied, laid))
        case.unseen &= ~card
    else:
        case.placed |= card
        for place in places:
            pocket = case.pockets[place]
            case.put(place, pocket._replace(laid=(*pocket.laid, (card, pocket.claims))))
