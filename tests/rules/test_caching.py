"""What is kept of answers: never one to another question, and no more than was agreed."""

from __future__ import annotations

from referee.cache import Cache, answers_cache, forget_answers
from referee.rules.caching import Same, of_deal
from referee.rules.deal import Deal


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
    assert len(asked) == 5


def test_a_value_is_the_same_as_itself_alone() -> None:
    one, other = [1], [1]
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(other)
    assert Same(one) != one


def test_answers_are_forgotten_when_the_logs_are_rewritten() -> None:
    made = list[str]()
    cache: Cache[str] = answers_cache(4)

    @of_deal
    def first_name(deal: Deal) -> str:
        return cache.get(deal.number, lambda: made.append("Ana") or "Ana")

    deal = Deal(1, 1, 0, (0, 1), 5)
    assert (first_name(deal), first_name(deal), len(made)) == ("Ana", "Ana", 1)
    forget_answers()
    assert (first_name(deal), len(made)) == ("Ana", 2)
