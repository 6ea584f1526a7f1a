"""A game told by what a score sheet must say: how many goals each has made."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from referee.boards.board import form_of
from referee.record.grammar import parse
from referee.record.text import Entry, Header
from referee.rules import (
    Deal,
    Fact,
    Field,
    Line,
    Options,
    Play,
    Prompt,
    Resulted,
    Scored,
    ScoreSheet,
    Slip,
    Step,
    T,
    Trick,
    Usual,
    laws_of,
)
from referee.table.table import Table


class Goals(ScoreSheet):
    """A goal is a point."""

    name = "goals"
    title = T("Goals")
    players = (2,)
    presets: ClassVar[Mapping[str, Options]] = {"standard": Options()}
    laws = laws_of("goals", ("score", "S", T("A goal is a point.")))
    usual = Usual((2,))

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        return Step(Deal(number, line, dealer, self.after(dealer), 0, phase="result"))

    def takes(self, deal: Deal) -> frozenset[str]:
        return frozenset({"result"} if deal.state == "open" else ())

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return (Prompt("result", T("Goals"), fields=(self.goals,)),)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        assert isinstance(fact, Resulted)
        return Step(deal._replace(state="done", counted=dict(fact.keys)))

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        counted = scored.deal.counted or {"goals": "0,0"}
        return (Line("goals.score", T("goals"), tuple(self.goals.points(counted["goals"], self.seats))),)

    goals = Field("goals", T("Goals"), "points")


SEATS = ("Ana", "Ben")


def goals(*facts: str) -> Table:
    entries = [Entry(line, parse(fact)) for line, fact in enumerate(facts, 1)]
    return Table(Header("goals", SEATS, "standard"), Goals(Options(), SEATS)).extend(entries)


def test_what_a_score_sheet_must_say_is_enough_to_score_a_match() -> None:
    table = goals("deal Ben", "result goals=3,1", "deal Ana", "result goals=0,2")
    assert table.standing.totals == (3, 3)
    assert [deal.fouls for deal in table.deals] == [(), ()]
    assert str(table.rules.preset_name("standard")) == "usual"


def test_it_has_no_cards_to_write_to_deny_or_to_take_a_trick_with() -> None:
    rules, deal = goals().rules, goals("deal Ben").deals[0].deal
    assert rules.words() == {}
    assert rules.holders(deal, ()) is None
    assert rules.denies(deal, Play(0, ("SA",), 2)) == ()
    with pytest.raises(NotImplementedError):
        rules.winner(deal, Trick(1))
    with pytest.raises(Slip):
        goals("deal Ben", "play Ana SA")


def test_it_has_no_boards() -> None:
    with pytest.raises(Slip, match="it has no boards"):
        form_of(Header("plain", SEATS))


@pytest.mark.parametrize(
    ("total", "typed", "completed"),
    [
        (None, ["5", "", ""], ["5", "0", "0"]),
        (None, ["", "", ""], ["", "", ""]),
        (None, ["\N{MINUS SIGN}5", "+3", " 2 "], ["-5", "3", "2"]),
        (26, ["20", "", "4"], ["20", "2", "4"]),
        (26, ["20", "", ""], ["20", "", ""]),
        (26, ["20", "1", "4"], ["20", "1", "4"]),
        (0, ["", "7", "-2"], ["-5", "7", "-2"]),
    ],
)
def test_what_is_left_empty_is_the_rest_of_a_sum_or_nothing(
    total: int | None, typed: list[str], completed: list[str]
) -> None:
    field = Field("points", T("Points"), "points", total=total)
    assert field.completed(typed) == completed


def test_what_is_no_number_is_named_before_the_rest_is_worked_out() -> None:
    with pytest.raises(Slip, match="“x” stands where a number of points was expected"):
        Field("points", T("Points"), "points", total=26).completed(["x", "", "3"])


def test_a_field_with_a_number_for_each_seat_is_known_by_its_kind() -> None:
    assert [Field("f", T("f"), kind).of_seats for kind in ("points", "tally", "number")] == [True, True, False]


def test_what_is_optional_stays_empty() -> None:
    assert Field("points", T("Points"), "points", optional=True).completed(["", "5", ""]) == ["", "5", ""]
