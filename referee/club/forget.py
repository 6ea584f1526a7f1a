"""Forget a player: take the name out of every log without changing a sum.

A log is append-only, with this one exception: a person may ask to be forgotten. A name such as “N.N. 3” replaces
theirs on every seat, in every fact and every text, so that each table folds as before; this is checked for each table
before anything is written. What was overwritten is wiped from the file. Backups made before keep the name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from referee.club.access import KIND as ACCESS
from referee.club.mentions import NAMES, SEATS, TEXTS, mentions
from referee.club.tables import KIND, header_json, header_of
from referee.club.workers import results
from referee.record.facts import Reseated
from referee.record.grammar import from_json
from referee.record.text import Entry, Record, rename
from referee.store import Event, Progress, Store, Stream
from referee.store.records import Json
from referee.store.rewriting import with_bodies
from referee.table.table import Table, open_table
from referee.words.text import Slip, T

NOBODY = re.compile(r"N\.N\. (\d+)")
BESIDE = ("last", "licence", "letters")
"""Keys beside a name that identify the person: they are emptied with the name."""


def somebody(store: Store) -> str:
    """An anonymous name that no seat has yet: “N.N. 3”."""
    taken = [0]
    for stream in store.streams(KIND):
        matches = (NOBODY.fullmatch(name) for name in stream.meta["seats"])
        taken += [int(match[1]) for match in matches if match]
    return f"N.N. {max(taken) + 1}"


@dataclass(frozen=True)
class Prepared:
    """A forgetting not yet written: each spelling's new name, and the tables proved to fold the same (id, seq)."""

    spelled: Mapping[str, str]
    proved: frozenset[tuple[str, int]]


def prepare(store: Store, name: str, *others: str, progress: Progress | None = None) -> Prepared:
    """Fold each table that names somebody under both names, on every core. `progress` gets (done, all).

    `others` are other spellings of the name. A spelling that has a seat gets its own new name, since both may sit at
    one table. Raises Slip where a table's sums would change: the name is also a word of its game.
    """
    nobody = somebody(store)
    first = int(nobody.split()[-1])
    seated = {each for each in others if any(m.key in SEATS and m.text == each for m in mentions(store, each))}
    spelled = {name: nobody} | dict.fromkeys(others, nobody)
    spelled |= {each: f"N.N. {number}" for number, each in enumerate(sorted(seated), first + 1)}
    named = store.naming(spelled)
    streams = [stream for stream in store.streams(KIND) if stream.id in named]
    proved = set[tuple[str, int]]()
    for lot in results(store, streams, partial(_prove, spelled=spelled), progress):
        for table, seq, same in lot:
            if not same:
                raise _impossible(table)
            proved.add((table, seq))
    return Prepared(spelled, frozenset(proved))


def forget(store: Store, name: str, *others: str, prepared: Prepared | None = None) -> str:
    """Take a name and other spellings of it out of every log and off the list of players; return the new name.

    What was `prepared` is not proved again, except where a table went on or names changed meanwhile. Raises Slip as
    `prepare` does, and then changes nothing.
    """
    nobody = somebody(store)
    if prepared is None or prepared.spelled[name] != nobody:
        prepared = prepare(store, name, *others)
    spelled, proved = prepared.spelled, prepared.proved
    others_there = frozenset(person.name for person in store.people()) - spelled.keys()

    def change(stream: Stream, events: list[Event]) -> tuple[Stream, list[Event]]:
        if stream.kind == ACCESS:
            for each, new in spelled.items():
                events = with_bodies(events, [_device(event.body, each, new, others_there) for event in events])
        events = [replace(event, by=_signature(event.by, spelled, others_there)) for event in events]
        stream = replace(stream, by=_signature(stream.by, spelled, others_there))
        return _with_new_names(stream, events, spelled, check=(stream.id, stream.seq) not in proved)

    store.rewrite(list(spelled), change)
    return nobody


def _device(body: Json, name: str, nobody: str, people: Collection[str]) -> Json:
    """An entry about a device, which often has its owner's name in its own: “Nora's phone”."""
    known = body.get("name")
    return body if not known or known in people else body | {"name": _rewrite_text(known, name, nobody)}


