"""Cards that a reader told, and nobody has looked at: the fouls that rest on them are not told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee.rules import Foul
from referee.rules.deal import Deal, Play

NOBODY = -1
"""The seat of cards that a reader told and nobody holds: those of the kitty."""


class ReadCard(NamedTuple):
    """A play that a reader told, or cards shown, and all codes by which its cards are called."""

    play: Play
    codes: frozenset[str]


Reads = Mapping[int, ReadCard]
"""The plays that a reader told and nobody has confirmed, by their lines."""
NO_READS: Reads = MappingProxyType({})


def reads_behind(deal: Deal, foul: Foul, reads: Reads, earlier: Reads) -> tuple[Play, ...]:
    """The read cards that a foul rests on: the play, what was led, the proof, other copies of these cards.

    What was counted rests on every card of its pack; so does a foul in a trick not seen whole. What no play
    committed, a bid say, rests on the scores too, and so on the cards of `earlier` packs. An open hand rests on what
    its player laid before; whose turn it is on the trick before.
    """
    tricks = {trick.number: trick for trick in deal.all_tricks}
    trick = tricks.get(foul.trick or 0)
    if foul.play is None and foul.proof != "counted":
        return tuple(read.play for read in (*earlier.values(), *reads.values()))
    if foul.play is None or foul.proof == "counted" or trick is None or trick.blind:
        return tuple(read.play for read in reads.values())
    codes = {foul.evidence, *foul.play.cards}
    lines = {foul.committed, foul.proved, *(play.line for play in trick.plays)}
    if foul.kind == "out-of-turn" and foul.trick and foul.trick - 1 in tricks:
        lines |= {play.line for play in tricks[foul.trick - 1].plays}
    return tuple(
        play
        for line, (play, alike) in reads.items()
        if line in lines
        or not codes.isdisjoint(alike)
        or (foul.proof == "seen" and play.seat == foul.seat and line < foul.proved)
    )


def reads_beside(reads: Reads, lines: Iterable[int]) -> Reads:
    """The read cards but for those of some lines."""
    return {line: read for line, read in reads.items() if line not in lines}
