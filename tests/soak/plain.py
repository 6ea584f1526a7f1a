"""Plain score sheets for the soak: rounds of typed points under any agreement, with undo, corrections and penalties. No
foul can be planted where no card is recorded.
"""

from __future__ import annotations

from random import Random

Planted = tuple[str, int, int | None, frozenset[str]]
NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fritz", "Gül", "Hans")


def _points(rng: Random, seats: int, total: int | None) -> list[int]:
    points = [rng.randint(-120, 120) for _ in range(seats)]
    if total is not None:
        points[-1] += total - sum(points)
    return points


def deal(rng: Random) -> tuple[str, Planted | None]:
    """A record, as the soak wants it; no foul is in it."""
    seats, total = NAMES[: rng.randint(2, 8)], rng.choice((None, None, 0, 26, 162))
    goal, rounds = rng.choice((None, None, 300)), rng.choice((None, None, 6))
    lines = ["game plain", f"seats {' '.join(seats)}"]
    lines += [f"option sum={total}"] if total is not None else []
    lines += [f"option goal={goal}"] if goal else []
    lines += [f"option rounds={rounds}"] if rounds else []
    lines += [f"option wins={rng.choice(('high', 'low'))}", f"option called={rng.choice(('skat', 'Canasta'))}"]
    totals, dealer = [0] * len(seats), len(seats) - 1
    for number in range(1, rng.randint(2, 12)):
        points = _points(rng, len(seats), total)
        lines += [f"deal {seats[dealer]}", f"result points={','.join(map(str, points))}"]
        if rng.random() < 0.1:
            lines += ["undo", lines[-1]]
        if rng.random() < 0.1:
            points = _points(rng, len(seats), total)
            lines.append(f"correct {len(lines)} result points={','.join(map(str, points))}")
        totals = [own + more for own, more in zip(totals, points, strict=True)]
        dealer = (dealer + 1) % len(seats)
        if (goal and max(totals) >= goal) or number == rounds:
            break
    return "\n".join(lines) + "\n", None
