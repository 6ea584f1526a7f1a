"""Random rounds of Da Ban written down as records, together with what really happened.

People with real hands draw, show, pay tribute, exchange the kitty and play by the laws of `da_ban`; once, if it is
wanted, one of them does not.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from .da_ban import (
    BIG,
    KINGS,
    after_round,
    breach,
    declarer,
    full_deck,
    is_trump,
    kitty_trump,
    level_rank,
    longest,
    master_takes,
    may_withdraw,
    of_suit,
    points,
    power,
    suit_of,
    winner,
)

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay")
FOULS = {
    "suit": "must-follow",
    "alike": "must-follow",
    "number": "must-follow",
    "lead": "illegal-lead",
    "tribute": "illegal-give",
    "late": "illegal-give",
    "show": "false-announcement",
    "discard": "illegal-discard",
    "kings": "not-in-hand",
    "copy": "already-played",
}
OWED = ("tribute", "late", "kings")
"""Fouls that need a tribute to be owed."""
Planted = tuple[str, int, int | None, frozenset[str]]


@dataclass(frozen=True)
class Round:
    """What a round came to: who took each trick, the opponents' points, and what stands afterwards."""

    trump: str | None
    winners: tuple[str, ...]
    points: int
    levels: tuple[int, ...]
    tribute: int
    line: int


@dataclass(frozen=True)
class Record:
    """A record, its rounds played to the end, and the foul planted in the last one."""

    text: str
    rounds: tuple[Round, ...]
    planted: Planted | None


@dataclass
class Writing:
    """How much is written down: shares of plays nobody saw, of open hands, of cards laid early."""

    hide: float = 0.0
    open_hands: float = 0.0
    early: float = 0.1
    stop: float = 0.0


@dataclass
class Table:
    """People at a table; `lines` is the record so far."""

    rng: Random
    players: int
    options: dict[str, str]
    writing: Writing
    cards: int | None = None
    want: str | None = None
    lines: list[str] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    planted: Planted | None = None
    over: bool = False
    called: bool = False
    """Whether the time was called: this round is the last."""

    def add(self, line: str) -> int:
        self.lines.append(line)
        return len(self.lines)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def count_only(self) -> None:
        """A round of which only the result is written down: the opponents take over, and mostly are owed tribute."""
        rng, seats = self.rng, NAMES[: self.players]
        master = rng.randrange(self.players) if self.master is None else self.master
        trump, counted = rng.choice(["S", "H", "D", "C"]), 5 * rng.randint(31, 60)
        line = self.add(f"deal {rng.choice(seats)} master={seats[master]} trump={trump}")
        self.add(f"result master={seats[master]} points={counted}")
        self.levels, self.master, self.tribute = after_round(self.levels, master, self.players, counted)
        self.payer = master if self.tribute else None
        self.rounds.append(Round(trump, (), counted, tuple(self.levels), self.tribute, line))

    @property
    def end(self) -> int:
        """The level that wins the match."""
        return int(self.options.get("end_level", "10"))

    @property
    def pairs_first(self) -> bool:
        return self.options.get("follow_format") == "pairs_first"

    def match(self, rounds: int) -> Record:
        """A header and so many rounds; a foul that is wanted comes in the last."""
        self.add("game da-ban")
        for name, value in self.options.items():
            self.add(f"option {name}={value}")
        self.add("seats " + " ".join(NAMES[: self.players]))
        start = int(self.options.get("start_level", "3"))
        self.levels, self.master, self.tribute = [start, start], None, 0
        self.payer: int | None = None
        for number in range(rounds):
            if number + 2 == rounds and (self.want in OWED or self.chance(0.2)):
                self.count_only()
            else:
                RoundPlay(self, number + 1 == rounds).play()
            if self.over or self.called or max(self.levels) >= self.end:
                break
        return Record("\n".join(self.lines) + "\n", tuple(self.rounds), self.planted)


