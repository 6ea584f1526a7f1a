"""The terms of a deal beside its tricks: the contract, the announcements there are, the certain sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.games.doppelkopf.cards import FOX, KARLCHEN, OLD, SOLOS, TOTAL, TRUMP, pack, points
from referee.games.doppelkopf.options import STANDARD, DoppelkopfOptions
from referee.rules import UNSEEN, Deal, T, Text, Trick, of_deal

RE, KONTRA, NOBODY = "re", "kontra", "nobody"
OTHER = {RE: KONTRA, KONTRA: RE}
SAID: Mapping[str, Text] = {RE: T("Re"), KONTRA: T("Kontra")}
LABEL = {**SAID, "no90": T("no 90"), "no60": T("no 60"), "no30": T("no 30"), "schwarz": T("schwarz")}
WORDS = tuple(LABEL)
"""The words that may be announced."""

LEVELS = {side: (side, *WORDS[2:]) for side in SAID}
"""The words of each side, lowest first."""

EXTRA = {
    "fox": (T("a fox caught"), T("{count} foxes caught")),
    "karlchen": (T("Karlchen takes the last trick"), T("{count} × Karlchen")),
    "karlchen-caught": (T("Karlchen caught"), T("{count} × Karlchen caught")),
    "doppelkopf": (T("a Doppelkopf"), T("{count} × Doppelkopf")),
    "fox-last": (T("a fox takes the last trick"), T("{count} foxes take the last trick")),
    "fox-last-caught": (T("a fox caught in the last trick"), T("{count} foxes caught in the last trick")),
}
"""The extras: the words for one, and for several."""


def scores(extra: str, house: DoppelkopfOptions) -> bool:
    """Whether an extra scores by the house rules."""
    if extra == "karlchen-caught" and house.karlchen_caught == "no":
        return False
    if extra in ("karlchen", "karlchen-caught"):
        return house.karlchen == "yes"
    wanted = {"fox-last": ("takes", "both"), "fox-last-caught": ("both",)}
    return house.fox_last in wanted[extra] if extra in wanted else True


LAST_CLARIFYING = 3
"""A hochzeit finds its partner in the first three tricks or not at all."""

SOLO_TYPES = (*SOLOS, "silent-solo", "hochzeit-solo")
TYPES = ("normal", "hochzeit", "armut", *SOLO_TYPES)


@dataclass(frozen=True, slots=True)
class Count:
    """The result of a deal: the seats of Re, the type of deal, Re's card points (of 240), the highest level each side
    announced (0 nothing, 1 Re or Kontra, 2 no90 … 5 schwarz), the side without a trick, the extras of each side.
    """

    re: tuple[int, ...]
    type: str
    points: int
    level: Mapping[str, int]
    no_trick: str | None = None
    extras: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def solo(self) -> bool:
        return self.type in SOLO_TYPES

    def points_of(self, side: str) -> int:
        """The card points of a side."""
        return self.points if side == RE else TOTAL - self.points


@dataclass(frozen=True, slots=True)
class Terms:
    """The contract and its taker. `partner`: took the armut; `refused`: did not; `place`: the number of the deal in its
    round; `owing`: the seats that owed a duty solo before it; `forced`: the one that must play it now; `count`: a
    result counted at the table; `pigs`: the seats whose foxes, and cards above them, are the highest trumps;
    `genscher`: who chose a partner, and whom; `given`: the cards of an armut that changed hands; `house`: the rules
    agreed.
    """

    contract: str = "normal"
    taker: int | None = None
    partner: int | None = None
    refused: tuple[int, ...] = ()
    place: int = 1
    owing: tuple[int, ...] = ()
    forced: int | None = None
    bock: bool = False
    count: Count | None = None
    pigs: tuple[int, ...] = ()
    genscher: tuple[int, int] | None = None
    given: int = 0
    house: DoppelkopfOptions = STANDARD

    @property
    def solo(self) -> bool:
        """Whether a solo was named."""
        return self.contract in SOLOS

    @property
    def duty(self) -> bool:
        """Whether it is its player's duty solo."""
        return self.solo and self.taker in self.owing


