"""The pages that show a table's history and correct it, and then show the effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.endings.damage import CLAIM
from referee.record.facts import (
    Claimed,
    Corrected,
    Discarded,
    FoulSeen,
    Given,
    Inserted,
    KittyTurned,
    Played,
    Reseated,
    Resulted,
    Struck,
    Took,
    TrickPlayed,
)
from referee.record.grammar import Fact, parse
from referee.rules.cards import UNSEEN
from referee.rules.common import tricks_text
from referee.store import StaleSequence
from referee.table.table import Table
from referee.web.kit.parts import context_of
from referee.web.kit.request import key, number, say, tables, when, who
from referee.web.kit.rights import mends, sees, writes
from referee.web.kit.visit import device_names, visit
from referee.web.past.effects import Effects, effects
from referee.web.past.fix import Fix, fix_view, prompts_before
from referee.web.past.forgotten import exchange, insertion, place_in_deal, trick_put_in
from referee.web.past.history import DealShown, deal_histories, deal_of, page_of, page_of_deal
from referee.web.table.answers import line_of, read_off, reason
from referee.web.table.between import fact_text
from referee.web.table.drawn import Card, LawShown, SeatName, card, seat_names
from referee.web.table.new import LONGEST_NAME
from referee.web.table.tap import fact_in, refused_page
from referee.words.text import RefereeError, Slip, T

past = Blueprint("past", __name__)
HOW = ("replace", "before", "strike", "forgotten", "trick")
MOST_OUT = 24
"""The most unseen cards shown beside a claim; with more left, nobody claims the rest."""
FACE_DOWN = (Discarded.word, Given.word)


@past.get("/t/<id:table>/history")
@sees("past")
def history(table: str) -> ResponseReturnValue:
    """The history page; one fact may be open for correction, or a whole deal."""
    return history_page(tables().get(table))


def history_page(kept: Kept, status: int = 200, refused: str | None = None) -> ResponseReturnValue:
    """The history page, with the reason why a correction was refused."""
    language = who().language
    here, deal = visit(kept.id), number(request.args.get("deal")) or 0
    alone = 0 < deal <= len(kept.table.deals)
    page = page_of_deal(kept.table, deal) if alone else page_of(kept.table, _line_asked())
    fixes = {fix.line: fix for fix in _fixes(kept, deal) if fix is not None} if here.writes else {}
    events = {event.seq: event for event in tables().store.events(kept.id)}
    deals = deal_histories(kept, language, events, when, device_names(kept.id), page)
    if kept.table.current is not None and not here.writes:
        deals = list(_without_secrets(deals, kept.table.current.deal.number, here.sees_past))
    answer = render_template(
        "past/history.html",
        deals=deals,
        alone=alone and here.writes,
        fixes=fixes,
        refused=refused,
        page=page,
        tab="history",
        table=head(kept),
    )
    return answer, status


def _line_asked() -> int | None:
    """The line of the fact that is to be seen, if one is."""
    return number(request.args.get("fix", request.args.get("at")))


def _fixes(kept: Kept, deal: int) -> Iterator[Fix | None]:
    """What is open for correction: the fact that is asked for; of a whole deal its result, and what was forgotten."""
    args, language, line = request.args, who().language, number(request.args.get("fix"))
    if line is not None:
        acting, place = number(args.get("as")), number(args.get("what"))
        yield fix_view(kept, language, line, args.get("how", "replace"), acting, place, args.get("instead", ""))
    elif 0 < deal <= len(kept.table.deals):
        judged = kept.table.deals[deal - 1]
        lacking = fix_view(kept, language, judged.deal.line, "forgotten", None)
        yield lacking if lacking is not None and lacking.missing else None
        for told in judged.facts:
            if isinstance(kept.table.fact_at.get(told), Resulted):
                yield fix_view(kept, language, told, "replace", None)


def _without_secrets(deals: list[DealShown], number: int, shown: bool) -> Iterator[DealShown]:
    """The deals without cards that lie face down, or without the deal being played."""
    for deal in deals:
        if deal.number != number:
            yield deal
        elif shown:
            facts = (replace(fact, cards=()) if fact.kind in FACE_DOWN else fact for fact in deal.facts)
            yield replace(deal, facts=tuple(facts))


@past.post("/t/<id:table>/correct")
@mends
def correct(table: str) -> ResponseReturnValue:
    """Correct a fact. Where a score, a foul or a ruling has changed, show the effects, and how to take it back."""
    form = request.form
    kept = tables().get(table)
    line, how = number(form.get("line")), form.get("how", "")
    mark, seq = key(), number(form.get("seq"))
    if seq is None:
        abort(400)
    if how != "reseat" and (line is None or how not in HOW):
        abort(400)
    try:
        facts = _corrections(kept, line or 0, how)
        if not facts:
            return redirect(url_for("table.page", table=table, mend=line, how=how, laid=_laid()), 303)
        after = tables().add_all(table, mark, seq, facts, g.device)
    except (Slip, StaleSequence) as error:
        if isinstance(error, Slip) and "kind" in form:
            error = Slip(reason(error, prompts_before(kept.table, line or 0)[1], form))
        if form.get("at") == "table" and isinstance(error, Slip) and not tables().store.knows(table, mark):
            return refused_page(table, error.text)
        return _unless_done(table, mark, error)
    if not _in_place(kept, line) and kept.seq == seq:
        change = _change(kept, after, facts)
        if how == "reseat" or change.effects.weigh:
            return render_template("past/change.html", **context_of(change), table=head(after))
    return redirect(url_for("table.page", table=table), 303)


def _in_place(kept: Kept, line: int | None) -> bool:
    """Whether an entry is corrected on the table's own page: it is of the deal being played, which has no score yet."""
    current = kept.table.current
    return request.form.get("at") == "table" and current is not None and line in current.facts


