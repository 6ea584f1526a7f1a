"""The laws that tarot's fouls name."""

from referee.games.tarot import Tarot
from referee.games.tarot.laws import KIND_LAWS


def test_every_kind_of_foul_names_a_law_there_is() -> None:
    assert {f"tarot.{law}" for law in KIND_LAWS.values()} <= {law.id for law in Tarot.laws}
