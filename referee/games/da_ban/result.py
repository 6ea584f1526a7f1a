"""The result of a round of Da Ban: the opponents' points, counted or typed in, and who goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.games.da_ban.cards import ALL_POINTS, CODES, DECK, points
from referee.games.da_ban.fouls import fines, forfeit
from referee.games.da_ban.laws import KIND_LAWS, NAME
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.terms import Terms, with_terms
from referee.rules import (
    Deal,
    Fill,
    Foul,
    Gauge,
    Pile,
    Result,
    Scored,
    Slip,
    Step,
    T,
    Won,
    of_deal,
    seat_of,
    whole,
)
from referee.rules.common import refuse_other

KEYS = ("master", "points")
THRESHOLD = 120
TRIBUTE_FROM = 160
KITTY_TIMES = {"none": 0, "x1": 1, "x2": 2}
"""How often the points set aside count for the opponents who take the last trick."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a round: whether the master's team held, the opponents' points (None: forfeit), the tribute."""

    master: int
    held: bool
    points: int | None
    tribute: int = 0


def enter(deal: Deal, line: int, keys: Mapping[str, str], options: DaBanOptions, seats: tuple[str, ...]) -> Step:
    """End a round by the keys of a `result` line; raises Slip for a result that no round can have."""
    refuse_other(keys, KEYS)
    terms: Terms = deal.terms
    master = seat_of(keys["master"], seats) if "master" in keys else terms.master
    if master is None or terms.master not in (None, master):
        name = seats[terms.master] if terms.master is not None else T("the name of the master")
        raise Slip(T("master={found}: expected {expected}", found=keys.get("master", ""), expected=name))
    most = most_points(terms, options)
    counted = whole(keys.get("points", ""), T("the opponents’ points"))
    if counted % 5 or not 0 <= counted <= most:
        text = T("{found} points: expected a multiple of 5 from 0 to {most}", found=counted, most=most)
        raise Slip(text, found=counted)
    typed = {"master": seats[master], "points": str(counted)}
    done = with_terms(deal, replace(terms, master=master))._replace(counted=typed, phase="done", state="done")
    return Step(done, fouls=_miscount(deal, counted, line, options))


def most_points(terms: Terms, options: DaBanOptions) -> int:
    """The most the opponents can make: all points, and again those set aside if they count twice."""
    return ALL_POINTS + (10 * terms.size if options.kitty_bonus == "x2" else 0)


def _miscount(deal: Deal, counted: int, line: int, options: DaBanOptions) -> tuple[Foul, ...]:
    """The foul of a typed result that the recorded tricks contradict."""
    terms: Terms = deal.terms
    if terms.master is None:
        return ()
    seen = [0, 0]
    for trick in deal.tricks:
        if trick.winner is not None:
            seen[terms.against(trick.winner)] += points(trick.cards)
    ours, theirs = seen
    left = ALL_POINTS - ours - theirs
    aside = min(left, 10 * terms.size) if terms.discard is None else points(terms.discard)
    most = theirs + left - (0 if terms.discard is None else aside)
    if len(deal.tricks) < deal.size or terms.against(deal.tricks[-1].winner):
        most = max(most, theirs + left + (KITTY_TIMES[options.kitty_bonus] - 1) * aside)
    if theirs <= counted <= most:
        return ()
    message = T("A slip of the pen, perhaps: {found} points for the opponents, "
                "whose tricks hold {theirs}; the master’s hold {ours}.",
                found=counted, theirs=theirs, ours=ours)  # fmt: skip
    return (Foul("wrong-count", None, "seen", line, line, f"{NAME}.{KIND_LAWS['wrong-count']}", message),)


def result(deal: Deal, options: DaBanOptions, seats: Sequence[str]) -> Result:
    """The keys of a `result` line of this deal, as far as known."""
    master, counted = deal.terms.master, opponents_points(deal, options)
    known = {} if master is None else {"master": seats[master]}
    return known if counted is None else known | {"points": counted}


