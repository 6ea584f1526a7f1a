"""The end of a deal: both sides' cards counted, or a result typed in and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.deal import Deal, Play, Trick
from referee.games.tarot.laws import TarotTable
from referee.games.tarot.pack import ALL_HALVES, BOUTS, EXCUSE, HALVES, HAND, PETIT
from referee.games.tarot.play import slam_lead
from referee.games.tarot.terms import ALONE, Terms, handfuls, last_number, partner, player_of, slam_by

SIDES = ("attack", "defence")
SLAMS = ("announced-made", "made", "announced-failed", "defence")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal is scored by: `halves` are the taker's card points doubled, None while nobody can know them;
    `partner` a seat, None where the taker is alone; `handfuls` a size and who showed it; `petit` the side that wins
    the last trick with the Petit in it; `miseres` who announced one.
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

    def attack(self) -> frozenset[int | None]:
        """The taker's side."""
        return frozenset({self.taker, self.partner} - {None})

    def side(self, seat: int) -> str:
        return "attack" if seat in self.attack() else "defence"


# --- counting the tricks ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Pile:
    """What one side has in its tricks, in half points; whether every card of it is known."""

    halves: int = 0
    bouts: int = 0
    known: bool = True

    def put(self, card: str) -> None:
        self.halves += HALVES[card]
        self.bouts += card in BOUTS


def outcome(rules: TarotTable, deal: Deal) -> Outcome | None:
    """What the tricks and the cards set aside come to; None where they are not known well enough."""
    terms: Terms = deal.terms
    ally = partner(deal)
    if not deal.over or deal.undecided or terms.taker is None or terms.contract is None or ally is None:
        return None
    mate = ally if isinstance(ally, int) else None
    attack = frozenset({terms.taker, mate} - {None})
    piles = _piles(rules, deal, attack)
    mine, theirs = piles["attack"], piles["defence"]
    if not (mine.known or theirs.known) or deal.size != HAND[len(deal.order)]:
        return None
    return Outcome(
        terms.taker,
        terms.contract,
        mine.bouts if mine.known else len(BOUTS) - theirs.bouts,
        mine.halves if mine.known else ALL_HALVES - theirs.halves,
        mate,
        tuple((said.keys["size"], said.seat) for said in handfuls(deal)),
        petit_last(rules, deal, attack),
        slams(deal, attack),
        tuple(said.seat for said in deal.announced if said.word.startswith("misere")),
    )


def _piles(rules: TarotTable, deal: Deal, attack: frozenset[int | None]) -> dict[str, Pile]:
    piles = {side: Pile() for side in SIDES}
    for trick in deal.tricks:
        pile = piles[_side(trick.winner, attack)]
        if not trick.seen or len(trick.plays) < len(deal.order):
            pile.known = False
        for play in trick.plays:
            if not play.unseen and play.card != EXCUSE:
                pile.put(play.card)
            elif play.card == EXCUSE:
                _excuse(rules, deal, attack, trick, play, piles)
    terms: Terms = deal.terms
    aside = terms.aside if terms.open_kitty else terms.turned
    rest = piles["defence" if terms.contract == "garde-contre" else "attack"]
    for card in aside:
        rest.put(card)
    rest.known = rest.known and len(aside) == terms.kitty
    if EXCUSE not in aside and player_of(deal, EXCUSE) is None and not all(trick.seen for trick in deal.tricks):
        # It stays with its side whoever took the trick, and nobody saw whose it was.
        piles["attack"].known = piles["defence"].known = False
    return piles


def _side(seat: int | None, attack: frozenset[int | None]) -> str:
    return "attack" if seat in attack else "defence"


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def _excuse(
    rules: TarotTable, deal: Deal, attack: frozenset[int | None], trick: Trick, play: Play, piles: dict[str, Pile]
) -> None:
    """The Excuse goes to a side; where that is not the side of the trick, half a point comes back for it."""
    owner, won = _side(play.seat, attack), _side(trick.winner, attack)
    goes = owner
    if trick.number == last_number(deal) and not slam_lead(deal, trick):
        goes = _other(owner) if rules.options.excuse_last == "other_side" else won
    piles[goes].put(EXCUSE)
    if goes != won:
        piles[goes].halves -= 1
        piles[won].halves += 1


def slams(deal: Deal, attack: frozenset[int | None]) -> tuple[str, ...]:
    """Who has taken every trick, and what became of a slam announced."""
    sides = {_side(trick.winner, attack) for trick in deal.tricks}
    found: tuple[str, ...] = ()
    if slam_by(deal):
        found += ("announced-made",) if sides == {"attack"} else ("announced-failed",)
    elif sides == {"attack"}:
        found += ("made",)
    return (*found, "defence") if sides == {"defence"} else found


def petit_last(rules: TarotTable, deal: Deal, attack: frozenset[int | None]) -> str | None:
    """The side paid for the Petit in the last trick; in a slam that ends with the Excuse, in the last but one."""
    last = deal.tricks[-1]
    if slam_lead(deal, last) and len(deal.tricks) > 1:
        last = deal.tricks[-2]
    if PETIT not in last.cards:
        return None
    player, side = player_of(deal, PETIT), _side(last.winner, attack)
    if rules.options.petit_captured == "nobody" and player is not None and _side(player, attack) != side:
        return None
    return side


# --- what a result line would say -------------------------------------------------------------------------------


def told(rules: TarotTable, deal: Deal, found: Outcome | None) -> Mapping[str, Any]:
    """The keys of a `result` line, as far as they are known."""
    terms: Terms = deal.terms
    if found is None:
        known: dict[str, Any] = {}
        if terms.taker is not None and terms.contract is not None:
            known = {"taker": rules.seats[terms.taker], "contract": terms.contract}
        ally = partner(deal)
        if known and len(deal.order) == 5 and ally is not None:
            known["partner"] = rules.seats[ally] if isinstance(ally, int) else ALONE
        return known
    said: dict[str, Any] = {
        "taker": rules.seats[found.taker],
        "contract": found.contract,
        "bouts": found.bouts,
        "points": points(found.halves),
    }
    if len(rules.seats) == 5:
        said["partner"] = ALONE if found.partner is None else rules.seats[found.partner]
    if found.handfuls:
        said["handful"] = ",".join(f"{size}:{rules.seats[seat]}" for size, seat in found.handfuls)
    if found.petit:
        said["petit"] = found.petit
    if found.slams:
        said["slam"] = ",".join(found.slams)
    if found.miseres:
        said["misere"] = ",".join(rules.seats[seat] for seat in found.miseres)
    return said


def points(halves: int) -> int | float:
    """Half points as points."""
    return halves // 2 if halves % 2 == 0 else halves / 2
