"""Find where a person is mentioned: in seats, facts, texts, titles, invitations, tournaments, in any capitals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from typing import Any

from referee.club.workers import results
from referee.store import Progress, Store
from referee.store.records import Json
from referee.words.letters import plain

NAMES = ("name", "by", "player", "seat")
"""Keys whose value is a name, in logs other than a table's."""
SEATS = ("seats", "names")
"""Keys that hold the names on a table's seats."""
TEXTS = ("text", "reason", "title", "place", "note", "message", "club", "season", "team", "apart", "region", "thing")
"""Keys that hold free text of people."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One place with a name: the log, its entry (None: what it was created with), the key, the whole text there.

    `at` is the UTC time it was written.
    """

    stream: str
    kind: str
    entry: int | None
    at: str
    key: str
    text: str


def word(name: str) -> re.Pattern[str]:
    """A pattern for a name as a separate word, in any capitals."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def mentions(store: Store, name: str, progress: Progress | None = None) -> Iterator[Mention]:
    """Every place in every log with a name, searched on every core where the logs are long.

    `progress` gets (done, all), counted in logs.
    """
    named = store.naming([name])
    streams = [stream for kind in store.kinds() for stream in store.streams(kind) if stream.id in named]
    return chain.from_iterable(results(store, streams, partial(_mentions, name=name), progress))


def _mentions(store: Store, lot: Sequence[str], *, name: str) -> list[Mention]:
    wanted, hits = word(name), list[Mention]()
    for stream in map(store.stream, lot):
        about: list[tuple[int | None, str, Any]] = [
            (None, stream.created, {"by": stream.by} | stream.meta | stream.label),
            *((event.seq, event.at, {"by": event.by} | event.body) for event in store.events(stream.id)),
        ]
        for entry, at, value in about:
            strings = (Mention(stream.id, stream.kind, entry, at, key, text) for key, text in _strings(value))
            hits += [mention for mention in strings if wanted.search(mention.text)]
    return hits


def spellings(store: Store, name: str, hits: Iterable[Mention]) -> list[str]:
    """The other spellings of a name, which differ in capitals, in these mentions and on the list of players."""
    wanted = word(name)
    free = (NAMES, SEATS, TEXTS)
    written = [one.text for one in hits if any(one.key in keys for keys in free)]
    written += [person.name for person in store.people() if wanted.fullmatch(person.name)]
    return sorted({spelling for text in written for spelling in wanted.findall(text)} - {name})


def alike(store: Store, name: str) -> list[str]:
    """The names on the list of players that differ from this one by accents: perhaps the same person, perhaps not."""
    known = (person.name for person in store.people())
    return sorted(each for each in known if plain(each) == plain(name) and not word(name).fullmatch(each))


def _strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a JSON value, with its key."""
    match value:
        case Mapping():
            for each, item in value.items():
                yield from _strings(item, each)
        case list() | tuple():
            for item in value:
                yield from _strings(item, key)
        case str():
            yield key, value


def person_as_json(store: Store, name: str, progress: Progress | None = None) -> Json | None:
    """All that is known of a person, as JSON; None for nothing. `progress` gets (done, all), counted in logs."""
    seen = next((known.last_seen for known in store.people() if known.name == name), None)
    hits = list(mentions(store, name, progress)) if name else []
    if not hits and seen is None:
        return None
    rows = [asdict(each) for each in hits]
    return {"name": name, "last_seen": seen, "spellings": spellings(store, name, hits), "mentions": rows}
