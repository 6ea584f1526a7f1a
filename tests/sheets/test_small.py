"""The small papers: what stands on them, and labels where the sheet has them."""

from __future__ import annotations

import io
import re

import pymupdf
import pytest
from pypdf import PdfReader

from referee.sheets.small import LABELS, SMALL, SmallPapers
from referee.sheets.tournament import Links, render
from referee.tournament.facts import Added, Came, Drawn, Entered
from referee.tournament.money.facts import FeesAgreed, Grouped, PrizesAgreed, Received, Waived
from referee.tournament.money.values import Category, Prize, Prizes
from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament
from tests.help.tournament import NAMES, told


@pytest.fixture(scope="module")
def evening() -> Tournament:
    """Twenty-five players, of whom eight sit at two tables."""
    entrants = tuple(Entrant(at, NAMES[at - 1] if at < 10 else f"Player {at}", "Lyon") for at in range(1, 26))
    return told(Added(entrants), Came(tuple(range(1, 9))), FeesAgreed(1000, (Category("Juniors", 350),)),
                Grouped(3, ("Juniors",)), Received(1, 1000), Received(3, 350), Waived(2, 1000, "volunteer"),
                PrizesAgreed(Prizes((Prize(1, cents=501), Prize(2, thing="a ham"), Prize(1, "Juniors", 200)))),
                Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))), Entered(1, 1, (20, 20, -10, -30)),
                Entered(1, 2, (1, 2, -3, 0)))  # fmt: skip


def text(papers: SmallPapers, piece: str) -> str:
    """What stands on a piece, without its marks."""
    said = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<[^>]*>", " ", " ".join(papers.documents(piece)), flags=re.S)
    return " ".join(said.split())


def test_participants_stand_with_what_they_paid_and_owe(evening: Tournament) -> None:
    said = text(SmallPapers(evening), "money")
    assert "1 Ana Lyon €10.00 €10.00" in said
    assert "2 Ben Lyon €10.00 remitted" in said
    assert "3 Cléo Lyon Juniors €3.50 €3.50" in said
    # 24 × 10 + 3.50; 13.50 paid; 22 still owe 10.
    assert "Total €243.50 €13.50 €220.00" in said


def test_a_receipt_is_for_who_has_paid(evening: Tournament) -> None:
    all_ = text(SmallPapers(evening), "receipts")
    assert all_.count("Receipt ") == 2
    assert "Entry fee €3.50" in all_
    one = text(SmallPapers(evening, player=1), "receipts")
    assert one.count("Receipt ") == 1
    assert "Ana" in one


def test_the_prize_list_and_the_diplomas_say_who_won_what(evening: Tournament) -> None:
    said = text(SmallPapers(evening), "prizes")
    assert "1–2 Ana, Ben €2.50 each · a ham (by lot)" in said
    assert "Juniors 1 Cléo €2.00" in said
    assert "€0.01 is left over" in said
    assert "−10 points · Juniors: €2.00" in text(SmallPapers(evening), "diplomas")


def test_there_is_a_lot_for_each_seat_and_a_poster_for_each_table(evening: Tournament) -> None:
    links = Links({1: "http://a.example/1", 2: "http://a.example/2"}, {}, "http://a.example/all")
    papers = SmallPapers(evening, links=links)
    assert len(re.findall(r"seat [1-4]", text(papers, "lots"))) == 8
    posters = text(papers, "posters")
    assert posters.count("Scan to write down the scores here") == 2
    assert "Seats and standings on your phone" in posters


@pytest.mark.parametrize("kind", LABELS)
def test_labels_lie_on_the_sheet_side_by_side(kind: str) -> None:
    sheet = LABELS[kind]
    right = sheet.left + sheet.across * sheet.width + (sheet.across - 1) * sheet.gap
    # The same margin on both sides, within a millimetre, and on A4.
    assert abs(210 - right - sheet.left) < 1
    assert abs(297 - sheet.down * sheet.height - 2 * sheet.top) < 1
    assert f"{sheet.across * sheet.down} a page" in str(SMALL[kind])


