"""The deals of a round: who deals next, duty solos owed and forced, Bock rounds, checks of the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.games.doppelkopf.cards import SOLOS, trumps
from referee.games.doppelkopf.fouls import (
    MINOR_SOLOIST,
    NONE,
    SERIOUS,
    counts,
    decision,
    rest_to,
    soloist,
    void_announcements,
)
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.result import levels, outcome
from referee.games.doppelkopf.score import winner
from referee.games.doppelkopf.terms import KONTRA, OTHER, RE, Terms, sides
from referee.rules import Due, Scored, Slip, Standing, T, Text, seat_of, whole
from referee.rules.common import best, next_dealer, totals

ROUND = {4: 24, 5: 30}
"""The deals of a round, by the number of seats at the table."""

EVEN = 120
"""The card points of Re that leave as many to Kontra."""


@dataclass(frozen=True, slots=True)
class Next:
    """The deal that is due: its number in the round, its dealer, the seats that owe a duty solo and the one that must
    play it now; whether the round is `over`.
    """

    place: int
    dealer: int
    owing: tuple[int, ...]
    forced: int | None
    bock: bool
    over: bool = False


def duty(scored: Scored) -> int | None:
    """The player of a duty solo in this deal: the first solo a player names in a round, by bid or result."""
    terms: Terms = scored.deal.terms
    player = terms.taker if terms.solo else None
    if terms.count is not None:
        player = terms.count.re[0] if terms.count.type in SOLOS else None
    return player if player in terms.owing else None


def passes(scored: Scored) -> bool:
    """Whether the next player deals: not after a deal that does not count, nor after an unforced duty solo."""
    if not counts(scored.deal, scored.upheld):
        return False
    return duty(scored) is None or scored.deal.terms.forced is not None


def due(options: DoppelkopfOptions, seats: int, past: Sequence[Scored], dealer: int | None) -> Next:
    """The deal that comes after these."""
    first: Terms | None = past[0].deal.terms if past else None
    place = (first.place if first else 1) + sum(counts(scored.deal, scored.upheld) for scored in past)
    owing: tuple[int, ...] = ()
    if options.duty_solo == "yes":
        done = {duty(scored) for scored in past if counts(scored.deal, scored.upheld)}
        owing = tuple(seat for seat in (first.owing if first else range(seats)) if seat not in done)
    last, late = past[-1] if past else None, time_up(past)
    again = last is None or not (passes(last) or (late and last.deal.terms.forced is None))
    following = 0 if dealer is None and options.first_dealer == "first" else next_dealer(dealer, seats, again)
    forced = None
    if owing and (late or ROUND[seats] - place + 1 <= len(owing)):
        while seats == 5 and owing == (following,):
            following = (following + 1) % seats
        forced = must_play(owing, order_of(following, seats))
    over = options.duty_solo == "yes" and (place > ROUND[seats] or (late and not owing))
    return Next(place, following, owing, forced, _bock(options, past, seats) > 0, over)


def time_up(deals: Sequence[Scored]) -> bool:
    """Whether the agreed time has run out: only duty solos still owed are played then (TSR 8.5.3)."""
    return any(scored.deal.last for scored in deals)


def order_of(dealer: int, seats: int) -> tuple[int, ...]:
    """The seats that play when this one deals, from its left; of five the dealer sits out."""
    return tuple((dealer + step) % seats for step in range(1, 5))


def must_play(owing: Sequence[int], order: Sequence[int]) -> int | None:
    """The seat that must play its duty solo: the first in this order that owes one."""
    return next((seat for seat in order if seat in owing), None)


def gone_on(coming: Next, keys: Mapping[str, str], names: tuple[str, ...]) -> Next:
    """The first deal of a record, which may go on with a round: its number there, and who still owes a duty solo, by
    its keys. Raises Slip for a key that cannot be.
    """
    place = whole(keys["place"], T("the number of a deal")) if "place" in keys else coming.place
    if not 1 <= place <= ROUND[len(names)]:
        raise Slip(
            T("{key}={found}: expected 1 to {most}", key="place", found=place, most=ROUND[len(names)]), found=place
        )
    done = {seat_of(name, names) for name in keys.get("done", "").split(",") if name}
    return replace(coming, place=place, owing=tuple(seat for seat in coming.owing if seat not in done))


def first_terms(
    keys: Mapping[str, str], forced: int | None, order: Sequence[int], coming: Next, house: DoppelkopfOptions
) -> Terms:
    """The terms a deal begins with: as due, unless its keys differ. `forced`: the seat they name."""
    if forced is not None and forced not in order:
        raise Slip(T("{name} does not play in this deal", name=keys["forced"]), found=keys["forced"])
    if forced is None and coming.forced is not None:
        forced = must_play(coming.owing, order)
    bock = keys.get("bock", "yes" if coming.bock else "no")
    if bock not in ("no", "yes"):
        raise Slip(T("{key}={found}: expected yes or no", key="bock", found=bock), found=bock)
    return Terms(place=coming.place, owing=coming.owing, forced=forced, bock=bock == "yes", house=house)


def _bock(options: DoppelkopfOptions, past: Sequence[Scored], seats: int) -> int:
    """The Bock deals still to play: each occasion adds a round of them."""
    left = 0
    for scored in past if options.bock != "no" else ():
        if counts(scored.deal, scored.upheld):
            left = max(0, left - 1) + seats * occasions(scored, options)
        left += seats * (options.bock_foul == "yes" and any(decision(foul) != NONE for foul in scored.upheld))
    return left


def occasions(scored: Scored, options: DoppelkopfOptions) -> int:
    """The number of occasions for a Bock round in a deal that counts, as agreed: tricks to which all four play a plain
    heart; both Re and Kontra said, also in a solo that a foul of Kontra stopped; a side that had announced lost; 120
    card points on both sides.
    """
    number, deal, upheld = 0, scored.deal, scored.upheld
    void = void_announcements(upheld)
    count = outcome(deal, void, rest_to(deal, upheld))
    announced = levels(deal, sides(deal), void) if count is None else count.level
    number += options.bock_both == "yes" and all(announced.values())
    if options.bock_hearts == "yes" and not deal.terms.solo:
        high = trumps(deal.terms.contract, options.dulle == "yes")
        seen = [trick.cards for trick in deal.tricks if trick.seen]
        number += sum(all(card[0] == "H" and card not in high for card in cards) for cards in seen)
    if count is None:
        return number
    losers = {"no": (), "re": (RE,), "either": (RE, KONTRA)}[options.bock_lost]
    number += any(count.level[side] and winner(count) == OTHER[side] for side in losers)
    return number + (options.bock_even == "yes" and count.points == EVEN)


def standing(
    coming: Next,
    scores: Sequence[tuple[int, ...]],
    options: DoppelkopfOptions,
    names: Sequence[str],
    before: int,
    goes_on: bool,
) -> Standing:
    """The totals and the next deal; after the last deal of a round the winners. Where it `goes_on` from another table,
    the deal says what those before it have settled.
    """
    seats = len(names)
    sums = totals(scores, seats)
    keys: tuple[tuple[str, str], ...] = () if coming.forced is None else (("forced", names[coming.forced]),)
    keys += (("bock", "yes"),) if coming.bock else ()
    if goes_on and options.duty_solo == "yes":
        done = ",".join(name for seat, name in enumerate(names) if seat not in coming.owing)
        keys += (("place", str(coming.place)), *([("done", done)] if done else []))
    following = Due(coming.dealer, label(coming.place, coming.bock, options, seats, before), keys)
    if not coming.over:
        return Standing(sums, following)
    return Standing(sums, following, True, best(sums))


def label(place: int, bock: bool, options: DoppelkopfOptions, seats: int, before: int = 0) -> Text:
    """The name of the deal with this number in its round; without rounds they count on after those `before`."""
    text = T("deal {number}", number=before + place)
    if options.duty_solo == "yes":
        text = T("deal {number} of {most}", number=place, most=ROUND[seats])
    return T("{deal}, Bock", deal=text) if bock else text


def open_duties(coming: Next, names: Sequence[str]) -> tuple[Text, ...]:
    """The duty solos still owed when the round is over."""
    owing = tuple(names[seat] for seat in coming.owing)
    return (T("Duty solos still owed: {names}.", names=owing),) if coming.over and owing else ()


def checks(seats: int, deals: Sequence[Scored], rows: Sequence[tuple[int, ...]]) -> tuple[Text, ...]:
    """What does not add up: totals that do not make 0; at four seats, totals neither all even nor all odd though no
    foul was paid to a soloist alone; extras typed for a solo.
    """
    sums = totals(rows, seats)
    upheld = [(scored.deal, foul) for scored in deals for foul in scored.upheld]
    alone = any(soloist(deal, foul) is not None and decision(foul) in (MINOR_SOLOIST, SERIOUS) for deal, foul in upheld)
    wrong = []
    if sum(sums):
        wrong.append(T("The totals add up to {sum}, not to 0.", sum=sum(sums)))
    if seats == 4 and not alone and len({total % 2 for total in sums}) > 1:
        wrong.append(T("The totals are neither all even nor all odd."))
    for scored in deals:
        typed = scored.deal.terms.count
        if typed is not None and typed.solo and any(any(numbers.values()) for numbers in typed.extras.values()):
            wrong.append(
                T("Deal {number}: a solo has no extra points; those typed do not count.", number=scored.deal.number)
            )
    return tuple(wrong)
