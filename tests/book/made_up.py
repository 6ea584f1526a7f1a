"""A made-up club, and its book reckoned by another script, which reads the records alone.

    python -m tests.book.made_up [TABLES]

Two groups over ten years, five games, guests, somebody in both groups, corrections. The script imports nothing of the book.
Points of Tarot and Double-détente it reckons itself, by the laws; of the other games it takes what `referee check` says.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from referee.book import figures
from referee.book.pairs import pairs
from referee.book.sittings import evenings
from referee.club.book import Book
from referee.club.summaries import Summaries
from referee.club.tables import Tables
from referee.record.text import read
from referee.store import Store
from referee.table.report import answer
from referee.table.table import fold_record
from tests.second import reader

ONE, TWO, GUESTS = ("Ana", "Ben", "Cléo", "Dan"), ("Eva", "Fritz", "Gül", "Ana"), ("Ole", "Pia", "Quentin")
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
TIMES = {"petite": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}


def tarot(rng: Random, seats: list[str]) -> str:
    """Results typed, some of them corrected later."""
    lines, results = ["game tarot", "seats " + " ".join(seats)], list[int]()
    dealer = seats[0]
    for _ in range(rng.randint(4, 9)):
        lines += [f"deal {dealer}", _result(rng, seats)]
        results.append(len(lines) + 1)  # the line of the file, which has a date
        dealer = seats[(seats.index(dealer) + 1) % len(seats)]
    if rng.random() < 0.3:
        lines.append(f"correct {rng.choice(results)} {_result(rng, seats)}")
    return "\n".join(lines) + "\n"


def _result(rng: Random, seats: list[str]) -> str:
    contract = rng.choice(list(TIMES))
    return (
        f"result taker={rng.choice(seats)} contract={contract} bouts={rng.randint(0, 3)} points={rng.randint(30, 70)}"
    )


def detente(rng: Random, seats: list[str]) -> str:
    """A round of results typed."""
    return detente_round(rng, seats[:3])


def detente_round(rng: Random, seats: list[str]) -> str:
    lines, taken = ["game double-detente", "seats " + " ".join(seats), f"deal {seats[2]} part=1"], [4, 5, 4]
    rng.shuffle(taken)
    lines += [f"bid {name} {rng.randint(1, 6)}" for name in seats]
    lines += [f"result tricks={','.join(map(str, taken))} petit={rng.choice(seats)}"]
    return "\n".join(lines) + "\n"


def other(rng: Random, seats: list[str], game: str) -> str:
    """A record of another game, with these names on its first seats."""
    text: str = import_module(f"tests.soak.{game.replace('-', '_')}").deal(rng)[0]
    return _renamed(text, seats)


def _renamed(text: str, seats: list[str]) -> str:
    header = next(line for line in text.splitlines() if line.startswith("seats ")).split()[1:]
    names = dict(zip(header, [*seats, "Rolf", "Sina", "Tom", "Uli", "Vera", "Walt"], strict=False))
    from referee.record.text import rename, write

    return write(rename(read(text), names))


def club(tables: Tables, count: int, seed: int = 1) -> dict[str, str]:
    """Take in so many tables; the text of each by its id."""
    rng, day, texts = Random(seed), date(2015, 9, 1), dict[str, str]()
    for number in range(count):
        day += timedelta(days=max(1, 3650 // count))
        seats = list(ONE if number % 2 else TWO)
        if rng.random() < 0.2:
            seats[rng.randrange(4)] = rng.choice(GUESTS)
        rng.shuffle(seats)
        what = rng.choices(("tarot", "double-detente", "doppelkopf", "da-ban", "double"), (8, 3, 2, 1, 1))[0]
        make = {"tarot": tarot, "double-detente": detente}.get(what)
        text = make(rng, seats) if make else other(rng, seats, what)
        game, _, rest = text.partition("\n")
        lines = [line for line in rest.splitlines() if not line.startswith("date ")]
        text = "\n".join([game, f"date {day.isoformat()}", *lines]) + "\n"
        texts[tables.take_in(text.encode(), "", f"table {number}")] = text
    return texts


# --- the other script -----------------------------------------------------------------------------------------------


def read_tarot(text: str) -> Iterator[tuple[dict[str, int], list[tuple[str, str, bool]], dict[str, int]]]:
    """Each deal of a record of typed results: what it pays, what was undertaken, who is on whose side."""
    seats, deals, facts = list[str](), list[list[str]](), list[str]()
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("game", "date", "preset"):
            continue
        if word == "seats":
            seats = rest.split()
        elif word == "correct":
            at, _, fact = rest.partition(" ")
            facts[int(at) - 4] = fact  # after game, date and seats
        else:
            facts.append(line)
    deals = [line.split()[1:] for line in facts if line.startswith("result")]
    for keys in deals:
        key = dict(pair.split("=") for pair in keys)
        taker, points = key["taker"], int(key["points"])
        over = points - NEEDED[int(key["bouts"])]
        made = over >= 0
        worth = (25 + abs(over)) * TIMES[key["contract"]] * (1 if made else -1)
        pays = dict.fromkeys(seats, -worth) | {taker: worth * (len(seats) - 1)}
        said = key["contract"].replace("-", " ")
        yield pays, [(taker, said, made)], {name: int(name == taker) for name in seats}


def read_detente(text: str) -> Iterator[tuple[dict[str, int], list[tuple[str, str, bool]], dict[str, int]]]:
    """The same of Double-détente, by the second reader."""
    rest = "\n".join(line for line in text.splitlines() if not line.startswith("date "))
    for deal in reader.read(rest + "\n"):
        taken = dict(zip(deal.seats, map(int, deal.result["tricks"].split(",")), strict=True))
        aims = [(name, "bid met", taken[name] == deal.bids[name]) for name in deal.seats]
        yield dict(deal.scores() or {}), aims, {name: at for at, name in enumerate(deal.seats)}


def reckoned(texts: dict[str, str], tables: set[str]) -> dict[str, Any]:
    """The figures of a group, by the records of its tables alone."""
    won: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    aims: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    paid: dict[str, list[int]] = defaultdict(list)
    together: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    for table in sorted(tables, key=lambda one: _day(texts[one])):
        text, day = texts[table], _day(texts[table])
        game = text.split()[1]
        reads = {"tarot": read_tarot, "double-detente": read_detente}.get(game)
        if reads is None:
            said = answer("", fold_record(read(text)))
            start = 15 if game == "double" else 0  # double.score: everybody begins with 15
            for name, total in said["totals"].items():
                won[day, game][name] += total - start
            continue
        for pays, tried, sides in reads(text):
            for name, points in pays.items():
                won[day, game][name] += points
                paid[name].append(points)
            for name, aim, made in tried:
                aims[name, aim][0] += 1
                aims[name, aim][1] += made
            for one in pays:
                for two in pays:
                    if one < two:
                        pair = together[one, two]
                        if sides[one] == sides[two]:
                            pair[0] += 1
                            pair[1] += pays[one] > 0 and pays[two] > 0
                            pair[2] += pays[one] + pays[two]
                        else:
                            pair[3] += pays[one] > pays[two]
                            pair[4] += pays[two] > pays[one]
    return {"won": {key: dict(points) for key, points in won.items()}, "aims": dict(aims), "paid": dict(paid),
            "pairs": dict(together)}  # fmt: skip


def _day(text: str) -> str:
    return next(line.split()[1] for line in text.splitlines() if line.startswith("date "))


def differences(book: Book, texts: dict[str, str]) -> Iterator[str]:
    """Each figure in which the book and the other script differ."""
    groups, left = book.groups(lambda table: True)
    if left:
        yield f"{left} tables are not counted"
    seen = [sitting.id for group in groups for sitting in group.sittings]
    if sorted(seen) != sorted(set(seen)):
        yield "a table is in two groups"
    for group in groups:
        there = {sitting.id for sitting in group.sittings}
        theirs, ours = reckoned(texts, there), evenings(group.sittings)
        both = [each for each in ours if each.game in ("tarot", "double-detente")]
        if {(each.day, each.game): dict(each.won) for each in ours} != theirs["won"]:
            yield f"{group.regulars}: the evenings"
        if figures.paid_by(both) != theirs["paid"]:
            yield f"{group.regulars}: the deals"
        told = {(name, aim): list(count) for aim, of in figures.aims(both).items() for name, count in of.items()}
        if told != theirs["aims"]:
            yield f"{group.regulars}: what was tried"
        found = {pair.names: [pair.together, pair.won, pair.points, *pair.ahead]
                 for pair in pairs((s.seats, deal) for each in both for s, deal in each.deals)}  # fmt: skip
        if found != theirs["pairs"]:
            yield f"{group.regulars}: two and two"
        yield from _of_persons(ours, theirs["won"])
        extremes = figures.extremes(both)
        all_paid = [points for some in theirs["paid"].values() for points in some]
        if extremes and (extremes[0].points, extremes[1].points) != (max(all_paid), min(all_paid)):
            yield f"{group.regulars}: the best and the worst deal"


def _of_persons(ours: Any, won: dict[tuple[str, str], dict[str, int]]) -> Iterator[str]:
    rows = [won[key] for key in sorted(won)]
    names = sorted({name for row in rows for name in row})
    for line in figures.standings(ours, "points"):
        there = [row for row in rows if line.name in row]
        mine = [row[line.name] for row in there]
        behind = sum((Fraction(sum(o < m for o in row.values())) + Fraction(sum(o == m for o in row.values()) - 1, 2)
                      for row, m in zip(there, mine, strict=True)), Fraction(0))  # fmt: skip
        firsts = [m == max(row.values()) for row, m in zip(there, mine, strict=True)]
        wanted = (len(there), sum(mine), sum(firsts), behind)
        if (line.evenings, line.points, line.won, line.behind) != wanted:
            yield f"{line.name}: {wanted}"
        if figures.runs(ours)[line.name].won != max(
            map(len, "".join("x" if f else " " for f in firsts).split()), default=0
        ):
            yield f"{line.name}: the longest run"
    last = figures.curve(ours, names)[-1]
    if last != tuple(sum(row.get(name, 0) for row in rows) for name in names):
        yield "the curve"
    for one in names[:4]:
        for two in names[:4]:
            met = [row[one] - row[two] for row in rows if one in row and two in row]
            duel = figures.duel(ours, one, two)
            if (duel.ahead, duel.behind, duel.lead.count) != (
                sum(x > 0 for x in met),
                sum(x < 0 for x in met),
                len(met),
            ):
                yield f"{one} against {two}"


def main(count: int) -> None:
    """Say how many figures differ."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "club.db") as store:
        tables = Tables(store)
        texts = club(tables, count)
        summaries = Summaries(tables)
        for _ in summaries.fill():
            pass
        found = list(differences(Book(tables, summaries, lambda stamp: stamp[:10]), texts))
        sys.stdout.write("\n".join([*found, f"{count} tables: {len(found)} differences", ""]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
