"""What a deal of tarot takes, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from referee.games.tarot.announce import HANDFUL_NAMES, MISERES
from referee.games.tarot.cards import ALL_HALVES, BOUTS, COURT, HANDFUL, TWENTY_ONE
from referee.games.tarot.options import TarotOptions, may_be_bid
from referee.games.tarot.play import may_be_fouls
from referee.games.tarot.result import PETIT_LAST, WON_BY, contract_field
from referee.games.tarot.score import NOBODY, attack_of, bounds, petit_seen
from referee.games.tarot.terms import CONTRACTS, PASS, SAID, handfuls, has_played, partner, slam_by, standing_bid
from referee.rules import Cache, CardName, Choice, Deal, Field, Prompt, T, answers_cache, quote
from referee.rules.common import ask_play, ask_taker, can_go_back
from referee.rules.packs import DECK, EXCUSE, PETIT, TRUMPS

SIZES = {"single": T("single"), "double": T("double"), "triple": T("triple")}
SLAM_CHOICES = (
    Choice("announced-made", T("announced and made")),
    Choice("made", T("made, not announced")),
    Choice("announced-failed", T("announced and failed")),
    Choice("defence", T("made by the defence")),
    Choice("announced-failed,defence", T("announced and failed, made by the defence")),
)

_results: Cache[Prompt] = answers_cache(500)

TAKES = {
    "bid": frozenset({"bid", "announce", "hand", "result"}),
    "call": frozenset({"call", "hand", "result"}),
    "kitty": frozenset({"kitty", "discard", "hand", "announce", "result", "play", "trick", "took"}),
    "discard": frozenset({"discard", "announce", "result", "play", "trick", "took"}),
    "play": frozenset({"play", "trick", "took", "withdraw", "announce", "result"}),
    "count": frozenset({"result", "kitty"}),
}
PLAYING, TAKEN = frozenset({"play", "trick", "took"}), frozenset({"call", "kitty", "discard"})
"""What an auction of which nothing is written down, or that somebody has bid in, takes beside its bids."""


def takes(deal: Deal) -> frozenset[str]:
    """The words of the facts a deal can take now. Facts that these imply may be left out."""
    words = TAKES.get(deal.phase, frozenset())
    if deal.phase == "bid" and not deal.bids:
        words |= PLAYING
    elif deal.phase == "bid" and standing_bid(deal):
        words |= PLAYING | TAKEN
    elif deal.phase == "call":
        words |= TAKES["kitty"] if deal.terms.open_kitty else TAKES["play"]
    elif deal.phase == "play" and not deal.begun and not deal.terms.open_kitty:
        words |= {"hand"}
    return words


def prompts(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> Iterator[Prompt]:
    """The prompts of a deal, first the one that has to come, then those that may."""
    taker = deal.terms.taker if deal.terms.taker is not None else 0
    if deal.phase == "done":
        return
    if deal.phase == "bid" and deal.bidder is not None:
        yield from _bidding(deal, deal.bidder, options, seats)
    elif deal.phase == "call":
        lower, label = T("Only who has all four kings calls a lower card."), T("The taker has all four kings")
        text = T("{name} calls a king", name=seats[taker])
        yield Prompt("call", text, taker, count=1, cards=_callable("K"), until=label)
        yield Prompt("call", lower, taker, count=1, cards=_callable("QNJ"), optional=True, label=label)
    elif deal.phase in ("kitty", "discard"):
        yield from _discarding(deal, taker, seats)
    elif deal.phase == "play":
        yield from _playing(deal, options, seats)
    yield _result(deal, options, seats)
    if deal.phase == "bid" and standing_bid(deal) is None:
        passed = Choice(f"contract={PASS}", T("Everybody passes"))
        text = T("The deal passes on; nobody scores.")
        yield Prompt("result", text, choices=(passed,), optional=True, label=passed.label)


def _result(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> Prompt:
    """The prompt for the result of a deal, kept by all that its fields depend on."""
    optional, announced = deal.phase != "count", {one.word for one in deal.announced}
    known = standing_bid(deal) is None, partner(deal) is None, len(deal.order), frozenset(announced)
    seen = petit_seen(deal, attack_of(deal), options), *_open(deal, options)

    def ask() -> Prompt:
        typed = tuple(fields(deal, options, seats))
        return Prompt("result", T("The result of this deal"), fields=typed, optional=optional)

    return _results.get((options, seats, optional, *seen, *known), ask)


def fields(deal: Deal, options: TarotOptions, seats: tuple[str, ...], every: bool = False) -> Iterator[Field]:
    """The fields of a result that the deal leaves open, or `every` field."""
    highest = standing_bid(deal)
    if every or highest is None:
        yield Field("taker", T("Taker"), "seat")
        yield contract_field(options)
    if len(deal.order) == 5 and (every or partner(deal) is None):
        names = tuple(Choice(name, T("{name}", name=name)) for name in seats)
        yield Field("partner", T("Partner"), "choice", choices=(*names, Choice("alone", T("alone"))))
    points, bouts = ((0, ALL_HALVES), (0, len(BOUTS))) if every else _open(deal, options)
    low, high = bouts
    start = str(low) if low == high else None
    yield Field("bouts", T("Bouts of the taker's side"), "number", low=low, high=high, start=start)
    top, step = ALL_HALVES / 2, 1 if len(deal.order) == 4 else 0.5
    least, most = (-(-points[0] // 2), points[1] // 2) if step == 1 else (points[0] / 2, points[1] / 2)
    start = str(least) if least == most else None
    yield Field("points", T("Points of the taker's side"), "number", low=least, high=most, step=step, start=start)
    yield Field("defence", T("Points of the defence"), "number", high=top, step=step, optional=True)
    seen = None if every else petit_seen(deal, attack_of(deal), options)
    if seen != NOBODY:
        known = tuple(choice for choice in WON_BY if seen in (choice.word, None))
        yield replace(PETIT_LAST, choices=known, optional=seen is None, start=seen)
    if every or not handfuls(deal):
        sizes = tuple(Choice(size, label) for size, label in SIZES.items())
        yield Field("handful", T("Handful"), "choice", choices=sizes, optional=True, per_seat=True)
    announced = slam_by(deal) is not None
    slams = tuple(choice for choice in SLAM_CHOICES if every or not announced or choice.word.startswith("announced"))
    yield Field("slam", T("Slam"), "choice", choices=slams, optional=every or not announced)
    if options.misere != "no" and (every or not any(one.word in MISERES for one in deal.announced)):
        yield Field("misere", T("Misère"), "seats", optional=True)


def _open(deal: Deal, options: TarotOptions) -> tuple[tuple[int, int], tuple[int, int]]:
    """The half points and the bouts that the taker's side can have; the points once every trick is taken."""
    points, bouts = bounds(deal, attack_of(deal), options)
    closed = deal.phase == "count" and options.impossible_counts == "refuse"
    return points if closed else (0, ALL_HALVES), bouts


