"""A tournament for its papers: title and day, players, tables and points, in one language."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from babel.dates import format_date
from markupsafe import Markup

from referee.games import rules_of
from referee.record.text import Header
from referee.rules.ruleset import Ruleset
from referee.sheets.codes import code
from referee.sheets.contents import Seat
from referee.sheets.deals.rows import clean
from referee.sheets.fitting.names import size, size_of_all
from referee.sheets.page import initial_first, size_of
from referee.tournament.moment import name_in_list, seat_name
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round, Sitting
from referee.words.languages import Language, language
from referee.words.numbers import amount, figure
from referee.words.text import Text

NAME = 60
"""The most characters of a printed name."""


class Event:
    """A tournament in one language, with the round its papers are for: the last one drawn by default."""

    fit, fit_all = staticmethod(size), staticmethod(size_of_all)

    def __init__(self, tournament: Tournament, lang: str, round_: int | None) -> None:
        self.tournament = tournament
        self.voice: Language = language(lang)
        self.number = round_ or max(tournament.value.rounds, default=0)
        self.at: Round | None = tournament.value.rounds.get(self.number)

    @property
    def title(self) -> str:
        return clean(self.tournament.settings.title)

    @property
    def place(self) -> str:
        return clean(self.tournament.settings.place)

    @property
    def date(self) -> str:
        day = self.tournament.settings.day[:10]
        return format_date(date.fromisoformat(day), "long", locale=self.voice.code) if day else ""

    @property
    def game(self) -> str:
        return self.say(self._rules(min(self.tournament.settings.sizes)).title)

    def code(self, url: str) -> Markup:
        """A link as a QR code."""
        return code(url, self.voice)

    def say(self, text: Text) -> str:
        return text.say(self.voice)

    def _seat(self, sitting: Sitting, seat: int) -> Seat:
        player = sitting.seats[seat]
        name = self._name(player)
        return Seat(name, size_of(name), self._club(player), self._place(sitting, seat), player)

    def _name(self, player: int) -> str:
        return clean(self.tournament.names[player], NAME)

    def _place(self, sitting: Sitting, seat: int) -> str:
        return self.say(seat_name(self.tournament, len(sitting.seats), seat))

    def _club(self, player: int) -> str:
        """A player's club, unless the name has it already to tell two players apart."""
        club = self.tournament.value.players[player].entrant.club
        return "" if f"({club})" in self.tournament.names[player] else clean(club, NAME)

    def _sittings(self) -> list[Sitting]:
        return [sitting for _, sitting in sorted(self.at.tables.items())] if self.at else []

    def _by(self, player: int) -> str:
        """The sorting key of a player in a list of names: the last name, where known."""
        return initial_first(self._list_name(player))

    def _list_name(self, player: int) -> str:
        """A player's name as written in lists from A to Z."""
        return clean(self.say(name_in_list(self.tournament, player)), NAME)

    def _points(self, value: Fraction | int) -> str:
        return figure(value, self.voice.code)

    def _sum(self, cents: int) -> str:
        """A sum of money."""
        return amount(cents, self.tournament.value.money.currency, self.voice.code)

    def _rules(self, seats: int) -> Ruleset:
        settings = self.tournament.settings
        names = tuple(str(seat) for seat in range(1, seats + 1))
        return rules_of(Header(settings.game, names, settings.preset or None, settings.options))
