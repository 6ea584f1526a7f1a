"""What a round of Da Ban hands on to the next: levels, the master, the tribute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.deal import Deal
from referee.games.da_ban.cards import ALL_POINTS, points
from referee.games.da_ban.options import DaBanOptions
from referee.ruleset import Foul, Scored

Levels = tuple[int, int]

THRESHOLD = 120
TRIBUTE_FROM = 160
PUT_RIGHT = ("already-played", "not-in-hand", "inconsistent", "wrong-count", "out-of-turn")
"""Kinds of fouls that may be the scribe's, or are put right at once."""


@dataclass(frozen=True, slots=True)
class Tribute:
    """So many of his best trumps, which `payer` owes `receiver`; what was given and returned, of which `known` and
    `back` are the cards seen.
    """

    due: int
    payer: int
    receiver: int
    given: int = 0
    known: tuple[str, ...] = ()
    returned: int = 0
    back: tuple[str, ...] = ()
    cancelled: bool = False
    settled: bool = False

    @property
    def open(self) -> bool:
        """Whether something is still owed or to be given back."""
        return not self.cancelled and (self.given < self.due or self.returned < self.given)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled of a round. `levels` are those it is played at, the team of the first seat first; `reset`
    whether its deal line named them. `trump` is a suit, NO_TRUMP, or None while nobody knows it; `fixed` if the deal
    line named it. `shown` are the cards shown while drawing, in order; `size` the cards of the kitty, `kitty` those
    turned, `aside` whether it was to be set aside as it is, `discard` what was set aside where that is known.
    """

    round: int
    levels: Levels
    size: int
    master: int | None = None
    reset: bool = False
    trump: str | None = None
    fixed: bool = False
    declarer: int | None = None
    shown: tuple[tuple[int, str], ...] = ()
    tribute: Tribute | None = None
    kitty: tuple[str, ...] | None = None
    by_kitty: bool = False
    aside: bool = False
    discard: tuple[str, ...] | None = None
    exchanged: bool = False

    @property
    def late(self) -> bool:
        """Whether the time for the tribute is over."""
        return self.exchanged or (self.kitty is not None and not self.by_kitty)

    @property
    def level(self) -> int:
        """The level of the round: that of the master's team."""
        return self.levels[(self.master or 0) % 2]

    @property
    def first(self) -> bool:
        """Whether trump and master are still found by drawing a Big King."""
        return self.round == 1 and not self.fixed


@dataclass(frozen=True, slots=True)
class Course:
    """Where the match stands between two rounds: levels, who is master next (None: still to be found), the tribute
    owed and by whom, how many rounds were played, who has won.
    """

    levels: Levels
    master: int | None = None
    tribute: int = 0
    payer: int | None = None
    rounds: int = 0
    winners: tuple[int, ...] | None = None
    """The teams that have won: 0 that of the first seat."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended: whether the master's team held, the opponents' points (None after a forfeit), the tribute."""

    held: bool
    points: int | None
    tribute: int = 0


def opponents_points(deal: Deal, options: DaBanOptions) -> int | None:
    """The points in the tricks of the master's opponents; None while they are not known."""
    if deal.counted is not None:
        return int(deal.counted["points"])
    terms: Terms = deal.terms
    if not deal.over or deal.undecided or terms.master is None:
        return None
    theirs = [trick for trick in deal.tricks if trick.winner is not None and (trick.winner - terms.master) % 2]
    if not all(trick.seen for trick in theirs):
        return None
    found = sum(points(trick.cards) for trick in theirs)
    times = {"none": 0, "x1": 1, "x2": 2}[options.kitty_bonus]
    if not times or not theirs or deal.tricks[-1] is not theirs[-1]:
        return found
    aside = set_aside(deal)
    return None if aside is None else found + times * aside


def set_aside(deal: Deal) -> int | None:
    """The points that were set aside; None where nobody knows."""
    terms: Terms = deal.terms
    if terms.discard is not None:
        return points(terms.discard)
    whole = "cards" not in deal.keys and deal.over and all(trick.seen for trick in deal.tricks)
    return ALL_POINTS - sum(points(trick.cards) for trick in deal.tricks) if whole else None


def put_right(foul: Foul) -> bool:
    """Whether a foul was seen at once, or while its trick lay open."""
    if foul.seat is None or foul.kind in PUT_RIGHT or foul.committed == foul.proved:
        return True
    return foul.trick is not None and foul.trick == foul.proof_trick


def forfeit(options: DaBanOptions, upheld: Iterable[Foul]) -> Foul | None:
    """The foul that loses the round: of those upheld, the first committed."""
    late = [foul for foul in upheld if not put_right(foul)] if options.foul == "forfeit_round" else []
    return min(late, key=lambda foul: (foul.committed, foul.proved), default=None)


def fined(options: DaBanOptions, master: int, upheld: Iterable[Foul]) -> int:
    """What fouls add to the opponents' points, or take from them."""
    if not options.foul.startswith("points:"):
        return 0
    each = int(options.foul.removeprefix("points:"))
    late = [foul for foul in upheld if foul.seat is not None and not put_right(foul)]
    return sum(-each if ((foul.seat or 0) - master) % 2 else each for foul in late)


def outcome(options: DaBanOptions, scored: Scored) -> Outcome | None:
    """How a round ended; None while it has not."""
    deal = scored.deal
    terms: Terms = deal.terms
    if terms.master is None or deal.state not in ("done", "stopped"):
        return None
    foul = forfeit(options, scored.upheld)
    if foul is not None and foul.seat is not None:
        return Outcome(bool((foul.seat - terms.master) % 2), None)
    counted = opponents_points(deal, options)
    if counted is None:
        return None
    counted = max(0, counted + fined(options, terms.master, scored.upheld))
    held = counted < THRESHOLD or (counted == THRESHOLD and options.threshold_inclusive == "no")
    return Outcome(held, counted, max(0, counted - TRIBUTE_FROM) // 10)


def course(options: DaBanOptions, seats: int, past: Sequence[Scored]) -> Course:
    """Where the match stands after these rounds."""
    start = int(options.start_level)
    now = Course((start, start))
    for scored in past:
        deal = scored.deal
        terms: Terms = deal.terms
        found = outcome(options, scored)
        if found is None or terms.master is None:
            continue
        master, team = terms.master, terms.master % 2
        levels = list(terms.levels if terms.reset else now.levels)
        levels[team] += found.held
        now = Course((levels[0], levels[1]), rounds=now.rounds + 1)
        if levels[team] >= int(options.end_level):
            return replace(now, winners=(team,))
        if deal.last:
            best = max(levels)
            return replace(now, winners=tuple(side for side in (0, 1) if levels[side] == best))
        now = (
            replace(now, master=(master + 2) % seats)
            if found.held
            else replace(
                now, master=(master + 1) % seats, tribute=found.tribute, payer=master if found.tribute else None
            )
        )
    return now
