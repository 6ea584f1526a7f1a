"""Forgetting a player: the name is taken out of every log, and no sum changes.

The log is append-only, with this one exception: a person may ask to be forgotten. A name that means nobody takes the
place of theirs on every seat, in every fact and every text, so that each table folds as before; that is checked, table
by table, before anything is written. What was overwritten is wiped from the file. Backups made before keep the name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from referee.club.mentions import NAMES, SEATS, TEXTS, mentions
from referee.club.tables import KIND, header_json, header_of
from referee.record.facts import Reseated
from referee.record.grammar import from_json
from referee.record.text import Entry, Record, rename
from referee.store import Event, Store, Stream
from referee.store.rewriting import with_bodies
from referee.table.table import Table, open_table
from referee.words.text import Slip, T

NOBODY = re.compile(r"N\.N\. (\d+)")


def somebody(store: Store) -> str:
    """A name that means nobody and stands on no seat yet: “N.N. 3”."""
    taken = [0]
    for stream in store.streams(KIND):
        found = (NOBODY.fullmatch(name) for name in stream.meta["seats"])
        taken += [int(match[1]) for match in found if match]
    return f"N.N. {max(taken) + 1}"


def forget(store: Store, name: str, *others: str) -> str:
    """Take a name, and other spellings of it, out of every log and off the list of players; the name that stands there
    now. A spelling that sat at a table gets a name of its own: both may have sat at one.

    Raises Slip, and changes nothing, where a table would not come to the same without it: a name that is also a word
    of its game.
    """
    nobody = somebody(store)
    first = int(nobody.split()[-1])
    seated = {each for each in others if any(m.key in SEATS and m.text == each for m in mentions(store, each))}
    spelled = {name: nobody} | dict.fromkeys(others, nobody)
    spelled |= {each: f"N.N. {number}" for number, each in enumerate(sorted(seated), first + 1)}

    def change(stream: Stream, events: list[Event]) -> tuple[Stream, list[Event]] | None:
        after, new = stream, events
        for each, stands in spelled.items():
            after, new = (_table if stream.kind == KIND else _other)(after, new, each, stands)
        return None if (after, new) == (stream, events) else (after, new)

    store.rewrite(list(spelled), change)
    return nobody


def _table(stream: Stream, events: list[Event], name: str, nobody: str) -> tuple[Stream, list[Event]]:
    """A table's log with another name on the seat; its texts too."""
    label, by = _walked(stream.label, name, nobody), nobody if stream.by == name else stream.by
    header = header_of(stream.meta)
    entries = tuple(Entry(event.seq, from_json(event.body)) for event in events)
    made = Record(header, entries)
    moved = any(name in entry.fact.names for entry in entries if isinstance(entry.fact, Reseated))
    if name in header.seats or moved:
        made = rename(made, {name: nobody})
        _check(Record(header, entries), made, stream)
    bodies = [_texts(entry.fact.json(), name, nobody) for entry in made.entries]
    signed = [replace(event, by=nobody) if event.by == name else event for event in events]
    meta = {**stream.meta, **header_json(made.header)}
    return replace(stream, meta=meta, label=label, by=by), with_bodies(signed, bodies)


def _check(before: Record, after: Record, stream: Stream) -> None:
    """Raises Slip where a table does not come to the same under the other name."""
    try:
        same = _sums(before) == _sums(after)
    except Slip:
        same = False
    if not same:
        raise Slip(T("this name cannot be taken out of table {table}: it is a word of the game too", table=stream.id))


def _sums(record: Record) -> tuple[object, ...]:
    table: Table = open_table(record.header).extend(record.entries, inf)
    n = len(table.seats)
    deals = tuple((deal.state, deal.paid(n), len(deal.fouls), len(deal.upheld)) for deal in table.deals)
    return deals, table.standing.totals, table.standing.winners


def _other(stream: Stream, events: list[Event], name: str, nobody: str) -> tuple[Stream, list[Event]]:
    """Another log: who was let in at a table, who was signed up for a tournament."""
    bodies = [_walked(event.body, name, nobody) for event in events]
    signed = [replace(event, by=nobody) if event.by == name else event for event in events]
    after = replace(stream, meta=_walked(stream.meta, name, nobody), label=_walked(stream.label, name, nobody))
    return after, with_bodies(signed, bodies)


def _walked(value: Any, name: str, nobody: str, key: str = "") -> Any:
    """JSON with the name replaced where a name stands, and inside of texts."""
    match value:
        case Mapping():
            return {each: _walked(item, name, nobody, each) for each, item in value.items()}
        case list():
            return [_walked(item, name, nobody, key) for item in value]
        case str() if key in NAMES:
            return nobody if value == name else value
        case str():
            return _replaced(value, name, nobody) if key in TEXTS else value
    return value


def _texts(body: dict[str, Any], name: str, nobody: str) -> dict[str, Any]:
    """A fact with the name taken out of what somebody wrote."""
    return {
        key: _texts(value, name, nobody)
        if isinstance(value, dict)
        else _replaced(value, name, nobody)
        if key in TEXTS and isinstance(value, str)
        else value
        for key, value in body.items()
    }


def _replaced(text: str, name: str, nobody: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", nobody, text)
