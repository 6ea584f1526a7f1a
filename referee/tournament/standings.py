"""Standings of players and teams, ties broken as the settings say, with the reasons.

Points are fractions, so that nothing is rounded before it is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import groupby

from referee.games import game
from referee.tournament.boards.grid import match_tables
from referee.tournament.boards.values import BoardSet
from referee.tournament.cells import (
    IDLE,
    WHOLE,
    ZERO,
    Cell,
    Shares,
    cell_of_line,
    mark_counts,
    points_in,
    sum_of,
    sum_of_cells,
    total_of,
    weighed_sum,
)
from referee.tournament.duplicate import notes_of_round, overall
from referee.tournament.scoring import points_of, scores_of
from referee.tournament.settings import TIES, Scoring, Settings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Result, Round, Sitting, Value

QUADRETTE = 4
"""The players of a quadrette. A spoiled board is marked by the rule for teams where teams have another size."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings. Who has no result has place 0.

    `level`: it shares its place. `rounds` has None where nothing was played. `penalties`: the points taken off.
    `breaks`: the tie-breaks in the order of the settings, more is better. `final`: 1 for the best, 0 without finals or
    for a player who left before them. `until`: the first round played without them, None while they are here.
    `categories`: those of its players.
    """

    place: int
    level: bool
    players: tuple[int, ...]
    name: str
    club: str
    team: str
    total: Fraction
    rounds: tuple[Cell | None, ...]
    penalties: int
    breaks: tuple[Fraction, ...]
    final: int = 0
    until: int | None = None
    categories: tuple[str, ...] = ()

    @property
    def played(self) -> int:
        return sum(cell is not None and cell.kind not in IDLE for cell in self.rounds)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round, with the scoring and the tie-breaks used.

    `rows` have a place; `waiting` are here, but have no result yet.
    """

    rows: tuple[Row, ...]
    waiting: tuple[Row, ...]
    through: int
    scoring: Scoring
    ties: tuple[str, ...]


def last_shown(tournament: Tournament) -> int:
    """The last round whose standings the settings show to the public; 0 shows none."""
    last = last_played(tournament)
    match tournament.settings.visible:
        case "never":
            return 0
        case "end":
            return last if tournament.value.finished else 0
        case "rounds":
            return next((at.number - 1 for at in tournament.rounds if not at.complete), last)
    return last


def last_played(tournament: Tournament) -> int:
    """The last round with a result entered, 0 before the first."""
    begun = (at.number for at in tournament.rounds if any(sitting.results for sitting in at.tables.values()))
    return max(begun, default=0)


def standings(tournament: Tournament, through: int | None = None, provisional: bool = False) -> Standings:
    """The players in order after `through` rounds, by default those played.

    Only confirmed results count; `provisional` adds those only entered. A replacement joined to the player before
    counts on that player's line.
    """
    value = tournament.value
    last = last_played(tournament) if through is None else through
    rounds = tuple(at for at in tournament.rounds if at.number <= last)
    parts = (
        value.settings,
        value.players,
        value.penalties,
        value.percents,
        value.adjusted,
        value.boards,
        value.money.groups,
        value.rounds.get(1),
        *rounds,
    )
    return tournament.once(
        ("standings", last, provisional), parts, lambda: _standings(tournament, rounds, last, provisional)
    )


def _standings(tournament: Tournament, rounds: Sequence[Round], last: int, provisional: bool) -> Standings:
    value, names = tournament.value, tournament.names
    cells = [_adjust(value, at.number, _cells(tournament, at, provisional)) for at in rounds]
    shares, groups = carried_shares(value.settings, rounds), rounds[-1].groups if rounds else ()
    final = {player: number for number, group in enumerate(groups, 1) for player in group}
    rows = []
    for line in _lines(value):
        head = value.players[line[0]].entrant
        own = mark_counts(value, tuple(map(partial(_of_line, value, line), rounds, cells)), shares)
        off, counted = _deductions(value, line, last, shares)
        name = " / ".join(names[number] for number in line)
        total = total_of(value, own, shares) - counted
        group = max((final[number] for number in line if number in final), default=0)
        until = value.players[line[-1]].until
        mine = tuple(dict.fromkeys(name for number in line for name in value.money.groups.get(number, ())))
        rows.append(Row(0, False, line, name, head.club, head.team, total, own, off, (), group, until, mine))
    return _rank(value, rounds, rows, last, provisional)


def _of_line(value: Value, line: tuple[int, ...], at: Round, cells: Mapping[int, Cell]) -> Cell | None:
    """The cell of a line in a round; where it is agreed, a round missed is worth something too."""
    cell = cell_of_line(cells, line)
    if cell is None and value.settings.missed and not any(map(at.sitting_of, line)):
        return Cell(Fraction(value.settings.missed), kind="missed")
    return cell


