"""The clubs and federations of one server: their names, their quotas, and which clubs show their evenings to which.

Each has one log among the server's own, apart from the logs of the clubs. A federation is a club in which nothing is
played, and to which other clubs agree to show their evenings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any

from referee.club.access import CLUB, Access, Invitation, Role
from referee.store import Event, StaleSequence, Store, Stream
from referee.words.letters import plain
from referee.words.text import RefereeError, T

KIND = "club"
KEY = "key"
"""The kind, and the one key, of the log that notes which key signs."""
LONGEST = 40
TRIES = 20
_SHAPE = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{0,{LONGEST - 2}}}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class Club:
    """A club: its `word` in addresses and in the database, and its name."""

    word: str
    name: str
    federation: bool = False


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits of a club, each 0 for none: tables, entries in all logs, megabytes of logs, sheets per hour."""

    tables: int = 0
    entries: int = 0
    megabytes: int = 0
    sheets: int = 0


class Clubs:
    """The clubs written in the server's own logs."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(self, name: str, word: str = "", *, federation: bool = False) -> Club:
        """Add a club; `word` is made from the name where none is given. Raises RefereeError for a bad or taken word."""
        club = Club(word or word_of(name), " ".join(name.split()), federation)
        if not club.name or not _SHAPE.fullmatch(club.word):
            raise RefereeError(
                T("“{word}” cannot stand in an address: small letters, digits and - alone", word=club.word)
            )
        if self.get(club.word) is not None:
            raise RefereeError(T("there is a club “{word}” already", word=club.word))
        meta = {"club": club.word} | ({"federation": True} if federation else {})
        self.store.create(KIND, meta, _key(club.word), label={"name": club.name})
        return club

    def all(self) -> list[Club]:
        """Every club and federation, in the order they were added."""
        return [_club(stream) for stream in self.store.streams(KIND)]

    def get(self, word: str) -> Club | None:
        """A club by its word."""
        stream = self.store.stream_of_key(KIND, _key(word))
        return _club(self.store.stream(stream)) if stream else None

    # The key

    def fingerprint(self) -> str:
        """The fingerprint of the key under which the server was served last; empty where it never was."""
        stream = self.store.stream_of_key(KEY, KEY)
        events = self.store.events(stream) if stream else []
        return str(events[-1].body["fingerprint"]) if events else ""

    def serve_under(self, secret: str, key: str) -> bool:
        """Note the key under which the server is served; return whether it was another before."""
        before, now = self.fingerprint(), fingerprint(secret)
        if before != now:
            stream = self.store.create(KEY, {}, KEY)
            self.store.append(stream, key, self.store.seq(stream), [("served", {"fingerprint": now})])
        return before not in ("", now)

    # Quotas

    def quota(self, word: str) -> Quota:
        """The limits that the server's administrator set for a club."""
        limited = [event.body for event in self._events(word) if event.kind == "limited"]
        return Quota(**limited[-1]) if limited else Quota()

    def limit(self, word: str, key: str, changed: Mapping[str, int]) -> Quota:
        """Set limits of a club from now on; those not named stay."""
        quota = replace(self.quota(word), **changed)
        self._add(word, key, lambda _: [("limited", asdict(quota))])
        return quota

    # Federations

    def federations(self) -> list[Club]:
        """The federations of the server."""
        return [club for club in self.all() if club.federation]

    def agreeing(self, federation: str) -> tuple[str, ...]:
        """The clubs that agree to show a federation their evenings, in the order they did."""
        there: dict[str, None] = {}
        for event in self._events(federation):
            if event.kind == "agreed":
                there[event.body["club"]] = None
            elif event.kind == "withdrawn":
                there.pop(event.body["club"], None)
        return tuple(there)

    def agree(self, federation: str, club: str, yes: bool, key: str) -> None:
        """Note that a club agrees to show its evenings, or no longer does."""
        if (known := self.get(federation)) is None or not known.federation:
            raise RefereeError(T("there is no federation “{word}” on this server", word=federation))
        kind = "agreed" if yes else "withdrawn"
        self._add(federation, key, lambda there: [(kind, {"club": club})] if (club in there) is not yes else [])

    def _events(self, word: str) -> list[Event]:
        stream = self.store.stream_of_key(KIND, _key(word))
        return self.store.events(stream) if stream else []

    def _add(self, word: str, key: str, make: Callable[[tuple[str, ...]], list[tuple[str, Mapping[str, Any]]]]) -> None:
        stream = self.store.stream_of_key(KIND, _key(word))
        if stream is None:
            raise RefereeError(T("there is no club “{word}” on this server", word=word))
        for left in reversed(range(TRIES)):
            seq, events = self.store.seq(stream), make(self.agreeing(word))
            if not events or self.store.knows(stream, key):
                return
            try:
                self.store.append(stream, key, seq, events)
                return
            except StaleSequence:
                if not left:
                    raise


def invite(access: Access, role: Role, key: str) -> Invitation:
    """Open an invitation into the club itself, for one device."""
    access.invite(CLUB, role, key)
    return access.of(CLUB).invitations[key]


def fingerprint(secret: str) -> str:
    """Eight digits of a key: enough to notice another key, too few to find it out."""
    return sha256(f"fingerprint {secret}".encode()).hexdigest()[:8]


def word_of(name: str) -> str:
    """A name as it is written in an address: “Les Tarots d’Évry” becomes les-tarots-d-evry."""
    return re.sub("[^a-z0-9]+", "-", plain(name)).strip("-")[:LONGEST].strip("-")


def _key(word: str) -> str:
    return f"{KIND} {word}"


def _club(stream: Stream) -> Club:
    return Club(stream.meta["club"], stream.label["name"], stream.meta.get("federation", False))
