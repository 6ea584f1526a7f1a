"""What the fouls of a table did, by the cards as they lay, and what they weigh by that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from referee.judge import Case
from referee.rules import Foul, Ruleset
from referee.rules.allowance import is_spent
from referee.table.judged import Judged
from referee.table.state import State
from referee.words.text import Voice

if TYPE_CHECKING:
    from referee.endings.damage import Damage, OnPaper

Did = Callable[[Judged, Foul], "Damage | None"]
"""What a foul of a deal did."""


def _case(state: State, number: int) -> Case | None:
    """The case at the end of a deal, or now if it is still being played."""
    while state.number > number:
        state = state.before_deal()
    return state.case if state.number == number else None


def damage_of(rules: Ruleset, state: State, judged: Judged, foul: Foul) -> Damage | None:
    """What a foul of a deal did. `endings` is imported only here, because most records have no foul."""
    from referee.endings.closed import damage_closed
    from referee.endings.damage import damage
    from referee.endings.known import deals, known_hands, moment

    number, facts = judged.deal.number, judged.facts
    named = {claim.seat: claim.cards for claim in judged.deal.claims if _before(claim.line, foul.committed, facts)}
    case, order = _case(state, number), judged.deal.order
    at = moment(rules, judged.deal, foul, known_hands(case, order), facts)
    if at is None or at.known is not None or is_spent():
        return damage(rules, foul, at, named)
    others = [moment(rules, judged.deal, foul, hands, facts) for hands in deals(case, order)]
    return damage_closed(rules, foul, at, [other for other in others if other is not None], named)


def what_it_did(rules: Ruleset, state: State, judged: Judged, foul: Foul, voice: Voice) -> list[OnPaper]:
    """What a foul did, for paper; nothing while its deal is played, because it tells who holds what."""
    damage = damage_of(rules, state, judged, foul) if judged.state != "open" else None
    return [] if damage is None else damage.on_paper(foul.play, voice)


def _before(line: int, other: int, facts: tuple[int, ...]) -> bool:
    places = {each: at for at, each in enumerate(facts)}
    return places.get(line, -1) <= places.get(other, -1)


def with_weight(rules: Ruleset, state: State, judged: Judged, foul: Foul, did: Did | None = None) -> Foul:
    """A foul with the weight that follows from what it did, if the laws ask for one and it may still be claimed. `did`
    tells what it did; without it that is computed here.
    """
    did = did or partial(damage_of, rules, state)
    damage = did(judged, foul) if rules.weighs else None
    return rules.with_weight(judged.deal, foul, None if damage is None else damage.weight)


def with_weights(rules: Ruleset, state: State, judged: Judged) -> Judged:
    """A deal with the weights of its fouls that were ruled on."""
    if not judged.rulings:
        return judged
    weights = {key: with_weight(rules, state, judged, foul).weight for key, foul, _ in judged.ruled_fouls()}
    return judged._replace(weights=weights)
