"""The document of a tournament: kept to its schema, and read by somebody who knows the schema alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from referee.tournament.document import DocumentRefused, check_document, document
from referee.tournament.facts import (
    Added,
    Adjusted,
    Came,
    Drawn,
    Entered,
    Fact,
    NotPlayed,
    Penalised,
    Replaced,
    RoundStarted,
)
from referee.tournament.settings import TIES, Entrant
from referee.tournament.tournament import Tournament
from tests.help.tournament import SETTINGS, told, with_players
from tests.tournament import second_reader

EVENING: tuple[Fact, ...] = (
    *with_players(9),
    Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8)), (9,), (), {"seed": "7"}), RoundStarted(1),
    Entered(1, 1, (30, 10, -15, -25)), Entered(1, 2, (0, 0, 5, -5)),
    Drawn(2, ((1, 5, 9, 2), (3, 6, 7)), (4, 8)), RoundStarted(2),
    Entered(2, 1, (-20, 40, -20, 0)), Entered(2, 2, (7, -7, 0)),
    Penalised(3, 5, "late"), Replaced(4, 8, 3, True), Adjusted(2, 2, 3, "spoiled", True),
    Drawn(3, ((1, 6, 8, 3), (2, 5, 7, 9))), RoundStarted(3),
    Entered(3, 1, (1, 1, -1, -1)), NotPlayed(3, 2, "ill", "average"),
)  # fmt: skip
"""Three rounds with a bye, a table of three, a penalty, a replacement who is joined, an adjusted score, a table not played."""


def agree(found: dict[str, Any]) -> None:
    """The second reader comes to what the document says, line for line."""
    mine = second_reader.standings(json.loads(json.dumps(found)))
    assert [
        (row["place"], row["level"], row["players"], Fraction(row["total"]), list(map(Fraction, row["breaks"])))
        for row in found["standings"]
    ] == [(line["place"], line["level"], line["players"], line["total"], line["breaks"]) for line in mine]


@pytest.mark.parametrize("scoring", ["sum", "average", "places"])
@pytest.mark.parametrize("best", [0, 2])
@pytest.mark.parametrize("bye", ["nothing", "average"])
def test_a_second_reader_comes_to_the_same_standings_from_the_document_alone(scoring: str, best: int, bye: str) -> None:
    agreed = replace(SETTINGS, scoring=scoring, best=best, bye=bye, ties=tuple(TIES), balanced=False)  # type: ignore[arg-type]
    found = document(told(*EVENING, start=agreed))
    check_document(found)
    agree(found)


scores = st.tuples(*[st.integers(-3, 3)] * 4)


@hypothesis(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.permutations(range(1, 9)), scores, scores), min_size=1, max_size=4),
       st.sampled_from(["sum", "average", "places"]), st.lists(st.sampled_from(list(TIES)), unique=True))  # fmt: skip
def test_it_does_whatever_was_played(rounds: list[Any], scoring: str, ties: list[str]) -> None:
    said: list[Fact] = []
    for at, (seats, one, other) in enumerate(rounds, 1):
        said += [Drawn(at, (tuple(seats[:4]), tuple(seats[4:]))), Entered(at, 1, one), Entered(at, 2, other)]
    agreed = replace(SETTINGS, scoring=scoring, ties=tuple(ties), balanced=False, rounds=4)  # type: ignore[arg-type]
    agree(document(told(*with_players(), *said, start=agreed)))


deal = st.tuples(st.integers(-1, 3), st.integers(-2, 2), st.sampled_from([(), (), (60, 40, 40, 60)]))


def written(at: int, table: int, deals: list[Any]) -> Entered:
    """A table's result of deals: each says who took it (-1 nobody), a third of their score, what was awarded instead."""
    rows = [tuple(0 if taker < 0 else 3 * k if seat == taker else -k for seat in range(4)) for taker, k, _ in deals]
    takers, awards = tuple(taker for taker, _, _ in deals), tuple(given for _, _, given in deals)
    totals = tuple(map(sum, zip(*rows, strict=True)))
    return Entered(at, table, totals, deals=tuple(rows), takers=takers, awards=awards)


@hypothesis(max_examples=40, deadline=None)
@given(st.lists(st.tuples(*[st.lists(deal, min_size=2, max_size=2)] * 3), min_size=1, max_size=2),
       st.sampled_from([1, 3]), st.booleans())  # fmt: skip
def test_it_does_where_deals_are_compared(rounds: list[Any], team: int, adjusted: bool) -> None:
    agreed = replace(SETTINGS, scoring="topage", team=team, ties=("best", "won"), balanced=False)
    entrants = tuple(Entrant(at, f"Player {at}", team=f"T{at % 4}") for at in range(1, 13))
    said: list[Fact] = [Added(entrants), Came(tuple(range(1, 13)))]
    for at, tables in enumerate(rounds, 1):
        said.append(Drawn(at, ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))))
        said += [written(at, table, deals) for table, deals in enumerate(tables, 1)]
    found = document(told(*said, *([Adjusted(2, 1, 55, "spoiled")] if adjusted else []), start=agreed))
    check_document(found)
    agree(found)


def test_a_total_is_exact() -> None:
    # Ana 30, −20, 1 with an average of three rounds: 11/3.
    found = document(told(*EVENING, start=replace(SETTINGS, scoring="average", balanced=False)))
    ana = next(row for row in found["standings"] if row["players"] == [1])
    assert ana["total"] == "11/3"
    joined = next(row for row in found["standings"] if row["players"] == [4, 8])
    assert [cell and cell["kind"] for cell in joined["rounds"]] == ["played", "bye", "played"]


@pytest.fixture(scope="module")
def evening() -> Tournament:
    return told(*EVENING, start=replace(SETTINGS, balanced=False))


WRONG: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("$.version", lambda doc: doc.update(version=5)),
    ("$", lambda doc: doc.pop("rounds")),
    ("$", lambda doc: doc.update(money=3)),
    ("$.rules.scoring", lambda doc: doc["rules"].update(scoring="golf")),
    ("$.rounds[0].tables[0].paid", lambda doc: doc["rounds"][0]["tables"][0].update(paid=["30"])),
    ("$.standings[0].total", lambda doc: doc["standings"][0].update(total=3.5)),
]


@pytest.mark.parametrize(("where", "spoil"), WRONG)
def test_what_does_not_keep_to_the_schema_is_refused_with_its_place(
    evening: Tournament, where: str, spoil: Callable[[dict[str, Any]], object]
) -> None:
    found = json.loads(json.dumps(document(evening)))
    spoil(found)
    with pytest.raises(DocumentRefused) as refused:
        check_document(found)
    assert refused.value.fields["where"] == where


def test_others_add_what_is_theirs_under_a_name_of_their_own(evening: Tournament) -> None:
    found = document(evening, {"org.example.elo": {"1": 1512}})
    check_document(found)
    agree(found)
    assert found["extensions"] == {"org.example.elo": {"1": 1512}}


def test_money_is_not_in_it(evening: Tournament) -> None:
    assert "fee" not in json.dumps(document(evening))
