"""The golden records of Doppelkopf, published or worked by hand: what each says after `# expect` is what comes out."""

from pathlib import Path
from typing import Any

import pytest

from referee import record
from referee.report import answer
from referee.table import fold_record
from tests.doppelkopf_help import table

GOLDEN = sorted((Path(__file__).parent / "golden" / "doppelkopf").glob("*.deal"))
LAWS = Path(__file__).parents[1] / "docs" / "laws" / "doppelkopf.md"


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_record_comes_out_as_it_was_worked_by_hand(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = answer(file.name, fold_record(record.read(text)))
    fouls: list[tuple[str, ...]] = []
    deals = checked = 0
    for line in text.splitlines():
        deals += line.startswith("deal ")
        if line.startswith("# expect "):
            what, *words = line.split()[2:]
            checked += 1
            if what == "foul":
                fouls.append(tuple(words))
            else:
                assert words == actual(found, found["deals"][deals - 1], what), line
    assert checked
    assert fouls == [told(foul) for deal in found["deals"] for foul in deal["fouls"]]


def actual(found: dict[str, Any], deal: dict[str, Any], what: str) -> list[str]:
    """What came out, in the words of the records."""
    match what:
        case "scores":
            return [f"{name}={points}" for name, points in deal["scores"].items()]
        case "takers":
            return [trick["winner"] for trick in deal["tricks"]]
        case "fouls":
            return ["some" if deal["fouls"] else "none"]
        case "totals":
            return [f"{name}={points}" for name, points in found["totals"].items()]
        case "re":
            return list(deal["re"])
        case "points":
            return [str(deal["result"]["points"])]
        case "state":
            return [deal["state"]]
        case "next":
            return [found["next"]["seat"]]
    raise ValueError(what)


def told(foul: dict[str, Any]) -> tuple[str, ...]:
    return foul["kind"], foul["seat"], str(foul["committed"]), str(foul["proved"]), foul["proof"]


def test_there_are_golden_records() -> None:
    assert len(GOLDEN) >= 8


def test_the_laws_page_states_every_law_and_names_tests_that_exist() -> None:
    lines = LAWS.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| `doppelkopf.")]
    assert [tuple(row[:3]) for row in rows] == [(law.id, str(law.text), law.source) for law in table().rules.laws]
    written = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_doppelkopf*.py"))
    for row in rows:
        for name in row[3].replace("`", "").split():
            assert f"def {name}(" in written, name
