"""What a foul did: the questions that decide a ruling, for known hands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.endings.cards import Tricks
from referee.endings.lines import Line, Lines
from referee.endings.position import MARK, Ending, Start
from referee.endings.search import Budget, Search, TooLong
from referee.endings.together import Together
from referee.rules.deal import Deal, Play
from referee.rules.ruleset import Ruleset
from referee.rules.stakes import MARKS, OURS, THEIRS, Level, Stakes

NODES = 200_000
"""The most plays tried for one foul: about a second."""

BEST = 4
"""Best play takes at most a quarter of `NODES`, so that a game's possible winners are known within a second."""

NEVER = 1 << 14
"""More points than any deal has."""

TRICKS = (OURS, THEIRS, OURS | THEIRS)
"""The flags of the sides that take the tricks left: ours, theirs, both."""

Cards = tuple[str, ...]
Begin = tuple[Ending, Start, Line]
"""A position where lines begin, and the plays that led to it."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outcomes of a position; None if one was not computed.
    Over all lawful play: the possible `winners`, the fewest and most points (`low`, `high`). With best play of both
    sides: `points`, `winner` and the `card` to lay. A winner is 1 for the first side, -1 for the second, 0 for nobody.
    """

    winners: frozenset[int] = frozenset()
    low: int | None = None
    high: int | None = None
    points: int | None = None
    winner: int | None = None
    card: Cards | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a foul did. `won` is the side that had won before it (1 or -1), `takes` the side that gets every trick."""

    stakes: Stakes
    seat: int
    won: int | None
    lawful: tuple[Cards, ...] | None = None
    """The lawful plays instead of the foul: none out of turn; None for a claim, or if the deals do not agree."""
    laid: Outlook = Outlook()
    without: Outlook = Outlook()
    forced: bool | None = None
    takes: int | None = None
    counter: tuple[Line, ...] = ()
    best: tuple[Line, ...] = ()
    """The rest with best play of all: after the foul, and after a lawful card."""
    alike: tuple[Cards, ...] = ()
    """The lawful cards that come to as much as the best one."""
    decisive: bool = False
    """Whether the offender's side can win after the foul and can fail to without it."""
    harms_soloist: bool | None = None
    claim: bool = False
    merged: bool = False
    """Whether it tells what several deals agree on; `hangs` if best play does not come to the same in all."""
    hangs: bool = False
    spent: int = 0
    """The plays tried for it."""

    @property
    def side(self) -> int:
        """The offender's side."""
        return 1 if self.seat in self.stakes.ours else -1


