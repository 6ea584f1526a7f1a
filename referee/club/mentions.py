"""Where a person is mentioned: in seats, facts, texts, titles, invitations and tournaments, in any case of letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from typing import Any

from referee.club.lots import worked
from referee.store import Store

NAMES = ("name", "by", "player", "seat")
"""Keys under which other logs than a table's keep a name by itself."""
SEATS = ("seats", "names")
"""Keys under which a table keeps the names on its seats."""
TEXTS = ("text", "reason", "title", "place", "note", "message", "club", "season", "team", "apart", "region", "thing")
"""Keys under which people wrote what they liked."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One place with a name: the log, its entry (None: what was settled at its making), the key, all that stands there.

    `at` is the time it was written, UTC.
    """

    stream: str
    kind: str
    entry: int | None
    at: str
    key: str
    text: str


def word(name: str) -> re.Pattern[str]:
    """A name as a word of its own, in any case of letters."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def mentions(store: Store, name: str, progress: Callable[[int, int], None] | None = None) -> Iterator[Mention]:
    """Every place of every log where a name stands; on every core where the logs are long. `progress` hears how many of
    how many have been looked through.
    """
    named = store.naming([name])
    streams = [stream for kind in store.kinds() for stream in store.streams(kind) if stream.id in named]
    return chain.from_iterable(worked(store, streams, partial(_mentioned, name=name), progress))


def _mentioned(store: Store, lot: Sequence[str], *, name: str) -> list[Mention]:
    wanted, found = word(name), list[Mention]()
    for stream in map(store.stream, lot):
        about: list[tuple[int | None, str, Any]] = [
            (None, stream.created, {"by": stream.by} | stream.meta | stream.label),
            *((event.seq, event.at, {"by": event.by} | event.body) for event in store.events(stream.id)),
        ]
        for entry, at, value in about:
            said = (Mention(stream.id, stream.kind, entry, at, key, text) for key, text in _strings(value))
            found += [mention for mention in said if wanted.search(mention.text)]
    return found


def spellings(store: Store, name: str, found: Iterable[Mention]) -> list[str]:
    """How else a name is written where it was `found` and people wrote it: other capitals and small letters."""
    wanted = word(name)
    free = (NAMES, SEATS, TEXTS)
    written = [one.text for one in found if any(one.key in keys for keys in free)]
    written += [person.name for person in store.people() if wanted.fullmatch(person.name)]
    return sorted({said for text in written for said in wanted.findall(text)} - {name})


def _strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a JSON value, with the key it stands under."""
    match value:
        case Mapping():
            for each, item in value.items():
                yield from _strings(item, each)
        case list() | tuple():
            for item in value:
                yield from _strings(item, key)
        case str():
            yield key, value


def known_of(store: Store, name: str) -> dict[str, Any] | None:
    """All that is known of a person, as JSON; None where it is nothing."""
    seen = next((known.last_seen for known in store.people() if known.name == name), None)
    found = list(mentions(store, name)) if name else []
    if not found and seen is None:
        return None
    told = [asdict(each) for each in found]
    return {"name": name, "last_seen": seen, "spellings": spellings(store, name, found), "mentions": told}
