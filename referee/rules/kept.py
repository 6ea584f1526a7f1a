"""Caches: a page asks the same about one deal a hundred times, and nearly the same after the next card."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import update_wrapper
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

from referee.rules.deal import Deal
from referee.rules.score import Scored

Answer = TypeVar("Answer")
More = ParamSpec("More")


def of_deal(answer: Callable[Concatenate[Deal, More], Answer]) -> Callable[Concatenate[Deal, More], Answer]:
    """Make a function of a deal keep its answers as long as it is asked about the same deal object."""
    known: tuple[Deal | None, dict[Hashable, Answer]] = None, {}

    def asked(deal: Deal, /, *more: More.args, **named: More.kwargs) -> Answer:
        nonlocal known
        about, found = known
        if about is not deal:
            found = {}
            known = deal, found
        key = (more, *named.items())
        if key not in found:
            found[key] = answer(deal, *more, **named)
        return found[key]

    update_wrapper(asked, answer)
    return asked


class Same:
    """A large value as a key of a cache: equal to itself alone, without a look at its contents."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __hash__(self) -> int:
        return id(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other._value is self._value


class Remembered(Generic[Answer]):
    """A cache of recent answers, keyed by the few values each depends on; at most about `most`."""

    every: ClassVar[list[Remembered[Any]]] = []

    def __init__(self, most: int) -> None:
        self.every.append(self)
        self._most = most
        self._young: dict[Hashable, Answer] = {}
        self._old: dict[Hashable, Answer] = {}

    def get(self, same: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer that depends on `same` alone, made if it is not kept. An answer used again stays longer."""
        found = self._young.get(same)
        if found is None:
            found = self._old.get(same)
            if found is None:
                found = make()
            self._young[same] = found
            if len(self._young) > self._most // 2:
                self._old, self._young = self._young, {}
        return found

    def clear(self) -> None:
        """Forget every answer, because what they depend on has changed."""
        self._young, self._old = {}, {}


class Running(Generic[Answer]):
    """A running result: `after` adds one deal to it, from `start` on. Deals asked about before are not added again."""

    def __init__(self, start: Answer, after: Callable[[Answer, Scored], Answer]) -> None:
        self._start, self._after = start, after
        self._known: list[tuple[Scored, Answer]] = []

    def of(self, deals: Sequence[Scored]) -> Answer:
        """The result of these deals."""
        same = 0
        for scored, (before, _) in zip(deals, self._known, strict=False):
            if scored is not before:
                break
            same += 1
        known = self._known[:same]
        now = known[-1][1] if known else self._start
        for scored in deals[same:]:
            now = self._after(now, scored)
            known.append((scored, now))
        self._known = known
        return now
