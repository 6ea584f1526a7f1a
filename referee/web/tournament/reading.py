"""Read a list of players from a file: show it, let its columns be changed, then sign the players up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flask import Response, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import CombinedMultiDict

from referee.record.grammar import CONTROL
from referee.tournament.encoding import Fact
from referee.tournament.lists.file import (
    LOOKED_AT,
    MOST_COLUMNS,
    MOST_ROWS,
    check_size,
    text_of,
    text_of_rows,
)
from referee.tournament.lists.players import FIELDS, PlayerList, facts_of, on_list, players_csv, read_list
from referee.tournament.money.listed import Dues, new_categories
from referee.tournament.money.values import Money
from referee.tournament.tournament import Tournament
from referee.typeset.workbook import Unreadable, is_workbook, sheets
from referee.web.kit.beside import StillGoing, lists
from referee.web.kit.limits import LISTS, may
from referee.web.kit.request import key, say, tournaments, why
from referee.web.kit.rights import directs
from referee.web.tournament.acts import signature
from referee.web.tournament.acts.players import ReadList
from referee.web.tournament.console import console_page, director
from referee.web.tournament.view import EventView, event_view
from referee.words.text import RefereeError, Slip, T, Text, with_line

SHOWN = 400
"""Rows shown; beyond these only the rows that cannot be taken."""


@director.post("/<id:event>/read")
@directs
def read(event: str) -> ResponseReturnValue:
    """A preview of a file, or of the text of an earlier preview. Nobody is signed up yet."""
    view = event_view(event)
    form = ReadList(view, CombinedMultiDict([request.files, request.form]))
    waits = "waits" in request.form and not form.players.data
    if not waits and not may("list", LISTS):
        abort(429)
    try:
        text = (not waits and request.form.get("rows")) or _text_sent(form, waits)
        players = _players(text)
    except Slip as slip:
        form.refuse(slip, with_line(slip))
        return console_page(view, form), 422
    return _preview(view, players, text)


def _text_sent(form: ReadList, waits: bool) -> str:
    """The list in the file of a form, or pasted there. `waits`: the file came before, and is being read.

    Raises Slip, and StillGoing while a file is read, which one from outside may make as long as the limits allow.
    """
    data = form.players.data.read() if form.players.data else b""
    if not data and not waits and form.pasted.data:
        return _check_pasted(form.pasted.data)
    try:
        return lists().once((g.device, request.form.get("key")), partial(text_of_file, data))
    except StillGoing:
        raise StillGoing(waits="yes") from None


def _players(text: str) -> PlayerList:
    """The list as the form says it is to be read; when it says otherwise whether there are headings, guessed anew."""
    form = request.form
    headed = form.get("headed") == "yes" if "shown" in form else None
    same = headed is None or form.get("was") == ("yes" if headed else "no")
    return read_list(text, form.getlist("column") if same else (), headed)


def _unticked() -> set[str]:
    """The lines whose tick was taken off, now or when they could last be taken."""
    shown, left = (set(request.form.get(name, "").split()) for name in ("shown", "left"))
    return (shown | left) - set(request.form.getlist("line"))


UNREADABLE = {
    "damaged": T("this workbook cannot be read: save it as .xlsx or as “CSV UTF-8”, and choose that file"),
    "locked": T("this workbook has a password: save it without, and choose that file"),
    "large": T("this workbook holds too much for a list: copy the list into a new one, and choose that file"),
}


def text_of_file(data: bytes) -> str:
    """The list in a file; of a workbook, the first sheet with headings that are known, else the first with a cell.

    Raises Slip where there is none, and for a file that is neither text nor workbook.
    """
    if not data:
        raise Slip(T("Choose a file first."), part="players")
    check_size(data)
    if not is_workbook(data):
        return text_of(data)
    try:
        there = [text_of_rows(rows) for _, rows in sheets(data, MOST_ROWS + LOOKED_AT, MOST_COLUMNS) if any(rows)]
    except Unreadable as error:
        raise Slip(UNREADABLE[error.why]) from None
    if not there:
        raise Slip(T("there is no player in this file"))
    return next(filter(_has_headings, there), there[0])


def _has_headings(text: str) -> bool:
    with suppress(Slip):
        return bool(read_list(text).heads)
    return False


def _check_pasted(text: str) -> str:
    """Check a pasted list. Raises Slip for signs that no list holds."""
    strange = next((line for line in text.splitlines() if CONTROL.search(line)), None)
    if strange is not None:
        raise Slip(T("“{found}” holds a character that cannot be kept", found=strange[:20]), part="pasted")
    return text


@director.post("/<id:event>/take")
@directs
def take_players(event: str) -> ResponseReturnValue:
    """Sign up the players of a list as the preview showed it."""
    text, doubles = request.form.get("rows", ""), request.form.get("doubles") == "take"

    def make(t: Tournament) -> list[Fact]:
        left = _unticked()
        return facts_of(t, [row for row in _players(text).rows if str(row.line) not in left], doubles)

    try:
        tournaments().act(event, key(), make, signature(event))
    except RefereeError as error:
        form = ReadList(view := event_view(event))
        form.form_errors.append(why(error))
        return console_page(view, form), 422
    return redirect(url_for("director.console", event=event), 303)


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row of the list; `why`: why it is left out, `known`: whether the player is on the list of the tournament,
    `ticked`: whether it is to be taken.
    """

    line: int
    cells: tuple[str, ...]
    why: str
    known: bool
    ticked: bool

    @property
    def takes(self) -> bool:
        """Whether it can be taken."""
        return not self.why or self.known


