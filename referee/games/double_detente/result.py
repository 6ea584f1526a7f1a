"""The result of a part: counted at the table, or from its tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.rules import NO_YES, Deal, Result, Slip, T
from referee.rules.common import tricks_counted
from referee.rules.packs import EXCUSE, PETIT

KEYS = ("tricks", "petit", "petit-last", "excuse-last")


def enter(deal: Deal, keys: Mapping[str, str], seats: Sequence[str]) -> Deal:
    """End a part by the keys of a `result` line and the cards seen before it; raises Slip for a result that no part can
    have, or that those cards contradict.
    """
    counted = tricks_counted(deal, keys, KEYS, seats)
    tricks = dict(zip(seats, counted, strict=True))
    keys = _with_seen(deal, keys, tricks)
    for key in ("petit", "excuse-last"):
        if key in keys and keys[key] not in seats:
            raise Slip(T("{key}={found}: expected one of {expected}", key=key, found=keys[key], expected=seats))
    last = keys.get("petit-last", "no")
    if last not in NO_YES:
        raise Slip(T("{key}={found}: expected yes or no", key="petit-last", found=last), found=last)
    petit, excuse = keys.get("petit"), keys.get("excuse-last")
    if last == "yes" and petit is None:
        raise Slip(T("the Petit in the last trick: who took it?"), found="petit-last")
    if petit is not None:
        _check_petit(deal, petit, tricks[petit])
    if excuse is not None and excuse_gone(deal):
        raise Slip(T("the Excuse was played before: it is not in the last trick"), found=excuse)
    if excuse is not None and (tricks[excuse] == deal.size or (last == "yes" and petit == excuse)):
        raise Slip(T("the Excuse takes no trick: {name} cannot have won the last one with it", name=excuse))
    _refuse_order(deal, tricks, petit, last == "yes", excuse, seats)
    return deal._replace(counted=keys, phase="done", state="done")


def _refuse_order(
    deal: Deal, tricks: Mapping[str, int], petit: str | None, petit_last: bool, excuse: str | None, seats: Sequence[str]
) -> None:
    """Refuse what no order of the tricks not noted gives: a Petit that its taker won in none of them, or only in the
    last; a last trick that nobody but the player of the Excuse can have won.
    """
    gained = {name: tricks[name] - deal.tricks_won(seats.index(name)) for name in seats}
    if deal.over or not any(gained.values()):
        return
    unseen = {seats[trick.winner] for trick in deal.tricks if not trick.seen and trick.winner is not None}
    if petit is not None and deal.trick_of(PETIT) is None and not petit_last and petit not in unseen:
        if not gained[petit]:
            raise Slip(T("{name} took the Petit in no trick that was noted: count again", name=petit), found=petit)
        gained[petit] -= 1
        if not any(number for name, number in gained.items() if name != excuse):
            raise Slip(T("{name} took the Petit in the last trick: say so", name=petit), found=petit)
    elif petit is not None and petit_last and not gained[petit]:
        raise Slip(T("{name} has not won the last trick: count again", name=petit), found=petit)
    if excuse is not None and not any(number for name, number in gained.items() if name != excuse):
        raise Slip(T("the Excuse takes no trick: {name} cannot have won the last one with it", name=excuse))


def _with_seen(deal: Deal, keys: Mapping[str, str], tricks: Mapping[str, int]) -> dict[str, str]:
    """The keys, completed by the cards seen; raises Slip if they contradict these, or do not say who took a Petit that
    fell.
    """
    seats = tuple(tricks)
    seen = seen_keys(deal, seats)
    fell = deal.trick_of(PETIT)
    if fell is not None and PETIT not in deal.terms.gone and "petit" not in seen:
        gained = [name for name in seats if tricks[name] > deal.tricks_won(seats.index(name))]
        if len(gained) == 1:
            seen["petit"] = gained[0]
        elif "petit" not in keys:
            raise Slip(T("the Petit was played in trick {trick}: who took it?", trick=fell.number))
    for key, known in seen.items():
        if key in keys and keys[key] != known:
            if key == "petit":
                raise Slip(T("{name} has taken the Petit already", name=known), found=keys[key])
            text = T("the cards noted say that {name} played the Excuse to the last trick", name=known)
            if key == "petit-last":
                text = T("the cards noted say whether the Petit was in the last trick")
            raise Slip(text, found=keys[key])
    return {**keys, **{key: known for key, known in seen.items() if (key, known) != ("petit-last", "no")}}


def seen_keys(deal: Deal, seats: Sequence[str]) -> dict[str, str]:
    """The keys of a `result` line that the recorded cards settle."""
    seen: dict[str, str] = {}
    for trick in deal.all_tricks:
        last = trick.number == deal.size
        if PETIT in trick.cards and PETIT not in deal.terms.gone:
            seen["petit-last"] = "yes" if last else "no"
            if trick.winner is not None:
                seen["petit"] = seats[trick.winner]
        player = next((play.seat for play in trick.plays if play.card == EXCUSE), None)
        if last and player is not None and not excuse_gone(deal):
            seen["excuse-last"] = seats[player]
    return seen


def _check_petit(deal: Deal, petit: str, tricks: int) -> None:
    """Refuse a Petit that its taker cannot have won."""
    if PETIT in deal.terms.gone:
        raise Slip(T("the Petit was played in an earlier part of this round"), found=petit)
    if not tricks:
        raise Slip(T("{name} took the Petit without a trick", name=petit), found=petit)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a part: the tricks of each seat, and by name who took the Petit, whether in the last trick, and who
    played the Excuse to the last trick; None what is not known.
    """

    tricks: tuple[int, ...]
    petit: str | None = None
    petit_last: bool | None = None
    excuse_last: str | None = None


