"""A second reader of records of Double-détente, written from docs/record.md and docs/laws/double-detente.md alone.

It imports nothing of the program. It does not prove fouls by counting cards, nor read corrections.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.second.words import lines

BONUS = {1: (10, 5, 2), 2: (20, 10, 5), 3: (30, 20, 10)}
COST = {1: 20, 2: 30}
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]


@dataclass
class Foul:
    kind: str
    seat: str
    committed: int
    proved: int
    trick: int
    upheld: bool = False


@dataclass
class Deal:
    seats: list[str]
    options: dict[str, str]
    dealer: str
    part: int
    size: int
    bids: dict[str, int] = field(default_factory=dict)
    hands: dict[str, set[str]] = field(default_factory=dict)
    denied: dict[str, list[tuple[str, set[str], int, int]]] = field(default_factory=dict)
    trick: list[tuple[str, str]] = field(default_factory=list)
    takers: list[str | None] = field(default_factory=list)
    played: dict[str, int] = field(default_factory=dict)
    leader: str = ""
    result: dict[str, str] = field(default_factory=dict)
    fouls: list[Foul] = field(default_factory=list)
    counted: list[int] | None = None
    void: bool = False

    def after(self, seat: str) -> list[str]:
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def lead(self) -> str:
        return self.trick[0][0] if self.trick else self.leader

    def waiting(self) -> list[str]:
        there = [seat for seat, _ in self.trick]
        return [s for s in self.after(self.lead()) if s not in there and self.played.get(s, 0) < self.size]

    def bid(self, seat: str, tricks: int, line: int) -> None:
        due = [s for s in [*self.after(self.dealer)[1:], self.dealer] if s not in self.bids]
        last_of_two = len(self.seats) == 2 and len(self.bids) == 1
        if seat != due[0] or tricks > self.size or (last_of_two and sum(self.bids.values()) + tricks == self.size):
            self.fouls.append(Foul("illegal-bid", seat, line, line, 0))
        self.bids[seat] = tricks

    def play(self, seat: str, card: str, line: int) -> None:
        if None in self.takers[-1:] and not self.trick:
            self.takers[-1] = self.leader = seat
        if seat != self.waiting()[0]:
            self.fouls.append(Foul("out-of-turn", seat, line, line, len(self.takers)))
        self.judge(seat, card, line)
        self.played[seat] = self.played.get(seat, 0) + 1
        self.trick.append((seat, card))
        if not self.waiting():
            self.close(None if any(c == "?" for _, c in self.trick) else winner(self.in_turn()))

    def in_turn(self) -> list[tuple[str, str]]:
        order = self.after(self.lead())
        return sorted(self.trick, key=lambda play: order.index(play[0]))

    def judge(self, seat: str, card: str, line: int) -> None:
        number = len(self.takers)
        for kind, cards, committed, trick in self.denied.get(seat, []):
            known = any(foul.committed == committed and foul.seat == seat for foul in self.fouls)
            if card in cards and not known:
                self.fouls.append(Foul(kind, seat, committed, line, trick))
        order = self.after(self.lead())
        ahead = [c for s, c in self.in_turn() if order.index(s) < order.index(seat)] if self.trick else []
        said = denials(card, ahead)
        hand = self.hands.get(seat)
        if hand is not None:
            hand.discard(card)
            kind = next((kind for kind, cards in said if cards & hand), None)
            if kind:
                self.fouls.append(Foul(kind, seat, line, line, number))
                return
        self.denied.setdefault(seat, []).extend((kind, cards, line, number) for kind, cards in said)

    def close(self, taker: str | None) -> None:
        number, cards = len(self.takers) + 1, [card for _, card in self.trick]
        last = number == self.size
        if "T1" in cards:
            self.result["petit-trick"] = str(number)
            if last:
                self.result["petit-last"] = "yes"
        if last and "EX" in cards:
            self.result["excuse-last"] = next(seat for seat, card in self.trick if card == "EX")
        self.takers.append(taker)
        self.trick = []
        if taker:
            self.leader = taker

    def took(self, seat: str, cards: list[str]) -> None:
        if None in self.takers[-1:] and not self.trick:
            self.takers[-1] = self.leader = seat
            number = len(self.takers)
        else:
            for s in self.waiting():
                self.played[s] = self.played.get(s, 0) + 1
            self.close(seat)
            number = len(self.takers)
        if "T1" in cards:
            self.result["petit-trick"] = str(number)
            if number == self.size:
                self.result["petit-last"] = "yes"

    def scores(self) -> dict[str, int]:
        paid = dict.fromkeys(self.seats, 0)
        stop = next((f for f in sorted(self.fouls, key=lambda f: f.committed) if f.upheld and self.stops(f)), None)
        if self.void:
            return paid
        if stop:
            before = self.takers[: stop.trick]
            for seat in self.seats:
                won = before.count(seat)
                if seat == stop.seat:
                    paid[seat] = -COST.get(self.part, int(self.options.get("foul_part3", "40")))
                elif self.options.get("foul_others", "none") != "none":
                    paid[seat] = won
                    if self.options["foul_others"] == "contract":
                        paid[seat] += self.bonus(seat, won)
            return paid
        if self.counted is None and (len(self.takers) < self.size or None in self.takers):
            return paid
        tricks = self.counted or [self.takers.count(seat) for seat in self.seats]
        for seat, won in zip(self.seats, tricks, strict=True):
            paid[seat] = won + self.bonus(seat, won)
        petit = self.result.get("petit")
        if petit is None and "petit-trick" in self.result:
            petit = self.takers[int(self.result["petit-trick"]) - 1]
        if petit:
            paid[petit] += 2 + 5 * (self.result.get("petit-last") == "yes")
        if "excuse-last" in self.result:
            paid[self.result["excuse-last"]] -= 5
        return paid

    def bonus(self, seat: str, won: int) -> int:
        return (*BONUS[self.part], 0)[min(abs(self.bids[seat] - won), 3)] if seat in self.bids else 0

    def stops(self, foul: Foul) -> bool:
        option = {"illegal-bid": "illegal_bid", "out-of-turn": "out_of_turn"}.get(foul.kind)
        return option is None or self.options.get(option, "warn") == "foul"


def trumps(above: int = 0) -> set[str]:
    return {f"T{rank}" for rank in range(above + 1, 22)}


def denials(card: str, ahead: list[str]) -> list[tuple[str, set[str]]]:
    """What a card says that its player does not hold, given the cards before his turn."""
    named = [c for c in ahead if c != "EX"]
    if card in ("EX", "?") or not named or named[0] == "?":
        return []
    led, highest = named[0][0], max((int(c[1:]) for c in named if c[0] == "T"), default=0)
    over: list[tuple[str, set[str]]] = []
    if card[0] == "T" and int(card[1:]) < highest:
        over = [("must-overtrump", trumps(highest))]
    if led == "T":
        return over if card[0] == "T" else [("must-follow", trumps())]
    if card[0] == led:
        return []
    suit = [("must-follow", {led + rank for rank in RANKS})]
    return suit + (over if card[0] == "T" else [("must-trump", trumps())])


def winner(plays: list[tuple[str, str]]) -> str:
    named = [(seat, card) for seat, card in plays if card != "EX"]
    led = named[0][1][0]

    def strength(play: tuple[str, str]) -> tuple[int, int]:
        suit, rank = play[1][0], play[1][1:]
        return (2, int(rank)) if suit == "T" else (1, RANKS.index(rank)) if suit == led else (0, 0)

    return max(named, key=strength)[0]


def read(text: str) -> list[Deal]:
    seats: list[str] = []
    options: dict[str, str] = {}
    deals: list[Deal] = []
    for number, word, plain, keys in lines(text):
        if word == "seats":
            seats = plain
        elif word == "option":
            options |= keys
        elif word == "deal":
            parts = 2 if len(seats) == 3 else 3
            before = [deal for deal in deals if not deal.void]
            due = before[-1].part % parts + 1 if before else 1
            deals.append(Deal(seats, options, plain[0], int(keys.get("part", due)), int(keys.get("cards", 13))))
            deals[-1].leader = deals[-1].after(plain[0])[1]
        elif word not in ("game", "preset", "date", "title", "place", "note"):
            fact(deals, word, plain, keys, number)
    return deals


def fact(deals: list[Deal], word: str, plain: list[str], keys: dict[str, str], number: int) -> None:
    deal = deals[-1]
    match word:
        case "bid":
            deal.bid(plain[0], int(plain[1]), number)
        case "hand":
            deal.hands[plain[0]] = set(plain[1:])
        case "play":
            deal.play(plain[0], plain[1], number)
        case "trick":
            order = [seat for seat in deal.after(plain[0]) if deal.played.get(seat, 0) < deal.size]
            for seat, card in zip(order, plain[1:], strict=False):
                deal.play(seat, card, number)
        case "took":
            deal.took(plain[0], plain[1:])
        case "result":
            deal.counted = [int(tricks) for tricks in keys["tricks"].split(",")]
            if "petit-trick" in deal.result and "petit" not in keys:
                keys["petit"] = str(deal.takers[int(deal.result["petit-trick"]) - 1])
            deal.result |= keys
        case "ruling":
            for foul in (foul for each in deals for foul in each.fouls if foul.proved == int(plain[0])):
                foul.upheld = plain[1] == "uphold"
        case "void":
            deal.void = True
        case "penalty":
            pass
        case _:
            raise NotImplementedError(word)
