"""What a deal of tarot waits for."""

from __future__ import annotations

from collections.abc import Iterator

from referee.deal import Deal, Play
from referee.games.tarot.count import SIDES
from referee.games.tarot.fouls import can_go_back
from referee.games.tarot.laws import TarotTable
from referee.games.tarot.pack import ALL_HALVES, BOUTS, COURT, DECK, EXCUSE, HANDFUL, TRUMPS
from referee.games.tarot.phases import MISERES, has_played
from referee.games.tarot.score import HANDFUL_NAMES
from referee.games.tarot.terms import CONTRACTS, PASS, Terms, begun, handfuls, partner, slam_by, standing_bid
from referee.grammar import quote
from referee.ruleset import Choice, Field, Prompt
from referee.texts import CardName, T

SIZES = {"single": T("single"), "double": T("double"), "triple": T("triple")}
SLAM_CHOICES = (
    Choice("announced-made", T("announced and made")),
    Choice("made", T("made, not announced")),
    Choice("announced-failed", T("announced and failed")),
    Choice("defence", T("made by the defence")),
    Choice("announced-failed,defence", T("announced and failed, made by the defence")),
)


def prompts(rules: TarotTable, deal: Deal) -> Iterator[Prompt]:
    """First what has to come, then what may."""
    terms: Terms = deal.terms
    if deal.phase == "done":
        return
    taker = terms.taker if terms.taker is not None else 0
    name = rules.seat_name(taker)
    seat = deal.bidder
    if deal.phase == "bid" and seat is not None:
        yield Prompt("bid", T("{name} bids", name=rules.seat_name(seat)), seat, _bids(rules, deal))
        yield Prompt(
            "announce",
            T("The Petit alone"),
            None,
            (Choice("petit-sec", T("the Petit, no other trump, no Excuse")),),
            optional=True,
            label=T("The Petit alone"),
        )
    elif deal.phase == "call":
        yield Prompt("call", T("{name} calls a king", name=name), taker, count=1, cards=_callable())
    elif deal.phase == "kitty":
        yield Prompt("kitty", T("The kitty is turned"), count=terms.kitty)
    if deal.phase in ("kitty", "discard"):
        yield Prompt(
            "discard",
            T("{name} sets {count} cards aside", name=name, count=terms.kitty),
            taker,
            (
                Choice(f"count={terms.kitty}", T("face down; only trumps shown are ticked")),
                Choice("", T("the cards ticked")),
            ),
            terms.kitty,
            optional=deal.phase == "kitty",
        )
        yield _took(deal)  # whoever writes down tricks alone need not say what was turned and set aside
    if deal.phase == "play":
        yield from _play(rules, deal)
    yield Prompt(
        "result", T("The result of this deal"), fields=tuple(fields(rules, deal)), optional=deal.phase != "count"
    )
    if deal.phase == "bid" and standing_bid(deal) is None:
        passed = Choice(f"contract={PASS}", T("Everybody passes"))
        yield Prompt(
            "result", T("The deal passes on; nobody scores."), choices=(passed,), optional=True, label=passed.label
        )


def _bids(rules: TarotTable, deal: Deal) -> tuple[Choice, ...]:
    highest = standing_bid(deal)
    low = CONTRACTS.index(highest.word) + 1 if highest else 0
    note = T("not more than the bid before")
    bids = (Choice(word, rules.said(word), None if at >= low else note) for at, word in enumerate(CONTRACTS))
    return (Choice(PASS, rules.said(PASS)), *bids)


def _callable() -> tuple[str, ...]:
    return tuple(card for rank in "KQNJ" for card in DECK.codes(DECK.all) if card in COURT and card[1:] == rank)


def _took(deal: Deal) -> Prompt:
    number = len(deal.tricks) if deal.undecided else deal.trick.number
    matter = (*BOUTS[1:2], *([EXCUSE] if number == deal.size else []), BOUTS[0])
    return Prompt(
        "took",
        T("Who takes trick {number}?", number=number),
        choices=tuple(Choice(card, T("with {card}", card=CardName(card))) for card in matter),
        optional=not deal.undecided,
    )


