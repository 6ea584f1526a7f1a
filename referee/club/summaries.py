"""Summaries of tables for the pages of players and the book, kept beside the logs so that a page folds almost nothing.

They are no evidence. A summary kept by another version of the program does not count, and is made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, overload

from referee.club.tables import KIND, UNREADABLE, Tables, header_of
from referee.record.facts import Reseated
from referee.record.grammar import from_json
from referee.record.text import Entry
from referee.store import Stream, stamp
from referee.store.summaries import Summary as Row
from referee.table.table import Table, open_table
from referee.table.tally import Played, Tally, played, tallies

RECKONS = ("record", "rules", "games", "judge", "table", "club/summaries.py")
"""The parts of the program that a summary depends on."""
AT_ONCE = 500
"""The most entries folded for one page: more would keep everybody waiting."""
STEP, LOT = 50, 20
"""Entries folded before other work gets its turn; summaries written in one transaction."""


@cache
def program() -> str:
    """A digest of the parts that a summary depends on: another version of them may reckon otherwise."""
    folder, digest = Path(__file__).parents[1], hashlib.sha256()
    for part in RECKONS:
        for file in sorted((folder / part).rglob("*.py")) or [folder / part]:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Summary:
    """A table's seats, totals, places and number of deals, and each player's tally of the deals `over` and the `open`
    one. Players with equal totals share a place.
    """

    seats: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    deals: int
    over: Mapping[str, Tally]
    open: Mapping[str, Tally]

    def total(self, name: str) -> int:
        """A player's total."""
        return self.totals[self.seats.index(name)]

    def place(self, name: str) -> int:
        """A player's place."""
        return self.places[self.seats.index(name)]

    def only(self, name: str) -> Summary:
        """The summary with the tallies of one player alone."""
        over, now = ({name: part[name]} if name in part else {} for part in (self.over, self.open))
        return replace(self, over=over, open=now)


def summary_of(table: Table) -> Summary:
    """The summary of a table."""
    over = tallies((table.rules, judged) for judged in table.ended)
    now = tallies((table.rules, judged) for judged in (table.current,) if judged is not None)
    totals = table.won if table.rules.before else table.standing.totals  # what was carried stands at another table
    return Summary(table.seats, totals, table.rules.places(totals), len(table.deals), over, now)


class Booked(NamedTuple):
    """A table for the book: its game, whether the fewest points win, its seats, what each won there whatever it began
    with, and its finished deals.
    """

    game: str
    lowest_wins: bool
    seats: tuple[str, ...]
    won: tuple[int, ...]
    deals: Sequence[Played]


def booked(table: Table) -> Booked:
    """A table for the book."""
    rules, deals = table.rules, (played(table.rules, judged) for judged in table.ended)
    finished = tuple(deal for deal in deals if deal is not None)
    return Booked(rules.booked, rules.lowest_wins, table.seats, table.won, finished)


