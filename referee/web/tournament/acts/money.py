"""A cashier's acts, and what a director agrees about money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from flask import url_for

from referee.tournament.encoding import Fact
from referee.tournament.facts import Undone
from referee.tournament.lists.players import MOST_LETTERS
from referee.tournament.money import facts
from referee.tournament.money.prizes import prizes_of
from referee.tournament.money.values import Category, Prize, Prizes, cents
from referee.tournament.tournament import Tournament
from referee.web.kit.forms import Button, Line, Menu, Number, Row, Rows, Tick, Ticks
from referee.web.kit.request import number
from referee.web.tournament.acts.act import Act, Proposal
from referee.words.numbers import amount
from referee.words.text import Slip, T, Text

CURRENCIES = ("EUR", "CHF", "GBP", "USD")
SPARE = 3
"""Empty rows beyond the filled ones, in a table to fill in."""


def amount_text(amount: int) -> str:
    """Money as it is typed: 12, 12.50."""
    return f"{amount // 100}.{amount % 100:02}" if amount % 100 else str(amount // 100)


def worth(prize: Prize) -> str:
    """The money of a prize as it is typed: 50, 12.50, 20%."""
    return f"{prize.share}%" if prize.share else amount_text(prize.cents) if prize.cents else ""


class Sum(Line):
    """A sum of money, in cents; None where nothing is typed."""

    look = "short"

    def __init__(self, label: Text, **options: Any) -> None:
        super().__init__(label, **{"attributes": {"inputmode": "decimal"}, "default": None} | options)

    def read(self, typed: str) -> Any:
        return cents(typed) if typed.strip() else None


class DeskAct(Act):
    """An act at the cash desk."""

    endpoint = "desk.act"
    page: ClassVar[str] = "page"
    parts: ClassVar[Mapping[str, str]] = {"reason": "text"}

    def leave(self) -> str:
        return url_for(f"desk.{self.page}", event=self.event)


class Take(DeskAct):
    """Take money from a player, remit it or give it back; the open amount where none is typed.

    `one`: with one tap the open amount that the page shows, as the number of the player and the amount.
    """

    word = "take"
    buttons = (
        Button(T("Take the money"), look="primary"),
        Button(T("Remit it"), "way", "waive"),
        Button(T("Give back"), "way", "back"),
    )
    player = Number(hidden=True, blank=0)
    one = Line(hidden=True)
    way = Line(hidden=True)
    amount = Sum(T("Amount"))
    text = Line(T("Note or reason"), most=120)

    def proposal(self, **given: Any) -> Proposal:
        if "player" not in given:
            return {}
        open_ = abs(self.view.tournament.value.money.debt_of(given["player"]).open)
        return {"amount": amount_text(open_) if open_ else None}

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        if self.one.data:
            return self._receive_shown(tournament, *(number(part) or 0 for part in f"{self.one.data} 0".split()[:2]))
        player, text = tournament.value.player(self.player.data).number, self.text.data
        amount = self.amount.data
        if amount is None:
            amount = abs(tournament.value.money.debt_of(player).open) or cents("")
        if self.way.data == "waive":
            return [facts.Waived(player, amount, text)]
        return [facts.Received(player, -amount if self.way.data == "back" else amount, text)]

    @staticmethod
    def _receive_shown(tournament: Tournament, player: int, open_: int) -> Sequence[Fact]:
        """Take what the page shows. Raises Slip where that is no longer open."""
        owed = tournament.value.money.debt_of(tournament.value.player(player).number)
        if owed.open != open_:
            name = tournament.names[player]
            raise Slip(T("what {name} owes was changed meanwhile: look again", name=name), part="amount")
        return [facts.Received(player, open_)]


class Group(DeskAct):
    """Set a player's categories."""

    word = "group"
    buttons = (Button(T("Set the categories")),)
    player = Number(hidden=True)
    category = Ticks(T("Categories"))

    def proposal(self, **given: Any) -> Proposal:
        return {"category": list(self.view.tournament.value.money.groups.get(given["player"], ()))}

    def complete(self) -> None:
        money, code = self.view.tournament.value.money, self.view.language.code
        self.category.offer(
            (one.name, one.name if one.fee is None else f"{one.name} {amount(one.fee, money.currency, code)}")
            for one in money.categories
        )

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        money, asked = tournament.value.money, self.category.data or ()
        known = tuple(one.name for one in money.categories if one.name in asked)
        return [] if known == money.groups.get(self.player.data, ()) else [facts.Grouped(self.player.data, known)]


class Move(DeskAct):
    """Put other money into the box, or take it out."""

    word = "move"
    page = "box"
    heading = T("Other money in or out")
    buttons = (Button(T("Into the box"), "way", "in"), Button(T("Out of the box"), "way", "out"))
    way = Line(hidden=True)
    amount = Sum(T("Amount"), needed=T("say how much it was"))
    text = Line(T("What for: change to begin with, the hall …"), most=120, needed=T("a reason is needed"))

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        sign = -1 if self.way.data == "out" else 1
        return [facts.BoxMoved(sign * self.amount.data, self.text.data)]


class Count(DeskAct):
    """Count the box."""

    word = "count"
    page = "box"
    buttons = (Button(T("Write it down"), look="primary"),)
    amount = Sum(T("Amount counted"), attributes={"inputmode": "decimal", "required": True})
    text = Line(T("Note"), most=120)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        return [facts.BoxCounted(cents("") if self.amount.data is None else self.amount.data, self.text.data)]


