"""What a deal scores, line by line: who wins it, its value, what upheld fouls pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.doppelkopf import fouls
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.result import outcome
from referee.games.doppelkopf.terms import (
    EXTRA,
    KONTRA,
    LABEL,
    OTHER,
    RE,
    SAID,
    WORDS,
    Count,
    each_extra,
    scores,
    sides,
)
from referee.rules import Aim, Deal, Line, Scored, T, Text

COWARDLY = 3
"""The levels made and not announced that are Feigheit."""

MARKS = (120, 90, 60, 30)
"""The marks a side may be held below; beyond the last there is only “no trick”."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the value: points of each player of a side. `said`: the side and the word it counts for."""

    law: str
    text: Text
    side: str
    points: int
    said: tuple[str, str] | None = None


LOST = ("fox", "karlchen-caught", "fox-last-caught")
"""The extras that name the player who lost a card."""


def is_below(count: Count, side: str, level: int) -> bool:
    """Whether a side was held below a level: 1 is 120, then 90, 60, 30, a trick."""
    return count.no_trick == side if level == 5 else count.points_of(side) < MARKS[level - 1]


def wins(count: Count, side: str) -> bool:
    """Whether a side wins: by its announcement, else against the other side's, else by 121 points (Re) or 120 (Kontra).

    If Kontra alone was said, Kontra needs 121 and Re 120.
    """
    other, own, theirs = OTHER[side], count.level[side], count.level[OTHER[side]]
    if own > 1:
        return is_below(count, other, own)
    if theirs > 1:
        return not is_below(count, side, theirs)
    only_kontra = count.level[KONTRA] == 1 and not count.level[RE]
    need = 120 if (side == RE) == only_kontra else 121
    return count.points_of(side) >= need


def winner(count: Count) -> str | None:
    """The side that wins; None if both failed their announcements."""
    return next((side for side in (RE, KONTRA) if wins(count, side)), None)


def items(count: Count, options: DoppelkopfOptions, bock: bool) -> list[Item]:
    """The value of a deal, line by line, for one player of the side that gets it; a soloist's counts three times."""
    side = winner(count)
    if side is None:
        rows = list(_failure(count, options))
    else:
        rows = list(_victory(count, options, side))
        if options.re_kontra == "double":
            rows += _doublings(count, side, sum(item.points for item in rows))
    if side is not None and options.feigheit == "yes" and _is_cowardly(count, side):
        rows = [replace(item, side=OTHER[item.side], text=T("{extra}: Feigheit", extra=item.text)) for item in rows]
    rows += _extras(count, options)
    if side is not None and options.re_kontra == "double_all":
        rows += _doublings(count, side, sum(item.points if item.side == side else -item.points for item in rows))
    return rows + _bock(rows, options, side) if bock else rows


def _victory(count: Count, options: DoppelkopfOptions, side: str) -> Iterator[Item]:
    yield Item("value.1", T("the deal won"), side, 1)
    if side == KONTRA and _against_old(count, options):
        yield Item("value.2", T("against the old ladies"), side, 1)
    if options.re_kontra == "plus2":
        for speaker in (RE, KONTRA):
            if count.level[speaker]:
                yield Item("value.3", T("{said} said", said=SAID[speaker]), side, 2, (speaker, speaker))
    yield from _thresholds(count, side)
    if options.levels_made != "nobody":
        thresholds = _thresholds(count, OTHER[side])
        yield from thresholds if options.levels_made == "maker" else (replace(item, side=side) for item in thresholds)
    for speaker in (RE, KONTRA):
        for level in range(2, count.level[speaker] + 1):
            text = T("{level} said by {side}", level=LABEL[WORDS[level]], side=SAID[speaker])
            yield Item("value.5", text, side, 1, (speaker, WORDS[level]))
    yield from _levels_beaten(count, options, side)


def _is_cowardly(count: Count, side: str) -> bool:
    """Whether a side won by three levels more than it had announced, in a deal that is no solo."""
    made = 1 + sum(is_below(count, OTHER[side], level) for level in range(2, 6))
    return not count.solo and made - count.level[side] >= COWARDLY


def _against_old(count: Count, options: DoppelkopfOptions) -> bool:
    poor = count.type == "armut" and options.against_old == "not_poverty"
    return options.against_old == "always" or not (count.solo or poor or options.against_old == "never")


def _thresholds(count: Count, side: str) -> Iterator[Item]:
    other = OTHER[side]
    for level in range(2, 5):
        if is_below(count, other, level):
            yield Item("value.4", T("{side} under {mark}", side=SAID[other], mark=MARKS[level - 1]), side, 1)
    if is_below(count, other, 5):
        yield Item("value.4", T("{side} without a trick", side=SAID[other]), side, 1)


def _levels_beaten(count: Count, options: DoppelkopfOptions, side: str) -> Iterator[Item]:
    """One for each level of the other side that this side beat by thirty: 120 against no90, …, 30 against schwarz."""
    if options.beat_level_bonus == "no":
        return
    for level in range(2, count.level[OTHER[side]] + 1):
        if count.points_of(side) >= MARKS[level - 2]:
            text = T("{mark} reached against {level}", mark=MARKS[level - 2], level=LABEL[WORDS[level]])
            yield Item("value.6", text, side, 1)


