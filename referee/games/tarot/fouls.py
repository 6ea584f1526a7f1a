"""What the code of arbitration says for this foul at this moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.deal import Deal, Play
from referee.games.tarot.count import Outcome, outcome
from referee.games.tarot.laws import TarotTable
from referee.games.tarot.pack import ALL_TRUMPS, DECK, EXCUSE, HANDFUL
from referee.games.tarot.rulings import RULINGS, Ruling
from referee.games.tarot.score import difference, score
from referee.games.tarot.terms import Terms, begun, handfuls, slam_by, with_terms
from referee.games.tarot.typed import read
from referee.ruleset import Foul, Line, Remedy, Returns, Scored, Step
from referee.texts import Slip, T, Text

REVOKES = ("must-follow", "must-trump", "must-overtrump")
ASKS = {"suit": T("The right player leads that suit"), "other": T("The right player leads another suit")}
LABELS = {
    "accept": T("The card stands"),
    "back": T("The card is taken back"),
    "void": T("The deal is annulled"),
    "stands": T("The deal stands"),
    "bare": T("Uphold it"),
    "points": T("Uphold it, with points"),
} | ASKS
"""The remedies the code leaves to the taker or the director, by their words."""


def ended(rules: TarotTable, deal: Deal) -> Outcome | None:
    """What a finished deal came to, typed in or counted."""
    return read(rules, deal, deal.counted) if deal.counted is not None else outcome(rules, deal)


# --- which ruling -----------------------------------------------------------------------------------------------


def ruling(scored: Scored, foul: Foul) -> Ruling | None:
    """The ruling for a foul, None where the code has none: it is put right at once."""
    if foul.kind in RULINGS:
        return RULINGS[foul.kind]
    deal, terms = scored.deal, scored.deal.terms
    found = ""
    if foul.kind in REVOKES:
        found = "revoke-consumed" if consumed(foul) else "revoke-not-consumed"
    elif foul.kind == "illegal-discard":
        found = "faux-ecart-6-illegal-cards"
    elif foul.kind == "wrong-count" and foul.law == "tarot.discard.1":
        found = _wrong_discard(deal)
    elif foul.kind == "out-of-turn" and not foul.law.startswith("tarot.bid"):
        found = "exposed-card-taker" if foul.seat == terms.taker else "out-of-turn-defender"
    elif foul.kind == "illegal-lead":
        found = "exposed-card-taker" if foul.seat == terms.taker else "exposed-card-defence"
    elif foul.law == "tarot.deal.3" and foul.kind == "late-announcement":
        found = "petit-sec-not-declared"
    elif foul.law.startswith("tarot.handful"):
        found = _handful(deal, foul)
    return RULINGS[found] if found else None


def consumed(foul: Foul) -> bool:
    """Whether the next trick had begun when a revoke came to light; one people only agree on was not put right in
    time.
    """
    if foul.trick is None or foul.proof_trick is None:
        return True
    return foul.proof_trick > foul.trick


def _wrong_discard(deal: Deal) -> str:
    terms: Terms = deal.terms
    if not begun(deal):
        return "ecart-wrong-count-before-play"
    return "faux-ecart-7" if (terms.set_aside or 0) > terms.kitty else "faux-ecart-5"


def _handful(deal: Deal, foul: Foul) -> str:
    who = "taker" if foul.seat == deal.terms.taker else "defender"
    if foul.law == "tarot.handful.2":
        return "poignee-excuse-hiding-trump"
    if foul.kind == "late-announcement":
        return "poignee-after-first-card-uncovered" if _uncovered(deal, foul) else f"poignee-other-bad-time-{who}"
    said = next((said for said in handfuls(deal) if said.seat == foul.seat), None)
    if said is None or foul.proof != "seen" or not said.cards:
        return f"poignee-incomplete-unfixable-{who}"
    needed = HANDFUL[len(deal.order)][said.keys["size"]]
    if len(said.cards) > needed:
        return f"poignee-too-many-{who}"
    held = {play.card for play in _plays(deal) if play.seat == foul.seat and not play.unseen} | set(said.cards)
    enough = sum(DECK.of(card) <= ALL_TRUMPS for card in held) >= needed
    return "poignee-incomplete-fixable" if enough or not deal.over else f"poignee-incomplete-unfixable-{who}"


def _plays(deal: Deal) -> Iterator[Play]:
    for trick in (*deal.tricks, deal.trick):
        yield from trick.plays


def _uncovered(deal: Deal, foul: Foul) -> bool:
    """Whether a handful came right after one's first card, before the next card covered it."""
    before = [play for play in _plays(deal) if play.line < foul.committed]
    return bool(before) and before[-1].seat == foul.seat and sum(play.seat == foul.seat for play in before) == 1


