"""The history of a table: every fact with its versions, and the table before any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import url_for

from referee.club.tables import Kept
from referee.record.facts import (
    Claimed,
    Corrected,
    Dealt,
    Inserted,
    KittyTurned,
    PlayAsked,
    Played,
    PlayRead,
    Reseated,
    Resulted,
    Struck,
    TrickPlayed,
    Undone,
)
from referee.record.grammar import Fact
from referee.rules import Field, Prompt, total
from referee.rules.deal import Trick
from referee.store import Event
from referee.table.table import EMPTY, Judged, Table
from referee.web.past.forgotten import WITH_CARDS, Missing, missing
from referee.web.table.between import deal_prompts, fact_text
from referee.web.table.drawn import STATES, Card, Points, card, named_points
from referee.web.table.prompts import PromptShown, prompt_view, table_prompts
from referee.words.languages import Language
from referee.words.text import CardName, T

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
    """A deal with its facts; number 0 stands for what was written before the first."""

    number: int
    label: str
    state: str
    scores: tuple[Points, ...] | None
    facts: tuple[FactShown, ...]


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
            trick=self._tricks[line].number
            if line in self._tricks and isinstance(fact, Played | TrickPlayed)
            else None,
            struck=history[0].gone if isinstance(fact, Reseated) else line not in standing,
            mended=any(version.how == "correct" and not version.gone for version in history),
            foul=say(self.table.rules.foul_name(foul.kind)) if foul else None,
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
    )


def _tricks_by_line(table: Table) -> dict[int, Trick]:
    return {play.line: trick for d in table.deals for trick in d.deal.all_tricks for play in trick.plays}


def prompts_before(table: Table, line: int) -> tuple[Table, list[Prompt]]:
    """The table before the fact of a line, and all prompts it then had."""
    before = table_before(table, line)
    current = before.current
    prompts = list(before.rules.prompts(current.deal)) if current else deal_prompts(before)
    return before, [*prompts, *table_prompts(before)]


@dataclass(frozen=True, slots=True)
class Link:
    """A link by its label; `on`: it leads to the page that is shown; `place`: of what it stands for, from 0."""

    label: str
    href: str
    on: bool
    place: int


@dataclass(frozen=True, slots=True)
class Dealer:
    """A player who may have dealt, or laid a card, instead, and the fact that says so."""

    name: str
    fact: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A fact (`text`) to correct (`how` replace) or to put another before: the prompt for it, or the players who may
    have dealt. `seats`: whose it may be; `others`: what else may be put in; `missing`: what was forgotten in the deal
    (`how` forgotten), of which the program finds the place; `instead`: the card of a kitty that is wrong.
    """

    line: int
    how: str
    text: str
    prompt: PromptShown | None
    seats: tuple[Link, ...]
    others: tuple[Link, ...]
    dealers: tuple[Dealer, ...] = ()
    missing: tuple[Missing, ...] = ()
    in_play: bool = False
    instead: str = ""


