"""What a round of DOUBLE pays, what a foul costs, and how the chips lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.deal import Deal
from referee.games.double.laws import NAME
from referee.ruleset import Foul, Line, Remedy, Scored
from referee.texts import T, Text

SIZES = (1, 2, 3, 4, 5, 5, 4, 3, 2, 1)
"""Cards a player, round by round."""
ROUNDS = len(SIZES)
START = 15
EXACT = 5

PUT_RIGHT = ("illegal-bid", "out-of-turn", "already-played", "not-in-hand", "wrong-count")
"""Fouls that are put right when they are seen, and cost nothing."""


BACK, COUNT = "put-right", "count"
"""The remedies for a foul proved while its trick was open: the card goes back, or it is too late for that."""


def open_trick(foul: Foul) -> bool:
    """Whether a foul of play was proved while its trick was open."""
    known = foul.seat is not None and foul.kind not in PUT_RIGHT
    return known and foul.proof_trick is not None and foul.proof_trick == foul.trick


def counts(foul: Foul) -> bool:
    """Whether a foul costs something: its player is known, and its trick was over when it was proved."""
    if foul.seat is None or foul.kind in PUT_RIGHT:
        return False
    return foul.remedy == COUNT if open_trick(foul) else True


def tricks_of(deal: Deal, seats: int) -> tuple[int, ...]:
    """The tricks taken so far, or as they were counted at the table."""
    if deal.counted is not None:
        return tuple(int(word) for word in deal.counted["tricks"].split(","))
    return tuple(deal.won(seat) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Book:
    """Who keeps the chips: the players' names and the option `foul`."""

    names: tuple[str, ...]
    foul: str

    def chips(self, past: Sequence[Scored]) -> tuple[int, ...]:
        """The points everybody has after these deals."""
        held = (START,) * len(self.names)
        for scored in past:
            for line in self.lines(scored, held):
                held = tuple(map(sum, zip(held, line.points, strict=True)))
            held = tuple(max(0, points + scored.penalties.get(seat, 0)) for seat, points in enumerate(held))
        return held

    def lines(self, scored: Scored, held: Sequence[int]) -> tuple[Line, ...]:
        """What a finished round pays players who had so many points before it."""
        deal = scored.deal
        if deal.state != "done":
            return ()
        offenders = {foul.seat for foul in scored.upheld if counts(foul)}
        missing = offenders if self.foul == "bid_missed" else set()
        tricks = tricks_of(deal, len(self.names))
        bids = [self._bid(deal, seat) for seat in range(len(self.names))]
        told = [
            T("{name} {tricks} of {bid}", name=name, bid=bids[seat], tricks=tricks[seat])
            for seat, name in enumerate(self.names)
        ]
        met = [seat for seat, bid in enumerate(bids) if bid == tricks[seat] and seat not in missing]
        lost = [seat for seat in range(len(bids)) if seat not in met and seat not in missing]
        found = []
        if met:
            found.append(self._line("score.1", T("bids met: {bids}", bids=_some(told, met)), dict.fromkeys(met, EXACT)))
        if any(bids[seat] for seat in met):
            found.append(self._line("score.2", T("the bids that were met"), {seat: bids[seat] for seat in met}))
        if lost:
            stakes = {seat: -min(max(bids[seat], 0), held[seat]) for seat in lost}
            found.append(self._line("score.3", T("bids missed: {bids}", bids=_some(told, lost)), stakes))
        after = [points + sum(line.points[seat] for line in found) for seat, points in enumerate(held)]
        return (*found, *self._costs(scored, after))

    def _costs(self, scored: Scored, held: Sequence[int]) -> tuple[Line, ...]:
        """What the fouls upheld cost players who have so many points otherwise."""
        left, found = list(held), []
        seen: set[int] = set()
        for foul in scored.upheld:
            if foul.seat is None or not counts(foul):
                continue
            seat, name = foul.seat, self.names[foul.seat]
            if self.foul == "bid_missed":
                if seat in seen:
                    continue
                cost, text = self._bid(scored.deal, seat), T("foul: the bid of {name} counts as missed", name=name)
            else:
                cost, text = int(self.foul.partition(":")[2]), T("foul by {name}", name=name)
            seen.add(seat)
            cost = min(max(cost, 0), left[seat])
            left[seat] -= cost
            found.append(self._line("foul.1", text, {seat: -cost}))
        return tuple(found)

    def remedy(self, scored: Scored, foul: Foul, held: Sequence[int]) -> Remedy:
        """What a foul gives beside those upheld; while the round goes on, what it costs by itself."""
        state = scored.deal.state
        word = (COUNT if counts(foul) else BACK) if open_trick(foul) else None
        if not counts(foul):
            return Remedy(self._put_right(foul), state, self.lines(scored, held), word)
        after = replace(scored, upheld=(*scored.upheld, foul))
        name = self.names[foul.seat or 0]
        if self.foul == "replay":
            return Remedy(T("The round is void; it is dealt again and played again."), "void", (), word)
        lines = self.lines(after, held) if state == "done" else self._costs(after, held)
        if self.foul == "bid_missed":
            text = T("The bid of {name} counts as missed, the others score as played.", name=name)
        else:
            text = T("{name} loses {points} points, and scores as played.", name=name, points=int(self.foul[6:]))
        return Remedy(text, state, lines, word)

    def remedies(self, scored: Scored, foul: Foul, held: Sequence[int]) -> tuple[Remedy, ...]:
        """What a person may choose: to have a card put right, or to go on from where the table is."""
        words = (BACK, COUNT) if open_trick(foul) else (None,)
        return tuple(self.remedy(scored, replace(foul, remedy=word), held) for word in words)

    def _put_right(self, foul: Foul) -> Text:
        if foul.seat is None:
            return T("Find out who it was, or correct what was written down.")
        if foul.kind in PUT_RIGHT:
            return T("It is put right at once; no penalty.")
        return T("Its trick was open: the card goes back and another is played; no penalty.")

    def _bid(self, deal: Deal, seat: int) -> int:
        return int(deal.bid(seat) or 0)

    def _line(self, law: str, text: Text, points: dict[int, int]) -> Line:
        return Line(f"{NAME}.{law}", text, tuple(points.get(seat, 0) for seat in range(len(self.names))))


def _some(texts: Sequence[Text], seats: Sequence[int]) -> tuple[Text, ...]:
    return tuple(texts[seat] for seat in seats)


def played_rounds(deals: Sequence[Scored]) -> int:
    """How many rounds have been played; one given up is played again."""
    return sum(scored.deal.state != "void" for scored in deals)


def round_name(number: int, size: int) -> Text:
    """What a round of hands of so many cards is called."""
    return T("round {round} of {rounds}, hands of {cards}", round=number, rounds=ROUNDS, cards=size)
