"""What Da Ban waits for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.deal import Deal
from referee.games.da_ban.cards import COPIES, KINGS, SUITS, rank
from referee.games.da_ban.match import Terms, Tribute
from referee.grammar import quote
from referee.ruleset import Choice, Field, Prompt
from referee.texts import T

if TYPE_CHECKING:
    from referee.games.da_ban import DaBan


def prompts(rules: DaBan, deal: Deal) -> tuple[Prompt, ...]:
    """What the deal waits for, first what has to come; at the depth of the score the result comes first."""
    if deal.phase == "done":
        return ()
    result = Prompt("result", T("The result of this round"), fields=fields(rules, deal), optional=True)
    if deal.keys.get("depth") == "score" and deal.phase == "draw":
        return (result, *_drawing(rules, deal))
    if deal.keys.get("depth") == "tricks" and deal.phase != "play" and deal.terms.trump is not None:
        before = _drawing(rules, deal) if deal.phase == "draw" else _kitty(rules, deal)
        return (_took(deal), *(replace(prompt, optional=True) for prompt in before), result)
    if deal.phase == "draw":
        return (*_drawing(rules, deal), result)
    if deal.phase == "kitty":
        return (*_kitty(rules, deal), result)
    return (*_playing(rules, deal), result)


def _drawing(rules: DaBan, deal: Deal) -> tuple[Prompt, ...]:
    """While cards are drawn: who names trumps, the tribute, the kitty."""
    terms: Terms = deal.terms
    show = Prompt("show", T("Level cards shown while drawing"), optional=True, cards=_level_cards(terms))
    found: list[Prompt] = []
    if terms.first:
        show = Prompt(
            "show", T("Who turned a Big King? The King and the next card"), count=2, optional=terms.trump is not None
        )
        if rules.options.first_master == "agreed" and terms.master is None:
            found.append(Prompt("announce", T("Who is the first master?"), choices=(Choice("master", T("is master")),)))
    if terms.first and terms.trump is None:
        found.append(show)
    else:
        found += [*_tribute(rules, terms.tribute), _kitty_prompt(rules, terms)]
        if not terms.fixed:
            found.append(show)
    if terms.trump is not None:
        found.append(_play(rules, deal))
    return tuple(found)


def _kitty_prompt(rules: DaBan, terms: Terms) -> Prompt:
    return Prompt("kitty", T("The kitty is turned"), count=terms.size, optional=terms.trump is not None)


def _level_cards(terms: Terms) -> tuple[str, ...]:
    return tuple(suit + rank(terms.level) for suit in SUITS)


def _tribute(rules: DaBan, tribute: Tribute | None) -> list[Prompt]:
    """What is still owed, or to be given back; none of it has to come."""
    if tribute is None or not tribute.open:
        return []
    payer, receiver = rules.seats[tribute.payer], rules.seats[tribute.receiver]
    if tribute.given < tribute.due and not tribute.returned:
        left = tribute.due - tribute.given
        text = T("{payer} gives {receiver} his best trumps: {number}", payer=payer, receiver=receiver, number=left)
        found = [
            Prompt("give", text, tribute.payer, _to(receiver, left), left, optional=True),
        ]
        if not tribute.given:
            cancel = (Choice("cancel", T("three Kings alike cancel the tribute")),)
            found.append(Prompt("announce", T("Three Kings?"), choices=cancel, count=3, optional=True, cards=KINGS))
        else:
            found.append(_back(rules, tribute))
        return found
    return [_back(rules, tribute)]


def _back(rules: DaBan, tribute: Tribute) -> Prompt:
    payer, receiver = rules.seats[tribute.payer], rules.seats[tribute.receiver]
    left = tribute.given - tribute.returned
    text = T("{receiver} gives {payer} back: {number}", payer=payer, receiver=receiver, number=left)
    return Prompt("give", text, tribute.receiver, _to(payer, left), left, optional=True)


def _to(name: str, left: int) -> tuple[Choice, ...]:
    """Cards that all see go to somebody, or as many as are owed that nobody saw."""
    shown = Choice(quote(name), T("to {name}", name=name))
    return shown, Choice(f"{quote(name)} count={left}", T("to {name}, unseen", name=name))


def _kitty(rules: DaBan, deal: Deal) -> tuple[Prompt, ...]:
    """The kitty is turned: it is exchanged, or set aside as it is."""
    terms: Terms = deal.terms
    owed = tuple(_tribute(rules, terms.tribute)) if terms.by_kitty and not terms.exchanged else ()
    if terms.aside or terms.exchanged or terms.master is None:
        return (*owed, _play(rules, deal))
    text = T("{name} takes the kitty and sets aside", name=rules.seats[terms.master])
    return (*owed, Prompt("discard", text, terms.master, count=terms.size), _play(rules, deal, optional=True))


def _play(rules: DaBan, deal: Deal, optional: bool = False) -> Prompt:
    """One to three cards led, then as many from everybody."""
    seat = deal.turn
    count = min(deal.asked, deal.left(seat)) if deal.trick.plays else None
    return Prompt("play", T("{name} plays", name=rules.seats[seat]), seat, count=count, optional=optional)


def _playing(rules: DaBan, deal: Deal) -> tuple[Prompt, ...]:
    took = _took(deal)
    if deal.undecided:
        return (took,)
    back = tuple(
        Prompt("withdraw", T("{name} takes the early card back", name=rules.seats[seat]), seat, optional=True)
        for seat in rules.withdrawable(deal)
    )
    if deal.over:
        return back
    play = () if deal.terms.trump is None else (_play(rules, deal),)
    return (*play, took, *back)


def _took(deal: Deal) -> Prompt:
    """Who takes the trick; of one that nobody saw also how many cards each played."""
    number = len(deal.tricks) if deal.undecided else deal.trick.number
    counts = tuple(Choice(str(count), T("{number}", number=count)) for count in range(1, COPIES + 1))
    each = Field("count", T("Cards from each player"), "choice", choices=counts, start="1")
    unseen = not deal.undecided and not deal.trick.plays
    text = T("Who takes trick {number}?", number=number)
    return Prompt("took", text, fields=(each,) if unseen else (), optional=not deal.undecided)


def fields(rules: DaBan, deal: Deal) -> tuple[Field, ...]:
    """What a result is made of: the opponents' points, and the master where nobody knows yet."""
    terms: Terms = deal.terms
    counted = Field("points", T("Points of the master’s opponents"), "number", high=rules.most_points(terms), step=5)
    if terms.master is not None and deal.phase != "done":
        return (counted,)
    return (Field("master", T("Master"), "seat"), counted)
