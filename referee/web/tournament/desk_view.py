"""A tournament's money for its pages: plain values in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.tournament.money.facts import MoneyFact
from referee.tournament.money.prizes import Awarded, Entry, Won, awarded
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


@dataclass(frozen=True)
class DeskView:
    """A tournament's money for one reader."""

    view: EventView

    @property
    def tournament(self) -> Tournament:
        return self.view.tournament

    @property
    def event(self) -> dict[str, Any]:
        return self.view.event

    @property
    def money(self) -> Money:
        return self.tournament.value.money

    def sum(self, cents: int) -> str:
        """Money in the reader's language."""
        return amount(cents, self.money.currency, self.view.language.code)

    def plain(self, cents: int) -> str:
        """Money as typed: 12, 12.50."""
        return f"{cents // 100}.{cents % 100:02}" if cents % 100 else str(cents // 100)

    def worth(self, prize: Prize) -> str:
        """The money of a prize as typed: 50, 12.50, 20%."""
        return f"{prize.share}%" if prize.share else self.plain(prize.cents) if prize.cents else ""

    # --- players

    @cached_property
    def players(self) -> list[dict[str, Any]]:
        """All players, by name, and what they owe."""
        found = sorted(self.tournament.players, key=lambda p: plain(p.entrant.listed.strip()))
        return [self._player(one.number) for one in found]

    def _player(self, number: int) -> dict[str, Any]:
        found, owed = self.tournament.value.players[number], self.money.owed(number)
        return {
            "number": number, "name": self.view.name(number), "club": found.entrant.club,
            "licence": found.entrant.licence, "state": owed.word,
            "label": self.view.say(STATES[owed.word]), "groups": self.money.groups.get(number, ()), "open": owed.open,
            "owed": self.sum(owed.open), "fee": self.sum(owed.fee), "paid": self.sum(owed.paid), "over": -owed.open,
            "waived": self.sum(owed.waived) if owed.waived else "", "here": found.since is not None,
        }  # fmt: skip

    def player(self, number: int) -> dict[str, Any] | None:
        """One player with all money entries about them; None for an unknown one."""
        if number not in self.tournament.value.players:
            return None
        categories = [
            (one.name, self.sum(one.fee) if one.fee is not None else "", one.name in self.money.groups.get(number, ()))
            for one in self.money.categories
        ]
        return self._player(number) | {"categories": categories, "acts": self.acts(number)}

    def acts(self, player: int | None = None) -> list[dict[str, Any]]:
        """The money entries, last first; of one player where given."""
        dropped = self.tournament.dropped
        return [
            {
                "seq": entry.seq, "at": clock_time(entry.at), "by": entry.by, "undone": entry.seq in dropped,
                "text": fact_text(self.tournament, entry.fact, self.view.language),
            }
            for entry in reversed(self.tournament.log)
            if isinstance(entry.fact, MoneyFact) and (player is None or getattr(entry.fact, "player", None) == player)
        ]  # fmt: skip

    # --- the box

    @cached_property
    def totals(self) -> dict[str, Any]:
        """The totals."""
        money, players = self.money, self.tournament.players
        there = [p.number for p in players if p.since is not None or money.owed(p.number).paid]
        owed = [money.owed(number) for number in there]
        return {
            "players": len(there), "paid": sum(one.word in ("paid", "over", "waived", "free") for one in owed),
            "due": sum(one.word in ("due", "part") for one in owed), "fees": self.sum(sum(one.fee for one in owed)),
            "taken": self.sum(money.taken), "waived": self.sum(sum(min(one.waived, one.fee) for one in owed)),
            "open": self.sum(sum(one.open for one in owed)), "given": self.sum(-money.given),
            "box": self.sum(money.box),
            "moved": [(one.text, self.sum(one.cents)) for one in money.moved],
        }  # fmt: skip

    @property
    def takers(self) -> list[tuple[str, str, int]]:
        """Who took how much, in how many payments."""
        names = sorted({one.by for one in self.money.paid})
        some = {who: [one for one in self.money.paid if one.by == who] for who in names}
        return [(who, self.sum(sum(one.cents for one in acts)), len(acts)) for who, acts in some.items()]

    @property
    def categories(self) -> list[dict[str, Any]]:
        """What each category's players owe and paid; first those in no category."""
        groups = self.money.groups
        found = []
        for name in ("", *(one.name for one in self.money.categories)):
            some = [p.number for p in self.tournament.players if (name in groups.get(p.number, ()) if name else
                                                                    not groups.get(p.number))]  # fmt: skip
            owed = [self.money.owed(number) for number in some]
            if some:
                sums = [sum(one.fee for one in owed), sum(one.paid for one in owed), sum(one.open for one in owed)]
                found.append({"name": name, "players": len(some), "sums": [self.sum(one) for one in sums]})
        return found

    @property
    def counts(self) -> list[dict[str, Any]]:
        """The counts of the box, last first. `own`: by somebody who has taken money too."""
        takers = {one.by for one in self.money.paid}
        return [
            {
                "at": clock_time(one.at), "by": one.by, "text": one.text, "counted": self.sum(one.cents),
                "computed": self.sum(one.computed), "difference": self.sum(abs(one.difference)),
                "sign": (one.difference > 0) - (one.difference < 0), "own": one.by in takers, "seq": one.entry,
            }
            for one in reversed(self.money.counts)
        ]  # fmt: skip

    # --- prizes

    @cached_property
    def awarded(self) -> Awarded:
        """Who wins what at present."""
        return awarded(self.tournament)

    @property
    def prizes(self) -> list[dict[str, Any]]:
        """The places that win something, list by list."""
        return [self._won(one) for one in self.awarded.won]

    def _won(self, won: Won) -> dict[str, Any]:
        last = won.place + len(won.winners) - 1
        return {
            "category": won.category, "place": won.place, "last": last if last > won.place else 0,
            "money": self.sum(won.money) if won.money else "", "left": self.sum(won.left) if won.left else "",
            "winners": [self._winner(won, one) for one in won.winners],
            "things": list(zip(won.things, (self.view.name(who) if who else "" for who in won.got), strict=True)),
        }  # fmt: skip

    def _winner(self, won: Won, entry: Entry) -> dict[str, Any]:
        """A winner: the prizes won, and which of them were handed out."""
        number = entry.players[0]
        mine = [
            one for one in self.money.handed
            if one.player in entry.players and (one.category, one.place) == (won.category, won.place)
        ]  # fmt: skip
        lots = [thing for thing, who in zip(won.things, won.got, strict=True) if who in (None, *entry.players)]
        return {
            "number": number, "name": " / ".join(self.view.name(one) for one in entry.players),
            "each": self.sum(won.each) if won.each else "", "paid": any(not one.text for one in mine),
            "things": [(thing, any(one.text == thing for one in mine)) for thing in lots],
        }  # fmt: skip

    @property
    def kept(self) -> list[str]:
        """The prizes nobody won, in words."""
        return [self.view.say(self._prize(one)) for one in self.awarded.kept]

    def _prize(self, prize: Prize) -> Text:
        cents = prize.money(self.money.taken)
        what = " + ".join(filter(None, (self.sum(cents) if cents else "", prize.thing)))
        if prize.category:
            return T("{category}, place {place}: {what}", category=prize.category, place=prize.place, what=what)
        return T("place {place}: {what}", place=prize.place, what=what)

    @property
    def stray(self) -> list[tuple[str, str]]:
        """Prizes handed out to players who do not win them by the present standings: name, prize."""
        return [(self.view.name(one.player), one.text or self.sum(one.cents)) for one in self.awarded.stray]


def desk_view(event: str) -> DeskView:
    """A tournament's money for this reader; 404 where there is no such tournament."""
    return DeskView(event_view(event))
