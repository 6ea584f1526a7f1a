"""Random deals of Doppelkopf as they might happen, hidden hands and all, written down as records.

Honest, or with one foul planted. Everything random comes from the `random.Random` passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from .doppelkopf import LEVELS, SOLOS, legal, may_say, suit_of, tally, trumps, value, winner
from .doppelkopf_table import CONTRACTS, KINDS, NAMES, Dealing, House, Written, house


@dataclass
class Story:
    """One deal while it happens."""

    rng: Random
    rules: House
    contract: str
    seats: tuple[str, ...]
    foul: str | None = None
    hide: float = 0.0
    open_hands: float = 0.0
    stop: int | None = None
    lines: list[str] = field(default_factory=list)
    planted: tuple[str, int, int | None, frozenset[str]] | None = None

    # --- the beginning

    def __post_init__(self) -> None:
        rng, rules = self.rng, self.rules
        self.lines = ["game doppelkopf", f"preset {rules.preset}"]
        self.lines += [f"option {option}" for option in rules.options] + ["seats " + " ".join(self.seats)]
        dealer = rng.randrange(len(self.seats))
        self.order = [self.seats[(dealer + step) % len(self.seats)] for step in range(1, 5)]
        self.add(f"deal {self.seats[dealer]}")
        dealing = Dealing(self.rng, rules, self.contract, self.order, self.foul)
        self.hands, self.weak = dealing.deal_out(), dealing.weak
        self.play_contract = self.contract if self.contract in SOLOS else "normal"
        self.taker: str | None = None
        self.partner: str | None = None
        self.said: dict[str, list[str]] = {"re": [], "kontra": []}
        self.late: set[str] = set()
        self.spoken: set[str] = set()
        self.tricks: list[tuple[list[str], list[str], str]] = []
        self.played: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.hidden = False
        self.pigs = False
        self.watch: tuple[str, set[str], int] | None = None
        self.open_seats: list[str] = []
        self.done = False

    def add(self, line: str) -> int:
        self.lines.append(line)
        return len(self.lines)

    @property
    def line(self) -> int:
        return len(self.lines)

    def plant(self, seat: str, shown: int | None, committed: int | None = None) -> None:
        assert self.foul is not None
        self.planted = (seat, committed or self.line, shown, frozenset(KINDS[self.foul]))

    def show(self) -> None:
        """The present line lets everybody see the foul."""
        if self.planted is not None and self.planted[2] is None:
            seat, committed, _, kinds = self.planted
            self.planted = (seat, committed, self.line, kinds)

    # --- the auction

    def auction(self) -> None:
        for seat in self.order:
            if self.rng.random() < self.open_hands and (self.foul is None or not self.contract.startswith("armut")):
                self.open_seats.append(seat)
                self.add(f"hand {seat} " + " ".join(self.hands[seat]))
        if self.contract in ("gesund", "silent-solo"):
            for seat in self.order:
                self.add(f"bid {seat} gesund")
            return
        self.taker = self.caller()
        others = self.order[self.order.index(self.taker) + 1 :] if self.rng.random() < 0.15 else []
        for seat in self.order:
            word = "vorbehalt" if seat == self.taker or (seat in others and self.contract in SOLOS) else "gesund"
            self.add(f"bid {seat} {word}")
        word = (
            self.contract.removesuffix("-solo").removesuffix("-refused")
            if self.contract not in SOLOS
            else self.contract
        )
        for seat in self.order:
            if seat == self.taker:
                self.add(f"bid {seat} {word}")
                if self.foul == "false-hochzeit":
                    self.plant(seat, None)
                    if self.open_seats and (seat in self.open_seats or any(
                        "CQ" in self.hands[other] for other in self.open_seats if other != seat
                    )):  # fmt: skip
                        self.show()
                break
        if word == "armut":
            self.exchange()

    def caller(self) -> str:
        if self.contract.startswith("hochzeit"):
            holders = [seat for seat in self.order if "CQ" in self.hands[seat]]
            return self.rng.choice(holders if self.foul == "false-hochzeit" else [
                seat for seat in holders if self.hands[seat].count("CQ") == 2
            ])  # fmt: skip
        return self.weak if self.contract.startswith("armut") else self.rng.choice(self.order)

    def exchange(self) -> None:
        taker = self.taker
        assert taker is not None
        at = self.order.index(taker)
        asked = self.order[at + 1 :] + self.order[:at]
        refusing = 3 if self.contract == "armut-refused" else self.rng.randrange(3)
        for seat in asked[:refusing]:
            self.add(f"bid {seat} refuse")
        if refusing == 3:
            self.done = True
            return
        self.partner = asked[refusing]
        self.add(f"bid {self.partner} accept")
        high = trumps("normal", self.rules.dulle)
        mine = [card for card in self.hands[taker] if card in high]
        plain = [card for card in self.hands[taker] if card not in high]
        self.rng.shuffle(plain)
        kept: list[str] = []
        if self.foul == "kept-trump":
            kept = [mine.pop(self.rng.randrange(len(mine)))]
        out = (mine + plain)[:3]
        known = self.rng.random() < 0.5
        self.move(taker, self.partner, out, known)
        if kept:
            self.plant(taker, None)
            if taker in self.open_seats:
                self.show()
        back = self.rng.sample(self.hands[self.partner], 3)
        known_back = self.rng.random() < 0.5
        said = "" if known_back or self.foul or self.rng.random() < 0.3 else f" trumps={sum(c in high for c in back)}"
        self.move(self.partner, taker, back, known_back, said)
        if kept:
            self.kept, self.returned = kept[0], back if known_back else None

    def move(self, giver: str, taker: str, cards: Sequence[str], known: bool, said: str = "") -> None:
        for card in cards:
            self.hands[giver].remove(card)
            self.hands[taker].append(card)
        self.add(f"give {giver} {taker} " + (" ".join(cards) if known else f"count=3{said}"))

    # --- sides as they really are

    def side(self, seat: str) -> str | None:
        """A seat's side, None for a hochzeit not settled."""
        if self.contract in SOLOS:
            return "re" if seat == self.taker else "kontra"
        if self.contract == "armut":
            return "re" if seat in (self.taker, self.partner) else "kontra"
        if self.contract.startswith("hochzeit"):
            number = self.clarified()
            if number is None:
                return "re" if seat == self.taker else None
            found = self.tricks[number - 1][2] if self.settles(number - 1) else self.taker
            return "re" if seat in (self.taker, found) else "kontra"
        return "re" if "CQ" in self.hands[seat] or "CQ" in self.played[seat] else "kontra"

    def clarified(self) -> int | None:
        for number in range(len(self.tricks[:3])):
            if self.settles(number):
                return number + 1
        return 3 if len(self.tricks) >= 3 else None

    def settles(self, place: int) -> bool:
        """Whether a trick finds the partner of a hochzeit; where that is agreed, only one led with a plain suit."""
        _, table, taken = self.tricks[place]
        led = suit_of(table[0], "normal", self.rules.dulle)
        return taken != self.taker and not (self.rules.plain and led == "trump")

    def re_seats(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.order if self.side(seat) == "re")

    # --- the play

    def happen(self) -> Written:
        self.auction()
        if self.done:
            return Written("\n".join(self.lines) + "\n", self.seats, void=True, foul=self.planted)
        leader, plays = self.order[0], 0
        while self.hands[leader] and not self.done:
            leader, plays = self.trick(leader, plays)
        if self.done or self.hidden or any(self.hands[seat] for seat in self.order):
            return Written("\n".join(self.lines) + "\n", self.seats, foul=self.planted)
        return self.result()

    def trick(self, leader: str, plays: int) -> tuple[str, int]:
        at = self.order.index(leader)
        turn = self.order[at:] + self.order[:at]
        together = not self.planted and self.foul is None and self.rng.random() < 0.4
        table: list[str] = []
        players: list[str] = []
        words: list[str] = []
        if self.foul == "turn" and self.planted is None and self.rng.random() < 0.2:
            turn = [turn[0], turn[2], turn[1], turn[3]]
        for place, seat in enumerate(turn):
            if self.stop is not None and plays >= self.stop:
                self.done = True
                break
            if not together:
                self.pigs_maybe()
                self.announce_maybe()
            if self.done:
                break
            card = self.choose(seat, table)
            self.hands[seat].remove(card)
            self.played[seat].append(card)
            hide = self.rng.random() < self.hide and self.hidden_allowed(seat)
            self.hidden |= hide
            table.append(card)
            players.append(seat)
            words.append("?" if hide else card)
            plays += 1
            if not together:
                self.add(f"play {seat} {words[-1]}")
                self.noticed(seat, card, hide)
                if self.foul == "turn" and self.planted is None and place == 1 and seat != self.after(turn[0]):
                    self.plant(seat, self.line)
        if together and words:
            self.add(f"trick {leader} " + " ".join(words))
        if len(table) < 4:
            return leader, plays
        second = self.rules.second_dulle and (self.rules.second_in_last or len(self.tricks) < self.rules.size - 1)
        taken = players[winner(table, self.play_contract, self.rules.dulle, second, self.pigs)]
        if "?" in words:
            self.add(f"took {taken}")
        self.tricks.append((players, table, taken))
        if self.foul == "third-copy" and self.planted is None and self.rng.random() < 0.2:
            self.third_copy(taken)
        return taken, plays

    def after(self, seat: str) -> str:
        return self.order[(self.order.index(seat) + 1) % 4]

    def hidden_allowed(self, seat: str) -> bool:
        """The plays that show a planted foul are always seen."""
        return self.foul is None

    def choose(self, seat: str, table: list[str]) -> str:
        hand, contract, dulle = self.hands[seat], self.play_contract, self.rules.dulle
        lawful = legal(hand, table, contract, dulle)
        unlawful = [card for card in hand if card not in lawful]
        if self.foul == "revoke" and self.planted is None and unlawful and self.rng.random() < 0.25:
            card = self.rng.choice(unlawful)
            led = suit_of(table[0], contract, dulle)
            denied = {held for held in hand if suit_of(held, contract, dulle) == led}
            self.watch = (seat, denied, self.line + 1)
            return card
        if self.contract == "hochzeit-solo" and seat == self.taker and len(self.tricks) < 3:
            high = trumps("normal", dulle)
            return min(lawful, key=lambda card: high.index(card) if card in high else 99)
        return self.rng.choice(lawful)

    def noticed(self, seat: str, card: str, hide: bool) -> None:
        """What the card just written shows about the foul planted."""
        if self.watch is not None and self.planted is None:
            self.plant(seat, self.line if seat in self.open_seats else None)
            return
        if self.planted is None:
            return
        offender = self.planted[0]
        match self.foul:
            case "revoke" if self.watch and seat == offender and card in self.watch[1]:
                self.show()
            case "false-hochzeit" if card == "CQ" and seat != offender:
                self.show()
            case "false-schweinchen" if card == "DA" and seat != offender:
                self.show()
            case "false-kontra" if card == "CQ" and seat == offender:
                self.show()
            case "false-re" if sum(cards.count("CQ") for cards in self.played.values()) == 2:
                self.show()
            case "kept-trump" if (
                seat == offender and self.returned is not None and card in trumps("normal", self.rules.dulle)
            ):
                if self.played[seat].count(card) > self.returned.count(card):
                    self.show()

    def third_copy(self, seat: str) -> None:
        """The scribe writes a card that has been seen twice."""
        seen = [card for _, cards, _ in self.tricks for card in cards]
        twice = sorted({card for card in seen if seen.count(card) == 2})
        if twice and self.hands[seat]:
            self.add(f"play {seat} {self.rng.choice(twice)}")
            self.plant(seat, self.line)
            self.done = True

    # --- announcements

    def pigs_maybe(self) -> None:
        """Somebody announces a Schweinchen: who holds both foxes before the first, or the offender at another time."""
        if not self.rules.schweinchen or self.pigs or self.play_contract not in ("normal", "solo-diamonds"):
            return
        if self.planted is not None or (self.foul != "late-schweinchen" and self.rng.random() > 0.2):
            return
        fallen = [seat for seat in self.order if "DA" in self.played[seat]]
        both = [seat for seat in self.order if self.hands[seat].count("DA") == 2]
        if self.foul == "late-schweinchen":
            if len(fallen) == 1 and "DA" in self.hands[fallen[0]]:
                self.add(f"announce {fallen[0]} schweinchen")
                self.plant(fallen[0], self.line)
                self.done = True
        elif self.foul == "false-schweinchen":
            if not fallen and not self.open_seats:
                seat = self.rng.choice([seat for seat in self.order if seat not in both])
                self.add(f"announce {seat} schweinchen")
                self.pigs = True
                self.plant(seat, None)
        elif both and not fallen:
            self.add(f"announce {both[0]} schweinchen")
            self.pigs = True

    def announce_maybe(self) -> None:
        if self.rng.random() > 0.12 and self.foul not in ("false-re", "false-kontra", "late", "order"):
            return
        seat = self.rng.choice(self.order)
        side = self.side(seat)
        if self.planted is not None and seat == self.planted[0]:
            return
        if side is None or (self.contract.startswith("hochzeit") and self.clarified() is None):
            return
        left, size = len(self.hands[seat]), self.rules.size
        other = "kontra" if side == "re" else "re"
        shift = 0
        if self.contract.startswith("hochzeit"):
            number = self.clarified()
            assert number is not None
            shift = number - self.rules.less_one
        if self.planted is None and self.foul in ("false-re", "false-kontra", "late", "order"):
            self.false_word(seat, side, left, shift)
            return
        lawful = [
            word
            for word in LEVELS
            if may_say(word, left, self.said[side], self.said[other], size=size, shift=shift, skip=self.rules.skip)
            and side not in self.late
        ]
        if self.rng.random() > 0.12 or not lawful:
            return
        if self.rules.skip and not self.said[side] and not may_say("said", left, [], [], size=size, shift=shift):
            self.late.add(side)  # [T 6.4.4] a reply no level may follow
        word = self.rng.choice(lawful)
        self.say(seat, side, word)

    def say(self, seat: str, side: str, word: str) -> None:
        stated = "" if word == "said" or not self.needs_side(seat) else f" side={side}"
        self.add(f"announce {seat} {side if word == 'said' else word}{stated}")
        level = LEVELS.index(word)
        if self.rules.skip:
            self.said[side] += [lower for lower in LEVELS[:level] if lower not in self.said[side]]
        self.said[side].append(word)
        self.spoken.add(seat)

    def needs_side(self, seat: str) -> bool:
        """Whether the table would have to ask for which side a level is said."""
        return self.contract in ("gesund", "silent-solo") and seat not in self.spoken

    def false_word(self, seat: str, side: str, left: int, shift: int) -> None:
        """The planted announcement, where the occasion is plain."""
        other = "kontra" if side == "re" else "re"
        own, size = self.said[side], self.rules.size
        public = seat in self.open_seats or seat in self.spoken
        quiet = self.contract == "gesund" and not public and "CQ" not in self.played[seat] and not self.said[other]
        queens = sum(cards.count("CQ") for cards in self.played.values())
        in_time = may_say("said", left, [], self.said[side], size=size, shift=shift)
        if self.foul in ("false-re", "false-kontra") and quiet and in_time and queens == 0 and not own:
            if (side == "kontra") == (self.foul == "false-re") and not self.open_seats:
                self.add(f"announce {seat} {other}")
                self.said[other].append("said")
                self.spoken.add(seat)
                self.plant(seat, None)
        elif self.foul == "late" and "said" not in own and self.rng.random() < 0.1:
            if not may_say("said", left, own, self.said[other], size=size, shift=shift):
                self.add(f"announce {seat} {side}")
                self.plant(seat, self.line)
                self.said[side].append("said")
                self.spoken.add(seat)
        elif self.foul == "order":
            words = [w for w in LEVELS[2:] if left >= 12 - LEVELS.index(w) + 1 and w not in own]
            words = [w for w in words if any(lower not in own for lower in LEVELS[: LEVELS.index(w)])]
            if self.rules.skip and ("said" in own or may_say("said", left, [], [], size=size, shift=shift)):
                return
            if words:
                word = self.rng.choice(words)
                if not may_say(word, left, LEVELS[: LEVELS.index(word)], self.said[other], size=size, shift=shift):
                    return
                self.add(f"announce {seat} {word} side={side}")
                self.plant(seat, self.line)
                self.done = True

    # --- the result

    def result(self) -> Written:
        re = self.re_seats()
        side = {seat: "re" if seat in re else "kontra" for seat in self.order}
        total, no_trick, extras = tally(self.tricks, side, self.rules.size, self.pigs)
        ddv = self.rules.preset == "ddv"
        worth = value(
            total, self.said["re"], self.said["kontra"], no_trick, extras, solo=len(re) == 1,
            armut=self.contract == "armut", beat=ddv, caught=not ddv,
            both_fail="ddv_7_1_3" if ddv else "thresholds_and_extras",
        )  # fmt: skip
        winners = tuple(taken for _, _, taken in self.tricks)
        return Written("\n".join(self.lines) + "\n", self.seats, re, total, worth, winners, self.planted)


def honest(
    rng: Random, contract: str, *, hide: float = 0.0, open_hands: float = 0.0, stop: int | None = None
) -> Written:
    """A deal in which everybody keeps the laws."""
    seats = NAMES[: rng.choice((4, 4, 4, 5))]
    return Story(rng, house(rng), contract, seats, None, hide, open_hands, stop).happen()


def fouled(rng: Random, foul: str, contract: str | None = None, *, open_hands: float = 0.0) -> Written:
    """A deal with one foul of a kind in it, where there was an occasion."""
    needed = {"false-hochzeit": "hochzeit", "kept-trump": "armut", "false-re": "gesund", "false-kontra": "gesund",
              "late-schweinchen": "gesund"}  # fmt: skip
    playable = [one for one in CONTRACTS if one not in ("armut-refused", "hochzeit-solo")]
    contract = needed.get(foul) or contract or rng.choice(playable)
    rules = house(rng)
    while foul.endswith("schweinchen") and not rules.schweinchen:
        rules = house(rng)
    return Story(rng, rules, contract, NAMES[: rng.choice((4, 4, 5))], foul, 0.0, open_hands).happen()
