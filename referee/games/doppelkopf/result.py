"""The result of a deal: counted from its tricks, or typed in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from referee.games.doppelkopf.auction import TYPE_LABELS
from referee.games.doppelkopf.cards import FOX, POINTS, RANKS, SOLOS, TOTAL, points
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import (
    EXTRA,
    KONTRA,
    LEVELS,
    NOBODY,
    RE,
    SAID,
    SOLO_TYPES,
    TYPES,
    Count,
    Sides,
    extras,
    sides,
)
from referee.rules import UNSEEN, Ask, Deal, Deck, Fill, Foul, Pile, Slip, Step, T, Text, Trick, Value, Won, whole
from referee.rules.common import plain_foul, refuse_other

MOST_EXTRAS = {"fox": 2, "karlchen": 1, "karlchen-caught": 2, "doppelkopf": 4, "fox-last": 1, "fox-last-caught": 2}
IN_THE_LAST = ("karlchen", "karlchen-caught", "fox-last", "fox-last-caught")
"""The extras that only the last trick brings."""
KEYS = ("re", "type", "points", "re-said", "kontra-said", "no-trick", "re-extra", "kontra-extra")
ALONE = {"normal": "silent-solo", "hochzeit": "hochzeit-solo"}
"""The type of a deal if Re turns out to be one player."""
OPEN_FOX, CAUGHT, FORTY = (one.msgid for one in (T("open fox: {name}"), T("fox: {name}"), T("Doppelkopf: {name}")))
"""What stands beside the tricks, with the players it is about."""


def levels(deal: Deal, known: Sides, without: Collection[int] = ()) -> dict[str, int]:
    """The highest level that each side has announced, `without` the announcements on these lines."""
    highest = {RE: 0, KONTRA: 0}
    for one in deal.announced:
        side = one.keys.get("side") or known.of(one.seat)
        if side is not None and one.line not in without:
            highest[side] = max(highest[side], LEVELS[side].index(one.word) + 1)
    return highest


def is_known(deal: Deal) -> bool:
    """Whether the cards of a played deal tell its result: all sides are known, and all cards of the tricks."""
    known = sides(deal)
    return len(known.re) + len(known.kontra) == len(deal.order) and all(trick.seen for trick in deal.tricks)


def outcome(deal: Deal, without: Collection[int] = (), rest_to: tuple[str, int] | None = None) -> Count | None:
    """The count of a deal; None while not all sides and tricks are known. `without`: lines of announcements that do not
    count; `rest_to`: the side that gets all tricks from a number on, played or not.
    """
    known = sides(deal)
    level = levels(deal, known, without)
    typed: Count | None = deal.terms.count
    if typed is not None:
        named = {side: typed.level[side] for side in LEVELS if f"{side}-said" in (deal.counted or {})}
        return replace(typed, level=level | named)
    if not is_known(deal) or (not deal.over and rest_to is None):
        return None
    if rest_to is not None:
        deal = deal._replace(tricks=deal.tricks[: rest_to[1] - 1])
    re_points, no_trick = _points_of_re(deal, known, None if rest_to is None else rest_to[0])
    re = tuple(seat for seat in deal.order if seat in known.re)
    contract: str = deal.terms.contract
    if len(re) == 1:
        return Count(re, ALONE.get(contract, contract), re_points, level, no_trick)
    return Count(re, contract, re_points, level, no_trick, extras(deal, known))


def _points_of_re(deal: Deal, known: Sides, rest_to: str | None) -> tuple[int, str | None]:
    """Re's card points and the side without a trick, if the side `rest_to` gets all that is not in a trick."""
    taken = [(trick, known.of(trick.winner)) for trick in deal.tricks if trick.winner is not None]
    won = {side: [trick for trick, taker in taken if taker == side] for side in (RE, KONTRA)}
    card_points = {side: sum(points(trick.cards) for trick in tricks) for side, tricks in won.items()}
    no_trick = next((side for side in (RE, KONTRA) if not won[side] and side != rest_to), None)
    return TOTAL - card_points[KONTRA] if rest_to == RE else card_points[RE], no_trick


