"""Replay: a table's deals as pictures of tricks, and step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.record.facts import Played, TrickPlayed
from referee.record.text import Entry
from referee.rules import Foul
from referee.rules.deal import Deal, Play, Trick
from referee.table.fold import fold
from referee.table.judged import foul_key
from referee.table.state import State
from referee.table.table import Judged, Table
from referee.web.kit.parts import context_of
from referee.web.kit.request import number, say, tables, who
from referee.web.kit.rights import sees
from referee.web.kit.visit import visit
from referee.web.past.mend import head, past
from referee.web.table.between import Column, columns, fact_text, rows
from referee.web.table.drawn import STATES, TrickShown, trick_view, tricks_taken
from referee.web.table.reckoner import effect_of
from referee.web.table.scores import ScoreLine, score_lines
from referee.web.table.view import TableView
from referee.words.text import Slip, capitalize


@dataclass(frozen=True, slots=True)
class Step:
    """The table after one more event, with its text and line."""

    state: State
    line: int
    text: str


def sees_effect(kept: Kept, judged: Judged) -> bool:
    """Whether this device may see what a foul did; while its deal is played, only that of the table's owner may."""
    return judged.state != "open" or visit(kept.id).owns


def visible(kept: Kept) -> tuple[Judged, ...]:
    """The deals this device may look back at.

    None where it sees only scores; not the deal being played where that would help somebody's memory.
    """
    deals, here = kept.table.deals, visit(kept.id)
    if not here.sees_table:
        return ()
    return deals if kept.table.current is None or here.sees_past else deals[:-1]


def steps(kept: Kept, deal: int) -> list[Step]:
    """The steps of a deal (counted from 1), one card at a time."""
    singly: list[Step] = []
    for state in kept.table.state.of_deal(deal):
        singly += _apart(kept.table, state)
    return singly


def _apart(table: Table, state: State) -> list[Step]:
    """A fact as a step; a trick written on one line as one step for each card."""
    entry, before = state.entry, state.facts
    assert entry is not None and before is not None  # noqa: PT018 - one fact, told together
    whole = Step(state, entry.line, fact_text(table, entry.fact, who().language))
    if not isinstance(entry.fact, TrickPlayed):
        return [whole]
    plays = [play for trick in state.deals[-1].deal.all_tricks for play in trick.plays if play.line == entry.line]
    facts = [Played(table.seats[play.seat], play.cards) for play in plays]
    singly = []
    try:
        for fact in facts[:-1]:
            before = fold(table.rules, before, Entry(entry.line, fact))
            singly.append(Step(before, entry.line, say(fact.says(table.rules))))
    except Slip:  # the line closed a trick left open, or opened one: it stays one step
        return [whole]
    return [*singly, Step(state, entry.line, say(facts[-1].says(table.rules)))]


# --- the pages


@past.get("/t/<id:table>/deals")
@sees("past")
def deals(table: str) -> ResponseReturnValue:
    """The match deal by deal: what each deal paid, and running totals."""
    kept = tables().get(table)
    shown = rows(kept.table, who().language, visible(kept))
    return render_template("past/deals.html", rounds=shown, tab="deals", table=head(kept))


@dataclass(frozen=True, slots=True)
class SeatThen:
    """A seat after a step of a replay, where its player sits (p0 the nearest)."""

    place: str
    name: str
    dealer: bool
    turn: bool
    bid: str | None
    tricks: int | None
    role: str | None


@dataclass(frozen=True, slots=True)
class FoulThen:
    """A foul that a step brought to light."""

    kind: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TableThen:
    """The table after step `at` of so many."""

    at: int
    of: int
    text: str
    line: int
    seats: tuple[SeatThen, ...]
    trick: TrickShown | None
    fouls: tuple[FoulThen, ...]


@dataclass(frozen=True, slots=True)
class Thumb:
    """A trick as a small picture, and the step that ended it (`at`)."""

    trick: TrickShown
    winner: str | None
    at: int


@dataclass(frozen=True, slots=True)
class DealThen:
    """A deal to look back at (deal.html). `last`: how many deals there are; `shown`: the line of play that is stepped
    through in its place, as the values of its address.
    """

    number: int
    label: str
    state: str
    last: int
    shown: Mapping[str, int]
    step: TableThen | None
    tricks: tuple[Thumb, ...]
    columns: tuple[Column, ...]
    lines: tuple[ScoreLine, ...]
    sums: tuple[int, ...]


@past.get("/t/<id:table>/deals/<int:deal>")
@sees("past")
def deal(table: str, deal: int) -> ResponseReturnValue:
    """One deal: its tricks, its score, and the table after any step."""
    kept = tables().get(table)
    if not 1 <= deal <= len(visible(kept)):
        abort(404)
    judged = kept.table.deals[deal - 1]
    walk, shown, first = _walk(kept, judged)
    return render_template(
        "past/deal.html", **context_of(_then(kept, judged, walk, shown, first)), tab="deals", table=head(kept)
    )


def _then(kept: Kept, judged: Judged, walk: list[Step], shown: Mapping[str, int], first: int) -> DealThen:
    """A deal to look back at, after the step asked for, else after the `first`."""
    language = who().language
    view, fouls = TableView(kept, language), _fouls(judged)
    paid, shown_in = judged.net(len(kept.table.seats)), columns(kept.table, language)
    return DealThen(
        number=judged.deal.number,
        label=capitalize(say(kept.table.rules.label(judged.deal))),
        state=say(STATES[judged.state]),
        last=len(visible(kept)),
        shown=shown,
        step=None if kept.table.rules.scores_only else _table_at(kept, walk, _at(walk, first)),
        tricks=tuple(_thumb(view, judged.deal, trick, walk, fouls) for trick in judged.deal.all_tricks),
        columns=shown_in,
        lines=score_lines(kept.table, judged, shown_in, language),
        sums=tuple(paid[one.seat] for one in shown_in),
    )


