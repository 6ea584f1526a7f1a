"""A table's list as it stands on paper: its deals, read in one of the ways that lists are written, and what adds up.

A line is a deal. A dot stands for nothing, or for a total that stays; an x for a seat that sits out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from referee.words.text import Slip, T, Text, clip

Way = Literal["each", "totals", "winners", "losers"]
Deal = tuple[int, ...]
"""What each seat gets."""

WAYS: Mapping[Way, Text] = {
    "each": T("what each player gets: 90 −30 −30 −30"),
    "totals": T("the running totals: 90 −30 −30 −30"),
    "winners": T("the value and the seats that win: 3 24"),
    "losers": T("only what the losers lose: . 3 . 3"),
}
CELL = re.compile(r"[+\-−]?\d+|[.xX]")
MOST_LINES = 200


def read_deals(way: Way, text: str, seats: int, playing: int, balanced: bool) -> list[Deal]:
    """The deals of a list. `playing`: how many of the seats play in each; `balanced`: a deal adds up to 0.

    Where it does, the last seat of a line may be left out. Raises Slip for a line that cannot be read or does not add
    up, with its number as `deal`.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise Slip(T("write a line for each deal"), part="deals")
    if len(lines) > MOST_LINES:
        raise Slip(T("the file is too long: at most {most} rows", most=MOST_LINES), part="deals")
    readers: Mapping[str, Callable[[Sequence[str]], Deal]] = {
        "each": lambda cells: _numbers(cells, seats, (0,) * seats, balanced),
        "totals": lambda cells: _numbers(cells, seats, before, balanced),
        "winners": lambda cells: _won(cells, seats, playing),
        "losers": lambda cells: _lost(cells, seats, playing),
    }
    before: Deal = (0,) * seats
    deals: list[Deal] = []
    for number, line in enumerate(lines, 1):
        try:
            found = readers[way](_cells(line))
            together = sum(found)
            if balanced and together:
                raise Slip(T("adds up to {sum}, not to 0", sum=together))
        except Slip as slip:
            text_ = T("Deal {number}, “{line}”: {why}.", number=number, line=clip(line.strip()), why=slip.text)
            raise Slip(text_, part="deals", deal=number) from None
        deals.append(tuple(new - old for new, old in zip(found, before, strict=True)) if way == "totals" else found)
        before = found
    return deals


def running(deals: Sequence[Deal]) -> list[Deal]:
    """The totals after each deal."""
    totals: list[Deal] = []
    for deal in deals:
        before = totals[-1] if totals else (0,) * len(deal)
        totals.append(tuple(old + new for old, new in zip(before, deal, strict=True)))
    return totals


def compare(deals: Sequence[Deal], written: str, names: Sequence[str]) -> list[Text]:
    """Where the sums that the players wrote are not those of the deals, and the deal that would explain it.

    Raises Slip for sums that cannot be read.
    """
    cells = _cells(written)
    if not cells:
        return []
    if len(cells) != len(names):
        raise Slip(_expected(len(cells), len(names)), part="sums")
    sums = [_number(cell) for cell in cells]
    return list(_differences(deals, sums, names))


def _differences(deals: Sequence[Deal], sums: Sequence[int], names: Sequence[str]) -> Iterator[Text]:
    for seat, (found, said) in enumerate(zip(running(deals)[-1], sums, strict=True)):
        if found == said:
            continue
        text = T("{name}: the deals come to {found}, the list says {said}", name=names[seat], found=found, said=said)
        left_out = [at for at, deal in enumerate(deals, 1) if deal[seat] == found - said]
        turned = [at for at, deal in enumerate(deals, 1) if 2 * deal[seat] == found - said]
        if len(left_out) == 1:
            text = T("{text}: as if deal {number} were left out", text=text, number=left_out[0])
        elif not left_out and len(turned) == 1:
            text = T("{text}: as if deal {number} had the other sign", text=text, number=turned[0])
        yield text


