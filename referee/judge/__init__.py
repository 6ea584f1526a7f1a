"""The judge: proves fouls from what was played, for every game at once.

A play says that its player does not hold some cards. *Seen*: the hand was open and holds one. *Shown*: one comes
from the same hand later. *Counted*: the unseen cards fit nowhere any more unless somebody's word was untrue.

Sound: honest play is never accused. Complete: a breach is proved at the first card at which logic allows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from referee.cards import UNSEEN, lowest
from referee.cards import places as bits
from referee.deal import Deal, Play
from referee.judge.accuse import accuse, explain
from referee.judge.case import Case, Claim, Pocket, opened
from referee.judge.pockets import (
    dealt_from_stock,
    join,
    loosen,
    move,
    part_of,
    pick,
    put_back,
    sources,
    take_out,
    unseen_copy,
)
from referee.ruleset import Act, AtMost, Denies, Foul, Holds, Moves, Returns, Ruleset
from referee.texts import CardName, Slip, T, Text

__all__ = ["Case", "acted", "dealt_from_stock", "judged", "opened", "took", "unseen", "won"]


def judged(case: Case, rules: Ruleset, deal: Deal, play: Play) -> Case:
    """The case after a play to the present trick of `deal`, which the play is not yet part of."""
    case = case.copy()
    trick = deal.trick.number
    for code in play.cards:
        if code != UNSEEN:
            _lay(case, rules, play, code, trick)
    if play.unseen:
        _blind(case, play.seat, play.cards.count(UNSEEN), trick)
    else:
        denials = rules.denies(deal, play)
        if denials:
            bits = again = 0
            for denial in denials:
                bits |= denial.cards.bits
                again |= denial.again.bits
            led = deal.trick.plays[0].cards if deal.trick.plays else ()
            claim = Claim(play.seat, play.line, denials, bits, play, trick, led, again=again & ~bits)
            _state(case, rules, claim, case.of(play.seat))
    _count(case, rules, play.line, trick, play.card)
    return case


def acted(case: Case, rules: Ruleset, line: int, acts: Iterable[Act]) -> Case:
    """The case after what was shown, moved or said beside the play; raises Slip for a card in two places."""
    case = case.copy()
    for act in acts:
        match act:
            case Moves(source, target, count, cards):
                move(case, source, target, count, cards)
            case Holds(holder, cards):
                _hold(case, rules, line, holder, cards)
            case Denies(holder, seat, denial, said):
                claim = Claim(seat, line, (denial,), denial.cards.bits, act=said)
                _state(case, rules, claim, case.of(holder))
            case AtMost():
                _limit(case, rules, act, line)
            case Returns(seat, cards):
                for code in cards:
                    put_back(case, seat, code)
    _count(case, rules, line, None, None)
    return case


def unseen(case: Case, trick: int, cards: Mapping[int, int]) -> Case:
    """The case after each of these seats played so many cards to a trick that nobody noted."""
    case = case.copy()
    for seat, count in cards.items():
        _blind(case, seat, count, trick)
    return case


def took(case: Case, rules: Ruleset, deal: Deal, line: int, missing: Mapping[int, int]) -> Case:
    """The case after the last trick of `deal` was closed by naming who took it: the seats `missing` in it played
    so many cards nobody noted, and some cards may be known to lie in it.
    """
    trick = deal.tricks[-1]
    case = unseen(case, trick.number, missing)
    noted = [card for play in trick.plays for card in play.cards]
    for code in trick.known:
        if code not in noted:
            _among(case, rules, trick.number, line, code)
    _count(case, rules, line, trick.number, None)
    return case


def won(case: Case, rules: Ruleset, deal: Deal, line: int, winner: int) -> Case:
    """The case once the winner of a trick with one unseen card is named: it is no card that would have changed that,
    whichever side was up.
    """
    trick = deal.tricks[-1]
    hidden = [at for at, play in enumerate(trick.plays) if play.unseen]
    if len(hidden) != 1 or len(trick.plays[hidden[0]].cards) != 1:
        return case
    case, at = case.copy(), hidden[0]
    play = trick.plays[at]
    places = case.of(unseen_in(play.seat, trick.number))
    if not places:
        return case
    fitting = 0
    for code in rules.deck.kinds:
        plays = (*trick.plays[:at], replace(play, cards=(code,)), *trick.plays[at + 1 :])
        if rules.winner(deal, replace(trick, plays=plays)) == winner:
            fitting |= rules.deck.mask(code)
    pocket = case.pockets[places[0]]
    case.put(places[0], replace(pocket, barred=pocket.barred | rules.deck.all.bits & ~fitting))
    _count(case, rules, line, trick.number, None)
    return case


def unseen_in(seat: int, trick: int) -> str:
    """The holder of a card that a seat played to a trick and nobody saw."""
    return f"?{seat}-{trick}"


def _lay(case: Case, rules: Ruleset, play: Play, code: str, trick: int) -> None:
    """A known card leaves a hand."""
    seat = play.seat
    if not case.deck.mask(code) & ~case.seen:
        case.fouls += (_plain(rules, play, "already-played", trick, T("a slip of the pen, perhaps: {card} has been played before, and {name} plays it again", card=CardName(code), name=rules.seat_name(seat))),)  # fmt: skip
        _blind(case, seat, 1, trick)
        return
    card = pick(case, seat, code)
    if not card:
        case.fouls += (_plain(rules, play, "not-in-hand", trick, T("{name} plays {card}, but that card was shown elsewhere: it cannot come from this hand", card=CardName(code), name=rules.seat_name(seat))),)  # fmt: skip
        _blind(case, seat, 1, trick)
        return
    places = sources(case, seat, card)
    _meet(case, rules, card, places, play.line, trick)
    if case.limited:
        case.spend(case.common(places, card), card)
    take_out(case, seat, card)
    case.seen |= card


def _plain(rules: Ruleset, play: Play, kind: str, trick: int, message: Text) -> Foul:
    return Foul(
        kind, play.seat, "seen", play.line, play.line, rules.kind_law(kind), message, (play.seat,), play, trick,
        play.card, trick,
    )  # fmt: skip


def _blind(case: Case, seat: int, count: int, trick: int) -> None:
    """An unseen card leaves a hand."""
    places = case.of(seat)
    if len(places) != 1 or case.pockets[places[0]].held:
        place = loosen(case, seat)
    else:
        place = places[0]
    pocket = case.pockets[place]
    count = min(count, pocket.room)
    if not count:
        return
    case.put(place, replace(pocket, room=pocket.room - count))
    case.pockets = (*case.pockets, part_of(case, pocket, unseen_in(seat, trick), count))


def _among(case: Case, rules: Ruleset, trick: int, line: int, code: str) -> None:
    """A card known to lie in a trick, by a player nobody noted."""
    left = case.unseen & ~case.seen & case.deck.mask(code)
    if not left:
        message = T("a slip of the pen, perhaps: {card} has been played before", card=CardName(code))
        case.fouls += (
            Foul("already-played", None, "seen", line, line, rules.kind_law("already-played"), message,
                 evidence=code, proof_trick=trick),
        )  # fmt: skip
        return
    hidden = {unseen_in(seat, trick) for seat in range(len(rules.seats))}
    card = _copy(case, left, hidden)
    case.seen |= card
    case.pockets = tuple(_laid(pocket, hidden, card) for pocket in case.pockets)


def _laid(pocket: Pocket, hidden: set[str], card: int) -> Pocket:
    """A pocket that a card seen in a trick may have come out of, with that card; any other as it is."""
    if str(pocket.holder) not in hidden or not card & ~pocket.barred:
        return pocket
    return replace(pocket, laid=(*pocket.laid, (card, pocket.claims)))


def _copy(case: Case, copies: int, hidden: set[str]) -> int:
    """Which of some copies (bits) of a card lies among hidden cards: the lowest of those that no pocket tells apart.
    Where one is known to be somebody's, the one for which there is room whatever anybody said; 0 where several fit.
    """
    kinds: dict[tuple[bool, ...], int] = {}
    for place in bits(copies):
        kinds.setdefault(tuple(bool(p.barred >> place & 1) for p in case.pockets), 1 << place)
    if len(kinds) == 1:
        return lowest(copies)
    fitting = []
    for card in kinds.values():
        guess = case.copy()
        guess.seen |= card
        guess.pockets = tuple(_laid(pocket, hidden, card) for pocket in case.pockets)
        if guess.possible((1 << len(case.claims)) - 1):
            fitting.append(card)
    return 0 if len(fitting) > 1 else lowest(fitting[0] if fitting else copies)


def _hold(case: Case, rules: Ruleset, line: int, holder: int | str, cards: tuple[str, ...]) -> None:
    """Cards are shown to be in a pocket."""
    given: dict[str, int] = {}
    for code in cards:
        held = case.held(holder) & case.deck.mask(code) & ~case.seen
        given[code] = given.get(code, 0) + 1
        if held.bit_count() >= given[code]:
            continue
        places = [p for p in case.of(holder) if case.pockets[p].room]
        card = unseen_copy(case, places, code)
        if not card:
            raise Slip(T("{card} is known to be elsewhere, or played already", card=CardName(code)), found=code)
        _meet(case, rules, card, places, line, None)
        place = next((p for p in places if not case.pockets[p].barred & card), places[0])
        if len(places) > 1:
            place = loosen(case, holder)
        pocket = case.pockets[place]
        case.put(place, replace(pocket, room=pocket.room - 1, held=pocket.held | card))
        case.unseen &= ~card


def _limit(case: Case, rules: Ruleset, act: AtMost, line: int) -> None:
    """At most so many of some cards: so many places for anything, the rest for other cards."""
    claim = Claim(act.seat, line, (act.denial,), act.denial.cards.bits, act=act.act)
    against = case.held(act.holder) & claim.bits
    if against.bit_count() > act.count:
        case.claim(claim, ())
        _false(case, rules, len(case.claims) - 1, lowest(against), "seen", line, None)
        return
    join(case, act.holder)
    places = case.of(act.holder)
    pocket = case.pockets[places[0]]
    count = act.count - against.bit_count()
    if len(places) != 1 or count >= pocket.room:
        return
    case.put(places[0], replace(pocket, room=count))
    case.pockets = (*case.pockets, replace(pocket, room=pocket.room - count, held=0))
    case.claim(claim, [len(case.pockets) - 1])


def _state(case: Case, rules: Ruleset, claim: Claim, places: list[int]) -> None:
    """A claim is made of some pockets; known cards may prove it false at once."""
    held = 0
    for place in places:
        held |= case.pockets[place].held
    case.claim(claim, places)
    against = case.beyond(claim, held)
    if against:
        _false(case, rules, len(case.claims) - 1, against, "seen", claim.line, claim.trick)


def _meet(case: Case, rules: Ruleset, card: int, places: list[int], line: int, trick: int | None) -> None:
    """A card comes out of, or is shown in, some pockets: every claim about all of them that denied it was untrue."""
    held = 0
    for place in places:
        held |= case.pockets[place].held
    for number in case.numbers(case.common(places, card) & ~case.reported):
        claim = case.claims[number]
        if claim.bits & card or (claim.again and case.beyond(claim, held | card)):
            _false(case, rules, number, card, "shown", line, trick)


def _false(case: Case, rules: Ruleset, number: int, card: int, proof: str, line: int, trick: int | None) -> None:
    """A known card proves a claim false: a foul of who made it."""
    claim = case.claims[number]
    part = claim.part(card)
    code = case.deck.code(card.bit_length() - 1)
    case.fouls += (
        Foul(part.kind, claim.seat, proof, claim.line, line, part.law, _sentence(rules, claim, part.text, code, proof, trick),
             (claim.seat,), claim.play, claim.trick, code, trick),
    )  # fmt: skip
    case.reported |= 1 << number
    case.drop(case.dropped | 1 << number)
    explain(case, line)


def _sentence(rules: Ruleset, claim: Claim, denied: Text, code: str, proof: str, trick: int | None) -> Text:
    name = rules.seat_name(claim.seat)
    said: Text
    if claim.play is None:
        said = T("{name} {act}, which says: {denied}.", name=name, act=claim.act or "", denied=denied)
    else:
        cards = tuple(map(CardName, claim.play.cards))
        led = tuple(map(CardName, claim.led))
        if led:
            said = T("In trick {trick} {name} plays {cards} on {led}, which says: {denied}.",
                     trick=claim.trick, name=name, cards=cards, led=led, denied=denied)  # fmt: skip
        else:
            said = T("In trick {trick} {name} leads {cards}, which says: {denied}.",
                     trick=claim.trick, name=name, cards=cards, denied=denied)  # fmt: skip
    evidence = CardName(code)
    if proof == "seen":
        found = T("But {card} was there to see in that hand.", card=evidence)
    elif trick is None:
        found = T("Then {card} was shown.", card=evidence)
    else:
        found = T("In trick {trick} {card} comes from the same hand.", trick=trick, card=evidence)
    return T("{said} {found}", said=said, found=found)


def _count(case: Case, rules: Ruleset, line: int, trick: int | None, card: str | None) -> None:
    """Whether the unseen cards still fit somewhere; if not, somebody's word was untrue."""
    if not case.lost and not case.sound():
        accuse(case, rules, line, trick, card)
