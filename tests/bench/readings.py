"""A reader that misreads a tenth of the cards and is sure of them all the same, over a thousand deals.

    python -m tests.bench.readings [DEALS]

The deals are those of the soak, of all games alike. Honest ones, and deals with a revoke planted that true cards prove.
People answer truly when they are asked or are to look, and look at nothing else (tests/help/reader.py). Many of these deals
are short: a card taken for one that stays in the stock contradicts nothing. So they are counted apart.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from referee.games import GAMES
from referee.record.text import read
from referee.rules import STOCK
from tests.bench.goals import goal
from tests.help.reader import REVOKES, Evening, told

DEALS = 1000


def game_played(game: str, deals: int) -> Counter[str]:
    """So many honest deals of a game and so many with a revoke: what became of them."""
    deal, found = import_module(f"tests.soak.{game}").deal, Counter[str]()
    for number in count():
        if min(found["honest"], found["revokes"]) >= deals:
            return found
        text, planted = deal(Random(f"readings {game} {number}"))
        kind = "honest" if planted is None else "revokes" if planted[3] <= REVOKES else ""
        if not kind or found[kind] >= deals:
            continue
        evening = Evening(read(text), Random(number))
        true, written = told(evening.truth), told(evening.table)
        names = {seat for _, seat, _ in true}
        if planted is not None and not names:  # true cards prove nothing
            continue
        found[kind] += 1
        found["questions"] += evening.questions
        found["looks"] += evening.looks
        found["left wrong"] += len(evening.wrong_lines)
        found["accused"] += bool(evening.accused - evening.true)
        hidden = not names <= {seat for _, seat, _ in written}
        found["hidden"] += hidden
        if kind == "revokes" and (case := evening.truth.state.case) is not None and not case.size(STOCK):
            found["all dealt"] += 1
            found["hidden, all dealt"] += hidden
    raise AssertionError("the deals never end")


def main(deals: int) -> None:
    """Play so many honest deals and so many with a revoke, and hold what became of them against the bars."""
    games = [game.name.replace("-", "_") for game in GAMES if not game.scores_only]
    each = deals // len(games)
    whole = Counter[str]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game, found in zip(games, pool.map(game_played, games, [each] * len(games)), strict=True):
            whole.update(found)
            print(f"{game}: {dict(found)}")
    both = whole["honest"] + whole["revokes"]
    asked, looked, wrong = (whole[name] / both for name in ("questions", "looks", "left wrong"))
    print(f"a deal: {asked:.1f} questions, {looked:.1f} looks, {wrong:.2f} cards left wrong")
    print(goal("honest deals and fouled ones in which somebody else was accused", whole["accused"], 0))
    print(goal("revokes hidden that true cards tell", 100 * whole["hidden"] / whole["revokes"], 1, " %"))
    print(f"of {whole['all dealt']} where no card stays in the stock: {whole['hidden, all dealt']}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
