"""The result of a part: as it was counted at the table, and what of it the tricks say."""

from __future__ import annotations

from collections.abc import Mapping

from referee.deal import Deal
from referee.games.double_detente.laws import EXACT_ONE_TWO, EXCUSE, PETIT, YES_NO
from referee.grammar import whole
from referee.texts import Slip, T

KEYS = ("tricks", "petit", "petit-last", "excuse-last")


def checked(seats: tuple[str, ...], deal: Deal, keys: Mapping[str, str]) -> Mapping[str, str]:
    """The keys of a `result` line; raises Slip for a result no part can have."""
    unknown = next((key for key in keys if key not in KEYS), None)
    if unknown:
        raise Slip(T("“{found}”: expected one of {expected}", found=unknown, expected=KEYS), found=unknown)
    tricks = _tricks(seats, deal, keys.get("tricks", ""))
    for key in ("petit", "excuse-last"):
        if key in keys and keys[key] not in seats:
            raise Slip(T("{key}={found}: expected one of {expected}", key=key, found=keys[key], expected=seats))
    last = keys.get("petit-last", "no")
    if last not in YES_NO:
        raise Slip(T("petit-last={found}: expected yes or no", found=last), found=last)
    petit, excuse = keys.get("petit"), keys.get("excuse-last")
    if last == "yes" and petit is None:
        raise Slip(T("petit-last=yes: who took the Petit? expected petit=NAME"), found="petit-last")
    if petit is not None:
        _check_petit(seats, deal, tricks, petit)
    if excuse is not None and (tricks[seats.index(excuse)] == deal.size or (last == "yes" and petit == excuse)):
        raise Slip(T("the Excuse takes no trick: {name} cannot have won the last one with it", name=excuse))
    return keys


def _tricks(seats: tuple[str, ...], deal: Deal, said: str) -> list[int]:
    tricks = [whole(word, T("a number of tricks")) for word in said.split(",") if word]
    if len(tricks) != len(seats) or min(tricks) < 0 or sum(tricks) != deal.size:
        raise Slip(
            T(
                "tricks={found}: expected a number for each of {names}, {sum} in all",
                found=said,
                names=seats,
                sum=deal.size,
            ),
            found=said,
        )
    for seat, name in enumerate(seats):
        if tricks[seat] < deal.won(seat):
            raise Slip(T("{name} has taken {found} tricks already", name=name, found=deal.won(seat)), found=said)
    return tricks


def _check_petit(seats: tuple[str, ...], deal: Deal, tricks: list[int], petit: str) -> None:
    taker = deal.holder_of(PETIT)
    if deal.terms.petit_gone:
        raise Slip(T("the Petit was played in an earlier part of this round"), found=petit)
    if not tricks[seats.index(petit)]:
        raise Slip(T("{name} took the Petit without a trick", name=petit), found=petit)
    if taker is not None and seats[taker] != petit:
        raise Slip(T("{name} has taken the Petit already", name=seats[taker]), found=petit)


def petit_at(deal: Deal) -> bool:
    """Whether the Petit is known to have fallen in this deal."""
    if deal.counted is not None and "petit" in deal.counted:
        return True
    return any(PETIT in trick.cards for trick in (*deal.tricks, deal.trick))


def excuse_last(deal: Deal) -> int | None:
    """Who played the Excuse to the last trick of a part that is over, if it fell there; raises Slip where it is known
    to lie there and nobody said who played it.
    """
    last = deal.tricks[-1]
    player = next((play.seat for play in last.plays if play.card == EXCUSE), None)
    if player is not None or EXCUSE not in last.known:
        return player
    seen = [play.seat for play in last.plays if not play.unseen]
    suspects = [seat for seat in deal.order if seat != last.winner and seat not in seen]
    if len(suspects) != 1:
        raise Slip(
            T("who played the Excuse? write the cards of this trick in turn, “?” for the others, then “took”"),
            found=EXCUSE,
        )
    return suspects[0]


def bonus(part: int, bid: str | None, tricks: int) -> int:
    """What a bid met exactly, or missed by one or two, adds to the tricks."""
    if bid is None:
        return 0
    return (*EXACT_ONE_TWO[part], 0)[min(abs(int(bid) - tricks), 3)]
