"""A deal of Doppelkopf as a second program sees it: written from docs/record.md and docs/laws/doppelkopf.md alone.

It proves fouls by what is seen and shown, not by counting cards, and reads no corrections.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
PICTURES = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ"]
RANKS = ["A", "10", "K", "Q", "J", "9"]
LEVELS = ["no90", "no60", "no30", "schwarz"]
LIMITS = {"no90": 90, "no60": 60, "no30": 30, "schwarz": 0}
PIGS = {"schweinchen": "A", "superschweinchen": "10", "hyperschweinchen": "K"}
NAMED = ["throw-in", "solo", "armut", "hochzeit"]
DEFAULTS = {
    "dulle": "no", "second_dulle": "no", "nines": "yes", "hochzeit": "any", "against_old": "non_solo", "beat_level_bonus": "no",
    "extras": "yes", "karlchen": "yes", "karlchen_caught": "yes", "fox_last": "no", "both_fail": "thresholds_and_extras",
    "levels_made": "nobody", "feigheit": "no", "re_kontra": "plus2", "announce_cards": "11", "must_announce": "no",
    "hochzeit_shift": "tricks", "skip_levels": "no", "late_reply": "levels", "said_again": "nothing", "bock": "no",
    "bock_hearts": "yes", "bock_both": "yes", "bock_lost": "no", "bock_even": "no", "bock_foul": "no",
}  # fmt: skip
PRESETS = {
    "standard": {},
    "dulle": {"dulle": "yes"},
    "schweinchen": {"dulle": "yes", "second_dulle": "not_last", "schweinchen": "yes"},
    "ddv": {
        "dulle": "yes", "beat_level_bonus": "yes", "karlchen_caught": "no", "both_fail": "ddv_7_1_3",
        "hochzeit_shift": "tricks_minus_one", "skip_levels": "yes", "late_reply": "alone", "said_again": "foul",
    },
}  # fmt: skip
CLASSES = {
    "must-follow": "serious", "false-announcement": "serious", "late-announcement": "serious", "illegal-give": "serious",
    "illegal-bid": "minor", "out-of-turn": "minor",
}  # fmt: skip
OTHER = {"re": "kontra", "kontra": "re"}


@dataclass
class Foul:
    kind: str
    seat: str | None
    committed: int | None
    proved: int
    law: str = ""
    ruled: str | None = None


@dataclass
class Word:
    seat: str
    word: str
    line: int
    side: str | None


@dataclass
class Trick:
    plays: list[tuple[str, str]]
    taker: str | None = None


@dataclass
class Deal:
    options: dict[str, str]
    seats: list[str]
    dealer: str
    bock: bool
    size: int
    whole: bool
    bids: list[tuple[str, str]] = field(default_factory=list)
    hands: dict[str, Counter[str]] = field(default_factory=dict)
    said: list[Word] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    trick: list[tuple[str, str]] = field(default_factory=list)
    denied: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    fouls: list[Foul] = field(default_factory=list)
    result: dict[str, str] = field(default_factory=dict)
    pigs: list[str] = field(default_factory=list)
    gave: tuple[int, int] | None = None
    """The line on which the armut gave, and how many trumps it was said to get back; -1 where its cards were seen."""
    back: Counter[str] = field(default_factory=Counter)
    partner: str | None = None
    replies: dict[str, bool] = field(default_factory=dict)
    """Whether what a side said first came too late for a first announcement."""
    chosen: tuple[str, str] | None = None
    void: bool = False

    def __post_init__(self) -> None:
        at = self.seats.index(self.dealer)
        self.order = [self.seats[(at + step) % len(self.seats)] for step in range(1, 5)]
        self.played: dict[str, list[str]] = {seat: [] for seat in self.order}
        self.leader = self.order[0]

    # --- the auction

    @property
    def named(self) -> tuple[str, str] | None:
        """The Vorbehalt that is played, and whose: of those named the highest, of equals the first to speak."""
        names = [(seat, word) for seat, word in self.bids if word.split("-")[0] in NAMED or word.startswith("throw-in")]
        key = lambda one: NAMED.index("throw-in" if one[1].startswith("throw-in") else one[1].split("-")[0])  # noqa: E731
        solos = [one for one in names if key(one) == 1]
        return solos[0] if solos else min(names, key=key, default=None)

    @property
    def contract(self) -> str:
        """What decides about trumps: `normal` or the solo."""
        kind = self.result.get("type", "") if self.named is None else self.named[1]
        return kind if kind.startswith("solo-") else "normal"

    @property
    def kind(self) -> str:
        return self.result.get("type") or ("normal" if self.named is None else self.named[1])

    def bid(self, seat: str, word: str, line: int) -> None:
        if word == "accept":
            self.partner = seat
        self.bids.append((seat, word))
        if word == "hochzeit":
            self.denials_of_queens(seat, line)
        self.void |= [word for _, word in self.bids].count("refuse") == 3

    def denials_of_queens(self, seat: str, line: int) -> None:
        """Who names a hochzeit says that nobody else holds a queen of clubs."""
        for other in self.order:
            if other != seat and self.hands.get(other, Counter())["CQ"]:
                self.accuse("false-announcement", seat, line, line)
                return
        if seat in self.hands and self.hands[seat]["CQ"] < 2:
            self.accuse("false-announcement", seat, line, line)
            return
        for other in self.order:
            if other != seat:
                self.denied.setdefault(other, []).append((f"queen {seat}", line))

    def give(self, giver: str, cards: list[str], keys: dict[str, str], line: int) -> None:
        armut = self.named[0] if self.named else ""
        if giver == armut:
            self.gave = (line, -1)
            if armut in self.hands:
                self.hands[armut] -= Counter(cards)
                if cards and any(self.is_trump(card) for card in self.hands[armut].elements()):
                    self.accuse("illegal-give", armut, line, line)
                if not cards:
                    del self.hands[armut]
            self.hands.pop(self.partner or "", None)
        elif self.gave:
            self.back = Counter(cards)
            self.gave = (self.gave[0], int(keys.get("trumps", 99)) if not cards else -1)
            self.hands.pop(armut, None)

    # --- cards

    @property
    def dulle(self) -> bool:
        return self.options["dulle"] == "yes" and self.contract not in ("solo-queens", "solo-jacks", "solo-aces")

    @property
    def trumps(self) -> list[str]:
        """Trumps, highest first."""
        if self.contract in ("solo-queens", "solo-jacks"):
            return [card for card in PICTURES if card[1] == self.contract[5].upper()]
        if self.contract == "solo-aces":
            return []
        suit = self.contract[5].upper() if self.contract != "normal" else "D"
        low = [suit + rank for rank in ("A", "10", "K", "9")]
        high = [low[["A", "10", "K", "9"].index(PIGS[word])] for word in reversed(self.pigs)] if suit == "D" else []
        ten = ["H10"] if self.dulle else []
        return [*high, *ten, *[card for card in [*PICTURES, *low] if card not in (*high, *ten)]]

    def is_trump(self, card: str) -> bool:
        return card in self.trumps

    def suit(self, card: str) -> str:
        return "trump" if self.is_trump(card) else card[0]

    def winner(self, plays: Sequence[tuple[str, str]]) -> str:
        ranking, led = self.trumps, self.suit(plays[0][1])
        best, best_at = -1, ""
        for seat, card in plays:
            suit = self.suit(card)
            strength = (
                100 - ranking.index(card) if suit == "trump" else 10 - RANKS.index(card[1:]) if suit == led else 0
            )
            last = len(self.tricks) + 1 == self.size
            second = self.options["second_dulle"] == "yes" or (self.options["second_dulle"] == "not_last" and not last)
            beats = strength > best or (strength == best and card == "H10" and self.dulle and second)
            if beats:
                best, best_at = strength, seat
        return best_at

    # --- plays

    def waiting(self) -> list[str]:
        there = [seat for seat, _ in self.trick]
        at = self.order.index(self.trick[0][0] if self.trick else self.leader)
        turns = self.order[at:] + self.order[:at]
        return [seat for seat in turns if seat not in there and len(self.played[seat]) < self.size]

    def accuse(self, kind: str, seat: str | None, committed: int | None, proved: int, law: str = "") -> None:
        self.fouls.append(Foul(kind, seat, committed, proved, law))

    def play(self, seat: str, card: str, line: int) -> None:
        if self.tricks and self.tricks[-1].taker is None and not self.trick:
            self.tricks[-1].taker = self.leader = seat
        self.must_announce(seat, line)
        if self.waiting() and seat != self.waiting()[0]:
            self.accuse("out-of-turn", seat, line, line)
        self.judge(seat, card, line)
        self.played[seat].append(card)
        self.trick.append((seat, card))
        if not self.waiting():
            unseen = any(card == "?" for _, card in self.trick)
            self.close(None if unseen else self.winner(self.trick), self.trick)

    def turn_of(self, seat: str) -> int:
        return (self.order.index(seat) - self.order.index(self.trick[0][0])) % 4

    def judge(self, seat: str, card: str, line: int) -> None:
        """What this card shows of earlier words and plays, and what it says itself."""
        if card == "?":
            self.hands.pop(seat, None)
            return
        seen = [c for cards in self.played.values() for c in cards].count(card)
        if seen >= 2:
            self.accuse("already-played", seat, line, line)  # perhaps a slip of the scribe, which shows nothing else
            return
        if seat in self.hands and not self.hands[seat][card]:
            self.accuse("not-in-hand", seat, line, line)
        for said, committed in list(self.denied.get(seat, [])):
            if said == self.suit(card):
                self.prove("must-follow", seat, committed, line)
            elif said.startswith("queen ") and card == "CQ":
                self.prove("false-announcement", said.split()[1], committed, line)
            elif said == f"card {card}":
                self.prove("false-announcement", seat, committed, line)
            elif said.startswith("pig ") and card == said.split()[2]:
                self.prove("false-announcement", said.split()[1], committed, line)
        self.armut_shown(seat, card, line)
        if seat in self.hands:
            self.hands[seat][card] -= 1
        before = [c for s, c in self.trick if self.turn_of(s) < self.turn_of(seat)] if self.trick else []
        if before and before[0] != "?" and self.suit(card) != self.suit(before[0]):
            led = self.suit(before[0])
            if any(self.suit(c) == led for c in self.known(seat).elements()):
                self.accuse("must-follow", seat, line, line)
            else:
                self.denied.setdefault(seat, []).append((led, line))
        if card == "CQ":
            self.second_queen(seat, line)

    def known(self, seat: str) -> Counter[str]:
        """The cards that all know to be in a hand: an open one, or those an armut got back for all to see."""
        if seat in self.hands:
            return self.hands[seat]
        armut = self.named is not None and self.named[0] == seat
        return self.back - Counter(self.played[seat]) if armut else Counter()

    def prove(self, kind: str, seat: str, committed: int, line: int) -> None:
        if not any((foul.seat, foul.committed, foul.kind) == (seat, committed, kind) for foul in self.fouls):
            self.accuse(kind, seat, committed, line)

    def armut_shown(self, seat: str, card: str, line: int) -> None:
        """A trump of the armut that it did not get back, or more than were said to come back."""
        if self.gave is None or self.named is None or seat != self.named[0] or not self.is_trump(card):
            return
        trumps = Counter(c for c in [*self.played[seat], card] if c != "?" and self.is_trump(c))
        if self.gave[1] == -1 and self.back and trumps[card] > self.back[card]:
            self.prove("illegal-give", seat, self.gave[0], line)
        elif self.gave[1] >= 0 and trumps.total() > self.gave[1]:
            self.accuse("inconsistent", None, None, line)

    def second_queen(self, seat: str, line: int) -> None:
        """Both queens of clubs have fallen: who said Re and had none is a liar."""
        queens = [s for s in self.order for c in self.played[s] if c == "CQ"] + [seat]
        if len(queens) == 2 and self.by_queens:
            for word in self.said:
                if word.word == "re" and word.seat not in queens:
                    self.prove("false-announcement", word.seat, word.line, line)

    @property
    def by_queens(self) -> bool:
        return self.named is None or self.named[1].startswith("throw")

    def close(self, taker: str | None, plays: list[tuple[str, str]]) -> None:
        self.tricks.append(Trick(plays, taker))
        self.trick = []
        if taker:
            self.leader = taker

    def took(self, seat: str) -> None:
        if self.tricks and self.tricks[-1].taker is None and not self.trick:
            self.tricks[-1].taker = self.leader = seat
            return
        plays = [*self.trick, *((waiting, "?") for waiting in self.waiting())]
        for waiting, _ in plays[len(self.trick) :]:
            self.played[waiting].append("?")
            self.hands.pop(waiting, None)
        self.close(seat, plays)

    # --- sides

    def settled(self) -> tuple[int, str | None] | None:
        """The number of the trick that settles a hochzeit, and the partner it found; None while none has."""
        assert self.named is not None
        for number, trick in enumerate(self.tricks[:3], 1):
            led = trick.plays[0][1]
            plain = self.options["hochzeit"] == "any" or (led != "?" and not self.is_trump(led))
            if trick.taker is not None and plain:
                if trick.taker != self.named[0]:
                    return number, trick.taker
                if self.options["hochzeit"] == "plain_ruff":
                    return number, None
        return (3, None) if len(self.tricks) >= 3 and self.tricks[2].taker else None

    @property
    def shift(self) -> int:
        """The number of the trick that settled the hochzeit, 0 before and in other deals."""
        settled = self.settled() if self.named is not None and self.named[1] == "hochzeit" else None
        return settled[0] if settled else 0

    def re_seats(self) -> list[str]:
        """Who is Re, as far as is known."""
        if "re" in self.result:
            re = self.result["re"].split(",")
        elif self.named is not None and self.named[1].startswith("solo-"):
            re = [self.named[0]]
        elif self.named is not None and self.named[1] == "armut":
            re = [self.named[0], self.partner or ""]
        elif self.named is not None and self.named[1] == "hochzeit":
            settled = self.settled()
            re = [self.named[0], settled[1] or ""] if settled else [self.named[0]]
        else:
            re = [s for s in self.order if "CQ" in self.played[s] or self.hands.get(s, Counter())["CQ"]]
            if not self.both_queens():
                re += [w.seat for w in self.said if w.side == "re" and w.seat not in re and self.counts(w)]
        if self.chosen:
            return list(self.chosen) if self.chosen[0] in re else [s for s in self.order if s not in self.chosen]
        return [seat for seat in self.order if seat in re]

    def sides_known(self) -> bool:
        re = self.re_seats()
        if "re" in self.result or (self.named is not None and self.named[1] != "hochzeit"):
            return True
        if self.named is not None:
            return self.settled() is not None
        return self.both_queens() or len(re) >= 2

    def both_queens(self) -> bool:
        """Whether it is known where both queens of clubs were."""
        return sum(cards.count("CQ") for cards in self.played.values()) + sum(h["CQ"] for h in self.hands.values()) >= 2

    def side(self, seat: str) -> str | None:
        if seat in self.re_seats():
            return "re"
        if self.sides_known() or any(word.seat == seat and word.side == "kontra" for word in self.said):
            return "kontra"
        return None

    def certain_side(self, seat: str) -> str | None:
        """A seat's side by contract and queens alone: a word of one player makes no other's a foul."""
        if not self.by_queens or "re" in self.result:
            return self.side(seat)
        queens = [s for s in self.order if "CQ" in self.played[s] or self.hands.get(s, Counter())["CQ"]]
        return "re" if seat in queens else "kontra" if self.both_queens() else None

    # --- announcements

    def counts(self, word: Word) -> bool:
        """Whether an announcement stands: its foul was not upheld."""
        wrong = ("late-announcement", "false-announcement")
        return not any(
            f.kind in wrong and f.committed == word.line and f.ruled not in (None, "waive") for f in self.fouls
        )

    def heard(self, side: str) -> set[str]:
        """What a side has announced, `said` for Re or Kontra; with what was skipped where that is allowed."""
        words = {"said" if w.word in OTHER else w.word for w in self.said if w.side == side and self.counts(w)}
        if self.options["skip_levels"] == "yes" and words:
            steps = ["said", *LEVELS]
            return set(steps[: max(map(steps.index, words)) + 1])
        return words

    def announce(self, seat: str, word: str, keys: dict[str, str], line: int) -> None:
        if word in PIGS:
            self.announce_pigs(seat, word, line)
        elif word == "genscher":
            self.chosen = (seat, keys["partner"])
        else:
            self.announce_word(seat, word, keys, line)

    def announce_pigs(self, seat: str, word: str, line: int) -> None:
        card = "D" + PIGS[word]
        fallen = [c for cards in self.played.values() for c in cards].count(card)
        if card in self.played[seat]:
            self.accuse("late-announcement", seat, line, line)
            return
        open_elsewhere = any(self.known(other)[card] for other in self.order if other != seat)
        if (seat in self.hands and self.hands[seat][card] < 2) or open_elsewhere or fallen:
            self.accuse("false-announcement", seat, line, line)
        for other in self.order:
            if other != seat:
                self.denied.setdefault(other, []).append((f"pig {seat} {card}", line))
        self.pigs.append(word)

    def announce_word(self, seat: str, word: str, keys: dict[str, str], line: int) -> None:
        side = word if word in OTHER else keys.get("side") or self.side(seat)
        step, left = "said" if word in OTHER else word, self.size - len(self.played[seat]) + (12 - self.size)
        kind = self.wrong_word(seat, side, step, left)
        if kind:
            self.accuse(kind, seat, line, line)
        elif self.certain_side(seat) is None and self.by_queens and word == "kontra":
            self.denied.setdefault(seat, []).append(("card CQ", line))
        self.said.append(Word(seat, word, line, side))
        if step == "said" and side and not kind:
            self.replies.setdefault(side, left < self.needed("said", set()))

    def wrong_word(self, seat: str, side: str | None, step: str, left: int) -> str | None:
        """The kind of foul that this announcement is, with so many of twelve cards left."""
        known, steps = self.certain_side(seat), ["said", *LEVELS]
        own, theirs = (self.heard(side), self.heard(OTHER[side])) if side else (set(), set())
        unsettled = self.named is not None and self.named[1] == "hochzeit" and self.settled() is None
        if unsettled or (known is not None and side != known):
            return "false-announcement"
        if step in own:
            return "late-announcement" if self.options["said_again"] == "foul" else None
        missing = [lower for lower in steps[: steps.index(step)] if lower not in own]
        may_skip = self.options["skip_levels"] == "yes" and all(left >= self.needed(lower, set()) for lower in missing)
        if left >= self.needed(step, theirs) and missing and not may_skip:
            return "false-announcement"
        late = left < self.needed(step, theirs) or (step != "said" and self.late_reply(side))
        return "late-announcement" if late else None

    def late_reply(self, side: str | None) -> bool:
        return self.options["late_reply"] == "alone" and self.replies.get(side, False)

    def needed(self, step: str, theirs: set[str]) -> int:
        """How many of twelve cards the speaker still holds, at the least."""
        steps, first = ["said", *LEVELS], int(self.options["announce_cards"])
        number = first - steps.index(step)
        if step == "said" and theirs:
            number = min(number, first - max(map(steps.index, theirs)) - 1)
        if self.named is not None and self.named[1] == "hochzeit":
            number -= self.shift - (self.options["hochzeit_shift"] == "tricks_minus_one")
        return number

    def must_announce(self, seat: str, line: int) -> None:
        """Who took the first trick owes an announcement before he plays on."""
        first = self.shift if self.named is not None and self.named[1] == "hochzeit" else 1
        asked = self.options["must_announce"]
        if asked == "no" or not first or len(self.tricks) != first or self.tricks[-1].taker != seat:
            return
        rich = asked == "always" or worth(self.tricks[-1]) >= int(asked)
        if rich and not self.trick and not any(word.seat == seat for word in self.said):
            self.accuse("late-announcement", seat, line, line, "announce.9")


def worth(trick: Trick) -> int:
    return sum(POINTS[card[1:]] for _, card in trick.plays if card != "?")


def fact(deal: Deal, word: str, plain: list[str], keys: dict[str, str], line: int) -> None:
    match word:
        case "bid":
            deal.bid(plain[0], plain[1], line)
        case "hand":
            deal.hands[plain[0]] = Counter(plain[1:])
        case "give":
            deal.give(plain[0], plain[2:], keys, line)
        case "announce":
            deal.announce(plain[0], plain[1], keys, line)
        case "play":
            deal.play(plain[0], plain[1], line)
        case "trick":
            at = deal.order.index(plain[0])
            for seat, card in zip(deal.order[at:] + deal.order[:at], plain[1:], strict=False):
                deal.play(seat, card, line)
        case "took":
            deal.took(plain[0])
        case "result":
            deal.result |= keys
        case "ruling":
            for foul in deal.fouls:
                if foul.proved == int(plain[0]):
                    minor = foul.law == "announce.9"
                    proposed = "minor" if minor else CLASSES.get(foul.kind, "none")
                    foul.ruled = keys.get("remedy", proposed) if plain[1] == "uphold" else plain[1]
        case "void":
            deal.void = True
        case "penalty":
            pass
        case _:
            raise NotImplementedError(word)
