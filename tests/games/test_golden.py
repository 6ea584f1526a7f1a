"""Golden records: deals worked out by hand or published, which say in comments what must come out.

`# expect WHAT WORDS…` is about the last deal above it (docs/record.md says which there are). The first line of a golden
record tells its source.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from referee.games import GAMES
from referee.record.grammar import split
from referee.record.text import read
from referee.table.report import answer
from referee.table.table import fold_record

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(GOLDEN.glob("*/*.deal"))


def expected(text: str) -> list[tuple[int, str, list[str], str]]:
    """What a record expects: the number of the deal, what, in which words, and the line itself."""
    found, deals = [], 0
    for line in text.splitlines():
        deals += line.startswith("deal ")
        said = re.match(r"# expect (.*)", line)
        if said:
            words = [word.text if word.key is None else f"{word.key}={word.text}" for word in split(said[1])]
            found.append((deals, words[0], words[1:], line))
    return found


def actual(found: dict[str, Any], deal: dict[str, Any], what: str, words: list[str]) -> list[str]:
    """What came out, in the words of the records."""
    match what:
        case "scores" | "penalties" | "result":
            return asked(deal[what], words)
        case "totals":
            return asked(found[what], words)
        case "takers":
            return [str(trick["winner"]) for trick in deal["tricks"]]
        case "fouls":
            return ["some" if deal["fouls"] else "none"]
        case "winners":
            return found["winners"] or ["none"]
        case "next":
            return [found["next"]["seat"]]
        case "line":
            return [
                words[0],
                *(word for line in deal["lines"] if line["law"] == words[0] for word in told(line["points"])),
            ]
    value = deal[what] if what in deal else deal["result"][what]
    return [said(one) for one in value] if isinstance(value, list) else [said(value)]


def asked(values: dict[str, Any], words: list[str]) -> list[str]:
    """The values a record names, in the order it names them."""
    names = [word.partition("=")[0] for word in words]
    return [f"{name}={said(values[name])}" for name in names if name in values]


def told(values: dict[str, Any]) -> list[str]:
    return [f"{key}={said(value)}" for key, value in values.items()]


def said(value: Any) -> str:
    """A value as a record writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def fouls(found: dict[str, Any]) -> list[list[str]]:
    return [
        [foul["kind"], str(foul["seat"]), str(foul["committed"]), str(foul["proved"]), foul["proof"]]
        for deal in found["deals"]
        for foul in deal["fouls"]
    ]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_golden_record_comes_out_as_it_says(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = answer(file.name, fold_record(read(text)))
    expectations = expected(text)
    assert expectations, "it expects nothing"
    for number, what, words, line in expectations:
        if what != "foul":
            assert words == actual(found, found["deals"][number - 1], what, words), line
    named = [words for _, what, words, _ in expectations if what == "foul"]
    assert named == fouls(found) or any(line == "# expect fouls some" for *_, line in expectations)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_golden_record_tells_its_source_and_is_of_the_game_of_its_folder(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert read(text).header.game == file.parent.name


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_has_golden_records(game: str) -> None:
    assert list((GOLDEN / game).glob("*.deal"))
