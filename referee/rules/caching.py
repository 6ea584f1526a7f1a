"""Caches: a page asks the same about one deal a hundred times, and nearly the same after the next card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from referee.cache import Cache, answers_cache, cached
from referee.rules.deal import Deal
from referee.rules.score import Scored

__all__ = ["Cache", "Running", "Same", "answers_cache", "of_deal"]

Answer = TypeVar("Answer")
More = ParamSpec("More")

MOST_OF_DEALS = 500
"""The answers about deals that are kept, of each function."""


class Same:
    """A large value as a key of a cache: equal to itself alone, without a look at its contents."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value


def of_deal(answer: Callable[Concatenate[Deal, More], Answer]) -> Callable[Concatenate[Deal, More], Answer]:
    """Make a function keep its answers about a deal, for the same deal object and the same other arguments."""

    @cached(MOST_OF_DEALS)
    def cached_answer(deal: Same, more: Any, named: Any) -> Answer:
        return answer(deal.value, *more, **dict(named))

    def ask(deal: Deal, /, *more: More.args, **named: More.kwargs) -> Answer:
        return cached_answer(Same(deal), more, tuple(named.items()))

    update_wrapper(ask, answer)
    return ask


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
