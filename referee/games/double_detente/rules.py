"""The referee of Double-détente: who wins a trick, what a play denies, what a part scores and a foul costs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.deal import Deal, Play, Said, Trick
from referee.events import Bid, HandOpened, Resulted
from referee.games.double_detente.laws import (
    DECK,
    EXCUSE,
    FOUL_POINTS,
    HAND,
    HIGHER,
    KIND_LAWS,
    LAWS,
    NAME,
    PAD,
    PETIT,
    PUT_RIGHT,
    RANKS,
    SUIT,
    TARGET,
    TRUMPS,
    DetenteOptions,
    to_beat,
)
from referee.games.double_detente.results import bonus, checked, excuse_last, petit_at
from referee.grammar import Fact, whole
from referee.options import Usual
from referee.ruleset import (
    STOCK,
    Choice,
    Denial,
    Due,
    Field,
    Foul,
    Holder,
    Holds,
    Line,
    Options,
    Prompt,
    Remedy,
    Ruleset,
    Scored,
    Standing,
    Step,
    total,
)
from referee.suits import NO
from referee.texts import CardName, Slip, T, Text


@dataclass(frozen=True, slots=True)
class Terms:
    """Which round this deal belongs to, counted from 1, which of its parts it is, and whether the Petit fell in an
    earlier one.
    """

    round: int
    part: int
    petit_gone: bool = False


class DoubleDetente(Ruleset):
    """Follow suit; void, trump; whenever a trump is played go over if you can; else throw anything."""

    name = NAME
    title = T("Double-détente")
    players = (2, 3)
    presets: ClassVar[Mapping[str, Options]] = {"standard": DetenteOptions()}
    usual = Usual((3, 2), 4)
    deck = DECK
    pad = PAD
    goal = TARGET
    picture = ("T21", EXCUSE, "HN")
    breaches = ("must-follow", "must-trump", "must-overtrump", "out-of-turn")
    laws = LAWS
    options: DetenteOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        self.parts = 3 if len(seats) == 2 else 2
        if len(seats) == 2:
            self.title = T("Triple-détente")  # type: ignore[misc]

    def kind_law(self, kind: str) -> str:
        return f"{NAME}.{KIND_LAWS.get(kind, 'foul.1')}"

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        unknown = next((key for key in keys if key not in ("part", "cards")), None)
        if unknown:
            raise Slip(T("“{found}”: a deal of this game takes part= and cards=", found=unknown), found=unknown)
        due = self._due(past)
        part = whole(keys["part"], T("a part")) if "part" in keys else due.part
        if not 1 <= part <= self.parts:
            raise Slip(T("part {found}: a round has {most} parts", found=part, most=self.parts), found=part)
        most = len(DECK) // (self.parts * len(self.seats))
        size = whole(keys.get("cards", str(HAND)), T("a number of cards"))
        if not 1 <= size <= most:
            raise Slip(T("{found} cards a hand: expected 1 to {most}", found=size, most=most), found=size)
        round_number = due.round if part >= due.part else due.round + 1
        gone = any(petit_at(one.deal) for one in _counting(past) if one.deal.terms.round == round_number)
        terms = Terms(round_number, part, gone)
        return Step(Deal(number, line, dealer, self.after(dealer), size, dict(keys), terms=terms))

    def _due(self, past: Sequence[Scored]) -> Terms:
        """The part that comes after the deals past; a deal given up is dealt again."""
        counting = _counting(past)
        if not counting:
            return Terms(1, 1)
        last: Terms = counting[-1].deal.terms
        return Terms(last.round, last.part + 1) if last.part < self.parts else Terms(last.round + 1, 1)

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        counting = _counting(past)
        if counting and counting[-1].deal.terms.round == deal.terms.round:
            return None
        hands: dict[Holder, int] = dict.fromkeys(deal.order, deal.size)
        return hands | {STOCK: len(DECK) - deal.size * len(deal.order)}

    def takes(self, deal: Deal) -> frozenset[str]:
        opened = set() if deal.tricks or deal.trick.plays else {"hand"}
        if deal.phase == "bid":
            return frozenset({"bid"} | opened)
        return frozenset({"play", "trick", "took", "result"} | opened)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case HandOpened(seat, cards):
                at = self.seat_of(seat)
                return Step(deal._replace(hands={**deal.hands, at: cards}), (Holds(at, cards),))
            case Resulted(keys):
                return Step(deal._replace(counted=checked(self.seats, deal, dict(keys)), phase="done", state="done"))
        assert isinstance(fact, Bid)
        return self._bid(deal, line, self.seat_of(fact.seat), fact.said)

    def _bid(self, deal: Deal, line: int, seat: int, said: str) -> Step:
        tricks = whole(said, T("a number of tricks, 0 to {most}", most=deal.size))
        if deal.bid(seat) is not None:
            raise Slip(T("{name} has bid already", name=self.seats[seat]), found=said)
        after = deal._replace(bids=(*deal.bids, Said(seat, str(tricks), line)))
        if after.bidder is None:
            after = after._replace(phase="play")
        name, turn = self.seats[seat], deal.bidder
        fouls = []
        if turn is not None and seat != turn:
            text = T("{name} bids, and it was for {turn} to bid.", name=name, turn=self.seats[turn])
            fouls.append(_bid_foul("out-of-turn", "bid.1", seat, line, text))
        if not 0 <= tricks <= deal.size:
            text = T("{name} bids {bid}: expected 0 to {most}.", name=name, bid=tricks, most=deal.size)
            fouls.append(_bid_foul("illegal-bid", "bid.1", seat, line, text))
        elif tricks == self.forbidden(deal):
            text = T(
                "{name} bids {bid}, which makes {most} with the first bid: that is forbidden.",
                name=name,
                bid=tricks,
                most=deal.size,
            )
            fouls.append(_bid_foul("illegal-bid", "bid.2", seat, line, text))
        return Step(after, fouls=tuple(fouls))

    def forbidden(self, deal: Deal) -> int | None:
        """The bid the second of two players may not make: it would bring the sum to the number of tricks."""
        if len(self.seats) != 2 or len(deal.bids) != 1:
            return None
        return deal.size - int(deal.bids[0].word)

    # --- the play

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        """Not following denies the suit; not trumping then denies trumps; not going over denies higher trumps. A card
        out of turn is put right: it binds only those who come after it.
        """
        card = play.card
        if card == EXCUSE:
            return ()
        before = [other.card for other in deal.before(play.seat)]
        led, highest = to_beat(before)
        if led is None or led == "?":
            return ()
        over = _not_over(card, highest, before)
        if card[0] == led:
            return over
        must_follow = Denial("must-follow", f"{NAME}.play.2", SUIT[led], NO[led])
        if card[0] == "T":
            return (must_follow, *over)
        if led == "T":
            return (must_follow,)
        return (must_follow, Denial("must-trump", f"{NAME}.play.3", SUIT["T"], NO["T"]))

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        in_turn = tuple(play.seat for play in plays) == deal.round(plays[0].seat)[: len(plays)]
        return to_beat([play.card for play in plays]) if in_turn else plays

    def winner(self, deal: Deal, trick: Trick) -> int:
        """The highest trump, else the highest card of the suit led; never the Excuse."""
        led = next((play.card[0] for play in trick.plays if play.card != EXCUSE), "")

        def strength(play: Play) -> int:
            if play.card == EXCUSE:
                return -1
            if play.card[0] == "T":
                return 100 + int(play.card[1:])
            return RANKS.index(play.card[1:]) if play.card[0] == led else -1

        return max(trick.plays, key=strength).seat

    def after_trick(self, deal: Deal) -> Deal:
        if not deal.over or deal.undecided:
            return deal
        excuse_last(deal)
        return deal._replace(phase="done", state="done")

    # --- the result

    def result(self, deal: Deal) -> Mapping[str, Any]:
        if deal.counted is not None:
            found: dict[str, Any] = dict(deal.counted)
            found["tricks"] = [int(word) for word in deal.counted["tricks"].split(",")]
            if "petit-last" in found:
                found["petit-last"] = found["petit-last"] == "yes"
            return found
        if not deal.tricks:
            return {}
        found = {"tricks": [deal.won(seat) for seat in range(len(self.seats))]}
        petit = None if deal.terms.petit_gone else deal.holder_of(PETIT)
        if petit is not None:
            found["petit"] = self.seats[petit]
            found["petit-last"] = deal.over and PETIT in deal.tricks[-1].cards
        excuse = excuse_last(deal) if deal.over else None
        if excuse is not None:
            found["excuse-last"] = self.seats[excuse]
        return found

    # --- the score

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        deal = scored.deal
        foul = self._counting_foul(scored)
        if foul is not None:
            return self._foul_lines(deal, foul)
        if deal.state != "done":
            return ()
        result = self.result(deal)
        found = self._contract_lines(deal, result["tricks"])
        if "petit" in result:
            found.append(self._line("score.3", T("the Petit"), {result["petit"]: 2}))
            if result.get("petit-last"):
                found.append(self._line("score.4", T("the Petit in the last trick"), {result["petit"]: 5}))
        if "excuse-last" in result:
            found.append(self._line("score.5", T("the Excuse in the last trick"), {result["excuse-last"]: -5}))
        return tuple(found)

    def _contract_lines(self, deal: Deal, tricks: Sequence[int], without: int | None = None) -> list[Line]:
        """The tricks taken and the bonus for the bids of all but one seat."""
        won = {name: tricks[seat] for seat, name in enumerate(self.seats) if seat != without}
        bids = {name: deal.bid(self.seats.index(name)) for name in won}
        told = tuple(
            T("{name} bid {bid}, took {tricks}", name=name, bid=bids[name] or "–", tricks=won[name]) for name in won
        )
        pay = {name: bonus(deal.terms.part, bids[name], won[name]) for name in won}
        return [
            self._line("score.1", T("tricks taken"), won),
            self._line("score.2", T("bids met: {bids}", bids=told), pay),
        ]

    def _line(self, law: str, text: Text, points: Mapping[str, int]) -> Line:
        return Line(f"{NAME}.{law}", text, tuple(points.get(name, 0) for name in self.seats))

    # --- fouls

    def _stops(self, foul: Foul) -> bool:
        """Whether a foul stops the part: a breach of play does; what is put right at once does not."""
        if foul.seat is None or foul.kind in PUT_RIGHT:
            return False
        if foul.kind == "out-of-turn":
            return self.options.out_of_turn == "foul" and foul.law != f"{NAME}.bid.1"
        return True

    def _counting_foul(self, scored: Scored) -> Foul | None:
        """The foul that counts: of those upheld, the first committed."""
        return next((foul for foul in scored.upheld if self._stops(foul)), None)

    def _foul_lines(self, deal: Deal, foul: Foul) -> tuple[Line, ...]:
        part, seats = deal.terms.part, range(len(self.seats))
        cost = FOUL_POINTS.get(part) or int(self.options.foul_part3)
        name = self.seat_name(foul.seat or 0)
        found = [self._line("foul.1", T("foul by {name} in part {part}", name=name, part=part), {name: -cost})]
        if self.options.foul_others != "none":
            before = [trick for trick in deal.tricks if foul.trick is None or trick.number < foul.trick]
            tricks = [sum(trick.winner == seat for trick in before) for seat in seats]
            lines = self._contract_lines(deal, tricks, foul.seat)
            found += lines if self.options.foul_others == "contract" else lines[:1]
        return tuple(found)

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        if foul.seat is None:
            text = T("Find out who it was, or correct what was written down.")
            return Remedy(text, scored.deal.state, self.lines(scored, past))
        after = scored.also(foul)
        counting = self._counting_foul(after)
        if counting is None:
            text = T("It is put right at once; no penalty.")
            return Remedy(text, scored.deal.state, self.lines(scored, past))
        lines = self.lines(after, past)
        lost = -min(total(lines, len(self.seats)))
        name = self.seat_name(counting.seat or 0)
        text = T("The part stops; {name} loses {points}, the next part is played.", name=name, points=lost)
        return Remedy(text, "stopped", lines)

    # --- the match

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        totals = [0] * len(self.seats)
        due = self._deal_due(deals, dealer)
        for scored, score in zip(deals, scores, strict=True):
            totals = [sum_ + points for sum_, points in zip(totals, score, strict=True)]
            if scored.deal.state == "void" or scored.deal.terms.part != self.parts:
                continue
            best = max(totals)
            leaders = tuple(seat for seat, sum_ in enumerate(totals) if sum_ == best)
            if best >= TARGET and (len(leaders) == 1 or self.options.tie == "shared"):
                return Standing(tuple(totals), due, True, leaders)
        return Standing(tuple(totals), due)

    def _deal_due(self, deals: Sequence[Scored], dealer: int | None) -> Due:
        terms = self._due(deals)
        again = bool(deals) and deals[-1].deal.state == "void"
        if dealer is None:
            dealer = len(self.seats) - 1
        elif not again and (terms.part == 1 or self.options.dealer_each_part == "yes"):
            dealer = self.after(dealer)[0]
        return Due(dealer, self._label(terms), (("part", str(terms.part)),))

    def label(self, deal: Deal) -> Text:
        return self._label(deal.terms)

    def _label(self, terms: Terms) -> Text:
        return T("round {round}, part {part} of {parts}", round=terms.round, part=terms.part, parts=self.parts)

    # --- the prompts

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        if deal.state != "open":
            return ()
        if deal.bidder is not None:
            seat = deal.bidder
            return (Prompt("bid", T("{name}: how many tricks?", name=self.seats[seat]), seat, self._bids(deal)),)
        number = len(deal.tricks) if deal.undecided else deal.trick.number
        question = T("Who takes trick {number}?", number=number)
        if number == deal.size and len(self.seats) > 2:
            question = T("Who takes the last trick? If the Excuse is in it, tap the cards in turn, “?” for the others.")
        took = Prompt("took", question, choices=self._important(deal, number), optional=not deal.undecided)
        result = Prompt("result", T("The result of this part"), fields=self.fields(deal), optional=True)
        if deal.undecided:
            return (took, result)
        seat = deal.turn
        return (Prompt("play", T("{name} plays", name=self.seats[seat]), seat, count=1), took, result)

    def _bids(self, deal: Deal) -> tuple[Choice, ...]:
        forbidden = self.forbidden(deal)
        note = T("forbidden: the bids would make {sum}", sum=deal.size)
        return tuple(
            Choice(str(n), T("{number}", number=n), note if n == forbidden else None) for n in range(deal.size + 1)
        )

    def _important(self, deal: Deal, number: int) -> tuple[Choice, ...]:
        """The cards worth noting in a trick of which only the winner is written down."""
        cards = [] if deal.terms.petit_gone else [Choice(PETIT, T("with the Petit"))]
        if number == deal.size and len(self.seats) == 2:
            cards.append(Choice(EXCUSE, T("with the Excuse")))
        return tuple(cards)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return (
            Field("tricks", T("Tricks"), "tally", high=deal.size, total=deal.size),
            Field("petit", T("The Petit was taken by"), "seat", optional=True),
            Field("petit-last", T("in the last trick"), "flag", optional=True),
            Field("excuse-last", T("The Excuse was played to the last trick by"), "seat", optional=True),
        )


def _counting(past: Sequence[Scored]) -> list[Scored]:
    """The deals that were not given up."""
    return [scored for scored in past if scored.deal.state != "void"]


def _bid_foul(kind: str, law: str, seat: int, line: int, message: Text) -> Foul:
    return Foul(kind, seat, "seen", line, line, f"{NAME}.{law}", message, (seat,))


def _not_over(card: str, highest: int, before: Sequence[str]) -> tuple[Denial, ...]:
    """What a trump says that does not go over those before it. Nothing where one of them was not seen: it may have
    been higher than any trump held.
    """
    if card[0] != "T" or int(card[1:]) > highest or highest == len(TRUMPS) or "?" in before:
        return ()
    text = T("no trump above {card}", card=CardName(TRUMPS[highest - 1]))
    return (Denial("must-overtrump", f"{NAME}.play.4", HIGHER[highest], text),)
