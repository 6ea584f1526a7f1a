"""The correction of an entry: the prompt for it, whose it may be, and what else may be put in before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from flask import url_for

from referee.club.tables import Kept
from referee.record.facts import Dealt, KittyTurned, PlayAsked, Played, Resulted, TrickPlayed, names
from referee.record.grammar import Fact
from referee.rules import Choice, Field, Prompt
from referee.table.table import Table
from referee.web.past.forgotten import WITH_CARDS, Missing, missing, missing_tricks, trick_put_in
from referee.web.past.history import deal_of, table_before
from referee.web.table.between import deal_prompts, fact_text
from referee.web.table.prompts import PromptShown, at_depth, prompt_view, table_prompts
from referee.words.languages import Language
from referee.words.text import CardName, Slip, T


def prompts_before(table: Table, line: int) -> tuple[Table, list[Prompt]]:
    """The table before the fact of a line, and all prompts it then had."""
    before = table_before(table, line)
    current = before.current
    prompts = list(before.rules.prompts(current.deal)) if current else deal_prompts(before)
    return before, [*prompts, *table_prompts(before)]


@dataclass(frozen=True, slots=True)
class Link:
    """A link by its label; `on`: it leads to the page that is shown; `place`: of what it stands for, from 0."""

    label: str
    href: str
    on: bool
    place: int


@dataclass(frozen=True, slots=True)
class Dealer:
    """A player who may have dealt, or laid a card, instead, and the fact that says so."""

    name: str
    fact: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A fact (`text`) to correct (`how` replace) or to put another before: the prompt for it, or the players who may
    have dealt. `seats`: whose it may be; `others`: what else may be put in; `missing`: what was forgotten in the deal
    (`how` forgotten), of which the program finds the place; `instead`: the card of a kitty that is wrong;
    `laid`: the plays so far of a whole trick that is put in (`how` trick).
    """

    line: int
    how: str
    text: str
    prompt: PromptShown | None
    seats: tuple[Link, ...]
    others: tuple[Link, ...]
    dealers: tuple[Dealer, ...] = ()
    missing: tuple[Missing, ...] = ()
    in_play: bool = False
    instead: str = ""
    laid: tuple[str, ...] = ()


def trick_fix(kept: Kept, language: Language, line: int, laid: Sequence[str]) -> Fix | None:
    """The next card of a whole trick that is put in before the fact of a line; None where no card can be laid there."""
    try:
        before, _ = trick_put_in(kept.table, line, laid)
    except Slip:
        return None
    asked = before.rules.prompts(before.current.deal) if before.current else ()
    if not asked or asked[0].kind != "play":
        return None
    said = [language.say(T("{cards}", cards=names(play.split("+")))) for play in laid]
    text = " · ".join((*said, language.say(asked[0].text)))
    return Fix(line, "trick", text, prompt_view(before, asked[0], language), (), (), laid=tuple(laid))


def fix_view(
    kept: Kept, language: Language, line: int, how: str, acting: int | None, place: int | None = None, instead: str = ""
) -> Fix | None:
    """The prompt to correct a fact, or to insert one before it.

    It is one of the prompts of the moment before: that of the fact's kind, or the one at `place` for an inserted fact.
    """
    fact = kept.table.fact_at.get(line)
    if fact is None:
        return None
    if isinstance(fact, KittyTurned) and instead in fact.cards:
        return _fix_kitty(kept, language, line, fact, instead)
    if how == "forgotten":
        in_play = kept.table.current is not None and line in kept.table.current.facts
        text = fact_text(kept.table, fact, language)
        lacking = missing(kept.table, deal_of(kept.table, line), language)
        tricks = missing_tricks(kept.table, language) if in_play else ()
        return Fix(line, how, text, None, (), (), (), (*lacking, *tricks), in_play)
    how = "before" if how == "before" else "replace"
    before, prompts = prompts_before(kept.table, line)
    chosen = place if place is not None and place < len(prompts) else _first_at_depth(before, prompts)
    prompt = _prompt_for(prompts, fact) if how == "replace" else prompts[chosen]
    others = tuple(_others(kept, line, prompts, prompt, language)) if how == "before" else ()
    players = _dealers(kept, fact) if isinstance(fact, Played) and how == "replace" else ()
    if isinstance(fact, TrickPlayed) and how == "replace" and acting is not None:
        fact = single(kept.table, line, acting) or fact
    text = fact_text(kept.table, fact, language)
    if isinstance(fact, Dealt) and how == "replace":
        return Fix(line, how, text, None, (), others, _dealers(kept, fact))
    seat, seat_name = acting, getattr(fact, "seat", None)
    if seat is None and how == "replace" and seat_name in kept.table.seats:
        seat = kept.table.seats.index(seat_name)
    if seat is not None and seat < len(kept.table.seats) and prompt.seat is not None:
        prompt = replace(prompt, seat=seat)
    shown = prompt_view(before, replace(prompt, optional=False), language)
    if isinstance(fact, Played) and shown.pad is not None and before.current and not before.current.deal.trick.plays:
        suits = (group.suit for group in before.rules.pad if fact.cards[0] in group.cards)
        shown = replace(shown, pad=replace(shown.pad, first=next(suits, shown.pad.first)))  # of a lead, a phone's tab
    seats = tuple(_seats(kept, line, how, shown.seat_name)) if prompt.seat is not None and prompt.kind != "deal" else ()
    return Fix(line, how, text, shown, seats, others, players)


