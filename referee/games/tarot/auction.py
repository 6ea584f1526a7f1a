"""From the deal to the first card: auction, call, kitty, discard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.games.tarot.cards import ALL_TRUMPS, DISCARDABLE, HAND, KITTY, NEVER_SET_ASIDE
from referee.games.tarot.options import TarotOptions, may_be_bid
from referee.games.tarot.play import is_petit_alone, unsaid_petit
from referee.games.tarot.terms import CONTRACTS, PASS, SAID, Terms, standing_bid, with_terms
from referee.rules import (
    STOCK,
    Act,
    CardName,
    Deal,
    Denial,
    Denies,
    Discarded,
    Foul,
    Holds,
    Moves,
    Said,
    Slip,
    Step,
    T,
    common,
)
from referee.rules.common import (
    DEAL_TAKES_CARDS,
    bids_out_of_turn,
    hand_size,
    plain_foul,
    refuse_other,
    refuse_second_bid,
)
from referee.rules.packs import DECK, SUIT, SUITS

KITTY_HOLDER, DISCARD_HOLDER = "kitty", "discard"
CALLS = {"K": (), "Q": ("K",), "N": ("K", "Q"), "J": ("K", "Q", "N")}
"""The ranks that may be called, each with the ranks of which the caller claims to hold every card."""


# --- the deal and the auction -----------------------------------------------------------------------------------


def begin(
    number: int,
    line: int,
    dealer: int,
    order: tuple[int, ...],
    keys: Mapping[str, str],
    barred: tuple[tuple[int, str, str], ...],
) -> Step:
    """Begin a deal; `cards=N` deals shorter hands."""
    refuse_other(keys, ("cards",), DEAL_TAKES_CARDS)
    size = hand_size(keys, HAND[len(order)])
    return Step(Deal(number, line, dealer, order, size, dict(keys), terms=Terms(KITTY[len(order)], barred=barred)))


def holders(deal: Deal) -> dict[int | str, int]:
    """The sizes of hands and kitty, and in a shortened deal the number of cards left out."""
    hands: dict[int | str, int] = dict.fromkeys(deal.order, deal.size)
    rest = len(DECK) - deal.size * len(deal.order) - deal.terms.kitty
    return hands | {KITTY_HOLDER: deal.terms.kitty} | ({STOCK: rest} if rest else {})


def open_hand(deal: Deal, line: int, seat: int, cards: tuple[str, ...], seats: tuple[str, ...]) -> Step:
    """Lay a hand open as it was dealt; a Petit alone in it that was not announced is a foul."""
    unsaid = deal.bid(seat) is not None and is_petit_alone(cards)
    fouls = (unsaid_petit(deal, seat, line, "seen", seats),) if unsaid else ()
    return replace(common.open_hand(deal, seat, cards), fouls=fouls)


def add_bid(deal: Deal, bid: Said, options: TarotOptions, seats: tuple[str, ...]) -> Step:
    """Record a bid; the last one closes the auction.

    Raises Slip for a word that is no bid, and for a seat's second bid.
    """
    if bid.word not in (PASS, *CONTRACTS):
        message = T("“{found}” is no bid: expected one of {expected}", found=bid.word, expected=(PASS, *CONTRACTS))
        raise Slip(message, found=bid.word)
    silent = deal.silent
    refuse_second_bid(silent, bid, seats)
    after = deal._replace(bids=(*deal.bids, bid))
    if len(silent) == 1:
        after = close(after)
    fouls = bids_out_of_turn(silent, bid, "tarot.bid.1", seats) + _bid_fouls(deal, bid, options, seats)
    fouls += _barred_bid(deal, bid, seats)
    if is_petit_alone(deal.hands.get(bid.seat, ())):
        fouls += (unsaid_petit(after, bid.seat, bid.line, "seen", seats),)
    return Step(after, fouls=fouls)


def _bid_fouls(deal: Deal, bid: Said, options: TarotOptions, seats: tuple[str, ...]) -> tuple[Foul, ...]:
    """The foul of a bid that is not higher than the highest before, or is not played at this table."""
    seat, word, line = bid.seat, bid.word, bid.line
    fouls, highest = tuple[Foul, ...](), standing_bid(deal)
    if highest and word != PASS and CONTRACTS.index(word) <= CONTRACTS.index(highest.word):
        message = T(
            "{name} bids {bid}, which is not more than the {highest} of {other}.",
            name=seats[seat], bid=SAID[word], highest=SAID[highest.word], other=seats[highest.seat],
        )  # fmt: skip
        fouls += (plain_foul("illegal-bid", "tarot.bid.2", seat, line, message),)
    elif word != PASS and word not in may_be_bid(options):
        message = T("{name} bids {bid}: only garde is played here.", name=seats[seat], bid=SAID[word])
        fouls += (plain_foul("illegal-bid", "tarot.bid.4", seat, line, message),)
    return fouls


def _barred_bid(deal: Deal, bid: Said, seats: tuple[str, ...]) -> tuple[Foul, ...]:
    """The foul of a bid by a seat that a ruling on the deal before has barred from bidding."""
    law = next((law for seat, what, law in deal.terms.barred if (seat, what) == (bid.seat, "bidder")), None)
    if law is None or bid.word == PASS:
        return ()
    message = T("{name} bids, and may not bid in this deal: so it was ruled in the deal before.", name=seats[bid.seat])
    return (plain_foul("illegal-bid", law, bid.seat, bid.line, message),)


def barred_taker(before: Deal, step: Step, line: int, seats: tuple[str, ...]) -> Step:
    """The step with the foul of a seat that has become the taker by it, which a ruling on the deal before forbids; not
    of one whose bid was told.
    """
    taker = step.deal.terms.taker
    if taker is None or before.terms.taker is not None:
        return step
    told = {"bidder"} if step.deal.bid(taker) is not None else set()
    law = next((law for seat, what, law in step.deal.terms.barred if seat == taker and what not in told), None)
    if law is None:
        return step
    text = T("{name} is the taker, and may not be in this deal: so it was ruled in the deal before.", name=seats[taker])
    return replace(step, fouls=(*step.fouls, plain_foul("illegal-bid", law, taker, line, text)))


def close(deal: Deal) -> Deal:
    """Close the auction: the highest bid is the contract; without any the deal is void."""
    highest = standing_bid(deal)
    if highest is None:
        return with_terms(deal, why="passed")._replace(phase="done", state="void")
    after = with_terms(deal, taker=highest.seat, contract=highest.word)
    return after._replace(phase="call") if len(deal.order) == 5 else after_call(after)


def after_call(deal: Deal) -> Deal:
    """The deal after the call: the kitty is turned under petite or garde, else the play begins."""
    return deal._replace(phase="kitty" if deal.terms.open_kitty else "play")


def past_auction(deal: Deal) -> Deal:
    """The deal with its auction closed, if anybody has bid: seats without a recorded bid have passed."""
    return close(deal) if deal.phase == "bid" and standing_bid(deal) else deal


def call(deal: Deal, line: int, seat: int, card: str, seats: tuple[str, ...]) -> Step:
    """Call the partner's card; a rank below the king claims that the caller holds every higher one."""
    deal = past_auction(deal)
    _require_taker(deal, seat, seats)
    DECK.mask(card)
    after = after_call(with_terms(deal, called=card))
    if card[0] not in SUITS or card[1:] not in CALLS:
        message = T("{name} calls {card}: only kings, queens, knights and jacks are called.",
                    name=seats[seat], card=CardName(card))  # fmt: skip
        return Step(after, fouls=(plain_foul("illegal-bid", "tarot.call.2", seat, line, message),))
    held = DECK.of(*(suit + rank for suit in SUITS for rank in CALLS[card[1:]]))
    text = T("every king, and all between the king and the card called, is in the caller's hand")
    denial = Denial("illegal-bid", "tarot.call.2", held, text)
    act = T("calls {card}", card=CardName(card))
    others = (holder for holder in holders(deal) if held and holder != seat)
    return Step(after, tuple(Denies(holder, seat, denial, act) for holder in others))


