"""A table: its log of facts folded into deals, judged, ruled and scored.

A `Table` is a value. `add` makes the table after one more fact and keeps the one before, so that a tap costs no more
late in the evening than early, and an undo costs nothing. A correction folds all facts after the corrected one again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from math import inf

from referee.games import rules_of
from referee.record.facts import Corrected, Dealt, Undone
from referee.record.grammar import Fact
from referee.record.text import Entry, Header, Record
from referee.rules import Foul, Remedy, Ruleset, Scored, Standing
from referee.rules.score import Carried
from referee.table.corrections import amend, facts_from, rules_for
from referee.table.damage import Did, with_weight
from referee.table.fold import WAITS, fold
from referee.table.judged import Judged, Penalty, Ruling
from referee.table.settle import standing
from referee.table.state import EMPTY, Evening, State
from referee.words.text import Slip, T

__all__ = [
    "EMPTY", "WAITS", "Judged", "Penalty", "Ruling", "State", "Table",
    "fold_record", "open_table", "remedies", "remedy",
]  # fmt: skip


MOST_REFOLDED = 100_000
"""The most facts that the corrections of a table may fold again.
Each correction folds all facts after the corrected one; a whole trick counts for its cards. This allows hundreds of
corrections in the deal being played, or tens that reach back to the first deal of an evening. An undo needs the states
before, so this bounds memory as well as time.
"""
MOST_OF_A_RECORD = 30_000
"""The same for a record, which anybody may hand in: it is answered or refused within seconds."""


Log = tuple[()] | tuple["Log", tuple[Entry, ...]]
"""An earlier log and the entries after it. All tables that go on from a log share it."""


class Table:
    """A table's header and its facts so far, folded.
    `refolded` counts the facts that corrections folded again; `opened` is the header that the log began with, before
    any name was put on another seat; `outdated`: a fact was met that the laws refuse now.
    """

    def __init__(
        self,
        header: Header,
        rules: Ruleset,
        log: Log = (),
        state: State = EMPTY,
        refolded: int = 0,
        opened: Header | None = None,
        outdated: bool = False,
    ) -> None:
        self.opened = opened or header
        self.header = header
        self.rules = rules
        self._log = log
        self.state = state
        self.refolded = refolded
        self.outdated = outdated

    @property
    def log(self) -> tuple[Entry, ...]:
        """All facts written down, also those taken back, first to last."""
        return tuple(self.backwards())[::-1]

    def backwards(self) -> Iterator[Entry]:
        """The same, last to first."""
        log = self._log
        while log:
            log, entries = log
            yield from reversed(entries)

    def undoable(self) -> Iterator[int]:
        """The lines that undo after undo would take back, the last first."""
        undone = 0
        for entry in self.backwards():
            if isinstance(entry.fact, Undone):
                undone += 1
            elif undone:
                undone -= 1
            else:
                yield entry.line

    @property
    def latest(self) -> Fact | None:
        """The fact written down last."""
        return next((entry.fact for entry in self.backwards()), None)

    @cached_property
    def deals(self) -> tuple[Judged, ...]:
        return self.state.deals

    @cached_property
    def current(self) -> Judged | None:
        """The deal being played."""
        return self.state.current

    @cached_property
    def ended(self) -> tuple[Judged, ...]:
        """The deals that are no longer played."""
        return self.deals if self.current is None else self.state.earlier

    @cached_property
    def past(self) -> tuple[Scored, ...]:
        """The deals of the match that have ended, as the laws see them, also those it takes over."""
        past, last = self.state.past, self.state.last
        return self.rules.match(past if last is None or self.current else (*past, last.scored))

    @property
    def seats(self) -> tuple[str, ...]:
        return self.header.seats

    @cached_property
    def standing(self) -> Standing:
        """Where the match stands after the deals that are finished, penalties taken off."""
        return self.state.standing or standing(self.rules, self.state.evening, self.state.last)

    @cached_property
    def start(self) -> tuple[int, ...]:
        """What each seat had before the first deal."""
        return standing(self.rules, Evening(), None).totals

    @property
    def won(self) -> tuple[int, ...]:
        """What each seat has won or lost at this table alone."""
        return tuple(now - then for now, then in zip(self.standing.totals, self.start, strict=True))

    @cached_property
    def refused(self) -> list[Entry]:
        """The facts that stand and that the laws refuse now, first to last."""
        return [entry for entry in self.facts() if entry.refused] if self.outdated else []

    def facts(self) -> list[Entry]:
        """The facts that stand, first to last."""
        return self.state.entries()

    @cached_property
    def fact_at(self) -> dict[int, Fact]:
        """The same by their lines. Kept, as a page of a hundred fouls asks for it with each."""
        return {entry.line: entry.fact for entry in self.facts()}

    def add(self, line: int, fact: Fact) -> Table:
        """The table after a fact; raises Slip, with its line, for an impossible one."""
        entry = Entry(line, fact)
        if fact.amends:
            return self.extend([entry])
        try:
            state = fold(self.rules, self.state, entry)
        except Slip as slip:
            raise slip.at(line) from None
        log = _add_to_log(self._log, (entry,))
        return Table(self.header, self.rules, log, state, self.refolded, self.opened, self.outdated)

    def restore(self, entries: Iterable[Entry]) -> Table:
        """The table after facts from the store, whatever their corrections cost.

        A fact that was taken when it was stored, and that the laws refuse now, changes nothing and keeps the reason.
        Unless it is a ruling, the facts after it do not count either, until somebody corrects it.
        """
        return self.extend(entries, inf, refuse=False)

    def extend(self, entries: Iterable[Entry], most: float | None = None, refuse: bool = True) -> Table:
        """The table after some facts; raises Slip, with its line, at an impossible one.

        `most` bounds the facts that corrections fold again, by default to MOST_REFOLDED.
        """
        state, added, refolded, outdated = self.state, list[Entry](), self.refolded, self.outdated
        header, rules, most = self.header, self.rules, MOST_REFOLDED if most is None else most
        entries = list(entries)
        first: Fact | None = None
        for at, entry in enumerate(entries):
            try:
                if entry.fact.amends:
                    refolded += 0 if isinstance(entry.fact, Undone) else facts_from(state, entry.fact)
                    if refolded > most:
                        raise Slip(T("too many corrections reach far back: this table takes no more of them"))
                    state, first = amend(header, rules, state, entry, first), None
                    if (state.header or self.opened) is not header:
                        header = state.header or self.opened
                        rules = rules_for(rules, header.seats)
                else:
                    state = fold(rules, state, entry)
            except Slip as slip:
                pair = entries[at : at + 2] if first is None else []
                if len(pair) == 2 and all(isinstance(one.fact, Corrected) for one in pair):
                    first, state = entry.fact, state.with_undo_to(state)  # the two may stand together
                elif refuse:
                    raise slip.at(entry.line) from None
                else:
                    outdated, state = True, state.with_entry(replace(entry, refused=slip.text))
            added.append(entry)
        return Table(header, rules, _add_to_log(self._log, tuple(added)), state, refolded, self.opened, outdated)


def _add_to_log(log: Log, added: tuple[Entry, ...]) -> Log:
    """The log with these entries. Where a deal begins, those before that were added one by one become one piece."""
    single: list[Entry] = []
    if any(isinstance(entry.fact, Dealt) for entry in added):
        while log and len(log[1]) == 1:
            log, (entry,) = log
            single.append(entry)
    before = (log, tuple(reversed(single))) if single else log
    return before, added


def open_table(header: Header, carried: Carried | None = None) -> Table:
    """An empty table, with what it takes over if it goes on from another; raises Slip for an unknown game or option, or
    a wrong number of seats.
    """
    rules = rules_of(header)
    rules.carried = carried or rules.carried
    return Table(header, rules)


def carry_over(before: Table, names: tuple[str, ...]) -> Carried:
    """What a table with these names on its seats takes over from the one before it.
    The dealer is the next of the old order who still plays, or who sits down in their place. A match that is no evening
    of persons, or a round, goes on where others take places in it.
    """
    won = dict(before.rules.carried.won)
    for name, points in zip(before.seats, before.won, strict=True):
        won[name] = won.get(name, 0) + points
    old, due = before.seats, before.standing.due.dealer
    dealer = None
    for seat in ((due + step) % len(old) for step in range(len(old))):
        taken = len(names) == len(old) and names[seat] not in old
        if old[seat] in names or taken:
            dealer = seat if taken else names.index(old[seat])
            break
    deals = before.rules.carried.deals + len(before.deals)
    persons = before.rules.evenings
    if (persons and not before.rules.rounds) or before.standing.finished or not _same_places(old, names):
        return Carried(deals, dealer, tuple(won.items()))
    paid = () if persons else tuple(judged.net(len(old)) for judged in before.ended)
    return Carried(deals, dealer, tuple(won.items()), before.past, (*before.rules.carried.paid, *paid))


def _same_places(old: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether everybody who plays on keeps their place, and somebody sits on each other one."""
    return len(old) == len(names) and all(now == then or now not in old for then, now in zip(old, names, strict=True))