def within(found: Standings, category: str) -> Standings:
    """The standings of one category: its lines in the same order, with their places among themselves."""
    rows: list[Row] = []
    for _, group in groupby((row for row in found.rows if category in row.categories), lambda row: row.place):
        alike, place = tuple(group), len(rows) + 1
        rows += [replace(row, place=place, level=len(alike) > 1) for row in alike]
    waiting = tuple(row for row in found.waiting if category in row.categories)
    return replace(found, rows=tuple(rows), waiting=waiting)


CARRIED = {"all": WHOLE, "half": Fraction(1, 2), "nothing": ZERO}


def carried_shares(settings: Settings, rounds: Sequence[Round]) -> Shares:
    """The share of each of these rounds that counts."""
    playing = bool(rounds and rounds[-1].groups)
    return [CARRIED[settings.carry] if playing and not at.groups else WHOLE for at in rounds]


def _deductions(value: Value, line: tuple[int, ...], last: int, shares: Shares) -> tuple[int, Fraction]:
    """The penalty points of a line, and what its penalties and percents take off its total, by their rounds' shares."""
    points, counted = 0, ZERO
    for penalty in value.penalties.values():
        if penalty.player in line and penalty.cancelled is None and penalty.round <= last:
            points += penalty.points
            counted += penalty.points * (shares[penalty.round - 1] if 0 < penalty.round <= len(shares) else 1)
    for one in value.percents.values():
        if one.player in line and one.round <= last:
            counted += Fraction(one.tenths, 10) * (shares[one.round - 1] if 0 < one.round <= len(shares) else 1)
    return points, counted


def team_standings(tournament: Tournament, through: int | None = None, provisional: bool = False) -> Standings:
    """The teams in order, by the sum over their players; where these share what they get, by that. Players without a
    team are left out.
    """
    alone = standings(tournament, through, provisional)
    drawn = tuple(at for at in tournament.rounds if at.number <= alone.through)
    return tournament.once(
        ("teams", alone.through, provisional), (alone,), lambda: _teams(tournament.value, drawn, alone, provisional)
    )


def _teams(value: Value, rounds: Sequence[Round], alone: Standings, provisional: bool) -> Standings:
    teams: dict[str, list[Row]] = {}
    shares = carried_shares(value.settings, rounds)
    for row in (*alone.rows, *alone.waiting):
        if row.team:
            teams.setdefault(row.team, []).append(row)
    rows = []
    for team, members in teams.items():
        each = _share(value.settings)
        cells = tuple(sum_of_cells(column, each) for column in zip(*(row.rounds for row in members), strict=True))
        numbers = tuple(number for row in members for number in row.players)
        taken = sum(row.penalties for row in members)
        total = sum_of(row.total for row in members)
        if each:
            counted = sum((_deductions(value, row.players, alone.through, shares)[1] for row in members), ZERO)
            total = weighed_sum([(cell, share) for cell, share in zip(cells, shares, strict=True) if cell]) - counted
        final = max(row.final for row in members)
        club = members[0].club if len({row.club for row in members}) == 1 else ""
        rows.append(Row(0, False, numbers, team, club, team, total, cells, taken, (), final))
    return _rank(value, rounds, rows, alone.through, provisional)


def _share(settings: Settings) -> bool:
    """Whether all players of a team get what the team gets: in a match, and as partners at one table."""
    return settings.scoring == "match" or (settings.together and game(settings.game).usual.partners)


def _lines(value: Value) -> Iterable[tuple[int, ...]]:
    """The players of each line of the standings: one, or several where replacements were joined."""
    joined = {player.by: player.number for player in value.players.values() if player.joined}
    for number in sorted(value.players):
        if number in joined:
            continue
        line, at = [number], value.players[number]
        while at.joined and at.by is not None and at.by not in line:
            line.append(at.by)
            at = value.players[at.by]
        if any(value.players[member].since is not None for member in line):
            yield tuple(line)


def _cells(tournament: Tournament, at: Round, provisional: bool) -> Mapping[int, Cell]:
    """What each player got in a round, before the director's adjustments."""

    def make() -> Mapping[int, Cell]:
        cells: Mapping[int, Cell]
        match settings.scoring:
            case "topage":
                cells = _by_comparison(settings, at, provisional)
            case "match":
                cells = _by_matches(settings, at, boards, provisional)
            case _:
                cells = {number: Cell(points, table) for table, number, points in points_of(settings, at, provisional)}
        return {**cells, **_cells_unplayed(at), **{number: Cell(ZERO, kind="bye") for number in at.out}}

    settings, boards = tournament.settings, tournament.value.boards.get(at.number)
    return tournament.once(("cells", at.number, provisional), (settings, at, boards), make)