@of_deal
def opponents_points(deal: Deal, options: DaBanOptions) -> int | None:
    """The points in the tricks of the master's opponents; None while they are not known."""
    if deal.counted is not None:
        return int(deal.counted["points"])
    terms: Terms = deal.terms
    if not deal.played_out or terms.master is None:
        return None
    theirs = [trick for trick in deal.tricks if terms.against(trick.winner)]
    if not all(trick.seen for trick in theirs):
        return None
    taken = sum(points(trick.cards) for trick in theirs)
    times = KITTY_TIMES[options.kitty_bonus]
    if not times or not theirs or deal.tricks[-1] is not theirs[-1]:
        return taken
    aside = points_aside(deal)
    return None if aside is None else taken + times * aside


def opponents_rest(deal: Deal, options: DaBanOptions) -> int | None:
    """The points of the master's opponents, where the tricks of the master's team and the cards set aside were all seen
    and they count for nothing else; None while that is not known.
    """
    terms: Terms = deal.terms
    if not deal.played_out or terms.master is None or options.kitty_bonus != "none" or "cards" in deal.keys:
        return None
    mine = [trick for trick in deal.tricks if not terms.against(trick.winner)]
    if terms.discard is None or not all(trick.seen for trick in mine):
        return None
    return ALL_POINTS - points(terms.discard) - sum(points(trick.cards) for trick in mine)


def gauge(deal: Deal) -> Gauge | None:
    """The opponents' points so far, with the marks for taking over and for tribute; None if not all are known."""
    terms: Terms = deal.terms
    theirs = [trick for trick in deal.tricks if terms.master is not None and terms.against(trick.winner)]
    if deal.phase != "play" or terms.master is None or deal.undecided or not all(trick.seen for trick in theirs):
        return None
    total = sum(points(trick.cards) for trick in theirs)
    text = T("Opponents {points} of {need}", points=total, need=THRESHOLD)
    return Gauge(total, ALL_POINTS, (THRESHOLD, TRIBUTE_FROM), text)


def points_aside(deal: Deal) -> int | None:
    """The points that were set aside; None if not known."""
    terms: Terms = deal.terms
    if terms.discard is not None:
        return points(terms.discard)
    seen = "cards" not in deal.keys and deal.over and all(trick.seen for trick in deal.tricks)
    return ALL_POINTS - sum(points(trick.cards) for trick in deal.tricks) if seen else None


def holds(options: DaBanOptions, counted: int) -> bool:
    """Whether the master's team holds against so many points of its opponents."""
    return counted < THRESHOLD or (counted == THRESHOLD and options.threshold_inclusive == "no")


def outcome(scored: Scored, options: DaBanOptions) -> Outcome | None:
    """The end of a round; None while it is open or its points are not known."""
    terms: Terms = scored.deal.terms
    if terms.master is None or scored.deal.state not in ("done", "stopped"):
        return None
    foul = forfeit(scored, options)
    if foul is not None:
        return Outcome(terms.master, terms.against(foul.seat), None)
    counted = opponents_points(scored.deal, options)
    if counted is None:
        return None
    counted = max(0, counted + fines(scored, options))
    return Outcome(terms.master, holds(options, counted), counted, max(0, counted - TRIBUTE_FROM) // 10)


def won(terms: Terms, options: DaBanOptions) -> Won:
    """The piles of a round. What was set aside counts where the opponents took the last trick, if this was agreed."""
    worth = {card: points((card,)) for card in CODES}
    times = KITTY_TIMES[options.kitty_bonus]
    aside = Fill("points", {card: number * times for card, number in worth.items()})
    piles = (
        Pile(T("The cards of the master’s opponents"), (Fill("points", worth),)),
        Pile(T("The cards of the master’s team")),
    )
    kitty = Pile(T("The cards set aside, if the opponents took the last trick"), (aside,), beside=True)
    return Won((*piles, kitty) if times else piles, len(DECK) - terms.size)
