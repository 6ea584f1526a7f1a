"""A scribe who tries everything about a sealed hand, evening after evening, learns nothing that the laws do not show."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest
from flask import Flask

from referee.boards import Board
from tests.help.boards import form
from tests.help.desk import Desk
from tests.help.web import ASKS_PART, Visitor

PROVES = "The prepared hand proves it."


@pytest.mark.parametrize("tell", ["table", "after", "director"])
def test_a_scribe_who_taps_reads_and_takes_back_learns_one_card_at_most_and_the_director_sees_it(
    app: Flask, visitor: Visitor, tell: str
) -> None:
    desk = Desk(visitor, scoring="topage", depth="cards")
    desk.begin()
    desk.do("make", at="/boards", count="3", tell=tell)
    board: Board = app.extensions["boards"].boards_with_hands(desk.id, 1)[1][0]
    name, _, unknown = led_to(desk, visitor, board)
    answers = {card: asked(visitor, name, card) for card in unknown[::3]}
    hits = [card for card, heard in answers.items() if any(PROVES in page for page in heard)]
    assert len(hits) <= (tell == "table")
    silent = list(answers.values())[1:]
    assert len(silent) > 10
    assert silent.count(silent[0]) == len(silent)  # one answer for the cards of the hand and for all others
    told = desk.open("/boards").text.count("The table was told so, and took it back.")
    assert told == len(hits)


def led_to(desk: Desk, visitor: Visitor, board: Board) -> tuple[str, tuple[str, ...], list[str]]:
    """A board begun, and a card led to it of a suit that the next player holds: the name of that player, the hand, and the
    cards that are neither of that suit nor the leader's.
    """
    names, first = desk.seats(1), (board.dealer + 1) % 4
    order = [*names[first:], *names[:first]]
    own, theirs = board.hands[first], board.hands[(first + 1) % 4]
    led = next(card for card in own if card[0] in "SHDC" and any(other[0] == card[0] for other in theirs))
    visitor.open(desk.stream(1))
    bids = [f"bid {order[0]} garde-sans", *(f"bid {name} pass" for name in order[1:])]
    visitor.tap(f"deal {order[3]} board={board.number}", *bids, f"play {order[0]} {led}")
    return order[1], theirs, [card for card in form().cards if card not in own and card[0] != led[0]]


def asked(visitor: Visitor, name: str, card: str) -> tuple[str, ...]:
    """What the table hears of a card laid for somebody, then of the deal given up, and after both were taken back."""
    pages = [visitor.tap(line, **ASKS_PART) for line in (f"play {name} {card}", 'void "x"', "undo", "undo")]
    return tuple(" ".join(page.alerts) + PROVES * (PROVES in page.text) for page in pages)


OPENED = (
    "/history",
    "/deals/{0}",
    "/fouls",
    "/referee",
    "/record",
    "/export.json",
    "/board",
    "/door",
    "/tricks",
    "",
)
"""What a scribe may open at a table; he taps on from the last one. A tap is answered with what /live answers."""
CARDS = re.compile(r"[♠♥♦♣★✶]\w*|\b[SHDC](?:\d+|[JNQK])\b|\b(?:T\d+|EX|[JNQK])\b|Excuse|\d+")
"""Cards, numbers and times: the card that was laid may stand on a page, and when."""


@pytest.mark.untraced
@pytest.mark.parametrize("tell", ["table", "after", "director"])
def test_whatever_a_scribe_opens_after_a_card_of_the_hand_is_what_he_sees_after_any_other(
    app: Flask, visitor: Visitor, tell: str
) -> None:
    desk = Desk(visitor, scoring="topage", depth="cards")
    desk.begin()
    desk.do("make", at="/boards", count="2", tell=tell)
    seen, apart = Counter[bool](), 0
    for board in app.extensions["boards"].boards_with_hands(desk.id, 1)[1]:
        name, hand, unknown = led_to(desk, visitor, board)
        unknown = [card for card in unknown if card != "T1"]  # of the Petit the pages speak by name
        pages, table = defaultdict[str, list[tuple[str, ...]]](list), desk.stream(1)
        first = list({card[0]: card for card in unknown}.values())
        visitor.open(table)
        for card in first:  # then a card of each suit was taken back
            asked(visitor, name, card)
        rest = [card for card in unknown if card not in first]
        chosen = {(card[0], card in hand): card for card in rest}  # of each suit one that he holds, and one of others
        for card in chosen.values():  # suit by suit: the history names also what was taken back
            pages[card[0]].append(opened(visitor, table, board.number, f"play {name} {card}"))
            seen[card in hand] += 1
        apart += sum(len(set(alike)) - 1 for alike in pages.values())
        visitor.tap('void "x"')
    assert min(seen.values()) > 3, seen
    assert apart <= 2 * 2 * (tell == "table")  # of each deal the one card that the table heard of, before and after


def opened(visitor: Visitor, table: str, deal: int, line: str) -> tuple[str, ...]:
    """Each page as it stands after this line, and then with the deal given up; without cards and numbers."""
    told = list[str]()
    for tapped in (line, 'void "x"'):
        told.append(visitor.tap(tapped, **ASKS_PART).text)
        told += [visitor.open(table + page.format(deal)).text for page in OPENED]
    visitor.tap("undo", "undo", **ASKS_PART)
    return tuple(" ".join(sorted(set(CARDS.sub("#", page).split()))) for page in told)
