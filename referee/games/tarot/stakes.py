"""What the last tricks are played for: the attack's half points and bouts, as they are counted."""

from __future__ import annotations

from dataclasses import replace

from referee.games.tarot.cards import ALL_HALVES, BOUTS, HALVES, HAND
from referee.games.tarot.options import TarotOptions
from referee.games.tarot.play import winner
from referee.games.tarot.score import SIDES, Outcome, gather, margin
from referee.games.tarot.terms import Terms, last_number, partner
from referee.rules import MARKS, OURS, THEIRS, Deal, Play, Stakes, Trick
from referee.rules.packs import DECK, EXCUSE

BACK = 1
"""The half point that comes back for the Excuse."""
WORTH = HALVES | {EXCUSE: BACK}
OWN = {EXCUSE: HALVES[EXCUSE] - BACK}


def as_points(halves: int) -> int | float:
    """Half points as points."""
    return halves / 2 if halves % 2 else halves // 2


def stakes(deal: Deal, options: TarotOptions) -> Stakes | None:
    """What the rest of a deal is played for, from its hands as they were played. None while the sides, a trick or the
    cards set aside are not known.
    """
    terms: Terms = deal.terms
    ally = partner(deal)
    aside = tuple(DECK.codes(DECK.all - DECK.of(*(card for hand in deal.hands.values() for card in hand))))
    short = deal.size != HAND[len(deal.order)]
    if terms.taker is None or terms.contract is None or ally is None or not all(t.seen for t in deal.tricks):
        return None
    if len(aside) != terms.kitty and not short:
        return None
    mate = ally if isinstance(ally, int) else None
    attack = frozenset({terms.taker, mate} - {None})
    rest = () if short else aside
    open_kitty = terms.open_kitty
    deal = deal._replace(terms=replace(terms, aside=rest, turned=terms.turned if open_kitty else rest))
    mine = gather(deal, attack, options)["attack"]
    taken = {trick.winner in attack for trick in deal.tricks}
    flags = (OURS if True in taken else 0) | (THEIRS if False in taken else 0) | mine.bouts << MARKS

    def winning_side(halves: int, flags: int) -> int:
        bouts = min(flags >> MARKS, len(BOUTS))
        success, _ = margin(Outcome(terms.taker or 0, terms.contract or "", bouts, halves, mate), options)
        return 1 if success else -1

    def last(plays: tuple[Play, ...], flags: int) -> tuple[int, int, int]:
        number = last_number(deal)
        sides = [flag for flag in (OURS, THEIRS) if flags & flag] or [OURS, THEIRS]
        takers = {OURS: terms.taker, THEIRS: next(seat for seat in deal.order if seat not in attack)}
        before = tuple(Trick(n, winner=takers[sides[n % len(sides)]]) for n in range(1, number))
        bare = deal._replace(tricks=before, trick=Trick(number), terms=replace(terms, aside=(), turned=()))
        taker = winner(bare, Trick(number, plays))
        pile = gather(bare._replace(tricks=(*before, Trick(number, plays, taker))), attack, options)["attack"]
        return taker, pile.halves, pile.bouts

    return Stakes(
        SIDES, attack, mine.halves, flags, ALL_HALVES, WORTH, OWN, marks=frozenset(BOUTS),  # type: ignore[arg-type]
        winner=None if short else winning_side, special=EXCUSE, last=last, figure=as_points,
    )  # fmt: skip
