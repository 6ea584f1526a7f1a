"""The settings agreed before a tournament, and the players as signed up."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from referee.games import game, rules_of
from referee.record.text import Header
from referee.words.text import Slip, T, Text

Scoring = Literal["sum", "average", "places", "topage", "match"]
Visible = Literal["never", "rounds", "end", "always"]
Draw = Literal["random", "best", "movement", "hand"]
Bye = Literal["nothing", "average"]
Mates = Literal["apart", "together"]
Carry = Literal["all", "half", "nothing"]
Depth = Literal["total", "score", "tricks", "cards"]

SCORINGS: Mapping[Scoring, Text] = {
    "sum": T("sum of the scores"),
    "average": T("average score a round"),
    "places": T("places at the tables"),
    "topage": T("each deal compared across the tables"),
    "match": T("match points of two tables, side against side"),
}
VISIBLE: Mapping[Visible, Text] = {
    "never": T("never"),
    "rounds": T("after each round"),
    "end": T("at the end"),
    "always": T("always"),
}
DRAWS: Mapping[Draw, Text] = {
    "random": T("by lot, nobody twice with the same if it can be"),
    "best": T("best with best"),
    "movement": T("a rotation: one stays, the others move on"),
    "hand": T("by hand"),
}
MATES: Mapping[Mates, Text] = {
    "apart": T("at tables of their own"),
    "together": T("together, as partners"),
}
CARRIES: Mapping[Carry, Text] = {
    "all": T("all of it"),
    "half": T("half of it"),
    "nothing": T("nothing"),
}
BYES: Mapping[Bye, Text] = {
    "nothing": T("nothing"),
    "average": T("the average of one’s other rounds"),
}
DEPTHS: Mapping[Depth, Text] = {
    "total": T("the round’s scores only"),
    "score": T("each deal’s result"),
    "tricks": T("tricks"),
    "cards": T("every card"),
}
TIES: Mapping[str, Text] = {
    "won": T("tables won"),
    "best": T("best round"),
    "last": T("last round"),
    "opponents": T("sum of the opponents’ totals"),
    "penalties": T("fewest penalty points"),
    "lot": T("lot"),
}


DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Settings:
    """The agreed settings of a tournament.

    `sizes`: the table sizes allowed, the preferred one first. `deals`: the deals of a round by table size. `best`: how
    many rounds count, 0 for all. `minutes`: of a round, 0 without a timer. `team`: players of a team, 1 without teams;
    `mates`: whether they sit at tables of their own or together, as partners. `early`: in how many first rounds club
    mates, and seeded players, should not meet. `finals`: the size of each final drawn up after `qualifying` rounds,
    everybody else plays one more; `carry`: what of these rounds counts there. `balanced`: a table's scores must add up
    to 0. `day`: an ISO date. `region`: the Land or region, for rankings that need it. `venues`: where it is played,
    each with a tournament of its own, if at several. `place_points`: what each place at a table is worth where places
    count, none for a point for each player beaten; `missed`: what a round missed is worth there.
    """

    title: str
    game: str
    preset: str = ""
    options: tuple[tuple[str, str], ...] = ()
    place: str = ""
    day: str = ""
    season: str = ""
    rounds: int = 5
    sizes: tuple[int, ...] = (4,)
    deals: tuple[tuple[int, int], ...] = ()
    depth: Depth = "score"
    draw: Draw = "random"
    scoring: Scoring = "sum"
    balanced: bool = False
    ties: tuple[str, ...] = ()
    best: int = 0
    bye: Bye = "nothing"
    visible: Visible = "always"
    minutes: int = 0
    confirm: bool = True
    team: int = 1
    signup: bool = False
    region: str = ""
    mates: Mates = "apart"
    early: int = 0
    finals: tuple[int, ...] = ()
    qualifying: int = 0
    carry: Carry = "all"
    venues: tuple[str, ...] = ()
    place_points: tuple[int, ...] = ()
    missed: int = 0

    @property
    def together(self) -> bool:
        """Whether teams sit together, and so are drawn as one."""
        return self.team > 1 and self.mates == "together"

    @property
    def lowest_wins(self) -> bool:
        """Whether the fewest points win a table under the laws agreed."""
        return _lowest_wins(self.game, self.preset, self.options)

    def deals_at(self, size: int) -> int:
        """How many deals a round has at a table of this size, 0 where that is open."""
        return dict(self.deals).get(size, 0)


@lru_cache(100)
def _lowest_wins(name: str, preset: str, options: tuple[tuple[str, str], ...]) -> bool:
    """Whether the fewest points win; not in a game, with a preset or an option that there is not."""
    try:
        seats = tuple(str(seat) for seat in range(min(game(name).players)))
        return rules_of(Header(name, seats, preset or None, options)).lowest_wins
    except Slip:
        return False


def usual(name: str, title: str) -> Settings:
    """The usual settings of a game. Raises Slip for an unknown game."""
    usual = game(name).usual
    return Settings(
        title, name, usual.preset, rounds=usual.rounds, sizes=usual.sizes, deals=usual.deals, balanced=usual.balanced,
        signup=True,
    )  # fmt: skip


def check_reason(reason: str) -> None:
    """Refuse an act of the director without a reason."""
    if not reason.strip():
        raise Slip(T("a reason is needed"), part="reason")


def check_settings(settings: Settings) -> None:
    """Refuse settings that no tournament can have. Raises Slip."""
    if not settings.title.strip():
        raise Slip(T("a tournament needs a title"), part="title")
    for part, known in (
        ("scoring", SCORINGS), ("visible", VISIBLE), ("draw", DRAWS), ("bye", BYES), ("depth", DEPTHS),
        ("mates", MATES), ("carry", CARRIES),
    ):  # fmt: skip
        check_word(part, getattr(settings, part), known)
    for tie in settings.ties:
        check_word("ties", tie, TIES)
    if settings.day and not DAY.fullmatch(settings.day):
        raise Slip(T("“{found}” is no day: expected such as 2026-11-21T19:30", found=settings.day), part="day")
    _between("rounds", settings.rounds, 1, 99)
    _between("team", settings.team, 1, 4)
    _between("minutes", settings.minutes, 0, 24 * 60)
    _between("best", settings.best, 0, settings.rounds)
    _between("early", settings.early, 0, 99)
    for size in settings.finals:
        _between("finals", size, 2, 999)
    if settings.finals:
        _between("qualifying", settings.qualifying, 1, settings.rounds - 1)
        if settings.scoring == "topage" and settings.carry == "half":
            text = T("where each deal is compared, all of the qualifying rounds counts in the finals, or nothing")
            raise Slip(text, part="carry")
    if settings.venues:
        _at_venues(settings)
    if not settings.sizes:
        raise Slip(T("a tournament needs at least one size of table"), part="sizes")
    for size in settings.sizes:
        _between("sizes", size, 2, 10)
    _check_places(settings)
    if settings.scoring != "places" and settings.lowest_wins:
        text = T("the fewest points win in this game: a tournament counts points for the place at each table")
        raise Slip(text, part="scoring")
    for size, deals in settings.deals:
        _between("deals", size, 2, 10)
        _between("deals", deals, 0, 999)


def _check_places(settings: Settings) -> None:
    """Refuse points for places where these do not count, or for one place alone. Raises Slip."""
    for points in (*settings.place_points, settings.missed):
        _between("place_points", points, -999, 999)
    if (settings.place_points or settings.missed) and settings.scoring != "places":
        raise Slip(T("points for places, and for a round missed, count where places at the tables do"), part="scoring")
    if len(settings.place_points) == 1:
        raise Slip(T("a table has at least two places: write the points of each"), part="place_points")


def _at_venues(settings: Settings) -> None:
    """Refuse settings that cannot be played at several venues. Raises Slip."""
    names = {venue.casefold() for venue in settings.venues}
    if "" in names or len(names) < max(2, len(settings.venues)):
        raise Slip(T("a tournament at several venues names two at least, each by a name of its own"), part="venues")
    if settings.finals:
        raise Slip(T("finals after qualifying rounds are played at one venue"), part="venues")
    if settings.scoring == "match":
        raise Slip(T("match points of boards are those of one venue"), part="venues")


def check_word(part: str, value: str, known: Collection[str]) -> None:
    """Refuse a word that is not one of those known."""
    if value not in known:
        raise Slip(
            T("“{found}” stands where one of {expected} was expected", found=value, expected=tuple(known)),
            part=part,
            found=value,
        )


def _between(part: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise Slip(
            T("{found} stands where a number from {low} to {high} was expected", found=value, low=low, high=high),
            part=part,
            found=value,
        )


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as signed up; `number` is theirs for the whole tournament.

    Players with the same `apart` should not meet. `fixed`: the table they keep, 0 for none. `last`: the part of the
    name that lists sort by, if known. `licence`: their number in a federation. `seeded`: should not meet other seeded
    players in the first rounds.
    """

    number: int
    name: str
    club: str = ""
    team: str = ""
    apart: str = ""
    fixed: int = 0
    last: str = field(default="", compare=False)
    licence: str = ""
    seeded: bool = False

    @property
    def sort_name(self) -> str:
        """The key that lists sort by: last name first, where it is known."""
        return f"{self.last} {self.name}"
