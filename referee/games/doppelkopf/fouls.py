"""What a foul costs: its class is proposed, a person decides (TSR 9; the source has none)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.deal import Deal
from referee.games.doppelkopf.count import levels
from referee.games.doppelkopf.terms import OTHER, sides
from referee.ruleset import Foul, Line
from referee.texts import T, Text

NONE, MINOR, MINOR_SOLOIST, SERIOUS, DECIDED = "none", "minor", "minor-soloist", "serious", "decided"
CLASSES = (NONE, MINOR, MINOR_SOLOIST, SERIOUS, DECIDED)
PROPOSED = {
    "must-follow": SERIOUS,
    "false-announcement": SERIOUS,
    "illegal-give": SERIOUS,
    "late-announcement": SERIOUS,
    "illegal-bid": MINOR,
    "out-of-turn": MINOR,
}
"""The class of a foul by its kind; what is none of these is put right."""


def proposed(foul: Foul) -> str:
    """The class proposed for a foul: what only shows what is known already is minor, a card thrown in early too."""
    if foul.seat is None:
        return NONE
    if foul.law.endswith("announce.6"):
        return MINOR
    return PROPOSED.get(foul.kind, NONE)


def chosen(foul: Foul) -> str:
    """The class decided on, else the one proposed."""
    return foul.remedy or proposed(foul)


def lapsed(deal: Deal, offender: int, proved: int) -> tuple[int, ...]:
    """The seats that have lost the right to claim: they played on after the line that made the foul plain."""
    on = {play.seat for trick in (*deal.tricks, deal.trick) for play in trick.plays if play.line > proved}
    return tuple(seat for seat in claimants(deal, offender) if seat in on)


def claimants(deal: Deal, offender: int) -> tuple[int, ...]:
    """Who may claim: the other side; while the sides are not certain, everybody else."""
    known = sides(deal)
    own = known.of(offender)
    return tuple(s for s in deal.order if s != offender and (own is None or known.of(s) != own))


def soloist(deal: Deal) -> int | None:
    """The seat that plays alone, where that is certain."""
    known = sides(deal)
    return next(iter(known.re)) if len(known.re) == 1 and len(known.kontra) == len(deal.order) - 1 else None


def available(deal: Deal, foul: Foul) -> tuple[str, ...]:
    """The classes that may be chosen, the one proposed first: none once everybody who might claim has played on."""
    if foul.seat is None:
        return (NONE,)
    alone = soloist(deal)
    against_soloist = alone is not None and alone != foul.seat
    classes = [word for word in CLASSES if word != MINOR_SOLOIST or against_soloist]
    if sides(deal).of(foul.seat) is None:
        classes.remove(DECIDED)
    first = NONE if lapsed(deal, foul.seat, foul.proved) == claimants(deal, foul.seat) else proposed(foul)
    return (first, *(word for word in classes if word != first))


def payment(deal: Deal, foul: Foul, seats: int, without: Sequence[int]) -> Line | None:
    """What an upheld foul pays by its class; `without` are lines of announcements that do not count."""
    word = chosen(foul)
    if foul.seat is None or word == NONE:
        return None
    alone = soloist(deal)
    others = [seat for seat in deal.order if seat != foul.seat]
    against_soloist = alone is not None and alone != foul.seat
    cost, law = 3, {MINOR: "foul.2", MINOR_SOLOIST: "foul.3", DECIDED: "foul.6"}.get(word, "")
    if word == SERIOUS:
        cost, law = 12 + 3 * announced_against(deal, foul.seat, without), "foul.5" if against_soloist else "foul.4"
    paid = [0] * seats
    paid[foul.seat] = -cost
    if law in ("foul.3", "foul.5") and alone is not None:
        paid[alone] += cost
    else:
        for seat in others:
            paid[seat] += cost // len(others)
    return Line(f"doppelkopf.{law}", LABEL[word], tuple(paid))


LABEL: dict[str, Text] = {
    NONE: T("no penalty"),
    MINOR: T("minor foul"),
    MINOR_SOLOIST: T("minor foul against the soloist"),
    SERIOUS: T("serious foul"),
    DECIDED: T("foul when the deal was decided"),
}


def announced_against(deal: Deal, seat: int, without: Sequence[int]) -> int:
    """How many levels beyond Re and Kontra the other side had announced."""
    known = sides(deal)
    side = known.of(seat)
    return 0 if side is None else max(0, levels(deal, known, without)[OTHER[side]] - 1)


def unheard(upheld: Sequence[Foul]) -> tuple[int, ...]:
    """The lines of announcements that do not count because the foul in them was upheld."""
    return tuple(foul.committed for foul in upheld if foul.kind in ("late-announcement", "false-announcement"))


def rest_to(deal: Deal, upheld: Sequence[Foul]) -> str | None:
    """The side that gets the remaining tricks, where a foul was committed when the deal was decided."""
    for foul in upheld:
        if foul.seat is not None and chosen(foul) == DECIDED:
            side = sides(deal).of(foul.seat)
            return None if side is None else OTHER[side]
    return None


def counts(deal: Deal, upheld: Sequence[Foul]) -> bool:
    """Whether a deal counts for the round: finished, or a solo stopped by a foul against the soloist."""
    if deal.state == "done":
        return True
    serious = next((foul for foul in upheld if chosen(foul) == SERIOUS), None)
    alone = soloist(deal)
    return deal.state == "stopped" and serious is not None and alone is not None and alone != serious.seat
