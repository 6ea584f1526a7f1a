"""A draw as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.tournament.seating.certificate import Certificate
from referee.tournament.seating.draw import Draw
from referee.words.text import T, Text


def told(draw: Draw) -> Iterator[Text]:
    """The draw line by line: each round's tables, players in the order of their seats, and the certificate."""
    for number, (tables, out) in enumerate(zip(draw.rounds, draw.out, strict=True), 1):
        yield T("Round {number}", number=number)
        for place, table in enumerate(tables, 1):
            yield T("  table {number}: {players}", number=place, players=table)
        if out:
            yield T("  sitting out: {players}", players=out)
    yield from _certified(draw.certificate())


def _certified(certificate: Certificate) -> Iterator[Text]:
    yield T(
        "Certificate: {e} meetings beyond the first (E), no pair meets more than {m} times (M), Q = {q}.",
        e=certificate.e,
        m=certificate.m,
        q=certificate.q,
    )
    yield T(
        "Differences between players: seats {seats}, short tables {short}, sitting out {out}.",
        seats=certificate.seat_spread,
        short=certificate.short_spread,
        out=certificate.out_spread,
    )
    if certificate.partners:
        fewest, most = certificate.partners
        yield T("Partners: every pair {fewest} to {most} times.", fewest=fewest, most=most)
    if certificate.apart:
        yield T("Players to be kept apart meet {count} times.", count=certificate.apart)
    bound = certificate.bound
    if bound.e or bound.q:
        yield T("No draw can have E below {e} or Q below {q}: {reason}.", e=bound.e, q=bound.q, reason=bound.reason)
    if certificate.proved:
        yield T("It cannot be better.")
    else:
        yield T("Whether it can be better is not known.")
    if certificate.seed is not None:
        yield T("Seed: {seed}", seed=certificate.seed)
