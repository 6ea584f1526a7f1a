"""The cost of a foul: the program proposes its class, a person decides (TSR 9; the source has no penalties)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from referee.games.doppelkopf.cards import TRUMP
from referee.games.doppelkopf.result import levels
from referee.games.doppelkopf.terms import OTHER, Sides, alone, sides
from referee.rules import Deal, DealState, Foul, Influence, Line, Play, Remedy, Said, Scored, T, Text, gain
from referee.rules.common import WHO_WAS_IT

NONE, MINOR, MINOR_SOLOIST, SERIOUS, DECIDED = "none", "minor", "minor-soloist", "serious", "decided"
LABEL: dict[str, Text] = {
    NONE: T("no penalty"),
    MINOR: T("minor foul"),
    MINOR_SOLOIST: T("minor foul against the soloist"),
    SERIOUS: T("serious foul"),
    DECIDED: T("foul when the deal was decided"),
}
"""The classes of fouls, and their names."""
PAID: dict[str, Text] = {
    MINOR: T("a minor foul"),
    MINOR_SOLOIST: T("a minor foul against the soloist"),
    SERIOUS: T("a serious foul"),
    DECIDED: T("a foul when the deal was decided"),
}
"""What points are paid for, by class."""

PROPOSED = {
    "must-follow": SERIOUS,
    "false-announcement": SERIOUS,
    "illegal-give": SERIOUS,
    "late-announcement": SERIOUS,
    "illegal-bid": MINOR,
    "out-of-turn": MINOR,
}
"""The class of a foul by its kind; other kinds are put right."""


STOPS: Mapping[str, DealState] = {SERIOUS: "stopped", DECIDED: "done"}
"""The classes that end a deal, and its state then."""


def proposal(foul: Foul) -> str:
    """The class proposed for a foul: by its weight, else its kind; to repeat an announcement or to owe one is minor."""
    if foul.seat is None:
        return NONE
    if foul.weight is not None:
        return foul.weight
    if foul.law.endswith(("announce.6", "announce.9")):
        return MINOR
    return PROPOSED.get(foul.kind, NONE)


def decision(foul: Foul) -> str:
    """The class decided on, else the one proposed."""
    return foul.remedy or proposal(foul)


def weight(foul: Foul, influence: Influence, best_play: bool) -> str | None:
    """The class of a foul by what it could do (TSR 9.2 to 9.5); None where that is not known."""
    if influence.forced:
        return NONE
    if influence.won and PROPOSED.get(foul.kind) == SERIOUS:
        return DECIDED
    if best_play and influence.best_play is None:
        return None
    if influence.best_play if best_play else influence.decisive:
        return SERIOUS
    return MINOR_SOLOIST if influence.harms else MINOR


def claimants(deal: Deal, foul: Foul, suit: Mapping[str, str]) -> dict[int, bool]:
    """The seats that could claim a foul (TSR 9.6.1), each with whether it still may: the other side, if every seat's
    side was certain when the foul was committed; else everybody but the offender. It may no longer (9.6.3, 5.4.3) once
    it bid, announced or played on after the foul was plain, or shortened the deal. `suit`: of each card.
    """
    plain, known = _plain(deal, foul, suit), certain(deal, foul, suit)
    sure = len(known.re) + len(known.kontra) == len(deal.order)
    others = [seat for seat in deal.order if seat != foul.seat]
    acts: tuple[Play | Said, ...] = (*deal.plays, *deal.bids, *deal.announced)
    on = {act.seat for act in acts if plain is not None and plain < act.line < (foul.claimed or act.line + 1)}
    on |= {claim.seat for claim in deal.claims if claim.line > foul.committed} & {alone(deal)}  # nobody else shortens
    may = (seat for seat in others if not sure or known.of(seat) != known.of(foul.seat or 0))
    return {seat: seat not in on for seat in may}


def _plain(deal: Deal, foul: Foul, suit: Mapping[str, str]) -> int | None:
    """The line that made a foul plain to the table; None while it is not. The record may show a hand that the table did
    not see: a revoke seen in it becomes plain when its player plays a card of the suit asked.
    """
    if foul.named or foul.proof != "seen" or foul.kind != "must-follow" or foul.play is None or foul.trick is None:
        return foul.proved
    tricks = deal.all_tricks[foul.trick - 1 :]
    asked = suit[tricks[0].plays[0].card]
    later = (play for trick in tricks[1:] for play in trick.plays if play.seat == foul.seat)
    return next((play.line for play in later if suit.get(play.card) == asked), None)


def claimable(deal: Deal, foul: Foul, suit: Mapping[str, str]) -> bool:
    """Whether anybody may still claim a foul: not once all possible claimants have played on."""
    return foul.seat is not None and any(claimants(deal, foul, suit).values())


def certain(deal: Deal, foul: Foul, suit: Mapping[str, str]) -> Sides:
    """The sides of which everybody at the table could be certain before a foul (TSR 5.5.1). Hands open only in the
    record do not count.
    """
    before = _by_then(deal, foul)
    before = before._replace(hands={}, terms=replace(deal.terms, count=None))
    led = (trick.plays for trick in before.all_tricks if trick.plays and suit.get(trick.plays[0].card) == TRUMP)
    thrown = frozenset(p.seat for plays in led for p in plays if suit.get(p.card, TRUMP) != TRUMP)
    return sides(before, thrown=thrown)


def _by_then(deal: Deal, foul: Foul) -> Deal:
    """A deal as it stood before a foul; the trick begun is the last of its tricks."""
    tricks = []
    for trick in deal.all_tricks:
        plays = tuple(
            takewhile(lambda play: (play != foul.play or foul.named) and play.line <= foul.committed, trick.plays)
        )
        tricks.append(trick._replace(plays=plays, winner=trick.winner if plays == trick.plays else None))
        if plays != trick.plays:
            break
    announced = tuple(one for one in deal.announced if one.line < foul.committed)
    return deal._replace(tricks=tuple(tricks), trick=deal.trick._replace(plays=()), announced=announced)


def soloist(deal: Deal, foul: Foul) -> int | None:
    """The seat that played alone when a foul was committed, if that was settled by then (TSR 4.4.3, 4.4.5)."""
    return alone(_by_then(deal, foul) if deal.plays else deal)


def classes(deal: Deal, foul: Foul, suit: Mapping[str, str]) -> tuple[str, ...]:
    """The classes to choose from, the proposed one first: “none” once all possible claimants have played on."""
    if foul.seat is None:
        return (NONE,)
    against_soloist = soloist(deal, foul) not in (None, foul.seat)
    open_to = [word for word in LABEL if word != MINOR_SOLOIST or against_soloist]
    if sides(deal).of(foul.seat) is None:
        open_to.remove(DECIDED)
    first = proposal(foul) if claimable(deal, foul, suit) else NONE
    return (first, *(word for word in open_to if word != first))


def punished_fouls(upheld: Sequence[Foul]) -> tuple[Foul, ...]:
    """The fouls punished, in the order they were claimed (TSR 9.6.6): none after one that stops the deal."""
    fouls: list[Foul] = []
    for foul in sorted(upheld, key=lambda foul: (not foul.ruled, foul.ruled)):
        fouls.append(foul)
        if decision(foul) in STOPS and foul.seat is not None:
            break
    return tuple(fouls)


def payments(deal: Deal, upheld: Sequence[Foul], seats: int) -> tuple[Line, ...]:
    """The points that the upheld fouls pay."""
    without = void_announcements(upheld)
    paid = (payment(deal, foul, seats, without) for foul in punished_fouls(upheld))
    return tuple(line for line in paid if line is not None)


def payment(deal: Deal, foul: Foul, seats: int, without: Sequence[int]) -> Line | None:
    """What an upheld foul pays by its class. A serious one pays more for each level beyond Re and Kontra that the other
    side had announced. `without`: lines of announcements that do not count.
    """
    word = decision(foul)
    if foul.seat is None or word == NONE:
        return None
    one, known = soloist(deal, foul), sides(deal)
    others = [seat for seat in deal.order if seat != foul.seat]
    cost, law = 3, {MINOR: "foul.2", MINOR_SOLOIST: "foul.3", DECIDED: "foul.6"}.get(word, "")
    if word == SERIOUS:
        other = OTHER.get(known.of(foul.seat) or "")
        without = (*without, *(later.line for later in deal.announced if later.line > foul.committed))
        cost = 12 + (3 * max(0, levels(deal, known, without)[other] - 1) if other else 0)
        law = "foul.4" if one in (None, foul.seat) else "foul.5"
    paid = [0] * seats
    paid[foul.seat] = -cost
    if law in ("foul.3", "foul.5") and one is not None:
        paid[one] += cost
    else:
        for seat in others:
            paid[seat] += cost // len(others)
    return Line(f"doppelkopf.{law}", PAID[word], tuple(paid))


def void_announcements(upheld: Sequence[Foul]) -> tuple[int, ...]:
    """The lines of announcements that do not count because their foul was upheld."""
    return tuple(foul.committed for foul in upheld if foul.kind in ("late-announcement", "false-announcement"))


def rest_to(deal: Deal, upheld: Sequence[Foul]) -> tuple[str, int] | None:
    """The side that gets all tricks from a number on, after a foul in a decided deal."""
    for foul in punished_fouls(upheld):
        if foul.seat is not None and decision(foul) == DECIDED:
            side = sides(deal).of(foul.seat)
            return None if side is None else (OTHER[side], foul.trick or deal.trick.number)
    return None


def counts(deal: Deal, upheld: Sequence[Foul]) -> bool:
    """Whether a deal counts for the round: finished, or a solo stopped by a foul against the soloist."""
    if deal.state == "done":
        return True
    serious = next((foul for foul in punished_fouls(upheld) if decision(foul) == SERIOUS), None)
    return deal.state == "stopped" and serious is not None and soloist(deal, serious) not in (None, serious.seat)


def uphold(scored: Scored, foul: Foul) -> Scored:
    """Uphold a foul beside the others: a serious one stops the deal, one in a decided deal ends it."""
    upheld = (*scored.upheld, foul)
    state = STOPS.get(decision(punished_fouls(upheld)[-1]), scored.deal.state)
    return Scored(scored.deal._replace(state=state), upheld)


def remedy(
    scored: Scored, foul: Foul, lines: tuple[Line, ...], names: Sequence[str], suit: Mapping[str, str]
) -> Remedy:
    """The remedy of a foul by its class; `lines`: the score of the deal with the foul upheld."""
    word = decision(foul)
    text = _sentence(scored.deal, foul, names, suit)
    if foul not in punished_fouls((*scored.upheld, foul)):
        text = T("Not punished: a foul claimed before has ended the deal.")
    return Remedy(text, uphold(scored, foul).deal.state, lines, word, LABEL[word])


def _sentence(deal: Deal, foul: Foul, names: Sequence[str], suit: Mapping[str, str]) -> Text:
    if foul.seat is None:
        return WHO_WAS_IT
    text = {
        NONE: T("No penalty; the deal counts."),
        MINOR_SOLOIST: T("A minor foul against the soloist; the deal counts."),
        SERIOUS: T("A serious foul: the deal stops."),
        DECIDED: T("The deal was decided: the remaining tricks go to the other side, and it is a minor foul."),
    }.get(decision(foul), T("A minor foul; the deal counts."))
    line = payment(deal, foul, len(names), ())
    if line is not None:
        paid = tuple(T("{name} {points}", name=names[s], points=gain(p)) for s, p in enumerate(line.points) if p)
        text = T("{said} {found}", said=text, found=T("{points}.", points=paid))
    late = tuple(names[seat] for seat, may in claimants(deal, foul, suit).items() if not may)
    if late:
        lost = T("Who has played on has lost the right to claim: {names}.", names=late)
        text = T("{said} {found}", said=text, found=lost)
    return text
