"""A tournament for its pages: plain values in the reader's language."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property

from babel.dates import format_date

from referee.club.tournaments import KeptTournament, Tournaments
from referee.games import game
from referee.tournament.columns import Column, Where, beside, columns, counts, heading, points
from referee.tournament.moment import SETTLED, STATES, TableState, absent, name_in_list, state, without_table
from referee.tournament.results import AWARDS, CALLS
from referee.tournament.scoring import sides_of
from referee.tournament.seating import sentences
from referee.tournament.settings import SCORINGS, TIES, VISIBLE
from referee.tournament.standings import Row, Standings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Player, Round, Sitting
from referee.tournament.venues import provisional
from referee.web.kit.parts import digest
from referee.web.kit.request import tournaments, who
from referee.web.kit.visit import Sightings, require_tournament, sightings, table_subject
from referee.web.tournament.facts import fact_text
from referee.web.tournament.shown import (
    CallShown,
    Clock,
    Entry,
    Event,
    Next,
    Now,
    PlayerShown,
    SeatShown,
    StandingsLine,
    StandingsShown,
    Tile,
    TileGroup,
    Venue,
    Venues,
    Version,
)
from referee.words import numbers
from referee.words.languages import Language
from referee.words.letters import plain
from referee.words.text import Slip, T, Text

ALL = slice(None)


def alike(at: Round, sitting: Sitting) -> int:
    """Another table of the round with the same result, 0 for none: one list may have been entered twice."""
    if sitting.result is None or not any(sitting.result.scores):
        return 0
    scores = sorted(sitting.result.scores)
    others = (other for other in at.tables.values() if other.number != sitting.number and other.result)
    return next((other.number for other in others if other.result and sorted(other.result.scores) == scores), 0)


def figure(points: Fraction | int) -> str:
    """Points in the reader's language."""
    return numbers.figure(points, who().language.code)


