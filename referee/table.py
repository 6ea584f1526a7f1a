"""A table: its log of facts folded into deals, judged, ruled and scored.

A `Table` is a value. `add` gives the table after one more fact and keeps the one before, so that a tap costs the
same whatever the length of the evening and an undo nothing. Corrections deep in the past fold everything anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from referee.cards import UNSEEN
from referee.deal import HIDDEN, Deal, Play
from referee.events import (
    Corrected,
    Dealt,
    FoulSeen,
    HandOpened,
    Inserted,
    Noted,
    Penalised,
    Played,
    Ruled,
    Struck,
    Took,
    TrickPlayed,
    Undone,
    Voided,
)
from referee.games import rules_of
from referee.grammar import Fact
from referee.judge import Case, acted, dealt_from_stock, judged, opened, took, unseen, won
from referee.record import Entry, Header, Record
from referee.ruleset import KINDS, STOCK, Foul, Holder, Line, Remedy, Ruleset, Scored, Standing, Step, total
from referee.texts import CardName, Slip, T

DECISIONS = ("uphold", "waive", "correct")
DEPTHS = ("score", "tricks", "cards")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided on a foul, and the line it was decided on."""

    line: int
    at: int
    decision: str
    seat: int | None = None

    def on(self, foul: Foul) -> bool:
        """Whether it is about this foul."""
        return self.at == foul.proved and (self.seat is None or self.seat == foul.seat or self.seat in foul.suspects)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from a seat."""

    line: int
    seat: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal with what the judge proved, what people decided, and what it scores. `state` and `lines` follow from the
    rest; `deal` is what was played, as if no ruling had been made.
    """

    deal: Deal
    fouls: tuple[Foul, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    state: str = "open"
    lines: tuple[Line, ...] = ()

    def ruling(self, foul: Foul) -> Ruling | None:
        """The last word on a foul."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.on(foul)), None)

    @property
    def upheld(self) -> tuple[Foul, ...]:
        """The fouls that count, in the order they were committed; one without a name has the one ruled on."""
        found = []
        for foul in self.fouls:
            ruling = self.ruling(foul)
            if ruling is not None and ruling.decision == "uphold":
                found.append(foul if foul.seat is not None else replace(foul, seat=ruling.seat))
        return tuple(sorted(found, key=lambda foul: (foul.committed, foul.proved)))

    @property
    def scored(self) -> Scored:
        """What the laws of the game see of it."""
        return Scored(replace(self.deal, state=self.state), self.upheld)

    @property
    def pending(self) -> tuple[Foul, ...]:
        """The fouls nobody has decided on."""
        return tuple(foul for foul in self.fouls if self.ruling(foul) is None and foul.explained is None)

    def scores(self, seats: int) -> tuple[int, ...]:
        """The sum of its lines, per seat."""
        return total(self.lines, seats)

    def penalised(self, seat: int) -> int:
        """The points taken from a seat, as a negative number."""
        return -sum(penalty.points for penalty in self.penalties if penalty.seat == seat)


@dataclass(frozen=True, slots=True)
class State:
    """The fold so far: deals, what is known of the cards, and the way back."""

    deals: tuple[Judged, ...] = ()
    case: Case | None = None
    entry: Entry | None = None
    facts: State | None = None
    """The state at the fact before, among those that stand."""
    before: State | None = None
    """The state an undo goes back to."""

    def standing(self) -> list[Entry]:
        """The facts that stand, first to last."""
        found, state = [], self
        while state.entry is not None and state.facts is not None:
            found.append(state.entry)
            state = state.facts
        return found[::-1]


EMPTY = State()


class Table:
    """A table's header and the facts written down so far, folded."""

    def __init__(self, header: Header, rules: Ruleset, log: tuple[Entry, ...] = (), state: State = EMPTY) -> None:
        self.header = header
        self.rules = rules
        self.log = log
        self.state = state

    @property
    def deals(self) -> tuple[Judged, ...]:
        return self.state.deals

    @property
    def current(self) -> Judged | None:
        """The deal being played."""
        last = self.state.deals[-1] if self.state.deals else None
        return last if last is not None and last.state == "open" else None

    @property
    def seats(self) -> tuple[str, ...]:
        return self.header.seats

    @cached_property
    def standing(self) -> Standing:
        """Where the match stands after the deals that are finished, penalties taken off."""
        ended = [deal for deal in self.deals if deal.state != "open"]
        n = len(self.seats)
        scores = [tuple(s + d.penalised(seat) for seat, s in enumerate(d.scores(n))) for d in ended]
        dealer = self.deals[-1].deal.dealer if self.deals else None
        standing = self.rules.standing([deal.scored for deal in ended], scores, dealer)
        if self.current is None or not self.current.penalties:
            return standing
        open_deal = self.current
        return replace(standing, totals=tuple(t + open_deal.penalised(s) for s, t in enumerate(standing.totals)))

    def facts(self) -> list[Entry]:
        """The facts that stand, first to last."""
        return self.state.standing()

    def add(self, line: int, fact: Fact) -> Table:
        """The table after a fact; raises Slip, with its line, for one that cannot have happened now."""
        try:
            state = self._after(Entry(line, fact))
        except Slip as slip:
            raise slip.at(line) from None
        return Table(self.header, self.rules, (*self.log, Entry(line, fact)), state)

    def _after(self, entry: Entry) -> State:
        match entry.fact:
            case Undone():
                if self.state.before is None:
                    raise Slip(T("there is nothing to take back"))
                return self.state.before
            case Corrected() | Struck() | Inserted():
                return replace(self._rewritten(entry), before=self.state)
        return fold(self.rules, self.state, entry)

    def _rewritten(self, entry: Entry) -> State:
        """The fold of the facts that stand once one of them is corrected, struck out or preceded by another."""
        change = entry.fact
        assert isinstance(change, Corrected | Struck | Inserted)
        facts = self.facts()
        place = next((at for at, old in enumerate(facts) if old.line == change.at), None)
        if place is None:
            raise Slip(T("no fact stands at line {found}", found=change.at), found=change.at)
        match change:
            case Corrected(at, fact):
                facts[place] = Entry(at, fact)
            case Inserted(_, fact):
                facts.insert(place, Entry(entry.line, fact))
            case Struck():
                del facts[place]
        state = EMPTY
        for fact_entry in facts:
            try:
                state = fold(self.rules, state, fact_entry)
            except Slip as slip:
                if isinstance(fact_entry.fact, Ruled):
                    continue
                raise Slip(
                    T("then line {line} could not stand: {text}", line=fact_entry.line, text=slip.text), line=entry.line
                ) from None
        return state


def open_table(header: Header) -> Table:
    """An empty table; raises Slip for a game, option or number of seats there is not."""
    return Table(header, rules_of(header))


def fold_record(record: Record) -> Table:
    """The table of a whole record; raises Slip, with the line, at the first fact that cannot have happened."""
    try:
        table = open_table(record.header)
    except Slip as slip:
        raise slip.at(1) from None
    state = table.state
    log: list[Entry] = []
    for entry in record.entries:
        if isinstance(entry.fact, Undone | Corrected | Struck | Inserted):
            state = Table(record.header, table.rules, tuple(log), state).add(entry.line, entry.fact).state
        else:
            try:
                state = fold(table.rules, state, entry)
            except Slip as slip:
                raise slip.at(entry.line) from None
        log.append(entry)
    return Table(record.header, table.rules, tuple(log), state)


# --- the fold of one fact -------------------------------------------------------------------------------------


def fold(rules: Ruleset, state: State, entry: Entry) -> State:
    """The state after one fact that is no correction; raises Slip for one that cannot have happened now."""
    deals, case = state.deals, state.case
    line, fact = entry.line, entry.fact
    match fact:
        case Noted():
            pass
        case Dealt():
            deals, case = _deal(rules, state, line, fact)
        case Ruled() | Penalised() | FoulSeen():
            deals = _decided(rules, deals, line, fact)
        case _:
            if not deals or deals[-1].state != "open":
                raise Slip(T("“{found}” here: a deal must be open; expected “deal”", found=fact.word), found=fact.word)
            if isinstance(fact, Voided):
                last = replace(deals[-1], deal=replace(deals[-1].deal, state="void", phase="done"))
            else:
                last, case = _played(rules, deals[-1], case, line, fact)
            deals = _heard((*deals[:-1], last), state.case, case)
            deals = (*deals[:-1], _settled(rules, deals[-1], deals[:-1]))
    return State(deals, case, entry, state, state)


def _heard(deals: tuple[Judged, ...], before: Case | None, after: Case | None) -> tuple[Judged, ...]:
    """With what the judge has found since: new fouls go to the deal they were committed in, and an accusation by
    counting that a later card explains says so.
    """
    known = before.fouls if before is not None else ()
    found = after.fouls if after is not None else ()
    if found == known:
        return deals
    changed = {id(old): new for old, new in zip(known, found, strict=False) if new is not old}
    after_deals = [replace(d, fouls=tuple(changed.get(id(f), f) for f in d.fouls)) for d in deals]
    for foul in found[len(known) :]:
        place = next(at for at in range(len(deals) - 1, -1, -1) if foul.committed >= deals[at].deal.line or not at)
        after_deals[place] = replace(after_deals[place], fouls=(*after_deals[place].fouls, foul))
    return tuple(after_deals)


def _past(deals: Iterable[Judged]) -> list[Scored]:
    return [deal.scored for deal in deals]


def _settled(rules: Ruleset, judged_deal: Judged, past: tuple[Judged, ...]) -> Judged:
    """With state and score lines that follow from what was played and decided."""
    deal = judged_deal.deal
    if deal.state == "open" and not judged_deal.rulings:
        return judged_deal
    before = _past(past)
    scored = Scored(deal)
    state = deal.state
    for foul in judged_deal.upheld:
        state = rules.remedy(scored, foul, before).state
        scored = Scored(replace(deal, state=state), (*scored.upheld, foul))
    lines = rules.lines(scored, before) if state != "open" and state != "void" else ()
    if state == "void":
        lines = ()
    return replace(judged_deal, state=state, lines=lines)


def remedy(table: Table, number: int, foul: Foul) -> Remedy:
    """What the laws give for a foul of a deal (counted from 1), beside the others upheld."""
    judged_deal = table.deals[number - 1]
    others = tuple(other for other in judged_deal.upheld if other.proved != foul.proved or other.seat != foul.seat)
    scored = Scored(replace(judged_deal.deal, state=judged_deal.deal.state), others)
    return table.rules.remedy(scored, foul, _past(table.deals[: number - 1]))


def _deal(rules: Ruleset, state: State, line: int, fact: Dealt) -> tuple[tuple[Judged, ...], Case | None]:
    deals = state.deals
    if deals and deals[-1].state == "open":
        raise Slip(
            T("the deal on line {line} has not ended: finish it, give its result, or write “void”", line=deals[-1].deal.line)
        )
    if Table(Header("", rules.seats), rules, (), state).standing.finished:
        raise Slip(T("the match is over: no further deal is due"))
    keys = dict(fact.keys)
    depth = keys.pop("depth", None)
    if depth is not None and depth not in DEPTHS:
        raise Slip(T("depth={found}: expected one of {expected}", found=depth, expected=DEPTHS), found=depth)
    past = _past(deals)
    step = rules.begin(len(deals) + 1, line, rules.seat_of(fact.dealer), keys, past)
    deal = replace(step.deal, keys=dict(fact.keys))
    case = None
    if rules.provable:
        case = _dealt(rules, deal, past, state.case)
        case = acted(case, rules, line, step.acts)
    return (*deals, Judged(deal, step.fouls, state=deal.state)), case


def _dealt(rules: Ruleset, deal: Deal, past: list[Scored], case: Case | None) -> Case:
    holders = rules.holders(deal, past)
    if holders is not None:
        return opened(rules.deck, holders)
    hands = {seat: deal.dealt(seat) for seat in deal.order}
    left = case.size(STOCK) if case is not None and not case.lost else 0
    if case is not None and left >= sum(hands.values()):
        return dealt_from_stock(case, hands)
    everybody: dict[Holder, int] = {STOCK: len(rules.deck) - sum(hands.values())}
    return opened(rules.deck, everybody | {seat: room for seat, room in hands.items()})


def _decided(
    rules: Ruleset, deals: tuple[Judged, ...], line: int, fact: Ruled | Penalised | FoulSeen
) -> tuple[Judged, ...]:
    """A ruling on a foul of any deal; a foul or a penalty in the last one."""
    if not deals:
        raise Slip(T("“{found}” here: there is no deal yet", found=fact.word), found=fact.word)
    place = len(deals) - 1
    last = deals[place]
    match fact:
        case Penalised(seat, points, reason):
            penalty = Penalty(line, rules.seat_of(seat), abs(points), reason)
            last = replace(last, penalties=(*last.penalties, penalty))
        case FoulSeen(seat, kind):
            at = rules.seat_of(seat)
            if kind not in KINDS:
                raise Slip(T("there is no foul “{found}”: expected one of {expected}", found=kind, expected=KINDS), found=kind)
            message = T("{name} admitted it, or everybody saw it.", name=seat)
            foul = Foul(kind, at, "seen", line, line, rules.kind_law(kind), message, (at,), trick=last.deal.trick.number)
            last = replace(last, fouls=(*last.fouls, foul), rulings=(*last.rulings, Ruling(line, line, "uphold", at)))
        case Ruled():
            place, ruling = _ruling(rules, deals, line, fact)
            last = replace(deals[place], rulings=(*deals[place].rulings, ruling))
    after = list(deals)
    after[place] = last
    for at in range(place, len(after)):
        after[at] = _settled(rules, after[at], tuple(after[:at]))
    return tuple(after)


def _ruling(rules: Ruleset, deals: tuple[Judged, ...], line: int, fact: Ruled) -> tuple[int, Ruling]:
    if fact.decision not in DECISIONS:
        raise Slip(
            T("“{found}”: expected one of {expected}", found=fact.decision, expected=DECISIONS), found=fact.decision
        )
    seat = None if fact.seat is None else rules.seat_of(fact.seat)
    ruling = Ruling(line, fact.at, fact.decision, seat)
    for place, judged_deal in enumerate(deals):
        for foul in judged_deal.fouls:
            if foul.proved != fact.at:
                continue
            if not ruling.on(foul):
                continue
            if fact.decision == "uphold" and foul.seat is None and seat is None and foul.suspects:
                names = tuple(rules.seats[suspect] for suspect in foul.suspects)
                raise Slip(T("several may have done it ({names}): say seat=NAME", names=names))
            return place, ruling
    raise Slip(T("no foul was proved at line {found}", found=fact.at), found=fact.at)


def _played(
    rules: Ruleset, judged_deal: Judged, case: Case | None, line: int, fact: Fact
) -> tuple[Judged, Case | None]:
    """A fact of the open deal: a play, or what the game makes of it."""
    deal = judged_deal.deal
    takes = rules.takes(deal)
    if fact.word not in takes:
        raise Slip(
            T("“{found}” does not come now: expected one of {expected}", found=fact.word, expected=tuple(sorted(takes))),
            found=fact.word,
        )
    match fact:
        case Played(seat, cards):
            return _play(rules, judged_deal, case, Play(rules.seat_of(seat), cards, line))
        case TrickPlayed(leader, plays):
            if deal.trick.plays:
                raise Slip(T("trick {number} has begun: write its other cards with “play”", number=deal.trick.number))
            for play in _plays_of(rules, deal, leader, plays, line):
                judged_deal, case = _play(rules, judged_deal, case, play)
            return judged_deal, case
        case Took():
            return _took(rules, judged_deal, case, line, fact)
        case HandOpened(seat, hand):
            _check_hand(rules, deal, seat, hand)
    step = rules.step(deal, line, fact)
    return _stepped(rules, judged_deal, case, line, step)


def _stepped(
    rules: Ruleset, judged_deal: Judged, case: Case | None, line: int, step: Step
) -> tuple[Judged, Case | None]:
    if case is not None and step.acts:
        case = acted(case, rules, line, step.acts)
    fouls = judged_deal.fouls + step.fouls
    return replace(judged_deal, deal=step.deal, state=step.deal.state, fouls=fouls), case


def _check_hand(rules: Ruleset, deal: Deal, seat: str, hand: tuple[str, ...]) -> None:
    most = deal.dealt(rules.seat_of(seat))
    if len(hand) != most:
        raise Slip(T("{name} has {found} cards here: expected {most}", name=seat, found=len(hand), most=most))
    if rules.seat_of(seat) in deal.hands:
        raise Slip(T("the hand of {name} is open already", name=seat))
    for code in hand:
        rules.deck.mask(code)


def _plays_of(
    rules: Ruleset, deal: Deal, leader: str, plays: tuple[tuple[str, ...], ...], line: int
) -> Iterator[Play]:
    seat = rules.seat_of(leader)
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=leader))
    order = [seat for seat in deal.round(seat) if deal.left(seat)]
    if len(plays) > len(order):
        raise Slip(T("{found} cards in a trick of {most}", found=len(plays), most=len(order)))
    if not plays:
        raise Slip(T("the trick of {name} has no card", name=leader))
    for seat, cards in zip(order, plays, strict=False):
        yield Play(seat, cards, line)