def points_left(deal: Deal) -> int | None:
    """Re's card points, once every trick is taken and those of one side were all seen; None while they are open."""
    won: dict[str | None, list[Trick]] = {RE: [], KONTRA: []}
    known = sides(deal)
    for trick in deal.tricks:
        won.setdefault(None if trick.winner is None else known.of(trick.winner), []).append(trick)
    if deal.phase != "count" or None in won:
        return None
    seen = {side: sum(points(one.cards) for one in won[side]) for side in won if all(one.seen for one in won[side])}
    return seen[RE] if RE in seen else TOTAL - seen[KONTRA] if KONTRA in seen else None


def lying(deal: Deal, names: Sequence[str]) -> Text | None:
    """The marks beside the tricks of a deal in play: a Doppelkopf, a fox caught, an open fox, of which it is not
    certain yet whether an opponent took it.
    """
    if deal.phase != "play" or deal.terms.solo:
        return None
    known, marks = sides(deal), dict[str, list[str]]()
    for trick in deal.tricks:
        winner = None if trick.winner is None else known.of(trick.winner)
        for play in trick.plays:
            own = known.of(play.seat)
            fox = play.card == FOX and not deal.terms.pigs
            if fox and play.seat != trick.winner and (own is None or own != winner):
                mark = OPEN_FOX if own is None or winner is None else CAUGHT
                marks.setdefault(mark, []).append(names[play.seat])
        if trick.winner is not None and trick.seen and points(trick.cards) >= 40:
            marks.setdefault(FORTY, []).append(names[trick.winner])
    rows = tuple(T(mark, name=tuple(marked)) for mark, marked in marks.items())
    return T("{rows}", rows=rows) if rows else None


def enter(deal: Deal, line: int, keys: Mapping[str, str], options: DoppelkopfOptions, names: Sequence[str]) -> Step:
    """End a deal by the keys of a `result` line; raises Slip for a result that no play of the cards gives."""
    typed = read(deal, keys, options, names)
    terms = replace(deal.terms, count=typed)
    done = deal._replace(counted=keys, terms=terms, phase="done", state="done")
    return Step(done, fouls=tuple(_objections(deal, typed, line, options, names)))


def _objections(
    deal: Deal, typed: Count, line: int, options: DoppelkopfOptions, names: Sequence[str]
) -> Iterator[Foul]:
    """The fouls of a typed result: no solo of who must play one, points that the tricks noted contradict."""
    forced: int | None = deal.terms.forced
    if forced is not None and (typed.re != (forced,) or typed.type not in SOLOS):
        text = T("{forced} had to play a duty solo in this deal.", forced=names[forced])
        yield plain_foul("illegal-bid", "doppelkopf.match.3", forced, line, text)
    noted, every = _noted_tricks(deal, typed), full_hand(options)
    seen_points = {
        side: sum(points(card for card in trick.cards if card != UNSEEN) for trick in tricks)
        for side, tricks in noted.items()
    }
    tricks = range(len(noted[RE]), every - len(noted[KONTRA]) + 1)
    least, most = seen_points[RE], TOTAL - seen_points[KONTRA]
    lies = deal.size == every and not typed.solo  # a soloist may give up tricks that he has taken (TSR 5.3.7)
    if lies and not (least <= typed.points <= most and fits(typed, options, tricks)):
        values = {"least": least, "most": most}
        text = T("A slip of the pen, perhaps: the tricks noted give Re {least} to {most} points.", **values)
        yield Foul("wrong-count", None, "seen", line, line, "doppelkopf.play.4", text)


