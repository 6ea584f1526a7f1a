"""A round of Da Ban before its first lead: the deal, cards shown while drawing, the tribute, the kitty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.games.da_ban.cards import BIG, DECK, KINGS, NO_TRUMP, RANKS, SUITS, TRUMPS, rank
from referee.games.da_ban.laws import NAME
from referee.games.da_ban.match import Course, course
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.terms import Levels, Terms, Tribute, with_terms
from referee.rules import (
    EMPTY,
    Act,
    Announced,
    AtMost,
    CardName,
    Deal,
    Denial,
    Denies,
    Discarded,
    Foul,
    Given,
    Holds,
    Moves,
    Said,
    Scored,
    Shown,
    Slip,
    Step,
    T,
    Text,
    seat_of,
)
from referee.rules.common import DEAL_TAKES, hand_size, plain_foul, refuse_other

KEYS = ("master", "levels", "trump", "cards")
TRUMP_SUITS = (*SUITS, NO_TRUMP)
KITTY, DISCARD = "kitty", "discard"


def begin(deal: Deal, past: Sequence[Scored], options: DaBanOptions, seats: tuple[str, ...]) -> Step:
    """Begin a round by the keys of its line and the rounds past; raises Slip for unknown keys."""
    keys = deal.keys
    refuse_other(keys, KEYS, DEAL_TAKES)
    now = course(past, options, len(seats))
    master = seat_of(keys["master"], seats) if "master" in keys else now.master
    trump = keys.get("trump")
    if trump not in (None, *TRUMP_SUITS):
        raise Slip(T("trump={found}: expected one of {expected}", found=trump, expected=TRUMP_SUITS), found=trump)
    if trump is not None and master is None:
        raise Slip(T("trump={found}: who is master? expected master= beside it", found=trump), found=trump)
    size, more, kitty = _sizes(keys, options, len(seats))
    terms = Terms(
        now.rounds + 1, _levels(keys, now, options), kitty, master, "levels" in keys, trump, trump is not None,
        tribute=_tribute(now, master), goes_on=keys.keys() >= {"master", "levels"},
    )  # fmt: skip
    sizes = dict.fromkeys(deal.order[:more], size + 1)
    return Step(with_terms(deal._replace(size=size, sizes=sizes, phase="draw"), terms))


def _sizes(keys: Mapping[str, str], options: DaBanOptions, players: int) -> tuple[int, int, int]:
    """The cards of a hand, how many hands have one more, the cards of the kitty."""
    kitty = {"auto": 6, "literal": players}.get(options.kitty) or int(options.kitty)
    most, more = divmod(len(DECK) - kitty, players)
    if "cards" not in keys:
        return most, more, kitty
    return hand_size(keys, most), 0, kitty


def _levels(keys: Mapping[str, str], now: Course, options: DaBanOptions) -> Levels:
    """The levels of both teams: those the deal line names, else as they stand."""
    if "levels" not in keys:
        return now.levels
    ranks = {rank(level): level for level in range(3, int(options.end_level))}
    levels = ranks | {str(level): level for level in ranks.values()}
    named = keys["levels"].split(",")
    if len(named) != 2 or not levels.keys() >= set(named):
        text = T("levels={found}: expected two of {expected}, as in levels=3,4",
                 found=keys["levels"], expected=tuple(ranks))  # fmt: skip
        raise Slip(text, found=keys["levels"])
    return levels[named[0]], levels[named[1]]


def _tribute(now: Course, master: int | None) -> Tribute | None:
    """The tribute owed to this master, if its payer is of the other team."""
    if now.payer is None or master is None or not (master - now.payer) % 2:
        return None
    return Tribute(now.tribute, now.payer, master)


# --- cards shown


def show(deal: Deal, line: int, seat: int, fact: Shown, options: DaBanOptions) -> Step:
    """Show cards while drawing: a Big King in the first round, cards of the level later. Too late they name nothing."""
    terms: Terms = deal.terms
    DECK.of(*fact.cards)
    if not fact.cards:
        raise Slip(T("{name} shows no card", name=fact.seat))
    if deal.phase != "draw":
        message = T("{name} shows {cards} after the kitty was turned.",
                    name=fact.seat, cards=tuple(map(CardName, fact.cards)))  # fmt: skip
        late = plain_foul("late-announcement", f"{NAME}.declare.1", seat, line, message)
        return Step(deal, (Holds(seat, fact.cards),), (late,))
    shown = (*terms.shown, *((seat, code) for code in fact.cards))
    held = (Holds(seat, tuple(code for who, code in shown if who == seat)),)
    after = replace(terms, shown=shown)
    if terms.fixed:
        return Step(deal._replace(terms=after), held)
    if terms.first:
        return Step(with_terms(deal, _first_draw(after, options)), held)
    fouls: tuple[Foul, ...] = ()
    if any(code in KINGS or code[1:] != rank(terms.level) for code in fact.cards):
        message = T("{name} shows {cards}: only cards of level {level} name trumps.",
                    name=fact.seat, cards=tuple(map(CardName, fact.cards)), level=rank(terms.level))  # fmt: skip
        fouls = (plain_foul("false-announcement", f"{NAME}.declare.1", seat, line, message),)
    declarer, trump = declaration(shown, terms.level) or (None, None)
    return Step(deal._replace(terms=replace(after, declarer=declarer, trump=trump)), held, fouls)


def declaration(shown: Sequence[tuple[int, str]], level: int) -> tuple[int, str] | None:
    """The seat that names the trump suit, and the suit: the most level cards of one suit from one player; of equals the
    one begun first. None if nobody showed a level card.
    """
    laid: dict[tuple[int, str], int] = {}
    for seat, code in shown:
        if code not in KINGS and code[1:] == rank(level):
            laid[seat, code[0]] = laid.get((seat, code[0]), 0) + 1
    return max(laid, key=lambda one: laid[one], default=None)


def level_card_texts(deal: Deal, seats: Sequence[str]) -> tuple[Text, ...]:
    """For each suit, who has shown most level cards while drawing; the most first."""
    terms: Terms = deal.terms
    if deal.phase != "draw" or terms.first:
        return ()
    laid: dict[tuple[int, str], int] = {}
    for one in terms.shown:
        laid[one] = laid.get(one, 0) + 1
    most: dict[str, Text] = {}
    for (seat, code), number in sorted(laid.items(), key=lambda one: -one[1]):
        most.setdefault(code, T("{card} {name} × {number}", card=CardName(code), name=seats[seat], number=number))
    return tuple(most.values())


def _first_draw(terms: Terms, options: DaBanOptions) -> Terms:
    """The terms by the first Big King: its player's next card with a suit names trumps. Raises Slip without one."""
    king = next((place for place, (_, code) in enumerate(terms.shown) if code == BIG), None)
    if king is None:
        text = T("the first round begins with a Big King: expected {king} and the next card", king=CardName(BIG))
        raise Slip(text)
    seat = terms.shown[king][0]
    suit = next((code[0] for who, code in terms.shown[king + 1 :] if who == seat and code not in KINGS), None)
    master = seat if options.first_master == "king" and terms.master is None else terms.master
    return replace(terms, master=master, declarer=seat, trump=suit)