def _cells_unplayed(at: Round) -> Mapping[int, Cell]:
    """What the director gave the players of tables not played."""
    given: dict[int, Cell] = {}
    for table, sitting in at.tables.items():
        match sitting.unplayed:
            case Result(award="average"):
                given |= {player: Cell(ZERO, table, "average") for player in sitting.seats}
            case Result(award="points", scores=scores):
                cells = (Cell(Fraction(points), table, "adjusted") for points in scores)
                given |= dict(zip(sitting.seats, cells, strict=True))
    return given


def _by_comparison(settings: Settings, at: Round, provisional: bool) -> Mapping[int, Cell]:
    tables = {player: sitting.number for sitting in at.tables.values() for player in sitting.seats}
    return {
        number: Cell(overall(attack, defence, settings.team), tables[number], attack=attack, defence=defence)
        for number, (attack, defence) in notes_of_round(at, provisional).items()
    }


def _by_matches(settings: Settings, at: Round, boards: BoardSet | None, provisional: bool) -> Mapping[int, Cell]:
    if boards is None:
        return {}
    tables = {player: sitting.number for sitting in at.tables.values() for player in sitting.seats}
    marks = match_tables(boards, at, settings.team == QUADRETTE, provisional)
    return {player: Cell(points, tables[player]) for player, points in marks.items()}


def _adjust(value: Value, number: int, cells: Mapping[int, Cell]) -> Mapping[int, Cell]:
    """The cells of a round with the director's adjustments put in."""
    given = {
        player: Cell(one.points, cells[player].table if player in cells else 0, "adjusted")
        for (at, player), one in value.adjusted.items()
        if at == number
    }
    return {**cells, **given} if given else cells


# Ties


def _rank(value: Value, rounds: Sequence[Round], rows: list[Row], through: int, provisional: bool) -> Standings:
    settings = value.settings
    waiting = [row for row in rows if not row.played and row.until is None]
    waiting.sort(key=lambda row: row.name.casefold())
    rows = [row for row in rows if row.played]
    totals = {number: row.total for row in rows for number in row.players}
    met = _tables_of(rounds, totals, provisional)
    breaks = [tuple(_tie_break(value, met, totals, row, word) for word in settings.ties) for row in rows]
    keyed = [
        ((-(row.final or len(rows) + 1), *map(_plain, (row.total, *own))), own, row)
        for row, own in zip(rows, breaks, strict=True)
    ]
    keyed.sort(key=lambda one: one[0], reverse=True)
    placed: list[Row] = []
    for at, (mine, own, row) in enumerate(keyed):
        above = at > 0 and keyed[at - 1][0] == mine
        below = at + 1 < len(keyed) and keyed[at + 1][0] == mine
        place = placed[-1].place if above else at + 1
        placed.append(replace(row, place=place, level=above or below, breaks=own))
    assert all(word in TIES for word in settings.ties)
    return Standings(tuple(placed), tuple(waiting), through, settings.scoring, settings.ties)


def _tables_of(rounds: Sequence[Round], players: Iterable[int], provisional: bool) -> dict[int, list[Sitting]]:
    """The tables with a result at which each player sat."""
    tables: dict[int, list[Sitting]] = {number: [] for number in players}
    for sitting in (each for at in rounds for each in at.tables.values() if each.counting(provisional) is not None):
        for number in sitting.seats:
            if number in tables:
                tables[number].append(sitting)
    return tables


def _plain(points: Fraction) -> Fraction | int:
    """The same number in a form that compares faster."""
    return points.numerator if points.denominator == 1 else points


def _tie_break(
    value: Value, met: Mapping[int, Sequence[Sitting]], totals: Mapping[int, Fraction], row: Row, word: str
) -> Fraction:
    """The value of a tie-break; more is better."""
    match word:
        case "best":
            return max((cell.points for cell in row.rounds if cell), default=ZERO)
        case "last":
            return points_in(row.rounds[-1]) if row.rounds else ZERO
        case "penalties":
            return Fraction(-row.penalties)
        case "lot":
            seed = value.rounds[1].certificate.get("seed", "") if 1 in value.rounds else ""
            return Fraction(int.from_bytes(sha256(f"{seed}:{row.players[0]}".encode()).digest()[:6]))
        case "opponents":
            others = (other for number in row.players for sitting in met[number] for other in sitting.seats)
            return sum_of(totals.get(other, ZERO) for other in others if other not in row.players)
    low = value.settings.lowest_wins
    return Fraction(sum(_has_won(sitting, number, low) for number in row.players for sitting in met[number]))


def _has_won(sitting: Sitting, number: int, lowest_wins: bool) -> bool:
    """Whether nobody at the table got more, or less where the fewest points win."""
    assert sitting.result is not None
    paid = scores_of(sitting.result)
    return paid[sitting.seats.index(number)] == (min(paid) if lowest_wins else max(paid))