def _bidding(deal: Deal, seat: int, options: TarotOptions, seats: tuple[str, ...]) -> Iterator[Prompt]:
    highest = standing_bid(deal)
    low = CONTRACTS.index(highest.word) + 1 if highest else 0
    note = T("not more than the bid before")
    if any((one, what) == (seat, "bidder") for one, what, _ in deal.terms.barred):
        low, note = len(CONTRACTS), T("may not bid in this deal")
    bids = (Choice(word, SAID[word], None if at >= low else note)
            for at, word in enumerate(CONTRACTS) if word in may_be_bid(options))  # fmt: skip
    yield Prompt("bid", T("{name} bids", name=seats[seat]), seat, (Choice(PASS, SAID[PASS]), *bids))
    if highest and len(deal.silent) > 1:
        words, label = "\nbid ".join(f"{quote(seats[other])} {PASS}" for other in deal.silent), T("The others pass")
        yield Prompt("bid", label, choices=(Choice(words, label),), optional=True, beside=True)
    alone, text = T("The Petit alone"), T("the Petit, no other trump, no Excuse")
    yield Prompt("announce", alone, None, (Choice("petit-sec", text),), optional=True, label=alone)


def _discarding(deal: Deal, taker: int, seats: tuple[str, ...]) -> Iterator[Prompt]:
    kitty: int = deal.terms.kitty
    if deal.phase == "kitty":
        yield Prompt("kitty", T("The kitty: tap its {count} cards", count=kitty), count=kitty)
    text = T("{name} sets {count} cards aside", name=seats[taker], count=kitty)
    hidden = Choice(f"count={kitty}", T("Set aside, face down"))
    yield Prompt("discard", text, taker, (hidden,), optional=deal.phase == "kitty", label=hidden.label)
    shown = Choice(f"count={kitty}", T("face down; only trumps shown are ticked"))
    known = Choice("", T("the cards ticked"))
    label = T("Trumps shown, or all cards seen")
    yield Prompt("discard", text, taker, (shown, known), kitty, optional=True, label=label)
    yield _took(deal)  # whoever writes down tricks alone need not say what was turned and set aside


