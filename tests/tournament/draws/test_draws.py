"""Draws as directors ask for them: teams that sit together, first rounds apart, a rotation with people who come and go."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from referee.tournament.draws import draw
from referee.tournament.facts import Added, Came, Drawn, Left, Replaced
from referee.tournament.seating import sentences
from referee.tournament.seating.designs import round_robin
from referee.tournament.seating.rotation import rotate, steps
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Entry, Tournament
from referee.words.text import Slip
from tests.help.tournament import told

QUICK = 30_000


def of(game: str, entrants: list[Entrant], **agreed: Any) -> Tournament:
    start = Settings("Open", game, **agreed)
    return told(Added(tuple(entrants)), Came(tuple(one.number for one in entrants)), start=start)


def players(count: int, **each: Any) -> list[Entrant]:
    return [Entrant(n, f"P{n}", **{word: make(n) for word, make in each.items()}) for n in range(1, count + 1)]


def teams(count: int, size: int) -> list[Entrant]:
    return players(count * size, team=lambda n: f"Team {(n - 1) // size + 1}")


def after(tournament: Tournament, *facts: Any) -> Tournament:
    return tournament.extend(Entry(tournament.seq + n, fact, 0.0, "d") for n, fact in enumerate(facts, 1))


def met(rounds: list[Any]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for at in rounds for table in at.tables for pair in combinations(table, 2))


def words(drawn: Drawn) -> list[str]:
    return [str(text) for text in sentences(drawn.certificate)]


# Teams that sit together


def test_eight_pairs_play_a_round_robin_of_seven_rounds_partners_opposite() -> None:
    # Kirkman 1847: 2n can play each other once in 2n - 1 rounds, and never in fewer.
    drawn = draw(of("da-ban", teams(8, 2), rounds=7, sizes=(4,), team=2, mates="together"), 1, seed=1, steps=QUICK)
    together: Counter[frozenset[int]] = Counter()
    for at in drawn:
        assert sorted(player for table in at.tables for player in table) == list(range(1, 17))
        for one, two, three, four in at.tables:
            for a, b in ((one, three), (two, four)):
                assert (a - 1) // 2 == (b - 1) // 2
            together[frozenset(((one - 1) // 2, (two - 1) // 2))] += 1
    assert set(together.values()) == {1}
    assert len(together) == 28
    assert "Every team meets every other exactly once." in words(drawn[0])
    seats = Counter((player, seat) for at in drawn for table in at.tables for seat, player in enumerate(table))
    assert all(seats[player, seat] in (1, 2) for player in range(1, 17) for seat in range(4))


def test_an_odd_number_of_teams_has_each_sit_out_once() -> None:
    drawn = draw(of("da-ban", teams(5, 3), rounds=5, sizes=(6,), team=3, mates="together"), 1, seed=1, steps=QUICK)
    assert Counter(player for at in drawn for player in at.out) == Counter(range(1, 16))
    assert all(len(table) == 6 for at in drawn for table in at.tables)


def test_two_teams_of_four_play_at_two_tables_half_of_each_at_each() -> None:
    drawn = draw(of("tarot", teams(4, 4), rounds=3, sizes=(4,), team=4, mates="together"), 1, seed=1, steps=QUICK)
    for at in drawn:
        for one, other in zip(at.tables[::2], at.tables[1::2], strict=True):
            sides = [Counter((player - 1) // 4 for player in table) for table in (one, other)]
            assert sides[0] == sides[1]
            assert sorted(sides[0].values()) == [2, 2]


def test_best_with_best_pairs_teams_that_have_not_met() -> None:
    tournament = of("da-ban", teams(6, 2), rounds=3, sizes=(4,), team=2, mates="together", draw="best")
    found = []
    for number in (1, 2, 3):
        (drawn,) = draw(tournament, number, seed=1)
        found.append(drawn)
        tournament = after(tournament, drawn)
    assert max(met(found).values()) == 3  # partners, in every round
    opponents = [frozenset((a - 1) // 2 for a in table) for at in found for table in at.tables]
    assert len(set(opponents)) == len(opponents)


def test_who_replaces_somebody_plays_for_their_team() -> None:
    tournament = of("da-ban", teams(4, 2), rounds=3, sizes=(4,), team=2, mates="together")
    tournament = after(tournament, draw(tournament, 1, seed=1)[0])
    tournament = after(tournament, Added((Entrant(9, "New", team="team 1"),)), Replaced(1, 9, 2))
    again = draw(tournament, 2, seed=1)
    assert len(again) == 2
    opponents = [frozenset((a - 1) // 2 if a < 9 else 0 for a in t) for at in again for t in at.tables]
    before = [frozenset((s - 1) // 2 for s in t.seats) for t in tournament.value.rounds[1].tables.values()]
    assert len(set(opponents + before)) == 6


@pytest.mark.parametrize(
    ("entrants", "said"),
    [
        (teams(4, 2)[:-1], "team Team 4: 1 here, not 2"),
        ([*teams(3, 2), Entrant(7, "Zoé"), Entrant(8, "Yves")], "no team is written down for Zoé, Yves"),
    ],
)
def test_a_team_that_is_not_whole_is_named(entrants: list[Entrant], said: str) -> None:
    with pytest.raises(Slip, match=said):
        draw(of("da-ban", entrants, rounds=3, sizes=(4,), team=2, mates="together"), 1, seed=1, steps=QUICK)


def test_teams_of_three_find_no_table_of_four() -> None:
    with pytest.raises(Slip, match="teams of 3 cannot sit together"):
        draw(of("da-ban", teams(4, 3), rounds=3, sizes=(4,), team=3, mates="together"), 1, seed=1, steps=QUICK)


@pytest.mark.parametrize("entries", [2, 3, 8, 11])
def test_a_round_robin_is_one(entries: int) -> None:
    rounds = round_robin(entries)
    pairs = [frozenset(at[i : i + 2]) for at in rounds for i in range(0, entries - 1, 2)]
    assert all(sorted(at) == list(range(entries)) for at in rounds)
    assert len(pairs) == len(set(pairs)) == entries * (entries - 1) // 2


# Apart in the first rounds


@pytest.mark.parametrize("way", ["random", "movement", "best"])
def test_club_mates_and_seeded_players_do_not_meet_in_the_first_rounds(way: str) -> None:
    entrants = players(44, club=lambda n: f"Club {n % 6}", seeded=lambda n: n <= 9)
    tournament = of("tarot", entrants, rounds=4, sizes=(4, 3), early=2, draw=way)
    drawn = list(draw(tournament, 1, seed=4, steps=QUICK))
    if way == "best":
        drawn += draw(after(tournament, drawn[0]), 2, seed=4)
    for pair in met(drawn[:2]):
        one, other = sorted(pair)
        assert one % 6 != other % 6
        assert other > 9
    assert any("Rounds 1 to 2: no club mates meet" in text or "Round 1: no club" in text for text in words(drawn[0]))
    assert way == "best" or max(met(drawn).values()) == 1


def test_where_club_mates_must_meet_the_certificate_says_that_no_draw_has_fewer() -> None:
    # Two clubs of eight at four tables of four: two and two at each, so at least two pairs a table.
    entrants = players(16, club=lambda n: "Nord" if n % 2 else "Süd")
    drawn = draw(of("tarot", entrants, rounds=3, sizes=(4,), early=1), 1, seed=1, steps=QUICK)
    assert "Round 1: club mates, or players seeded, meet 8 times; no draw has fewer." in words(drawn[0])


def test_drawn_again_before_the_second_round_they_stay_apart_in_it() -> None:
    entrants = players(24, club=lambda n: f"Club {n % 5}")
    tournament = of("tarot", entrants, rounds=4, sizes=(4, 3), early=2)
    tournament = after(tournament, draw(tournament, 1, seed=1, steps=QUICK)[0], Left(24, 2))
    again = draw(tournament, 2, seed=2, steps=QUICK)
    assert [at.round for at in again] == [2, 3, 4]
    assert all(len({player % 5 for player in table}) == len(table) for table in again[0].tables)


# A rotation, and who comes and goes


def test_in_a_rotation_the_first_seat_stays_and_nobody_meets_twice_at_seven_tables() -> None:
    drawn = draw(of("doppelkopf", players(28), rounds=5, sizes=(4,), draw="movement"), 1, seed=1)
    for at in drawn:
        assert [table[0] for table in at.tables] == [table[0] for table in drawn[0].tables]
    assert max(met(list(drawn)).values()) == 1
    assert words(drawn[0])[0].startswith("A rotation")
    assert not any("None" in text for text in words(drawn[0]))


def test_two_pairs_at_each_table_move_as_in_a_mitchell() -> None:
    tournament = of("doppelkopf", teams(10, 2), rounds=5, sizes=(4,), team=2, mates="together", draw="movement")
    drawn = draw(tournament, 1, seed=1)
    stay = [{table[0], table[2]} for table in drawn[0].tables]
    assert all([{table[0], table[2]} for table in at.tables] == stay for at in drawn)
    opponents = {(frozenset(t[::2]), frozenset(t[1::2])) for at in drawn for t in at.tables}
    assert len(opponents) == 25


def test_steps_of_a_rotation_part_seats_that_met() -> None:
    for tables in (5, 7, 11):
        grid: Any = [[table * 4 + seat for seat in range(4)] for table in range(tables)]
        rounds = [rotate(grid, number, steps(tables, 4, 5)) for number in range(1, 6)]
        pairs = Counter(frozenset(pair) for at in rounds for table in at for pair in combinations(table, 2))
        assert max(pairs.values()) == 1


def seated(drawn: Drawn) -> list[int]:
    return sorted([player for table in drawn.tables for player in table] + list(drawn.out))


@pytest.mark.parametrize("game", ["tarot", "doppelkopf"])
def test_who_leaves_the_movement_leaves_a_chair_and_who_comes_late_takes_one(game: str) -> None:
    sizes = (4, 3, 5) if game == "tarot" else (4, 5)
    tournament = of(game, players(28), rounds=5, sizes=sizes, draw="movement")
    before = draw(tournament, 1, seed=1)
    tournament = after(tournament, *before[:2])
    gone = before[0].tables[2][1]
    left = after(tournament, Left(gone, 3))
    if game == "doppelkopf":  # a table of three is none there: the three play elsewhere, or sit out
        again = draw(left, 3, seed=1)[0]
        assert seated(again) == [player for player in range(1, 29) if player != gone]
        assert all(len(table) in (4, 5) for table in again.tables)
        return
    again = draw(left, 3, seed=1)
    for old, new in zip(before[2:], again, strict=True):
        assert [tuple(player for player in table if player != gone) for table in old.tables] == list(new.tables)
    late = after(left, Added((Entrant(29, "Late"),)), Came((29,), 3))
    full = draw(late, 3, seed=1)
    for old, new in zip(before[2:], full, strict=True):
        assert [tuple(29 if player == gone else player for player in table) for table in old.tables] == list(new.tables)


def test_who_comes_late_to_full_tables_is_a_fifth_and_the_others_go_on_as_before() -> None:
    tournament = of("tarot", players(28), rounds=5, sizes=(4, 3, 5), draw="movement")
    before = draw(tournament, 1, seed=1)
    tournament = after(tournament, before[0], Added((Entrant(29, "Late"),)), Came((29,), 2))
    for old, new in zip(before[1:], draw(tournament, 2, seed=1), strict=True):
        assert [table[:4] for table in new.tables] == list(old.tables)
        assert sum(29 in table for table in new.tables) == 1


def test_the_fifth_of_the_federation_s_movement_moves_too() -> None:
    tournament = of("tarot", players(41), rounds=4, sizes=(4, 3, 5), draw="movement")
    drawn = draw(tournament, 1, seed=1)
    assert max(met(list(drawn)).values()) == 1
    assert len({next(number for number, table in enumerate(at.tables) if len(table) == 5) for at in drawn}) == 4


def test_a_draw_by_lot_gives_nobody_the_same_table_all_evening() -> None:
    drawn = draw(of("tarot", players(20), rounds=5, sizes=(4,)), 1, seed=3, steps=QUICK)
    assert max(met(list(drawn)).values()) == 1
    for player in range(1, 21):
        assert len({number for at in drawn for number, table in enumerate(at.tables) if player in table}) > 1
    kept = players(20, fixed=lambda n: 4 * (n == 7))
    for at in draw(of("tarot", kept, rounds=5, sizes=(4,)), 1, seed=3, steps=QUICK):
        assert 7 in at.tables[3]


def test_whoever_replaces_somebody_has_their_chair() -> None:
    tournament = of("tarot", players(28), rounds=5, sizes=(4, 3, 5), draw="movement")
    before = draw(tournament, 1, seed=1)
    tournament = after(tournament, before[0], Added((Entrant(29, "New"),)), Replaced(5, 29, 2), Left(6, 2))
    again = draw(tournament, 2, seed=1)
    for old, new in zip(before[1:], again, strict=True):
        moved = [tuple(29 if p == 5 else p for p in table if p != 6) for table in old.tables]
        assert list(new.tables) == moved


def test_many_may_leave_the_movement_and_nobody_sits_at_a_table_too_small() -> None:
    tournament = of("tarot", players(24), rounds=5, sizes=(4, 3), draw="movement")
    tournament = after(tournament, draw(tournament, 1, seed=1)[0])
    tournament = after(tournament, *(Left(player, 2) for player in (1, 4, 9, 13, 20, 21, 22)))
    there = list(tournament.entrants(2))
    for at in draw(tournament, 2, seed=1):
        assert seated(at) == there
        assert all(len(table) in (3, 4, 5) for table in at.tables)


def test_a_round_not_drawn_by_the_movement_is_not_moved_on() -> None:
    tournament = of("tarot", players(16), rounds=3, sizes=(4,), draw="movement")
    tournament = after(tournament, Drawn(1, tuple(tuple(range(n, n + 4)) for n in (1, 5, 9, 13))))
    with pytest.raises(Slip, match="not drawn by the movement"):
        draw(tournament, 2, seed=1)
