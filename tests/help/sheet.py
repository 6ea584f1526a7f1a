"""Tables to print, and the content of PDFs, for the tests of the sheets."""

import io
import re
from collections import defaultdict
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple

import pymupdf
from pypdf import PdfReader

from referee.record import text as record
from referee.sheets import press
from referee.table.table import fold_record

ROUNDS = """\
game double-detente
option foul_others=tricks
seats Zoë Jérôme "Łukasz Þórsson"
deal "Łukasz Þórsson" part=1
bid Zoë 4
bid Jérôme 5
bid "Łukasz Þórsson" 3
trick Zoë H5 T4 H9
trick Jérôme S2 SK S9
trick "Łukasz Þórsson" H2 H8 H7
ruling 10 uphold
deal "Łukasz Þórsson" part=2
bid Zoë 6
bid Jérôme 3
bid "Łukasz Þórsson" 2
result tricks=6,4,3 petit=Zoë petit-last=yes excuse-last=Jérôme
penalty "Łukasz Þórsson" 10 "le téléphone a sonné"
deal Zoë part=1
bid Jérôme 5
bid "Łukasz Þórsson" 4
bid Zoë 6
trick Jérôme H5 T4 H9
trick "Łukasz Þórsson" S2 SK S9
"""
"""Three players: a foul upheld, a part to its end with a penalty, an open deal.

By hand: Jérôme fouls in the first trick and loses 20, nobody had won a trick before. Then Zoë, met exactly:
6 + 20 + 2 + 5 = 33; Jérôme, by one: 4 + 10 − 5 = 9; Łukasz, by one: 3 + 10 = 13, less 10.
"""


def table_of(text):
    return fold_record(record.read(text))


def match(deals, seats=("Ana", "Ben", "Cléo")):
    """A record of this many deals, with results only, in which no score ends the match."""
    lines = ["game double-detente", "seats " + " ".join(seats)]
    for number in range(deals):
        dealer = (number // 2) % 3
        lines.append(f"deal {seats[dealer]} part={number % 2 + 1}")
        lines += [f"bid {seats[(dealer + step) % 3]} 13" for step in (1, 2, 3)]
        lines += ["result tricks=5,4,4", *(f"penalty {seat} 5" for seat in seats)]
    return "\n".join(lines)


def hide_pango(folder, monkeypatch):
    """The computer has no Pango from now on: what sets the type says so on standard output and fails, as it does."""
    lines = [f"print({word!r})" for word in ("", "-----", "WeasyPrint could not import some external libraries.", "")]
    (folder / "weasyprint.py").write_text("\n".join([*lines, "raise OSError('cannot load library libpango-1.0-0')"]))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    no_press_ready(monkeypatch)


def no_press_ready(monkeypatch):
    """Presses are started for this test; those that stand ready wait for the next one."""
    monkeypatch.setattr(press, "READY", defaultdict(list))


def reader_of(pdf):
    return PdfReader(io.BytesIO(pdf))


def text_of(pdf):
    """The text of a PDF, with single blanks for blanks and line ends."""
    return " ".join(" ".join(page.extract_text().split()) for page in reader_of(pdf).pages)


def written(page):
    """What an HTML document says, without its marks and style, with single blanks."""
    return " ".join(unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)).split())


def pages_of(pdf):
    """The text of each page, with single blanks: read in a thirtieth of the time, cells in no order to rely on."""
    with pymupdf.open(stream=pdf) as document:
        return [" ".join(page.get_text().split()) for page in document]


class Word(NamedTuple):
    """A word on a page and its box, in points from the page's upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def words_on(pdf):
    """The words on each page, wherever a line breaks."""
    with pymupdf.open(stream=pdf) as document:
        return [[Word(text, *box) for *box, text, _, _, _ in page.get_text("words")] for page in document]


def numbers_below(words, head, foot=None):
    """The numbers in the column below a word, from top to bottom, down to another word; none without both."""
    tops = [word for word in words if word.text == head]
    feet = [word.top for word in words if word.text == foot] if foot else [float("inf")]
    if not tops or not feet:
        return []
    above, end = min(tops, key=lambda word: word.top), max(feet)
    column = [word for word in words if word.text.isdigit() and above.top < word.top < end]
    column = [word for word in column if word.left < above.right and word.right > above.left]
    return [int(word.text) for word in sorted(column, key=lambda word: word.top)]


class Elements(HTMLParser):
    """The elements of a page, each (tag, attributes), and its text."""

    def __init__(self, page):
        super().__init__()
        self.found, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attributes for found, attributes in self.found if found == tag]
