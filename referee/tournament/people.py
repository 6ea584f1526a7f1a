"""The people of several evenings: one name and club for each, over a season and over several clubs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament


def person(name: str, club: str) -> tuple[str, str]:
    """The key of a person over a season."""
    return name.casefold(), club.casefold()


def people(tournament: Tournament) -> Mapping[int, tuple[str, str]]:
    """Name and club of an evening's players, by number. Of two people with both alike, the second is `name #2`."""
    alike: Counter[tuple[str, str]] = Counter()
    names = {}
    for player in sorted(tournament.players, key=lambda player: player.since is None):
        who = player.entrant
        alike[person(who.name, who.club)] += 1
        which = alike[person(who.name, who.club)]
        names[who.number] = (f"{who.name} #{which}" if which > 1 else who.name, who.club)
    return names


@dataclass(frozen=True, slots=True)
class Known:
    """A person of several clubs: the name and club they are ranked under, and their licence."""

    name: str
    club: str
    licence: str = ""


def unite(evenings: Sequence[tuple[str, Tournament]]) -> tuple[list[Tournament], Mapping[tuple[str, str], Known]]:
    """The evenings of several clubs with each person under one name and club, and who these people are.

    `evenings` are given with the club's name. A licence identifies a person, who goes by the name and club of the last
    evening; anybody else goes by name and club, by default the club that held the evening.
    """
    licences: dict[tuple[str, str], str] = {}
    last: dict[str, Entrant] = {}
    for club, tournament in evenings:
        for player in tournament.players:
            who = replace(player.entrant, club=player.entrant.club or club)
            if who.licence:
                licences[person(who.name, who.club)] = who.licence
                last[who.licence] = who
    tournaments, known = [], {}
    for club, tournament in evenings:
        players = {}
        for number, player in tournament.value.players.items():
            who = replace(player.entrant, club=player.entrant.club or club)
            licence = who.licence or licences.get(person(who.name, who.club), "")
            as_last = last.get(licence, who)
            who = replace(who, name=as_last.name, club=as_last.club, licence=licence)
            known[person(who.name, who.club)] = Known(who.name, who.club, licence)
            players[number] = replace(player, entrant=who)
        tournaments.append(Tournament(tournament.log[-1:], replace(tournament.value, players=players)))
    return tournaments, known


def initials(name: str) -> str:
    """A name as initials: “Jean-Paul Noël” is J.-P. N."""
    return re.sub(r"([^\W\d_])[^\W_]*\.?", lambda match: f"{match[1]}.", name)
