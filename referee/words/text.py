"""Texts for people, before they have a language, and the errors that carry one.

Everything below the web uses `Text`: an English message with named values, translated only where it
is shown. Values may be texts, cards, numbers, names, or tuples of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from referee.words.numbers import amount, minus


class Voice(Protocol):
    """A language: how it says a message and how it names a card."""

    def message(self, msgid: str) -> str: ...

    def card(self, code: str) -> str: ...


@dataclass(frozen=True, slots=True)
class CardName:
    """A card inside a text: each language writes it with its own letters and signs."""

    code: str


@dataclass(frozen=True, slots=True)
class Amount:
    """Money inside a text: each language writes it in its own way."""

    cents: int
    currency: str

    def say(self, voice: Voice) -> str:
        return amount(self.cents, self.currency, getattr(voice, "code", "en"))


@dataclass(frozen=True, slots=True)
class Text:
    """An English message with its named values, such as `T("{name} bids {bid}", name=…, bid=…)`."""

    msgid: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.msgid)

    def __str__(self) -> str:
        return self.say(ENGLISH)

    def say(self, voice: Voice) -> str:
        """This text in a language."""
        message = voice.message(self.msgid)
        if not self.values:
            return message
        return message.format_map({name: say_value(value, voice) for name, value in self.values.items()})


def T(msgid: str, /, **values: object) -> Text:  # noqa: N802 - a mark as short as gettext's _, found by the extractor
    """Mark a message for translation."""
    return Text(msgid, values)


def say_value(value: object, voice: Voice) -> str:
    """A value in a language: cards with its letters, numbers with a true minus, lists with commas."""
    match value:
        case Text() | Amount() | Begun():
            return value.say(voice)
        case CardName():
            return voice.card(value.code)
        case tuple() | list():
            return ", ".join(say_value(item, voice) for item in value)
        case int() | float():
            return minus(value)
    return str(value)


def capitalize(text: str) -> str:
    """A text with a capital in front."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Begun:
    """A text with a capital in front, as a sentence inside another text."""

    text: Text | str

    def say(self, voice: Voice) -> str:
        return capitalize(say_value(self.text, voice))


class English:
    """The language the messages are written in."""

    def message(self, msgid: str) -> str:
        return msgid

    def card(self, code: str) -> str:
        return code


ENGLISH = English()


def clip(text: str) -> str:
    """A text cut to 40 characters, for quoting in a message."""
    return text if len(text) <= 40 else text[:39] + "…"


class RefereeError(Exception):
    """Base of this program's own errors. `text` is for a person, `fields` are for a program."""

    def __init__(self, text: Text, **fields: object) -> None:
        super().__init__(text)
        self.text = text
        self.fields = fields

    def __str__(self) -> str:
        return str(self.text)


E = TypeVar("E", bound=RefereeError)


def bare(error: E) -> E:
    """An error without the frames it came through, so that keeping it keeps nothing else."""
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


class Slip(RefereeError):
    """A slip of the pen: the scribe wrote what cannot be read or cannot have happened now.

    A breach of the laws is no slip: it is recorded, and judged.
    """

    def __init__(self, text: Text, *, line: int | None = None, **fields: object) -> None:
        super().__init__(text, **fields)
        self.line = line

    def at(self, line: int) -> Slip:
        """This slip with its line, unless it has one already."""
        if self.line is None:
            self.line = line
        return self


def with_line(slip: Slip) -> Text:
    """The slip's text with its line in front."""
    return slip.text if slip.line is None else T("line {line}: {text}", line=slip.line, text=slip.text)
