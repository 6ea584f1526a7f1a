"""A cache of what was used last, of one size, for several threads. For the answers of one function take `lru_cache`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """At most `most` values, none of them None, each under its key; those not used for longest are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: Hashable) -> Value | None:
        """The value under a key, None if none is kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        """Keep a value under a key, in place of the one before."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value under a key, made if none is kept. Two threads may both make it; the later one is kept."""
        value = self.find(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def drop(self, key: Hashable) -> None:
        """Keep nothing under a key."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._values.clear()
