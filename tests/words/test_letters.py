"""Letters as names are looked up by."""

from __future__ import annotations

from referee.words.letters import plain


def test_names_stand_where_a_reader_of_the_list_looks_for_them() -> None:
    names = ["Zoé", "Ørsted", "Œuvrard", "Ômer", "Éluard", "Strößner", "Strosser", "Łukasz", "Lucas", "Ana"]
    order = ["Ana", "Éluard", "Lucas", "Łukasz", "Œuvrard", "Ômer", "Ørsted", "Strosser", "Strößner", "Zoé"]
    assert sorted(names, key=plain) == order
