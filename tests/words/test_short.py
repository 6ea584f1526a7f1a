"""The shortest forms of names: each player of a table is told apart."""

from __future__ import annotations

import pytest

from referee.words.short import short_names


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Ana", "Ben Ort"], ["Ana", "Ben Ort"]),  # they fit as they are
        (["Marie-Françoise de La Rochefoucauld", "Wolfgang Oberstaufenbacher"], ["Marie-Françoise", "Wolfgang"]),
        (["Maximilian von Hohenlohe", "Maximilian Oberhauser"], ["Maximilian H.", "Maximilian O."]),
        (["Jean-Pierre Martin", "Jean-Pierre Martineau"], ["Jean-Pierre Martin", "Jean-Pierre Martineau"]),
        (["Ana Ort", "Ana Bartholomew"], ["Ana Ort", "Ana B."]),
        (["Ana", "Ana Bartholomew"], ["Ana", "Ana B."]),
        (["Ana B.", "Ana Bartholomew"], ["Ana B.", "Ana Bartholomew"]),
        (["J. R. Ewing the Elder", "Dr. Weber-Oberhauser"], ["J. R. Ewing", "Dr. Weber-Oberhauser"]),
        (["Jo X. Y. of Z.", "王小明"], ["Jo X. Y. of Z.", "王小明"]),  # letters alone
        (["Maximilian Oberhauser", "Maximilian Oberhauser"], ["Maximilian Oberhauser"] * 2),
    ],
)
def test_a_name_is_as_short_as_tells_the_players_apart(names: list[str], short: list[str]) -> None:
    assert list(short_names(names)) == short
