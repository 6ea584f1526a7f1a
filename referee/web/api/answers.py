"""How the door answers: JSON with a version and a schema, conditional requests, pages of a list, sites that may ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import TypeVar

from flask import Blueprint, Response, request, url_for

from referee.cache import Cache, answers_cache
from referee.web.kit.guard import for_programs, site
from referee.web.kit.language import reader
from referee.web.kit.request import number
from referee.web.kit.rights import anyone

api = Blueprint("api", __name__, url_prefix="/api/1")

VERSION = 1
"""The version of all answers, and of their addresses: raised when a key changes its meaning or goes."""
SCHEMA = Path(__file__).with_name("schema.json")
MOST_SHOWN = 60
"""The entries of a list in one answer."""
ANSWERS_KEPT = 100
"""The answers kept for whoever asks for the same."""
MOST_AGE = "600"
"""Seconds a browser remembers that a site may ask."""
JSON, PROBLEM = "application/json", "application/problem+json"

Item = TypeVar("Item")


def answer(kind: str, content: dict[str, object]) -> Response:
    """An answer of a kind that schema.json defines; 304 without a body where the reader has it already."""
    return _respond(kind, json.dumps({"version": VERSION, **content}, ensure_ascii=False))


_kept: Cache[tuple[object, str]] = answers_cache(ANSWERS_KEPT)


def kept_answer(kind: str, reader: Hashable, source: object, make: Callable[[], dict[str, object]]) -> Response:
    """An answer that is made once for all readers who are told alike, until its `source` is another object: many
    programs follow one table, and ask for it at once.
    """
    key = kind, request.full_path, reader
    kept = _kept.find(key)
    if kept is None or kept[0] is not source:
        kept = source, json.dumps({"version": VERSION, **make()}, ensure_ascii=False)
        _kept.put(key, kept)
    return _respond(kind, kept[1])


def _respond(kind: str, text: str) -> Response:
    response = Response(text, mimetype=JSON)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Language"] = reader().language.code
    response.headers["Link"] = f'<{url_for("api.schema")}#/definitions/{kind}>; rel="describedby"'
    response.vary.update(("Accept-Language", "Authorization", "Cookie"))
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


def excerpt(items: Sequence[Item], most: int = MOST_SHOWN) -> tuple[Sequence[Item], str | None]:
    """The items after those that `?after=` counts, and the address of the next ones, None at the end."""
    after = number(request.args.get("after")) or 0
    rest = items[after : after + most]
    there = {**(request.view_args or {}), "after": after + len(rest)}
    more = after + len(rest) < len(items)
    return rest, url_for(str(request.endpoint), **there) if more else None


def problem(status: int, title: str, detail: str) -> Response:
    """A refusal as RFC 9457 writes it, in the reader's language."""
    content = {"type": "about:blank", "status": status, "title": title, "detail": detail}
    return Response(json.dumps(content, ensure_ascii=False), status, mimetype=PROBLEM)


def greet() -> Response | None:
    """Answer a browser that asks beforehand whether a page of another site may ask."""
    return Response(status=204) if request.method == "OPTIONS" and site() else None


def name_site(response: Response) -> Response:
    """Let the page of a site that the host named read the answer."""
    if for_programs():
        response.vary.add("Origin")
    if (origin := site()) is not None:
        allowed = {"Access-Control-Allow-Origin": origin, "Cross-Origin-Resource-Policy": "cross-origin"}
        allowed["Access-Control-Allow-Headers"] = "Authorization, If-None-Match"
        allowed |= {"Access-Control-Expose-Headers": "ETag, Link", "Access-Control-Max-Age": MOST_AGE}
        response.headers.update(allowed)
    return response


@api.get("/")
@anyone
def index() -> Response:
    """Where everything is."""
    places = {name: url_for(f"api.{name}") for name in ("tables", "tournaments", "people", "schema")}
    return answer("index", {"program": "referee", "at": places})


@api.get("/schema.json")
@anyone
def schema() -> Response:
    """The JSON Schema of all answers."""
    return Response(SCHEMA.read_bytes(), mimetype="application/schema+json")