@dataclass(frozen=True, slots=True)
class Sides:
    """The seats certain to be Re and Kontra."""

    re: frozenset[int] = frozenset()
    kontra: frozenset[int] = frozenset()

    def of(self, seat: int) -> str | None:
        """The side of a seat, None while it is not certain."""
        return RE if seat in self.re else KONTRA if seat in self.kontra else None


def clarifying_trick(deal: Deal) -> int | None:
    """The trick that settled a hochzeit, counted from 1: the first another player took, else the third. Where the house
    rules ask for one led with a plain suit, a trick led with a trump settles nothing. None while that is not known.
    """
    for trick in deal.tricks[:LAST_CLARIFYING]:
        settled = _settles(trick, deal.terms)
        if settled is not False:
            return trick.number if settled else None
    return LAST_CLARIFYING if len(deal.tricks) >= LAST_CLARIFYING else None


def searching(deal: Deal) -> bool:
    """Whether the partner of a hochzeit is certainly still sought."""
    early = len(deal.tricks) < LAST_CLARIFYING
    sought = deal.terms.contract == "hochzeit" and early
    return sought and all(_settles(trick, deal.terms) is False for trick in deal.tricks)


def _settles(trick: Trick, terms: Terms) -> bool | None:
    """Whether a trick tells the partner of a hochzeit, or that there will be none; None where nobody saw enough."""
    wanted, own = terms.house.hochzeit, trick.winner == terms.taker
    if trick.winner is None:
        return None
    if wanted == "any" or (own and wanted == "plain"):
        return not own
    suit = pack(terms.house).under("normal").suit
    led = trick.plays[0].card if trick.plays else UNSEEN
    laid = next((play.card for play in trick.plays if own and play.seat == trick.winner), UNSEEN)
    if suit.get(led) in (None, TRUMP):
        return None if led == UNSEEN else False
    if own:
        return None if laid == UNSEEN else suit[laid] == TRUMP
    return True


def seeking(deal: Deal) -> Text | None:
    """The text that a hochzeit still seeks its partner, and in which trick; else None."""
    if deal.terms.contract != "hochzeit" or deal.phase != "play" or clarifying_trick(deal) is not None:
        return None
    return T("partner sought: trick {number} of {most}", number=len(deal.tricks) + 1, most=LAST_CLARIFYING)


@of_deal
def sides(deal: Deal, heard: bool = True, thrown: frozenset[int] = frozenset()) -> Sides:
    """The certain sides: by the contract, the clarifying trick, queens of clubs and, with `heard`, announcements; a new
    partner chosen changes them. `thrown`: seats that laid a plain card when a trump was led.
    """
    everybody = frozenset(deal.order)
    terms: Terms = deal.terms
    if terms.count is not None:
        re = frozenset(terms.count.re)
        return Sides(re, everybody - re)
    if terms.genscher is None:
        return _dealt_sides(deal, everybody, heard, thrown)
    side = _dealt_sides(deal, everybody, False, thrown).of(terms.genscher[0])  # what was said later is of the new sides
    chosen = frozenset(terms.genscher)
    return {RE: Sides(chosen, everybody - chosen), KONTRA: Sides(everybody - chosen, chosen)}.get(side or "", Sides())


def _dealt_sides(deal: Deal, everybody: frozenset[int], heard: bool, thrown: frozenset[int]) -> Sides:
    """The certain sides, but for a new partner chosen."""
    terms: Terms = deal.terms
    if terms.solo:
        re = everybody & {terms.taker}
        return Sides(re, everybody - re)
    if terms.contract == "armut":
        re = everybody & {terms.taker, terms.partner}
        return Sides(re, everybody - re if terms.partner is not None else frozenset())
    if terms.contract == "hochzeit":
        return _hochzeit(deal, everybody)
    return _queens(deal, everybody, heard, thrown) if deal.phase in ("play", "count", "done") else Sides()


def alone(deal: Deal) -> int | None:
    """The seat that plays alone, once settled: by a solo named, by the clarifying trick of a hochzeit (TSR 4.4.3), in a
    silent solo by the second queen of clubs laid (4.4.5).
    """
    known = sides(deal)
    if len(known.re) != 1 or len(known.kontra) != len(deal.order) - 1:
        return None
    settled = deal.terms.contract != "normal" or deal.terms.count is not None
    settled = settled or sum(play.card == OLD for play in deal.plays) == 2
    return next(iter(known.re)) if settled else None


