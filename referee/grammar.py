"""How a fact is written: words on a line of the record, or a JSON object in the log.

A fact's class names its fields and the form of each; the order of the fields is the order of the words.
Text and JSON say the same and convert into each other without loss.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar

from referee.texts import Slip, T, Text

Keys = tuple[tuple[str, str], ...]
Play = tuple[str, ...]

_WORD = re.compile(r'\s*(?:(?P<key>[a-z][a-z0-9_-]*)=)?(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s"#]+))(?=\s|#|$)')
_END = re.compile(r"\s*(?:#.*)?$")
_PLAIN = re.compile(r'[^\s"#=\\]+')


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line: its text, and the key before `=` where there is one."""

    text: str
    key: str | None = None


def split(line: str) -> list[Word]:
    """The words of a line, without its comment; raises Slip for a quote that is not closed."""
    words: list[Word] = []
    at = 0
    while not _END.match(line, at):
        found = _WORD.match(line, at)
        if not found:
            raise Slip(
                T("“{found}” cannot be read: expected a word, key=value, or a “\"” that is closed", found=line[at:].strip()[:40]),
                found=line[at:],
            )
        quoted = found["quoted"]
        text = found["plain"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        words.append(Word(text, found["key"]))
        at = found.end()
    return words


def unwritable(line: str) -> str | None:
    """The first character that has no place on a line of a record: one that controls, or ends the line."""
    return next((c for c in line if c == "\n" or not (c.isprintable() or c.isspace())), None)


def quote(text: str) -> str:
    """A word as it is written: quoted where it has to be."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Words:
    """The words of one line, taken one after the other."""

    def __init__(self, words: list[Word]) -> None:
        self.left = [word.text for word in words if word.key is None]
        self.keys: dict[str, str] = {}
        for word in words:
            if word.key is None:
                continue
            if word.key in self.keys:
                raise Slip(T("“{found}” stands twice on this line", found=word.key), found=word.key)
            self.keys[word.key] = word.text

    def take(self, what: Text) -> str:
        if not self.left:
            raise Slip(T("the line ends too early: {expected} expected", expected=what), expected=str(what))
        return self.left.pop(0)

    def rest(self) -> tuple[str, ...]:
        taken, self.left = tuple(self.left), []
        return taken


def whole(text: str, what: Text) -> int:
    """A whole number; raises Slip for anything else."""
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise Slip(T("“{found}” stands where {expected} was expected", found=text, expected=what), found=text)
    return int(text)


@dataclass(frozen=True, slots=True)
class Form:
    """How one field of a fact is written, read and kept."""

    read: Callable[[Words, str], Any]
    write: Callable[[Any, str], str]
    thaw: Callable[[Any], Any] = lambda value: value


def _plays(words: tuple[str, ...]) -> tuple[Play, ...]:
    return tuple(tuple(word.split("+")) for word in words)


def _comma(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _named(words: Words, name: str) -> str | None:
    return words.keys.pop(name, None)


def _count(words: Words, name: str) -> int | None:
    found = _named(words, name)
    return None if found is None else whole(found, T("a number of cards"))


def _all_keys(words: Words, _: str) -> Keys:
    taken, words.keys = tuple(words.keys.items()), {}
    return taken


def _optional(words: Words, _: str) -> str:
    return words.left.pop(0) if words.left else ""


def _written_keys(keys: Keys, _: str) -> str:
    return " ".join(f"{key}={quote(value)}" for key, value in keys)


def _written_named(value: object, name: str) -> str:
    return "" if value is None else f"{name}={quote(str(value))}"


def _written_words(words: tuple[str, ...], _: str) -> str:
    return " ".join(quote(word) for word in words)


def _thaw_tuple(value: Any) -> tuple[str, ...]:
    return tuple(value)


def _thaw_pairs(value: Any) -> Keys:
    return tuple((str(key), str(text)) for key, text in value)


FORMS: Mapping[str, Form] = {
    "seat": Form(lambda words, _: words.take(T("a seat")), lambda value, _: quote(value)),
    "word": Form(lambda words, _: words.take(T("a word")), lambda value, _: quote(value)),
    "text": Form(_optional, lambda value, _: quote(value) if value else ""),
    "number": Form(lambda words, _: whole(words.take(T("a number")), T("a number")), lambda value, _: str(value)),
    "play": Form(
        lambda words, _: tuple(words.take(T("a card")).split("+")), lambda value, _: quote("+".join(value)), _thaw_tuple
    ),
    "cards": Form(lambda words, _: words.rest(), _written_words, _thaw_tuple),
    "plays": Form(
        lambda words, _: _plays(words.rest()),
        lambda value, _: " ".join(quote("+".join(play)) for play in value),
        lambda value: tuple(tuple(play) for play in value),
    ),
    "keys": Form(_all_keys, _written_keys, _thaw_pairs),
    "count=": Form(_count, _written_named),
    "seat=": Form(_named, _written_named),
    "cards=": Form(
        lambda words, name: _comma(_named(words, name) or ""),
        lambda value, name: f"{name}={quote(','.join(value))}" if value else "",
        _thaw_tuple,
    ),
    "fact": Form(
        lambda words, _: _inner(words), lambda value, _: value.line(), lambda value: from_json(value)
    ),
}


def _inner(words: Words) -> Fact:
    """The fact written inside another one, as in `correct 12 play Ana H5`."""
    inside = [Word(text) for text in words.rest()]
    inside += [Word(text, key) for key, text in words.keys.items()]
    words.keys = {}
    return parse_words(inside)


def form(kind: str, default: Any = MISSING) -> Any:
    """A field of a fact in one of the FORMS."""
    return field(default=default, metadata={"form": kind})


FACTS: dict[str, type[Fact]] = {}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened at a table."""

    word: ClassVar[str]

    def line(self) -> str:
        """This fact as a line of the record."""
        parts = [FORMS[f.metadata["form"]].write(getattr(self, f.name), f.name) for f in fields(self)]
        return " ".join([self.word, *filter(None, parts)])

    def json(self) -> dict[str, Any]:
        """This fact as JSON keeps it: its word as `kind`, then its fields."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {"kind": self.word} | {k: v.json() if isinstance(v, Fact) else v for k, v in values.items()}

    @classmethod
    def read(cls, words: Words) -> Fact:
        values = {f.name: FORMS[f.metadata["form"]].read(words, f.name) for f in fields(cls)}
        if words.left or words.keys:
            extra = words.left[0] if words.left else f"{next(iter(words.keys))}=…"
            raise Slip(T("“{found}” is too much on a line “{word}”", found=extra, word=cls.word), found=extra)
        return cls(**values)


def fact(word: str) -> Callable[[type[Fact]], type[Fact]]:
    """Enter a class under the word its lines begin with."""

    def enter(cls: type[Fact]) -> type[Fact]:
        cls.word = word
        FACTS[word] = cls
        return cls

    return enter


def parse(line: str) -> Fact:
    """The fact a line states; raises Slip saying what was found and what was expected.

    >>> parse('note "a card fell"').line()
    'note "a card fell"'
    """
    odd = unwritable(line)
    if odd is not None:
        raise Slip(T("the character {found} has no place in a record", found=repr(odd)), found=odd)
    return parse_words(split(line))


def parse_words(words: list[Word]) -> Fact:
    """As `parse`, of a line already split."""
    if not words or words[0].key is not None or words[0].text not in FACTS:
        found = "" if not words else words[0].text
        raise Slip(
            T("“{found}” is no fact: expected one of {expected}", found=found, expected=tuple(FACTS)), found=found
        )
    return FACTS[words[0].text].read(Words(words[1:]))


def from_json(value: Mapping[str, Any]) -> Fact:
    """The fact a JSON object states; raises Slip where it is none."""
    try:
        cls = FACTS[value["kind"]]
        known = {f.name: FORMS[f.metadata["form"]].thaw(value[f.name]) for f in fields(cls) if f.name in value}
        return cls(**known)
    except (KeyError, TypeError, ValueError) as error:
        raise Slip(T("this is no fact: {found}", found=repr(value)[:80]), found=value) from error
