"""Make the map in docs/architecture.md: which package imports which, and each one's first docstring paragraph."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
MADE = re.compile(r"(?<=<!-- made: map -->\n).*?(?=<!-- end -->)", re.S)

Arrows = dict[str, set[str]]


def packages() -> list[Path]:
    """The packages of the program."""
    return sorted(path.parent for path in (ROOT / "referee").glob("*/__init__.py"))


def arrows() -> Arrows:
    """The other packages that each package imports."""
    names = {package.name for package in packages()}
    return {package.name: names.intersection(_imported(package)) - {package.name} for package in packages()}


def _imported(package: Path) -> Iterator[str]:
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            else:
                modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            yield from (module.split(".")[1] for module in modules if module.startswith("referee."))


def floors(imports: Arrows) -> list[list[str]]:
    """The packages floor by floor, the lowest first; each imports only from floors below its own."""
    built: list[list[str]] = []
    while below := {name for floor in built for name in floor} ^ set(imports):
        floor = sorted(name for name in below if not imports[name] & below)
        if not floor:
            raise ValueError(f"a circle of imports among {', '.join(sorted(below))}")
        built.append(floor)
    return built


def direct(imports: Arrows) -> Arrows:
    """The arrows that no longer path implies."""
    reach: Arrows = {}
    for floor in floors(imports):
        for name in floor:
            reach[name] = imports[name].union(*(reach[other] for other in imports[name]))
    return {name: into - set().union(*(reach[other] for other in into)) for name, into in imports.items()}


def drawing() -> str:
    """The map: a Mermaid drawing, then a table with a row for each package, the highest first."""
    imports = arrows()
    lines = ["```mermaid", "flowchart TD"]
    lines += [f"  {name} --> {other}" for name, into in sorted(direct(imports).items()) for other in sorted(into)]
    lines += ["```", "", "| package | what it is | imports |", "|---|---|---|"]
    for name in (name for floor in reversed(floors(imports)) for name in floor):
        source = (ROOT / "referee" / name / "__init__.py").read_text(encoding="utf-8")
        said = (ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0].replace("\n", " ")
        lines.append(f"| `{name}` | {said} | {' '.join(sorted(imports[name]))} |")
    return "\n".join(lines) + "\n"


def made_page(page: str) -> str:
    """The page with its map regenerated."""
    return MADE.sub(lambda _: drawing(), page)


def main() -> None:
    """Regenerate the page."""
    PAGE.write_text(made_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
