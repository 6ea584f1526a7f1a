"""How a fact of a tournament is kept: a frozen dataclass as a JSON object, checked by the types of its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from referee.grammar import CONTROL, clip
from referee.texts import Slip, T

MOST_LETTERS = 2000
"""The longest text a fact may hold."""
_MOST = 10**9


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened in a tournament."""

    word: ClassVar[str]

    def json(self) -> dict[str, Any]:
        """This fact as the log keeps it: its word as `kind`, then its fields."""
        return {"kind": self.word, **frozen(self)}


FACTS: dict[str, type[Fact]] = {}


def fact(word: str) -> Callable[[type[Fact]], type[Fact]]:
    """Enter a class under the word it is kept by."""

    def enter(cls: type[Fact]) -> type[Fact]:
        cls.word = word
        FACTS[word] = cls
        return cls

    return enter


def frozen(value: Any) -> Any:
    """A value of facts as JSON has it: dataclasses as objects, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: frozen(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): frozen(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [frozen(item) for item in value]
    return value


def from_json(value: Any) -> Fact:
    """The fact a JSON object states; raises Slip where it is none. Fields left out have their usual value."""
    try:
        stated = dict(value)
        found = thawed(FACTS[stated.pop("kind")], stated)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        said = clip(repr(value))
        raise Slip(T("this is no fact: {found}", found=said), found=said) from error
    assert isinstance(found, Fact)
    return found


def thawed(kind: Any, value: Any) -> Any:
    """JSON as a value of a type; raises TypeError, ValueError or KeyError where it is none."""
    if is_dataclass(kind) and isinstance(kind, type):
        types = _types(kind)
        return kind(**{name: thawed(types[name], item) for name, item in dict(value).items()})
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _thawed_tuple(args, value)
    if origin is UnionType:
        inner = next(arg for arg in args if arg is not NoneType)
        return None if value is None else thawed(inner, value)
    if origin is not None:  # a Mapping: the certificate of a draw, kept as it came
        return dict(value)
    if kind is str and (CONTROL.search(value.replace("\n", " ")) or len(value) > MOST_LETTERS):
        raise ValueError(value)
    if type(value) is not kind or (kind is int and abs(value) >= _MOST):
        raise TypeError(value)
    return value


def _thawed_tuple(args: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    if args[-1] is Ellipsis:
        return tuple(thawed(args[0], item) for item in value)
    return tuple(thawed(arg, item) for arg, item in zip(args, value, strict=True))


@cache
def _types(cls: type) -> dict[str, Any]:
    known = {f.name for f in fields(cls)}
    return {name: kind for name, kind in get_type_hints(cls).items() if name in known}