def _require_taker(deal: Deal, seat: int, seats: tuple[str, ...]) -> None:
    if seat != deal.terms.taker:
        taker = seats[deal.terms.taker] if deal.terms.taker is not None else "–"
        raise Slip(T("{name} is not the taker: expected {expected}", name=seats[seat], expected=taker))


# --- kitty and discard ------------------------------------------------------------------------------------------


def turn_kitty(deal: Deal, turned: tuple[str, ...]) -> Step:
    """Turn the kitty up; after the last trick also a hidden one."""
    deal = past_auction(deal)
    terms: Terms = deal.terms
    if len(set(turned)) != terms.kitty or len(turned) != terms.kitty:
        raise Slip(T("{found} cards in the kitty: expected {most}", found=len(set(turned)), most=terms.kitty))
    shown = Holds(KITTY_HOLDER, turned)
    after = with_terms(deal, turned=turned)
    if not terms.open_kitty:
        return Step(after, (shown,))
    return Step(after._replace(phase="discard"), (shown, Moves(KITTY_HOLDER, _taker(deal), terms.kitty, turned)))


def _taker(deal: Deal) -> int:
    taker: int = deal.terms.taker
    return taker


def discard(deal: Deal, line: int, seat: int, fact: Discarded, options: TarotOptions, seats: tuple[str, ...]) -> Step:
    """Set cards of the taker aside: known ones, or a number and those that must be shown."""
    deal = past_auction(deal)
    _require_taker(deal, seat, seats)
    terms: Terms = deal.terms
    known, count, shown = fact.cards, fact.count, fact.shown
    if count is not None and len(known) < count:
        shown, known = (*known, *shown), ()
    elif count is not None and len(known) > count:
        raise Slip(T("{found} cards, and count={count}: expected no more than that", found=len(known), count=count))
    number = count if count is not None else len(known) or terms.kitty
    named = known or shown
    _check_discard(deal, seat, named, number, seats)
    acts: list[Act] = [] if terms.turned else [Moves(KITTY_HOLDER, seat, terms.kitty)]
    acts.append(Moves(seat, DISCARD_HOLDER, number, named))
    fouls: tuple[Foul, ...] = ()
    sizes = {}
    if number != terms.kitty:
        name, most = seats[seat], terms.kitty
        message = T("{name} sets {found} cards aside: expected {most}.", name=name, found=number, most=most)
        fouls = (plain_foul("wrong-count", "tarot.discard.1", seat, line, message),)
        sizes = {seat: deal.size + terms.kitty - number}
    acts += _discard_denials(seat, named, number, options)
    after = with_terms(deal, set_aside=number, aside=known, shown=shown)
    return Step(after._replace(phase="play", sizes=sizes), tuple(acts), fouls)


