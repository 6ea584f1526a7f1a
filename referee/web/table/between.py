"""What stands between two deals: what the last one came to, what was ruled in it, the sheet, a row a deal, and the deal
that is due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.record.facts import Resulted, Ruled
from referee.record.grammar import Fact, quote
from referee.rules import Choice, Prompt
from referee.table.fold import Depth
from referee.table.rulings import foul_text, rulings
from referee.table.table import WAITS, Judged, Table
from referee.web.table.drawn import STATES, Points, named_points
from referee.words.languages import Language
from referee.words.text import T, Text, capitalize


@dataclass(frozen=True, slots=True)
class Level:
    """How far a side has climbed: the rung, and its place from the lowest, 0."""

    name: str
    level: str
    place: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal came to; `levels` where the match is a climb, `line` where its result was told by people."""

    text: str
    points: tuple[Points, ...]
    levels: tuple[Level, ...]
    rulings: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of the seats after a deal with this label."""

    label: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a score, with a seat whose points stand there."""

    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class LineText:
    """What a line of a score is for, and each of what it lists where that is more than one."""

    text: str
    each: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """A deal as a row of the sheet: what it paid, and the totals after it. `place` is its
    number in the evening; `state` is empty unless it is played now.
    """

    number: int
    place: int
    label: str
    state: str
    paid: tuple[int, ...]
    totals: tuple[int, ...]
    levels: tuple[Level, ...]
    fouls: int


def outcome(table: Table, language: Language) -> Outcome | None:
    """What the deal that has just ended came to: a sentence, and the points of each seat; None before the first."""
    if table.current is not None or not table.deals:
        return None
    last = table.deals[-1]
    told = (line for line in last.facts if isinstance(table.fact_at.get(line), Resulted))
    return Outcome(
        capitalize(language.say(_sentence(table, last))),
        named_points(table, last.net(len(table.seats))),
        levels(table, len(table.ended), language),
        ruling_texts(table, last, language),
        max(told, default=0),
    )


def _sentence(table: Table, last: Judged) -> Text:
    """The game's own sentence for a deal, else the first line of its score, else what became of it."""
    sentence = table.rules.result_text(last.scored)
    if sentence is not None:
        return sentence
    return last.lines[0].text if last.lines and last.state in ("done", "stopped") else STATES[last.state]


def row_text(table: Table, judged: Judged) -> Text:
    """A deal in a row of the sheet: who played what and how it ended; one that goes on, what it is called."""
    if judged.state == "open":
        return table.rules.label(judged.deal)
    return table.rules.brief(judged.scored) or _sentence(table, judged)


def running_totals(table: Table, language: Language) -> tuple[Totals, ...]:
    """The totals of the seats after each deal that has ended, from none on, with what the deal is called."""
    n = len(table.seats)
    totals = table.start if table.rules.before else (0,) * n
    of_deals = [Totals("", totals)]
    for deal in table.ended:
        totals = tuple(map(sum, zip(totals, deal.net(n), strict=True)))
        of_deals.append(Totals(language.say(table.rules.label(deal.deal)), totals))
    return tuple(of_deals)


def columns(table: Table, language: Language) -> tuple[Column, ...]:
    """The columns of a score: the sides where the match is a climb, else the seats."""
    team = [table.rules.team(None, seat) for seat in range(len(table.seats))]
    sides = enumerate(table.rules.ladders(table.past))
    of_sides = tuple(Column(language.say(one.name), team.index(side)) for side, one in sides)
    return of_sides or tuple(Column(name, seat) for seat, name in enumerate(table.seats))


def line_text(text: Text, language: Language) -> LineText:
    """A line of a score: what it is for, and each of what it lists where that is more than one."""
    lists = {name: value for name, value in text.values.items() if isinstance(value, tuple) and len(value) > 1}
    bare = Text(text.msgid, {**text.values, **dict.fromkeys(lists, ())})
    each = tuple(language.say(one) for value in lists.values() for one in value if isinstance(one, Text))
    return LineText(language.say(bare).rstrip(" :\xa0"), each) if each else LineText(language.say(text))


