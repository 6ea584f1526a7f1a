"""What a ruling is to do, by the published texts alone: the code of arbitration (tests/cases/tarot.json), the ladder of
the Doppelkopf tournament rules (TSR 9), and the rules of the other games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from referee.record.facts import Played, TrickPlayed
from referee.record.grammar import Fact, parse
from referee.record.text import Header, read
from referee.rules.ruleset import Ruleset
from referee.table.table import Table, open_table
from referee.words.text import Slip
from tools import rulings

PHASES = ("before the first card", "a trick is open", "of an earlier trick", "once the deal is over", "trick by trick",
          "by score")  # fmt: skip
LAID = PHASES[:4]
PASSED = " / ".join(f"bid {name} pass" for name in ("Ben", "Cid", "Dan"))
GESUND = " / ".join(f"bid {name} gesund" for name in ("Ana", "Ben", "Cid", "Dan"))
TOLD = {
    "tarot": (
        f"deal Dan depth=tricks / bid Ana garde / {PASSED} / took Ana / took Ben / result bouts=2 points=45",
        "deal Dan depth=score / result taker=Ana contract=garde bouts=2 points=45",
    ),
    "double-detente": (
        "deal Cid part=1 depth=tricks / bid Ana 4 / bid Ben 5 / bid Cid 3 / took Ana / took Ben / result tricks=4,6,3",
        "deal Cid part=1 depth=score / bid Ana 4 / bid Ben 5 / bid Cid 3 / result tricks=4,6,3",
    ),
    "doppelkopf": (
        f"deal Dan depth=tricks / {GESUND} / took Ana / took Ben / result re=Ana,Cid points=130",
        "deal Dan depth=score / result re=Ana,Cid points=130",
    ),
    "double": (
        "deal Cid cards=3 depth=tricks / bid Ana 1 / bid Ben 1 / bid Cid 0 / took Ana / result tricks=2,1,0",
        "deal Cid cards=3 depth=score / bid Ana 1 / bid Ben 1 / bid Cid 0 / result tricks=2,1,0",
    ),
    "da-ban": (
        "deal Dan depth=tricks / show Cid BK / show Cid LK / show Cid H7 / took Cid / took Ana / result points=125",
        "deal Dan depth=score / result master=Cid points=125",
    ),
}
"""Deals of which the cards are not recorded, the last line their result; worked by hand in `tests/golden`."""
REVOKES = ("must-follow", "must-trump", "must-overtrump", "special-too-early")


@dataclass(frozen=True, slots=True)
class Scene:
    """A table in a phase of its first deal, the seat that is accused, and the facts that still come in that deal."""

    phase: str
    table: Table
    seat: int
    rest: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """What a ruling is to do: the `state` of the deal; what it then pays each seat, penalties taken off, and what the
    deal pays `at_last`, when it is played to its end; whether the card goes `back`. None: the texts do not say.
    """

    state: str
    now: Sequence[int] | None
    at_last: Sequence[int] | None
    back: bool = False


@cache
def scenes(game: type[Ruleset], preset: str) -> dict[str, Scene]:
    """Each phase as it is first seen in the first deals of golden records."""
    found: dict[str, Scene] = {}
    for path in sorted((rulings.ROOT / "tests" / "golden" / game.name).glob("*.deal")):
        for phase, scene in _scenes(Header(game.name, read(path.read_bytes()).header.seats, preset), path.read_bytes()):
            found.setdefault(phase, scene)
        if len(found) == len(LAID):
            break
    for phase, lines in zip(PHASES[4:], TOLD[game.name], strict=True):
        head, *rest = lines.split(" / ")
        seats = ("Ana", "Ben", "Cid") if " Dan" not in lines else ("Ana", "Ben", "Cid", "Dan")
        table = open_table(Header(game.name, seats, preset))
        facts = tuple(parse(line) for line in (head, *rest))
        found[phase] = Scene(phase, played_on(table, facts[:-1]), 1, facts[-1:])
    return found


def _scenes(header: Header, record: bytes) -> Iterator[tuple[str, Scene]]:
    table, steps = open_table(header), list[Table]()
    facts: list[Fact] = []
    for fact in (entry.fact for entry in read(record).entries):
        try:
            for one in laid_singly(table, fact):
                table = table.add(len(facts) + 1, one)
                facts.append(one)
                steps.append(table)
        except Slip:
            break
        if table.deals and table.current is None:
            break
    for at, step in enumerate(steps, 1):
        judged = step.deals[-1]
        phase, seat, deal = *_phase(step), judged.deal
        if (
            phase
            and deal.keys.get("depth", "cards") == "cards"
            and (judged.state != "open" or steps[-1].deals[-1].state == "done")
            and not judged.fouls
        ):
            yield phase, Scene(phase, step, seat, tuple(facts[at:]))


def _phase(table: Table) -> tuple[str, int]:
    deal = table.deals[-1].deal
    plays = deal.trick.plays
    if table.current is None:
        return PHASES[3] if deal.state == "done" else "", deal.order[1]
    if not deal.begun:
        return PHASES[0], deal.order[0]
    if len(plays) == 1 and deal.trick.number > 1:
        return PHASES[2], next(seat for seat in deal.order if seat != plays[0].seat)
    if len(plays) > 1 and not plays[-1].unseen:
        before = deal.take_back(plays[-1].seat)
        if before.turn == plays[-1].seat and table.rules.may_be(before, plays[-1], "must-follow"):
            return PHASES[1], plays[-1].seat
    return "", 0


def laid_singly(table: Table, fact: Fact) -> list[Fact]:
    """A fact, or the plays of a whole trick one by one."""
    if not isinstance(fact, TrickPlayed) or table.current is None:
        return [fact]
    order = table.current.deal.round(table.seats.index(fact.leader))
    return [Played(table.seats[seat], cards) for seat, cards in zip(order, fact.plays, strict=False)]


def by_people(game: type[Ruleset], preset: str) -> set[str]:
    """The kinds that people name, by the page of all rulings."""
    parts = [part.partition("\n") for part in rulings.PAGE.read_text(encoding="utf-8").split("\n## ")[1:]]
    of_game = [(title, text) for title, _, text in parts if title.partition(",")[0] == str(game.title)]
    part = next((text for title, text in of_game if f"`{preset}`" in title), of_game[0][1])
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    return {row[0].split("`")[1] for row in rows[1:] if "person" in row[1]}


def played_on(table: Table, rest: Sequence[Fact]) -> Table:
    """The table once these facts have come too."""
    for fact in rest:
        table = table.add(len(table.log) + 1, fact)
    return table


@cache
def to_its_end(scene: Scene) -> Table:
    """The table once the deal of a scene is over."""
    return played_on(scene.table, scene.rest)


def net(table: Table, number: int = 1) -> tuple[int, ...]:
    """What a deal pays, penalties taken off."""
    return table.deals[number - 1].net(len(table.seats))


def due(scene: Scene, kind: str, word: str | None) -> Due:
    """What a ruling of this kind, with the word of its remedy, is to do in a scene."""
    before = Due(scene.table.deals[0].state, net(scene.table), net(to_its_end(scene)))
    if word == "back":
        return replace(before, back=True)
    game = scene.table.header.game
    return {"tarot": _tarot, "double-detente": _detente, "double": _double, "da-ban": _da_ban}.get(game, _doppelkopf)(
        before, scene, kind, word
    )


def _only(scene: Scene, points: int, others: int = 0) -> tuple[int, ...]:
    """So many points for the seat accused, and for each of the others."""
    return tuple(points if seat == scene.seat else others for seat in range(len(scene.table.seats)))


def _plus(*points: Sequence[int] | None) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(each for each in points if each is not None), strict=True)))


def _detente(before: Due, scene: Scene, kind: str, word: str | None) -> Due:
    """“The part stops; the offender loses 20 in part 1, the others score nothing.”"""
    lost = _only(scene, -20)
    return Due("stopped", lost, lost) if kind in REVOKES else before


def _double(before: Due, scene: Scene, kind: str, word: str | None) -> Due:
    """“Proved later: the offender's bid counts as missed, the others score as played.”"""
    if kind not in REVOKES:
        return before
    bid = int(scene.table.deals[0].deal.bid(scene.seat) or 0)

    def missed(points: Sequence[int] | None) -> tuple[int, ...]:
        return tuple(-bid if seat == scene.seat else own for seat, own in enumerate(points or ()))

    return replace(before, now=before.now if scene.rest else missed(before.now), at_last=missed(before.at_last))


