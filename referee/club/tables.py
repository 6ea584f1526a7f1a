"""Tables in the store: open them, add facts, export them as records and read records in.

The log is the only truth; the folds kept here are a cache, brought up to date with each new fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import takewhile

from referee.cache import Cache
from referee.record.facts import Reseated
from referee.record.grammar import Fact, from_json
from referee.record.text import MOST_FACTS, Entry, Header, Record, read, renumber, write
from referee.store import Store, StoreError, Stream, UnknownStream
from referee.store.hashes import code_of
from referee.store.records import Json
from referee.table.table import Table, carry_over, fold_record, open_table
from referee.words.text import RefereeError, Slip, T

KIND = "table"
UNREADABLE = (RefereeError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors raised by a log that cannot be folded. A page of many logs shows it as such, and the others."""
FOLDS_KEPT = 400
LAST = "/last"
"""It follows the key of a press whose last trick the program filled in."""
MOST_PRESSED = 100
"""More facts than a press writes."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table in the store. `seq` is the number of its last fact.

    `after` is the id of the table that this one continues with other players, `next` of the one that continues it.
    """

    id: str
    title: str
    table: Table
    seq: int
    after: str = ""
    next: str = ""

    @property
    def name(self) -> str:
        """The table's title, else the names on its seats."""
        return self.title or ", ".join(self.table.seats)


Extend = Callable[[Kept, Sequence[Entry]], Table]


def readable(data: bytes) -> Record:
    """The record that a text holds. Raises Slip for a bad one."""
    record = read(data, MOST_FACTS)
    fold_record(record)
    return record


def day_of(stream: Stream) -> str:
    """When a table was played: the day or the moment that its record names, else its last entry."""
    return stream.label.get("date") or stream.last_at


def heading(stream: Stream) -> Header:
    """The header of a table's record, with its title, its place, and when it was opened or its record says."""
    label, opened = stream.label, f"{stream.created[:16]}Z"
    known = {"date": label.get("date", opened), "title": label.get("title", ""), "place": label.get("place", "")}
    return replace(header_of(stream.meta), **known)


def header_json(header: Header) -> Json:
    """A header as JSON for the store."""
    return {
        "game": header.game,
        "seats": list(header.seats),
        "preset": header.preset,
        "options": [list(option) for option in header.options],
    }


def header_of(meta: Json) -> Header:
    """A header from its JSON in the store."""
    options = tuple((str(name), str(value)) for name, value in meta["options"])
    return Header(meta["game"], tuple(meta["seats"]), meta["preset"], options)


class UnreadableLog(RefereeError):
    """A log that cannot be folded; every other log is whole."""

    def __init__(self, stream: str) -> None:
        text = T("Nothing else is lost. Throw it away on the first page, or restore a backup. "
                 "`referee verify` says what is wrong with it.")  # fmt: skip
        super().__init__(text, stream=stream)


@contextmanager
def folding(stream: str) -> Iterator[None]:
    """Raise UnreadableLog for a log that cannot be folded; errors of the store stay as they are."""
    try:
        yield
    except StoreError:
        raise
    except UNREADABLE as error:
        raise UnreadableLog(stream) from error


