"""Score sheets: everything the table agreed, bid, took and scored stands on the paper."""

import json
import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from referee.games.double_detente import DetenteOptions, DoubleDetente
from referee.paths import DEMOS
from referee.record.facts import Bid, Dealt, Resulted
from referee.record.text import Header, read
from referee.sheets import Form, SheetError, html, render
from referee.sheets.deals.rows import TableSheet
from referee.sheets.sheet import ruling_slip, slip_html
from referee.sheets.slip import RulingSlip
from referee.table.table import Table, fold_record
from referee.words.languages import language
from tests.help.sheet import ROUNDS, Elements, match, pages_of, reader_of, table_of, text_of

EVENING = datetime(2026, 11, 20, 22, 15, tzinfo=UTC)
HOSTILE = (
    "<b>Anna</b> & Co",
    "</title><script>alert(1)</script>",
    "ילעי בן דוד",
    "X" * 300,
    "😀 {{ 7 * 7 }} %(x)s {y}",
)
DOKO = "seats Anna Bernd Clara Dörte\ndeal Dörte\nresult re=Anna,Clara type=normal points=130"


def test_the_foot_of_each_page_has_the_code_of_the_log_in_every_language() -> None:
    for lang, word in (("en", "Log"), ("fr", "Journal"), ("de", "Protokoll")):
        page = html(table_of(match(2)), Form(lang=lang, seal="k7m2p-9xq4r"))
        assert f'@page {{ @bottom-center {{ content: "{word} k7m2p-9xq4r"' in page
    assert "@bottom-center" not in html(table_of(match(2)), Form())


def test_a_suspicion_that_later_cards_explain_is_not_left_standing_on_the_sheet():
    golden = Path(__file__).parents[1] / "golden" / "tarot" / "trump-hidden-in-the-discard.deal"
    undecided = [line for line in golden.read_text(encoding="utf-8").splitlines() if not line.startswith("ruling")]
    last = undecided.index("trick Ouidad CK D6 CN CQ")
    undecided[last : last + 1] = ["play Ouidad CK", "play Nora D6", "play Élie CN", "play Sacha CQ"]
    page = html(table_of("\n".join(undecided)), Form())
    assert page.count("Foul:") == 1
    assert page.count("Not decided") == 1


@pytest.fixture(scope="module")
def printed():
    table = table_of(ROUNDS)
    url = "http://192.168.1.20:8000/t/7f3k2"
    return render([table], lang="en", title="Cercle d’Évreux", place="Café", url=url, created=EVENING)


@pytest.fixture(scope="module")
def text(printed):
    return text_of(printed)


def hostile(names):
    """A table of two whose names nobody would choose."""
    rules = DoubleDetente(DetenteOptions(), names)
    table = Table(Header("double-detente", names), rules)
    facts = [Dealt(names[1], (("part", "1"),)), Bid(names[0], "4"), Bid(names[1], "5"), Resulted((("tricks", "7,6"),))]
    for line, fact in enumerate(facts, 1):
        table = table.add(line, fact)
    return table


def test_the_sheet_says_game_club_place_and_date(text):
    for said in ("Double-détente", "Cercle d’Évreux", "Café", "November 20, 2026"):
        assert said in text


def test_every_name_and_every_total_is_on_the_sheet(text):
    for name in ("Zoë", "Jérôme", "Łukasz Þórsson"):
        assert text.count(name) >= 3
    assert "Total 0 −20 0" in text
    assert "Total 33 −11 3" in text


def test_every_score_line_says_its_reason_its_law_and_its_points(text):
    assert "Tricks taken score.1 +6 +4 +3" in text
    assert "The Excuse of Jérôme in the last trick score.5 −5" in text
    assert "This deal +33 +9 +3" in text


def test_bids_stand_beside_the_tricks_taken(text):
    assert "Bid / Tricks 6 / 6 3 / 4 2 / 3" in text


def test_a_foul_is_told_with_its_law_and_what_was_decided(text):
    assert re.search(r"Foul: .*Jérôme plays trump 4 on ♥5.* play\.2 Upheld\. The part stops; Jérôme loses 20", text)
    assert "dealt by Łukasz Þórsson stopped" in text


@pytest.mark.parametrize(
    ("ruling", "said"),
    [("", "Not decided"), ("ruling 10 waive", "Waived"), ("ruling 10 correct", "A mistake in the record")],
)
def test_a_foul_that_does_not_count_says_why(ruling, said):
    first = ROUNDS.partition("ruling 10 uphold")[0]
    assert said in html(table_of(first + ruling), Form())


