"""The drawer of tricks: four side by side, each card and each taker that was named mended by three touches."""

from __future__ import annotations

import re

from flask import Flask

from tests.help.web import Page, Visitor, facts
from tests.web.table.test_results import TAROT, at

BIDS = "deal Dan\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
FIVE = (
    "play Ana S1\nplay Ben S2\nplay Cid S3\nplay Dan S4\n"
    + "".join(f"trick Dan {suit}4 {suit}1 {suit}2 {suit}3\n" for suit in "HDC")
    + "trick Dan S8 S5 S6 S7\n"
)


def tricks(page: Page) -> list[int]:
    """The numbers of the tricks shown."""
    drawer = page.source.split('id="tricks"')[1].split("</div>")[0]
    return [int(number) for number in re.findall(r"<h3>Trick (\d+)", drawer)]


def cards(page: Page) -> list[tuple[str, str]]:
    """Where the card keys of the tricks lead, and what they show."""
    return re.findall(
        r'<a href="([^"]*mend=[^"]*)"[^>]*><span[^>]*aria-label="([^"]+)"', page.source.replace("&amp;", "&")
    )


def test_the_last_four_tricks_lie_side_by_side_and_the_others_before_them(app: Flask, visitor: Visitor) -> None:
    page = at(app, visitor, TAROT + BIDS + FIVE).page
    assert tricks(page) == [2, 3, 4, 5]
    drawer = page.source.split('id="tricks"')[1]
    assert drawer.count('class="best"') == 4
    earlier = visitor.open(re.findall(r'hx-get="([^"]+/tricks[^"]+)"', drawer)[0])
    assert tricks(earlier) == [1]
    assert tricks(visitor.open(re.findall(r'hx-get="([^"]+/tricks[^"]+)"', earlier.source)[0])) == [2, 3, 4, 5]


def test_a_card_of_the_trick_before_last_is_mended_in_place_by_three_touches(app: Flask, visitor: Visitor) -> None:
    """The drawer, the card, the right card; of a trick written on one line the other three stay."""
    table = at(app, visitor, TAROT + BIDS + FIVE).path
    where = next(href for href, label in cards(visitor.page) if label == "1 of clubs")
    page = visitor.open(where)
    assert "Instead of: Ana plays ♣1" in page.text
    visitor.press("9 of clubs")
    assert facts(visitor.record())[-1] == "correct 14 trick Dan C4 C9 C2 C3"
    assert visitor.path == table


def test_the_taker_that_was_named_is_mended_by_three_touches(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + BIDS + "took Ana\ntook Ben\n")
    drawer = visitor.page.source.split('id="tricks"')[1].replace("&amp;", "&")
    where = re.findall(r'<h3>Trick 1 <a href="([^"]+)"', drawer)[0]
    visitor.open(where)
    form = next(form for form in visitor.page.forms if form.action.endswith("/correct"))
    visitor.send(form, next(one for one in form.controls if one.value == "took Cid"))
    assert facts(visitor.record())[-1] == "correct 8 took Cid"


def test_each_trick_says_what_its_cards_count_where_the_game_has_card_points(app: Flask, visitor: Visitor) -> None:
    """A king 4 and a half, a queen 3 and a half, two plain cards a half each."""
    bids = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    tarot = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\n" + bids
    at(app, visitor, tarot + "trick Ana S1 SK SQ S2\ntrick Ben H1 HN H2 H3\n")
    shown = visitor.page.source.split('id="tricks"')[1].split("</details>")[0]
    assert re.findall(r"points: ([^<]+)<", shown) == ["9", "4"]
    at(
        app,
        visitor,
        "game double-detente\nseats Ana Ben Cid\ndeal Cid part=1\nbid Ana 4\nbid Ben 5\nbid Cid 3\ntrick Ana S1 S2 S3\n",
    )
    assert "points:" not in visitor.page.source.split('id="tricks"')[1].split("</details>")[0]


def test_of_a_card_laid_twice_both_are_named_by_player_and_card_whichever_way_they_were_written(
    app: Flask, visitor: Visitor
) -> None:
    bids = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    tarot = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\n" + bids
    at(app, visitor, tarot + "trick Ana S1 S2 S3 S4\nplay Dan S2\n")
    wrong = visitor.page.source.split('class="ruling correct"')[1].split("</p>")[0]
    assert re.findall(r">([^<]+) <small>([^<]+)</small></a>", wrong.replace("\n", " ")) == [
        ("Dan ♠2", "trick 2"), ("Ben ♠2", "trick 1"),
    ]  # fmt: skip
    visitor.open(next(href for href, said in visitor.page.links if said == "Ben ♠2 trick 1").replace("&amp;", "&"))
    assert "Instead of: Ben plays ♠2" in visitor.page.text