def fix_view(
    kept: Kept, language: Language, line: int, how: str, acting: int | None, place: int | None = None, instead: str = ""
) -> Fix | None:
    """The prompt to correct a fact, or to insert one before it.

    It is one of the prompts of the moment before: that of the fact's kind, or the one at `place` for an inserted fact.
    """
    fact = kept.table.fact_at.get(line)
    if fact is None:
        return None
    if isinstance(fact, KittyTurned) and instead in fact.cards:
        return _fix_kitty(kept, language, line, fact, instead)
    if how == "forgotten":
        number = next((judged.deal.number for judged in kept.table.deals if line in judged.facts), 0)
        in_play = kept.table.current is not None and line in kept.table.current.facts
        text = fact_text(kept.table, fact, language)
        return Fix(line, how, text, None, (), (), (), missing(kept.table, number, language), in_play)
    how = "before" if how == "before" else "replace"
    before, prompts = prompts_before(kept.table, line)
    chosen = place if place is not None and place < len(prompts) else 0
    prompt = _prompt_for(prompts, fact) if how == "replace" else prompts[chosen]
    others = tuple(_others(kept, line, prompts, prompt, language)) if how == "before" else ()
    players = _dealers(kept, fact) if isinstance(fact, Played) and how == "replace" else ()
    if isinstance(fact, TrickPlayed) and how == "replace" and acting is not None:
        fact = single(kept.table, line, acting) or fact
    text = fact_text(kept.table, fact, language)
    if isinstance(fact, Dealt) and how == "replace":
        return Fix(line, how, text, None, (), others, _dealers(kept, fact))
    seat, seat_name = acting, getattr(fact, "seat", None)
    if seat is None and how == "replace" and seat_name in kept.table.seats:
        seat = kept.table.seats.index(seat_name)
    if seat is not None and seat < len(kept.table.seats) and prompt.seat is not None:
        prompt = replace(prompt, seat=seat)
    shown = prompt_view(before, replace(prompt, optional=False), language)
    if isinstance(fact, Played) and shown.pad is not None and before.current and not before.current.deal.trick.plays:
        suits = (group.suit for group in before.rules.pad if fact.cards[0] in group.cards)
        shown = replace(shown, pad=replace(shown.pad, first=next(suits, shown.pad.first)))  # of a lead, a phone's tab
    seats = tuple(_seats(kept, line, how, shown.seat_name)) if prompt.seat is not None and prompt.kind != "deal" else ()
    return Fix(line, how, text, shown, seats, others, players)


def _filled(fields: Sequence[Field], keys: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields with what was chosen or typed."""
    return tuple(replace(one, start=keys.get(one.name, one.start), typed=one.start is None) for one in fields)


def _fix_kitty(kept: Kept, language: Language, line: int, fact: KittyTurned, instead: str) -> Fix:
    """One card of a kitty to correct: the pad on which another is tapped."""
    before, prompts = prompts_before(kept.table, line)
    prompt = replace(_prompt_for(prompts, fact), count=1, optional=False)
    text = language.say(T("{card} in the kitty", card=CardName(instead)))
    return Fix(line, "replace", text, prompt_view(before, prompt, language), (), (), instead=instead)


def single(table: Table, line: int, seat: int) -> Played | None:
    """What a seat laid to a trick written on one line."""
    plays = (play for judged in table.deals for trick in judged.deal.all_tricks for play in trick.plays)
    return next((Played(table.seats[seat], p.cards) for p in plays if (p.line, p.seat) == (line, seat)), None)


def _prompt_for(prompts: Sequence[Prompt], fact: Fact) -> Prompt:
    """The prompt of a fact's kind, with what a result had in its fields, else the first."""
    wanted = "play" if isinstance(fact, Played | PlayAsked | TrickPlayed) else fact.word
    prompt = next((prompt for prompt in prompts if prompt.kind == wanted), prompts[0])
    return replace(prompt, fields=_filled(prompt.fields, dict(fact.keys))) if isinstance(fact, Resulted) else prompt


def _others(kept: Kept, line: int, prompts: Sequence[Prompt], chosen: Prompt, language: Language) -> Iterator[Link]:
    """What else may be put in."""
    here = url_for("past.history", table=kept.id)
    for place, other in enumerate(prompts):
        if other.kind in ("bid", "play", "announce", *WITH_CARDS) and not other.beside:
            href = f"{here}?fix={line}&how=before&what={place}#line-{line}"
            yield Link(language.say(other.label or other.text), href, other is chosen, place)


def _seats(kept: Kept, line: int, how: str, chosen: str | None) -> Iterator[Link]:
    """Whose the fact may be."""
    here = url_for("past.history", table=kept.id)
    for at, name in enumerate(kept.table.seats):
        yield Link(name, f"{here}?fix={line}&how={how}&as={at}#line-{line}", name == chosen, at)


def _dealers(kept: Kept, fact: Dealt | Played) -> tuple[Dealer, ...]:
    """The players who may have dealt, or laid these cards, instead."""
    if isinstance(fact, Dealt):
        return tuple(Dealer(n, replace(fact, dealer=n).line()) for n in kept.table.seats if n != fact.dealer)
    return tuple(Dealer(n, replace(fact, seat=n).line()) for n in kept.table.seats if n != fact.seat)
