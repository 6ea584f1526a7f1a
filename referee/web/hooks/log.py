"""Hooks: the addresses to which the news of a table or a tournament is posted, and how that went.

Each subject has its own stream of kind "hooks", beside its log. What is still to be told is not written down: it is
what the log says now and the hook was not told yet, so that nothing is lost with the program, and nothing is told twice
but by a kill in the middle of a post, which then has the same id.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from referee.store import Event, StaleSequence, Store
from referee.store.records import Json
from referee.words.text import Slip, T

KIND = "hooks"
MOST = 5
"""The hooks of a table or a tournament that are not ended."""
TRIES_KEPT = 5
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(hours=1)
"""The wait after a first failure, which doubles with each further one, and its bound."""
GIVEN_UP = timedelta(days=1)
"""A hook ends that took nothing for so long."""
TAKEN = range(200, 300)
GONE = 410
"""The status with which an address asks to be left alone."""
AGAIN = 20
LISTED = 60.0
"""Seconds for which the list of subjects holds where several processes serve a store."""


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell: its kind, what it is `about`, as “deal 3”, and how that stands `now`, as “30 -15 -15”."""

    kind: str
    about: str
    now: str


@dataclass(frozen=True, slots=True)
class Try:
    """A post: what it was about, when, and what came of it: a status, or a reason in English."""

    about: str
    at: str
    outcome: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Hook:
    """An address, and what it knows: how each thing it was told about stood then. `why` says why it ended.

    `failures`: the failed tries since the last that was taken, `failing` the time of the first of them.
    """

    id: str
    address: str
    since: str
    known: Mapping[str, str]
    taken: int = 0
    tries: tuple[Try, ...] = ()
    failures: int = 0
    failing: str = ""
    hurried: bool = False
    why: str = ""

    def news(self, there: Iterable[News]) -> News | None:
        """The first news that it does not know; None where it ended."""
        return None if self.why else next((one for one in there if self.known.get(one.about) != one.now), None)

    def delivery(self, news: News) -> str:
        """The id of a post: the same when it is sent again, another for all that is told later."""
        return hashlib.sha256(f"{self.id} {self.taken} {news.about} {news.now}".encode()).hexdigest()[:32]

    def left(self, now: datetime) -> timedelta:
        """The time until the next try; zero or less where it is due."""
        if not self.failures or self.hurried:
            return timedelta()
        wait = min(FIRST_WAIT * (1 << min(self.failures - 1, 20)), LONGEST_WAIT)
        return min(datetime.fromisoformat(self.tries[-1].at) + wait - now, wait)  # a clock put back makes it no longer

    def after(self, event: Event) -> Hook:
        """The hook after one more event about it."""
        body = event.body
        match event.kind:
            case "taken" | "failed":
                taken = event.kind == "taken"
                tries = (*self.tries, Try(body["about"], event.at, body["outcome"], taken))[-TRIES_KEPT:]
                if taken:
                    known, count = {**self.known, body["about"]: body["now"]}, self.taken + 1
                    new = replace(self, known=known, taken=count, tries=tries)
                    return replace(new, failures=0, failing="", hurried=False)
                began = self.failing or event.at
                return replace(self, tries=tries, failures=self.failures + 1, failing=began, hurried=False)
            case "hurried":
                return replace(self, hurried=True, failing="", why="")
            case "ended":
                return replace(self, why=body["why"])
        return self


@dataclass(frozen=True, slots=True)
class _Fold:
    """The hooks of a subject up to an event, by id."""

    seq: int = 0
    hooks: Mapping[str, Hook] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, event: Event) -> _Fold:
        """The hooks after one more event."""
        of = event.body["hook"]
        if event.kind == "added":
            new = Hook(of, event.body["address"], event.at, event.body["known"])
            return _Fold(event.seq, {**self.hooks, of: new})
        return _Fold(event.seq, {**self.hooks, of: self.hooks[of].after(event)})


