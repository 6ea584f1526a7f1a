"""Compare a table's deal with the sealed hands of its board: find fouls at once, and cards from another hand.

The table's own fold never sees these hands. A second fold of the deal gets every hand as open, and the judge reports
what it then sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.boards.board import Board, Form
from referee.boards.guess import Guess, guess
from referee.record.facts import Announced, Confirmed, Dealt, Discarded, HandOpened, KittyTurned, Ruled, TimeCalled
from referee.record.grammar import Fact
from referee.record.text import Entry, Header
from referee.rules.acts import Foul
from referee.rules.deal import Play
from referee.rules.ruleset import Ruleset
from referee.table.judged import Judged
from referee.table.table import Table, open_table
from referee.words.text import CardName, Slip, T, Text

CARDS = ("not-in-hand", "already-played")
"""The kinds of foul that are no breach but an impossible card."""

NOTHING = Text("")


@dataclass(frozen=True, slots=True)
class Finding:
    """What the sealed hands show about a line of a table's log.

    `kind` and `seat` are as in a foul. `text` names cards, for those who may know the hands; `aloud` names none.
    `public`: the cards played at the table prove it too. `guess`: the probable reason for a card that does not fit.
    """

    line: int
    kind: str
    seat: int | None
    trick: int | None
    text: Text
    aloud: Text = NOTHING
    public: bool = False
    guess: Guess | None = None


def watch(form: Form, table: Table, number: int, board: Board, others: Sequence[Board] = ()) -> tuple[Finding, ...]:
    """All findings in a deal of a table (numbered from 1), in the order of the lines.

    `others` are the boards that may lie there by mistake.
    """
    judged = table.deals[number - 1]
    folded, odd = fold_open(table, judged.facts, board, others)
    if folded is None:
        return odd
    shadow = folded.deals[-1]
    plays = [play for play in shadow.deal.plays if not play.unseen]
    misfits = [foul for foul in shadow.findings if foul.kind in CARDS]
    findings = [_misfit(form, board, others, plays, foul, table.seats) for foul in misfits]
    strange = next(
        (one.guess for one in findings if one.guess is not None and one.guess.what in ("board", "turned")), None
    )
    if strange is not None:
        odd = tuple(replace(one, guess=strange) for one in odd)
    elsewhere = () if strange else (foul for foul in shadow.fouls if not _doubtful(foul, misfits))
    findings += _fouls(form, judged, elsewhere, table.seats)
    findings += _wrong_counts(table.rules, judged, board)
    return tuple(sorted((*findings, *odd), key=lambda one: one.line))


def _fouls(form: Form, judged: Judged, fouls: Iterable[Foul], seats: Sequence[str]) -> Iterator[Finding]:
    """The findings for what the sealed hands prove beside cards that do not fit."""
    known = {(foul.kind, foul.seat, foul.committed) for foul in judged.fouls}
    for foul in fouls:
        if foul.kind in CARDS or foul.seat is None or foul.proof == "counted":
            continue
        public = (foul.kind, foul.seat, foul.committed) in known
        aloud = T("Trick {trick}, {name}: {kind}. The prepared hand proves it.", trick=foul.trick or 0,
                  name=seats[foul.seat], kind=form.rules.name_of(foul))  # fmt: skip
        yield Finding(foul.committed, foul.kind, foul.seat, foul.trick, foul.message, aloud, public)


def _wrong_counts(rules: Ruleset, judged: Judged, board: Board) -> Iterator[Finding]:
    """The findings for a result that these hands cannot give."""
    if judged.deal.state == "done":
        for doubt in rules.doubts(judged.deal, dict(enumerate(board.hands)), board.rest):
            text = T("Board {board}: {text}", board=board.number, text=doubt)
            yield Finding(judged.facts[-1], "wrong-count", None, None, text)


def _doubtful(foul: Foul, misfits: Sequence[Foul]) -> bool:
    """Whether an impossible card, by this player or in this trick, makes a foul uncertain."""
    before = [one for one in misfits if one.committed <= foul.committed]
    return any(one.seat == foul.seat or one.trick == foul.trick for one in before)


def fold_open(
    table: Table, lines: Sequence[int], board: Board, others: Sequence[Board] = ()
) -> tuple[Table | None, tuple[Finding, ...]]:
    """Fold the facts on these lines of a deal with every hand open; also return the facts impossible with these hands.

    The table is None where the hands themselves do not fit.
    """
    own = set(lines)
    entries = [entry for entry in table.facts() if entry.line in own or _confirms(entry.fact, own)]
    header = Header(table.header.game, table.seats, table.header.preset, table.header.options)
    shadow = open_table(header)
    odd: list[Finding] = []
    for entry in entries:
        for fact in _in_its_place(board, entry.fact):
            try:
                shadow = shadow.add(entry.line, fact)
                break
            except Slip as slip:
                if not isinstance(entry.fact, Ruled | TimeCalled | Confirmed) and not any(
                    o.line == entry.line for o in odd
                ):
                    odd.append(_odd(table, entry, slip, others))
        if isinstance(entry.fact, Dealt) and shadow.deals:
            opened = [HandOpened(name, hand) for name, hand in zip(table.seats, board.hands, strict=True)]
            try:
                shadow = shadow.extend(Entry(-1 - at, fact) for at, fact in enumerate(opened))
            except Slip as slip:
                return None, (_odd(table, entry, slip, others),)
    return (shadow if shadow.deals else None), tuple(odd)


def _confirms(fact: Fact, lines: set[int]) -> bool:
    """Whether people say here that a card which a reader told on one of these lines is right."""
    return isinstance(fact, Confirmed) and not lines.isdisjoint(fact.lines)


def _in_its_place(board: Board, fact: Fact) -> Iterable[Fact]:
    """A fact, then the one to fold in its place if it is impossible with these hands."""
    yield fact
    match fact:
        case KittyTurned() if "kitty" in board.rest:
            yield KittyTurned(board.rest["kitty"])
        case Discarded(seat, cards, count):
            yield Discarded(seat, count=len(cards) or count)
        case Announced(cards=cards) if cards:
            yield replace(fact, cards=())


def _odd(table: Table, entry: Entry, slip: Slip, others: Sequence[Board]) -> Finding:
    name = getattr(entry.fact, "seat", None)
    seat = table.seats.index(name) if name in table.seats else None
    text = T("“{line}” cannot be with the hands of this board: {text}", line=entry.fact.line(), text=slip.text)
    kitty = sorted(entry.fact.cards) if isinstance(entry.fact, KittyTurned) else None
    number = next((other.number for other in others if sorted(other.rest.get("kitty", ())) == kitty), 0)
    return Finding(entry.line, "not-in-hand", seat, None, text, guess=Guess("board" if number else "tap", number))


def _misfit(
    form: Form, board: Board, others: Sequence[Board], plays: Sequence[Play], foul: Foul, seats: Sequence[str]
) -> Finding:
    """The finding for a card that was not dealt to its player, guessed from the plays so far."""
    assert foul.play is not None
    likely = guess(form, board, others, plays, foul.play)
    name = seats[foul.seat] if foul.seat is not None else ""
    text = T("Trick {trick}: {name} plays {card}, which is not in this hand of board {board}. {guess}",
             trick=foul.trick or 0, name=name, card=CardName(foul.play.card), board=board.number,
             guess=likely.text(seats))  # fmt: skip
    return Finding(foul.committed, foul.kind, foul.seat, foul.trick, text, guess=likely)
