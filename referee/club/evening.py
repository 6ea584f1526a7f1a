"""The tables of one evening: a new one continues another when somebody joins, leaves or sits out; their totals."""

from __future__ import annotations

from referee.club.shelf import put
from referee.club.tables import Kept, Tables
from referee.record.text import Header
from referee.words.text import Slip, T

MOST_TABLES = 30
"""The most tables in one chain; no evening changes its players as often."""


def go_on(tables: Tables, kept: Kept, names: tuple[str, ...]) -> str:
    """Open a table of the same game and laws with other players, to continue this one; return its id.

    Raises Slip while a deal is played, where this table was continued already, and for a wrong number of players.
    """
    if kept.table.current is not None:
        raise Slip(T("a deal is being played: finish it or void it first"))
    if kept.next:
        raise Slip(T("this table has gone on with other players already"))
    counts = tuple(str(count) for count in kept.table.rules.players)
    if len(names) not in kept.table.rules.players:
        raise Slip(T("{found} players: this game is played by {counts}", found=len(names), counts=counts))
    header = kept.table.header
    following = tables.open(
        Header(header.game, names, header.preset, header.options), kept.title, f"after {kept.id} {names}"
    )
    label = tables.store.stream(kept.id).label
    head = {word: label[word] for word in ("title", "place") if word in label}
    tables.store.set_label(following, head | {"after": kept.id})
    tables.store.set_label(kept.id, label | {"next": following})
    return following


def go_back(tables: Tables, kept: Kept) -> str:
    """Take back that a table went on with other players; return the id of the table before, which goes on again.

    Raises Slip where there is none, or where something was recorded since.
    """
    if not kept.after or kept.table.facts():
        raise Slip(T("something was recorded with these players: they stay"))
    label = tables.store.stream(kept.after).label
    tables.store.set_label(kept.after, {word: value for word, value in label.items() if word != "next"})
    put(tables.store, kept.id, "bin")
    return kept.after


def chain(tables: Tables, kept: Kept) -> list[Kept]:
    """The tables before and after this one in its evening, this one included, in order."""
    evening = [kept]
    while evening[0].after and len(evening) < MOST_TABLES:
        evening.insert(0, tables.get(evening[0].after))
    while evening[-1].next and len(evening) < MOST_TABLES:
        evening.append(tables.get(evening[-1].next))
    return evening


def totals(evening: list[Kept]) -> dict[str, int]:
    """What each person, also one who left, has won or lost at all these tables, the most first."""
    won: dict[str, int] = {}
    for kept in evening:
        for name, points in zip(kept.table.seats, kept.table.won, strict=True):
            won[name] = won.get(name, 0) + points
    return dict(sorted(won.items(), key=lambda one: -one[1]))