class Hooks:
    """The hooks of every subject of a store. What signs their posts is computed from `secret` and never stored."""

    def __init__(self, store: Store, secret: str) -> None:
        self.store = store
        self._secret = secret.encode()
        self._streams: Mapping[str, str] | None = None
        self._listed = 0.0
        self._folds: dict[str, _Fold] = {}

    def subjects(self) -> Mapping[str, str]:
        """The subjects that have or had hooks, with their streams; those another process adds after a minute."""
        now = time.monotonic()
        if self._streams is None or (self.store.shared and now - self._listed > LISTED):
            self._streams, self._listed = {one.meta["subject"]: one.id for one in self.store.streams(KIND)}, now
        return self._streams

    def _stream(self, subject: str) -> str | None:
        """The stream of a subject, None where it never had a hook."""
        known = self.subjects().get(subject)
        if known is None and self.store.shared:
            known = self.store.stream_of_key(KIND, f"{KIND} {subject}")
        return known

    def of(self, subject: str) -> Mapping[str, Hook]:
        """The hooks of a subject by id, also those that ended, in the order they were added."""
        return self._fold(subject).hooks

    def key(self, subject: str, hook: str) -> str:
        """What signs the posts of a hook, as Standard Webhooks writes it: 32 bytes in base64."""
        made = hmac.new(self._secret, f"hook {subject} {hook}".encode(), hashlib.sha256).digest()
        return f"whsec_{b64encode(made).decode()}"

    def add(self, subject: str, address: str, known: Iterable[News], key: str, by: str = "") -> str:
        """Add a hook that is told what comes after what is `known`; return its id. Raises Slip where there are many."""
        new = hashlib.sha256(f"{subject} {key}".encode()).hexdigest()[:8]
        body = {"hook": new, "address": address, "known": {one.about: one.now for one in known}}

        def events(hooks: Mapping[str, Hook]) -> list[tuple[str, Json]]:
            if sum(not hook.why for hook in hooks.values()) >= MOST:
                raise Slip(T("{most} addresses are told already: end one first", most=MOST))
            return [("added", body)]

        self._add(subject, key, events, by)
        return new

    def end(self, subject: str, hook: str, key: str, by: str = "") -> None:
        """End a hook."""
        self._add(subject, key, lambda hooks: [("ended", {"hook": hook, "why": "hand"})] if hook in hooks else [], by)

    def hurry(self, subject: str, hook: str, key: str, by: str = "") -> None:
        """Try a hook again at once, also one that ended because it took nothing."""

        def events(hooks: Mapping[str, Hook]) -> list[tuple[str, Json]]:
            return [("hurried", {"hook": hook})] if hook in hooks and hooks[hook].why != "hand" else []

        self._add(subject, key, events, by)

    def note(self, subject: str, hook: Hook, news: News, outcome: int | str, now: datetime) -> None:
        """Note what came of a post; end the hook where it took nothing for a day, or asks to be left alone."""
        taken = outcome in TAKEN
        body = {"hook": hook.id, "about": news.about, "now": news.now, "outcome": str(outcome)}
        events: list[tuple[str, Json]] = [("taken" if taken else "failed", body)]
        late = bool(hook.failing) and now - datetime.fromisoformat(hook.failing) >= GIVEN_UP
        if outcome == GONE or (late and not taken):
            events.append(("ended", {"hook": hook.id, "why": "gone" if outcome == GONE else "late"}))
        key = f"{hook.delivery(news)} {hook.failures} {hook.tries[-1].at if hook.tries else ''}"
        self._add(subject, key, lambda _: events)

    def reread(self) -> None:
        """Drop all folds: the logs were rewritten."""
        self._folds.clear()

    def _fold(self, subject: str) -> _Fold:
        stream, fold = self._stream(subject), self._folds.get(subject) or _Fold()
        if stream is not None and self.store.seq(stream) > fold.seq:
            for event in self.store.events(stream, after=fold.seq):
                fold = fold.after(event)
            self._folds[subject] = fold
        return fold

    def _add(
        self, subject: str, key: str, events: Callable[[Mapping[str, Hook]], list[tuple[str, Json]]], by: str = ""
    ) -> None:
        """Append the events that suit the hooks as they are, once for each key."""
        stream = self._stream(subject) or self.store.create(KIND, {"subject": subject}, f"{KIND} {subject}")
        self._streams = {**self.subjects(), subject: stream}
        for left in reversed(range(AGAIN)):
            fold = self._fold(subject)
            if self.store.knows(stream, key) or not (new := events(fold.hooks)):
                return
            try:
                self.store.append(stream, key, fold.seq, new, by)
                return
            except StaleSequence:
                if not left:
                    raise
