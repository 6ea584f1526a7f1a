"""Before the first lead: gesund or Vorbehalt, then the kind of Vorbehalt; the offer and exchange of an armut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.games.doppelkopf.cards import SOLOS, Pack
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import Terms
from referee.rules import Act, AtMost, Deal, Denial, Denies, Foul, Given, Moves, Said, Slip, Step, T, Text
from referee.rules.common import plain_foul

GESUND, VORBEHALT = "gesund", "vorbehalt"
HOCHZEIT, ARMUT, THROW_IN = "hochzeit", "armut", "throw-in"
VORBEHALTE = (*SOLOS, ARMUT, HOCHZEIT, THROW_IN)
ACCEPT, REFUSE = "accept", "refuse"
EXCHANGED, NINES = 3, 5
LABELS: dict[str, Text] = {
    GESUND: T("gesund"),
    VORBEHALT: T("Vorbehalt"),
    HOCHZEIT: T("Hochzeit"),
    ARMUT: T("Armut"),
    THROW_IN: T("throw in"),
    ACCEPT: T("takes it"),
    REFUSE: T("refuses"),
    "solo-clubs": T("Clubs solo"),
    "solo-spades": T("Spades solo"),
    "solo-hearts": T("Hearts solo"),
    "solo-diamonds": T("Diamonds solo"),
    "solo-queens": T("Queens solo"),
    "solo-jacks": T("Jacks solo"),
    "solo-aces": T("Solo without trumps"),
}
TYPE_LABELS: dict[str, Text] = {
    **LABELS,
    "normal": T("normal"),
    "silent-solo": T("silent solo"),
    "hochzeit-solo": T("hochzeit without a partner"),
}


def game(deal: Deal, names: Sequence[str]) -> Text | None:
    """Which game is played, and by whom, once it is known."""
    if deal.phase != "play":
        return None
    if deal.terms.contract == "normal":
        return T("normal game")
    who = tuple(names[seat] for seat in (deal.terms.taker, deal.terms.partner) if seat is not None)
    return T("{contract} ({names})", contract=LABELS[deal.terms.contract], names=who)


def choices(options: DoppelkopfOptions) -> tuple[str, ...]:
    """The kinds of Vorbehalt under these options."""
    barred = {ARMUT: options.armut, THROW_IN: options.throw_in}
    return tuple(word for word in (HOCHZEIT, ARMUT, *SOLOS, THROW_IN) if barred.get(word) != "no")


def vorbehalte(deal: Deal) -> dict[int, str]:
    """The Vorbehalt that each seat named, by its last word."""
    return {bid.seat: bid.word for bid in deal.bids if bid.word in VORBEHALTE}


def rank(deal: Deal, seat: int, word: str) -> tuple[int, int]:
    """The rank of a Vorbehalt: duty solo, other solo, armut, hochzeit, throwing in; of equals the first to speak."""
    height = 3 if word in SOLOS else {ARMUT: 2, HOCHZEIT: 1}.get(word, 0)
    duty = word in SOLOS and seat in deal.terms.owing
    return height + duty, -deal.order.index(seat)


def waiting(deal: Deal) -> list[int]:
    """The seats still to speak: first everybody in turn, then those with a Vorbehalt, who owes a duty solo before the
    others (TSR 4.1.6). Nobody is waited for who could name nothing higher than what is named (4.1.8).
    """
    if deal.terms.forced is not None:
        return [] if vorbehalte(deal) else [deal.terms.forced]
    heard, named, able = {bid.seat: bid.word for bid in deal.bids}, vorbehalte(deal), deal.order
    if named:
        best = max(rank(deal, seat, word) for seat, word in named.items())
        able = tuple(seat for seat in able if rank(deal, seat, SOLOS[0]) > best)
    if silent := [seat for seat in able if seat not in heard]:
        return silent
    return sorted((seat for seat in able if heard[seat] == VORBEHALT), key=lambda seat: seat not in deal.terms.owing)


def add_bid(deal: Deal, bid: Said, options: DoppelkopfOptions, pack: Pack, names: Sequence[str]) -> Step:
    """Add a word of the auction; raises Slip for one that has no place in it."""
    seat, word, name = bid.seat, bid.word, names[bid.seat]
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=name), found=word)
    if deal.phase == "offer":
        return _answer(deal, bid, names)
    if word in (GESUND, VORBEHALT):
        if deal.bid(seat) is not None or deal.terms.forced is not None:
            raise Slip(T("{name} has spoken already", name=name), found=word)
    elif word not in choices(options):
        expected = (GESUND, VORBEHALT, *choices(options))
        raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=expected), found=word)
    elif seat in vorbehalte(deal):
        raise Slip(T("{name} has named a Vorbehalt already", name=name), found=word)
    claims = tuple(_claims(deal, seat, word, pack, names))
    after = deal._replace(bids=(*deal.bids, bid))
    return Step(_settle(after), claims, _fouls(deal, after, bid, names))


def _fouls(deal: Deal, after: Deal, bid: Said, names: Sequence[str]) -> tuple[Foul, ...]:
    """The fouls of a word. It is not out of turn if nobody can name a higher Vorbehalt after it."""
    seat, word, name = bid.seat, bid.word, names[bid.seat]
    turns, forced = waiting(deal), deal.terms.forced
    if forced is not None and (seat != forced or word not in SOLOS):
        values = {"name": name, "word": LABELS[word], "forced": names[forced]}
        text = T("{name} says “{word}”, but {forced} must play a duty solo now.", **values)
        return (plain_foul("illegal-bid", "doppelkopf.match.3", seat, bid.line, text),)
    if deal.bid(seat) == GESUND:
        text = T("{name} has said gesund, and now names a Vorbehalt.", name=name)
        return (plain_foul("illegal-bid", "doppelkopf.auction.1", seat, bid.line, text),)
    if turns and seat not in (turns[0], min(turns, key=deal.order.index)) and waiting(after):
        text = T("{name} speaks, and it was for {turn} to speak.", name=name, turn=names[turns[0]])
        return (plain_foul("out-of-turn", "doppelkopf.auction.1", seat, bid.line, text),)
    return ()


def _claims(deal: Deal, seat: int, word: str, pack: Pack, names: Sequence[str]) -> Iterator[Act]:
    """The acts of naming a hochzeit (nobody else holds a queen of clubs), an armut (at most three trumps) or a hand
    thrown in (five nines).
    """
    if word == HOCHZEIT:
        for other in deal.order:
            if other != seat:
                text = T("no queen of clubs with {name}", name=names[other])
                denial = Denial("false-announcement", "doppelkopf.auction.3", pack.old, text)
                yield Denies(other, seat, denial, T("names a hochzeit"))
    elif word == ARMUT:
        text = T("at most {count} trumps", count=EXCHANGED)
        denial = Denial("false-announcement", "doppelkopf.auction.4", pack.trumps, text)
        yield AtMost(seat, seat, EXCHANGED, denial, T("names an armut"))
    elif word == THROW_IN:
        others, most = pack.deck.of(*(card for card in pack.deck.kinds if "9" not in card)), max(0, deal.size - NINES)
        text = T("five nines, at most {count} other cards", count=most)
        denial = Denial("false-announcement", "doppelkopf.match.4", others, text)
        yield AtMost(seat, seat, most, denial, T("throws the hand in"))


def _settle(deal: Deal) -> Deal:
    """Settle the contract when nobody can change it any more."""
    turns = waiting(deal)
    if turns:
        phase = "bid" if deal.bid(turns[0]) is None else "name"
        return deal if phase == deal.phase else deal._replace(phase=phase)
    named = vorbehalte(deal)
    if not named:
        return deal._replace(phase="play")
    taker = max(named, key=lambda seat: rank(deal, seat, named[seat]))
    if named[taker] == THROW_IN:
        return deal._replace(phase="done", state="void")
    terms = replace(deal.terms, contract=named[taker], taker=taker)
    lead = taker if terms.duty else None
    return deal._replace(terms=terms, phase="offer" if named[taker] == ARMUT else "play", lead=lead)


def next_asked(deal: Deal) -> int:
    """The next seat asked to take an armut, from its player's left."""
    return next(seat for seat in deal.round(deal.terms.taker)[1:] if seat not in deal.terms.refused)


