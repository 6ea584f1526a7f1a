"""A number by taps: a row of chips for each of its places, so that nothing is typed and nought is a tap like any."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from referee.ruleset import Field
from referee.texts import Slip, T, Text

MOST_CHIPS = 15
"""Up to so many values stand as chips of their own."""

HALVES = {"0": "0", "0.5": "½"}


@dataclass(frozen=True, slots=True)
class Row:
    """One place of a number: what its chips send, what they show, and which is chosen before anybody has tapped."""

    place: str
    label: Text
    chips: dict[str, str]
    value: str | None = None


def rows(field: Field) -> tuple[Row, ...]:
    """The rows for a field of numbers; none where its values are few enough to be chips, or have no end."""
    low, high = int(field.low), int(field.high)
    if low < 0 or not high or (high - low) / field.step <= MOST_CHIPS:
        return ()
    found = []
    if high >= 100:
        hundreds = {str(value): str(value) for value in range(0, high + 1, 100)}
        found.append(Row("100", T("hundreds"), hundreds, "0"))
    tens = range(0, min(high, 99) + 1, 10)
    found.append(Row("10", T("tens"), {str(value): str(value) for value in tens}))
    units = range(0, 10, max(int(field.step), 1))
    found.append(Row("1", T("units"), {str(value): str(value) for value in units}))
    if field.step < 1:
        found.append(Row("half", T("halves"), HALVES, "0"))
    return tuple(found)


def tapped(field: Field, form: MultiDict[str, str]) -> str:
    """The number whose rows were tapped; empty where none was. Raises Slip where a row was left out."""
    there = rows(field)
    sent = {row.place: form.get(f"{field.name}.{row.place}", "") for row in there}
    open_rows = [row for row in there if row.value is None]
    chosen = [row for row in open_rows if sent[row.place]]
    if not there or not chosen:
        return ""
    left_out = next((row for row in open_rows if not sent[row.place]), None)
    if left_out:
        raise Slip(T("{field}: tap the {row} too", field=field.label, row=left_out.label))
    if any(sent[row.place] not in row.chips for row in there if sent[row.place]):
        raise Slip(T("{field}: not a number of this page", field=field.label))
    return f"{sum(float(value) for value in sent.values() if value):g}"
