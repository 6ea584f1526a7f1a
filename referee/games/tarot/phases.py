"""From the deal to the first card: auction, call, kitty, discard, and what is announced."""

from __future__ import annotations

from collections.abc import Mapping

from referee.deal import Deal, Said
from referee.games.tarot.laws import TarotTable
from referee.games.tarot.pack import (
    ALL_TRUMPS,
    BOUTS,
    COURT,
    DECK,
    DISCARDABLE,
    EXCUSE,
    HAND,
    HANDFUL,
    KITTY,
    NEVER_SET_ASIDE,
    PETIT,
    PLAIN,
    SUIT,
    SUITS,
    cards,
    is_trump,
)
from referee.games.tarot.terms import (
    CONTRACTS,
    PASS,
    Terms,
    begun,
    handfuls,
    standing_bid,
    with_terms,
)
from referee.grammar import whole
from referee.ruleset import STOCK, Act, AtMost, Denial, Denies, Foul, Holds, Moves, Step
from referee.texts import CardName, Slip, T, Text

KITTY_HOLDER, DISCARD_HOLDER = "kitty", "discard"
ANNOUNCEMENTS = ("petit-sec", "slam", "handful")
MISERES = {"misere-trumps": ALL_TRUMPS, "misere-heads": cards(*sorted(COURT), *BOUTS)}
CALLS = {"K": (), "Q": ("K",), "N": ("K", "Q"), "J": ("K", "Q", "N")}
"""The ranks that may be called, and the ranks the caller then says he holds all of."""


def plain(kind: str, law: str, seat: int, line: int, message: Text) -> Foul:
    """A foul everybody at the table sees."""
    return Foul(kind, seat, "seen", line, line, f"tarot.{law}", message, (seat,))


# --- the deal and the auction -----------------------------------------------------------------------------------


def begin(rules: TarotTable, number: int, line: int, dealer: int, keys: Mapping[str, str]) -> Step:
    """A new deal; `cards=N` deals shorter hands."""
    unknown = next((key for key in keys if key != "cards"), None)
    if unknown:
        raise Slip(T("“{found}”: a deal of this game takes cards=", found=unknown), found=unknown)
    n = len(rules.seats)
    size = whole(keys.get("cards", str(HAND[n])), T("a number of cards"))
    if not 1 <= size <= HAND[n]:
        raise Slip(T("{found} cards a hand: expected 1 to {most}", found=size, most=HAND[n]), found=size)
    order = rules.after(dealer)
    return Step(Deal(number, line, dealer, order, size, dict(keys), terms=Terms(KITTY[n])))


def holders(deal: Deal) -> dict[int | str, int]:
    """Hands, kitty, and in a shortened deal the cards left out."""
    hands: dict[int | str, int] = dict.fromkeys(deal.order, deal.size)
    rest = len(DECK) - deal.size * len(deal.order) - deal.terms.kitty
    return hands | {KITTY_HOLDER: deal.terms.kitty} | ({STOCK: rest} if rest else {})


def bid(rules: TarotTable, deal: Deal, line: int, seat: int, word: str) -> Step:
    if word not in (PASS, *CONTRACTS):
        raise Slip(
            T("“{found}” is no bid: expected one of {expected}", found=word, expected=(PASS, *CONTRACTS)), found=word
        )
    name = rules.seat_name(seat)
    if deal.bid(seat) is not None:
        raise Slip(T("{name} has bid already", name=name), found=word)
    fouls = []
    if seat != deal.bidder:
        turn = rules.seat_name(deal.bidder or 0)
        fouls.append(
            plain(
                "out-of-turn",
                "bid.1",
                seat,
                line,
                T("{name} bids, and it was for {turn} to bid.", name=name, turn=turn),
            )
        )
    highest = standing_bid(deal)
    if highest and word != PASS and CONTRACTS.index(word) <= CONTRACTS.index(highest.word):
        fouls.append(
            plain(
                "illegal-bid",
                "bid.2",
                seat,
                line,
                T(
                    "{name} bids {bid}, which is not more than the {highest} of {other}.",
                    name=name,
                    bid=rules.said(word),
                    highest=rules.said(highest.word),
                    other=rules.seat_name(highest.seat),
                ),
            )
        )
    after = deal._replace(bids=(*deal.bids, Said(seat, word, line)))
    if after.bidder is None:
        after = closed(after)
    return Step(after, fouls=tuple(fouls))


