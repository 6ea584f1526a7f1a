"""A table's part of the page in pieces: a device gets only those that differ from the state it shows.

A piece is an element with an id between two marks, which templates set: `<!--[--><li id="lies-1">…</li><!--]-->`. The
pieces of two states are compared, whatever the templates say: nobody keeps a list of what a fact may change. The part
comes in the chunks its template was drawn in. A chunk that holds whole pieces, as one that was drawn once does
(referee/web/kit/parts.py), is cut once. Each state has a name; a device tells which state it shows. If that is no
longer known, the device gets the whole part.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from referee.web.kit.parts import Joined

BEGIN, END = "<!--[-->", "<!--]-->"
NAMED = "\x01"
"""Stands for the name of the state among the attributes of the outermost piece."""
STATES_KEPT, CUTS_KEPT = 1000, 4000

_MARK = re.compile(r"(<!--[\[\]]-->)")
_ID = re.compile(r' id="([^"]+)"')
_VOID = ("input",)
_WITHIN = "\0"
"""Stands in a text for each piece within it."""

Look = tuple[tuple[int, int], tuple[str, ...] | None]
"""The digests of a piece, and the ids of the pieces within if it holds nothing else."""
State = dict[str, Look]
"""How each piece looks, by its id."""
_NOTHING: Look = ((0, 0), None)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: the kind of element (`name`), its opening tag, and the texts it is made of.

    `listed`: the ids of the pieces within, if it holds nothing else. `digests`: of the tag, and of the contents, where
    pieces within count by their ids alone. `size`: the number of pieces, itself and those within, which follow it.
    """

    id: str
    name: str
    tag: str
    texts: tuple[str, ...]
    listed: tuple[str, ...] | None
    digests: tuple[int, int]
    size: int

    @property
    def look(self) -> Look:
        """What tells the piece from another state of it."""
        return self.digests, self.listed

    @property
    def text(self) -> str:
        """The contents, without the tags of the piece."""
        return "".join(self.texts)[len(self.tag) :].removesuffix(f"</{self.name}>")

    def html(self, how: str, text: str) -> str:
        """The piece with `text` in it, to be put in as `how` says."""
        swap = f' hx-swap-oob="{how}"' if how else ""
        end = "" if self.name in _VOID else f"</{self.name}>"
        return f"{self.tag[:-1]}{swap}>{text}{end}"


@dataclass(slots=True)
class _Cut:
    """A text split into its pieces and the text between them (`own`). `ids` names the outermost pieces."""

    own: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    _state: State | None = None

    @property
    def state(self) -> State:
        """The look of each piece."""
        if self._state is None:
            self._state = {piece.id: piece.look for piece in self.pieces}
        return self._state

    def add(self, text: str) -> None:
        """Add text outside of pieces."""
        self.own.append(text)
        self.texts.append(text)

    def take(self, other: _Cut) -> None:
        """Add another text, with its pieces."""
        self.own += other.own
        self.ids += other.ids
        self.texts += other.texts
        self.pieces += other.pieces

    def close(self, within: _Cut) -> None:
        """Add a piece that is made of the text `within` its marks."""
        piece = _piece(within)
        self.own.append(_WITHIN)
        self.ids.append(piece.id)
        self.texts += within.texts
        self.pieces.append(piece)
        self.pieces += within.pieces


