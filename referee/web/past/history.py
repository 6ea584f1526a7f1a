"""Everything recorded at a table, each fact with its versions, and the moment before any of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for

from referee.deal import Deal
from referee.events import Corrected, Dealt, Inserted, Played, Reseated, Struck, TrickPlayed, Undone
from referee.grammar import Fact
from referee.i18n import Language
from referee.ruleset import Prompt, total
from referee.store import Event
from referee.table import EMPTY, Table
from referee.tables import Kept
from referee.texts import T
from referee.web.facts import cards_of, foul_name, told
from referee.web.prompts import deal_prompts, prompt_view, table_prompts
from referee.web.view import STATES, named

HOW = {
    "written": T("written down"),
    "insert": T("put in later"),
    "correct": T("corrected"),
    "strike": T("struck out"),
    "undo": T("taken back"),
}


def table_before(table: Table, line: int) -> Table:
    """The table as it stood before the fact of a line, among the facts that stand."""
    state = table.state
    while state.entry is not None and state.facts is not None:
        if state.entry.line == line:
            return Table(table.header, table.rules, (), state.facts)
        state = state.facts
    return Table(table.header, table.rules, (), EMPTY)


@dataclass(frozen=True, slots=True)
class Version:
    """One thing said about a fact: what it then was (None where it was taken away), and the entry that said so."""

    entry: int
    how: str
    fact: Fact | None
    gone: bool = False


def versions(table: Table) -> dict[int, list[Version]]:
    """Every fact ever written at a table, by its line and in the order things happened, with all its versions."""
    order: list[int] = []
    found: dict[int, list[Version]] = {}
    stack: list[tuple[int, int]] = []
    for entry in table.log:
        line, how, fact = entry.line, "written", entry.fact
        match entry.fact:
            case Undone():
                if stack:
                    line, place = stack.pop()
                    found[line][place] = replace(found[line][place], gone=True)
                    found[line].append(Version(entry.line, "undo", None))
                continue
            case Corrected(at, inner):
                line, how, fact = at, "correct", inner
            case Struck(at):
                line, how = at, "strike"
            case Inserted(at, inner):
                how, fact = "insert", inner
                order.insert(order.index(at) if at in order else len(order), line)
            case _:
                order.append(line)
        said = found.setdefault(line, [])
        stack.append((line, len(said)))
        said.append(Version(entry.line, how, None if how == "strike" else fact))
    return {line: found[line] for line in order}


def deals_told(
    kept: Kept,
    language: Language,
    events: Mapping[int, Event],
    when: Callable[[str], str],
    names: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The facts of every deal in the order things happened, those taken back struck through, each with its versions.

    `names` are those of the devices that wrote.
    """
    table = kept.table
    standing = {entry.line: entry.fact for entry in table.facts()}
    tricks = _trick_numbers(table)
    fouls = {foul.proved: foul for deal in table.deals for foul in deal.fouls}
    found: list[dict[str, Any]] = []
    starts = {judged_deal.deal.line: judged_deal for judged_deal in table.deals}

    def version(said: Version) -> dict[str, Any]:
        event = events.get(said.entry)
        text = told(table, said.fact, language) if said.fact is not None else ""
        signed = {"at": when(event.at) if event else "", "by": names.get(event.by) if event else None}
        return {"how": language.say(HOW[said.how]), "text": text, "gone": said.gone} | signed

    for line, history in versions(table).items():
        fact = standing.get(line) or next(said.fact for said in reversed(history) if said.fact is not None)
        if isinstance(fact, Dealt) and line in starts:
            judged_deal = starts[line]
            sums = total(judged_deal.lines, len(table.seats))
            found.append({
                "number": judged_deal.deal.number,
                "label": language.say(table.rules.label(judged_deal.deal)),
                "state": language.say(STATES[judged_deal.state]),
                "scores": named(table, sums) if judged_deal.lines else None,
                "facts": [],
            })  # fmt: skip
        if not found:
            found.append({"number": 0, "label": "", "state": "", "scores": None, "facts": []})
        foul = fouls.get(line)
        first = version(history[0])
        found[-1]["facts"].append({
            "line": line,
            "kind": fact.word,
            "seat_name": getattr(fact, "seat", None),
            "text": told(table, fact, language),
            "cards": [language.face(card) for card in cards_of(fact)],
            "trick": tricks.get(line) if isinstance(fact, Played | TrickPlayed) else None,
            "struck": history[0].gone if isinstance(fact, Reseated) else line not in standing,
            "mended": any(said.how == "correct" and not said.gone for said in history),
            "foul": language.say(foul_name(table.rules, foul.kind)) if foul else None,
            "at": first["at"],
            "by": first["by"],
            "versions": list(map(version, history)) if len(history) > 1 or history[0].how == "insert" else [],
        })  # fmt: skip
    return found


def _trick_numbers(table: Table) -> dict[int, int]:
    def tricks(deal: Deal) -> Any:
        return [*deal.tricks, deal.trick]

    return {play.line: trick.number for d in table.deals for trick in tricks(d.deal) for play in trick.plays}


def prompts_before(table: Table, line: int) -> tuple[Table, list[Prompt]]:
    """The table before the fact of a line, and all it could then be told."""
    before = table_before(table, line)
    current = before.current
    prompts = list(before.rules.prompts(current.deal)) if current else deal_prompts(before)
    return before, [*prompts, *table_prompts(before)]


def fix_view(kept: Kept, language: Language, line: int, how: str, acting: int | None) -> dict[str, Any] | None:
    """The prompt of the moment before a fact, to mend it or to put another before it; None where no fact stands."""
    fact = next((entry.fact for entry in kept.table.facts() if entry.line == line), None)
    if fact is None:
        return None
    before, prompts = prompts_before(kept.table, line)
    wanted = "play" if fact.word == "trick" else fact.word
    prompt = next((p for p in prompts if p.kind == wanted), prompts[0]) if how == "replace" else prompts[0]
    how = how if how in ("replace", "before") else "replace"
    found = {"line": line, "how": how, "text": told(kept.table, fact, language), "seats": None, "prompt": None}
    if isinstance(fact, Dealt) and how == "replace":
        return found | {"dealers": _dealers(kept, fact)}
    seat_name = getattr(fact, "seat", None)
    seat = acting
    if seat is None and how == "replace" and seat_name in kept.table.seats:
        seat = kept.table.seats.index(seat_name)
    if seat is not None and seat < len(kept.table.seats) and prompt.seat is not None:
        prompt = replace(prompt, seat=seat)
    prompt = replace(prompt, optional=False)
    here = url_for("past.history", table=kept.id)
    if prompt.seat is not None and prompt.kind != "deal":
        found["seats"] = [
            {"word": n, "label": n, "href": f"{here}?fix={line}&how={how}&as={at}#line-{line}"}
            for at, n in enumerate(kept.table.seats)
        ]
    return found | {"prompt": prompt_view(before, prompt, language)}


def _dealers(kept: Kept, fact: Dealt) -> list[dict[str, Any]]:
    """Who may have dealt instead."""
    return [
        {"name": name, "fact": replace(fact, dealer=name).line()} for name in kept.table.seats if name != fact.dealer
    ]