# --- what is announced


def announce(deal: Deal, line: int, seat: int, fact: Announced, options: DaBanOptions) -> Step:
    """Announce `cancel` with three Kings, or `master` if the players name the first one."""
    after = deal._replace(announced=(*deal.announced, Said(seat, fact.said, line, fact.cards)))
    if fact.said == "master" and deal.terms.first and options.first_master == "agreed":
        return Step(with_terms(after, replace(deal.terms, master=seat)))
    tribute: Tribute | None = deal.terms.tribute
    if fact.said != "cancel" or tribute is None:
        raise Slip(T("“{found}”: nothing of that kind is to be announced", found=fact.said), found=fact.said)
    if not fact.cards:
        raise Slip(T("{name} cancels: expected the three Kings shown", name=fact.seat))
    kind, law, message = "false-announcement", "tribute.4", None
    if fact.cards not in [(king,) * 3 for king in KINGS]:
        cards = tuple(map(CardName, fact.cards))
        message = T("{name} shows {cards}: only three Big or three Little Kings cancel.", name=fact.seat, cards=cards)
    elif options.cancel_side == "payers" and (seat - tribute.payer) % 2:
        message = T("{name} is not of the side that owes the tribute.", name=fact.seat)
    elif deal.terms.late or deal.phase == "play" or tribute.given:
        kind, law = "late-announcement", "tribute.7" if tribute.given and not deal.terms.late else "tribute.3"
        message = T("{name} shows three Kings too late.", name=fact.seat)
    held = (Holds(seat, fact.cards),)
    if message is not None:
        return Step(after, held, (plain_foul(kind, f"{NAME}.{law}", seat, line, message),))
    return Step(after._replace(terms=replace(deal.terms, tribute=replace(tribute, cancelled=True))), held)


# --- the tribute


