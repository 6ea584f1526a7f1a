"""Double- and Triple-détente for the soak: parts and rounds, open hands, plays nobody saw, one foul or none."""

from __future__ import annotations

from random import Random

from tests.oracle.deals import PARTS, Record, Writing, foul_record, part_record, round_record
from tests.oracle.detente import KINDS

Planted = tuple[str, int, int | None, frozenset[str]]


def deal(rng: Random) -> tuple[str, Planted | None]:
    """A record and the foul in it, as the soak wants it."""
    players = rng.choice((2, 3))
    cards = rng.choice((13, 13, 13, 8, 4))
    hide, open_hands = rng.choice(((0, 0), (0, 0), (0.1, 0), (0, 0.3), (0.1, 0.3)))
    writing = Writing(hide=hide, open_hands=open_hands)
    if rng.random() < 0.4:
        make = rng.choice((part_record, round_record))
        return make(rng, players=players, cards=cards, writing=writing).text, None
    part = rng.choice((1, 1, *range(1, PARTS[players] + 1)))
    return planted(foul_record(rng, rng.choice(KINDS), players=players, cards=cards, part=part, writing=writing))


def planted(record: Record) -> tuple[str, Planted]:
    """The record's foul, and the first line at which it is plain."""
    foul = record.foul
    assert foul is not None
    assert record.committed is not None
    plays = record.parts[-1].plays()
    place = len(record.parts) - 1
    # Once a card of an open hand was played and not seen, nobody knows what the hand still holds.
    known = all(plays[at][0] != foul.seat for part, at in record.hidden if part == place and at < foul.play)
    plain = record.shown if record.seen is None or not known else record.seen
    return record.text, (foul.seat, record.committed, plain, frozenset({foul.kind}))
