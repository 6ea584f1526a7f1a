"""Addresses of pages, each made once, and of static files, which a browser keeps until they change."""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping
from functools import cache, lru_cache
from typing import Any

from flask import Flask, Response, current_app
from flask.templating import Environment

from referee.paths import STATIC, TEMPLATES

ADDRESSES_KEPT = 4000
YEAR = 365 * 24 * 3600


@cache
def assets() -> tuple[str, ...]:
    """The static files that pages load, by name."""
    files = (path.relative_to(STATIC) for path in STATIC.rglob("*") if path.is_file())
    return tuple(sorted(path.as_posix() for path in files if path.suffix in (".js", ".css", ".svg")))


@cache
def version() -> str:
    """A digest of all static files."""
    digest = hashlib.sha256((TEMPLATES / "offline.html").read_bytes())
    for name in assets():
        digest.update(name.encode() + (STATIC / name).read_bytes())
    return digest.hexdigest()[:16]


def address(endpoint: str, **values: str | int | list[str] | None) -> str:
    """The path of a page. That of a static file begins with the version."""
    return _address(
        endpoint, **{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    )


@lru_cache(ADDRESSES_KEPT)
def _address(endpoint: str, **values: str | int | tuple[str, ...] | None) -> str:
    if endpoint == "static":
        values["filename"] = f"{version()}/{values['filename']}"
    return current_app.url_map.bind("localhost").build(endpoint, values)  # works without a request too


class Templates(Environment):
    """The templates. One without globals of its own reads the common ones directly.

    Jinja would put a ChainMap before them, which costs a third of the time of a small template.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class Program(Flask):
    """The application. Its answer for a static file of this version never changes."""

    jinja_environment = Templates

    def send_static_file(self, filename: str) -> Response:
        """Answer with a static file, named with its version or without."""
        name = filename.removeprefix(f"{version()}/")
        response = super().send_static_file(name)
        if name != filename:
            response.cache_control.max_age = YEAR
            response.cache_control.immutable = True
            for name in ("ETag", "Last-Modified", "Accept-Ranges"):  # nobody asks again for what never changes
                response.headers.pop(name, None)
        return response
