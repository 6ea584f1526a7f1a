"""The tricks: what plays deny, which plays are unlawful, who wins, what comes to light."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile

from referee.games.tarot.cards import ALL_TRUMPS, HAND, is_trump
from referee.games.tarot.terms import Terms, last_number, partner, standing_bid
from referee.rules import (
    NO_SUIT,
    SUIT_NAME,
    UNSEEN,
    CardName,
    Deal,
    Denial,
    Foul,
    Play,
    ProofKind,
    T,
    Text,
    Trick,
    best_of,
    ruffing,
)
from referee.rules.packs import DECK, EXCUSE, HEIGHT, PETIT, SUIT, TRUMPS

FOLLOWING = ruffing.Ruffing()
TRUMP_CODES = frozenset(DECK.codes(ALL_TRUMPS))
TRUMP_SIGNS = "TE"
"""How the codes of the trumps and of the Excuse begin."""


def denies(deal: Deal, play: Play) -> tuple[Denial, ...]:
    """The denials of a play.

    Not following denies the suit; not trumping then denies trumps; not going over denies higher trumps. A play denies
    nothing if the Excuse was led and the first card after it, out of turn, names another suit than the first in turn.
    """
    card, before = play.card, deal.before(play.seat)
    if card == EXCUSE:
        return ()
    if not before or before[0].card == EXCUSE:
        led, _ = ruffing.to_beat(before)
        if led != ruffing.to_beat(deal.in_turn(before))[0]:
            return ()
        if led is None:
            return _lead_denials(deal, card)
    return ruffing.denials("tarot", card, before)


def asked_lead_text(deal: Deal) -> Text | None:
    """The lead that the taker has asked for, after a card out of turn."""
    terms: Terms = deal.terms
    if terms.ask is None or deal.trick.plays or terms.ask[0] != deal.trick.number:
        return None
    _, ask, suit = terms.ask
    asked = T("asked for: a lead of {suit}") if ask == "suit" else T("asked for: a lead of another suit than {suit}")
    return T(asked.msgid, suit=SUIT_NAME[suit])


def _lead_denials(deal: Deal, card: str) -> tuple[Denial, ...]:
    """The denials of a lead if the taker has asked for one, after a card out of turn."""
    terms: Terms = deal.terms
    if terms.ask is None or terms.ask[0] != deal.trick.number:
        return ()
    _, ask, suit = terms.ask
    if ask == "suit" and card[0] != suit:
        return (Denial("illegal-lead", "tarot.play.11", SUIT[suit], NO_SUIT[suit]),)
    if ask == "other" and card[0] == suit:
        others = DECK.all - SUIT[suit] - DECK.of(EXCUSE)
        return (Denial("illegal-lead", "tarot.play.11", others, T("nothing but {suit}", suit=SUIT_NAME[suit])),)
    return ()


def unlawful(deal: Deal, play: Play, seats: tuple[str, ...]) -> tuple[str, str, Text] | None:
    """The breach of a first lead in the suit called, unless it is the called card; else None."""
    called = deal.terms.called
    if called is None or deal.trick.number != 1 or deal.trick.plays or play.card == called or play.card == EXCUSE:
        return None
    if play.card[0] != called[0]:
        return None
    message = T(
        "{name} leads {card}: the first lead may not be of the suit called.",
        name=seats[play.seat], card=CardName(play.card),
    )  # fmt: skip
    return ("illegal-lead", "tarot.play.8", message)


def slam_lead(deal: Deal, trick: Trick) -> bool:
    """Whether a side that has taken all other tricks leads the Excuse to the last."""
    if not trick.plays or trick.plays[0].card != EXCUSE or trick.number != last_number(deal):
        return False
    leader, with_taker = trick.plays[0].seat, {deal.terms.taker, partner(deal)}
    if all(before.winner == leader for before in deal.tricks if before.number < trick.number):
        return True
    side = (leader in with_taker) if deal.terms.taker is not None else None
    return side is not None and all(
        (before.winner in with_taker) == side for before in deal.tricks if before.number < trick.number
    )


def winner(deal: Deal, trick: Trick) -> int:
    """The seat of the highest trump, else of the highest card of the suit led. The Excuse wins only to end a slam."""
    return trick.plays[0].seat if slam_lead(deal, trick) else best_of(FOLLOWING, trick.plays).seat


# --- a card taken back ------------------------------------------------------------------------------------------


def may_be_fouls(deal: Deal) -> list[Play]:
    """The cards on the table that can be fouls, as far as everybody knows: their player may hold what they deny, or
    they are in doubt for another reason.
    """
    return [
        laid
        for at, laid, in_doubt in _as_laid(deal)
        if in_doubt or any(_may_hold(at, laid, denial) for denial in denies(at, laid))
    ]


def may_be_revoke(kind: str, laid: Play, plays: Iterable[Play]) -> bool:
    """Whether a card may be a revoke of this kind for some hand of its player; `plays` are those of its trick, in the
    order they were laid.
    """
    led, _ = ruffing.to_beat([play for play in plays if not play.unseen])
    if laid.unseen or laid.card == EXCUSE or led is None:
        return laid.unseen
    if kind == "must-overtrump":
        before = list(takewhile(lambda play: play != laid, plays))
        _, highest = ruffing.to_beat(before)
        over = HEIGHT.get(laid.card, highest) < highest < len(TRUMPS)
        return over or (is_trump(laid.card) and any(play.unseen for play in before))
    return laid.card[0] != led and (kind == "must-follow" or not is_trump(laid.card))


def is_in_doubt(deal: Deal, card: Play) -> bool:
    """Whether a card on the table may be wrong whatever its player holds: it, or a card before it, was out of turn,
    unlawful or impossible; or nobody saw a card before it.
    """
    return any(laid == card and in_doubt for _, laid, in_doubt in _as_laid(deal))


def _as_laid(deal: Deal) -> Iterator[tuple[Deal, Play, bool]]:
    """The cards on the table as they were laid: the deal before each, the play, and whether it is in doubt."""
    plays, at, in_doubt = deal.on_table.plays, deal, False
    for laid in plays:
        at = at.take_back(laid.seat)
    seen = {play.card for play in at.plays}
    for laid in plays:
        in_doubt = in_doubt or _is_astray(at, laid, seen)
        yield at, laid, in_doubt
        at = at.lay(laid)
        seen.add(laid.card)


def _is_astray(at: Deal, laid: Play, seen: Collection[str]) -> bool:
    """Whether a card was unseen, out of turn, unlawful or impossible; the cards `seen` were laid before it."""
    if laid.unseen or laid.seat != at.turn or unlawful(at, laid, ("",) * len(at.order)) is not None:
        return True
    card, hand, terms = laid.card, at.hands.get(laid.seat), at.terms
    takes_kitty = laid.seat == terms.taker and terms.open_kitty
    elsewhere = card in seen or card in terms.aside or (not takes_kitty and card in terms.turned)
    elsewhere = elsewhere or any(card in hand for seat, hand in at.hands.items() if seat != laid.seat)
    elsewhere = elsewhere or any(
        card in announcement.cards for announcement in at.announced if announcement.seat != laid.seat
    )
    return elsewhere or (hand is not None and not takes_kitty and card not in hand)


def _may_hold(at: Deal, laid: Play, denial: Denial) -> bool:
    """Whether a player may hold a card that he denies; a hand that lies open tells."""
    hand = at.hands.get(laid.seat)
    takes_kitty = laid.seat == at.terms.taker and at.terms.open_kitty
    if hand is None or (takes_kitty and not at.terms.turned):
        return True
    gone = {play.card for play in at.plays}
    held = [card for card in (*hand, *(at.terms.turned if takes_kitty else ())) if card not in gone]
    return bool(DECK.of(*dict.fromkeys(held)) & denial.cards)


# --- the Petit alone --------------------------------------------------------------------------------------------


def is_petit_alone(cards: Iterable[str]) -> bool:
    """Whether a dealt hand has the Petit as its only trump, without the Excuse."""
    return [card for card in cards if card[0] in TRUMP_SIGNS] == [PETIT]


def unsaid_petit(deal: Deal, seat: int, line: int, proof: ProofKind, seats: tuple[str, ...]) -> Foul:
    """The foul of a seat that kept silent about the Petit alone in its hand."""
    spoken = next((bid.line for bid in deal.bids if bid.seat == seat), None)
    highest = standing_bid(deal)
    committed = spoken if spoken is not None else highest.line if highest else line
    message = T(
        "{name} was dealt the Petit as the only trump, without the Excuse, and did not say so.", name=seats[seat]
    )
    return Foul(
        "late-announcement", seat, proof, committed, line, "tarot.deal.3", message, (seat,),
        evidence=PETIT, proof_trick=len(deal.tricks) or None,
    )  # fmt: skip


def unsaid_petits(deal: Deal, line: int, seats: tuple[str, ...]) -> tuple[Foul, ...]:
    """The foul of the seat whose cards now show that it was dealt the Petit alone."""
    seat = deal.player_of(PETIT)
    if seat is None or deal.size != HAND[len(deal.order)] or not deal.bids or not _had_it_alone(deal, seat):
        return ()
    return (unsaid_petit(deal, seat, line, "shown", seats),)


def _had_it_alone(deal: Deal, seat: int) -> bool:
    """Whether the cards seen prove that this seat was dealt the Petit alone.

    They do not if another trump may lie among unseen cards set aside, even though the laws forbid that.
    """
    terms: Terms = deal.terms
    takes_kitty = seat == terms.taker and terms.open_kitty
    if not takes_kitty and any(card[0] in TRUMP_SIGNS and card != PETIT for card in deal.cards_by(seat)):
        return False
    had = [*deal.cards_by(seat)]
    if UNSEEN in had or not all(trick.plays for trick in deal.tricks):
        return False
    whole = len(had) == deal.cards_dealt(seat)
    if takes_kitty:
        if not terms.turned:
            return False
        had = [card for card in (*had, *terms.aside, *terms.shown) if card not in terms.turned]
        whole = whole and len(terms.aside) == terms.set_aside
    return is_petit_alone(dict.fromkeys(had)) and (whole or _no_more_trumps(deal, seat))


def _no_more_trumps(deal: Deal, seat: int) -> bool:
    """Whether all trumps and the Excuse were seen elsewhere.

    What the seat's plays deny does not count: it may be that one of these was the foul.
    """
    shown = {card for trick in deal.all_tricks for card in trick.cards} | {*deal.terms.turned}
    shown |= {card for announcement in deal.announced if announcement.seat != seat for card in announcement.cards}
    shown |= {card for at, hand in deal.hands.items() if at != seat for card in hand}
    return shown.issuperset(TRUMP_CODES)