def give(deal: Deal, line: int, giver: int, receiver: int, fact: Given) -> Step:
    """Give cards as tribute, or back for it; raises Slip if these two seats owe each other nothing."""
    tribute: Tribute | None = deal.terms.tribute
    if fact.trumps is not None:
        raise Slip(T("trumps={found} has no place in this game", found=fact.trumps), found=fact.trumps)
    gift = Moves(giver, receiver, len(fact.cards) or fact.count or 0, fact.cards)
    DECK.of(*fact.cards)
    if tribute is None or {giver, receiver} != {tribute.payer, tribute.receiver} or gift.count < 1:
        raise Slip(T("{giver} owes {receiver} nothing", giver=fact.giver, receiver=fact.receiver))
    if giver == tribute.payer:
        return _pay(deal, line, tribute, gift, fact)
    after = replace(tribute, returned=tribute.returned + gift.count, back=tribute.back + gift.cards)
    fouls: tuple[Foul, ...] = ()
    if after.returned > tribute.given:
        message = T("{name} gives back more than was given.", name=fact.giver)
        fouls = (plain_foul("illegal-give", f"{NAME}.tribute.2", giver, line, message),)
    return Step(deal._replace(terms=replace(deal.terms, tribute=after)), (gift,), fouls)


def _pay(deal: Deal, line: int, tribute: Tribute, gift: Moves, fact: Given) -> Step:
    """Record what the payer gives, and the fouls in it."""
    terms: Terms = deal.terms
    after = replace(tribute, given=tribute.given + gift.count, known=tribute.known + gift.cards)
    fouls: list[Foul] = []

    def accuse(law: str, seat: int, message: Text) -> None:
        fouls.append(plain_foul("illegal-give", f"{NAME}.{law}", seat, line, message))

    if tribute.cancelled:
        accuse("tribute.4", tribute.receiver, T("{name} takes a tribute that was cancelled.", name=fact.receiver))
    elif terms.late:
        message = T("{name} takes the tribute after the kitty was turned.", name=fact.receiver)
        accuse("tribute.3", tribute.receiver, message)
    if after.given > tribute.due:
        accuse("tribute.1", tribute.payer, T("{name} gives more cards than are owed.", name=fact.giver))
    plain = tuple(CardName(code) for code in gift.cards if terms.order.of[code] != TRUMPS)
    if plain and terms.trump is not None:
        message = T("{name} gives {cards}: a tribute is of trumps.", name=fact.giver, cards=plain)
        accuse("tribute.2", tribute.payer, message)
    acts: tuple[Act, ...] = (gift,)
    if after.given >= tribute.due or terms.trump is None:
        acts += _claim(terms, after)
        after = replace(after, settled=True)
    return Step(deal._replace(terms=replace(terms, tribute=after)), acts, tuple(fouls))


def _claim(terms: Terms, tribute: Tribute) -> tuple[Act, ...]:
    """What the payer denies by his gift: a better trump, or if he gave fewer cards than due, any trump. Cards he got
    back before are excepted.
    """
    if tribute.cancelled or not tribute.given or terms.trump is None:
        return ()
    order = terms.order
    trumps = [code for code in tribute.known if order.of[code] == TRUMPS]
    denied, text = EMPTY, T("no trump")
    if tribute.given < tribute.due:
        denied = order.classes[TRUMPS]
    elif trumps and len(tribute.known) == tribute.given:
        lowest = min(trumps, key=lambda code: order.strength[code])
        denied, text = order.better(lowest), T("no trump better than {card}", card=CardName(lowest))
    if not denied:
        return ()
    denial = Denial("illegal-give", f"{NAME}.tribute.2", denied, text)
    what = tuple(map(CardName, tribute.known)) or T("{number} cards", number=tribute.given)
    act = T("gives {cards} as tribute", cards=what)
    back = tribute.returned - sum(not DECK.of(code) <= denied for code in tribute.back)
    if back:
        return (AtMost(tribute.payer, tribute.payer, back, denial, act),)
    return (Denies(tribute.payer, tribute.payer, denial, act),)


def _end_tribute(deal: Deal) -> tuple[Deal, tuple[Act, ...]]:
    """The deal once the time for tribute is over: what was given stands, and as many cards went back."""
    tribute: Tribute | None = deal.terms.tribute
    if tribute is None or tribute.cancelled or not tribute.given:
        return deal, ()
    acts = () if tribute.settled else _claim(deal.terms, tribute)
    missing = tribute.given - tribute.returned
    if missing > 0:
        acts += (Moves(tribute.receiver, tribute.payer, missing),)
    after = replace(tribute, settled=True, returned=max(tribute.given, tribute.returned))
    return deal._replace(terms=replace(deal.terms, tribute=after)), acts


