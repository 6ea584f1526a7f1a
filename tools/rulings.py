"""Make docs/laws/rulings.md: the fouls of each game, who sees them, and what the laws give in each phase.

Each foul is entered into a record of tests/golden: before the first card, while cards are laid, once the deal is over.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.endings.damage import UNTOLD
from referee.games import GAMES
from referee.games.tarot.rulings import EDITION
from referee.record.text import Header, read
from referee.rules.acts import KINDS, OF_CARDS, SLIPS
from referee.rules.ruleset import Ruleset
from referee.table.fold import admitted_foul
from referee.table.table import Table, open_table, remedies
from referee.words.text import Slip

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "laws" / "rulings.md"
PHASES = ("before the first card", "while cards are laid", "once the deal is over")
SAME = "the same"
WRITTEN = "nothing to rule: what was written down is wrong, and is corrected"
TOLD = {"laws.py", "fouls.py", "rules.py", "rulings.py", "options.py", "prompts.py"}
"""Modules of a game that name fouls but find none."""
HEAD = """# Every ruling of every game

`python3 dev.py laws` makes this page: it puts each foul to the program on a record of a deal. *Program*: the program
sees the foul in what is recorded. *Person*: people see it and name it with *Referee!*, in any phase. Every game also
takes a deal stopped (a misdeal, a card missing), a count of hands, a card exposed, a claim of the rest and a warning.
A ruling marked **computed** follows from what the card laid did, where the cards are known (preset `ddv`). Where
several rulings are possible, a person has **chosen** one of them, and the program proposes the first. Elsewhere the
law gives one ruling. The button shown after a ruling takes it back, and so does *Undo*. The rulings of tarot
(`tarot.code…`) are those of the federation's code of arbitration of 2012; later codes are not implemented.
"""


def detected(game: type[Ruleset]) -> frozenset[str]:
    """The kinds of foul that the judge, the game's modules or a sealed hand find in a record."""
    folder = ROOT / "referee" / "games" / game.name.replace("-", "_")
    modules = [path for path in folder.glob("*.py") if path.name not in TOLD]
    modules += [*(ROOT / "referee" / "judge").glob("*.py"), ROOT / "referee" / "boards" / "watch.py"]
    words = {word for path in modules for word in _words(path)}
    told = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    shared = ("common.py", *(("ruffing.py",) if "ruffing" in told else ()))
    common = {word for name in shared for word in _words(ROOT / "referee" / "rules" / name)}
    words |= common if "bid_tricks(" in told else common - {"illegal-bid"}  # found where tricks are bid under laws
    return frozenset(words & set(KINDS))


def _words(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def tables(game: type[Ruleset], preset: str) -> Mapping[str, Table]:
    """A table of the game in each phase of its first deal. Raises SystemExit where no golden record has all phases."""
    for path in sorted((ROOT / "tests" / "golden" / game.name).glob("*.deal")):
        found: dict[str, Table] = {}
        record = read(path.read_bytes())
        table = open_table(Header(game.name, record.header.seats, preset))
        for entry in record.entries:
            try:
                table = table.extend([entry])
            except Slip:
                break
            phase = _phase(table)
            if phase is not None:
                found.setdefault(phase, table)
        if len(found) == len(PHASES):
            return found
    raise SystemExit(f"tests/golden/{game.name}: no record whose first deal is seen {', '.join(PHASES)}")


def _phase(table: Table) -> str | None:
    """The phase of a table's first deal; None for other tables."""
    if len(table.deals) != 1:
        return None
    judged = table.deals[0]
    if judged.state != "open":
        return PHASES[2] if judged.state == "done" else None
    return PHASES[1] if judged.deal.all_tricks else PHASES[0]


def rows(game: type[Ruleset], preset: str) -> Iterator[str]:
    """The lines of a game's table under a preset."""
    at = tables(game, preset)
    rules, seen = next(iter(at.values())).rules, detected(game)
    for kind in dict.fromkeys((*rules.breaches, *KINDS, *rules.breach_names)):
        if kind in KINDS and kind not in seen and kind not in rules.breaches:
            continue  # this game does not know the kind
        named = kind in rules.breaches or kind in rules.breach_names
        who = ", ".join(word for word, sees in (("program", kind in seen), ("person", named)) if sees)
        cells = [f"{rules.foul_name(kind)} `{kind}`", who, f"`{rules.kind_law(kind)}`"]
        given = [_given(at[phase], kind) if _may(kind, phase) else "no card is laid yet" for phase in PHASES]
        given = [WRITTEN] * len(PHASES) if kind in SLIPS else given
        cells += [SAME if number and text == given[number - 1] else text for number, text in enumerate(given)]
        yield f"| {' | '.join(cells)} |"


def _may(kind: str, phase: str) -> bool:
    return phase != PHASES[0] or kind not in OF_CARDS


def _given(table: Table, kind: str) -> str:
    """The remedies for a foul of the seat that plays first, called now."""
    deal, rules = table.deals[0].deal, table.rules
    foul = admitted_foul(rules, deal, table.log[-1].line + 1, table.seats[deal.order[0]], kind)
    found = remedies(table, 1, foul)
    first = found[0].label or found[0].text
    laid = deal.plays and kind in (OF_CARDS | {"out-of-turn"}) - UNTOLD
    how = "computed, or chosen: " if rules.weighs and laid else "chosen: " if len(found) > 1 else ""
    others = f" (or {', '.join(str(one.label) for one in found[1:] if one.label)})" if len(found) > 1 else ""
    return f"{how}{first}{others}".replace(f" {EDITION}", "").replace("|", "/").replace("\n", " ")


def made() -> str:
    """The whole page."""
    parts = [HEAD]
    for game in (game for game in GAMES if not game.scores_only):
        made: dict[tuple[str, ...], list[str]] = {}
        for preset in game.presets:
            made.setdefault(tuple(rows(game, preset)), []).append(preset)
        for lines, presets in made.items():
            named = ", ".join(f"`{preset}`" for preset in presets)
            name = str(game.title) if len(made) == 1 or presets == ["standard"] else f"{game.title}, preset {named}"
            head = f"| foul | seen by | law | {' | '.join(PHASES)} |"
            parts += ["", f"## {name}", "", head, "|---" * 6 + "|", *lines]
    return "\n".join(parts) + "\n"


def main() -> None:
    """Regenerate the page."""
    PAGE.write_text(made(), encoding="utf-8")