def closed(deal: Deal) -> Deal:
    """The auction is over: the highest bid is the contract; all passed, the deal comes to nothing."""
    highest = standing_bid(deal)
    if highest is None:
        return with_terms(deal, why="passed")._replace(phase="done", state="void")
    after = with_terms(deal, taker=highest.seat, contract=highest.word)
    return after._replace(phase="call") if len(deal.order) == 5 else called_or_not(after)


def called_or_not(deal: Deal) -> Deal:
    """What follows the call: the kitty where it is turned, else the play."""
    return deal._replace(phase="kitty" if deal.terms.open_kitty else "play")


def past_auction(deal: Deal) -> Deal:
    """A deal whose auction was not written down to its end: who had not spoken has passed."""
    return closed(deal) if deal.phase == "bid" and standing_bid(deal) else deal


def call(rules: TarotTable, deal: Deal, line: int, seat: int, card: str) -> Step:
    deal = past_auction(deal)
    _only_taker(rules, deal, seat)
    DECK.mask(card)
    name = rules.seat_name(seat)
    fouls: tuple[Foul, ...] = ()
    acts: list[Act] = []
    if card[0] not in SUITS or card[1:] not in CALLS:
        message = T(
            "{name} calls {card}: only kings, queens, knights and jacks are called.", name=name, card=CardName(card)
        )
        fouls = (plain("illegal-bid", "call.2", seat, line, message),)
    else:
        held = cards(*(suit + rank for suit in SUITS for rank in CALLS[card[1:]]))
        text = T("every king, and all between the king and the card called, is in the caller's hand")
        denial = Denial("illegal-bid", "tarot.call.2", held, text)
        act = T("calls {card}", card=CardName(card))
        acts = [Denies(holder, seat, denial, act) for holder in holders(deal) if held and holder != seat]
    return Step(called_or_not(with_terms(deal, called=card)), tuple(acts), fouls)


def _only_taker(rules: TarotTable, deal: Deal, seat: int) -> None:
    if seat != deal.terms.taker:
        taker = rules.seat_name(deal.terms.taker) if deal.terms.taker is not None else "–"
        raise Slip(T("{name} is not the taker: expected {expected}", name=rules.seat_name(seat), expected=taker))


# --- kitty and discard ------------------------------------------------------------------------------------------


def turn_kitty(deal: Deal, turned: tuple[str, ...]) -> Step:
    """The kitty turned up; once all tricks are played also the one nobody was to see."""
    deal = past_auction(deal)
    terms: Terms = deal.terms
    if len(set(turned)) != terms.kitty or len(turned) != terms.kitty:
        raise Slip(T("{found} cards in the kitty: expected {most}", found=len(set(turned)), most=terms.kitty))
    acts: tuple[Act, ...] = (Holds(KITTY_HOLDER, turned),)
    after = with_terms(deal, turned=turned)
    if not terms.open_kitty:
        return Step(after, acts)
    acts += (Moves(KITTY_HOLDER, _taker(deal), terms.kitty, turned),)
    return Step(after._replace(phase="discard"), acts)


def _taker(deal: Deal) -> int:
    taker: int = deal.terms.taker
    return taker


def set_aside(
    rules: TarotTable,
    deal: Deal,
    line: int,
    seat: int,
    known: tuple[str, ...],
    count: int | None,
    shown: tuple[str, ...],
) -> Step:
    """What the taker sets aside: known cards, or a number with those that had to be shown."""
    deal = past_auction(deal)
    _only_taker(rules, deal, seat)
    terms: Terms = deal.terms
    if count is not None and len(known) < count:
        shown, known = (*known, *shown), ()
    elif count is not None and len(known) > count:
        raise Slip(T("{found} cards, and count={count}: expected no more than that", found=len(known), count=count))
    number = count if count is not None else len(known) or terms.kitty
    told = known or shown
    _could_set_aside(rules, deal, seat, told, number)
    acts: list[Act] = [] if terms.turned else [Moves(KITTY_HOLDER, seat, terms.kitty)]
    acts.append(Moves(seat, DISCARD_HOLDER, number, told))
    name = rules.seat_name(seat)
    fouls: tuple[Foul, ...] = ()
    if number != terms.kitty:
        message = T("{name} sets {found} cards aside: expected {most}.", name=name, found=number, most=terms.kitty)
        fouls = (plain("wrong-count", "discard.1", seat, line, message),)
    acts += _discard_says(rules, seat, told, number)
    after = with_terms(deal, set_aside=number, aside=known, shown=shown)
    sizes = {} if number == terms.kitty else {seat: deal.size + terms.kitty - number}
    return Step(after._replace(phase="play", sizes=sizes), tuple(acts), fouls)