def levels(table: Table, deals: int, language: Language) -> tuple[Level, ...]:
    """How far each side had climbed after so many deals that ended, where a match is a climb."""
    ladders = table.rules.ladders(table.rules.match([judged.scored for judged in table.ended[:deals]]))
    places = [(one, len(one.reached) - 1) for one in ladders]
    return tuple(Level(language.say(one.name), one.rungs[place], place) for one, place in places)


def ruling_texts(table: Table, judged: Judged, language: Language) -> tuple[str, ...]:
    """Each foul upheld in a deal with what was ruled, and each point taken beside."""
    return tuple(language.say(text).rstrip(" :") for text in rulings(table, judged))


def fact_text(table: Table, fact: Fact, language: Language) -> str:
    """A fact as a short sentence; a ruling with the foul it is about."""
    if isinstance(fact, Ruled):
        foul = next((foul for deal in table.deals for foul in deal.fouls if foul.proved == fact.at), None)
        if foul is not None and fact.decision in DECIDED:
            return language.say(T(DECIDED[fact.decision].msgid, foul=foul_text(table, foul)))
    return language.say(fact.says(table.rules))


def refusal_texts(table: Table, language: Language) -> tuple[str, ...]:
    """What of a table no longer counts, and why; what only waits for that to be corrected is not told."""
    texts = []
    for entry in table.refused:
        if entry.refused is not WAITS:
            alone = isinstance(entry.fact, Ruled)
            text = T("“{said}” no longer counts") if alone else T("“{said}” and all entries after it no longer count")
            what = T(text.msgid, said=fact_text(table, entry.fact, language))
            texts.append(language.say(T("{text}: {reason}.", text=what, reason=entry.refused)))
    return tuple(texts)


DECIDED = {
    "uphold": T("upheld: {foul}"), "waive": T("waived: {foul}"), "correct": T("a mistake in the record: {foul}"),
}  # fmt: skip
"""What was decided on a foul, in a line of the history."""


def rows(table: Table, language: Language, deals: Sequence[Judged]) -> tuple[Round, ...]:
    """The match as a sheet has it, from the first of these deals on."""
    n = len(table.seats)
    running = table.start
    sheet = []
    for at, judged in enumerate(deals, 1):
        paid = judged.net(n)
        running = tuple(map(sum, zip(running, paid, strict=True)))
        sheet.append(
            Round(
                number=judged.deal.number,
                place=table.rules.before + judged.deal.number,
                label=language.say(row_text(table, judged)),
                state=language.say(STATES["open"]) if judged.state == "open" else "",
                paid=paid,
                totals=running,
                levels=levels(table, at, language),
                fouls=len(judged.upheld),
            )
        )
    return tuple(sheet)


# --- the deal that is due


DEPTH_NAMES: Mapping[Depth, Text] = {
    "cards": T("Record every card"),
    "tricks": T("Record who takes each trick"),
    "score": T("Record the score only"),
}


def deal_prompts(table: Table, dealer: int | None = None) -> list[Prompt]:
    """The deal that is due, at any depth; another seat than the one whose turn it is may have dealt. In a game of which
    only scores are recorded what a deal waits for is asked at once.
    """
    due, rules = table.standing.due, table.rules
    seat = due.dealer if dealer is None else dealer
    text = T("{name} deals: {label}", name=table.seats[seat], label=due.label)
    if rules.scores_only:
        past, opens = rules.match(table.past), opening_line(table, seat)
        deal = rules.begin(len(table.deals) + 1, 0, seat, dict(due.keys), past).deal
        first, *others = rules.prompts(deal)
        asked = T("{label} · {value}", label=text, value=first.text) if first.seat is not None else text
        return [replace(first, text=asked, opens=opens), *others]
    choices = tuple(Choice(f"depth={depth}", name) for depth, name in DEPTH_NAMES.items())
    return [Prompt("deal", text, seat, choices)]


def usual_depth(table: Table, agreed: str) -> str:
    """The word of the depth of the last deal, before the first one of the depth agreed."""
    return f"depth={table.deals[-1].deal.keys.get('depth', 'cards') if table.deals else agreed}"


def opening_line(table: Table, dealer: int) -> str:
    """The line of the deal that is due, if this seat deals."""
    keys = [f"{key}={quote(value)}" for key, value in table.standing.due.keys]
    return " ".join(["deal", quote(table.seats[dealer]), *keys])
