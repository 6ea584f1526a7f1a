"""Forms that a person fills in: fields that read what was typed, and say beside themselves why it cannot be taken.

WTForms and Flask-WTF carry no types: only this module imports them. Labels and reasons are texts, which
`templates/_forms.html` draws in the reader's language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from werkzeug.datastructures import CombinedMultiDict, MultiDict
from wtforms import BooleanField, Field, FieldList, FormField, SelectField, SelectMultipleField, StringField
from wtforms import Form as PlainForm
from wtforms.fields.choices import SelectChoice
from wtforms.validators import DataRequired, ValidationError
from wtforms.widgets import HiddenInput, TextArea

from referee.record.grammar import CONTROL
from referee.web.kit.request import number
from referee.words.text import Slip, T, Text

Values = MultiDict[str, Any] | CombinedMultiDict[str, Any]
"""What was sent: texts, and files."""
Label = Text | str
Choices = Iterable[tuple[object, Label]]

MOST_TEXT = 300


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends a form; with a `name` it says which of several was pressed."""

    label: Label
    name: str = ""
    value: object = ""
    look: str = ""
    icon: str = ""


# --- what was typed, read ---------------------------------------------------------------------------------------


def line_of(typed: str, most: int = MOST_TEXT) -> str:
    """A line of text in the form it is kept. Raises Slip for what cannot be kept."""
    line = unicodedata.normalize("NFC", " ".join(typed.split()))
    if CONTROL.search(line):
        raise Slip(T("“{found}” holds a character that cannot be kept", found=line[:20]))
    if len(line) > most:
        raise Slip(T("“{found}…” is too long: at most {most} letters", found=line[:20], most=most))
    return line


def whole(typed: str) -> int:
    """A whole number with its sign. Raises Slip for anything else."""
    text = typed.strip().replace("−", "-")
    value = number(text.lstrip("+-"))
    if value is None:
        raise Slip(T("“{found}” stands where a number was expected", found=typed.strip()[:20]))
    return -value if text.startswith("-") else value


def halves(typed: str) -> int:
    """Twice a number that may end in a half, written 2,5 or 2.5 or 2½. Raises Slip for anything else."""
    text = typed.strip().replace("−", "-")
    floor = re.sub(r"(½|[.,]50?)$", "", text)
    if floor == text:
        return 2 * whole(typed)
    return 2 * whole(floor if floor.strip("+-") else f"{floor}0") + (-1 if floor.startswith("-") else 1)


# --- fields: `kind` says how one is drawn, `look` how much room it takes (short, wide) -------------------------


