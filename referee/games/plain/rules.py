"""The plain score sheet: the class of the game. The other modules of this folder hold its laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.games.plain import auction, match, prompts, result
from referee.games.plain.laws import LAWS, NAME
from referee.games.plain.options import NONE, PRESET_NAMES, PRESETS, PlainOptions, name_of
from referee.rules import (
    Bid,
    Deal,
    Fact,
    Field,
    Line,
    Options,
    Prompt,
    Result,
    Resulted,
    Said,
    Scored,
    ScoreSheet,
    SheetStyle,
    Standing,
    Step,
    T,
    Text,
    Usual,
)
from referee.rules.common import refuse_other


class Plain(ScoreSheet):
    """Each player's points after each round, under a sum, a goal and a number of rounds if the table agrees on them."""

    name = NAME
    title = T("Plain score sheet")
    players = tuple(range(2, 9))
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    preset_names = PRESET_NAMES
    usual = Usual((4, 3, 5, 6), 4)
    laws = LAWS
    sheet = SheetStyle(listed=True)
    void = T("Void this round")
    vocabulary: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "bid": tuple(map(str, range(auction.MOST + 1))),
        "result": result.KEYS,
    }
    other_law = "foul.1"
    options: PlainOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        self.lowest_wins = self.options.wins == "low"
        self.goal = None if self.options.goal == NONE else int(self.options.goal)
        if self.options.called:
            self.title = name_of(self.options.called)  # type: ignore[misc]

    @classmethod
    def book_title(cls, called: str) -> Text:
        return name_of(called) if called else cls.title

    @property
    def booked(self) -> str:
        return f"{NAME} {self.options.called}".rstrip()

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        refuse_other(keys, (), T("“{found}”: a round has only its dealer"))
        phase = "result" if self.options.bids == NONE else "bid"
        return Step(Deal(number, line, dealer, self.after(dealer), 0, dict(keys), phase=phase))

    def takes(self, deal: Deal) -> frozenset[str]:
        return frozenset({deal.phase} if deal.state == "open" else ())

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        if isinstance(fact, Bid):
            return Step(auction.add_bid(deal, Said(self.seat_of(fact.seat), fact.said, line), self.seats))
        assert isinstance(fact, Resulted), "`takes` lets nothing else in"
        return Step(result.enter(deal, dict(fact.keys), self.options, self.seats))

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return prompts.prompts(deal, self.options, self.seats)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return result.fields(self.options)

    def result(self, deal: Deal) -> Result:
        return result.result(deal)

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        deal = scored.deal
        if deal.state != "done":
            return ()
        if deal.bids:
            return (Line(f"{NAME}.score.3", result.bids_text(deal, self.seats), deal.terms),)
        return (Line(f"{NAME}.score.1", T("the points of the round"), deal.terms),)

    def brief(self, scored: Scored) -> Text | None:
        return T("{name} deals", name=self.seats[scored.deal.dealer]) if scored.deal.state == "done" else None

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        return match.standing(deals, scores, dealer, self.options, len(self.seats))

    def word_text(self, word: str) -> Text:
        return T("bids {number}", number=int(word)) if word.isdigit() else super().word_text(word)

    def label(self, deal: Deal) -> Text:
        return match.label(deal.number)
