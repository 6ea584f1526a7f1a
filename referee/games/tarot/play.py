"""The tricks: what a play denies, which leads are unlawful, who takes a trick, and what the cards bring to light."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from referee.deal import Deal, Play, Trick
from referee.games.tarot.laws import TarotTable
from referee.games.tarot.pack import (
    ALL_TRUMPS,
    DECK,
    EXCUSE,
    HAND,
    HIGHER,
    PETIT,
    RANKS,
    SUIT,
    SUITS,
    TRUMPS,
    is_trump,
)
from referee.games.tarot.terms import Terms, last_number, partner, player_of, standing_bid
from referee.ruleset import Denial, Foul
from referee.suits import NAME, NO
from referee.texts import CardName, T, Text

MUST_FOLLOW = {suit: Denial("must-follow", "tarot.play.2", SUIT[suit], NO[suit]) for suit in SUIT}
MUST_TRUMP = Denial("must-trump", "tarot.play.3", SUIT["T"], NO["T"])
MUST_OVERTRUMP = {
    number: Denial(
        "must-overtrump", "tarot.play.4", HIGHER[number],
        T("no trump above {card}", card=CardName(TRUMPS[number - 1])),
    )
    for number in range(1, len(TRUMPS))
}  # fmt: skip
STRENGTH = {card: 100 + n for n, card in enumerate(TRUMPS)} | {
    suit + rank: n for n, rank in enumerate(RANKS) for suit in SUITS
}


def denies(deal: Deal, play: Play) -> tuple[Denial, ...]:
    """Not following denies the suit; not trumping then denies trumps; not going over denies higher trumps. Nothing does
    where the Excuse was led and the first card laid, out of turn, names another suit than the first in turn.
    """
    card, before = play.card, deal.before(play.seat)
    if card == EXCUSE:
        return ()
    led, trumps = _led(before)
    if led != _led(deal.in_turn(before))[0]:
        return ()
    highest = _highest(trumps)
    if led is None:
        return _asked(deal, card)
    if card[0] == led:
        return _not_over(card, highest)
    follow = MUST_FOLLOW[led]
    if is_trump(card):
        return (follow, *_not_over(card, highest))
    return (follow,) if led == "T" else (follow, MUST_TRUMP)


def demands(deal: Deal, plays: tuple[Play, ...]) -> Hashable:
    """The suit and the highest trump. Out of turn, a card binds only those who come after it."""
    if tuple(play.seat for play in plays) != deal.round(plays[0].seat)[: len(plays)]:
        return plays
    led, trumps = _led(plays)
    return led, _highest(trumps)


def _led(plays: Iterable[Play]) -> tuple[str | None, list[Play]]:
    """The suit led, if it is known by now, and the trumps played."""
    led, trumps = None, []
    for play in plays:
        code = play.cards[0]
        if led is None and code != EXCUSE:
            led = code[0]
        if is_trump(code):
            trumps.append(play)
    return led, trumps


def _highest(trumps: list[Play]) -> int:
    return max(int(play.card[1:]) for play in trumps) if trumps else 0


def _not_over(card: str, highest: int) -> tuple[Denial, ...]:
    """A trump that does not go over the highest denies the higher ones."""
    if not is_trump(card) or int(card[1:]) > highest or highest == len(TRUMPS):
        return ()
    return (MUST_OVERTRUMP[highest],)


def _asked(deal: Deal, card: str) -> tuple[Denial, ...]:
    """What the lead says where the taker has asked for one, after a card out of turn."""
    terms: Terms = deal.terms
    if terms.ask is None or terms.ask[0] != deal.trick.number:
        return ()
    _, ask, suit = terms.ask
    if ask == "suit" and card[0] != suit:
        return (Denial("illegal-lead", "tarot.play.11", SUIT[suit], NO[suit]),)
    if ask == "other" and card[0] == suit:
        others = DECK.all - SUIT[suit] - DECK.of(EXCUSE)
        return (Denial("illegal-lead", "tarot.play.11", others, T("nothing but {suit}", suit=NAME[suit])),)
    return ()


def unlawful(rules: TarotTable, deal: Deal, play: Play) -> tuple[str, str, Text] | None:
    """At five the first lead may not be of the suit called, unless it is the called card."""
    called = deal.terms.called
    if called is None or deal.trick.number != 1 or deal.trick.plays or play.card == called or play.card == EXCUSE:
        return None
    if play.card[0] != called[0]:
        return None
    message = T(
        "{name} leads {card}: the first lead may not be of the suit called.",
        name=rules.seat_name(play.seat),
        card=CardName(play.card),
    )
    return ("illegal-lead", "tarot.play.8", message)


def slam_lead(deal: Deal, trick: Trick) -> bool:
    """Whether this is the last trick, led with the Excuse by a side that has taken all the others."""
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
    """The highest trump, else the highest card of the suit led; the Excuse never, but where it completes a slam."""
    if slam_lead(deal, trick):
        return trick.plays[0].seat
    led, _ = _led(trick.plays)

    def strength(play: Play) -> int:
        card = play.cards[0]
        return STRENGTH[card] if card[0] == led or is_trump(card) else -1

    return max(trick.plays, key=strength).seat


# --- the Petit alone --------------------------------------------------------------------------------------------


def petit_alone(cards: Iterable[str]) -> bool:
    """Whether a dealt hand has the Petit as its only trump, without the Excuse."""
    return [card for card in cards if DECK.of(card) <= ALL_TRUMPS] == [PETIT]


def unannounced(rules: TarotTable, deal: Deal, seat: int, line: int, proof: str) -> tuple[Foul, ...]:
    """The foul of a seat that spoke in the auction, or let it pass, with the Petit alone in the hand."""
    spoken = next((said.line for said in deal.bids if said.seat == seat), None)
    highest = standing_bid(deal)
    committed = spoken if spoken is not None else highest.line if highest else line
    message = T(
        "{name} was dealt the Petit as the only trump, without the Excuse, and did not say so.",
        name=rules.seat_name(seat),
    )
    now = len(deal.tricks) or None
    return (
        Foul(
            "late-announcement", seat, proof, committed, line, "tarot.deal.3", message, (seat,),
            evidence=PETIT, proof_trick=now,
        ),
    )  # fmt: skip


def petit_sec(rules: TarotTable, deal: Deal, line: int) -> tuple[Foul, ...]:
    """The seat whose cards now show that it was dealt the Petit alone."""
    seat = player_of(deal, PETIT)
    if seat is None or deal.size != HAND[len(deal.order)] or not deal.bids or not _had_it_alone(deal, seat):
        return ()
    return unannounced(rules, deal, seat, line, "shown")


def _had_it_alone(deal: Deal, seat: int) -> bool:
    """Whether the cards of this seat, all of them known, or all other trumps seen elsewhere, leave it the Petit alone:
    another trump may lie among the cards set aside that nobody saw, even if it may not.
    """
    terms: Terms = deal.terms
    tricks = (*deal.tricks, deal.trick)
    plays = [play for trick in tricks for play in trick.plays if play.seat == seat]
    if any(play.unseen for play in plays) or not all(trick.plays for trick in deal.tricks):
        return False
    had, whole = [play.card for play in plays], len(plays) == deal.dealt(seat)
    if seat == terms.taker and terms.open_kitty:
        if not terms.turned:
            return False
        had = [card for card in (*had, *terms.aside, *terms.shown) if card not in terms.turned]
        whole = whole and len(terms.aside) == terms.set_aside
    return petit_alone(dict.fromkeys(had)) and (whole or _no_more_trumps(deal, seat))


def _no_more_trumps(deal: Deal, seat: int) -> bool:
    """Whether all trumps and the Excuse were seen elsewhere. What the seat's plays deny does not count: it may be that
    one of these was the foul.
    """
    shown = [card for trick in (*deal.tricks, deal.trick) for card in trick.cards] + list(deal.terms.turned)
    shown += [card for said in deal.announced if said.seat != seat for card in said.cards]
    shown += [card for at, hand in deal.hands.items() if at != seat for card in hand]
    return not ALL_TRUMPS - DECK.of(*shown)
