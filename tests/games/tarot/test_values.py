"""The values that a sheet of tarot prints for those who score by hand."""

import pytest

from referee.games.tarot.options import TarotOptions
from referee.games.tarot.rules import Tarot


def values(options: TarotOptions) -> dict[str, str]:
    """The rows of all tables, for four."""
    tables = Tarot(options, ("Ana", "Ben", "Cid", "Dan")).values()
    return {str(name): str(value) for _, rows in tables for name, value in rows}


MISERE = [("no", None), ("10", "10"), ("20", "20")]


@pytest.mark.law("tarot.score.8")
@pytest.mark.parametrize(("agreed", "printed"), MISERE)
def test_a_misere_is_among_the_values_where_it_is_played(agreed: str, printed: str | None) -> None:
    assert values(TarotOptions(misere=agreed)).get("misère, from each of the others") == printed


@pytest.mark.law("tarot.bid.4")
def test_where_garde_alone_may_be_bid_it_is_the_only_factor() -> None:
    factors = {name: value for name, value in values(TarotOptions(contract="garde")).items() if value.startswith("×")}
    assert factors == {"garde": "× 2"}


def test_a_captured_petit_is_worth_nothing_where_it_pays_nobody() -> None:
    assert values(TarotOptions(petit_captured="nobody"))["the Petit captured last"] == "0"
    assert "the Petit captured last" not in values(TarotOptions(petit_captured="captor"))
