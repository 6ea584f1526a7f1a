"""Make the tables of docs/laws from the games' laws and options and the tests marked with a law.

A page is written by hand, except between `<!-- made: … -->` and `<!-- end -->`. There the program writes all but the
last column of the options, which says why an option is there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.games import GAMES
from referee.games.tarot.rulings import RULINGS, Ruling
from referee.rules import Law, Ruleset
from tools import rulings

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "docs" / "record.md"
MADE = re.compile(r"(?<=<!-- made: )(\w+)( -->\n)(.*?)(?=<!-- end -->)", re.S)
CODE = "tarot.code."

Game = type[Ruleset]
Tests = dict[str, list[str]]


def page_of(game: Game) -> Path:
    """The page of a game's laws."""
    return ROOT / "docs" / "laws" / f"{game.name}.md"


def marked_tests() -> Tests:
    """The names of each law's tests, by the number in `@pytest.mark.law(…)`."""
    tests: Tests = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for law in _laws_of(node):
                    tests.setdefault(law, []).append(node.name)
    return tests


PARAGRAPH = re.compile(r"(?<![\d.])\d(?:\.\d){2}")


def paragraph_tests() -> Tests:
    """The tests of each paragraph of the tournament rules: `test_9_6_1_…`, or “9.6.1 …” among its cases."""
    tests: Tests = {}
    for folder in ("games/doppelkopf", "endings"):
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    for paragraph in sorted(_paragraphs_of(node)):
                        tests.setdefault(paragraph, []).append(node.name)
    return tests


def _paragraphs_of(function: ast.FunctionDef) -> set[str]:
    strings = [
        node.value
        for mark in function.decorator_list
        for node in ast.walk(mark)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    named = re.sub(r"(?<=\d)_(?=\d)", ".", function.name).replace("_", " ")
    return {found for text in (named, *strings) for found in PARAGRAPH.findall(text)}


def _paragraphs_table(before: str, tests: Tests) -> list[str]:
    """The rows written by hand, with the tests of each paragraph, or why it has none."""
    rows = []
    for line in before.splitlines()[2:]:
        paragraph, says, named = (cell.strip() for cell in line.strip("|").split("|"))
        if paragraph in tests or named.startswith("`"):
            named = " ".join(f"`{name}`" for name in tests.get(paragraph, []))
        rows.append(f"| {paragraph} | {says} | {named} |")
    return ["| paragraph | says | tests, or why none |", "|---|---|---|", *rows]


def _laws_of(function: ast.FunctionDef) -> Iterator[str]:
    for mark in function.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.law":
            yield from (str(ast.literal_eval(law)) for law in mark.args)


def made_page(game: Game, page: str, tests: Tests) -> str:
    """The page with all its tables regenerated."""
    tables: dict[str, Callable[[str], list[str]]] = {
        "laws": lambda _: _laws_table([law for law in game.laws if not law.id.startswith(CODE)], tests),
        "rulings": lambda _: _rulings_table(list(RULINGS.values()), tests),
        "options": lambda before: _options_table(game, before),
        "paragraphs": lambda before: _paragraphs_table(before, paragraph_tests()),
    }
    return MADE.sub(lambda made: made[1] + made[2] + "\n".join(tables[made[1]](made[3])) + "\n", page)


def _laws_table(laws: list[Law], tests: Tests) -> list[str]:
    rows = [f"| `{law.id}` | {law.text} | {law.source} | {_cell(law.id, tests)} |" for law in laws]
    return ["| law | says | source | tests |", "|---|---|---|---|", *rows]


def _rulings_table(rulings: list[Ruling], tests: Tests) -> list[str]:
    head = "| ruling | fault | first | again | wins | loses | source | tests |"
    return [head, "|---" * 8 + "|", *(_ruling_row(ruling, tests) for ruling in rulings)]


def _ruling_row(ruling: Ruling, tests: Tests) -> str:
    ends = {"": "–", "drop": "counts, handful not"}
    mark = "¹" if ruling.by == "taker" else ""
    deal = [ends.get(word, word) + mark for word in (ruling.wins, ruling.loses)]
    if ruling.now:
        deal = [{"redeal": "dealt again"}.get(ruling.now, ruling.now)] * 2
    costs = [word or "–" for word in (ruling.first, ruling.repeat)]
    if ruling.optional:
        costs = [f"({word})" if word.isdecimal() else word for word in costs]
    if ruling.spares_taker:
        costs[0] += ", not the taker"
    cells = [f"`{ruling.law}`", str(ruling.name), *costs, *deal, ruling.source, _cell(ruling.law, tests)]
    return f"| {' | '.join(cells)} |"


def _options_table(game: Game, before: str) -> list[str]:
    why = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*?) ?\|$", before, re.MULTILINE))
    rows = []
    for option in game.presets["standard"].rows():
        said = sorted(option.choices.items(), key=lambda choice: choice[0] != option.default)
        choices = [f"`{word}`" if word == str(text) else f"`{word}` {text}" for word, text in said]
        law = f" (`{option.law}`)" if option.law else ""
        rows.append(f"| `{option.name}` | {option.text}{law} | {'; '.join(choices)} | {why.get(option.name, '')} |")
    return ["| option | | choices, the default first | |", "|---|---|---|---|", *rows, *_presets(game)]


def _presets(game: Game) -> Iterator[str]:
    """Lines on what each preset changes from the standard one."""
    usual = {option.name: option.value for option in game.presets["standard"].rows()}
    for name, preset in game.presets.items():
        other = [f"`{each.name}={each.value}`" for each in preset.rows() if each.value != usual[each.name]]
        if other:
            yield from ("", f"The preset `{name}`: {', '.join(other)}.")


def named(law: str, tests: Tests) -> list[str]:
    """The tests of a law, then those of its chapter: those of `tarot.code` are also of `tarot.code.conduct`."""
    return tests.get(law, []) + tests.get(law.rpartition(".")[0], [])


def _cell(law: str, tests: Tests) -> str:
    return " ".join(f"`{name}`" for name in named(law, tests))


def record_page(page: str) -> str:
    """The page of the record with the words of every game regenerated."""
    rows = [
        f"| {game.name} | {kind} | {' '.join(f'`{word}`' for word in known)} |"
        for game in GAMES
        for kind, known in game.words().items()
    ]
    table = "\n".join(["| game | | words |", "|---|---|---|", *rows])
    return MADE.sub(lambda made: f"{made[1]}{made[2]}{table}\n", page)


def main() -> None:
    """Regenerate every page."""
    RECORD.write_text(record_page(RECORD.read_text(encoding="utf-8")), encoding="utf-8")
    tests = marked_tests()
    for game in GAMES:
        page = page_of(game)
        page.write_text(made_page(game, page.read_text(encoding="utf-8"), tests), encoding="utf-8")
    rulings.main()


if __name__ == "__main__":
    main()
