"""A tournament of 40 players over five rounds, with all that goes wrong in one, and a sum kept beside it by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee.club.tournaments import Tournaments
from referee.club.transfer import export, take_in
from referee.store import Store
from referee.tournament.draws import draw
from referee.tournament.facts import (
    Adjusted,
    Came,
    Confirmed,
    Corrected,
    Disputed,
    Entered,
    Fact,
    Left,
    Penalised,
    PenaltyCancelled,
    Replaced,
    RoundStarted,
)  # fmt: skip
from referee.tournament.settings import Entrant, Settings
from referee.tournament.standings import standings
from tests.help.store import Clock

SETTINGS = Settings("Grand Prix", "tarot", rounds=5, sizes=(4, 3), deals=((4, 4), (3, 4)), balanced=True)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Tournaments]:
    with Store.open(tmp_path / "referee.db", clock=Clock()) as store:
        yield Tournaments(store)


class Evening:
    """The tournament, and beside it what each player was given at each table of each round."""

    def __init__(self, kept: Tournaments, seed: int) -> None:
        self.kept = kept
        self.chance = Random(seed)
        self.id = kept.open(SETTINGS, "open", "Marie")
        self.ledger: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.taken: dict[int, int] = defaultdict(int)
        self.given: dict[tuple[int, int], int] = {}
        self.acts = 0

    def act(self, *said: Fact) -> None:
        self.acts += 1
        self.kept.act(self.id, f"act {self.acts}", lambda _: said, "Marie")

    def arrive(self, *names: str, since: int = 1) -> None:
        before = {player.number for player in self.kept.get(self.id).tournament.players}
        self.kept.sign_up(self.id, f"sign {names[0]}", [Entrant(0, name) for name in names])
        now = {player.number for player in self.kept.get(self.id).tournament.players}
        self.act(Came(tuple(sorted(now - before)), since))

    def redraw(self, first: int) -> None:
        tournament = self.kept.get(self.id).tournament
        self.kept.draw(self.id, f"draw {first}", draw(tournament, first, seed=first, steps=5_000))

    def scores(self, size: int) -> tuple[int, ...]:
        rest = tuple(self.chance.randrange(-300, 300) for _ in range(size - 1))
        return (*rest, -sum(rest))

    def play(self, number: int, disputed: int = 0) -> None:
        self.act(RoundStarted(number, 45))
        for table, sitting in self.kept.get(self.id).tournament.value.round(number).tables.items():
            scores = self.scores(len(sitting.seats))
            self.act(Entered(number, table, scores, seat=0))
            if table == disputed:
                self.act(Disputed(number, table, 1, seat=1, text="counted twice"))
                self.correct(number, table)
                continue
            self.act(Confirmed(number, table, 1, seat=2))
            self.ledger[number, table] = list(zip(sitting.seats, scores, strict=True))

    def correct(self, number: int, table: int) -> None:
        sitting = self.kept.get(self.id).tournament.sitting(number, table)
        scores = self.scores(len(sitting.seats))
        self.act(Corrected(number, table, scores, "counted again"))
        self.ledger[number, table] = list(zip(sitting.seats, scores, strict=True))

    def sums(self) -> dict[int, int]:
        """The sum kept by hand."""
        found: dict[int, int] = defaultdict(int)
        for (number, _), rows in self.ledger.items():
            for player, score in rows:
                found[player] += self.given.get((number, player), score)
        return {player: total - self.taken[player] for player, total in found.items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening_with_everything_in_it_ends_as_the_sum_by_hand(kept: Tournaments, tmp_path: Path, seed: int) -> None:
    evening = Evening(kept, seed)
    evening.arrive(*(f"Player {n}" for n in range(1, 39)))
    evening.redraw(1)
    evening.play(1, disputed=3)
    evening.arrive("Late Zoé", "Late Ben", since=2)
    evening.redraw(2)
    evening.play(2)
    evening.act(Left(5, since=3, reason="tired"), Penalised(7, 80, "late again", 2))
    evening.taken[7] += 80
    evening.redraw(3)
    evening.arrive("Substitute", since=4)
    evening.play(3)
    number = kept.get(evening.id).tournament.players[-1].number
    kept.reseat(evening.id, "replace", Replaced(11, number, since=4), "Marie")
    evening.play(4)
    evening.correct(2, 4)  # two rounds back
    evening.act(Penalised(8, 40, "spoke", 4))
    penalty = kept.get(evening.id).seq
    evening.act(PenaltyCancelled(penalty, "it was not him"), Adjusted(9, 3, 123, "wronged"))
    evening.given[3, 9] = 123
    evening.play(5)

    tournament = kept.get(evening.id).tournament
    assert {row.players[0]: row.total for row in standings(tournament).rows if row.played} == evening.sums()
    places = [row.total for row in standings(tournament).rows]
    assert places == sorted(places, reverse=True)
    assert all(at.complete for at in tournament.rounds)
    assert sum(sum(score for _, score in rows) for rows in evening.ledger.values()) == 0
    with Store.open(tmp_path / "other.db") as other:
        take_in(other, export(kept.store, evening.id))
        assert Tournaments(other).get(evening.id).tournament.value == tournament.value