def _could_set_aside(rules: TarotTable, deal: Deal, seat: int, told: tuple[str, ...], number: int) -> None:
    if not 0 <= number <= deal.size or len(told) > number or len(set(told)) != len(told):
        raise Slip(T("{found} cards set aside: expected {most}", found=max(number, len(told)), most=deal.terms.kitty))
    for card in told:
        DECK.mask(card)
        other = next((at for at, hand in deal.hands.items() if at != seat and card in hand), None)
        mine = deal.hands.get(seat)
        if other is not None or (mine and deal.terms.turned and card not in (*mine, *deal.terms.turned)):
            raise Slip(
                T("{card} is not in the hand of {name}", card=CardName(card), name=rules.seat_name(seat)), found=card
            )


def _discard_says(rules: TarotTable, seat: int, told: tuple[str, ...], number: int) -> list[Act]:
    """No king and no bout lies in it; no trump but those shown; with one shown, no other card could go."""
    if rules.options.discard == "free":
        return []
    act = T("sets {count} cards aside", count=number)
    never = Denial("illegal-discard", "tarot.discard.2", NEVER_SET_ASIDE, T("no king and no bout among them"))
    trumps = [card for card in told if DECK.of(card) <= ALL_TRUMPS]
    hidden = Denial(
        "illegal-discard",
        "tarot.discard.3",
        SUIT["T"] - cards(*trumps) - NEVER_SET_ASIDE,
        T("no trump among them but those shown"),
    )
    says: list[Act] = [Denies(DISCARD_HOLDER, seat, never, act), Denies(DISCARD_HOLDER, seat, hidden, act)]
    if trumps:
        act = T("sets {cards} aside", cards=tuple(map(CardName, trumps)))
        others = Denial("illegal-discard", "tarot.discard.3", DISCARDABLE, T("no other card that could be set aside"))
        says.append(Denies(seat, seat, others, act))
    return says


def unsaid(rules: TarotTable, deal: Deal) -> Step:
    """What nobody wrote down before the first card: the end of the auction, the call, the kitty, the discard."""
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
    acts += _discard_says(rules, taker, (), terms.kitty)[:1]
    return Step(with_terms(after, set_aside=terms.kitty), tuple(acts))


# --- announcements ----------------------------------------------------------------------------------------------


def announce(
    rules: TarotTable, deal: Deal, line: int, seat: int, word: str, shown: tuple[str, ...], keys: Mapping[str, str]
) -> Step:
    miseres = tuple(MISERES) if rules.options.misere != "no" else ()
    if word not in (*ANNOUNCEMENTS, *miseres):
        raise Slip(
            T("“{found}”: expected one of {expected}", found=word, expected=(*ANNOUNCEMENTS, *miseres)), found=word
        )
    if any(said.seat == seat and said.word == word for said in deal.announced):
        raise Slip(T("{name} has announced it already", name=rules.seat_name(seat)), found=word)
    if word == "petit-sec":
        return _petit_sec(rules, deal, seat)
    deal = past_auction(deal)
    if word == "slam":
        return _slam(rules, deal, line, seat)
    if word == "handful":
        return _handful(rules, deal, line, seat, shown, keys)
    return _misere(rules, deal, line, seat, word)


def _petit_sec(rules: TarotTable, deal: Deal, seat: int) -> Step:
    if deal.phase != "bid":
        raise Slip(T("the Petit alone is announced during the auction; note it as a foul now"), found="petit-sec")
    rest = Denial("false-announcement", "tarot.deal.3", ALL_TRUMPS - cards(PETIT), T("no other trump, and no Excuse"))
    acts = (Holds(seat, (PETIT,)), Denies(seat, seat, rest, T("shows the Petit alone")))
    return Step(with_terms(deal, why="petit-sec")._replace(phase="done", state="void"), acts)


def _slam(rules: TarotTable, deal: Deal, line: int, seat: int) -> Step:
    name = rules.seat_name(seat)
    if seat != deal.terms.taker:
        message = T("{name} announces a slam: only the taker may.", name=name)
        return Step(deal, fouls=(plain("false-announcement", "slam.1", seat, line, message),))
    if begun(deal):
        message = T("{name} announces a slam after the first card: it does not count.", name=name)
        return Step(deal, fouls=(plain("late-announcement", "slam.1", seat, line, message),))
    return Step(deal._replace(announced=(*deal.announced, Said(seat, "slam", line)), lead=seat))


