"""Hall's condition on bit masks beside networkx' maximum flow, on the same positions.

`python3 dev.py bench hall`. The positions are what the judge looks at after each card of random rounds.
"""

from __future__ import annotations

import time
from importlib.util import find_spec
from random import Random
from statistics import median

from referee.judge.hall import Places, fits
from referee.judge.worlds import believed_places
from referee.record.text import read
from referee.rules.cards import places
from referee.table.table import open_table
from tests.bench.goals import goal
from tests.oracle.deals import round_record

Position = tuple[int, list[Places]]
ROUNDS = 5
AGAIN = 200


def positions(rng: Random, wanted: int) -> list[Position]:
    """Positions of honest rounds, the cards unseen and the pockets they may lie in."""
    found: list[Position] = []
    while len(found) < wanted * 10:
        record = read(round_record(rng).text)
        table = open_table(record.header)
        for entry in record.entries:
            table = table.add(entry.line, entry.fact)
            case = table.state.case
            if case is not None and case.unseen:
                found.append((case.unseen, believed_places(case)))
    return rng.sample(found, wanted)


def by_flow(position: Position) -> bool:
    """The same by a maximum flow from the cards to the pockets."""
    import networkx

    cards, pockets = position
    graph = networkx.DiGraph()
    for card in places(cards):
        graph.add_edge("from", card, capacity=1)
        for number, (accepted, _) in enumerate(pockets):
            if accepted >> card & 1:
                graph.add_edge(card, ("pocket", number), capacity=1)
    for number, (_, room) in enumerate(pockets):
        graph.add_edge(("pocket", number), "to", capacity=room)
    return bool(networkx.maximum_flow_value(graph, "from", "to") == cards.bit_count())


def run() -> list[str]:
    """Measure in turns; the middle of five rounds."""
    if not find_spec("networkx"):
        return ["not measured: networkx is not installed here (python3 dev.py bench hall)"]
    ours, theirs, differ = [], [], 0
    for turn in range(ROUNDS):
        chosen = positions(Random(turn), 20)
        start = time.perf_counter()
        for _ in range(AGAIN):
            answers = [fits(cards, pockets) for cards, pockets in chosen]
        ours.append((time.perf_counter() - start) / AGAIN / len(chosen) * 1e6)
        start = time.perf_counter()
        flows = [by_flow(position) for position in chosen]
        theirs.append((time.perf_counter() - start) / len(chosen) * 1e6)
        differ += answers != flows
    mine, its = median(ours), median(theirs)
    return [
        f"can the unseen cards be dealt: {mine:.1f} µs; networkx' maximum flow {its:,.0f} µs: {its / mine:,.0f} times",
        goal(f"rounds of {ROUNDS} whose answers differ from the flow’s", differ, 0),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