def _answer(deal: Deal, bid: Said, names: Sequence[str]) -> Step:
    """Take the armut or refuse it; the deal is void once everybody has refused."""
    terms: Terms = deal.terms
    seat, word, name = bid.seat, bid.word, names[bid.seat]
    if word not in (ACCEPT, REFUSE):
        raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=(ACCEPT, REFUSE)), found=word)
    if seat == terms.taker or seat in terms.refused:
        raise Slip(T("{name} is not asked to take this armut", name=name), found=word)
    turn = next_asked(deal)
    fouls: tuple[Foul, ...] = ()
    if seat != turn:
        text = T("{name} answers, and it was for {turn} to answer.", name=name, turn=names[turn])
        fouls = (plain_foul("out-of-turn", "doppelkopf.auction.5", seat, bid.line, text),)
    deal = deal._replace(bids=(*deal.bids, bid))
    if word == ACCEPT:
        return Step(deal._replace(terms=replace(terms, partner=seat), phase="give"), fouls=fouls)
    deal = deal._replace(terms=replace(terms, refused=(*terms.refused, seat)))
    if len(deal.terms.refused) == len(deal.order) - 1:
        deal = deal._replace(phase="done", state="void")
    return Step(deal, fouls=fouls)


def give(deal: Deal, fact: Given, pack: Pack, names: Sequence[str]) -> Step:
    """Exchange cards: the armut gives three with all its trumps and gets any three back. Of unseen ones the fact may
    say how many are trumps.
    """
    terms: Terms = deal.terms
    assert terms.taker is not None
    assert terms.partner is not None
    ways = {"give": (terms.taker, terms.partner), "back": (terms.partner, terms.taker)}
    giver, receiver = ways[deal.phase]
    if (fact.giver, fact.receiver) != (names[giver], names[receiver]):
        raise Slip(T("{name} gives now, to {other}", name=names[giver], other=names[receiver]), found=fact.giver)
    count = len(fact.cards) if fact.count is None else fact.count
    if count != EXCHANGED or len(fact.cards) > EXCHANGED:
        raise Slip(T("{found} cards: expected {expected}", found=count, expected=EXCHANGED), found=count)
    moves = Moves(giver, receiver, EXCHANGED, fact.cards)
    if fact.trumps is not None:
        if deal.phase == "give" or fact.cards or not 0 <= fact.trumps <= EXCHANGED:
            text = T(
                "trumps={found}: it says how many of the three cards given back unseen are trumps", found=fact.trumps
            )
            raise Slip(text, found=fact.trumps)
        return Step(deal._replace(phase="play"), tuple(_back_acts(giver, receiver, fact.trumps, pack)))
    if deal.phase == "back":
        return Step(deal._replace(phase="play"), (moves,))
    denial = Denial("illegal-give", "doppelkopf.auction.6", pack.trumps, T("no trump kept"))
    act = Denies(giver, giver, denial, T("gives three cards away"))
    return Step(deal._replace(phase="back"), (moves, act))


def _back_acts(giver: int, receiver: int, trumps: int, pack: Pack) -> Iterator[Act]:
    """The acts of giving back unseen cards, so many of them said to be trumps, and the others plain."""
    act = T("says how many of the three cards given back are trumps: {number}", number=trumps)
    ways = (
        ("trumps back", trumps, pack.deck.all - pack.trumps, T("no plain card among {number} of them", number=trumps)),
        ("others back", EXCHANGED - trumps, pack.trumps, T("no trump among the others")),
    )
    for way, count, denied, text in ways:
        if count:
            yield Moves(giver, way, count)
            yield Denies(way, giver, Denial("false-announcement", "doppelkopf.auction.8", denied, text), act)
            yield Moves(way, receiver, count)
