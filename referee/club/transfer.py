"""A whole tournament in one file, to go on with on another computer: its log and the logs of its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from referee.club.tables import KIND as TABLE
from referee.club.tournaments import KIND, Tournaments, fold
from referee.club.verifying import refold as refold_table
from referee.store import Copied, Event, Store, Stream
from referee.store.hashes import code_of, seal_of
from referee.store.records import Json
from referee.tournament.encoding import from_json
from referee.tournament.facts import Drawn, Linked
from referee.words.text import RefereeError, Slip, T, with_line

FORM = 1
MOST_BYTES = 100_000_000
_ID = re.compile(r"[0-9a-z]{1,40}")
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def export(store: Store, tournament: str) -> bytes:
    """A tournament's file: JSON, one entry a line. Raises UnknownStream."""
    events = store.events(tournament)
    parts = [_stream(store.stream(tournament), events)]
    parts += [_stream(store.stream(table), store.events(table)) for table in _tables(events)]
    return (f'{{"referee": "tournament", "form": {FORM}, "streams": [\n' + ",\n".join(parts) + "\n]}\n").encode()


def take_in(store: Store, data: bytes) -> str:
    """Read a tournament's file into the store and return the tournament's id, which stays the same.

    A tournament that is here already gets the entries it lacks. Raises Slip for a bad file, StreamsDiffer where both
    have gone on; then nothing changes.
    """
    copies = _read(data)
    tournament, tables = copies[0], copies[1:]
    linked = set(_tables(list(tournament.events)))
    strangers = {table.id for table in tables} - linked
    if strangers or any(table.kind != TABLE or table.meta.get("tournament") != tournament.id for table in tables):
        raise Slip(T("the file holds tables that are not this tournament’s"), found=tuple(sorted(strangers)))
    _refuse_second(store, tournament)
    for copy in copies:
        problem = refold(_as_stream(copy), list(copy.events))
        if problem is not None:
            raise Slip(T("the log {id} of the file cannot be read: {text}", id=copy.id, text=problem), found=copy.id)
    store.take_in(copies)
    store.remember_people(
        player.entrant.name for player in fold(None, tournament.events).players if player.since is not None
    )
    return tournament.id


def _refuse_second(store: Store, part: Copied) -> None:
    """Raise Slip where the venue of this part is here already with another log."""
    venue, whole = part.meta.get("venue"), part.meta.get("whole")
    for known in Tournaments(store).parts(str(whole)) if whole else ():
        if known.id != part.id and known.meta["venue"] == venue:
            text = T(
                "{venue} is here already, as log {known} begun {at}: {id} is another log of the same venue",
                venue=str(venue), known=known.id, at=known.created[:16].replace("T", " "), id=part.id,
            )  # fmt: skip
            raise Slip(text, found=part.id)


def refold(stream: Stream, events: list[Event]) -> str | None:
    """Fold a tournament's or a table's log again; return what is wrong with it, or None."""
    if stream.kind != KIND:
        return refold_table(stream, events)
    if not events:
        return None  # it is just being opened
    try:
        fold(None, events)
    except Slip as slip:
        return str(with_line(slip))
    except (RefereeError, KeyError, TypeError, ValueError) as error:
        return str(error)
    return None


def _tables(events: list[Event]) -> list[str]:
    """The ids of the logs of a tournament's tables, including logs no longer used."""
    tables: dict[str, None] = {}
    for event in events:
        match from_json(event.body):
            case Drawn() as drawn:
                tables |= dict.fromkeys(stream for stream in drawn.streams if stream)
            case Linked() as link:
                tables[link.stream] = None
    return list(tables)


def _stream(stream: Stream, events: list[Event]) -> str:
    head = {"id": stream.id, "kind": stream.kind, "meta": stream.meta, "label": stream.label}
    head |= {"created": stream.created, "by": stream.by}
    lines = [
        _text({"key": e.key, "at": e.at, "by": e.by, "kind": e.kind, "body": e.body, "seal": seal})
        for e, seal in zip(events, _seals(events, stream.id, stream.created), strict=True)
    ]
    return _text(head)[:-1] + ', "log": [\n' + ",\n".join(lines) + "\n]}"


def _seals(events: Sequence[Event], stream: str, created: str) -> Iterator[str]:
    """A code for each entry, made from it and those before it, so that a changed entry is found."""
    before = seal_of((stream, created))
    for event in events:
        values = (event.key, event.at, event.by, event.kind, json.dumps(event.body, sort_keys=True))
        before = seal_of((before.hex(), *values))
        yield code_of(before)


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _read(data: bytes) -> list[Copied]:
    if len(data) > MOST_BYTES:
        raise Slip(T("the file is too long: at most {most} bytes", most=MOST_BYTES))
    try:
        whole = json.loads(data)
        if whole["referee"] != "tournament":
            raise ValueError(whole["referee"])
        form = whole["form"]
        if type(form) is not int:
            raise TypeError(form)
        copies = [_copy(stream) for stream in whole["streams"]] if form <= FORM else []
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise Slip(T("this is no file of a tournament")) from None
    if form > FORM:
        raise Slip(T("this file was written by a later version of Referee"))
    if not copies or copies[0].kind != KIND:
        raise Slip(T("this is no file of a tournament"))
    return copies


def _copy(stream: Json) -> Copied:
    events = tuple(
        Event(seq, _str(one["key"]), _str(one["kind"]), dict(one["body"]), _stamp(one["at"]), _str(one["by"], True))
        for seq, one in enumerate(stream["log"], 1)
    )
    if not _ID.fullmatch(stream["id"]):
        raise ValueError(stream["id"])
    for event, one, seal in zip(events, stream["log"], _seals(events, stream["id"], stream["created"]), strict=True):
        if one.get("seal") != seal:
            text = T("entry {seq} of the log {id} is not as it was written", seq=event.seq, id=stream["id"])
            raise Slip(text, found=stream["id"], seq=event.seq)
    meta, label = dict(stream["meta"]), dict(stream["label"])
    return Copied(
        stream["id"], _str(stream["kind"]), meta, label, _stamp(stream["created"]), _str(stream["by"], True), events
    )


def _str(value: Any, empty: bool = False) -> str:
    if not isinstance(value, str) or not (value or empty):
        raise TypeError(value)
    return value


def _stamp(value: Any) -> str:
    if not _STAMP.fullmatch(value):
        raise ValueError(value)
    return str(value)


def _as_stream(copy: Copied) -> Stream:
    last = copy.events[-1].at if copy.events else copy.created
    return Stream(copy.id, copy.kind, dict(copy.meta), dict(copy.label), copy.created, copy.by, len(copy.events), last)