def _filled(fields: Sequence[Field], keys: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields with what was chosen or typed."""
    filled = (replace(one, start=keys.get(one.name, one.start), typed=one.start is None) for one in fields)
    return tuple(_of_pairs(one) if one.kind == "seats" and one.high == PAIR and one.choices else one for one in filled)


PAIR = 2


def _of_pairs(field: Field) -> Field:
    """Up to two players as one choice, so that two wrong names are put right by one touch."""
    names = [choice.word for choice in field.choices]
    groups = [group for many in range(PAIR, int(field.low) - 1, -1) for group in combinations(names, many)]
    choices = tuple(Choice(",".join(group), T("{names}", names=group)) for group in groups)
    chosen = (field.start or "").split(",")
    told = ",".join(name for name in names if name in chosen)
    return replace(field, kind="choice", choices=choices, start=told)


def _fix_kitty(kept: Kept, language: Language, line: int, fact: KittyTurned, instead: str) -> Fix:
    """One card of a kitty to correct: the pad on which another is tapped."""
    before, prompts = prompts_before(kept.table, line)
    prompt = replace(_prompt_for(prompts, fact), count=1, optional=False)
    text = language.say(T("{card} in the kitty", card=CardName(instead)))
    return Fix(line, "replace", text, prompt_view(before, prompt, language), (), (), instead=instead)


def single(table: Table, line: int, seat: int) -> Played | None:
    """What a seat laid to a trick written on one line."""
    plays = (play for judged in table.deals for trick in judged.deal.all_tricks for play in trick.plays)
    return next((Played(table.seats[seat], p.cards) for p in plays if (p.line, p.seat) == (line, seat)), None)


def _first_at_depth(before: Table, prompts: Sequence[Prompt]) -> int:
    """The place of what the table waited for first, by how deep its deal is recorded."""
    kinds = [prompt.kind for prompt in prompts]
    return kinds.index(at_depth(prompts, before.current.deal)[0].kind) if before.current else 0


def _prompt_for(prompts: Sequence[Prompt], fact: Fact) -> Prompt:
    """The prompt of a fact's kind, with what a result had in its fields, else the first."""
    wanted = "play" if isinstance(fact, Played | PlayAsked | TrickPlayed) else fact.word
    prompt = next((prompt for prompt in prompts if prompt.kind == wanted), prompts[0])
    return replace(prompt, fields=_filled(prompt.fields, dict(fact.keys))) if isinstance(fact, Resulted) else prompt


def _others(kept: Kept, line: int, prompts: Sequence[Prompt], chosen: Prompt, language: Language) -> Iterator[Link]:
    """What else may be put in."""
    here = url_for("past.history", table=kept.id)
    for place, other in enumerate(prompts):
        if (other is chosen or other.kind in ("bid", "play", "announce", *WITH_CARDS)) and not other.beside:
            href = f"{here}?fix={line}&how=before&what={place}#line-{line}"
            yield Link(language.say(other.label or other.text), href, other is chosen, place)


def _seats(kept: Kept, line: int, how: str, chosen: str | None) -> Iterator[Link]:
    """Whose the fact may be."""
    here = url_for("past.history", table=kept.id)
    for at, name in enumerate(kept.table.seats):
        yield Link(name, f"{here}?fix={line}&how={how}&as={at}#line-{line}", name == chosen, at)


def _dealers(kept: Kept, fact: Dealt | Played) -> tuple[Dealer, ...]:
    """The players who may have dealt, or laid these cards, instead."""
    if isinstance(fact, Dealt):
        return tuple(Dealer(n, replace(fact, dealer=n).line()) for n in kept.table.seats if n != fact.dealer)
    return tuple(Dealer(n, replace(fact, seat=n).line()) for n in kept.table.seats if n != fact.seat)
