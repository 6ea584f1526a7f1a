"""Whether some deal of the unseen cards agrees with the claims.

A trick with unseen cards may have gone several ways (`ways.py`); a deal must be possible in some choice of ways. If a
trick has no way left, the search goes back to the last trick whose way took a pocket from the cards without room:
another way of a trick in between would fail too (conflict-directed backjumping, P. Prosser, 1993).

Tricks of many ways are left out of a question first: what is impossible without them is so with them.

One `Worlds` answers all questions of a fact, each once, with `FACT` steps for all and `QUESTION` for each. A step is
one pocket of a deal, never a time, so that a verdict does not depend on the machine. A question without steps left
gets the answer "possible", which accuses nobody.
"""

from __future__ import annotations

from functools import cached_property, partial, reduce
from operator import or_

from referee.judge.case import UNTRUE, Case, Pocket, Veil, Way, numbers, sum_of
from referee.judge.hall import Places, deal_out, fits, fits_copies, limits, spare, surplus

QUESTION, FACT = 40_000, 160_000
"""Steps for one question, and for all questions of a fact: a fifth of a second on a small machine."""

WIDE, ANY = 60, -1
"""A trick has many ways if it has more; the number that stands for any of them."""

Accepted = list[int]
"""The cards each pocket with room may hold; above the bits of the deck, which of its `laid` cards, by place."""


class Worlds:
    """The questions about a case after one fact, and their answers.
    `spent` once the steps are used up, `unsure` once any answer was "possible" because no steps were left for it;
    `dealt`: the last deal found, where the next search begins.
    """

    def __init__(self, case: Case, line: int) -> None:
        self.case = case
        self.pockets = [pocket for pocket in case.pockets if pocket.room]
        self.wide = [len(veil.ways) > WIDE for veil in case.veils]
        self.line = line
        self.taken = case.steps[1] if case.steps[0] == line else 0
        self.unsure = False
        self.dealt: list[int] | None = None
        self._answers: dict[int, bool] = {}
        self._accepted: dict[tuple[int, int], int] = {}
        self._through: dict[tuple[int, int, int], Accepted] = {}
        self._laid: dict[tuple[int, int], int] = {}
        self._open: dict[tuple[int, int], list[int]] = {}

    @property
    def is_spent(self) -> bool:
        return self.taken > FACT

    def sound(self) -> bool:
        """Whether some deal of the unseen cards agrees with every claim believed."""
        case = self.case
        if case.veils:
            return self.is_possible(case.false)
        if not case.limited:
            case.spare = spare(case.unseen, believed_places(case))
            return case.spare >= 0
        return fits(case.unseen, strict_places(case)) or self.is_possible(case.false)

    def is_possible(self, dropped: int) -> bool:
        """Whether some deal of the unseen cards agrees with every claim but those dropped."""
        if self.is_spent:
            return True
        if dropped not in self._answers:
            self._answers[dropped] = self._ask(dropped)
        return self._answers[dropped]

    def _ask(self, dropped: int) -> bool:
        """Ask without the tricks of many ways first: what is impossible without them is so with them, and half of the
        steps are kept for that.
        """
        question = _Question(self, dropped)
        if not any(self.wide) or question.holds_as_before():
            return question.is_possible()
        if not _Question(self, dropped, narrow=True).is_possible():
            return False
        self.unsure |= self.taken > FACT // 2
        return self.taken > FACT // 2 or question.is_possible()

    def step(self, pockets: int) -> bool:
        """Take so many steps; return whether some were left. All plays of one fact share its steps."""
        self.taken += pockets
        self.case.steps = self.line, self.taken
        self.unsure |= self.is_spent
        return not self.is_spent

    @cached_property
    def about(self) -> list[int]:
        """The claims (bits by number) that what a pocket accepts depends on, for each pocket with room."""
        return [reduce(or_, (then for _, then in pocket.laid), pocket.claims) for pocket in self.pockets]

    def acceptance(self, dropped: int) -> Accepted:
        """What each pocket with room accepts without these claims."""
        rows = []
        for at, about in enumerate(self.about):
            known = (at, dropped & about)
            if known not in self._accepted:
                self._accepted[known] = _acceptance(self.case, self.pockets[at], dropped)
            rows.append(self._accepted[known])
        return rows

    def through(self, at: int, way: int, believed: int) -> Accepted:
        """What pockets may hold if trick `at` went this way, and its `believed` claims (bits by place) are true."""
        if way == ANY:
            return [-1] * len(self.pockets)
        known = (at, way, believed)
        if known not in self._through:
            veil = self.case.veils[at]
            self._through[known] = _through(self.case, veil, veil.ways[way], believed)
        return self._through[known]

    def cards_laid(self, at: int, chosen: int) -> int:
        """The `laid` cards (bits) of a pocket with room that are chosen (bits by place)."""
        known = (at, chosen)
        if known not in self._laid:
            self._laid[known] = sum_of(self.pockets[at].laid[place] for place in numbers(chosen))
        return self._laid[known]

    def open(self, at: int, believed: int) -> list[int]:
        """The ways (numbers) of trick `at` that no card certainly there denies, if its `believed` claims are true."""
        known = (at, believed)
        if known not in self._open:
            veil, claims = self.case.veils[at], self.case.claims
            certain = [
                claims[number].certain | UNTRUE if believed >> place & 1 else 0
                for place, number in enumerate(veil.claims)
            ]
            self._open[known] = [
                number
                for number, way in enumerate(veil.ways)
                if not any(there & denied for there, denied in zip(certain, way.denied, strict=True))
            ]
        return self._open[known]


