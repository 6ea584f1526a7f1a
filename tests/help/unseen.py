"""A record whose end is not all seen, held against every explanation of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.record.text import read
from referee.rules import Foul
from referee.table.table import fold_record
from tests.oracle import explained
from tests.oracle.unseen import Ending, Truth, how_many
from tests.oracle.unseen_deals import Played


def reported(text: str, line: int) -> tuple[tuple[Foul, ...], bool]:
    """What the program reports once the lines up to this one are written, and whether it says that it cannot tell."""
    deal = fold_record(read("\n".join(text.splitlines()[:line]))).deals[-1]
    return tuple(deal.fouls), bool(deal.undecided)


def differences(played: Played, most: int) -> Iterator[str] | None:
    """What the program says otherwise than the explanations; None where more than `most` hands are to be tried.

    Before the first play against the laws what happened is an explanation in which nobody broke one: nothing is tried.
    """
    ending, truth = played.ending, Truth(played.ending)
    first, sets = None, set[explained.Illegal]()
    for upto in range(len(ending.steps) + 1):
        if not any(line < _next_line(ending, upto) for line in played.broken):
            continue
        if how_many(ending, upto) > most:
            return None
        sets = truth.explanations(upto)
        if frozenset() not in sets:
            first = upto
            break
    return _differences(played.text, ending, first, sets)


def _next_line(ending: Ending, upto: int) -> int:
    """The line after the first steps."""
    return ending.steps[upto].line if upto < len(ending.steps) else ending.steps[-1].line + 1


def _differences(text: str, ending: Ending, first: int | None, sets: set[explained.Illegal]) -> Iterator[str]:
    if first == 0:
        return
    before = len(text.splitlines()) if first is None else ending.steps[first - 1].line - 1
    early, _ = reported(text, before)
    if early:
        yield f"line {early[0].proved}: {early[0].message}: but {'nobody' if first is None else 'nobody yet'} must have"
    if first is None:
        return
    line = before + 1
    fouls, undecided = reported(text, line)
    if undecided and not fouls:
        return
    if not fouls:
        yield f"line {line}: somebody of {sorted(explained.suspects(sets, ending.seat_of.__getitem__))} broke a law: nothing said"
        return
    yield from _named(fouls, sets, ending, line)


def _named(fouls: tuple[Foul, ...], sets: set[explained.Illegal], ending: Ending, line: int) -> Iterator[str]:
    """Differences in who is named and for which play."""
    seat_of = ending.seat_of.__getitem__
    by_cards = frozenset(foul.committed for foul in fouls if foul.proof != "counted")
    counted = [foul for foul in fouls if foul.proof == "counted"]
    if not by_cards <= explained.certain(sets):
        yield f"line {line}: {sorted(by_cards)} shown, certain {sorted(explained.certain(sets))}"
    named, guilty = {foul.seat for foul in fouls if foul.seat is not None}, explained.guilty(sets, seat_of)
    if named != guilty:
        yield f"line {line}: {named} named, guilty {guilty}"
    accused = {seat for foul in counted for seat in foul.suspects}
    suspected = explained.suspects(sets, seat_of, by_cards)
    if accused != suspected:
        yield f"line {line}: {accused} suspected, should be {suspected}"
    for foul in counted if not by_cards else ():
        may_be = {play for seat in foul.suspects for play in explained.candidates(sets, seat_of, seat)}
        if foul.committed not in may_be:
            yield f"line {line}: {foul.committed} told, may be {sorted(may_be)}"
        if foul.seat is not None and not foul.vague and foul.committed not in explained.certain(sets):
            yield f"line {line}: {foul.committed} told as certain, certain {sorted(explained.certain(sets))}"


def stale(played: Played, most: int) -> Iterator[str]:
    """What of the standing reports is untrue or told too late after any card, as far as `most` hands suffice to try.

    What several plays or players may be is told once and stands while it is true: somebody among the suspects, in every
    explanation by what no card has shown; nobody among them whom all explanations clear.
    """
    ending, truth = played.ending, Truth(played.ending)
    for upto in range(1, len(ending.steps) + 1):
        line = _next_line(ending, upto) - 1
        if not any(broken <= line for broken in played.broken):
            continue
        if how_many(ending, upto) > most:
            return
        sets = truth.explanations(upto)
        fouls, undecided = reported(played.text, line)
        if frozenset() not in sets and not undecided:
            standing = [foul for foul in fouls if foul.explained is None]
            yield from (f"line {line}: {what}" for what in _stale(standing, fouls, sets, ending))


def _stale(
    standing: list[Foul], fouls: tuple[Foul, ...], sets: set[explained.Illegal], ending: Ending
) -> Iterator[str]:
    seat_of = ending.seat_of.__getitem__
    by_cards = frozenset(foul.committed for foul in fouls if foul.proof != "counted")
    if not by_cards <= explained.certain(sets):
        yield f"{sorted(by_cards)} shown, certain {sorted(explained.certain(sets))}"
    named, guilty = {foul.seat for foul in standing if foul.seat is not None}, explained.guilty(sets, seat_of)
    if named != guilty:
        yield f"{named} named, guilty {guilty}"
    counted = [foul for foul in standing if foul.proof == "counted"]
    may_be = explained.suspects(sets, seat_of, by_cards)
    if bool(may_be) != bool(counted):
        yield f"{may_be} may have broken a law, told: {[foul.suspects for foul in counted]}"
    for foul in counted:
        if not may_be >= set(foul.suspects):
            yield f"{foul.suspects} suspected, may be {may_be}"
        if not all(set(foul.suspects) & set(map(seat_of, illegal - by_cards)) for illegal in sets):
            yield f"{foul.suspects} suspected, but it may be nobody of them"
        if foul.seat is not None and not foul.vague and foul.committed not in explained.certain(sets):
            yield f"{foul.committed} told as certain, certain {sorted(explained.certain(sets))}"