def _hochzeit(deal: Deal, everybody: frozenset[int]) -> Sides:
    number = clarifying_trick(deal)
    if number is None:
        return Sides(frozenset({deal.terms.taker}))
    trick = deal.tricks[number - 1]
    re = everybody & {deal.terms.taker, trick.winner if _settles(trick, deal.terms) else None}
    return Sides(re, everybody - re)


def _queens(deal: Deal, everybody: frozenset[int], heard: bool, thrown: frozenset[int]) -> Sides:
    """The sides by queens that fell and open hands; announcements count only for other seats."""
    queens = [seat for _, plays, _, _ in deal.all_tricks for seat, cards, _ in plays if cards[0] == OLD]
    if len(queens) >= 2:
        re = frozenset(queens)
        return Sides(re, everybody - re)
    re = frozenset(queens) | {seat for seat, hand in deal.hands.items() if OLD in hand}
    kontra = frozenset(deal.hands) - re
    for one in deal.announced if heard else ():
        side = one.keys.get("side")
        if one.seat not in re | kontra:
            re |= {one.seat} if side == RE else set()
            kontra |= {one.seat} if side == KONTRA else set()
    kontra |= thrown - re
    if len(re) > 2:
        return Sides(frozenset(queens))
    if len(re) == 2 or any(hand.count(OLD) == 2 for hand in deal.hands.values()):
        return Sides(re, everybody - re)
    if len(kontra) == 3:
        return Sides(everybody - kontra, kontra)
    return Sides(re, kontra)


def side_keys(deal: Deal, names: Sequence[str]) -> dict[str, list[str]]:
    """The seats certain to be Re and Kontra, by name."""
    known = sides(deal)
    return {side: [names[seat] for seat in deal.order if known.of(seat) == side] for side in SAID}


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra point: the side that gets it, its name, the seat whose card it is for, the number of the trick."""

    side: str
    name: str
    seat: int
    trick: int


def extras(deal: Deal, known: Sides) -> dict[str, dict[str, int]]:
    """The number of extras made so far, by side and name, as far as the sides are certain."""
    numbers: dict[str, dict[str, int]] = {RE: {}, KONTRA: {}}
    for extra in each_extra(deal, known):
        numbers[extra.side][extra.name] = numbers[extra.side].get(extra.name, 0) + 1
    return {side: {name: own[name] for name in EXTRA if name in own} for side, own in numbers.items()}


def each_extra(deal: Deal, known: Sides) -> Iterator[Extra]:
    """The extras made so far whose sides are certain, those of a fox in the last trick only where they score."""
    house: DoppelkopfOptions = deal.terms.house
    for extra in _every_extra(deal, known):
        if not extra.name.startswith("fox-last") or scores(extra.name, house):
            yield extra


def _every_extra(deal: Deal, known: Sides) -> Iterator[Extra]:
    for trick in deal.tricks:
        if trick.winner is None:
            continue
        winner = known.of(trick.winner)
        if winner is None:
            continue
        foxes = () if deal.terms.pigs else tuple(play for play in trick.plays if play.card == FOX)
        for play in foxes:
            if known.of(play.seat) == OTHER[winner]:
                yield Extra(winner, "fox", play.seat, trick.number)
        if trick.seen and points(trick.cards) >= 40:
            yield Extra(winner, "doppelkopf", trick.winner, trick.number)
        if trick.number == deal.size:
            yield from _last(trick, winner, known, KARLCHEN, "karlchen", "karlchen-caught")
            if foxes:
                yield from _last(trick, winner, known, FOX, "fox-last", "fox-last-caught")


def _last(trick: Trick, winner: str, known: Sides, card: str, takes: str, caught: str) -> Iterator[Extra]:
    """The extras of the last trick for a card that takes it, or that the other side loses there."""
    for play in trick.plays:
        if play.card != card:
            continue
        if play.seat == trick.winner:
            yield Extra(winner, takes, play.seat, trick.number)
        elif known.of(play.seat) == OTHER[winner]:
            yield Extra(winner, caught, play.seat, trick.number)
