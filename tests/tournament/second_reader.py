"""The standings of a document, computed by docs/document.md and the schema alone: nothing of the program is used here."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Any


def standings(doc: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines in order: place, level, players, total, breaks."""
    if doc["format"] != "referee-tournament" or doc["version"] not in (1, 2, 3, 4):
        raise ValueError("a version this reader does not know")
    rules, players = doc["rules"], {player["number"]: player for player in doc["players"]}
    rounds = [at for at in doc["rounds"] if at["number"] <= _last(doc)]
    finals = rounds[-1].get("groups", []) if rounds else []
    share = {"all": Fraction(1), "half": Fraction(1, 2), "nothing": Fraction(0)}[rules.get("carry", "all")]
    shares = [share if finals and "groups" not in at else Fraction(1) for at in rounds]
    lines = []
    for line in _lines(players):
        cells = _worth(rules, [_cell(doc, at, line) for at in rounds], shares)
        own = [
            p for p in (*doc["penalties"], *doc.get("percents", [])) if p["player"] in line and p["round"] <= _last(doc)
        ]
        taken = sum((Fraction(p["points"]) for p in own), Fraction(0))
        counted = sum((Fraction(p["points"]) * (shares[p["round"] - 1] if p["round"] else 1) for p in own), Fraction(0))
        final = max(
            (place for place, group in enumerate(finals, 1) if set(group) & set(line)), default=len(players) + 1
        )
        total = _total(rules, cells, shares) - counted
        lines.append({"players": line, "cells": cells, "taken": taken, "total": total, "final": final})
    lines = [line for line in lines if any(cell and cell[0] in ("played", "adjusted") for cell in line["cells"])]
    totals = {number: line["total"] for line in lines for number in line["players"]}
    for line in lines:
        line["breaks"] = [_break(doc, rounds, totals, line, word) for word in rules["ties"]]
    lines.sort(key=lambda line: (-line["final"], line["total"], *line["breaks"]), reverse=True)
    keys = [(line["final"], line["total"], *line["breaks"]) for line in lines]
    return [
        line | {"place": keys.index(key) + 1, "level": keys.count(key) > 1}
        for line, key in zip(lines, keys, strict=True)
    ]


def _last(doc: dict[str, Any]) -> int:
    played = [at["number"] for at in doc["rounds"] if any(t["paid"] or "unplayed" in t for t in at["tables"])]
    return max(played, default=0)


def _lines(players: dict[int, Any]) -> list[list[int]]:
    joined = {player["replaced_by"] for player in players.values() if player["joined"]}
    found = []
    for number in sorted(set(players) - joined):
        line = [number]
        while players[line[-1]]["joined"]:
            line.append(players[line[-1]]["replaced_by"])
        if any(players[one]["since"] is not None for one in line):
            found.append(line)
    return found


Cell = tuple[str, Fraction, list[list[Fraction]]]
"""The kind of a round, its points, and the notes of the attacks and of the defences."""


def _cell(doc: dict[str, Any], at: dict[str, Any], line: list[int]) -> Cell | None:
    none: list[list[Fraction]] = [[], []]
    for number in line:
        for one in doc["adjusted"]:
            if (one["player"], one["round"]) == (number, at["number"]):
                return "adjusted", Fraction(one["points"]), none
        if number in at["out"]:
            return "bye", Fraction(0), none
        table = next((table for table in at["tables"] if number in table["seats"]), None)
        if table is None:
            continue
        seat = table["seats"].index(number)
        if "unplayed" in table and table["unplayed"]["award"] == "average":
            return "average", Fraction(0), none
        if "unplayed" in table and table["unplayed"]["award"] == "points":
            return "adjusted", Fraction(table["unplayed"]["points"][seat]), none
        if not table["paid"] or not table["confirmed"]:
            continue
        if doc["rules"]["scoring"] == "match":
            if "match" in table:
                return "played", Fraction(table["match"][seat]), none
            continue
        if doc["rules"]["scoring"] != "topage":
            return "played", _paid(doc["rules"], at, table, seat), none
        if table.get("deals"):
            notes = _notes(at, table, seat)
            return "played", _overall(doc["rules"], notes), notes
    missed = doc["rules"].get("missed", 0)
    if missed and not any(number in table["seats"] for table in at["tables"] for number in line):
        return "missed", Fraction(missed), none
    return None


def _paid(rules: dict[str, Any], at: dict[str, Any], table: dict[str, Any], seat: int) -> Fraction:
    paid, mine = table["paid"], table["paid"][seat]
    if rules["scoring"] != "places":
        return Fraction(mine)
    if rules.get("lowest_wins"):
        paid, mine = [-one for one in paid], -mine
    if points := rules.get("places"):
        shared = [at for at, one in enumerate(sorted(paid, reverse=True)) if one == mine]
        there = [Fraction(at * (len(points) - 1), len(paid) - 1) for at in shared]
        worth = [points[int(x)] * (1 - x % 1) + (points[int(x) + 1] if x % 1 else 0) * (x % 1) for x in there]
        return sum(worth, Fraction(0)) / len(worth)
    others = [one for other, one in enumerate(paid) if other != seat]
    beaten = Fraction(sum(2 * (one < mine) + (one == mine) for one in others), 2)
    most = max(len(each["seats"]) for each in at["tables"])
    return beaten * Fraction(most - 1, len(paid) - 1)


