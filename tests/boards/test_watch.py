"""A deal held against the sealed hands: honest play is never accused, a foul is told at its own card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from referee.boards import Board, Finding
from referee.record.facts import Corrected, Played, TrickPlayed, Undone
from referee.record.grammar import parse
from referee.record.text import Entry, Record, read
from referee.table.table import Table, fold_record
from tests.help.boards import boards, form, found, generated
from tests.oracle.tarot_deals import REVOKES


def kinds(findings: tuple[Finding, ...]) -> list[tuple[str, int | None, int]]:
    return [(one.kind, one.seat, one.line) for one in findings]


@pytest.mark.parametrize("seed", range(12))
def test_an_honest_deal_is_not_accused(seed: int) -> None:
    _, table, board = generated(seed, (4, 3, 5)[seed % 3])
    assert found(table, board) == ()


@pytest.mark.parametrize("seed", range(12))
def test_a_foul_is_told_at_its_own_card_and_nobody_else_accused(seed: int) -> None:
    made, table, board = generated(seed, (4, 3, 5)[seed % 3], REVOKES[seed % 3])
    told = found(table, board)
    assert {one.seat for one in told} == {made.offender}
    assert any(one.line == made.committed and one.kind in made.kinds for one in told)


PLAYED = """
game tarot
seats Ana Ben Cid Dan
deal Dan board=1
bid Ana garde-sans
bid Ben pass
bid Cid pass
bid Dan pass
"""


def played(*lines: str) -> Table:
    return fold_record(read(PLAYED.strip() + "\n" + "\n".join(lines) + "\n"))


def test_a_revoke_that_no_card_has_shown_yet_is_told_from_the_hand_alone() -> None:
    # Board 1: Ana S2 S8 …, Ben S1 S9 …, Cid S6 …, Dan S5 …; Cid does not follow.
    table = played("play Ana S2", "play Ben S9", "play Cid H6")
    assert table.deals[0].fouls == ()
    (told,) = found(table, boards()[0])
    assert (told.kind, told.seat, told.line, told.public) == ("must-follow", 2, 10, False)


def test_a_foul_that_the_cards_show_as_well_is_public() -> None:
    table = played("trick Ana S2 S9 H6 S5", "trick Ben S1 S7 S6 S8")
    told = [one for one in found(table, boards()[0]) if one.kind == "must-follow"]
    assert [one.public for one in told] == [True]


def test_a_card_of_another_hand_is_told_and_accuses_nobody_until_it_is_put_right() -> None:
    table = played("play Ana S2", "play Ben S10", "play Cid S6", "play Dan S5")
    (told,) = found(table, boards()[0])
    assert (told.kind, told.seat, told.line) == ("not-in-hand", 1, 9)
    assert told.guess is not None
    assert told.guess.what == "tap"  # beside S9, which Ben holds
    right = table.extend([Entry(12, Corrected(9, Played("Ben", ("S9",))))])
    assert found(right, boards()[0]) == ()
    back = table.extend([Entry(12 + at, Undone()) for at in range(3)])
    assert found(back, boards()[0]) == ()


def test_a_revoke_by_a_read_card_is_told_once_people_looked_at_it() -> None:
    lines = ("play Ana S2", "play Ben S9", "read Cid H6")
    assert found(played(*lines), boards()[0]) == ()
    assert kinds(found(played(*lines, "confirm 10"), boards()[0])) == [("must-follow", 2, 10)]
    assert kinds(found(played(*lines, "confirm 10", "note late"), boards()[0])) == [("must-follow", 2, 10)]


def test_a_read_card_of_another_hand_is_told_and_accuses_nobody() -> None:
    table = played("play Ana S2", "read Ben S10", "play Cid S6", "play Dan S5")
    assert kinds(found(table, boards()[0])) == [("not-in-hand", 1, 9)]
    assert kinds(found(table.add(12, parse("confirm 9")), boards()[0])) == [("not-in-hand", 1, 9)]


def test_a_neighbours_card_is_told_from_a_wrong_tap_by_what_comes_back() -> None:
    # Ben lays Cid's S6 and Cid Ben's S9: the two cards went into each other's hand.
    table = played("play Ana S2", "play Ben S6", "play Cid S9", "play Dan S5")
    assert [one.guess and one.guess.what for one in found(table, boards()[0])] == ["neighbour", "neighbour"]


def test_a_kitty_that_this_board_has_not_is_said_and_the_deal_goes_on() -> None:
    lines = PLAYED.strip().replace("garde-sans", "garde").splitlines()
    table = fold_record(read("\n".join([*lines, "kitty S2 S3 S4 D1 D2 D3"]) + "\n"))
    (told,) = found(table, boards()[0])
    assert (told.kind, told.line) == ("not-in-hand", 8)


# Wrong boards and wrong taps, told apart within two tricks


def cut(table: Table, tricks: int) -> Table:
    """The table after so many tricks of its first deal."""
    last = table.deals[0].deal.tricks[tricks - 1].plays[-1].line
    return fold_record(Record(table.opened, tuple(entry for entry in table.log if entry.line <= last)))


def as_plays(table: Table) -> Table:
    """The same table, every card on a line of its own."""
    lines: list[Entry] = []
    plays = {play.line: [] for play in table.deals[0].deal.plays}  # type: ignore[var-annotated]
    for play in table.deals[0].deal.plays:
        plays[play.line].append(play)
    for entry in table.log:
        if isinstance(entry.fact, Played | TrickPlayed):
            facts = [Played(table.seats[play.seat], play.cards) for play in plays[entry.line]]
        else:
            facts = [entry.fact]  # type: ignore[list-item]
        lines += [Entry(len(lines) + 1 + at, fact) for at, fact in enumerate(facts)]
    return fold_record(Record(table.opened, tuple(lines)))


def tapped_wrong(table: Table, rng: Random) -> tuple[Table, int]:
    """The table with one card of the first two tricks tapped as the key beside it, and that line."""
    cards = form(len(table.seats)).cards
    plays = [entry for entry in table.log if isinstance(entry.fact, Played)][: 2 * len(table.seats)]
    wrong = rng.choice(plays)
    assert isinstance(wrong.fact, Played)
    at = cards.index(wrong.fact.cards[0])
    beside = cards[at + 1 if at + 1 < len(cards) and (at == 0 or rng.random() < 0.5) else at - 1]
    changed = [
        Entry(e.line, replace(wrong.fact, cards=(beside,))) if e.line == wrong.line else e for e in table.log
    ]  # fmt: skip
    return fold_record(Record(table.opened, tuple(changed))), wrong.line


def told_apart(seed: int) -> tuple[bool, bool]:
    """Whether a wrong board is taken for one, and a wrong tap for one, after two tricks."""
    _, table, board = generated(seed, 4)
    rng, others = Random(seed), boards()
    wrong = found(cut(table, 2), others[0], (*others[1:], replace(board, number=9)))
    named = bool(wrong) and all(one.guess and (one.guess.what, one.guess.board) == ("board", 9) for one in wrong)
    slip, line = tapped_wrong(cut(as_plays(table), 2), rng)
    at = [one for one in found(slip, board, others) if one.line == line]
    same = not at  # the key beside is a card of the same hand: nobody can tell, and nobody is accused of it
    return named, same or all(one.guess and one.guess.what in ("tap", "neighbour") for one in at)


def test_a_wrong_board_and_a_wrong_tap_are_told_apart_within_two_tricks() -> None:
    seen = [told_apart(seed) for seed in range(20)]
    assert sum(board for board, _ in seen) >= 19
    assert sum(tap for _, tap in seen) >= 19


def test_hands_at_the_wrong_seats_are_told_as_a_board_turned_round() -> None:
    _, table, board = generated(3, 4)
    turned = Board(1, board.hands[1:] + board.hands[:1], board.rest)
    told = found(cut(table, 2), turned, boards())
    assert told
    assert all(one.guess and one.guess.what == "turned" for one in told)
