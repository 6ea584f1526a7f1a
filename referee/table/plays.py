"""The fold of an open deal: plays, tricks, and the facts that the game itself takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.judge import (
    Case,
    judge_acts,
    judge_play,
    judge_taker,
    judge_trick,
    judge_unseen,
    plain_fouls,
    revealed_fouls,
)
from referee.record.facts import HandOpened, PlayAsked, Played, Took, TrickPlayed
from referee.record.grammar import Fact
from referee.rules import Foul, Ruleset, Step
from referee.rules.cards import UNSEEN
from referee.rules.deal import HIDDEN, Deal, Play
from referee.words.text import Slip, T

Fouls = tuple[Foul, ...]
Judging = tuple[Deal, Fouls, Case | None]
"""The open deal, its fouls, and its case; None for a game in which no foul can be proved."""


def add_fact(rules: Ruleset, deal: Deal, fouls: Fouls, case: Case | None, line: int, fact: Fact) -> Judging:
    """The open deal after a fact: a play, a trick taken, or one that the game takes."""
    takes = rules.takes(deal)
    if (Played.word if isinstance(fact, Played | PlayAsked) else fact.word) not in takes:
        words = tuple(sorted(takes))
        text = T("“{found}” does not come now: expected one of {expected}", found=fact.word, expected=words)
        raise Slip(text, found=fact.word)
    match fact:
        case Played(seat, cards):
            return _add_play(rules, deal, fouls, case, Play(rules.seat_of(seat), cards, line))
        case TrickPlayed(leader, plays):
            if deal.trick.plays:
                raise Slip(T("trick {number} has begun: write its other cards with “play”", number=deal.trick.number))
            return add_plays(rules, deal, fouls, case, _plays_of(rules, deal, leader, plays, line))
        case PlayAsked(seat):
            _check_asked(rules, deal, seat, fact)
            return deal, fouls, case
        case Took():
            return _award_trick(rules, deal, fouls, case, line, fact)
        case HandOpened(seat, hand):
            _check_hand(rules, deal, seat, hand)
    return add_step(rules, fouls, case, line, rules.step(deal, line, fact))


def add_plays(rules: Ruleset, deal: Deal, fouls: Fouls, case: Case | None, plays: Iterable[Play]) -> Judging:
    """The open deal after plays, one after the other."""
    for play in plays:
        deal, fouls, case = _add_play(rules, deal, fouls, case, play)
    return deal, fouls, case


def add_step(rules: Ruleset, fouls: Fouls, case: Case | None, line: int, step: Step) -> Judging:
    """The open deal after a step of the game."""
    if case is not None and step.acts:
        case = judge_acts(case, rules, line, step.acts)
    return step.deal, fouls + step.fouls, case


def _check_asked(rules: Ruleset, deal: Deal, seat: str, fact: Fact) -> None:
    """Refuse a question about a seat that does not play, or about what is no card: Slip."""
    if rules.seat_of(seat) not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=seat))
    for code in fact.all_cards:
        rules.deck.up(code)


def _check_hand(rules: Ruleset, deal: Deal, seat: str, hand: tuple[str, ...]) -> None:
    most = deal.cards_dealt(rules.seat_of(seat))
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
    order = [seat for seat in deal.round(seat) if deal.cards_left(seat)]
    if len(plays) > len(order):
        raise Slip(T("{found} cards in a trick of {most}", found=len(plays), most=len(order)))
    if not plays:
        raise Slip(T("the trick of {name} has no card", name=leader))
    for seat, cards in zip(order, plays, strict=False):
        yield Play(seat, cards, line)


def _add_play(rules: Ruleset, deal: Deal, fouls: Fouls, case: Case | None, play: Play) -> Judging:
    if not deal.begun:
        deal, fouls, case = add_step(rules, fouls, case, play.line, rules.before_lead(deal, play.line))
    _check_play(rules, deal, play)
    if deal.undecided:  # who leads has taken it, as “took” would have told, if the cards let him
        taker = play.seat
        if case is not None:
            case, taker = judge_taker(case, rules, deal, play.line, taker)
        deal = rules.after_trick(deal.award(taker))
    if play.cards == HIDDEN:
        play = deal.unseen_play(play.seat, play.line, deal.lead_size)
    else:
        deal, case = _widen(deal, case, len(play.cards))
    if case is not None:
        case = judge_play(case, rules, deal, play)
    waiting, laid = deal.waiting, deal.lay(play)
    if waiting == [play.seat]:
        laid = rules.after_trick(laid.gather(rules.winner(laid, laid.trick) if laid.trick.seen else None))
    fouls += plain_fouls(case, rules, deal, play, waiting[0])
    fouls += revealed_fouls(case, rules, laid, play.line, fouls)
    return laid, fouls, case


def _award_trick(rules: Ruleset, deal: Deal, fouls: Fouls, case: Case | None, line: int, fact: Took) -> Judging:
    """Close a trick by naming its taker: the last trick if an unseen card left its winner open, else the present one,
    whose other cards nobody noted.
    """
    if not deal.begun:
        deal, fouls, case = add_step(rules, fouls, case, line, rules.before_lead(deal, line))
    seat, known = rules.seat_of(fact.seat), fact.cards
    for code in known:
        rules.deck.mask(code)
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=rules.seats[seat]))
    missing: dict[int, int] = {}
    if deal.undecided:
        deal = deal.award(seat, known)
    else:
        count = _cards_each(rules, fact.count)
        deal, case = _widen(deal, case, count)
        count = deal.lead_size if deal.trick.plays else count
        missing = {other: min(count, deal.cards_left(other)) for other in deal.waiting}
        deal = deal.gather(seat, known, line, count)
    if case is not None:
        case = judge_trick(case, rules, deal, line, missing)
    return rules.after_trick(deal), fouls, case


def _check_play(rules: Ruleset, deal: Deal, play: Play) -> None:
    name, left = rules.seats[play.seat], deal.cards_left(play.seat)
    for code in play.cards:
        if code != UNSEEN:
            rules.deck.up(code)
    if play.seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=name))
    if not left and deal.over:
        raise Slip(T("all cards are played: who took the last trick? expected “took”"))
    if play.seat in [seat for seat, _, _ in deal.trick.plays]:
        raise Slip(T("{name} has played to trick {number} already", name=name, number=deal.trick.number))
    if len(play.cards) > 1 and not rules.several:
        raise Slip(T("{found}: a play is one card in this game", found="+".join(play.cards)))
    if len(play.cards) > left:
        raise Slip(T("{name} plays {found} cards and has {most} left", name=name, found=len(play.cards), most=left))


def _widen(deal: Deal, case: Case | None, count: int) -> tuple[Deal, Case | None]:
    """The deal and its case when a trick, so far all unseen, turns out to be of `count` cards each."""
    wide = deal.widen(count)
    return wide, case if case is None or wide is deal else judge_unseen(case, wide)


def _cards_each(rules: Ruleset, count: int | None) -> int:
    """The cards each player played to a trick of which only the winner is known."""
    if count is None:
        return 1
    if count < 1 or (count > 1 and not rules.several):
        raise Slip(T("count={found}: so many cards are no trick in this game", found=count), found=count)
    return count
