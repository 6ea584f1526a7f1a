"""A reader that misreads so many cards and is sure of them all the same, and people who answer truly when they are asked.

Nobody looks at the felt beside it: where nobody is asked, nothing is put right.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from referee.record.facts import Confirmed, PlayAsked, Played, TrickPlayed
from referee.record.grammar import Fact
from referee.record.text import Record
from referee.rules.cards import UNSEEN
from referee.table.crossing import Guess, NotNow, cross
from referee.table.table import Table, open_table
from referee.words.text import Slip

REVOKES = {"must-follow", "must-trump", "must-overtrump"}
SURE, OTHER = 0.985, 0.01
"""How sure it is of each card, also of a wrong one, and how likely it takes the right one to be then."""

Told = Counter[tuple[int, str | None, str]]
"""Fouls that are told: the number of the deal, the name on the seat, the kind."""


def told(table: Table) -> Told:
    """The fouls that a table tells."""
    names = table.seats
    return Counter(
        (judged.deal.number, None if foul.seat is None else names[foul.seat], foul.kind)
        for judged in table.deals
        for foul in judged.live_fouls
    )


class Evening:
    """A record as a reader tells it, fact after fact; `wrong` is the share of cards it misreads.

    `truth` is the table as it was, `table` as it is written down; `true` and `accused` are the fouls that these told at
    any moment.
    """

    def __init__(self, record: Record, rng: Random, wrong: float = 0.1) -> None:
        self.rng, self.wrong = rng, wrong
        self.truth = self.table = open_table(record.header)
        self.was: dict[int, Played] = {}
        self.line = self.questions = self.looks = self.mended = 0
        self.accused: Told = Counter()
        self.true: Told = Counter()
        for entry in record.entries:
            for fact in self._singly(entry.fact):
                self._happens(fact)

    def _singly(self, fact: Fact) -> list[Fact]:
        """A trick on one line as its plays."""
        if not isinstance(fact, TrickPlayed) or self.truth.current is None:
            return [fact]
        deal, names = self.truth.current.deal, self.truth.seats
        order = [seat for seat in deal.round(names.index(fact.leader)) if deal.cards_left(seat)]
        return [Played(names[seat], cards) for seat, cards in zip(order, fact.plays, strict=False)]

    def _happens(self, fact: Fact) -> None:
        current = self.truth.current
        self.truth = self.truth.add(len(self.truth.log) + 1, fact)
        if isinstance(fact, Played) and current is not None:
            in_turn = self.truth.rules.seat_of(fact.seat) == current.deal.turn
            self._play(fact, read=in_turn and UNSEEN not in fact.cards)
        else:
            self._write(fact)
        while looks := [play for judged in self.table.deals for play in judged.looks]:
            self.looks += 1
            self._look([play.line for play in looks])
        self.accused |= told(self.table)
        self.true |= told(self.truth)

    def _play(self, fact: Played, read: bool) -> None:
        """A card is laid; people write down one that the reader cannot see, and one out of turn, which all see."""
        written: Fact = fact
        if read:
            try:
                written = cross(self.table.rules, self.table.state, self._seen(fact))
            except NotNow:
                self._put_right(self._with_others())
        self._write(written, fact)
        if isinstance(written, PlayAsked):
            self.questions += 1
            del self.was[self.line]
            if written.seat != fact.seat:
                self._put_right(self._with_others())
            self._write(fact, fact)

    def _seen(self, fact: Played) -> list[Guess]:
        """What the reader makes of a card."""
        if self.rng.random() >= self.wrong:
            return [Guess(fact.cards, SURE)]
        kinds = [code for code in self.table.rules.deck.kinds if code != fact.cards[0]]
        return [Guess((self.rng.choice(kinds),) * len(fact.cards), SURE), Guess(fact.cards, OTHER)]

    def _write(self, fact: Fact, was: Played | None = None) -> None:
        self.line = line = self.line + 1
        try:
            self.table = self.table.add(line, fact)
        except Slip:  # by what is written it cannot be: so they look at all of it
            self._put_right(self.wrong_lines)
            self.table = self.table.add(line, fact)
        if was is not None:
            self.was[line] = was

    def _look(self, lines: list[int]) -> None:
        """People look at cards: they are right, or these are put right; all players where one card is with another."""
        wrong = self.wrong_lines.intersection(lines)
        if not wrong:
            self._write(Confirmed(tuple(lines)))
        elif any(self.table.fact_at[line].seat != self.was[line].seat for line in wrong):  # type: ignore[attr-defined]
            self._put_right(wrong | self._with_others())
        else:
            self._put_right(wrong)

    @property
    def wrong_lines(self) -> set[int]:
        """The lines on which another card or player is written down than it was."""
        facts = self.table.fact_at
        return {line for line, was in self.was.items() if line in facts and _said(facts[line]) != _said(was)}

    def _with_others(self) -> set[int]:
        """The lines with another player than it was, and the wrong ones shortly before: the trick that led to it."""
        wrong, facts = self.wrong_lines, self.table.fact_at
        others = {line for line in wrong if facts[line].seat != self.was[line].seat}  # type: ignore[attr-defined]
        first = min(others, default=self.line + 1)
        return others | {line for line in wrong if first - 3 * len(self.table.seats) < line < first}

    def _put_right(self, lines: set[int]) -> None:
        """Put these lines right."""
        self.mended += 1
        table = open_table(self.table.opened)
        for line, fact in self.table.fact_at.items():
            if isinstance(fact, Confirmed) and not any(
                at in judged.reads for judged in table.deals for at in fact.lines
            ):
                continue
            table = table.add(line, self.was[line] if line in lines else fact)
        self.table = table


def _said(fact: Fact) -> tuple[object, object]:
    return getattr(fact, "seat", None), getattr(fact, "cards", None)