def read(deal: Deal, keys: Mapping[str, str], options: DoppelkopfOptions, names: Sequence[str]) -> Count:
    """The count that a `result` line states; raises Slip for one that no play of the cards gives."""
    refuse_other(keys, KEYS)
    re = _re(deal, keys.get("re", ""), names)
    kind = _type(deal, keys.get("type"), re, options)
    if "points" not in keys:
        raise Slip(T("points=: expected the card points of Re, 0 to {most}", most=TOTAL), found="points")
    re_points = whole(keys["points"], T("the card points of Re, 0 to {most}", most=TOTAL))
    if not 0 <= re_points <= TOTAL:
        raise Slip(T("{found} points for Re: expected 0 to {most}", found=re_points, most=TOTAL), found=re_points)
    no_trick = keys.get("no-trick")
    if no_trick not in (None, RE, KONTRA, NOBODY):
        raise Slip(T("no-trick={found}: expected re, kontra or nobody", found=no_trick), found=no_trick)
    count = Count(
        re,
        kind,
        re_points,
        {side: _level(side, keys.get(f"{side}-said", "")) for side in (RE, KONTRA)},
        None if no_trick == NOBODY else no_trick,
        {side: _extras(f"{side}-extra", keys.get(f"{side}-extra", "")) for side in (RE, KONTRA)},
    )
    if count.no_trick is not None and count.points_of(count.no_trick):
        text = T("{side} has card points, so it has taken a trick", side=SAID[count.no_trick])
        raise Slip(text, found=no_trick)
    if not count.solo:
        count = replace(count, extras=_with_seen(deal, count))
        _refuse_impossible(count)
    if deal.size == full_hand(options):
        _refuse_points(deal, count, no_trick, options)
    return count


def _refuse_points(deal: Deal, count: Count, no_trick: str | None, options: DoppelkopfOptions) -> None:
    """Refuse points that no tricks give; ask about a side without points whether it took a trick of no points."""
    side = next((side for side in LEVELS if not count.points_of(side)), None)
    if side is not None and no_trick is None and not _noted_tricks(deal, count)[side]:
        text = T("{side} has no points: enter whether it took no trick, or one without points", side=SAID[side])
        raise Slip(text, found=count.points)
    if not fits(count, options, range(full_hand(options) + 1)):
        raise Slip(T("no tricks give Re {points} points: count again", points=count.points), found=count.points)


def _noted_tricks(deal: Deal, count: Count) -> dict[str, list[Trick]]:
    """The tricks noted of each side."""
    noted = [trick for trick in deal.tricks if trick.winner is not None]
    return {side: [trick for trick in noted if (trick.winner in count.re) == (side == RE)] for side in LEVELS}


def full_hand(options: DoppelkopfOptions) -> int:
    """The cards of a full hand, and so the tricks of a deal."""
    return 12 if options.nines == "yes" else 10


def fits(count: Count, options: DoppelkopfOptions, tricks: Collection[int]) -> bool:
    """Whether Re can have its points with one of these numbers of tricks, and each side its extras."""
    every = full_hand(options)
    possible = {RE: {0}, KONTRA: {every}}.get(count.no_trick or "", set(range(1, every)))
    counted = {} if count.solo else count.extras
    own = {side: {name: counted.get(side, {}).get(name, 0) for name in EXTRA} for side in LEVELS}
    wants = {side: tuple(_card_needs(numbers)) for side, numbers in own.items()}
    return any(
        _reaches(count.points, number, re, kontra, every)
        for number in possible & set(tricks)
        for re in wants[RE]
        for kontra in wants[KONTRA]
    )


def _card_needs(numbers: Mapping[str, int]) -> Iterator[tuple[Mapping[str, int], int]]:
    """The ways in which a side's extras take cards: how many of each rank, in how many tricks at least."""
    tricks, foxes = numbers["doppelkopf"], numbers["fox"] + numbers["fox-last"]
    jacks = numbers["karlchen"] + numbers["karlchen-caught"]
    for aces in range(4 * tricks + 1):
        for inside in range(min(aces, foxes) + 1):
            alone = foxes - inside
            ranks = {"A": aces + alone, "10": 4 * tricks - aces, "J": jacks}
            yield ranks, tricks + bool(jacks or alone)


