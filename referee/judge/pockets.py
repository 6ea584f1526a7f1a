"""How cards come into a pocket, leave it, or go from one to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_

from referee.judge.case import Case, Pocket, numbers, sum_of
from referee.rules import STOCK, Holder
from referee.rules.cards import lowest
from referee.rules.cards import places as bits


def deal_from_stock(case: Case, hands: Mapping[int, int]) -> Case:
    """Put what is left of the hands away and deal new ones out of the stock."""
    case = case.copy()
    case.undecided = 0
    case.pockets = tuple(
        p._replace(holder=f"gone {p.holder}") if isinstance(p.holder, int) else p for p in case.pockets
    )
    for seat, room in hands.items():
        move(case, STOCK, seat, room)
    return tidy(case)


def tidy(case: Case) -> Case:
    """Drop the empty pockets of past tricks and hands, and join those of them with the same claims."""
    veiled = {holder for veil in case.veils for holder in veil.holders}
    by_key: dict[object, Pocket] = {}
    for number, pocket in enumerate(case.pockets):
        past = isinstance(pocket.holder, str) and pocket.holder[0] in "g?" and pocket.holder not in veiled
        if past and not pocket.room:
            continue
        alike = (pocket.claims, pocket.barred) if past and not pocket.laid else number
        before = by_key.get(alike)
        by_key[alike] = pocket._replace(room=pocket.room + before.room) if before else pocket
    case.pockets = tuple(by_key.values())
    return case


def merge(case: Case, holder: Holder) -> int:
    """Make all pockets of a holder one, and return its place.
    Only the claims about all its unknown cards remain. Its known cards become unseen ones, barred to everybody else,
    each with the claims about it.
    """
    mine = [pocket for pocket in case.pockets if pocket.holder == holder] or [Pocket(holder, 0)]
    unknown = [pocket for pocket in mine if pocket.room] or mine
    room, held, placed, barred, claims = 0, 0, 0, -1, -1
    for pocket in unknown:
        barred &= pocket.barred
        claims &= pocket.claims
    for pocket in mine:
        room += pocket.room
        held |= pocket.held
        placed |= sum_of(pocket.laid) & case.placed
    laid: list[tuple[int, int]] = []
    for pocket in mine:
        laid += [one for one in pocket.laid if not one[0] & held]
        if pocket.claims != claims:
            laid += [(1 << place, pocket.claims) for place in bits(pocket.held)]
    room += (held & ~placed).bit_count()
    case.unseen |= held
    case.placed &= ~held
    loose = Pocket(holder, room, 0, barred & ~held, claims, case.cards_denied(claims & ~case.false), tuple(laid))
    rest = [p._replace(barred=p.barred | held) for p in case.pockets if p.holder != holder]
    case.pockets = (loose, *rest)
    return 0


def split(case: Case, place: int, holder: Holder, room: int) -> None:
    """Move unknown cards of a pocket, with its claims, to another holder."""
    pocket = case.pockets[place]
    case.put(place, pocket._replace(room=pocket.room - room))
    laid = tuple(one for one in pocket.laid if not one[0] & case.placed)
    case.pockets = (*case.pockets, pocket._replace(holder=holder, room=room, laid=laid))


def move(case: Case, source: Holder, target: Holder, count: int) -> None:
    """Move so many unknown cards, or all there are, from one holder to another."""
    size = case.size(source)
    if count >= size:
        case.pockets = tuple(p._replace(holder=target) if p.holder == source else p for p in case.pockets)
    elif count:
        split(case, one_pocket(case, source), target, count)
    join(case, target)


def hand_over(case: Case, source: Holder, target: Holder, card: int) -> None:
    """Move a known card to another holder, without any claim. `move` then joins the pockets of that holder."""
    places = sources(case, case.of(source), card)
    if case.placed & card or len(places) > 1:
        places = [merge(case, source)]
    take_out(case, places, card)
    last = case.pockets[-1]
    before = last.held if last == Pocket(target, 0, last.held) else 0
    case.pockets = (*(case.pockets[:-1] if before else case.pockets), Pocket(target, 0, before | card))


def join(case: Case, holder: Holder) -> None:
    """Make one pocket of all those of a holder about which the same is known."""
    if case.pockets[-1].holder == holder and len(case.of(holder)) == 1:
        return
    by_key: dict[object, Pocket] = {}
    others = []
    for pocket in case.pockets:
        if pocket.holder != holder:
            others.append(pocket)
            continue
        same = next((key for key, p in by_key.items() if _same_known(p, pocket)), len(by_key))
        before = by_key.get(same)
        if before is None:
            by_key[same] = pocket
        else:
            wide = before if before.room else pocket
            by_key[same] = wide._replace(room=before.room + pocket.room, held=before.held | pocket.held)
    case.pockets = (*others, *(by_key.values() or [Pocket(holder, 0)]))


def _same_known(one: Pocket, other: Pocket) -> bool:
    """Whether the same is known about two pockets; barred cards matter only if both have room."""
    if one.claims != other.claims or one.laid != other.laid:
        return False
    return one.barred == other.barred or not one.room or not other.room


def one_pocket(case: Case, holder: Holder) -> int:
    """The place of the one pocket of a holder, made one if it is not, from which any of his cards may come."""
    places = case.of(holder)
    if len(places) == 1 and not case.pockets[places[0]].held:
        return places[0]
    return merge(case, holder)


def show_undoubted(case: Case, holder: Holder, cards: Sequence[str]) -> bool:
    """Put cards shown into a hand without claims, if none of them is in doubt; return whether that was so."""
    mine = [pocket for pocket in case.pockets if pocket.holder == holder]
    if len(mine) != 1 or mine[0] != Pocket(holder, mine[0].room) or case.placed or case.veils or case.blamed:
        return False
    held = copies = barred = 0
    for code in cards:
        run = case.deck.mask(code)
        held, copies = held | lowest(case.unseen & run & ~held), copies | run
    room, others = mine[0].room - len(cards), []
    for pocket in case.pockets:
        barred |= pocket.barred
        if pocket.holder != holder:
            others.append(pocket)
    if held.bit_count() != len(cards) or room < 0 or barred & copies:
        return False
    case.unseen ^= held
    case.pockets = (*others, Pocket(holder, room, held))
    return True


def take_unseen(case: Case, place: int, card: int) -> int:
    """Take an unseen card (a bit) out of a pocket, and return the claims about it."""
    holder, room, held, barred, claims, denied, laid = case.pockets[place]
    case.put(place, Pocket(holder, room - 1, held, barred, claims, denied, laid))
    case.unseen ^= card
    return claims


def possible_copy(case: Case, places: Iterable[int], code: str) -> int:
    """The copy of a card (a bit) that can come out of one of these pockets, a known one first; else 0."""
    mask = case.deck.mask(code)
    for place in places:
        held = case.pockets[place].held & mask
        if held:
            return lowest(held)
    return unseen_copy(case, places, mask)


def unseen_copy(case: Case, places: Iterable[int], mask: int) -> int:
    """One of these copies (bits), unseen, that can lie in one of these pockets; else 0.
    Copies may differ in what is known about them. If nobody can tell which of them it is, the case gives that up.
    """
    copies, barred = case.unseen & ~case.placed & mask, -1
    for place in places:
        pocket = case.pockets[place]
        if pocket.room:
            barred &= pocket.barred
    copies &= ~barred
    if not copies & (copies - 1) or not any(p.barred & copies for p in case.pockets if p.room):
        return lowest(copies)  # the only copy, or all can lie wherever any can
    rooms = [case.pockets[place].barred for place in places if case.pockets[place].room]
    # One copy stands for any of them if the others can lie wherever it can, and it can come from wherever they can.
    among = copies & ~reduce(or_, [barred for barred in rooms if barred & copies != copies], 0)
    for pocket in case.pockets:
        if pocket.room and pocket.barred & copies:
            among &= pocket.barred
    if among:
        return lowest(among)
    case.pockets = tuple(_merge_copies(p, copies) if p.barred & copies != copies else p for p in case.pockets)
    return lowest(copies)


def _merge_copies(pocket: Pocket, copies: int) -> Pocket:
    """The pocket without any difference between these copies (bits).
    If one of them was laid, all count as laid, with the claims common to those that were.
    """
    known = [then for card, then in pocket.laid if card & copies]
    later = tuple((1 << place, reduce(and_, known)) for place in bits(copies)) if known else ()
    rest = tuple(one for one in pocket.laid if not one[0] & copies)
    return pocket._replace(barred=pocket.barred & ~copies, laid=(*rest, *later))


def sources(case: Case, places: Iterable[int], card: int) -> list[int]:
    """The places of the pockets that a card (a bit) can come from: the one that holds it, else any with room."""
    possible = []
    for place in places:
        pocket = case.pockets[place]
        if pocket.held & card:
            return [place]
        if pocket.room and not pocket.barred & card:
            possible.append(place)
    return possible


def take_out(case: Case, places: list[int], card: int) -> None:
    """Take a card (a bit) out of the pocket it comes from (`sources`); if there are several, `lay_from` them."""
    pocket = case.pockets[places[0]]
    if pocket.held & card:
        case.put(places[0], pocket._replace(held=pocket.held ^ card))
    elif len(places) == 1:
        take_unseen(case, places[0], card)
    else:
        lay_from(case, places, card)


def lay_from(case: Case, places: Iterable[int], card: int) -> None:
    """Note that a card came out of one of these pockets, nobody knows which, and out of no other."""
    case.placed |= card
    came = set(places)
    for place, pocket in enumerate(case.pockets):
        if place in came:
            case.put(place, pocket._replace(laid=(*pocket.laid, (card, pocket.claims))))
        elif pocket.laid:
            case.put(place, pocket._replace(laid=tuple(one for one in pocket.laid if one[0] != card)))


def put_back(case: Case, holder: Holder, card: int, claims: int) -> None:
    """Put a card (a bit) that was just laid back into a hand; this undoes `take_out`.
    The card is known to be there, with the claims made of it before it came out.
    """
    case.seen ^= card
    about = {number for place in case.of(holder) for number in numbers(case.pockets[place].claims)}
    case.unspend(about, card)
    if case.placed & card:
        case.placed &= ~card
        case.pockets = tuple(
            p._replace(laid=tuple(one for one in p.laid if one[0] != card))
            if p.holder == holder
            else p._replace(barred=p.barred | card)
            for p in case.pockets
        )
    else:
        case.pockets = (*case.pockets, Pocket(holder, 0, card, 0, claims, case.cards_denied(claims & ~case.false)))
        join(case, holder)
