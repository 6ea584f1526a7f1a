"""Immutable values: `dataclass` and `replace` in place of those of `dataclasses`.

Only mypy keeps a frozen value from being assigned to. A check at run time would make each value five times as expensive
to make.
"""

from __future__ import annotations

import dataclasses
from dataclasses import field
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass", "field", "make", "many_fields", "replace"]

make = tuple.__new__
"""`make(cls, values)` makes a named tuple quickly, without checking its fields."""

N = TypeVar("N", bound=tuple[Any, ...])

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen: bool = False, **how: Any) -> Any:
        """Make a class a dataclass. A frozen one gets a hash, so it can be a key; nothing here checks assignments."""

        def made(cls: type) -> type:
            return dataclasses.dataclass(
                cls, unsafe_hash=frozen and how.get("eq", True) and "__hash__" not in vars(cls), **how
            )

        return made

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy of the value with some fields changed; all fields must be arguments of its constructor."""
        kind = type(value)
        read, places = _fields(kind)
        values = [*read(value)]
        for name, new in changes.items():
            values[places[name]] = new
        return kind(*values)

    @cache
    def _fields(kind: type) -> tuple[Any, dict[str, int]]:
        """A function that reads all fields of a value of this kind, and the place of each field."""
        names = kind.__match_args__
        read = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
        return read, {name: place for place, name in enumerate(names)}


def many_fields(cls: type[N]) -> type[N]:
    """Make a named tuple with many fields faster: `_make` checks nothing, `_replace` visits only changed fields."""
    places = {name: place for place, name in enumerate(cls._fields)}  # type: ignore[attr-defined]

    def changed(self: N, /, **changes: Any) -> N:
        values = [*self]
        for name, value in changes.items():
            values[places[name]] = value
        return make(cls, values)

    cls._replace = changed  # type: ignore[attr-defined]
    cls._make = classmethod(make)  # type: ignore[attr-defined]
    return cls
