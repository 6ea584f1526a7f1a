"""DOUBLE: cards with a motif on either side, ten rounds, bids staked in chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from referee.games.double import auction, cards, decks, fouls, match, play, prompts, result, score
from referee.games.double.laws import KIND_LAWS, LAWS, NAME
from referee.games.double.options import DoubleOptions
from referee.games.double.terms import Terms
from referee.rules import (
    JSON,
    Bid,
    Deal,
    DeckMaker,
    Denial,
    Fact,
    Field,
    Foul,
    HandOpened,
    Holder,
    Line,
    Options,
    Play,
    Prompt,
    Remedy,
    Result,
    Resulted,
    Ruleset,
    Running,
    Said,
    Scored,
    SheetStyle,
    Stakes,
    Standing,
    Step,
    T,
    Text,
    Trick,
    Turned,
    Usual,
    Won,
    best_of,
    of_tricks,
    tricks_won,
)
from referee.rules.common import DEAL_TAKES_CARDS, hand_size, holders, open_hand, refuse_other


class Double(Ruleset):
    """Follow the suit led with either side of a card; the Fool and the Pope only when there is nothing else."""

    name = NAME
    title = T("DOUBLE")
    void = T("Void this round")
    picture = ("SK", "H4", "CA")
    players = tuple(range(2, 11))
    presets: ClassVar[Mapping[str, Options]] = {"standard": DoubleOptions()}
    usual = Usual((5, 4, 6, 3), 4, tuple((seats, match.ROUNDS) for seats in range(2, 11)))
    laws = LAWS
    breaches = ("must-follow", "special-too-early", "out-of-turn", "illegal-bid")
    kind_laws = KIND_LAWS
    vocabulary: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "deal": ("cards",),
        "bid": tuple(map(str, range(max(cards.SIZES) + 1))),
        "result": ("tricks",),
    }
    other_law = "foul.1"
    turn_laws: ClassVar[Mapping[str, str]] = {"bid": "bid.1"}
    sheet = SheetStyle(carded=True)
    start = score.START_CHIPS
    least = 0
    own_deck: ClassVar[DeckMaker | None] = decks
    options: DoubleOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        self.pack = cards.pack(self.options, len(seats))
        self.deck = self.pack.deck
        self.pad = self.pack.pad()
        self.provable = bool(self.pack.other)
        self._chips = Running((score.START,) * len(seats), score.after).of

    def remarks(self) -> tuple[Text, ...]:
        return decks.remarks(self.options.deck)

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        played = match.rounds_played(past)
        refuse_other(keys, ("cards",), DEAL_TAKES_CARDS)
        size = hand_size(keys, (self.pack.size - 1) // len(self.seats), cards.SIZES[played])
        terms = Terms(played + 1, self._chips(past))
        return Step(Deal(number, line, dealer, self.after(dealer), size, dict(keys), terms=terms))

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        return holders(deal, self.pack.size)

    def takes(self, deal: Deal) -> frozenset[str]:
        return prompts.takes(deal)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Turned(card):
                return auction.turn(deal, card, self.options, self.pack)
            case Bid(seat, word):
                return auction.add_bid(deal, Said(self.seat_of(seat), word, line), self.options, self.seats)
            case HandOpened(seat, codes):
                return open_hand(deal, self.seat_of(seat), tuple(map(self.pack.sides, codes)))
            case Resulted(keys):
                return Step(result.enter(deal, dict(keys), self.seats))
        return super().step(deal, line, fact)

    def trump(self, deal: Deal) -> str | None:
        return (deal.terms.trump or "") if deal.terms.settled else None

    # --- the play

    def unlawful(self, deal: Deal, play_: Play) -> tuple[str, str, Text] | None:
        return play.unlawful(deal, play_, self.following(deal), self.seats)

    def denies(self, deal: Deal, play_: Play) -> tuple[Denial, ...]:
        return play.denies(deal, play_, self.following(deal))

    def following(self, deal: Deal) -> play.Sides:
        agreed = self.options
        return play.Sides(deal.terms.trump, self.pack, agreed.special_follow, agreed.special_other, agreed.special_led)

    def winner(self, deal: Deal, trick: Trick) -> int:
        return best_of(self.following(deal), trick.plays).seat

    def stakes(self, deal: Deal, seat: int) -> Stakes | None:
        return of_tricks(deal, seat, self.seats[seat])

    # --- the score

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return score.lines(scored, self._chips(past), self.options, self.seats)

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return fouls.remedy(scored, foul, self._chips(past), self.options, self.seats, partial(self.lines, past=past))

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        return fouls.remedies(scored, foul, self._chips(past), self.options, self.seats, partial(self.lines, past=past))

    def result(self, deal: Deal) -> Result:
        known = deal.counted is not None or deal.tricks
        return {"tricks": list(result.tricks_of(deal, len(self.seats)))} if known else {}

    def extra(self, scored: Scored, past: Sequence[Scored]) -> JSON:
        terms: Terms = scored.deal.terms
        return {"turned": terms.turned[-1], "trump": terms.trump} if terms.settled else {}

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        return match.standing(deals, scores, dealer, len(self.seats), self.is_taken_over(deals))

    def result_text(self, scored: Scored) -> Text | None:
        return score.result_text(scored, self.options, self.seats)

    def label(self, deal: Deal) -> Text:
        return match.label(deal.terms.round, deal.size)

    def fault(self, foul: Foul) -> Text:
        lost = self.options.foul == "bid_missed" and fouls.counts(foul)
        return T("bid lost") if lost else super().fault(foul)

    def status(self, deal: Deal) -> Text | None:
        return auction.bid_so_far(deal)

    def other_side(self, card: str) -> str | None:
        return self.pack.other.get(card)

    def chips_staked(self, deal: Deal, seat: int) -> int:
        return int(deal.bid(seat) or 0)

    def tokens(self, points: int) -> tuple[tuple[Text, int, int], ...]:
        return score.tokens(points)

    # --- what a page shows

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return prompts.prompts(deal, self.options, self.seats)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return result.fields(deal)

    def won(self, deal: Deal) -> Won | None:
        return tricks_won(deal, self.deck.kinds, self.seats)
