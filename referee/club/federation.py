"""What a club that agreed shows a federation: its evenings, and its players as they agreed to be named."""

from __future__ import annotations

from dataclasses import dataclass

from referee.club.tournaments import Tournaments
from referee.store import StaleSequence, Store, Stream
from referee.tournament.season import initials
from referee.tournament.settings import Settings
from referee.tournament.standings import shown
from referee.tournament.tournament import Tournament

NAMING = "naming"
TRIES = 20


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of a club. `seq` is the number of its last entry; `result` what it came to, None until everybody
    may see that.
    """

    id: str
    seq: int
    changed: str
    settings: Settings
    result: Tournament | None

    @property
    def day(self) -> str:
        """The day it is played: as agreed, else that of its last entry."""
        return (self.settings.day or self.changed)[:10]


class Evenings:
    """The tournaments of a club, kept as a federation sees them."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._known: dict[str, Evening] = {}

    def reread(self) -> None:
        """Read everything anew: the logs have been rewritten."""
        self._known.clear()

    def last(self, most: int, fresh: int) -> tuple[list[Evening], int]:
        """The last tournaments that were not thrown away, at most so many, at most `fresh` of them read now; how many
        are left to be read.
        """
        found: dict[str, Evening] = {}
        left = 0
        for stream in self._tournaments.all()[:most]:
            known = self._known.get(stream.id)
            if known is None or known.seq != stream.seq:
                if not stream.seq:
                    continue
                if not fresh:
                    left += 1
                    continue
                fresh -= 1
                known = self._read(stream)
            found[stream.id] = known
        self._known = self._known | found if left else found
        return list(found.values()), left

    def _read(self, stream: Stream) -> Evening:
        told = self._tournaments.together(stream.id).tournament
        over = told.value.finished and shown(told)
        brief = Tournament(told.log[-1:], told.value) if over else None
        return Evening(stream.id, stream.seq, stream.last_at, told.settings, brief)


class Naming:
    """How players of a club are named to federations: in full where they agreed, or where nobody said otherwise and
    they have a licence; else by their initials.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def said(self) -> dict[str, bool]:
        """Who agreed to be named in full, and who wishes not to be, by their names in small letters."""
        stream = self.store.keyed(NAMING)
        events = self.store.events(stream) if stream else []
        return {event.body["name"].casefold(): event.body["full"] for event in events}

    def say(self, name: str, full: bool, key: str) -> None:
        """Note what somebody wishes."""
        stream = self.store.create(NAMING, {}, NAMING)
        for left in reversed(range(TRIES)):
            try:
                self.store.append(stream, key, self.store.seq(stream), [("named", {"name": name, "full": full})])
                return
            except StaleSequence:
                if not left:
                    raise


def named(name: str, licence: str, wish: bool | None) -> str:
    """A name as its bearer agreed to be named."""
    full = bool(licence) if wish is None else wish
    return name if full else initials(name)
