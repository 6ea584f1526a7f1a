"""What is agreed of a tournament: the form for a new one, and for a change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar

from referee.games import game
from referee.rules import Ruleset
from referee.tournament import facts
from referee.tournament.encoding import Fact
from referee.tournament.lists.players import MOST_LETTERS
from referee.tournament.settings import (
    BYES,
    CARRIES,
    DEPTHS,
    DRAWS,
    MATES,
    SCORINGS,
    TIES,
    VISIBLE,
    Settings,
)
from referee.tournament.tournament import Tournament
from referee.web.kit.forms import Button, Chips, Drawn, Form, Line, Number, Row, Side, Tick, Ticks, whole
from referee.web.kit.house_rules import rules_shown, rules_typed
from referee.web.tournament.acts.act import Act, Proposal
from referee.words.text import Slip, T, Text

PLAIN = (
    "title", "place", "season", "region", "preset", "depth", "draw", "scoring", "bye", "visible", "mates", "carry",
    "rounds", "best", "minutes", "team", "early", "qualifying", "finals", "venues", "place_points", "missed",
)  # fmt: skip
"""The fields that are settings as they stand."""
TICKED = ("confirm", "signup", "balanced", "ties")
MINUTES = (20, 30, 45, 60, 90, 120)
SIZES = range(2, 11)


class Day(Line):
    """A day in the form it is kept (2026-11-22, or 2026-11-22T19:30), also from 22/11/2026 and 22.11.2026."""

    def read(self, typed: str) -> str:
        day = typed.strip()[:MOST_LETTERS]
        if written := re.fullmatch(r"(\d{1,2})[./](\d{1,2})[./](\d{4})", day, re.ASCII):
            day = "{2}-{1:0>2}-{0:0>2}".format(*written.groups())
        try:
            date.fromisoformat(day[:10] or "2026-01-01")
        except ValueError:
            raise Slip(T("“{found}” is no day: expected such as 2026-11-21T19:30", found=day)) from None
        return day


class Names(Line):
    """Names parted by commas."""

    def read(self, typed: str) -> tuple[str, ...]:
        names = (name.strip()[:MOST_LETTERS] for name in re.split(r"[,;\n]", typed))
        return tuple(name for name in names if name)


class Wholes(Line):
    """Whole numbers parted by commas or blanks."""

    def read(self, typed: str) -> tuple[int, ...]:
        return tuple(whole(number) for number in re.split(r"[\s,;+/]+", typed.strip()) if number)


DealsRow = type("DealsRow", (Row,), {str(size): Number(str(size), blank=0) for size in SIZES})
"""How many deals a round has at a table of each size."""


def _numbers(numbers: Iterable[int], **named: Text) -> list[tuple[object, Text | str]]:
    return [(number, named.get(f"at{number}", str(number))) for number in numbers]


class Agreed(Form):
    """The settings of a tournament. What a form lacks stays as before; without `asked`, so does what is not ticked."""

    asked = Line(hidden=True)
    wished = Number(hidden=True, blank=0)
    title = Line(T("Title"), most=MOST_LETTERS, attributes={"required": True}, look="wide")
    rounds = Chips(T("Rounds"), of=int)
    day = Day(T("Day"), attributes={"type": "date"}, look="short")
    hour = Line(T("Begins at"), attributes={"type": "time"}, look="short")
    place = Line(T("Place"), most=MOST_LETTERS, look="long")
    season = Line(T("Season"), most=MOST_LETTERS)
    sizes = Ticks(T("Players at a table"), of=int)
    deals = Side(DealsRow, T("Deals of a round there"))
    minutes = Chips(T("Minutes of a round"), of=int)
    signup = Tick(T("players sign up on their phones"))
    confirm = Tick(T("another player confirms each result"))
    visible = Chips(T("Standings everybody sees"), VISIBLE.items())
    draw = Chips(T("Draw"))
    scoring = Chips(T("Scoring"), SCORINGS.items())
    place_points = Wholes(
        T("Points for the places at a table, the first one first"),
        most=60,
        description=T("such as 3, 1, -1, -3; left empty, one for each player beaten"),
    )
    missed = Number(T("Points for a round missed"), blank=0)
    ties = Ticks(T("Tie-breaks, in this order"), ordered=True)
    balanced = Tick(T("the scores of a table add up to 0"))
    best = Number(T("Rounds that count"), blank=0, attributes={"type": "number", "min": 1, "max": 99})
    bye = Chips(T("Who sits out gets"), BYES.items())
    early = Chips(T("Club mates and seeded players apart"), of=int)
    depth = Chips(T("Tables write down"), DEPTHS.items())
    preset = Chips(
        T("Laws of the game"),
        description=T("of the cards and their scores at a table; nothing else here follows from it"),
    )
    house = Drawn(T("House rules"), "rules")
    team = Chips(T("Players of a team"), [(1, T("no teams")), *_numbers((2, 3, 4))], of=int)
    mates = Chips(T("A team sits"), MATES.items())
    qualifying = Number(T("Qualifying rounds"), blank=0, attributes={"type": "number", "min": 0, "max": 98})
    finals = Wholes(
        T("Places in the finals, the best first"), most=40, description=T("such as 8, 8; the others play one more")
    )
    carry = Chips(T("Of the qualifying rounds counts"), CARRIES.items())
    venues = Names(T("Venues"), most=400, description=T("where it is played at several: their names, parted by commas"))
    region = Line(T("Land or region"), most=MOST_LETTERS, description=T("for rankings by regions"))
    folds: ClassVar[Mapping[str, tuple[Text, Sequence[str]]]] = {
        "day-agreed": (T("Day, place, season"), ("day", "hour", "place", "season")),
        "table-agreed": (
            T("Tables, clock, sign-up, standings"),
            ("sizes", "deals", "minutes", "signup", "confirm", "visible"),
        ),
        "more-agreed": (
            T("Draw, scoring, tie-breaks"),
            (
                "draw",
                "scoring",
                "place_points",
                "missed",
                "ties",
                "balanced",
                "best",
                "bye",
                "early",
                "depth",
            ),
        ),
        "laws-agreed": (T("House rules"), ("preset", "house")),
        "rare-agreed": (
            T("Teams, finals, several venues"),
            ("team", "mates", "qualifying", "finals", "carry", "venues", "region"),
        ),
    }

    @staticmethod
    def proposal_of(base: Settings) -> Proposal:
        """What stands in the fields for these settings."""
        fields: Proposal = {name: getattr(base, name) for name in (*PLAIN, *TICKED, "sizes")}
        fields |= {"asked": "1", "finals": ", ".join(map(str, base.finals)), "venues": ", ".join(base.venues)}
        fields["place_points"] = ", ".join(map(str, base.place_points))
        fields |= {name: getattr(base, name) or None for name in ("best", "qualifying", "missed")}
        fields["deals"] = {str(size): base.deals_at(size) or None for size in SIZES}
        return fields | {"day": base.day[:10], "hour": base.day[11:], "preset": base.preset or "standard"}

    def choose(self, base: Settings) -> None:
        """Set the choices that the game and the settings leave."""
        rules = game(base.game)
        movement = {"movement": T("the federation’s movement")} if rules.usual.movement else {}
        self.draw.offer(({**DRAWS} | movement).items())
        self.preset.offer([(word, rules.preset_name(word)) for word in rules.presets])
        self.rounds.offer(_numbers(sorted({*range(1, 11), base.rounds})))
        some = MINUTES if base.minutes in (0, *MINUTES) else sorted({base.minutes, 60})
        self.minutes.offer(_numbers((0, *some), at0=T("no clock")))
        early = {"at0": T("no"), "at1": T("in the first round"), "at2": T("in the first two rounds")}
        self.early.offer(_numbers(sorted({0, 1, 2, 3, base.early}), **early, at3=T("in the first three")))
        self.sizes.offer(_numbers(rules.players))
        self.deals.form.left_out = [str(size) for size in SIZES if size not in rules.players]
        chosen = [word for word in self.ties.data or () if word in TIES]
        self.ties.offer([(word, TIES[word]) for word in [*chosen, *(word for word in TIES if word not in chosen)]])
        self.left_out = ("preset",) if len(rules.presets) < 2 else ()
        self.house.game, self.house.preset = base.game, self._preset(rules)
        self.house.rows = rules_shown(rules, self.house.preset, self.house.sent, base.options)

    def _preset(self, rules: type[Ruleset]) -> str:
        """The preset that is chosen, the first of the game where there is no such one."""
        return self.preset.data if self.preset.data in rules.presets else next(iter(rules.presets))

    def settings(self, base: Settings, usual: Settings | None = None) -> Settings:
        """The settings typed, those that the form lacks as in `base`. Raises Slip.

        `usual`: those of the game, for a new tournament; their deals stand where none are typed.
        """
        self.check()
        values = {name: self[name].data for name in PLAIN if self[name].raw_data}
        for name in TICKED:
            if self.asked.raw_data or self[name].raw_data:
                values[name] = tuple(filter(None, self.ties.data or ())) if name == "ties" else self[name].data
        if self.day.raw_data:
            day, hour = self.day.data, self.hour.data
            values["day"] = f"{day}T{hour[:5]}" if day and hour and "T" not in day else day
        if self.sizes.raw_data:
            wished = self.wished.data or base.sizes[0]
            values["sizes"] = sizes = tuple(sorted(self.sizes.data, key=lambda size: (size != wished, -size)))
            typed = {size: self.deals.form[str(size)] for size in sizes if size in SIZES}
            deals = {size: field.data for size, field in typed.items() if field.raw_data and field.raw_data[0].strip()}
            values["deals"] = tuple(sorted(((dict(usual.deals) if usual else {}) | deals).items()))
        if "drawn" in self.house.sent:
            rules = game(base.game)
            values["options"] = rules_typed(rules, self._preset(rules), self.house.sent)
        if values.get("scoring", base.scoring) != "places":
            values |= {"place_points": (), "missed": 0}  # out of sight then
        return replace(base, **values)


class Agree(Act, Agreed):
    """Change what is agreed."""

    word = "settings"
    heading = T("What is agreed")
    keeps = True
    buttons = (Button(T("Change"), look="primary"),)

    def proposal(self, **given: Any) -> Proposal:
        return self.proposal_of(self.view.tournament.settings)

    def complete(self) -> None:
        self.choose(self.view.tournament.settings)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        return [facts.Changed(self.settings(tournament.settings))]