def _play(rules: Ruleset, judged_deal: Judged, case: Case | None, play: Play) -> tuple[Judged, Case | None]:
    judged_deal, case = _begun(rules, judged_deal, case, play.line)
    deal = judged_deal.deal
    _check_play(rules, deal, play)
    if deal.undecided:
        deal = rules.after_trick(deal.taken_by(play.seat))
    if play.cards == HIDDEN:
        play = deal.unseen(play.seat, play.line, deal.asked)
    elif len(play.cards) > deal.asked:
        deal, case = _widened(deal, case, len(play.cards))
    fouls = _plain_fouls(rules, deal, play)
    if case is not None:
        case = judged(case, rules, deal, play)
    deal = deal.laid(play)
    if next(deal.waiting, None) is None:
        deal = deal.gathered(rules.winner(deal, deal.trick) if deal.trick.seen else None)
        deal = rules.after_trick(deal)
    return replace(judged_deal, deal=deal, state=deal.state, fouls=judged_deal.fouls + fouls), case


def _check_play(rules: Ruleset, deal: Deal, play: Play) -> None:
    name, left = rules.seats[play.seat], deal.left(play.seat)
    for code in play.cards:
        if code != UNSEEN:
            rules.deck.mask(code)
    if play.seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=name))
    if deal.over:
        raise Slip(T("all cards are played: who took the last trick? expected “took”"))
    if deal.trick.by(play.seat) is not None:
        raise Slip(T("{name} has played to trick {number} already", name=name, number=deal.trick.number))
    if len(play.cards) > 1 and not rules.several:
        raise Slip(T("{found}: a play is one card in this game", found="+".join(play.cards)))
    if len(play.cards) > left:
        raise Slip(T("{name} plays {found} cards and has {most} left", name=name, found=len(play.cards), most=left))


