"""A cache keeps what was used last, and no more than was agreed."""

from __future__ import annotations

from referee.cache import Cache


def test_what_is_asked_for_again_is_kept_and_the_rest_dropped() -> None:
    made, cache = list[int](), Cache[int](3)

    def ask(number: int) -> int:
        return cache.get(number, lambda: made.append(number) or number)

    for number in (1, 2, 1, 3, 4, 1, 2):
        assert ask(number) == number
    assert (made, len(cache)) == ([1, 2, 3, 4, 2], 3)


def test_a_value_takes_the_place_of_the_one_before_and_can_be_dropped() -> None:
    cache = Cache[str](2)
    cache.put("one", "a")
    cache.put("two", "b")
    cache.put("one", "c")
    cache.put("three", "d")
    assert [cache.find(key) for key in ("one", "two", "three")] == ["c", None, "d"]
    cache.drop("one")
    cache.drop("two")
    assert (cache.find("one"), len(cache)) == (None, 1)
    cache.clear()
    assert len(cache) == 0


def test_what_makes_room_is_ended_and_the_one_used_last_stands_first() -> None:
    ended = list[str]()
    cache = Cache[str](2, on_drop=ended.append)
    for word in ("one", "two", "one", "three"):
        cache.put(word, word)
    assert (ended, cache.values()) == (["two"], ["three", "one"])
