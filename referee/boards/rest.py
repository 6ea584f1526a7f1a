"""The end of a deal whose sealed hands are known: the last trick, which is forced, and a claim of the rest."""

from __future__ import annotations

from dataclasses import dataclass

from referee.boards.board import Board
from referee.boards.watch import CARDS, fold_open
from referee.endings.damage import CLAIM, damage
from referee.endings.known import Moment, known_hands
from referee.record.facts import Played, Took
from referee.rules.acts import Foul
from referee.rules.ruleset import Ruleset
from referee.table.table import Table
from referee.words.text import T, Text


def last_trick(table: Table, board: Board) -> tuple[Played, ...]:
    """The next plays that are forced because each hand has one card left, in turn.

    None before the last trick, or after a card that was not dealt to its player. They stop at a hand that is not known,
    such as the taker's where nobody wrote down the discard.
    """
    current = table.current
    if current is None or "play" not in table.rules.takes(current.deal):
        return ()
    deal = current.deal
    if not deal.tricks or deal.over or any(deal.cards_left(seat) > 1 for seat in deal.order):
        return ()
    shadow, odd = fold_open(table, current.facts, board)
    if shadow is None or odd or any(foul.kind in CARDS for foul in shadow.deals[-1].findings):
        return ()
    hands, trick = known_hands(shadow.state.case, deal.order), list[Played]()
    for seat in deal.waiting:
        hand = hands.get(seat, ())
        if len(hand) != 1 or "/" in hand[0]:
            break
        trick.append(Played(table.seats[seat], hand))
    return tuple(trick)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the rest: a seat took the last `tricks` from `line` on without naming their cards.

    `moment` is how the cards lay then, None where not known; `named` the order in which the seat said it would play.
    """

    line: int
    seat: int
    tricks: int
    moment: Moment | None
    named: tuple[str, ...] = ()


def claim_of(table: Table, number: int, board: Board) -> Claim | None:
    """The claim of the rest in a finished deal of a table (numbered from 1), or None.

    Without a claim in words at least two tricks must have been taken without their cards.
    """
    judged = table.deals[number - 1]
    bare = 0
    for trick in reversed(judged.deal.tricks):
        if trick.plays or trick.winner != judged.deal.tricks[-1].winner:
            break
        bare += 1
    if not judged.deal.over or bare == len(judged.deal.tricks) or bare < (1 if judged.deal.claims else 2):
        return None
    facts = table.fact_at
    taken = [line for line in judged.facts if isinstance(facts.get(line), Took)][-bare:]
    before = judged.facts[: judged.facts.index(taken[0])]
    seat = judged.deal.tricks[-1].winner
    assert seat is not None
    named = next((claim.cards for claim in judged.deal.claims if claim.seat == seat), ())
    return Claim(taken[0], seat, bare, _moment(table, before, board), named)


def _moment(table: Table, lines: tuple[int, ...], board: Board) -> Moment | None:
    """How the cards lay after these lines of a deal; None where not known."""
    shadow, odd = fold_open(table, lines, board)
    if shadow is None or odd or any(foul.kind in CARDS for foul in shadow.deals[-1].findings):
        return None
    deal = shadow.deals[-1].deal
    hands = known_hands(shadow.state.case, deal.order)
    played = {seat: tuple(c for t in deal.all_tricks for p in t.plays if p.seat == seat for c in p.cards)
              for seat in deal.order}  # fmt: skip
    if len(hands) < len(deal.order):
        return None
    whole = {seat: (*played[seat], *hand) for seat, hand in hands.items()}
    return Moment(deal._replace(hands=whole), hands)


def judge_claim(rules: Ruleset, claim: Claim) -> Text:
    """A sentence whether the claimer was sure of every trick left, or that this is not known; it names no card."""
    foul = Foul(CLAIM, claim.seat, "seen", claim.line, claim.line, "", Text(""))
    loss = damage(rules, foul, claim.moment, {claim.seat: claim.named})
    name, verdict = rules.seats[claim.seat], None if loss is None else loss.text()
    if verdict is None:
        return T("{name} claims the rest (tricks: {count}). Not computed: not all cards are known.", name=name,
                 count=claim.tricks)  # fmt: skip
    return T("{name} claims the rest (tricks: {count}). {said}", name=name, count=claim.tricks, said=verdict)
