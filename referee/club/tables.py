"""Tables kept in the store: opened, added to, taken out as records and put in again.

The log is the only truth; the folds kept here are copies of it, brought up to date by the facts that are new.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from referee.record.facts import Reseated
from referee.record.grammar import Fact, from_json
from referee.record.text import MOST_FACTS, Entry, Header, Record, read, renumber, write
from referee.store import Store, Stream, UnknownStream
from referee.store.seal import code_of
from referee.table.table import Table, fold_record, open_table
from referee.words.text import Slip, T

KIND = "table"
FOLDS_KEPT = 400


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as the store has it: `seq` is the number of its last fact; `after` and `next` are the ids of the tables
    it goes on from, and that goes on from it with other players.
    """

    id: str
    title: str
    table: Table
    seq: int
    after: str = ""
    next: str = ""

    @property
    def name(self) -> str:
        """What the table is called: its title, else who sits there."""
        return self.title or ", ".join(self.table.seats)


def header_json(header: Header) -> dict[str, Any]:
    """A header as the store keeps it."""
    return {
        "game": header.game,
        "seats": list(header.seats),
        "preset": header.preset,
        "options": [list(option) for option in header.options],
    }


def header_of(meta: dict[str, Any]) -> Header:
    """A header out of the store."""
    options = tuple((str(name), str(value)) for name, value in meta["options"])
    return Header(meta["game"], tuple(meta["seats"]), meta["preset"], options)


class Tables:
    """The tables of a store, folded."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._folds: OrderedDict[str, tuple[Table, int]] = OrderedDict()

    def open(self, header: Header, title: str, key: str, by: str = "", demo: bool = False) -> str:
        """A new table's id; the same again for a key known. Raises Slip for a header no game takes."""
        open_table(header)
        stream = self.store.create(KIND, header_json(header), key, by, label={"title": title})
        if not demo:
            self.store.remember_people(header.seats)
        return stream

    def get(self, stream_id: str) -> Kept:
        """A table by its id; raises UnknownStream, also for what is kept here but is no table."""
        stream = self._stream(stream_id)
        table, seq = self._folds.get(stream_id) or (open_table(header_of(stream.meta)), 0)
        if seq < stream.seq:
            events = self.store.events(stream_id, after=seq)
            table = table.extend((Entry(event.seq, from_json(event.body)) for event in events), inf)
            seq = events[-1].seq
        self._keep(stream_id, table, seq)
        label = stream.label
        return Kept(stream_id, label.get("title", ""), table, seq, label.get("after", ""), label.get("next", ""))

    def behind(self, stream: Stream) -> int:
        """How many entries of a table are still to be folded before it can be shown."""
        _, seq = self._folds.get(stream.id, (None, 0))
        return stream.seq - seq

    def seq(self, stream_id: str) -> int:
        """The number of a table's last fact, without reading the disk once it is known."""
        return self.store.seq(stream_id)

    def add(self, stream_id: str, key: str, seq: int, fact: Fact, by: str = "") -> Kept:
        """The table after one more fact, which is then on the disk. A key known adds nothing.

        Raises StaleSequence where another device was first, Slip for a fact that cannot have happened now.
        """
        return self.add_all(stream_id, key, seq, [fact], by)

    def add_all(self, stream_id: str, key: str, seq: int, facts: Sequence[Fact], by: str = "") -> Kept:
        """The table after some more facts, all on the disk or none; else as `add`."""
        return self.add_to(self.get(stream_id), key, seq, facts, by)

    def add_to(self, kept: Kept, key: str, seq: int, facts: Sequence[Fact], by: str = "") -> Kept:
        """A table just read after some more facts, as `add_all`."""
        stream_id = kept.id
        if any(isinstance(fact, Reseated) for fact in facts) and "tournament" in self.store.stream(stream_id).meta:
            raise Slip(T("who sits where at a tournament’s table is put right by the director"))
        if seq + len(facts) > MOST_FACTS:
            raise Slip(T("a table has at most {most} entries", most=MOST_FACTS))
        entries = [Entry(seq + at, fact) for at, fact in enumerate(facts, 1)]
        after = kept.table.extend(entries) if kept.seq == seq else None
        done = self.store.append(stream_id, key, seq, [(fact.word, fact.json()) for fact in facts], by)
        if after is None or done.repeated:
            return self.get(stream_id)
        self._keep(stream_id, after, done.seq_last)
        return replace(kept, table=after, seq=done.seq_last)

    def all(self) -> list[Stream]:
        """Every table that is no tournament's, the last touched first."""
        own = [stream for stream in self.store.streams(KIND) if "tournament" not in stream.meta]
        return sorted(own, key=lambda stream: stream.last_at, reverse=True)

    def record(self, stream_id: str) -> Record:
        """A table as a record, with what was taken back."""
        stream = self._stream(stream_id)
        entries = tuple(Entry(event.seq, from_json(event.body)) for event in self.store.events(stream_id))
        return Record(header_of(stream.meta), entries)

    def export(self, stream_id: str) -> str:
        """A table as the text of a record."""
        return write(self.record(stream_id))

    def take_in(self, data: bytes, title: str, key: str, by: str = "", demo: bool = False) -> str:
        """A record as a new table; its id. Raises Slip, and takes nothing, for one that cannot be read. The names of a
        `demo` are nobody's.
        """
        record = read(data, MOST_FACTS)
        fold_record(record)
        record = renumber(record)
        stream = self.open(record.header, title, key, by, demo)
        if record.entries and self.store.seq(stream) == 0:
            facts = [(entry.fact.word, entry.fact.json()) for entry in record.entries]
            self.store.append(stream, key, 0, facts, by)
        return stream

    def code(self, kept: Kept) -> str:
        """The code that stands for a table as it is now, for paper; empty where it has gone on meanwhile."""
        seq, seal = self.store.head(kept.id)
        return code_of(seal) if seq == kept.seq else ""

    def reread(self) -> None:
        """Fold everything anew when it is next asked for: the logs have been rewritten."""
        self._folds.clear()

    def _stream(self, stream_id: str) -> Stream:
        stream = self.store.stream(stream_id)
        if stream.kind != KIND:
            raise UnknownStream(stream_id)
        return stream

    def _keep(self, stream_id: str, table: Table, seq: int) -> None:
        self._folds[stream_id] = (table, seq)
        self._folds.move_to_end(stream_id)
        while len(self._folds) > FOLDS_KEPT:
            self._folds.popitem(last=False)
