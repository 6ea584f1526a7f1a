"""A deal of a prepared board: its number is checked, and a board is played once at a table."""

from __future__ import annotations

import pytest

from referee.words.text import Slip
from tests.help.tarot import table

ENDED = "deal Dan board=7\nbid Ana pass\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"


def test_a_deal_says_its_board() -> None:
    assert table("deal Dan board=7").deals[0].deal.keys == {"board": "7"}


@pytest.mark.parametrize("number", ["0", "1000", "-1", "x"])
def test_what_is_no_number_of_a_board_is_refused(number: str) -> None:
    with pytest.raises(Slip, match="number of a board"):
        table(f"deal Dan board={number}")


def test_a_board_is_played_once_at_a_table_but_one_given_up_is_dealt_again() -> None:
    table("deal Dan board=7\nvoid misdeal\ndeal Dan board=7")
    with pytest.raises(Slip, match="board 7 has been played at this table"):
        table(ENDED.replace("bid Ana pass", "result taker=Ana contract=garde points=56 bouts=2").split("bid Ben")[0]
              + "deal Ana board=7")  # fmt: skip
