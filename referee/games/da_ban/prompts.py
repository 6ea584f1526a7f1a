"""What a round of Da Ban waits for, and the facts it can take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.games.da_ban.cards import COPIES, KINGS, SUITS, rank
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.play import withdrawable
from referee.games.da_ban.result import most_points, opponents_rest
from referee.games.da_ban.terms import Terms, Tribute
from referee.rules import CardName, Choice, Deal, Field, Prompt, T, Text, quote
from referee.rules.common import ask_play, ask_taker

PLAYING = frozenset({"play", "trick", "took", "result", "withdraw"})
ANOTHER = T("Another card is shown")
KING_NAMES = {"BK": T("BK"), "LK": T("LK")}


def takes(deal: Deal) -> frozenset[str]:
    """The words of the facts a round can take now."""
    terms: Terms = deal.terms
    if deal.phase == "done":
        return frozenset()
    words = {"result", "took"}
    if terms.trump is not None:
        words |= {"play", "trick"}
    if deal.phase == "play":
        late = {"show"} if terms.tribute is None else {"show", "announce"}
        return PLAYING | late if terms.trump is not None else PLAYING - {"play", "trick"}
    if terms.tribute is not None or terms.first:
        words.add("announce")
    if terms.tribute is not None:
        words.add("give")
    if terms.trump is not None:
        words |= {"discard", "show"}
    if deal.phase == "draw":
        words |= {"show", "kitty"}
        if terms.tribute is None or not terms.tribute.given:
            words.add("hand")
    return frozenset(words)


def prompts(deal: Deal, options: DaBanOptions, seats: Sequence[str]) -> tuple[Prompt, ...]:
    """What the deal waits for, first what must come: at depth `score` the result, at depth `tricks` the taker."""
    if deal.phase == "done":
        return ()
    result = Prompt("result", T("The result of this round"), fields=fields(deal, options), optional=True)
    if deal.keys.get("depth") == "score" and deal.phase == "draw":
        return (result, *_drawing(deal, options, seats))
    if deal.keys.get("depth") == "tricks" and deal.phase != "play" and deal.terms.trump is not None:
        before = _drawing(deal, options, seats) if deal.phase == "draw" else _kitty(deal, options, seats)
        return (_took(deal), *(replace(prompt, optional=True) for prompt in before), result)
    if deal.phase == "draw":
        return (*_drawing(deal, options, seats), result)
    if deal.phase == "kitty":
        return (*_kitty(deal, options, seats), result)
    return (*_playing(deal, seats), result)


def _drawing(deal: Deal, options: DaBanOptions, seats: Sequence[str]) -> tuple[Prompt, ...]:
    """While cards are drawn: who names trumps, the tribute, the kitty."""
    terms: Terms = deal.terms
    named = terms.trump is not None
    waits: list[Prompt] = []
    if terms.first:
        show = _turning(terms, seats)
        if options.first_master == "agreed" and terms.master is None:
            waits.append(Prompt("announce", T("Who is the first master?"), choices=(Choice("master", T("is master")),)))
    else:
        text, over = T("Who shows a {rank}?", rank=rank(terms.level)), T("All cards are drawn")
        show = Prompt("show", text, count=1, cards=_level_cards(terms), label=ANOTHER, until=over)
    if terms.first and not named:
        return (*waits, show)
    drawn = terms.tribute is not None and (terms.tribute.given > 0 or terms.tribute.cancelled)
    if not (terms.fixed or terms.first or drawn):
        waits.append(show)
    waits += _tribute(terms.tribute, options, seats)
    label = T("The kitty is turned")
    waits.append(Prompt("kitty", label, count=terms.size, optional=bool(waits) or named, label=label))
    if drawn and not terms.fixed:
        waits.append(_shown_beside(terms, ANOTHER))
    return (*waits, _play(deal, seats)) if named else tuple(waits)


def _level_cards(terms: Terms) -> tuple[str, ...]:
    return tuple(suit + rank(terms.level) for suit in SUITS)


def _shown_beside(terms: Terms, text: Text, note: Text | None = None) -> Prompt:
    """A card of the level that somebody shows while the table waits for something else."""
    ways = tuple(Choice(code, T("{card}", card=CardName(code)), note) for code in _level_cards(terms))
    return Prompt("show", text, choices=ways, optional=True)


def _turning(terms: Terms, seats: Sequence[str]) -> Prompt:
    """In the first round: who turns a Big King, then that player's next cards until one has a suit."""
    seat = next((who for who, code in terms.shown if code == KINGS[0]), None)
    if seat is None:
        return Prompt("show", T("Who turned a Big King?"), count=1, cards=(KINGS[0],))
    return Prompt("show", T("The next card of {name}", name=seats[seat]), seat, count=1)


