"""DOUBLE and Da Ban tapped from the first tap to the winner: cards with two sides, pairs, chips, levels."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page

from tests.browser.tablet import await_answer, key, press, record_text, recorded, says, take_in, tap
from tests.help.running import Program
from tests.oracle.double import ROUNDS, House
from tests.oracle.double_deals import Round, honest, play_round

PLAYERS = ("Ana", "Ben")
TAPPED = (1, 2, 5, 10)
"""The rounds of which every card is tapped: the first and the last, one after another, one of the largest."""


def ten_rounds() -> list[Round]:
    """An honest game of two."""
    rng, house, points = Random(11), House(), [15, 15]
    rounds = []
    for number, size in enumerate(ROUNDS):
        rounds.append(play_round(rng, house, (1 + number) % 2, size, points, honest(rng, house)))
        points = [before + won for before, won in zip(points, rounds[-1].scores(), strict=True)]
    return rounds


def play_a_round(page: Page, made: Round) -> None:
    """Deal, turn, bids and every card."""
    tap(page, "[value*='depth=cards']")
    tap(page, key(made.turned[0][0]))
    for seat, bid in made.bids:
        tap(page, f"[value='bid {PLAYERS[seat]} {bid}']")
    for seat, (shown, _) in made.plays():
        says(page, f"{PLAYERS[seat]} plays")
        tap(page, key(shown))


def lines_of(made: Round, number: int) -> list[str]:
    """A round as its record has it."""
    bids = [f"bid {PLAYERS[seat]} {bid}" for seat, bid in made.bids]
    plays = [f"play {PLAYERS[seat]} {shown}" for seat, (shown, _) in made.plays()]
    return [f"deal {PLAYERS[number % 2]}", f"turn {'/'.join(made.turned[0])}", *bids, *plays]


OUTSIDE = """() => [...document.querySelectorAll("#felt .seat :is(.tokens, .pips) i")].filter((chip) => {
  const seat = chip.closest(".seat").getBoundingClientRect(), at = chip.getBoundingClientRect();
  return at.left < seat.left || at.right > seat.right || at.top < seat.top || at.bottom > seat.bottom;
}).length"""


def test_the_chips_of_a_seat_lie_within_it_on_a_phone(page: Page, program: Program) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    bids = "deal Dan\nturn SA/D2\nbid Ana 1\nbid Ben 0\nbid Cid 1\nbid Dan 1\n"
    take_in(page, program.url, f"game double\nseats Ana Ben Cid Dan\n{bids}")
    assert page.evaluate(OUTSIDE) == 0


COVERED = """() => {
  const box = (node) => node.getBoundingClientRect(), felt = box(document.querySelector("#felt"));
  const seats = [...document.querySelectorAll("#felt .seat")].map(box);
  const places = [...document.querySelectorAll("#felt .trick > *")].map(box);
  const within = (at) => at.left >= felt.left - 1 && at.right <= felt.right + 1 && at.bottom <= felt.bottom + 1;
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const count = (list, wrong) => list.filter(wrong).length;
  return [count(seats, (at) => !within(at)), places.length, count(places, (at) => !within(at) || seats.some((seat) => over(seat, at)))];
}"""
"""How many seats stand out of the felt, how many cards have a place, how many of these are out of it or under a seat."""


@pytest.mark.parametrize("players", [5, 6, 8, 10])
def test_many_players_and_their_cards_are_all_in_sight_on_a_phone(page: Page, program: Program, players: int) -> None:
    names = ["Ana", "Benoît", "Cid", "Dan", "Véronique", "Fay", "Gus", "Alexandre", "Ida", "Jon"][:players]
    text = f"game double\nseats {' '.join(names)}\n"
    text += f"deal {names[-1]} depth=score\n" + "".join(f"bid {name} {int(name == 'Ana')}\n" for name in names)
    text += f"result tricks=1{',0' * (players - 1)}\ndeal {names[0]}\nturn SK/H4\n"
    text += "".join(f"bid {name} 1\n" for name in [*names[1:], names[0]])
    page.set_viewport_size({"width": 390, "height": 664})
    take_in(page, program.url, text)
    for width, height in ((390, 664), (360, 740), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [0, players, 0], (width, height)
        if width == 390 and players < 7:
            assert page.locator("#pad .key:visible").count() == 55, "all cards at once, and the one nobody saw"


def test_ten_rounds_of_double_four_of_them_by_tapping_every_card(page: Page, program: Program) -> None:
    take_in(page, program.url, "game double\nseats Ana Ben\n")
    points = [15, 15]
    for number, made in enumerate(ten_rounds(), 1):
        says(page, f"round {number} of 10")
        if number in TAPPED:
            play_a_round(page, made)
        else:
            take_in(page, program.url, record_text(page) + "\n".join(lines_of(made, number)) + "\n")
        points = [before + won for before, won in zip(points, made.scores(), strict=True)]
        for name, total in zip(PLAYERS, points, strict=True):
            assert page.locator(f".seat:has-text('{name}') .points b").inner_text() == str(total)
        assert page.locator(".foul").count() == 0
    winner = PLAYERS[points.index(max(points))] if points[0] != points[1] else "Ana, Ben"
    says(page, f"{winner} win")
    chips = page.locator(f".seat:has-text('{winner.split(',')[0]}') .tokens i").all_inner_texts()
    assert sum(map(int, chips)) == max(points)


def test_a_match_of_da_ban_by_scores_and_a_round_by_cards_with_pairs(page: Page, program: Program) -> None:
    record = "game da-ban\noption end_level=5\nseats Ana Ben Cid Dan\n"
    record += (
        "deal Dan master=Ana levels=3,3 trump=S depth=score\nresult points=185\n"  # Ben takes over, two trumps owed
    )
    take_in(page, program.url, record)
    says(page, "Ben master, level 3, tribute owed by Ana: 2")
    tap(page, "[value*='depth=cards']")
    says(page, "Who shows a 3?")
    page.click(".now > .prompt label.chip:has-text('Ben')")
    tap(page, "#k-H3")
    page.click("#until")
    says(page, "Ana gives Ben his best trumps: 2")
    page.click("#k-BK")
    page.click("#k-H3")
    tap(page, "[name=choice][value=Ben]")
    tap(page, "[name=choice][value^='Ana count']")
    for card in ("S4", "S6", "C9", "D9", "C10"):
        page.click(key(card))
    tap(page, key("DQ"))  # the last one sends the kitty
    assert recorded(page)[-4:] == [
        "show Ben H3",
        "give Ana Ben BK H3",
        "give Ben Ana count=2",
        "kitty S4 S6 C9 D9 C10 DQ",
    ]
    page.click(".sizes label:has([value='99'])")
    press(page, "#k-S5")
    press(page, "#k-S5")
    assert page.locator(".key[data-times='×2']").count() == 1
    tap(page, ".now > .prompt .send button")  # a lead of two; the answers go by themselves once they are whole
    for cards in (("S7", "S7"), ("S8", "S9"), ("SA", "SA")):
        press(page, key(cards[0]))
        tap(page, key(cards[1]))
    tap(page, "#k-unseen")
    assert recorded(page)[-5:] == [
        "play Ben S5+S5", "play Cid S7+S7", "play Dan S8+S9", "play Ana SA+SA", "play Ana ?",
    ]  # fmt: skip
    page.click("#more > summary")
    page.click("summary:has-text('Enter the result')")
    typed(page, 100)
    says(page, "Dan master, level 4")
    tap(page, "[value*='depth=score']")
    typed(page, 60)
    says(page, "Ben, Dan win")


def typed(page: Page, points: int) -> None:
    """The opponents' points, by chips of tens and ones."""
    form = page.locator("form:has(.digits):visible").first
    for row, digit in enumerate((points // 10 * 10, points % 10)):
        form.locator(".digits .chips").nth(row).locator(f"label.chip:has(input[data-adds='{digit}'])").click()
    with await_answer(page):
        form.locator(".send button").click()
