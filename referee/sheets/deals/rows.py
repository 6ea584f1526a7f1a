"""The contents of a table's sheet: plain words in the reader's language, from score lines and facts alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.record.facts import DECISIONS
from referee.rules import Field, Foul, Line, Ruleset, Value
from referee.rules.acts import SLIPS
from referee.rules.deal import STATES, Deal
from referee.rules.prompt import tally_of
from referee.sheets.deals.listing import Block, Listed, Listing, apart, sums
from referee.sheets.ladders import CardRow, Climb, climbs
from referee.sheets.page import short_law
from referee.table.damage import what_it_did
from referee.table.rulings import rulings
from referee.table.settle import standing_after
from referee.table.table import Judged, Penalty, Table, choices, remedy
from referee.words.languages import Language
from referee.words.numbers import gain, minus
from referee.words.text import T, Text, capitalize, say_value

if TYPE_CHECKING:
    from referee.endings.damage import OnPaper

NAME = 40
"""The most characters of a name in a column's head; the whole name is once at the top."""
WHOLE, RULING = 160, 600
WARNING = "⚠"
SHORT = 3
"""The most characters of a cell that may share its row with another."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a deal. `cells` has one for each seat, or is None where the text spans all columns."""

    kind: str
    text: str
    law: str = ""
    cells: tuple[str, ...] | None = None
    note: str = ""
    did: tuple[OnPaper, ...] = ()


def has_number(label: str, number: int) -> bool:
    """Whether the first number in a deal's label is the deal's own number."""
    return re.findall(r"\d+", label)[:1] == [str(number)]


@dataclass(frozen=True, slots=True)
class Part:
    """A deal with its rows; without its number where its label has it."""

    number: int | None
    label: str
    dealer: str
    state: str
    facts: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with its final total. `place` counts from 1, equal totals share one; `notes` are duties not done yet."""

    name: str
    short: str
    total: str
    place: int
    won: bool
    notes: tuple[str, ...]
    tokens: tuple[tuple[str, int, int], ...] = ()


def clean(text: str, most: int = WHOLE) -> str:
    """A text of at most `most` characters, without those that break a line or change its direction."""
    text = "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn") and c not in TURNING)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")
"""Characters that change the direction of a line's rest, or end it."""


