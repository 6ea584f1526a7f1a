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


def turns(page: Page) -> list[str]:
    """Where a swipe leads."""
    return re.findall(r'hx-get="([^"]+/tricks[^"]+)"', page.source.replace("&amp;", "&"))


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
    earlier = visitor.open(turns(page)[0])
    assert tricks(earlier) == [1]
    assert tricks(visitor.open(turns(earlier)[0])) == [2, 3, 4, 5]


def test_before_the_first_trick_of_a_deal_those_of_the_deal_before_lie_there_and_further_back(
    app: Flask, visitor: Visitor
) -> None:
    """What was tapped wrong is noticed when the next deal is bid for; who looks on sees nothing of it."""
    one = BIDS.replace("deal Dan", "deal {}") + "trick Ana {}1 {}2 {}3 {}4\ntrick Dan {}5 {}6 {}7 {}8\n"
    first, second = (one.format(dealer, *suits * 8) for dealer, suits in (("Dan", "H"), ("Dan", "D")))
    page = at(app, visitor, TAROT + first + "void\n" + second + "void\ndeal Dan\nbid Ana pass\n").page
    assert [label for _, label in cards(page)][:2] == []
    assert "Deal 2" in page.text
    assert "1 of diamonds" in page.source.split('id="tricks"')[1]
    before = visitor.open(turns(page)[0])
    assert "1 of hearts" in before.source
    assert "Next deal" in before.text
    wrong = next(href for href in before.source.replace("&amp;", "&").split('"') if "/history?fix=" in href)
    visitor.open(wrong)
    visitor.press("9 of hearts")
    assert "New foul: Out of turn · Dan" in visitor.page.text  # the nine takes it
    assert facts(visitor.record())[-1] == "correct 8 trick Ana H9 H2 H3 H4"


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


def test_a_card_of_the_kitty_is_mended_by_three_touches_in_its_place(app: Flask, visitor: Visitor) -> None:
    """The drawer, which opens before a trick is made too, the card, the right card."""
    garde = BIDS.replace("garde-sans", "garde")
    at(app, visitor, TAROT + garde + "kitty S1 H2 S3 D4 C5 S6\ndiscard Ana count=6\n")
    page = visitor.open(next(href for href, label in cards(visitor.page) if label == "4 of diamonds"))
    assert "Instead of: ♦4 in the kitty" in page.text
    visitor.press("9 of diamonds")
    assert facts(visitor.record())[-1] == "correct 8 kitty S1 H2 S3 D9 C5 S6"
    visitor.press("undo")
    assert facts(visitor.record())[-1] == "undo"
