"""The courier: a thread beside the requests that posts to hooks what they were not told yet."""

from __future__ import annotations

import json
import logging
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from hmac import digest

from referee.club.access import Access
from referee.club.tables import UnreadableLog
from referee.club.tournaments import Tournaments
from referee.server.post import Network, Unreached, post
from referee.store import StoreError, UnknownStream
from referee.store.records import stamp, utc_now
from referee.web.hooks.log import Hook, Hooks, News
from referee.web.hooks.posts import Posts, posts_of

VERSION = 1
AT_ONCE = 4
"""The posts under way at a time."""
SETTLE = 0.5
"""Seconds after a change before it is looked at: a burst of taps is looked at once."""
LEASE = 60.0
"""Seconds for which one process may post to a hook, where several serve a store."""
logger = logging.getLogger("referee")


class Courier:
    """Posts the news of a store's tables and tournaments, in order for each hook. `may`: own networks it may reach."""

    def __init__(
        self,
        hooks: Hooks,
        tournaments: Tournaments,
        access: Access,
        may: Sequence[Network] = (),
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.hooks = hooks
        self._tournaments, self._access, self._may, self._clock = tournaments, access, may, clock
        self._store = hooks.store
        self._woken = threading.Condition()
        self._grown = set[str]()
        self._due: dict[str, datetime] = {}
        self._running = False

    def begin(self) -> None:
        """Look at all hooks now, and from now on whenever something grows."""
        self._store.listen(lambda stream, seq: self.note(stream))
        for stream in self.hooks.subjects().values():
            self.note(stream)

    def note(self, stream: str) -> None:
        """Look at a log that has grown, soon."""
        if not self.hooks.subjects():
            return
        with self._woken:
            self._grown.add(stream)
            self.wake()

    def wake(self) -> None:
        """Have the thread look, and begin it where none runs."""
        with self._woken:
            self._woken.notify()
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="referee-courier", daemon=True).start()

    def posts(self, subject: str) -> Posts:
        """All there is to tell of a table or a tournament; nothing where its log cannot be read."""
        try:
            return posts_of(subject, self._tournaments, self._access)
        except (UnreadableLog, UnknownStream):
            return {}

    def look(self) -> timedelta | None:
        """Post what is due by now. Return the time until something is due, None where nothing is left to tell."""
        with self._woken:
            grown, self._grown = self._grown, set()
        now = self._clock()
        self._due |= dict.fromkeys(self._concerned(grown), now)
        jobs = list[tuple[str, str]]()
        for subject in [subject for subject, at in self._due.items() if at <= now]:
            del self._due[subject]
            there = self.posts(subject)
            for hook in self.hooks.of(subject).values():
                if hook.news(there) is None:
                    continue
                left = hook.left(now)
                if left <= timedelta():
                    jobs.append((subject, hook.id))
                else:
                    self._due[subject] = min(self._due.get(subject, now + left), now + left)
        if jobs:
            with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="referee-post") as pool:
                posted = list(pool.map(self._post, *zip(*jobs, strict=True)))
            waits = (timedelta(seconds=0 if done else SETTLE) for done in posted)
            self._due |= {subject: self._clock() + wait for (subject, _), wait in zip(jobs, waits, strict=True)}
        return min(self._due.values()) - self._clock() if self._due else None

    def _run(self) -> None:
        while True:
            time.sleep(SETTLE)
            try:
                while (left := self.look()) is not None and left <= timedelta():
                    pass
            except StoreError:  # closed, damaged or away: the next change begins again
                left = None
            except Exception:  # a fault of the program
                logger.exception("a fault while hooks were told")
                left = None
            with self._woken:
                if self._grown:
                    continue
                if left is None:
                    self._running = False
                    return
                self._woken.wait(left.total_seconds())

    def _concerned(self, grown: set[str]) -> list[str]:
        """The subjects with hooks that these logs are about: tables, tournaments, and their tables and venues."""
        subjects = self.hooks.subjects()
        of_log = {stream: subject for subject, stream in subjects.items()}
        found = [of_log[stream] for stream in grown if stream in of_log]
        for stream in grown - of_log.keys():
            meta = self._store.stream(stream).meta
            event = str(meta.get("tournament", stream))
            whole = self._store.stream(event).meta.get("whole", event)
            found += [subject for subject in {stream, event, whole} if subject in subjects]
        return found

    def _post(self, subject: str, of: str) -> bool:
        """Post the first thing that a hook does not know, and note what came of it; not while another process does."""
        notes = self._store.notes
        if notes and not notes.claim("hook", of, LEASE):
            return False
        try:
            hook, there = self.hooks.of(subject)[of], self.posts(subject)
            if (news := hook.news(there)) is not None and hook.left(self._clock()) <= timedelta():
                outcome = self._send(subject, hook, news, there)
                self.hooks.note(subject, hook, news, outcome, self._clock())
            return True
        finally:
            if notes:
                notes.drop("hook", of)

    def _send(self, subject: str, hook: Hook, news: News, there: Posts) -> int | str:
        """The status that a post was answered with, or in English why there was none."""
        now = self._clock()
        content = {"version": VERSION, "type": news.kind, "timestamp": stamp(now), "data": there[news]()}
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = signed(self.hooks.key(subject, hook.id), hook.delivery(news), int(now.timestamp()), body)
        try:
            return post(hook.address, headers, body, self._may)
        except Unreached as error:
            return error.text.msgid


def signed(key: str, delivery: str, at: int, body: bytes) -> dict[str, str]:
    """The headers of a post, with its signature as Standard Webhooks describes it. `at`: seconds since 1970."""
    secret = b64decode(key.removeprefix("whsec_"))
    seal = digest(secret, f"{delivery}.{at}.".encode() + body, "sha256")
    return {
        "Content-Type": "application/json",
        "User-Agent": "Referee",
        "webhook-id": delivery,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{b64encode(seal).decode()}",
    }
