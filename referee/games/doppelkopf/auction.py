"""Before the first lead: gesund or Vorbehalt, then the kind of Vorbehalt; the offer and exchange of an armut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.games.doppelkopf.cards import FOX, SOLOS, Pack, points
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import Terms
from referee.rules import Act, AtMost, CardSet, Deal, Denial, Denies, Foul, Given, Moves, Said, Slip, Step, T, Text
from referee.rules.common import plain_foul

GESUND, VORBEHALT = "gesund", "vorbehalt"
HOCHZEIT, ARMUT, THROW_IN = "hochzeit", "armut", "throw-in"
THROWN = {
    THROW_IN: ("throw_in", T("throw in: five nines")),
    "throw-in-kings": ("throw_in_kings", T("throw in: five kings")),
    "throw-in-points": ("throw_in_points", T("throw in: card points")),
    "throw-in-trumps": ("throw_in_trumps", T("throw in: few trumps")),
    "throw-in-low": ("throw_in_low", T("throw in: no trump above a fox")),
}
"""The words by which a hand is thrown in, each with the option that allows it."""

VORBEHALTE = (*SOLOS, ARMUT, HOCHZEIT, *THROWN)
ACCEPT, REFUSE = "accept", "refuse"
EXCHANGED, OF_A_RANK = 3, 5
BESIDE = {"fox": FOX, "nine": "D9"}
"""The card beside which an armut may have three trumps."""
LABELS: dict[str, Text] = {
    GESUND: T("gesund"),
    VORBEHALT: T("Vorbehalt"),
    HOCHZEIT: T("Hochzeit"),
    ARMUT: T("Armut"),
    **{word: text for word, (_, text) in THROWN.items()},
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
    barred = {ARMUT: options.armut} | {word: getattr(options, name) for word, (name, _) in THROWN.items()}
    return tuple(word for word in (HOCHZEIT, ARMUT, *SOLOS, *THROWN) if barred.get(word) != "no")


def may_be_given(options: DoppelkopfOptions) -> tuple[int, ...]:
    """The numbers of cards that an armut may give: three, or four where it may have four trumps; or those it has."""
    most = EXCHANGED if options.armut_trumps == "3" else EXCHANGED + 1
    return tuple(range(0 if options.armut_gives == "trumps" else EXCHANGED, most + 1))


def vorbehalte(deal: Deal) -> dict[int, str]:
    """The Vorbehalt that each seat named, by its last word."""
    return {bid.seat: bid.word for bid in deal.bids if bid.word in VORBEHALTE}


def rank(deal: Deal, seat: int, word: str) -> tuple[int, int]:
    """The rank of a Vorbehalt: duty solo, other solo, armut, hochzeit, throwing in, or this one first; of equals the
    first to speak.
    """
    thrown = 5 if deal.terms.house.throw_in_rank == "first" else 0
    height = 3 if word in SOLOS else {ARMUT: 2, HOCHZEIT: 1}.get(word, thrown)
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
        highest = SOLOS[0] if deal.terms.house.throw_in_rank == "last" else THROW_IN
        able = tuple(seat for seat in able if rank(deal, seat, highest) > best)
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
    claims = tuple(_claims(deal, seat, word, options, pack, names))
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
    hand, wanted = deal.hands.get(seat), deal.terms.house.throw_in_points
    if word == "throw-in-points" and hand is not None and points(hand) < int(wanted):
        values = {"name": name, "found": points(hand), "needed": wanted}
        text = T("{name} throws in a hand with {found} card points: {needed} are needed.", **values)
        return (plain_foul("false-announcement", "doppelkopf.match.4", seat, bid.line, text),)
    if deal.bid(seat) == GESUND:
        text = T("{name} has said gesund, and now names a Vorbehalt.", name=name)
        return (plain_foul("illegal-bid", "doppelkopf.auction.1", seat, bid.line, text),)
    if turns and seat not in (turns[0], min(turns, key=deal.order.index)) and waiting(after):
        text = T("{name} speaks, and it was for {turn} to speak.", name=name, turn=names[turns[0]])
        return (plain_foul("out-of-turn", "doppelkopf.auction.1", seat, bid.line, text),)
    return ()


def _claims(
    deal: Deal, seat: int, word: str, options: DoppelkopfOptions, pack: Pack, names: Sequence[str]
) -> Iterator[Act]:
    """The acts of naming a hochzeit (nobody else holds a queen of clubs), an armut (few trumps) or a hand thrown in."""
    if word == HOCHZEIT:
        for other in deal.order:
            if other != seat:
                text = T("no queen of clubs with {name}", name=names[other])
                denial = Denial("false-announcement", "doppelkopf.auction.3", pack.old, text)
                yield Denies(other, seat, denial, T("names a hochzeit"))
    elif word == ARMUT:
        act, extra = T("names an armut"), int(options.armut_trumps != "3")
        yield _few(seat, "auction.4", pack.trumps, EXCHANGED + extra, act)
        if options.armut_trumps in BESIDE:
            others = pack.trumps - pack.deck.of(BESIDE[options.armut_trumps])
            yield _few(seat, "auction.4", others, EXCHANGED, act)
    elif word in THROWN:
        yield from _thrown(deal, seat, word, options, pack)


def _few(seat: int, law: str, cards: CardSet, most: int, act: Text) -> AtMost:
    """The act of who says that he has few trumps, or few of some trumps."""
    text = T("at most {count} trumps", count=most)
    return AtMost(seat, seat, most, Denial("false-announcement", f"doppelkopf.{law}", cards, text), act)


def _thrown(deal: Deal, seat: int, word: str, options: DoppelkopfOptions, pack: Pack) -> Iterator[Act]:
    """The acts of who throws his hand in, by the reason; card points are seen in a hand that lies open."""
    act, ranks = T("throws the hand in"), {THROW_IN: "9", "throw-in-kings": "K"}
    if word in ranks:
        most = max(0, deal.size - OF_A_RANK)
        others = pack.deck.of(*(card for card in pack.deck.kinds if card[1:] != ranks[word]))
        text = T("five nines, at most {count} other cards", count=most)
        if word != THROW_IN:
            text = T("five kings, at most {count} other cards", count=most)
        yield AtMost(seat, seat, most, Denial("false-announcement", "doppelkopf.match.4", others, text), act)
    elif word == "throw-in-trumps":
        yield _few(seat, "match.4", pack.trumps, int(options.throw_in_trumps), act)
    elif word == "throw-in-low":
        text = T("no trump above a fox")
        yield Denies(seat, seat, Denial("false-announcement", "doppelkopf.match.4", pack.above(FOX), text), act)


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
    if named[taker] in THROWN:
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


def give(deal: Deal, fact: Given, line: int, options: DoppelkopfOptions, pack: Pack, names: Sequence[str]) -> Step:
    """Exchange cards: the armut gives three with all its trumps, or as the house rules say, and gets any as many back.
    Of unseen ones the fact may say how many are trumps.
    """
    terms: Terms = deal.terms
    assert terms.taker is not None
    assert terms.partner is not None
    ways = {"give": (terms.taker, terms.partner), "back": (terms.partner, terms.taker)}
    giver, receiver = ways[deal.phase]
    if (fact.giver, fact.receiver) != (names[giver], names[receiver]):
        raise Slip(T("{name} gives now, to {other}", name=names[giver], other=names[receiver]), found=fact.giver)
    count = len(fact.cards) if fact.count is None else fact.count
    expected = may_be_given(options) if deal.phase == "give" else (terms.given,)
    if count not in expected or len(fact.cards) > count:
        raise Slip(
            T("{found} cards: expected {expected}", found=count, expected=tuple(map(str, expected))), found=count
        )
    moves = Moves(giver, receiver, count, fact.cards)
    if fact.trumps is not None:
        if deal.phase == "give" or fact.cards or not 0 <= fact.trumps <= count:
            text = T("trumps={found}: it says how many of the cards given back unseen are trumps", found=fact.trumps)
            raise Slip(text, found=fact.trumps)
        return Step(deal._replace(phase="play"), tuple(_back_acts(giver, receiver, count, fact.trumps, pack)))
    if deal.phase == "back":
        return Step(deal._replace(phase="play"), (moves,))
    denial = Denial("illegal-give", "doppelkopf.auction.6", pack.trumps, T("no trump kept"))
    act = T("gives three cards away") if count == EXCHANGED else T("gives {count} cards away", count=count)
    acts: tuple[Act, ...] = (moves, Denies(giver, giver, denial, act))
    after = deal._replace(phase="back" if count else "play", terms=replace(terms, given=count))
    if options.armut_gives == "three" or all(pack.deck.of(card) <= pack.trumps for card in fact.cards):
        return Step(after, acts)
    text = T("{name} gives a card that is no trump.", name=names[giver])
    return Step(after, acts, (plain_foul("illegal-give", "doppelkopf.auction.10", giver, line, text),))


def _back_acts(giver: int, receiver: int, given: int, trumps: int, pack: Pack) -> Iterator[Act]:
    """The acts of giving back unseen cards, so many of them said to be trumps, and the others plain."""
    act = T("says how many of the cards given back are trumps: {number}", number=trumps)
    ways = (
        ("trumps back", trumps, pack.deck.all - pack.trumps, T("no plain card among {number} of them", number=trumps)),
        ("others back", given - trumps, pack.trumps, T("no trump among the others")),
    )
    for way, count, denied, text in ways:
        if count:
            yield Moves(giver, way, count)
            yield Denies(way, giver, Denial("false-announcement", "doppelkopf.auction.8", denied, text), act)
            yield Moves(way, receiver, count)
