"""Wishes for a draw as written on a command line: pairs, tables, rounds already played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from referee.words.text import Slip, T

PAIR = re.compile(r"(\d+)-(\d+)")
PLACE = re.compile(r"(\d+)@(\d+)")

Rounds = list[list[list[int]]]


def pairs(written: Iterable[str]) -> list[tuple[int, int]]:
    """Pairs of players, each as `3-7`. Raises Slip."""
    return [_numbers(PAIR, each, "3-7") for each in written]


def places(written: Iterable[str]) -> dict[int, int]:
    """Players and the tables they stay at, each as `3@1`. Raises Slip."""
    return dict(_numbers(PLACE, each, "3@1") for each in written)


def _numbers(form: re.Pattern[str], written: str, example: str) -> tuple[int, int]:
    match = form.fullmatch(written)
    if not match:
        raise Slip(T("“{found}”: expected such as {example}", found=written, example=example))
    return int(match[1]), int(match[2])


def read_rounds(text: str) -> tuple[Rounds, list[list[int]]]:
    """Rounds already played and those who sat out in each, from the JSON of a draw. Raises Slip."""
    try:
        draw = json.loads(text)
    except (RecursionError, ValueError):
        draw = None
    if not isinstance(draw, dict) or not _is_nested(draw.get("rounds"), 3) or not _is_nested(draw.get("out", []), 2):
        raise Slip(T("the rounds played cannot be read: expected the JSON of a draw"), part="frozen")
    return draw["rounds"], draw.get("out", [])


def _is_nested(content: Any, depth: int) -> bool:
    if not depth:
        return isinstance(content, int)
    return isinstance(content, list) and all(_is_nested(each, depth - 1) for each in content)