class HandOut(DeskAct):
    """Hand out a prize. Refused where the player no longer wins it."""

    word = "hand"
    page = "prizes"
    about = ("player", "place", "category", "thing")
    player = Number(hidden=True)
    place = Number(hidden=True)
    category = Line(hidden=True)
    thing = Line(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        self.buttons = (Button(T("Hand out {what}", what=given["what"])),)
        return {}

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        player, category, place, thing = (field.data for field in (self.player, self.category, self.place, self.thing))
        for won in prizes_of(tournament).won:
            there = any(player in entry.players for entry in won.winners)
            if there and (won.category, won.place) == (category, place) and (not thing or thing in won.things):
                return [facts.HandedOut(player, place, category, 0 if thing else won.each, thing)]
        raise Slip(T("this prize is no longer theirs: the standings have changed"))


class TakeBack(DeskAct):
    """Take back a money entry, and no other."""

    word = "undo"
    page = "box"
    at = Number(hidden=True)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        at = self.at.data
        entry = next((entry for entry in tournament.log if entry.seq == at), None)
        if entry is None or not isinstance(entry.fact, facts.MoneyFact):
            raise Slip(T("there is no entry {found} to take back", found=at))
        return [] if at in tournament.dropped else [Undone(at)]


# --- what is agreed ---------------------------------------------------------------------------------------------


class Agreement(DeskAct):
    """What a director agrees about money."""

    endpoint = "desk.agree"
    page = "agreed"


class CategoryRow(Row):
    name = Line(T("Category"), most=MOST_LETTERS, look="long")
    fee = Sum(T("Its fee"))
    ranked = Tick(T("standings of its own"), default=True)


class AgreeFees(Agreement):
    """Agree on the entry fees."""

    word = "fees"
    heading = T("Fees")
    buttons = (Button(T("Agree on these fees"), look="primary"),)
    fee = Sum(T("Everybody pays"))
    currency = Menu(T("Currency"), [(one, one) for one in CURRENCIES], default=CURRENCIES[0])
    category = Rows(CategoryRow)
    help = (
        T("Categories in your own words: women, juniors, seniors, guests, a series."),
        T("A fee there is what its players pay; left empty, they pay as everybody. Who is in several pays the lowest."),
    )

    def proposal(self, **given: Any) -> Proposal:
        money = self.view.tournament.value.money
        rows = [
            {"name": one.name, "fee": None if one.fee is None else amount_text(one.fee), "ranked": one.ranked}
            for one in money.categories
        ]
        return {
            "fee": amount_text(money.fee),
            "currency": money.currency,
            "category": rows + [{"ranked": True}] * SPARE,
        }

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        rows = [row for row in self.category.data if row["name"] or row["fee"] is not None]
        categories = tuple(Category(row["name"], row["fee"], row["ranked"]) for row in rows)
        return [facts.FeesAgreed(self.fee.data or 0, categories, self.currency.data)]


class Money(Line):
    """The money of a prize: cents and percents of the fees, one of them 0."""

    look = "short"

    def read(self, typed: str) -> Any:
        share = typed.strip().removesuffix("%")
        if share != typed.strip() and share.isdecimal() and len(share) < 10:
            return 0, int(share)
        return (cents(typed) if typed.strip() else 0), 0


class PrizeRow(Row):
    place = Number(T("Rank"), attributes={"type": "number", "min": 1, "max": 999}, optional=True)
    category = Menu(T("Among"), default="")
    money = Money(T("Money"), most=20, default=(0, 0))
    thing = Line(T("Thing"), most=MOST_LETTERS, look="long")


class AgreePrizes(Agreement):
    """Agree on the prizes."""

    word = "prizes"
    heading = T("Prizes")
    buttons = (Button(T("Agree on these prizes"), look="primary"),)
    prize = Rows(PrizeRow)
    several = Tick(T("one player may win several"))
    guaranteed = Tick(T("the club pays what the fees do not bring in"))
    help = (
        T("A line for each prize: money (50 or 12.50, or 20% of the fees taken in), or a thing, or both. "
          "Who is level shares to the cent."),
    )  # fmt: skip
    after = (
        T("Without that, nothing is paid out that was not taken in."),
        T(
            "Lists are given in the order they stand here; with one prize a head, who has won is passed over in the "
            "next."
        ),
    )

    def proposal(self, **given: Any) -> Proposal:
        prizes = self.view.tournament.value.money.prizes
        rows = [
            {"place": one.place, "category": one.category, "money": worth(one), "thing": one.thing}
            for one in prizes.table
        ]
        last = max((one.place for one in prizes.table if not one.category), default=0)
        rows += [{"place": last + 1 + at, "money": ""} for at in range(SPARE)]
        return {"prize": rows, "several": prizes.several, "guaranteed": prizes.guaranteed}

    def complete(self) -> None:
        names = [one.name for one in self.view.tournament.value.money.categories]
        for row in self.prize:
            row.form.category.offer([("", T("all")), *((name, name) for name in names)])

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        rows = [row for row in self.prize.data if any(row["money"]) or row["thing"]]
        table = tuple(
            Prize(row["place"] or 0, row["category"], row["money"][0], row["money"][1], row["thing"]) for row in rows
        )
        return [facts.PrizesAgreed(Prizes(table, self.several.data, self.guaranteed.data))]
