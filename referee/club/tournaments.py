"""Tournaments in the store, and their tables: ordinary tables whose meta names tournament, round and table.

The log is the only truth; the folds kept here are a cache, brought up to date with each new entry.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from referee.cache import Cache
from referee.club.shelf import put, shelf_of
from referee.club.tables import KIND as TABLE
from referee.club.tables import Tables, folding, header_json
from referee.club.tournament_table import header_of, result_of
from referee.record.text import rename
from referee.store import Event, StaleSequence, Store, Stream, UnknownStream
from referee.table.table import Table
from referee.tournament import facts
from referee.tournament.encoding import Fact, from_json
from referee.tournament.money.listed import fees_of
from referee.tournament.scoring import scores_of
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Entry, Tournament, open_tournament
from referee.tournament.values import Result, Sitting
from referee.tournament.venues import Whole, whole
from referee.words.text import Slip, T

KIND = "tournament"
FOLDS_KEPT = 40
TRIES = 50
"""How often a write is tried where others are first; with a hundred tables two or three are usual."""


@dataclass(frozen=True, slots=True)
class KeptTournament:
    """A tournament in the store. `seq` is the number of its last entry."""

    id: str
    tournament: Tournament
    seq: int


@dataclass(frozen=True, slots=True)
class Where:
    """The tournament, round and table number of a table's own log."""

    tournament: str
    round: int
    table: int


