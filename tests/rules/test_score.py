"""What a foul leads to, as a sentence."""

from __future__ import annotations

from referee.rules.score import Remedy, all_differ
from referee.words.text import T


def test_remedies_differ_if_no_two_have_the_same_sentence() -> None:
    void, counts = Remedy(T("The deal is void."), "void"), Remedy(T("The deal counts."), "open")
    assert all_differ([void, counts], str)
    assert all_differ([void], str)
    assert not all_differ([void, counts, Remedy(T("The deal is void."), "void", word="void")], str)
