"""What a deal waits for, as prompts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from referee.games.doppelkopf import auction
from referee.games.doppelkopf.announce import (
    LABELS as SAID_LABELS,
)
from referee.games.doppelkopf.announce import (
    SEARCHING,
    levels_heard,
    may_choose,
    next_pig,
    objection_to,
    side_for,
    sides_heard,
)
from referee.games.doppelkopf.auction import ACCEPT, GESUND, LABELS, REFUSE, TYPE_LABELS, VORBEHALT, may_be_given
from referee.games.doppelkopf.cards import FOX, GENSCHER, KARLCHEN, KING, OLD, PIGS, SOLOS, TOTAL, pack
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.result import MOST_EXTRAS, levels, points_left, settled_re, types_left
from referee.games.doppelkopf.terms import (
    EXTRA,
    KONTRA,
    LABEL,
    LEVELS,
    NOBODY,
    RE,
    SAID,
    TYPES,
    WORDS,
    clarifying_trick,
    extras,
    scores,
    searching,
    sides,
)
from referee.rules import Cache, CardName, Choice, Deal, Field, Prompt, Same, T, Text, answers_cache, quote
from referee.rules.common import ask_play, ask_taker

TAKES = {
    **dict.fromkeys(("bid", "name", "offer"), frozenset({"bid", "hand", "result"})),
    "give": frozenset({"give", "hand", "result"}),
    "back": frozenset({"give", "result"}),
    "play": frozenset({"play", "trick", "took", "announce", "result"}),
    "partner": frozenset({"announce", "result"}),
    "count": frozenset({"result"}),
}
"""The words of the facts that each phase of a deal takes."""

WORTH_NOTING = tuple(Choice(card, T("with {card}", card=CardName(card))) for card in (OLD, FOX, KARLCHEN))
"""The cards worth noting in a trick whose winner alone is recorded."""

_announcing: Cache[tuple[Prompt, ...]] = answers_cache(2000)
_results: Cache[Prompt] = answers_cache(500)


def takes(deal: Deal) -> frozenset[str]:
    """The words a deal takes now. Until the first lead a hand may be opened and a forgotten Vorbehalt named."""
    taken = TAKES.get(deal.phase, frozenset())
    if deal.phase != "play" or deal.begun:
        return taken
    return taken | ({"bid"} if deal.terms.contract == "armut" else {"bid", "hand"})


def prompts(deal: Deal, options: DoppelkopfOptions, names: Sequence[str]) -> tuple[Prompt, ...]:
    """What the deal waits for, first what has to come."""
    result = _result(deal, options, names)
    match deal.phase:
        case "bid" | "name":
            return (_bid(deal, options, names), *_all_gesund(deal, names), result)
        case "offer":
            return (_offer(deal, names), result)
        case "give" | "back":
            return (_give(deal, options, names), result)
        case "play":
            own = (*_pigs(deal, options), *_genscher(deal, options, names))
            return (*_play(deal, names), *_announce(deal, options, names), *own, result)
        case "partner":
            return (*_genscher(deal, options, names), result)
        case "count":
            return (result,)
    return ()


def _bid(deal: Deal, options: DoppelkopfOptions, names: Sequence[str]) -> Prompt:
    seat = auction.waiting(deal)[0]
    name = names[seat]
    if deal.terms.forced is not None:
        return Prompt("bid", T("{name} must play a duty solo: which?", name=name), seat, _choices(SOLOS))
    if deal.phase == "bid":
        return Prompt("bid", T("{name}: gesund?", name=name), seat, _choices((GESUND, VORBEHALT)))
    text = T("{name}: what is the Vorbehalt?", name=name)
    if seat in deal.terms.owing:
        text = T("{name}: what is the Vorbehalt? A solo is the duty solo.", name=name)
    return Prompt("bid", text, seat, _choices(auction.choices(options)))


def _all_gesund(deal: Deal, names: Sequence[str]) -> Iterator[Prompt]:
    """“Everybody gesund”, before anybody has spoken: one line for each seat."""
    if not deal.bids and deal.terms.forced is None:
        words = "\nbid ".join(f"{quote(names[seat])} {GESUND}" for seat in auction.waiting(deal))
        label = T("Everybody gesund")
        yield Prompt("bid", label, choices=(Choice(words, label),), optional=True, beside=True)


def _choices(words: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(word, LABELS[word]) for word in words)


def _offer(deal: Deal, names: Sequence[str]) -> Prompt:
    seat = auction.next_asked(deal)
    text = T("{name}: take the armut of {taker}?", name=names[seat], taker=names[deal.terms.taker])
    return Prompt("bid", text, seat, _choices((ACCEPT, REFUSE)))


def _give(deal: Deal, options: DoppelkopfOptions, names: Sequence[str]) -> Prompt:
    giver, receiver, numbers = deal.terms.taker, deal.terms.partner, may_be_given(options)
    back = deal.phase == "back"
    if back:
        giver, receiver, numbers = receiver, giver, (deal.terms.given,)
    to, one = quote(names[receiver]), numbers[0] if len(numbers) == 1 else None
    values = {"name": names[giver], "other": names[receiver], "count": one}
    text = T("{name} gives {other} three cards, all trumps among them", **values)
    if back:
        text = T("{name} gives {other} {count} cards back", **values)
    elif options.armut_gives == "trumps":
        text = T("{name} gives {other} all trumps and no other card", **values)
    elif one is None:
        text = T("{name} gives {other} three or four cards, all trumps among them", **values)
    ways = [Choice(to, T("these, to {name}", name=names[receiver]))] if one != 0 else []
    under = T("Unseen, to {name}", name=names[receiver])
    for number in numbers:
        label = T("unseen, to {name}", name=names[receiver]) if one else T("{number}", number=number)
        ways.append(Choice(f"{to} count={number}", label, under=None if one else under))
    for number in range(numbers[0] + 1) if back else ():
        label = T("{number}", number=number)
        ways.append(Choice(f"{to} count={one} trumps={number}", label, under=T("Trumps back, unseen")))
    return Prompt("give", text, giver, tuple(ways), count=one)


def _play(deal: Deal, names: Sequence[str]) -> Iterator[Prompt]:
    if not deal.undecided:
        yield ask_play(deal, names)
    yield ask_taker(deal, WORTH_NOTING)


def _announce(deal: Deal, options: DoppelkopfOptions, names: Sequence[str]) -> Iterator[Prompt]:
    """The announcements of each seat that may still make one, or could one card ago."""
    announced = tuple((one.seat, one.word, one.keys.get("side")) for one in deal.announced)
    same = options, deal.terms.contract, deal.size, clarifying_trick(deal), sides(deal), sides(deal, False), announced
    for seat in deal.order:
        about = (*same, seat, names[seat], deal.cards_left(seat))
        yield from _announcing.get(about, partial(_announces, deal, seat, options, names[seat]))


def _pigs(deal: Deal, options: DoppelkopfOptions) -> Iterator[Prompt]:
    """The tap for the next pair that may be announced to be the highest trumps."""
    word = next_pig(deal, pack(options))
    if word is not None:
        card = CardName(pack(options).pigs[PIGS.index(word)])
        choice = Choice(word, T("both {card}, the highest trumps", card=card))
        yield Prompt("announce", SAID_LABELS[word], None, (choice,), optional=True, label=SAID_LABELS[word])


def _genscher(deal: Deal, options: DoppelkopfOptions, names: Sequence[str]) -> Iterator[Prompt]:
    """The taps for a new partner, once a king of diamonds lies there; after the last trick one must be said."""
    kings = {play.seat for play in deal.plays if play.card == KING}
    if not kings or not may_choose(deal, options):
        return
    (seat,) = kings
    ways = tuple(
        Choice(f"{GENSCHER} partner={quote(names[other])}", T("Genscher: {name}", name=names[other]))
        for other in deal.order
        if other != seat
    )
    text = T("{name} chooses a partner", name=names[seat])
    must = deal.phase == "partner"
    yield Prompt("announce", text, seat, ways, optional=not must, label=None if must else SAID_LABELS[GENSCHER])


def _announces(deal: Deal, seat: int, options: DoppelkopfOptions, name: str) -> tuple[Prompt, ...]:
    """The words of a seat, and why some would be fouls now; nothing if all would have been one card ago."""
    choices, closed = [], SEARCHING if searching(deal) else None
    worth_asking = closed is not None
    for word, side, text in _words(deal, seat):
        if side and max(WORDS.index(word.split()[0]) - 1, 0) in levels_heard(deal, side, options):
            continue  # said, or skipped
        objection = objection_to(deal, seat, side, word.split()[0], options)
        worth_asking |= objection is None or objection.short == 1
        if objection is None or objection.law != "announce.2":
            choices.append(Choice(word, text, None if objection is None else objection.text))
    text = T("{name} announces", name=name)
    asked = Prompt("announce", text, seat, tuple(choices), optional=True, closed=closed)
    return (asked,) if worth_asking else ()


def _words(deal: Deal, seat: int) -> Iterator[tuple[str, str | None, Text]]:
    """Each word to say, its side, its label; a word for each side if the seat's is not known."""
    for word in WORDS:
        side = side_for(deal, seat, word)
        if side is None and sides_heard(deal):
            for one in (RE, KONTRA):
                yield f"{word} side={one}", one, T("{level} for {side}", level=LABEL[word], side=SAID[one])
        else:
            yield word, side, LABEL[word]