class Line(StringField):
    """A line of text. `needed`: what is said when it is left empty."""

    kind = "line"
    look = ""
    limited = True

    def __init__(
        self,
        label: Label = "",
        *,
        most: int = MOST_TEXT,
        needed: Text | None = None,
        look: str = "",
        hidden: bool = False,
        attributes: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        if hidden:
            options["widget"] = HiddenInput()
        options.setdefault("default", "")
        checks = [DataRequired(needed)] if needed else []
        limit = {"maxlength": most} if self.limited else {}
        super().__init__(label, checks, render_kw=limit | dict(attributes or {}), **options)
        self.most, self.look = most, look or self.look

    def read(self, typed: str) -> Any:
        return line_of(typed, self.most)

    def process_formdata(self, typed: Sequence[str]) -> None:
        if not typed:
            return
        try:
            self.data = self.read(typed[0])
        except Slip as slip:
            raise ValueError(slip.text) from None

    def _value(self) -> str:
        return str(self.raw_data[0]) if self.raw_data else self.proposed

    @property
    def proposed(self) -> str:
        """What stands in the field before anybody types."""
        return "" if self.object_data is None else str(self.object_data)


class Number(Line):
    """A whole number. Left empty it is `blank`; where that is None it must be filled in, unless it is `optional`."""

    look = "short"
    limited = False
    attributes: ClassVar[Mapping[str, Any]] = {"inputmode": "numeric"}

    def __init__(self, label: Label = "", *, blank: int | None = None, optional: bool = False, **options: Any) -> None:
        options["attributes"] = self.attributes | options.get("attributes", {})
        super().__init__(label, **{"default": None} | options)
        self.blank, self.optional = blank, optional or blank is not None
        if not self.optional:
            self.flags.required = True

    def read(self, typed: str) -> Any:
        return whole(typed) if typed.strip() else self.blank

    def process_data(self, value: Any) -> None:
        self.data = self.blank if value is None else value

    def pre_validate(self, form: Any) -> None:
        if self.data is None and not self.optional and not self.process_errors:
            raise ValidationError(T("“{found}” stands where a number was expected", found=""))


class Points(Number):
    """A whole number beside a button that changes its sign, as keyboards for numbers have no minus."""

    kind = "points"
    look = ""
    attributes: ClassVar[Mapping[str, Any]] = {"inputmode": "numeric", "pattern": r"[+\-−]?\d+"}


class Halves(Points):
    """Points that may end in a half. The value is twice what was typed."""

    attributes: ClassVar[Mapping[str, Any]] = {"inputmode": "numeric", "pattern": r"[+\-−]?\d*(½|[.,]50?)?"}

    def read(self, typed: str) -> Any:
        return halves(typed) if typed.strip() else self.blank


class Area(Line):
    """Text of several lines."""

    kind = "area"
    look = "wide"
    limited = False
    widget = TextArea()

    def read(self, typed: str) -> Any:
        return typed


class Upload(FileField):
    """A file."""

    kind = "file"
    look = "wide"


class Tick(BooleanField):
    """A box to tick."""

    kind = "tick"
    look = "wide"

    def process_formdata(self, typed: Sequence[str]) -> None:
        self.data = "yes" in typed


class _Choice(SelectField):
    """A choice; what is none of its `choices` is for the fact to refuse."""

    def __init__(self, label: Label = "", choices: Choices = (), *, of: type = str, **options: Any) -> None:
        super().__init__(
            label, coerce=of, validate_choice=False, invalid_value_message=T("choose one of these"), **options
        )
        self.offer(choices)

    def offer(self, choices: Choices) -> None:
        """Set the choices, each a value and its label."""
        self.choices = [SelectChoice(value, label) for value, label in choices]


class Menu(_Choice):
    """One of many."""

    kind = "menu"
    look = ""

    def process_formdata(self, typed: Sequence[str]) -> None:
        if typed:
            super().process_formdata(typed)

    def pre_validate(self, form: Any) -> None:
        if self.data is None and not self.process_errors:
            raise ValidationError(T("choose one of these"))


class Chips(Menu):
    """One of a few, all in sight."""

    kind = "radio"
    look = "wide"


class Ticks(_Choice, SelectMultipleField):
    """Any of a few, all in sight."""

    kind = "checkbox"
    look = "wide"

    def __init__(self, label: Label = "", choices: Choices = (), *, ordered: bool = False, **options: Any) -> None:
        super().__init__(label, choices, **options)
        self.ordered = ordered


class Drawn(Field):
    """Fields that are drawn from `rows` otherwise than here, and read from all that was `sent`."""

    look = "wide"
    rows: Sequence[object] = ()
    sent: Values

    def __init__(self, label: Label, kind: str, **options: Any) -> None:
        super().__init__(label, **options)
        self.kind = kind

    def process(self, formdata: Values | None, *given: Any, **more: Any) -> None:
        super().process(formdata, *given, **more)
        self.sent = MultiDict() if formdata is None else formdata


class Several(FieldList):
    """The same field several times; of one named `score` the first is `score.0`."""

    kind = "several"
    look = "wide"

    def __init__(self, field: Any, label: Label = "", **options: Any) -> None:
        super().__init__(field, label, separator=".", **options)


class Row(PlainForm):
    """Fields that stand side by side."""

    left_out: Sequence[str] = ()

    @property
    def shown(self) -> list[Any]:
        return [field for field in self if field.short_name not in self.left_out]


class Side(FormField):
    """Fields side by side, under one label."""

    kind = "side"
    look = "wide"

    def __init__(self, row: Any, label: Label = "", *, separator: str = ".", **options: Any) -> None:
        super().__init__(row, label, separator=separator, **options)


class Rows(Several):
    """Rows to fill in, at most `most`."""

    kind = "rows"

    def __init__(self, row: Any, label: Label = "", *, most: int = 60, **options: Any) -> None:
        super().__init__(Side(row, separator="."), label, max_entries=most, **options)


# --- forms ------------------------------------------------------------------------------------------------------


class Form(FlaskForm):
    """Fields, and the buttons that send them. The token of a form is checked for every request, and not here again.

    `help` and `after` stand before and after the fields. `folds`: fields folded away, by the id of the fold, under its
    title. `left_out`: the fields that are not shown. `given`: the fields that something is proposed for. `parts`: the
    field at which a reason is said that names another part.
    """

    word: ClassVar[str] = ""
    heading: Text | None = None
    help: ClassVar[Sequence[Text]] = ()
    after: ClassVar[Sequence[Text]] = ()
    folds: ClassVar[Mapping[str, tuple[Text, Sequence[str]]]] = {}
    buttons: Sequence[Button] = ()
    parts: ClassVar[Mapping[str, str]] = {}
    mark: str = ""
    left_out: Sequence[str] = ()
    given: Collection[str] = ()

    class Meta:
        csrf = False

        def bind_field(self, form: Form, unbound_field: Any, options: dict[str, Any]) -> Any:
            """Give each field an id of its own, as a page holds many forms."""
            options.setdefault("id", "-".join(filter(None, (form.word, options["name"], form.mark))))
            return unbound_field.bind(form=form, **options)

    @property
    def hidden(self) -> list[Any]:
        return [one for one in self if one.flags.hidden and (one._value() or one.short_name in self.given)]

    @property
    def shown(self) -> list[Any]:
        return [field for field in self if not field.flags.hidden and field.short_name not in self.left_out]

    @property
    def plain(self) -> list[Any]:
        """The fields that are not folded away."""
        folded = {name for _, names in self.folds.values() for name in names}
        return [field for field in self.shown if field.short_name not in folded]

    @property
    def folded(self) -> list[tuple[str, Text, list[Any], bool]]:
        """The folds: id, title, fields, and whether one of them is refused."""
        folds = (
            (id_, title, [one for one in self.shown if one.short_name in names])
            for id_, (title, names) in self.folds.items()
        )
        return [(id_, title, fields, any(reasons(one) for one in within(fields))) for id_, title, fields in folds]

    @property
    def uploads(self) -> bool:
        """Whether files are sent."""
        return any(isinstance(field, FileField) for field in self)

    def check(self) -> None:
        """Raise the first reason why this cannot be taken, as Slip."""
        if not self.validate():
            field, reason = next(self.reasons())
            raise Slip(reason, part=field.name if field is not None else "")

    def refuse(self, slip: Slip, text: Text) -> None:
        """Say at its field why this was refused; beside the form where no field is to blame."""
        if any(reason == slip.text for _, reason in self.reasons()):
            return
        part = str(slip.fields.get("part", ""))
        field = next((one for one in within(self) if self.parts.get(part, part) in (one.name, one.short_name)), None)
        if field is None:
            self.form_errors.append(text)
        else:
            field.errors = [*field.errors, text]

    def reasons(self) -> Iterator[tuple[Any, Text]]:
        """Why this cannot be taken: each field (None for the whole form) and its reason."""
        yield from ((None, reason) for reason in self.form_errors)
        yield from ((field, reason) for field in within(self) for reason in reasons(field))


def within(fields: Iterable[Any]) -> Iterator[Any]:
    """All fields, with those inside them."""
    for field in fields:
        yield field
        if isinstance(field, FieldList):
            yield from within(field.entries)
        elif isinstance(field, FormField):
            yield from within(field.form)


def reasons(field: Any) -> list[Text]:
    """Why this field cannot be taken, without the reasons of those inside it."""
    return [reason for reason in field.errors if isinstance(reason, Text)]
