"""A table's part of the page in pieces: a device that shows one state of it is sent what differs in the next.

A piece is an element with an id between two marks, which templates set: `<!--[--><li id="lies-1">…</li><!--]-->`. Two
states differ in what their pieces differ in, whatever the templates say: no list of what a fact may change is kept.
Each state has a name; a device tells which it shows. Of a state no longer known it is sent the whole part.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

BEGIN, END = "<!--[-->", "<!--]-->"
NAMED = "\x01"
"""Stands for the name of the state among the attributes of the outermost piece."""
STATES_KEPT = 1000

_MARK = re.compile(r"<!--([\[\]])-->")
_ID = re.compile(r' id="([^"]+)"')
_VOID = ("input",)
_NOTHING: tuple[tuple[int, int], None] = ((0, 0), None)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its opening tag and what follows it; the pieces within, by their ids, where they are all there is.

    `digests`: of the tag, and of what is in it; pieces within count by their ids alone. `ends`: the number of the first
    piece behind it.
    """

    id: str
    tag: str
    text: str
    listed: tuple[str, ...] | None
    digests: tuple[int, int]
    ends: int

    @property
    def name(self) -> str:
        """What kind of element it is."""
        return self.tag[1:].split(None, 1)[0]

    def html(self, how: str, text: str) -> str:
        """The piece with `text` in it, to be put in as `how` says."""
        swap = f' hx-swap-oob="{how}"' if how else ""
        end = "" if self.name in _VOID else f"</{self.name}>"
        return f"{self.tag[:-1]}{swap}>{text}{end}"


State = dict[str, tuple[tuple[int, int], tuple[str, ...] | None]]
"""Of each piece by its id the digests, and the pieces within where they are all there is."""


class Shown:
    """The states devices may show, by name; the oldest are forgotten."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, State] = OrderedDict()

    def whole(self, text: str) -> str:
        """A page without marks, its state remembered and named in it."""
        name = self._keep(pieces(text))
        return _MARK.sub("", text).replace(NAMED, name)

    def news(self, text: str, shown: str) -> str | None:
        """What a device that shows the state named `shown` is to put in; None where it needs the whole part.

        A piece whose tag alone is new comes empty, to give its attributes (`shell`); one in which others come or go
        comes with those that are new, and an empty <i> for each that stays (`list`; static/js/patch.js).
        """
        before, found = self._states.get(shown), pieces(text)
        if before is None or not found or len({piece.id for piece in found}) < len(found):
            return None
        if before.get(found[0].id, _NOTHING)[0][1] != found[0].digests[1]:
            return None
        told = "".join(_differing(found, before))
        return told.replace(NAMED, self._keep(found))

    def _keep(self, found: list[Piece]) -> str:
        state = {piece.id: (piece.digests, piece.listed) for piece in found}
        name = f"{hash(tuple(state.items())) & (1 << 64) - 1:x}"
        self._states[name] = state
        self._states.move_to_end(name)
        while len(self._states) > STATES_KEPT:
            self._states.popitem(last=False)
        return name


def _differing(found: list[Piece], before: State) -> Iterator[str]:
    at, sent = 0, set[str]()
    while at < len(found):
        piece = found[at]
        (tag, rest), listed = before.get(piece.id, _NOTHING)
        if piece.id in sent:
            at = piece.ends
        elif rest == piece.digests[1]:
            if tag != piece.digests[0]:
                yield piece.html("shell", "")
            at += 1
        elif piece.listed and listed:
            within = {each.id: each for each in found[at:] if each.id in piece.listed}
            sent |= within.keys() - set(listed)
            yield piece.html("list", "".join(_item(each, each.id in sent) for each in within.values()))
            at += 1
        else:
            yield piece.html("true", piece.text)
            at = piece.ends


def _item(piece: Piece, fresh: bool) -> str:
    return piece.html("", piece.text) if fresh else f'<i id="{piece.id}"></i>'


def pieces(text: str) -> list[Piece]:
    """The pieces of a text in the order in which they begin."""
    parts = _MARK.split(text)
    found: list[Piece | None] = []
    stack: list[tuple[int, int, list[str], list[str]]] = []  # place, first part, own texts, ids of the pieces within
    for at in range(1, len(parts), 2):
        follows = parts[at + 1]
        if parts[at] == "[":
            stack.append((len(found), at + 1, [follows], []))
            found.append(None)
            continue
        place, first, own, within = stack.pop()
        piece = _piece("".join(parts[first:at:2]), own, within, len(found))
        found[place] = piece
        if stack:
            stack[-1][2].append(follows)
            stack[-1][3].append(piece.id)
    return [piece for piece in found if piece]


def _piece(text: str, own: list[str], within: list[str], ends: int) -> Piece:
    tag = text[: text.index(">") + 1]
    named = _ID.search(tag)
    assert named, tag
    own[0] = own[0][len(tag) :]
    name = tag[1:].split(None, 1)[0]
    inside = text[len(tag) :].removesuffix(f"</{name}>")
    last = own[-1].removesuffix(f"</{name}>")
    listed = None if "".join((*own[:-1], last)).strip() else tuple(within)
    # its kind of element counts as contents: attributes make no other of it
    return Piece(named[1], tag, inside, listed, (hash(tag), hash((name, *own, *within))), ends)
