"""What stands between two deals: what the last one came to, what was ruled in it, and the sheet, a row a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.record.facts import Corrected, Inserted, Resulted, Ruled, Struck
from referee.record.grammar import Fact
from referee.rules import Foul
from referee.table.table import WAITS, Judged, Table, remedy
from referee.web.table.drawn import STATES
from referee.words.languages import Language
from referee.words.text import T, Text, begun


def outcome(table: Table, language: Language) -> dict[str, Any] | None:
    """What the deal that has just ended came to: a sentence, and the points of each seat; None before the first."""
    if table.current is not None or not table.deals:
        return None
    last = table.deals[-1]
    paid = last.paid(len(table.seats))
    return {
        "text": begun(language.say(_sentence(table, last))),
        "points": [{"name": name, "points": points} for name, points in zip(table.seats, paid, strict=True)],
        "levels": levels(table, len(table.ended), language),
        "rulings": rulings_told(table, last, language),
    }


def _sentence(table: Table, last: Judged) -> Text:
    """The game's own sentence for a deal, else the first line of its score, else what became of it."""
    told = table.rules.told(last.scored)
    if told is not None:
        return told
    return last.lines[0].text if last.lines and last.state in ("done", "stopped") else STATES[last.state]


def row_told(table: Table, judged: Judged) -> Text:
    """A deal in a row of the sheet: who played what and how it ended; one that goes on, what it is called."""
    if judged.state == "open":
        return table.rules.label(judged.deal)
    return table.rules.brief(judged.scored) or _sentence(table, judged)


def running(table: Table, language: Language) -> list[dict[str, Any]]:
    """The totals of the seats after each deal that has ended, from none on, with what the deal is called."""
    n = len(table.seats)
    totals = [0] * n
    found: list[dict[str, Any]] = [{"label": "", "totals": list(totals)}]
    for deal in table.ended:
        paid = deal.paid(n)
        totals = [totals[seat] + paid[seat] for seat in range(n)]
        found.append({"label": language.say(table.rules.label(deal.deal)), "totals": totals})
    return found


def columns(table: Table, language: Language) -> list[dict[str, Any]]:
    """The columns of a score, each with a seat whose points stand there: the sides where the match is a climb, else
    the seats.
    """
    team = [table.rules.team(None, seat) for seat in range(len(table.seats))]
    sides = enumerate(table.rules.ladders([judged.scored for judged in table.ended]))
    found = [{"name": language.say(one.name), "seat": team.index(side)} for side, one in sides]
    return found or [{"name": name, "seat": seat} for seat, name in enumerate(table.seats)]


def line_told(text: Text, language: Language) -> dict[str, Any]:
    """A line of a score: what it is for, and each of what it lists where that is more than one."""
    lists = {name: value for name, value in text.values.items() if isinstance(value, tuple) and len(value) > 1}
    bare = Text(text.msgid, {**text.values, **dict.fromkeys(lists, ())})
    each = [language.say(one) for value in lists.values() for one in value if isinstance(one, Text)]
    return (
        {"text": language.say(bare).rstrip(" :\xa0"), "each": each}
        if each
        else {"text": language.say(text), "each": []}
    )


def levels(table: Table, deals: int, language: Language) -> list[dict[str, Any]]:
    """How far each side had climbed after so many deals that ended, where a match is a climb."""
    ladders = table.rules.ladders([judged.scored for judged in table.ended[:deals]])
    places = [(one, len(one.reached) - 1) for one in ladders]
    return [{"name": language.say(one.name), "level": one.rungs[place], "place": place} for one, place in places]


def rulings_told(table: Table, judged: Judged, language: Language) -> list[str]:
    """Each foul upheld in a deal with what was ruled, and each point taken beside."""
    found = list(_rulings(table, judged, language))
    for cost in judged.penalties:
        name = table.seats[cost.seat]
        what = T("{name} loses {points} points: {reason}") if cost.points else T("{name} is warned: {reason}")
        what = T(what.msgid, name=name, points=cost.points, reason=cost.reason)
        found.append(language.say(what).rstrip(" :"))
    return found


def _rulings(table: Table, judged: Judged, language: Language) -> Iterator[str]:
    for foul in judged.upheld:
        given = remedy(table, judged.deal.number, foul)
        yield language.say(T("Upheld: {foul}. {ruling}", foul=foul_told(table, foul), ruling=given.ruled))


def foul_told(table: Table, foul: Foul) -> Text:
    """A foul by its offender and kind: “Cléo – not following”."""
    kind = table.rules.foul_name(foul.kind)
    return kind if foul.seat is None else T("{name} – {foul}", name=table.seats[foul.seat], foul=kind)


def amended_told(table: Table, fact: Corrected | Inserted | Struck, language: Language) -> str:
    """What was mended, by what stands there now."""
    if isinstance(fact, Struck):
        return language.say(T("an entry struck out"))
    told = T("corrected: {fact}") if isinstance(fact, Corrected) else T("put in: {fact}")
    return language.say(T(told.msgid, fact=fact.fact.says(table.rules)))


def fact_told(table: Table, fact: Fact, language: Language) -> str:
    """A fact as a short sentence; a ruling with the foul it is about."""
    if isinstance(fact, Ruled):
        foul = next((foul for deal in table.deals for foul in deal.fouls if foul.proved == fact.at), None)
        if foul is not None and fact.decision in DECIDED:
            return language.say(T(DECIDED[fact.decision].msgid, foul=foul_told(table, foul)))
    if isinstance(fact, Resulted):
        return language.say(T("the result"))
    return language.say(fact.says(table.rules))


def refused_told(table: Table, language: Language) -> list[str]:
    """What of a table no longer counts, and why; what only waits for that to be corrected is not told."""
    told = []
    for entry in table.refused:
        if entry.refused is not WAITS:
            alone = isinstance(entry.fact, Ruled)
            text = T("“{said}” no longer counts") if alone else T("“{said}” and all entries after it no longer count")
            said = T(text.msgid, said=fact_told(table, entry.fact, language))
            told.append(language.say(T("{text}: {reason}.", text=said, reason=entry.refused)))
    return told


DECIDED = {
    "uphold": T("upheld: {foul}"), "waive": T("waived: {foul}"), "correct": T("a mistake in the record: {foul}"),
}  # fmt: skip
"""What was decided on a foul, in a line of the history."""


def rows(table: Table, language: Language, deals: Sequence[Judged]) -> list[dict[str, Any]]:
    """The match as a sheet has it, from the first of these deals on: what each paid, and the totals after it."""
    n = len(table.seats)
    running = list(table.rules.standing((), (), None).totals)
    found = []
    for at, judged in enumerate(deals, 1):
        paid = judged.paid(n)
        running = [total + points for total, points in zip(running, paid, strict=True)]
        found.append({
            "number": judged.deal.number,
            "label": language.say(row_told(table, judged)),
            "state": language.say(STATES["open"]) if judged.state == "open" else "",
            "paid": list(paid),
            "totals": list(running),
            "levels": levels(table, at, language),
            "fouls": len(judged.upheld),
        })  # fmt: skip
    return found