# --- the kitty


def turn_kitty(deal: Deal, cards: tuple[str, ...], options: DaBanOptions) -> Step:
    """Turn the kitty up; if nobody has shown a card, it names the trump suit."""
    terms: Terms = deal.terms
    DECK.of(*cards)
    if len(cards) != terms.size:
        raise Slip(T("{found} cards in the kitty: expected {most}", found=len(cards), most=terms.size))
    if terms.master is None:
        raise Slip(T("who is master? expected “show” with a Big King, or master= on the deal’s line"))
    trump, by_kitty = terms.trump, terms.trump is None
    acts: tuple[Act, ...] = ()
    if trump is None:
        trump = NO_TRUMP if options.no_declaration == "no_trump" else trump_of_kitty(cards, terms.level)
    else:
        deal, acts = _end_tribute(deal)
    aside = cards if stays_aside(cards, trump) else None
    after = replace(deal.terms, trump=trump, kitty=cards, by_kitty=by_kitty, aside=aside is not None, discard=aside)
    return Step(deal._replace(terms=after, phase="kitty"), (*acts, Holds(KITTY, cards)))


def trump_of_kitty(cards: Sequence[str], level: int) -> str:
    """The trump suit that a kitty names: that of its first level card as turned, else of its highest card with a
    suit, of equals the first; NO_TRUMP if it holds only Kings.
    """
    suited = [code for code in cards if code not in KINGS]
    first = next((code for code in suited if code[1:] == rank(level)), None)
    best = first or min(suited, key=lambda code: RANKS.index(code[1:]), default=None)
    return NO_TRUMP if best is None else best[0]


def stays_aside(cards: Sequence[str], trump: str) -> bool:
    """Whether a kitty is set aside as it is: no card of it is printed in the trump suit, or every one."""
    printed = [code for code in cards if code not in KINGS and code[0] == trump]
    return len(printed) in (0, len(cards))


def discard(deal: Deal, line: int, seat: int, fact: Discarded) -> Step:
    """Take the kitty and set as many cards aside; another number is a foul, and leaves a hand of another size."""
    terms: Terms = deal.terms
    count, dealt = len(fact.cards) or fact.count or 0, deal.cards_dealt(seat)
    DECK.of(*fact.cards, *fact.shown)
    if not 0 < count < dealt + terms.size:
        raise Slip(T("{found} cards set aside: expected {most}", found=count, most=terms.size))
    if terms.exchanged:
        raise Slip(T("the kitty was exchanged already"))
    fouls: tuple[Foul, ...] = ()
    if seat != terms.master:
        message = T("{name} takes the kitty and is not master.", name=fact.seat)
        fouls = (plain_foul("illegal-discard", f"{NAME}.kitty.1", seat, line, message),)
    elif terms.aside:
        message = T("{name} takes a kitty that has to be set aside as it is.", name=fact.seat)
        fouls = (plain_foul("illegal-discard", f"{NAME}.kitty.2", seat, line, message),)
    after, acts = _end_tribute(deal)
    acts += _exchange(terms, seat, count, fact.cards or fact.shown)
    settled = replace(after.terms, size=count, discard=fact.cards or None, exchanged=True, aside=False)
    sizes = deal.sizes
    if count != terms.size:
        message = T("{name} sets {found} cards aside: expected {most}.", name=fact.seat, found=count, most=terms.size)
        fouls += (plain_foul("wrong-count", f"{NAME}.kitty.1", seat, line, message),)
        sizes = {**sizes, seat: dealt + terms.size - count}
    return Step(after._replace(terms=settled, phase="kitty", sizes=sizes), acts, fouls)


def _exchange(terms: Terms, seat: int, count: int, cards: tuple[str, ...] = ()) -> tuple[Act, ...]:
    taken = Moves(KITTY, seat, terms.size, terms.kitty or ())
    return (taken, Moves(seat, DISCARD, count, cards))


def before_lead(deal: Deal) -> Step:
    """Supply what was not recorded: cards given back for a tribute, the kitty taken and cards set aside."""
    deal, acts = _end_tribute(deal)
    terms: Terms = deal.terms
    if terms.master is not None and not terms.exchanged and not terms.aside:
        acts += _exchange(terms, terms.master, terms.size)
    return Step(deal._replace(phase="play"), acts)