class _Question:
    """One question: is some deal possible without these claims?
    `start` is what every pocket with room accepts, whatever way the tricks went; `chosen` has the way of each trick so
    far, by number. `short` tells why no deal was found: by pocket, cards without room that it accepts at `start`. A
    `narrow` question leaves the tricks of many ways open.
    """

    def __init__(self, worlds: Worlds, dropped: int, narrow: bool = False) -> None:
        case = worlds.case
        self.narrow = narrow
        self.worlds, self.case = worlds, case
        self.pockets = worlds.pockets
        self.start = worlds.acceptance(dropped)
        again = [case.copies_denied(pocket, dropped) for pocket in self.pockets] if case.limited else []
        self.limits = [limits(each, case.deck.copies) for each in again] if any(again) else []
        self.believed = [_live_claims(veil, dropped) for veil in case.veils]
        self.size = len(case.deck)
        self.left = QUESTION
        self.chosen: list[int] = []
        self.short: dict[int, int] = {}

    def is_possible(self) -> bool:
        if not self.worlds.step(len(self.pockets)) or (not self.narrow and self.holds_as_before()):
            return True
        dealt = self._some_deal(self.start)
        return dealt is not None and (not self.case.veils or self._in_some_way(dealt))

    def holds_as_before(self) -> bool:
        """Whether a deal is possible in the choice of ways found last."""
        case, accepted = self.case, self.start
        if not case.veils or len(case.ways) != len(case.veils):
            return False
        for at, (veil, way) in enumerate(zip(case.veils, case.ways, strict=True)):
            number = veil.ways.index(way) if way in veil.ways else -1
            if number not in self.worlds.open(at, self.believed[at]):
                return False
            allowed = self.worlds.through(at, number, self.believed[at])
            accepted = [a & b for a, b in zip(accepted, allowed, strict=True)]
        return self._some_deal(accepted) is not None

    def _in_some_way(self, dealt: list[int]) -> bool:
        """Whether a deal is possible in some choice of ways; keep that choice for the next time."""
        case = self.case
        open_ways = []
        for at, veil in enumerate(case.veils):
            if self.narrow and self.worlds.wide[at]:
                open_ways.append([ANY])
                continue
            before = case.ways[at] if at < len(case.ways) else None
            agreeing = self.worlds.open(at, self.believed[at])
            open_ways.append(sorted(agreeing, key=lambda number: veil.ways[number] != before))
        return self._choose(open_ways, self.start, dealt) is None

    def _choose(self, open_ways: list[list[int]], accepted: Accepted, dealt: list[int]) -> int | None:
        """Choose ways for the tricks from here on; return None, or the tricks (bits) that leave none."""
        at, because, step = len(self.chosen), 0, len(self.pockets)
        if at == len(open_ways):
            if not self.narrow:
                self.case.ways = tuple(veil.ways[way] for veil, way in zip(self.case.veils, self.chosen, strict=True))
            return None
        for number in open_ways[at]:
            self.left -= step
            if self.left < 0 or not self.worlds.step(step):
                self.worlds.unsure = True
                return None
            allowed = self.worlds.through(at, number, self.believed[at])
            after = [a & b for a, b in zip(accepted, allowed, strict=True)]
            deal = self._some_deal(after, dealt)
            self.chosen.append(number)
            why = self._because() if deal is None else self._choose(open_ways, after, deal)
            if why is None:
                return None
            self.chosen.pop()
            if not why >> at & 1:
                return why
            because |= why
        return because & ~(1 << at)

    def _because(self) -> int:
        """The tricks (bits) whose chosen way took a pocket from the cards without room."""
        tricks, short = 0, self.short.items()
        for at, number in enumerate(self.chosen):
            allowed = self.worlds.through(at, number, self.believed[at])
            for place, cards in short:
                if cards & ~allowed[place]:
                    tricks |= 1 << at
                    break
        return tricks

    def _some_deal(self, accepted: Accepted, before: list[int] | None = None) -> list[int] | None:
        """A deal to the pockets by what they accept, begun from the deal `before`; None if there is none."""
        cards, places = self.case.unseen, list[Places]()
        for (_, room, _, _, _, _, laid), mine in zip(self.pockets, accepted, strict=True):
            if laid:
                mine |= self.worlds.cards_laid(len(places), mine >> self.size)
            mine &= cards
            if mine.bit_count() < room:
                self.short = {len(places): self.start[len(places)]}
                return None
            places.append((mine, room))
        before = before or self.worlds.dealt
        if before is None:
            dealt = deal_out(cards, places)
        else:
            dealt = [given & place[0] for given, place in zip(before, places, strict=True)]
        crowd = surplus(cards, places, dealt)
        if not crowd:
            self.worlds.dealt = dealt
            return self._within_limits(places, dealt)
        self.short = {
            at: self.start[at] & (-1 if self.pockets[at].laid else crowd)
            for at, (mine, _) in enumerate(places)
            if not mine & crowd
        }
        return None

    def _within_limits(self, places: list[Places], dealt: list[int]) -> list[int] | None:
        """The deal, changed where a pocket has too many copies of a card; None if these fit nowhere else."""
        if self.limits:
            step = partial(self.worlds.step, len(places))
            if not fits_copies(self.case.unseen, places, self.limits, dealt, step):
                self.short = dict(enumerate(self.start))
                return None
        return dealt


