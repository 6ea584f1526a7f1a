"""A draw as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.tournament.seating.draw import Draw
from referee.words.text import T, Text


def lines(draw: Draw, way: str | None = None) -> Iterator[Text]:
    """The draw line by line: each round's tables, players in seat order, then the certificate.

    `way` names its movement, None for none.
    """
    for number, (tables, out) in enumerate(zip(draw.rounds, draw.out, strict=True), 1):
        yield T("Round {number}", number=number)
        for place, table in enumerate(tables, 1):
            yield T("  table {number}: {players}", number=place, players=table)
        if out:
            yield T("  sitting out: {players}", players=out)
    yield from sentences(draw.certificate().as_json() | {"way": way})


def sentences(certificate: Mapping[str, Any]) -> Iterator[Text]:
    """A certificate, of a draw or as kept with a round, in sentences for the director."""
    if (way := certificate.get("way")) is not None:
        yield WAYS[way]
    for number, part in enumerate(certificate.get("finals", ()), 1):
        for text in sentences({name: value for name, value in part.items() if name not in ("seed", "way")}):
            yield T("Final {letter}: {text}", letter=final_letter(number), text=text)
    if "E" in certificate:
        yield from _meetings(certificate)
        yield from _evenness(certificate)
    if partners := certificate.get("partners"):
        yield _partners(*partners)
    if certificate.get("apart"):
        yield T("Those to be kept apart meet all the same: {count} times.", count=certificate["apart"])
    if (early := certificate.get("early")) is not None:
        yield _early(early)
    if certificate.get("seed") is not None:
        yield T("Drawn with number {seed}: the same number draws the same again.", seed=certificate["seed"])


WAYS: Mapping[str, Text] = {
    "federation": T("The federation’s movement: North stays, the others move on."),
    "rotation": T("A rotation: the first seat stays, the others move on and keep their seats."),
}


def final_letter(number: int) -> str:
    """The letter of a final; A is the best."""
    return chr(ord("A") + number - 1) if number <= 26 else str(number)


def _meetings(certificate: Mapping[str, Any]) -> Iterator[Text]:
    e, most, teams = certificate["E"], certificate.get("M", 0), certificate.get("team", 1) > 1
    if certificate.get("fewest") == 1 and not e:
        yield T("Every team meets every other exactly once.") if teams else T("Everybody meets everybody exactly once.")
        return
    if certificate.get("fewest"):
        yield T("Every team meets every other.") if teams else T("Everybody meets everybody.")
    if not e:
        yield T("No two teams meet twice.") if teams else T("Nobody meets anybody twice.")
        return
    again = T("Meetings of teams that met before: {count}; the same two at most {most} times.", count=e, most=most)
    yield again if teams else T("Meetings again: {count}; the same two at most {most} times.", count=e, most=most)
    least = (certificate.get("bound") or {}).get("E") or 0
    if certificate.get("proved"):
        yield T("No draw has fewer of them.")
    elif least:
        yield T("No draw has fewer than {count} of them; whether one has fewer than this is not known.", count=least)
    else:
        yield T("Whether a draw has fewer of them is not known.")


def _evenness(certificate: Mapping[str, Any]) -> Iterator[Text]:
    """How evenly seats, tables of unusual size and sitting out are shared."""
    spread = certificate.get("seat_spread")
    if spread is not None and certificate.get("way") is None:
        even = T("Everybody has each seat equally often, within one.")
        yield even if spread <= 1 else T("Of one seat somebody has up to {count} more than of another.", count=spread)
    if (short := certificate.get("short_spread", 0)) > 1:
        yield T("Tables of another size: somebody sits there up to {count} times more than another.", count=short)
    if (out := certificate.get("out_spread", 0)) > 1:
        yield T("Sitting out: somebody does so up to {count} times more than another.", count=out)


def _partners(fewest: int, most: int) -> Text:
    if fewest == most == 1:
        return T("Everybody is everybody’s partner exactly once.")
    return T("Any two are partners {fewest} to {most} times.", fewest=fewest, most=most)


def _early(early: Mapping[str, Any]) -> Text:
    rounds, met, least = early["rounds"], early["met"], early["least"]
    text = T("no club mates meet, and none who are seeded.")
    if met:
        text = T("club mates, or players seeded, meet {count} times; no draw has fewer.", count=met)
    if met > least:
        text = T("club mates, or players seeded, meet {count} times.", count=met)
    return (
        T("Rounds 1 to {rounds}: {text}", rounds=rounds, text=text) if rounds > 1 else T("Round 1: {text}", text=text)
    )
