"""Results entered, confirmed, disputed and corrected at a tournament's tables, and calls for the director."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.tournament import facts
from referee.tournament.settings import check_reason, check_word
from referee.tournament.values import Call, Dispute, Result, Sitting, Value
from referee.words.text import Slip, T, Text

CALLS: Mapping[str, Text] = {
    "open": T("open"), "progress": T("on the way"), "resolved": T("resolved"), "deferred": T("deferred"),
}  # fmt: skip
"""The states of a call for the director."""
AWARDS: Mapping[str, Text] = {
    "nothing": T("nobody gets anything"), "average": T("each their average"), "points": T("each these points"),
}  # fmt: skip
"""What the players of an unplayed table get."""


def enter(value: Value, seq: int, fact: facts.Entered | facts.Corrected) -> Value:
    """Add a version of a table's result. One written by the director needs no confirmation."""
    sitting = value.sitting(fact.round, fact.table)
    _sums(value, sitting, fact)
    if isinstance(fact, facts.Corrected):
        check_reason(fact.reason)
        result = Result(
            fact.scores, seq, None, "total", fact.penalties, fact.deals, fact.takers, fact.marks, fact.reason
        )
        return settle(value, sitting, result)
    _check_version(sitting, fact.version)
    _seat(sitting, fact.seat)
    if sitting.confirmed and fact.seat is not None:
        raise Slip(T("this result is confirmed: only the director changes it now"), found=fact.table)
    result = Result(
        fact.scores, seq, fact.seat, fact.depth, fact.penalties, fact.deals, fact.takers, fact.marks, awards=fact.awards
    )
    agreed = fact.seat is None or not value.settings.confirm
    return _resolve(value, sitting).with_sitting(_with(sitting, result, agreed))


def not_played(value: Value, seq: int, fact: facts.NotPlayed) -> Value:
    """Settle a table as not played."""
    sitting = value.sitting(fact.round, fact.table)
    check_reason(fact.reason)
    check_word("award", fact.award, AWARDS)
    scores = (fact.points,) * len(sitting.seats) if fact.award == "points" else ()
    return settle(value, sitting, Result(scores, seq, reason=fact.reason, award=fact.award))


def settle(value: Value, sitting: Sitting, result: Result) -> Value:
    """Add a version of a table's result set by the director, and confirm it."""
    return _resolve(value, sitting).with_sitting(_with(sitting, result, True))


def _with(sitting: Sitting, result: Result, confirmed_: bool) -> Sitting:
    results = (*sitting.results, result)
    return replace(sitting, results=results, confirmed=confirmed_, dispute=None)


def _resolve(value: Value, sitting: Sitting) -> Value:
    """Resolve the call that the table's dispute made."""
    call = value.calls.get(sitting.dispute.entry) if sitting.dispute else None
    if call is None:
        return value
    return replace(value, calls={**value.calls, call.number: replace(call, state="resolved")})


def confirm(value: Value, fact: facts.Confirmed) -> Value:
    """Confirm a table's result, as another seat or the director."""
    sitting = value.sitting(fact.round, fact.table)
    if sitting.result is None:
        raise Slip(T("table {table} has no result yet", table=fact.table), found=fact.table)
    _check_version(sitting, fact.version)
    _seat(sitting, fact.seat)
    if fact.seat is not None and fact.seat == sitting.result.seat:
        raise Slip(T("another player confirms what you entered"), found=fact.seat)
    if sitting.dispute and fact.seat is not None and fact.seat != sitting.dispute.seat:
        raise Slip(T("the result is disputed: the director decides"), found=fact.table)
    after = replace(sitting, confirmed=True, dispute=None)
    return _resolve(value, sitting).with_sitting(after)


def call(value: Value, seq: int, fact: facts.DirectorCalled | facts.CallMoved | facts.Disputed, at: float) -> Value:
    """Add a call for the director, or change the state of one."""
    if isinstance(fact, facts.CallMoved):
        return _move(value, fact)
    sitting = value.sitting(fact.round, fact.table)
    _seat(sitting, fact.seat)
    if isinstance(fact, facts.Disputed):
        if sitting.result is None:
            raise Slip(T("table {table} has no result yet", table=fact.table), found=fact.table)
        _check_version(sitting, fact.version)
        if sitting.confirmed and fact.seat is not None:
            raise Slip(T("this result is confirmed: only the director changes it now"), found=fact.table)
        dispute = Dispute(seq, fact.seat, fact.text)
        value = value.with_sitting(replace(sitting, dispute=dispute, confirmed=False))
    call = Call(seq, fact.round, fact.table, fact.seat, fact.text, at)
    return replace(value, calls={**value.calls, seq: call})


def _move(value: Value, fact: facts.CallMoved) -> Value:
    if fact.call not in value.calls:
        raise Slip(T("there is no call {found}", found=fact.call), found=fact.call)
    if fact.state not in CALLS:
        text = T("“{found}” stands where one of {expected} was expected", found=fact.state, expected=tuple(CALLS))
        raise Slip(text, found=fact.state)
    call = value.calls[fact.call]
    answers = (*call.answers, fact.text) if fact.text else call.answers
    return replace(value, calls={**value.calls, fact.call: replace(call, state=fact.state, answers=answers)})


def _check_version(sitting: Sitting, version: int) -> None:
    if version != sitting.version:
        raise Slip(
            T("table {table} has another result meanwhile: look at it first", table=sitting.number),
            stale=True,
            found=version,
        )


def _seat(sitting: Sitting, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < len(sitting.seats):
        raise Slip(T("table {table} has no seat {found}", table=sitting.number, found=seat + 1), found=seat)


def _sums(value: Value, sitting: Sitting, fact: facts.Entered | facts.Corrected) -> None:
    seats = len(sitting.seats)
    rows = [fact.scores, *fact.deals, *(row for _, row in fact.marks), *([fact.penalties] if fact.penalties else [])]
    if any(len(row) != seats for row in rows):
        raise Slip(T("table {table} has {expected} seats", table=sitting.number, expected=seats), found=sitting.number)
    if fact.takers and (len(fact.takers) != len(fact.deals) or any(not -1 <= t < seats for t in fact.takers)):
        raise Slip(T("every deal has a taker, or nobody"), found=sitting.number)
    if any(points > 0 for points in fact.penalties):
        raise Slip(T("a penalty takes points: write how many, with a minus"), part="penalties")
    if fact.deals and tuple(map(sum, zip(*fact.deals, strict=True))) != fact.scores:
        raise Slip(T("the deals of table {table} do not add up to its scores", table=sitting.number))
    if value.settings.balanced:
        for row in (fact.scores, *fact.deals):
            if sum(row):
                raise Slip(
                    T("the scores of table {table} add up to {found}, not to 0", table=sitting.number, found=sum(row)),
                    found=sum(row),
                    part="scores",
                )
