"""Da Ban for two teams of two or three: points in tricks, three packs, a level to climb.

Source: the one document there is (S); where it is silent, the common rules of its relatives, the Shengji family (R), or
our default (D), with an option. docs/laws/da-ban.md numbers the laws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from referee.games.da_ban import auction, fouls, match, play, prompts, result, score, stakes
from referee.games.da_ban.cards import DECK, NO_TRUMP, PAD, points
from referee.games.da_ban.laws import KIND_LAWS, LAWS, NAME
from referee.games.da_ban.options import PLAYED_BY, DaBanOptions
from referee.rules import (
    JSON,
    UNSEEN,
    Aim,
    Announced,
    Deal,
    Denial,
    Discarded,
    Fact,
    Field,
    Foul,
    Gauge,
    Given,
    Holder,
    KittyTurned,
    Ladder,
    Line,
    Options,
    Play,
    Prompt,
    Remedy,
    Result,
    Resulted,
    Ruleset,
    Scored,
    Shown,
    Slip,
    Stakes,
    Standing,
    Step,
    T,
    Text,
    Trick,
    Usual,
    Withdrawn,
    Won,
    common,
)


class DaBan(Ruleset):
    """Play as many cards as were led, of the suit led while you have any; else what you like."""

    name = NAME
    title = T("Da Ban")
    players = (4, 6)
    presets: ClassVar[Mapping[str, Options]] = {"standard": DaBanOptions()}
    usual = Usual((4, 6), 4, partners=True)
    deck = DECK
    pad = PAD
    void = T("Void this round")
    picture = ("BK", "H3", "S2")
    breaches = (
        "must-follow", "illegal-lead", "out-of-turn", "illegal-give", "illegal-discard", "late-announcement",
        "false-announcement",
    )  # fmt: skip
    several = True
    tells_tricks = False
    early = True
    by_lead = True
    laws = LAWS
    kind_laws = KIND_LAWS
    vocabulary: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "deal": auction.KEYS,
        "announce": ("master", "cancel"),
        "result": result.KEYS,
    }
    other_law = "foul.2"
    options: DaBanOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        start, end = int(self.options.start_level), int(self.options.end_level)
        if start >= end:
            raise Slip(T("a match from level {start} to level {end} is over before it begins", start=start, end=end))
        self.goal = end - start
        self.timed = self.options.time_limit != "none"

    def remarks(self) -> tuple[Text, ...]:
        return (PLAYED_BY[self.options.kings],)

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        return auction.begin(
            Deal(number, line, dealer, self.after(dealer), 0, dict(keys)), past, self.options, self.seats
        )

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int]:
        return common.holders(deal, len(DECK), {auction.KITTY: deal.terms.size})

    def takes(self, deal: Deal) -> frozenset[str]:
        return prompts.takes(deal)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Shown(seat):
                return auction.show(deal, line, self.seat_of(seat), fact, self.options)
            case Given(giver, receiver):
                return auction.give(deal, line, self.seat_of(giver), self.seat_of(receiver), fact)
            case Announced(seat):
                return auction.announce(deal, line, self.seat_of(seat), fact, self.options)
            case KittyTurned(cards):
                return auction.turn_kitty(deal, cards, self.options)
            case Discarded(seat):
                return auction.discard(deal, line, self.seat_of(seat), fact)
            case Withdrawn(seat):
                return play.withdraw(deal, line, self.seat_of(seat), self.seats)
            case Resulted(keys):
                return result.enter(deal, line, dict(keys), self.options, self.seats)
        return super().step(deal, line, fact)

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return prompts.prompts(deal, self.options, self.seats)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return prompts.fields(deal, self.options)

    # --- the play

    def before_lead(self, deal: Deal, line: int) -> Step:
        return auction.before_lead(deal)

    def unlawful(self, deal: Deal, play_: Play) -> tuple[str, str, Text] | None:
        return play.unlawful(deal, play_, self.seats)

    def denies(self, deal: Deal, play_: Play) -> tuple[Denial, ...]:
        return play.denies(deal, play_, self.following(deal))

    def following(self, deal: Deal) -> play.Numbers:
        return play.Numbers(deal.terms.order, self.options.follow_format == "pairs_first")

    def winner(self, deal: Deal, trick: Trick) -> int:
        return play.winner(deal, trick, self.following(deal))

    def after_trick(self, deal: Deal) -> Deal:
        known = not deal.undecided and result.opponents_points(deal, self.options) is not None
        return deal._replace(phase="done", state="done") if known else deal

    def stakes(self, deal: Deal, seat: int) -> Stakes | None:
        return stakes.stakes(self.options, deal)

    # --- the score

    def result(self, deal: Deal) -> Result:
        return result.result(deal, self.options, self.seats)

    def extra(self, scored: Scored, past: Sequence[Scored]) -> JSON:
        return match.extra(scored, past, self.options, self.seats)

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return score.lines(scored, past, self.options, self.seats)

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        return score.aims(scored, self.options, len(self.seats))

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return fouls.remedy(scored, foul, self.options, self.seats, partial(self.lines, past=past))

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        return fouls.remedies(scored, foul, self.options, self.seats, partial(self.lines, past=past))

    # --- the match

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        return match.standing(deals, scores, self.options, self.seats, self.is_taken_over(deals))

    def label(self, deal: Deal) -> Text:
        return match.label(deal.terms, self.seats)

    def trump(self, deal: Deal) -> str | None:
        return "" if deal.terms.trump == NO_TRUMP else deal.terms.trump

    def role(self, deal: Deal, seat: int) -> Text | None:
        return T("master") if seat == deal.terms.master and deal.phase != "done" else None

    def team(self, deal: Deal | None, seat: int) -> int | None:
        return seat % 2

    def word_text(self, word: str) -> Text:
        return {"cancel": T("cancels the tribute"), "master": T("is master")}.get(word) or super().word_text(word)

    def marks(self, deals: Sequence[Scored], now: Deal | None = None) -> tuple[Text | None, ...]:
        return match.marks(deals, self.options, len(self.seats), now)

    def result_text(self, scored: Scored) -> Text | None:
        return score.result_text(scored, self.options, self.seats)

    def gauge(self, deal: Deal) -> Gauge | None:
        return result.gauge(deal)

    def status(self, deal: Deal) -> Text | None:
        if deal.phase == "kitty" and deal.terms.aside:
            return T("the kitty stays aside as it is")
        shown = auction.level_card_texts(deal, self.seats)
        return T("shown: {cards}", cards=shown) if shown else None

    def lying(self, deal: Deal) -> tuple[str, ...]:
        return deal.terms.kitty or () if deal.phase == "kitty" and not deal.terms.exchanged else ()

    def ladders(self, deals: Sequence[Scored]) -> tuple[Ladder, ...]:
        return match.ladders(deals, self.options, self.seats)

    def course(self, deals: Sequence[Scored]) -> tuple[tuple[Text, ...], tuple[tuple[Text, ...], ...]]:
        rows = (match.round_row(deals[:number], self.options, self.seats) for number in range(1, len(deals) + 1))
        return match.ROUND_HEADS, tuple(rows)

    def points_in(self, cards: Sequence[str]) -> float | None:
        return points(cards) if UNSEEN not in cards else None

    def won(self, deal: Deal) -> Won | None:
        return result.won(deal.terms, self.options)