def test_a_penalty_is_told_with_its_reason(text):
    assert "Penalty: le téléphone a sonné −10" in text


def test_an_open_deal_is_marked_and_has_no_total(text):
    after = text.partition("Round 2, part 1 of 2")[2]
    assert "not finished" in after
    assert "Total" not in after.partition("Options")[0]


def test_the_options_in_force_are_told_and_the_changed_ones_marked(text):
    assert "After a foul the other players score: the tricks they had won ◆" in text
    assert "A foul in the third part costs: 40 ◆" not in text


def test_the_laws_cited_are_told_and_no_others(text):
    assert "score.5 Who plays the Excuse to the last trick of a part loses 5." in text
    assert "bid.2" not in text


def test_the_winner_stands_at_the_top():
    lines = ["game double-detente", "seats Ana Ben Cléo"]
    for part in (1, 2) * 4:  # 13 + 10 and 13 + 20 a round: 224 after four
        lines += [f"deal Cléo part={part}", "bid Ana 13", "bid Ben 0", "bid Cléo 0", "result tricks=13,0,0"]
    page = html(table_of("\n".join(lines)), Form())
    assert "Won by Ana" in page
    assert "224" in page


def test_equal_totals_share_a_place():
    places = re.findall(r"place (\d)", html(table_of(match(2)), Form()))
    assert places == ["1", "2", "2"]


def test_a_table_without_a_deal_still_prints():
    text = text_of(render([table_of("game double-detente\nseats Ana Ben")]))
    assert "No deal has been played" in text
    for said in ("Reason", "Law", "place 1"):  # neither a list of nothing, nor ranks
        assert said not in text


def test_the_head_of_a_deal_begins_with_a_capital_in_every_language():
    for lang, head in (("en", "Deal 1"), ("fr", "Donne 1"), ("de", "Spiel 1")):
        assert f">{head} " in html(table_of(f"game doppelkopf\n{DOKO}"), Form(lang=lang))


def test_the_longest_number_of_a_law_stands_on_one_line():
    said = "announce Tim re\n"
    begun = (DEMOS / "doppelkopf.deal").read_text(encoding="utf-8").split("play Mia S10")[0].replace(said, "")
    assert re.search(r"announce\.\d", text_of(render([table_of(begun + said)])))  # late: he holds eight cards


def test_the_chart_tells_seats_apart_without_colour():
    page = Elements(html(table_of(match(4)), Form()))
    curves = page.all("polyline")
    assert len(curves) == 3
    assert len({curve.get("stroke-dasharray") for curve in curves}) == 3


def test_the_chart_begins_where_the_match_begins():
    table = table_of("game double\nseats Ana Ben\ndeal Ben\nbid Ana 0\nbid Ben 0\nresult tricks=1,0")
    assert TableSheet(table, language("en"), 7).totals[0] == (15, 15)


def test_chips_and_what_a_seat_owes_stand_beside_its_total():
    chips = html(table_of("game double\nseats Ana Ben"), Form())
    assert (chips.count('title="red">5<'), chips.count('title="black">1<')) == (4, 10)
    owing = f"game doppelkopf\noption duty_solo=yes\n{DOKO}"
    assert "owes a solo" in html(table_of(owing), Form())


def test_what_each_seat_was_in_a_deal_stands_above_its_points():
    page = Elements(html(table_of(f"game doppelkopf\n{DOKO}"), Form()))
    assert re.search(r"Role\s*Re\s*Kontra\s*Re\s*Kontra", page.text)


def test_what_was_counted_for_a_deal_stands_in_the_list_of_deals_and_not_again_in_the_head_of_the_deal():
    result = "result taker=Nora contract=garde bouts=2 points=49 handful=single:Élie"
    page = Elements(html(table_of(f"game tarot\nseats Nora Élie Sacha Ouidad\ndeal Ouidad\n{result}"), Form()))
    assert re.search(r"1\s*Nora\s*garde\s*2\s*49\s*single \(Élie\)", page.text)
    assert re.search(r"garde \(?by Nora\)?\s*dealt by Ouidad\s*Role", page.text)


