"""The program as two processes behind a proxy that alternates between them, over one database on a server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import cycle
from typing import Any

from flask import Flask

from referee import create_app


def alternating(config: Mapping[str, object]) -> Iterator[Flask]:
    """An application that passes every other request to a second one; they share only the database."""
    first, second = create_app(config), create_app(config)
    turn = cycle((first.wsgi_app, second.wsgi_app))

    def ask(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        return next(turn)(environ, start)

    first.wsgi_app = ask  # type: ignore[method-assign]
    yield first
    for each in (first, second):
        each.extensions["tables"].store.close()
