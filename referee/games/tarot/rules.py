"""French Tarot for three, four and five players."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from referee.deal import Deal, Play, Trick
from referee.events import Announced, Bid, Called, Discarded, HandOpened, KittyTurned, Resulted, Withdrawn
from referee.games.tarot import count, fouls, phases, play, prompts
from referee.games.tarot.laws import KIND_LAWS, LAWS, PRESETS, TarotTable
from referee.games.tarot.pack import DECK, HAND, PAD
from referee.games.tarot.rulings import RULINGS
from referee.games.tarot.score import difference, values
from referee.games.tarot.terms import Terms, begun, partner, standing_bid
from referee.games.tarot.typed import typed
from referee.grammar import Fact
from referee.options import Usual
from referee.ruleset import (
    Aim,
    Denial,
    Due,
    Field,
    Foul,
    Holder,
    Holds,
    Law,
    Line,
    Options,
    Prompt,
    Remedy,
    Scored,
    Standing,
    Step,
)
from referee.texts import Slip, T, Text

SAID = {
    "pass": T("pass"),
    "petite": T("petite"),
    "garde": T("garde"),
    "garde-sans": T("garde sans"),
    "garde-contre": T("garde contre"),
    "slam": T("slam"),
    "handful": T("handful"),
    "petit-sec": T("the Petit alone"),
    "misere-trumps": T("misère of trumps"),
    "misere-heads": T("misère of bouts and court cards"),
}

JUDGED = ("revoke-consumed", "revoke-not-consumed", "out-of-turn-defender")
"""The rulings that follow from a kind of foul and its moment."""

TAKES = {
    "bid": {"bid", "announce", "hand", "result"},
    "call": {"call", "hand", "result"},
    "kitty": {"kitty", "discard", "hand", "announce", "result", "play", "trick", "took"},
    "discard": {"discard", "announce", "result", "play", "trick", "took"},
    "play": {"play", "trick", "took", "withdraw", "announce", "result"},
    "count": {"result", "kitty"},
}


class Tarot(TarotTable):
    """Follow suit; void, trump; trumping, go over if you can; else throw anything."""

    name = "tarot"
    title = T("French Tarot")
    players = (3, 4, 5)
    presets = PRESETS
    usual = Usual((4, 3, 5), 6, ((4, 4), (3, 4), (5, 5)), "fft", balanced=True, movement=True, compared=True)
    deck = DECK
    pad = PAD
    direction = "counter"
    listed = balanced = True
    picture = ("T21", "T1", "EX")
    laws = LAWS + tuple(Law(row.law, row.name, "F" if row.id != "conduct" else "S") for row in RULINGS.values())
    breaches: tuple[str, ...] = ("must-follow", "out-of-turn", "exposed-card-defence", "conduct", "hesitation")
    claims = RULINGS["claims-wrongly"].law
    breach_names: ClassVar[Mapping[str, Text]] = {row.id: row.name for row in RULINGS.values()}

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        if self.options.arbitration == "ca2012":
            self.breaches += tuple(row for row in RULINGS if row not in (*self.breaches, *JUDGED))

    def kind_law(self, kind: str) -> str:
        if kind in RULINGS:
            return RULINGS[kind].law
        return f"tarot.{KIND_LAWS.get(kind, 'foul.5')}"

    def said(self, word: str) -> Text:
        return SAID.get(word) or super().said(word)

    def exposed(self, deal: Deal, seat: int) -> tuple[str, ...]:
        if deal.terms.taker is None:
            return ()
        if seat == deal.terms.taker:
            return ("exposed-card-taker",)
        return ("exposed-card-defence", "exposed-card-important-defence")

    def role(self, deal: Deal, seat: int) -> Text | None:
        if deal.terms.taker is None:
            return None
        if seat == deal.terms.taker:
            return T("taker")
        return T("partner") if seat == partner(deal) else None

    def taker(self, deal: Deal) -> int | None:
        taker: int | None = deal.terms.taker
        return taker

    def team(self, deal: Deal | None, seat: int) -> int | None:
        if deal is None or deal.terms.taker is None:
            return None
        ally = partner(deal)
        if seat in (deal.terms.taker, ally):
            return 0
        return None if ally is None else 1

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        return phases.begin(self, number, line, dealer, keys)

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        return phases.holders(deal)

    def takes(self, deal: Deal) -> frozenset[str]:
        found = set(TAKES.get(deal.phase, ()))
        if deal.phase == "bid" and (standing_bid(deal) or not deal.bids):
            found |= {"play", "trick", "took"}
        if deal.phase == "bid" and standing_bid(deal):
            found |= {"call", "kitty", "discard"}
        if deal.phase == "call":
            found |= TAKES["kitty"] if deal.terms.open_kitty else TAKES["play"]
        if deal.phase == "play" and not begun(deal) and not deal.terms.open_kitty:
            found.add("hand")
        return frozenset(found)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Bid(name, word):
                return self._bid(deal, line, self.seat_of(name), word)
            case Called(name, card):
                return phases.call(self, deal, line, self.seat_of(name), card)
            case KittyTurned(cards):
                return self._counted_now(phases.turn_kitty(deal, cards))
            case Discarded(name, cards, number, shown):
                return phases.set_aside(self, deal, line, self.seat_of(name), cards, number, shown)
            case Announced(name, word, cards, keys):
                return phases.announce(self, deal, line, self.seat_of(name), word, cards, dict(keys))
            case Withdrawn(name):
                return fouls.taken_back(self, deal, self.seat_of(name))
            case HandOpened(name, cards):
                return self._hand(deal, line, self.seat_of(name), cards)
            case Resulted(keys):
                return typed(self, deal, line, dict(keys))
        raise Slip(T("“{found}” has no place in this game", found=fact.word), found=fact.word)

    def _bid(self, deal: Deal, line: int, seat: int, word: str) -> Step:
        step = phases.bid(self, deal, line, seat, word)
        if not play.petit_alone(deal.hands.get(seat, ())):
            return step
        return replace(step, fouls=step.fouls + play.unannounced(self, step.deal, seat, line, "seen"))

    def _hand(self, deal: Deal, line: int, seat: int, cards: tuple[str, ...]) -> Step:
        after = deal._replace(hands={**deal.hands, seat: cards})
        found: tuple[Foul, ...] = ()
        if deal.bid(seat) is not None and play.petit_alone(cards):
            found = play.unannounced(self, deal, seat, line, "seen")
        return Step(after, (Holds(seat, cards),), found)

    def before_lead(self, deal: Deal, line: int) -> Step:
        return phases.unsaid(self, deal)

    # --- the play

    def unlawful(self, deal: Deal, play_: Play) -> tuple[str, str, Text] | None:
        return play.unlawful(self, deal, play_)

    def denies(self, deal: Deal, play_: Play) -> tuple[Denial, ...]:
        return play.denies(deal, play_)

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        return play.demands(deal, plays)

    def winner(self, deal: Deal, trick: Trick) -> int:
        return play.winner(deal, trick)

    def revealed(self, deal: Deal, line: int) -> tuple[Foul, ...]:
        return play.petit_sec(self, deal, line)

    def after_trick(self, deal: Deal) -> Deal:
        if not deal.over or deal.undecided:
            return deal
        if deal.size != HAND[len(deal.order)] or count.outcome(self, deal) is not None:
            return deal._replace(phase="done", state="done")
        return deal._replace(phase="count")

    def _counted_now(self, step: Step) -> Step:
        """The kitty nobody was to see, turned up after the last trick, may tell what the cards come to."""
        return replace(step, deal=self.after_trick(step.deal)) if step.deal.phase == "count" else step

    # --- the score

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return fouls.lines(self, scored) if scored.deal.state == "done" else ()

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return fouls.remedy(self, scored, foul, past)

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        return fouls.remedies(self, scored, foul, past)

    def ruled(self, deal: Deal, foul: Foul, line: int) -> Step:
        return fouls.ruled(self, deal, foul)

    def result(self, deal: Deal) -> Mapping[str, Any]:
        return count.told(self, deal, fouls.ended(self, deal))

    def extra(self, scored: Scored, past: Sequence[Scored]) -> Mapping[str, Any]:
        found = fouls.ended(self, scored.deal)
        return (
            {"points": count.points(found.halves), "bouts": found.bouts} if found else {"points": None, "bouts": None}
        )

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        found = fouls.ended(self, scored.deal) if scored.deal.state == "done" else None
        if found is None:
            return ()
        made, _ = difference(self, found)
        taken = Aim(found.taker, self.said(found.contract), made)
        return (taken,) if found.partner is None else (taken, Aim(found.partner, T("called as partner"), made))

    # --- the match

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        seats = len(self.seats)
        totals = tuple(sum(score[seat] for score in scores) for seat in range(seats))
        played = sum(not self._again(scored) for scored in deals)
        wanted = self.options.deals
        finished = wanted != "open" and played >= int(wanted) and played % seats == 0
        best = max(totals)
        winners = tuple(seat for seat in range(seats) if totals[seat] == best) if finished else ()
        again = bool(deals) and self._again(deals[-1])
        next_dealer = seats - 1 if dealer is None else dealer if again else self.after(dealer)[0]
        return Standing(totals, Due(next_dealer, T("deal {number}", number=len(deals) + 1)), finished, winners)

    def _again(self, scored: Scored) -> bool:
        """Whether the same dealer deals again: a misdeal, not a deal that came to nothing."""
        terms: Terms = scored.deal.terms
        if scored.deal.state != "void" or terms.why:
            return False
        rows = [row for row in (fouls.voids(self, scored, foul) for foul in scored.upheld) if row]
        return all(row.now == "redeal" for row in rows)

    def label(self, deal: Deal) -> Text:
        terms: Terms = deal.terms
        number = T("deal {number}", number=deal.number)
        if terms.taker is None or terms.contract is None:
            return number
        ally = partner(deal)
        names = (self.seats[terms.taker], *([self.seats[ally]] if isinstance(ally, int) else []))
        return T("{deal}: {contract} by {names}", deal=number, contract=self.said(terms.contract), names=names)

    def values(self) -> tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]:
        return values(self)

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return tuple(prompts.prompts(self, deal))

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return tuple(prompts.fields(self, deal, every=True))
