"""A result typed in: read, completed from what the deal knows, and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.deal import Deal, Trick
from referee.games.tarot.count import SIDES, SLAMS, Outcome
from referee.games.tarot.laws import TarotTable
from referee.games.tarot.pack import ALL_HALVES, ALL_TRUMPS, BOUTS, HANDFUL
from referee.games.tarot.phases import closed, past_auction
from referee.games.tarot.terms import ALONE, CONTRACTS, PASS, Terms, handfuls, partner, slam_by, standing_bid
from referee.ruleset import Foul, Step
from referee.texts import Slip, T, Text

KEYS = ("taker", "contract", "bouts", "points", "defence", "partner", "handful", "petit", "slam", "misere")
TOGETHER = ((), ("announced-made",), ("made",), ("announced-failed",), ("defence",), ("announced-failed", "defence"))
"""What can be said of slams in one deal."""

POINTS = re.compile(r"(\d{1,3})(?:(?:[.,](0|5|00|50))|(½))?")


def typed(rules: TarotTable, deal: Deal, line: int, keys: Mapping[str, str]) -> Step:
    """The deal with its result; raises Slip for what cannot be, or, where the table copies what was signed, shows it
    as a wrong count. `contract=pass` says that all have passed.
    """
    unknown = next((key for key in keys if key not in KEYS), None)
    if unknown:
        raise Slip(T("“{found}”: expected one of {expected}", found=unknown, expected=KEYS), found=unknown)
    if dict(keys) == {"contract": PASS} and deal.phase == "bid" and standing_bid(deal) is None:
        return Step(closed(deal))
    deal = past_auction(deal)
    found = read(rules, deal, keys)
    fouls = []
    for problem in problems(rules, deal, found):
        if rules.options.impossible_counts == "refuse":
            raise Slip(problem)
        message = T("A slip of the pen, perhaps: {problem}", problem=problem)
        fouls.append(Foul("wrong-count", None, "seen", line, line, "tarot.count.2", message))
    counted = {key: value for key, value in keys.items() if key != "defence"} | {"points": f"{found.halves / 2:g}"}
    ally = ALONE if found.partner is None else found.partner
    terms = replace(deal.terms, taker=found.taker, contract=found.contract, ally=ally)
    return Step(deal._replace(terms=terms, counted=counted, phase="done", state="done"), fouls=tuple(fouls))


def read(rules: TarotTable, deal: Deal, keys: Mapping[str, str]) -> Outcome:
    """The outcome typed in; what the deal knows already need not be."""
    terms: Terms = deal.terms
    taker = _agrees(rules, keys, "taker", None if terms.taker is None else rules.seats[terms.taker])
    contract = _agrees(rules, keys, "contract", terms.contract)
    if contract not in CONTRACTS:
        raise Slip(
            T("contract={found}: expected one of {expected}", found=contract, expected=CONTRACTS), found=contract
        )
    if keys.get("bouts") not in ("0", "1", "2", "3"):
        raise Slip(T("bouts={found}: expected 0, 1, 2 or 3", found=keys.get("bouts", "")), found=keys.get("bouts"))
    seat = rules.seat_of(taker)
    return Outcome(
        seat,
        contract,
        int(keys["bouts"]),
        _halves(keys),
        _partner(rules, deal, keys, seat),
        _handfuls(rules, deal, keys),
        _petit(keys),
        _slams(deal, keys),
        _miseres(rules, deal, keys),
    )


def _agrees(rules: TarotTable, keys: Mapping[str, str], key: str, known: str | None) -> str:
    found = keys.get(key, known)
    if found is None or (known is not None and found != known):
        raise Slip(
            T("{key}={found}: expected {expected}", key=key, found=found or "", expected=known or T("a name")),
            found=found,
        )
    return found


def halves(text: str) -> int:
    """Card points, in halves; raises Slip for anything but 0 to 91 in steps of a half."""
    match = POINTS.fullmatch(text)
    if not match:
        raise Slip(T("“{found}” are no card points: expected 0 to 91, in halves", found=text), found=text)
    found = 2 * int(match[1]) + bool(match[3] or (match[2] or "0").startswith("5"))
    if found > ALL_HALVES:
        raise Slip(T("{found} points: all cards together count {most}", found=text, most=ALL_HALVES // 2), found=text)
    return found


def _halves(keys: Mapping[str, str]) -> int:
    if "points" not in keys and "defence" not in keys:
        raise Slip(
            T("points=: expected the points of the taker's side, or defence= those of the other"), found="points"
        )
    if "points" not in keys:
        return ALL_HALVES - halves(keys["defence"])
    found = halves(keys["points"])
    if "defence" in keys and found + halves(keys["defence"]) != ALL_HALVES:
        raise Slip(
            T(
                "{attack} and {defence} points do not make {all}: count again",
                attack=found / 2,
                defence=halves(keys["defence"]) / 2,
                all=ALL_HALVES // 2,
            ),
            found=keys["points"],
        )
    return found


def _partner(rules: TarotTable, deal: Deal, keys: Mapping[str, str], taker: int) -> int | None:
    if len(rules.seats) < 5:
        if "partner" in keys:
            raise Slip(
                T(
                    "partner={found}: nobody is called at {seats} players",
                    found=keys["partner"],
                    seats=len(rules.seats),
                ),
                found=keys["partner"],
            )
        return None
    known = partner(deal)
    word = ALONE if known == ALONE else rules.seats[known] if isinstance(known, int) else None
    found = _agrees(rules, keys, "partner", word)
    if found == ALONE:
        return None
    seat = rules.seat_of(found)
    if seat == taker:
        raise Slip(T("partner={found}: the taker; expected another player or “alone”", found=found), found=found)
    return seat


def _handfuls(rules: TarotTable, deal: Deal, keys: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    if "handful" not in keys:
        return tuple((said.keys["size"], said.seat) for said in handfuls(deal))
    sizes = HANDFUL[len(rules.seats)]
    found = []
    for word in keys["handful"].split(","):
        size, _, name = word.partition(":")
        if size not in sizes or not name:
            raise Slip(
                T("handful={found}: expected {expected}", found=word, expected="single:NAME, double:NAME, triple:NAME"),
                found=word,
            )
        found.append((size, rules.seat_of(name)))
    if len({seat for _, seat in found}) != len(found):
        raise Slip(T("handful={found}: a player shows one handful", found=keys["handful"]), found=keys["handful"])
    return tuple(found)


def _petit(keys: Mapping[str, str]) -> str | None:
    side = keys.get("petit")
    if side not in (None, *SIDES):
        raise Slip(T("petit={found}: expected one of {expected}", found=side, expected=SIDES), found=side)
    return side


def _slams(deal: Deal, keys: Mapping[str, str]) -> tuple[str, ...]:
    said = tuple(keys["slam"].split(",")) if "slam" in keys else ()
    if said not in TOGETHER:
        raise Slip(
            T("slam={found}: expected one of {expected}", found=keys["slam"], expected=SLAMS), found=keys["slam"]
        )
    announced = any(word.startswith("announced") for word in said)
    if announced != bool(slam_by(deal)) and (slam_by(deal) or deal.tricks):
        raise Slip(T("slam={found}: was a slam announced, and was it made?", found=keys.get("slam", "")), found="slam")
    return said


def _miseres(rules: TarotTable, deal: Deal, keys: Mapping[str, str]) -> tuple[int, ...]:
    if "misere" not in keys:
        return tuple(said.seat for said in deal.announced if said.word.startswith("misere"))
    if rules.options.misere == "no":
        raise Slip(T("misere={found}: this table plays without", found=keys["misere"]), found=keys["misere"])
    return tuple(rules.seat_of(name) for name in keys["misere"].split(","))


# --- what cannot be ---------------------------------------------------------------------------------------------


def problems(rules: TarotTable, deal: Deal, found: Outcome) -> Iterator[Text]:
    """Why this result cannot be right."""
    seats, kitty = len(rules.seats), deal.terms.kitty
    if seats == 4 and found.halves % 2:
        yield T(
            "at four players each side holds an even number of cards, so {points} points cannot be: count again",
            points=found.halves / 2,
        )
    low, high = 9 * found.bouts - 1, ALL_HALVES - 9 * (len(BOUTS) - found.bouts) + 1
    if not max(low, 0) <= found.halves <= min(high, ALL_HALVES):
        yield T("{points} points cannot be with {bouts} bouts: count again", points=found.halves / 2, bouts=found.bouts)
    needed = sum(HANDFUL[seats][size] for size, _ in found.handfuls)
    if needed > len(ALL_TRUMPS):
        yield T("{found} trumps in all handfuls: there are {most}", found=needed, most=len(ALL_TRUMPS))
    yield from _petit_problems(deal, found)
    yield from _slam_problems(rules, deal, found, kitty)


def _petit_problems(deal: Deal, found: Outcome) -> Iterator[Text]:
    if found.petit == "attack" and not found.bouts:
        yield T("the taker's side won the Petit and must have a bout: count again")
    if found.petit == "defence" and found.bouts == len(BOUTS):
        yield T("the defence won the Petit, so the taker cannot have three bouts: count again")
    all_tricks = _all_tricks(found)
    if found.petit and all_tricks and found.petit != all_tricks:
        yield T("the side without a trick cannot have won the last one")
    if found.petit and deal.over and deal.tricks[-1].winner is not None and _won(found, deal.tricks[-1]) != found.petit:
        yield T("the last trick was won by the other side")


def _won(found: Outcome, trick: Trick) -> str:
    return "attack" if trick.winner in found.attack() else "defence"


def _all_tricks(found: Outcome) -> str | None:
    """The side that is said to have won every trick."""
    if {"announced-made", "made"} & set(found.slams):
        return "attack"
    return "defence" if "defence" in found.slams else None


def _slam_problems(rules: TarotTable, deal: Deal, found: Outcome, kitty: int) -> Iterator[Text]:
    side = _all_tricks(found)
    if side is None:
        return
    if any(_won(found, trick) != side for trick in deal.tricks if trick.winner is not None):
        yield T("a slam by a side that has not won every trick")
    contre = found.contract == "garde-contre"
    if side == "attack":
        least = ALL_HALVES - 8 - (9 * kitty if contre else 0)
        if found.halves < least:
            yield T("who wins every trick has at least {least} points: count again", least=least / 2)
        if found.bouts < 2 and not contre:
            yield T("who wins every trick has the 21 and the Petit: count the bouts again")
        return
    free = rules.options.discard == "free" or found.contract == "garde-sans"
    aside = 9 * kitty if free else 7 * min(kitty, 4) + 5 * max(kitty - 4, 0)
    most = 8 + (0 if contre else aside)
    if found.halves > most:
        yield T("who wins no trick has at most {most} points: count again", most=most / 2)
    if found.bouts > 1 and (contre or not free):
        yield T("who wins no trick has at most the Excuse: count the bouts again")
