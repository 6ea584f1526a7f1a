"""The page of tarot's laws names every law, ruling and option, and tests that there are."""

import re
from pathlib import Path

from referee.games.tarot import Tarot
from referee.games.tarot.laws import KIND_LAWS, TarotOptions

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "laws" / "tarot.md").read_text(encoding="utf-8")
TESTS = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_tarot_*.py"))


def test_every_law_and_ruling_stands_on_the_page_with_its_source() -> None:
    rows = {row.split("`")[1]: row for row in PAGE.splitlines() if row.startswith("| `tarot.")}
    assert set(rows) == {law.id for law in Tarot.laws}
    assert all(str(law.text) in rows[law.id] for law in Tarot.laws)


def test_every_option_stands_on_the_page() -> None:
    assert {option.name for option in TarotOptions().described()} <= set(
        re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    )


def test_every_test_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_every_kind_of_foul_names_a_law_there_is() -> None:
    assert {f"tarot.{law}" for law in KIND_LAWS.values()} <= {law.id for law in Tarot.laws}
