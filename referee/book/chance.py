"""How far a mean may be chance: a small number of evenings says little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Student’s t for 19 times in 20 both ways, from one degree of freedom on (any book of tables)."""
MANY = 1.96
"""The same for very many, which 2.042 comes near to from above."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of some numbers (None of none), and how far from it the true one lies 19 times in 20.

    `spread` is None where there are fewer than two numbers, as these say nothing of it.
    """

    count: int
    value: Fraction | None
    spread: float | None

    @property
    def sure(self) -> bool:
        """Whether it is other than zero by more than chance would easily make it."""
        return self.value is not None and self.spread is not None and abs(self.value) > self.spread


def mean_of(numbers: Sequence[int]) -> Mean:
    """The mean of numbers, as if they were independent draws."""
    count = len(numbers)
    if not count:
        return Mean(0, None, None)
    whole = sum(numbers)
    value = Fraction(whole, count)
    if count == 1:
        return Mean(1, value, None)
    variance = Fraction(count * sum(number * number for number in numbers) - whole * whole, count * (count - 1))
    student = STUDENT[count - 2] if count - 2 < len(STUDENT) else MANY + 2.4 / (count - 1)
    return Mean(count, value, student * sqrt(variance / count))
