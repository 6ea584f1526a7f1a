"""A cache of streams, for a store that no other process writes to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from referee.store.records import Appended, Stream

MOST = 4000


class KnownStreams:
    """Streams by id, each as last read and lengthened by the appends since."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: dict[str, Stream] = {}
        self._changes = 0

    def get(self, stream: str, seq: int, read: Callable[[str], Stream]) -> Stream:
        """A stream with at least `seq` events, read with `read` where it is not known so far."""
        with self._lock:
            known, changes = self._streams.get(stream), self._changes
        if known is not None and known.seq >= seq:
            return known
        known = read(stream)
        with self._lock:
            if changes == self._changes:  # else the stream may have been read before the change
                self._streams[stream] = known
                if len(self._streams) > MOST:
                    del self._streams[next(iter(self._streams))]
        return known

    def lengthen(self, stream: str, done: Appended, at: str) -> None:
        """Note that events were appended to a stream at time `at`."""
        with self._lock:
            known = self._streams.get(stream)
            if known is not None and known.seq == done.seq_first - 1:
                self._streams[stream] = replace(known, seq=done.seq_last, last_at=at)

    def forget(self) -> None:
        """Have every stream read again: something other than its events has changed."""
        with self._lock:
            self._changes += 1
            self._streams.clear()