@dataclass(frozen=True)
class EventView:
    """A tournament for one reader."""

    kept: KeptTournament
    tournaments: Tournaments
    seen: Sightings
    language: Language

    @property
    def tournament(self) -> Tournament:
        return self.kept.tournament

    def say(self, text: Text) -> str:
        return self.language.say(text)

    @cached_property
    def event(self) -> Event:
        """The values every page of the tournament needs."""
        settings = self.tournament.settings
        return Event(
            id=self.kept.id,
            title=settings.title,
            game=self.say(game(settings.game).title),
            place=settings.place,
            day=self._day(settings.day),
            rounds=settings.rounds,
            finished=self.tournament.value.finished,
            visible=self.say(VISIBLE[settings.visible]),
            shows=settings.visible,
            teams=settings.team > 1,
            confirm=settings.confirm,
            signup=settings.signup,
            balanced=settings.balanced,
            compared=settings.scoring in ("topage", "match") or bool(self.tournament.value.boards),
            venues=bool(settings.venues),
        )

    def _day(self, day: str) -> str:
        """A day in the reader's language, with the time where one is agreed."""
        if not day:
            return ""
        written = str(format_date(date.fromisoformat(day[:10]), "long", locale=self.language.code))
        return f"{written} {day[11:]}".rstrip()

    def name(self, number: int) -> str:
        return self.tournament.names.get(number, f"#{number}")

    def sides(self, seats: Sequence[int]) -> tuple[str, ...]:
        """The names of those who get a score together: a player, or partners."""
        sides = sides_of(self.tournament.settings, len(seats))
        return tuple(" & ".join(self.name(seats[seat]) for seat in side) for side in sides)

    @cached_property
    def shown_round(self) -> Round | None:
        """The round everybody plays: the last begun, or the next once it is complete."""
        t = self.tournament
        drawn = [at for at in t.rounds if not at.begun]
        if t.current is None:
            return drawn[0] if drawn else None
        return drawn[0] if drawn and t.current.complete else t.current

    # --- tables

    def states(self, at: Round) -> dict[int, TableState]:
        """The state of every table of a round."""
        now, deals = time.time(), self.tournaments.deals(self.kept.id, at.number)
        states = {}
        for number, sitting in at.tables.items():
            ago = self.seen.last(table_subject(self.kept.id, number))
            heard = None if ago is None else now - ago
            states[number] = state(self.tournament, sitting, now, deals.get(number), heard)
        return states

    def tile(self, sitting: Sitting, now: TableState) -> Tile:
        """A table as a tile."""
        return Tile(
            number=sitting.number,
            round=sitting.round,
            stream=sitting.stream,
            word=now.word,
            label=self.say(STATES[now.word]),
            deals=now.deals,
            of=now.of,
            slow=now.slow,
            short=sitting.short(now.of),
            version=sitting.version,
            confirmed=sitting.confirmed,
            seats=tuple(self._seats(sitting)),
            sides=self.sides(sitting.seats),
            settled=now.word in SETTLED,
        )

    def _seats(self, sitting: Sitting) -> Iterator[SeatShown]:
        result, played = sitting.result, self.tournaments.begun(sitting)
        marks = played.rules.marks(played.past) if played else (None,) * len(sitting.seats)
        for seat, (player, mark) in enumerate(zip(sitting.seats, marks, strict=True)):
            points = None if result is None else figure(result.net(seat))
            yield SeatShown(player, self.name(player), points, self.say(mark) if mark else "")

    def tiles(self, at: Round) -> list[Tile]:
        """All tables of a round as tiles."""
        states = self.states(at)
        return [self.tile(sitting, states[number]) for number, sitting in sorted(at.tables.items())]

    def groups(self, tiles: Sequence[Tile]) -> tuple[TileGroup, ...]:
        """Tables grouped by state, the most urgent state first."""
        lots = ((word, tuple(tile for tile in tiles if tile.word == word)) for word in STATES)
        return tuple(TileGroup(word, self.say(STATES[word]), lot, word in SETTLED) for word, lot in lots if lot)

    def clock(self, at: Round | None, table: int = 0) -> Clock | None:
        """The clock of a round; for a table, with its extra time."""
        if self.tournament.settings.venues:  # each venue has its own
            return None
        if at is None or at.clock is None or not at.clock.seconds or at.complete or self.tournament.value.finished:
            return None
        left = at.clock.seconds_left(time.time(), table)
        running = at.clock.paused is None
        return Clock(running, left < 0, at.clock.ends(table), int(left))

    # --- what is to be done

    def now(self) -> Now:
        """What is to be done now."""
        t, at = self.tournament, self.shown_round
        coming = next((one for one in t.rounds if not one.begun), None)
        return Now(
            round=at.number if at else 0,
            begun=bool(at and at.begun),
            complete=bool(at and at.complete),
            missing=tuple((one.number, table) for one in t.rounds if one.begun for table in one.missing),
            differing=tuple(self.tournaments.differing(self.kept.id)),
            clock=self.clock(at),
            next=self._next(at),
            here=sum(player.here for player in t.players),
            signed=sum(player.since is None for player in t.players),
            calls=tuple(self.calls()),
            coming=(coming.number, coming.draw) if coming else None,
            unseated=tuple(map(self.name, without_table(t, coming.number))) if coming else (),
            absent=tuple(map(self.name, absent(t, coming.number))) if coming else (),
            certificate=tuple(self.certificate(at)) if at else (),
            out=tuple(map(self.name, at.out)) if at else (),
        )

    def _next(self, at: Round | None) -> Next | None:
        """The next act."""
        t = self.tournament
        drawn, last = len(t.rounds), t.settings.rounds
        if t.value.finished or t.settings.venues:
            return None
        if at is not None and not at.begun:
            return Next("start", at.number)
        if at is not None and not at.complete:
            return Next("wait", at.number, at.number + 1 if at.number < last and at.number >= drawn else 0)
        return Next("draw", drawn + 1) if drawn < last else Next("finish", drawn)

    def calls(self) -> list[CallShown]:
        """The waiting calls, oldest first."""
        return [
            CallShown(
                call.number, call.round, call.table, call.text, call.state, self.say(CALLS[call.state]),
                max(0, int(time.time() - call.at)) // 60,
            )
            for call in self.tournament.value.calls.values()
            if call.waits
        ]  # fmt: skip

    def certificate(self, at: Round) -> list[str]:
        """The quality of a draw, in sentences."""
        return [self.say(text) for text in sentences(at.certificate)]

    # --- players and standings

    def players(self) -> list[PlayerShown]:
        """All players, by name."""
        players = sorted(self.tournament.players, key=lambda p: plain(p.entrant.sort_name.strip()))
        return [self.player(player) for player in players]

    def menu(self, players: Iterable[int]) -> list[tuple[int, str]]:
        """Players to choose from: number and name, the last name first, from A to Z."""
        names = ((player, self.say(name_in_list(self.tournament, player))) for player in players)
        return sorted(names, key=lambda one: plain(one[1]))

    @cached_property
    def _tables(self) -> dict[int, int]:
        """The table of each player in the round everybody plays."""
        at = self.shown_round
        return {player: sitting.number for sitting in at.tables.values() for player in sitting.seats} if at else {}

    def player(self, player: Player) -> PlayerShown:
        """One player."""
        word = "here" if player.here else "signed" if player.since is None else "gone"
        who, by = player.entrant, self.name(player.by) if player.by is not None else None
        shown = self.name(who.number), who.name, who.club, who.team
        sat = any(at.begun and at.sitting_of(who.number) for at in self.tournament.rounds)
        return PlayerShown(who.number, *shown, word, by, self._tables.get(who.number), sat)

    def standings(self, table: Standings, lines: slice = ALL, where: Where = "page") -> StandingsShown:
        """Some lines of the standings, with the scoring and the tie-breaks used."""
        there, at = columns(table, where), self.tournament.value.rounds.get(table.through)
        return StandingsShown(
            through=table.through,
            complete=at is not None and at.complete,
            scoring=self.say(SCORINGS[table.scoring]),
            ties=tuple(self.say(TIES[word]) for word in table.ties),
            columns=tuple((column.word, self.say(column.head)) for column in there),
            rows=tuple(self._line(row, there) for row in (*table.rows, *table.waiting)[lines]),
        )

    def _line(self, row: Row, there: Sequence[Column]) -> StandingsLine:
        values = [(column.word, column.value(row)) for column in there]
        cells = tuple((word, self._cell_text(points(value)), counts(value)) for word, value in values)
        above, club = heading(row), self.say(beside(row))
        more = row.players[0], row.penalties, self.say(above) if above else ""
        return StandingsLine(row.place, row.level, row.name, club, *more, cells)

    def _cell_text(self, value: Fraction | int | str | None) -> str:
        if value is None or isinstance(value, str):
            return value or ""
        return numbers.figure(value, self.language.code)

    def venues(self) -> Venues | None:
        """The venues; None if there are none."""
        whole = self.tournaments.whole(self.kept.id)
        if whole is None:
            return None
        logs: dict[str, list[str]] = {}
        for part in self.tournaments.parts(self.kept.id):
            logs.setdefault(str(part.meta["venue"]), []).append(part.id)
        states = dict.fromkeys(whole.missing, T("nothing here yet"))
        states |= dict.fromkeys(whole.playing, T("still playing"))
        states |= dict.fromkeys(whole.doubled, T("two logs, of which none counts: throw one away"))
        return Venues(
            tuple(
                Venue(name, tuple(logs.get(name, ())), self.say(states.get(name, T("over"))))
                for name in self.tournament.settings.venues
            ),
            "" if whole.final else self.say(provisional(whole)),
            tuple((one.name, ", ".join(one.venues)) for one in whole.twice),
        )

    # --- the log

    def log(self, most: int) -> list[Entry]:
        """The last `most` entries of the log, one for each act, last first."""
        t, language = self.tournament, self.language
        entries = reversed([act[0] for act in t.acts(most)])
        return [Entry(e.seq, e.at, e.by, fact_text(t, e.fact, language), e.seq in t.dropped) for e in entries]


