"""What comes back from the form of a prompt, as a line of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from werkzeug.datastructures import MultiDict

from referee.record.facts import Claimed, Confirmed, KittyTurned
from referee.record.grammar import Fact, quote
from referee.rules import Field, Prompt
from referee.table.table import Table
from referee.web.kit.request import number
from referee.web.table.prompts import NOBODYS, PAD_KINDS, lifts
from referee.words.text import Slip, T, Text


def line_of(table: Table, prompts: list[Prompt], form: MultiDict[str, str]) -> str:
    """The line of the record that a prompt's form stands for; raises Slip for a form that fits no prompt."""
    kind = form.get("kind", "")
    prompt = next((p for p in prompts if p.kind == kind), None)
    if prompt is None:
        raise Slip(T("the table asks for something else now"), found=kind)
    words = [kind]
    seat = number(form.get("seat"))
    if kind not in NOBODYS:
        if seat is None or seat >= len(table.seats):
            raise Slip(T("choose a seat first"))
        words.append(quote(table.seats[seat]))
    cards, choice = form.getlist("card"), form.get("choice", "")
    if kind == "give" and "count=" in choice:  # unseen, whatever was ticked before
        cards = []
    if prompt.fields and kind in ("note", "void", "foul", "penalty"):
        words += [quote(value) for field in prompt.fields if (value := _value(table, field, form))]
    if choice:
        words.append(choice)
    if lifts(table, prompt):
        words += _cards_aside(table, form.getlist("kept"))
    words += ["+".join(map(quote, cards))] if kind == "play" and cards else map(quote, cards)
    if prompt.fields and kind not in ("note", "void", "foul", "penalty"):
        words += [f"{field.name}={quote(value)}" for field in prompt.fields if (value := _value(table, field, form))]
    return " ".join(words)


def read_off(fact: Fact, form: Mapping[str, str], line: int) -> list[Fact]:
    """A fact to be written on a line: where a photo told its cards, it says so, and whether people looked at them."""
    if not form.get("by") or not isinstance(fact, Claimed | KittyTurned):
        return [fact]
    return [replace(fact, by="photo"), *([Confirmed((line,))] if form.get("looked") else [])]


def reason(slip: Slip, prompts: list[Prompt], form: MultiDict[str, str]) -> Text:
    """Why an answer was refused: what its form left out, by the names that stand there, else what the game says."""
    prompt = next((p for p in prompts if p.kind == form.get("kind")), None)
    if prompt is None or form.get("choice"):
        return slip.text
    if prompt.kind in PAD_KINDS and not form.getlist("card"):
        return T("tap a card first")
    for field in prompt.fields:
        chosen = any(name == field.name or name.startswith(f"{field.name}.") for name in form)
        if not field.optional and not field.of_seats and field.kind != "text" and not chosen:
            return T("{field}: nothing is chosen", field=field.label)
    return slip.text


def _cards_aside(table: Table, lifted: list[str]) -> list[str]:
    """The cards on the felt that were not lifted, which all saw set aside; none where nobody told which were."""
    left = Counter(table.rules.lying(table.current.deal) if table.current else ())
    left -= Counter(lifted)
    return [f"shown={','.join(left.elements())}"] if lifted and left else []


def _value(table: Table, field: Field, form: MultiDict[str, str]) -> str:
    if field.of_seats:
        typed = [form.get(f"{field.name}.{name}", "") for name in table.seats]
        if field.optional and not any(typed):
            return ""
        return ",".join(field.completed(typed) if field.kind == "points" else typed)
    if field.kind == "flag":
        return "yes" if form.get(field.name) else ""
    if field.kind == "number" and field.name not in form:
        return _number_of(field, form)
    if field.per_seat or field.kind == "counts":
        rows = [form.get(name, "") for name in form if name.startswith(f"{field.name}.")]
        return ",".join(filter(None, (*form.getlist(field.name), *rows)))
    if field.kind in ("several", "seats"):
        return ",".join(form.getlist(field.name))
    return form.get(field.name, "").strip()


def _number_of(field: Field, form: MultiDict[str, str]) -> str:
    """The number whose digits were chosen; none at all is no number."""
    tens, ones = (number(form.get(f"{field.name}.{place}")) for place in (10, 1))
    half = f"{field.name}.half" in form
    if tens is None and ones is None and not half:
        return ""
    if tens is None or ones is None or ones > 9:
        raise Slip(T("{field}: choose both the tens and the ones, a zero too", field=field.label))
    return f"{10 * tens + ones}.5" if half else str(10 * tens + ones)