class _Deals(Sequence[Played]):
    """Deals as they were kept, read when somebody asks for one: a page asks for those of one group and year."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __bool__(self) -> bool:
        return self._text != "[]"

    def __len__(self) -> int:
        return len(self._deals)

    @overload
    def __getitem__(self, at: int) -> Played: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Played]: ...
    def __getitem__(self, at: int | slice) -> Played | Sequence[Played]:
        return self._deals[at]

    def __iter__(self) -> Iterator[Played]:
        return iter(self._deals)

    @cached_property
    def _deals(self) -> tuple[Played, ...]:
        rows = json.loads(self._text)
        return tuple(
            Played(at, tuple(paid), tuple(sides), tuple(map(tuple, aims)), low) for at, paid, sides, aims, low in rows
        )


def _as_text(table: Table) -> str:
    """What is kept of a table: a line each for its summary, for its seats and what they won, and for its deals."""
    game, low, seats, won, deals = booked(table)
    return "\n".join(_as_json(part) for part in (asdict(summary_of(table)), (seats, won, game, low), deals))


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read(text: str, name: str) -> Summary:
    summary = json.loads(text.partition("\n")[0])
    over, now = ({name: Tally(**summary[part][name])} if name in summary[part] else {} for part in ("over", "open"))
    seats, totals, places = (tuple(summary[part]) for part in ("seats", "totals", "places"))
    return Summary(seats, totals, places, summary["deals"], over, now)


class Summaries:
    """The summaries of a club's tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store
        self._unreadable = set[str]()

    def of(self, streams: Sequence[Stream], name: str) -> tuple[dict[str, Summary], int]:
        """The summaries of the tables where somebody sits, by id; and how many tables are still to be folded."""
        stored, quoted = self._store.summaries(program()), json.dumps(name, ensure_ascii=False)
        summaries = {
            stream.id: _read(stored[stream.id], name) for stream in streams if quoted in stored.get(stream.id, "")
        }
        late = [stream for stream in streams if stream.id not in stored and stream.id not in self._unreadable]
        moved = self._with_new_names(late)
        late = [stream for stream in late if stream.id in moved or name in stream.meta["seats"]]
        folded = {stream: summary_of(table).only(name) for stream, table in self._fold(late).items()}
        summaries = {stream: summary for stream, summary in (summaries | folded).items() if name in summary.seats}
        return summaries, sum(stream.id not in folded and stream.id not in self._unreadable for stream in late)

    def booked(self, streams: Sequence[Stream]) -> tuple[dict[str, Booked], int]:
        """Some tables for the book, by id; and how many are still to be folded."""
        stored, found = self._store.summaries(program()), dict[str, Booked]()
        for stream in streams:
            if stream.id in stored:
                _, points, deals = stored[stream.id].split("\n")
                seats, won, game, low = json.loads(points)
                found[stream.id] = Booked(game, low, tuple(seats), tuple(won), _Deals(deals))
        late = [stream for stream in streams if stream.id not in stored and stream.id not in self._unreadable]
        found |= {stream: booked(table) for stream, table in self._fold(late).items()}
        return found, sum(stream.id not in found and stream.id not in self._unreadable for stream in late)

    def seats(self, streams: Sequence[Stream]) -> Iterator[tuple[str, ...]]:
        """The present names on the seats of each table, or the first ones where it is still to be folded."""
        stored = self._store.summaries(program())
        moved = self._with_new_names([stream for stream in streams if stream.id not in stored])
        folded = self._fold([stream for stream in streams if stream.id in moved])
        for stream in streams:
            if stream.id in stored:
                yield tuple(json.loads(stored[stream.id].split("\n")[1])[0])
            else:
                yield folded[stream.id].seats if stream.id in folded else tuple(stream.meta["seats"])

    def fill(self, quiet: timedelta | None = None) -> Generator[None, None, bool]:
        """Make and keep the missing summaries, a few entries at each step; return whether some tables were left out.

        A table with an entry from the last `quiet` time is left out.
        """
        before, left, rows = datetime.now(UTC) - (quiet or timedelta()), False, list[Row]()
        for stream, last_at in self._store.without_summary(KIND, program()):
            if stream in self._unreadable:
                continue
            if quiet and last_at > stamp(before):
                left = True
                continue
            try:
                rows.append((yield from self._row(stream)))
            except UNREADABLE:  # `referee verify` says what is wrong with it
                self._unreadable.add(stream)
            if len(rows) == LOT:
                self._store.keep_summaries(program(), rows)
                rows.clear()
        if rows:
            self._store.keep_summaries(program(), rows)
        return left

    def reread(self) -> None:
        """Try unreadable logs again: the logs were rewritten."""
        self._unreadable.clear()

    def _row(self, stream: str) -> Generator[None, None, Row]:
        """A table's summary, folded from its log: a fold in memory may still hold a name that was taken out."""
        seq, seal = self._store.head(stream)
        table = open_table(header_of(self._store.stream(stream).meta))
        events = self._store.events(stream)[:seq]
        for at in range(0, seq, STEP):
            table = table.restore(Entry(each.seq, from_json(each.body)) for each in events[at : at + STEP])
            yield
        return Row(stream, seal, _as_text(table))

    def _with_new_names(self, streams: Sequence[Stream]) -> set[str]:
        """The tables where seats were given other names."""
        return self._store.having(Reseated.word, [stream.id for stream in streams])

    def _fold(self, streams: Sequence[Stream]) -> dict[str, Table]:
        """The folds of the first tables, by id, as many as one page may fold."""
        room, tables = AT_ONCE, dict[str, Table]()
        for stream in streams:
            room -= self._tables.behind(stream.id, stream.seq)
            if room < 0:
                break
            try:
                tables[stream.id] = self._tables.get(stream.id).table
            except UNREADABLE:
                self._unreadable.add(stream.id)
        return tables