def _failure(count: Count, options: DoppelkopfOptions) -> Iterator[Item]:
    for side in (RE, KONTRA):
        if options.both_fail != "extras":
            yield from _thresholds(count, side)
        if options.both_fail == "ddv_7_1_3":
            yield from _levels_beaten(count, options, side)


def _doublings(count: Count, side: str, value: int) -> Iterator[Item]:
    for speaker in (RE, KONTRA):
        if count.level[speaker]:
            yield Item(
                "value.3", T("{said} said: the value doubles", said=SAID[speaker]), side, value, (speaker, speaker)
            )
            value *= 2


def _extras(count: Count, options: DoppelkopfOptions) -> Iterator[Item]:
    if count.solo or options.extras == "no":
        return
    for side, extras in count.extras.items():
        for name, number in extras.items():
            if name == "karlchen-caught" and options.karlchen_caught == "once":
                number = min(number, 1)
            if number and scores(name, options):
                one, several = EXTRA[name]
                text = one if number == 1 else T(several.msgid, count=number)
                yield Item(f"extra.{list(EXTRA).index(name) + 1}", text, side, number)


def _bock(rows: list[Item], options: DoppelkopfOptions, side: str | None) -> list[Item]:
    if options.bock == "plus2":
        return [] if side is None else [Item("bock.1", T("Bock round"), side, 2)]
    re = sum(item.points if item.side == RE else -item.points for item in rows)
    return [Item("bock.1", T("Bock round: doubled"), RE, re)] if re else []


def lines(scored: Scored, options: DoppelkopfOptions, hand: int, names: Sequence[str]) -> tuple[Line, ...]:
    """The lines of the value, then what fouls pay. After a serious foul, or with short hands, there is no value."""
    deal, upheld = scored.deal, scored.upheld
    seats = len(names)
    paid = fouls.payments(deal, upheld, seats)
    count = (
        None
        if any(fouls.decision(foul) == fouls.SERIOUS for foul in fouls.punished_fouls(upheld))
        else _count(scored, hand)
    )
    if count is None:
        return paid
    value = []
    for item in items(count, options, deal.terms.bock):
        points = item.points if item.side == RE else -item.points
        row = [0] * seats
        for seat in deal.order:
            row[seat] = points * (3 if count.solo else 1) if seat in count.re else -points
        value.append(Line(f"doppelkopf.{item.law}", _with_where(item, deal, names), tuple(row)))
    return (*value, *paid)


def result_text(scored: Scored, hand: int) -> Text | None:
    """How a deal ended, with the card points of both sides."""
    count = _count(scored, hand)
    if count is None:
        return None
    counted = {"re": count.points_of(RE), "kontra": count.points_of(KONTRA)}
    side = winner(count)
    if side is None:
        return T("Re {re} to Kontra {kontra}: nobody wins", **counted)
    if count.solo:
        alone = T("the solo is won") if side == RE else T("the solo is lost")
        return T("Re {re} to Kontra {kontra}: {alone}", alone=alone, **counted)
    return T("Re {re} to Kontra {kontra}: {side} wins", side=SAID[side], **counted)


def _with_where(item: Item, deal: Deal, names: Sequence[str]) -> Text:
    """The text of an item, with who announced it, or for an extra whose card it was and in which trick."""
    known = sides(deal)
    if item.said:
        heard = [one for one in deal.announced if (one.keys.get("side") or known.of(one.seat), one.word) == item.said]
        return T("{extra}: {where}", extra=item.text, where=names[heard[-1].seat]) if heard else item.text
    wanted = list(EXTRA)[int(item.law.removeprefix("extra.")) - 1] if item.law.startswith("extra.") else None
    seen = [one for one in each_extra(deal, known) if one.name == wanted and one.side == item.side]
    if len(seen) != item.points:
        return item.text
    whose = T("that of {name}, trick {number}") if wanted in LOST else T("{name}, trick {number}")
    where = tuple(Text(whose.msgid, {"name": names[one.seat], "number": one.trick}) for one in seen)
    return T("{extra}: {where}", extra=item.text, where=where)


def _count(scored: Scored, hand: int) -> Count | None:
    """The result of a finished deal of full hands, after rulings."""
    deal, upheld = scored.deal, scored.upheld
    if deal.state != "done" or deal.size != hand:
        return None
    return outcome(deal, fouls.void_announcements(upheld), fouls.rest_to(deal, upheld))


def aims(scored: Scored, hand: int) -> tuple[Aim, ...]:
    """The side of each seat, and whether it won."""
    count = _count(scored, hand)
    if count is None:
        return ()
    best, alone = winner(count), T("solo") if count.solo else SAID[RE]
    re, kontra = (alone, best == RE), (SAID[KONTRA], best == KONTRA)
    return tuple(Aim(seat, *(re if seat in count.re else kontra)) for seat in scored.deal.order)
