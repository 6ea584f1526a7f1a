"""The fouls of Da Ban: which of them are put right, what the others cost, and their remedies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.play import Numbers
from referee.rules import Foul, Line, Remedy, Scored, T, plays_on_table
from referee.rules.common import BACK, find_out, righted, with_back

NO_COST = ("already-played", "not-in-hand", "inconsistent", "wrong-count", "out-of-turn")
"""Kinds of fouls that may be slips of the scribe, or are put right at once."""
BEFORE_PLAY = ("illegal-give", "illegal-discard")
"""Kinds of fouls that nothing puts right any more once a card was played."""
PUT_RIGHT = T("It is put right; no penalty.")

Paid = Callable[[Scored], tuple[Line, ...]]
"""What a round pays, the cost of its fouls among it."""


def is_put_right(scored: Scored, foul: Foul, options: DaBanOptions) -> bool:
    """Whether a foul is only put right: by its kind, or seen at once or while its trick was open."""
    if foul.seat is None or foul.kind in NO_COST:
        return True
    if foul.kind == "must-follow" and foul.named and foul.remedy != BACK:
        return _lies_there(scored, foul, options)
    if foul.kind in BEFORE_PLAY and foul.named:
        return not _named_in_play(scored, foul)
    return foul.committed == foul.proved or (foul.trick is not None and foul.trick == foul.proof_trick)


def _named_in_play(scored: Scored, foul: Foul) -> bool:
    """Whether a card was played before people agreed on a foul, which is so for all that is told by score."""
    deal, before = scored.deal, set(takewhile(lambda line: line != foul.committed, scored.facts))
    late = deal.keys.get("depth") == "score" or (foul.trick or 1) > 1
    return late or any(play.line in before for play in deal.plays)


def _lies_there(scored: Scored, foul: Foul, options: DaBanOptions) -> bool:
    """Whether the trick on the table when people agreed on a revoke holds a play of its player that may be it, or there
    is none before it. The last trick of a round takes all cards left, so nobody revokes in it.
    """
    deal = scored.deal
    number, laid = plays_on_table(
        scored, foul, ((trick.number, play) for trick in deal.all_tricks for play in trick.plays)
    )
    own = next((play for play in laid[1:] if play.seat == foul.seat), None)
    if own is None or (deal.played_out and own in deal.tricks[-1].plays):
        return False
    lead = laid[0]
    if number == 1 or own.unseen or lead.unseen or len(own.cards) != len(lead.cards):
        return True
    order = deal.terms.order
    numbers = Numbers(order, options.follow_format == "pairs_first")
    return bool(numbers.denials((order.of[lead.card], len(lead.cards)), own.cards))


def forfeit(scored: Scored, options: DaBanOptions) -> Foul | None:
    """The foul that loses the round: of those upheld, the first committed."""
    if options.foul != "forfeit_round":
        return None
    late = [foul for foul in scored.upheld if not is_put_right(scored, foul, options)]
    return min(late, key=lambda foul: (foul.committed, foul.proved), default=None)


def fines(scored: Scored, options: DaBanOptions) -> int:
    """What fouls add to the opponents' points, or take from them."""
    if not options.foul.startswith("points:"):
        return 0
    each, terms = int(options.foul.removeprefix("points:")), scored.deal.terms
    late = [foul for foul in scored.upheld if not is_put_right(scored, foul, options)]
    return sum(-each if terms.against(foul.seat) else each for foul in late)


def remedies(
    scored: Scored, foul: Foul, options: DaBanOptions, seats: Sequence[str], lines: Paid
) -> tuple[Remedy, ...]:
    """The remedies of a foul: where it is put right, its play goes back or stands."""
    return with_back(remedy(scored, foul, options, seats, lines))


def remedy(scored: Scored, foul: Foul, options: DaBanOptions, seats: Sequence[str], lines: Paid) -> Remedy:
    """The remedy of a foul: put right while its trick is open; later it loses the round, or costs what was agreed."""
    state = scored.deal.state
    if (text := find_out(foul)) is not None:
        return Remedy(text, state, lines(scored))
    after = replace(scored, upheld=(*scored.upheld, foul))
    if options.foul == "correct_only" or is_put_right(scored, foul, options):
        return righted(scored.deal, foul, Remedy(PUT_RIGHT, state, lines(after)))
    if options.foul != "forfeit_round":
        text = T("The other team is given {points} points.", points=options.foul.removeprefix("points:"))
        return Remedy(text, state, lines(after))
    if scored.deal.terms.master is not None:  # else the result tells whose round it was
        state = "stopped"
    stopped = replace(after, deal=scored.deal._replace(state=state))
    losing = forfeit(after, options) or foul
    text = T("The team of {name} loses the round.", name=seats[losing.seat or 0])
    return Remedy(text, state, lines(stopped))
