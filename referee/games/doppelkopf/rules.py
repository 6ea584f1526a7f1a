"""Doppelkopf for four, or five with the dealer sitting out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from referee.games.doppelkopf import announce, auction, fouls, match, play, prompts, result, score, stakes, terms
from referee.games.doppelkopf.cards import GENSCHER, PIGS, Suits, pack, points
from referee.games.doppelkopf.laws import KIND_LAWS, LAWS, NAME
from referee.games.doppelkopf.options import DDV, DULLE, SCHWEINCHEN, STANDARD, DoppelkopfOptions
from referee.rules import (
    JSON,
    UNSEEN,
    Aim,
    Announced,
    Bid,
    Deal,
    Denial,
    Fact,
    Field,
    Foul,
    Given,
    Group,
    Influence,
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
)
from referee.rules.common import DEAL_TAKES, hand_size, refuse_other

DEAL_KEYS = ("cards", "forced", "bock", "place", "done")


class Doppelkopf(Ruleset):
    """Follow suit, trumps being a suit of their own; if you cannot, play what you like."""

    name = NAME
    title = T("Doppelkopf")
    players = (4, 5)
    evenings = True
    presets: ClassVar[Mapping[str, Options]] = {
        "standard": STANDARD,
        "dulle": DULLE,
        "schweinchen": SCHWEINCHEN,
        "ddv": DDV,
    }
    preset_names: ClassVar[Mapping[str, Text]] = {
        "dulle": T("with tens of hearts"),
        "schweinchen": T("with Schweinchen"),
        "ddv": T("tournament"),
    }
    usual = Usual((4, 5), 3, tuple(match.ROUND.items()), "ddv", balanced=True)
    laws = LAWS
    kind_laws = KIND_LAWS
    vocabulary: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "deal": DEAL_KEYS,
        "bid": (auction.GESUND, auction.VORBEHALT, *auction.VORBEHALTE, auction.ACCEPT, auction.REFUSE),
        "announce": (*terms.WORDS, *PIGS, GENSCHER),
        "result": result.KEYS,
    }
    other_law = "foul.1"
    turn_laws: ClassVar[Mapping[str, str]] = {"bid": "auction.1", "offer": "auction.5"}
    leads_down = True
    pays_at_once = True
    picture = ("CQ", "H10", "DA")
    sheet = SheetStyle(listed=True)
    bid_forgotten = T("Gesund or a Vorbehalt was forgotten")
    called: ClassVar[Mapping[str, Text]] = {
        "illegal-bid": T("Unlawful Vorbehalt"),
        "doppelkopf.match.3": T("Duty solo left out"),
        "illegal-give": T("Wrong cards handed over (Armut)"),
    }
    breaches = ("must-follow", "out-of-turn", "late-announcement", "false-announcement", "illegal-bid", "illegal-give")
    options: DoppelkopfOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        self.pack = pack(self.options)
        self.deck = self.pack.deck
        self.pad = self.pack.pad()
        self.weighs = self.options.foul_class != "kind"
        self.timed = self.options.duty_solo == "yes"
        self.rounds = self.timed or self.options.bock != "no"

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        refuse_other(keys, DEAL_KEYS, DEAL_TAKES)
        size = hand_size(keys, self.pack.hand)
        order = match.order_of(dealer, len(self.seats))
        forced = self.seat_of(keys["forced"]) if "forced" in keys else None
        coming = self._coming(past, past[-1].deal.dealer if past else None)
        coming = coming if past else match.gone_on(coming, keys, self.seats)
        known = match.first_terms(keys, forced, order, coming, self.options)
        phase = "bid" if known.forced is None else "name"
        return Step(Deal(number, line, dealer, order, size, dict(keys), phase=phase, terms=known))

    def takes(self, deal: Deal) -> frozenset[str]:
        return prompts.takes(deal)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Bid(seat, word):
                one = Said(self.seat_of(seat), word, line)
                return auction.add_bid(deal, one, self.options, self.pack, self.seats)
            case Given():
                return auction.give(deal, fact, line, self.options, self.pack, self.seats)
            case Announced(seat, word, _, keys):
                one = Said(self.seat_of(seat), word, line, keys=dict(keys))
                step = announce.announce(deal, one, self.options, self.pack, self.seats)
                return step if deal.phase == "play" else replace(step, deal=play.end(step.deal, self.pack.hand))
            case Resulted(keys):
                return result.enter(deal, line, dict(keys), self.options, self.seats)
        return super().step(deal, line, fact)

    # --- the play

    def _suits(self, deal: Deal, last: bool = False) -> Suits:
        return self.pack.under(deal.terms.contract, len(deal.terms.pigs), last)

    def denies(self, deal: Deal, play_: Play) -> tuple[Denial, ...]:
        return play.denies(deal, play_, self._suits(deal))

    def following(self, deal: Deal) -> Suits:
        return self._suits(deal)

    def winner(self, deal: Deal, trick: Trick) -> int:
        return best_of(self._suits(deal, trick.number == deal.size), trick.plays).seat

    def unlawful(self, deal: Deal, play_: Play) -> tuple[str, str, Text] | None:
        return announce.unsaid(deal, play_.seat, self.options, self.seats)

    def after_trick(self, deal: Deal) -> Deal:
        return play.end(deal, self.pack.hand)

    def stakes(self, deal: Deal, seat: int) -> Stakes | None:
        return stakes.stakes(deal, self.options, self.pack.hand)

    def weigh(self, foul: Foul, influence: Influence) -> str | None:
        return fouls.weight(foul, influence, self.options.foul_class == "best_play") if self.weighs else None

    def with_weight(self, deal: Deal, foul: Foul, weight: str | None) -> Foul:
        suit = self._suits(deal).suit
        return replace(foul, weight=weight if fouls.claimable(deal, foul, suit) else fouls.NONE)

    # --- the score

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return score.lines(scored, self.options, self.pack.hand, self.seats)

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        decided = replace(foul, remedy=fouls.decision(foul))
        lines, suits = self.lines(fouls.uphold(scored, decided), past), self._suits(scored.deal)
        return fouls.remedy(scored, decided, lines, self.seats, suits.suit)

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        words = fouls.classes(scored.deal, foul, self._suits(scored.deal).suit)
        return tuple(self.remedy(scored, replace(foul, remedy=word), past) for word in words)

    def result(self, deal: Deal) -> Result:
        return result.result(deal, self.seats)

    def extra(self, scored: Scored, past: Sequence[Scored]) -> JSON:
        player = match.duty(scored)
        duty = {"duty": None if player is None else self.seats[player]} if self.options.duty_solo == "yes" else {}
        return terms.side_keys(scored.deal, self.seats) | duty

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        return score.aims(scored, self.pack.hand)

    # --- the round

    def _coming(self, deals: Sequence[Scored], dealer: int | None) -> match.Next:
        return match.due(self.options, len(self.seats), deals, dealer)

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        coming, goes_on = self._coming(deals, dealer), self.is_taken_over(deals)
        return match.standing(coming, scores, self.options, self.seats, self.elsewhere, goes_on)

    def label(self, deal: Deal) -> Text:
        return match.label(deal.terms.place, deal.terms.bock, self.options, len(self.seats), self.elsewhere)

    def block(self, scored: Scored) -> Text | None:
        return T("Duty solos") if self.options.duty_solo == "yes" and match.duty(scored) is not None else None

    def blocks(self) -> tuple[tuple[Text, int], ...]:
        return ((T("Duty solos"), len(self.seats)),) if self.options.duty_solo == "yes" else ()

    def marks(self, deals: Sequence[Scored], now: Deal | None = None) -> tuple[Text | None, ...]:
        owing = self._coming(deals, None).owing
        return tuple(T("owes a solo") if seat in owing else None for seat in range(len(self.seats)))

    def checks(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]]) -> tuple[Text, ...]:
        return (
            *match.checks(len(self.seats), deals[len(self.carried.past) :], scores),
            *match.open_duties(self._coming(deals, None), self.seats),
        )

    # --- what a page shows

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return prompts.prompts(deal, self.options, self.seats)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return prompts.fields(self.options, self.seats)

    def word_text(self, word: str) -> Text:
        return announce.LABELS.get(word) or auction.LABELS.get(word) or super().word_text(word)

    def result_text(self, scored: Scored) -> Text | None:
        return score.result_text(scored, self.pack.hand)

    def pad_in(self, deal: Deal) -> tuple[Group, ...]:
        return self.pack.pad(deal.terms.contract)

    def status(self, deal: Deal) -> Text | None:
        more = announce.owed(deal, self.options, self.seats) or terms.seeking(deal) or result.lying(deal, self.seats)
        game = auction.game(deal, self.seats)
        return T("{game} – {more}", game=game, more=more) if game and more else game or more

    def speech(self, deal: Deal, seat: int) -> Text | None:
        words = announce.spoken(deal, seat)
        words += tuple(announce.LABELS[word] for word, own in zip(PIGS, deal.terms.pigs, strict=False) if own == seat)
        words += (announce.LABELS[GENSCHER],) if seat in (deal.terms.genscher or ())[:1] else ()
        return T("{words}!", words=words) if words else None

    def role(self, deal: Deal, seat: int) -> Text | None:
        side = terms.sides(deal).of(seat)
        if side is None:
            return None if seat in deal.order else T("sits out")
        return T("duty solo") if deal.terms.duty and side == terms.RE else terms.SAID[side]

    def team(self, deal: Deal | None, seat: int) -> int | None:
        side = None if deal is None else terms.sides(deal).of(seat)
        return None if side is None else (terms.RE, terms.KONTRA).index(side)

    def points_in(self, cards: Sequence[str]) -> float | None:
        return points(cards) if UNSEEN not in cards else None

    def won(self, deal: Deal) -> Won | None:
        return result.won(self.deck)
