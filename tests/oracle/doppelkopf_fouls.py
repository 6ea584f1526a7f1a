"""What a foul at Doppelkopf is, and what is written down for it, by the federation's text of 21.02.2026 alone.

Paragraphs in brackets. Nothing here knows the program; the last tricks are laid out in every lawful way by `endings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .doppelkopf import LEVELS, LIMIT, points_of, value
from .endings import Ends, Story

RE, KONTRA = "re", "kontra"
MADE = {"no90": 151, "no60": 181, "no30": 211}


@dataclass(frozen=True)
class Verdict:
    """The class by its word in the record, what becomes of the deal, and the scores of the seats."""

    kind: str
    state: str
    scores: list[int]


@dataclass
class Table:
    """A deal as it stood when the foul was laid: the seats of Re, what each side had said, the tricks completed."""

    story: Story
    re: frozenset[int]
    said: dict[str, list[str]]
    named: bool

    def side(self, seat: int) -> str:
        return RE if seat in self.re else KONTRA

    @property
    def fouled(self) -> str:
        return self.side(self.story.seat)

    @property
    def other(self) -> str:
        return KONTRA if self.fouled == RE else RE

    def points(self, side: str) -> int:
        return sum(points_of(cards) for _, cards, taker in self.story.before if self.side(taker) == side)

    def tricks(self, side: str) -> int:
        return sum(self.side(taker) == side for _, _, taker in self.story.before)

    @property
    def soloist(self) -> int | None:
        """[4.4.5] Who plays alone, from a solo named or the second queen of clubs laid on."""
        laid = [card for _, cards, _ in self.story.before for card in cards] + self.story.table
        return next(iter(self.re)) if self.named or (len(self.re) == 1 and laid.count("CQ") == 2) else None

    def worth(self, points: int, tricks: dict[str, int], extras: dict[str, dict[str, int]]) -> int:
        """[7.2] What one of Kontra pays one of Re."""
        none = next((side for side in (RE, KONTRA) if not tricks[side]), None)
        return value(
            points, self.said[RE], self.said[KONTRA], none, extras,
            solo=len(self.re) == 1, beat=True, caught=False, both_fail="ddv_7_1_3",
        )  # fmt: skip

    def won(self, side: str) -> bool:
        """[7.1.1, 7.1.2] Whether a side has won by its complete tricks."""
        own, against = ([word for word in self.said[one] if word != "said"] for one in _both(side))
        made = self.points(side)
        if own:
            top = max(own, key=LEVELS.index)
            return top in MADE and made >= MADE[top]  # all tricks are never complete before the last
        if against:
            top = max(against, key=LEVELS.index)
            return made >= LIMIT[top] if top in LIMIT else self.tricks(side) > 0
        only_kontra = bool(self.said[KONTRA]) and not self.said[RE]
        return made >= (120 if only_kontra == (side == RE) else 121)


def _both(side: str) -> tuple[str, str]:
    return side, KONTRA if side == RE else RE


def table_of(story: Story) -> Table:
    """The table of a story, read off its record."""
    names, hands, told, named = list[str](), list[list[str]](), list[tuple[str, str]](), None
    for words in map(str.split, story.text.splitlines()):
        if words[0] == "hand":
            names.append(words[1])
            hands.append(words[2:])
        elif words[0] == "announce":
            told.append((words[1], words[2]))
        elif words[0] == "bid" and words[2].startswith("solo"):
            named = words[1]
    re = frozenset({names.index(named)} if named else {seat for seat, hand in enumerate(hands) if "CQ" in hand})
    said: dict[str, list[str]] = {RE: [], KONTRA: []}
    for name, word in told:
        said[RE if names.index(name) in re else KONTRA].append("said" if word in said else word)
    return Table(story, re, said, named is not None)


def verdict(story: Story) -> Verdict:
    """The class of a story's foul and what it costs."""
    at = table_of(story)
    laid, lawful = story.after(story.card), [story.after(card) for card in story.lawful()]
    takers = {took for one in (laid, *lawful) for _, _, took in one.ends}
    if takers in ({frozenset({True})}, {frozenset({False})}):
        return Verdict("none", "open", [0, 0, 0, 0])  # [9.2.2]
    if at.won(RE) or at.won(KONTRA):
        return Verdict("decided", "done", _decided(at))
    mine = 1 if at.fouled == RE else -1
    can = any(winner == mine for _, winner, _ in laid.ends)
    can_fail = any(winner != mine for one in lawful for _, winner, _ in one.ends)
    if can and can_fail:
        return Verdict("serious", "stopped", _serious(at))  # [9.4.1]
    return Verdict("minor", "open", _minor(at, laid, lawful))  # [9.3.1]


def _shared(seat: int, cost: int) -> list[int]:
    return [-cost if one == seat else cost // 3 for one in range(4)]


def _paid(seat: int, cost: int, to: int) -> list[int]:
    return [-cost if one == seat else cost if one == to else 0 for one in range(4)]


def _serious(at: Table) -> list[int]:
    """[9.4.3, 9.4.4]"""
    levels = [LEVELS.index(word) for word in at.said[at.other]]
    cost, seat = 12 + 3 * max(levels, default=0), at.story.seat
    alone = at.soloist
    return _shared(seat, cost) if alone is None or alone == seat else _paid(seat, cost, alone)


def _minor(at: Table, laid: Ends, lawful: Sequence[Ends]) -> list[int]:
    """[9.3.2, 9.3.3]"""
    alone, seat = at.soloist, at.story.seat
    if alone is None or alone == seat:
        return _shared(seat, 3)

    def pay(end: tuple[float, int, frozenset[bool]]) -> int:
        took = {RE: True in end[2], KONTRA: False in end[2]}
        return at.worth(int(end[0]), {side: at.tricks(side) + took[side] for side in took}, {RE: {}, KONTRA: {}})

    lowest, highest = min(map(pay, laid.ends)), max(pay(end) for one in lawful for end in one.ends)
    return _paid(seat, 3, alone) if lowest < highest else _shared(seat, 3)


def _decided(at: Table) -> list[int]:
    """[9.5.1] The foul's trick and all later ones are the other side's, with no more extras; and as a minor foul."""
    tricks = {side: at.tricks(side) + (side == at.other) for side in (RE, KONTRA)}
    points = at.points(RE) + (240 - at.points(RE) - at.points(KONTRA) if at.other == RE else 0)
    extras: dict[str, dict[str, int]] = {RE: {}, KONTRA: {}}
    for leader, cards, taker in at.story.before:
        mine = extras[at.side(taker)]
        if points_of(cards) >= 40:
            mine["doppelkopf"] = mine.get("doppelkopf", 0) + 1
        for place, card in enumerate(cards):
            if card == "DA" and at.side((leader + place) % 4) != at.side(taker):
                mine["fox"] = mine.get("fox", 0) + 1
    worth = at.worth(points, tricks, extras)
    times = 3 if len(at.re) == 1 else 1
    score = [worth * times if seat in at.re else -worth for seat in range(4)]
    return [made + paid for made, paid in zip(score, _shared(at.story.seat, 3), strict=True)]