def outcome(deal: Deal, seats: Sequence[str]) -> Outcome:
    """The result of this deal, as typed in, or so far."""
    keys = deal.counted
    if keys is not None:
        tricks, last = tuple(int(word) for word in keys["tricks"].split(",")), keys.get("petit-last")
        return Outcome(tricks, keys.get("petit"), None if last is None else last == "yes", keys.get("excuse-last"))
    tricks = tuple(deal.tricks_won(seat) for seat in range(len(seats)))
    excuse = excuse_last(deal) if deal.over else None
    player = None if excuse is None else seats[excuse]
    petit = None if PETIT in deal.terms.gone else deal.trick_of(PETIT)
    if petit is None or petit.winner is None:
        return Outcome(tricks, excuse_last=player)
    return Outcome(tricks, seats[petit.winner], deal.over and PETIT in deal.tricks[-1].cards, player)


def result(deal: Deal, seats: Sequence[str]) -> Result:
    """The keys of a `result` line of this deal, as far as known."""
    if deal.counted is None and not deal.tricks:
        return {}
    own = outcome(deal, seats)
    values = (list(own.tricks), own.petit, own.petit_last, own.excuse_last)
    known = {key: value for key, value in zip(KEYS, values, strict=True) if value is not None}
    return known if deal.counted is None else {key: known[key] for key in deal.counted}


def fallen_bouts(deal: Deal) -> frozenset[str]:
    """The Petit and the Excuse, if they are known to have fallen in this deal."""
    typed = deal.counted or {}
    keys = {"petit": PETIT, "excuse-last": EXCUSE}
    return frozenset(card for key, card in keys.items() if key in typed or deal.trick_of(card) is not None)


def excuse_gone(deal: Deal) -> bool:
    """Whether the Excuse fell before the last trick of this part."""
    fell = deal.trick_of(EXCUSE)
    return EXCUSE in deal.terms.gone or (fell is not None and fell.number < deal.size)


def excuse_last(deal: Deal) -> int | None:
    """The seat that played the Excuse to the last trick of a finished part, if it fell there; raises Slip if it did and
    its player cannot be told.
    """
    if excuse_gone(deal):
        return None
    last = deal.tricks[-1]
    player = next((play.seat for play in last.plays if play.card == EXCUSE), None)
    if player is not None or EXCUSE not in last.known:
        return player
    seen = [play.seat for play in last.plays if not play.unseen]
    suspects = [seat for seat in deal.order if seat != last.winner and seat not in seen]
    if len(suspects) != 1:
        text = T("who played the Excuse? write the cards of this trick in turn, “?” for the others, then “took”")
        raise Slip(text, found=EXCUSE)
    return suspects[0]
