"""What a table of Doppelkopf agrees on, and hands that fit a contract: the beginning of a random deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from .doppelkopf import SOLOS, full_deck, trumps

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva")
CONTRACTS = ("gesund", "silent-solo", "hochzeit", "hochzeit-solo", "armut", "armut-refused", *SOLOS)
FOULS = (
    "revoke", "false-hochzeit", "kept-trump", "false-re", "false-kontra", "late", "order", "turn", "third-copy",
    "false-schweinchen", "late-schweinchen",
)  # fmt: skip
KINDS = {
    "revoke": {"must-follow"},
    "false-hochzeit": {"false-announcement"},
    "kept-trump": {"illegal-give"},
    "false-re": {"false-announcement"},
    "false-kontra": {"false-announcement"},
    "late": {"late-announcement"},
    "order": {"false-announcement"},
    "turn": {"out-of-turn"},
    "third-copy": {"already-played"},
    "false-schweinchen": {"false-announcement"},
    "late-schweinchen": {"late-announcement"},
}


@dataclass(frozen=True)
class House:
    """What the table agreed, as options of the record and as the oracle needs it."""

    preset: str
    dulle: bool
    second_dulle: bool
    nines: bool
    skip: bool
    less_one: bool
    options: tuple[str, ...]
    schweinchen: bool = False
    second_in_last: bool = True
    plain: bool = False

    @property
    def size(self) -> int:
        return 12 if self.nines else 10


def house(rng: Random) -> House:
    """Random house rules, armut always among them."""
    ddv = rng.random() < 0.4
    dulle, second, nines = rng.random() < 0.6, rng.choice(("no", "no", "yes", "not_last")), rng.random() < 0.85
    pigs, plain = rng.random() < 0.5, rng.random() < 0.3
    options = [f"dulle={_yes(dulle)}", f"second_dulle={second}", f"nines={_yes(nines)}", f"schweinchen={_yes(pigs)}"]
    options += [f"hochzeit={'plain' if plain else 'any'}", "armut=yes", "duty_solo=no"]
    preset = "ddv" if ddv else "standard"
    return House(preset, dulle, second != "no", nines, ddv, ddv, tuple(options), pigs, second == "yes", plain)


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


@dataclass(frozen=True)
class Written:
    """A record and the truth behind it: what Kontra pays Re (None where the deal scores nothing or is not finished),
    who is Re, the foul as (seat, line, first line that shows it or None, kinds).
    """

    text: str
    seats: tuple[str, ...]
    re: tuple[str, ...] = ()
    points: int | None = None
    worth: int | None = None
    winners: tuple[str, ...] = ()
    foul: tuple[str, int, int | None, frozenset[str]] | None = None
    void: bool = False


@dataclass
class Dealing:
    """The hands of one deal; `weak` is the seat made poor in trumps for an armut."""

    rng: Random
    rules: House
    contract: str
    order: list[str]
    foul: str | None
    hands: dict[str, list[str]] = field(default_factory=dict)
    weak: str = ""

    def deal_out(self) -> dict[str, list[str]]:
        """Hands that fit the contract."""
        deck = full_deck(self.rules.nines)
        self.rng.shuffle(deck)
        size = self.rules.size
        hands = self.hands = {seat: deck[place * size : (place + 1) * size] for place, seat in enumerate(self.order)}
        holders = [seat for seat in self.order for card in hands[seat] if card == "CQ"]
        one = holders[0]
        if self.contract in ("silent-solo", "hochzeit", "hochzeit-solo") and self.foul != "false-hochzeit":
            if holders[1] != one:
                self.swap(holders[1], "CQ", one)
            if self.contract == "hochzeit-solo":
                self.strengthen(one)
        elif holders[1] == one:
            self.swap(one, "CQ", next(seat for seat in self.order if seat != one))
        foxes = [seat for seat in self.order for card in hands[seat] if card == "DA"]
        wanted = self.foul == "late-schweinchen" or (self.foul is None and self.rules.schweinchen)
        if foxes[0] != foxes[1] and wanted and self.rng.random() < 0.7:
            self.swap(foxes[1], "DA", foxes[0])
        if self.contract.startswith("armut"):
            self.weaken(self.rng.choice(self.order))
        return hands

    def swap(self, giver: str, card: str, taker: str) -> None:
        """The giver's card against one of the taker's that is no queen of clubs."""
        other = self.rng.choice([c for c in self.hands[taker] if c != "CQ"])
        self.hands[giver].remove(card)
        self.hands[taker].remove(other)
        self.hands[giver].append(other)
        self.hands[taker].append(card)

    def strengthen(self, seat: str) -> None:
        """The highest trumps to one seat, so that he may win three tricks."""
        for card in trumps("normal", self.rules.dulle)[:3]:
            for other in self.order:
                while other != seat and card in self.hands[other]:
                    weak = [c for c in self.hands[seat] if c not in trumps("normal", self.rules.dulle)[:3]]
                    mine = self.rng.choice(weak)
                    self.hands[other].remove(card)
                    self.hands[seat].remove(mine)
                    self.hands[other].append(mine)
                    self.hands[seat].append(card)

    def weaken(self, seat: str) -> None:
        """At most three trumps for one seat."""
        high = trumps("normal", self.rules.dulle)
        most = self.rng.randint(1 if self.foul == "kept-trump" else 0, 3)
        while sum(card in high for card in self.hands[seat]) > most:
            mine = next(card for card in self.hands[seat] if card in high)
            others = [other for other in self.order if other != seat and any(c not in high for c in self.hands[other])]
            other = self.rng.choice(others)
            theirs = self.rng.choice([card for card in self.hands[other] if card not in high])
            self.hands[seat].remove(mine)
            self.hands[other].remove(theirs)
            self.hands[seat].append(theirs)
            self.hands[other].append(mine)
        while self.foul == "kept-trump" and not any(card in high for card in self.hands[seat]):
            other = next(other for other in self.order if other != seat and any(c in high for c in self.hands[other]))
            theirs = next(card for card in self.hands[other] if card in high)
            self.swap(other, theirs, seat)
        self.weak = seat
