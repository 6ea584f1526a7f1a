"""The fouls that need no proof from cards: a play out of turn, an unlawful card, and what the cards laid now tell."""

from __future__ import annotations

from collections.abc import Iterable

from referee.judge.case import Case
from referee.rules import Foul, Ruleset
from referee.rules.deal import Deal, Play
from referee.words.text import CardName, T, Text


def plain_fouls(case: Case | None, rules: Ruleset, deal: Deal, play: Play, turn: int) -> tuple[Foul, ...]:
    """The fouls in a play, not yet part of `deal`, that everybody sees: out of turn; a card that is unlawful, unless
    the trick holds a slip. `turn`: the seat whose turn it is.
    """
    breaches: list[tuple[str, str, Text]] = []
    if play.seat != turn and not (rules.early and deal.trick.plays):
        names = {"name": rules.seats[play.seat], "turn": rules.seats[turn]}
        message = T("{name} plays {card} out of turn: it was for {turn} to play.", card=CardName(play.card), **names)
        breaches.append(("out-of-turn", rules.kind_law("out-of-turn"), message))
    garbled = case is not None and case.is_garbled(deal, deal.trick.number)
    unlawful = None if play.unseen or garbled else rules.unlawful(deal, play)
    if unlawful is not None:
        breaches.append(unlawful)
    if not breaches:
        return ()
    seat, line, trick = play.seat, play.line, deal.trick.number
    return tuple(
        Foul(kind, seat, "seen", line, line, law, message, (seat,), play, trick, play.card, trick)
        for kind, law, message in breaches
    )


def revealed_fouls(case: Case | None, rules: Ruleset, deal: Deal, line: int, known: Iterable[Foul]) -> tuple[Foul, ...]:
    """The fouls of earlier plays that the cards laid tell on this line, by the game's own word; none of those `known`.
    The game is asked only if a card that tells something may have been laid: a trick with a slip may hold it.
    """
    if case is not None and case.garbled[0] != deal.line and not rules.telling.bits & case.seen:
        return ()
    fouls = rules.fouls_revealed(deal, line)
    told = {(foul.kind, foul.seat, foul.committed) for foul in known} if fouls else set()
    return tuple(foul for foul in fouls if (foul.kind, foul.seat, foul.committed) not in told)
