"""What a deal waits for, as the pages show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.deal import Deal
from referee.games.doppelkopf.announce import WORDS, Announcements, label
from referee.games.doppelkopf.auction import ACCEPT, EXCHANGED, GESUND, LABELS, REFUSE, VORBEHALT, Auction
from referee.games.doppelkopf.cards import FOX, KARLCHEN, OLD, SOLOS, TOTAL
from referee.games.doppelkopf.count import LEVELS, MOST_EXTRAS, agreed, certain, levels
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import KONTRA, RE, TYPES, sides
from referee.games.doppelkopf.value import EXTRA, SAID
from referee.grammar import quote
from referee.ruleset import Choice, Field, Prompt
from referee.texts import CardName, T, Text

TYPE_LABELS: Mapping[str, Text] = {
    **LABELS,
    "normal": T("normal"),
    "silent-solo": T("silent solo"),
    "hochzeit-solo": T("hochzeit without a partner"),
}


def prompts(
    deal: Deal, seats: Sequence[str], options: DoppelkopfOptions, auction: Auction, announcements: Announcements
) -> tuple[Prompt, ...]:
    """What the deal waits for, first what has to come."""
    result = Prompt(
        "result", T("The result of this deal"), fields=fields(options, seats, deal), optional=deal.phase != "count"
    )
    match deal.phase:
        case "bid" | "name":
            return (_bid(deal, seats, auction), result)
        case "offer":
            return (_offer(deal, seats, auction), result)
        case "give" | "back":
            return (_give(deal, seats), result)
        case "play":
            return (*_play(deal, seats), *_announce(deal, seats, announcements), result)
        case "count":
            return (result,)
    return ()


def _bid(deal: Deal, seats: Sequence[str], auction: Auction) -> Prompt:
    seat = auction.waiting(deal)[0]
    name = seats[seat]
    if deal.terms.forced is not None:
        choices = tuple(Choice(word, LABELS[word]) for word in SOLOS)
        return Prompt("bid", T("{name} must play a duty solo: which?", name=name), seat, choices)
    if deal.phase == "bid":
        return Prompt("bid", T("{name}: gesund?", name=name), seat, _choices((GESUND, VORBEHALT)))
    text = T("{name}: what is the Vorbehalt?", name=name)
    if seat in deal.terms.owing:
        text = T("{name}: what is the Vorbehalt? A solo is the duty solo.", name=name)
    return Prompt("bid", text, seat, _choices(auction.names))


def _choices(words: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(word, LABELS[word]) for word in words)


def _offer(deal: Deal, seats: Sequence[str], auction: Auction) -> Prompt:
    seat, taker = auction.offered(deal), seats[deal.terms.taker]
    return Prompt(
        "bid", T("{name}: take the armut of {taker}?", name=seats[seat], taker=taker), seat, _choices((ACCEPT, REFUSE))
    )


def _give(deal: Deal, seats: Sequence[str]) -> Prompt:
    giver, receiver = deal.terms.taker, deal.terms.partner
    text = T("{name} gives {other} three cards, all trumps among them", name=seats[giver], other=seats[receiver])
    if deal.phase == "back":
        giver, receiver = receiver, giver
        text = T("{name} gives {other} three cards back", name=seats[giver], other=seats[receiver])
    to = quote(seats[receiver])
    ways = (
        Choice(to, T("these, to {name}", name=seats[receiver])),
        Choice(f"{to} count={EXCHANGED}", T("unseen, to {name}", name=seats[receiver])),
    )
    return Prompt("give", text, giver, ways, count=EXCHANGED)


def _play(deal: Deal, seats: Sequence[str]) -> Iterator[Prompt]:
    if not deal.undecided:
        seat = deal.turn
        yield Prompt("play", T("{name} plays", name=seats[seat]), seat, count=1)
    number = len(deal.tricks) if deal.undecided else deal.trick.number
    worth = tuple(Choice(card, T("with {card}", card=CardName(card))) for card in (OLD, FOX, KARLCHEN))
    yield Prompt("took", T("Who takes trick {number}?", number=number), choices=worth, optional=not deal.undecided)


def _announce(deal: Deal, seats: Sequence[str], announcements: Announcements) -> Iterator[Prompt]:
    """For every seat that may still say something, or might a card ago: the words, and why some would be a foul now."""
    for seat in deal.order:
        choices, worth_asking = [], False
        for word, side, text in _words(deal, seat, announcements):
            objection = announcements.objection(deal, seat, side, word.split()[0])
            worth_asking |= objection is None or objection.short == 1
            if objection is None or objection.law not in ("announce.2", "announce.6"):
                choices.append(Choice(word, text, None if objection is None else objection.text))
        if worth_asking:
            yield Prompt("announce", T("{name} announces", name=seats[seat]), seat, tuple(choices), optional=True)


def _words(deal: Deal, seat: int, announcements: Announcements) -> Iterator[tuple[str, str | None, Text]]:
    """What a seat may say, for which side; both where the table has to ask."""
    for word in WORDS:
        side = announcements.side(deal, seat, word)
        if side is None and announcements.spoken(deal):
            for one in (RE, KONTRA):
                yield f"{word} side={one}", one, T("{level} for {side}", level=label(word), side=SAID[one])
        else:
            yield word, side, label(word)


def fields(options: DoppelkopfOptions, seats: Sequence[str], deal: Deal | None = None) -> tuple[Field, ...]:
    """The fields of a result: what this deal does not tell already, or all there are."""
    found = [field for field in (_re(seats, deal), _type(options, deal)) if field is not None]
    heard = {RE: 0, KONTRA: 0} if deal is None else levels(deal, sides(deal))
    found.append(Field("points", T("Card points of Re"), "number", high=TOTAL))
    for side in (RE, KONTRA):
        words = tuple(Choice(",".join(LEVELS[side][: at + 1]), label(word)) for at, word in enumerate(LEVELS[side]))
        start = words[heard[side] - 1].word if heard[side] else None
        text = T("{side} said", side=SAID[side])
        found.append(Field(f"{side}-said", text, "choice", choices=words, optional=True, start=start))
    tricks = tuple(Choice(side, SAID[side]) for side in (RE, KONTRA))
    found.append(Field("no-trick", T("Without a trick"), "choice", choices=tricks, optional=True))
    if options.extras == "yes":
        found += [_extra(side, options) for side in (RE, KONTRA)]
    return tuple(found)


def _re(seats: Sequence[str], deal: Deal | None) -> Field | None:
    if deal is None:
        return Field("re", T("Re"), "seats", low=1, high=2)
    if certain(deal) is not None:
        return None
    playing = tuple(Choice(seats[seat], T("{name}", name=seats[seat])) for seat in deal.order)
    return Field("re", T("Re"), "seats", low=1, high=2, choices=playing)


def _type(options: DoppelkopfOptions, deal: Deal | None) -> Field | None:
    """What kind of deal it was; once the auction is over the number of Re's players tells."""
    if deal is not None and agreed(deal) is not None:
        return None
    types = [word for word in TYPES if word != "armut" or options.armut == "yes"]
    choices = tuple(Choice("" if deal and word == "normal" else word, TYPE_LABELS[word]) for word in types)
    return Field("type", T("The deal"), "choice", choices=choices, start="")


def _extra(side: str, options: DoppelkopfOptions) -> Field:
    choices = []
    for name, (one, several) in EXTRA.items():
        if name == "karlchen-caught" and options.karlchen_caught == "no":
            continue
        choices += [
            Choice(f"{name}:{times}", one if times == 1 else T(several.msgid, count=times))
            for times in range(1, MOST_EXTRAS[name] + 1)
        ]
    return Field(
        f"{side}-extra", T("Extras of {side}", side=SAID[side]), "counts", choices=tuple(choices), optional=True
    )