class Tournaments:
    """The tournaments of a store, folded."""

    def __init__(self, store: Store, tables: Tables | None = None) -> None:
        self.store = store
        self.tables = tables or Tables(store)
        self._folds = Cache[Tournament](FOLDS_KEPT)
        self._played: dict[str, tuple[int, Result | None]] = {}
        self._wholes: dict[str, tuple[object, Whole]] = {}
        self._lock = threading.RLock()

    # Reading

    def get(self, stream_id: str) -> KeptTournament:
        """A tournament by its id. Raises UnknownStream, or UnreadableLog."""
        with self._lock:
            known = self._folds.find(stream_id)
            if known is None and self.store.stream(stream_id).kind != KIND:
                raise UnknownStream(stream_id)
            if known is None or known.seq < self.store.seq(stream_id):
                events = self.store.events(stream_id, after=known.seq if known else 0)
                with folding(stream_id):
                    known = fold(known, events)
                self._folds.put(stream_id, known)
            return KeptTournament(stream_id, known, known.seq)

    def seq(self, stream_id: str) -> int:
        """The number of a tournament's last entry, from memory after the first time."""
        return self.store.seq(stream_id)

    def all(self) -> list[Stream]:
        """Every tournament that was not thrown away, the last changed first; its title is in the label."""
        there = [stream for stream in self.store.streams(KIND) if shelf_of(stream) != "bin"]
        return sorted(there, key=lambda stream: stream.last_at, reverse=True)

    def parts(self, stream_id: str) -> list[Stream]:
        """The logs of a tournament's venues that are here, the oldest first."""
        parts = [stream for stream in self.all() if stream.meta.get("whole") == stream_id]
        return sorted(parts, key=lambda stream: (stream.created, stream.id))

    def whole(self, stream_id: str) -> Whole | None:
        """The combined tournament of all venues; None where it has only one venue."""
        organiser = self.get(stream_id)
        if not organiser.tournament.settings.venues:
            return None
        parts = self.parts(stream_id)
        state = (organiser.seq, [(part.id, part.seq) for part in parts])
        known = self._wholes.get(stream_id)
        if known is None or known[0] != state:
            there: dict[str, list[Tournament]] = {}
            for part in parts:
                there.setdefault(str(part.meta["venue"]), []).append(self.get(part.id).tournament)
            known = self._wholes[stream_id] = (state, whole(organiser.tournament, there))
        return known[1]

    def together(self, stream_id: str) -> KeptTournament:
        """A tournament as the public sees it: with several venues, all of them that are here."""
        kept, whole = self.get(stream_id), self.whole(stream_id)
        if whole is None:
            return kept
        return replace(
            kept, tournament=whole.tournament, seq=kept.seq + sum(part.seq for part in self.parts(stream_id))
        )

    def where(self, table_id: str) -> Where | None:
        """The place of a table's log, None for a table of no tournament. Raises UnknownStream."""
        meta = self.store.stream(table_id).meta
        if "tournament" not in meta:
            return None
        return Where(str(meta["tournament"]), int(meta["round"]), int(meta["table"]))

    def is_confirmed(self, table_id: str) -> bool:
        """Whether a table's result is confirmed, so that only the director changes its deals."""
        place = self.where(table_id)
        if place is None:
            return False
        sitting = self._sitting(place)
        return sitting is not None and sitting.stream == table_id and sitting.confirmed

    def table(self, sitting: Sitting) -> Table | None:
        """The fold of a sitting's own log, None where only its result is kept."""
        return self.tables.get(sitting.stream).table if sitting.stream else None

    def begun(self, sitting: Sitting) -> Table | None:
        """A sitting's table once it has a deal."""
        played = self.table(sitting) if sitting.stream and self.store.seq(sitting.stream) else None
        return played if played and played.deals else None

    def deals(self, stream_id: str, number: int) -> Mapping[int, int | None]:
        """How many deals are finished at each table of a round, None where none has begun."""
        tables = self.get(stream_id).tournament.value.round(number).tables.items()
        begun = ((table, self.begun(sitting)) for table, sitting in tables)
        return {table: len(played.ended) if played else None for table, played in begun}

    def result_of_log(self, sitting: Sitting) -> Result | None:
        """The result of a table's own log, None before its first deal has ended."""
        table = self.table(sitting)
        return result_of(table) if table else None

    def reread(self) -> None:
        """Drop all folds: the logs were rewritten, so each is folded again when next read."""
        self._folds.clear()
        self._played.clear()
        self._wholes.clear()

    def newer_result(self, sitting: Sitting) -> Result | None:
        """The result of a table's deals now, where it differs from the one handed in; else None.

        They differ if a deal was changed afterwards. A result entered as a total is not compared.
        """
        result = sitting.result
        if result is None or result.depth == "total":
            return None
        seq = self.store.seq(sitting.stream)
        known = self._played.get(sitting.stream)
        if known is None or known[0] != seq:
            known = self._played[sitting.stream] = (seq, self.result_of_log(sitting))
        now = known[1]
        same = now is None or (scores_of(now) == scores_of(result) and now.deals == result.deals)
        return None if same else now

    def differing(self, stream_id: str) -> tuple[tuple[int, int], ...]:
        """The tables whose deals were changed after the hand-in, as (round, table)."""
        return tuple(
            (at.number, number)
            for at in self.get(stream_id).tournament.rounds
            for number, sitting in at.tables.items()
            if self.newer_result(sitting) is not None
        )

    # Writing

    def open(self, settings: Settings, key: str, by: str = "") -> str:
        """Open a tournament and return its id, the same again for a known key. Raises Slip for bad settings."""
        fact = _as_read_back(facts.Opened(settings))
        open_tournament(Entry(1, fact))
        stream = self.store.create(KIND, {"form": 1}, key, by, label={"title": settings.title})
        self.store.append(stream, key, 0, [(fact.word, fact.json())], by)
        return stream

    def open_part(self, stream_id: str, venue: str, by: str = "") -> str:
        """Open the tournament of one venue, with the settings, players, fees and categories so far; return its id.

        One that is open already is returned as it is. Raises Slip for a venue that is not in the settings.
        """
        organiser = self.get(stream_id).tournament
        if venue not in organiser.settings.venues:
            raise Slip(T("“{found}” is none of the venues", found=venue), found=venue)
        title = f"{organiser.settings.title} · {venue}"
        settings = replace(organiser.settings, title=title, place=venue, venues=())
        known = next((part.id for part in self.parts(stream_id) if part.meta["venue"] == venue), None)
        if known is not None:
            return known
        key = f"{stream_id}/venue {venue}"
        meta = {"form": 1, "whole": stream_id, "venue": venue}
        stream = self.store.create(KIND, meta, key, by, label={"title": title})
        fact = facts.Opened(settings)
        self.store.append(stream, key, 0, [(fact.word, fact.json())], by)
        if signed := tuple(player.entrant for player in organiser.players if player.until is None):
            self.act(stream, f"{key}/players", lambda _: [facts.Added(signed)], by)
        if dues := fees_of(organiser.value.money, [entrant.number for entrant in signed]):
            self.act(stream, f"{key}/fees", lambda _: dues, by)
        return stream

    def add(self, stream_id: str, key: str, seq: int, new: Sequence[Fact], by: str = "") -> KeptTournament:
        """Append facts, all or none, and return the tournament, once they are on the disk. A known key adds nothing.

        Raises StaleSequence where another was first, Slip for a fact that cannot have happened now.
        """
        kept = self.get(stream_id)
        new = [_as_read_back(fact) for fact in new]
        if kept.seq == seq and not self.store.knows(stream_id, key):
            kept.tournament.extend(Entry(seq + at, fact) for at, fact in enumerate(new, 1))
        self.store.append(stream_id, key, seq, [(fact.word, fact.json()) for fact in new], by)
        after = self.get(stream_id)
        if any(isinstance(fact, facts.Changed) for fact in new):
            self.store.set_label(stream_id, {"title": after.tournament.settings.title})
        self._shelve(kept.tournament, after.tournament)
        return after

    def _shelve(self, before: Tournament, after: Tournament) -> None:
        """Throw away the logs that are no table's any more, as after another draw; take back those that are again."""
        there, now = _logs_of(before), _logs_of(after)
        for stream in sorted(there - now):
            put(self.store, stream, "bin")
        for stream in sorted(now - there):
            if shelf_of(self.store.stream(stream)):
                put(self.store, stream, "")

    def act(
        self, stream_id: str, key: str, make: Callable[[Tournament], Sequence[Fact]], by: str = ""
    ) -> KeptTournament:
        """Append the facts that `make` makes from the present tournament, and return it; for devices that do not wait.

        Where another writer was first, `make` is called again. If it returns no facts, nothing is added.
        """
        left = TRIES
        while True:
            kept = self.get(stream_id)
            if self.store.knows(stream_id, key):
                return kept
            new = make(kept.tournament)
            if not new:
                return kept
            try:
                return self.add(stream_id, key, kept.seq, new, by)
            except StaleSequence:
                left -= 1
                if not left:
                    raise

    def sign_up(self, stream_id: str, key: str, entrants: Sequence[Entrant], by: str = "") -> KeptTournament:
        """Sign players up; those with number 0 get the next numbers."""

        def make(tournament: Tournament) -> Sequence[Fact]:
            number, given = tournament.next_number, []
            for entrant in entrants:
                given.append(entrant if entrant.number else replace(entrant, number=number))
                number = max(number, given[-1].number + 1)
            return [facts.Added(tuple(given))]

        return self.act(stream_id, key, make, by)

    def draw(self, stream_id: str, key: str, drawn: Sequence[facts.Drawn], by: str = "") -> KeptTournament:
        """Add drawn rounds, and open a log for each of their tables, with the players' names on its seats.

        Raises Slip where the boards of a round were prepared for tables of another size.
        """
        kept = self.get(stream_id)
        if self.store.knows(stream_id, key):
            return kept
        for one in drawn:
            _require_boards_fit(kept.tournament, one)
        kept.tournament.extend(Entry(kept.seq + at, one) for at, one in enumerate(drawn, 1))
        wanted = [
            self._stream_of(kept, one.round, table, seats, key)
            for one in drawn
            for table, seats in enumerate(one.tables, 1)
        ]
        streams = iter(self.store.create_all(TABLE, wanted, by))
        rounds = [replace(one, streams=tuple(next(streams) for _ in one.tables)) for one in drawn]
        return self.act(stream_id, key, lambda _: rounds, by)

    def reseat(
        self,
        stream_id: str,
        key: str,
        fact: facts.SeatsRepaired | facts.Replaced,
        by: str = "",
        first: Sequence[Fact] = (),
    ) -> KeptTournament:
        """Repair seats or replace a player, after the facts `first`, such as signing up the new player.

        Each table concerned gets a new log with the right names and all its facts; the old log stays in the store.
        """
        kept = self.get(stream_id)
        if self.store.knows(stream_id, key):
            return kept
        wanted = [*first, fact]
        after = kept.tournament.extend(Entry(kept.seq + at, one) for at, one in enumerate(wanted, 1))
        links: list[Fact] = []
        for at in after.rounds:
            before = kept.tournament.value.rounds[at.number]
            for table, sitting in at.tables.items():
                if sitting.stream and sitting.seats != before.tables[table].seats:
                    links.append(facts.Linked(at.number, table, self._move(kept, after, sitting, key, by)))
        return self.act(stream_id, key, lambda _: [*wanted, *links], by)

    def hand_in(
        self, stream_id: str, key: str, number: int, table: int, seat: int | None, by: str = ""
    ) -> KeptTournament:
        """Enter a table's result from its own log. Raises Slip while no deal has ended there."""

        def make(tournament: Tournament) -> Sequence[Fact]:
            sitting = tournament.sitting(number, table)
            result = self.result_of_log(sitting)
            if result is None:
                raise Slip(T("at table {table} no deal has ended yet", table=table), found=table)
            entered = facts.Entered(number, table, result.scores, sitting.version, seat, result.depth)
            return [replace(entered, penalties=result.penalties, deals=result.deals, takers=result.takers)]

        return self.act(stream_id, key, make, by)

    def _stream_of(
        self, kept: KeptTournament, number: int, table: int, seats: Sequence[int], key: str
    ) -> tuple[dict[str, object], str, dict[str, object]]:
        meta = header_json(header_of(kept.tournament, seats))
        meta |= {"tournament": kept.id, "round": number, "table": table}
        title = f"{kept.tournament.settings.title} {number}.{table}"
        return meta, f"{kept.id}/{key}/{number}/{table}", {"title": title}

    def _move(self, kept: KeptTournament, after: Tournament, sitting: Sitting, key: str, by: str) -> str:
        """Copy a table's log under the names of its present players; return the new log's id."""
        record = self.tables.record(sitting.stream)
        wanted = self._stream_of(
            KeptTournament(kept.id, after, kept.seq), sitting.round, sitting.number, sitting.seats, key
        )
        (stream,) = self.store.create_all(TABLE, [wanted], by)
        names = header_of(after, sitting.seats).seats
        record = rename(record, dict(zip(record.header.seats, names, strict=True)))
        if record.entries and not self.store.seq(stream):
            self.store.append(stream, key, 0, [(line.fact.word, line.fact.json()) for line in record.entries], by)
        return stream

    def _sitting(self, place: Where) -> Sitting | None:
        at = self.get(place.tournament).tournament.value.rounds.get(place.round)
        return at.tables.get(place.table) if at else None


