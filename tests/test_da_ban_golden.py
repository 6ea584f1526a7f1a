"""The golden records of Da Ban, worked by hand: what each says after `# expect` is what comes out."""

from pathlib import Path
from typing import Any

import pytest

from referee import record
from referee.report import answer
from referee.table import fold_record

GOLDEN = sorted((Path(__file__).parent / "golden" / "da-ban").glob("*.deal"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_record_comes_out_as_it_was_worked_by_hand(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = answer(file.name, fold_record(record.read(text)))
    fouls: list[list[str]] = []
    deals = checked = 0
    for line in text.splitlines():
        deals += line.startswith("deal ")
        if not line.startswith("# expect "):
            continue
        what, *words = line.split()[2:]
        checked += 1
        if what == "foul":
            fouls.append(words)
        else:
            assert words == actual(found, found["deals"][deals - 1], what), line
    assert checked
    assert fouls == [told(foul) for deal in found["deals"] for foul in deal["fouls"]]


def actual(found: dict[str, Any], deal: dict[str, Any], what: str) -> list[str]:
    """What came out, in the words of the records."""
    match what:
        case "takers":
            return [trick["winner"] for trick in deal["tricks"]]
        case "levels":
            return [str(level) for level in deal["levels"]]
        case "points":
            return [str(deal["result"]["points"])]
        case "trump" | "master" | "tribute":
            return [str(deal[what])]
        case "fouls":
            return ["some" if deal["fouls"] else "none"]
        case "totals":
            return [f"{name}={points}" for name, points in found["totals"].items()]
        case "winners":
            return list(found["winners"])
    raise ValueError(what)


def told(foul: dict[str, Any]) -> list[str]:
    return [foul["kind"], foul["seat"], str(foul["committed"]), str(foul["proved"]), foul["proof"]]


def test_there_are_golden_records() -> None:
    assert len(GOLDEN) >= 8
