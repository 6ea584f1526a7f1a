"""What the requests of one club share. At home there is one club; a server has many, with some open in each process."""

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
"""The most clubs open in one process; the one unused longest is closed first."""

Tell = Callable[[str, str], None]
Things = dict[str, Any]
"""What the requests of a club share, by name."""

WITHOUT_CLUB = frozenset({
    "static", "home.page", "home.health", "home.language", "home.appearance", "home.first_evening", "home.guide",
    "kept.worker", "kept.offline", "kept.manifest",
})  # fmt: skip
"""The endpoints a server answers without a club."""
OF_FEDERATION = WITHOUT_CLUB | {
    "federation.as_csv", "federation.calendar", "members.page", "members.change", "members.arrive", "members.join",
    "people.privacy",
}  # fmt: skip
"""The endpoints that the address of a federation answers."""


class Served:
    """The clubs of a server, each opened when first asked for. `share` makes what the requests of one share."""

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
                if self._tell:  # a process that serves no streams follows nothing
                    found["listen"](partial(self._told, word))
            self._open[word] = found
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)[1]["tables"].store.close()
            return found

    def listen(self, tell: Tell) -> None:
        """Have `tell` called with topic and text for every change in an open club."""
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
    """A topic of this club, distinct from those of other clubs."""
    return _topic(g.get("word", ""), name)


def _topic(word: str, name: str) -> str:
    return f"{word}/{name}" if word else name


def choose_club() -> None:
    """Find the club of a request. Without one, 404 for whatever belongs to a club."""
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
    """The clubs of this server; None where there is only one club."""
    found: Served | None = current_app.extensions.get("clubs")
    return found


def at_club() -> bool:
    """Whether the request is to a club; always so where there is only one."""
    return many() is None or "shared" in g


def club() -> Club | None:
    """The club of the request, on a server with many; None elsewhere."""
    found: Club | None = shared("club") if many() and g.word else None
    return found


def shared(name: str) -> Any:
    """What all requests of this club share, by name."""
    return g.shared[name] if "shared" in g else current_app.extensions[name]