def _signature(by: str, spelled: Mapping[str, str], people: Collection[str]) -> str:
    """The name of the device that wrote an entry, or of the player."""
    for name, nobody in spelled.items() if by not in people else ():
        by = _rewrite_text(by, name, nobody)
    return by


def _prove(store: Store, lot: Sequence[str], *, spelled: Mapping[str, str]) -> list[tuple[str, int, bool]]:
    """Each table's id and length, and whether its sums stay the same under the new names."""
    proofs = []
    for table in lot:
        events = store.events(table)
        stream = replace(store.stream(table), seq=len(events))
        try:
            _with_new_names(stream, events, spelled, check=True)
            proofs.append((table, stream.seq, True))
        except Slip:
            proofs.append((table, stream.seq, False))
    return proofs


def _with_new_names(
    stream: Stream, events: list[Event], spelled: Mapping[str, str], check: bool
) -> tuple[Stream, list[Event]]:
    """A log with new names. Raises Slip for a table whose sums would change."""
    for name, nobody in spelled.items():
        if stream.kind == KIND:
            stream, events = _table(stream, events, name, nobody, check)
        else:
            stream, events = _other(stream, events, name, nobody)
    return stream, events


def _table(stream: Stream, events: list[Event], name: str, nobody: str, check: bool) -> tuple[Stream, list[Event]]:
    """A table's log with the new name on the seat and in the texts."""
    label = _rewrite(stream.label, name, nobody)
    header = header_of(stream.meta)
    entries = tuple(Entry(event.seq, from_json(event.body)) for event in events)
    record = Record(header, entries)
    moved = any(name in entry.fact.names for entry in entries if isinstance(entry.fact, Reseated))
    if name in header.seats or moved:
        record = rename(record, {name: nobody})
        if check:
            _check(Record(header, entries), record, stream)
    bodies = [_texts(entry.fact.json(), name, nobody) for entry in record.entries]
    meta = {**stream.meta, **header_json(record.header)}
    return replace(stream, meta=meta, label=label), with_bodies(events, bodies)


def _check(before: Record, after: Record, stream: Stream) -> None:
    """Raise Slip where a table's sums change under the new name."""
    try:
        same = _sums(before) == _sums(after)
    except Slip:
        same = False
    if not same:
        raise _impossible(stream.id)


def _impossible(table: str) -> Slip:
    return Slip(T("this name cannot be taken out of table {table}: it is a word of the game too", table=table))


def _sums(record: Record) -> tuple[object, ...]:
    table: Table = open_table(record.header).restore(record.entries)
    n = len(table.seats)
    deals = tuple((deal.state, deal.net(n), len(deal.fouls), len(deal.upheld)) for deal in table.deals)
    return deals, table.standing.totals, table.standing.winners


def _other(stream: Stream, events: list[Event], name: str, nobody: str) -> tuple[Stream, list[Event]]:
    """A log that is no table's, such as of access or a tournament, with the new name."""
    bodies = [_rewrite(event.body, name, nobody) for event in events]
    after = replace(stream, meta=_rewrite(stream.meta, name, nobody), label=_rewrite(stream.label, name, nobody))
    return after, with_bodies(events, bodies)


def _rewrite(value: Any, name: str, nobody: str, key: str = "") -> Any:
    """JSON with the name replaced where a key holds names, and inside texts."""
    match value:
        case Mapping():
            gone = BESIDE if value.get("name") == name else ()
            return {each: "" if each in gone else _rewrite(item, name, nobody, each) for each, item in value.items()}
        case list():
            return [_rewrite(item, name, nobody, key) for item in value]
        case str() if key in NAMES:
            return nobody if value == name else value
        case str():
            return _rewrite_text(value, name, nobody) if key in TEXTS else value
    return value


def _texts(body: Json, name: str, nobody: str) -> Json:
    """A fact's JSON with the name replaced in texts that people wrote."""
    return {
        key: _texts(value, name, nobody)
        if isinstance(value, dict)
        else _rewrite_text(value, name, nobody)
        if key in TEXTS and isinstance(value, str)
        else value
        for key, value in body.items()
    }


def _rewrite_text(text: str, name: str, nobody: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", nobody, text)
