"""The outcome of a deal from the cards of both sides, and its score, law by law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.games.tarot.announce import HANDFUL_NAMES
from referee.games.tarot.cards import ALL_HALVES, BOUTS, HALVES, HAND, HANDFUL, counts
from referee.games.tarot.options import TarotOptions, may_be_bid
from referee.games.tarot.play import slam_lead
from referee.games.tarot.terms import (
    BOUTS_SAID,
    NEED,
    SAID,
    TIMES,
    Terms,
    handfuls,
    known_aside,
    last_number,
    owner_of_rest,
    partner,
    slam_by,
)
from referee.rules import UNSEEN, Deal, Line, Play, T, Text, Trick, of_deal
from referee.rules.packs import EXCUSE, PETIT

SIDES, NOBODY = ("attack", "defence"), "nobody"
BASE = 25
PETIT_POINTS = 10
HANDFUL_POINTS = {
    "20_30_40": {"single": 20, "double": 30, "triple": 40},
    "20_40_60": {"single": 20, "double": 40, "triple": 60},
}
"""What a handful pays, by the option that is agreed."""
SLAM_POINTS = {
    "announced-made": ("score.4", 400, T("slam announced and made")),
    "announced-failed": ("score.4", -200, T("slam announced and failed")),
    "made": ("score.5", 200, T("slam, not announced")),
    "defence": ("score.6", -200, T("slam of the defence")),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts by which a deal is scored.

    `halves` are the card points of the taker's side, doubled; `partner` is None if the taker is alone; `handfuls`: size
    and seat; `petit`: the side that wins the last trick with the Petit in it; `miseres`: the seats that announced one.
    """

    taker: int
    contract: str
    bouts: int
    halves: int
    partner: int | None = None
    handfuls: tuple[tuple[str, int], ...] = ()
    petit: str | None = None
    slams: tuple[str, ...] = ()
    miseres: tuple[int, ...] = ()

    @property
    def attack(self) -> frozenset[int | None]:
        """The taker's side."""
        return frozenset({self.taker, self.partner} - {None})

    @property
    def points(self) -> int | float:
        """The card points of the taker's side."""
        return self.halves / 2 if self.halves % 2 else self.halves // 2

    def side(self, seat: int | None) -> str:
        """The side of a seat."""
        return side(seat, self.attack)


def side(seat: int | None, attack: frozenset[int | None]) -> str:
    """The side of a seat, given the taker's."""
    return SIDES[seat not in attack]


def attack_of(deal: Deal) -> frozenset[int | None] | None:
    """The seats of the taker's side; None while nobody can know them."""
    taker, ally = deal.terms.taker, partner(deal)
    if taker is None or ally is None:
        return None
    return frozenset({taker, ally} if isinstance(ally, int) else {taker})


# --- the cards counted ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Pile:
    """The half points and bouts in one side's tricks, and whether every card of them is known."""

    halves: int = 0
    bouts: int = 0
    known: bool = True

    def put(self, cards: Sequence[str]) -> None:
        """Put cards on it."""
        self.halves += sum(map(HALVES.__getitem__, cards))
        self.bouts += sum(map(cards.count, BOUTS))


@of_deal
def count(deal: Deal, options: TarotOptions) -> Outcome | None:
    """The outcome of a finished deal by its cards; None if too few of them are known."""
    terms: Terms = deal.terms
    attack = attack_of(deal)
    if not deal.played_out or terms.taker is None or terms.contract is None or attack is None:
        return None
    mate = next((seat for seat in attack if seat != terms.taker), None)
    piles = gather(deal, attack, options)
    mine, theirs = piles["attack"], piles["defence"]
    if not (mine.known or theirs.known) or deal.size != HAND[len(deal.order)] or _has_double(deal):
        return None
    return Outcome(
        terms.taker,
        terms.contract,
        mine.bouts if mine.known else len(BOUTS) - theirs.bouts,
        mine.halves if mine.known else ALL_HALVES - theirs.halves,
        mate,
        tuple((one.keys["size"], one.seat) for one in handfuls(deal)),
        petit_last(deal, attack, options),
        _slams(deal, attack),
        tuple(one.seat for one in deal.announced if one.word.startswith("misere")),
    )