def _da_ban(before: Due, scene: Scene, kind: str, word: str | None) -> Due:
    """“Trick open: put right; proved later: the round is lost by the offender's team”: who holds rises by 1. A gift or
    what was set aside is found later once a card was played, and where only the score is recorded.
    """
    deal = scene.table.deals[0].deal
    late = kind in ("illegal-give", "illegal-discard") and (deal.begun or scene.phase == "by score")
    if not (kind == "must-follow" or late) or word == "stands":
        return before
    known, master = scene.table.deals[0].deal.terms.master, to_its_end(scene).deals[0].deal.terms.master
    rises = [(seat + master) % 2 == 0 and (scene.seat + master) % 2 for seat in range(len(scene.table.seats))]
    points = tuple(int(bool(each)) for each in rises)
    return Due("stopped", points, points) if known is not None else replace(before, at_last=points)


def _doppelkopf(before: Due, scene: Scene, kind: str, word: str | None) -> Due:
    """The ladder of TSR 9: nothing, 3, 12 and the deal stops; in a decided deal 3 and the rest to the others."""
    if word == "serious":
        return Due("stopped", _only(scene, -12, 4), _only(scene, -12, 4))
    minor = _only(scene, -3, 1)
    if word == "decided":
        return Due("done", None, None)
    if word == "none":
        return before
    return replace(before, now=_plus(before.now, minor), at_last=_plus(before.at_last, minor))