def test_labels_come_a_sheet_at_a_time_without_a_margin_of_ours(evening: Tournament) -> None:
    pages = PdfReader(io.BytesIO(render(SmallPapers(evening), ["l7163"]))).pages
    # Eight who are here on sheets of fourteen.
    assert len(pages) == 1
    first = re.search(r'style="([^"]*)"', SmallPapers(evening).documents("l7163")[0].split("labels")[-1])
    assert first
    assert first[1] == "left: 4.7mm; top: 15.1mm; width: 99.1mm; height: 38.1mm"


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize(("piece", "after", "count"), [("money", "Category", 4), ("prizes", "Prize", 2)])
def test_long_names_end_before_the_next_column_begins(piece: str, after: str, count: int, paper: str) -> None:
    long, club = "Marie-Antoinette de Montmorency-Laval", "Doppelkopf-Freunde Saarbrücken 1974 e. V."
    who = tuple(Entrant(at, f"{long}{at}", club) for at in range(1, 5))
    prizes = PrizesAgreed(Prizes((Prize(1, cents=150000), Prize(2, thing="a ham"))))
    money = (FeesAgreed(150000, (Category("Juniors", 350),)), Grouped(3, ("Juniors",)), Received(1, 150000), prizes)
    played = (Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (20, 10, -10, -20)))
    papers = SmallPapers(told(Added(who), *money, *played), paper=paper)
    with pymupdf.open(stream=render(papers, [piece])) as document:
        words = [(word, left, right) for left, _, right, _, word, *_ in document[0].get_text("words")]
    edge = max(left for word, left, _ in words if word == after)
    ends = [right for word, _, right in words if word[:-1].endswith("Laval")]
    assert len(ends) == count
    assert max(ends) < edge


def test_the_names_on_a_table_s_sheet_are_about_as_large_as_each_other() -> None:
    names = ("Ana Ort", "Karl-Theodor Freiherr von und zu Guttenberg", "Zoé Ng", "王小明")
    clubs = ("Tarot-club de Villers-lès-Nancy", "", "Tarot-club de Villers-lès-Nancy", "")
    players = tuple(Entrant(at, *who) for at, who in enumerate(zip(names, clubs, strict=True), 1))
    tournament = told(Added(players), Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)))
    ((table, *_),) = (contents.rows for contents in SmallPapers(tournament, lang="fr").contents("sheets"))
    sizes = [seat.pt for seat in table.seats]
    assert max(sizes) <= 1.25 * min(sizes)
    assert len({seat.small for seat in table.seats}) == 1
    assert "n°\u00a02" in table.seats[1].about  # a number stays beside its sign
    (source,) = SmallPapers(tournament, lang="fr").documents("sheets")
    signatures = source.split('<ul class="signatures"')[1].split("</ul>")[0]
    assert len(set(re.findall(r"font-size: ([\d.]+)pt", signatures))) == 1


def test_a_paper_about_all_rounds_names_none(evening: Tournament) -> None:
    papers = SmallPapers(evening)
    assert "Round 1" in text(papers, "names")
    assert [piece for piece in ("money", "receipts", "prizes", "diplomas") if "Round 1" in text(papers, piece)] == []


@pytest.mark.parametrize(("paper", "players", "pages"), [("a4", 43, 2), ("a4", 42, 2), ("a4", 21, 1), ("a5", 9, 1)])
def test_no_lot_is_alone_on_a_page_and_each_is_whole(paper: str, players: int, pages: int) -> None:
    numbers = tuple(range(1, players + 1))
    event = told(Added(tuple(Entrant(number, f"Player {number}") for number in numbers)), Came(numbers))
    papers = SmallPapers(event, paper=paper)
    with pymupdf.open(stream=render(papers, ["lots"])) as document:
        assert len(document) == pages
        assert sorted(int(word) for page in document for word in page.get_text().split()) == list(numbers)
