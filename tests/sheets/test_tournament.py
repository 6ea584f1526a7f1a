"""A tournament on paper: what stands on each piece, in three languages, and the pile as one PDF."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import date

import pymupdf
import pytest
from pypdf import PdfReader

from referee.games import GAMES
from referee.sheets import SheetError
from referee.sheets.season import SeasonPaper
from referee.sheets.tournament import PIECES, Links, Papers, render
from referee.tournament.facts import (
    Added,
    Adjusted,
    Came,
    Changed,
    Drawn,
    Entered,
    Fact,
    Penalised,
    PenaltyCancelled,
    RoundStarted,
)
from referee.tournament.money.facts import FeesAgreed, Grouped
from referee.tournament.money.values import Category
from referee.tournament.season import COUNTS, Dated, Rule, ranking
from referee.tournament.settings import Entrant, Settings, usual
from referee.tournament.tournament import Entry, Tournament
from referee.words.languages import language
from tests.help.sheet import reader_of, words_on, written
from tests.help.tournament import told

NAMES = ("Élie Œuvre", "Zoé <b>", "Jürgen Ö", "Łukasz", "Øystein", "Nguyễn", "Ana", "Ben", "Dan")
START = replace(
    usual("tarot", "Coupe & Cie"), place="Villeurbanne", day="2026-11-21", ties=("won", "best"), rounds=3, team=2
)


def evening(start: Settings = START, *more: Fact) -> Tournament:
    entrants = tuple(
        Entrant(number, name, "Lyon", "Rouge" if number % 2 else "Bleu") for number, name in enumerate(NAMES, 1)
    )
    seats = max(size for size in start.sizes if size <= 4)
    said = (
        Added(entrants), Came(tuple(range(1, 10))),
        Drawn(1, (tuple(range(1, seats + 1)), tuple(range(seats + 1, 2 * seats + 1))), tuple(range(2 * seats + 1, 10))),
        Entered(1, 1, (30, *(-10,) * 3)[:seats]) if not start.balanced or seats == 4 else Entered(1, 1, (0,) * seats),
    )  # fmt: skip
    return told(*said, *more, start=start)


def page(piece: str, tournament: Tournament, lang: str = "en", paper: str = "a4") -> str:
    return written(" ".join(Papers(tournament, lang=lang, paper=paper).documents(piece)))


def test_every_seat_stands_in_both_plans_and_who_sits_out_is_named() -> None:
    by_name, by_table = page("names", evening()), page("tables", evening())
    for name in NAMES:
        assert name in by_name
        assert name in by_table
    assert "Sitting out: Dan" in by_table
    assert by_name.index("Łukasz") < by_name.index("Nguyễn") < by_name.index("Øystein") < by_name.index("Zoé")


def test_a_table_sheet_has_a_row_for_each_deal_and_the_games_values() -> None:
    html = Papers(evening()).documents("sheets")[0]
    assert html.count('<th scope="row">4</th>') == 2
    assert '<th scope="row">5</th>' not in html
    assert "garde" in written(html)
    assert "slam announced and failed −200" in written(html)


def test_a_table_sheet_has_the_values_of_the_options_that_the_tournament_agreed() -> None:
    agreed = replace(START, options=(("misere", "20"), ("contract", "garde")))
    text = written(Papers(evening(agreed)).documents("sheets")[0])
    assert "misère, from each of the others 20" in text
    assert "garde sans × 4" not in text


def test_codes_to_scan_lead_to_the_table_and_to_each_player() -> None:
    links = Links({1: "http://10.0.0.2/t/1"}, {3: "http://10.0.0.2/p/3"})
    papers = Papers(evening(), links=links)
    assert papers.documents("slips")[0].count("<svg") == 1
    assert papers.documents("personal")[0].count("<svg") == 1


def test_a_personal_sheet_says_where_with_whom_and_what_it_brought() -> None:
    text = page("personal", evening())
    mine = text[text.index("Élie Œuvre No. 1") :]
    assert "1 Table 1 · seat 1 30 Zoé <b>, Jürgen Ö, Łukasz" in mine
    assert "2 not drawn yet 3 not drawn yet" in mine


def test_a_pile_has_no_standings_before_a_round_has_been_played() -> None:
    tournament = told(Added((Entrant(1, "Ana"), Entrant(2, "Ben"))), Came((1, 2)))
    assert Papers(tournament).documents("standings") == []


def test_a_long_name_on_the_slip_of_a_table_of_ten_stays_in_its_row_of_four_millimetres() -> None:
    long = "Jean-Baptiste de La Rochefoucauld-Montmorency d’Estissac"
    entrants = tuple(Entrant(number, f"{long}{number}" if number > 1 else "Ana") for number in range(1, 11))
    seated = told(
        Added(entrants), Came(tuple(range(1, 11))), Drawn(1, (tuple(range(1, 11)),)), start=usual("double", "O")
    )
    points = [
        float(pt) for pt in re.findall(r"font-size: ([\d.]+)pt", Papers(seated).documents("slips")[0].split("<body")[1])
    ]
    assert points[0] == 7  # a short one is as large as a row allows
    assert all(2 * 1.1 * pt * 0.3528 < 3.9 for pt in points[1:])


def test_standings_say_how_they_were_made_and_teams_come_first() -> None:
    text = page("standings", evening())
    assert "after round 1" in text
    assert "ties broken by: tables won, best round" in text
    assert text.index("Rouge") < text.index("Élie")


def test_a_ruling_slip_holds_the_decision_and_what_became_of_it() -> None:
    said = (Penalised(2, 50, "late again", 1), Adjusted(3, 1, 15, "wronged"), PenaltyCancelled(6, "the bus"))
    text = page("rulings", evening(START, *said))
    assert "late again Decision 50 points taken – cancelled: the bus" in text
    assert "wronged Decision the score of the round is set to 15" in text


def test_the_first_is_the_winner_on_the_diploma() -> None:
    text = page("diplomas", evening(replace(START, team=1)))
    assert "Winner Élie Œuvre" in text
    assert "Rank 2 of 4" in text  # the others have no result


def test_a_diploma_counts_the_teams_where_teams_are_ranked_and_the_players_where_nobody_has_named_one() -> None:
    players = [Entrant(n, f"Player {n}", team="AB"[n % 2]) for n in range(1, 5)]
    table = (Came((1, 2, 3, 4), 1), Drawn(1, ((1, 2, 3, 4),)), RoundStarted(1, 60), Entered(1, 1, (9, -3, -3, -3), 0))
    for team, last in (("AB", "Rank 2 of 2"), ("  ", "of 4")):
        named = tuple(replace(one, team=team[one.number % 2].strip()) for one in players)
        text = page("diplomas", told(Added(named), *table, start=replace(START, confirm=False)))
        assert "Winner" in text
        assert last in text


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("piece", PIECES)
def test_every_piece_is_there_in_every_language_and_on_both_papers(piece: str, lang: str) -> None:
    ranked = FeesAgreed(0, (Category("Juniors"),)), Grouped(1, ("Juniors",))
    papers = Papers(evening(START, *ranked), lang=lang)
    assert papers.say(PIECES[piece])
    for paper in ("a4", "a5"):
        (html,) = Papers(evening(START, *ranked), lang=lang, paper=paper).documents(piece)[:1]
        assert f'<html lang="{lang}">' in html
        assert "<b>," not in html  # a name is text


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_has_its_table_sheets(game: str) -> None:
    text = page("sheets", evening(usual(game, "Open")))
    assert "Élie Œuvre" in text


def test_before_a_draw_there_are_cards_and_no_seats() -> None:
    tournament = told(Added((Entrant(1, "Ana"),)))
    assert Papers(tournament).documents("names") == []
    assert "Ana" in page("cards", tournament)
    with pytest.raises(SheetError, match="nothing to print"):
        render(Papers(tournament), ("names", "tables"))


def test_a_piece_or_paper_there_is_not_is_refused() -> None:
    with pytest.raises(SheetError, match="no piece"):
        Papers(evening()).documents("poster")
    with pytest.raises(SheetError, match="no paper"):
        Papers(evening(), paper="a3")


def test_a_pile_is_one_pdf_with_every_name_and_tells_its_progress() -> None:
    heard: list[tuple[int, int]] = []
    made = render(Papers(evening(), lang="fr"), ("names", "slips"), progress=lambda *said: heard.append(said))
    reader = PdfReader(io.BytesIO(made))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) == 2
    assert all(name in text for name in NAMES)
    assert heard == [(0, 2), (1, 2), (2, 2)]


LONG = (
    "Marie-Antoinette de Montmorency-Laval", "Karl-Theodor Freiherr von und zu Guttenberg",
    "Jean-Christophe Kowalczyk-Brzezińska", "Friederike Müller-Lüdenscheidt", "Maximilian Ó Súilleabháin",
)  # fmt: skip


def long_names(game: str, seats: int, tables: int = 1, draw: str = "random") -> Tournament:
    """A round of people with long names and clubs, at an event with a long title."""
    title = "Grand tournoi de tarot de la Toussaint de Nancy-Est et de ses environs"
    start = replace(usual(game, title), place="Salle des fêtes de Villers-lès-Nancy", day="2026-11-21", draw=draw)
    start = replace(start, ties=("won", "best", "last", "lot"), rounds=5)
    count = seats * tables
    entrants = tuple(
        Entrant(
            n, LONG[n % 5], ("Doppelkopf-Freunde Saarbrücken 1974 e. V.", "Nancy")[n % 2], f"T{n}", last="x" * (n % 3)
        )
        for n in range(1, count + 1)
    )
    rounds = [tuple(range(at, at + seats)) for at in range(1, count + 1, seats)]
    return told(Added(entrants), Came(tuple(range(1, count + 1))), Drawn(1, tuple(rounds)), start=start)


def pages(tournament: Tournament, piece: str, lang: str, paper: str) -> list[str]:
    made = render(Papers(tournament, lang=lang, paper=paper), (piece,))
    return [page.extract_text() for page in PdfReader(io.BytesIO(made)).pages]


@pytest.mark.parametrize(
    ("game", "deals", "paper", "lang"),
    [
        ("tarot", {4: 24}, "a4", "fr"), ("tarot", {4: 24}, "a5", "de"), ("tarot", {5: 25}, "a5", "fr"),
        ("doppelkopf", {4: 24}, "a4", "de"), ("doppelkopf", {5: 30}, "a5", "de"),
    ],
)  # fmt: skip
def test_a_table_s_sheet_is_one_page_whatever_the_names(
    game: str, deals: dict[int, int], paper: str, lang: str
) -> None:
    (seats,) = deals
    tournament = long_names(game, seats)
    settings = replace(tournament.settings, sizes=(seats,), deals=tuple(deals.items()))
    (text,) = pages(tournament.extend([Entry(tournament.seq + 1, Changed(settings))]), "sheets", lang, paper)
    joined = " ".join(text.split())
    assert all(f" {number} " in f" {joined} " for number in range(1, deals[seats] + 1))
    # Above the columns and under the line to sign, and whole: the last word of the longest name twice.
    assert joined.count("Guttenberg") >= 2


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_round_place_and_day_stand_whole_above_the_list_of_a_table_s_sheet(paper: str) -> None:
    start = replace(START, title="Grand tournoi de la Toussaint de Nancy-Est et Sud")  # two lines on A5
    made = render(Papers(evening(start), lang="fr", paper=paper), ["sheets"])
    with pymupdf.open(stream=made) as document:
        dates = document[0].search_for("novembre 2026")
        drawn = [one["rect"] for one in document[0].get_drawings() if one["rect"].width > 100]  # no line to cut along
        frame = max(drawn, key=lambda rect: rect.height)
    head = 2.6 * 72 / 25.4  # the green rule and the room below it
    assert len(dates) == (2 if paper == "a4" else 1)
    assert all(one.y1 < frame.y0 - head for one in dates)


def test_each_game_has_its_own_list() -> None:
    tarot = page("sheets", long_names("tarot", 4, draw="movement"), "fr")
    assert "Preneur Contrat" in tarot
    assert "Nord · " in tarot
    assert tarot.count(" + −") == 4
    assert "1 · N · " in page("sheets", long_names("tarot", 4), "fr")
    doppelkopf = page("sheets", long_names("doppelkopf", 4), "de")
    assert doppelkopf.count("Punkte Gesamt") == 4  # points and running total of each
    assert "Geber" in doppelkopf
    assert "Pflichtsoli 21 22 23 24" in doppelkopf
    double = page("sheets", long_names("double", 5))
    assert double.count("Bid Tricks Points") == 5
    assert "hands of 5" in double
    assert "part 2 of 2" in page("sheets", long_names("double-detente", 3))
    assert "Master Level Trump suit" in page("sheets", long_names("da-ban", 4))


def test_a_list_of_partners_names_their_team_at_its_ladder() -> None:
    start = replace(usual("da-ban", "Cup"), sizes=(4,), team=2, mates="together")
    pairs = (Entrant(at, name, team=("Tigers", "Dragons")[at % 2]) for at, name in enumerate(NAMES[:4], 1))
    said = (Added(tuple(pairs)), Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)))
    text = page("sheets", told(*said, start=start))
    assert text.count("Tigers") == text.count("Dragons") == 4  # beside both players, at the ladder and in its words
    alone = page("sheets", told(*said, start=replace(start, team=1, mates="apart")))
    assert f"{NAMES[0]} & {NAMES[2]}" in alone


def test_standings_have_two_narrow_ties_at_most_and_their_title_on_every_page() -> None:
    tournament = long_names("tarot", 4, tables=12)
    results = [Entered(1, table, (table, -table, 100, -100)) for table in range(1, 13)]
    full = tournament.extend(Entry(tournament.seq + at, one) for at, one in enumerate(results, 1))
    text = page("standings", full, "fr")
    assert "Total Tables gagnées Meilleur" in text
    assert "départage : tables gagnées, meilleur tour, dernier tour, tirage au sort" in text.replace("\xa0", " ")
    made = render(Papers(full, lang="fr"), ("standings",))
    (first, _), found = words_on(made), [" ".join(page.extract_text().split()) for page in reader_of(made).pages]
    assert len({word.top for word in first if re.fullmatch(r"\d+=?", word.text) and word.left < 60}) >= 36
    for number, text in enumerate(found, 1):
        assert f"{number} / 2" in text
        assert "Grand tournoi de tarot" in text


def test_seats_by_name_say_which_number_is_which_and_fill_the_page() -> None:
    text = page("names", long_names("tarot", 4, tables=10), "fr")
    assert text.count("Nom Table Place") == 2  # above each column
    many = Papers(long_names("tarot", 4, tables=100), lang="de").documents("names")
    assert written(" ".join(many)).count("Name Tisch Platz") == 9  # three columns on three pages


def test_a_long_season_keeps_whole_names_and_says_which_evenings_have_no_column() -> None:
    played = long_names("tarot", 4).extend(
        [Entry(9, RoundStarted(1, 0)), Entry(10, Entered(1, 1, (30, -10, -10, -10)))]
    )
    rule = Rule("season", "1", COUNTS["sum"], "sum")
    for count, left in ((2, 0), (24, 9)):
        evenings = [Dated(played, date(2026, 1, day)) for day in range(1, count + 1)]
        heads = [f"{day}/1" for day in range(1, count + 1)]
        sheet = SeasonPaper(ranking(evenings, rule), "Saison", heads, "sum", language("en"), "a4")
        (html,) = sheet.documents()
        text = written(html)
        assert all(name in text for name in LONG[1:])
        assert (f"the first {left} evenings have no column" in text) == (left > 0)
        assert f"{30 * count}" in text
        assert text.count("/1") == count - left
