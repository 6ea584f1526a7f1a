"""Tournaments in the store: opened, added to from many tables at once, their tables linked to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.tables import Tables
from referee.club.tournaments import Tournaments, Where
from referee.record.grammar import parse
from referee.store import StaleSequence, Store
from referee.tournament.facts import Came, Entered, Replaced, RoundStarted, SeatsRepaired
from referee.tournament.settings import Entrant, Settings
from referee.tournament.standings import standings
from referee.words.text import Slip
from tests.help.store import Clock, together
from tests.help.tournament import by_lot

SETTINGS = Settings("Open", "double-detente", rounds=3, sizes=(3,))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "referee.db", clock=Clock()) as opened:
        yield opened


@pytest.fixture
def kept(store: Store) -> Tournaments:
    return Tournaments(store)


def begun(kept: Tournaments, players: int = 6) -> str:
    """A tournament with its first round drawn and begun."""
    tournament = kept.open(SETTINGS, "open", "Ana")
    kept.sign_up(tournament, "players", [Entrant(0, f"Player {n}") for n in range(1, players + 1)])
    kept.act(tournament, "came", lambda t: [Came(tuple(p.number for p in t.players))])
    kept.draw(tournament, "draw", [by_lot(kept.get(tournament).tournament, 1, 7)])
    kept.act(tournament, "start", lambda _: [RoundStarted(1, 45)])
    return tournament


def test_a_known_key_gets_the_same_answer_again(kept: Tournaments) -> None:
    tournament = begun(kept)
    seq = kept.seq(tournament)
    assert begun(kept) == tournament
    assert kept.seq(tournament) == seq


def test_what_another_process_reads_is_what_was_written(kept: Tournaments, store: Store) -> None:
    tournament = begun(kept)
    again = Tournaments(store).get(tournament)
    assert again.tournament.value == kept.get(tournament).tournament.value
    assert again.tournament.log[1].at == 1783193400.0  # 2026-07-04 19:30 UTC


def test_a_stale_number_and_an_impossible_fact_write_nothing(kept: Tournaments) -> None:
    tournament = begun(kept)
    seq = kept.seq(tournament)
    with pytest.raises(StaleSequence):
        kept.add(tournament, "a", seq - 1, [RoundStarted(1)])
    with pytest.raises(Slip):
        kept.add(tournament, "b", seq, [RoundStarted(2)])
    assert kept.seq(tournament) == seq


def test_tables_that_enter_their_results_at_once_all_get_in(kept: Tournaments) -> None:
    tournament = begun(kept, 30)
    tables = kept.get(tournament).tournament.value.round(1).tables

    def enter(table: int) -> object:
        return kept.act(tournament, f"table {table}", lambda _: [Entered(1, table, (table, 0, 0), seat=0)])

    together(*(lambda table=table: enter(table) for table in tables))  # type: ignore[misc]
    assert [s.result.scores[0] for s in kept.get(tournament).tournament.value.round(1).tables.values() if s.result] == [
        *range(1, 11)
    ]


def test_a_tables_own_log_gives_its_result_and_knows_its_tournament(kept: Tournaments, store: Store) -> None:
    tournament = begun(kept)
    sitting = kept.get(tournament).tournament.sitting(1, 2)
    assert kept.where(sitting.stream) == Where(tournament, 1, 2)
    tables = Tables(store)
    assert tables.all() == []
    seats = tables.get(sitting.stream).table.seats
    facts = [f'deal "{seats[2]}" part=1', f'bid "{seats[0]}" 5', f'bid "{seats[1]}" 4', f'bid "{seats[2]}" 3',
             f'result tricks=5,4,4 petit="{seats[0]}"']  # fmt: skip
    for seq, line in enumerate(facts):
        tables.add(sitting.stream, f"tap {seq}", seq, parse(line))
    assert kept.deals(tournament, 1) == {1: None, 2: 1}
    result = kept.result_of_log(sitting)
    assert result is not None
    assert result.scores == tables.get(sitting.stream).table.standing.totals
    entered = Entered(1, 2, result.scores, depth=result.depth, deals=result.deals)
    assert not kept.is_confirmed(sitting.stream)
    after = kept.act(tournament, "result", lambda _: [entered]).tournament
    assert kept.is_confirmed(sitting.stream)
    assert [row.total for row in standings(after).rows][:1] == [max(result.scores)]


def test_a_table_repaired_keeps_what_was_written_under_the_right_names(kept: Tournaments, store: Store) -> None:
    tournament = begun(kept)
    now = kept.get(tournament).tournament
    one, two = now.sitting(1, 1), now.sitting(1, 2)
    seats = Tables(store).get(one.stream).table.seats
    facts = [f'deal "{seats[2]}" part=1', f'bid "{seats[0]}" 5', f'bid "{seats[1]}" 4', f'bid "{seats[2]}" 3',
             f'result tricks=5,4,4 petit="{seats[0]}"']  # fmt: skip
    for seq, line in enumerate(facts):
        Tables(store).add(one.stream, f"tap {seq}", seq, parse(line))
    before = kept.result_of_log(one)
    moved = SeatsRepaired(1, ((1, (one.seats[1], two.seats[0], one.seats[2])), (2, (one.seats[0], *two.seats[1:]))))
    after = kept.reseat(tournament, "repair", moved).tournament
    assert kept.reseat(tournament, "repair", moved).seq == after.seq
    again = after.sitting(1, 1)
    assert again.stream != one.stream
    assert kept.where(again.stream) == Where(tournament, 1, 1)
    assert Tables(store).get(again.stream).table.seats == tuple(after.names[number] for number in again.seats)
    assert kept.result_of_log(again) == before


def test_a_replaced_player_is_named_at_the_tables_drawn_ahead(kept: Tournaments, store: Store) -> None:
    tournament = begun(kept)
    kept.sign_up(tournament, "late", [Entrant(0, "Zoé, the last")])
    gone = kept.get(tournament).tournament.sitting(1, 1).seats[0]
    after = kept.reseat(tournament, "replace", Replaced(gone, 7, since=1)).tournament
    assert after.sitting(1, 1).seats[0] == 7
    assert Tables(store).get(after.sitting(1, 1).stream).table.seats[0] == "Zoé the last"


def test_a_table_hands_in_what_its_log_comes_to(kept: Tournaments, store: Store) -> None:
    tournament = begun(kept)
    with pytest.raises(Slip, match="no deal has ended"):
        kept.hand_in(tournament, "early", 1, 1, 0)
    sitting = kept.get(tournament).tournament.sitting(1, 1)
    seats = Tables(store).get(sitting.stream).table.seats
    lines = [f'deal "{seats[2]}" part=1', f'bid "{seats[0]}" 5', f'bid "{seats[1]}" 4', f'bid "{seats[2]}" 3',
             f'result tricks=5,4,4 petit="{seats[0]}"', f'penalty "{seats[1]}" 20 "late"']  # fmt: skip
    for seq, line in enumerate(lines):
        Tables(store).add(sitting.stream, f"tap {seq}", seq, parse(line))
    result = kept.hand_in(tournament, "in", 1, 1, 0).tournament.sitting(1, 1).result
    assert result is not None
    assert result.penalties == (0, -20, 0)
    paid = tuple(result.net(seat) for seat in range(3))
    assert paid == Tables(store).get(sitting.stream).table.standing.totals
    assert kept.differing(tournament) == ()
    Tables(store).add(sitting.stream, "later", 6, parse(f'penalty "{seats[0]}" 5 "phone"'))
    assert kept.differing(tournament) == ((1, 1),)