def _begun(rules: Ruleset, judged_deal: Judged, case: Case | None, line: int) -> tuple[Judged, Case | None]:
    """Before the first card is played: what must have happened by then."""
    deal = judged_deal.deal
    if deal.tricks or deal.trick.plays:
        return judged_deal, case
    return _stepped(rules, judged_deal, case, line, rules.before_lead(deal, line))


def _widened(deal: Deal, case: Case | None, count: int) -> tuple[Deal, Case | None]:
    """A trick that nobody saw led turns out to be of several cards."""
    if not deal.trick.plays or any(play.cards != HIDDEN for play in deal.trick.plays):
        return deal, case
    wide = deal.widened(count)
    if case is not None:
        case = unseen(case, deal.trick.number, {play.seat: len(play.cards) - 1 for play in wide.trick.plays})
    return wide, case


def _plain_fouls(rules: Ruleset, deal: Deal, play: Play) -> tuple[Foul, ...]:
    """The fouls anybody at the table sees: out of turn, an unlawful lead."""
    fouls: tuple[Foul, ...] = ()
    number = deal.trick.number

    def plain(kind: str, law: str, message: object) -> Foul:
        assert message is not None
        return Foul(kind, play.seat, "seen", play.line, play.line, law, message, (play.seat,), play, number, play.card, number)  # type: ignore[arg-type]  # fmt: skip

    if play.seat != deal.turn:
        names = {"name": rules.seats[play.seat], "turn": rules.seats[deal.turn], "card": CardName(play.card)}
        fouls += (plain("out-of-turn", rules.kind_law("out-of-turn"), T("{name} plays {card} out of turn: it was for {turn} to play.", **names)),)  # fmt: skip
    unlawful = None if play.unseen else rules.unlawful(deal, play)
    if unlawful is not None:
        fouls += (plain(*unlawful),)
    return fouls


