"""The fouls of Tarot: the ruling of the code of arbitration on each, and its remedies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.games.tarot.cards import ALL_TRUMPS, HANDFUL
from referee.games.tarot.options import TarotOptions
from referee.games.tarot.play import is_in_doubt, may_be_fouls, may_be_revoke
from referee.games.tarot.result import outcome
from referee.games.tarot.rulings import RULINGS, TAKEN_BACK, Fate, Ruling
from referee.games.tarot.score import Outcome, margin
from referee.games.tarot.score import lines as score_lines
from referee.games.tarot.terms import Terms, handfuls, slam_by, with_terms
from referee.rules import CardName, Deal, Foul, Line, Play, Remedy, Returns, Scored, Slip, Step, T, Text, plays_on_table
from referee.rules.common import AT_ONCE, BACK_LABELS, can_go_back, find_out, went_on
from referee.rules.packs import DECK, EXCUSE

REVOKES = ("must-follow", "must-trump", "must-overtrump")
ASKS = {"suit": T("That suit is led"), "other": T("Another suit is led")}
GO_BACK = ("revoke-not-consumed", "exposed-card-taker", "exposed-card-defence")
"""The rulings by which a card goes back into the hand."""
LABELS = {
    "accept": BACK_LABELS["stands"],
    "back": BACK_LABELS["back"],
    "void": T("The deal is annulled"),
    "stands": T("The deal stands"),
    "bare": T("Uphold it"),
    "points": T("Uphold it, with points"),
} | ASKS
"""The remedies that the code leaves to the taker or the director, by their words."""


# --- which ruling -----------------------------------------------------------------------------------------------


def ruling(scored: Scored, foul: Foul) -> Ruling | None:
    """The ruling on a foul. None if the code has none, because the foul is put right at once, or none yet: for a revoke
    that is only counted, in no known trick.
    """
    if foul.kind in RULINGS:
        return RULINGS[foul.kind]
    deal, terms = scored.deal, scored.deal.terms
    fault = ""
    if foul.kind in REVOKES and foul.trick is not None:
        fault = "revoke-consumed" if is_consumed(scored, foul) else "revoke-not-consumed"
    elif foul.kind == "illegal-discard":
        fault = "faux-ecart-6-illegal-cards"
    elif foul.kind == "wrong-count" and foul.law == "tarot.discard.1":
        fault = _wrong_discard(deal)
    elif foul.kind == "out-of-turn" and not foul.law.startswith("tarot.bid"):
        fault = "exposed-card-taker" if foul.seat == terms.taker else "out-of-turn-defender"
    elif foul.kind == "illegal-lead":
        fault = "exposed-card-taker" if foul.seat == terms.taker else "exposed-card-defence"
    elif foul.law == "tarot.deal.3" and foul.kind == "late-announcement":
        fault = "petit-sec-not-declared"
    elif foul.law.startswith("tarot.handful"):
        fault = _handful(deal, foul)
    return RULINGS[fault] if fault else None


def is_consumed(scored: Scored, foul: Foul) -> bool:
    """Whether the next trick had begun when a revoke was ruled on, unless the card had gone back before.

    A revoke that people agree on was in the trick then on the table, if its player had laid a card there that may be
    one or there is no trick before it; else, and if that trick was not noted, it was in a trick before.
    """
    assert foul.trick is not None
    if any(foul.play == play for _, play in scored.deal.terms.taken_back):
        return False
    if foul.proof_trick is not None:
        return went_on(scored.deal, foul, _plays_by_trick(scored.deal))
    number, on_table = plays_on_table(scored, foul, _plays_by_trick(scored.deal))
    own = [play for play in on_table[1:] if play.seat == foul.seat]
    return not any(number == 1 or may_be_revoke(foul.kind, play, on_table) for play in own)


def barred(past: Sequence[Scored]) -> tuple[tuple[int, str, str], ...]:
    """The seats that a ruling on the last of these deals bars in the next: what each may not be, and the law."""
    found = []
    for foul in past[-1].upheld if past else ():
        row = ruling(past[-1], foul)
        if row is None or foul.seat is None or (row.bars == "dealer" and foul.seat != past[-1].deal.dealer):
            continue
        found += [(foul.seat, "bidder" if row.bars == "dealer" else row.bars, row.law)] if row.bars else []
    return tuple(found)


def stands_for(kind: str) -> tuple[str, ...]:
    """The kinds of fouls that a ruling of the code is about, or the kind itself."""
    return {"revoke-not-consumed": REVOKES, "out-of-turn-defender": ("out-of-turn",)}.get(kind, (kind,))


def _plays_by_trick(deal: Deal) -> Iterator[tuple[int, Play]]:
    """Every play with the number of its trick, also those taken back."""
    terms: Terms = deal.terms
    yield from terms.taken_back
    for trick in deal.all_tricks:
        yield from ((trick.number, play) for play in trick.plays)


def _wrong_discard(deal: Deal) -> str:
    terms: Terms = deal.terms
    if not deal.begun:
        return "ecart-wrong-count-before-play"
    return "faux-ecart-7" if (terms.set_aside or 0) > terms.kitty else "faux-ecart-5"


def _handful(deal: Deal, foul: Foul) -> str:
    who = "taker" if foul.seat == deal.terms.taker else "defender"
    if foul.law == "tarot.handful.2":
        return "poignee-excuse-hiding-trump"
    if foul.kind == "late-announcement":
        return "poignee-after-first-card-uncovered" if _comes_late(deal, foul) else f"poignee-other-bad-time-{who}"
    handful = next((handful for handful in handfuls(deal) if handful.seat == foul.seat), None)
    if handful is None or foul.proof != "seen" or not handful.cards:
        return f"poignee-incomplete-unfixable-{who}"
    needed = HANDFUL[len(deal.order)][handful.keys["size"]]
    if len(handful.cards) > needed:
        return f"poignee-too-many-{who}"
    held = {play.card for play in deal.plays if play.seat == foul.seat and not play.unseen} | set(handful.cards)
    enough = sum(DECK.of(card) <= ALL_TRUMPS for card in held) >= needed
    return "poignee-incomplete-fixable" if enough or not deal.over else f"poignee-incomplete-unfixable-{who}"


def _comes_late(deal: Deal, foul: Foul) -> bool:
    """Whether a handful came after its player's first card, before the next one."""
    before = [play for play in deal.plays if play.line < foul.committed]
    return bool(before) and before[-1].seat == foul.seat and sum(play.seat == foul.seat for play in before) == 1


