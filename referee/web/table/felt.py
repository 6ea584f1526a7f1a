"""The felt of a table: the caption, the cards and the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.club.tables import Kept
from referee.rules import Prompt
from referee.rules.deal import Deal
from referee.table.table import Judged
from referee.web.kit.visit import Visit
from referee.web.table.drawn import (
    STATES,
    Card,
    TrickShown,
    Trumps,
    card,
    still,
    trick_view,
    tricks_taken,
    trump_view,
    warnings,
)
from referee.web.table.prompts import lifts
from referee.words.languages import Language
from referee.words.short import short_names
from referee.words.text import Text


@dataclass(frozen=True, slots=True)
class GaugeShown:
    """A number that decides a deal, as it grows, with marks on the way."""

    text: str
    value: int
    most: int
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Caption:
    """The deal that is played, or the last one. `last`: the agreed time is up; `hand`: the cards left to whose turn it
    is, in games where a play may be of several.
    """

    label: str
    trump: Trumps | None
    last: bool
    status: str | None
    gauge: GaugeShown | None
    hand: int | None
    several: bool


@dataclass(frozen=True, slots=True)
class Lie:
    """What a seat laid to the trick, or its empty place; `place` is the seat's (p0 the nearest); `read`: a reader told
    it, and nobody has confirmed it.
    """

    place: str
    name: str
    cards: tuple[Card, ...]
    best: bool
    read: bool


@dataclass(frozen=True, slots=True)
class Middle:
    """The middle of the felt: a trick, perhaps the one just made (`gathered`), or cards outside any trick (`lying`),
    one of which is kept by a tap where it `lifts`.
    """

    gathered: bool
    lies: tuple[Lie, ...]
    lying: tuple[Card, ...]
    lifts: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat for its template (_seat.html). `short`: its name as it stands there; `dealing`: a tap makes it the dealer;
    `playing`: a trick is under way or due; `worth`: of its total beside the others, more is better; `tokens`: colour,
    value and number of chips; `lost`: what a foul upheld has cost it.
    """

    index: int
    name: str
    short: str
    dealer: bool
    dealing: bool
    playing: bool
    bid: str | None
    speech: str | None
    tricks: int | None
    tells_tricks: bool
    score: int
    total: int
    worth: int
    role: str | None
    staked: int
    tokens: tuple[tuple[str, int, int], ...]
    marks: tuple[str, ...]
    lost: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """A seat where its player sits, as the reader looks at the table (p0 the nearest)."""

    seat: Seat
    place: str
    turn: bool
    acting: bool
    won: bool
    team: int | None


@dataclass(frozen=True, slots=True)
class FeltShown:
    """The felt for its template (_seats.html)."""

    deal: Caption | None
    trick: TrickShown | None
    last_trick: TrickShown | None
    middle: Middle
    places: tuple[Place, ...]