def _tarot(before: Due, scene: Scene, kind: str, word: str | None) -> Due:
    row = code_row(scene, kind)
    costs = row["penalty_first"]
    fine = _only(scene, -int(costs) if costs.isdecimal() and scene.table.header.preset == "fft" else 0)
    nothing = _plus(fine)
    if word == "void" or kind in VOID_AT_ONCE:
        return Due("void", nothing, nothing)
    final = to_its_end(scene)
    taker = final.deals[0].deal.terms.taker
    made = net(final)[taker] > 0
    last = nothing if is_annulled(row, scene.seat == taker, made) else _plus(before.at_last, fine)
    now = _plus(before.now, fine) if scene.rest else last
    return Due("void" if not scene.rest and last == nothing else before.state, now, last)


VOID_AT_ONCE = (
    "misdeal-dealer", "card-turned-high", "card-turned-at-cut", "misdeal-found-after-bid-dealer-chien",
    "misdeal-found-after-bid-two-others",
)  # fmt: skip
"""The rulings that annul the deal at once: it is dealt again, or passes on."""
SAME_DEALER = VOID_AT_ONCE[:3]
NOTHING = {"if_offender_camp_wins": "-", "if_offender_camp_loses": "-", "penalty_first": "none", "remedy": ""}
CODE = {
    row["id"].replace("_", "-"): row
    for row in json.loads((rulings.ROOT / "tests" / "cases" / "tarot.json").read_text(encoding="utf-8"))["foul_rulings"]
}


def code_row(scene: Scene, kind: str) -> dict[str, str]:
    """The row of the code by which a foul named in a scene is ruled; nothing follows from what is only put right."""
    taker = scene.table.deals[0].deal.terms.taker == scene.seat
    if kind in REVOKES:
        kind = "revoke-not-consumed" if scene.phase == PHASES[1] else "revoke-consumed"
    elif kind == "out-of-turn" and scene.phase != PHASES[0]:
        kind = "exposed-card-taker" if taker else "out-of-turn-defender"
    elif kind == "illegal-lead":
        kind = "exposed-card-taker" if taker else "exposed-card-defence"
    return CODE.get(kind, NOTHING)


def is_annulled(row: dict[str, str], of_taker: bool, made: bool) -> bool:
    """Whether the code annuls a deal, by whether the taker is the offender and has made the contract."""
    ends = f"{row['if_offender_camp_wins']}; {row['if_offender_camp_loses']}"
    clause = re.search(rf"taker {'wins' if made else '(?:fails|loses)'}: ([\w ]+)", ends)
    if clause is None:
        clause = re.match("(.*)", row[f"if_offender_camp_{'wins' if of_taker == made else 'loses'}"])
    assert clause is not None
    return "annulled" in clause[1] or (clause[1].startswith("not counted") and "taker" not in clause[1])