def _tribute(tribute: Tribute | None, options: DaBanOptions, seats: Sequence[str]) -> tuple[Prompt, ...]:
    """The gifts still owed, or to be given back; all are optional."""
    if tribute is None or not tribute.open:
        return ()
    payer, receiver = seats[tribute.payer], seats[tribute.receiver]
    owed, lent = tribute.due - tribute.given, tribute.given - tribute.returned
    text = T("{payer} gives {receiver} his best trumps: {number}", payer=payer, receiver=receiver, number=owed)
    if owed == 1:
        text = T("{payer} gives {receiver} his best trump", payer=payer, receiver=receiver)
    give = Prompt("give", text, tribute.payer, _to(receiver, owed), owed, optional=True)
    text = T("{receiver} gives {payer} back: {number}", payer=payer, receiver=receiver, number=lent)
    if lent == 1:
        text = T("{receiver} gives {payer} a card back", payer=payer, receiver=receiver)
    back = Prompt("give", text, tribute.receiver, _to(payer, lent), lent, optional=True)
    if owed <= 0 or tribute.returned:
        return (back,)
    if tribute.given:
        return (give, back)
    return (give, *_cancelling(tribute, options, seats))


def _cancelling(tribute: Tribute, options: DaBanOptions, seats: Sequence[str]) -> Iterator[Prompt]:
    """Three Kings alike, shown by the side that owes or, if agreed, by anybody."""
    text, both = T("three Kings alike cancel the tribute"), options.cancel_side != "payers"
    for seat, name in enumerate(seats):
        if both or (seat - tribute.payer) % 2 == 0:
            ways = tuple(
                Choice(f"cancel {king} {king} {king}", T("{name}: 3 {king}", name=name, king=KING_NAMES[king]))
                if not both
                else Choice(f"cancel {king} {king} {king}", T("3 {king}", king=KING_NAMES[king]))
                for king in KINGS
            )
            label = T("{name}: three Kings", name=name)
            yield Prompt("announce", text, seat, ways, optional=True, label=label, beside=not both)


def _to(name: str, left: int) -> tuple[Choice, ...]:
    """The choices of a gift: cards that all see, or `left` unseen ones."""
    shown = Choice(quote(name), T("to {name}", name=name))
    return shown, Choice(f"{quote(name)} count={left}", T("to {name}, unseen", name=name))


def _kitty(deal: Deal, options: DaBanOptions, seats: Sequence[str]) -> tuple[Prompt, ...]:
    """After the kitty is turned: the master exchanges it, unless it is set aside as it is."""
    terms: Terms = deal.terms
    owed = _tribute(terms.tribute, options, seats) if terms.by_kitty and not terms.exchanged else ()
    too_late = _shown_beside(terms, T("A card is shown too late"), T("after the kitty was turned, it names no trumps"))
    late = () if terms.first else (too_late,)
    if terms.aside or terms.exchanged or terms.master is None:
        return (*owed, _play(deal, seats), *late)
    text = T("{name} takes the kitty and sets aside", name=seats[terms.master])
    hidden = Choice(f"count={terms.size}", T("Set aside, face down"))
    down = Prompt("discard", text, terms.master, (hidden,))
    known = Choice("", T("the cards ticked"))
    label = T("All saw what was set aside")
    seen = Prompt("discard", text, terms.master, (known,), terms.size, optional=True, label=label)
    return (*owed, down, seen, _play(deal, seats, optional=True), *late)


def _play(deal: Deal, seats: Sequence[str], optional: bool = False) -> Prompt:
    """The next play: one to three cards led, then as many from everybody."""
    count = min(deal.lead_size, deal.cards_left(deal.turn)) if deal.trick.plays else None
    return ask_play(deal, seats, count, optional)


def _playing(deal: Deal, seats: Sequence[str]) -> tuple[Prompt, ...]:
    """During the play: the next cards, who takes the trick, early cards that may be taken back."""
    took = _took(deal)
    if deal.undecided:
        return (took,)
    back = tuple(
        Prompt("withdraw", T("{name} takes the early card back", name=seats[seat]), seat, optional=True)
        for seat in withdrawable(deal)
    )
    if deal.over:
        return back
    play = () if deal.terms.trump is None else (_play(deal, seats),)
    return (*play, took, *back)


def _took(deal: Deal) -> Prompt:
    """Who takes the trick; for an unseen one, also how many cards each played."""
    counts = tuple(Choice(str(count), T("{number}", number=count)) for count in range(1, COPIES + 1))
    each = Field("count", T("Cards from each player"), "choice", choices=counts, start="1")
    unseen = not deal.undecided and not deal.trick.plays
    return ask_taker(deal, fields=(each,) if unseen else ())


def fields(deal: Deal, options: DaBanOptions) -> tuple[Field, ...]:
    """The fields of a result: the opponents' points, and the master if not known yet."""
    terms: Terms = deal.terms
    known = opponents_rest(deal, options)
    start = None if known is None else str(known)
    most, what = most_points(terms, options), T("Points of the master’s opponents")
    counted = Field("points", what, "number", high=most, step=5, start=start)
    if terms.master is not None and deal.phase != "done":
        return (counted,)
    return (Field("master", T("Master"), "seat"), counted)
