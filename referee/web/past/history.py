"""The history of a table: every fact with its versions, and the table before any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from flask import url_for

from referee.club.tables import Kept
from referee.record.facts import Corrected, Dealt, Inserted, Played, Reseated, Struck, TrickPlayed, Undone
from referee.record.grammar import Fact
from referee.rules import Prompt, total
from referee.store import Event
from referee.table.table import EMPTY, Judged, Table
from referee.web.table.between import fact_told
from referee.web.table.drawn import STATES, Points, named_points
from referee.web.table.prompts import deal_prompts, prompt_view, table_prompts
from referee.words.languages import Face, Language
from referee.words.text import T

PAGE = 500
"""How many facts one page tells."""

HOW = {
    "written": T("written down"),
    "insert": T("put in later"),
    "correct": T("corrected"),
    "strike": T("struck out"),
    "undo": T("taken back"),
}


def table_before(table: Table, line: int) -> Table:
    """The table before the fact of a line, by the facts that stand."""
    before, _ = table.state.back_before(line)
    return Table(table.header, table.rules, (), before or EMPTY)


@dataclass(frozen=True, slots=True)
class Version:
    """What one entry said of a fact; `fact` is None where the entry removed it."""

    entry: int
    how: str
    fact: Fact | None
    gone: bool = False


def versions(table: Table) -> dict[int, list[Version]]:
    """Every fact ever written with its versions, by line, in the order things happened."""
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


class VersionShown(TypedDict):
    """A version for its template: how it was said, its text, its time and author where known."""

    how: str
    text: str
    gone: bool
    at: str
    by: str | None


class FactShown(TypedDict):
    """A fact with its versions; these are empty where it was said only once."""

    line: int
    kind: str
    seat_name: str | None
    text: str
    cards: list[Face]
    trick: int | None
    struck: bool
    mended: bool
    foul: str | None
    refused: str
    at: str
    by: str | None
    versions: list[VersionShown]


class DealShown(TypedDict):
    """A deal with its facts; number 0 stands for what was written before the first."""

    number: int
    label: str
    state: str
    scores: list[Points] | None
    facts: list[FactShown]


@dataclass(frozen=True, slots=True)
class Page:
    """The facts of one page, from `first` up to but not including `last`.

    `earlier`: the last line of the page before; `later`: the first line of the next; None if there is none.
    """

    told: Mapping[int, list[Version]]
    first: int
    last: int
    earlier: int | None
    later: int | None


def page_of(table: Table, line: int | None) -> Page:
    """The page with the fact of a line, else the last page. All pages are full but the first."""
    found = versions(table)
    lines = list(found)
    after = len(lines) - 1 - lines.index(line) if line in found else 0
    last = len(lines) - after // PAGE * PAGE
    first = max(last - PAGE, 0)
    return Page(found, first, last, lines[first - 1] if first else None, lines[last] if last < len(lines) else None)


def deal_histories(
    kept: Kept,
    language: Language,
    events: Mapping[int, Event],
    when: Callable[[str], str],
    names: Mapping[str, str],
    page: Page,
) -> list[DealShown]:
    """The facts of a page, by deal, in the order things happened, each with its versions.

    `names` are those of the devices that wrote.
    """
    table = kept.table
    standing = {entry.line: entry.fact for entry in table.facts()}
    refused = {entry.line: language.say(entry.refused) for entry in table.refused if entry.refused}
    tricks = _trick_numbers(table)
    fouls = {foul.proved: foul for deal in table.deals for foul in deal.fouls}
    found: list[DealShown] = []
    starts = {judged.deal.line: judged for judged in table.deals}

    def version(said: Version) -> VersionShown:
        text = fact_told(table, said.fact, language) if said.fact is not None else ""
        event = events.get(said.entry)
        at, by = (when(event.at), names.get(event.by)) if event else ("", None)
        return {"how": language.say(HOW[said.how]), "text": text, "gone": said.gone, "at": at, "by": by}

    begun: Judged | None = None
    for place, (line, history) in enumerate(page.told.items()):
        begun = starts.get(line, begun)
        if not page.first <= place < page.last:
            continue
        fact = standing.get(line) or next(said.fact for said in reversed(history) if said.fact is not None)
        if not found or line in starts:
            found.append(_deal_shown(table, begun, language))
        foul = fouls.get(line)
        first = version(history[0])
        found[-1]["facts"].append({
            "line": line,
            "kind": fact.word,
            "seat_name": getattr(fact, "seat", None),
            "text": fact_told(table, fact, language),
            "cards": [_face(card, language) for card in fact.all_cards],
            "trick": tricks.get(line) if isinstance(fact, Played | TrickPlayed) else None,
            "struck": history[0].gone if isinstance(fact, Reseated) else line not in standing,
            "mended": any(said.how == "correct" and not said.gone for said in history),
            "foul": language.say(table.rules.foul_name(foul.kind)) if foul else None,
            "refused": refused.get(line, ""),
            "at": first["at"],
            "by": first["by"],
            "versions": list(map(version, history)) if len(history) > 1 or history[0].how == "insert" else [],
        })  # fmt: skip
    return found


def _face(card: str, language: Language) -> dict[str, Any]:
    """A card for drawing; one turned up with two sides shows both."""
    shown, _, other = card.partition("/")
    return {**language.face(shown), "other": language.face(other) if other else None}


def _deal_shown(table: Table, judged: Judged | None, language: Language) -> DealShown:
    """A deal's label and scores; empty before the first deal."""
    if judged is None:
        return {"number": 0, "label": "", "state": "", "scores": None, "facts": []}
    sums = total(judged.lines, len(table.seats))
    return {
        "number": judged.deal.number,
        "label": language.say(table.rules.label(judged.deal)),
        "state": language.say(STATES[judged.state]),
        "scores": named_points(table, sums) if judged.lines else None,
        "facts": [],
    }


def _trick_numbers(table: Table) -> dict[int, int]:
    return {play.line: trick.number for d in table.deals for trick in d.deal.all_tricks for play in trick.plays}


def prompts_before(table: Table, line: int) -> tuple[Table, list[Prompt]]:
    """The table before the fact of a line, and all prompts it then had."""
    before = table_before(table, line)
    current = before.current
    prompts = list(before.rules.prompts(current.deal)) if current else deal_prompts(before)
    return before, [*prompts, *table_prompts(before)]


def fix_view(
    kept: Kept, language: Language, line: int, how: str, acting: int | None, place: int | None = None
) -> dict[str, Any] | None:
    """The prompt to correct a fact, or to insert one before it.

    It is one of the prompts of the moment before: that of the fact's kind, or the one at `place` for an inserted fact.
    """
    fact = next((entry.fact for entry in kept.table.facts() if entry.line == line), None)
    if fact is None:
        return None
    before, prompts = prompts_before(kept.table, line)
    wanted = "play" if fact.word == "trick" else fact.word
    prompt = next((p for p in prompts if p.kind == wanted), prompts[0]) if how == "replace" else prompts[0]
    how = how if how in ("replace", "before") else "replace"
    if how == "before" and place is not None and place < len(prompts):
        prompt = prompts[place]
    found = {"line": line, "how": how, "text": language.say(fact.says(kept.table.rules)), "seats": None, "prompt": None}
    found["others"] = [
        {"place": at, "label": language.say(other.label or other.text), "on": other is prompt}
        for at, other in enumerate(prompts)
        if how == "before" and other.kind in ("bid", "play", "announce", "show", "call", "give")
    ]
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
    """The players who may have dealt instead."""
    return [
        {"name": name, "fact": replace(fact, dealer=name).line()} for name in kept.table.seats if name != fact.dealer
    ]