def _reaches(
    points_of_re: int,
    tricks: int,
    re: tuple[Mapping[str, int], int],
    kontra: tuple[Mapping[str, int], int],
    every: int,
) -> bool:
    """Whether so many tricks of Re can hold these points, with the cards that both sides must have."""
    left = tuple(8 - re[0].get(rank, 0) - kontra[0].get(rank, 0) for rank in RANKS[: every // 2])
    if min(left) < 0 or tricks < re[1] or every - tricks < kontra[1]:
        return False
    free = 4 * tricks - sum(re[0].values())
    return free >= 0 and points_of_re - sum(POINTS[rank] * number for rank, number in re[0].items()) in sums(left)[free]


@cache
def sums(numbers: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """The points that so many cards can have, by how many they are: so many of each rank are there."""
    ways: list[set[int]] = [set() for _ in range(sum(numbers) + 1)]
    ways[0] = {0}
    for rank, number in zip(RANKS, numbers, strict=False):
        for _ in range(number):
            for cards in range(len(ways) - 1, 0, -1):
                ways[cards] |= {value + POINTS[rank] for value in ways[cards - 1]}
    return tuple(map(frozenset, ways))


def _refuse_impossible(count: Count) -> None:
    """Refuse extras that no deal has together: two foxes, four tricks of 40, one last trick with two jacks of clubs."""
    own = {side: {name: numbers.get(name, 0) for name in EXTRA} for side, numbers in count.extras.items()}
    last = {side: numbers["karlchen"] + numbers["karlchen-caught"] for side, numbers in own.items()}
    if _are_many(own) or sum(last.values()) > MOST_EXTRAS["karlchen-caught"]:
        raise Slip(T("no deal has these extras together"), found="extra")
    for side, numbers in own.items():
        needed = max(40 * numbers["doppelkopf"], 11 * (numbers["fox"] + numbers["fox-last"]), 2 * last[side])
        if count.points_of(side) < needed:
            values = {"side": SAID[side], "needed": needed, "points": count.points_of(side)}
            text = T("the extras of {side} take {needed} card points, and it has {points}", **values)
            raise Slip(text, found="extra")


def _are_many(own: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether two sides have more extras than the pack, or the last trick, has cards for."""
    both = {name: own[RE][name] + own[KONTRA][name] for name in EXTRA}
    ended = [side for side in own if any(own[side][name] for name in IN_THE_LAST)]
    foxes = both["fox"] + both["fox-last"] > 2 or any(own[side]["fox-last-caught"] > own[side]["fox"] for side in own)
    low = both["fox-last"] and (both["karlchen"] or both["karlchen-caught"])  # a jack of clubs would have gone over it
    return foxes or both["doppelkopf"] > MOST_EXTRAS["doppelkopf"] or len(ended) > 1 or bool(low)


def _with_seen(deal: Deal, count: Count) -> dict[str, dict[str, int]]:
    """The extras typed in, with those the tricks have shown; raises Slip if fewer are stated than were shown."""
    everybody = frozenset(deal.order)
    shown = extras(deal, Sides(frozenset(count.re), everybody - frozenset(count.re)))
    for side, numbers in shown.items():
        for name, times in numbers.items():
            typed = count.extras[side].get(name, times)
            if typed < times:
                extra = T(EXTRA[name][times > 1].msgid, count=times)
                text = T("the cards noted show more for {side}: {extra}", side=SAID[side], extra=extra)
                raise Slip(text, found=f"{name}:{typed}")
    return {side: {**shown[side], **count.extras[side]} for side in shown}


def settled_re(deal: Deal) -> tuple[int, ...] | None:
    """The seats of Re, if the contract or the cards have settled the sides; else None."""
    known = sides(deal, heard=False)
    if len(known.re) + len(known.kontra) != len(deal.order):
        return None
    return tuple(seat for seat in deal.order if seat in known.re)


def types_left(deal: Deal) -> tuple[str, ...] | None:
    """The types that a deal may have after its auction; None before."""
    if deal.phase not in ("play", "count"):
        return None
    contract = deal.terms.contract
    return tuple(one for one in (contract, ALONE.get(contract)) if one is not None)


def _re(deal: Deal, text: str, names: Sequence[str]) -> tuple[int, ...]:
    known = settled_re(deal)
    if not text and known is not None:
        return known
    typed = [name for name in text.split(",") if name]
    playing = tuple(names[seat] for seat in deal.order)
    wrong = next((name for name in typed if name not in playing or typed.count(name) > 1), None)
    if wrong is not None or not 1 <= len(typed) <= 2:
        raise Slip(T("Re “{found}”: expected one name or two of {expected}", found=text, expected=playing), found=text)
    return tuple(seat for seat in deal.order if names[seat] in typed)


def _type(deal: Deal, text: str | None, re: tuple[int, ...], options: DoppelkopfOptions) -> str:
    fitting: tuple[str, ...] = SOLO_TYPES if len(re) == 1 else TYPES[: 3 if options.armut == "yes" else 2]
    types = types_left(deal)
    fitting = fitting if types is None else tuple(one for one in fitting if one in types)
    kind = text or ("normal" if "normal" in fitting else fitting[0] if len(fitting) == 1 else "")
    if kind not in fitting:
        labels = tuple(TYPE_LABELS[word] for word in fitting)
        found = TYPE_LABELS.get(kind, kind)
        wrong = T("the deal was “{found}”: expected one of {expected}", found=found, expected=labels)
        raise Slip(wrong if kind else T("one player alone is Re: which solo was it?"), found=kind)
    return kind


def _level(side: str, text: str) -> int:
    words = [word for word in text.split(",") if word]
    wrong = next((word for word in words if word not in LEVELS[side]), None)
    if wrong is not None:
        values = {"side": side, "found": wrong, "expected": LEVELS[side]}
        raise Slip(T("{side}-said: “{found}”: expected one of {expected}", **values), found=wrong)
    return max((LEVELS[side].index(word) + 1 for word in words), default=0)


def _extras(key: str, text: str) -> dict[str, int]:
    typed: dict[str, int] = {}
    for word in text.split(","):
        if not word:
            continue
        name, _, number = word.partition(":")
        times = number or "1"
        most = MOST_EXTRAS.get(name, 0)
        if name in typed or not times.isdecimal() or not int(times) <= most:
            expected = tuple(f"{one}:{most}" for one, most in MOST_EXTRAS.items())
            values = {"key": key, "found": text, "expected": expected}
            raise Slip(T("{key}={found}: expected at most {expected}, each once", **values), found=text)
        typed[name] = int(times)
    return typed


def result(deal: Deal, names: Sequence[str]) -> dict[str, Value]:
    """The keys of a `result` line; before the deal is over only the announcements and extras so far."""
    known, count = sides(deal), outcome(deal)
    if count is None:
        numbers = {} if deal.terms.solo else extras(deal, known)
        return _level_keys(levels(deal, known)) | _extra_keys(numbers)
    keys: dict[str, Value] = {"re": [names[seat] for seat in count.re], "type": count.type, "points": count.points}
    last: dict[str, Value] = {} if count.no_trick is None else {"no-trick": count.no_trick}
    return keys | _level_keys(count.level) | last | _extra_keys(count.extras)


def _level_keys(level: Mapping[str, int]) -> dict[str, Value]:
    return {f"{side}-said": list(LEVELS[side][: level[side]]) for side in LEVELS if level[side]}


def _extra_keys(numbers: Mapping[str, Mapping[str, int]]) -> dict[str, Value]:
    return {f"{side}-extra": dict(numbers[side]) for side in LEVELS if numbers.get(side)}


def won(deck: Deck) -> Won:
    """The piles of a deal. Kontra's tells nothing by itself, but shows that no card is missing; a fox in either is
    named, as it may have been caught.
    """
    fills = (Fill("points", {card: points((card,)) for card in deck.kinds}),)
    re, kontra = (Ask(FOX, f"{side}-extra", ("fox:1", "fox:2")) for side in (RE, KONTRA))
    piles = (
        Pile(T("The cards of Re"), fills, False, (FOX,), (re,)),
        Pile(T("The cards of Kontra"), (), False, (FOX,), (kontra,)),
    )
    return Won(piles, len(deck))
