"""What stands on a sheet is whole: no word or name is parted, nothing stands alone on a page of its own."""

import re

import pytest

from referee.record.text import Header
from referee.sheets import Form, blank, html, render
from referee.sheets.fitting.columns import need, share
from referee.sheets.sheet import blank_html, ruling_slip, slip_html
from referee.table.table import Table, carry_over, open_table
from tests.help.sheet import table_of, words_on, written

NAMES = (
    "Maximilian",
    "Anne-Sophie",
    "Jean-Christophe",
    "Guðmundur",
    "Friederike",
    "Bartholomé",
    "Wolfgang",
    "Theodora",
)


def seated(game: str, seats: int, lines: list[str]) -> Table:
    return table_of("\n".join([f"game {game}", "seats " + " ".join(NAMES[:seats]), *lines]))


def da_ban(seats: int, rounds: int) -> Table:
    lines = [f"deal {NAMES[seats - 1]} depth=score", f"result master={NAMES[0]} points=130"]
    for at in range(1, rounds):
        lines += [f"deal {NAMES[(at - 1) % seats]} depth=score", f"result points={185 if at % 8 else 90}"]
    return seated("da-ban", seats, lines)


def doppelkopf(deals: int) -> Table:
    lines = []
    for at in range(deals):
        one, two = NAMES[at % 4], NAMES[(at + 1) % 4]
        extra = "re-said=re,no90 kontra-said=kontra re-extra=fox:1,doppelkopf:1"
        lines += [f"deal {NAMES[at % 4]} depth=score", f"result re={one},{two} points=150 {extra}"]
    return seated("doppelkopf", 4, lines)


TWO = [f"deal {NAMES[at]}\nresult taker={NAMES[at]} contract=garde bouts=2 points=49" for at in (1, 2)]


def tarot(seats: int, deals: int) -> Table:
    lines = []
    for at in range(deals):
        partner = f" partner={NAMES[(at + 1) % seats]}" if seats == 5 else ""
        told = f"taker={NAMES[(at + 2) % seats]} contract=garde-contre bouts=2 points=49{partner} handful=single:{NAMES[1]}"
        lines += [f"deal {NAMES[at % seats]} depth=score", f"result {told}"]
    return seated("tarot", seats, lines)


def double(seats: int) -> Table:
    dealer, others = NAMES[seats - 1], NAMES[: seats - 1]
    lines = [f"deal {dealer} depth=score", *(f"bid {name} 0" for name in (*others, dealer))]
    return seated("double", seats, [*lines, "result tricks=1" + ",0" * (seats - 1)])


TABLES = {
    "da-ban of four": da_ban(4, 3),
    "da-ban of six": da_ban(6, 3),
    "doppelkopf": doppelkopf(3),
    "tarot of five": tarot(5, 3),
    "double of eight": double(8),
}


LETTERS = re.compile(r"[^\W\d_]+")


def parted(pdf: bytes, page: str) -> set[str]:
    """What a line break made of the words of a page. A break after a hyphen makes nothing new."""
    found = {run for words in words_on(pdf) for word in words for run in LETTERS.findall(word.text)}
    return found - set(LETTERS.findall(written(page)))


@pytest.mark.parametrize(
    ("table", "paper"), [*((table, "a5") for table in TABLES), ("doppelkopf", "a4"), ("da-ban of six", "a4")]
)
def test_no_word_and_no_name_is_parted_in_any_column(table: str, paper: str) -> None:
    lang = "de" if table == "doppelkopf" else "fr"
    made = render([TABLES[table]], lang=lang, paper=paper)
    assert parted(made, html(TABLES[table], Form(lang, paper))) == set()


def test_no_name_is_parted_on_a_slip() -> None:
    table = seated("double", 8, [f"deal {NAMES[7]}", f"foul {NAMES[0]} out-of-turn"])
    assert parted(ruling_slip(table, 1, 1, Form("fr", "a5")), slip_html(table, 1, 1, Form("fr", "a5"))) == set()


@pytest.mark.parametrize(
    ("game", "seats", "lang"), [("tarot", 5, "de"), ("double-detente", 3, "de"), ("da-ban", 4, "fr")]
)
def test_no_head_of_an_empty_sheet_is_parted(game: str, seats: int, lang: str) -> None:
    made = blank(game, seats=seats, lang=lang, paper="a5")
    assert parted(made, "".join(blank_html(game, seats, Form(lang, "a5")))) == set()


def test_options_and_laws_come_with_the_last_deal() -> None:
    """Five rounds left them alone on a third page."""
    pages = [[word.text for word in page] for page in words_on(render([da_ban(4, 5)], lang="fr", paper="a5"))]
    (last,) = [page for page in pages if "Options" in page]
    assert "Total" in last


def test_the_signatures_stand_with_the_last_rounds_beside_their_ladders() -> None:
    pages = [[word.text for word in page] for page in words_on(render([da_ban(4, 38)], paper="a5", reasons=False))]
    (signed,) = [page for page in pages if "Signatures" in page]
    assert {"35", "38"} <= set(signed)
    assert NAMES[0] + "," in pages[0]  # above the ladder


def test_24_rounds_of_long_names_stand_on_one_small_page() -> None:
    assert len(words_on(render([da_ban(4, 24)], lang="fr", paper="a5", reasons=False))) == 1


def test_the_name_at_the_end_of_a_curve_is_whole() -> None:
    words = [word.text for word in words_on(render([tarot(4, 2)], paper="a5", reasons=False))[0]]
    assert words.count("Jean-Christophe") >= 2  # at the curve, and to sign
    assert not [word for word in words if "…" in word]


def test_where_the_players_changed_the_curve_counts_the_deals_on() -> None:
    before, names = tarot(4, 5), (*NAMES[:3], NAMES[4])
    table = open_table(Header("tarot", names), carry_over(before, names))
    for line, fact in enumerate(seated("tarot", 4, TWO).facts(), 1):
        table = table.add(line, fact.fact)
    drawn = html(table, Form()).partition("</svg>")[0]
    assert re.findall(r'text-anchor="middle"[^>]*>(\d+)<', drawn) == ["6", "7"]


def test_where_a_table_has_no_room_its_type_is_smaller_and_its_columns_keep_the_width() -> None:
    needs = [need(["Bartholomé"], bold=True)] * 12
    widths, size, _ = share(needs, 126, 6.6, 1.1)
    assert 0.6 < size < 1
    assert sum(widths) == pytest.approx(126, abs=0.1)
    assert share(needs[:2], 126, 6.6, 1.1).size == 1
