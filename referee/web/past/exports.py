"""A table as JSON, and as CSV that no spreadsheet takes for a formula."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from flask.typing import ResponseReturnValue

from referee.club.tables import Kept, heading
from referee.endings.damage import Damage
from referee.rules import Foul
from referee.rules.allowance import allowance
from referee.table.damage import damage_of
from referee.table.report import answer, when_and_where
from referee.table.table import Judged
from referee.web.kit.request import file, say, tables, who
from referee.web.kit.rights import sees
from referee.web.past.mend import past
from referee.web.past.replay import visible
from referee.web.table.drawn import STATES
from referee.web.table.reckoner import effect_of
from referee.words.spreadsheet import csv_text
from referee.words.text import T, Text, say_value


@past.get("/t/<id:table>/export.json", endpoint="as_json")
@sees("past")
def as_json(table: str) -> ResponseReturnValue:
    """All that is known of a table, as `referee check --json` prints it.

    What a foul did is computed beside the requests. Until it is known it stands there as not computed.
    """
    kept = tables().get(table)
    document = answer(f"{table}.deal", kept.table, who().language, partial(effect_so_far, kept))
    document |= when_and_where(heading(tables().store.stream(table)))
    document["deals"] = document["deals"][: len(visible(kept))]
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return file(text, f"{table}.json", "application/json")


def effect_so_far(kept: Kept, judged: Judged, foul: Foul) -> Damage | None:
    """What a foul did, as far as it is known now."""
    effect = effect_of(kept, judged, foul)
    if effect.done():
        return effect.result()
    with allowance(0):
        return damage_of(kept.table.rules, kept.table.state, judged, foul)


@past.get("/t/<id:table>/export.csv", endpoint="as_csv")
@sees("past")
def as_csv(table: str) -> ResponseReturnValue:
    """The score of a table: rows of lines, deals and totals, one column for each seat."""
    kept = tables().get(table)
    return file("\ufeff" + csv_text(_rows(kept), who().language.comma), f"{table}.csv", "text/csv")


def _rows(kept: Kept) -> Iterator[list[str | int]]:
    table = kept.table
    heads = (T("deal"), T("name"), T("dealer"), T("state"), T("what"), T("law"), T("text"))
    yield [*map(say, heads), *table.seats]
    running = list(table.start)
    for judged in visible(kept):
        running = [old + new for old, new in zip(running, judged.net(len(table.seats)), strict=True)]
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
        reason = say_value(penalty.reason, who().language)
        points = [-penalty.points if seat == penalty.seat else 0 for seat in range(n)]
        yield row(T("penalty") if penalty.points else T("warning"), "", reason, points)
    yield row(T("this deal"), "", "", list(judged.net(n)))
    yield row(T("total"), "", "", running)