def gather(deal: Deal, attack: frozenset[int | None], options: TarotOptions) -> dict[str, Pile]:
    """The pile of each side: its tricks, and the cards set aside."""
    piles = {one: Pile() for one in SIDES}
    taken: dict[str, list[str]] = {one: [] for one in SIDES}
    for trick in deal.tricks:
        taker = side(trick.winner, attack)
        cards = [cards[0] for _, cards, _ in trick.plays]
        piles[taker].known &= UNSEEN not in cards and len(cards) >= len(deal.order)
        taken[taker] += cards
        for play in trick.plays if EXCUSE in cards else ():
            if play.card == EXCUSE:
                _put_excuse(deal, trick, play, piles, attack, options)
    for taker, won in taken.items():
        piles[taker].put([card for card in won if card not in (EXCUSE, UNSEEN)])
    aside = known_aside(deal)
    rest = piles[owner_of_rest(deal)]
    rest.put(aside)
    rest.known = rest.known and len(aside) == deal.terms.kitty
    if EXCUSE not in aside and deal.player_of(EXCUSE) is None and not all(trick.seen for trick in deal.tricks):
        # The Excuse stays with its side whoever took the trick, and nobody saw who played it.
        piles["attack"].known = piles["defence"].known = False
    return piles


def _has_double(deal: Deal) -> bool:
    """Whether a card was noted twice: then another one was never noted."""
    noted = [cards[0] for _, plays, _, _ in deal.tricks for _, cards, _ in plays if UNSEEN not in cards]
    noted += known_aside(deal)
    return len(set(noted)) < len(noted)


def _put_excuse(
    deal: Deal,
    trick: Trick,
    play: Play,
    piles: dict[str, Pile],
    attack: frozenset[int | None],
    options: TarotOptions,
) -> None:
    """Put the Excuse on the pile of the side that keeps it; if the other side took the trick, it gets half a point."""
    owner, won = side(play.seat, attack), side(trick.winner, attack)
    goes = owner
    if trick.number == last_number(deal) and not slam_lead(deal, trick):
        other = "defence" if owner == "attack" else "attack"
        goes = other if options.excuse_last == "other_side" else won
    piles[goes].put((EXCUSE,))
    if goes != won:
        piles[goes].halves -= 1
        piles[won].halves += 1


def _slams(deal: Deal, attack: frozenset[int | None]) -> tuple[str, ...]:
    """The slams of a deal: a side took every trick, or a slam announced was made or not."""
    sides = {side(trick.winner, attack) for trick in deal.tricks}
    slams: tuple[str, ...] = ()
    if slam_by(deal):
        slams += ("announced-made",) if sides == {"attack"} else ("announced-failed",)
    elif sides == {"attack"}:
        slams += ("made",)
    return (*slams, "defence") if sides == {"defence"} else slams


def petit_last(deal: Deal, attack: frozenset[int | None], options: TarotOptions) -> str | None:
    """The side paid for the Petit in the last trick.

    In a slam that ends with the Excuse it is the last trick but one.
    """
    last = deal.tricks[-1]
    if slam_lead(deal, last) and len(deal.tricks) > 1:
        last = deal.tricks[-2]
    if PETIT not in last.cards:
        return None
    player, won = deal.player_of(PETIT), side(last.winner, attack)
    if options.petit_captured == "nobody" and player is not None and side(player, attack) != won:
        return None
    return won


def petit_seen(deal: Deal, attack: frozenset[int | None] | None, options: TarotOptions) -> str | None:
    """The side paid for the Petit in the last trick, or nobody; None while the tricks and the sides do not show it."""
    fell = deal.trick_of(PETIT)
    if fell is None or deal.undecided:
        return None
    if not deal.over:
        return NOBODY if fell.number < last_number(deal) - 1 else None
    paid = petit_last(deal, attack or frozenset(), options) or NOBODY
    return paid if attack or paid == NOBODY else None


# --- what a count can be ----------------------------------------------------------------------------------------