def _preview(view: EventView, players: PlayerList, text: str) -> ResponseReturnValue:
    there, left = iter(on_list(view.tournament, players.entrants)), _unticked()
    rows: list[RowShown] = []
    new: list[Dues] = []
    for row in players.rows:
        known = row.entrant is not None and next(there)
        new += [row.dues] if row.entrant and not known else []
        why = row.why or (T("on the list already") if known else None)
        rows.append(RowShown(row.line, row.cells, say(why) if why else "", known, str(row.line) not in left))
    return render_template(
        "tournament/console/reading.html",
        event=view.event,
        text=text,
        left=sorted(left - {str(row.line) for row in rows if row.takes}),
        headed=bool(players.heads),
        notes=[say(note) for note in _notes(view.tournament.value.money, players, new)],
        titles=players.titles,
        columns=[(players.heads[at] if players.heads else "", word) for at, word in enumerate(players.columns)],
        fields=[(word, say(label)) for word, label in FIELDS.items() if word != "team" or view.event.teams],
        named=players.named,
        rows=[row for at, row in enumerate(rows) if at < SHOWN or row.why],
        more=sum(not row.why for row in rows[SHOWN:]),
        new=len(new),
        known=sum(row.known for row in rows),
        refused=sum(bool(row.why) and not row.known for row in rows),
    )


def _notes(money: Money, players: PlayerList, new: Sequence[Dues]) -> Iterator[Text]:
    """What the list says of names beside names, categories and payments, in sentences."""
    if players.beside:
        text = T(
            "Column {number} begins more names beside the first, and they are left out: put them below the others,"
            " and read the list again.",
            number=players.beside,
        )
        yield text
    try:
        if categories := new_categories(money, new):
            yield T("New categories: {names}", names=categories)
    except Slip as slip:
        yield slip.text
    paid = [dues.payment for dues in new if dues.payment]
    if any(one.cents is None for one in paid) and not (money.fee or any(one.fee for one in money.categories)):
        yield T("The list says who has paid, and no fee is agreed yet: agree on it first, then read the list.")
    elif paid:
        yield T("{players} have paid: what they owe, or the amount in the list.", players=len(paid))


@director.get("/<id:event>/players.csv")
@directs
def players(event: str) -> ResponseReturnValue:
    """The players as CSV."""
    view = event_view(event)
    headers = {"Content-Disposition": f'attachment; filename="{event}-players.csv"'}
    csv = "\ufeff" + players_csv(view.tournament, view.language, view.language.comma)
    return Response(csv, mimetype="text/csv; charset=utf-8", headers=headers)