# --- what it does -----------------------------------------------------------------------------------------------


def fate(deal: Deal, row: Ruling, foul: Foul, final: Outcome | None, options: TarotOptions) -> Fate | None:
    """The fate of the deal under a ruling; None while that is not known."""
    if row.now or foul.remedy == "void" or (foul.remedy is None and _annuls(deal, row, foul)):
        return "void"
    if not row.wins and not row.loses:
        return ""
    if final is None or foul.seat is None:
        return None
    success, _ = margin(final, options)
    wins = success if row.by == "taker" else success == (foul.seat in final.attack)
    return row.wins if wins else row.loses


def _annuls(deal: Deal, row: Ruling, foul: Foul) -> bool:
    """Whether the deal is annulled unless the director says otherwise: if the wrong player dealt, while nobody has
    spoken (CA p.4); with the Petit alone, until the first trick is over (R-RO p.5).
    """
    if row.id == "wrong-dealer":
        return deal.state != "done" and not deal.bids and not deal.begun
    if row.id != "petit-sec-not-declared" or foul.proof_trick is not None:
        return False
    return foul.evidence is not None or (deal.state != "done" and not deal.tricks)


def voiding_ruling(scored: Scored, foul: Foul, options: TarotOptions, seats: tuple[str, ...]) -> Ruling | None:
    """The ruling by which this foul voids the deal, if it does."""
    row, deal = ruling(scored, foul), scored.deal
    if row is None or fate(deal, row, foul, outcome(deal, options, seats), options) != "void":
        return None
    return row


def lines(
    scored: Scored, options: TarotOptions, seats: tuple[str, ...], more: tuple[Foul, ...] = ()
) -> tuple[Line, ...]:
    """The score of a finished deal that no ruling voids, with `more` fouls upheld."""
    final = outcome(scored.deal, options, seats)
    if final is None:
        return ()
    without = set()
    for foul in (*scored.upheld, *more):
        row = ruling(scored, foul)
        if row is None or foul.seat is None:
            continue
        if fate(scored.deal, row, foul, final, options) == "drop":
            without.add(foul.seat)
    return score_lines(final, options, seats, frozenset(without))


def remedy(scored: Scored, foul: Foul, past: Sequence[Scored], options: TarotOptions, seats: tuple[str, ...]) -> Remedy:
    """The remedy of the code for a foul; in points too, if the deal has ended."""
    deal = scored.deal
    if (text := find_out(foul)) is not None:
        if foul.kind == "wrong-count":
            text = T("Count again, or correct what was written down.")
        return Remedy(text, deal.state, lines(scored, options, seats))
    row = ruling(scored, foul)
    if row is None:
        return Remedy(AT_ONCE, deal.state, lines(scored, options, seats))
    becomes = fate(deal, row, foul, outcome(deal, options, seats), options)
    state = "void" if becomes == "void" or deal.state == "void" else deal.state
    warning, points = cost(scored, row, foul, past, options)
    word = foul.remedy or next(_words(scored, foul, past, options), "")
    ends = (None if word == "void" else _fate_text(row, becomes), _cost_text(warning, points))
    text, chosen = _sentence(row, _done(deal, row, foul), *ends), None
    if row.chosen and word:
        chosen = _sentence(row, T("{choice}.", choice=LABELS[word]), *ends)
    paid = () if state == "void" else lines(scored, options, seats, (foul,))
    return Remedy(text, state, paid, foul.remedy, LABELS.get(foul.remedy or ""), chosen, warning, points, row.name)


