"""The map of docs/architecture.md is that of the imports, and the documents name files that there are."""

import re
import tomllib
from pathlib import Path

import pytest

from tools import map as packages

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = "referee|templates|static|tests|docs|tools|\\.ci"


def named(text: str) -> set[str]:
    """The paths of the repository that a text names; `<game>`, `NAME` and `…` stand for any."""
    paths = re.findall(rf"(?<![\w/.-])((?:{NAMES})/[\w./<>*-]*[\w/>*])", re.sub(r"https?://\S+", "", text))
    return {re.sub(r"<\w+>|\bNAME\b", "*", path) for path in paths}


def links(text: str) -> set[str]:
    """Where a page's links to other files lead."""
    return {link for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if "://" not in link}


def test_the_map_is_that_of_the_imports() -> None:
    page = packages.PAGE.read_text(encoding="utf-8")
    assert packages.made_page(page) == page, "python3 dev.py map"
    assert "-->" in page.split("```")[1]


def test_a_longer_way_makes_an_arrow_superfluous() -> None:
    imports = {"top": {"middle", "low"}, "middle": {"low"}, "low": set()}
    assert packages.floors(imports) == [["low"], ["middle"], ["top"]]
    assert packages.direct(imports) == {"top": {"middle"}, "middle": {"low"}, "low": set()}


def test_a_circle_of_imports_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="one, two"):
        packages.floors({"one": {"two"}, "two": {"one"}, "low": set()})


def test_what_is_covered_to_the_last_branch_is_held_to_be_pure() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    [pure] = [each for each in project["importlinter"]["contracts"] if "are pure" in each["name"]]
    covered = {path.split("/")[2] for path in project["coverage"]["run"]["include"]} - {"words"}
    assert covered
    assert {f"referee.{package}" for package in covered} <= set(pure["source_modules"])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_path_a_document_names_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert [path for path in sorted(named(text)) if not any(ROOT.glob(path))] == []
    assert [link for link in sorted(links(text)) if not (document.parent / link).exists()] == []


def test_a_path_that_is_not_there_is_found() -> None:
    assert named("see `referee/nowhere.py`, tests/help and docs/laws/<game>.md.") == {
        "referee/nowhere.py",
        "tests/help",
        "docs/laws/*.md",
    }
    assert links("[one](docs/one.md#two) and [far](https://example.org/docs/x)") == {"docs/one.md"}


def test_no_line_of_a_template_or_a_style_is_wider_than_a_screen() -> None:
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "css").glob("*.css")]
    wide = [
        f"{path.name}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 160
    ]
    assert wide == []