def _unless_done(table: str, mark: str, error: RefereeError) -> ResponseReturnValue:
    """The reason why a correction was refused; the table where it is already recorded."""
    if tables().store.knows(table, mark):
        return redirect(url_for("table.page", table=table), 303)
    stale = isinstance(error, StaleSequence)
    meanwhile = T("Another device has recorded something meanwhile; look again before you correct.")
    return history_page(tables().get(table), 409 if stale else 422, say(meanwhile if stale else error.text))


def _corrections(kept: Kept, line: int, how: str) -> list[Fact]:
    """The facts that a form asks for: one, unless what was forgotten moves what came after it; none while a trick that
    is put in is not whole.
    """
    form = request.form
    if how == "trick":
        _, trick = trick_put_in(kept.table, line, _laid())
        return insertion(kept.table, line, trick) if trick is not None else []
    if how == "forgotten":
        return place_in_deal(kept.table, deal_of(kept.table, line), fact_in(form))
    correction = _correction(kept, line, how)
    if isinstance(correction, Corrected):
        return exchange(kept.table, correction)
    if isinstance(correction, Inserted):
        return insertion(kept.table, line, correction.fact)
    return [correction]


def _laid() -> list[str]:
    """The plays of a whole trick that is put in, each its cards, the one just tapped included."""
    return [*request.form.getlist("laid"), "+".join(request.form.getlist("card"))]


