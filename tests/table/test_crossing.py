"""What a reader saw, crossed with the cards there are and with whose turn it is, never with the laws."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from referee.games import GAMES
from referee.record.text import read
from referee.table.crossing import Guess, NotNow, cross
from referee.words.text import Slip
from tests.help.reader import REVOKES, Evening, told
from tests.help.record import OPEN, head, table

DOKO = head(game="doppelkopf", seats=("Ana", "Ben", "Cid", "Dan"))
GESUND = ["deal Dan", *(f"bid {name} gesund" for name in ("Ana", "Ben", "Cid", "Dan"))]


def crossed(*facts: str, head: str | None = None, **seen: float) -> str:
    """The line that a reading makes of a table after these facts; `seen` gives the cards and how sure it is."""
    found = table(*facts) if head is None else table(*facts, head=head)
    guesses = [Guess((code,), sure) for code, sure in seen.items()]
    return cross(found.rules, found.state, guesses).line()


def test_a_card_it_is_sure_of_is_played_by_whose_turn_it_is() -> None:
    assert crossed(*OPEN, H9=1) == "read Ana H9"
    assert crossed(*OPEN, "play Ana H5", H9=0.96, H6=0.04) == "read Ben H9"


def test_where_it_is_not_sure_people_are_asked_the_likeliest_first() -> None:
    assert crossed(*OPEN, H6=0.4, H9=0.55) == "ask Ana H9 H6"
    assert crossed(*OPEN, S1=0.1, S2=0.3, S3=0.2, S4=0.25, S5=0.15) == "ask Ana S2 S4 S3 S5"
    assert crossed(*OPEN, H9=0.6, H6=0.005) == "ask Ana H9"


def test_a_card_that_lies_on_the_table_cannot_be_played_again() -> None:
    assert crossed(*OPEN, "play Ana H9", H9=0.6, H6=0.4) == "read Ben H6"
    assert crossed(*OPEN, "play Ana H9", H9=0.98, H6=0.01) == "ask Ben H6"
    assert crossed(*OPEN, "play Ana H9", H9=1) == "ask Ben"


def test_of_a_card_that_is_there_twice_the_second_may_come() -> None:
    assert crossed(*GESUND, "play Ana DA", DA=1, head=DOKO) == "read Ben DA"
    assert crossed(*GESUND, "play Ana DA", "play Ben DA", DA=1, head=DOKO) == "ask Cid"


def test_a_card_of_an_open_hand_comes_from_nobody_else_and_that_hand_lays_no_other() -> None:
    facts = ["deal Cléo cards=2", "hand Ben H7 S2", "bid Ana 1", "bid Ben 0", "bid Cléo 0"]
    assert crossed(*facts, H7=0.7, H1=0.3) == "read Ana H1"
    assert crossed(*facts, "play Ana H1", H4=0.7, H7=0.3) == "read Ben H7"


def test_the_law_is_not_asked() -> None:
    facts = [*OPEN, "play Ana H5", "play Ben T4", "play Cléo H9"]
    assert crossed(*facts, H7=0.97, S7=0.03) == "read Ben H7", "by what he played Ben had no heart"


def test_a_card_that_only_a_reader_saw_laid_may_have_been_another_then() -> None:
    assert crossed(*OPEN, "read Ana H9", H9=0.99, H6=0.01) == "ask Ben H9 H6"
    assert crossed(*OPEN, "read Ana H9", "confirm 7", H9=0.99) == "ask Ben"


def test_equal_cards_laid_together_are_as_many_as_were_led() -> None:
    da_ban = "game da-ban\nseats Ana Ben Cid Dan\n"
    facts = ["deal Ana master=Ana levels=3,3 trump=H cards=4", "play Ana S5+S5"]
    found = table(*facts, head=da_ban)
    pair, one = [Guess(("S6", "S6"), 1)], [Guess(("S6",), 1)]
    assert cross(found.rules, found.state, pair).line() == "read Ben S6+S6"
    assert cross(found.rules, found.state, one).line() == "ask Ben"


def test_where_no_foul_can_be_proved_a_card_is_taken_as_it_is_read() -> None:
    double = "game double\nseats Ana Ben\noption deck=none\n"
    found = table("deal Ben", "turn SK/H4", "bid Ana 1", "bid Ben 1", head=double)
    assert found.state.case is None
    assert cross(found.rules, found.state, [Guess(("H9",), 1)]).line().startswith("read")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ([], "no card is awaited"),
        (OPEN[:2], "no card is awaited"),
        ([*OPEN, "ask Ana H9 H6"], "people are asked which card Ana played"),
        ([*OPEN, "play Ana H5", "play Ben ?", "play Cléo H9"], "no card is awaited"),
    ],
)
def test_a_card_that_is_not_awaited_is_not_taken(facts: list[str], message: str) -> None:
    with pytest.raises(NotNow, match=message):
        crossed(*facts, H9=1)


@pytest.mark.parametrize(("code", "message"), [("H99", "H99"), ("H5+H6", "a play is one card in this game")])
def test_what_is_no_card_is_refused(code: str, message: str) -> None:
    found = table(*OPEN)
    with pytest.raises(Slip, match=message):
        cross(found.rules, found.state, [Guess(tuple(code.split("+")), 1)])


@pytest.mark.untraced
@pytest.mark.parametrize("game", [game.name.replace("-", "_") for game in GAMES if not game.scores_only])
def test_a_reader_that_misreads_and_is_sure_accuses_nobody_and_hides_no_revoke(game: str) -> None:
    deal, honest, revokes = import_module(f"tests.soak.{game}").deal, 0, 0
    for number in range(40):
        text, planted = deal(Random(f"read {game} {number}"))
        if planted is None and honest < 3:
            honest += 1
            assert not Evening(read(text), Random(number)).accused, text
        elif planted is not None and planted[3] <= REVOKES and revokes < 2:
            revokes += 1
            evening = Evening(read(text), Random(number))
            assert {seat for _, seat, _ in told(evening.truth)} == {seat for _, seat, _ in told(evening.table)}, text
    assert honest
