"""The effects of a correction: what differs between the table before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.club.tables import Kept
from referee.record.facts import Ruled
from referee.rules import Foul
from referee.rules.deal import Trick
from referee.table.table import Judged, Table
from referee.web.table.between import deal_prompts, fact_text
from referee.web.table.drawn import STATES, TrickShown, trick_view
from referee.web.table.view import TableView
from referee.words.languages import Language
from referee.words.text import T

MOST_TRICKS = 6
"""How many changed tricks are drawn; of the others only the number is told."""


@dataclass(frozen=True, slots=True)
class PointsMoved:
    """The points of a player before and after."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ScoreMoved:
    """A deal whose score changes, or its states (before, after)."""

    label: str
    points: tuple[PointsMoved, ...]
    states: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick, and the name of who takes it."""

    trick: TrickShown
    winner: str | None


@dataclass(frozen=True, slots=True)
class TrickMoved:
    """A trick before and after."""

    deal: str
    number: int
    before: TrickWon
    after: TrickWon


@dataclass(frozen=True, slots=True)
class FoulMoved:
    """A foul by its kind and who may have committed it."""

    kind: str
    names: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Effects:
    """All that a correction changes: of the tricks the first few, the fouls no longer proved (`lost`) and newly proved
    (`proved`), the rulings that fall with a foul (`fallen`), and what the table waits for before (None if it waits for
    the same) and `now`.
    """

    scores: tuple[ScoreMoved, ...]
    totals: tuple[PointsMoved, ...]
    tricks: tuple[TrickMoved, ...]
    more_tricks: int
    lost: tuple[FoulMoved, ...]
    proved: tuple[FoulMoved, ...]
    fallen: tuple[str, ...]
    turn: str | None
    now: str

    @property
    def weigh(self) -> bool:
        """Whether a score, a foul or a ruling changes: only then a person is shown what."""
        return bool(self.scores or self.lost or self.proved or self.fallen)


def effects(kept: Kept, after: Table, language: Language) -> Effects:
    """All differences between a table and the table `after` a correction."""
    views = [TableView(Kept(kept.id, kept.title, table, kept.seq), language) for table in (kept.table, after)]
    tricks = tuple(_tricks(*views))
    turn, now = map(_turn, views)
    lost, proved = _fouls(*views)
    return Effects(
        scores=tuple(_scores(*views)),
        totals=_points(kept.table, after, kept.table.standing.totals, after.standing.totals),
        tricks=tricks[:MOST_TRICKS],
        more_tricks=max(0, len(tricks) - MOST_TRICKS),
        lost=lost,
        proved=proved,
        fallen=_fallen_rulings(views[0], after),
        turn=turn if turn != now else None,
        now=now,
    )


def _points(before: Table, after: Table, was: Sequence[int], becomes: Sequence[int]) -> tuple[PointsMoved, ...]:
    """The points of each seat before and after; of each player where names change seats."""
    old = [before.seats.index(name) if name in before.seats else seat for seat, name in enumerate(after.seats)]
    return tuple(PointsMoved(name, was[old[seat]], becomes[seat]) for seat, name in enumerate(after.seats))


def _scores(before: TableView, after: TableView) -> Iterator[ScoreMoved]:
    """The deals whose score, penalties or state change, and those added or removed."""
    n = len(before.table.seats)
    deals = [before.table.deals, after.table.deals]
    for at in range(max(map(len, deals))):
        pair: list[Judged | None] = [judged[at] if at < len(judged) else None for judged in deals]
        paid = [deal.net(n) if deal else (0,) * n for deal in pair]
        was, becomes = (before.say(STATES[deal.state]) if deal else "–" for deal in pair)
        points = _points(before.table, after.table, *paid)
        if any(one.before != one.after for one in points) or was != becomes:
            shown = pair[1] or pair[0]
            assert shown is not None
            label = before.say(after.rules.label(shown.deal))
            yield ScoreMoved(label, points, (was, becomes) if was != becomes else None)


def _tricks(before: TableView, after: TableView) -> Iterator[TrickMoved]:
    """The tricks in which a card, a player or the winner changes, drawn before and after."""
    for old, new in zip(before.table.deals, after.table.deals, strict=False):
        pairs = [judged.deal.all_tricks for judged in (old, new)]
        for at in range(max(map(len, pairs))):
            was, becomes = (tricks[at] if at < len(tricks) else Trick(at + 1) for tricks in pairs)
            if _contents(was) == _contents(becomes) or not (was.plays or becomes.plays or was.winner is not None):
                continue
            yield TrickMoved(
                deal=before.say(after.rules.label(new.deal)),
                number=at + 1,
                before=_with_marks(before, was, old, becomes),
                after=_with_marks(after, becomes, new, was),
            )


def _contents(trick: Trick) -> tuple[object, ...]:
    return trick.winner, tuple((play.seat, play.cards) for play in trick.plays)


def _with_marks(view: TableView, trick: Trick, judged: Judged, other: Trick) -> TrickWon:
    """A trick with those plays marked that the other lacks."""
    known = {(play.seat, play.cards) for play in other.plays}
    marks = [(play.seat, play.cards) not in known for play in trick.plays]
    winner = None if trick.winner is None else view.table.seats[trick.winner]
    return TrickWon(trick_view(trick, judged.deal, view.language, marks), winner)


def _fouls(before: TableView, after: TableView) -> tuple[tuple[FoulMoved, ...], tuple[FoulMoved, ...]]:
    """The fouls no longer proved, and those newly proved."""
    lists = [[foul for deal in view.table.deals for foul in deal.fouls] for view in (before, after)]
    keys = [{_key(foul) for foul in fouls} for fouls in lists]
    lost = tuple(_foul(before, foul) for foul in lists[0] if _key(foul) not in keys[1])
    proved = tuple(_foul(after, foul) for foul in lists[1] if _key(foul) not in keys[0])
    return lost, proved


def _key(foul: Foul) -> tuple[object, ...]:
    return foul.kind, foul.seat, foul.suspects, foul.committed, foul.proved, foul.explained


def _foul(view: TableView, foul: Foul) -> FoulMoved:
    names = tuple(view.table.seats[seat] for seat in ((foul.seat,) if foul.seat is not None else foul.suspects))
    return FoulMoved(view.say(view.rules.name_of(foul)), names, view.say(foul.message))


def _fallen_rulings(before: TableView, after: Table) -> tuple[str, ...]:
    """The rulings that fall because their foul is gone."""
    stand = {entry.line for entry in after.facts()}
    return tuple(
        fact_text(before.table, entry.fact, before.language)
        for entry in before.table.facts()
        if isinstance(entry.fact, Ruled) and entry.line not in stand
    )


def _turn(view: TableView) -> str:
    """What the table waits for, as a sentence."""
    table = view.table
    if view.asked:
        return view.say(view.asked[0].text)
    if table.standing.finished:
        return view.say(T("Won by {names}", names=tuple(table.seats[seat] for seat in table.standing.winners)))
    return view.say(deal_prompts(table)[0].text)
