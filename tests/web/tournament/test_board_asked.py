"""A scribe who tries everything about a sealed hand, evening after evening, learns nothing that the laws do not show."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.boards import Board
from tests.help.boards import form
from tests.help.desk import Desk
from tests.help.web import Visitor

PROVES = "The prepared hand proves it."


@pytest.mark.parametrize("tell", ["table", "after", "director"])
def test_a_scribe_who_taps_reads_and_takes_back_learns_one_card_at_most_and_the_director_sees_it(
    app: Flask, visitor: Visitor, tell: str
) -> None:
    desk = Desk(visitor, scoring="topage", depth="cards")
    desk.begin()
    desk.do("make", at="/boards", count="3", tell=tell)
    board: Board = app.extensions["boards"].boards_with_hands(desk.id, 1)[1][0]
    names, own = desk.seats(1), board.hands[0]
    led = next(card for card in own if card[0] in "SHDC" and any(other[0] == card[0] for other in board.hands[1]))
    visitor.open(desk.stream(1))
    for line in (f"deal {names[3]} board=1", f"bid {names[0]} garde-sans", *(f"bid {n} pass" for n in names[1:])):
        visitor.tap(line)
    visitor.tap(f"play {names[0]} {led}")
    unknown = [card for card in form().cards if card not in own and card[0] != led[0]]
    answers = {card: asked(visitor, names[1], card) for card in unknown[::3]}
    hits = [card for card, heard in answers.items() if any(PROVES in page for page in heard)]
    assert len(hits) <= (tell == "table")
    silent = list(answers.values())[1:]
    assert len(silent) > 10
    assert silent.count(silent[0]) == len(silent)  # one answer for the cards of the hand and for all others
    told = desk.open("/boards").text.count("The table was told so, and took it back.")
    assert told == len(hits)


def asked(visitor: Visitor, name: str, card: str) -> tuple[str, ...]:
    """What the table hears of a card laid for somebody, then of the deal given up, and after both were taken back."""
    pages = [visitor.tap(line) for line in (f"play {name} {card}", 'void "x"', "undo", "undo")]
    return tuple(" ".join(page.alerts) + PROVES * (PROVES in page.text) for page in pages)