class Shown:
    """The states devices may show, by name; the oldest are forgotten."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, tuple[State, tuple[str, ...]]] = OrderedDict()

    def whole(self, chunks: Sequence[str]) -> str:
        """The text without marks; keep its state, and put the name of the state in."""
        cut = _cut(chunks)
        return "".join(cut.texts).replace(NAMED, self._keep(cut.state, chunks))

    def news(self, chunks: Sequence[str], shown: str) -> str | None:
        """The pieces that differ from the state named `shown`; None if the device needs the whole part.

        A piece with only a new tag comes empty, to bring its attributes (`shell`). One in which pieces come or go comes
        with the new ones, and an empty <i> for each that stays (`list`; static/js/patch.js).
        """
        before, drawn = self._states.get(shown, (None, ()))
        if before is None:
            return None
        if len(chunks) == len(drawn) and (nearly := _by_chunks(chunks, drawn, before)):
            told, state = nearly
            return told.replace(NAMED, self._keep(state, chunks))
        cut = _cut(chunks)
        found = cut.pieces
        if not found or before.get(found[0].id, _NOTHING)[0][1] != found[0].digests[1]:
            return None
        if len(cut.state) < len(found):  # two pieces have one id
            return None
        told = "".join(_differing(cut, before))
        return told.replace(NAMED, self._keep(cut.state, chunks))

    def _keep(self, state: State, chunks: Sequence[str]) -> str:
        chunks = tuple(chunks)
        name = f"{hash(chunks) & (1 << 64) - 1:x}"
        self._states[name] = state, chunks
        self._states.move_to_end(name)
        while len(self._states) > STATES_KEPT:
            self._states.popitem(last=False)
        return name


def _by_chunks(chunks: Sequence[str], drawn: Sequence[str], before: State) -> tuple[str, State] | None:
    """The pieces that differ, and the new state, found chunk by chunk; None if all has to be compared.
    This works if the chunks differ only in the tag of the outermost piece and within pieces. Equal chunks cost nothing.
    """
    end = next((at for at, chunk in enumerate(chunks) if ">" in chunk.removeprefix(BEGIN)), 0)
    told, state, tag_differs = list[str](), dict(before), False
    for at, (chunk, old) in enumerate(zip(chunks, drawn, strict=True)):
        if chunk is old or chunk == old:
            continue
        if at < end:
            tag_differs = True
            continue
        now, then = _whole_pieces(chunk), _whole_pieces(old)
        if now is None or then is None or now.own != then.own or now.ids != then.ids:
            return None
        if len(now.state) < len(now.pieces):
            return None
        told += _differing(now, before)
        for gone in then.state.keys() - now.state.keys():
            del state[gone]
        if not state.keys().isdisjoint(now.state.keys() - then.state.keys()):
            return None
        state |= now.state
    if tag_differs:
        tag = "".join(chunks[: end + 1]).removeprefix(BEGIN).partition(">")[0] + ">"
        outer = next(iter(before))
        (_, rest), listed = before[outer]
        state[outer] = (hash(tag), rest), listed
        told.insert(0, Piece(outer, "div", tag, (), None, (0, 0), 1).html("shell", ""))
    return "".join(told), state


def _whole_pieces(chunk: str) -> _Cut | None:
    """A chunk cut into its pieces; None if it is not made of whole ones."""
    parts = _parts_of(chunk)
    return parts[0] if len(parts) == 1 and isinstance(parts[0], _Cut) else None


def _differing(cut: _Cut, before: State) -> Iterator[str]:
    found, told = cut.pieces, set[int]()
    for at in [at for at, (id_, look) in enumerate(cut.state.items()) if before.get(id_) != look]:
        if at in told:
            continue
        piece, whole = found[at], range(at, at + found[at].size)
        (tag, rest), listed = before.get(piece.id, _NOTHING)
        if rest == piece.digests[1]:
            if tag != piece.digests[0]:
                yield piece.html("shell", "")
        elif piece.listed and listed:
            within = {found[place].id: place for place in whole if found[place].id in piece.listed}
            fresh = within.keys() - set(listed)
            yield piece.html("list", "".join(_item(found[place], id_ in fresh) for id_, place in within.items()))
            for place in map(within.__getitem__, fresh):
                told.update(range(place, place + found[place].size))
        else:
            yield piece.html("true", piece.text)
            told.update(whole)


def _item(piece: Piece, fresh: bool) -> str:
    return piece.html("", piece.text) if fresh else f'<i id="{piece.id}"></i>'


def _cut(chunks: Iterable[str]) -> _Cut:
    """A text in chunks, cut into its pieces."""
    cut, under_way = _Cut(), list[_Cut]()
    for chunk in chunks:
        for part in _parts_of(chunk):
            if isinstance(part, _Cut):
                cut.take(part)
            elif part == BEGIN:
                under_way.append(cut)
                cut = _Cut()
            elif part == END:
                within, cut = cut, under_way.pop()
                cut.close(within)
            else:
                cut.add(part)
    return cut


def _parts_of(chunk: str) -> tuple[str | _Cut, ...]:
    if isinstance(chunk, Joined):
        chunk.cut = chunk.cut or (_cut(chunk.parts),)
        return cast(tuple[_Cut], chunk.cut)
    return _parts(chunk) if "<!--" in chunk else (chunk,)


@lru_cache(CUTS_KEPT)
def _parts(chunk: str) -> tuple[str | _Cut, ...]:
    """A chunk as texts and marks; already cut if no piece begins or ends beyond it."""
    if chunk.startswith(BEGIN) and chunk.find("<!--", len(BEGIN)) == len(chunk) - len(END) > 0 and chunk.endswith(END):
        cut, within = _Cut(), _Cut()
        within.add(chunk[len(BEGIN) : -len(END)])
        cut.close(within)
        return (cut,)
    parts = [str(part) for part in _MARK.split(chunk) if part]
    depth, depths = 0, list[int]()
    for part in parts:
        depth += (part == BEGIN) - (part == END)
        depths.append(depth)
    whole = depth == 0 and min(depths) == 0
    return (_cut(parts),) if whole and len(parts) > 1 else tuple(parts)


@lru_cache(CUTS_KEPT)
def _named(tag: str) -> tuple[str, str]:
    """The id in an opening tag, and the kind of element it opens."""
    found = _ID.search(tag)
    assert found, tag
    return found[1], tag[1:].split(None, 1)[0]


def _piece(within: _Cut) -> Piece:
    own = "".join(within.own)
    tag = own[: own.index(">") + 1]
    id_, name = _named(tag)
    rest = own[len(tag) :]
    alone = bool(within.ids) and not rest.removesuffix(f"</{name}>").replace(_WITHIN, "").strip()
    # the kind of element counts as contents: new attributes cannot change it
    digests = hash(tag), hash((name, rest, *within.ids))
    return Piece(
        id_, name, tag, tuple(within.texts), tuple(within.ids) if alone else None, digests, 1 + len(within.pieces)
    )
