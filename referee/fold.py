"""The fold of one fact: what a table is after something more happened.

A slip of the pen raises; a breach of the laws is a fact like another, and the judge's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.cards import UNSEEN
from referee.deal import HIDDEN, Deal, Play
from referee.events import Dealt, FoulSeen, HandOpened, Noted, Penalised, Played, Ruled, Took, TrickPlayed, Voided
from referee.grammar import Fact
from referee.judge import Case, acted, dealt_from_stock, judged, opened, took, unseen, won
from referee.record import Entry
from referee.ruleset import KINDS, STOCK, Foul, Holder, Ruleset, Scored, Step
from referee.state import Judged, Penalty, Ruling, State, past_of, settled, standing
from referee.texts import CardName, Slip, T, Text

DECISIONS = ("uphold", "waive", "correct")
DEPTHS = ("score", "tricks", "cards")


def fold(rules: Ruleset, state: State, entry: Entry) -> State:
    """The state after one fact that is no correction; raises Slip for one that cannot have happened now."""
    deals, case = state.deals, state.case
    line, fact = entry.line, entry.fact
    match fact:
        case Noted():
            pass
        case Dealt():
            deals, case = _deal(rules, state, line, fact)
        case Ruled() | Penalised() | FoulSeen():
            deals = _decided(rules, deals, line, fact)
            deals, case = _carried_out(rules, deals, case, line)
            deals = _heard(deals, state.case, case)
        case _:
            if not deals or deals[-1].state != "open":
                raise Slip(T("“{found}” here: a deal must be open; expected “deal”", found=fact.word), found=fact.word)
            if isinstance(fact, Voided):
                last = replace(deals[-1], deal=replace(deals[-1].deal, state="void", phase="done"))
            else:
                last, case = _played(rules, deals[-1], case, line, fact)
            deals = _heard((*deals[:-1], last), state.case, case)
            deals = (*deals[:-1], settled(rules, deals[-1], deals[:-1]))
    return State(deals, case, entry, state, state)


def _heard(deals: tuple[Judged, ...], before: Case | None, after: Case | None) -> tuple[Judged, ...]:
    """With what the judge has found since: new fouls go to the deal they were committed in, and an accusation by
    counting that a later card explains says so.
    """
    known = before.fouls if before is not None else ()
    found = after.fouls if after is not None else ()
    if found == known:
        return deals
    changed = {id(old): new for old, new in zip(known, found, strict=False) if new is not old}
    after_deals = [replace(d, fouls=tuple(changed.get(id(f), f) for f in d.fouls)) for d in deals]
    for foul in found[len(known) :]:
        place = next(at for at in range(len(deals) - 1, -1, -1) if foul.committed >= deals[at].deal.line or not at)
        after_deals[place] = replace(after_deals[place], fouls=(*after_deals[place].fouls, foul))
    return tuple(after_deals)


def _deal(rules: Ruleset, state: State, line: int, fact: Dealt) -> tuple[tuple[Judged, ...], Case | None]:
    deals = state.deals
    if deals and deals[-1].state == "open":
        raise Slip(
            T(
                "the deal on line {line} has not ended: finish it, give its result, or write “void”",
                line=deals[-1].deal.line,
            )
        )
    if standing(rules, deals).finished:
        raise Slip(T("the match is over: no further deal is due"))
    keys = dict(fact.keys)
    depth = keys.pop("depth", None)
    if depth is not None and depth not in DEPTHS:
        raise Slip(T("depth={found}: expected one of {expected}", found=depth, expected=DEPTHS), found=depth)
    past = past_of(deals)
    step = rules.begin(len(deals) + 1, line, rules.seat_of(fact.dealer), keys, past)
    deal = replace(step.deal, keys=dict(fact.keys))
    case = None
    if rules.provable:
        case = _dealt(rules, deal, past, state.case)
        case = acted(case, rules, line, step.acts)
    return (*deals, Judged(deal, step.fouls, state=deal.state)), case


def _dealt(rules: Ruleset, deal: Deal, past: list[Scored], case: Case | None) -> Case:
    holders = rules.holders(deal, past)
    if holders is not None:
        return opened(rules.deck, holders)
    hands = {seat: deal.dealt(seat) for seat in deal.order}
    left = case.size(STOCK) if case is not None and not case.lost else 0
    if case is not None and left >= sum(hands.values()):
        return dealt_from_stock(case, hands)
    everybody: dict[Holder, int] = {STOCK: len(rules.deck) - sum(hands.values())}
    return opened(rules.deck, everybody | {seat: room for seat, room in hands.items()})


def _decided(
    rules: Ruleset, deals: tuple[Judged, ...], line: int, fact: Ruled | Penalised | FoulSeen
) -> tuple[Judged, ...]:
    """A ruling on a foul of any deal; a foul or a penalty in the last one."""
    if not deals:
        raise Slip(T("“{found}” here: there is no deal yet", found=fact.word), found=fact.word)
    place = len(deals) - 1
    last = deals[place]
    match fact:
        case Penalised(seat, points, reason):
            penalty = Penalty(line, rules.seat_of(seat), abs(points), reason)
            last = replace(last, penalties=(*last.penalties, penalty))
        case FoulSeen(seat, kind, chosen):
            at = rules.seat_of(seat)
            known = (*KINDS, *rules.breach_names)
            if kind not in known:
                raise Slip(
                    T("there is no foul “{found}”: expected one of {expected}", found=kind, expected=known), found=kind
                )
            message = T("{name} admitted it, or everybody saw it.", name=seat)
            foul = Foul(
                kind, at, "seen", line, line, rules.kind_law(kind), message, (at,), trick=last.deal.trick.number
            )
            _check_remedy(rules, deals[:place], last, foul, chosen)
            ruling = Ruling(line, line, "uphold", at, chosen)
            last = replace(last, fouls=(*last.fouls, foul), rulings=(*last.rulings, ruling))
        case Ruled():
            place, ruling = _ruling(rules, deals, line, fact)
            last = replace(deals[place], rulings=(*deals[place].rulings, ruling))
    after = list(deals)
    after[place] = last
    for at in range(place, len(after)):
        after[at] = settled(rules, after[at], tuple(after[:at]))
    return tuple(after)


def _ruling(rules: Ruleset, deals: tuple[Judged, ...], line: int, fact: Ruled) -> tuple[int, Ruling]:
    if fact.decision not in DECISIONS:
        raise Slip(
            T("“{found}”: expected one of {expected}", found=fact.decision, expected=DECISIONS), found=fact.decision
        )
    seat = None if fact.seat is None else rules.seat_of(fact.seat)
    ruling = Ruling(line, fact.at, fact.decision, seat, fact.remedy)
    for place, judged_deal in enumerate(deals):
        for foul in judged_deal.fouls:
            if foul.proved != fact.at:
                continue
            if not ruling.on(foul):
                continue
            if fact.decision == "uphold" and foul.seat is None and seat is None and foul.suspects:
                names = tuple(rules.seats[suspect] for suspect in foul.suspects)
                raise Slip(T("several may have done it ({names}): say seat=NAME", names=names))
            named = foul if foul.seat is not None else replace(foul, seat=seat)
            _check_remedy(rules, deals[:place], judged_deal, named, fact.remedy)
            return place, ruling
    raise Slip(T("no foul was proved at line {found}", found=fact.at), found=fact.at)


def _carried_out(
    rules: Ruleset, deals: tuple[Judged, ...], case: Case | None, line: int
) -> tuple[tuple[Judged, ...], Case | None]:
    """What a ruling on this line changes on the table: a card goes back into its hand, say."""
    last = deals[-1]
    if last.state != "open" or not last.rulings or last.rulings[-1].line != line:
        return deals, case
    for foul in last.upheld:
        if last.rulings[-1].on(foul):
            last, case = _stepped(rules, last, case, line, rules.ruled(last.deal, foul, line))
    return (*deals[:-1], settled(rules, last, deals[:-1])), case


def _check_remedy(rules: Ruleset, past: tuple[Judged, ...], judged_deal: Judged, foul: Foul, word: str | None) -> None:
    """Raises Slip for a remedy the laws do not leave."""
    if word is None:
        return
    words = tuple(one.word for one in rules.remedies(judged_deal.beside(foul), foul, past_of(past)) if one.word)
    if word not in words:
        raise Slip(T("remedy={found}: expected one of {expected}", found=word, expected=words), found=word)


def _played(
    rules: Ruleset, judged_deal: Judged, case: Case | None, line: int, fact: Fact
) -> tuple[Judged, Case | None]:
    """A fact of the open deal: a play, or what the game makes of it."""
    deal = judged_deal.deal
    takes = rules.takes(deal)
    if fact.word not in takes:
        raise Slip(
            T(
                "“{found}” does not come now: expected one of {expected}",
                found=fact.word,
                expected=tuple(sorted(takes)),
            ),
            found=fact.word,
        )
    match fact:
        case Played(seat, cards):
            return _play(rules, judged_deal, case, Play(rules.seat_of(seat), cards, line))
        case TrickPlayed(leader, plays):
            if deal.trick.plays:
                raise Slip(T("trick {number} has begun: write its other cards with “play”", number=deal.trick.number))
            for play in _plays_of(rules, deal, leader, plays, line):
                judged_deal, case = _play(rules, judged_deal, case, play)
            return judged_deal, case
        case Took():
            return _took(rules, judged_deal, case, line, fact)
        case HandOpened(seat, hand):
            _check_hand(rules, deal, seat, hand)
    step = rules.step(deal, line, fact)
    return _stepped(rules, judged_deal, case, line, step)


def _stepped(
    rules: Ruleset, judged_deal: Judged, case: Case | None, line: int, step: Step
) -> tuple[Judged, Case | None]:
    if case is not None and step.acts:
        case = acted(case, rules, line, step.acts)
    fouls = judged_deal.fouls + step.fouls
    return replace(judged_deal, deal=step.deal, state=step.deal.state, fouls=fouls), case


def _check_hand(rules: Ruleset, deal: Deal, seat: str, hand: tuple[str, ...]) -> None:
    most = deal.dealt(rules.seat_of(seat))
    if len(hand) != most:
        raise Slip(T("{name} has {found} cards here: expected {most}", name=seat, found=len(hand), most=most))
    if rules.seat_of(seat) in deal.hands:
        raise Slip(T("the hand of {name} is open already", name=seat))
    for code in hand:
        rules.deck.mask(code)


def _plays_of(rules: Ruleset, deal: Deal, leader: str, plays: tuple[tuple[str, ...], ...], line: int) -> Iterator[Play]:
    seat = rules.seat_of(leader)
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=leader))
    order = [seat for seat in deal.round(seat) if deal.left(seat)]
    if len(plays) > len(order):
        raise Slip(T("{found} cards in a trick of {most}", found=len(plays), most=len(order)))
    if not plays:
        raise Slip(T("the trick of {name} has no card", name=leader))
    for seat, cards in zip(order, plays, strict=False):
        yield Play(seat, cards, line)


def _play(rules: Ruleset, judged_deal: Judged, case: Case | None, play: Play) -> tuple[Judged, Case | None]:
    judged_deal, case = _begun(rules, judged_deal, case, play.line)
    deal = judged_deal.deal
    _check_play(rules, deal, play)
    if deal.undecided:
        deal = rules.after_trick(deal.taken_by(play.seat))
    if play.cards == HIDDEN:
        play = deal.unseen(play.seat, play.line, deal.asked)
    elif len(play.cards) > deal.asked:
        deal, case = _widened(deal, case, len(play.cards))
    fouls = _plain_fouls(rules, deal, play)
    if case is not None:
        case = judged(case, rules, deal, play)
    deal = deal.laid(play)
    if next(deal.waiting, None) is None:
        deal = deal.gathered(rules.winner(deal, deal.trick) if deal.trick.seen else None)
        deal = rules.after_trick(deal)
    known = {(foul.kind, foul.seat, foul.committed) for foul in judged_deal.fouls}
    fouls += tuple(f for f in rules.revealed(deal, play.line) if (f.kind, f.seat, f.committed) not in known)
    return replace(judged_deal, deal=deal, state=deal.state, fouls=judged_deal.fouls + fouls), case


def _plain_fouls(rules: Ruleset, deal: Deal, play: Play) -> tuple[Foul, ...]:
    """The fouls anybody at the table sees: out of turn, an unlawful lead."""
    found: list[tuple[str, str, Text]] = []
    if play.seat != deal.turn:
        message = T(
            "{name} plays {card} out of turn: it was for {turn} to play.",
            name=rules.seats[play.seat],
            turn=rules.seats[deal.turn],
            card=CardName(play.card),
        )
        found.append(("out-of-turn", rules.kind_law("out-of-turn"), message))
    unlawful = None if play.unseen else rules.unlawful(deal, play)
    if unlawful is not None:
        found.append(unlawful)
    seat, line, trick = play.seat, play.line, deal.trick.number
    return tuple(
        Foul(kind, seat, "seen", line, line, law, message, (seat,), play, trick, play.card, trick)
        for kind, law, message in found
    )


def _took(rules: Ruleset, judged_deal: Judged, case: Case | None, line: int, fact: Took) -> tuple[Judged, Case | None]:
    """Who took a trick: the last one if an unseen card left it open, else the present one, not recorded in full."""
    judged_deal, case = _begun(rules, judged_deal, case, line)
    deal, seat, known = judged_deal.deal, rules.seat_of(fact.seat), fact.cards
    for code in known:
        rules.deck.mask(code)
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=rules.seats[seat]))
    missing: dict[int, int] = {}
    if deal.undecided:
        deal = deal.taken_by(seat, known)
    else:
        count = _each(rules, fact.count)
        deal, case = _widened(deal, case, count)
        count = deal.asked if deal.trick.plays else count
        missing = {other: min(count, deal.left(other)) for other in deal.waiting}
        deal = deal.gathered(seat, known, line, count)
    if case is not None:
        case = took(case, rules, deal, line, missing)
        case = won(case, rules, deal, line, seat)
    deal = rules.after_trick(deal)
    return replace(judged_deal, deal=deal, state=deal.state), case


def _check_play(rules: Ruleset, deal: Deal, play: Play) -> None:
    name, left = rules.seats[play.seat], deal.left(play.seat)
    for code in play.cards:
        if code != UNSEEN:
            rules.deck.mask(code)
    if play.seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=name))
    if deal.over:
        raise Slip(T("all cards are played: who took the last trick? expected “took”"))
    if deal.trick.by(play.seat) is not None:
        raise Slip(T("{name} has played to trick {number} already", name=name, number=deal.trick.number))
    if len(play.cards) > 1 and not rules.several:
        raise Slip(T("{found}: a play is one card in this game", found="+".join(play.cards)))
    if len(play.cards) > left:
        raise Slip(T("{name} plays {found} cards and has {most} left", name=name, found=len(play.cards), most=left))


def _begun(rules: Ruleset, judged_deal: Judged, case: Case | None, line: int) -> tuple[Judged, Case | None]:
    """Before the first card is played: what must have happened by then."""
    deal = judged_deal.deal
    if deal.tricks or deal.trick.plays:
        return judged_deal, case
    return _stepped(rules, judged_deal, case, line, rules.before_lead(deal, line))


def _widened(deal: Deal, case: Case | None, count: int) -> tuple[Deal, Case | None]:
    """A trick that nobody saw led turns out to be of several cards."""
    if not deal.trick.plays or any(play.cards != HIDDEN for play in deal.trick.plays):
        return deal, case
    wide = deal.widened(count)
    if case is not None:
        case = unseen(case, deal.trick.number, {play.seat: len(play.cards) - 1 for play in wide.trick.plays})
    return wide, case


def _each(rules: Ruleset, count: int | None) -> int:
    """How many cards each player played to a trick of which only the winner is written down."""
    if count is None:
        return 1
    if count < 1 or (count > 1 and not rules.several):
        raise Slip(T("count={found}: so many cards are no trick in this game", found=count), found=count)
    return count
