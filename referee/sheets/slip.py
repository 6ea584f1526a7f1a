"""The papers to lay on a table: the slip of a ruling (one foul, its proof, its law, the possible rulings with their
scores, the one made), and the laws agreed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.record.facts import DECISIONS
from referee.rules import Foul, Option, Remedy, total
from referee.rules.acts import PROOFS, SLIPS, evidence
from referee.rules.score import all_differ
from referee.sheets.deals.rows import NAME, Sheet, clean
from referee.sheets.page import short_law
from referee.table.damage import what_it_did
from referee.table.table import Table, choices, remedy
from referee.words.languages import Language
from referee.words.numbers import gain
from referee.words.text import T, Text, capitalize

if TYPE_CHECKING:
    from referee.endings.damage import OnPaper

UPRIGHT = 5
"""The most seats for an upright slip; for more it lies on its side."""


@dataclass(frozen=True, slots=True)
class Way:
    """A possible ruling: its label, its text, the scores it brings, whether it was chosen, and whether it is proposed
    while nothing is decided.
    """

    label: str
    text: str
    scores: tuple[str, ...] = ()
    chosen: bool = False
    proposed: bool = False


@dataclass(frozen=True, slots=True)
class Agreed:
    """An option that is not as usual: its text, the value, and the law it changes, by number and sentence."""

    text: str
    value: str
    number: str
    law: str


class AgreedSheet(Sheet):
    """The contents of the page of the laws that a table has agreed on, in one language."""

    wide = False

    def __init__(self, table: Table, language: Language) -> None:
        self.rules = table.rules
        self.language = language
        self.names = tuple(clean(name, NAME) for name in table.seats)

    def changed(self) -> list[Agreed]:
        """The options that are not as usual; of those about one law the last has its sentence."""
        rows = [option for option in self.rules.options.rows() if option.value != option.default]
        last = {option.law: option.name for option in rows}
        return [self._agreed(option, last[option.law] == option.name) for option in rows]

    def usual(self) -> list[tuple[str, str]]:
        """The other options worth a line, each with its value."""
        rows = [option for option in self.rules.options.worth_a_line() if option.value == option.default]
        return [(self.say(option.text), clean(self.say(option.value_text(option.value)))) for option in rows]

    def _agreed(self, option: Option, with_law: bool) -> Agreed:
        law = self.rules.law(f"{self.rules.name}.{option.law}") if with_law else None
        value = clean(self.say(option.value_text(option.value)))
        return Agreed(self.say(option.text), value, option.law, self.say(law.text) if law else "")


class RulingSlip(Sheet):
    """The contents of the slip for one foul of a deal (both counted from 1) in one language."""

    def __init__(self, table: Table, deal: int, place: int, language: Language) -> None:
        self.table = table
        self.rules = table.rules
        self.language = language
        self.judged = table.deals[deal - 1]
        self.deal = deal
        self.foul = self.judged.fouls[place - 1]
        self.ruling = self.judged.ruling(self.foul)
        self.names = tuple(clean(name, NAME) for name in table.seats)
        self.wide = len(self.names) > UPRIGHT

    @property
    def label(self) -> str:
        return capitalize(self.say(self.rules.label(self.judged.deal)))

    @property
    def dealer(self) -> str:
        return self.names[self.judged.deal.dealer]

    @property
    def against(self) -> str:
        """The names of the offender or the suspects."""
        seats = self.foul.suspects if self.foul.seat is None else (self.foul.seat,)
        if self.foul.seat is None and self.ruling is not None and self.ruling.seat is not None:
            seats = (self.ruling.seat,)
        return ", ".join(self.names[seat] for seat in seats)

    @property
    def sentence(self) -> str:
        return capitalize(self.say(self.rules.sentence(self.foul)))

    @property
    def proof(self) -> str:
        return self.say(PROOFS[self.foul.proof])

    @property
    def did(self) -> list[OnPaper]:
        """What the foul did; empty while the deal is played."""
        return what_it_did(self.rules, self.table.state, self.judged, self.foul, self.language)

    @property
    def law(self) -> tuple[str, str]:
        """The number of the law, and its text."""
        law = self.rules.law(self.foul.law)
        return short_law(self.rules, self.foul.law), self.say(law.text) if law else ""

    def tricks(self) -> Iterator[tuple[int, list[tuple[str, str, bool]]]]:
        """The tricks that prove the foul: number, and each play's cards, player, and whether it is marked."""
        for trick, marks in evidence(self.judged.deal, self.foul):
            marked = zip(trick.plays, marks, strict=True)
            yield trick.number, [(" ".join(map(self.face, p.cards)), self.names[p.seat], mark) for p, mark in marked]

    def ways(self) -> Iterator[Way]:
        """Every possible ruling with its scores; where nobody can have fouled, only to correct the record."""
        decision = self.ruling.decision if self.ruling else None
        yield Way(capitalize(self.say(DECISIONS["correct"])), "", chosen=decision == "correct")
        if self.foul.kind in SLIPS and self.ruling is None:
            return
        for seat in self.foul.suspects if self.foul.seat is None else (self.foul.seat,):
            about = replace(self.foul, seat=seat)
            offers = self._past_remedy(seat) or choices(self.table, self.deal, about)
            clear, texts = all_differ(offers, self.say), set[str]()
            for given in offers:
                label = None if clear else given.label
                way = self._way(about, given, label, first=given is offers[0])
                text = "" if way.text in texts else way.text  # printed once where several share it
                texts.add(way.text)
                yield replace(way, text=text, proposed=given is offers[0] and len(offers) > 1 and self.ruling is None)
        yield Way(capitalize(self.say(DECISIONS["waive"])), "", chosen=decision == "waive")

    def _past_remedy(self, seat: int | None) -> tuple[Remedy, ...]:
        """The remedy that was ruled for a seat, if it cannot be chosen any more: a card that went back, say."""
        upheld = next((foul for foul in self.judged.upheld_as(self.foul) if foul.seat == seat), None)
        if upheld is None or upheld.remedy in (None, *(one.word for one in choices(self.table, self.deal, upheld))):
            return ()
        given = remedy(self.table, self.deal, upheld)
        return (replace(given, text=given.ruled),)

    def _way(self, foul: Foul, given: Remedy, label: Text | None, *, first: bool) -> Way:
        decision: Text = DECISIONS["uphold"]
        for more in (self.names[foul.seat] if self.foul.seat is None and foul.seat is not None else None, label):
            decision = decision if more is None else T("{label}: {value}", label=decision, value=more)
        ruling = self.ruling
        chosen = ruling is not None and ruling.decision == "uphold" and ruling.seat in (None, foul.seat)
        remedy_ = ruling.remedy if ruling else None
        chosen = chosen and (given.word == remedy_ if remedy_ else first)
        sums = total(given.lines, len(self.names))
        scores = tuple(map(gain, sums)) if given.lines else ()
        return Way(capitalize(self.say(decision)), self.say(given.text), scores, chosen)