def test_the_head_of_a_deal_tells_its_number_once():
    head = "game tarot\nseats Ana Ben Cid Dan\n"
    heads = re.findall(r'<tr class="head">.*?</th>', html(table_of(head + "deal Dan\nbid Ana garde\n"), Form()), re.S)
    assert [re.findall(r"\d+", re.sub("<[^>]+>", "", one)) for one in heads] == [["1"]]


def test_a_link_is_drawn_as_a_code_to_scan():
    table = table_of(ROUNDS)
    with_link = Elements(html(table, Form(url="http://table.example/t/1")))
    assert len(with_link.all("svg")) == len(Elements(html(table, Form())).all("svg")) + 1


@pytest.mark.parametrize(
    ("lang", "date", "king"),
    [("en", "November 20, 2026", "♥K"), ("fr", "20 novembre 2026", "♥R"), ("de", "20. November 2026", "♥K")],
)
def test_a_sheet_speaks_its_language(lang, date, king):
    page = html(table_of(ROUNDS.replace("H5 T4 H9", "HK T4 H9")), Form(lang=lang, created=EVENING))
    assert f'<html lang="{lang}">' in page
    assert date in page
    assert king in page


def test_every_header_cell_says_what_it_heads():
    heads = Elements(html(table_of(ROUNDS), Form())).all("th")
    assert heads
    assert all(head.get("scope") in ("col", "colgroup", "row", "rowgroup") for head in heads)


def test_there_is_no_other_paper():
    with pytest.raises(SheetError, match="a4, a5"):
        render([table_of(ROUNDS)], paper="letter")


def test_many_seats_lie_on_their_side():
    seats = tuple(f"Player {number}" for number in range(1, 11))
    table = Table(Header("double-detente", seats), DoubleDetente(DetenteOptions(), seats))
    page = html(table, Form())
    assert re.search(r"size: a4 landscape", page)


def test_names_are_text_and_never_markup():
    page = Elements(html(hostile(HOSTILE[:2]), Form(title=HOSTILE[1], place=HOSTILE[0])))
    assert not page.all("script")
    assert len(page.all("title")) == 1
    assert page.text.count(HOSTILE[0]) >= 3


def test_a_name_cannot_turn_the_rest_of_the_line_round():
    page = html(hostile(("Ana\u202e", "Ben\x07")), Form())
    assert "\u202e" not in page.partition("<table")[0]
    assert "\x07" not in page.partition("<table")[0]


@pytest.mark.parametrize("names", [HOSTILE[:2], HOSTILE[2:4], HOSTILE[3:]], ids=["markup", "right to left", "long"])
def test_nothing_is_printed_outside_the_page(names):
    for page in reader_of(render([hostile(names)], paper="a5")).pages:
        wide, high = float(page.mediabox.width), float(page.mediabox.height)
        found = []
        page.extract_text(visitor_text=lambda text, cm, tm, font, size, found=found: found.append((text, cm, tm)))
        for said, cm, tm in found:
            if said.strip():
                x = cm[0] * tm[4] + cm[4]
                y = cm[3] * tm[5] + cm[5]
                assert 0 <= x <= wide, said
                assert 0 <= y <= high, said


DA_BAN = """\
game da-ban
seats Nora Élie Sacha Ouidad
deal Ouidad master=Nora trump=H
result points=95
deal Nora trump=S
result points=185
deal Sacha trump=C
result points=40
"""


def test_levels_are_two_ladders_beside_master_points_and_tribute():
    # Nora's team holds (95), loses (185, a tribute of two), the other team holds (40): 4 and 4.
    page = html(table_of(DA_BAN), Form())
    assert [ladder["viewbox"] for ladder in Elements(page).all("svg") if "viewbox" in ladder][:2] == ["0 0 84 189"] * 2
    assert "Nora, Sacha" in page
    assert "Running totals" not in page
    found = cells(page)
    assert found[:7] == ["1", "Nora", "3", "hearts", "95", "Sacha", ""]
    assert found[7:14] == ["2", "Sacha", "4", "spades", "185", "Ouidad", "2"]
    assert found[14:21] == ["3", "Ouidad", "3", "clubs", "40", "Élie", ""]


def cells(page):
    """The cells of the tables of a page, in order."""
    return [re.sub("<[^>]+>", "", cell).strip() for cell in re.findall(r"<td[^>]*>(.*?)</td>", page)]


