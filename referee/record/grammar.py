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

KEY = re.compile(r"[a-z][a-z0-9_-]*")
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What has no place on a line: control characters, other ends of lines, halves of characters."""

_WORD = re.compile(r'\s*(?:(?P<key>[a-z][a-z0-9_-]*)=)?(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s"#]+))(?=\s|#|$)')
_END = re.compile(r"\s*(?:#.*)?$")
_PLAIN = re.compile(r'[^\s"#=\\]+')
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line: its text, and the key before `=` where there is one."""

    text: str
    key: str | None = None


def clip(text: str) -> str:
    """What stands somewhere, short enough for a message."""
    return text if len(text) <= 40 else text[:39] + "…"


def split(line: str) -> list[Word]:
    """The words of a line, without its comment; raises Slip for a quote that is not closed and a control character."""
    control = CONTROL.search(line)
    if control:
        found = repr(control[0])
        raise Slip(T("the character {found} has no place in a record", found=found), found=found)
    words: list[Word] = []
    at = 0
    while not _END.match(line, at):
        word = _WORD.match(line, at)
        if not word:
            rest = clip(line[at:].strip())
            expected = T("a word, key=value, or a closing quote")
            raise Slip(T("“{found}” stands where {expected} was expected", found=rest, expected=expected), found=rest)
        quoted = word["quoted"]
        text = word["plain"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        words.append(Word(text, word["key"]))
        at = word.end()
    return words


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
    if not re.fullmatch(rf"[+-]?[0-9]{{1,{_DIGITS}}}", text):
        found = clip(text)
        raise Slip(T("“{found}” stands where {expected} was expected", found=found, expected=what), found=found)
    return int(text)


@dataclass(frozen=True, slots=True)
class Form:
    """How one field of a fact is written, read and kept."""

    read: Callable[[Words, str], Any]
    write: Callable[[Any, str], str]
    thaw: Callable[[Any], Any]


def _play(word: str) -> Play:
    cards = tuple(word.split("+"))
    if "" in cards:
        raise Slip(
            T("“{found}” stands where {expected} was expected", found=clip(word), expected=T("a card")), found=word
        )
    return cards


def _comma(text: str | None) -> tuple[str, ...]:
    words = text.split(",") if text else []
    if "" in words:
        raise Slip(T("“{found}” stands where {expected} was expected", found=clip(text or ""), expected=T("a card")))
    return tuple(words)


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


# What JSON says, checked as strictly as text: a fact that could not be written down is none.


def _said(value: Any) -> str:
    if not isinstance(value, str) or CONTROL.search(value):
        raise TypeError(value)
    return value


def _said_or_none(value: Any) -> str | None:
    return None if value is None else _said(value)


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) >= 10**_DIGITS:
        raise TypeError(value)
    return value


def _number_or_none(value: Any) -> int | None:
    return None if value is None else _number(value)


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    return list(value)


def _words(value: Any) -> tuple[str, ...]:
    return tuple(map(_said, _listed(value)))


def _between_commas(value: Any) -> tuple[str, ...]:
    words = _words(value)
    if any(not word or "," in word for word in words):
        raise TypeError(value)
    return words


def _together(value: Any) -> Play:
    cards = _words(value)
    if not cards or any(not card or "+" in card for card in cards):
        raise TypeError(value)
    return cards


def _pairs(value: Any) -> Keys:
    pairs = tuple((_said(key), _said(text)) for key, text in map(_listed, _listed(value)))
    if len(dict(pairs)) < len(pairs) or not all(KEY.fullmatch(key) for key, _ in pairs):
        raise ValueError(value)
    return pairs


FORMS: Mapping[str, Form] = {
    "seat": Form(lambda words, _: words.take(T("a seat")), lambda value, _: quote(value), _said),
    "word": Form(lambda words, _: words.take(T("a word")), lambda value, _: quote(value), _said),
    "text": Form(_optional, lambda value, _: quote(value) if value else "", _said),
    "number": Form(
        lambda words, _: whole(words.take(T("a number")), T("a number")), lambda value, _: str(value), _number
    ),
    "names": Form(lambda words, _: words.rest(), _written_words, _words),
    "play": Form(lambda words, _: _play(words.take(T("a card"))), lambda value, _: quote("+".join(value)), _together),
    "cards": Form(lambda words, _: words.rest(), _written_words, _words),
    "plays": Form(
        lambda words, _: tuple(map(_play, words.rest())),
        lambda value, _: " ".join(quote("+".join(play)) for play in value),
        lambda value: tuple(map(_together, _listed(value))),
    ),
    "keys": Form(_all_keys, _written_keys, _pairs),
    "count=": Form(_count, _written_named, _number_or_none),
    "seat=": Form(_named, _written_named, _said_or_none),
    "cards=": Form(
        lambda words, name: _comma(_named(words, name)),
        lambda value, name: f"{name}={quote(','.join(value))}" if value else "",
        _between_commas,
    ),
    "fact": Form(
        lambda words, _: _inner(words),
        lambda value, _: value.line(),
        lambda value: _fact_of(value, inside=True),
    ),
}


def _inner(words: Words) -> Fact:
    """The fact written inside another one, as in `correct 12 play Ana H5`."""
    inside = [Word(text) for text in words.rest()]
    inside += [Word(text, key) for key, text in words.keys.items()]
    words.keys = {}
    return _stated(inside, inside=True)


def form(kind: str, default: Any = MISSING) -> Any:
    """A field of a fact in one of the FORMS."""
    return field(default=default, metadata={"form": kind})


FACTS: dict[str, type[Fact]] = {}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened at a table."""

    word: ClassVar[str]
    amends: ClassVar[bool] = False
    """Whether it is about facts written before, and so cannot stand inside another."""

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
            end = T("the end of the line “{word}”", word=cls.word)
            raise Slip(
                T("“{found}” stands where {expected} was expected", found=clip(extra), expected=end), found=extra
            )
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
    return parse_words(split(line))


def parse_words(words: list[Word]) -> Fact:
    """As `parse`, of a line already split."""
    return _stated(words, inside=False)


def _stated(words: list[Word], inside: bool) -> Fact:
    known = tuple(word for word, cls in FACTS.items() if not (inside and cls.amends))
    if not words:
        raise Slip(T("the line ends too early: {expected} expected", expected=T("a fact")))
    if words[0].key is not None or words[0].text not in known:
        found = clip(words[0].text if words[0].key is None else f"{words[0].key}=…")
        raise Slip(T("“{found}” is no fact: expected one of {expected}", found=found, expected=known), found=found)
    return FACTS[words[0].text].read(Words(words[1:]))


def from_json(value: Mapping[str, Any]) -> Fact:
    """The fact a JSON object states; raises Slip where it is none."""
    return _fact_of(value, inside=False)


def _fact_of(value: Any, inside: bool) -> Fact:
    try:
        cls = FACTS[value["kind"]]
        if inside and cls.amends:
            raise TypeError(value)
        forms = {f.name: FORMS[f.metadata["form"]] for f in fields(cls)}
        return cls(**{name: forms[name].thaw(said) for name, said in value.items() if name != "kind"})
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        found = clip(repr(value))
        raise Slip(T("this is no fact: {found}", found=found), found=found) from error
