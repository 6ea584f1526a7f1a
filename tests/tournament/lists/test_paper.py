"""Paper lists: the same evening read in each way that lists are written, and the line named that does not add up."""

from __future__ import annotations

from random import Random

import pytest

from referee.tournament.lists.paper import WAYS, Deal, Way, compare, read_deals, running
from referee.words.text import Slip

EVENING: list[Deal] = [(3, -3, 3, -3), (-9, 3, 3, 3), (2, 2, -2, -2), (0, 0, 0, 0), (-4, -4, -4, 12), (-1, 1, -1, 1)]
"""Two against two, two solos, a deal of nothing."""
PAPERS: dict[Way, str] = {
    "each": "3 -3 3 -3\n-9 3 3 3\n2 2 −2\n. . . .\n-4-4-4+12\n-1 +1 -1 +1\n",
    "totals": "3 -3 3 -3\n-6 0 6 0\n-4 2 4 -2\n. . . .\n-8 -2 0 10\n-9 -1 -1 11\n",
    "winners": "3 13\n3 234\n2 12\n0\n4 4\n1 24\n",
    "losers": ". 3 . 3\n9 . . .\n. . 2 2\n. . . .\n4 4 4 .\n1 . 1 .\n",
}
NAMES = ("Ana", "Ben", "Cid", "Dan")


def read(way: Way, text: str, seats: int = 4, playing: int = 4, balanced: bool = True) -> list[Deal]:
    return read_deals(way, text, seats, playing, balanced)


@pytest.mark.parametrize("way", WAYS)
def test_the_same_evening_is_read_in_each_way_that_lists_are_written(way: Way) -> None:
    assert read(way, PAPERS[way]) == EVENING
    assert running(read(way, PAPERS[way]))[-1] == (-9, -1, -1, 11)


def test_of_five_one_sits_out_and_has_to_be_named() -> None:
    assert read("winners", "3 13 5\n2 5 1", 5, 4) == [(3, -3, 3, -3, 0), (0, -2, -2, -2, 6)]
    assert read("losers", ". 3 . 3 x\nX 2 2 2 .", 5, 4) == [(3, -3, 3, -3, 0), (0, -2, -2, -2, 6)]
    for way, line in (("winners", "3 13"), ("losers", ". 3 . 3 .")):
        with pytest.raises(Slip, match="0 sit out where 1 were expected"):
            read(way, line, 5, 4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("way", "line", "said"),
    [
        ("each", "3 -3 3 -2", "adds up to 1, not to 0"),
        ("each", "3 -3", "2 numbers stand where 4 were expected"),
        ("each", "3 -3 3 -3 0", "5 numbers stand where 4 were expected"),
        ("each", "3 drei", "“drei” stands where a number was expected"),
        ("winners", "3", "expected the value"),
        ("winners", "3 1 2 4", "expected the value"),
        ("winners", "3 15", "“15” stands where seats from 1 to 4"),
        ("winners", "3 11", "“11” stands where seats"),
        ("winners", "3 -1", "“-1” stands where seats"),
        ("winners", "3 1234", "somebody else loses"),
        ("winners", "3 12 2", "somebody else loses"),
        ("losers", "3 3 3 3", "somebody else loses"),
        ("losers", "3 . .", "3 numbers stand where 4"),
        ("losers", "3 . . .", None),
        ("losers", "4 . . .", "4 cannot be shared by 3 winners"),
    ],
)
def test_a_line_that_cannot_be_is_named(way: Way, line: str, said: str | None) -> None:
    text = f"{PAPERS[way].splitlines()[0]}\n\n{line}\n"
    if said is None:
        assert read(way, text)[1] == (-3, 1, 1, 1)
        return
    with pytest.raises(Slip, match=said) as refused:
        read(way, text)
    assert refused.value.fields["deal"] == 2
    assert "Deal 2, “" in str(refused.value.text)


def test_two_against_three_is_no_question_of_a_value_alone() -> None:
    with pytest.raises(Slip, match="2 win against 3: write what each player gets"):
        read("winners", "3 12", 5, 5)


def test_where_scores_need_not_add_up_each_number_stands_for_itself() -> None:
    assert read("each", "3 5 7", 3, 3, balanced=False) == [(3, 5, 7)]
    with pytest.raises(Slip, match="2 numbers stand where 3"):
        read("each", "3 5", 3, 3, balanced=False)


def test_one_wrong_digit_anywhere_in_the_running_totals_is_found_at_its_line() -> None:
    lines = [
        list(map(int, line.split())) for line in ("3 -3 3 -3", "-6 0 6 0", "-4 2 4 -2", "-8 -2 0 10", "-9 -1 -1 11")
    ]
    chance = Random(2)
    for at in range(len(lines)):
        for seat in range(4):
            wrong = [list(line) for line in lines]
            wrong[at][seat] += chance.choice((-10, -1, 1, 10))
            with pytest.raises(Slip) as refused:
                read("totals", "\n".join(" ".join(map(str, line)) for line in wrong))
            assert refused.value.fields["deal"] == at + 1


def test_the_players_sums_are_compared_and_the_deal_named_that_explains_a_difference() -> None:
    assert compare(EVENING, "", NAMES) == []
    assert compare(EVENING, "-9 -1 -1 11", NAMES) == []
    assert [str(one) for one in compare(EVENING, "-9 -1 -3 11", NAMES)] == [
        "Cid: the deals come to −1, the list says −3"  # nothing explains it
    ]
    assert [str(one) for one in compare(EVENING, "0 -1 -1 -1", NAMES)] == [
        "Ana: the deals come to −9, the list says 0: as if deal 2 were left out",
        "Dan: the deals come to 11, the list says −1: as if deal 5 were left out",
    ]
    assert [str(one) for one in compare(EVENING, "-9 -1 7 11", NAMES)] == [
        "Cid: the deals come to −1, the list says 7: as if deal 5 had the other sign"
    ]
    with pytest.raises(Slip, match="3 numbers stand where 4"):
        compare(EVENING, "1 2 3", NAMES)


@pytest.mark.parametrize(
    ("text", "said"), [("", "a line for each deal"), ("\n \n", "a line"), ("0 0 0 0\n" * 201, "too long")]
)
def test_a_list_without_a_deal_or_without_an_end_is_refused(text: str, said: str) -> None:
    with pytest.raises(Slip, match=said):
        read("each", text)