def test_bids_tricks_and_totals_of_every_round_stand_in_one_row_and_the_chips_beside_the_name():
    lines = ["game double", "seats Ana Ben", "deal Ben", "turn SK/H4", "bid Ana 1", "bid Ben 0", "result tricks=1,0"]
    lines += ["deal Ana", "turn SK/H4", "bid Ben 1", "bid Ana 2", "result tricks=1,1"]
    page = html(table_of("\n".join(lines)), Form())
    # Ana 15 + 6, then −2; Ben 15 + 5, then + 6.
    found = cells(page)
    assert found[:7] == ["1 (1)", "1", "1", "21 +6", "0", "0", "20 +5"]
    assert found[7:14] == ["2 (2)", "2", "1", "19 −2", "1", "1", "26 +6"]
    assert [chip.get("class") for chip in Elements(page).all("i")].count("chip v20") == 1


SERIOUS = next(case["text"] for case in json.loads((Path(__file__).parents[1] / "cases" / "damage.json").read_text(encoding="utf-8"))[
    "damage"] if case["id"] == "serious-re-ruffs")  # fmt: skip


def test_sheet_and_slip_tell_what_a_foul_did_once_its_deal_is_over() -> None:
    played, over = (fold_record(read(text.encode())) for text in (SERIOUS, SERIOUS + "ruling 25 uphold\n"))
    for lang, said in (
        ("en", ("As laid ♠J Re 101 by", "Lawfully ♣9 Re 75 by", "TSR 9.4.1: Re can win after it")),
        ("de", ("Wie gespielt ♠B Re 101 bei", "TSR 9.4.1: Re kann")),
        ("fr", ("Tel que joué ♠V Re 101 quel que soit le jeu", "TSR 9.4.1 : Re peut")),
    ):
        for found in (html(over, Form(lang)), slip_html(over, 1, 1, Form(lang, "a5"))):
            words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", found))
            for one in said:
                assert words.count(one) == 1, lang
            outcomes = re.findall(r'<div class="outcome.*?</div>', found, re.S)
            drawn = [card for one in outcomes for card in re.findall(r"<b>\s*(\S+?)</b>", one)]
            assert drawn == ["♠" + {"en": "J", "de": "B", "fr": "V"}[lang], "♣9"]
        for found in (html(played, Form(lang)), slip_html(played, 1, 1, Form(lang, "a5"))):
            assert "TSR" not in found


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_36_rounds_beside_their_ladders_and_the_signatures_stand_on_one_page(paper: str) -> None:
    rounds = "".join(f"deal {'DABC'[n % 4]} depth=score\nresult points=130\n" for n in range(1, 36))
    table = table_of("game da-ban\nseats A B C D\ndeal D depth=score\nresult master=A points=130\n" + rounds)
    (page,) = pages_of(render([table], paper=paper, reasons=False))
    assert "Signatures" in page
    assert len(table.deals) == 36


@pytest.mark.parametrize(("paper", "deals"), [("a4", 36), ("a5", 12)])
def test_a_sheet_that_stands_on_one_page_does_so_with_its_reasons_behind_it_too(paper: str, deals: int) -> None:
    """No page is left with a total and the signatures alone."""
    lines = "".join(
        f"deal {'DABC'[n % 4]} depth=score\nresult re=A,B points=130 kontra-extra=fox:1\n" for n in range(deals)
    )
    table = table_of("game doppelkopf\nseats A B C D\n" + lines)
    first, second, *_ = pages_of(render([table], paper=paper))
    assert "Signatures" in first
    assert second.startswith("Reason")


@pytest.mark.parametrize(("seats", "paper", "deals"), [(5, "a4", 36), (4, "a4", 48), (4, "a5", 16), (5, "a5", 8)])
def test_the_first_part_of_an_evening_of_tarot_is_one_page(seats: int, paper: str, deals: int) -> None:
    """Taker, contract, partner, points and handful of each deal; on its side only where that is one page too."""
    names = ("Marie-Hélène", "Jean-Baptiste", "Cléo", "Ouidad", "Wolfgang")[:seats]
    told = (f"taker={names[n % seats]} contract=garde-contre bouts=2 points=49" for n in range(deals))
    more = (f" partner={names[(n + 1) % seats]}" * (seats == 5) + f" handful=single:{names[n % seats]}" * (n % 4 == 0)
            for n in range(deals))  # fmt: skip
    lines = (
        f"deal {names[n % seats]} depth=score\nresult {one}{two}\n"
        for n, (one, two) in enumerate(zip(told, more, strict=True))
    )
    table = table_of(f"game tarot\nseats {' '.join(names)}\n" + "".join(lines))
    (page,) = pages_of(render([table], lang="fr", paper=paper, reasons=False))
    assert "Signatures" in page
    assert len(table.ended) == deals


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_no_name_of_four_is_broken_over_their_reasons(paper: str) -> None:
    lines = "deal Friederike depth=score\nbid Maximilian 0\nbid Bartholomé 0\nbid Guillaume 0\nbid Friederike 0\n"
    table = table_of(
        "game double\nseats Maximilian Bartholomé Guillaume Friederike\n" + lines + "result tricks=1,0,0,0\n"
    )
    words = {word for page in pages_of(render([table], paper=paper)) for word in page.split()}
    assert [name[:cut] for name in table.seats for cut in range(4, len(name)) if name[:cut] in words] == []


