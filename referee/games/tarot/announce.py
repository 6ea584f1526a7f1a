"""The announcements: the Petit alone, a slam, a handful, a misère."""

from __future__ import annotations

from referee.games.tarot.auction import past_auction
from referee.games.tarot.cards import ALL_TRUMPS, BOUTS, COURT, HANDFUL, PLAIN, is_trump
from referee.games.tarot.options import TarotOptions
from referee.games.tarot.terms import Terms, handfuls, has_played, with_terms
from referee.rules import Act, AtMost, CardName, Deal, Denial, Denies, Foul, Holds, Said, Slip, Step, T, Text
from referee.rules.common import plain_foul
from referee.rules.packs import DECK, EXCUSE, PETIT, SUIT

ANNOUNCEMENTS = ("petit-sec", "slam", "handful")
MISERES = {"misere-trumps": ALL_TRUMPS, "misere-heads": DECK.of(*COURT, *BOUTS)}

HANDFUL_NAMES = {"single": T("single handful"), "double": T("double handful"), "triple": T("triple handful")}
SPOKEN = {"slam": T("Slam"), "misere-trumps": T("Misère"), "misere-heads": T("Misère")}


def spoken(announcement: Said) -> Text:
    """What an announcement is called."""
    return SPOKEN.get(announcement.word) or HANDFUL_NAMES[announcement.keys["size"]]


def announce(deal: Deal, announcement: Said, options: TarotOptions, seats: tuple[str, ...]) -> Step:
    """Record an announcement.

    Raises Slip for a word that this table does not know, or that the seat has said already.
    """
    seat, word = announcement.seat, announcement.word
    known = (*ANNOUNCEMENTS, *(MISERES if options.misere != "no" else ()))
    if word not in known:
        raise Slip(T("“{found}”: expected one of {expected}", found=word, expected=known), found=word)
    if any(before.seat == seat and before.word == word for before in deal.announced):
        raise Slip(T("{name} has announced it already", name=seats[seat]), found=word)
    if word == "petit-sec":
        return _petit_alone(deal, seat)
    deal = past_auction(deal)
    if word == "slam":
        return _slam(deal, announcement, seats)
    return _handful(deal, announcement, seats) if word == "handful" else _misere(deal, announcement, seats)


def _petit_alone(deal: Deal, seat: int) -> Step:
    if deal.phase != "bid":
        raise Slip(T("the Petit alone is announced during the auction; note it as a foul now"), found="petit-sec")
    others = ALL_TRUMPS - DECK.of(PETIT)
    rest = Denial("false-announcement", "tarot.deal.3", others, T("no other trump, and no Excuse"))
    acts = (Holds(seat, (PETIT,)), Denies(seat, seat, rest, T("shows the Petit alone")))
    return Step(with_terms(deal, why="petit-sec")._replace(phase="done", state="void"), acts)


def _slam(deal: Deal, announcement: Said, seats: tuple[str, ...]) -> Step:
    seat, name, line = announcement.seat, seats[announcement.seat], announcement.line
    if seat != deal.terms.taker:
        message = T("{name} announces a slam: only the taker may.", name=name)
        return Step(deal, fouls=(plain_foul("false-announcement", "tarot.slam.1", seat, line, message),))
    if deal.begun:
        message = T("{name} announces a slam after the first card: it does not count.", name=name)
        return Step(deal, fouls=(plain_foul("late-announcement", "tarot.slam.1", seat, line, message),))
    return Step(deal._replace(announced=(*deal.announced, Said(seat, "slam", line)), lead=seat))


def _handful(deal: Deal, announcement: Said, seats: tuple[str, ...]) -> Step:
    sizes, shown, keys = HANDFUL[len(deal.order)], announcement.cards, announcement.keys
    size = keys.get("size") or next((word for word, n in reversed(sizes.items()) if n <= len(shown)), "single")
    unknown = next((key for key in keys if key != "size"), None)
    if size not in sizes or unknown or not (shown or "size" in keys):
        raise Slip(T("a handful: its cards, or its size, were expected"), found=size)
    for card in shown:
        if not DECK.of(card) <= ALL_TRUMPS or shown.count(card) > 1:
            raise Slip(T("{card} has no place in a handful", card=CardName(card)), found=card)
    total, most = sum(sizes[before.keys["size"]] for before in handfuls(deal)) + sizes[size], len(ALL_TRUMPS)
    if total > most:
        raise Slip(T("{found} trumps in all handfuls: there are {most}", found=total, most=most), found=size)
    after = deal._replace(announced=(*deal.announced, announcement._replace(keys={"size": size})))
    return Step(
        after, _handful_acts(deal, announcement, sizes[size]), _handful_fouls(deal, announcement, sizes[size], seats)
    )


def _handful_acts(deal: Deal, announcement: Said, needed: int) -> tuple[Act, ...]:
    """What a handful shows and denies; trumps that the taker set aside count in it."""
    act = T("shows a handful")
    terms: Terms = deal.terms
    seat, shown = announcement.seat, announcement.cards
    aside = [card for card in (*terms.aside, *terms.shown) if is_trump(card)] if seat == terms.taker else []
    if not shown:
        if has_played(deal, seat):
            return ()
        most = deal.cards_dealt(seat) - needed + len(set(aside))
        text = T("no more than {count} cards beside {needed} trumps", count=most, needed=needed)
        return (AtMost(seat, seat, most, Denial("false-announcement", "tarot.handful.1", PLAIN, text), act),)
    gone = [card for trick in deal.all_tricks for card in trick.cards] + aside
    left = tuple(card for card in shown if card not in gone)
    if EXCUSE not in left:
        return (Holds(seat, left),)
    rest = Denial("false-announcement", "tarot.handful.2", SUIT["T"] - DECK.of(*shown), T("no other trump"))
    return (Holds(seat, left), Denies(seat, seat, rest, T("shows the Excuse in a handful")))


def _handful_fouls(deal: Deal, announcement: Said, needed: int, seats: tuple[str, ...]) -> tuple[Foul, ...]:
    seat, name, line, count = announcement.seat, seats[announcement.seat], announcement.line, len(announcement.cards)
    fouls: tuple[Foul, ...] = ()
    if count not in (0, needed):
        message = T("{name} shows {found} trumps for a handful of {needed}.", name=name, found=count, needed=needed)
        fouls += (plain_foul("false-announcement", "tarot.handful.1", seat, line, message),)
    if has_played(deal, seat):
        message = T("{name} shows a handful after the first card of that hand.", name=name)
        fouls += (plain_foul("late-announcement", "tarot.handful.1", seat, line, message),)
    return fouls


def _misere(deal: Deal, announcement: Said, seats: tuple[str, ...]) -> Step:
    seat, word, line = announcement.seat, announcement.word, announcement.line
    if has_played(deal, seat):
        message = T("{name} announces a misère after the first card of that hand: it does not count.", name=seats[seat])
        return Step(deal, fouls=(plain_foul("late-announcement", "tarot.score.8", seat, line, message),))
    text = T("no trump and no Excuse") if word == "misere-trumps" else T("no bout and no court card")
    denial = Denial("false-announcement", "tarot.score.8", MISERES[word], text)
    acts = (Denies(seat, seat, denial, T("announces a misère")),)
    return Step(deal._replace(announced=(*deal.announced, Said(seat, word, line))), acts)
