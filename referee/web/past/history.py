"""The history of a table: every fact with its versions, and the table before any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from referee.club.tables import Kept
from referee.record.facts import (
    Claimed,
    Corrected,
    Inserted,
    KittyTurned,
    Played,
    PlayRead,
    Reseated,
    Struck,
    TrickPlayed,
    Undone,
)
from referee.record.grammar import Fact
from referee.rules import total
from referee.rules.deal import Trick
from referee.store import Event
from referee.table.table import EMPTY, Judged, Table
from referee.web.table.between import fact_text
from referee.web.table.drawn import STATES, Card, Points, card, named_points
from referee.words.languages import Language
from referee.words.text import T

PAGE = 500
"""How many facts one page tells."""

HOW = {
    "written": T("written down"),
    "insert": T("put in later"),
    "correct": T("corrected"),
    "strike": T("struck out"),
    "undo": T("taken back"),
}


def table_before(table: Table, line: int) -> Table:
    """The table before the fact of a line, by the facts that stand."""
    before, _ = table.state.back_before(line)
    return Table(table.header, table.rules, (), before or EMPTY)


def deal_of(table: Table, line: int) -> int:
    """The number of the deal that the fact of a line is in; 0 for none."""
    return next((judged.deal.number for judged in table.deals if line in judged.facts), 0)


@dataclass(frozen=True, slots=True)
class Version:
    """What one entry said of a fact; `fact` is None where the entry removed it."""

    entry: int
    how: str
    fact: Fact | None
    gone: bool = False


def versions(table: Table) -> dict[int, list[Version]]:
    """Every fact ever written with its versions, by line, in the order things happened."""
    order: list[int] = []
    by_line: dict[int, list[Version]] = {}
    stack: list[tuple[int, int]] = []
    for entry in table.log:
        line, how, fact = entry.line, "written", entry.fact
        match entry.fact:
            case Undone():
                if stack:
                    line, place = stack.pop()
                    by_line[line][place] = replace(by_line[line][place], gone=True)
                    by_line[line].append(Version(entry.line, "undo", None))
                continue
            case Corrected(at, inner):
                line, how, fact = at, "correct", inner
            case Struck(at):
                line, how = at, "strike"
            case Inserted(at, inner):
                how, fact = "insert", inner
                order.insert(order.index(at) if at in order else len(order), line)
            case _:
                order.append(line)
        of_line = by_line.setdefault(line, [])
        stack.append((line, len(of_line)))
        of_line.append(Version(entry.line, how, None if how == "strike" else fact))
    return {line: by_line[line] for line in order}


@dataclass(frozen=True, slots=True)
class VersionShown:
    """A version for its template: how it was said, its text, its time and author where known."""

    how: str
    text: str
    gone: bool
    at: str
    by: str | None


@dataclass(frozen=True, slots=True)
class FactShown:
    """A fact with its versions; these are empty where it was said only once. `ways`: where a card is corrected by
    itself, what its address adds to that of the fact, for each of the `cards`.
    """

    line: int
    kind: str
    seat_name: str | None
    text: str
    cards: tuple[Card, ...]
    ways: tuple[Mapping[str, str | int], ...]
    trick: int | None
    struck: bool
    mended: bool
    foul: str | None
    refused: str
    at: str
    by: str | None
    versions: tuple[VersionShown, ...]


@dataclass(frozen=True, slots=True)
class DealShown:
    """A deal with its facts; number 0 stands for what was written before the first. `in_play`: it goes on."""

    number: int
    label: str
    state: str
    scores: tuple[Points, ...] | None
    facts: tuple[FactShown, ...]
    in_play: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """The facts of one page, from `first` up to but not including `last`.

    `earlier`: the last line of the page before; `later`: the first line of the next; None if there is none.
    """

    versions: Mapping[int, list[Version]]
    first: int
    last: int
    earlier: int | None
    later: int | None


def page_of(table: Table, line: int | None) -> Page:
    """The page with the fact of a line, else the last page. All pages are full but the first."""
    by_line = versions(table)
    lines = list(by_line)
    after = len(lines) - 1 - lines.index(line) if line in by_line else 0
    last = len(lines) - after // PAGE * PAGE
    first = max(last - PAGE, 0)
    return Page(by_line, first, last, lines[first - 1] if first else None, lines[last] if last < len(lines) else None)


def page_of_deal(table: Table, number: int) -> Page:
    """The page with all facts of a deal (from 1), and no others."""
    by_line = versions(table)
    lines, begun = list(by_line), [judged.deal.line for judged in table.deals[number - 1 : number + 1]]
    first, last, *_ = (*map(lines.index, begun), len(lines))
    return Page(by_line, first, last, None, None)


def deal_histories(
    kept: Kept,
    language: Language,
    events: Mapping[int, Event],
    when: Callable[[str], str],
    names: Mapping[str, str],
    page: Page,
) -> list[DealShown]:
    """The facts of a page, by deal, in the order things happened, each with its versions.

    `names` are those of the devices that wrote.
    """
    view = FactView(kept.table, language, events, when, names)
    starts = {judged.deal.line: judged for judged in kept.table.deals}
    by_deal: list[tuple[Judged | None, list[FactShown]]] = []
    begun: Judged | None = None
    for place, (line, history) in enumerate(page.versions.items()):
        begun = starts.get(line, begun)
        if not page.first <= place < page.last:
            continue
        if not by_deal or line in starts:
            by_deal.append((begun, []))
        by_deal[-1][1].append(view.fact(line, history))
    return [_deal_shown(kept.table, judged, facts, language) for judged, facts in by_deal]


class FactView:
    """The facts of a table as its history shows them."""

    def __init__(
        self,
        table: Table,
        language: Language,
        events: Mapping[int, Event],
        when: Callable[[str], str],
        names: Mapping[str, str],
    ) -> None:
        self.table = table
        self.language = language
        self._events, self._when, self._names = events, when, names
        self._standing = table.fact_at
        self._refused = {entry.line: language.say(entry.refused) for entry in table.refused if entry.refused}
        self._tricks = _tricks_by_line(table)
        self._fouls = {foul.proved: foul for deal in table.deals for foul in deal.fouls}
        self._reads = {line for deal in table.deals for line in deal.reads}

    def fact(self, line: int, history: list[Version]) -> FactShown:
        """A fact with its versions."""
        standing, say = self._standing, self.language.say
        fact = standing.get(line) or next(version.fact for version in reversed(history) if version.fact is not None)
        if isinstance(fact, PlayRead) and line in standing and line not in self._reads:  # people have looked at it
            fact = Played(fact.seat, fact.cards)
        elif isinstance(fact, KittyTurned | Claimed) and fact.by and line not in self._reads:
            fact = replace(fact, by=None)
        foul, first = self._fouls.get(line), self._version(history[0])
        return FactShown(
            line=line,
            kind=fact.word,
            seat_name=getattr(fact, "seat", None) or getattr(fact, "leader", None),
            text=fact_text(self.table, fact, self.language),
            cards=tuple(_card(code, self.language) for code in fact.all_cards),
            ways=tuple(self._ways(line, fact)),
            trick=self._trick_of(line, fact),
            struck=history[0].gone if isinstance(fact, Reseated) else line not in standing,
            mended=any(version.how == "correct" and not version.gone for version in history),
            foul=say(self.table.rules.name_of(foul)) if foul else None,
            refused=self._refused.get(line, ""),
            at=first.at,
            by=first.by,
            versions=tuple(map(self._version, history)) if len(history) > 1 or history[0].how == "insert" else (),
        )

    def _trick_of(self, line: int, fact: Fact) -> int | None:
        """The number of the trick that a fact lays cards to."""
        trick = self._tricks.get(line) if isinstance(fact, Played | TrickPlayed) else None
        return trick and trick.number

    def _ways(self, line: int, fact: Fact) -> Iterator[Mapping[str, str | int]]:
        if isinstance(fact, KittyTurned):
            yield from ({"instead": code} for code in fact.cards)
        if isinstance(fact, TrickPlayed):
            plays = self._tricks[line].plays if line in self._tricks else ()
            yield from ({"as": play.seat} for play in plays if play.line == line for _ in play.cards)

    def _version(self, version: Version) -> VersionShown:
        text = fact_text(self.table, version.fact, self.language) if version.fact is not None else ""
        event = self._events.get(version.entry)
        at, by = (self._when(event.at), self._names.get(event.by)) if event else ("", None)
        return VersionShown(self.language.say(HOW[version.how]), text, version.gone, at, by)


def _card(code: str, language: Language) -> Card:
    """A card for drawing; one turned up with two sides shows both."""
    shown, _, other = code.partition("/")
    return card(shown, language, other or None)


def _deal_shown(table: Table, judged: Judged | None, facts: list[FactShown], language: Language) -> DealShown:
    """A deal with its label, its scores and these facts; what was written before the first has none."""
    if judged is None:
        return DealShown(0, "", "", None, tuple(facts))
    sums = total(judged.lines, len(table.seats))
    return DealShown(
        number=judged.deal.number,
        label=language.say(table.rules.label(judged.deal)),
        state=language.say(STATES[judged.state]),
        scores=named_points(table, sums) if judged.lines else None,
        facts=tuple(facts),
        in_play=judged is table.current,
    )


def _tricks_by_line(table: Table) -> dict[int, Trick]:
    return {play.line: trick for d in table.deals for trick in d.deal.all_tricks for play in trick.plays}
