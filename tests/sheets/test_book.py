"""A group's year on paper."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from referee.book.figures import Extreme
from referee.sheets.book import YearPage, html, render
from referee.web.book.money import MoneyShown
from referee.web.book.view import CurveShown, DuelShown, EveningShown, LineShown, Standing
from referee.words.chart import Frame, chart
from tests.help.sheet import words_on
from tests.sheets.test_fit import NAMES, parted


def page() -> YearPage:
    line = LineShown(1, "Ana", 0, "+361", "+361", 2, 2, 3, "+180", "1950", "+120")
    curve = chart(("Ana", "Ben"), [(0, 0), (330, -110), (361, -203)], ["", ""], Frame(520, 210), steps=("3/2", "10/2"))
    figures = {
        "mixed": False,
        "measure": "points",
        "standing": Standing((line,), "Ana leads, 440 ahead of Ben.", ""),
        "curve": CurveShown(curve, ("Ana", "Ben"), (("3 Feb 2025", ("330", "−110")), ("10 Feb 2025", ("361", "−203")))),
        "evenings": [],
        "duels": [],
        "aims": ([], []),
        "best": [],
        "money": None,
    }
    return YearPage("Tuesday table", "French Tarot · 2025", figures)


@pytest.mark.parametrize(
    ("lang", "head"), [("en", "Evening by evening"), ("fr", "Soirée après soirée"), ("de", "Abend für Abend")]
)
def test_the_year_stands_on_paper_with_its_curve(lang: str, head: str) -> None:
    text = html(page(), lang, "a4")
    assert "Tuesday table" in text
    assert f"<title>{head}: Ana 361, Ben −203</title>" in text.replace("\n", " ").replace(",  ", ", ")
    assert text.count("<polyline") == 2
    assert "10/2" in text


def test_the_year_is_printed_with_all_its_tables() -> None:
    full = page()
    duel = DuelShown(2, 0, "+220")
    evening = EveningShown("/", "3 Feb 2025", "French Tarot", ("Ana",), "+330", "2. Ben −110")
    full.figures["evenings"] = [evening]
    full.figures["duels"] = [("Ana", [None, duel]), ("Ben", [duel, None])]
    full.figures["aims"] = (["garde"], [("Ana", [(2, 2)]), ("Ben", [None])])
    full.figures["best"] = [("The best deal", Extreme("Ana", 180, "a", 1, "2025-02-03"), "3 Feb 2025")]
    full.figures["money"] = MoneyShown((("Ana", "+2.20"), ("Ben", "−2.20")), (("Ben", "Ana", "2.20"),), ())
    text = "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(render(full, "en", "a5"))).pages)
    for said in ("Tuesday table", "Ana leads, 440 ahead of Ben.", "2 : 0", "2 / 2", "Ben gives Ana 2.20", "3 Feb 2025"):
        assert said in " ".join(text.split())


def test_eight_people_stand_head_to_head_on_a_small_page_and_none_of_their_names_is_cut_or_parted() -> None:
    full = page()
    full.figures["duels"] = [
        (one, [None if one == other else DuelShown(2, 10, "+220") for other in NAMES]) for one in NAMES
    ]
    made = render(full, "de", "a5")
    words = [word for sheet in words_on(made) for word in sheet]
    assert max(word.right for word in words) < 420 - 25  # the last column ran out of the page
    assert parted(made, html(full, "de", "a5")) == set()


def test_where_games_are_mixed_no_points_of_theirs_are_told_an_evening_or_a_deal() -> None:
    one, all_games = page(), page()
    one.figures["best"] = all_games.figures["best"] = [("The best deal", Extreme("Ana", 180, "a", 1, "2025"), "2025")]
    all_games.figures["mixed"] = True
    for word in ("a deal", "an evening", "± 1950", "The best deal"):
        assert (word in html(one, "en", "a4"), word in html(all_games, "en", "a4")) == (True, False), word
    assert "Points of all games, added up as they are." in html(all_games, "en", "a4")
