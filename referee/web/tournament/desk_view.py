"""A tournament's money for its pages: plain values in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.tournament.money.facts import MoneyFact
from referee.tournament.money.prizes import Awarded, Entry, Won, prizes_of
from referee.tournament.money.values import Money, Prize
from referee.tournament.tournament import Tournament
from referee.web.tournament.facts import clock_time, fact_text
from referee.web.tournament.view import EventView, event_view
from referee.words.letters import plain
from referee.words.numbers import amount
from referee.words.text import T, Text

STATES: Mapping[str, Text] = {
    "free": T("nothing to pay"),
    "due": T("not paid"),
    "part": T("paid in part"),
    "paid": T("paid"),
    "waived": T("remitted"),
    "over": T("paid too much"),
}


@dataclass(frozen=True, slots=True)
class Payer:
    """A player and what they owe; `state` and `label` say how far it is paid, `over` is what was paid too much."""

    number: int
    name: str
    club: str
    licence: str
    state: str
    label: str
    groups: tuple[str, ...]
    open: int
    owed: str
    fee: str
    paid: str
    waived: str


@dataclass(frozen=True, slots=True)
class MoneyEntry:
    """A money entry of the log."""

    seq: int
    at: str
    by: str
    undone: bool
    text: str


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of the box; `due`: how many still owe; `moved`: other money, as reason and amount."""

    due: int
    fees: str
    taken: str
    waived: str
    open: str
    given: str
    box: str
    moved: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CategorySums:
    """What a category's players owe, have paid, and still owe; an empty name: those in no category."""

    name: str
    players: int
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountShown:
    """A count of the box. `sign` of the difference; `own`: by somebody who has taken money too."""

    at: str
    by: str
    text: str
    counted: str
    computed: str
    difference: str
    sign: int
    own: bool
    seq: int


