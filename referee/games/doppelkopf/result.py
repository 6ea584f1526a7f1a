"""What a deal came to: counted from its tricks, or read from a result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from referee.deal import Deal, Play, Trick
from referee.games.doppelkopf.cards import FOX, KARLCHEN, TOTAL, points
from referee.games.doppelkopf.terms import KONTRA, OTHER, RE, SOLO_TYPES, TYPES, Count, Sides, Terms, sides
from referee.games.doppelkopf.value import EXTRA
from referee.grammar import whole
from referee.texts import Slip, T

LEVELS = {RE: (RE, "no90", "no60", "no30", "schwarz"), KONTRA: (KONTRA, "no90", "no60", "no30", "schwarz")}
"""What each side may say, lowest first."""

MOST_EXTRAS = {"fox": 2, "karlchen": 1, "karlchen-caught": 2, "doppelkopf": 4}
KEYS = ("re", "type", "points", "re-said", "kontra-said", "no-trick", "re-extra", "kontra-extra")
ALONE = {"normal": "silent-solo", "hochzeit": "hochzeit-solo"}
"""What a deal is called where Re turns out to be one player."""


def type_of(deal: Deal, known: Sides) -> str:
    """What a result calls the deal."""
    contract: str = deal.terms.contract
    return ALONE.get(contract, contract) if len(known.re) == 1 else contract


def levels(deal: Deal, known: Sides, without: Collection[int] = ()) -> dict[str, int]:
    """The highest level each side has said, leaving out what was said on some lines."""
    found = {RE: 0, KONTRA: 0}
    for said in deal.announced:
        side = said.keys.get("side") or known.of(said.seat)
        if side is not None and said.line not in without:
            found[side] = max(found[side], LEVELS[side].index(said.word) + 1)
    return found


def counted(deal: Deal, without: Collection[int] = (), rest_to: str | None = None) -> Count | None:
    """What a deal came to. None while sides or tricks are not all known. `without`: lines of announcements that do not
    count; `rest_to`: the side that gets the cards and tricks not taken.
    """
    terms: Terms = deal.terms
    known = sides(deal)
    if terms.count is not None:
        return _with_said(deal, terms.count, levels(deal, known, without))
    if len(known.re) + len(known.kontra) != len(deal.order) or not all(trick.seen for trick in deal.tricks):
        return None
    if not deal.over and rest_to is None:
        return None
    side: Callable[[int], str] = lambda seat: RE if seat in known.re else KONTRA  # noqa: E731
    won = [(trick, side(trick.winner)) for trick in deal.tricks if trick.winner is not None]
    made = sum(points(trick.cards) for trick, taker in won if taker == RE)
    takers = {taker for _, taker in won}
    if rest_to is not None and not deal.over:
        takers.add(rest_to)
        if rest_to == RE:
            made = TOTAL - sum(points(trick.cards) for trick, taker in won if taker == KONTRA)
    no_trick = next((one for one in (RE, KONTRA) if one not in takers), None)
    re = tuple(seat for seat in deal.order if seat in known.re)
    made_extras = {} if len(re) == 1 else extras(deal, known)
    return Count(re, type_of(deal, known), made, levels(deal, known, without), no_trick, made_extras)


def _with_said(deal: Deal, count: Count, heard: Mapping[str, int]) -> Count:
    """A result with what was heard during the deal, for the sides of which it says nothing itself."""
    typed = deal.counted or {}
    level = {side: count.level[side] if f"{side}-said" in typed else heard[side] for side in (RE, KONTRA)}
    return replace(count, level=level)


def extras(deal: Deal, known: Sides) -> dict[str, dict[str, int]]:
    """The extras made so far whose sides are certain."""
    found: dict[str, dict[str, int]] = {RE: {}, KONTRA: {}}

    def add(side: str | None, name: str) -> None:
        if side is not None:
            found[side][name] = found[side].get(name, 0) + 1

    for trick in deal.tricks:
        if trick.winner is None:
            continue
        winner = known.of(trick.winner)
        for play in trick.plays:
            if play.card == FOX and known.of(play.seat) == OTHER.get(winner or ""):
                add(winner, "fox")
        if trick.seen and points(trick.cards) >= 40:
            add(winner, "doppelkopf")
        if trick.number == deal.size:
            for name in _karlchen(trick, winner, known):
                add(winner, name)
    return {side: {name: made[name] for name in EXTRA if name in made} for side, made in found.items()}


def _karlchen(trick: Trick, winner: str | None, known: Sides) -> list[str]:
    names = []
    jacks: list[Play] = [play for play in trick.plays if play.card == KARLCHEN]
    for play in jacks:
        if play.seat == trick.winner:
            names.append("karlchen")
        elif known.of(play.seat) == OTHER.get(winner or ""):
            names.append("karlchen-caught")
    return names


# --- a result line


def read(deal: Deal, keys: Mapping[str, str], seats: tuple[str, ...]) -> Count:
    """The count a result line states; raises Slip for what cannot be."""
    unknown = next((key for key in keys if key not in KEYS), None)
    if unknown:
        raise Slip(T("“{found}”: expected one of {expected}", found=unknown, expected=KEYS), found=unknown)
    re = _re(deal, keys.get("re", ""), seats)
    kind = _type(deal, keys.get("type"), re)
    if "points" not in keys:
        raise Slip(T("points=: expected the card points of Re, 0 to {most}", most=TOTAL), found="points")
    made = whole(keys["points"], T("the card points of Re, 0 to {most}", most=TOTAL))
    if not 0 <= made <= TOTAL:
        raise Slip(T("points={found}: expected 0 to {most}", found=made, most=TOTAL), found=made)
    no_trick = keys.get("no-trick")
    if no_trick not in (None, RE, KONTRA):
        raise Slip(T("no-trick={found}: expected re or kontra", found=no_trick), found=no_trick)
    count = Count(
        re,
        kind,
        made,
        {side: _said(side, keys.get(f"{side}-said", "")) for side in (RE, KONTRA)},
        no_trick,
        {side: _extras(f"{side}-extra", keys.get(f"{side}-extra", "")) for side in (RE, KONTRA)},
    )
    if no_trick is not None and count.made(no_trick):
        raise Slip(T("no-trick={found}: but that side has card points", found=no_trick), found=no_trick)
    return count


def certain(deal: Deal) -> tuple[int, ...] | None:
    """The seats of Re where the contract or the cards have settled the sides, None where they have not."""
    known = sides(deal, heard=False)
    if len(known.re) + len(known.kontra) != len(deal.order):
        return None
    return tuple(seat for seat in deal.order if seat in known.re)


def agreed(deal: Deal) -> tuple[str, ...] | None:
    """The types a deal may be of once the auction has settled it, None before."""
    if deal.phase not in ("play", "count"):
        return None
    contract = deal.terms.contract
    return tuple(one for one in (contract, ALONE.get(contract)) if one is not None)


def _re(deal: Deal, text: str, seats: tuple[str, ...]) -> tuple[int, ...]:
    known = certain(deal)
    if not text and known is not None:
        return known
    names = [name for name in text.split(",") if name]
    playing = tuple(seats[seat] for seat in deal.order)
    wrong = next((name for name in names if name not in playing or names.count(name) > 1), None)
    if wrong is not None or not 1 <= len(names) <= 2:
        raise Slip(T("re={found}: expected one name or two of {expected}", found=text, expected=playing), found=text)
    found = {seats.index(name) for name in names}
    return tuple(seat for seat in deal.order if seat in found)


def _type(deal: Deal, text: str | None, re: tuple[int, ...]) -> str:
    fitting: tuple[str, ...] = SOLO_TYPES if len(re) == 1 else TYPES[:3]
    types = agreed(deal)
    fitting = fitting if types is None else tuple(one for one in fitting if one in types)
    found = text or ("normal" if "normal" in fitting else fitting[0] if len(fitting) == 1 else "")
    if found not in fitting:
        raise Slip(T("type={found}: expected one of {expected}", found=found, expected=fitting), found=found)
    return found


def _said(side: str, text: str) -> int:
    words = [word for word in text.split(",") if word]
    wrong = next((word for word in words if word not in LEVELS[side]), None)
    if wrong is not None:
        values = {"side": side, "found": wrong, "expected": LEVELS[side]}
        raise Slip(T("{side}-said: “{found}”: expected one of {expected}", **values), found=wrong)
    return max((LEVELS[side].index(word) + 1 for word in words), default=0)


def _extras(key: str, text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in text.split(","):
        if not word:
            continue
        name, _, number = word.partition(":")
        times = number or "1"
        most = MOST_EXTRAS.get(name, 0)
        if name in found or not times.isdecimal() or not int(times) <= most:
            expected = tuple(f"{one}:{most}" for one, most in MOST_EXTRAS.items())
            values = {"key": key, "found": text, "expected": expected}
            raise Slip(T("{key}={found}: expected at most {expected}, each once", **values), found=text)
        found[name] = int(times)
    return found


def told(count: Count, seats: tuple[str, ...]) -> dict[str, Any]:
    """The keys of a result line for a count."""
    found: dict[str, Any] = {"re": [seats[seat] for seat in count.re], "type": count.type, "points": count.points}
    for side in (RE, KONTRA):
        if count.level[side]:
            found[f"{side}-said"] = list(LEVELS[side][: count.level[side]])
    if count.no_trick is not None:
        found["no-trick"] = count.no_trick
    for side in (RE, KONTRA):
        if count.extras.get(side):
            found[f"{side}-extra"] = dict(count.extras[side])
    return found