# --- what it does -----------------------------------------------------------------------------------------------


def effect(rules: TarotTable, deal: Deal, row: Ruling, foul: Foul, found: Outcome | None) -> str:
    """What becomes of the deal: `void`, `counts`, `drop`, nothing, or `open` while that is not known."""
    early = row.id == "petit-sec-not-declared" and foul.evidence is not None and foul.proof_trick is None
    if row.now or foul.remedy == "void" or (early and foul.remedy is None):
        return "void"
    if not row.wins and not row.loses:
        return ""
    if found is None or foul.seat is None:
        return "open"
    made, _ = difference(rules, found)
    winning = "attack" if made else "defence"
    wins = made if row.by == "taker" else found.side(foul.seat) == winning
    return row.wins if wins else row.loses


def voids(rules: TarotTable, scored: Scored, foul: Foul) -> Ruling | None:
    """The ruling by which this foul voids the deal, if it does."""
    row = ruling(scored, foul)
    if row is None or effect(rules, scored.deal, row, foul, _found(rules, scored.deal)) != "void":
        return None
    return row


def _found(rules: TarotTable, deal: Deal) -> Outcome | None:
    return ended(rules, deal) if deal.over or deal.counted is not None else None


def lines(rules: TarotTable, scored: Scored, more: tuple[Foul, ...] = ()) -> tuple[Line, ...]:
    """The score of a finished deal that no ruling voids, and perhaps under one more."""
    found = _found(rules, scored.deal)
    if found is None:
        return ()
    without = set()
    for foul in (*scored.upheld, *more):
        row = ruling(scored, foul)
        if row is None or foul.seat is None:
            continue
        if effect(rules, scored.deal, row, foul, found) == "drop":
            without.add(foul.seat)
    return score(rules, found, frozenset(without))


