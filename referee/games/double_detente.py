"""Double-détente for three, Triple-détente for two: a trick-bidding game with a tarot pack.

Source: the one document there is (S); where it is silent, the default (D) with the option beside it. The laws are
numbered in docs/laws/double-detente.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import CardSet, Deck
from referee.deal import Deal, Play, Said, Trick
from referee.events import Bid, HandOpened, Resulted
from referee.grammar import Fact, whole
from referee.ruleset import (
    STOCK,
    Choice,
    Denial,
    Due,
    Field,
    Foul,
    Group,
    Holder,
    Holds,
    Law,
    Line,
    Options,
    Prompt,
    Remedy,
    Ruleset,
    Scored,
    Standing,
    Step,
    option,
    total,
)
from referee.texts import CardName, Slip, T, Text

SUITS = "SHDC"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
TRUMPS = tuple(f"T{n}" for n in range(1, 22))
EXCUSE, PETIT = "EX", "T1"
HAND = 13
TARGET = 200

EXACT_ONE_TWO = {1: (10, 5, 2), 2: (20, 10, 5), 3: (30, 20, 10)}
"""Bonus of a part for a bid met exactly, missed by one, missed by two."""

FOUL_POINTS = {1: 20, 2: 30}

DECK = Deck([suit + rank for suit in SUITS for rank in RANKS] + [*TRUMPS, EXCUSE])
SUIT = {suit: DECK.of(*(suit + rank for rank in RANKS)) for suit in SUITS} | {"T": DECK.of(*TRUMPS)}
HIGHER = {n: DECK.of(*TRUMPS[n:]) for n in range(22)}
"""The trumps above a number."""

PLAIN = {"S": T("no spade"), "H": T("no heart"), "D": T("no diamond"), "C": T("no club"), "T": T("no trump")}
PAD = tuple(
    Group(suit, label, cards)
    for suit, label, cards in [
        ("S", T("Spades"), tuple("S" + rank for rank in RANKS)),
        ("H", T("Hearts"), tuple("H" + rank for rank in RANKS)),
        ("D", T("Diamonds"), tuple("D" + rank for rank in RANKS)),
        ("C", T("Clubs"), tuple("C" + rank for rank in RANKS)),
        ("T", T("Trumps"), (*TRUMPS, EXCUSE)),
    ]
)
YES_NO = {"no": T("no"), "yes": T("yes")}


@dataclass(frozen=True)
class DetenteOptions(Options):
    """What a table may change where the document is silent."""

    foul_others: str = option(
        "none",
        T("After a foul the other players score"),
        {
            "none": T("nothing for that part"),
            "tricks": T("the tricks they had won"),
            "contract": T("their tricks and their bid as it stood"),
        },
    )
    foul_part3: str = option("40", T("A foul in the third part costs"), {"30": T("30"), "40": T("40"), "50": T("50")})
    out_of_turn: str = option(
        "warn", T("Playing out of turn"), {"warn": T("is put right, no penalty"), "foul": T("is a foul like the others")}
    )
    dealer_each_part: str = option("no", T("The deal passes on after every part"), YES_NO)
    tie: str = option(
        "extra_round", T("A tie at the top"), {"extra_round": T("one more round"), "shared": T("shares the victory")}
    )


@dataclass(frozen=True, slots=True)
class Terms:
    """Which round this deal belongs to, counted from 1, and which of its parts it is."""

    round: int
    part: int


def laws(*lines: tuple[str, str, Text]) -> tuple[Law, ...]:
    return tuple(Law(f"double-detente.{number}", text, source) for number, source, text in lines)


class DoubleDetente(Ruleset):
    """Follow suit; void, trump; whenever a trump is played go over if you can; else throw anything."""

    name = "double-detente"
    title = T("Double-détente")
    players = (2, 3)
    presets = {"standard": DetenteOptions()}
    deck = DECK
    pad = PAD
    goal = TARGET
    picture = ("T21", EXCUSE, "HN")
    breaches = ("must-follow", "must-trump", "must-overtrump", "out-of-turn")
    laws = laws(
        ("deal.1", "S", T("Each part is played with thirteen cards a player; a card played in one part of a round cannot come back in a later one.")),
        ("bid.1", "S", T("Each player says once, from the dealer's left, how many tricks he will take: 0 to 13.")),
        ("bid.2", "S", T("With two players the second may not bring the sum of the bids to 13.")),
        ("play.1", "S", T("The dealer's left leads to each part, then whoever took the trick.")),
        ("play.2", "S", T("Follow the suit led, or trump if trump is led.")),
        ("play.3", "S", T("Who cannot follow must trump.")),
        ("play.4", "S", T("Whoever plays a trump must beat the highest trump in the trick if he can; if he cannot, he plays a trump all the same.")),
        ("play.5", "S", T("The Excuse may be played instead of any card and never takes the trick; led, it lets the next card name the suit.")),
        ("play.6", "D", T("A card played out of turn is put right at once.")),
        ("play.7", "S", T("A player plays only cards of his own hand, each once.")),
        ("score.1", "S", T("Every trick taken is a point.")),
        ("score.2", "S", T("A bid met exactly, by one, by two: 10, 5, 2 in the first part; 20, 10, 5 in the second; 30, 20, 10 in the third.")),
        ("score.3", "S", T("Whoever takes the Petit scores 2.")),
        ("score.4", "S", T("If the Petit falls in the last trick of a part, whoever takes that trick scores 5 more.")),
        ("score.5", "S", T("Who plays the Excuse to the last trick of a part loses 5.")),
        ("foul.1", "S", T("A foul stops the part; its player loses 20 in the first part, 30 in the second, 40 in the third.")),
        ("foul.2", "D", T("After a foul the others score nothing for that part; only the first foul committed counts.")),
        ("end.1", "S", T("The match ends after the first full round in which somebody has reached 200: the highest total wins.")),
        ("end.2", "D", T("A tie at the top is played out in one more round.")),
    )  # fmt: skip
    kinds = {
        "out-of-turn": "play.6",
        "not-in-hand": "play.7",
        "already-played": "deal.1",
        "inconsistent": "deal.1",
        "illegal-bid": "bid.1",
        "must-follow": "play.2",
        "must-trump": "play.3",
        "must-overtrump": "play.4",
        "wrong-count": "deal.1",
    }
    options: DetenteOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        self.parts = 3 if len(seats) == 2 else 2
        if len(seats) == 2:
            self.title = T("Triple-détente")  # type: ignore[misc]

    def kind_law(self, kind: str) -> str:
        return f"{self.name}.{self.kinds.get(kind, 'foul.1')}"

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
        same_round = part == due.part
        round_number = due.round if same_round or part > due.part else due.round + 1
        deal = Deal(number, line, dealer, self.after(dealer), size, dict(keys), terms=Terms(round_number, part))
        return Step(deal)

    def _due(self, past: Sequence[Scored]) -> Terms:
        """The part that comes after the deals past; a deal given up is dealt again."""
        for scored in reversed(past):
            if scored.deal.state == "void":
                continue
            last: Terms = scored.deal.terms
            return Terms(last.round, last.part + 1) if last.part < self.parts else Terms(last.round + 1, 1)
        return Terms(1, 1)

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        before = past[-1].deal if past else None
        if deal.terms.part > 1 and before and before.state != "void" and before.terms.round == deal.terms.round:
            return None
        hands: dict[Holder, int] = dict.fromkeys(deal.order, deal.size)
        return hands | {STOCK: len(DECK) - deal.size * len(deal.order)}

    def takes(self, deal: Deal) -> frozenset[str]:
        if deal.phase == "bid":
            return frozenset({"bid", "hand"})
        if deal.phase == "play":
            opened = {"hand"} if not deal.tricks and not deal.trick.plays else set()
            return frozenset({"play", "trick", "took", "result"} | opened)
        return frozenset()

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Bid(seat, said):
                return self._bid(deal, line, self.seat_of(seat), said)
            case HandOpened(seat, cards):
                at = self.seat_of(seat)
                hands = {**deal.hands, at: cards}
                return Step(replace(deal, hands=hands), (Holds(at, cards),))
            case Resulted(keys):
                return self._count(deal, dict(keys))
        raise Slip(T("“{found}” has no place in this game", found=fact.word), found=fact.word)

    def _bid(self, deal: Deal, line: int, seat: int, said: str) -> Step:
        tricks = whole(said, T("a number of tricks, 0 to {most}", most=deal.size))
        if deal.bid(seat) is not None:
            raise Slip(T("{name} has bid already", name=self.seats[seat]), found=said)
        after = replace(deal, bids=(*deal.bids, Said(seat, str(tricks), line)))
        if after.bidder is None:
            after = replace(after, phase="play")
        fouls = []
        if seat != deal.bidder:
            turn = self.seats[deal.order[len(deal.bids)]]
            fouls.append(self._bid_foul("out-of-turn", "bid.1", seat, line, T("{name} bids, and it was for {turn} to bid.", name=self.seats[seat], turn=turn)))  # fmt: skip
        if not 0 <= tricks <= deal.size:
            fouls.append(self._bid_foul("illegal-bid", "bid.1", seat, line, T("{name} bids {bid}: expected 0 to {most}.", name=self.seats[seat], bid=tricks, most=deal.size)))  # fmt: skip
        elif tricks == self.forbidden(deal):
            fouls.append(self._bid_foul("illegal-bid", "bid.2", seat, line, T("{name} bids {bid}, which makes {most} with the first bid: that is forbidden.", name=self.seats[seat], bid=tricks, most=deal.size)))  # fmt: skip
        return Step(after, fouls=tuple(fouls))

    def forbidden(self, deal: Deal) -> int | None:
        """The bid the second of two players may not make: it would bring the sum to the number of tricks."""
        if len(self.seats) != 2 or len(deal.bids) != 1:
            return None
        return deal.size - int(deal.bids[0].word)

    def _bid_foul(self, kind: str, law: str, seat: int, line: int, message: Text) -> Foul:
        return Foul(kind, seat, "seen", line, line, f"{self.name}.{law}", message, (seat,))

    # --- the play

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        """Not following denies the suit; not trumping then denies trumps; not going over denies higher trumps."""
        card = play.card
        if card == EXCUSE:
            return ()
        led, highest = None, 0
        for before in deal.trick.plays:
            code = before.card
            if code[0] == "T":
                highest = max(highest, int(code[1:]))
            if led is None and code != EXCUSE:
                led = code[0]
        if led is None or led == "?":
            return self._not_over(card, highest)
        suit = card[0]
        if suit == led:
            return self._not_over(card, highest)
        must_follow = Denial("must-follow", "double-detente.play.2", SUIT[led], PLAIN[led])
        if suit == "T":
            return (must_follow, *self._not_over(card, highest))
        if led == "T":
            return (must_follow,)
        return (must_follow, Denial("must-trump", "double-detente.play.3", SUIT["T"], PLAIN["T"]))

    def _not_over(self, card: str, highest: int) -> tuple[Denial, ...]:
        if card[0] != "T" or int(card[1:]) > highest or highest == 21:
            return ()
        text = T("no trump above {card}", card=CardName(TRUMPS[highest - 1]))
        return (Denial("must-overtrump", "double-detente.play.4", HIGHER[highest], text),)

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
        return replace(deal, phase="done", state="done") if deal.over and not deal.undecided else deal

    # --- the result

    def _count(self, deal: Deal, keys: dict[str, str]) -> Step:
        known = ("tricks", "petit", "petit-last", "excuse-last")
        unknown = next((key for key in keys if key not in known), None)
        if unknown:
            raise Slip(T("“{found}”: expected one of {expected}", found=unknown, expected=known), found=unknown)
        tricks = [whole(word, T("a number of tricks")) for word in keys.get("tricks", "").split(",") if word]
        if len(tricks) != len(self.seats) or min(tricks) < 0 or sum(tricks) != deal.size:
            raise Slip(
                T("tricks={found}: expected a number for each of {names}, {sum} in all",
                  found=keys.get("tricks", ""), names=self.seats, sum=deal.size),
                found=keys.get("tricks", ""),
            )  # fmt: skip
        for key in ("petit", "excuse-last"):
            if key in keys:
                self.seat_of(keys[key])
        if keys.get("petit-last", "no") not in YES_NO:
            raise Slip(T("petit-last={found}: expected yes or no", found=keys["petit-last"]), found=keys["petit-last"])
        if keys.get("petit-last") == "yes" and "petit" not in keys:
            raise Slip(T("petit-last=yes: who took the Petit? expected petit=NAME"), found="petit-last")
        if "petit" in keys and not tricks[self.seat_of(keys["petit"])]:
            raise Slip(T("{name} took the Petit without a trick", name=keys["petit"]), found=keys["petit"])
        return Step(replace(deal, counted=keys, phase="done", state="done"))

    def result(self, deal: Deal) -> Mapping[str, Any]:
        if deal.counted is not None:
            typed = dict(deal.counted)
            tricks = [int(word) for word in typed["tricks"].split(",")]
            found: dict[str, Any] = {**typed, "tricks": tricks}
            if "petit-last" in typed:
                found["petit-last"] = typed["petit-last"] == "yes"
            return found
        if not deal.tricks:
            return {}
        found = {"tricks": [deal.won(seat) for seat in range(len(self.seats))]}
        petit, last = deal.holder_of(PETIT), deal.tricks[-1]
        if petit is not None:
            found["petit"] = self.seats[petit]
            found["petit-last"] = deal.over and PETIT in last.cards
        if deal.over:
            excuse = next((play.seat for play in last.plays if play.card == EXCUSE), None)
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
        names = [name for seat, name in enumerate(self.seats) if seat != without]
        won = {name: tricks[self.seats.index(name)] for name in names}
        bonus = {name: self._bonus(deal, self.seats.index(name), won[name]) for name in names}
        bids = tuple(T("{name} bid {bid}, took {tricks}", name=n, bid=deal.bid(self.seats.index(n)) or "–", tricks=won[n]) for n in names)  # fmt: skip
        return [
            self._line("score.1", T("tricks taken"), won),
            self._line("score.2", T("bids met: {bids}", bids=bids), bonus),
        ]

    def _bonus(self, deal: Deal, seat: int, tricks: int) -> int:
        bid = deal.bid(seat)
        if bid is None:
            return 0
        return ([*EXACT_ONE_TWO[deal.terms.part]] + [0] * 1000)[min(abs(int(bid) - tricks), 3)]

    def _line(self, law: str, text: Text, points: Mapping[str, int]) -> Line:
        return Line(f"{self.name}.{law}", text, tuple(points.get(name, 0) for name in self.seats))

    # --- fouls

    def _stops(self, foul: Foul) -> bool:
        """Whether a foul stops the part: a breach of play does; what is put right at once does not."""
        if foul.seat is None or foul.kind in ("illegal-bid", "already-played", "not-in-hand", "inconsistent", "wrong-count"):
            return False
        return foul.kind != "out-of-turn" or (self.options.out_of_turn == "foul" and foul.play is not None)

    def _counting_foul(self, scored: Scored) -> Foul | None:
        """The foul that counts: of those upheld, the first committed."""
        stopping = [foul for foul in scored.upheld if self._stops(foul)]
        return min(stopping, key=lambda foul: (foul.committed, foul.proved)) if stopping else None

    def _foul_lines(self, deal: Deal, foul: Foul) -> tuple[Line, ...]:
        if foul.seat is None:
            return ()
        part = deal.terms.part
        cost = FOUL_POINTS.get(part) or int(self.options.foul_part3)
        name = self.seats[foul.seat]
        found = [self._line("foul.1", T("foul by {name} in part {part}", name=name, part=part), {name: -cost})]
        if self.options.foul_others != "none":
            until = deal.size + 1 if foul.trick is None else foul.trick
            tricks = [sum(t.winner == s and t.number < until for t in deal.tricks) for s in range(len(self.seats))]
            lines = self._contract_lines(deal, tricks, foul.seat)
            found += lines if self.options.foul_others == "contract" else lines[:1]
        return tuple(found)

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        if not self._stops(foul):
            text = T("It is put right at once; no penalty.") if foul.seat is not None else T("Find out who it was, or correct what was written down.")
            return Remedy(text, scored.deal.state, self.lines(scored, past))
        after = replace(scored, upheld=(*scored.upheld, foul))
        counting = self._counting_foul(after)
        lines = self.lines(after, past)
        name = self.seats[counting.seat] if counting and counting.seat is not None else ""
        lost = -min(total(lines, len(self.seats)))
        text = T("The part stops; {name} loses {points}, the next part is played.", name=name, points=lost)
        return Remedy(text, "stopped", lines)

    # --- the match

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        seats = len(self.seats)
        totals = [0] * seats
        for scored, score in zip(deals, scores, strict=True):
            totals = [a + b for a, b in zip(totals, score, strict=True)]
            if scored.deal.state == "void" or scored.deal.terms.part != self.parts:
                continue
            best = max(totals)
            leaders = tuple(seat for seat in range(seats) if totals[seat] == best)
            if best >= TARGET and (len(leaders) == 1 or self.options.tie == "shared"):
                return Standing(tuple(totals), self._deal_due(deals, dealer), True, leaders)
        return Standing(tuple(totals), self._deal_due(deals, dealer))

    def _deal_due(self, deals: Sequence[Scored], dealer: int | None) -> Due:
        terms = self._due(deals)
        passes = terms.part == 1 or self.options.dealer_each_part == "yes"
        if deals and deals[-1].deal.state == "void":
            passes = False
        next_dealer = len(self.seats) - 1 if dealer is None else self.after(dealer)[0] if passes else dealer
        label = T("round {round}, part {part} of {parts}", round=terms.round, part=terms.part, parts=self.parts)
        return Due(next_dealer, label, (("part", str(terms.part)),))

    def label(self, deal: Deal) -> Text:
        terms: Terms = deal.terms
        return T("round {round}, part {part} of {parts}", round=terms.round, part=terms.part, parts=self.parts)

    # --- the prompts

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        if deal.phase == "bid" and deal.bidder is not None:
            seat = deal.bidder
            return (Prompt("bid", T("{name}: how many tricks?", name=self.seats[seat]), seat, self._bids(deal)),)
        if deal.phase != "play":
            return ()
        number = len(deal.tricks) if deal.undecided else deal.trick.number
        took = Prompt("took", T("Who takes trick {number}?", number=number), choices=self._important(deal), optional=not deal.undecided)  # fmt: skip
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

    def _important(self, deal: Deal) -> tuple[Choice, ...]:
        """The cards worth noting in a trick of which only the winner is written down."""
        cards = [Choice(PETIT, T("with the Petit"))]
        if deal.trick.number == deal.size:
            cards.append(Choice(EXCUSE, T("with the Excuse")))
        return tuple(cards)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return (
            Field("tricks", T("Tricks"), "tally", high=deal.size, total=deal.size),
            Field("petit", T("The Petit was taken by"), "seat", optional=True),
            Field("petit-last", T("in the last trick"), "flag", optional=True),
            Field("excuse-last", T("The Excuse was played to the last trick by"), "seat", optional=True),
        )


def cards(*codes: str) -> CardSet:
    """These cards of the deck."""
    return DECK.of(*codes)
