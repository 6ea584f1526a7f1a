"""A record whose end is not all seen, held against every explanation of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.record.text import read
from referee.rules import Foul
from referee.table.table import fold_record
from tests.oracle import explained
from tests.oracle.unseen import Ending, Truth, how_many


def reported(text: str, line: int) -> tuple[tuple[Foul, ...], bool]:
    """What the program reports once the lines up to this one are written, and whether it says that it cannot tell."""
    deal = fold_record(read("\n".join(text.splitlines()[:line]))).deals[-1]
    return tuple(deal.fouls), deal.undecided is not None


def differences(text: str, ending: Ending, most: int) -> Iterator[str] | None:
    """What the program says otherwise than the explanations; None where there are more than `most`."""
    if any(how_many(ending, upto) > most for upto in range(len(ending.steps) + 1)):
        return None
    return _differences(text, ending, Truth(ending))


def _differences(text: str, ending: Ending, truth: Truth) -> Iterator[str]:
    first = next((n for n in range(len(ending.steps) + 1) if frozenset() not in truth.explanations(n)), None)
    before = len(text.splitlines()) if first is None else ending.steps[first - 1].line - 1 if first else 0
    if first == 0:
        return
    early, _ = reported(text, before)
    if early:
        yield f"line {early[0].proved}: {early[0].message}: but {'nobody' if first is None else 'nobody yet'} must have"
    if first is None:
        return
    line, sets = before + 1, truth.explanations(first)
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