class Sheet:
    """A paper of a game in one language."""

    rules: Ruleset
    language: Language

    def say(self, text: Text) -> str:
        return text.say(self.language)

    def face(self, card: str) -> str:
        """A card alone, not in a sentence."""
        trump = card[:1] == "T" and card[1:].isdigit()
        return self.say(T("{number} of trumps", number=card[1:])) if trump else self.language.card(card)

    @property
    def game(self) -> str:
        return self.say(self.rules.title)

    def values(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The tables of values for scoring by hand: a heading, then names and values."""
        say = self.say
        return [(say(head), [(say(name), say(value)) for name, value in rows]) for head, rows in self.rules.values()]


class TableSheet(Sheet):
    """The contents of one table's sheet in one language."""

    def __init__(self, table: Table, language: Language, wide: int) -> None:
        self.table = table
        self.wide = len(table.seats) > wide
        self.rules = table.rules
        self.language = language
        self.names = tuple(clean(name, NAME) for name in table.seats)
        self.cited: list[str] = []
        n = len(self.names)
        self.ended = [judged.scored for judged in table.ended]
        self.scores = [tuple(s + d.penalty_points(seat) for seat, s in enumerate(d.scores(n))) for d in table.ended]
        self.totals = self._totals()
        self.parts = tuple(self._part(judged, number) for number, judged in enumerate(table.deals, 1))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order of play."""
        totals, winners = self.table.standing.totals, self.table.standing.winners
        places = self.rules.places(totals)
        notes = [(self.say(mark),) if mark else () for mark in self.rules.marks(self.table.past)]
        return tuple(
            Seat(
                clean(name),
                self.names[seat],
                minus(totals[seat]),
                places[seat],
                seat in winners,
                notes[seat],
                self._tokens(seat),
            )
            for seat, name in enumerate(self.table.seats)
        )

    def _tokens(self, seat: int) -> tuple[tuple[str, int, int], ...]:
        """The chips a seat has: colour, value, number."""
        tokens = self.rules.tokens(self.table.standing.totals[seat])
        return tuple((self.say(colour), value, count) for colour, value, count in tokens)

    def checks(self) -> list[str]:
        """Sentences on what does not add up."""
        return [self.say(text) for text in self.rules.checks(self.table.past, self.scores)]

    @property
    def winners(self) -> str:
        return ", ".join(self.names[seat] for seat in self.table.standing.winners)

    def rulings(self) -> list[tuple[int, str]]:
        """What was ruled, and what it took beside the score, each with the number of its deal."""
        texts = [(judged.deal.number, text) for judged in self.table.deals for text in rulings(self.table, judged)]
        return [(self.rules.before + at, clean(self.say(text).rstrip(" :"), RULING)) for at, text in texts]

    def laws(self) -> list[tuple[str, str]]:
        """The laws cited on the sheet, in the order of the laws."""
        cited = set(self.cited)
        return [(short_law(self.rules, law.id), self.say(law.text)) for law in self.rules.laws if law.id in cited]

    def options(self) -> list[tuple[str, str, bool]]:
        """The options in force: each one's text, the chosen value, whether it differs from the usual one."""
        rows = []
        for option in self.rules.options.worth_a_line():
            value = clean(self.say(option.value_text(option.value)))
            rows.append((self.say(option.text), value, option.value != option.default))
        return rows

    def climbs(self) -> list[Climb]:
        """The ladders that the sides climb."""
        return climbs(self.rules, self.table.past, self.language)

    def course(self) -> tuple[list[str], list[list[str]]]:
        """The game's list of the match: its heads, and a row for each deal that has ended."""
        heads, rows = self.rules.course(self.ended)
        return [self.say(head) for head in heads], [[clean(self.say(cell), NAME) for cell in row] for row in rows]

    def card(self) -> list[CardRow]:
        """Bids, tricks and totals, a row for each deal that has ended."""
        if not self.rules.sheet.carded:
            return []
        return [self._card_row(judged, number) for number, judged in enumerate(self.table.ended, 1)]

    def _card_row(self, judged: Judged, number: int) -> CardRow:
        deal, seats = judged.deal, range(len(self.names))
        tally = next((field.name for field in self.rules.fields(deal) if field.kind == "tally"), "")
        tricks = [str(won) for won in tally_of(self.rules.result(deal), tally)] or [""] * len(seats)
        bids = [deal.bid(seat) or "" for seat in seats]
        score, total = self.scores[number - 1], self.totals[number]
        cells = tuple(
            (bids[seat], tricks[seat], score[seat] > 0, gain(score[seat]) if score[seat] else "0", minus(total[seat]))
            for seat in seats
        )
        return CardRow(f"{number} ({deal.size})", cells)

    def listing(self) -> Listing | None:
        """The list of the deals that have ended; None for a game without such a list."""
        ended = self.table.ended
        if not self.rules.sheet.listed or not ended:
            return None
        n = len(self.names)
        fields = [field for field in self.rules.fields(ended[0].deal) if not field.of_seats]
        counted_by_deal = {judged.deal.number: self._field_cells(judged, fields) for judged in ended}
        shown = [at for at in range(len(fields)) if any(row[at] for row in counted_by_deal.values())]
        running = list(self.table.start)
        blocks = []
        for title, some in self._blocks(ended):
            listed = []
            for judged in some:
                counted = tuple(counted_by_deal[judged.deal.number][at] for at in shown)
                state = "" if judged.lines else self.say(STATES[judged.state])
                number = self.rules.before + judged.deal.number
                listed.append(Listed(number, counted, state, self._cells(judged.scores(n), running)))
            blocks.append(Block(title, tuple(listed)))
        won = sums([judged.scores(n) for judged in ended], n)
        balance = [plus - lost for plus, lost in won]
        each = ("+", "−") if self.rules.sheet.balanced else (self.say(T("Points")), self.say(T("Total")))
        return Listing(
            tuple(self.say(fields[at].label) for at in shown),
            tuple(fields[at].kind in ("number", "points") for at in shown),
            each,
            tuple(blocks),
            tuple((str(plus), str(lost)) for plus, lost in won),
            tuple(map(gain, balance)),
            tuple(gain(points) if points else "" for points in self._penalty_sums()),
            tuple(str(times) if times else "" for times in self._warning_counts()),
            tuple(gain(points) if points else "0" for points in self.table.start) if self.rules.before else (),
            sum(balance),
        )

    def _blocks(self, ended: Sequence[Judged]) -> list[tuple[str, list[Judged]]]:
        """The deals of the list itself, then those of each block beside it."""
        blocks: dict[str, list[Judged]] = {"": []}
        for judged in ended:
            block = self.rules.block(judged.scored)
            blocks.setdefault(self.say(block) if block else "", []).append(judged)
        return list(blocks.items())

    def _cells(self, scores: Sequence[int], running: list[int]) -> tuple[tuple[str, str], ...]:
        """The two cells of each seat: won and lost, or the points and the total so far."""
        if self.rules.sheet.balanced:
            return tuple(map(apart, scores))
        for seat, score in enumerate(scores):
            running[seat] += score
        return tuple((gain(score) if score else "", minus(sum_)) for score, sum_ in zip(scores, running, strict=True))

    def _field_cells(self, judged: Judged, fields: Sequence[Field]) -> list[str]:
        """The cells of what was counted in a deal, one for each field."""
        result = self.rules.result(judged.deal)
        return [self._plain(f, result[f.name]) if _worth(result.get(f.name)) else "" for f in fields]

    def _penalty_sums(self) -> list[int]:
        return [sum(judged.penalty_points(seat) for judged in self.table.deals) for seat in range(len(self.names))]

    def _warning_counts(self) -> list[int]:
        costs = [cost for judged in self.table.deals for cost in judged.penalties + judged.costs if not cost.points]
        return [sum(cost.seat == seat for cost in costs) for seat in range(len(self.names))]

    def _totals(self) -> list[tuple[int, ...]]:
        """The totals at the start and after each deal, less penalties; an open deal counts only by its penalties."""
        totals = [self.table.start]
        for number, scored in enumerate(self.ended, 1):
            past, paid = tuple(self.ended[:number]), tuple(self.scores[:number])
            totals.append(standing_after(self.rules, past, paid, scored.deal.dealer).totals)
        last = self.table.standing.totals
        return [*totals, last] if self.table.current is not None else totals

    # --- one deal

    def _part(self, judged: Judged, number: int) -> Part:
        deal = judged.deal
        state = "" if judged.state == "done" else self.say(STATES[judged.state])
        rows = (
            *self._bids_and_tricks(deal),
            *(self._line(line) for line in judged.lines),
            *(self._foul(judged, number, foul) for foul in judged.live_fouls),
            *(self._penalty(penalty) for penalty in judged.penalties + judged.costs),
            *self._sums(judged, number),
        )
        label = capitalize(self.say(self.rules.label(deal)))
        block, own = self.rules.block(judged.scored), len(judged.own_reads)
        counted = () if self.rules.sheet.listed else self._count_texts(deal)
        read = (self.say(T("Cards read, not looked at: {count}", count=own)),) if own else ()
        facts = ((self.say(block),) if block else ()) + counted + read
        number = self.rules.before + deal.number
        return Part(None if has_number(label, number) else number, label, self.names[deal.dealer], state, facts, rows)

    def _bids_and_tricks(self, deal: Deal) -> list[Row]:
        """The rows of each seat's role, bid and tricks; short cells share a row: 5 / 4."""
        seats, rows = range(len(self.names)), list[tuple[str, list[str]]]()
        roles = [self.rules.role(deal, seat) for seat in seats]
        if any(roles):
            rows.append((self.say(T("Role")), [self.say(role) if role else "" for role in roles]))
        if deal.bids:
            rows.append((self.say(T("Bid")), [self._bid_text(deal, seat) for seat in seats]))
        result = self.rules.result(deal)
        for field in self.rules.fields(deal):
            taken = result.get(field.name)
            if field.kind == "tally" and isinstance(taken, Sequence) and len(taken) == len(self.names):
                rows.append((self.say(field.label), list(map(str, taken))))
        words = [row for row in rows if any(len(cell) > SHORT for cell in row[1])]
        numbers = [row for row in rows if row not in words]
        if numbers:
            columns = zip(*(cells for _, cells in numbers), strict=True)
            cells = [" / ".join(cell or "–" for cell in column) for column in columns]
            words.append((" / ".join(label for label, _ in numbers), cells))
        return [Row("told", label, cells=tuple(cells)) for label, cells in words]

    def _count_texts(self, deal: Deal) -> tuple[str, ...]:
        """What was counted for the deal as a whole, for games without a list of deals."""
        result = self.rules.result(deal)
        fields = (field for field in self.rules.fields(deal) if not field.of_seats)
        return tuple(self._value(field, result[field.name]) for field in fields if _worth(result.get(field.name)))

    def _bid_text(self, deal: Deal, seat: int) -> str:
        return ", ".join(self.say(self.rules.word_text(bid.word)) for bid in deal.bids if bid.seat == seat)

    def _value(self, field: Field, value: Value) -> str:
        """One thing counted: its name and its value."""
        label = self.say(field.label)
        return label if value is True else self.say(T("{label}: {value}", label=label, value=self._plain(field, value)))

    def _plain(self, field: Field, value: Value) -> str:
        match value:
            case bool():
                return self.say(T("yes") if value else T("no"))
            case float() | int():
                return minus(value)
            case Mapping():  # what does not score is no choice of the field
                words = {f"{key}:{item}" for key, item in value.items()}
                return ", ".join(self.say(choice.label) for choice in field.choices if choice.word in words)
            case list() if all(choice.word != ",".join(map(str, value)) for choice in field.choices):
                return ", ".join(self._plain(field, item) for item in value)
            case list():
                return self._plain(field, ",".join(map(str, value)))
        if field.per_seat and "," in str(value):
            return ", ".join(self._plain(field, each) for each in str(value).split(","))
        word, _, name = str(value).partition(":") if field.per_seat else (str(value), "", "")
        if name:
            return f"{self._plain(replace(field, per_seat=False), word)} ({clean(name, NAME)})"
        chosen = next((choice.label for choice in field.choices if choice.word == value), None)
        return self.say(chosen) if chosen else clean(str(value), NAME)

    def _line(self, line: Line) -> Row:
        cells = tuple(gain(value) if value else "" for value in line.points)
        return Row("line", capitalize(self.say(line.text)), self._law(line.law), cells)

    def _penalty(self, penalty: Penalty) -> Row:
        reason = clean(say_value(penalty.reason, self.language)) or self.names[penalty.seat]
        cost = gain(-penalty.points) if penalty.points else WARNING
        cells = tuple(cost if seat == penalty.seat else "" for seat in range(len(self.names)))
        text = T("Penalty: {reason}", reason=reason) if penalty.points else T("Warning: {reason}", reason=reason)
        return Row("penalty", self.say(text), cells=cells)

    def _sums(self, judged: Judged, number: int) -> list[Row]:
        """The rows of the deal's scores and the running totals; none while it is open."""
        if judged.state == "open":
            return []
        total = Row("total", self.say(T("Total")), cells=tuple(map(minus, self.totals[number])))
        if len(judged.lines) + len(judged.penalties) < 2:
            return [total]
        return [Row("sum", self.say(T("This deal")), cells=tuple(map(gain, self.scores[number - 1]))), total]

    def _law(self, law_id: str) -> str:
        self.cited.append(law_id)
        return short_law(self.rules, law_id)

    def _foul(self, judged: Judged, number: int, foul: Foul) -> Row:
        """The row of a foul with its ruling: its cost if upheld, or what it would cost while not decided."""
        ruling = judged.ruling(foul)
        if ruling is None:
            note = self.say(T("not decided")) + "."
            if foul.seat is not None and foul.kind not in SLIPS:
                given = choices(self.table, number, foul)[0]
                note = f"{note} {self.say(T('If upheld: {remedy}', remedy=given.text))}"
        elif ruling.decision == "uphold":
            name = "" if foul.seat is not None or ruling.seat is None else f" ({self.names[ruling.seat]})"
            remedies = (self.say(remedy(self.table, number, each).ruled) for each in judged.upheld_as(foul))
            note = " ".join((f"{self.say(DECISIONS['uphold'])}{name}.", *remedies))
        else:
            note = self.say(DECISIONS[ruling.decision]) + "."
        did = tuple(what_it_did(self.rules, self.table.state, judged, foul, self.language))
        message = self.say(T("Foul: {message}", message=self.rules.sentence(foul)))
        return Row("foul", message, self._law(foul.law), note=capitalize(note), did=did)


def _worth(value: Value | None) -> bool:
    """Whether something counted did happen, so that the sheet tells it."""
    return value is not None and value is not False and value not in ("", [], {})
