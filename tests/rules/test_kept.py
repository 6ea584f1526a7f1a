"""What is kept of answers: never one to another question, and no more than was agreed."""

from __future__ import annotations

from referee.rules.deal import Deal
from referee.rules.kept import Remembered, Same, of_deal


def test_of_one_deal_a_question_is_answered_once_and_of_the_next_one_anew() -> None:
    asked = []

    @of_deal
    def cards(deal: Deal, times: int = 1, *, plus: int = 0) -> int:
        asked.append((deal.number, times, plus))
        return deal.size * times + plus

    first, second = Deal(1, 1, 0, (0, 1), 5), Deal(1, 1, 0, (0, 1), 5)
    assert [cards(first), cards(first, 2), cards(first, plus=2), cards(first), cards(first, 2)] == [5, 10, 7, 5, 10]
    assert len(asked) == 3
    assert cards(second) == 5  # it may be alike: what came of it need not be
    assert cards(second._replace(size=6)) == 6
    assert cards(first) == 5
    assert len(asked) == 6


def test_a_value_is_the_same_as_itself_alone() -> None:
    one, other = [1], [1]
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(other)
    assert Same(one) != one


def test_what_is_asked_for_again_is_kept_and_the_rest_forgotten() -> None:
    made: list[int] = []
    kept: Remembered[int] = Remembered(4)

    def ask(number: int) -> int:
        return kept.get(number, lambda: made.append(number) or number)

    for number in (1, 2, 1, 3, 4, 1, 5, 6, 1, 2):
        assert ask(number) == number
    assert made == [1, 2, 3, 4, 5, 6, 2]
    kept.clear()
    assert ask(1) == 1
    assert made[-1] == 1