def _result(deal: Deal, options: DoppelkopfOptions, names: Sequence[str]) -> Prompt:
    """The prompt for the result. Cached: its fields change only when a trick closes or a side becomes known."""
    cards = Same(deal.terms), Same(deal.tricks), Same(deal.announced), sides(deal), sides(deal, False)

    def ask() -> Prompt:
        asked = fields(options, names, deal)
        return Prompt("result", T("The result of this deal"), fields=asked, optional=deal.phase != "count")

    return _results.get((options, names, deal.order, deal.phase, *cards), ask)


def fields(options: DoppelkopfOptions, names: Sequence[str], deal: Deal | None = None) -> tuple[Field, ...]:
    """The fields of a result: those this deal leaves open, or all without a deal."""
    asked = [field for field in (_re(names, deal), _type(options, deal)) if field is not None]
    heard = {RE: 0, KONTRA: 0} if deal is None else levels(deal, sides(deal))
    left = None if deal is None else points_left(deal)
    asked.append(
        Field("points", T("Card points of Re"), "number", high=TOTAL, start=None if left is None else str(left))
    )
    for side in (RE, KONTRA):
        words = tuple(Choice(",".join(LEVELS[side][: at + 1]), LABEL[word]) for at, word in enumerate(LEVELS[side]))
        start = words[heard[side] - 1].word if heard[side] else None
        text = T("{side} said", side=SAID[side])
        asked.append(Field(f"{side}-said", text, "choice", choices=words, optional=True, start=start))
    tricks = tuple(Choice(side, SAID[side]) for side in (RE, KONTRA))
    if options.nines == "yes":
        tricks += (Choice(NOBODY, T("nobody: a trick without points")),)
    asked.append(Field("no-trick", T("Without a trick"), "choice", choices=tricks, optional=True))
    if options.extras == "yes":
        seen = {} if deal is None or deal.terms.solo else extras(deal, sides(deal))
        asked += [_extra(side, options, seen.get(side, {})) for side in (RE, KONTRA)]
    return tuple(asked)


