"""What hooks are told of a table or a tournament: what somebody in the room sees who writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from referee.club.access import Access
from referee.club.tables import Kept, UnreadableLog
from referee.club.tournaments import KIND, KeptTournament, Tournaments
from referee.rules import JSON
from referee.table.judged import Judged
from referee.tournament.standings import last_shown
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round, Sitting
from referee.web.hooks.log import News

Posts = Mapping[News, Callable[[], JSON]]
"""News in the order it happened, each with what makes the data that are posted."""


def posts_of(subject: str, tournaments: Tournaments, access: Access) -> Posts:
    """All there is to tell of a table or a tournament by now. Raises UnknownStream and UnreadableLog."""
    if tournaments.store.stream(subject).kind == KIND:
        return dict(_of_tournament(tournaments.together(subject), tournaments))
    kept = tournaments.tables.get(subject)
    return dict(_of_table(kept, access.of(subject).level != "scribe"))


def _of_table(kept: Kept, fouls: bool) -> Iterator[tuple[News, Callable[[], JSON]]]:
    """The deals that are over and, where others than scribes see more than scores, the fouls ruled."""
    for judged in kept.table.ended:
        stands = (judged.state, *judged.scores(len(kept.table.seats)))
        news = News("table.result", f"deal {judged.deal.number}", " ".join(map(str, stands)))
        yield news, partial(_deal, kept, judged)
    for judged in kept.table.deals if fouls else ():
        yield from _fouls(kept, judged, "table.foul", _at(kept), "")


def _deal(kept: Kept, judged: Judged) -> JSON:
    table, seats = kept.table, kept.table.seats
    return {
        **_at(kept),
        "deal": judged.deal.number,
        "state": judged.state,
        "scores": dict(zip(seats, judged.scores(len(seats)), strict=True)),
        "totals": dict(zip(seats, table.standing.totals, strict=True)),
        "finished": table.standing.finished,
        "winners": [seats[seat] for seat in table.standing.winners],
    }


def _at(kept: Kept) -> JSON:
    return {"table": kept.id, "title": kept.title, "game": kept.table.header.game}


def _fouls(kept: Kept, judged: Judged, kind: str, where: JSON, place: str) -> Iterator[tuple[News, Callable[[], JSON]]]:
    """The fouls of a deal that were ruled on, without their proof, which may name cards."""
    deal, seats = judged.deal.number, kept.table.seats
    for _, foul, ruling in judged.ruled_fouls():
        data = {
            **where,
            "deal": deal,
            "seat": None if foul.seat is None else seats[foul.seat],
            "kind": foul.kind,
            "law": foul.law,
            "ruling": ruling.decision,
        }
        about = f"foul {place}{deal} {foul.proved} {foul.kind} {foul.seat}"
        yield News(kind, about, ruling.decision), partial(dict, data)


def _of_tournament(kept: KeptTournament, tournaments: Tournaments) -> Iterator[tuple[News, Callable[[], JSON]]]:
    """The rounds begun and over, the results as far as the standings are shown, and fouls ruled in the last round."""
    tournament, through = kept.tournament, last_shown(kept.tournament)
    where = {"tournament": kept.id, "title": tournament.settings.title, "game": tournament.settings.game}
    for at in tournament.rounds:
        if not at.begun:
            continue
        yield News("tournament.round", f"round {at.number}", "begun"), partial(_round, where, tournament, at, "begun")
        known = at.number <= through
        for number, sitting in sorted(at.tables.items()) if known else ():
            if sitting.confirmed and sitting.result is not None:
                result = sitting.result
                paid = " ".join(str(result.net(seat)) for seat in range(len(sitting.seats)))
                data = partial(_result, where, tournament, sitting)
                yield News("tournament.result", f"round {at.number} table {number}", paid), data
        if at.complete:
            over = News("tournament.round", f"end of round {at.number}", "over")
            yield over, partial(_round, where, tournament, at, "over")
    if tournament.current is not None:
        for sitting in tournament.current.tables.values():
            yield from _fouls_at(where, tournament, sitting, tournaments)


def _round(where: JSON, tournament: Tournament, at: Round, state: str) -> JSON:
    known = at.number <= last_shown(tournament)
    tables = [sitting_answer(tournament, sitting, known) for _, sitting in sorted(at.tables.items())]
    return {**where, "round": at.number, "state": state, "tables": tables}


def _result(where: JSON, tournament: Tournament, sitting: Sitting) -> JSON:
    return {**where, "round": sitting.round, "table": sitting_answer(tournament, sitting, True)}


def _fouls_at(
    where: JSON, tournament: Tournament, sitting: Sitting, tournaments: Tournaments
) -> Iterator[tuple[News, Callable[[], JSON]]]:
    """The fouls ruled at a table of a tournament."""
    if not sitting.stream or not tournaments.store.seq(sitting.stream):
        return
    try:
        kept = tournaments.tables.get(sitting.stream)
    except UnreadableLog:  # its own page tells so; the other tables are told of
        return
    there = {**where, "round": sitting.round, "table": sitting.number}
    for judged in kept.table.deals:
        yield from _fouls(kept, judged, "tournament.foul", there, f"{sitting.stream} ")


def sitting_answer(tournament: Tournament, sitting: Sitting, known: bool) -> JSON:
    """A table of a round; what it `paid` where the standings of the round are `known`."""
    result = sitting.result if sitting.confirmed and known else None
    seats = range(len(sitting.seats))
    return {
        "number": sitting.number,
        "seats": [{"number": player, "name": tournament.names.get(player, f"#{player}")} for player in sitting.seats],
        "confirmed": sitting.confirmed,
        "paid": [result.net(seat) for seat in seats] if result else None,
    }