def _took(rules: Ruleset, judged_deal: Judged, case: Case | None, line: int, fact: Took) -> tuple[Judged, Case | None]:
    """Who took a trick: the last one if an unseen card left it open, else the present one, not recorded in full."""
    judged_deal, case = _begun(rules, judged_deal, case, line)
    deal, seat, known = judged_deal.deal, rules.seat_of(fact.seat), fact.cards
    for code in known:
        rules.deck.mask(code)
    if seat not in deal.order:
        raise Slip(T("{name} does not play in this deal", name=rules.seats[seat]))
    missing: dict[int, int] = {}
    if deal.undecided:
        deal = deal.taken_by(seat, known)
    else:
        count = _each(rules, fact.count)
        deal, case = _widened(deal, case, count)
        count = deal.asked if deal.trick.plays else count
        missing = {other: min(count, deal.left(other)) for other in deal.waiting}
        deal = deal.gathered(seat, known, line, count)
    if case is not None:
        case = took(case, rules, deal, line, missing)
        case = won(case, rules, deal, line, seat)
    deal = rules.after_trick(deal)
    return replace(judged_deal, deal=deal, state=deal.state), case


def _each(rules: Ruleset, count: int | None) -> int:
    """How many cards each player played to a trick of which only the winner is written down."""
    if count is None:
        return 1
    if count < 1 or (count > 1 and not rules.several):
        raise Slip(T("count={found}: so many cards are no trick in this game", found=count), found=count)
    return count
