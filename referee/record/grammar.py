"""How a fact is written: as words on a line of the record, or as a JSON object.

A fact's class gives its fields and the form of each; the order of the fields is the order of the words.
Text and JSON convert into each other without loss.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from sys import intern
from typing import Any, NamedTuple, Protocol, dataclass_transform

from referee.record.encoding import DIGITS, Family, Stated
from referee.words.text import Slip, T, Text, clip

Keys = tuple[tuple[str, str], ...]
Play = tuple[str, ...]

KEY = re.compile(r"[a-z][a-z0-9_-]*")
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters not allowed on a line: control characters, other line ends, lone surrogates."""

_WORD = re.compile(r'\s*(?:(?P<key>[a-z][a-z0-9_-]*)=)?(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s"#]+))(?=\s|#|$)')
_MARKS = frozenset('"#=')
"""A line without these is just words between spaces."""
_END = re.compile(r"\s*(?:#.*)?$")
_PLAIN = re.compile(r'[^\s"#=\\]+')


class Word(NamedTuple):
    """One word of a line: its text, and the key before `=`, if any."""

    text: str
    key: str | None = None


def split(line: str) -> list[Word]:
    """The words of a line, without its comment; raises Slip for anything else."""
    if line.isprintable() and _MARKS.isdisjoint(line):
        return [Word(intern(text)) for text in line.split(" ") if text]
    control = CONTROL.search(line)
    if control:
        character = repr(control[0])
        raise Slip(T("the character {found} has no place in a record", found=character), found=character)
    words: list[Word] = []
    at = 0
    while at < len(line):
        word = _WORD.match(line, at)
        if not word:
            if _END.match(line, at):
                break
            rest = clip(line[at:].strip())
            expected = T("a word, key=value, or a closing quote")
            raise Slip(T("“{found}” stands where {expected} was expected", found=rest, expected=expected), found=rest)
        quoted = word["quoted"]
        text = word["plain"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        words.append(Word(intern(text), word["key"]))
        at = word.end()
    return words


def quote(text: str) -> str:
    """A word as it is written, in quotes where needed."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Words:
    """The words of one line, taken one after the other."""

    def __init__(self, words: list[Word]) -> None:
        self.left = [text for text, key in words if key is None]
        self.keys: dict[str, str] = {}
        for text, key in words if len(self.left) < len(words) else ():
            if key in self.keys:
                raise Slip(T("“{found}” stands twice on this line", found=key), found=key)
            if key is not None:
                self.keys[key] = text

    def take(self, what: Text) -> str:
        if not self.left:
            raise Slip(T("the line ends too early: {expected} expected", expected=what), expected=str(what))
        return self.left.pop(0)

    def rest(self) -> tuple[str, ...]:
        taken, self.left = tuple(self.left), []
        return taken


NUMBER = re.compile(rf"[+-]?[0-9]{{1,{DIGITS}}}")


def whole(text: str, what: Text) -> int:
    """A whole number; raises Slip for anything else."""
    if not NUMBER.fullmatch(text):
        short = clip(text)
        raise Slip(T("“{found}” stands where {expected} was expected", found=short, expected=what), found=short)
    return int(text)


@dataclass(frozen=True, slots=True)
class Form:
    """How one field of a fact is read and written."""

    read: Callable[[Words, str], Any]
    write: Callable[[Any, str], str]


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


def _take_named(words: Words, name: str) -> str | None:
    return words.keys.pop(name, None)


def _count(words: Words, name: str) -> int | None:
    word = _take_named(words, name)
    return None if word is None else whole(word, T("a number of cards"))


def _all_keys(words: Words, _: str) -> Keys:
    taken, words.keys = tuple(words.keys.items()), {}
    return taken


def _numbers(words: Words) -> tuple[int, ...]:
    first = words.take(A_NUMBER)
    return tuple(whole(word, A_NUMBER) for word in (first, *words.rest()))


def _optional(words: Words, _: str) -> str:
    return words.left.pop(0) if words.left else ""


def _write_keys(keys: Keys, _: str) -> str:
    return " ".join(f"{key}={quote(value)}" for key, value in keys)


def _write_named(value: object, name: str) -> str:
    return "" if value is None else f"{name}={quote(str(value))}"


def _write_words(words: tuple[str, ...], _: str) -> str:
    return " ".join(quote(word) for word in words)


def _lawful_play(cards: Play) -> bool:
    return bool(cards) and all(cards) and "+" not in "".join(cards)


CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "play": _lawful_play,
    "plays": lambda plays: all(map(_lawful_play, plays)),
    "numbers": bool,
    "keys": lambda keys: len(dict(keys)) == len(keys) and all(KEY.fullmatch(key) for key, _ in keys),
    "cards=": lambda cards: not any(not card or "," in card for card in cards),
}
"""Checks of JSON beside the types, so that every fact can also be written as a line."""

A_SEAT, A_WORD, A_CARD, A_NUMBER = T("a seat"), T("a word"), T("a card"), T("a number")

FORMS: Mapping[str, Form] = {
    "seat": Form(lambda words, _: words.take(A_SEAT), lambda value, _: quote(value)),
    "word": Form(lambda words, _: words.take(A_WORD), lambda value, _: quote(value)),
    "card": Form(lambda words, _: words.take(A_WORD), lambda value, _: quote(value)),
    "text": Form(_optional, lambda value, _: quote(value) if value else ""),
    "number": Form(lambda words, _: whole(words.take(A_NUMBER), A_NUMBER), lambda value, _: str(value)),
    "numbers": Form(lambda words, _: _numbers(words), lambda value, _: " ".join(map(str, value))),
    "names": Form(lambda words, _: words.rest(), _write_words),
    "play": Form(lambda words, _: _play(words.take(A_CARD)), lambda value, _: quote("+".join(value))),
    "cards": Form(lambda words, _: words.rest(), _write_words),
    "plays": Form(
        lambda words, _: tuple(map(_play, words.rest())),
        lambda value, _: " ".join(quote("+".join(play)) for play in value),
    ),
    "keys": Form(_all_keys, _write_keys),
    "count=": Form(_count, _write_named),
    "seat=": Form(_take_named, _write_named),
    "card=": Form(_take_named, _write_named),
    "word=": Form(_take_named, _write_named),
    "cards=": Form(
        lambda words, name: _comma(_take_named(words, name)),
        lambda value, name: f"{name}={quote(','.join(value))}" if value else "",
    ),
    "fact": Form(
        lambda words, _: _inner(words),
        lambda value, _: value.line(),
    ),
}


def _inner(words: Words) -> Fact:
    """The fact inside another one, as in `correct 12 play Ana H5`."""
    inside = [Word(text) for text in words.rest()]
    inside += [Word(text, key) for key, text in words.keys.items()]
    words.keys = {}
    return _read_words(inside, inside=True)


def form(kind: str, *, default: Any = MISSING) -> Any:
    """A field of a fact in one of the FORMS."""
    return field(default=default, metadata={"form": kind, "check": CHECKS.get(kind)})


class Game(Protocol):
    """What a fact's sentence needs from a game: the names of a bid and of a kind of foul, which points win."""

    lowest_wins: bool

    def word_text(self, word: str) -> Text: ...

    def foul_name(self, kind: str) -> Text: ...


@dataclass(frozen=True, slots=True)
class Fact(Stated):
    """Something that happened at a table."""

    def line(self) -> str:
        """This fact as a line of the record."""
        parts = [form.write(getattr(self, name), name) for name, form in _forms(self.word)]
        return " ".join([self.word, *filter(None, parts)])

    def says(self, game: Game) -> Text:
        """This fact as a short sentence."""
        raise NotImplementedError

    @property
    def all_cards(self) -> tuple[str, ...]:
        """The cards it names; of a discard known only by number, the cards shown."""
        cards: tuple[str, ...] = ()
        for each in fields(self):
            value, kind = getattr(self, each.name), each.metadata["form"]
            if kind == "card" or (kind == "card=" and value):
                cards += (value,)
            elif kind == "plays":
                cards += tuple(card for play in value for card in play)
            elif kind in ("cards", "play") or (kind == "cards=" and not cards):
                cards += value
        return cards

    @classmethod
    def read(cls, words: Words) -> Fact:
        values = {name: form.read(words, name) for name, form in _forms(cls.word)}
        if words.left or words.keys:
            extra = words.left[0] if words.left else f"{next(iter(words.keys))}=…"
            end = T("the end of the line “{word}”", word=cls.word)
            raise Slip(
                T("“{found}” stands where {expected} was expected", found=clip(extra), expected=end), found=extra
            )
        return cls(**values)


@cache
def _forms(word: str) -> tuple[tuple[str, Form], ...]:
    """The name and form of each field of a word's facts."""
    return tuple((f.name, FORMS[f.metadata["form"]]) for f in fields(FACTS[word]))


FAMILY: Family[Fact] = Family(CONTROL.search)
FACTS = FAMILY.facts
from_json = FAMILY.read


@dataclass_transform(frozen_default=True, field_specifiers=(form,))
def fact(word: str) -> Callable[[type[Fact]], type[Fact]]:
    """Make a class the fact whose line begins with `word`; its fields are made with `form`."""
    return FAMILY.enter(word)


def parse(line: str) -> Fact:
    """The fact on a line; raises Slip with what was found and what was expected.

    >>> parse('note "a card fell"').line()
    'note "a card fell"'
    """
    return parse_words(split(line))


def parse_words(words: list[Word]) -> Fact:
    """The fact in a line already split, as `parse` reads it."""
    return _read_words(words, inside=False)


def _read_words(words: list[Word], inside: bool) -> Fact:
    if not words:
        raise Slip(T("the line ends too early: {expected} expected", expected=T("a fact")))
    cls = FACTS.get(words[0].text) if words[0].key is None else None
    if cls is None or (inside and cls.amends):
        opening = clip(words[0].text if words[0].key is None else f"{words[0].key}=…")
        known = tuple(word for word, cls in FACTS.items() if not (inside and cls.amends))
        raise Slip(T("“{found}” is no fact: expected one of {expected}", found=opening, expected=known), found=opening)
    return cls.read(Words(words[1:]))