@dataclass(frozen=True, slots=True)
class WinnerShown:
    """A winner: their share, whether it is handed out, and the things with whether each is."""

    number: int
    name: str
    each: str
    paid: bool
    things: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class WonShown:
    """Places that win something, `place` to `last` (0: one place); `things` with who got each by lot."""

    category: str
    place: int
    last: int
    money: str
    left: str
    winners: tuple[WinnerShown, ...]
    things: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DeskView:
    """A tournament's money for one reader."""

    view: EventView

    @property
    def tournament(self) -> Tournament:
        return self.view.tournament

    @property
    def money(self) -> Money:
        return self.tournament.value.money

    def sum(self, cents: int) -> str:
        """Money in the reader's language."""
        return amount(cents, self.money.currency, self.view.language.code)

    # --- players

    @cached_property
    def players(self) -> list[Payer]:
        """All players, by name, and what they owe."""
        players = sorted(self.tournament.players, key=lambda p: plain(p.entrant.sort_name.strip()))
        return [self._player(one.number) for one in players]

    def _player(self, number: int) -> Payer:
        player, owed = self.tournament.value.players[number], self.money.debt_of(number)
        return Payer(
            number=number,
            name=self.view.name(number),
            club=player.entrant.club,
            licence=player.entrant.licence,
            state=owed.word,
            label=self.view.say(STATES[owed.word]),
            groups=self.money.groups.get(number, ()),
            open=owed.open,
            owed=self.sum(owed.open),
            fee=self.sum(owed.fee),
            paid=self.sum(owed.paid),
            waived=self.sum(owed.waived) if owed.waived else "",
        )

    def player(self, number: int) -> Payer | None:
        """One player; None for an unknown one."""
        return self._player(number) if number in self.tournament.value.players else None

    def acts(self, player: int | None = None) -> list[MoneyEntry]:
        """The money entries, last first; of one player where given."""
        t, language = self.tournament, self.view.language
        return [
            MoneyEntry(
                entry.seq, clock_time(entry.at), entry.by, entry.seq in t.dropped, fact_text(t, entry.fact, language)
            )
            for entry in reversed(t.log)
            if isinstance(entry.fact, MoneyFact) and (player is None or getattr(entry.fact, "player", None) == player)
        ]

    # --- the box

    @cached_property
    def totals(self) -> Totals:
        """The totals."""
        money, players = self.money, self.tournament.players
        before = self.tournament.current is None  # whoever has signed up is expected
        there = [p.number for p in players if before or p.since is not None or money.debt_of(p.number).paid]
        owed = [money.debt_of(number) for number in there]
        return Totals(
            due=sum(one.word in ("due", "part") for one in owed),
            fees=self.sum(sum(one.fee for one in owed)),
            taken=self.sum(money.taken),
            waived=self.sum(sum(min(one.waived, one.fee) for one in owed)),
            open=self.sum(sum(one.open for one in owed)),
            given=self.sum(-money.given),
            box=self.sum(money.box),
            moved=tuple((one.text, self.sum(one.cents)) for one in money.moved),
        )

    @property
    def takers(self) -> list[tuple[str, str, int]]:
        """Who took how much, in how many payments."""
        names = sorted({one.by for one in self.money.paid})
        some = {who: [one for one in self.money.paid if one.by == who] for who in names}
        return [(who, self.sum(sum(one.cents for one in acts)), len(acts)) for who, acts in some.items()]

    @property
    def categories(self) -> list[CategorySums]:
        """What each category's players owe and paid; first those in no category."""
        groups, rows = self.money.groups, []
        for name in ("", *(one.name for one in self.money.categories)):
            there = ((p.number, groups.get(p.number, ())) for p in self.tournament.players)
            owed = [self.money.debt_of(number) for number, mine in there if (name in mine if name else not mine)]
            if owed:
                sums = sum(one.fee for one in owed), sum(one.paid for one in owed), sum(one.open for one in owed)
                rows.append(CategorySums(name, len(owed), tuple(map(self.sum, sums))))
        return rows

    @property
    def counts(self) -> list[CountShown]:
        """The counts of the box, last first."""
        takers = {one.by for one in self.money.paid}
        return [
            CountShown(
                at=clock_time(one.at),
                by=one.by,
                text=one.text,
                counted=self.sum(one.cents),
                computed=self.sum(one.computed),
                difference=self.sum(abs(one.difference)),
                sign=(one.difference > 0) - (one.difference < 0),
                own=one.by in takers,
                seq=one.entry,
            )
            for one in reversed(self.money.counts)
        ]

    # --- prizes

    @cached_property
    def awards(self) -> Awarded:
        """Who wins what at present."""
        return prizes_of(self.tournament)

    @property
    def prizes(self) -> list[WonShown]:
        """The places that win something, list by list."""
        return [self._prize_row(one) for one in self.awards.won]

    def _prize_row(self, won: Won) -> WonShown:
        last = won.place + len(won.winners) - 1
        return WonShown(
            category=won.category,
            place=won.place,
            last=last if last > won.place else 0,
            money=self.sum(won.money) if won.money else "",
            left=self.sum(won.left) if won.left else "",
            winners=tuple(self._winner(won, one) for one in won.winners),
            things=tuple(zip(won.things, (self.view.name(who) if who else "" for who in won.receivers), strict=True)),
        )

    def _winner(self, won: Won, entry: Entry) -> WinnerShown:
        """A winner: the prizes won, and which of them were handed out."""
        place = (won.category, won.place)
        handed = [
            one for one in self.money.handed if one.player in entry.players and (one.category, one.place) == place
        ]
        lots = [thing for thing, who in zip(won.things, won.receivers, strict=True) if who in (None, *entry.players)]
        return WinnerShown(
            number=entry.players[0],
            name=" / ".join(self.view.name(one) for one in entry.players),
            each=self.sum(won.each) if won.each else "",
            paid=any(not one.text for one in handed),
            things=tuple((thing, any(one.text == thing for one in handed)) for thing in lots),
        )

    @property
    def prizes_left(self) -> list[str]:
        """The prizes nobody won, in words."""
        return [self.view.say(self._prize(one)) for one in self.awards.unwon]

    def _prize(self, prize: Prize) -> Text:
        cents = prize.money(self.money.taken)
        what = " + ".join(filter(None, (self.sum(cents) if cents else "", prize.thing)))
        if prize.category:
            return T("{category}, place {place}: {what}", category=prize.category, place=prize.place, what=what)
        return T("place {place}: {what}", place=prize.place, what=what)

    @property
    def stray(self) -> list[tuple[str, str]]:
        """Prizes handed out to players who do not win them by the present standings: name, prize."""
        return [(self.view.name(one.player), one.text or self.sum(one.cents)) for one in self.awards.stray]


def desk_view(event: str) -> DeskView:
    """A tournament's money for this reader; 404 where there is no such tournament."""
    return DeskView(event_view(event))