def fold_record(record: Record) -> Table:
    """The table of a whole record; raises Slip, with its line, for anything impossible."""
    try:
        table = open_table(record.header)
    except Slip as slip:
        raise slip.at(record.where.get(str(slip.fields.get("part")), 1)) from None
    return table.extend(record.entries, MOST_OF_A_RECORD)


def remedy(table: Table, number: int, foul: Foul) -> Remedy:
    """The remedy that the laws give for a foul of a deal (from 1), beside the other fouls upheld."""
    return table.rules.remedy(*_remedy_terms(table, number, foul))


def remedies(table: Table, number: int, foul: Foul, did: Did | None = None) -> tuple[Remedy, ...]:
    """The remedies to choose from for a foul of a deal (from 1), the proposed one first; `did` tells what it did."""
    return table.rules.remedies(*_remedy_terms(table, number, foul, did))


def choices(table: Table, number: int, foul: Foul) -> tuple[Remedy, ...]:
    """The remedies as the table is shown them.
    While a deal is played, they do not follow from what the foul did, because that tells who holds what. Once a ruling
    upholds the foul without naming a remedy, they are shown as they count.
    """
    judged = table.deals[number - 1]
    ruling = judged.ruling(foul)
    if judged.state != "open" or (ruling is not None and ruling.decision == "uphold" and not ruling.remedy):
        return remedies(table, number, foul)
    foul = table.rules.with_weight(judged.deal, judged.with_claim(foul), None)
    return table.rules.remedies(judged.beside(foul), foul, table.rules.match(table.state.past[: number - 1]))


def _remedy_terms(
    table: Table, number: int, foul: Foul, did: Did | None = None
) -> tuple[Scored, Foul, tuple[Scored, ...]]:
    """A deal beside a foul, the foul with what it weighs by what it did, and the deals before."""
    judged = table.deals[number - 1]
    foul = with_weight(table.rules, table.state, judged, judged.with_claim(foul), did)
    return judged.beside(foul), foul, table.rules.match(table.state.past[: number - 1])
