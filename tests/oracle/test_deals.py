"""The oracle's records: honest where they claim to be, with one foul where they claim that."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.deals import (
    PARTS,
    Record,
    Writing,
    foul_record,
    match_record,
    part_record,
    round_record,
    situation_of,
)
from tests.oracle.detente import KINDS, bids_legal, breaches, full_deck, match_winners, winner
from tests.oracle.table import Part, left_of, order

seeds = st.integers(0, 2**32).map(Random)
players = st.sampled_from([2, 3])
at_leisure = settings(deadline=None, derandomize=True, max_examples=50)


def illegal_plays(part: Part) -> list[tuple[int, str, set[str]]]:
    """(play, seat, kinds) of all fouls in a part whose hands are known."""
    left = {seat: set(hand) for seat, hand in part.hands.items()}
    found = []
    for index, (seat, card) in enumerate(part.plays()):
        kinds = breaches(left[seat], card, part.table(index))
        if kinds:
            found.append((index, seat, set(kinds)))
        left[seat].remove(card)
    return found


def recorded_plays(record: Record) -> list[tuple[int, str, str]]:
    """(line, seat, card) read back from the text of the record."""
    seats: list[str] = []
    found = []
    for line, words in enumerate(map(str.split, record.text.splitlines()), start=1):
        if words[0] == "seats":
            seats = words[1:]
        elif words[0] == "play":
            found.append((line, words[1], words[2]))
        elif words[0] == "trick":
            turn = order(seats, words[1])
            found += [(line, turn[place], card) for place, card in enumerate(words[2:])]
    return found


@at_leisure
@given(seeds, players, st.integers(1, 13))
def test_honest_people_break_no_law(rng: Random, players: int, cards: int) -> None:
    for part in round_record(rng, players=players, cards=cards).parts:
        assert illegal_plays(part) == []
        assert len(part.tricks) == cards


@at_leisure
@given(seeds, players)
def test_a_round_sees_every_card_once(rng: Random, players: int) -> None:
    record = round_record(rng, players=players)
    assert len(record.parts) == PARTS[players]
    seen = [card for part in record.parts for _, card in part.plays()]
    assert sorted(seen) == sorted(full_deck())


@at_leisure
@given(seeds, players)
def test_the_dealers_left_leads_and_then_who_took_the_trick(rng: Random, players: int) -> None:
    part = part_record(rng, players=players).parts[0]
    leader = left_of(part.seats, part.dealer)
    for trick in part.tricks:
        assert trick.leader == leader
        leader = order(part.seats, leader)[winner(trick.cards)]


@at_leisure
@given(seeds, players, st.integers(1, 13))
def test_all_bids_are_lawful(rng: Random, players: int, cards: int) -> None:
    for part in round_record(rng, players=players, cards=cards).parts:
        said = [bid for _, bid in part.bids]
        assert part.bids[-1][0] == part.dealer
        assert all(bids_legal(said[:at], bid, players) for at, bid in enumerate(said))


@at_leisure
@given(seeds, players, st.floats(0, 0.5), st.integers(0, 15))
def test_a_record_says_what_was_played_on_the_lines_it_names(rng: Random, players: int, hide: float, stop: int) -> None:
    record = round_record(rng, players=players, cards=5, writing=Writing(hide=hide, open_hands=0.5, stop=stop))
    expected = [
        (line, *part.plays()[index])
        for part, lines in zip(record.parts, record.lines, strict=True)
        for index, line in enumerate(lines)
    ]
    written = recorded_plays(record)
    assert [(line, seat) for line, seat, _ in written] == [(at, seat) for at, seat, _ in expected]
    unseen = 0
    for (_, _, word), (_, _, card) in zip(written, expected, strict=True):
        unseen += word == "?"
        assert word in ("?", card)
    assert unseen == len(record.hidden)
    assert len(record.lines[-1]) == min(stop, 5 * players)


@at_leisure
@given(seeds, st.sampled_from(KINDS), players, st.integers(3, 13), st.data())
def test_a_planted_foul_is_the_only_one_and_of_its_kind(
    rng: Random, kind: str, players: int, cards: int, data: st.DataObject
) -> None:
    part = data.draw(st.integers(1, PARTS[players]))
    record = foul_record(rng, kind, players=players, cards=cards, part=part)
    assert record.foul is not None
    for before in record.parts[:-1]:
        assert illegal_plays(before) == []
    last = record.parts[-1]
    assert last.number == part
    assert illegal_plays(last) == [(record.foul.play, record.foul.seat, {kind})]


@at_leisure
@given(seeds, st.sampled_from(KINDS), players, st.floats(0, 0.5), st.integers(1, 12))
def test_a_planted_foul_is_shown_by_the_first_card_seen_of_those_denied(
    rng: Random, kind: str, players: int, hide: float, stop: int
) -> None:
    record = foul_record(rng, kind, players=players, cards=6, writing=Writing(hide=hide, stop=stop))
    assert record.foul is not None
    plays = recorded_plays(record)
    assert plays[record.foul.play][:2] == (record.committed, record.foul.seat)
    showing = [
        line
        for line, seat, card in plays[record.foul.play + 1 :]
        if seat == record.foul.seat and card in record.foul.held
    ]
    assert record.shown == (showing[0] if showing else None)


@at_leisure
@given(seeds, st.sampled_from(KINDS), players)
def test_a_foul_played_to_the_end_is_always_shown(rng: Random, kind: str, players: int) -> None:
    record = foul_record(rng, kind, players=players)
    assert record.committed is not None
    assert record.shown is not None
    assert record.shown > record.committed


@at_leisure
@given(seeds, st.sampled_from(KINDS))
def test_an_offender_with_an_open_hand_is_seen_at_once(rng: Random, kind: str) -> None:
    record = foul_record(rng, kind, writing=Writing(open_hands=1.0))
    assert record.seen == record.committed
    assert record.text.count("\nhand ") == 3


def test_a_trick_with_a_card_nobody_saw_names_its_winner() -> None:
    record = part_record(Random(1), players=2, cards=3, writing=Writing(styles=("play",), hide=1.0))
    part = record.parts[0]
    takers = [order(part.seats, trick.leader)[winner(trick.cards)] for trick in part.tricks]
    took = [line.split()[1] for line in record.text.splitlines() if line.startswith("took")]
    assert took == takers


@pytest.mark.parametrize("players", [2, 3])
def test_a_match_goes_on_until_the_round_that_decides_it(players: int) -> None:
    match = match_record(Random(3), players=players)
    assert [match_winners(totals) for totals in match.totals[:-1]] == [set()] * (len(match.totals) - 1)
    assert match.winners == match_winners(match.totals[-1]) != set()
    sums = dict.fromkeys(match.totals[-1], 0)
    for part in match.record.parts:
        for seat, score in part.scores().items():
            sums[seat] += score
    assert sums == match.totals[-1]
    assert len(match.record.parts) == PARTS[players] * len(match.totals)


def test_the_deal_passes_to_the_left_after_every_round() -> None:
    match = match_record(Random(5))
    dealers = [part.dealer for part in match.record.parts]
    assert dealers[0::2] == dealers[1::2]
    for now, later in zip(dealers[0::2], dealers[2::2], strict=False):
        assert later == left_of(("Ana", "Ben", "Cléo"), now)


def test_the_same_seed_writes_the_same_record() -> None:
    one, other = (foul_record(Random(7), "must-trump", writing=Writing(hide=0.2)) for _ in "12")
    assert one == other


def test_the_situation_of_a_part_has_its_cards_and_nothing_more() -> None:
    part = round_record(Random(2)).parts[-1]
    situation = situation_of(part, stop=7, hidden=[1], open_seats=["Ben"])
    assert situation.rooms == {"Ana": 13, "Ben": 13, "Cléo": 13, "stock": 0}
    assert len(situation.plays) == 7
    assert situation.plays[1][1] == "?"
    assert set(situation.took) == {0}
    assert situation.open_hands["Ben"] == part.hands["Ben"]


def test_there_is_no_third_part_for_three() -> None:
    with pytest.raises(ValueError, match="no part 3"):
        foul_record(Random(1), "must-trump", players=3, part=3)
