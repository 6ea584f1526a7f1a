"""What a reader saw, crossed with the cards there are and with whose turn it is: the card, or those to ask for.

The laws are never asked. A reader that prefers lawful cards hides fouls, and still accuses honest players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.record.facts import PlayAsked, PlayRead
from referee.record.grammar import Play
from referee.rules import Ruleset
from referee.table.judged import Judged
from referee.table.state import State
from referee.words.text import Slip, T

CERTAIN = 0.95
"""How sure it has to be, once what cannot be is left out, that a card is taken without a question."""
TRUSTED = 0.25
"""How much of what it is sure of can be, at the least, that it is believed about the rest."""
MOST_ASKED, LEAST_ASKED = 4, 0.01
"""The most cards that people choose from, and how likely each is at the least."""


class NotNow(Slip):
    """No card is awaited; `asked`: until people have said which card was played before."""


class Guess(NamedTuple):
    """What a reader saw: one card, or several equal ones laid together, and how sure it is, above 0 and at most 1."""

    cards: Play
    sure: float


def cross(rules: Ruleset, state: State, guesses: Sequence[Guess]) -> PlayRead | PlayAsked:
    """The play that a reader saw, or the question which card it was; for the seat whose turn it is.

    Raises NotNow where no card is awaited, Slip for what is no card of the game.
    """
    judged, seat = _turn(rules, state)
    sure: dict[Play, float] = {}
    for cards, share in guesses:
        for code in cards:
            rules.deck.up(code)
        if not rules.several and len(cards) > 1:
            raise Slip(T("{found}: a play is one card in this game", found="+".join(cards)))
        sure[cards] = sure.get(cards, 0.0) + share
    free = {cards: share for cards, share in sure.items() if _is_free(state, judged, seat, cards)}
    doubtful = {cards: share for cards, share in sure.items() if cards not in free and _rests_on_reads(judged, cards)}
    left = sum(free.values()) + sum(doubtful.values()) + max(0, 1 - sum(sure.values()))
    best = max(free, key=lambda cards: free[cards], default=())
    name = rules.seats[seat]
    if best and left >= TRUSTED and free[best] >= CERTAIN * left:
        return PlayRead(name, best)
    likely = sorted(
        ((share, cards) for cards, share in (free | doubtful).items() if share >= LEAST_ASKED), reverse=True
    )
    return PlayAsked(name, tuple(cards for _, cards in likely[:MOST_ASKED]))


def _turn(rules: Ruleset, state: State) -> tuple[Judged, int]:
    """The deal being played and the seat whose card is awaited; raises NotNow where there is none."""
    judged = state.current
    prompts = rules.prompts(judged.deal) if judged is not None else ()
    if judged is None or not prompts or prompts[0].kind != "play" or prompts[0].seat is None:
        raise NotNow(T("no card is awaited now"))
    if judged.asked is not None:
        raise NotNow(T("people are asked which card {name} played", name=judged.asked.seat), asked=True)
    return judged, prompts[0].seat


def _is_free(state: State, judged: Judged, seat: int, cards: Play) -> bool:
    """Whether a hand can hold these cards: they were not laid, nor shown elsewhere, and are as many as were led."""
    deal, case = judged.deal, state.case
    if deal.trick.plays and len(cards) != deal.lead_size:
        return False
    if case is None:  # no foul can be proved in such a game
        return True
    gone = case.seen
    own = [pocket for pocket in case.pockets if pocket.holder == seat]
    for pocket in case.pockets:
        gone |= pocket.held if pocket.holder != seat else 0
    there = case.deck.mask(cards[0]) & ~gone
    if not any(pocket.room for pocket in own):
        there &= case.known_cards(seat)
    return there.bit_count() >= len(cards)


def _rests_on_reads(judged: Judged, cards: Play) -> bool:
    """Whether a reader told one of the cards for which these cannot be: it may have been wrong then."""
    return any(cards[0] in read.codes for read in judged.reads.values())
