"""Facts as JSON: frozen dataclasses, checked by the types of their fields when read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from sys import intern
from types import NoneType, UnionType
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from referee.words.text import Slip, T, clip

JSON = dict[str, Any]
"""A JSON object; docs/record.md states the keys of those that programs read."""
DIGITS = 9
"""The most digits of a number in a fact."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact of any log."""

    word: ClassVar[str]
    amends: ClassVar[bool] = False
    """Whether it changes facts written before, and so cannot be inside another fact."""

    def json(self) -> JSON:
        """This fact as JSON for a log: its word as `kind`, then its fields."""
        return {"kind": self.word} | {f.name: freeze(getattr(self, f.name)) for f in fields(self)}


F = TypeVar("F", bound=Stated)
Thaw = Callable[[Any], Any]


def freeze(value: Any) -> Any:
    """A fact's value as JSON: dataclasses as objects, tuples as lists."""
    if isinstance(value, Stated):
        return value.json()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: freeze(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): freeze(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [freeze(item) for item in value]
    return value


class Family(Generic[F]):
    """The classes of facts of one kind of log, by their words. `refuses` finds texts that no fact may hold."""

    def __init__(self, refuses: Callable[[str], object]) -> None:
        self.facts: dict[str, type[F]] = {}
        self.refuses = refuses
        self._readers: dict[type, dict[str, tuple[Thaw, Callable[[Any], bool] | None]]] = {}

    def enter(self, word: str) -> Callable[[type[F]], type[F]]:
        """Make a class a frozen dataclass, and enter it under its word."""

        def enter(cls: type[F]) -> type[F]:
            fact = dataclass(frozen=True, slots=True)(cls)
            fact.word = word
            self.facts[word] = fact
            return fact

        return enter

    def read(self, value: Any, inside: bool = False) -> F:
        """The fact in a JSON object; raises Slip where it is none.

        `inside` another fact only some are allowed. Fields left out get their defaults.
        """
        try:
            cls = self.facts[value["kind"]]
            if inside and cls.amends:
                raise TypeError(value)
            fields = {**value}
            del fields["kind"]
            fact: F = self._fill(cls, fields)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            text = clip(repr(value))
            raise Slip(T("this is no fact: {found}", found=text), found=text) from error
        return fact

    def _fill(self, cls: type, value: Any) -> Any:
        known = self._fields_of(cls)
        values = {}
        for name, item in dict(value).items():
            thaw, check = known[name]
            values[name] = thawed = thaw(item)
            if check is not None and not check(thawed):
                raise ValueError(item)
        return cls(**values)

    def _fields_of(self, cls: type) -> dict[str, tuple[Thaw, Callable[[Any], bool] | None]]:
        """The reader of each field, and the check of its value beside the type."""
        if cls not in self._readers:
            types = get_type_hints(cls)
            self._readers[cls] = {f.name: (self._thaw(types[f.name]), f.metadata.get("check")) for f in fields(cls)}
        return self._readers[cls]

    def _thaw(self, kind: Any) -> Thaw:
        """The reader that turns JSON into a value of a type; it raises TypeError, ValueError or KeyError."""
        origin, args = get_origin(kind), get_args(kind)
        if origin is tuple:
            return _many(self._thaw(args[0])) if args[-1] is Ellipsis else _each([self._thaw(arg) for arg in args])
        if origin is Literal or kind is str:  # unknown words are refused later, with a better message
            return self._thaw_text
        if origin is UnionType:
            thaw = self._thaw(next(arg for arg in args if arg is not NoneType))
            return lambda value: None if value is None else thaw(value)
        if origin is not None:  # a Mapping, the certificate of a draw, is kept unchecked
            return dict
        if isinstance(kind, type) and is_dataclass(kind):
            return partial(self.read, inside=True) if issubclass(kind, Stated) else partial(self._fill, kind)
        return partial(_thaw_plain, kind)

    def _thaw_text(self, value: Any) -> str:
        if type(value) is not str:
            raise TypeError(value)
        if self.refuses(value):
            raise ValueError(value)
        return intern(value)


def _thaw_plain(kind: Any, value: Any) -> Any:
    if type(value) is not kind or (kind is int and abs(value) >= 10**DIGITS):
        raise TypeError(value)
    return value


def _many(thaw: Thaw) -> Thaw:
    """The reader of a tuple of any length, its items all of one type."""
    return lambda value: tuple([thaw(item) for item in _items(value)])


def _each(thaws: list[Thaw]) -> Thaw:
    """The reader of a tuple with a type for each item."""
    return lambda value: tuple(thaw(item) for thaw, item in zip(thaws, _items(value), strict=True))


def _items(value: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    return value