PAIRS = """game da-ban
option start_level=7
option threshold_inclusive=yes
option kitty_bonus=x1
option foul=points:20
seats Ana Ben Cid Dan
deal Cid cards=8 master=Cid levels=7,4 trump=H
kitty D4 SA D2 S8 H8 C6
trick Cid D4+D4 S6+S9 DK+HK D10+HJ
trick Cid D9 D5 C5 S9
trick Cid C8 H4 C5 C8
trick Dan H2 H9 C2 D2
trick Dan H7 HA S2 S3
trick Dan H3 S10 S7 C6
trick Ben HK SA HJ S8
result master=Cid points=35
"""
"""Dan lays two spades on a pair of diamonds and has a diamond in the next trick."""


def test_cards_laid_together_stand_together_and_sheet_and_slip_tell_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.endings.damage.NODES", 200_000)
    over = fold_record(read(PAIRS.encode()))
    for found in (html(over, Form()), slip_html(over, 1, 1, Form("en", "a5"))):
        outcomes = re.findall(r'<div class="outcome.*?</div>', found, re.S)
        assert re.findall(r"<b>\s*(.*?)</b>", "".join(outcomes))[:3] == ["♠6 ♠9", "♦5 ♠9", "♦5 ♠6"]
        assert "with best play" in words_of("".join(outcomes))


def test_an_option_that_goes_on_as_a_sentence_has_no_colon() -> None:
    said = words_of(html(fold_record(read(PAIRS.encode())), Form("de")))
    assert "Wer ein Paar oder einen Drilling ausspielt, verlangt ebenso viele Karten der Farbe" in said
    assert "Beide Teams beginnen auf Stufe: 7" in said