def _callable(ranks: str) -> tuple[str, ...]:
    return tuple(card for rank in ranks for card in DECK.codes(DECK.all) if card in COURT and card[1:] == rank)


def _took(deal: Deal) -> Prompt:
    return ask_taker(deal, _worth_noting(deal.to_take == deal.size))


@cache
def _worth_noting(last: bool) -> tuple[Choice, ...]:
    excuse = [Choice(EXCUSE, T("with the Excuse"))] if last else []
    return (Choice(PETIT, T("with the Petit")), *excuse, Choice(TWENTY_ONE, T("with the 21")))


def _playing(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> Iterator[Prompt]:
    if deal.undecided:
        yield _took(deal)
        return
    yield ask_play(deal, seats)
    yield _took(deal)
    yield from _announcements(deal, options, seats)
    yield from _cards_back(deal, seats)


def _announcements(deal: Deal, options: TarotOptions, seats: tuple[str, ...]) -> Iterator[Prompt]:
    if not deal.begun and deal.terms.taker is not None and slam_by(deal) is None:
        seat = deal.terms.taker
        slam = (Choice("slam", T("all tricks; the taker then leads")),)
        text = T("{name} announces a slam", name=seats[seat])
        yield Prompt("announce", text, seat, slam, optional=True, label=T("Slam"))
    if all(has_played(deal, seat) for seat in deal.order):
        return
    yield _handful(len(deal.order))
    if options.misere != "no":
        misere = (Choice("misere-trumps", T("no trumps")), Choice("misere-heads", T("no bouts and court cards")))
        yield Prompt("announce", T("A misère is announced"), None, misere, optional=True, label=T("Misère"))


@cache
def _handful(players: int) -> Prompt:
    sizes = HANDFUL[players]
    unseen = (
        Choice(f"handful size={size}", T("{handful}: {count} trumps", handful=HANDFUL_NAMES[size], count=count))
        for size, count in sizes.items()
    )
    handful = (Choice("handful", T("the trumps ticked")), *unseen)
    text, cards = T("A handful is shown: its cards, or only its size"), (*TRUMPS, EXCUSE)
    return Prompt("announce", text, None, handful, sizes["triple"], optional=True, cards=cards, label=T("Handful"))


def _cards_back(deal: Deal, seats: tuple[str, ...]) -> Iterator[Prompt]:
    """The cards that may go back: those that can have been a foul."""
    choices = tuple(
        Choice(quote(seats[play.seat]), T("{name} takes {card} back", name=seats[play.seat], card=CardName(play.card)))
        for play in may_be_fouls(deal)
        if not play.unseen and can_go_back(deal, play)
    )
    if choices:
        label = choices[0].label if len(choices) == 1 else T("Take a card back")
        yield Prompt("withdraw", T("Only a card that was a foul goes back."), None, choices, optional=True, label=label)
