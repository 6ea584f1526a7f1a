"""The page of DOUBLE's laws says what the program says, and names tests there are."""

import re
from pathlib import Path

from referee.games.double.laws import LAWS, DoubleOptions

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "laws" / "double.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(double\.[a-z]+\.\d)` \| (.+?) \| ([SDA]) \| `(test_\w+)` \|$", PAGE, re.MULTILINE)


def test_every_law_stands_on_the_page_in_its_words_with_its_source() -> None:
    assert [(row[0], row[1], row[2]) for row in ROWS] == [(law.id, str(law.text), law.source) for law in LAWS]


def test_the_test_named_beside_a_law_is_there() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("test_double*.py")))
    missing = [name for *_, name in ROWS if f"def {name}(" not in written]
    assert missing == []


def test_every_option_stands_on_the_page_with_its_choices() -> None:
    for option in DoubleOptions().described():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{option.name}` |"))
        assert all(f"`{word}`" in row for word in option.choices), row
