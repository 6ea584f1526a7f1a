"""Draws without a repeat, by algebra.

With q tables, q a power of a prime, the players of each seat are numbered by the elements of the field of q elements.
In round r, table t gets player t + a·r of each seat, with another element a for each seat. Two players of different
seats then meet once in q rounds, two of one seat never (a transversal design). With any other number of tables,
residues replace the field, for as many rounds as the products of seats and rounds stay below that number.
"""

from __future__ import annotations

from itertools import product


def transversal(tables: int, size: int, rounds: int) -> list[list[int]] | None:
    """Rounds of tables of one size in which nobody meets twice; None where this method has none.

    Player p belongs to seat p // tables; the rounds list the players table by table.
    """
    if rounds > tables or size > tables:
        return None
    if (size - 1) * (rounds - 1) < tables:
        return [
            [seat * tables + (table + seat * turn) % tables for table in range(tables) for seat in range(size)]
            for turn in range(rounds)
        ]
    arithmetic = field(tables)
    if arithmetic is None:
        return None
    add, times = arithmetic
    return [
        [seat * tables + add[table][times[seat][turn]] for table in range(tables) for seat in range(size)]
        for turn in range(rounds)
    ]


Square = list[list[int]]


def field(q: int) -> tuple[Square, Square] | None:
    """The addition and the multiplication tables of the field of q elements, if there is one."""
    p = next((p for p in range(2, q + 1) if q % p == 0), 0)
    if not p:
        return None
    degree = 0
    while p**degree < q:
        degree += 1
    if p**degree != q:
        return None
    digits = [tuple(number // p**place % p for place in range(degree)) for number in range(q)]
    number = {each: value for value, each in enumerate(digits)}
    add = [[number[tuple((a + b) % p for a, b in zip(x, y, strict=True))] for y in digits] for x in digits]
    for modulus in product(range(p), repeat=degree):
        times = [[number[_product(x, y, modulus, p)] for y in digits] for x in digits]
        if all(0 not in times[x][1:] for x in range(1, q)):
            return add, times
    return None


def _product(x: tuple[int, ...], y: tuple[int, ...], modulus: tuple[int, ...], p: int) -> tuple[int, ...]:
    """The product of two polynomials (lowest coefficient first), the next power replaced by `modulus`."""
    degree, result = len(x), [0] * len(x)
    for factor in reversed(y):
        over = result[-1]
        result = [0, *result[:-1]]
        result = [(result[i] + over * modulus[i] + factor * x[i]) % p for i in range(degree)]
    return tuple(result)
