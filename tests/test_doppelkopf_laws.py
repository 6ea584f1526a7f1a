"""The page of Doppelkopf's laws."""

from pathlib import Path

from tests.doppelkopf_help import table

LAWS = Path(__file__).parents[1] / "docs" / "laws" / "doppelkopf.md"


def test_the_laws_page_states_every_law_and_names_tests_that_exist() -> None:
    lines = LAWS.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| `doppelkopf.")]
    assert [tuple(row[:3]) for row in rows] == [(law.id, str(law.text), law.source) for law in table().rules.laws]
    written = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_doppelkopf*.py"))
    for row in rows:
        for name in row[3].replace("`", "").split():
            assert f"def {name}(" in written, name