def words_of(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", page)))


def test_a_slip_names_the_class_of_each_ruling_once_and_marks_the_one_proposed() -> None:
    over = fold_record(read((SERIOUS + "trick Dan C9 H9 D9 S9\n").encode()))
    for lang, proposed in (
        ("en", "Upheld. A serious foul: the deal stops. Ana +5, Ben +5, Cid +5, Dan −15. Proposed"),
        (
            "de",
            "Geahndet. Schwerwiegender Regelverstoß: Das Spiel wird abgebrochen. Ana +5, Ben +5, Cid +5, Dan −15. Vorschlag",
        ),
        ("fr", "Faute retenue. Faute grave : la donne s’arrête. Ana +5, Ben +5, Cid +5, Dan −15. Proposé"),
    ):
        said = words_of(slip_html(over, 1, 1, Form(lang, "a5")))
        assert proposed in said
        assert said.count(proposed.split()[-1]) == 1
    ruled = words_of(slip_html(fold_record(read((SERIOUS + "ruling 25 uphold\n").encode())), 1, 1, Form("en", "a5")))
    assert "☒ Upheld. A serious foul: the deal stops. Ana" in ruled
    assert "Proposed" not in ruled


def test_a_sheet_says_what_a_foul_nobody_has_decided_would_give() -> None:
    over = fold_record(read((SERIOUS + "trick Dan C9 H9 D9 S9\n").encode()))
    said = words_of(html(over, Form("en")))
    assert (
        "Not decided. If upheld: A serious foul: the deal stops. Ana +5, Ben +5, Cid +5, Dan −15. TSR 9.4.1: " in said
    )


def test_a_slip_for_ten_lies_on_its_side_and_its_words_stay_whole() -> None:
    names = "Ana Ben Cid Dan Eva Fay Gus Hal Ida Jon"
    text = f"game double\nseats {names}\ndeal Jon\nfoul Ana out-of-turn\n"
    made = ruling_slip(fold_record(read(text.encode())), 1, 1, Form("en", "a5"))
    (page,) = reader_of(made).pages
    assert page.mediabox.width > page.mediabox.height
    assert "A mistake in the record" in text_of(made)  # it was set letter below letter


def test_a_slip_asks_nobody_to_rule_on_a_card_written_down_twice() -> None:
    twice = (
        "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    )
    table = fold_record(read((twice + "trick Ana S1 S2 S3 S4\nplay Dan S1\n").encode()))
    assert table.deals[0].fouls[0].kind == "already-played"
    said = words_of(slip_html(table, 1, 1, Form("en", "a5")))
    assert "A mistake in the record" in said
    assert "Upheld" not in said


def test_a_slip_of_a_card_written_down_twice_shows_both_tricks_and_marks_that_card() -> None:
    bids = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    table = fold_record(read((bids + "trick Ana S1 S2 S3 S4\nplay Dan S2\n").encode()))
    shown = list(RulingSlip(table, 1, 1, language("en")).tricks())
    assert [(number, [who for _, who, mark in cards if mark]) for number, cards in shown] == [
        (1, ["Ben"]),
        (2, ["Dan"]),
    ]


def test_the_names_to_sign_stand_on_the_page_of_the_last_deal() -> None:
    names, lines = ("Ana", "Ben", "Cléo", "Dan"), ["game doppelkopf", "seats Ana Ben Cléo Dan"]
    for deal in range(3):  # as many as left the signatures alone on a second page
        lines += [
            f"deal {names[deal % 4]}",
            f"result re={names[deal % 4]},{names[(deal + 1 + deal % 3) % 4]} points={100 + 7 * deal}",
        ]
    pages = [page.extract_text() for page in reader_of(render([table_of("\n".join(lines))])).pages]
    [signed] = [page for page in pages if "Signatures" in page]
    assert "Total 2 −6 2 2" in " ".join(signed.split()).replace("Total2", "Total 2")


TAROT = "game tarot\nseats Ana Ben Cléo Dan\n"


def evening(deals: int) -> Table:
    """An evening of tarot with a foul in its second deal."""
    names, lines = ("Ana", "Ben", "Cléo", "Dan"), [TAROT]
    for deal in range(deals):
        points = 36 + 7 * deal % 41
        lines.append(
            f"deal {names[deal % 4 - 1]}\nresult taker={names[deal % 3]} contract=garde bouts=2 points={points}\n"
        )
        if deal == 1:
            lines.append("foul Ben out-of-turn\n")
    return table_of("".join(lines))


def test_the_first_page_is_the_sheet_that_players_sign_and_the_reasons_follow_on_pages_of_their_own() -> None:
    first, *others = pages_of(render([evening(12)]))
    for said in ("Signatures", "Rulings", "Upheld: Ben – out of turn", "they add up to 0"):
        assert said.casefold() in first.casefold()
    for said in ("Reason", "Options in force", "Laws cited"):
        assert said not in first
        assert any(said in page for page in others)
    assert others[0].startswith("Reason")


@pytest.mark.parametrize("deals", [1, 3, 12, 24, 36])
def test_without_reasons_an_evening_is_one_page(deals: int) -> None:
    (page,) = pages_of(render([evening(deals)], reasons=False))
    assert "Signatures" in page
    assert "Options in force" not in page


def test_options_and_laws_are_not_left_to_a_page_with_a_few_lines() -> None:
    for deals in (9, 10, 11, 13):
        pages = pages_of(render([evening(deals)]))
        assert "Options in force" in next(page for page in pages if "Laws cited" in page)


def test_a_foul_of_the_code_cites_the_code_not_what_the_program_calls_it() -> None:
    text = "game tarot\nseats Ana Ben Cid Dan\npreset fft\ndeal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde-sans\nbid Dan pass\n"
    table = fold_record(read((text + "foul Ben exposed-card-defence\n").encode()))
    for page in (html(table, Form()), slip_html(table, 1, 1, Form("en", "a5"))):
        assert "<b>code</b> " in page
        assert "code.exposed-card-defence" not in page


def test_a_deal_with_cards_that_nobody_looked_at_says_so_on_the_sheet() -> None:
    told = ROUNDS + "read Zoë D5\n"
    line = told.count("\n")
    assert "Cards read, not looked at: 1" in html(table_of(told), Form())
    assert "Cards read" not in html(table_of(f"{told}confirm {line}\n"), Form())
