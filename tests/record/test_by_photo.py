"""Cards told by a photo are said to be read, in the history too."""

from __future__ import annotations

import pytest

from referee.record.facts import Claimed, KittyTurned
from referee.words.languages import language
from tests.help.tables import a_table


@pytest.mark.parametrize("fact", [KittyTurned(("H5", "T4"), by="photo"), Claimed("Ana", ("H5",), by="photo")])
def test_what_a_photo_told_is_said_to_be_read(fact: KittyTurned | Claimed) -> None:
    table = a_table("tarot")
    assert language("en").say(fact.says(table.rules)).endswith("(read)")
