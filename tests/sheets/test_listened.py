"""Every kind of sheet as who listens meets it: outloud finds nothing that breaks PDF/UA or says nothing."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.paths import DEMOS
from referee.record import text as record
from referee.sheets import blank, press, render, ruling_slip, tournament
from referee.sheets.boards import NAMES as BOARDS
from referee.sheets.boards import BoardPapers, render_boards
from referee.sheets.sheet import Form
from referee.sheets.small import SMALL, SmallPapers
from referee.sheets.tournament import Links
from referee.table.table import fold_record
from referee.tournament.boards.values import BoardSet
from referee.tournament.facts import Added, Came, Drawn, Entered, Penalised
from referee.tournament.money.facts import FeesAgreed, Grouped, PrizesAgreed, Received
from referee.tournament.money.values import Category, Prize, Prizes
from referee.tournament.settings import Entrant, usual
from referee.typeset import child
from referee.typeset.bind import bind
from tests.help.boards import boards, form
from tests.help.sheet import ROUNDS, no_press_ready, table_of
from tests.help.tournament import NAMES, told

LINK = "http://table.example/t/1"
FORM = Form(url=LINK, title="Club")
ORDER = ("ORD-001", "TBL-013")
"""Warnings that are faults here: what is painted out of the order it is read in, tables side by side without a word."""


def demo(game: str, lang: str = "en") -> bytes:
    table = fold_record(record.read((DEMOS / f"{game}.deal").read_text(encoding="utf-8")))
    return render([table], lang=lang, url=LINK, seal="ABCD-EFGH")


def papers(game: str, seats: int) -> SmallPapers:
    """Two tables of a game, one of them with a result, a penalty, a category, money and prizes."""
    all_ = tuple(range(1, 2 * seats + 1))
    said = (
        Added(tuple(Entrant(n, NAMES[n - 1], "Lyon") for n in all_)), Came(all_),
        FeesAgreed(1000, (Category("Juniors"),)), *(Grouped(n, ("Juniors",)) for n in all_), Received(1, 1000),
        PrizesAgreed(Prizes((Prize(1, cents=501), Prize(2, thing="a ham")))),
        Drawn(1, (all_[:seats], all_[seats:])), Entered(1, 1, (0,) * seats), Penalised(2, 50, "late", 1),
    )  # fmt: skip
    return SmallPapers(
        told(*said, start=replace(usual(game, "Open"), rounds=3)), links=Links({1: LINK}, {1: LINK}, LINK)
    )


def board_papers() -> BoardPapers:
    found = BoardSet(1, 1, 3, 4, "ab" * 32, "drawn", "table", seal="cd" * 32)
    return BoardPapers(papers("tarot", 4).tournament, found, form(), boards(count=1), {})


def small(piece: str, game: str = "tarot", seats: int = 4) -> bytes:
    return tournament.render(papers(game, seats), [piece])


SHEETS: dict[str, Callable[[], bytes]] = {
    **{f"table of {game}": lambda game=game: demo(game) for game in ("tarot", "doppelkopf", "double", "da-ban")},
    "table of tarot in German": lambda: demo("tarot", "de"),
    **{f"empty sheet of {game}": lambda game=game: blank(game) for game in ("double-detente", "da-ban")},
    **{f"tournament's {piece}": lambda piece=piece: small(piece) for piece in SMALL},
    "tournament's sheets of part and round": lambda: small("sheets", "double-detente", 3),
    "tournament's sheets with ladders": lambda: small("sheets", "da-ban"),
    **{f"boards' {piece}": lambda piece=piece: render_boards(board_papers(), piece) for piece in BOARDS},
    "ruling slip": lambda: ruling_slip(table_of(ROUNDS), 1, 1, FORM),
}


@pytest.fixture(scope="module")
def fonts() -> object:
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_listener_is_told_what_stands_on_a_sheet(
    sheet: str, fonts: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries it is made of
        import outloud

    def work(_: object, order: dict[str, Any]) -> None:
        if "bind" in order:
            bind(order["bind"], order["to"])
        else:
            Path(order["to"]).write_bytes(child.pages(order["document"], fonts))

    # In this process, which has read the libraries once; which variant fits is told elsewhere.
    no_press_ready(monkeypatch)
    ours = SimpleNamespace(work=partial(work, None), keep=lambda *_: None)
    monkeypatch.setattr(press, "_Press", lambda *_: ours)
    monkeypatch.setattr(child, "fitting", lambda variants, lay: lay(variants[-1][-1]))
    made = tmp_path / "sheet.pdf"
    made.write_bytes(SHEETS[sheet]())
    found = outloud.check(str(made)).findings
    assert [one for one in found if one.severity == "error" or one.rule in ORDER] == []