class Questions:
    """The questions about one ending, within one budget."""

    def __init__(self, ending: Ending, budget: Budget) -> None:
        self.ending, self.stakes, self.budget = ending, ending.stakes, budget
        seats = frozenset(ending.deal.order)
        self.best, self.none, self.all = self.stakes.ours, frozenset[int](), seats
        self.searches: dict[object, Search] = {}
        self.values: dict[object, int] = {}
        self.tables: dict[object, dict[int, list[int]]] = {}

    def points(self, start: Start, high: frozenset[int], guess: int | None = None) -> int:
        """Our side's points in the whole deal if these seats play for it and the others against it."""
        key, base = (start, high), self._base(start)
        if key not in self.values:
            near = None if guess is None else guess - base
            self.values[key] = base + self._search(high, None).value(start, near)
        return self.values[key]

    def is_best(self, start: Start, codes: Cards) -> bool:
        """Whether a play keeps the value that the position has with best play of all."""
        points, other = self.points(start, self.best), self.ending.lay(start, start.seat, codes)
        search, gain = self._search(self.best, None), points - self._base(other)
        if start.seat in self.best:
            return search.reaches(other, gain)
        return not search.reaches(other, gain + 1)

    def best_line(self, start: Start) -> Line:
        """The cards from here to the end with best play of all."""
        ending, points, line = self.ending, self.points(start, self.best), list[Cards]()
        while start.waiting or start.state:
            if not start.waiting:
                start = ending.onward(start)
                if ending.special & start.state and start.state.bit_count() == start.waiting:
                    held = (start.state & ending.layout.segment[seat] for seat in ending.deal.round(start.seat))
                    return (*line, *(ending.layout.names(card) for card in held))
            self.values[start, self.best] = points
            line.append(next(codes for codes in ending.lawful(start) if self.is_best(start, codes)))
            start = ending.lay(start, start.seat, line[-1])
        return tuple(line)

    def level(self, start: Start, high: frozenset[int], level: Level) -> int:
        """The level that our points and flags reach if these seats play for us and the others against us."""
        table = self._table(start, level)
        steps = sorted(set().union(*table.values()))
        return next((step for step in reversed(steps[1:]) if self.attains(start, high, level, step)), steps[0])

    def attains(self, start: Start, high: frozenset[int], level: Level, step: int) -> bool:
        """Whether our points and flags reach this `step` of a level if these seats play for us, others against us."""
        table = self._table(start, level)
        return self._reaches(start, high, {flags: bisect_left(row, step) for flags, row in table.items()})

    def winners(self, start: Start, level: Level) -> frozenset[int]:
        """The possible winners over all lawful play, as in `Outlook`."""
        low, high = self.level(start, self.none, level), self.level(start, self.all, level)
        levels = {low, high}
        if high - low > 1 and self._between(start, level):
            levels.add(0)
        return frozenset(levels)

    def _base(self, start: Start) -> int:
        return self.stakes.points + start.gain

    def _table(self, start: Start, level: Level) -> dict[int, list[int]]:
        """The level of every number of points, by the flags that our side can end with."""
        marks = sum(code in self.stakes.marks for code in self.ending.layout.held) + (start.pot >> MARK)
        flags = {(start.flags | trick) + (mark << MARKS) for trick in TRICKS for mark in range(marks + 1)}
        key = (level, frozenset(flags))
        if key not in self.tables:
            self.tables[key] = {
                each: [level(points, each) for points in range(self.stakes.total + 1)] for each in flags
            }
        return self.tables[key]

    def _reaches(self, start: Start, high: frozenset[int], need: Mapping[int, int]) -> bool:
        """Whether our side gets the points it needs, which depend on its flags at the end."""
        least, most, base = min(need.values()), max(need.values()), self._base(start)
        if least == most:
            return self._search(high, None).reaches(start, most - base)
        asked = [need.get(flags, NEVER) for flags in range(max(need) + 1)]
        off = tuple(points if points <= self.stakes.total else NEVER for points in asked)
        return self._search(high, off).reaches(start, -base)

    def _search(self, high: frozenset[int], off: tuple[int, ...] | None) -> Search:
        key = (high, off)
        if key not in self.searches:
            kind = Search if high == self.best else Together
            self.searches[key] = kind(self.ending, high, self.budget, off)
        return self.searches[key]

    def _between(self, start: Start, level: Level) -> bool:
        """Whether a lawful line lets nobody win, where both sides can."""
        table = self._table(start, level)
        wanted = frozenset(
            (points, each) for each, row in table.items() for points in range(len(row)) if not row[points]
        )
        return bool(wanted) and Lines(self.ending, True, self.budget).ends(start, self._base(start), wanted)


