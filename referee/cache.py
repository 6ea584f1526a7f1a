"""A cache of what was used last, of one size, for several threads. For the answers of one function take `lru_cache`,
or `cached` where they come from logs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

Given = ParamSpec("Given")
Value = TypeVar("Value")


class Cache(Generic[Value]):
    """At most `most` values, none of them None, each under its key; those not used for longest are dropped, and
    `on_drop` is called with them.
    """

    def __init__(self, most: int, on_drop: Callable[[Value], object] | None = None) -> None:
        self._most, self._on_drop = most, on_drop
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def values(self) -> list[Value]:
        """All values, the one used last first."""
        with self._lock:
            return [*reversed(self._values.values())]

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
            old = self._values.popitem(last=False)[1] if len(self._values) > self._most else None
        if old is not None and self._on_drop:
            self._on_drop(old)

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


_forget: list[Callable[[], None]] = []


def cached(most: int) -> Callable[[Callable[Given, Value]], Callable[Given, Value]]:
    """Make a function keep its last answers, at most so many, until the logs they come from are rewritten."""

    def decorate(function: Callable[Given, Value]) -> Callable[Given, Value]:
        kept = lru_cache(most)(function)
        _forget.append(kept.cache_clear)
        return kept  # type: ignore[return-value]  # lru_cache forgets what its function takes

    return decorate


def answers_cache(most: int) -> Cache[Value]:
    """A cache of answers that come from logs: names among them, say."""
    cache = Cache[Value](most)
    _forget.append(cache.clear)
    return cache


def forget_answers() -> None:
    """Forget all answers that come from logs, because the logs were rewritten."""
    for forget in _forget:
        forget()
