"""What the sealed hands show about a table's log, and what of it the table itself hears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from referee.boards.board import Board, Form
from referee.boards.rest import Claim, claim_of
from referee.boards.silence import before_change, silent_boards
from referee.boards.watch import Finding, watch
from referee.table.table import Table

Row = tuple[int, int, Finding]
"""A finding, with the number of its deal and of its board."""
ClaimRow = tuple[int, int, Claim]


@dataclass(frozen=True, slots=True)
class Shown:
    """Findings and claims of the rest."""

    findings: tuple[Row, ...] = ()
    claims: tuple[ClaimRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What the hands of the seal with this hash show about a table's log up to `seq`.

    `silent`: the boards of which the table hears no more; `before`: what they showed before they fell silent, where
    the table heard it.
    """

    seq: int = 0
    hash: str = ""
    shown: Shown = Shown()
    silent: Mapping[str, int] = field(default_factory=dict)
    before: Mapping[str, Shown] = field(default_factory=dict)

    def at_once(self, deal: int) -> Shown:
        """What the table hears at once about one of its deals."""
        return _audible(Shown(
            tuple(row for row in self.shown.findings if row[0] == deal and str(row[1]) not in self.silent),
            tuple(row for row in self.shown.claims if row[0] == deal and str(row[1]) not in self.silent),
        ))  # fmt: skip

    def retractions(self) -> Shown:
        """What the table once heard and took back."""
        rows = [row for shown in self.before.values() for row in shown.findings]
        claims = [row for shown in self.before.values() for row in shown.claims]
        now = {(one.line, one.kind, one.seat) for _, _, one in self.shown.findings}
        still = {claim.line for _, _, claim in self.shown.claims}
        return Shown(
            tuple(row for row in rows if (row[2].line, row[2].kind, row[2].seat) not in now),
            tuple(row for row in claims if row[2].line not in still),
        )


def look(form: Form, table: Table, dealt: Sequence[Board], seq: int, known: Seen, *, aloud: bool) -> Seen:
    """What sealed hands show about a table; `known` is what they showed before, `aloud` whether it hears them."""
    silent, before = silent_boards(table), dict(known.before)
    for board, count in silent.items() if aloud else ():
        if board not in before:
            before[board] = _audible(_show(form, before_change(table, count), dealt, board))
    return Seen(seq, known.hash, _show(form, table, dealt), silent, before)


def breaches(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The findings that may be told aloud: a card that was dealt to another hand would show that hand."""
    return tuple(row for row in rows if row[2].guess is None and row[2].seat is not None and not row[2].public)


def _audible(shown: Shown) -> Shown:
    """What a table hears of one deal: nothing after a card that was not dealt to its player, as it could ask so too."""
    wrong = min((one.line for _, _, one in shown.findings if one.guess is not None), default=inf)
    rows = breaches(shown.findings)
    return Shown(tuple(row for row in rows if row[2].line < wrong), shown.claims)


def _show(form: Form, table: Table, dealt: Sequence[Board], only: str = "") -> Shown:
    by_number = {str(board.number): board for board in dealt if only in ("", str(board.number))}
    findings: list[Row] = []
    claims: list[ClaimRow] = []
    for place, judged in enumerate(table.deals, 1):
        board = by_number.get(judged.deal.keys.get("board", ""))
        if board is not None:
            findings += [(place, board.number, one) for one in watch(form, table, place, board, dealt)]
            claim = claim_of(table, place, board)
            claims += [] if claim is None else [(place, board.number, claim)]
    return Shown(tuple(findings), tuple(claims))
