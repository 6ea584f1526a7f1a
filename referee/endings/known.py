"""Where the cards lay when a foul was committed, as far as the record tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from referee.endings.cards import union
from referee.judge import Case
from referee.judge.case import Pocket
from referee.rules import Foul, Holder, Ruleset
from referee.rules.cards import UNSEEN, CardSet, lowest, places
from referee.rules.deal import Deal, Play, Trick

Hands = Mapping[int, tuple[str, ...]]

MOST_UNSEEN, MOST_WAYS, MOST_DEALS = 12, 5000, 150
"""The most unseen cards, ways to place them, and possible deals: with more of any, no deal is tried."""


class Moment(NamedTuple):
    """A deal just before a foul, and the cards that each seat had still to play; None if they are not known."""

    deal: Deal
    hands: Mapping[int, tuple[str, ...] | None]

    @property
    def known(self) -> Hands | None:
        """The hands, if all are known and of one size; else None."""
        hands = {seat: hand for seat, hand in self.hands.items() if hand is not None}
        begun = Counter({play.seat: len(play.cards) for play in self.deal.trick.plays})
        even = len({len(hand) + begun[seat] for seat, hand in hands.items()}) == 1
        return hands if even and len(hands) == len(self.hands) else None


def known_hands(case: Case | None, seats: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    """The hands all of whose cards are known."""
    if case is None:
        return {}
    hands = {}
    for seat in seats:
        cards = CardSet(case.known_cards(seat))
        if len(cards) == case.size(seat):
            hands[seat] = tuple(case.deck.codes(cards))
    return hands


def deals(case: Case | None, seats: Sequence[int]) -> list[Mapping[int, tuple[str, ...]]]:
    """The possible hands, one entry for each way the unseen cards can lie; empty if there are too many ways, or if
    tricks with unseen cards or limited copies make them uncertain.
    """
    if case is None or case.lost or case.veils or case.limited:
        return []
    free, rooms = case.unseen & ~case.placed, [pocket for pocket in case.pockets if pocket.room]
    if free.bit_count() > MOST_UNSEEN or case.unseen.bit_count() != sum(pocket.room for pocket in rooms):
        return []
    possible = set[tuple[tuple[str, ...], ...]]()
    for way in _ways(case, free, sorted(rooms, key=lambda pocket: pocket.room)):
        hands = (case.known_cards(seat) | way.get(seat, 0) & ~case.placed for seat in seats)
        possible.add(tuple(tuple(case.deck.codes(CardSet(hand))) for hand in hands))
        if len(possible) > MOST_DEALS:
            return []
    return [dict(zip(seats, hands, strict=True)) for hands in sorted(possible)]


def _ways(case: Case, free: int, rooms: Sequence[Pocket]) -> list[dict[Holder, int]]:
    """Every way the unseen cards can lie in the pockets, with the cards laid that came out of one of several; empty if
    there are too many. `free` (bits) are those that were not laid.
    """
    takes = [free & ~(pocket.barred | pocket.denied) | case.possible_laid(pocket.laid) for pocket in rooms]
    alone = case.placed | union(card for pocket in rooms for card, _ in pocket.laid)
    copies = [case.deck.mask(code) & ~alone for code in dict.fromkeys(case.deck.codes(CardSet(case.unseen & ~alone)))]
    copies += [1 << place for place in places(alone)]
    ways: list[dict[Holder, int]] = [{}]
    for number, pocket in enumerate(rooms):
        later, ways_left, ways = union(takes[number + 1 :]), ways, []
        for way in ways_left:
            rest = case.unseen & ~sum(way.values())
            here = rest & ~later  # no pocket after this one accepts these
            choice = [copy & rest & takes[number] & ~here for copy in copies]
            if here & ~takes[number] or here.bit_count() > pocket.room:
                continue
            for cards in islice(_choices(choice, pocket.room - here.bit_count()), MOST_WAYS + 1):
                ways.append({**way, pocket.holder: way.get(pocket.holder, 0) | cards | here})
            if len(ways) > MOST_WAYS:
                return []
    return ways


def _choices(copies: Sequence[int], room: int) -> Iterator[int]:
    """Every choice of so many cards (bits); of the copies of a card the first ones are chosen."""
    if not room:
        yield 0
        return
    if sum(copy.bit_count() for copy in copies) < room:
        return
    taken, rest = 0, copies[0]
    yield from _choices(copies[1:], room)
    while rest and room:
        taken |= lowest(rest)
        rest &= rest - 1
        room -= 1
        for more in _choices(copies[1:], room):
            yield taken | more


def moment(
    rules: Ruleset, deal: Deal, foul: Foul, now: Mapping[int, tuple[str, ...]], facts: Sequence[int]
) -> Moment | None:
    """The moment of a foul; `now` are the hands known at the end of the record, `facts` the deal's lines in the order
    things happened. None if its card is not in the deal, as it was taken back, say.
    """
    happened = {line: number for number, line in enumerate(facts)}
    tricks, when = (*deal.tricks, deal.trick), happened.get(foul.committed, 0)
    at, place = len(deal.tricks), len(deal.trick.plays)
    for number, trick in enumerate(tricks):
        first = next((p for p, play in enumerate(trick.plays) if _is_reached(play, foul, happened, when)), None)
        if first is not None:
            at, place = number, first
            break
    else:
        if foul.play is not None:
            return None
    trick = tricks[at]
    after = [*trick.plays[place:], *(one for later in tricks[at + 1 :] for one in later.plays)]
    gone = dict(deal.gone)
    for one in after:
        gone[one.seat] -= len(one.cards)
    announced = tuple(one for one in deal.announced if happened.get(one.line, -1) < when)
    lead = deal.tricks[at - 1].winner if at else None
    if not at and foul.play is not None and foul.kind != "out-of-turn":
        lead = foul.play.seat
    before = deal._replace(
        tricks=deal.tricks[:at], trick=Trick(trick.number, trick.plays[:place]), gone=gone, phase="play", state="open",
        lead=lead, counted=None, announced=announced,
    )  # fmt: skip
    hands = {seat: _hand(rules, deal, seat, before.cards_left(seat), after, now) for seat in deal.order}
    if before.trick.blind or not (_is_possible(rules, before, hands) and _even(before, foul)):
        hands.update(dict.fromkeys(hands))
    whole = {seat: (*_cards_played(rules, before, seat), *hand) for seat, hand in hands.items() if hand is not None}
    return Moment(before._replace(hands=whole), hands)


def _is_reached(play: Play, foul: Foul, happened: Mapping[int, int], when: int) -> bool:
    """Whether a play is the foul, or comes after a foul that was no play."""
    return play == foul.play if foul.play is not None else happened.get(play.line, -1) > when


def _even(deal: Deal, foul: Foul) -> bool:
    """Whether all hands have the same number of cards for this trick, and the foul lays as many as are asked; else the
    cards recorded cannot be played to an end.
    """
    begun = Counter({play.seat: len(play.cards) for play in deal.trick.plays})
    even = len({deal.cards_left(seat) + begun[seat] for seat in deal.order}) == 1
    return even and (foul.play is None or not deal.trick.plays or len(foul.play.cards) == deal.lead_size)


def _cards_played(rules: Ruleset, deal: Deal, seat: int) -> tuple[str, ...]:
    """The cards that a seat has played, as the deck writes them."""
    plays = (play for trick in (*deal.tricks, deal.trick) for play in trick.plays if play.seat == seat)
    return tuple(_whole(rules, card) for play in plays for card in play.cards if card != UNSEEN)


def _whole(rules: Ruleset, card: str) -> str:
    """A card with all its faces."""
    return rules.deck.code(next(iter(rules.deck.of(card))))


def _hand(
    rules: Ruleset, deal: Deal, seat: int, count: int, after: Sequence[Play], now: Mapping[int, tuple[str, ...]]
) -> tuple[str, ...] | None:
    """The cards that a seat still held: those it played since, and those it holds now; None if not all are known."""
    since = [card for play in after if play.seat == seat for card in play.cards]
    if UNSEEN in since:
        return None
    rest: Sequence[str] | None = () if len(since) == count else now.get(seat)
    if rest is None and seat in deal.hands:
        left = Counter(_whole(rules, card) for card in deal.hands[seat])
        left.subtract(_cards_played(rules, deal, seat))
        rest = tuple(left.elements()) if min(left.values()) >= 0 else None
    if rest is None or len(since) + len(rest) != count:
        return None
    return (*(_whole(rules, card) for card in since), *rest)


def _is_possible(rules: Ruleset, before: Deal, hands: Mapping[int, tuple[str, ...] | None]) -> bool:
    """Whether no card was noted more often than the deck has it."""
    left = Counter(rules.deck.codes(rules.deck.all))
    for seat, hand in hands.items():
        left.subtract(_cards_played(rules, before, seat))
        left.subtract(hand or ())
    return min(left.values()) >= 0