class Tables:
    """The tables of a store, folded. `extend` makes a table after some facts; the web does it beside the requests."""

    def __init__(self, store: Store, extend: Extend | None = None) -> None:
        self.store = store
        self._extend = extend or (lambda kept, entries: kept.table.extend(entries))
        self._folds = Cache[tuple[Table, int]](FOLDS_KEPT)

    def open(self, header: Header, title: str, key: str, by: str = "", demo: bool = False, **label: str) -> str:
        """Open a table and return its id, the same again for a known key. Raises Slip for a header no game takes."""
        open_table(header)
        stream = self.store.create(KIND, header_json(header), key, by, label={"title": title, **label})
        if not demo:
            self.store.remember_people(header.seats)
        return stream

    def get(self, stream_id: str) -> Kept:
        """A table by its id. Raises UnknownStream, also for a stream that is no table, and UnreadableLog."""
        stream = self._stream(stream_id)
        label, header = stream.label, header_of(stream.meta)
        after = label.get("after", "")
        carried = carry_over(self.get(after).table, header.seats) if after else None
        with folding(stream_id):
            table, seq = self._folds.find(stream_id) or (open_table(header, carried), 0)
            if carried is not None and table.rules.carried != carried:  # the table before was corrected
                table, seq = open_table(header, carried), 0
            if seq < stream.seq:
                events = self.store.events(stream_id, after=seq)
                table = table.restore(Entry(event.seq, from_json(event.body)) for event in events)
                seq = events[-1].seq
        self._folds.put(stream_id, (table, seq))
        return Kept(stream_id, label.get("title", ""), table, seq, after, label.get("next", ""))

    def behind(self, stream_id: str, last: int) -> int:
        """How many entries of a table, up to the `last`, are not folded yet."""
        _, seq = self._folds.find(stream_id) or (None, 0)
        return last - seq

    def after(self, kept: Kept, facts: Sequence[Fact]) -> Table:
        """A table after some facts that are not written. Raises Slip."""
        return self._extend(kept, [Entry(kept.seq + at, fact) for at, fact in enumerate(facts, 1)])

    def seq(self, stream_id: str) -> int:
        """The number of a table's last fact, from memory after the first time."""
        return self.store.seq(stream_id)

    def add(self, stream_id: str, key: str, seq: int, fact: Fact, by: str = "") -> Kept:
        """Append a fact after fact `seq` and return the table, once it is on the disk. A known key adds nothing.

        Raises StaleSequence where another device was first, Slip for a fact that cannot have happened now.
        """
        return self.add_all(stream_id, key, seq, [fact], by)

    def add_all(self, stream_id: str, key: str, seq: int, facts: Sequence[Fact], by: str = "") -> Kept:
        """Append facts, all or none, as `add` does."""
        return self.add_to(self.get(stream_id), key, seq, facts, by)

    def add_to(self, kept: Kept, key: str, seq: int, facts: Sequence[Fact], by: str = "") -> Kept:
        """Append facts to a table just read, as `add_all` does."""
        stream_id = kept.id
        if any(isinstance(fact, Reseated) for fact in facts) and "tournament" in self.store.stream(stream_id).meta:
            raise Slip(T("who sits where at a tournament’s table is put right by the director"))
        if seq + len(facts) > MOST_FACTS:
            raise Slip(T("a table has at most {most} entries", most=MOST_FACTS))
        after = self.after(kept, facts) if kept.seq == seq else None
        done = self.store.append(stream_id, key, seq, [(fact.word, fact.json()) for fact in facts], by)
        if after is None or done.repeated:
            return self.get(stream_id)
        self._folds.put(stream_id, (after, done.seq_last))
        return replace(kept, table=after, seq=done.seq_last)

    def last_press(self, kept: Kept) -> int:
        """How many of the facts that stand were written by the last press: as many as an undo takes back.

        A record that was read in was no press; its facts are taken back one by one, unless it is a round of which only
        the scores are recorded: a table writes that at its first press.
        """
        lines = kept.table.undoable()
        last = next(lines, 0)
        stored = self.store.keys(kept.id, after=max(0, last - MOST_PRESSED))
        keys = {seq: key.removesuffix(LAST) for seq, key in stored.items()}
        written = [line for line, key in keys.items() if key == keys.get(last)]
        first_round = kept.table.rules.scores_only and len(written) == 2
        if not written or (written[0] == 1 and not first_round) or len(written) >= MOST_PRESSED:
            return 1
        return 1 + sum(1 for _ in takewhile(lambda line: line in written, lines))

    def all(self) -> list[Stream]:
        """Every table that belongs to no tournament, the last played first."""
        own = [stream for stream in self.store.streams(KIND) if "tournament" not in stream.meta]
        return sorted(own, key=day_of, reverse=True)

    def record(self, stream_id: str) -> Record:
        """A table as a record, including what was taken back."""
        stream = self._stream(stream_id)
        entries = tuple(Entry(event.seq, from_json(event.body)) for event in self.store.events(stream_id))
        return Record(heading(stream), entries)

    def export(self, stream_id: str) -> str:
        """A table as the text of a record."""
        return write(self.record(stream_id))

    def take_in(self, data: bytes, title: str, key: str, by: str = "", demo: bool = False) -> str:
        """Open a table from the text of a record and return its id. Raises Slip, and opens nothing, for a bad record.

        `title` is that of a record without one. The names of a `demo` do not go on the list of players.
        """
        return self.keep(readable(data), title, key, by, demo)

    def take_in_record(self, record: Record, title: str, key: str, by: str = "", demo: bool = False) -> str:
        """Open a table from a record, as `take_in` does from its text."""
        fold_record(record)
        return self.keep(record, title, key, by, demo)

    def keep(self, record: Record, title: str, key: str, by: str = "", demo: bool = False) -> str:
        """Open a table from a record that is known to be a good one."""
        record = renumber(record)
        head = record.header
        stream = self.open(head, head.title or title, key, by, demo, date=head.date, place=head.place)
        if record.entries and self.store.seq(stream) == 0:
            facts = [(entry.fact.word, entry.fact.json()) for entry in record.entries]
            self.store.append(stream, key, 0, facts, by)
        return stream

    def code(self, kept: Kept) -> str:
        """The code for paper of a table as `kept`; empty where the table has gone on meanwhile."""
        seq, seal = self.store.head(kept.id)
        return code_of(seal) if seq == kept.seq else ""

    def reread(self) -> None:
        """Drop all folds: the logs were rewritten, so each table is folded again when next read."""
        self._folds.clear()

    def _stream(self, stream_id: str) -> Stream:
        stream = self.store.stream(stream_id)
        if stream.kind != KIND:
            raise UnknownStream(stream_id)
        return stream