def ask(
    rules: Ruleset, deal: Deal, hands: Mapping[int, Sequence[str]], play: Play,
    named: Mapping[int, Sequence[str]] = {}, nodes: int = NODES, tricks: Tricks | None = None,
) -> Answer | None:  # fmt: skip
    """What a play, the foul, does to this deal; None if the sides or the tricks taken are not known.
    `named` are the orders in which seats said that they play their cards, `tricks` the states found with other hands.
    Raises TooLong if the budget is spent.
    """
    stakes = rules.stakes(deal, play.seat)
    if stakes is None:
        return None
    budget = Budget(nodes)
    ending = beyond = Ending(rules, deal, hands, stakes, tricks)
    questions = after_it = Questions(ending, budget)
    before = ending.start()
    if play.seat == before.seat:
        lawful = ending.lawful(before)
        after, others = ending.lay(before, play.seat, play.cards), [ending.lay(before, play.seat, c) for c in lawful]
    else:  # out of turn: the trick goes on after his card, or as it should have without it
        lawful, others = (), [before]
        gone = [rules.deck.code(next(iter(rules.deck.of(card)))) for card in play.cards]
        rest = {seat: _without(hand, gone) if seat == play.seat else hand for seat, hand in hands.items()}
        beyond = Ending(rules, deal.lay(play), rest, stakes, tricks)
        after_it, after = Questions(beyond, budget), beyond.start()
    answer = Answer(stakes, play.seat, sure_winner(stakes), lawful)
    first: list[Line] = [(codes,) for codes in lawful] or [()]
    asked: list[Begin] = [(ending, other, line) for other, line in zip(others, first, strict=True)]
    takes, counter = side_taking_all([(beyond, after, (play.cards,)), *asked], budget, named)
    answer = replace(answer, forced=takes is not None, takes=takes, counter=counter)
    answer = _with_winners(answer, (after_it, after), (questions, before))
    reserve = 0 if stakes.winner is None else min(nodes - nodes // BEST, budget.left)
    budget.left -= reserve
    answer = _with_values(answer, (after_it, after), (questions, before))
    answer = replace(answer, spent=nodes - reserve - max(budget.left, 0), best=_from_foul_on(answer.best, play.cards))
    if stakes.winner is None and answer.without.low is None:
        raise TooLong
    return answer


def _with_winners(answer: Answer, after: tuple[Questions, Start], before: tuple[Questions, Start]) -> Answer:
    """An answer with the possible winners, and the rest that its class depends on."""
    laid, without, side = outlook(*after), outlook(*before), answer.side
    decisive = side in laid.winners and bool(without.winners - {side})
    harm = None if answer.forced or decisive else harms(*after, *before, answer.seat)
    return replace(answer, laid=laid, without=without, decisive=decisive, harms_soloist=harm)


def _with_values(answer: Answer, after: tuple[Questions, Start], before: tuple[Questions, Start]) -> Answer:
    """An answer with the points as well, as far as the budget goes.
    All lawful play first gets a quarter of it, so that best play has room, and at the end what is left. In a game
    without a winner of a deal it may take the whole budget at once.
    """
    laid, without, level = answer.laid, answer.without, answer.stakes.winner
    (laid_by, laid_at), (by, at) = after, before
    harm, best = answer.harms_soloist, answer.best
    try:
        harm = harms(laid_by, laid_at, by, at, answer.seat) if harm is None else harm
        reserve = 0 if level is None else by.budget.left * 3 // 4
        by.budget.left -= reserve
        try:
            laid, without = _with_range(laid_by, laid_at, laid), _with_range(by, at, without)
        except TooLong:
            if not reserve:
                raise
        finally:
            by.budget.left = max(by.budget.left, 0) + reserve
        if level is not None:
            laid = replace(laid, winner=laid_by.level(laid_at, laid_by.best, level))
            without = replace(without, winner=by.level(at, by.best, level))
        points = laid_by.points(laid_at, laid_by.best)
        without = replace(without, points=by.points(at, by.best, points))
        laid = replace(laid, points=points)
        without = replace(without, card=next((codes for codes in answer.lawful or () if by.is_best(at, codes)), None))
        if answer.lawful:
            best = (laid_by.best_line(laid_at), by.best_line(at))
        laid, without = _with_range(laid_by, laid_at, laid), _with_range(by, at, without)
        answer = replace(answer, alike=tuple(codes for codes in answer.lawful or () if by.is_best(at, codes)))
    except TooLong:
        pass
    return replace(answer, laid=laid, without=without, harms_soloist=harm, best=best)


def _from_foul_on(lines: tuple[Line, ...], cards: Cards) -> tuple[Line, ...]:
    """The lines of best play, with the offender's card at the head of the first."""
    return ((cards, *lines[0]), lines[1]) if lines else ()


def ask_claim(
    rules: Ruleset, deal: Deal, hands: Mapping[int, Sequence[str]], seat: int,
    named: Mapping[int, Sequence[str]] = {}, nodes: int = NODES, tricks: Tricks | None = None,
) -> Answer | None:  # fmt: skip
    """Whether a seat that claims the rest takes every trick left.
    If not, `counter` has a line that refutes it, and `laid` is the worst that it can come to.
    """
    stakes = rules.stakes(deal, seat)
    if stakes is None:
        return None
    ending, budget = Ending(rules, deal, hands, stakes, tricks), Budget(nodes)
    questions, start = Questions(ending, budget), ending.start()
    ours = seat in stakes.ours
    line, _ = _refutation([(ending, start, ())], ours, budget, named)
    without = _with_range(questions, start, outlook(questions, start))
    worst, against = (without.low, questions.none) if ours else (without.high, questions.all)
    winner = None if stakes.winner is None else questions.level(start, against, stakes.winner)
    best = None if stakes.winner is None else questions.level(start, questions.best, stakes.winner)
    without = replace(without, points=questions.points(start, questions.best), winner=best)
    return Answer(
        stakes, seat, sure_winner(stakes), laid=replace(without, points=worst, winner=winner), without=without,
        forced=line is None, takes=(1 if ours else -1) if line is None else None,
        counter=() if line is None else (line,), claim=True,
        spent=nodes - budget.left,
    )  # fmt: skip


def _without(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def outlook(questions: Questions, start: Start) -> Outlook:
    """The outlook of a position: who can win over all lawful play."""
    level = questions.stakes.winner
    return Outlook() if level is None else Outlook(questions.winners(start, level))


def _with_range(questions: Questions, start: Start, outlook: Outlook) -> Outlook:
    """An outlook with the fewest and most points over all lawful play, which are also those of best play if equal."""
    low, high = (questions.points(start, way) for way in (questions.none, questions.all))
    return replace(outlook, low=low, high=high, points=low if low == high else outlook.points)


def side_taking_all(
    begins: Sequence[Begin], budget: Budget, named: Mapping[int, Sequence[str]]
) -> tuple[int | None, tuple[Line, ...]]:
    """The side that takes every trick from each of these beginnings, whatever is laid.
    If there is none, the lines that refute it for both sides: one line, if each side takes a trick in it.
    """
    against = []
    for holds in (True, False):
        line, tricks = _refutation(begins, holds, budget, named)
        if line is None:
            return 1 if holds else -1, ()
        if tricks > 1:
            return None, (line,)
        against.append(line)
    return None, tuple(against)


def _refutation(
    begins: Sequence[Begin], holds: bool, budget: Budget, named: Mapping[int, Sequence[str]]
) -> tuple[Line | None, int]:
    """A line in which a side loses a trick, if there is one, and the number of its tricks."""
    for ending, start, laid in begins:
        lines = Lines(ending, holds, budget, named)
        line = lines.loses(start)
        if line is not None:
            tricks = 1 + (len(line) - start.waiting) // len(ending.deal.order)
            return (*laid, *line), tricks
    return None, 0


def harms(after: Questions, start: Start, questions: Questions, before: Start, seat: int) -> bool | None:
    """Whether a foul against a soloist can cost him something; None if there is no soloist, or the foul is his."""
    pay = questions.stakes.pay
    if pay is None or seat in questions.stakes.ours:
        return None
    highest = questions.level(before, questions.all, pay)
    return not after.attains(start, after.none, pay, highest)


def sure_winner(stakes: Stakes) -> int | None:
    """The side that has won whoever takes the tricks left; None if neither has."""
    if stakes.winner is None or stakes.left is None:
        return None
    low = stakes.winner(stakes.points, stakes.flags | THEIRS)
    high = stakes.winner(stakes.points + stakes.left, stakes.flags | OURS)
    return low if low == high and low else None