IN_TRICK = T("The taker chooses: the card stands, or it goes back into the hand.")
"""What follows a defender's card out of turn in a trick that was led: there is no suit to ask for."""


def _done(deal: Deal, row: Ruling, foul: Foul) -> Text | None:
    """What is done besides: no card is taken back where every card is recorded and none of its player's lies there."""
    if row.id == "revoke-not-consumed" and foul.play is None and deal.keys.get("depth", "cards") == "cards":
        return None
    return IN_TRICK if _in_trick(deal, row, foul) else row.remedy


def _in_trick(deal: Deal, row: Ruling, foul: Foul) -> bool:
    """Whether a defender's card out of turn was no lead."""
    leads = (trick.plays[0] for trick in deal.all_tricks if trick.plays and trick.number == foul.trick)
    return row.id == "out-of-turn-defender" and foul.play is not None and foul.play not in leads


def _sentence(row: Ruling, *ends: Text | None) -> Text:
    """A fault and what is ruled on it, each a sentence."""
    text = T("{fault}.", fault=row.text)
    for more in ends:
        text = text if more is None else T("{said} {found}", said=text, found=more)
    return text


def _fate_text(row: Ruling, becomes: Fate | None) -> Text | None:
    """What becomes of the deal, and what is done where it counts."""
    ends = (row.wins, row.loses) if becomes is None else (becomes, becomes)
    if row.counted is not None and ends in COUNTED:
        return T(COUNTED[ends].msgid, more=row.counted)
    return FATES.get(ends)


FATES: Mapping[tuple[Fate, Fate], Text] = {
    ("void", "void"): T("The deal is void."),
    ("counts", "counts"): T("The deal counts."),
    ("drop", "drop"): T("The deal counts, but not the handful."),
    ("void", "counts"): T("If the offender's side wins, the deal is void; if it loses, it counts."),
    ("void", "drop"): T("If the offender's side wins, the deal is void; if it loses, it counts, but not the handful."),
    ("drop", "counts"): T(
        "If the offender's side wins, the deal counts, but not the handful; if it loses, the handful counts too."
    ),
    ("counts", "void"): T("If the taker makes the contract, the deal counts; if not, it is void."),
}
"""What becomes of a deal, by how the code has it for a side that wins and one that loses."""
COUNTED: Mapping[tuple[Fate, Fate], Text] = {
    ("counts", "counts"): T("The deal counts, and {more}."),
    ("void", "counts"): T("If the offender's side wins, the deal is void; if it loses, it counts, and {more}."),
}
"""The same, where something is done only if the deal counts."""


def _cost_text(warning: bool, points: int) -> Text | None:
    if points:
        return T("Penalty: {points} points.", points=points)
    return T("A warning.") if warning else None


# --- warnings and points ----------------------------------------------------------------------------------------


def cost(scored: Scored, row: Ruling, foul: Foul, past: Sequence[Scored], options: TarotOptions) -> tuple[bool, int]:
    """Whether an upheld foul costs a warning, and how many points it costs: a warning comes first, then points."""
    seat = foul.seat
    if row.optional and foul.remedy == "points":
        return False, int(row.repeat)
    if row.optional or not row.first or (row.spares_taker and seat == scored.deal.terms.taker):
        return False, 0
    if options.arbitration == "friendly":
        return True, 0
    earlier = _earlier(scored, foul, past)
    if row.first == "warning":
        again = any(before.first == "warning" for before in earlier)
        return (False, int(row.repeat)) if again else (True, 0)
    return False, int(row.repeat if row in earlier else row.first)


def _earlier(scored: Scored, foul: Foul, past: Sequence[Scored]) -> list[Ruling]:
    """The rulings made before in this match against the seat of a foul."""
    rows = []
    for deal in (*past, scored):
        for other in deal.upheld:
            if deal is scored and (other.committed, other.proved) >= (foul.committed, foul.proved):
                continue
            row = ruling(deal, other) if other.seat == foul.seat else None
            if row is not None and not (row.spares_taker and other.seat == deal.deal.terms.taker):
                rows.append(row)
    return rows


# --- the choices, and the card taken back -----------------------------------------------------------------------