def _play(rules: TarotTable, deal: Deal) -> Iterator[Prompt]:
    if deal.undecided:
        yield _took(deal)
        return
    seat = deal.turn
    yield Prompt("play", T("{name} plays", name=rules.seat_name(seat)), seat, count=1)
    yield _took(deal)
    yield from _announcements(rules, deal)
    yield from _taken_back(rules, deal)


def _announcements(rules: TarotTable, deal: Deal) -> Iterator[Prompt]:
    if not begun(deal) and deal.terms.taker is not None and slam_by(deal) is None:
        seat = deal.terms.taker
        slam = (Choice("slam", T("all tricks"), T("the taker then leads")),)
        text = T("{name} announces a slam", name=rules.seat_name(seat))
        yield Prompt("announce", text, seat, slam, optional=True, label=text)
    if all(has_played(deal, seat) for seat in deal.order):
        return
    sizes = HANDFUL[len(deal.order)]
    unseen = (
        Choice(f"handful size={size}", T("{handful}: {count} trumps", handful=HANDFUL_NAMES[size], count=count))
        for size, count in sizes.items()
    )
    handful = (Choice("handful", T("the cards ticked")), *unseen)
    text = T("A handful is shown: its cards, or only its size")
    yield Prompt(
        "announce", text, None, handful, sizes["triple"], optional=True, cards=(*TRUMPS, EXCUSE), label=T("Handful")
    )
    if rules.options.misere != "no":
        misere = (Choice("misere-trumps", T("no trumps")), Choice("misere-heads", T("no bouts and court cards")))
        yield Prompt("announce", T("A misère is announced"), None, misere, optional=True, label=T("Misère"))


def _taken_back(rules: TarotTable, deal: Deal) -> Iterator[Prompt]:
    """A card laid down goes back only if it was a foul, while the trick or the next lead has not covered it."""
    trick = deal.trick if deal.trick.plays or not deal.tricks else deal.tricks[-1]
    choices = tuple(_back(rules, play) for play in trick.plays if not play.unseen and can_go_back(deal, play))
    if choices:
        label = choices[0].label if len(choices) == 1 else T("Take a card back")
        yield Prompt("withdraw", T("Only a card that was a foul goes back."), None, choices, optional=True, label=label)


def _back(rules: TarotTable, play: Play) -> Choice:
    name = rules.seat_name(play.seat)
    return Choice(quote(name), T("{name} takes {card} back", name=name, card=CardName(play.card)))


def fields(rules: TarotTable, deal: Deal, every: bool = False) -> Iterator[Field]:
    """What has to be typed of a result, without what the deal knows already; or `every` field there is."""
    highest = standing_bid(deal)
    if every or highest is None:
        yield Field("taker", T("Taker"), "seat")
        yield Field(
            "contract", T("Contract"), "choice", choices=tuple(Choice(word, rules.said(word)) for word in CONTRACTS)
        )
    if len(deal.order) == 5 and (every or partner(deal) is None):
        seats = tuple(Choice(name, T("{name}", name=name)) for name in rules.seats)
        yield Field("partner", T("Partner"), "choice", choices=(*seats, Choice("alone", T("alone"))))
    yield Field("bouts", T("Bouts of the taker's side"), "number", high=3)
    top = ALL_HALVES / 2
    step = 1 if len(deal.order) == 4 else 0.5
    yield Field("points", T("Points of the taker's side"), "number", high=top, step=step)
    yield Field("defence", T("Points of the defence"), "number", high=top, step=step, optional=True)
    yield Field(
        "petit",
        T("The Petit last"),
        "choice",
        choices=(Choice(SIDES[0], T("for the taker")), Choice(SIDES[1], T("for the defence"))),
        optional=True,
    )
    if every or not handfuls(deal):
        sizes = tuple(Choice(size, label) for size, label in SIZES.items())
        yield Field("handful", T("Handful"), "choice", choices=sizes, optional=True, per_seat=True)
    announced = slam_by(deal) is not None
    slams = tuple(choice for choice in SLAM_CHOICES if every or not announced or choice.word.startswith("announced"))
    yield Field("slam", T("Slam"), "choice", choices=slams, optional=every or not announced)
    if rules.options.misere != "no" and (every or not any(said.word in MISERES for said in deal.announced)):
        yield Field("misere", T("Misère"), "seats", optional=True)