def moment(stamp: str) -> float:
    """A time of the store, as seconds since 1970."""
    return datetime.fromisoformat(stamp).timestamp()


def fold(known: Tournament | None, events: Sequence[Event]) -> Tournament:
    """A tournament after more events of its log; `known` is None before the first. Raises Slip for impossible ones."""
    entries = [Entry(event.seq, from_json(event.body), moment(event.at), event.by, event.key) for event in events]
    if known is None:
        if not entries:
            raise Slip(T("a tournament begins by being opened"))
        known = open_tournament(entries.pop(0))
    return known.extend(entries)


def _logs_of(tournament: Tournament) -> set[str]:
    """The ids of the logs of a tournament's tables."""
    return {sitting.stream for at in tournament.rounds for sitting in at.tables.values() if sitting.stream}


def _as_read_back(fact: Fact) -> Fact:
    """A fact as it will be read back. Raises Slip for one the log cannot hold."""
    return from_json(fact.json())


def _require_boards_fit(tournament: Tournament, drawn: facts.Drawn) -> None:
    boards = tournament.value.boards.get(drawn.round)
    if boards is not None and {len(seats) for seats in drawn.tables} != {boards.seats}:
        text = T("the boards of round {round} are for tables of {seats}: take back that they were prepared, then draw",
                 round=drawn.round, seats=boards.seats)  # fmt: skip
        raise Slip(text, part="tables")