def _notes(at: dict[str, Any], table: dict[str, Any], seat: int) -> list[list[Fraction]]:
    """What a seat got for each deal in percent: attacking, and defending."""
    notes: list[list[Fraction]] = [[], []]
    for deal in range(len(table["deals"])):
        given = table.get("awards", [])[deal : deal + 1]
        if given and given[0]:
            notes[1].append(Fraction(given[0][seat]))
        elif not table.get("takers") or table["takers"][deal] < 0:
            notes[1] += _level(at, table, deal, seat)
        else:
            attack = _attack(at, table, deal)
            mine = table["takers"][deal] == seat
            notes[0 if mine else 1].append(attack if mine else 100 - attack)
    return notes


def _level(at: dict[str, Any], table: dict[str, Any], deal: int, seat: int) -> list[Fraction]:
    """The note of a seat for a deal that nobody took anywhere; nothing where somebody did, or nobody scored."""
    there = [
        one
        for one in at["tables"]
        if one["confirmed"] and deal < len(one.get("deals", [])) and not any(one.get("awards", [])[deal : deal + 1])
    ]
    if any(one.get("takers") and one["takers"][deal] >= 0 for one in there):
        return []
    level = [one["deals"][deal] for one in there if len(one["seats"]) == len(table["seats"])]
    if not any(map(any, level)):
        return []
    scores, mine = [scores[seat] for scores in level], table["deals"][deal][seat]
    if len(scores) == 1:
        return [Fraction(50)]
    above, equal = sum(one > mine for one in scores), scores.count(mine)
    return [100 - Fraction(100 * (2 * above + equal - 1), 2 * (len(scores) - 1))]


def _attack(at: dict[str, Any], table: dict[str, Any], deal: int) -> Fraction:
    """The note of a deal's attack beside those of the other tables: best 100, worst 0, equals share; alone 50."""

    def score(one: dict[str, Any]) -> Fraction | None:
        takers, given = one.get("takers", []), one.get("awards", [])[deal : deal + 1]
        if not one["confirmed"] or deal >= len(takers) or takers[deal] < 0 or (given and given[0]):
            return None
        return Fraction(one["deals"][deal][takers[deal]], len(one["seats"]) - 1)

    scores = [found for found in map(score, at["tables"]) if found is not None]
    mine = score(table)
    if len(scores) == 1 or mine is None:
        return Fraction(50)
    above, equal = sum(one > mine for one in scores), scores.count(mine)
    return 100 - Fraction(100 * (2 * above + equal - 1), 2 * (len(scores) - 1))


def _overall(rules: dict[str, Any], notes: list[list[Fraction]]) -> Fraction:
    """A quarter by the mean of the attacks, the rest by that of the defences; in teams of three half and half."""
    both = [*notes[0], *notes[1]]
    if not notes[0] or not notes[1]:
        return sum(both, Fraction(0)) / len(both) if both else Fraction(0)
    share = Fraction(1, 2 if rules["team"] == 3 else 4)
    attack, defence = (sum(side, Fraction(0)) / len(side) for side in notes)
    return share * attack + (1 - share) * defence


def _worth(rules: dict[str, Any], cells: list[Any], shares: list[Fraction]) -> list[Any]:
    """Each round as (kind, points, notes, whether it counts)."""
    played = [points for kind, points, _ in filter(None, cells) if kind not in ("bye", "average", "missed")]
    mean = sum(played, Fraction(0)) / len(played) if played else Fraction(0)
    idle = ("bye", "average") if rules["bye"] == "average" else ("average",)
    worth = [cell and (cell[0], mean if cell[0] in idle else cell[1], cell[2]) for cell in cells]
    order = sorted((at for at, cell in enumerate(worth) if cell and shares[at]), key=lambda at: -worth[at][1])
    counting = order[: rules["best"]] if rules["best"] else order
    return [cell and (*cell, at in counting) for at, cell in enumerate(worth)]


def _total(rules: dict[str, Any], cells: list[Any], shares: list[Fraction]) -> Fraction:
    weighed = [(cell, share) for cell, share in zip(cells, shares, strict=True) if cell and cell[3]]
    if rules["scoring"] == "average":
        some = [(cell[1] * share, share) for cell, share in weighed if cell[0] not in ("bye", "average")]
        return (
            sum((points for points, _ in some), Fraction(0)) / sum(share for _, share in some) if some else Fraction(0)
        )
    if rules["scoring"] != "topage":
        return sum((cell[1] * share for cell, share in weighed), Fraction(0))
    counted = [(kind, points, notes) for (kind, points, notes, _), _ in weighed]
    there = [(kind, points, notes) for kind, points, notes in counted if kind not in ("bye", "average")]
    if rules["scoring"] == "topage" and all(kind == "played" for kind, _, _ in there):
        return _overall(rules, [[note for _, _, notes in there for note in notes[side]] for side in (0, 1)])
    some = [points for _, points, _ in there]
    return sum(some, Fraction(0)) / len(some) if some else Fraction(0)


def _break(doc: dict[str, Any], rounds: list[Any], totals: dict[int, Fraction], line: dict[str, Any], word: str) -> Any:
    mine, cells = line["players"], line["cells"]
    tables = [
        (number, table) for at in rounds for table in at["tables"] for number in mine
        if number in table["seats"] and table["paid"] and table["confirmed"]
    ]  # fmt: skip
    if word == "won":
        best = min if doc["rules"].get("lowest_wins") else max
        return sum(table["paid"][table["seats"].index(number)] == best(table["paid"]) for number, table in tables)
    if word == "best":
        return max((cell[1] for cell in cells if cell), default=Fraction(0))
    if word == "last":
        return cells[-1][1] if cells and cells[-1] else Fraction(0)
    if word == "opponents":
        return sum(totals.get(other, 0) for _, table in tables for other in table["seats"] if other not in mine)
    if word == "penalties":
        return -line["taken"]
    return int.from_bytes(hashlib.sha256(f"{doc['rules']['seed']}:{mine[0]}".encode()).digest()[:6])
