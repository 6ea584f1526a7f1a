"""A table: its log of facts folded into deals, judged, ruled and scored.

A `Table` is a value. `add` gives the table after one more fact and keeps the one before, so that a tap costs the
same whatever the length of the evening and an undo nothing. Corrections deep in the past fold everything anew.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from referee.events import Corrected, Inserted, Ruled, Struck, Undone
from referee.fold import DEPTHS, fold
from referee.games import rules_of
from referee.grammar import Fact
from referee.record import Entry, Header, Record
from referee.ruleset import Foul, Remedy, Ruleset, Standing
from referee.state import EMPTY, Judged, Penalty, Ruling, State, past_of, standing
from referee.texts import Slip, T

__all__ = [
    "DEPTHS", "EMPTY", "Judged", "Penalty", "Ruling", "State", "Table", "fold_record", "open_table", "remedies", "remedy",
]  # fmt: skip


class Table:
    """A table's header and the facts written down so far, folded."""

    def __init__(self, header: Header, rules: Ruleset, log: tuple[Entry, ...] = (), state: State = EMPTY) -> None:
        self.header = header
        self.rules = rules
        self.log = log
        self.state = state

    @property
    def deals(self) -> tuple[Judged, ...]:
        return self.state.deals

    @property
    def current(self) -> Judged | None:
        """The deal being played."""
        last = self.state.deals[-1] if self.state.deals else None
        return last if last is not None and last.state == "open" else None

    @property
    def seats(self) -> tuple[str, ...]:
        return self.header.seats

    @cached_property
    def standing(self) -> Standing:
        """Where the match stands after the deals that are finished, penalties taken off."""
        return standing(self.rules, self.deals)

    def facts(self) -> list[Entry]:
        """The facts that stand, first to last."""
        return self.state.standing()

    def add(self, line: int, fact: Fact) -> Table:
        """The table after a fact; raises Slip, with its line, for one that cannot have happened now."""
        try:
            state = self._after(Entry(line, fact))
        except Slip as slip:
            raise slip.at(line) from None
        return Table(self.header, self.rules, (*self.log, Entry(line, fact)), state)

    def _after(self, entry: Entry) -> State:
        match entry.fact:
            case Undone():
                if self.state.before is None:
                    raise Slip(T("there is nothing to take back"))
                return self.state.before
            case Corrected() | Struck() | Inserted():
                return replace(self._rewritten(entry), before=self.state)
        return fold(self.rules, self.state, entry)

    def _rewritten(self, entry: Entry) -> State:
        """The fold of the facts that stand once one of them is corrected, struck out or preceded by another."""
        change = entry.fact
        assert isinstance(change, Corrected | Struck | Inserted)
        facts = self.facts()
        place = next((at for at, old in enumerate(facts) if old.line == change.at), None)
        if place is None:
            raise Slip(T("no fact stands at line {found}", found=change.at), found=change.at)
        match change:
            case Corrected(at, fact):
                facts[place] = Entry(at, fact)
            case Inserted(_, fact):
                facts.insert(place, Entry(entry.line, fact))
            case Struck():
                del facts[place]
        state = EMPTY
        for fact_entry in facts:
            try:
                state = fold(self.rules, state, fact_entry)
            except Slip as slip:
                if isinstance(fact_entry.fact, Ruled):
                    continue
                raise Slip(
                    T("then line {line} could not stand: {text}", line=fact_entry.line, text=slip.text), line=entry.line
                ) from None
        return state


def open_table(header: Header) -> Table:
    """An empty table; raises Slip for a game, option or number of seats there is not."""
    return Table(header, rules_of(header))


def fold_record(record: Record) -> Table:
    """The table of a whole record; raises Slip, with the line, at the first fact that cannot have happened."""
    try:
        table = open_table(record.header)
    except Slip as slip:
        raise slip.at(1) from None
    state = table.state
    log: list[Entry] = []
    for entry in record.entries:
        if isinstance(entry.fact, Undone | Corrected | Struck | Inserted):
            state = Table(record.header, table.rules, tuple(log), state).add(entry.line, entry.fact).state
        else:
            try:
                state = fold(table.rules, state, entry)
            except Slip as slip:
                raise slip.at(entry.line) from None
        log.append(entry)
    return Table(record.header, table.rules, tuple(log), state)


def remedy(table: Table, number: int, foul: Foul) -> Remedy:
    """What the laws give for a foul of a deal (counted from 1), beside the others upheld."""
    return table.rules.remedy(table.deals[number - 1].beside(foul), foul, past_of(table.deals[: number - 1]))


def remedies(table: Table, number: int, foul: Foul) -> tuple[Remedy, ...]:
    """The remedies a person may choose from for a foul of a deal (counted from 1), the one proposed first."""
    return table.rules.remedies(table.deals[number - 1].beside(foul), foul, past_of(table.deals[: number - 1]))
