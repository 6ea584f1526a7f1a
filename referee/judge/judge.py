"""The judge: proves fouls from what was played, for every game at once.

A play says that its player does not hold some cards. The judge proves that untrue in three ways. *Seen*: the hand is
open and holds one. *Shown*: one comes out of the same hand later. *Counted*: the unseen cards no longer fit.

It never accuses honest play. It proves a breach at the first card that makes a proof possible, within the bounds that
`worlds.py`, `ways.py` and `Case.copies_denied` name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.judge.accuse import Proof, accuse, ascertain, explain
from referee.judge.case import Case, Claim, Pocket, Veil
from referee.judge.pockets import (
    hand_over,
    join,
    lay_from,
    move,
    one_pocket,
    possible_copy,
    put_back,
    show_undoubted,
    sources,
    split,
    take_out,
    unseen_copy,
)
from referee.judge.proofs import add_claim, check_claims, prove_false
from referee.judge.ways import Ways, uncertain, ways
from referee.judge.worlds import Worlds
from referee.rules import Act, AtMost, Denies, Foul, Holder, Holds, Moves, Ruleset
from referee.rules.acts import bits_denied
from referee.rules.cards import UNSEEN, lowest
from referee.rules.deal import Deal, Play
from referee.words.text import CardName, Slip, T


def judge_play(case: Case, rules: Ruleset, deal: Deal, play: Play) -> Case:
    """The case after a play to the present trick, which is not yet part of `deal`."""
    before, case, trick = case, case.copy(), deal.trick
    out = tuple([_lay(case, rules, play, code, trick.number) for code in play.cards if code != UNSEEN])
    if (0, 0) in out:
        case.garbled = (deal.line, trick.number)
    case.plays = {**case.plays, play.seat: (play.line, out)}
    hidden = len(play.cards) - len(out)
    if hidden:
        _hide(case, play.seat, hidden, deal, trick.number)
    if case.is_garbled(deal, trick.number):
        pass  # a card of this trick cannot be right: nobody can tell what was denied
    elif (hidden or trick.blind) and uncertain(rules, (*trick.plays, play), play):
        plays = (*trick.plays, play)
        _renew_veil(case, rules, deal, plays, play.line, trick.number, ways(case, rules, deal, plays, None))
    else:
        denials = rules.denies(deal, play)
        if denials:
            bits, again = bits_denied(denials)
            led = _lead_cards(trick.plays)
            claim = Claim(play.seat, play.line, denials, bits, play, trick.number, led, None, again & ~bits)
            add_claim(case, rules, claim, case.of(play.seat))
    if _accepts_the_same(before, case):
        case.spare = before.spare - len(play.cards)
    _check_count(case, rules, play.line, trick.number, play.card, before.proved)
    return case


def _accepts_the_same(before: Case, case: Case) -> bool:
    """Whether each pocket accepts the cards it accepted before, but for those that have left one."""
    if case.veils or case.limited or case.proved != before.proved or case.placed != before.placed:
        return False
    return len(case.pockets) == len(before.pockets) and all(
        now is then or (now.barred, now.denied, now.laid) == (then.barred, then.denied, then.laid)
        for now, then in zip(case.pockets, before.pockets, strict=True)
    )


def judge_acts(case: Case, rules: Ruleset, line: int, acts: Iterable[Act]) -> Case:
    """The case after acts beside the play; raises Slip for a card in two places."""
    proved, case = case.proved, case.copy()
    for act in acts:
        match act:
            case Moves(source, target, count, cards):
                for code in cards:
                    places = case.of(source)
                    card = possible_copy(case, places, code)
                    if not card:
                        raise _elsewhere(code)
                    places = sources(case, places, card)
                    check_claims(case, rules, card, places, case.common_claims(places, card), line, None)
                    hand_over(case, source, target, card)
                move(case, source, target, count - len(cards))
            case Holds(holder, cards):
                _show(case, rules, line, holder, cards)
            case Denies(holder, seat, denial, act_text):
                claim = Claim(seat, line, (denial,), denial.cards.bits, act=act_text)
                add_claim(case, rules, claim, case.of(holder))
            case AtMost():
                _limit(case, rules, act, line)
            case _:
                _withdraw(case, act.seat, act.stands)
    _check_count(case, rules, line, None, None, proved)
    return case


def judge_unseen(case: Case, deal: Deal) -> Case:
    """The case once the present trick, of which it knows one unseen card each, turns out to be of several."""
    case, trick = case.copy(), deal.trick
    holders = {_trick_holder(play.seat, deal, trick.number) for play in trick.plays}
    if case.veils and case.veils[-1].holders[0] in holders:
        case.veils = case.veils[:-1]
    for play in trick.plays:
        _hide(case, play.seat, len(play.cards) - 1, deal, trick.number)
    return case


def judge_trick(case: Case, rules: Ruleset, deal: Deal, line: int, missing: Mapping[int, int]) -> Case:
    """The case after the last trick of `deal` was closed by naming the seat that took it.
    `missing` gives by seat how many cards nobody noted; some of them may be known to lie in the trick.
    """
    proved, case, trick = case.proved, case.copy(), deal.tricks[-1]
    for seat, count in missing.items():
        _hide(case, seat, count, deal, trick.number)
    noted = [card for play in trick.plays for card in play.cards]
    for code in trick.known:
        if code not in noted:
            _place_known(case, rules, deal, line, code)
    if not trick.seen and trick.plays and not case.is_garbled(deal, trick.number):
        reckoned = ways(case, rules, deal, trick.plays, trick.winner)
        _renew_veil(case, rules, deal, trick.plays, line, trick.number, reckoned)
    _check_count(case, rules, line, trick.number, None, proved)
    return case


def judge_taker(case: Case, rules: Ruleset, deal: Deal, line: int, leader: int) -> tuple[Case, int]:
    """The case and the seat that took the last trick of `deal`, which unseen cards left open, once another is led: the
    one who leads now, unless no card lets him have taken it and only one other can have.
    """
    proved, case, taker, (number, plays, *_) = case.proved, case.copy(), leader, deal.tricks[-1]
    if not case.is_garbled(deal, number):
        reckoned = {leader: ways(case, rules, deal, plays, leader)}
        if not _possible(reckoned[leader]):
            reckoned |= {seat: ways(case, rules, deal, plays, seat) for seat, *_ in plays if seat != leader}
            others = [seat for seat, found in reckoned.items() if _possible(found)]
            taker = others[0] if len(others) == 1 else leader
        _renew_veil(case, rules, deal, plays, line, number, reckoned[taker])
    _check_count(case, rules, line, number, None, proved)
    return case, taker


def _possible(reckoned: Ways | None) -> bool:
    """Whether a trick may have gone so; also where its ways are too many to reckon."""
    return reckoned is None or bool(reckoned[0])


def _trick_holder(seat: int, deal: Deal, trick: int) -> str:
    """The holder of the unseen cards that a seat played to a trick."""
    return f"?{seat} {deal.line} {trick}"


def _lead_cards(plays: Sequence[Play]) -> tuple[str, ...]:
    return plays[0].cards if plays else ()


def _lay(case: Case, rules: Ruleset, play: Play, code: str, trick: int) -> tuple[int, int]:
    """Take a known card out of a hand; return its bit, and the claims made of it.
    Where it cannot be that card, report this, let an unknown one leave, and return (0, 0).
    """
    seat = play.seat
    places = case.of(seat)
    card = possible_copy(case, places, code)
    if card:
        places = sources(case, places, card)
        claims = case.common_claims(places, card)
        check_claims(case, rules, card, places, claims, play.line, trick)
        if case.limited:
            case.spend(claims, card)
        take_out(case, places, card)
        case.seen |= card
        return card, claims
    values: dict[str, object] = {"card": CardName(code), "name": rules.seat_name(seat)}
    if case.deck.mask(code) & ~case.seen:
        kind, who = "not-in-hand", _holders_of(case, rules, code)
        message = T("{name} plays {card}, but that card was shown elsewhere: it cannot come from this hand", **values)
        if not any(case.pockets[place].room for place in places):
            message = T("{name} plays {card}, but no such card is left in the hand that was shown", **values)
        elif who:
            values["others"] = who
            message = T("{name} plays {card}, but {others} has shown it: it cannot come from this hand", **values)
    else:
        kind, mask = "already-played", case.deck.mask(code)
        values |= {"card": CardName(case.deck.code(lowest(mask).bit_length() - 1)), "number": mask.bit_count()}
        message = T("a slip of the pen, perhaps: {card} has been played before, and {name} plays it again", **values)
        if mask.bit_count() > 1:
            message = T("a slip of the pen, perhaps: there are {number} {card}, and {name} plays one more", **values)
    law = rules.kind_law(kind)
    case.fouls += (
        Foul(kind, seat, "seen", play.line, play.line, law, message, (seat,), play, trick, play.card, trick),
    )
    _move_unknown(case, seat, 1, f"?{seat} {play.line}")
    return 0, 0


def _holders_of(case: Case, rules: Ruleset, code: str) -> tuple[str, ...]:
    """The names of the seats known to hold a card."""
    mask = case.deck.mask(code)
    seats = sorted({p.holder for p in case.pockets if isinstance(p.holder, int) and p.held & mask})
    return tuple(map(rules.seat_name, seats))


def _hide(case: Case, seat: int, count: int, deal: Deal, trick: int) -> None:
    """Move unseen cards from a hand to a trick."""
    _move_unknown(case, seat, count, _trick_holder(seat, deal, trick))


def _move_unknown(case: Case, seat: int, count: int, target: str) -> None:
    place = one_pocket(case, seat)
    count = min(count, case.pockets[place].room)
    if count:
        split(case, place, target, count)


def _renew_veil(
    case: Case, rules: Ruleset, deal: Deal, plays: Sequence[Play], line: int, trick: int, reckoned: Ways | None
) -> None:
    """Note how a trick with unseen cards may have gone, as reckoned now; its plays then claim what they deny in every
    way. Nothing where the ways are too many.
    """
    if reckoned is None:
        return
    holders = tuple(_trick_holder(play.seat, deal, trick) for play in plays if play.unseen)
    veil = case.veils[-1] if case.veils and case.veils[-1].holders[0] == holders[0] else Veil(holders, (), ())
    choices, denials = reckoned
    if not choices:
        case.fouls += (Proof(rules, line, trick, None, 0, 0).inconsistent(),)
        return
    claims = list(veil.claims)
    for at, (play, parts) in enumerate(denials):
        bits = case.deck.all.bits
        for way in choices:
            bits &= way.denied[at]
        if at < len(claims):
            case.amend(claims[at], case.claims[claims[at]]._replace(parts=parts, bits=bits))
        else:
            claims.append(len(case.claims))
            claim = Claim(play.seat, play.line, parts, bits, play, trick, _lead_cards(plays))
            add_claim(case, rules, claim, case.of(play.seat))
    case.veils = (*(other for other in case.veils if other is not veil), Veil(holders, tuple(claims), tuple(choices)))
    case.refresh()


def _place_known(case: Case, rules: Ruleset, deal: Deal, line: int, code: str) -> None:
    """Place a card known to lie in a trick, from a player nobody noted."""
    trick = deal.tricks[-1].number
    hidden = {_trick_holder(seat, deal, trick) for seat in range(len(rules.seats))}
    places = [place for place, pocket in enumerate(case.pockets) if pocket.holder in hidden]
    card = unseen_copy(case, places, case.deck.mask(code))
    if not card:
        kind, message = (
            "already-played",
            T("a slip of the pen, perhaps: {card} has been played before", card=CardName(code)),
        )
        if case.deck.mask(code) & ~case.seen:
            kind = "inconsistent"
            message = T("a slip of the pen, perhaps: {card} is in a hand that did not play it", card=CardName(code))
        law = rules.kind_law(kind)
        case.fouls += (Foul(kind, None, "seen", line, line, law, message, evidence=code, proof_trick=trick),)
        return
    case.seen |= card
    lay_from(case, [place for place in places if not case.pockets[place].barred & card], card)


def _withdraw(case: Case, seat: int, stands: bool) -> None:
    """Put the cards a seat played last back into its hand; drop the claims of that play unless it `stands`."""
    line, cards = case.plays[seat]
    for card, claims in cards:
        if card:
            put_back(case, seat, card, claims)
        else:
            move(case, f"?{seat} {line}", seat, 1)
    for number, claim in enumerate(case.claims):
        if claim.play is not None and claim.seat == seat and claim.line == line and not stands:
            case.proved |= 1 << number
    case.refresh()


def _elsewhere(code: str) -> Slip:
    return Slip(T("{card} is known to be elsewhere, or played already", card=CardName(code)), found=code, card=code)


def _show(case: Case, rules: Ruleset, line: int, holder: Holder, cards: Sequence[str]) -> None:
    """Put cards that were shown into a pocket of known cards of their holder, which later claims are about as well."""
    if show_undoubted(case, holder, cards):
        return
    shown: dict[str, int] = {}
    for code in cards:
        shown[code] = shown.get(code, 0) + 1
        if (case.known_cards(holder) & case.deck.mask(code)).bit_count() >= shown[code]:
            continue
        places = case.of(holder)
        card = unseen_copy(case, places, case.deck.mask(code))
        if not card:
            raise _elsewhere(code)
        places = sources(case, places, card)
        common = case.common_claims(places, card)
        check_claims(case, rules, card, places, common, line, None)
        take_out(case, places, card)
        denied = case.cards_denied(common & ~case.false)
        case.pockets = (*case.pockets, Pocket(holder, 0, card, 0, common, denied))
        join(case, holder)


def _limit(case: Case, rules: Ruleset, act: AtMost, line: int) -> None:
    """Split a hand: so many rooms take any card, the rest none of the cards that are limited."""
    bits = act.denial.cards.bits
    claim = Claim(act.seat, line, (act.denial,), bits, act=act.act)
    held = case.known_cards(act.holder) & bits
    count = act.count - held.bit_count()
    if count < 0:
        case.claim(claim, ())
        prove_false(case, rules, len(case.claims) - 1, held, "seen", line, None)
        return
    roomy = [place for place in case.of(act.holder) if case.pockets[place].room]
    if len(roomy) != 1 or case.pockets[roomy[0]].laid or count >= case.pockets[roomy[0]].room:
        return
    pocket = case.pockets[roomy[0]]
    case.put(roomy[0], pocket._replace(room=count))
    case.pockets = (*case.pockets, pocket._replace(room=pocket.room - count, held=0))
    case.claim(claim, [len(case.pockets) - 1])


def _check_count(case: Case, rules: Ruleset, line: int, trick: int | None, card: str | None, proved: int) -> None:
    """Accuse somebody if the unseen cards no longer fit; note whether that is undecided.
    `proved` are the claims that cards had proved false before this fact.
    """
    if case.lost:
        return
    if case.spare >= 0 and case.steps[0] != line:
        case.undecided = 0
        return
    worlds = Worlds(case, line)
    if case.counted and case.proved != proved:
        explain(worlds, line)
    sound = worlds.sound()
    unsure = worlds.unsure
    if not sound:
        accuse(worlds, rules, line, trick, card)
    ascertain(worlds)
    case.undecided = (case.undecided or line) if unsure or worlds.is_spent else 0