def _re(names: Sequence[str], deal: Deal | None) -> Field | None:
    if deal is None:
        return Field("re", T("Re"), "seats", low=1, high=2)
    if settled_re(deal) is not None:
        return None
    forced: int | None = deal.terms.forced
    able = deal.order if forced is None else (forced,)
    playing = tuple(Choice(names[seat], T("{name}", name=names[seat])) for seat in able)
    start = None if forced is None else names[forced]
    return Field("re", T("Re"), "seats", low=1, high=len(able[:2]), choices=playing, start=start)


def _type(options: DoppelkopfOptions, deal: Deal | None) -> Field | None:
    """The type of the deal, unless the auction and the number of Re's players settle it."""
    if deal is not None and types_left(deal) is not None:
        return None
    if deal is not None and deal.terms.forced is not None:
        return Field("type", T("The duty solo"), "choice", choices=_choices(SOLOS))
    types = [word for word in TYPES if word != "armut" or options.armut == "yes"]
    choices = tuple(Choice("" if deal and word == "normal" else word, TYPE_LABELS[word]) for word in types)
    return Field("type", T("Kind of deal"), "choice", choices=choices, start="")


def _extra(side: str, options: DoppelkopfOptions, seen: Mapping[str, int]) -> Field:
    """The extras of a side; those the tricks have shown are chosen, and fewer cannot be."""
    choices = []
    for name, (one, several) in EXTRA.items():
        if not scores(name, options):
            continue
        choices += [
            Choice(f"{name}:{times}", one if times == 1 else T(several.msgid, count=times))
            for times in range(seen.get(name, 1), MOST_EXTRAS[name] + 1)
        ]
    start = ",".join(f"{name}:{times}" for name, times in seen.items()) or None
    text = T("Extras of {side}", side=SAID[side])
    return Field(f"{side}-extra", text, "counts", choices=tuple(choices), optional=True, start=start)
