"""What a club shows a federation if it agreed: its evenings, and its players as they wish to be named."""

from __future__ import annotations

from dataclasses import dataclass

from referee.club.tables import UNREADABLE
from referee.club.tournaments import Tournaments
from referee.store import StaleSequence, Store, Stream
from referee.tournament.people import initials
from referee.tournament.settings import Settings
from referee.tournament.standings import last_shown
from referee.tournament.tournament import Tournament

NAMING = "naming"
TRIES = 20


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of a club. `seq` is the number of its last entry; `result` is None until everybody may see it."""

    id: str
    seq: int
    changed: str
    settings: Settings
    result: Tournament | None

    @property
    def day(self) -> str:
        """The agreed day of play, else the day of the last entry."""
        return (self.settings.day or self.changed)[:10]


class Evenings:
    """A cache of a club's tournaments as a federation sees them."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._known: dict[str, Evening] = {}

    def reread(self) -> None:
        """Drop the cache: the logs were rewritten, so each is read again."""
        self._known.clear()

    def last(self, most: int, fresh: int) -> tuple[list[Evening], int]:
        """The last `most` tournaments that were not thrown away, and how many of them are still to be read.

        At most `fresh` of them are read now.
        """
        evenings: dict[str, Evening] = {}
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
                try:
                    known = self._read(stream)
                except UNREADABLE:
                    continue
            evenings[stream.id] = known
        self._known = self._known | evenings if left else evenings
        return list(evenings.values()), left

    def _read(self, stream: Stream) -> Evening:
        whole = self._tournaments.together(stream.id).tournament
        over = whole.value.finished and last_shown(whole)
        brief = Tournament(whole.log[-1:], whole.value) if over else None
        return Evening(stream.id, stream.seq, stream.last_at, whole.settings, brief)


class Naming:
    """How a club's players wish to be named to federations: in full or by initials.

    One who said nothing is named in full with a licence, else by initials.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def wishes(self) -> dict[str, bool]:
        """Whether each player who said so wishes the full name, by the name in small letters."""
        stream = self.store.stream_of_key(NAMING, NAMING)
        events = self.store.events(stream) if stream else []
        return {event.body["name"].casefold(): event.body["full"] for event in events}

    def say(self, name: str, full: bool, key: str) -> None:
        """Note a player's wish."""
        stream = self.store.create(NAMING, {}, NAMING)
        for left in reversed(range(TRIES)):
            try:
                self.store.append(stream, key, self.store.seq(stream), [("named", {"name": name, "full": full})])
                return
            except StaleSequence:
                if not left:
                    raise


def display_name(name: str, licence: str, wish: bool | None) -> str:
    """A player's name in full or as initials, by their `wish`, else by whether they have a licence."""
    full = bool(licence) if wish is None else wish
    return name if full else initials(name)
