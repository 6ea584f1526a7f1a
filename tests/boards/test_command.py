"""`referee boards`: what is typed wrong is said with its place and what was expected, and nothing comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.boards import write_hands
from referee.cli.main import main
from referee.record.text import Header
from tests.help.boards import SEAL, boards, form

TEXT = write_hands(form(), Header("tarot", ("Ana", "Ben", "Cid", "Dan")), boards(count=2))
NORTH, WEST = (next(line for line in TEXT.splitlines() if line.startswith(f"hand {at} ")) for at in "NW")
ALL = " ".join(card for hand in boards()[0].hands for card in hand)


@pytest.mark.parametrize(
    ("was", "typed", "why"),
    [
        (NORTH, NORTH.rsplit(" ", 1)[0], "board 1, N: expected 18 cards, here stand 17"),
        (NORTH, f"hand N {ALL} S1 S2 S3 S4 S5", "board 1, N: expected 18 cards, here stand 77"),
        (NORTH, NORTH.replace("S2 S8", "S8 S8"), "board 1: the card S8 stands here once too often"),
        (WEST, WEST.replace("S1 ", "S2 "), "board 1: the card S2 stands here once too often"),
        (NORTH, NORTH.replace("S2 ", "Z9 "), "board 1: this deck has no card “Z9”: expected for example S1 or EX"),
        ("board=2", "board=1", "board 1 stands here twice"),
        ("game tarot", "game double-detente", "4 seats: this game is for 2, 3"),
        (TEXT, "game tarot\nseats N W S E\n", "no hands stand here: expected “hand” lines"),
    ],
)
def test_hands_that_cannot_be_are_said_with_what_was_expected(tmp_path: Path, was: str, typed: str, why: str) -> None:
    file = tmp_path / "hands.deal"
    assert was in TEXT
    file.write_text(TEXT.replace(was, typed), encoding="utf-8")
    answer = CliRunner().invoke(main, ["boards", "verify", SEAL.hex(), str(file)])
    assert why in answer.output
    assert answer.exit_code == 2


def test_another_seal_or_another_hash_is_said(tmp_path: Path) -> None:
    file = tmp_path / "hands.deal"
    file.write_text(TEXT, encoding="utf-8")
    for words, why, status in (
        (["12ab"], "a seal has 64 digits, 0 to 9 and a to f: here stand 4", 2),
        (["0" * 64], "board 1: not as this seal deals it", 1),
        ([SEAL.hex(), "--hash", "00ff"], "the hash told before was another one: 00ff", 1),
    ):
        answer = CliRunner().invoke(main, ["boards", "verify", *words[:1], str(file), *words[1:]])
        assert why in answer.output
        assert answer.exit_code == status


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["belote"], "there is no game “belote”"),
        (["tarot", "--seats", "7"], "7 seats: this game is for 3, 4, 5"),
        (["tarot", "--first", "5", "--last", "2"], "boards 5 to 2: expected the last not before the first"),
    ],
)
def test_boards_that_cannot_be_dealt_are_said(words: list[str], why: str) -> None:
    answer = CliRunner().invoke(main, ["boards", "deal", SEAL.hex(), *words])
    assert why in answer.output
    assert answer.exit_code == 2