def remedies(
    scored: Scored, foul: Foul, past: Sequence[Scored], options: TarotOptions, seats: tuple[str, ...]
) -> tuple[Remedy, ...]:
    """The remedies to choose from, the one proposed first."""
    words = tuple(_words(scored, foul, past, options)) or (None,)
    return tuple(remedy(scored, replace(foul, remedy=word), past, options, seats) for word in words)


def _words(scored: Scored, foul: Foul, past: Sequence[Scored], options: TarotOptions) -> Iterator[str]:
    row, deal = ruling(scored, foul), scored.deal
    if row is None or foul.seat is None:
        return
    if row.id == "out-of-turn-defender":
        yield "accept"
        if can_go_back(deal, foul.play):
            yield from _asks(deal, foul.play)
    elif row.id in GO_BACK and can_go_back(deal, foul.play):
        yield "back"
    elif row.id in ("petit-sec-not-declared", "wrong-dealer"):
        yield from ("void", "stands") if _annuls(deal, row, foul) else ("stands", "void")
    elif row.optional and options.arbitration != "friendly" and row in _earlier(scored, foul, past):
        yield from ("bare", "points")


def _asks(deal: Deal, play: Play | None) -> tuple[str, ...]:
    """The words that the taker may choose: after a lead out of turn to ask for a suit, else to send the card back."""
    lead = play is not None and deal.trick.plays[:1] == (play,) and play.card != EXCUSE
    return tuple(ASKS) if lead else ("back",)


LIKELY = {
    "bid": ("out-of-turn", "illegal-bid", "petit-sec-not-declared", "card-turned-high", "misdeal-dealer", "conduct"),
    "discard": ("faux-ecart-6-illegal-cards", "faux-ecart-5", "faux-ecart-7", "ecart-wrong-count-before-play",
                "poignee-incomplete-fixable", "conduct"),
    "play": ("must-follow", "must-trump", "must-overtrump", "out-of-turn", "exposed-card-defence", "conduct"),
}  # fmt: skip
"""The faults people most often see, by the phase of a deal."""


def exposure_kinds(deal: Deal, seat: int) -> tuple[str, ...]:
    """The rulings on a card exposed by a seat, the usual one first."""
    if deal.terms.taker is None:
        return ()
    if seat == deal.terms.taker:
        return ("exposed-card-taker",)
    return ("exposed-card-defence", "exposed-card-important-defence")


def carry_out(deal: Deal, foul: Foul, seats: tuple[str, ...]) -> Step:
    """Carry out the chosen remedy on the table; note a revoke as settled, by trick and seat."""
    if foul.kind in REVOKES and foul.seat is not None:
        deal = with_terms(deal, settled=(*deal.terms.settled, (deal.on_table.number, foul.seat)))
    if foul.remedy not in ("back", *ASKS) or foul.seat is None or foul.play is None:
        return Step(deal)
    step = take_back(deal, foul.seat, seats)
    if foul.remedy not in ASKS:
        return step
    ask = (step.deal.trick.number, foul.remedy, foul.play.card[0])
    return replace(step, deal=with_terms(step.deal, ask=ask))


def take_back(deal: Deal, seat: int, seats: tuple[str, ...]) -> Step:
    """Take a seat's last card back into its hand; raises Slip if there is none."""
    trick = deal.on_table
    play = trick.by(seat)
    if play is None or play.unseen or not can_go_back(deal, play):
        raise Slip(T("{name} has no card to take back", name=seats[seat]))
    after = with_terms(deal.take_back(seat), taken_back=(*deal.terms.taken_back, (trick.number, play)))
    slam = slam_by(deal)
    if not after.tricks and not after.trick.plays and slam is not None:
        after = after._replace(lead=slam.seat)
    return Step(after, (Returns(seat, play.cards),))


def withdraw(deal: Deal, line: int, seat: int, options: TarotOptions, seats: tuple[str, ...]) -> Step:
    """Take back a card that its player calls a foul. If it cannot have been one, taking it back is a foul. Under the
    code its denial stands, so that the revoke put right comes to light. A card that a ruling put back stays back.
    """
    trick = deal.on_table
    if trick.by(seat) is None and (trick.number, seat) in deal.terms.settled:
        return Step(deal)
    step = take_back(deal, seat, seats)
    play = next(play for play in trick.plays if play.seat == seat)
    if play in may_be_fouls(deal):
        stands = options.arbitration == "ca2012" and not is_in_doubt(deal, play)
        stands = stands and (trick.number, seat) not in deal.terms.settled
        return replace(step, acts=(Returns(seat, play.cards, stands),))
    message = T("{name} takes {card} back, which was no foul.", name=seats[seat], card=CardName(play.card))
    foul = Foul(TAKEN_BACK.id, seat, "seen", line, line, "tarot.foul.1", message, (seat,), play, trick.number,
                play.card, trick.number)  # fmt: skip
    return replace(step, fouls=(foul,))