def _walk(kept: Kept, judged: Judged) -> tuple[list[Step], dict[str, int], int]:
    """The steps of a deal, or the steps up to a foul and then a line of play that shows its effect.

    Also the foul and line shown, and the step to begin with: the card that proves the foul asked for.
    """
    walk = steps(kept, judged.deal.number)
    place, which = number(request.args.get("foul")), number(request.args.get("shows"))
    if place is None:
        return walk, {}, len(walk)
    if not 1 <= place <= len(judged.fouls):
        abort(404)
    foul = judged.fouls[place - 1]
    if which is None:
        return walk, {}, _step_of(walk, foul)
    if not sees_effect(kept, judged):
        abort(404)
    effect = effect_of(kept, judged, foul)
    did = effect.result() if effect.done() else None
    lines = () if did is None or did.deal is None else tuple(did.lines(kept.table.rules))
    if did is None or did.deal is None or not 1 <= which <= len(lines):
        abort(404)
    before = list(takewhile(lambda step: step.line != foul.committed or foul.play not in _deal(step).plays, walk))
    plays = [play for trick in lines[which - 1][1] for play in trick.plays][len(did.deal.trick.plays) :]
    instead = list(_line_of_play(kept.table, before[-1].state, plays))
    return before + instead, {"foul": place, "shows": which}, len(before) + 1


def _line_of_play(table: Table, state: State, plays: Sequence[Play]) -> Iterator[Step]:
    """The steps of these plays from a state on, as they might have been."""
    line = 1 + max(entry.line for entry in table.log)
    for place, play in enumerate(plays):
        fact = Played(table.seats[play.seat], play.cards)
        state = fold(table.rules, state, Entry(line + place, fact))
        yield Step(state, line + place, say(fact.says(table.rules)))


def _step_of(walk: list[Step], foul: Foul) -> int:
    """The step that brings a foul to light; the one that commits it if a later deal does."""
    key = foul_key(foul)
    proving = (at for at, step in enumerate(walk, 1) if key in map(foul_key, step.state.deals[-1].fouls))
    committing = (at for at, step in enumerate(walk, 1) if foul.play in _deal(step).plays)
    return next(proving, next(committing, len(walk)))


def _at(walk: list[Step], first: int) -> int:
    """The step asked for, else the one to begin with."""
    at = number(request.args.get("at"))
    return min(max(at if at is not None else first, 1), len(walk))


def _fouls(judged: Judged) -> set[Play]:
    """The plays of a deal that are fouls, as far as they still are told and the record was not wrong."""
    live = [foul for foul in judged.live_fouls if not foul.vague]
    rulings = [judged.ruling(foul) for foul in live]
    wrong = [ruling is not None and ruling.decision == "correct" for ruling in rulings]
    return {foul.play for foul, mistake in zip(live, wrong, strict=True) if foul.play is not None and not mistake}


def _thumb(view: TableView, deal: Deal, trick: Trick, walk: list[Step], fouls: set[Play]) -> Thumb:
    """A trick as a small picture, the plays marked that are fouls, and the step that ended it."""
    ended = next((at for at, step in enumerate(walk, 1) if len(_deal(step).tricks) >= trick.number), len(walk))
    winner = None if trick.winner is None else view.table.seats[trick.winner]
    return Thumb(trick_view(trick, deal, who().language, [play in fouls for play in trick.plays]), winner, ended)


def _deal(step: Step) -> Deal:
    return step.state.deals[-1].deal


def _table_at(kept: Kept, walk: list[Step], at: int) -> TableThen:
    """The table after a step."""
    step, rules = walk[at - 1], kept.table.rules
    judged = step.state.deals[-1]
    deal = judged.deal
    table = Table(kept.table.header, rules, (), step.state)
    view = TableView(Kept(kept.id, kept.title, table, kept.seq), who().language)
    known = walk[at - 2].state.deals[-1].fouls if at > 1 else ()
    trick = deal.trick if deal.trick.plays else deal.last_trick
    turn = view.asked[0].seat if view.asked else None
    return TableThen(
        at=at,
        of=len(walk),
        text=step.text,
        line=step.line,
        seats=tuple(_seat(kept, deal, seat, turn) for seat in range(len(kept.table.seats))),
        trick=trick_view(trick, deal, who().language) if trick and trick.plays else None,
        fouls=tuple(
            FoulThen(say(rules.name_of(foul)), say(foul.message)) for foul in judged.live_fouls if foul not in known
        ),
    )


def _seat(kept: Kept, deal: Deal, seat: int, turn: int | None) -> SeatThen:
    rules, bid = kept.table.rules, deal.bid(seat)
    role, away = rules.role(deal, seat), seat if rules.direction != "counter" else -seat
    return SeatThen(
        place=f"p{away % len(kept.table.seats)}",
        name=kept.table.seats[seat],
        dealer=deal.dealer == seat,
        turn=turn == seat,
        bid=None if bid is None else say(rules.word_text(bid)),
        tricks=tricks_taken(rules, deal)[seat] if rules.tells_tricks else None,
        role=say(role) if role else None,
    )
