"""Everything recorded at a table, and the moment before any of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import url_for

from referee.deal import Deal
from referee.events import Dealt, Played, TrickPlayed
from referee.i18n import Language
from referee.ruleset import Prompt, total
from referee.store import Event
from referee.table import EMPTY, Table
from referee.tables import Kept
from referee.web.facts import cards_of, foul_name, told
from referee.web.prompts import deal_prompts, prompt_view, table_prompts
from referee.web.view import STATES, named


def table_before(table: Table, line: int) -> Table:
    """The table as it stood before the fact of a line, among the facts that stand."""
    state = table.state
    while state.entry is not None and state.facts is not None:
        if state.entry.line == line:
            return Table(table.header, table.rules, (), state.facts)
        state = state.facts
    return Table(table.header, table.rules, (), EMPTY)


def deals_told(
    kept: Kept,
    language: Language,
    events: Mapping[int, Event],
    when: Callable[[str], str],
    names: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The facts of every deal, with those taken back or corrected struck through; `names` are those of devices."""
    table = kept.table
    standing = {entry.line: entry.fact for entry in table.facts()}
    tricks = _trick_numbers(table)
    fouls = {foul.proved: foul for deal in table.deals for foul in deal.fouls}
    found: list[dict[str, Any]] = []
    starts = {judged_deal.deal.line: judged_deal for judged_deal in table.deals}
    for entry in table.log:
        fact = standing.get(entry.line, entry.fact)
        if isinstance(fact, Dealt) and entry.line in starts:
            judged_deal = starts[entry.line]
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
        event = events.get(entry.line)
        foul = fouls.get(entry.line)
        found[-1]["facts"].append({
            "line": entry.line,
            "kind": fact.word,
            "seat_name": getattr(fact, "seat", None),
            "text": told(table, fact, language),
            "cards": [language.face(card) for card in cards_of(fact)],
            "trick": tricks.get(entry.line) if isinstance(fact, Played | TrickPlayed) else None,
            "struck": entry.line not in standing,
            "foul": language.say(foul_name(table.rules, foul.kind)) if foul else None,
            "at": when(event.at) if event else "",
            "by": names.get(event.by) if event else None,
        })  # fmt: skip
    return found


def _trick_numbers(table: Table) -> dict[int, int]:
    def tricks(deal: Deal) -> Any:
        return [*deal.tricks, deal.trick]

    return {play.line: trick.number for d in table.deals for trick in tricks(d.deal) for play in trick.plays}


def fix_view(kept: Kept, language: Language, line: int, how: str, acting: int | None) -> dict[str, Any] | None:
    """The prompt of the moment before a fact, to mend it or to put another before it; None where no fact stands."""
    fact = next((entry.fact for entry in kept.table.facts() if entry.line == line), None)
    if fact is None:
        return None
    before = table_before(kept.table, line)
    current = before.current
    prompts: list[Prompt] = list(before.rules.prompts(current.deal) if current else deal_prompts(before))
    prompts += table_prompts(before)
    wanted = "play" if fact.word == "trick" else fact.word
    prompt = next((p for p in prompts if p.kind == wanted), prompts[0]) if how == "replace" else prompts[0]
    seat_name = getattr(fact, "seat", None)
    seat = acting
    if seat is None and how == "replace" and seat_name in kept.table.seats:
        seat = kept.table.seats.index(seat_name)
    if seat is not None and seat < len(kept.table.seats) and prompt.seat is not None:
        prompt = replace(prompt, seat=seat)
    prompt = replace(prompt, optional=False)
    seats = None
    how = how if how in ("replace", "before") else "replace"
    here = url_for("scribe.history", table=kept.id)
    if prompt.seat is not None:
        seats = [
            {"word": n, "label": n, "href": f"{here}?fix={line}&how={how}&as={at}#line-{line}"}
            for at, n in enumerate(kept.table.seats)
        ]
    return {
        "line": line,
        "how": how,
        "text": told(kept.table, fact, language),
        "prompt": prompt_view(before, prompt, language),
        "seats": seats,
        "effects": [],
    }