# --- a line -------------------------------------------------------------------------------------------------------


def _cells(line: str) -> list[str]:
    """The numbers, dots and crosses of a line. Raises Slip where anything else stands there."""
    cells = CELL.findall(line)
    strange = CELL.sub(" ", line).replace(",", " ").replace(";", " ").replace("|", " ").split()
    if strange:
        raise Slip(T("“{found}” stands where a number was expected", found=clip(strange[0])))
    return cells


def _number(cell: str) -> int:
    return 0 if cell in ".xX" else int(cell.replace("−", "-"))


def _expected(found: int, seats: int) -> Text:
    return T("{found} numbers stand where {seats} were expected, one for each seat", found=found, seats=seats)


def _numbers(cells: Sequence[str], seats: int, before: Deal, balanced: bool) -> Deal:
    """A number for each seat, a dot where it is as `before`; the last may follow from the others."""
    numbers = [before[at] if cell == "." else _number(cell) for at, cell in enumerate(cells[:seats])]
    if balanced and len(cells) == seats - 1:
        return (*numbers, -sum(numbers))
    if len(cells) != seats:
        raise Slip(_expected(len(cells), seats))
    return tuple(numbers)


def _seats(cell: str, seats: int) -> set[int]:
    """The seats that a cell names: 24 is the second and the fourth."""
    found = {int(digit) - 1 for digit in cell if digit.isdigit()}
    if not cell.isdigit() or len(found) != len(cell) or not found <= set(range(seats)):
        raise Slip(T("“{found}” stands where seats from 1 to {seats} were expected", found=cell, seats=seats))
    return found


def _won(cells: Sequence[str], seats: int, playing: int) -> Deal:
    """The value of a deal, the seats that win it, then those that sit out. Who is alone plays against each other."""
    if cells and not _number(cells[0]) and len(cells) == 1:
        return (0,) * seats
    if not 2 <= len(cells) <= 3:
        raise Slip(T("expected the value, the seats that win, and those that sit out if any do: 3 24"))
    value, winners = _number(cells[0]), _seats(cells[1], seats)
    out = _seats(cells[2], seats) if len(cells) == 3 else set[int]()
    losers = set(range(seats)) - winners - out
    _check_sides(winners, losers, out, seats - playing)
    win, lose = _stakes(len(winners), len(losers), value)
    return tuple(win if seat in winners else -lose if seat in losers else 0 for seat in range(seats))


def _stakes(winners: int, losers: int, value: int) -> tuple[int, int]:
    """What each winner gets and each loser pays: who is alone, the value of each of the others."""
    if winners == losers:
        return value, value
    if 1 not in (winners, losers):
        raise Slip(T("{winners} win against {losers}: write what each player gets", winners=winners, losers=losers))
    return (value * losers, value) if winners == 1 else (value, value * winners)


def _lost(cells: Sequence[str], seats: int, playing: int) -> Deal:
    """What each loser pays, shared by those who win."""
    if len(cells) != seats:
        raise Slip(_expected(len(cells), seats))
    paid = [abs(_number(cell)) for cell in cells]
    if not any(paid):
        return (0,) * seats
    out = {seat for seat, cell in enumerate(cells) if cell in "xX"}
    losers = {seat for seat, lost in enumerate(paid) if lost}
    winners = set(range(seats)) - losers - out
    _check_sides(winners, losers, out, seats - playing)
    each, rest = divmod(sum(paid), len(winners))
    if rest:
        raise Slip(T("{sum} cannot be shared by {winners} winners", sum=sum(paid), winners=len(winners)))
    return tuple(each if seat in winners else -paid[seat] for seat in range(seats))


def _check_sides(winners: set[int], losers: set[int], out: set[int], most_out: int) -> None:
    if not winners or not losers or winners & out:
        raise Slip(T("somebody wins a deal, and somebody else loses it"))
    if len(out) != most_out:
        raise Slip(T("{found} sit out where {expected} were expected", found=len(out), expected=most_out))
