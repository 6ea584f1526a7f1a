"""A table's part of the page in pieces: a device gets only those that differ from the state it shows.

A piece is an element with an id between two marks, which templates set: `<!--[--><li id="lies-1">…</li><!--]-->`. The
pieces of two states are compared, whatever the templates say: nobody keeps a list of what a fact may change. Each state
has a name; a device tells which state it shows. If that is no longer known, the device gets the whole part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from referee.cache import Cache, cached

NAMED = Markup("\x01")
"""Stands for the name of the state among the attributes of the outermost piece."""
STATES_KEPT, TAGS_KEPT = 1000, 4000

BEGIN = "<!--[-->"
_MARK = re.compile(r"<!--([\[\]])-->")
_TAG = re.compile(r'<(\w+)[^>]*? id="([^"]+)"[^>]*>')
_VOID = ("input",)
_WITHIN = "\0"
"""Stands in a text for each piece within it."""

Look = tuple[int, int, tuple[str, ...] | None]
"""What tells a piece from another state of it: a digest of its tag, one of its contents, where the pieces within count
by their ids alone, and these ids if it holds nothing else."""
State = Mapping[str, Look]
"""How each piece looks, by its id."""


class Piece(NamedTuple):
    """One piece: its id, the kind of element (`name`), its opening tag, how it looks, its whole text, and the pieces
    within.
    """

    id: str
    name: str
    tag: str
    look: Look
    html: str
    within: list[Piece]

    @property
    def text(self) -> str:
        """The text between its tags."""
        return self.html[len(self.tag) :].removesuffix(f"</{self.name}>")

    def with_text(self, how: str, text: str) -> str:
        """The piece with this text in it, to be put in as `how` says (static/js/patch.js)."""
        put = f' data-put="{how}"' if how else ""
        end = "" if self.name in _VOID else f"</{self.name}>"
        return f"{self.tag[:-1]}{put}>{text}{end}"


class Shown:
    """The states devices may show, by name; the oldest are forgotten."""

    def __init__(self) -> None:
        self._states = Cache[State](STATES_KEPT)

    def whole(self, html: str) -> str:
        """The text without marks; keep its state, and put the name of the state in."""
        text, _, state = pieces_of(html)
        return self._name(text, state)

    def news(self, html: str, shown: str) -> str | None:
        """The pieces that differ from the state named `shown`; None if the device needs the whole part."""
        before = self._states.find(shown)
        if before is None:
            return None
        _, pieces, state = pieces_of(html)
        if not pieces or len(state) < html.count(BEGIN):  # two pieces have one id
            return None
        outer = before.get(pieces[0].id)
        if outer is None or outer[1] != pieces[0].look[1]:
            return None
        return self._name("".join(part for piece in pieces for part in _differing(piece, before)), state)

    def _name(self, html: str, state: State) -> str:
        """The text with the name of its state, which is kept."""
        name = f"{hash(tuple(state.items())) & (1 << 64) - 1:x}"
        self._states.put(name, state)
        return html.replace(NAMED, name)


def pieces_of(html: str) -> tuple[str, list[Piece], State]:
    """A text without its marks, its outermost pieces, and how all pieces look."""
    texts, state = _MARK.split(html), dict[str, Look]()
    parts, own, pieces = [texts[0]], [texts[0]], list[Piece]()
    under_way = list[tuple[list[str], list[str], list[Piece]]]()
    for mark, text in zip(texts[1::2], texts[2::2], strict=True):
        if mark == "[":
            under_way.append((parts, own, pieces))
            parts, own, pieces = [text], [text], []
        else:
            whole, ids = "".join(parts), tuple([piece.id for piece in pieces])
            piece = Piece(*_opening("".join(own), ids), whole, pieces)
            parts, own, pieces = under_way.pop()
            parts += whole, text
            own += _WITHIN, text
            pieces.append(piece)
            state[piece.id] = piece.look
    return "".join(parts), pieces, state


@cached(TAGS_KEPT)
def _opening(own: str, ids: tuple[str, ...]) -> tuple[str, str, str, Look]:
    """The id of a piece, its kind of element, its opening tag and its look: by its `own` text, which lacks the pieces
    within, and by their ids.
    """
    match = _TAG.match(own)
    assert match, own
    tag, (name, id_) = match[0], match.groups()
    rest = own[len(tag) :]
    alone = bool(ids) and not rest.removesuffix(f"</{name}>").replace(_WITHIN, "").strip()
    # the kind of element counts as contents: new attributes cannot change it
    return id_, name, tag, (hash(tag), hash((name, rest, ids)), ids if alone else None)


def _differing(piece: Piece, before: State) -> Iterator[str]:
    """What a device needs for a piece. One with only a new tag comes empty, to bring its attributes (`shell`). One in
    which pieces come or go comes with the new ones, and an empty <i> for each that stays (`list`).
    """
    tag, rest, ids = piece.look
    tag_before, rest_before, ids_before = before.get(piece.id, (0, 0, None))
    if rest == rest_before:
        if tag != tag_before:
            yield piece.with_text("shell", "")
    elif ids and ids_before:
        yield piece.with_text("list", "".join(_item(each, each.id not in ids_before) for each in piece.within))
    else:
        yield piece.with_text("true", piece.text)
        return
    for each in piece.within:
        if rest == rest_before or each.id in (ids_before or ()):
            yield from _differing(each, before)


def _item(piece: Piece, fresh: bool) -> str:
    return piece.with_text("", piece.text) if fresh else f'<i id="{piece.id}"></i>'
