"""The hands nobody may see: fouls told at their own card, nobody accused; an evening of boards driven through its pages.

`python3 dev.py bench boards`. Deals by the generator of tarot (three, four and five players), whose hands only the boards
know; then 24 tables with 12 boards each, a third played at their tablets, a third typed from travelling slips, a third as
a grid, and the percentages worked out by the long way.
"""

from __future__ import annotations

import re
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from tests.bench.director import Director
from tests.bench.goals import goal
from tests.boards.test_watch import told_apart
from tests.help.boards import found, generated
from tests.help.running import Program
from tests.oracle.tarot_deals import REVOKES
from tests.web.tournament.test_board_evening import SCORES, by_hand

DEALS, APART = 2000, 500
TABLES, BOARDS = 24, 12
FOULS = (*REVOKES, *REVOKES, "excuse-handful", "false-size", "late-handful", "short-handful", "low-bid", "called-lead")
SEATS = (4, 3, 5)
CONTRACTS = {"petite": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
NEEDED = (56, 51, 41, 36)


def honest(seed: int) -> bool:
    """Whether an honest deal accuses nobody."""
    _, table, board = generated(seed, SEATS[seed % 3])
    return found(table, board) == ()


def planted(seed: int) -> bool:
    """Whether a foul is told at its own card, and nobody else accused."""
    plant = FOULS[seed % len(FOULS)]
    made, table, board = generated(seed, 5 if plant == "called-lead" else SEATS[seed % 3], plant)
    told = found(table, board)
    own = any(one.line == made.committed and one.kind in made.kinds for one in told)
    return own and {one.seat for one in told} <= {made.offender, None}


class Evening:
    """A tournament of boards through its pages."""

    def __init__(self, url: str) -> None:
        self.desk, self.chance = Director(url), Random(12)
        agreed = {"game": "tarot", "title": "Duplicate", "rounds": 1, "scoring": "topage", "depth": "cards"}
        status, _, where = self.desk.post("/tournament/new", **agreed)
        assert status == 303
        self.at = where.split("#")[0]
        self.names = [f"P{number:02d}" for number in range(4 * TABLES)]
        for name in self.names:
            self.act("add", name=name, here="yes")
        seats = [self.names[4 * at : 4 * at + 4] for at in range(TABLES)]
        self.act("hand", round=1, tables="\n".join("; ".join(four) for four in seats))
        self.act("start", round=1)
        self.act("boards/make", round=1, first=1, count=BOARDS, tell="director", sets=1)
        self.cells: dict[tuple[int, int], tuple[int, int]] = {}

    def act(self, what: str, **fields: Any) -> None:
        status, text, _ = self.desk.post(f"{self.at}/{what}", **fields)
        assert status == 303, (what, fields, re.findall(r'role="alert">(.*?)</', text, re.S))

    def play(self) -> int:
        """Every board at every table; how many results do not stand as they were worked out."""
        grid: dict[str, str] = {}
        for table in range(1, TABLES + 1):
            for board in range(1, BOARDS + 1):
                taker, score = self.chance.randrange(-1, 4), self.chance.choice(SCORES)
                if table % 3 == 0:
                    score = self.tapped(table, board, taker)
                elif table % 3 == 1:
                    self.act("boards/enter", round=1, table=table, board=board, taker=taker, score=3 * score)
                else:
                    grid[f"cell.{table}.{board}"] = "0" if taker < 0 else f"{'NWSE'[taker]} {3 * score:+}"
                self.cells[table, board] = (taker, score)
        self.act("boards/grid", round=1, **grid)
        self.act("boards/close", round=1)
        shown = self.desk.get(f"{self.at}/file/standings.csv").lstrip("\ufeff").splitlines()
        told = {row.split(",")[1]: float(row.split(",")[-1]) for row in shown[1:]}
        mine = by_hand(self.cells, self.names, TABLES, BOARDS)
        assert told.keys() == mine.keys()
        return sum(abs(told[name] - float(percent)) > 0.005 for name, percent in mine.items())

    def tapped(self, table: int, board: int, taker: int) -> int:
        """A board written down at a table's tablet, contract, bouts and points; what its taker got from each."""
        page = self.desk.get(f"{self.at}?round=1&table={table}")
        at = re.search(r'href="(/t/\w+)[^"]*"', page)
        assert at
        four = self.names[4 * table - 4 : 4 * table]
        contract, bouts = self.chance.choice([*CONTRACTS]), self.chance.randrange(4)
        points = self.chance.randrange(20, 75)
        order = [(board - 1 + step) % 4 for step in range(4)]
        lines = [f"deal {four[(board - 2) % 4]} board={board} depth=score"]
        lines += [f"bid {four[seat]} {contract if seat == taker else 'pass'}" for seat in order]
        if taker >= 0:
            lines.append(f"result taker={four[taker]} contract={contract} bouts={bouts} points={points}")
        for line in lines:
            seq = re.search(r'data-seq="(\d+)"', self.desk.get(at[1]))
            assert seq
            status, text, _ = self.desk.post(f"{at[1]}/fact", fact=line, seq=seq[1])
            assert status in (200, 303), (line, text.partition('role="alert"')[2][:300])
        made = points - NEEDED[bouts]
        return 0 if taker < 0 else CONTRACTS[contract] * (25 + abs(made)) * (1 if made >= 0 else -1)


def evening() -> int:
    """How many standings of an evening differ from those worked out."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder) / "club.db")
        program.start()
        try:
            return Evening(program.url).play()
        finally:
            program.kill()


def run() -> list[str]:
    """Measure once each."""
    with ProcessPoolExecutor(2) as pool:
        accused = DEALS - sum(pool.map(honest, range(DEALS), chunksize=50))
        missed = DEALS - sum(pool.map(planted, range(DEALS), chunksize=50))
        apart = [*pool.map(told_apart, range(APART), chunksize=25)]
    boards, taps = (100 * sum(column) / APART for column in zip(*apart, strict=True))
    return [
        goal(f"honest deals of {DEALS:,} accused by their sealed hands", accused, 0),
        goal(f"fouls of {DEALS:,} planted not told at their own card, or another accused", missed, 0),
        goal(f"wrong boards named within two tricks, of {APART}", boards, 95, " %", least=True),
        goal(f"wrong taps taken for one within two tricks, of {APART}", taps, 95, " %", least=True),
        goal(f"standings of {TABLES} tables and {BOARDS} boards not as worked out", evening(), 0),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
