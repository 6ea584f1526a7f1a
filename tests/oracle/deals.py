"""Random deals written down as records (`.deal`), together with what really happened.

Records are honest, or have exactly one foul planted in them. A record may have open hands, plays
nobody saw, and may stop anywhere.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from .detente import CARDS_EACH, PETIT, denied, full_deck, match_winners, winner
from .enumerate import HIDDEN, STOCK, Situation
from .table import (
    Choice,
    Foul,
    OneFoul,
    Part,
    bid_round,
    deal_out,
    honest,
    left_of,
    order,
    play_out,
    reckless,
)

SEATS = ("Ana", "Ben", "Cléo")
STYLES = ("play", "trick", "split")
# Three play two parts, two play three.
PARTS = {3: 2, 2: 3}
# Small decks are drawn from these: enough suits to be void, enough trumps to go over.
SMALL_DECK = ("H1", "H2", "H3", "S1", "S2", "S3", "D1", "T1", "T2", "T3", "T4", "T5", "EX")


@dataclass(frozen=True)
class Record:
    """A record and the truth behind it. Lines are numbered from 1, as an editor does.

    `lines[p][i]` is the line of play `i` of part `p`; `hidden` are the plays written as "?", as
    (p, i). Where a foul was planted, it is in the last part: `committed` is its line, and `shown`
    the line of the first card the offender let everybody see that he had denied by it, None if
    the record ends before. `seen` is `committed` when the offender's hand lies open.
    """

    text: str
    parts: tuple[Part, ...]
    lines: tuple[tuple[int, ...], ...]
    open_seats: frozenset[str] = frozenset()
    hidden: frozenset[tuple[int, int]] = frozenset()
    foul: Foul | None = None
    committed: int | None = None
    shown: int | None = None
    seen: int | None = None


@dataclass(frozen=True)
class Match:
    """A whole match: its record, the totals after each round, and who won."""

    record: Record
    totals: tuple[dict[str, int], ...]
    winners: frozenset[str]


@dataclass(frozen=True)
class Writing:
    """How a record is written down.

    `styles`: each trick is written in one of them: `play` lines, a `trick` line, or "split", an
    incomplete `trick` line and `play` lines for the rest. `hide` is the share of plays that
    nobody saw, `open_hands` the share of hands that lie open; `stop` the number of plays written
    of the last part (all of them when None).
    """

    styles: Sequence[str] = STYLES
    hide: float = 0.0
    open_hands: float = 0.0
    stop: int | None = None


COMPLETE = Writing()


@dataclass
class _Sheet:
    """The lines so far."""

    rng: Random
    writing: Writing
    lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> int:
        self.lines.append(line)
        return len(self.lines)

    def begin(self, part: Part, open_seats: Collection[str]) -> None:
        cards = len(part.hands[part.dealer])
        shortened = "" if cards == CARDS_EACH else f" cards={cards}"
        self.add(f"deal {part.dealer} part={part.number}{shortened}")
        for seat in part.seats:
            if seat in open_seats:
                self.add(" ".join(["hand", seat, *sorted(part.hands[seat])]))
        for seat, bid in part.bids:
            self.add(f"bid {seat} {bid}")

    def trick(self, part: Part, number: int, words: Sequence[str]) -> list[int]:
        """Write a trick of which `words` are known ("?" or a card each); the line of each."""
        trick = part.tricks[number]
        turn = order(part.seats, trick.leader)
        style = self.rng.choice(self.writing.styles)
        together = {"play": 0, "trick": len(words), "split": self.rng.randint(1, len(words))}[style]
        lines = []
        if together:
            line = self.add(" ".join(["trick", trick.leader, *words[:together]]))
            lines = [line] * together
        for seat, word in zip(turn[together:], words[together:], strict=False):
            lines.append(self.add(f"play {seat} {word}"))
        if HIDDEN in words and len(words) == len(part.seats):
            petit = f" {PETIT}" if PETIT in trick.cards else ""
            self.add(f"took {turn[winner(trick.cards)]}{petit}")
        return lines

    def part(self, part: Part, hidden: Collection[int], stop: int) -> tuple[int, ...]:
        """The plays of a part; the line of each."""
        lines: list[int] = []
        size = len(part.seats)
        for number, trick in enumerate(part.tricks):
            first = number * size
            words = [
                HIDDEN if first + place in hidden else card
                for place, card in enumerate(trick.cards)
                if first + place < stop
            ]
            if words:
                lines += self.trick(part, number, words)
        return tuple(lines)


def write(rng: Random, parts: Sequence[Part], writing: Writing, foul: Foul | None = None) -> Record:
    """The record of these parts; the foul, if there is one, is in the last of them."""
    seats = parts[0].seats
    sheet = _Sheet(rng, writing)
    sheet.add("game double-detente")
    sheet.add(" ".join(["seats", *seats]))
    open_seats = frozenset(seat for seat in seats if rng.random() < writing.open_hands)
    lines = []
    hidden = set()
    for place, part in enumerate(parts):
        last = place == len(parts) - 1
        # The trick of the foul is seen, so that what the foul denied is plain to all.
        clear = foul.play // len(seats) if last and foul is not None else None
        unseen = {
            index for index in range(len(part.plays())) if rng.random() < writing.hide and index // len(seats) != clear
        }
        stop = len(part.plays()) if not last or writing.stop is None else writing.stop
        sheet.begin(part, open_seats)
        lines.append(sheet.part(part, unseen, stop))
        hidden |= {(place, index) for index in unseen if index < stop}
    text = "\n".join(sheet.lines) + "\n"
    record = Record(text, tuple(parts), tuple(lines), open_seats, frozenset(hidden))
    return record if foul is None else _with_foul(record, foul)


def _with_foul(record: Record, foul: Foul) -> Record:
    lines = record.lines[-1]
    if foul.play >= len(lines):
        raise ValueError("the record stops before its foul")
    part = record.parts[-1]
    said = denied(part.plays()[foul.play][1], part.table(foul.play))
    place = len(record.parts) - 1
    shown = None
    for index in range(foul.play + 1, len(lines)):
        seat, card = part.plays()[index]
        if seat == foul.seat and card in said[foul.kind] and (place, index) not in record.hidden:
            shown = lines[index]
            break
    committed = lines[foul.play]
    return Record(
        text=record.text,
        parts=record.parts,
        lines=record.lines,
        open_seats=record.open_seats,
        hidden=record.hidden,
        foul=foul,
        committed=committed,
        shown=shown,
        seen=committed if foul.seat in record.open_seats else None,
    )


def make_part(
    rng: Random,
    seats: Sequence[str],
    dealer: str,
    *,
    number: int,
    deck: Sequence[str],
    cards: int,
    choose: Choice,
) -> Part:
    """Deal from the deck, bid and play one part."""
    hands, stock = deal_out(rng, deck, seats, cards)
    bids = bid_round(rng, seats, dealer, cards)
    tricks = play_out(hands, seats, left_of(seats, dealer), choose)
    return Part(number, dealer, tuple(seats), hands, stock, bids, tricks)


def make_round(
    rng: Random,
    seats: Sequence[str],
    dealer: str,
    *,
    cards: int = CARDS_EACH,
    parts: int | None = None,
) -> list[Part]:
    """An honest round, or its first `parts`: each part is dealt from the stock of the one before.

    The same dealer deals every part.
    """
    wanted = PARTS[len(seats)] if parts is None else parts
    deck: Sequence[str] = full_deck()
    made: list[Part] = []
    for number in range(1, wanted + 1):
        made.append(make_part(rng, seats, dealer, number=number, deck=deck, cards=cards, choose=honest(rng)))
        deck = sorted(made[-1].stock)
    return made


def part_record(
    rng: Random,
    *,
    players: int = 3,
    cards: int = CARDS_EACH,
    deck: Sequence[str] | None = None,
    writing: Writing = COMPLETE,
) -> Record:
    """One honest first part, from the whole deck or a given one."""
    seats = SEATS[:players]
    whole = full_deck() if deck is None else deck
    part = make_part(rng, seats, rng.choice(seats), number=1, deck=whole, cards=cards, choose=honest(rng))
    return write(rng, [part], writing)


def round_record(rng: Random, *, players: int = 3, cards: int = CARDS_EACH, writing: Writing = COMPLETE) -> Record:
    """One honest whole round."""
    seats = SEATS[:players]
    return write(rng, make_round(rng, seats, rng.choice(seats), cards=cards), writing)


def foul_record(
    rng: Random,
    kind: str,
    *,
    players: int = 3,
    cards: int = CARDS_EACH,
    part: int = 1,
    writing: Writing = COMPLETE,
) -> Record:
    """A record whose last part, number `part`, has exactly one foul, of this kind.

    `writing.stop` counts plays from the foul on: 1 stops right after it.
    """
    if not 1 <= part <= PARTS[players]:
        raise ValueError(f"{players} players have no part {part}")
    seats = SEATS[:players]
    for _ in range(5000):
        dealer = rng.choice(seats)
        before = make_round(rng, seats, dealer, cards=cards, parts=part - 1)
        deck = sorted(before[-1].stock) if before else full_deck()
        # Eager and patient offenders, so that fouls come early and late, and rare ones come at all.
        people = OneFoul(rng, kind, chance=rng.choice((0.1, 0.3, 1.0)))
        last = make_part(rng, seats, dealer, number=part, deck=deck, cards=cards, choose=people)
        if people.foul is not None:
            stop = None if writing.stop is None else people.foul.play + writing.stop
            cut = Writing(writing.styles, writing.hide, writing.open_hands, stop)
            return write(rng, [*before, last], cut, people.foul)
    raise ValueError(f"no chance for {kind} in hands of {cards}")


def match_record(rng: Random, *, players: int = 3, tie: str = "extra_round", writing: Writing = COMPLETE) -> Match:
    """An honest match to its end. The deal passes to the left each round."""
    seats = SEATS[:players]
    dealer = rng.choice(seats)
    totals = dict.fromkeys(seats, 0)
    history: list[dict[str, int]] = []
    parts: list[Part] = []
    while not match_winners(totals, tie=tie):
        for part in make_round(rng, seats, dealer):
            parts.append(part)
            totals = {seat: totals[seat] + score for seat, score in part.scores().items()}
        history.append(totals)
        dealer = left_of(seats, dealer)
    winners = frozenset(match_winners(totals, tie=tie))
    return Match(write(rng, parts, writing), tuple(history), winners)


def situation_of(
    part: Part,
    *,
    stop: int | None = None,
    hidden: Collection[int] = (),
    open_seats: Collection[str] = (),
) -> Situation:
    """A part for the enumeration: its hands and stock are the deck, its first `stop` plays.

    The winner is told of each whole trick with a hidden play, as a record does.
    """
    plays = part.plays()[:stop]
    rooms = {seat: len(part.hands[seat]) for seat in part.seats}
    rooms[STOCK] = len(part.stock)
    took: dict[int, str] = {}
    size = len(part.seats)
    for index in sorted(hidden):
        number = index // size
        if (number + 1) * size <= len(plays):
            trick = part.tricks[number]
            took[number] = order(part.seats, trick.leader)[winner(trick.cards)]
    opened: Mapping[str, frozenset[str]] = {seat: part.hands[seat] for seat in open_seats}
    return Situation(
        deck=sorted(part.stock.union(*part.hands.values())),
        rooms=rooms,
        plays=[(seat, HIDDEN if index in hidden else card) for index, (seat, card) in enumerate(plays)],
        open_hands=opened,
        took=took,
    )


def small_situation(
    rng: Random,
    *,
    players: int = 3,
    cards: int = 2,
    stock: int = 2,
    fouls: float = 0.3,
    hide: float = 0.0,
    open_hands: float = 0.0,
) -> Situation:
    """A part on a small deck, in which a share of the plays (`fouls`) is made without the laws."""
    seats = SEATS[:players]
    deck = rng.sample(SMALL_DECK, players * cards + stock)
    part = make_part(rng, seats, rng.choice(seats), number=1, deck=deck, cards=cards, choose=reckless(rng, fouls))
    hidden = [index for index in range(len(part.plays())) if rng.random() < hide]
    open_seats = [seat for seat in seats if rng.random() < open_hands]
    return situation_of(part, hidden=hidden, open_seats=open_seats)
