"""Values: what nobody changes once it is made. In place of what `dataclasses` calls the same.

That nobody assigns to a frozen one is held by mypy. While the program runs nobody looks: a value would be five times as
dear to make.
"""

from __future__ import annotations

import dataclasses
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass", "field", "make", "many_fields", "replace"]

make = tuple.__new__
"""Makes a named tuple of a tuple, without looking at its names."""

N = TypeVar("N", bound=tuple[Any, ...])

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen: bool = False, **how: Any) -> Any:
        """Makes a class one of values: a frozen one can be a key, and is what it was as long as it lives."""

        def made(cls: type) -> type:
            return dataclasses.dataclass(
                cls, unsafe_hash=frozen and how.get("eq", True) and "__hash__" not in vars(cls), **how
            )

        return made

    def replace(value: Any, /, **changes: Any) -> Any:
        """The value with other fields, all of which it is made with."""
        known = {name: getattr(value, name) for name in value.__match_args__}
        return type(value)(**known | changes)


def many_fields(cls: type[N]) -> type[N]:
    """Makes a named tuple of many fields quicker to make, and to change: `_replace` looks at those that do."""
    places = {name: place for place, name in enumerate(cls._fields)}  # type: ignore[attr-defined]

    def changed(self: N, /, **changes: Any) -> N:
        values = [*self]
        for name, value in changes.items():
            values[places[name]] = value
        return make(cls, values)

    cls._replace = changed  # type: ignore[attr-defined]
    cls._make = classmethod(make)  # type: ignore[attr-defined]
    return cls
