"""The ten rounds of DOUBLE: the number played, the next dealer, the winners."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.double.cards import SIZES
from referee.games.double.score import START
from referee.rules import Due, Scored, Standing, T, Text, common

ROUNDS = len(SIZES)


def rounds_played(deals: Sequence[Scored]) -> int:
    """The number of rounds played; a round given up does not count, as it is played again."""
    return sum(scored.deal.state != "void" for scored in deals)


def label(number: int, size: int) -> Text:
    """The name of a round, with the size of its hands."""
    return T("round {round} of {rounds}, hands of {cards}", round=number, rounds=ROUNDS, cards=size)


def standing(
    deals: Sequence[Scored],
    scores: Sequence[tuple[int, ...]],
    dealer: int | None,
    seats: int,
    names_cards: bool = False,
) -> Standing:
    """The points of everybody and the round that is due, whose line says how many cards if it `names_cards`; after the
    last the winners.
    """
    totals = (START,) * seats
    for score in scores:  # nobody goes below 0, by a penalty neither
        totals = tuple([max(0, points + more) for points, more in zip(totals, score, strict=True)])
    played = rounds_played(deals)
    again = bool(deals) and deals[-1].deal.state == "void"
    number = min(played, ROUNDS - 1)
    keys = (("cards", str(SIZES[number])),) if names_cards else ()
    due = Due(common.next_dealer(dealer, seats, again), label(number + 1, SIZES[number]), keys)
    if played < ROUNDS:
        return Standing(totals, due)
    return Standing(totals, due, True, common.best(totals))
