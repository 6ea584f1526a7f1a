"""The pages of help lead to each other, and what they show of this program works."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from tests.help.web import Visitor

PAGES = {
    "/install": ("Install", "Installer", "Installieren"),
    "/first-evening": ("The first evening", "La première soirée", "Der erste Abend"),
    "/directors-guide": ("The director’s guide", "Le guide de l’arbitre", "Der Leitfaden für die Turnierleitung"),
    "/own-program": ("Your own program", "Votre propre programme", "Ihr eigenes Programm"),
}


@pytest.mark.parametrize("path", PAGES)
def test_each_page_leads_to_all_in_three_languages(path: str, speaking: Callable[[str], Visitor]) -> None:
    for place, language in enumerate(("en", "fr", "de")):
        page = speaking(language).open(path)
        links = dict(page.links)
        assert {where: links[where] for where in PAGES} == {where: titles[place] for where, titles in PAGES.items()}
        assert page.source.count('aria-current="page"') == 1
        assert f'<h1 class="page-title">{PAGES[path][place]}</h1>' in unescape(page.source)


def test_the_addresses_shown_to_a_program_answer(visitor: Visitor) -> None:
    page = visitor.open("/own-program")
    shown = [href for href, _ in page.links if "/api/1/" in href]
    assert len(shown) == 2
    for href in shown:
        assert visitor.client.get(href).is_json


def test_the_record_shown_is_one_that_can_be_judged(visitor: Visitor, tmp_path: Path) -> None:
    shown = re.search(r"<pre>(.*?)</pre>", visitor.open("/own-program").source, re.S)
    assert shown is not None
    record = tmp_path / "shown.deal"
    record.write_text(unescape(shown[1]) + "\n", encoding="utf-8")
    answered = CliRunner().invoke(main, ["check", str(record)])
    assert answered.exit_code == 0, answered.output
    # 49 points with two bouts, which need 41: (25 + 8) × 2 from each of three
    assert "198" in answered.output