class Felt:
    """The felt with seat `sit` nearest; `acting` is a seat tapped out of turn, `asked` the prompts of the table."""

    def __init__(
        self, kept: Kept, language: Language, sit: int, acting: int | None, asked: Sequence[Prompt], here: Visit
    ) -> None:
        self.kept = kept
        self.table = kept.table
        self.rules = kept.table.rules
        self.language = language
        self.say = language.say
        self.sit = sit
        self.acting = acting
        self.asked = asked
        self.here = here
        self.judged = self.table.deals[-1] if self.table.deals else None
        self.deal = self.judged.deal if self.judged else None

    def view(self) -> FeltShown:
        """The felt for its template."""
        trick, last = self._present_trick(), self._last_trick()
        gathered = last if last and not (trick and trick.plays) and not self.table.standing.finished else None
        return FeltShown(self._deal(), trick, last, self._middle(gathered, trick), self._places(trick is not None))

    def _deal(self) -> Caption | None:
        judged, playing = self.judged, self.table.current is not None
        if judged is None:
            return None
        deal = judged.deal
        return Caption(
            label=self.say(self._label(judged)),
            trump=trump_view(self.rules, deal, self.language),
            last=deal.last,
            status=self._now(self.rules.status, deal),
            gauge=self._gauge(deal),
            hand=deal.cards_left(deal.turn) if self.rules.several and deal.phase == "play" and playing else None,
            several=self.rules.several,
        )

    def _label(self, judged: Judged) -> Text:
        """The label of a deal; it may tell who plays what, so while the deal is played not all may see it."""
        may_tell = judged.state != "open" or self.here.sees_table
        return self.rules.label(judged.deal) if may_tell else STATES["open"]

    def _now(self, asked: Callable[[Deal], Text | None], deal: Deal) -> str | None:
        """The text a game has for the deal while it is played."""
        text = asked(deal) if self.table.current else None
        return self.say(text) if text else None

    def _gauge(self, deal: Deal) -> GaugeShown | None:
        gauge = self.rules.gauge(deal) if self.table.current else None
        return None if gauge is None else GaugeShown(self.say(gauge.text), gauge.value, gauge.most, gauge.marks)

    # --- what lies there

    def _present_trick(self) -> TrickShown | None:
        if self.judged is None or self.judged.state != "open" or not self._playing(self.judged.deal):
            return None
        return trick_view(self.judged.deal.trick, self.judged.deal, self.language)

    def _playing(self, deal: Deal) -> bool:
        return bool(deal.tricks or deal.trick.plays) or any(prompt.kind == "play" for prompt in self.asked)

    def _last_trick(self) -> TrickShown | None:
        last = self.deal.last_trick if self.deal else None
        return trick_view(last, self.deal, self.language) if self.deal and last and last.plays else None

    def _middle(self, gathered: TrickShown | None, trick: TrickShown | None) -> Middle:
        """The cards in the middle of the felt."""
        playing = self.deal if self.table.current else None
        lying = tuple(card(code, self.language) for code in self.rules.lying(playing)) if playing else ()
        kept_by_tap = self.here.writes and bool(self.asked) and lifts(self.table, self.asked[0])
        return Middle(gathered is not None, tuple(self._lies(gathered, trick, bool(lying))), lying, kept_by_tap)

    def _lies(self, gathered: TrickShown | None, trick: TrickShown | None, lying: bool) -> list[Lie]:
        """What each seat has laid; if nothing else lies there, also the empty places of those still to play."""
        shown = gathered or trick
        if shown is None or self.deal is None or self.judged is None:
            return []
        best = gathered.winner if gathered else None
        reads, names = self.judged.reads, self.table.seats
        empty = [] if gathered or lying else still(self.deal)
        return [
            *(
                Lie(self._place(play.seat), names[play.seat], play.cards, play.seat == best, play.line in reads)
                for play in shown.plays
            ),
            *(Lie(self._place(seat), names[seat], (), seat == best, read=False) for seat in empty),
        ]

    # --- who sits there

    def _place(self, seat: int) -> str:
        """Where a seat lies, from the reader's on."""
        away = seat - self.sit if self.rules.direction != "counter" else self.sit - seat
        return f"p{away % len(self.table.seats)}"

    def _places(self, playing: bool) -> tuple[Place, ...]:
        table, standing = self.table, self.table.standing
        due = standing.due.dealer if self.acting is None else self.acting
        turn = self.asked[0].seat if self.asked else (None if standing.finished else due)
        return tuple(
            Place(
                seat=seat,
                place=self._place(seat.index),
                turn=turn == seat.index,
                acting=bool(self.asked) and self.acting == seat.index,
                won=standing.finished and seat.index in standing.winners,
                team=self.rules.team(self.deal, seat.index),
            )
            for seat in self._seats(playing, self.deal.dealer if table.current and self.deal else due)
        )

    def _seats(self, playing: bool, dealer: int) -> list[Seat]:
        table, deal, standing = self.table, self.deal, self.table.standing
        last = next(reversed(table.ended), None) if table.current is None else None
        scores = last.scores(len(table.seats)) if last else (0,) * len(table.seats)
        marks, lost, tricks = self._marks(), self._losses(), tricks_taken(self.rules, deal)
        staked = [
            self.rules.chips_staked(deal, seat) if deal and table.current else 0 for seat in range(len(table.seats))
        ]
        return [
            Seat(
                index=index,
                name=name,
                short=short,
                dealer=dealer == index,
                dealing=table.current is None and not standing.finished,
                playing=playing and (deal is None or index in deal.order),
                bid=self._bid(deal, index),
                speech=self._speech(deal, index),
                tricks=None if self.rules.scores_only else tricks[index],
                tells_tricks=self.rules.tells_tricks,
                score=scores[index],
                total=standing.totals[index],
                worth=self.rules.worth(standing.totals[index]),
                role=self._role(deal, index),
                staked=staked[index],
                tokens=self._tokens(standing.totals[index] - staked[index]),
                marks=marks[index],
                lost=lost[index],
            )
            for index, (name, short) in enumerate(zip(table.seats, short_names(table.seats), strict=True))
        ]

    def _bid(self, deal: Deal | None, seat: int) -> str | None:
        """What a seat has bid; words of an auction only until the play begins."""
        bid = deal.bid(seat) if deal else None
        if bid is None or deal is None or (not bid.isdigit() and (deal.begun or deal.phase == "play")):
            return None
        return self.say(self.rules.word_text(bid))

    def _role(self, deal: Deal | None, seat: int) -> str | None:
        role = self.rules.role(deal, seat) if deal else None
        return self.say(role) if role else None

    def _speech(self, deal: Deal | None, seat: int) -> str | None:
        speech = self.rules.speech(deal, seat) if deal and self.table.current else None
        return self.say(speech) if speech else None

    def _tokens(self, points: int) -> tuple[tuple[str, int, int], ...]:
        """The chips that make so many points, in a game of chips: colour, value and number of each."""
        return tuple((self.say(colour), value, count) for colour, value, count in self.rules.tokens(points))

    def _marks(self) -> list[tuple[str, ...]]:
        """The notes beside each name: what the seat owes, and how often it was warned."""
        current = self.table.current
        marks = self.rules.marks(self.table.past, current.deal if current else None)
        warned = [0] * len(marks)
        for deal in self.table.deals:
            for cost in (*deal.penalties, *deal.costs):
                warned[cost.seat] += not cost.points
        return [
            (*([self.say(mark)] if mark else ()), *([self.say(warnings(times))] if times else ()))
            for mark, times in zip(marks, warned, strict=True)
        ]

    def _losses(self) -> list[str | None]:
        """What a foul upheld in the open deal has cost each seat."""
        upheld = self.table.current.upheld if self.table.current else ()
        first = {foul.seat: foul for foul in reversed(upheld)}
        return [
            self.say(self.rules.fault(first[seat])) if seat in first else None for seat in range(len(self.table.seats))
        ]
