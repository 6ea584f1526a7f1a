"""Corrections: what stands after earlier facts were taken back, corrected, struck out, preceded, or put on other seats.

The facts that stand after the corrected one are folded again. An undo goes back to the state before.
"""

from __future__ import annotations

from dataclasses import replace

from referee.record.facts import Confirmed, Corrected, Inserted, Reseated, Ruled, Struck, TrickPlayed
from referee.record.grammar import Fact
from referee.record.text import Entry, Header, Record, check_seats, rename
from referee.rules import Ruleset
from referee.table.fold import fold
from referee.table.state import Evening, State
from referee.words.text import Slip, T

RENAMED = 50
"""The cost of making the rules again for other names, in facts folded."""


def amend(header: Header, rules: Ruleset, state: State, entry: Entry, first: Fact | None) -> State:
    """The state after a fact that changes or takes back earlier ones; `first`: the correction before it, which cannot
    stand alone.
    """
    match entry.fact:
        case Reseated() as names:
            return _reseat(header, rules, state, names)
        case Corrected() | Struck() | Inserted() as change:
            return _rewrite(rules, state, entry.line, change, first).with_undo_to(state)
    before = state.before
    if before is None:
        raise Slip(T("there is nothing to take back"))
    return before


def facts_from(state: State, change: Fact) -> int:
    """The number of facts from the changed one on, among those that stand; a whole trick counts for its cards.
    Names on other seats change all facts, and the rules are made again for them.
    """
    _, again = state.back_before(getattr(change, "at", 0))
    plays = (len(entry.fact.plays) if isinstance(entry.fact, TrickPlayed) else 1 for entry in again)
    return (RENAMED if isinstance(change, Reseated) else 0) + sum(plays)


def _reseat(header: Header, rules: Ruleset, state: State, fact: Reseated) -> State:
    """The state after all facts that stand, folded again with the names on other seats; raises Slip for wrong names."""
    check_seats(fact.names)
    if len(fact.names) != len(header.seats):
        raise Slip(T("{found} names for {count} seats", found=len(fact.names), count=len(header.seats)))
    record = rename(Record(header, tuple(state.entries())), dict(zip(header.seats, fact.names, strict=True)))
    rules, now = rules_for(rules, fact.names), State(Evening(header=record.header))
    for entry in record.entries:
        now = _fold_again(rules, now, entry)
    return now.with_undo_to(state)


def rules_for(rules: Ruleset, names: tuple[str, ...]) -> Ruleset:
    """The rules of a table for other names on its seats."""
    copy = type(rules)(rules.options, names)
    copy.carried = rules.carried
    return copy


def _rewrite(
    rules: Ruleset, state: State, line: int, change: Corrected | Struck | Inserted, first: Fact | None = None
) -> State:
    """The state after all facts that stand, with one of them corrected, struck out or preceded by another, and with the
    correction `first` that stands only together with it. A ruling that is no longer possible, because its foul is gone,
    is left out; so is the word that cards which are gone are right.
    """
    before, later = state.back_before(change.at)
    if isinstance(first, Corrected) and isinstance(change, Corrected):
        facts = {first.at: first.fact, change.at: change.fact}
        before, later = max(map(state.back_before, facts), key=lambda back: len(back[1]))
        later = [replace(entry, fact=facts.get(entry.line, entry.fact)) for entry in later]
        change = Corrected(later[-1].line, later[-1].fact)
    if before is None:
        raise Slip(T("no fact stands at line {found}", found=change.at), found=change.at)
    old, state = later.pop(), before
    match change:
        case Corrected(at, fact):
            state = fold(rules, state, Entry(at, fact))
        case Inserted(_, fact):
            state = fold(rules, state, Entry(line, fact))
            later.append(old)
    for entry in reversed(later):
        try:
            state = _fold_again(rules, state, entry)
        except Slip as slip:
            if isinstance(entry.fact, Ruled | Confirmed):
                continue
            text = T("then “{fact}” could not stand: {text}", fact=entry.fact.says(rules), text=slip.text)
            raise Slip(text, line=line) from None
    return state


def _fold_again(rules: Ruleset, state: State, entry: Entry) -> State:
    """The state after a fact that stood before; one that was refused may stand now, or stays refused."""
    try:
        return fold(rules, state, Entry(entry.line, entry.fact))
    except Slip as slip:
        if entry.refused is None:
            raise
        return state.with_entry(replace(entry, refused=slip.text))