def bounds(
    deal: Deal, attack: frozenset[int | None] | None, options: TarotOptions
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The fewest and the most half points, and bouts, that the tricks noted leave to the taker's side. Once all are
    taken, and those of one side were seen, that is the Excuse alone: it stays with its side whoever took the trick.
    """
    if attack is None or _has_double(deal):
        return (0, ALL_HALVES), (0, len(BOUTS))
    noted = deal._replace(tricks=tuple(trick for trick in deal.tricks if trick.winner is not None))
    piles = gather(noted, attack, options)
    mine, theirs = piles["attack"], piles["defence"]
    least, most, low, high = mine.halves, ALL_HALVES - theirs.halves, mine.bouts, len(BOUTS) - theirs.bouts
    unseen = {side(trick.winner, attack) for trick in noted.tricks if not trick.seen}
    unseen |= {owner_of_rest(deal)} if len(known_aside(deal)) < deal.terms.kitty else set()
    every = deal.played_out and deal.size == HAND[len(deal.order)]
    if every and unseen == {"attack"}:
        least, low = max(least, most - HALVES[EXCUSE]), max(low, high - 1)
    elif every and unseen == {"defence"}:
        most, high = min(most, least + HALVES[EXCUSE]), min(high, low + 1)
    return (least, most), (low, high)


def all_tricks(final: Outcome) -> str | None:
    """The side that won every trick, by the slams of the result."""
    if {"announced-made", "made"} & set(final.slams):
        return "attack"
    return "defence" if "defence" in final.slams else None


def tricks_by_slams(final: Outcome, every: int) -> set[int]:
    """How many tricks the taker's side may have, by the slams of the result."""
    return {"attack": {every}, "defence": {0}}.get(all_tricks(final) or "", set(range(1, every)))


def counts_of(deal: Deal, final: Outcome, options: TarotOptions, tricks: int, bouts: int) -> Iterator[range]:
    """The half points of the taker's side with so many tricks and bouts."""
    contre = final.contract == "garde-contre"
    free = contre or options.discard == "free" or final.contract == "garde-sans"
    for held in map(frozenset, combinations(BOUTS, bouts)):
        if final.petit is None or (final.petit == "attack") == (PETIT in held):
            yield from counts(len(deal.order), tricks, held, contre, free)


def fitting_tricks(deal: Deal, final: Outcome, options: TarotOptions) -> set[int]:
    """How many tricks of the taker's side give this count. Of n trumps shown, one of them perhaps the Excuse, the
    22 − n others beat so many at most.
    """
    players = len(deal.order)
    least = {side: int(final.petit == side) for side in SIDES}
    for size, seat in final.handfuls:
        least[final.side(seat)] = max(least[final.side(seat)], 2 * HANDFUL[players][size] - 23)
    tricks = range(least["attack"], HAND[players] - least["defence"] + 1)
    return {
        at for at in tricks if any(final.halves in ways for ways in counts_of(deal, final, options, at, final.bouts))
    }


def contradictions(deal: Deal, typed: Outcome, options: TarotOptions) -> Iterator[Text]:
    """What the tricks noted say against the points or bouts of a typed result."""
    (least, most), (low, high) = bounds(deal, typed.attack, options)
    right = least <= typed.halves <= most and low <= typed.bouts <= high
    if not right:
        yield T("the tricks noted give the taker's side {least} to {most} points and {low} to {high} bouts",
                least=least / 2, most=most / 2, low=low, high=high)  # fmt: skip
    every = HAND[len(deal.order)]
    if not right or deal.size != every or last_number(deal) != every:
        return
    won = [typed.side(trick.winner) for trick in deal.tricks if trick.winner is not None]
    left = range(won.count("attack"), every - won.count("defence") + 1)
    if not fitting_tricks(deal, typed, options) & tricks_by_slams(typed, every) & set(left):
        yield T("the taker's side has {low} to {high} tricks, which cannot hold these points",
                low=left[0], high=left[-1])  # fmt: skip


# --- what it pays -----------------------------------------------------------------------------------------------


def margin(outcome: Outcome, options: TarotOptions) -> tuple[bool, int]:
    """Whether the contract is made, and the points by which it is made or fails."""
    above = outcome.halves - 2 * NEED[outcome.bouts]
    if options.half_point == "attack":
        above += above % 2
    return above >= 0, (abs(above) + (options.half_point == "winner")) // 2


def lines(
    outcome: Outcome, options: TarotOptions, seats: tuple[str, ...], without: frozenset[int] = frozenset()
) -> tuple[Line, ...]:
    """The lines of a deal; handfuls of the seats in `without` were ruled not to count."""
    shares = _shares(outcome, len(seats))
    success, by = margin(outcome, options)
    sign, times = (1 if success else -1), TIMES[outcome.contract]

    def line(law: str, text: Text, unit: int) -> Line:
        return Line(f"tarot.{law}", text, tuple(unit * part for part in shares))

    paid = [line("score.1", _contract_text(outcome, success, by), sign * (BASE + by) * times)]
    if outcome.petit:
        won = outcome.petit == "attack"
        text = T("the Petit last, for the taker") if won else T("the Petit last, for the defence")
        paid.append(line("score.2", text, PETIT_POINTS * times * (1 if won else -1)))
    for size, seat in outcome.handfuls:
        if seat in without:
            continue
        gains = sign if options.handful_to == "deal_winner" else 1 if outcome.side(seat) == "attack" else -1
        text = T("{handful} shown by {name}", handful=HANDFUL_NAMES[size], name=seats[seat])
        law = "score.3" if options.handful_points == "20_30_40" else "score.9"
        paid.append(line(law, text, HANDFUL_POINTS[options.handful_points][size] * gains))
    for word in outcome.slams:
        law, unit, text = SLAM_POINTS[word]
        paid.append(line(law, text, unit))
    return (*paid, *(_misere(seat, int(options.misere), seats) for seat in outcome.miseres))


def _shares(outcome: Outcome, seats: int) -> tuple[int, ...]:
    """The share of each seat, in units of what one defender pays."""
    defenders = seats - len(outcome.attack)
    mine = defenders if outcome.partner is None else defenders - 1
    return tuple(mine if seat == outcome.taker else 1 if seat == outcome.partner else -1 for seat in range(seats))


def _contract_text(outcome: Outcome, success: bool, by: int) -> Text:
    text = (
        T("{contract}: {points} points with {bouts}, {need} needed: just made")
        if success and not by
        else T("{contract}: {points} points with {bouts}, {need} needed: made by {by}")
        if success
        else T("{contract}: {points} points with {bouts}, {need} needed: down by {by}")
    )
    return T(
        text.msgid,
        contract=SAID[outcome.contract],
        points=outcome.halves / 2,
        bouts=BOUTS_SAID[outcome.bouts],
        need=NEED[outcome.bouts],
        by=by,
    )


def brief(outcome: Outcome, options: TarotOptions, seats: tuple[str, ...]) -> Text:
    """The contract, its taker, and the points by which it was made or lost."""
    success, by = margin(outcome, options)
    text = T("{contract} by {name}: +{by}") if success else T("{contract} by {name}: −{by}")
    return T(text.msgid, contract=SAID[outcome.contract], name=seats[outcome.taker], by=by)


def _misere(announcer: int, each: int, seats: tuple[str, ...]) -> Line:
    pays = tuple(each * (len(seats) - 1) if seat == announcer else -each for seat in range(len(seats)))
    return Line("tarot.score.8", T("misère of {name}", name=seats[announcer]), pays)


# --- the table of values a sheet prints -------------------------------------------------------------------------


def values(options: TarotOptions, seats: int) -> tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]:
    """The tables of a sheet: the points needed, the factors of the contracts that may be bid, the bonuses."""
    need = tuple((BOUTS_SAID[bouts], _number(points)) for bouts, points in enumerate(NEED))
    times = tuple((SAID[word], T("× {number}", number=TIMES[word])) for word in may_be_bid(options))
    handful_rows = tuple(
        (T("{handful}: {count} trumps", handful=HANDFUL_NAMES[size], count=HANDFUL[seats][size]), _number(points))
        for size, points in HANDFUL_POINTS[options.handful_points].items()
    )
    slams = tuple((text, _number(points)) for _, points, text in SLAM_POINTS.values())
    petit = [(T("the Petit last, times the contract"), _number(PETIT_POINTS))]
    if options.petit_captured == "nobody":
        petit.append((T("the Petit captured last"), _number(0)))
    misere = [(T("misère, from each of the others"), _number(int(options.misere)))] if options.misere != "no" else []
    return (
        (T("Points needed"), need),
        (T("25 points and the difference, times the contract"), times),
        (T("Bonuses"), (*petit, *handful_rows, *slams, *misere)),
    )


def _number(points: int) -> Text:
    return T("{number}", number=points)
