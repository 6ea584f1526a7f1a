"""An empty sheet to write on by hand: a game's own columns, its deals in order, its options to tick."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.games import game as game_named
from referee.games import rules_of
from referee.i18n import Language
from referee.record import Header
from referee.ruleset import Field, Option, Ruleset, Scored
from referee.texts import RefereeError, T, Text

HEIGHT = {("a4", False): 272.0, ("a4", True): 185.0, ("a5", False): 185.0, ("a5", True): 123.0}
"""Millimetres a page has between its margins."""
WIDTH = {("a4", False): 188.0, ("a4", True): 275.0, ("a5", False): 126.0, ("a5", True): 188.0}
ROW = {"a4": 7.4, "a5": 6.2}
LINE = {"a4": 3.4, "a5": 2.8}
"""Height of a line of small print."""
LETTER = {"a4": 1.35, "a5": 1.12}
"""Width of a letter in it."""
ABOVE = {"a4": 39.0, "a5": 36.0}
"""Millimetres of the title and the table's head."""
BELOW = 56.0
"""Millimetres of the totals, the room for remarks, the signatures."""
FEWEST = 6
COLUMNS = 16
"""Columns that leave a pen room."""


@dataclass(frozen=True, slots=True)
class Choices:
    """An option to tick: what it is about, and each choice with whether it is the usual one."""

    text: str
    choices: tuple[tuple[str, bool], ...]


class BlankSheet:
    """The words of an empty sheet in one language."""

    def __init__(self, name: str, seats: int | None, language: Language, paper: str, wide: int) -> None:
        self.language = language
        self.paper = paper
        players = min(game_named(name).players) if seats is None else seats
        self.rules: Ruleset = rules_of(Header(name, tuple(str(seat) for seat in range(1, players + 1))))
        self.names = ("",) * players
        self.wide = players > wide
        fields = self._fields()
        self.shared = [self.say(field.label) for field in fields if field.kind != "tally"]
        self.each = [self.say(field.label) for field in fields if field.kind == "tally"]
        if self._numbers_are_bid():
            self.each.insert(0, self.say(T("Bid")))
        self.each.append(self.say(T("Points")))
        if players * (len(self.each) + 1) <= COLUMNS:
            self.each.append(self.say(T("Total")))
        self.options = [self._choices(option) for option in self.rules.options.described()]
        self.deals = self._deals(self._rows())

    def say(self, text: Text) -> str:
        return text.say(self.language)

    @property
    def game(self) -> str:
        return self.say(self.rules.title)

    def _choices(self, option: Option) -> Choices:
        choices = tuple((self.say(label), word == option.default) for word, label in option.choices.items())
        return Choices(self.say(option.text), choices)

    def _first(self) -> Scored:
        due = self.rules.standing([], [], None).due
        return Scored(self.rules.begin(1, 1, due.dealer, dict(due.keys), []).deal)

    def _fields(self) -> tuple[Field, ...]:
        return self.rules.fields(self._first().deal)

    def _numbers_are_bid(self) -> bool:
        """Whether each player bids a number, and so wants a column for it."""
        bids = [prompt for prompt in self.rules.prompts(self._first().deal) if prompt.kind == "bid"]
        return any(choice.word.isdigit() for prompt in bids for choice in prompt.choices)

    def _rows(self) -> int:
        """How many deals leave room on one page for what stands below them."""
        key = (self.paper, self.wide)
        letters = WIDTH[key] / 2 / LETTER[self.paper]
        said = (option.text + "".join(f"   {label}" for label, _ in option.choices) for option in self.options)
        lines = sum(math.ceil((len(text) + 4) / letters) for text in said)
        below = LINE[self.paper] * (lines / 2 + 3) + BELOW
        return max(FEWEST, int((HEIGHT[key] - ABOVE[self.paper] - below) / ROW[self.paper]))

    def _deals(self, count: int) -> list[str]:
        """What the first deals of a match are called, each played to an end without a foul."""
        past: list[Scored] = []
        nothing = (0,) * len(self.names)
        found: list[str] = []
        dealer = None
        for number in range(1, count + 1):
            try:
                due = self.rules.standing(past, [nothing] * len(past), dealer).due
                deal = self.rules.begin(number, number, due.dealer, dict(due.keys), past).deal
                found.append(self.say(due.label))
            except (RefereeError, ArithmeticError, LookupError, TypeError):
                break  # what comes depends on what was played: numbers will do
            past.append(Scored(replace(deal, phase="done", state="done")))
            dealer = due.dealer
        return found + [""] * (count - len(found))
