"""Facts as a log keeps them: what is read back is what was stated, and nothing else is taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from referee.record.encoding import Family, Stated
from referee.words.text import Slip


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who came."""

    name: str
    age: int | None = None


@dataclass(frozen=True, slots=True)
class Fact(Stated):
    """Something that happened at a party."""


PARTY: Family[Fact] = Family(lambda text: "\x00" in text)


@PARTY.enter("came")
class Came(Fact):
    """Guests came, each through a door, with what they said of themselves."""

    guests: tuple[Guest, ...]
    doors: tuple[tuple[str, int], ...] = ()
    said: Mapping[str, Any] = field(default_factory=dict)


@PARTY.enter("left")
class Left(Fact):
    """Somebody went, by night or by day."""

    when: Literal["day", "night"]


@PARTY.enter("again")
class Again(Fact):
    """The same happened once more."""

    fact: Fact
    amends = True


WHOLE = {
    "kind": "came",
    "guests": [{"name": "Ana", "age": 40}, {"name": "Ben", "age": None}],
    "doors": [["front", 1]],
    "said": {"tables": [[1, 2], [3]], "seed": 7},
}


def test_what_a_log_keeps_is_read_back_as_it_was_stated() -> None:
    fact = Came((Guest("Ana", 40), Guest("Ben")), (("front", 1),), {"tables": ((1, 2), (3,)), "seed": 7})
    assert fact.json() == WHOLE
    assert PARTY.read(WHOLE).json() == WHOLE


def test_fields_left_out_have_their_usual_value() -> None:
    assert PARTY.read({"kind": "came", "guests": []}) == Came(())


def test_a_word_is_read_as_it_was_kept_whether_it_is_agreed_or_not() -> None:
    assert PARTY.read({"kind": "left", "when": "night"}) == Left("night")
    assert PARTY.read({"kind": "left", "when": "dawn"}).json() == {"kind": "left", "when": "dawn"}
    with pytest.raises(Slip):
        PARTY.read({"kind": "left", "when": 3})


def test_a_fact_inside_another_is_kept_as_a_fact() -> None:
    fact = Again(Came(()))
    assert fact.json()["fact"]["kind"] == "came"
    assert PARTY.read(fact.json()) == fact


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [["kind", "came"]],
        {"guests": []},
        {"kind": "went"},
        {"kind": "came"},
        {"kind": "came", "guests": "Ana"},
        {"kind": "came", "guests": [], "music": "loud"},
        {"kind": "came", "guests": [{"name": "Ana", "hat": 1}]},
        {"kind": "came", "guests": [{"name": 7}]},
        {"kind": "came", "guests": [{"name": "A\x00"}]},
        {"kind": "came", "guests": [{"name": "Ana", "age": True}]},
        {"kind": "came", "guests": [{"name": "Ana", "age": 10**9}]},
        {"kind": "came", "guests": [], "doors": [["front"]]},
        {"kind": "came", "guests": [], "said": 3},
        {"kind": "again", "fact": {"kind": "again", "fact": WHOLE}},
    ],
)
def test_anything_else_is_refused(wrong: Any) -> None:
    with pytest.raises(Slip, match="this is no fact"):
        PARTY.read(wrong)
