"""Judging and folding a card, beside a step of two programs that know every hand: rlcard's bridge, open_spiel's tarok.

`python3 dev.py bench judge`. A card is played: what then? The two others know all hands and answer with what may be
played next; here nobody has seen a hand, and the card is judged against all that was played before it, with the trick,
the tricks won and the state of the deal. Time of this process alone, so that what else the machine does counts less.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median

from referee.memory import keep_what_is_loaded
from referee.record.facts import Played, TrickPlayed
from referee.record.text import read
from referee.table.table import open_table
from referee.words.text import RefereeError
from tests.bench.goals import goal
from tests.bench.stall import GAMES, spoilt

ROUNDS = 5
DEALS = 6
KINDS = {"": True, ", cards unseen": False}
"""Whether every card is seen."""
STEP, GOAL = "rlcard's bridge, a step of its environment", 21.0
"""What a card, every card seen, may take as long as; its microseconds, where it is not measured."""
Measure = Callable[[Random], tuple[float, int]]
"""Plays for a while; answers with the seconds spent, and the cards played in them."""


def ours(game: str, seen: bool, rng: Random) -> tuple[float, int]:
    """Records of a game as the soak writes them, from a card to the deal's end; where not all is `seen`, some cards of
    them are unknown, and who took those tricks is told.
    """
    tables, spent, cards = [], 0.0, 0
    while len(tables) < DEALS:
        text, planted = import_module(f"tests.soak.{game}").deal(rng)
        if planted is None and "?" not in text:
            tables.append(read(text if seen else spoilt(rng, text)))
    for record in tables:
        table = open_table(record.header)
        facts = [entry.fact for entry in record.entries]
        cards += sum(len(fact.plays) for fact in facts if isinstance(fact, TrickPlayed))
        cards += sum(isinstance(fact, Played) for fact in facts)
        start = time.process_time()
        for entry in record.entries:
            with suppress(RefereeError):
                table = table.add(entry.line, entry.fact)
        spent += time.process_time() - start
    return spent, cards


def rlcard_bridge(rng: Random) -> tuple[float, int]:
    """The 52 cards of bridge deals by rlcard's environment: a step, with what the next player sees and may play."""
    import rlcard

    spent, cards = 0.0, 0
    for _ in range(DEALS):
        env = rlcard.make("bridge", config={"seed": rng.randrange(2**31)})
        state, _ = env.reset()
        while not env.game.round.is_bidding_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
        start = time.process_time()
        while not env.is_over():
            state, _ = env.step(next(iter(state["legal_actions"])))
            cards += 1
        spent += time.process_time() - start
    return spent, cards


def rlcard_game(rng: Random) -> tuple[float, int]:
    """The same by rlcard's game alone, without what it prepares for a learner."""
    import numpy
    from rlcard.games.bridge.game import BridgeGame

    spent, cards = 0.0, 0
    for _ in range(DEALS):
        game = BridgeGame()
        game.np_random = numpy.random.RandomState(rng.randrange(2**31))
        game.init_game()
        while not game.round.is_bidding_over():
            game.step(rng.choice(game.judger.get_legal_actions()))
        start = time.process_time()
        while not game.is_over():
            game.step(game.judger.get_legal_actions()[0])
            cards += 1
        spent += time.process_time() - start
    return spent, cards


def open_spiel_tarok(rng: Random) -> tuple[float, int]:
    """The last 48 cards of tarok deals for three by open_spiel, in C++: each applied, and the cards then lawful."""
    import pyspiel

    game = pyspiel.load_game("tarok(players=3)")
    spent, cards = 0.0, 0
    while cards < DEALS * 480:
        state, before, actions = game.new_initial_state(), [], []
        while not state.is_terminal():
            before.append(state.clone())
            if state.is_chance_node():
                choices, chances = zip(*state.chance_outcomes(), strict=True)
                actions.append(rng.choices(choices, chances)[0])
            else:
                actions.append(state.legal_actions()[0])
            state.apply_action(actions[-1])
        state = before[-48]
        start = time.process_time()
        for action in actions[-48:]:
            state.apply_action(action)
            state.legal_actions()
        spent += time.process_time() - start
        cards += 48
    return spent, cards


OTHERS: list[tuple[str, str, Measure]] = [
    ("rlcard", STEP, rlcard_bridge),
    ("rlcard", "rlcard's bridge, its game alone", rlcard_game),
    ("pyspiel", "open_spiel's tarok, in C++", open_spiel_tarok),
]


def run() -> list[str]:
    """Measure in turns, so that what else the machine does falls on all alike; the middle of several rounds."""
    keep_what_is_loaded()
    mine = {f"{game}{text}": partial(ours, game, seen) for game in GAMES for text, seen in KINDS.items()}
    there = {text: measure for module, text, measure in OTHERS if find_spec(module)}
    spent: dict[str, list[float]] = {}
    for turn in range(ROUNDS):
        for text, measure in (mine | there).items():
            seconds, cards = measure(Random(turn))
            spent.setdefault(text, []).append(seconds / cards * 1e6)
    lines = [f"{text}: {median(found):.1f} µs a card" for text, found in spent.items()]
    step = median(spent.get(STEP, [GOAL]))
    lines += [goal(f"a card through the whole referee, {game}", median(spent[game]), step, " µs") for game in GAMES]
    lines += [
        f"{text}: not measured, {module} is not installed here" for module, text, _ in OTHERS if text not in spent
    ]
    return lines


if __name__ == "__main__":
    print("\n".join(run()))