def _handful(
    rules: TarotTable, deal: Deal, line: int, seat: int, shown: tuple[str, ...], keys: Mapping[str, str]
) -> Step:
    sizes = HANDFUL[len(deal.order)]
    size = keys.get("size") or next((word for word, n in reversed(sizes.items()) if n <= len(shown)), "single")
    unknown = next((key for key in keys if key != "size"), None)
    if size not in sizes or unknown or not (shown or "size" in keys):
        raise Slip(T("a handful has its cards or size=: expected one of {expected}", expected=tuple(sizes)), found=size)
    for card in shown:
        if not DECK.of(card) <= ALL_TRUMPS or shown.count(card) > 1:
            raise Slip(T("{card} has no place in a handful", card=CardName(card)), found=card)
    needed = sum(sizes[said.keys["size"]] for said in handfuls(deal)) + sizes[size]
    if needed > len(ALL_TRUMPS):
        raise Slip(
            T("{found} trumps in all handfuls: there are {most}", found=needed, most=len(ALL_TRUMPS)), found=size
        )
    fouls = _handful_fouls(rules, deal, line, seat, shown, sizes[size])
    said = Said(seat, "handful", line, shown, {"size": size})
    after = deal._replace(announced=(*deal.announced, said))
    return Step(after, _handful_says(deal, seat, shown, sizes[size]), fouls)


def _handful_says(deal: Deal, seat: int, shown: tuple[str, ...], needed: int) -> tuple[Act, ...]:
    """What a handful shows and denies; a trump the taker had to set aside belongs to it."""
    act = T("shows a handful")
    terms: Terms = deal.terms
    aside = [card for card in (*terms.aside, *terms.shown) if is_trump(card)] if seat == terms.taker else []
    gone = [card for trick in (*deal.tricks, deal.trick) for card in trick.cards] + aside
    left = tuple(card for card in shown if card not in gone)
    if not shown:
        if has_played(deal, seat):
            return ()
        most = deal.dealt(seat) - needed + len(set(aside))
        text = T("no more than {count} cards beside {needed} trumps", count=most, needed=needed)
        return (AtMost(seat, seat, most, Denial("false-announcement", "tarot.handful.1", PLAIN, text), act),)
    acts: tuple[Act, ...] = (Holds(seat, left),)
    if EXCUSE in left:
        rest = Denial("false-announcement", "tarot.handful.2", SUIT["T"] - cards(*shown), T("no other trump"))
        acts += (Denies(seat, seat, rest, T("shows the Excuse in a handful")),)
    return acts


def has_played(deal: Deal, seat: int) -> bool:
    """Whether a seat has played a card, noted or not."""
    return (
        any(trick.by(seat) is not None or not trick.plays for trick in deal.tricks) or deal.trick.by(seat) is not None
    )


def _handful_fouls(
    rules: TarotTable, deal: Deal, line: int, seat: int, shown: tuple[str, ...], needed: int
) -> tuple[Foul, ...]:
    name = rules.seat_name(seat)
    fouls: tuple[Foul, ...] = ()
    if shown and len(shown) != needed:
        message = T(
            "{name} shows {found} trumps for a handful of {needed}.", name=name, found=len(shown), needed=needed
        )
        fouls += (plain("false-announcement", "handful.1", seat, line, message),)
    if has_played(deal, seat):
        fouls += (
            plain(
                "late-announcement",
                "handful.1",
                seat,
                line,
                T("{name} shows a handful after the first card of that hand.", name=name),
            ),
        )
    return fouls


def _misere(rules: TarotTable, deal: Deal, line: int, seat: int, word: str) -> Step:
    text = T("no trump and no Excuse") if word == "misere-trumps" else T("no bout and no court card")
    denial = Denial("false-announcement", "tarot.score.8", MISERES[word], text)
    fouls: tuple[Foul, ...] = ()
    acts: tuple[Act, ...] = (Denies(seat, seat, denial, T("announces a misère")),)
    if has_played(deal, seat):
        message = T(
            "{name} announces a misère after the first card of that hand: it does not count.",
            name=rules.seat_name(seat),
        )
        return Step(deal, fouls=(plain("late-announcement", "score.8", seat, line, message),))
    return Step(deal._replace(announced=(*deal.announced, Said(seat, word, line))), acts, fouls)
