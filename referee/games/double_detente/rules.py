"""Double-détente: the class of the game. The other modules of this folder hold its laws."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from referee.games.double_detente import auction, fouls, match, prompts, result, score
from referee.games.double_detente.laws import KIND_LAWS, LAWS, NAME
from referee.games.double_detente.options import DetenteOptions
from referee.rules import (
    Bid,
    Deal,
    Denial,
    Fact,
    Field,
    Foul,
    Holder,
    Line,
    Options,
    Play,
    Prompt,
    Remedy,
    Result,
    Resulted,
    Ruleset,
    Said,
    Scored,
    SheetStyle,
    Stakes,
    Standing,
    Step,
    T,
    Text,
    Trick,
    Usual,
    Won,
    best_of,
    of_tricks,
    ruffing,
    tricks_won,
)
from referee.rules.packs import DECK, EXCUSE, PAD, PETIT

FOLLOWING = ruffing.Ruffing()


class DoubleDetente(Ruleset):
    """Follow suit; if you cannot, trump; a trump must go over if it can; else play what you like."""

    name = NAME
    title = T("Double-détente")
    players = (2, 3)
    sheet = SheetStyle(carded=True)
    presets: ClassVar[Mapping[str, Options]] = {"standard": DetenteOptions()}
    usual = Usual((3, 2), 4)
    deck = DECK
    pad = PAD
    goal = match.TARGET
    void = T("Void this part")
    picture = ("T21", EXCUSE, "HN")
    breaches = ("must-follow", "must-trump", "must-overtrump", "out-of-turn", "illegal-bid")
    laws = LAWS
    kind_laws = KIND_LAWS
    vocabulary: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "deal": ("part", "cards"),
        "bid": tuple(map(str, range(auction.HAND + 1))),
        "result": result.KEYS,
    }
    other_law = "foul.1"
    turn_laws: ClassVar[Mapping[str, str]] = {"bid": "bid.1"}
    options: DetenteOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        if len(seats) == 2:
            self.title = T("Triple-détente")  # type: ignore[misc]

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        return auction.begin(Deal(number, line, dealer, self.after(dealer), auction.HAND, dict(keys)), past)

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        return auction.holders(deal, past)

    def takes(self, deal: Deal) -> frozenset[str]:
        return prompts.takes(deal)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Bid(seat, word):
                return auction.add_bid(deal, Said(self.seat_of(seat), word, line), self.seats)
            case Resulted(keys):
                return Step(result.enter(deal, dict(keys), self.seats))
        return super().step(deal, line, fact)

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return prompts.prompts(deal, self.seats)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return prompts.fields(deal, self.seats)

    # --- the play

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        return ruffing.denials(NAME, play.card, deal.before(play.seat))

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        return ruffing.demands(deal, plays)

    def winner(self, deal: Deal, trick: Trick) -> int:
        return best_of(FOLLOWING, trick.plays).seat

    def after_trick(self, deal: Deal) -> Deal:
        if deal.played_out:
            result.excuse_last(deal)  # raises Slip if its player cannot be told
        return super().after_trick(deal)

    def stakes(self, deal: Deal, seat: int) -> Stakes | None:
        return of_tricks(deal, seat, self.seats[seat])

    # --- the score

    def result(self, deal: Deal) -> Result:
        return result.result(deal, self.seats)

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return score.lines(scored, self.options, self.seats)

    def result_text(self, scored: Scored) -> Text | None:
        return score.result_text(scored, self.seats)

    def brief(self, scored: Scored) -> Text | None:
        return self.label(scored.deal) if scored.deal.state == "done" else None

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return fouls.remedy(scored, foul, self.options, self.seats, partial(self.lines, past=past))

    # --- the match

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        return match.standing(deals, scores, dealer, self.options, len(self.seats))

    def label(self, deal: Deal) -> Text:
        return match.label(deal.terms, len(self.seats))

    def won(self, deal: Deal) -> Won | None:
        return tricks_won(deal, self.deck.kinds, self.seats, {PETIT: "petit"})
