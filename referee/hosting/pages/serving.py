"""Serve the clubs of a server, each at a host name of its own; each process keeps some of them open."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import cast

from flask import Flask, abort, current_app, g, request

from referee.hosting.address import address_of, club_in
from referee.hosting.clubs import Club, Clubs
from referee.hosting.disclosure import Evenings
from referee.hosting.quota import Usage
from referee.store import Store, StoreError
from referee.web.app import share
from referee.web.hooks.log import KIND as HOOKS
from referee.web.kit.guard import asked_host, of_club
from referee.web.kit.shared import Tell, Things, shared, topic_of
from referee.words.text import RefereeError, T

MOST_OPEN = 2000
"""The most clubs open in one process; the one unused longest is closed first."""

WITHOUT_CLUB = frozenset({
    "static", "home.page", "home.health", "home.language", "home.appearance",
    "help.install", "help.first_evening", "help.guide", "help.own_program",
    "offline.icon", "offline.worker", "offline.page", "offline.manifest",
})  # fmt: skip
"""The endpoints a server answers without a club."""
OF_FEDERATION = WITHOUT_CLUB | {
    "federation.as_csv", "federation.calendar", "members.page", "members.change", "members.arrive", "members.join",
    "people.privacy",
}  # fmt: skip
"""The endpoints that the address of a federation answers."""


class Served:
    """The clubs of a server, each opened when first asked for. `share` makes what the requests of one share."""

    def __init__(self, address: str, share: Callable[[Store, Club], Things]) -> None:
        self.address = address
        self.clubs = Clubs(Store.open(address_of(address)))
        self._share = share
        self._open: OrderedDict[str, Things] = OrderedDict()
        self._lock = Lock()
        self._tell: Tell | None = None

    def get(self, word: str) -> Things | None:
        """What the requests of a club share; None where there is no such club."""
        with self._lock:
            things = self._open.pop(word, None)
            if things is None:
                if (club := self.clubs.get(word)) is None:
                    return None
                things = self._share(Store.open(address_of(self.address, word)), club)
                if self._tell:  # a process that serves no streams follows nothing
                    things["listen"](partial(self._tell_club, word))
            self._open[word] = things
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)[1]["tables"].store.close()
            return things

    def listen(self, tell: Tell) -> None:
        """Have `tell` called with topic and text for every change in an open club; open those that have hooks."""
        self._tell = tell
        Thread(target=self._resume, name="referee-resume", daemon=True).start()

    def _resume(self) -> None:
        """Open each club that has hooks: something may wait to be posted, and nobody comes to its pages."""
        with suppress(StoreError):
            for club in self.clubs.all():
                with closing(Store.open(address_of(self.address, club.word), read_only=True)) as store:
                    tells = HOOKS in store.kinds()
                if tells:
                    self.get(club.word)

    def _tell_club(self, word: str, name: str, text: str) -> None:
        if self._tell:
            self._tell(topic_of(word, name), text)

    def close(self) -> None:
        """Close every club, and the server's own log."""
        with self._lock:
            for club in self._open.values():
                club["tables"].store.close()
        self.clubs.store.close()


def serve_clubs(app: Flask) -> None:
    """Serve all clubs of the server at the application's DATABASE."""

    def of_one(store: Store, club: Club) -> Things:
        things = _share_club(app, store, club.word)
        things |= {
            "club": club,
            "evenings": Evenings(things["tournaments"]),
            "usage": Usage(store, partial(clubs.clubs.quota, club.word)),
        }
        return things

    clubs = Served(app.config["DATABASE"], of_one)
    app.extensions |= {"clubs": clubs, "listen": clubs.listen}
    app.before_request(choose_club)


def serve_club(app: Flask) -> None:
    """Serve the one club that the application's DATABASE names, as a club at home."""
    store = Store.open(app.config["DATABASE"])
    app.extensions |= _share_club(app, store, club_in(app.config["DATABASE"]))


def _share_club(app: Flask, store: Store, word: str) -> Things:
    """What the requests of a club share. The secrets of its boards lie beside the process."""
    return share(app, store, Path("instance.seals", word), of_club(app.config["SECRET_KEY"], word))


def choose_club() -> None:
    """Find the club of a request. Without one, 404 for whatever belongs to a club."""
    g.word = word = club_asked()
    things = clubs_served().get(word) if word else None
    if things is not None and (not things["club"].federation or request.endpoint in OF_FEDERATION):
        g.shared = things
    elif word or request.endpoint not in WITHOUT_CLUB:
        g.word = ""
        abort(404)


def club_asked() -> str:
    """The word of the club whose address was called, as `lyon` of lyon.referee.example; empty for none."""
    word, _, server = asked_host().partition(".")
    return word if server == "localhost" or server in current_app.config.get("HOSTS", ()) else ""


def clubs_served() -> Served:
    """The clubs of this server."""
    return cast(Served, current_app.extensions["clubs"])


def club() -> Club | None:
    """The club of the request; None at the address of the server itself."""
    return cast(Club, shared("club")) if g.word else None


def secret_of_server(club: str = "") -> str:
    """The key that signs cookies over a database on a server, the same for every process (REFEREE_SECRET_KEY).

    With a club's word, the key of this club's codes. Raises RefereeError where the environment lacks it.
    """
    if named := os.environ.get("REFEREE_SECRET_KEY"):
        return of_club(named, club)
    raise RefereeError(T("with a database on a server, REFEREE_SECRET_KEY must hold a long random text"))
