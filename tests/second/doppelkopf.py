"""A second reader of records of Doppelkopf, written from docs/record.md and docs/laws/doppelkopf.md alone.

It imports nothing of the program. `read` takes a record apart, `scores` counts a deal.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.second.doppelkopf_deal import DEFAULTS, LEVELS, LIMITS, OTHER, PRESETS, Deal, fact, worth
from tests.second.words import lines

SIDES = ("re", "kontra")


def read(text: str) -> list[Deal]:
    """The deals of a record."""
    seats: list[str] = []
    preset: dict[str, str] = {}
    agreed: dict[str, str] = {}
    deals: list[Deal] = []
    for number, word, plain, keys in lines(text):
        if word == "seats":
            seats = plain
        elif word == "preset":
            preset = PRESETS[plain[0]]
        elif word == "option":
            agreed |= keys
        elif word == "deal":
            options = DEFAULTS | preset | agreed
            whole = 12 if options["nines"] == "yes" else 10
            size, due = int(keys.get("cards", whole)), "yes" if bock_left(deals) else "no"
            deals.append(Deal(options, seats, plain[0], keys.get("bock", due) == "yes", size, size == whole))
        elif word not in ("game", "date", "title", "place", "note"):
            fact(deals[-1], word, plain, keys, number)
    return deals


@dataclass
class Count:
    """What a deal came to: card points of each side, what each said, the side without a trick, the extra points."""

    re: list[str]
    points: dict[str, int]
    said: dict[str, set[str]]
    no_trick: str | None
    extras: dict[str, dict[str, int]]
    solo: bool


def count(deal: Deal) -> Count | None:
    """The count of a finished deal."""
    if deal.void or not deal.whole or not (deal.sides_known() or "re" in deal.result):
        return None
    re = deal.re_seats()
    side = {seat: "re" if seat in re else "kontra" for seat in deal.order}
    over = len(deal.tricks) == deal.size and all(trick.taker for trick in deal.tricks)
    if "points" in deal.result:
        total = int(deal.result["points"])
        no_trick = deal.result.get("no-trick")
    elif over and not any(card == "?" for trick in deal.tricks for _, card in trick.plays):
        total = sum(worth(trick) for trick in deal.tricks if side[trick.taker or ""] == "re")
        takers = {side[trick.taker or ""] for trick in deal.tricks}
        no_trick = next((one for one in SIDES if one not in takers), None)
    else:
        return None
    heard = {one: deal.heard(one) for one in SIDES}
    for one in SIDES:
        if f"{one}-said" in deal.result:
            heard[one] = {"said" if word in OTHER else word for word in deal.result[f"{one}-said"].split(",")}
    extras = seen_extras(deal, side)
    for one in SIDES:
        if f"{one}-extra" in deal.result:
            pairs = (pair.split(":") for pair in deal.result[f"{one}-extra"].split(","))
            extras[one] = {name: int(number) for name, number in pairs}
    return Count(re, {"re": total, "kontra": 240 - total}, heard, no_trick, extras, len(re) == 1)


def seen_extras(deal: Deal, side: dict[str, str]) -> dict[str, dict[str, int]]:
    """The extra points of both sides in the tricks that were seen."""
    extras: dict[str, dict[str, int]] = {"re": {}, "kontra": {}}

    def add(one: str, name: str) -> None:
        extras[one][name] = extras[one].get(name, 0) + 1

    for number, trick in enumerate(deal.tricks, 1):
        if trick.taker is None:
            continue
        mine, last = side[trick.taker], number == deal.size
        if worth(trick) >= 40:
            add(mine, "doppelkopf")
        for seat, card in trick.plays:
            caught = side[seat] != mine
            if card == "DA" and "schweinchen" not in deal.pigs:
                if caught:
                    add(mine, "fox")
                if last and (caught or seat == trick.taker):
                    add(mine, "fox-last-caught" if caught else "fox-last")
            if card == "CJ" and last and (caught or seat == trick.taker):
                add(mine, "karlchen-caught" if caught else "karlchen")
    return extras


def holds_below(outcome: Count, side: str, word: str) -> bool:
    """Whether a side holds the other below a level."""
    other = OTHER[side]
    return outcome.no_trick == other if word == "schwarz" else outcome.points[other] < LIMITS[word]


def wins(outcome: Count, side: str) -> bool:
    """Law win.1 and win.2."""
    other = OTHER[side]
    own, theirs = ([word for word in LEVELS if word in outcome.said[one]] for one in (side, other))
    if own:
        return holds_below(outcome, side, own[-1])
    if theirs:
        return not holds_below(outcome, other, theirs[-1])
    only_kontra = "said" in outcome.said["kontra"] and "said" not in outcome.said["re"]
    return outcome.points[side] >= (121 if (side == "re") != only_kontra else 120)


def value(deal: Deal, outcome: Count) -> int:
    """What each of Kontra pays each of Re."""
    options, gets = deal.options, dict.fromkeys(SIDES, 0)
    best = next((side for side in SIDES if wins(outcome, side)), None)
    beaten = dict.fromkeys(SIDES, 0)
    if options["beat_level_bonus"] == "yes":
        marks = {"no90": 120, "no60": 90, "no30": 60, "schwarz": 30}
        for side in SIDES:
            said = outcome.said[OTHER[side]]
            beaten[side] = sum(outcome.points[side] >= mark for word, mark in marks.items() if word in said)
    levels = {side: sum(holds_below(outcome, side, word) for word in LEVELS) for side in SIDES}
    doubled = sum("said" in outcome.said[side] for side in SIDES)
    if best:
        loser = OTHER[best]
        points = 1 + levels[best] + beaten[best]
        points += sum(len(outcome.said[side] - {"said"}) for side in SIDES)
        armut = deal.kind == "armut"
        old = {
            "non_solo": not outcome.solo,
            "not_poverty": not outcome.solo and not armut,
            "always": True,
            "never": False,
        }
        points += best == "kontra" and old[options["against_old"]]
        points += levels[loser] * (options["levels_made"] == "winner")
        gets[loser] += levels[loser] * (options["levels_made"] == "maker")
        points = points + 2 * doubled if options["re_kontra"] == "plus2" else points * 2**doubled
        gets[best] += points
    elif options["both_fail"] != "extras":
        for side in SIDES:
            gets[side] += levels[side] + beaten[side] * (options["both_fail"] == "ddv_7_1_3")
    total = gets["re"] - gets["kontra"]
    if not outcome.solo and options["extras"] == "yes":
        more = extra_points(options, outcome.extras["re"]) - extra_points(options, outcome.extras["kontra"])
        total += more * (2**doubled if options["re_kontra"] == "double_all" else 1)
    if deal.bock and options["bock"] == "double":
        total *= 2
    elif deal.bock and best:
        total += 2 if best == "re" else -2
    return total


def extra_points(options: dict[str, str], extras: dict[str, int]) -> int:
    karlchen = options["karlchen"] == "yes"
    caught = extras.get("karlchen-caught", 0) * (karlchen and options["karlchen_caught"] != "no")
    if options["karlchen_caught"] == "once":
        caught = min(caught, 1)
    points = extras.get("fox", 0) + extras.get("doppelkopf", 0) + extras.get("karlchen", 0) * karlchen + caught
    points += extras.get("fox-last", 0) * (options["fox_last"] != "no")
    return points + extras.get("fox-last-caught", 0) * (options["fox_last"] == "both")


def scores(deal: Deal) -> dict[str, int]:
    """What a deal pays each seat: its value, and what fouls upheld cost."""
    paid = dict.fromkeys(deal.seats, 0)
    if deal.void:
        return paid
    stopped = False
    for foul in deal.fouls:
        if foul.seat is None or foul.ruled in (None, "waive", "none", "correct"):
            continue
        others = [seat for seat in deal.order if seat != foul.seat]
        re = deal.re_seats()
        soloist = re[0] if len(re) == 1 and deal.sides_known() else None
        if foul.ruled == "serious" and not stopped:
            stopped = True
            side = deal.side(foul.seat)
            cost = 12 + 3 * len(deal.heard(OTHER[side]) - {"said"}) if side else 12
            paid[foul.seat] -= cost
            for seat in [soloist] if soloist and soloist != foul.seat else others:
                paid[seat] += cost if soloist and soloist != foul.seat else cost // 3
        elif foul.ruled in ("minor", "minor-soloist"):
            paid[foul.seat] -= 3
            for seat in [soloist] if foul.ruled == "minor-soloist" and soloist else others:
                paid[seat] += 3 if foul.ruled == "minor-soloist" else 1
    outcome = None if stopped else count(deal)
    if outcome is not None:
        each = value(deal, outcome)
        for seat in deal.order:
            paid[seat] += each * (3 if outcome.solo else 1) if seat in outcome.re else -each
    return paid


def bock_left(deals: list[Deal]) -> int:
    """The Bock deals that the deals before have left to play."""
    left = 0
    for deal in deals:
        outcome = count(deal)
        if deal.options["bock"] == "no" or outcome is None:
            continue
        options = deal.options
        lost = [side for side in SIDES if outcome.said[side] and wins(outcome, OTHER[side])]
        number = sum(options["bock_lost"] == "either" or options["bock_lost"] == side for side in lost)
        number += options["bock_both"] == "yes" and all(outcome.said.values())
        number += options["bock_even"] == "yes" and outcome.points["re"] == 120
        if options["bock_hearts"] == "yes" and not outcome.solo:
            number += sum(all(card[0] == "H" and not deal.is_trump(card) for _, card in t.plays) for t in deal.tricks)
        left = max(0, left - 1) + len(deal.seats) * number
    return left