class RoundPlay:
    """One round."""

    def __init__(self, table: Table, last: bool) -> None:
        self.table, self.rng, self.n = table, table.rng, table.players
        self.want = table.want if last else None
        self.dealer = self.rng.randrange(self.n)
        self.kitty_size = {"auto": 6, "literal": self.n}.get(table.options.get("kitty", "auto")) or int(
            table.options["kitty"]
        )
        self.winners: list[int] = []
        self.taken = [0, 0]
        self.determined = True
        self.watched: tuple[int, str, int] | None = None
        self.visible: Counter[str] = Counter()
        self.showing: Counter[tuple[int, str]] = Counter()
        self.claimed: tuple[int, str] | None = None
        """Who has shown three Kings that he does not hold, and which."""

    def turns(self, first: int) -> list[int]:
        return [(first + step) % self.n for step in range(self.n)]

    def name(self, seat: int) -> str:
        return NAMES[seat]

    # --- before the play

    def play(self) -> None:
        deck = full_deck()
        self.rng.shuffle(deck)
        order = self.turns(self.dealer + 1)
        room = len(deck) - self.kitty_size if self.table.cards is None else self.table.cards * self.n
        self.drawn = [(order[at % self.n], card) for at, card in enumerate(deck[:room])]
        self.kitty = deck[room : room + self.kitty_size]
        self.hands: list[list[str]] = [[card for seat, card in self.drawn if seat == one] for one in range(self.n)]
        self.trump: str | None = None
        self.named = False
        self.name_trumps()
        late = self.want == "late" and self.kitty_written
        for act in (self.turn_kitty, self.pay) if late or not self.named else (self.pay, self.turn_kitty):
            act()
        self.exchange()
        self.tricks()

    def name_trumps(self) -> None:
        table, rng = self.table, self.rng
        king = next((at for at, (_, card) in enumerate(self.drawn) if card == BIG), None)
        cards = "" if table.cards is None else f" cards={table.cards}"
        self.kitty_written = rng.random() < 0.7
        start = f"deal {self.name(self.dealer)}{cards}"
        if table.master is None:
            after = [
                (seat, card)
                for seat, card in self.drawn[(king or 0) + 1 :]
                if king is not None and seat == self.drawn[king][0]
            ]
            suited = next((at for at, (_, card) in enumerate(after) if card not in KINGS), None)
            if king is None or suited is None or rng.random() < 0.5:
                top = table.end - 1
                table.levels = [rng.randint(3, top), rng.randint(3, top)]
                table.master = rng.randrange(self.n)
                self.trump = rng.choice(["S", "H", "D", "C", None])
                self.fix(f"{start} master={self.name(table.master)} levels={table.levels[0]},{table.levels[1]}")
                return
            seat = self.drawn[king][0]
            table.master = seat
            line = table.add(start)
            if table.options.get("first_master") == "agreed":
                table.master = rng.randrange(self.n)
                table.add(f"announce {self.name(table.master)} master")
            self.began(line)
            shown = [BIG, *(card for _, card in after[: suited + 1])]
            table.add(f"show {self.name(seat)} " + " ".join(shown))
            self.trump, self.named = shown[-1][0], True
            return
        if rng.random() < 0.15:
            self.trump = rng.choice(["S", "H", "D", "C", None])
            self.fix(start)
            return
        self.began(table.add(start))
        self.show()

    def fix(self, start: str) -> None:
        self.named = True
        self.began(self.table.add(f"{start} trump={self.trump or 'none'}"))

    def began(self, line: int) -> None:
        self.line = line
        self.level = self.table.levels[self.table.master % 2]
        self.open_seats = {seat for seat in range(self.n) if self.table.chance(self.table.writing.open_hands)}
        for seat in sorted(self.open_seats):
            self.table.add(f"hand {self.name(seat)} " + " ".join(self.hands[seat]))

    def show(self) -> None:
        """Some show cards of the level as they draw them."""
        eager = self.rng.choice([0.0, 0.3, 1.0])
        cards = [(seat, card) for seat, card in self.drawn if card not in KINGS and card[1:] == level_rank(self.level)]
        shown = [one for one in cards if self.table.chance(eager)]
        for seat, card in shown:
            self.table.add(f"show {self.name(seat)} {card}")
            self.showing[seat, card] += 1
        if self.want == "show":
            seat, card = self.rng.choice([one for one in self.drawn if one not in cards])
            line = self.table.add(f"show {self.name(seat)} {card}")
            self.plant(seat, line, line)
        found = declarer(shown, self.level)
        self.named = found is not None
        self.kitty_written |= not self.named
        self.trump = found[1] if found else None

    def plant(self, seat: int, line: int, shown: int | None, *kinds: str) -> None:
        """Note the one foul."""
        self.table.planted = (self.name(seat), line, shown, frozenset({FOULS[self.want or ""], *kinds}))
        self.want = None

    def claim(self, payer: int) -> None:
        """Somebody of the side that owes shows three Kings that are in fact not in play."""
        king = next((king for king in KINGS if all(king not in cards for cards in (self.kitty, *self.hands))), None)
        seats = [seat for seat in range(self.n) if not (seat - payer) % 2 and seat not in self.open_seats]
        seats = [seat for seat in seats if len(self.hands[seat]) >= 3 + self.still_shown(seat)]
        if king is not None and seats:
            self.claimed = self.rng.choice(seats), king
            self.table.add(f"announce {self.name(self.claimed[0])} cancel {king} {king} {king}")

    def pay(self) -> None:
        """The tribute: forgotten, cancelled, or given and given back."""
        table, rng = self.table, self.rng
        payer, due = table.payer, table.tribute
        receiver = table.master
        if payer is None or not due:
            return
        if self.want == "kings":
            self.claim(payer)
            if self.claimed is not None:
                return
        late = self.want == "late" and self.named and self.kitty_written
        both = table.options.get("cancel_side") == "both"
        for seat in () if late else range(self.n):
            king = next((king for king in KINGS if self.hands[seat].count(king) == 3), None)
            if king and (both or not (seat - payer) % 2) and rng.random() < 0.7:
                table.add(f"announce {self.name(seat)} cancel {king} {king} {king}")
                return
        if rng.random() < 0.2 and self.want not in ("tribute", "late"):
            return
        held = [card for card in self.hands[payer] if is_trump(card, self.level, self.trump)]
        rng.shuffle(held)
        best = sorted(held, key=lambda card: power(card, self.level, self.trump), reverse=True)[:due]
        if self.want == "tribute" and len(held) > due:
            worse = rng.sample(held, due)
            if self.lowest(worse) < max(
                power(c, self.level, self.trump) for c in (Counter(held) - Counter(worse)).elements()
            ):
                best, self.want = worse, "done"
        if not best:
            return
        hidden = rng.random() < 0.2 and self.want != "done"
        line = self.give(payer, receiver, best, hidden, late)
        if late:
            self.plant(receiver, line, line)
        back = rng.sample(self.hands[receiver], len(best))
        how = rng.choice(["cards", "cards", "cards", "count", "nothing"])
        if how != "nothing":
            self.give(receiver, payer, back, how == "count")
        else:
            self.move(receiver, payer, back)
        if self.want == "done":
            self.table.planted = (self.name(payer), line, None, frozenset({FOULS["tribute"]}))
            clean = how == "cards" and not any(self.better(card, best) for card in back)
            if clean:
                self.watched = (payer, "tribute", 0)
                self.watched_best = best

    def lowest(self, cards: Sequence[str]) -> tuple[int, int]:
        return min(power(card, self.level, self.trump) for card in cards)

    def better(self, card: str, cards: Sequence[str]) -> bool:
        return is_trump(card, self.level, self.trump) and power(card, self.level, self.trump) > self.lowest(cards)

    def move(self, giver: int, receiver: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.hands[giver].remove(card)
            self.hands[receiver].append(card)

    def give(self, giver: int, receiver: int, cards: Sequence[str], hidden: bool, at_once: bool = False) -> int:
        names = f"give {self.name(giver)} {self.name(receiver)}"
        self.move(giver, receiver, cards)
        if hidden:
            return self.table.add(f"{names} count={len(cards)}")
        if len(cards) > 1 and not at_once and self.rng.random() < 0.3:
            self.table.add(f"{names} {cards[0]}")
            cards = cards[1:]
        return self.table.add(f"{names} " + " ".join(cards))

    def turn_kitty(self) -> None:
        if self.kitty_written:
            self.table.add("kitty " + " ".join(self.kitty))
        if not self.named:
            flip = self.table.options.get("no_declaration", "kitty") == "kitty"
            self.trump = kitty_trump(self.kitty, self.level) if flip else None

    def exchange(self) -> None:
        """The master takes the kitty, or it stays aside."""
        self.aside = list(self.kitty)
        self.aside_known = self.kitty_written
        master = self.table.master
        wrong = not master_takes(self.kitty, self.trump)
        if wrong and (self.want != "discard" or not self.kitty_written):
            return
        hand = self.hands[master] + self.kitty
        self.aside = self.rng.sample(hand, len(self.kitty))
        self.hands[master] = list((Counter(hand) - Counter(self.aside)).elements())
        how = self.rng.choice(["cards", "count"] if wrong else ["cards", "count", "nothing"])
        self.aside_known = how == "cards"
        if how != "nothing":
            cards = " ".join(self.aside) if how == "cards" else f"count={len(self.aside)}"
            line = self.table.add(f"discard {self.name(master)} {cards}")
            if wrong:
                self.plant(master, line, line)

    # --- the play

    def tricks(self) -> None:
        table = self.table
        lead = table.master
        total = sum(map(len, self.hands))
        stop = self.rng.randrange(1, total) if table.chance(table.writing.stop) else None
        if table.options.get("time_limit") and table.chance(0.3):
            table.add("time")
            table.called = True
        self.hidden_by: set[int] = set()
        while any(self.hands):
            lead = next(seat for seat in self.turns(lead) if self.hands[seat])
            lead = self.trick(lead)
            if table.over or (stop is not None and total - sum(map(len, self.hands)) >= stop):
                table.over = True
                return
        self.count()

    def lead_cards(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        card = self.rng.choice(hand)
        if self.rng.random() < 0.7:
            card = max(self.rng.sample(hand, min(6, len(hand))), key=hand.count)
        most = hand.count(card)
        return [card] * self.rng.choice([1, most, most])

    def answer(self, seat: int, lead: Sequence[str]) -> list[str]:
        """A random honest answer."""
        hand, rng = self.hands[seat], self.rng
        asked = min(len(lead), len(hand))
        suit = suit_of(lead[0], self.level, self.trump)
        own = of_suit(hand, suit, self.level, self.trump)
        if len(own) <= asked:
            rest = list((Counter(hand) - Counter(own)).elements())
            return own + rng.sample(rest, asked - len(own))
        group = min(longest(own), len(lead)) if self.table.pairs_first or rng.random() < 0.3 else 1
        card = rng.choice([one for one in own if own.count(one) >= group])
        cards = [card] * group
        rest = list((Counter(own) - Counter(cards)).elements())
        return cards + rng.sample(rest, asked - group)

    def foul_answer(self, seat: int, lead: Sequence[str]) -> list[str] | None:
        """An answer that breaks the law wanted and no other."""
        hand, rng = self.hands[seat], self.rng
        asked = min(len(lead), len(hand))
        if self.want == "number":
            other = rng.choice([number for number in (1, 2, 3) if number != asked])
            return rng.sample(hand, other) if len(hand) > max(3, asked) else None
        for _ in range(8):
            cards = rng.sample(hand, asked)
            own = of_suit(hand, suit_of(lead[0], self.level, self.trump), self.level, self.trump)
            if self.want == "alike" and len(own) >= asked:
                cards = rng.sample(own, asked)
            if breach(hand, cards, lead, self.level, self.trump, self.table.pairs_first) == self.want:
                return cards
        return None

    def trick(self, leader: int) -> int:
        """One trick; who leads next."""
        table, rng = self.table, self.rng
        lead = self.lead_cards(leader)
        if self.want == "lead" and len(self.hands[leader]) > 1 and rng.random() < 0.3:
            cards = rng.sample(self.hands[leader], 2)
            if cards[0] != cards[1]:
                line = table.add(f"play {self.name(leader)} " + "+".join(cards))
                table.planted = (self.name(leader), line, line, frozenset({FOULS["lead"]}))
                table.over = True
                return leader
        order = [seat for seat in self.turns(leader) if self.hands[seat]]
        self.take(leader, lead)
        laid: list[tuple[int, list[str]]] = [(leader, lead)]
        waiting = order[1:]
        hide = table.chance(0.5) and table.writing.hide > 0
        early = not hide and table.chance(table.writing.early)
        if early:
            rng.shuffle(waiting)
        if not hide and not early and rng.random() < 0.5 and (not self.want or self.want == "copy"):
            return self.whole(order, laid, waiting, lead)
        sheet = Sheet(self, order, lead, hide)
        line = sheet.lay(leader, lead)
        if self.belied(leader, lead, lead):
            self.belie(leader, line)
            return leader
        drawn_back: set[int] = set()
        while waiting:
            seat = waiting.pop(0)
            if not self.lay(seat, lead, laid, sheet):
                return leader
            back = self.withdrawing(laid, order, drawn_back) if early else None
            if back is not None and any(self.hands):
                drawn_back.add(back)
                cards = next(cards for who, cards in laid if who == back)
                laid.remove((back, cards))
                self.hands[back] += cards
                self.visible.subtract(cards)
                self.showing.update((back, card) for card in cards)
                if self.watched is not None and self.watched[0] == back and self.watched[1] != "tribute":
                    self.since.subtract(of_suit(cards, self.watched_suit, self.level, self.trump))
                    if table.planted is not None and table.planted[1] > line:
                        self.watched = None  # put right: a card taken back says nothing any more
                table.add(f"withdraw {self.name(back)}")
                waiting.append(back)
        return self.gather(order, laid, sheet)

    def lay(self, seat: int, lead: Sequence[str], laid: list[tuple[int, list[str]]], sheet: "Sheet") -> bool:
        """One answer; False where a foul ends the record."""
        cards = None
        plain = laid[0][0] not in sheet.hidden
        if plain and self.want in ("suit", "alike", "number") and self.rng.random() < 0.4:
            cards = self.foul_answer(seat, lead)
        fouled = cards is not None
        gone = sorted(card for card, count in self.visible.items() if count == 3)
        if self.want == "copy" and gone and len(lead) == 1 and self.rng.random() < 0.3:
            line = self.table.add(f"play {self.name(seat)} {self.rng.choice(gone)}")
            self.plant(seat, line, line, "not-in-hand")
            self.table.over = True
            return False
        known = seat in self.open_seats and seat not in self.hidden_by | self.parties
        cards = cards or self.answer(seat, lead)
        self.take(seat, cards)
        line = sheet.lay(seat, cards, fouled)
        laid.append((seat, cards))
        if self.belied(seat, cards, lead):
            self.belie(seat, line)
            return False
        if fouled:
            plain = line if known or self.want == "number" else None
            self.table.planted = (self.name(seat), line, plain, frozenset({FOULS[self.want or ""]}))
            self.watch(seat, cards, lead)
            self.table.over |= self.want == "number"
            self.want = None
        return not self.table.over

    def belied(self, seat: int, cards: Sequence[str], lead: Sequence[str]) -> bool:
        """Whether a play leaves no room for three Kings that were shown, or says that they are not there."""
        if self.claimed is None or seat != self.claimed[0]:
            return False
        trumps = of_suit(cards, "T", self.level, self.trump)
        apart = self.table.pairs_first and longest(trumps) < len(lead)  # three Kings alike would be a pair, a triple
        asked = suit_of(lead[0], self.level, self.trump) == "T"
        denied = asked and (apart or len(trumps) < len(lead))
        return denied or len(self.hands[seat]) < 3 + self.still_shown(seat)

    def belie(self, seat: int, line: int) -> None:
        """The lie is out, and the record ends: where several cards at once leave no room for the Kings, nobody could
        say which of them is wrong, and it ends before that.
        """
        if len(self.hands[seat]) < 2 + self.still_shown(seat):
            self.table.lines.pop()
        else:
            self.plant(seat, line, line, "must-follow")
        self.table.over = True

    def still_shown(self, seat: int) -> int:
        """How many cards everybody knows a hand to hold, as they were shown."""
        hand = self.hands[seat]
        return sum(min(hand.count(card), count) for (who, card), count in self.showing.items() if who == seat)

    @property
    def parties(self) -> set[int]:
        """Seats whose hands are not as they were dealt."""
        return {self.table.master, self.table.payer if self.table.payer is not None else self.table.master}

    def watch(self, seat: int, cards: Sequence[str], lead: Sequence[str]) -> None:
        suit = suit_of(lead[0], self.level, self.trump)
        self.watched = (seat, self.want or "", longest(cards))
        self.watched_suit, self.since = suit, Counter(cards)

    def see(self, seat: int, cards: Sequence[str], line: int) -> None:
        """Everybody sees these cards come from a hand: a foul may be plain now."""
        self.visible.update(cards)
        if self.watched is None or self.table.planted is None or self.table.planted[2] is not None:
            return
        who, kind, group = self.watched
        if who != seat:
            return
        if kind == "tribute":
            plain = any(self.better(card, self.watched_best) for card in cards)
        else:
            own = of_suit(cards, self.watched_suit, self.level, self.trump)
            self.since.update(own)
            plain = bool(own) if kind == "suit" else any(self.since[card] > group for card in own)
        if plain:
            name, committed, _, kinds = self.table.planted
            self.table.planted = (name, committed, line, kinds)

    def take(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.showing[seat, card] = max(0, self.showing[seat, card] - 1)

    def withdrawing(self, laid: Sequence[tuple[int, list[str]]], order: Sequence[int], done: set[int]) -> int | None:
        may = sorted(may_withdraw(laid, order, self.level, self.trump) - done)
        return may[0] if may and self.rng.random() < 0.6 else None

    def whole(self, order: list[int], laid: list[tuple[int, list[str]]], waiting: list[int], lead: list[str]) -> int:
        """A trick on one line."""
        for seat in waiting:
            cards = self.answer(seat, lead)
            self.take(seat, cards)
            laid.append((seat, cards))
        line = self.table.add(f"trick {self.name(order[0])} " + " ".join("+".join(cards) for _, cards in laid))
        for seat, cards in laid:
            self.see(seat, cards, line)
        return self.won(order, laid, True)

    def gather(self, order: list[int], laid: list[tuple[int, list[str]]], sheet: "Sheet") -> int:
        return sheet.close(self.won(order, laid, not sheet.hidden), laid)

    def won(self, order: Sequence[int], laid: Sequence[tuple[int, list[str]]], seen: bool) -> int:
        plays = [cards for seat in order for who, cards in laid if who == seat]
        taker = order[winner(plays, self.level, self.trump)]
        self.winners.append(taker)
        side = (taker - self.table.master) % 2
        self.taken[side] += sum(points(cards) for cards in plays)
        self.determined &= seen or not side
        self.all_seen = getattr(self, "all_seen", True) and seen
        return taker

    def count(self) -> None:
        """The round is over: the result, if the tricks do not tell it."""
        table = self.table
        times = {"none": 0, "x1": 1, "x2": 2}[table.options.get("kitty_bonus", "none")]
        counted = self.taken[1]
        if times and (self.winners[-1] - table.master) % 2:
            counted += times * points(self.aside)
            self.determined &= self.aside_known or (self.all_seen and table.cards is None)
        if not self.determined:
            table.add(f"result master={self.name(table.master)} points={counted}")
        inclusive = table.options.get("threshold_inclusive") == "yes"
        was = table.master
        table.levels, table.master, table.tribute = after_round(table.levels, was, self.n, counted, inclusive)
        table.payer = was if table.tribute else None
        names = tuple(self.name(seat) for seat in self.winners)
        table.rounds.append(Round(self.trump, names, counted, tuple(table.levels), table.tribute, self.line))


class Sheet:
    """How one trick is written, play by play."""

    def __init__(self, play: RoundPlay, order: list[int], lead: list[str], hide: bool) -> None:
        self.play, self.order, self.size = play, order, len(lead)
        share = play.table.writing.hide if hide else 0.0
        self.dark = {seat for seat in order if play.table.chance(share)}
        self.hidden: set[int] = set()
        self.seen = False

    def lay(self, seat: int, cards: Sequence[str], plain: bool = False) -> int:
        play = self.play
        if seat in self.dark and not plain:
            self.hidden.add(seat)
            play.hidden_by.add(seat)
            word = "?" if self.seen or (self.size == 1) else "+".join("?" * len(cards))
            return play.table.add(f"play {play.name(seat)} {word}")
        self.seen = True
        line = play.table.add(f"play {play.name(seat)} " + "+".join(cards))
        play.see(seat, cards, line)
        return line

    def close(self, taker: int, laid: Sequence[tuple[int, list[str]]]) -> int:
        if self.hidden:
            dark = [card for seat, cards in laid if seat in self.hidden for card in cards if points([card])]
            known = " ".join(dark) if self.play.rng.random() < 0.3 else ""
            self.play.table.add(f"took {self.play.name(taker)} {known}".strip())
        return taker


def options(rng: Random) -> dict[str, str]:
    """House rules, most often none."""
    found: dict[str, str] = {}
    for name, values in {
        "kings": ["tarot", "shown"],
        "teams": ["drawn"],
        "kitty": ["literal", "8", "10"],
        "start_level": ["4", "7"],
        "end_level": ["8", "12", "14"],
        "time_limit": ["120", "45"],
        "first_master": ["agreed"],
        "no_declaration": ["no_trump"],
        "follow_format": ["pairs_first", "pairs_first"],
        "threshold_inclusive": ["yes"],
        "cancel_side": ["both"],
        "kitty_bonus": ["x1", "x2"],
        "foul": ["correct_only", "points:20"],
    }.items():
        if rng.random() < 0.25:
            found[name] = rng.choice(values)
    return found


def random_record(rng: Random, foul: bool) -> Record:
    """One to four rounds at a table of four or six, long hands or short ones; with a foul, if one comes about."""
    want = rng.choice(list(FOULS)) if foul else None
    record = _random_record(rng, want)
    for _ in range(TRIES):
        if want is None or record.planted is not None:
            break
        record = _random_record(rng, want)
    return record


TRIES = 8


def _random_record(rng: Random, want: str | None) -> Record:
    players, cards = rng.choice((4, 6)), rng.choice((None, 3, 3, 5, 5, 8, 8, 13))
    found = options(rng)
    rounds = rng.choice((1, 2, 3))
    if want == "alike":
        found["follow_format"] = "pairs_first"
    if want in OWED:
        rounds = 2
    if want in ("show", "copy"):
        rounds += 1
    hide, open_hands = rng.choice(((0.0, 0.0), (0.0, 0.0), (0.15, 0.0), (0.0, 0.3), (0.15, 0.3)))
    if want == "kings":
        hide = open_hands = 0.0  # of a lie about cards that are nowhere, anything more that is known is a proof too
    writing = Writing(hide, open_hands, rng.choice((0.0, 0.2)), rng.choice((0.0, 0.5)))
    return Table(rng, players, found, writing, cards, want).match(rounds)