def _check_discard(deal: Deal, seat: int, named: tuple[str, ...], number: int, seats: tuple[str, ...]) -> None:
    if not 0 <= number <= deal.size or len(named) > number or len(set(named)) != len(named):
        raise Slip(T("{found} cards set aside: expected {most}", found=max(number, len(named)), most=deal.terms.kitty))
    for card in named:
        DECK.mask(card)
        other = next((at for at, hand in deal.hands.items() if at != seat and card in hand), None)
        mine = deal.hands.get(seat)
        if other is not None or (mine and deal.terms.turned and card not in (*mine, *deal.terms.turned)):
            raise Slip(T("{card} is not in the hand of {name}", card=CardName(card), name=seats[seat]), found=card)


def _discard_denials(seat: int, named: tuple[str, ...], number: int, options: TarotOptions) -> list[Denies]:
    """What a discard denies.

    It holds no king, no bout and no trump but those shown; with a trump shown, the hand has no other card to set aside.
    """
    if options.discard == "free":
        return []
    act = T("sets {count} cards aside", count=number)
    never = Denial("illegal-discard", "tarot.discard.2", NEVER_SET_ASIDE, T("no king and no bout among them"))
    trumps = [card for card in named if DECK.of(card) <= ALL_TRUMPS]
    others = SUIT["T"] - DECK.of(*trumps) - NEVER_SET_ASIDE
    hidden = Denial("illegal-discard", "tarot.discard.3", others, T("no trump among them but those shown"))
    denials = [Denies(DISCARD_HOLDER, seat, never, act), Denies(DISCARD_HOLDER, seat, hidden, act)]
    if trumps:
        act = T("sets {cards} aside", cards=tuple(map(CardName, trumps)))
        other = Denial("illegal-discard", "tarot.discard.3", DISCARDABLE, T("no other card that could be set aside"))
        denials.append(Denies(seat, seat, other, act))
    return denials


def before_lead(deal: Deal, options: TarotOptions) -> Step:
    """Supply what was not recorded before the first card, from bids to discard."""
    if deal.phase not in ("bid", "call", "kitty", "discard"):
        return Step(deal)
    deal = past_auction(deal)
    terms: Terms = deal.terms
    after = deal._replace(phase="play")
    if not terms.open_kitty:
        return Step(after)
    taker = _taker(deal)
    acts: list[Act] = [] if terms.turned else [Moves(KITTY_HOLDER, taker, terms.kitty)]
    acts.append(Moves(taker, DISCARD_HOLDER, terms.kitty))
    acts += _discard_denials(taker, (), terms.kitty, options)[:1]
    return Step(with_terms(after, set_aside=terms.kitty), tuple(acts))
