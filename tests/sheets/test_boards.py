"""Boards on paper: where each card of a sorted pack goes, and how often each result came about."""

from __future__ import annotations

import html
import re

from referee.boards import deal_boards
from referee.sheets.boards import BoardPapers
from referee.tournament.boards.grid import Cells
from referee.tournament.boards.values import BoardCell, BoardSet
from referee.tournament.facts import Drawn
from tests.help.boards import SEAL, boards, form
from tests.help.tournament import told, with_players

FOUND = BoardSet(1, 1, 2, 4, "0" * 64, "seal", "director")


def paper(piece: str, cells: Cells, lang: str = "en") -> str:
    """A piece as text without its marks."""
    papers = BoardPapers(told(*with_players(8)), FOUND, form(), boards(count=2), cells, lang)
    (document,) = papers.documents(piece)
    body = document.split("</style>")[1]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_the_order_of_the_pack_says_of_every_card_to_whom_it_goes() -> None:
    board = boards(count=2)[0]
    spades = [f"S{rank}" for rank in (*range(1, 11), *"JNQK")]
    letters = [
        next((letter for letter, hand in zip("NWSE", board.hands, strict=True) if card in hand), "+") for card in spades
    ]
    said = paper("packs", {})
    assert f"♠ 1 2 3 4 5 6 7 8 9 10 J N Q K {' '.join(letters)} ♥" in said
    assert "★ 1 2 3 4 5" in said
    french = paper("packs", {}, "fr")
    assert " ".join(letters).replace("W", "O") in french


def test_a_hand_of_doppelkopf_stands_by_the_suits_that_are_printed_on_its_cards() -> None:
    made = form(game="doppelkopf")
    dealt = deal_boards(made, SEAL, [1])
    (document,) = BoardPapers(told(*with_players(8)), FOUND, made, dealt, {}).documents("hands")
    rows = re.findall(r"<tr class=\"(.)\"><th>(.)</th><td>([^<]*)</td>", document.split('class="cut')[1])
    suits = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    held = {suit: sorted(card[1:] for card in dealt[0].hands[0] if card[0] == suit) for suit in suits}
    assert {suit: sorted(ranks.split()) for suit, _, ranks in rows} == {s: ranks for s, ranks in held.items() if ranks}
    assert all(suits[suit] == sign for suit, sign, _ in rows)


def test_hand_records_have_the_results_of_all_tables_and_every_best_one_stands_out() -> None:
    cells = {(table, 1): BoardCell((3 * u, -u, -u, -u), 0) for table, u in ((1, 25), (2, 25))}
    players = told(*with_players(8), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))))
    others = {(1, 2): BoardCell((0,) * 4), (2, 2): BoardCell(percents=(40, 60, 60, 60), reason="seen")}
    (document,) = BoardPapers(players, FOUND, form(), boards(count=2), cells | others).documents("records")
    assert document.count('class="best"') == 2
    assert "Table 1 · nobody took it" in document
    assert "Table 2 · 40 / 60 / 60 / 60 % – seen" in document


def test_a_frequency_sheet_counts_each_result_once_with_its_percents() -> None:
    # R-RO p. 17: of four results the two in the middle are level: 100, 50, 50, 0.
    taken = {table: BoardCell((3 * u, -u, -u, -u), 0) for table, u in ((1, 25), (2, -31), (3, 40), (4, 25))}
    cells = {(table, 1): cell for table, cell in taken.items()}
    cells |= {(5, 1): BoardCell((0,) * 4), (6, 1): BoardCell(percents=(40, 60, 60, 60), reason="seen")}
    said = paper("frequency", cells)
    assert "+40 1 100 0 3 +25 2 50 50 1, 4 −31 1 0 100 2" in said
    assert "Table 5 · nobody took it Table 6 · 40 / 60 / 60 / 60 % – seen" in said
    assert said.endswith("Board 2 No result yet.")
    level = paper("frequency", {(1, 1): BoardCell((3, -3, 3, -3)), (2, 1): BoardCell((1, -1, -1, 1))})
    assert "1 +3 / −3 / +3 / −3 100 / 0 / 100 / 0" in level
