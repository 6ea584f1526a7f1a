"""The terms of a round of DOUBLE beside its tricks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """The number of the `round`; `chips`, the points each seat has to bid with; the cards `turned`, and the `trump`
    they made (None: no trump), `settled` once it is known.
    """

    round: int
    chips: tuple[int, ...]
    turned: tuple[str, ...] = ()
    trump: str | None = None
    settled: bool = False