def believed_places(case: Case) -> list[Places]:
    """What each pocket accepts if all claims believed are true, and its room."""
    free = case.unseen & ~case.placed
    return [
        (free & ~(barred | denied) | (case.possible_laid(laid) if laid else 0), room)
        for _, room, _, barred, _, denied, laid in case.pockets
        if room
    ]


def strict_places(case: Case) -> list[Places]:
    """The same, but a pocket accepts only the first copies of a card, as many as its claims allow.
    A deal to these places agrees with all believed claims; other deals may do so too.
    """
    pockets = [pocket for pocket in case.pockets if pocket.room]
    return [
        (accepted & ~case.copies_denied(pocket, case.false), room)
        for pocket, (accepted, room) in zip(pockets, believed_places(case), strict=True)
    ]


def _acceptance(case: Case, pocket: Pocket, dropped: int) -> int:
    """The free cards a pocket accepts, and which of its `laid` cards (see `Accepted`)."""
    believed = ~dropped
    accepted = case.unseen & ~(case.placed | pocket.barred | case.cards_denied(pocket.claims & believed))
    for place, (card, then) in enumerate(pocket.laid, len(case.deck)):
        if not card & case.cards_denied(case.not_counting(card, then & believed)):
            accepted |= 1 << place
    return accepted


def _live_claims(veil: Veil, dropped: int) -> int:
    """The claims of a veil that are not dropped, as bits by their place in it."""
    return sum(1 << at for at, number in enumerate(veil.claims) if not dropped >> number & 1)


def _through(case: Case, veil: Veil, way: Way, believed: int) -> Accepted:
    """The cards each pocket with room may hold (see `Accepted`) if a trick went this way."""
    denials = [(number, way.denied[at]) for at, number in enumerate(veil.claims) if believed >> at & 1]
    deck = case.deck.all.bits
    accepted = []
    for pocket in case.pockets:
        if not pocket.room:
            continue
        cards, laid = deck, 0
        if pocket.holder in veil.holders:
            cards = way.cards[veil.holders.index(pocket.holder)]
        for place, (card, then) in enumerate(pocket.laid, len(case.deck)):
            if card & cards and not any(then >> number & 1 and card & denied for number, denied in denials):
                laid |= 1 << place
        for number, denied in denials:
            if pocket.claims >> number & 1:
                cards &= ~denied
        accepted.append(cards | laid)
    return accepted