def whole_view(event: str) -> EventView:
    """A tournament as the public sees it; of one at several venues, all that is here of them."""
    require_tournament(event)
    return EventView(tournaments().together(event), tournaments(), sightings(), who().language)


def event_view(event: str) -> EventView:
    """A tournament for this reader; 404 where there is none."""
    require_tournament(event)
    return EventView(tournaments().get(event), tournaments(), sightings(), who().language)


def version_of(shown: object) -> str:
    """The version of what a page shows, to tell whether it has changed."""
    return digest(repr(shown))


def sitting_or_none(tournament: Tournament, number: int | None, table: int | None) -> Sitting | None:
    """A table of a round, None for an unknown one."""
    try:
        return tournament.sitting(number or 0, table or 0)
    except Slip:
        return None


def versions(view: EventView, sitting: Sitting) -> list[Version]:
    """Every version of a table's result, last first."""
    who: Sequence[int] = sitting.seats
    entries = {entry.seq: entry for entry in view.tournament.log}
    return [
        Version(
            scores=tuple(figure(result.net(seat)) if result.scores else "–" for seat in range(len(who))),
            award=view.say(AWARDS[result.award]) if result.award else "",
            by=view.name(who[result.seat]) if result.seat is not None else view.say(T("director")),
            at=entries[result.entry].at,
            reason=result.reason,
        )
        for result in reversed(sitting.results)
    ]
