"""The panel of a foul: the sentence, its proof, what a person may decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.club.tables import Kept
from referee.endings.damage import Damage, may_tell
from referee.record.facts import Confirmed, Corrected, FoulSeen, Inserted, Played, Ruled, Struck, TrickPlayed, names
from referee.record.grammar import quote
from referee.rules import Foul, Remedy, total
from referee.rules.acts import PROOFS, SLIPS, evidence
from referee.rules.deal import Deal, Play
from referee.rules.score import all_differ
from referee.table.reads import NOBODY
from referee.table.table import Judged, Table, choices
from referee.web.kit.addresses import address
from referee.web.table.between import fact_text
from referee.web.table.drawn import LawShown, Points, TrickShown, law_view, named_points, trick_view, with_both_sides
from referee.web.table.reckoner import effect_of
from referee.words.languages import Language
from referee.words.numbers import gain
from referee.words.text import T, Text, capitalize

RULED = {"uphold": T("Upheld"), "waive": T("Waived"), "correct": T("A mistake in the record")}


@dataclass(frozen=True, slots=True)
class Decision:
    """What may be decided: a fact, or a page to go to; what the deal then scores. `why`: that the program proposes it,
    and by which paragraph; `clear`: whether the text itself says which decision it is about; `seat`: against whom.
    """

    word: str
    label: str
    text: str
    scores: tuple[Points, ...] | None = None
    fact: str | None = None
    href: str | None = None
    why: str = ""
    clear: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class FoulShown:
    """A foul for its template (_foul.html), the `place`th of its `deal`. `over`: whether that deal is; `did`: whether
    it may be told what the foul did; `trick` is the number of its trick; `evidence`: the tricks that prove it.
    """

    line: int
    slip: bool
    deal: int
    place: int
    over: bool
    did: bool
    kind: str
    seat_name: str | None
    sentence: str
    proof: str
    proof_label: str
    suspects: tuple[str, ...]
    law: LawShown
    trick: int | None
    evidence: tuple[TrickShown, ...]
    choices: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class LookShown:
    """A card that a reader told, with whose it is, that people are to look at; `href`: where it is put right."""

    text: str
    trick: int | None
    href: str


@dataclass(frozen=True, slots=True)
class Looks:
    """The read cards that people are to look at; the `fact` says that all are right."""

    cards: tuple[LookShown, ...]
    fact: str


def looks_view(kept: Kept, language: Language) -> Looks | None:
    """The cards to be looked at before anything is said of a foul; None where there are none."""
    plays = {play.line: play for judged in kept.table.deals for play in judged.looks}
    if not plays:
        return None
    return Looks(tuple(_look(kept, play, language) for play in plays.values()), Confirmed(tuple(plays)).line())


def _look(kept: Kept, play: Play, language: Language) -> LookShown:
    tricks = (trick for judged in kept.table.deals for trick in judged.deal.all_tricks)
    number = next((trick.number for trick in tricks if play in trick.plays), None)
    text = T("{name} {cards}", name=kept.table.seats[play.seat], cards=names(play.cards))
    if play.seat == NOBODY:
        text = T("the kitty: {cards}", cards=names(play.cards))
    return LookShown(language.say(text), number, _mend_address(kept, play.line, None))


def _mend_address(kept: Kept, line: int, seat: int | None) -> str:
    """Where the card of a line is put right: on the pad in the deal being played, else in the history."""
    current = kept.table.current
    if current is not None and line in current.facts:
        return address("table.page", table=kept.id, mend=line, **{"as": seat})
    whose = "" if seat is None else f"&as={seat}"
    return f"{address('past.history', table=kept.id)}?fix={line}&how=replace{whose}#line-{line}"


def foul_view(kept: Kept, judged_deal: Judged, foul: Foul, language: Language) -> FoulShown:
    """A foul for its template."""
    table, deal, say = kept.table, judged_deal.deal, language.say
    seats = table.seats
    return FoulShown(
        line=foul.proved,
        slip=foul.kind in SLIPS,
        deal=deal.number,
        place=judged_deal.fouls.index(foul) + 1,
        over=judged_deal.state != "open",
        did=may_tell(foul),
        kind=say(table.rules.name_of(foul)),
        seat_name=None if foul.seat is None else seats[foul.seat],
        sentence=capitalize(say(foul.message)),
        proof=foul.proof,
        proof_label=say(_proof(foul)),
        suspects=tuple(seats[seat] for seat in foul.suspects),
        law=law_view(table.rules, foul.law, language),
        trick=foul.trick,
        evidence=tuple(
            with_both_sides(trick_view(trick, deal, language, marks), table.rules, language)
            for trick, marks in evidence(deal, foul)
        ),
        choices=(
            *_mending(kept, judged_deal, foul, language),
            *([] if foul.kind in SLIPS else _deciding(kept, judged_deal, foul, language)),
        ),
    )


def _deciding(kept: Kept, judged_deal: Judged, foul: Foul, language: Language) -> list[Decision]:
    return [*upholding(kept, judged_deal, foul, language), _waiving(kept.table, judged_deal, foul, language)]


def _earlier(deal: Deal, foul: Foul) -> list[int]:
    """The lines on which the card of a slip lies already."""
    if foul.kind not in SLIPS:
        return []
    laid = (play for trick in deal.all_tricks for play in trick.plays if foul.evidence in play.cards)
    return [play.line for play in laid if play.line != foul.proved]


def _proof(foul: Foul) -> Text:
    """How a foul is proved, and in which trick where a later card does."""
    if foul.proof == "shown" and foul.proof_trick is not None:
        return T("proved in trick {number}", number=foul.proof_trick)
    return PROOFS[foul.proof]


def ruling_text(table: Table, ruled: Ruled, language: Language) -> str | None:
    """A decision as a short sentence: what became of which foul, and whose; None where the foul is no more."""
    foul = next((foul for deal in table.deals for foul in deal.fouls if foul.proved == ruled.at), None)
    if foul is None or ruled.decision not in RULED:
        return None
    name = ruled.seat or ("–" if foul.seat is None else table.seats[foul.seat])
    kind = table.rules.name_of(foul)
    return language.say(T("{decision}: {name} – {foul}", decision=RULED[ruled.decision], name=name, foul=kind))


def last_decision(table: Table, language: Language) -> str | None:
    """What was decided or mended by the last line, if it does either."""
    last = table.latest
    if isinstance(last, Corrected | Inserted | Struck):
        return fact_text(table, last, language)
    if isinstance(last, FoulSeen):
        return language.say(T("Upheld: {name} – {foul}", name=last.seat, foul=table.rules.foul_name(last.breach)))
    return ruling_text(table, last, language) if isinstance(last, Ruled) else None


def _mending(kept: Kept, judged_deal: Judged, foul: Foul, language: Language) -> list[Decision]:
    """The mis-tap first: either card may have been written down wrong."""
    decisions = []
    say, facts = language.say, kept.table.fact_at
    tricks = {play.line: trick.number for trick in judged_deal.deal.all_tricks for play in trick.plays}
    for line in dict.fromkeys((foul.proved, foul.committed, *_earlier(judged_deal.deal, foul))):
        if line in facts:
            fact, number = facts[line], tricks.get(line)
            where, what = "" if number is None else say(T("trick {number}", number=number)), ""
            laid = _laid(judged_deal.deal, line, foul)
            if laid is not None and isinstance(fact, Played | TrickPlayed):
                what = say(
                    T("{name} {cards}", name=kept.table.seats[laid.seat], cards=names(dict.fromkeys(laid.cards)))
                )
            elif number is None:
                what = fact_text(kept.table, fact, language)
            seat = laid.seat if laid is not None and isinstance(fact, TrickPlayed) else None
            decisions.append(Decision("correct", where, what, href=_mend_address(kept, line, seat)))
    return decisions


def _laid(deal: Deal, line: int, foul: Foul) -> Play | None:
    """The card of a foul that was written down on a line: in a trick written on one line that of the offender, or the
    one that proves it.
    """
    plays = [play for trick in deal.all_tricks for play in trick.plays if play.line == line]
    of_foul = [play for play in plays if foul.evidence in play.cards or play.seat == foul.seat]
    return next(iter(of_foul if len(plays) > 1 else plays), None)


def upholding(kept: Kept, judged_deal: Judged, foul: Foul, language: Language) -> list[Decision]:
    """Uphold it, against each suspect, with the scores under each remedy; not before it is known what a foul weighs.
    While the deal is played that is not asked: the class would say who holds what.
    """
    table = kept.table
    decisions: list[Decision] = []
    for seat in foul.suspects if foul.seat is None else (foul.seat,):
        key = f" seat={quote(table.seats[seat])}" if foul.seat is None else _seat_key(table, judged_deal, foul)
        label = T("Uphold it")
        if foul.seat is None:
            label = T("Uphold it against {name}", name=table.seats[seat])
        known = table.rules.weighs and judged_deal.state != "open"
        weighs = effect_of(kept, judged_deal, replace(foul, seat=seat)) if known else None
        if weighs is not None and not weighs.done():
            decisions.append(
                Decision("wait", language.say(label), language.say(T("What it did is being reckoned.")), seat=seat)
            )
            continue
        ways = choices(table, judged_deal.deal.number, replace(foul, seat=seat))
        did = weighs.result() if weighs is not None else None
        clear = len(ways) > 1 and all_differ(ways, language.say)
        for given in ways:
            why = _proposal(given, did, language) if given is ways[0] and len(ways) > 1 else ""
            word = f" remedy={quote(given.word)}" if given.word else ""
            choice = T("{label}: {value}", label=label, value=given.label) if given.label else label
            if given.label and len(ways) > 1:  # what may be chosen is said, once for all what the law says of it
                choice = given.label
            scores = named_points(table, total(given.lines, len(table.seats))) if given.lines else None
            fact = f"ruling {foul.proved} uphold{key}{word}"
            text = language.say(given.text)
            shown = None if scores is None or tells_scores(text, scores) else scores
            text = "" if any(other.text == text for other in decisions) else text
            name = capitalize(language.say(choice))
            decisions.append(Decision("uphold", name, text, shown, fact, why=why, clear=clear, seat=seat))
    return decisions


def tells_scores(text: str, scores: Sequence[Points]) -> bool:
    """Whether a sentence tells already what a deal scores."""
    paid = [f"{each.name} {gain(each.points)}" for each in scores if each.points]
    return bool(paid) and all(one in text for one in paid)


def _proposal(given: Remedy, did: Damage | None, language: Language) -> str:
    """That the program proposes a remedy, with the paragraph by which it follows from what the foul did."""
    paragraph = did.paragraph if did is not None and did.weight == given.word else ""
    return "\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}".join(filter(None, (language.say(T("Proposed")), paragraph)))


def _waiving(table: Table, judged_deal: Judged, foul: Foul, language: Language) -> Decision:
    fact = f"ruling {foul.proved} waive{_seat_key(table, judged_deal, foul)}"
    stays = T("The deal goes on as it is.") if judged_deal.state == "open" else T("The deal stands as it is.")
    return Decision("waive", language.say(T("Waive it")), language.say(stays), fact=fact)


def _seat_key(table: Table, judged_deal: Judged, foul: Foul) -> str:
    """Whose foul is meant, where several were proved by one card."""
    alike = [other for other in judged_deal.fouls if other.proved == foul.proved]
    if len(alike) < 2 or foul.seat is None:
        return ""
    return f" seat={quote(table.seats[foul.seat])}"
