"""A table as files for other programs: JSON, and CSV that no spreadsheet takes for a formula."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask.typing import ResponseReturnValue

from referee.report import answer
from referee.spreadsheet import written
from referee.table import Judged
from referee.tables import Kept
from referee.texts import T, Text, spoken
from referee.web.page import file, say, tables, who
from referee.web.past import past
from referee.web.replay import visible
from referee.web.view import STATES


@past.get("/t/<table>/export.json", endpoint="as_json")
def as_json(table: str) -> ResponseReturnValue:
    """All that is known of a table, as `referee check --json` says it, in the reader's language."""
    kept = tables().get(table)
    found = answer(f"{table}.deal", kept.table, who().language)
    found["deals"] = found["deals"][: len(visible(kept))]
    text = json.dumps(found, ensure_ascii=False, indent=1)
    return file(text, f"{table}.json", "application/json")


@past.get("/t/<table>/export.csv", endpoint="as_csv")
def as_csv(table: str) -> ResponseReturnValue:
    """The score of a table: a row for each line, each deal and each running total, a column for each seat."""
    kept = tables().get(table)
    return file("\ufeff" + written(_rows(kept)), f"{table}.csv", "text/csv")


def _rows(kept: Kept) -> Iterator[list[str | int]]:
    table = kept.table
    heads = (T("deal"), T("name"), T("dealer"), T("state"), T("what"), T("law"), T("text"))
    yield [*map(say, heads), *table.seats]
    running = list(table.rules.standing((), (), None).totals)
    for judged in visible(kept):
        running = [old + new for old, new in zip(running, judged.paid(len(table.seats)), strict=True)]
        yield from _deal_rows(kept, judged, running)


def _deal_rows(kept: Kept, judged: Judged, running: list[int]) -> Iterator[list[str | int]]:
    table, deal = kept.table, judged.deal
    n = len(table.seats)
    label, state = say(table.rules.label(deal)), say(STATES[judged.state])

    def row(what: Text, law: str, text: str, points: list[int]) -> list[str | int]:
        return [deal.number, label, table.seats[deal.dealer], state, say(what), law, text, *points]

    for line in judged.lines:
        yield row(T("line"), line.law, say(line.text), list(line.points))
    for penalty in judged.penalties + judged.costs:
        reason = spoken(penalty.reason, who().language)
        points = [-penalty.points if seat == penalty.seat else 0 for seat in range(n)]
        yield row(T("penalty") if penalty.points else T("warning"), "", reason, points)
    yield row(T("this deal"), "", "", list(judged.paid(n)))
    yield row(T("total"), "", "", running)
