"""Claims that known cards prove untrue: noted, compared with each card that comes out or is shown, and told."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.case import Case, Claim, numbers
from referee.rules import Foul, Holder, Ruleset
from referee.rules.acts import ProofKind
from referee.words.text import CardName, T, Text


def add_claim(case: Case, rules: Ruleset, claim: Claim, places: Sequence[int]) -> None:
    """Note a claim about some pockets; known cards in them may prove it false at once."""
    held = 0
    for place in places:
        held |= case.pockets[place].held
    case.claim(claim._replace(certain=held) if held else claim, places)
    against = case.contradiction(claim, held)
    if against:
        prove_false(case, rules, len(case.claims) - 1, against, "seen", claim.line, claim.trick)


def check_claims(
    case: Case, rules: Ruleset, card: int, places: Sequence[int], claims: int, line: int, trick: int | None
) -> None:
    """Prove false every one of these claims (bits) that denied this card, which they are about.
    The card comes out of one of these pockets, or is shown in it.
    """
    held, denied = card, 0
    for place in places:
        pocket = case.pockets[place]
        held |= pocket.held
        denied |= pocket.denied
    if not denied & card and not (case.blamed or case.veils or case.limited):
        return
    veiled = case.veiled if case.veils else ()
    for number in numbers(claims & ~case.proved):
        claim = case.claims[number]
        if claim.bits & card or (claim.again and case.contradiction(claim, held)):
            prove_false(case, rules, number, card, "shown", line, trick, case.pockets[places[0]].holder)
        elif number in veiled:
            case.amend(number, claim._replace(certain=claim.certain | card))


def prove_false(
    case: Case, rules: Ruleset, number: int, cards: int, proof: ProofKind, line: int, trick: int | None,
    holder: Holder | None = None,
) -> None:  # fmt: skip
    """Prove a claim false by known cards of a holder; report a foul unless counting proved it before, or other cards
    proved the same word of the same line.
    """
    claim = case.claims[number]
    part = claim.part(cards)
    case.proved |= 1 << number
    if case.blamed >> number & 1:
        case.blamed &= ~(1 << number)
        case.settle(foul for foul, claims in case.counted if claims == 1 << number)
        case.counted = tuple(one for one in case.counted if one[1] != 1 << number)
    elif not _is_told(case, number, part.law):
        codes = tuple(case.deck.code(place) for place in numbers(cards))
        proof_text = _proof_text(rules, claim, tuple(map(CardName, codes)), proof, trick, holder)
        message = T("{said} {found}", said=_claim_text(rules, claim, part.text), found=proof_text)
        case.fouls += (
            Foul(part.kind, claim.seat, proof, claim.line, line, part.law, message, (claim.seat,), claim.play,
                 claim.trick, codes[-1], trick),
        )  # fmt: skip
    case.refresh()


def _is_told(case: Case, number: int, law: str) -> bool:
    """Whether a card has shown already, against another claim, that its player broke this law on that line."""
    claim = case.claims[number]
    others = (case.claims[other] for other in numbers(case.proved & ~(1 << number)))
    beside = (other for other in others if (other.seat, other.line) == (claim.seat, claim.line))
    return any(law == part.law for other in beside for part in other.parts)


def _claim_text(rules: Ruleset, claim: Claim, denied: Text) -> Text:
    name = rules.seat_name(claim.seat)
    if claim.play is None:
        return T("{name} {act}, which says: {denied}.", name=name, act=claim.act or "", denied=denied)
    cards, led = tuple(map(CardName, claim.play.cards)), tuple(map(CardName, claim.led))
    if led:
        return T("In trick {trick} {name} plays {cards} on {led}, which says: {denied}.",
                 trick=claim.trick, name=name, cards=cards, led=led, denied=denied)  # fmt: skip
    return T("In trick {trick} {name} leads {cards}, which says: {denied}.",
             trick=claim.trick, name=name, cards=cards, denied=denied)  # fmt: skip


def _proof_text(
    rules: Ruleset, claim: Claim, cards: tuple[CardName, ...], proof: ProofKind, trick: int | None,
    holder: Holder | None,
) -> Text:  # fmt: skip
    if proof == "seen":
        return T("But that hand showed {cards}.", cards=cards)
    if trick is None:
        return T("Then {card} was shown.", card=cards)
    if isinstance(holder, int) and holder != claim.seat:
        return T("In trick {trick} {name} plays {card}.", trick=trick, name=rules.seat_name(holder), card=cards)
    return T("In trick {trick} {card} comes from the same hand.", trick=trick, card=cards)