def _correction(kept: Kept, line: int, how: str) -> Fact:
    """The correction a form asks for."""
    if how == "reseat":
        if "tournament" in tables().store.stream(kept.id).meta:
            abort(403)
        if any(len(name) > LONGEST_NAME for name in request.form.getlist("seat")):
            raise Slip(T("a name has at most {most} letters", most=LONGEST_NAME))
        return Reseated(tuple(name.strip() for name in request.form.getlist("seat")))
    if how == "strike":
        return Struck(line)
    form = request.form
    inner = fact_in(form) if "fact" in form else parse(line_of(*prompts_before(kept.table, line), form))
    if how != "replace":
        return Inserted(line, inner)
    old = kept.table.fact_at.get(line)
    if isinstance(old, TrickPlayed) and isinstance(inner, Played):
        inner = _in_trick(kept.table, line, old, inner)
    if isinstance(old, KittyTurned) and isinstance(inner, KittyTurned) and form.get("instead") in old.cards:
        at = old.cards.index(form["instead"])
        inner = KittyTurned((*old.cards[:at], *inner.cards, *old.cards[at + 1 :]))
    return Corrected(line, inner)


def _in_trick(table: Table, line: int, old: TrickPlayed, new: Played) -> TrickPlayed:
    """A trick written on one line with the play of a seat corrected. Raises Slip for a seat that laid nothing to it."""
    plays = (play for judged in table.deals for trick in judged.deal.all_tricks for play in trick.plays)
    names = [table.seats[play.seat] for play in plays if play.line == line]
    if new.seat not in names:
        raise Slip(T("{name} laid no card to this trick", name=new.seat))
    plays_ = zip(names, old.plays, strict=True)
    return TrickPlayed(old.leader, tuple(new.cards if name == new.seat else cards for name, cards in plays_))


@dataclass(frozen=True, slots=True)
class Change:
    """A correction for change.html, of the fact on a `line`, as it was (`old`) and as it is now (`new`). Of a claim,
    not recorded yet: whose, its law, whether the rest may be played (`contested`), the cards not laid yet (`out`), and
    the hand `shown` on a photo, with what its page `sent`.
    """

    how: str
    new: str
    effects: Effects
    line: int = 0
    old: str = ""
    seat: int | None = None
    law: LawShown | None = None
    contested: bool = False
    out: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    sent: Mapping[str, str] = field(default_factory=dict)


def _change(kept: Kept, after: Kept, facts: list[Fact]) -> Change:
    """What a correction, or two together, have changed."""
    language = who().language
    correction = next((fact for fact in facts if isinstance(fact, Inserted)), facts[0])
    at: int = getattr(correction, "at", 0)
    old = kept.table.fact_at.get(at)
    inner = getattr(correction, "fact", None)
    return Change(
        how=correction.word,
        new=fact_text(after.table, inner, language) if inner else "" if old else ", ".join(after.table.seats),
        effects=effects(kept, after.table, language),
        line=at,
        old=fact_text(kept.table, old, language) if old else ", ".join(kept.table.seats),
    )


# --- the seats


