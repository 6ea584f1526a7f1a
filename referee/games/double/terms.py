"""What a round of DOUBLE knows beside its tricks."""

from __future__ import annotations

from referee.words.value import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """The round, counted from 1; the points everybody has to bid with; the cards turned and the trump they made,
    `settled` once it is known; None: no trump.
    """

    round: int
    chips: tuple[int, ...]
    turned: tuple[str, ...] = ()
    trump: str | None = None
    settled: bool = False