def remedy(rules: TarotTable, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
    """What the code gives for a foul, with the numbers of this deal where it has ended."""
    deal = scored.deal
    if foul.seat is None:
        text = T("Find out who it was, or correct what was written down.")
        if foul.kind == "wrong-count":
            text = T("Count again, or correct what was written down.")
        return Remedy(text, deal.state, lines(rules, scored))
    row = ruling(scored, foul)
    if row is None:
        return Remedy(T("It is put right at once; no penalty."), deal.state, lines(rules, scored))
    done = effect(rules, deal, row, foul, _found(rules, deal))
    state = "void" if done == "void" or deal.state == "void" else deal.state
    warning, points = cost(rules, scored, row, foul, past)
    text = T("{fault}. {remedy}", fault=row.name, remedy=row.remedy)
    for more in (_outcome(row, done), _cost(warning, points)):
        text = text if more is None else T("{said} {found}", said=text, found=more)
    paid = () if state == "void" else lines(rules, scored, (foul,))
    return Remedy(text, state, paid, foul.remedy, LABELS.get(foul.remedy or ""), warning, points, row.name)


def _outcome(row: Ruling, done: str) -> Text | None:
    if done == "open":
        wins, loses = BECOMES[row.wins], BECOMES[row.loses]
        if row.by == "taker":
            return T("If the taker makes the contract the deal {wins}; if not it {loses}.", wins=wins, loses=loses)
        return T("If the offender's side wins, the deal {wins}; if it loses, it {loses}.", wins=wins, loses=loses)
    return T("The deal {becomes}.", becomes=BECOMES[done]) if done else None


BECOMES = {"void": T("is void"), "counts": T("counts"), "drop": T("counts, the handful does not")}


def _cost(warning: bool, points: int) -> Text | None:
    if points:
        return T("Penalty: {points} points.", points=points)
    return T("A warning.") if warning else None


# --- warnings and points ----------------------------------------------------------------------------------------


def cost(rules: TarotTable, scored: Scored, row: Ruling, foul: Foul, past: Sequence[Scored]) -> tuple[bool, int]:
    """Whether upholding this is a warning, and how many points it takes: a warning first, then points."""
    seat = foul.seat
    if row.optional and foul.remedy == "points":
        return False, int(row.repeat)
    if row.optional or not row.first or (row.spares_taker and seat == scored.deal.terms.taker):
        return False, 0
    if rules.options.arbitration == "friendly":
        return True, 0
    earlier = _earlier(scored, foul, past)
    if row.first == "warning":
        again = any(before.first == "warning" for before in earlier)
        return (False, int(row.repeat)) if again else (True, 0)
    return False, int(row.repeat if row in earlier else row.first)


def _earlier(scored: Scored, foul: Foul, past: Sequence[Scored]) -> list[Ruling]:
    """The rulings made against a seat before, in this match."""
    found = []
    for deal in (*past, scored):
        for other in deal.upheld:
            if deal is scored and (other.committed, other.proved) >= (foul.committed, foul.proved):
                continue
            row = ruling(deal, other) if other.seat == foul.seat else None
            if row is not None and not (row.spares_taker and other.seat == deal.deal.terms.taker):
                found.append(row)
    return found


# --- the choices, and the card taken back -----------------------------------------------------------------------


def remedies(rules: TarotTable, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
    """The remedies there are to choose from, the one proposed first."""
    words = tuple(_words(rules, scored, foul, past)) or (None,)
    return tuple(remedy(rules, scored, replace(foul, remedy=word), past) for word in words)


def _words(rules: TarotTable, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Iterator[str]:
    row, deal = ruling(scored, foul), scored.deal
    if row is None or foul.seat is None:
        return
    if row.id == "out-of-turn-defender":
        yield "accept"
        if can_go_back(deal, foul.play):
            yield from _asks(deal, foul.play)
    elif row.id in ("revoke-not-consumed", "exposed-card-taker", "exposed-card-defence") and can_go_back(
        deal, foul.play
    ):
        yield "back"
    elif row.id in ("petit-sec-not-declared", "wrong-dealer"):
        yield from ("void", "stands") if foul.proof_trick is None else ("stands", "void")
    elif row.optional and rules.options.arbitration != "friendly" and row in _earlier(scored, foul, past):
        yield from ("bare", "points")


def _asks(deal: Deal, play: Play | None) -> tuple[str, ...]:
    """A lead out of turn lets the taker ask for one; within a trick the card just goes back."""
    lead = play is not None and deal.trick.plays[:1] == (play,) and play.card != EXCUSE
    return tuple(ASKS) if lead else ("back",)


def can_go_back(deal: Deal, play: Play | None) -> bool:
    """Whether a card can still be taken back: nobody has played to the next trick, nor on its lead."""
    if play is None or deal.phase != "play":
        return False
    plays = deal.trick.plays or (deal.tricks[-1].plays if deal.tricks else ())
    return play in plays and (plays[0] != play or len(plays) == 1)


def ruled(rules: TarotTable, deal: Deal, foul: Foul) -> Step:
    """The remedy chosen, carried out on the table."""
    if foul.remedy not in ("back", *ASKS) or foul.seat is None or foul.play is None:
        return Step(deal)
    step = taken_back(rules, deal, foul.seat)
    if foul.remedy not in ASKS:
        return step
    ask = (step.deal.trick.number, foul.remedy, foul.play.card[0])
    return replace(step, deal=with_terms(step.deal, ask=ask))


def taken_back(rules: TarotTable, deal: Deal, seat: int) -> Step:
    """A seat's last card goes back into its hand, and all know it; raises Slip where it has none to take back."""
    trick = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
    play = trick.by(seat)
    if play is None or play.unseen or not can_go_back(deal, play):
        raise Slip(T("{name} has no card to take back", name=rules.seat_name(seat)))
    after = deal.withdrawn(seat)
    slam = slam_by(deal)
    if not after.tricks and not after.trick.plays and slam is not None:
        after = after._replace(lead=slam.seat)
    return Step(after, (Returns(seat, play.cards),))
