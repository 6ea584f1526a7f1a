"""The clubs of one server: which there are. It is written in a log of the server's own, beside the clubs'."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.club.access import CLUB, Access, Invitation, Role
from referee.store import Store, Stream
from referee.words.letters import plain
from referee.words.text import RefereeError, T

KIND = "club"
LONGEST = 40
_SHAPE = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{0,{LONGEST - 2}}}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class Club:
    """A club: the word that stands in its address and in the database, and its name."""

    word: str
    name: str


class Clubs:
    """The clubs written in the server's own log."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(self, name: str, word: str = "") -> Club:
        """A new club; without a word one is made of its name. Raises RefereeError where the word is taken or none."""
        club = Club(word or word_of(name), " ".join(name.split()))
        if not club.name or not _SHAPE.fullmatch(club.word):
            raise RefereeError(
                T("“{word}” cannot stand in an address: small letters, digits and - alone", word=club.word)
            )
        if self.get(club.word) is not None:
            raise RefereeError(T("there is a club “{word}” already", word=club.word))
        self.store.create(KIND, {"club": club.word}, _key(club.word), label={"name": club.name})
        return club

    def all(self) -> list[Club]:
        """Every club, in the order they were added."""
        return [_club(stream) for stream in self.store.streams(KIND)]

    def get(self, word: str) -> Club | None:
        """A club by its word."""
        stream = self.store.keyed(_key(word))
        return _club(self.store.stream(stream)) if stream else None


def invite(access: Access, role: Role, key: str) -> Invitation:
    """A way into a club itself, for one device."""
    access.invite(CLUB, role, key)
    return access.of(CLUB).invitations[key]


def word_of(name: str) -> str:
    """What stands for a name in an address: “Les Tarots d’Évry” is les-tarots-d-evry."""
    return re.sub("[^a-z0-9]+", "-", plain(name)).strip("-")[:LONGEST].strip("-")


def _key(word: str) -> str:
    return f"{KIND} {word}"


def _club(stream: Stream) -> Club:
    return Club(stream.meta["club"], stream.label["name"])