@past.get("/t/<id:table>/seats")
@writes
def seats(table: str) -> ResponseReturnValue:
    """A page to change the names on the seats, for the whole match at once."""
    kept = tables().get(table)
    if "tournament" in tables().store.stream(table).meta:
        abort(403)
    names = kept.table.seats
    swaps = [_swap(names, one, two) for one, two in combinations(range(len(names)), 2)]
    turned = [(*names[1:], names[0]), (names[-1], *names[:-1])] if len(names) > 2 else []
    known = [person.name for person in tables().store.people()]
    return render_template(
        "past/seats.html", names=names, swaps=swaps, turned=turned, known=known, tab="history", table=head(kept)
    )


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players who exchange seats, and all names as they then are."""

    pair: tuple[str, str]
    names: tuple[str, ...]


def _swap(names: tuple[str, ...], one: int, two: int) -> Swap:
    order = list(names)
    order[one], order[two] = order[two], order[one]
    return Swap((names[one], names[two]), tuple(order))


# --- claims


@past.route("/t/<id:table>/claim", methods=["GET", "POST"])
@mends
def claim(table: str) -> ResponseReturnValue:
    """All tricks left go to one seat: shown first, recorded once accepted; if contested, the rest is played."""
    kept = tables().get(table)
    seat = number(request.values.get("seat"))
    if seat is None or seat >= len(kept.table.seats):
        abort(400)
    mark, seq = "" if request.method == "GET" else key(), number(request.form.get("seq"))
    try:
        shown = _shown(kept, seat)
        facts, after = claim_facts(kept, seat, shown)
        if request.method == "GET":
            return _claim_page(kept, seat, facts, after)
        if seq is None:
            abort(400)
        if request.form.get("how") == "contested":
            facts = shown or [Claimed(kept.table.seats[seat])]
        elif request.form.get("how") == "wrong":
            facts = [FoulSeen(kept.table.seats[seat], CLAIM)]
        tables().add_all(table, mark, seq, facts, g.device)
    except (Slip, StaleSequence) as error:
        return _unless_done(table, mark, error)
    return redirect(url_for("table.page", table=table), 303)


def _shown(kept: Kept, seat: int) -> list[Fact]:
    """The hand that a photo of a claim told; nothing without one."""
    cards = tuple(request.values.getlist("card"))
    return read_off(Claimed(kept.table.seats[seat], cards), request.values, kept.seq + 1) if cards else []


def claim_facts(kept: Kept, seat: int, shown: Sequence[Fact] = ()) -> tuple[list[Fact], Table]:
    """The facts that give a seat, whose hand was shown or not, every trick left, and the table after them. Raises Slip
    where none is left.
    """
    facts = list(shown)
    after, name = kept.table, kept.table.seats[seat]
    for at, fact in enumerate(facts, kept.seq + 1):
        after = after.add(at, fact)
    while (current := after.current) is not None and "took" in after.rules.takes(current.deal):
        if current.deal.over and not current.deal.undecided:
            break
        facts.append(Took(name))
        after = after.add(kept.seq + len(facts), facts[-1])
    if len(facts) == len(shown):
        raise Slip(T("there is no trick left to claim"))
    return facts, after


def _claim_page(kept: Kept, seat: int, facts: list[Fact], after: Table) -> ResponseReturnValue:
    rules, current, values = kept.table.rules, kept.table.current, request.values
    law, count = rules.law(rules.claims) if rules.claims else None, sum(isinstance(fact, Took) for fact in facts)
    change = Change(
        how="claim",
        new=say(T("{name} takes the rest: {tricks}", name=kept.table.seats[seat], tricks=tricks_text(count))),
        effects=effects(kept, after, who().language),
        seat=seat,
        law=LawShown(law.id, say(law.text)) if law else None,
        contested=current is not None and "play" in rules.takes(current.deal),
        out=tuple(card(code, who().language) for code in still_out(kept.table)),
        shown=tuple(card(code, who().language) for code in values.getlist("card")),
        sent={name: values[name] for name in ("by", "looked") if name in values},
    )
    return render_template("past/change.html", **context_of(change), table=head(kept, after))


def still_out(table: Table) -> list[str]:
    """The cards of the deal being played that are not laid, set-aside ones included.

    Empty where a card was laid unseen, or more than MOST_OUT are left.
    """
    deal, deck = table.current.deal if table.current else None, table.rules.deck
    if deal is None or deal.keys.get("depth", "cards") != "cards":
        return []
    played = Counter(card for trick in deal.all_tricks for play in trick.plays for card in play.cards)
    cards = [card for group in table.rules.pad for card in group.cards]
    left = [card for card in cards for _ in range(deck.mask(card).bit_count() - played[card])]
    return left if len(left) <= MOST_OUT and not played[UNSEEN] else []


@dataclass(frozen=True, slots=True)
class Head:
    """What a page about the past tells of its table."""

    id: str
    title: str
    game: str
    seq: int
    seats: tuple[SeatName, ...]


def head(kept: Kept, after: Table | None = None) -> Head:
    """What a page about the past tells of its table, with the names as they are `after`."""
    names = (after or kept.table).seats
    return Head(kept.id, kept.name, say(kept.table.rules.title), kept.seq, seat_names(names, range(len(names))))
