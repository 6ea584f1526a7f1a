"""A round's clock: how much time is left, as it is stopped, runs again and is given extra time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round's clock, in seconds: when it `began`, the `seconds` given, how long it stood `still`.

    `paused` is when it stopped, None while it runs; `extra` the time added by table (0: all).
    """

    began: float
    seconds: int
    still: float = 0.0
    paused: float | None = None
    extra: Mapping[int, int] = field(default_factory=dict)

    def seconds_left(self, now: float, table: int = 0) -> float:
        """Seconds left for a table at a moment, below 0 once its time is over."""
        return self.ends(table) - (self.paused if self.paused is not None else now)

    def ends(self, table: int = 0) -> float:
        """The moment a table's time is over, if the clock does not stop again."""
        given = self.seconds + self.extra.get(0, 0) + (self.extra.get(table, 0) if table else 0)
        return self.began + self.still + given

    def stop(self, now: float) -> RoundClock:
        """The clock stopped now, if it was not before."""
        return self if self.paused is not None else replace(self, paused=now)

    def resume(self, now: float) -> RoundClock:
        """The clock running again from now on."""
        return self if self.paused is None else replace(self, paused=None, still=self.still + now - self.paused)

    def give(self, minutes: int, table: int = 0) -> RoundClock:
        """The clock with extra time for a table (0: for all)."""
        return replace(self, extra={**self.extra, table: self.extra.get(table, 0) + minutes * 60})
