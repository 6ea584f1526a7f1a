"""French Tarot for three, four and five players."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from referee.games.tarot import announce, auction, fouls, match, play, prompts, result, score, stakes, terms
from referee.games.tarot.cards import HALVES, WON
from referee.games.tarot.laws import KIND_LAWS, LAWS
from referee.games.tarot.options import PRESETS, TarotOptions
from referee.games.tarot.rulings import JUDGED, OF_THE_DOCUMENT, RULINGS
from referee.games.tarot.terms import CONTRACTS, PASS
from referee.rules import (
    JSON,
    UNSEEN,
    Aim,
    Announced,
    Bid,
    Called,
    Deal,
    Denial,
    Discarded,
    Fact,
    Field,
    Foul,
    HandOpened,
    Holder,
    KittyTurned,
    Law,
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
    Withdrawn,
    Won,
    ruffing,
)
from referee.rules.packs import DECK, PAD, PETIT


class Tarot(Ruleset):
    """Follow suit; void, trump; trumping, go over if you can; else throw anything."""

    name = "tarot"
    title = T("French Tarot")
    players = (3, 4, 5)
    evenings = True
    presets = PRESETS
    preset_names: ClassVar[Mapping[str, Text]] = {"fft": T("federation")}
    usual = Usual((4, 3, 5), 6, ((4, 4), (3, 4), (5, 5)), "fft", balanced=True, movement=True)
    deck = DECK
    pad = PAD
    direction = "counter"
    sheet = SheetStyle(listed=True, balanced=True)
    picture = ("T21", "T1", "EX")
    bid_forgotten = T("Somebody's bid was forgotten")
    laws = LAWS + tuple(Law(row.law, row.text, "S" if row in OF_THE_DOCUMENT else "F") for row in RULINGS.values())
    telling = DECK.of(PETIT)
    breaches: tuple[str, ...] = (
        "must-follow", "must-trump", "must-overtrump", "out-of-turn", "exposed-card-defence", "conduct", "hesitation",
        "illegal-bid", "illegal-lead",
    )  # fmt: skip
    claims = RULINGS["claims-wrongly"].law
    breach_names: ClassVar[Mapping[str, Text]] = {row.id: row.name for row in RULINGS.values()}
    kind_laws = KIND_LAWS
    vocabulary: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "deal": ("cards",),
        "bid": (PASS, *CONTRACTS),
        "announce": (*announce.ANNOUNCEMENTS, *announce.MISERES),
        "result": result.KEYS,
    }
    other_law = "foul.5"
    turn_laws: ClassVar[Mapping[str, str]] = {"bid": "bid.1"}
    unasked = True
    options: TarotOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        if self.options.arbitration == "ca2012":
            self.breaches += tuple(row for row in RULINGS if row not in (*self.breaches, *JUDGED))

    def kind_law(self, kind: str) -> str:
        return RULINGS[kind].law if kind in RULINGS else super().kind_law(kind)

    def word_text(self, word: str) -> Text:
        return terms.SAID.get(word) or super().word_text(word)

    def likely(self, deal: Deal) -> tuple[str, ...]:
        return fouls.LIKELY["play" if deal.begun else deal.phase if deal.phase in fouls.LIKELY else "bid"]

    def points_in(self, cards: Sequence[str]) -> float | None:
        return sum(HALVES[card] for card in cards) / 2 if UNSEEN not in cards else None

    def won(self, deal: Deal) -> Won | None:
        return WON

    def exposure_kinds(self, deal: Deal, seat: int) -> tuple[str, ...]:
        return fouls.exposure_kinds(deal, seat)

    def lying(self, deal: Deal) -> tuple[str, ...]:
        return deal.terms.turned if deal.phase == "discard" else ()

    def speech(self, deal: Deal, seat: int) -> Text | None:
        words = tuple(announce.spoken(one) for one in deal.announced if one.seat == seat)
        return T("{words}", words=words) if words else None

    def role(self, deal: Deal, seat: int) -> Text | None:
        return terms.role(deal, seat)

    def doubts(
        self, deal: Deal, hands: Mapping[int, tuple[str, ...]], rest: Mapping[str, tuple[str, ...]]
    ) -> tuple[Text, ...]:
        return tuple(result.doubts(self.result(deal), hands, rest.get(auction.KITTY_HOLDER, ()), self.seats))

    def taker(self, deal: Deal) -> int | None:
        taker: int | None = deal.terms.taker
        return taker

    def team(self, deal: Deal | None, seat: int) -> int | None:
        return None if deal is None else terms.team(deal, seat)

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        barred = () if self.is_taken_over(past) else fouls.barred(past)
        return auction.begin(number, line, dealer, self.after(dealer), keys, barred)

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        return auction.holders(deal)

    def takes(self, deal: Deal) -> frozenset[str]:
        return prompts.takes(deal)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        return auction.barred_taker(deal, self._step(deal, line, fact), line, self.seats)

    def _step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Bid(name, word):
                return auction.add_bid(deal, Said(self.seat_of(name), word, line), self.options, self.seats)
            case Called(name, card):
                return auction.call(deal, line, self.seat_of(name), card, self.seats)
            case KittyTurned(cards):
                return self._turn_kitty(deal, cards)
            case Discarded(name):
                return auction.discard(deal, line, self.seat_of(name), fact, self.options, self.seats)
            case Announced(name, word, cards, keys):
                announcement = Said(self.seat_of(name), word, line, cards, dict(keys))
                return announce.announce(deal, announcement, self.options, self.seats)
            case Withdrawn(name):
                return fouls.withdraw(deal, line, self.seat_of(name), self.options, self.seats)
            case HandOpened(name, cards):
                return auction.open_hand(deal, line, self.seat_of(name), cards, self.seats)
            case Resulted(keys):
                return result.enter(deal, line, dict(keys), self.options, self.seats)
        return super().step(deal, line, fact)

    def _turn_kitty(self, deal: Deal, cards: tuple[str, ...]) -> Step:
        """Turn the kitty; after the last trick it may tell what the cards come to."""
        step = auction.turn_kitty(deal, cards)
        return replace(step, deal=self.after_trick(step.deal)) if step.deal.phase == "count" else step

    def before_lead(self, deal: Deal, line: int) -> Step:
        return auction.barred_taker(deal, auction.before_lead(deal, self.options), line, self.seats)

    # --- the play

    def unlawful(self, deal: Deal, laid: Play) -> tuple[str, str, Text] | None:
        return play.unlawful(deal, laid, self.seats)

    def denies(self, deal: Deal, laid: Play) -> tuple[Denial, ...]:
        return play.denies(deal, laid)

    def demands(self, deal: Deal, laid: tuple[Play, ...]) -> Hashable:
        return ruffing.demands(deal, laid)

    def winner(self, deal: Deal, trick: Trick) -> int:
        return play.winner(deal, trick)

    def fouls_revealed(self, deal: Deal, line: int) -> tuple[Foul, ...]:
        return play.unsaid_petits(deal, line, self.seats)

    def after_trick(self, deal: Deal) -> Deal:
        return result.end(deal, self.options)

    def stakes(self, deal: Deal, seat: int) -> Stakes | None:
        return stakes.stakes(deal, self.options)

    # --- the score

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return fouls.lines(scored, self.options, self.seats) if scored.deal.state == "done" else ()

    def brief(self, scored: Scored) -> Text | None:
        final = result.outcome(scored.deal, self.options, self.seats) if scored.deal.state == "done" else None
        return score.brief(final, self.options, self.seats) if final else None

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return fouls.remedy(scored, foul, past, self.options, self.seats)

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        return fouls.remedies(scored, foul, past, self.options, self.seats)

    def after_ruling(self, deal: Deal, foul: Foul, line: int) -> Step:
        return fouls.carry_out(deal, foul, self.seats)

    def may_be(self, deal: Deal, play: Play, kind: str) -> bool:
        return any(super(Tarot, self).may_be(deal, play, one) for one in fouls.stands_for(kind))

    def result(self, deal: Deal) -> Result:
        return result.result(deal, self.options, self.seats)

    def extra(self, scored: Scored, past: Sequence[Scored]) -> JSON:
        return result.extra(scored.deal, self.options, self.seats)

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        return result.aims(scored.deal, self.options, self.seats)

    # --- the match

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        return match.standing(deals, scores, dealer, self.options, self.seats, self.before)

    def label(self, deal: Deal) -> Text:
        return match.label(deal, self.seats, self.before)

    def status(self, deal: Deal) -> Text | None:
        return play.asked_lead_text(deal)

    def values(self) -> tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]:
        return score.values(self.options, len(self.seats))

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return tuple(prompts.prompts(deal, self.options, self.seats))

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return tuple(prompts.fields(deal, self.options, self.seats, every=True))
