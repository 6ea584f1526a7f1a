"""Hands read in: a file that is wrong is refused whole, with the board and what was expected."""

from __future__ import annotations

import pytest

from referee.boards import deal_boards, digit, form_of, read_hands, write_hands
from referee.record.text import Header, read
from referee.rules.ruleset import Ruleset
from referee.table.table import fold_record
from referee.words.text import Slip
from tests.help.boards import SEAL, boards, form
from tests.help.tables import CARD_GAMES


def everybody_plays(game: type[Ruleset], seats: int) -> bool:
    """Whether nobody sits out in a first deal."""
    rules = game(game.presets["standard"], tuple("ABCDEFGHIJ"[:seats]))
    due = rules.standing([], [], None).due
    return len(rules.begin(1, 1, due.dealer, dict(due.keys), []).deal.order) == seats


GAMES_DEALT = [(game.name, seats) for game in CARD_GAMES for seats in game.players if everybody_plays(game, seats)]


def text() -> str:
    return write_hands(form(), Header("tarot", form().positions), boards(count=2))


def rows() -> str:
    made = form()
    return "board;seat;cards\n" + "\n".join(
        f"{board.number};{name};{' '.join(hand)}"
        for board in boards(count=2)
        for name, hand in zip(made.positions, board.hands, strict=True)
    )


def test_a_record_and_a_table_of_text_say_the_same_boards() -> None:
    for data in (text(), rows()):
        assert read_hands(form(), data.encode()) == boards(count=2)


@pytest.mark.parametrize(("game", "seats"), GAMES_DEALT)
def test_boards_of_every_game_are_a_whole_record_and_read_again(game: str, seats: int) -> None:
    header = Header(game, tuple("ABCDEFGHIJ"[:seats]))
    made = form_of(header)
    dealt = deal_boards(made, SEAL, [3])
    written = write_hands(made, header, dealt)
    fold_record(read(written))
    assert read_hands(made, written.encode())[0].hands == dealt[0].hands


def test_a_game_one_of_whose_players_sits_out_has_no_boards() -> None:
    with pytest.raises(Slip, match="not dealt before"):
        form_of(Header("doppelkopf", tuple("ABCDE")))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("game tarot", "game doppelkopf", "hands of doppelkopf: expected tarot"),
        ("hand N S2", "hand N", "board 1, N: expected 18 cards, here stand 17"),
        ("hand N S2", "hand N S8", "board 1: .*S8 stands here once too often"),
        ("hand N S2", "hand N XX", "no card “XX”"),
        ("hand W", "hand S", "board 1 has the hands of .*: expected those of N, W, S, E"),
        ("board=2", "board=1", "board 1 stands here twice"),
        ("board=2", "board=0", "no number of a board"),
        ("seats N W S E", "seats N W S", "hands for 3 seats: expected 4"),
    ],
)
def test_a_record_with_wrong_hands_is_refused_with_what_was_expected(old: str, new: str, why: str) -> None:
    assert old in text()
    with pytest.raises(Slip, match=why):
        read_hands(form(), text().replace(old, new, 1).encode())


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("1;N;S2", "1;N;", "board 1, N: expected 18 cards, here stand 17"),
        ("1;N;S2", "1;North;S2", "no position “North”: expected one of N, W, S, E"),
        ("1;W;", "1;N;", "board 1 has the hand N twice"),
        ("1;N;", "x;N;", "“x” stands where the number of a board was expected"),
        ("1;N;S2", "1;N\n2;S2", "expected a board, a position and its cards"),
    ],
)
def test_rows_with_wrong_hands_are_refused_with_what_was_expected(old: str, new: str, why: str) -> None:
    assert old in rows()
    with pytest.raises(Slip, match=why):
        read_hands(form(), rows().replace(old, new, 1).encode())


def test_a_file_without_hands_is_refused() -> None:
    with pytest.raises(Slip, match="no hands stand here"):
        read_hands(form(), b"")


def test_the_check_digits_tell_one_card_for_another() -> None:
    made, board = form(), boards()[0]
    hand = board.hands[0]
    right = digit(made, 1, 0, hand)
    others = [digit(made, 1, 0, (*hand[1:], card)) for card in made.cards if card not in hand]
    assert right not in others
    assert len(right) == 2
