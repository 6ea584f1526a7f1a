"""Addresses of pages, each made once."""

from __future__ import annotations

from functools import lru_cache

from flask import url_for

ADDRESSES_KEPT = 4000


@lru_cache(ADDRESSES_KEPT)
def address(endpoint: str, **values: str | int | None) -> str:
    """The path of a page; it is the same whoever asks, from wherever."""
    return url_for(endpoint, **values)  # type: ignore[arg-type]
