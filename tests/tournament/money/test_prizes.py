"""Prizes worked out by hand: ties shared to the cent, across categories, one or several a head, money and things.

Unless a case says otherwise, five stand in this order: Ana (women), Ben, Cléo (women, juniors), Dan (juniors), Eva (women).
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.tournament.facts import Drawn, Entered
from referee.tournament.money.facts import FeesAgreed, Grouped, HandedOut, PrizesAgreed, Received
from referee.tournament.money.prizes import Awarded, Entry, award, prizes_of
from referee.tournament.money.values import Category, Handed, Money, Paid, Prize, Prizes
from tests.help.tournament import told, with_players

ANA, BEN, CLEO, DAN, EVA = range(1, 6)
GROUPS = {ANA: ("Women",), CLEO: ("Women", "Juniors"), DAN: ("Juniors",), EVA: ("Women",)}


def give(
    table: Sequence[Prize], places: Sequence[int] = (1, 2, 3, 4, 5), several: bool = False, taken: int = 100000,
    handed: Sequence[Handed] = (),
) -> Awarded:  # fmt: skip
    entries = [Entry(place, (player,), GROUPS.get(player, ())) for player, place in enumerate(places, 1)]
    entries.sort(key=lambda one: one.place)
    money = Money(paid=(Paid(1, taken, "", 0.0, "", 9),), prizes=Prizes(tuple(table), several), handed=tuple(handed))
    return award(money, entries)


def told_of(found: Awarded) -> list[tuple[str, int, list[int], int, int]]:
    """Each place won: category, place, who, cents each, cents left over."""
    return [
        (one.category, one.place, [entry.players[0] for entry in one.winners], one.each, one.left) for one in found.won
    ]


def test_1_each_place_wins_what_the_table_says() -> None:
    found = give([Prize(1, cents=5000), Prize(2, cents=3000), Prize(3, cents=2000)])
    assert told_of(found) == [("", 1, [ANA], 5000, 0), ("", 2, [BEN], 3000, 0), ("", 3, [CLEO], 2000, 0)]


def test_2_two_level_on_the_first_place_share_the_first_and_the_second_prize() -> None:
    found = give([Prize(1, cents=5000), Prize(2, cents=3001), Prize(3, cents=2000)], (1, 1, 3, 4, 5))
    # 80.01 for two: 40.00 each, a cent left over.
    assert told_of(found) == [("", 1, [ANA, BEN], 4000, 1), ("", 3, [CLEO], 2000, 0)]


def test_3_three_level_on_the_last_prize_share_it_and_two_cents_are_left() -> None:
    found = give([Prize(1, cents=5000), Prize(2, cents=1001)], (1, 2, 2, 2, 5))
    # 10.01 for three: 3.33 each, 2 cents left over.
    assert told_of(found) == [("", 1, [ANA], 5000, 0), ("", 2, [BEN, CLEO, DAN], 333, 2)]
    assert found.left == 2


def test_4_with_one_prize_a_head_the_category_s_prize_goes_to_the_next_in_line() -> None:
    found = give([Prize(1, cents=5000), Prize(1, "Women", 2000)])
    assert told_of(found) == [("", 1, [ANA], 5000, 0), ("Women", 1, [CLEO], 2000, 0)]


def test_5_with_several_a_head_the_winner_takes_her_category_too() -> None:
    found = give([Prize(1, cents=5000), Prize(1, "Women", 2000)], several=True)
    assert told_of(found) == [("", 1, [ANA], 5000, 0), ("Women", 1, [ANA], 2000, 0)]


def test_6_the_categories_come_in_the_order_of_the_table() -> None:
    women_first = give([Prize(1, "Women", 2000), Prize(1, "Juniors", 1000)], (3, 2, 1, 4, 5))
    # Cléo leads both: she has the women's prize, the juniors' goes on to Dan.
    assert told_of(women_first) == [("Women", 1, [CLEO], 2000, 0), ("Juniors", 1, [DAN], 1000, 0)]
    juniors_first = give([Prize(1, "Juniors", 1000), Prize(1, "Women", 2000)], (3, 2, 1, 4, 5))
    # Now she has the juniors', and the women's goes to Ana.
    assert told_of(juniors_first) == [("Juniors", 1, [CLEO], 1000, 0), ("Women", 1, [ANA], 2000, 0)]


def test_7_a_tie_within_a_category_is_shared_there_though_others_stand_between() -> None:
    # Cléo and Eva are level on 2, Ben and Dan stand elsewhere: of the women Ana is first, they share 2 and 3.
    found = give([Prize(1, "Women", 3000), Prize(2, "Women", 1500), Prize(3, "Women", 500)], (1, 4, 2, 5, 2))
    assert told_of(found) == [("Women", 1, [ANA], 3000, 0), ("Women", 2, [CLEO, EVA], 1000, 0)]


def test_8_who_shared_a_place_of_all_has_had_a_prize_though_it_was_less_than_the_category_s() -> None:
    # Ana, Ben, Cléo level on 3 share 3.00; Dan 1, Eva 2 have theirs: nobody is left for the women's prize.
    found = give([Prize(1, cents=900), Prize(2, cents=600), Prize(3, cents=300), Prize(1, "Women", 5000)],
                 (3, 3, 3, 1, 2))  # fmt: skip
    assert told_of(found) == [
        ("", 1, [DAN], 900, 0), ("", 2, [EVA], 600, 0), ("", 3, [ANA, BEN, CLEO], 100, 0),
    ]  # fmt: skip
    assert found.unwon == (Prize(1, "Women", 5000),)


def test_9_a_tie_across_two_categories_is_shared_in_each_by_those_who_are_in_it() -> None:
    # Cléo (women, juniors), Dan (juniors) and Eva (women) are level on 3, several a head.
    table = [Prize(1, cents=4000), Prize(2, "Women", 1001), Prize(1, "Juniors", 1501)]
    found = give(table, (1, 2, 3, 3, 3), several=True)
    # Women: Ana 1, Cléo and Eva share the second prize; juniors: Cléo and Dan share the first.
    assert told_of(found) == [
        ("", 1, [ANA], 4000, 0), ("Women", 2, [CLEO, EVA], 500, 1), ("Juniors", 1, [CLEO, DAN], 750, 1),
    ]  # fmt: skip


def test_10_a_thing_is_not_divided_lots_are_drawn_and_who_got_none_stays_in_line() -> None:
    table = [Prize(1, thing="a ham"), Prize(1, "Women", thing="wine")]
    found = give(table, (1, 2, 1, 4, 5))
    # Ana and Cléo are level on the ham: until lots are drawn neither stands in line for the wine, Eva does.
    assert [(one.things, one.receivers, len(one.winners)) for one in found.won] == [
        (("a ham",), (None,), 2), (("wine",), (EVA,), 1),
    ]  # fmt: skip
    drawn = give(table, (1, 2, 1, 4, 5), handed=[Handed(5, 0, "", 0.0, "a ham", CLEO, "", 1)])
    # Cléo has the ham, so Ana is the first of the women without a prize.
    assert [(one.things, one.receivers) for one in drawn.won] == [(("a ham",), (CLEO,)), (("wine",), (ANA,))]


def test_11_shares_of_the_fees_are_rounded_down_and_what_was_not_taken_in_is_said() -> None:
    # 43 fees of 7.25 are 311.75: half is 155.87, a third (33 %) 102.87; and 60.00 besides are 6.99 too much.
    table = [Prize(1, share=50), Prize(2, share=33), Prize(3, cents=6000)]
    found = give(table, taken=43 * 725)
    assert told_of(found) == [("", 1, [ANA], 15587, 0), ("", 2, [BEN], 10287, 0), ("", 3, [CLEO], 6000, 0)]
    assert (found.total, found.short) == (31874, 699)


def test_12_prizes_for_places_nobody_holds_stay_in_the_box_and_a_prize_gone_astray_is_named() -> None:
    table = [Prize(1, cents=100), Prize(6, cents=50), Prize(3, "Juniors", 70)]
    handed = [Handed(7, 100, "", 0.0, "", BEN, "", 1), Handed(8, 100, "", 0.0, "", ANA, "", 1)]
    found = give(table, several=True, handed=handed)
    assert told_of(found) == [("", 1, [ANA], 100, 0)]
    assert found.unwon == (Prize(6, cents=50), Prize(3, "Juniors", 70))
    assert found.stray == (handed[0],)  # a correction made Ana first after Ben had been paid


def test_prizes_are_won_by_the_standings_of_the_tournament() -> None:
    t = told(*with_players(4), FeesAgreed(1000, (Category("Women"),)), Grouped(1, ("Women",)), Grouped(3, ("Women",)),
             *(Received(one, 1000) for one in (1, 2, 3, 4)),
             PrizesAgreed(Prizes((Prize(1, share=50), Prize(2, share=25), Prize(1, "Women", 500)))),
             Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (20, 20, -10, -30)), HandedOut(3, 1, "Women", 500))  # fmt: skip
    found = prizes_of(t)
    # Ana and Ben are level: 20.00 and 10.00 make 15.00 each; the women's goes to Cléo.
    assert told_of(found) == [("", 1, [1, 2], 1500, 0), ("Women", 1, [3], 500, 0)]
    assert (found.total, found.short, found.stray) == (3500, 0, ())
