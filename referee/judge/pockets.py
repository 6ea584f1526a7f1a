"""Cards that come into a pocket, leave it, or go from one to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import and_

from referee.cards import lowest
from referee.cards import places as bits
from referee.judge.case import Case, Pocket
from referee.ruleset import STOCK, Holder


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
    """Make one pocket of all a holder's, relying only on what was said of all unknown cards; its known cards go back
    among the unseen, barred to everybody else, each with what was said of it. Returns the pocket's place.
    """
    places = case.of(holder)
    mine = [case.pockets[place] for place in places]
    unknown = [pocket for pocket in mine if pocket.room] or mine
    barred = reduce(and_, (pocket.barred for pocket in unknown))
    claims = reduce(and_, (pocket.claims for pocket in unknown))
    room, held = 0, 0
    laid: tuple[tuple[int, int], ...] = ()
    for pocket in mine:
        room += pocket.room + pocket.held.bit_count()
        held |= pocket.held
        laid += tuple(card for card in pocket.laid if card not in laid)
        if pocket.claims != claims:
            laid += tuple((1 << place, pocket.claims) for place in bits(pocket.held))
    case.unseen |= held
    loose = Pocket(holder, room, 0, barred & ~held, claims, laid, case.denied(claims & ~case.dropped))
    rest = [replace(p, barred=p.barred | held) for at, p in enumerate(case.pockets) if at not in places]
    case.pockets = (loose, *rest)
    return 0


def part_of(case: Case, pocket: Pocket, holder: Holder, room: int) -> Pocket:
    """So many unknown cards of a pocket, for another holder: what was said of the pocket was said of them."""
    laid = tuple(one for one in pocket.laid if not one[0] & case.seen)
    return replace(pocket, holder=holder, room=room, held=0, laid=laid)


def move(case: Case, source: Holder, target: Holder, count: int, cards: Iterable[str]) -> None:
    """Move so many cards from one holder to another, those of `cards` known."""
    known = 0
    for code in cards:
        card = pick(case, source, code)
        if card and len(sources(case, source, card)) > 1:
            loosen(case, source)
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
        case.pockets = (*case.pockets, part_of(case, pocket, target, rest))
    if known:
        case.pockets = (*case.pockets, Pocket(target, 0, known))
    join(case, target)


def join(case: Case, holder: Holder) -> None:
    """Make one pocket of those of a holder's about which the same was said."""
    kept: dict[tuple[object, ...], Pocket] = {}
    others = []
    for pocket in sorted(case.pockets, key=lambda pocket: not pocket.room):
        if pocket.holder != holder:
            others.append(pocket)
            continue
        alike: tuple[object, ...] = (pocket.claims, pocket.barred, pocket.laid)
        if not pocket.room:
            alike = next((key for key in kept if key[0] == pocket.claims), (pocket.claims,))
        before = kept.get(alike)
        kept[alike] = (
            replace(before, room=pocket.room + before.room, held=pocket.held | before.held) if before else pocket
        )
    case.pockets = (*others, *(kept.values() or [Pocket(holder, 0)]))


def pick(case: Case, holder: Holder, code: str) -> int:
    """The copy of a card (a bit) that a holder can have played: one it is known to hold, else an unseen one; 0 where
    there is none.
    """
    held = case.held(holder) & case.deck.mask(code) & ~case.seen
    return lowest(held) or unseen_copy(case, case.of(holder), code)


def unseen_copy(case: Case, places: Iterable[int], code: str) -> int:
    """An unseen copy (a bit) of a card that can lie in one of these pockets, 0 where there is none. Copies are told
    apart by what is known of them; where it cannot be known which of them it is, that knowledge is given up.
    """
    rooms = [case.pockets[place] for place in places if case.pockets[place].room]
    copies = case.unseen & ~case.seen & case.deck.mask(code)
    barred = reduce(and_, (pocket.barred for pocket in rooms), ~0)
    copies &= ~barred
    if not copies & copies - 1:
        return copies
    for card in (1 << place for place in bits(copies)):
        # It may be taken for any of them if the others can lie wherever it can, and it wherever they can come from.
        elsewhere = all(p.barred & card or not p.barred & copies for p in case.pockets if p.room)
        if elsewhere and not any(p.barred & card for p in rooms if p.barred & copies != copies):
            return card
    case.pockets = tuple(
        replace(p, barred=p.barred & ~copies) if p.barred & copies != copies else p for p in case.pockets
    )
    return lowest(copies)


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
    """Put a card just laid open back into a hand: it is known to be there. Undoes `take_out`."""
    mask, mine = case.deck.mask(code), case.of(holder)
    said = {number for place in mine for number in case.numbers(case.pockets[place].claims)}

    def fitting(card: int) -> int:
        """For how many claims made of this hand a card counts as gone, against those made of other hands."""
        return sum((1 if number in said else -1) for number, claim in enumerate(case.claims) if claim.gone & card)

    laid = [card for place in mine for card, _ in case.pockets[place].laid if card & mask]
    open_cards = [1 << place for place in bits(case.seen & mask & ~case.unseen)]
    card = laid[-1] if laid else max(open_cards, key=fitting, default=0)
    if not card:
        return
    case.seen ^= card
    case.unspend(said, card)
    if laid:
        case.pockets = tuple(
            replace(p, laid=tuple(one for one in p.laid if one[0] != card))
            if p.holder == holder
            else replace(p, barred=p.barred | card)
            for p in case.pockets
        )
    else:
        pocket = case.pockets[mine[0]]
        case.put(mine[0], replace(pocket, held=pocket.held | card))
