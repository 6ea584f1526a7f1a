"""What a set of explanations says of who broke the laws: each explanation is the set of the plays illegal in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Illegal = frozenset[int]
"""Plays against the laws, by number or line."""
T = TypeVar("T")


def smallest(sets: Iterable[frozenset[T]]) -> set[frozenset[T]]:
    """Those that contain none of the others."""
    sets = set(sets)
    return {one for one in sets if not any(other < one for other in sets)}


def minimal_sets(sets: set[Illegal], seat_of: Callable[[int], T], known: Illegal = frozenset()) -> set[frozenset[T]]:
    """The smallest sets of seats whose illegal plays alone explain; plays `known` to be illegal are left out."""
    return smallest({frozenset(map(seat_of, illegal - known)) for illegal in sets})


def suspects(sets: set[Illegal], seat_of: Callable[[int], T], known: Illegal = frozenset()) -> set[T]:
    """Everybody in one of the minimal sets; nobody while honest play is possible."""
    return {seat for seats in minimal_sets(sets, seat_of, known) for seat in seats}


def guilty(sets: set[Illegal], seat_of: Callable[[int], T], known: Illegal = frozenset()) -> set[T]:
    """The seats that fouled under every explanation; none when there is none."""
    sets = list(minimal_sets(sets, seat_of, known))
    return set(sets[0].intersection(*sets[1:])) if sets else set()


def candidates(sets: set[Illegal], seat_of: Callable[[int], T], seat: T) -> set[int]:
    """The plays of this seat that may be the foul, in explanations without needless ones."""
    seats = minimal_sets(sets, seat_of)
    spare = smallest({illegal for illegal in sets if frozenset(map(seat_of, illegal)) in seats})
    return {play for illegal in spare for play in illegal if seat_of(play) == seat}


def certain(sets: set[Illegal]) -> set[int]:
    """The plays that are illegal under every explanation; none when there is none."""
    every = list(sets)
    return set(every[0].intersection(*every[1:])) if every else set()
