"""What was ruled in a deal, and what was taken beside its score, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rules import Foul
from referee.table.table import Judged, Table, remedy
from referee.words.text import T, Text


def rulings(table: Table, judged: Judged) -> Iterator[Text]:
    """Each foul upheld in a deal with what was ruled, and each point taken beside."""
    for foul in judged.upheld:
        given = remedy(table, judged.deal.number, foul)
        yield T("Upheld: {foul}. {ruling}", foul=foul_text(table, foul), ruling=given.ruled)
    for cost in judged.penalties:
        what = T("{name} loses {points} points: {reason}") if cost.points else T("{name} is warned: {reason}")
        what = T("{name} takes {points} points more: {reason}") if cost.points < 0 else what
        yield T(what.msgid, name=table.seats[cost.seat], points=abs(cost.points), reason=cost.reason)


def foul_text(table: Table, foul: Foul) -> Text:
    """A foul by its offender and kind: “Cléo – not following”."""
    kind = table.rules.name_of(foul)
    return kind if foul.seat is None else T("{name} – {foul}", name=table.seats[foul.seat], foul=kind)
