"""What a deal pays: a line for each law, every line summing to nothing."""

from __future__ import annotations

from referee.games.tarot.count import Outcome
from referee.games.tarot.laws import TarotTable
from referee.games.tarot.pack import HANDFUL
from referee.games.tarot.terms import NEED, TIMES
from referee.ruleset import Line
from referee.texts import T, Text

BASE = 25
HANDFUL_POINTS = {"single": 20, "double": 30, "triple": 40}
SLAM = {
    "announced-made": ("score.4", 400, T("slam announced and made")),
    "announced-failed": ("score.4", -200, T("slam announced and failed")),
    "made": ("score.5", 200, T("slam, not announced")),
    "defence": ("score.6", -200, T("slam of the defence")),
}
PETIT_POINTS = 10


def difference(rules: TarotTable, found: Outcome) -> tuple[bool, int]:
    """Whether the contract is made, and by how many points it is or fails, the half point given where it belongs."""
    need = 2 * NEED[found.bouts]
    if rules.options.half_point == "attack":
        above = found.halves + found.halves % 2 - need
        return above >= 0, abs(above) // 2
    above = found.halves - need
    if rules.options.half_point == "none":
        return above >= 0, abs(above) // 2
    return above >= 0, (abs(above) + 1) // 2


def shares(rules: TarotTable, found: Outcome) -> tuple[int, ...]:
    """How often each seat is paid what one defender pays."""
    seats = range(len(rules.seats))
    defenders = sum(found.side(seat) == "defence" for seat in seats)
    mine = defenders if found.partner is None else defenders - 1
    return tuple(mine if seat == found.taker else 1 if seat == found.partner else -1 for seat in seats)


def score(rules: TarotTable, found: Outcome, without: frozenset[int] = frozenset()) -> tuple[Line, ...]:
    """The lines of a deal; handfuls of the seats in `without` were ruled not to count."""
    share = shares(rules, found)
    made, by = difference(rules, found)
    sign, times = (1 if made else -1), TIMES[found.contract]

    def line(law: str, text: Text, unit: int) -> Line:
        return Line(f"tarot.{law}", text, tuple(unit * part for part in share))

    text = (
        T("{contract}: {points} points with {bouts} bouts, {need} needed: made by {by}")
        if made
        else T("{contract}: {points} points with {bouts} bouts, {need} needed: down by {by}")
    )
    values = {
        "contract": rules.said(found.contract),
        "points": found.halves / 2,
        "bouts": found.bouts,
        "need": NEED[found.bouts],
        "by": by,
    }
    lines = [line("score.1", T(text.msgid, **values), sign * (BASE + by) * times)]
    if found.petit:
        text = T("the Petit last, for the taker") if found.petit == "attack" else T("the Petit last, for the defence")
        lines.append(line("score.2", text, PETIT_POINTS * times * (1 if found.petit == "attack" else -1)))
    for size, seat in found.handfuls:
        if seat in without:
            continue
        gains = sign if rules.options.handful_to == "deal_winner" else 1 if found.side(seat) == "attack" else -1
        text = T("{handful} shown by {name}", handful=HANDFUL_NAMES[size], name=rules.seat_name(seat))
        lines.append(line("score.3", text, HANDFUL_POINTS[size] * gains))
    for word in found.slams:
        law, unit, text = SLAM[word]
        lines.append(line(law, text, unit))
    return (*lines, *(_misere(rules, seat) for seat in found.miseres))


HANDFUL_NAMES = {"single": T("single handful"), "double": T("double handful"), "triple": T("triple handful")}


def _misere(rules: TarotTable, announcer: int) -> Line:
    each, seats = int(rules.options.misere), range(len(rules.seats))
    pays = tuple(each * (len(seats) - 1) if seat == announcer else -each for seat in seats)
    return Line("tarot.score.8", T("misère of {name}", name=rules.seat_name(announcer)), pays)


# --- the table of values a sheet prints -------------------------------------------------------------------------


def values(rules: TarotTable) -> tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]:
    """What is needed, what the contracts multiply, what the bonuses pay."""
    trumps = HANDFUL[len(rules.seats)]

    need = tuple((T("{count} bouts", count=bouts), T("{number}", number=points)) for bouts, points in enumerate(NEED))
    times = tuple((rules.said(word), T("× {number}", number=by)) for word, by in TIMES.items())
    handfuls = tuple(
        (T("{handful}: {count} trumps", handful=HANDFUL_NAMES[size], count=trumps[size]), T("{number}", number=points))
        for size, points in HANDFUL_POINTS.items()
    )
    slams = tuple((text, T("{number}", number=points)) for _, points, text in SLAM.values())
    petit = ((T("the Petit last, times the contract"), T("{number}", number=PETIT_POINTS)),)
    return (
        (T("Points needed"), need),
        (T("25 points and the difference, times the contract"), times),
        (T("Bonuses"), (*petit, *handfuls, *slams)),
    )
