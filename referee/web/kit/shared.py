"""What the requests of one club share. A home is one club; a server has many, a few of them open in each process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any

from flask import abort, current_app, g, request

from referee.club.clubs import Club, Clubs
from referee.store import Store, address_of
from referee.web.kit.guard import club_asked

MOST_OPEN = 2000
"""Clubs of one process; the one longest not asked for is closed first."""

Tell = Callable[[str, str], None]
Things = dict[str, Any]
"""By name what the requests of a club share."""

WITHOUT_CLUB = frozenset({
    "static", "home.page", "home.health", "home.language", "home.appearance", "home.first_evening", "home.guide",
    "kept.worker", "kept.offline", "kept.manifest",
})  # fmt: skip
"""What a server's own address answers."""
OF_FEDERATION = WITHOUT_CLUB | {
    "federation.as_csv", "federation.calendar", "members.page", "members.change", "members.arrive", "members.join",
    "people.privacy",
}  # fmt: skip
"""What the address of a federation answers."""


class Served:
    """The clubs of a server, opened when they are first asked for. `share` makes what the requests of one share."""

    def __init__(self, address: str, share: Callable[[Store, str], Things]) -> None:
        self.address = address
        self.clubs = Clubs(Store.open(address_of(address)))
        self._share = share
        self._open: OrderedDict[str, Things] = OrderedDict()
        self._lock = Lock()
        self._tell: Tell | None = None

    def get(self, word: str) -> Things | None:
        """What the requests of a club share; None where there is no such club."""
        with self._lock:
            found = self._open.pop(word, None)
            if found is None:
                if (club := self.clubs.get(word)) is None:
                    return None
                found = self._share(Store.open(address_of(self.address, word)), word) | {"club": club}
                if self._tell:  # who serves no streams follows nothing
                    found["listen"](partial(self._told, word))
            self._open[word] = found
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)[1]["tables"].store.close()
            return found

    def listen(self, tell: Tell) -> None:
        """Have `tell` called with topic and text for whatever changes in an open club."""
        self._tell = tell

    def _told(self, word: str, name: str, text: str) -> None:
        if self._tell:
            self._tell(_topic(word, name), text)

    def close(self) -> None:
        """Close every club, and the server's own log."""
        for club in self._open.values():
            club["tables"].store.close()
        self.clubs.store.close()


def topic(name: str) -> str:
    """A topic of this club, among those of all."""
    return _topic(g.get("word", ""), name)


def _topic(word: str, name: str) -> str:
    return f"{word}/{name}" if word else name


def choose_club() -> None:
    """Find out which club a request is to; of what is a club's own, an address without a club has nothing (404)."""
    g.word = ""
    if (served := many()) is None:
        return
    g.word = word = club_asked()
    found = served.get(word) if word else None
    if found is not None and (not found["club"].federation or request.endpoint in OF_FEDERATION):
        g.shared = found
    elif word or request.endpoint not in WITHOUT_CLUB:
        g.word = ""
        abort(404)


def many() -> Served | None:
    """The clubs of this server; None where there is but one club."""
    found: Served | None = current_app.extensions.get("clubs")
    return found


def at_club() -> bool:
    """Whether the request is to a club: always, where there is but one."""
    return many() is None or "shared" in g


def club() -> Club | None:
    """The club that the request is to, of a server's many."""
    found: Club | None = shared("club") if many() and g.word else None
    return found


def shared(name: str) -> Any:
    """What all requests of this club share, by its name."""
    return g.shared[name] if "shared" in g else current_app.extensions[name]
