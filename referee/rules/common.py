"""The parts that several games share: keys, hands, bids, plain fouls, the match, prompts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from referee.record.grammar import whole
from referee.rules.acts import STOCK, Foul, Holder, Holds, Returns, Step
from referee.rules.deal import Deal, Play, Said
from referee.rules.prompt import Choice, Field, Prompt
from referee.rules.score import Remedy
from referee.words.text import Slip, T, Text

DEAL_TAKES = T("“{found}”: a deal of this game takes {expected}")
DEAL_TAKES_CARDS = T("“{found}”: a deal of this game takes cards=")
ONE_OF = T("“{found}”: expected one of {expected}")

WHO_WAS_IT = T("Find out who it was, or correct what was written down.")
"""The remedy of a foul whose player is not known."""
AT_ONCE = T("It is put right at once; no penalty.")


def find_out(foul: Foul) -> Text | None:
    """The remedy of a foul whose player is not known, or what he did; None for any other."""
    if foul.seat is None:
        return WHO_WAS_IT
    return T("Find out which it was, or correct what was written down.") if foul.kind == "inconsistent" else None


def went_on(deal: Deal, foul: Foul, laid: Iterable[tuple[int, Play]]) -> bool:
    """Whether the next trick had begun, or all was over, when a foul of a known trick was ruled on; with no ruling yet,
    whether it is so now. `laid` are all plays of the deal, each with the number of its trick.
    """
    assert foul.trick is not None
    plays = [(trick, play.line) for trick, play in laid]
    later = [line for trick, line in plays if trick > foul.trick]
    if not foul.claimed:
        return bool(later) or deal.phase == "done"
    ended = deal.played_out and all(line < foul.claimed for _, line in plays)
    return ended or any(line < foul.claimed for line in later)


# --- a card that goes back


BACK, STANDS = "back", "stands"
"""The words of the remedies for a card that is put right: it goes back into the hand, or lies where it is."""
BACK_LABELS = {BACK: T("The card is taken back"), STANDS: T("The card stands")}
BACK_OR_STANDS = T("The card is taken back, or stands; no penalty.")
DONE = {BACK: T("The card is taken back; no penalty."), STANDS: T("The card stands; no penalty.")}
"""What was done with a card, by the word of the remedy chosen."""


def can_go_back(deal: Deal, play: Play | None) -> bool:
    """Whether a card can still go back: the next trick has not begun, and no card was laid on a lead."""
    if play is None or play.unseen or deal.phase != "play":
        return False
    laid = deal.on_table.plays
    return play in laid and (laid[0] != play or len(laid) == 1)


def put_back(deal: Deal, foul: Foul) -> Step:
    """The deal with the card of a foul in the hand again, if that is the remedy chosen and it can still go back."""
    if foul.remedy != BACK or foul.play is None or not can_go_back(deal, foul.play):
        return Step(deal)
    return Step(deal.take_back(foul.play.seat), (Returns(foul.play.seat, foul.play.cards),))


def righted(deal: Deal, foul: Foul, remedy: Remedy) -> Remedy:
    """The remedy of a foul that is put right, with what was chosen to be done with its card, or may still be."""
    text = BACK_OR_STANDS if foul.seat is not None and can_go_back(deal, foul.play) else remedy.text
    return replace(remedy, text=text, chosen=DONE.get(foul.remedy or ""))


def with_back(remedy: Remedy) -> tuple[Remedy, ...]:
    """The remedies where a card goes back, or stands; only the one given where it cannot go back."""
    if remedy.text is not BACK_OR_STANDS:
        return (remedy,)
    return tuple(replace(remedy, word=word, label=label, chosen=DONE[word]) for word, label in BACK_LABELS.items())


# --- what a line says


def refuse_other(keys: Mapping[str, str], known: Sequence[str], text: Text = ONE_OF) -> None:
    """Refuse a key that is not among those known: raises Slip with this text."""
    unknown = next((key for key in keys if key not in known), None)
    if unknown:
        raise Slip(Text(text.msgid, {"found": unknown, "expected": known}), found=unknown)


def hand_size(keys: Mapping[str, str], most: int, usual: int | None = None) -> int:
    """The number of cards of a hand, `cards=` or the usual one; raises Slip if there are not so many."""
    size = whole(keys["cards"], T("a number of cards")) if "cards" in keys else usual or most
    if not 1 <= size <= most:
        raise Slip(T("{found} cards a hand: expected 1 to {most}", found=size, most=most), found=size)
    return size


def tricks_field(deal: Deal) -> Field:
    """The field of a result for the tricks that each seat took."""
    return Field("tricks", T("Tricks"), "tally", high=deal.size, total=deal.size)


def tricks_counted(deal: Deal, keys: Mapping[str, str], known: Sequence[str], seats: Sequence[str]) -> list[int]:
    """The tricks of each seat by a `result` line with the `known` keys; raises Slip for numbers that cannot be."""
    refuse_other(keys, known)
    tricks = tricks_field(deal).tally(keys.get("tricks", ""), seats)
    refuse_fewer(deal, tricks, seats)
    return tricks


def refuse_fewer(deal: Deal, tricks: Sequence[int], seats: Sequence[str]) -> None:
    """Refuse a result that gives a seat fewer tricks than it has taken already: raises Slip."""
    for seat, name in enumerate(seats):
        if tricks[seat] < deal.tricks_won(seat):
            text = T("{name} has taken {tricks} already", name=name, tricks=tricks_text(deal.tricks_won(seat)))
            raise Slip(text, found=",".join(map(str, tricks)))


# --- hands and bids


def holders(deal: Deal, cards: int, others: Mapping[Holder, int] | None = None) -> dict[Holder, int]:
    """The number of cards of each holder: the hands, `others` by name, and the stock with the rest of `cards`."""
    rooms: dict[Holder, int] = {seat: deal.cards_dealt(seat) for seat in deal.order}
    rooms |= others or {}
    return rooms | {STOCK: cards - sum(rooms.values())}


def open_hand(deal: Deal, seat: int, cards: tuple[str, ...]) -> Step:
    """The step that lays a hand open as it was dealt."""
    return Step(deal._replace(hands={**deal.hands, seat: cards}), (Holds(seat, cards),))


def plain_foul(kind: str, law: str, seat: int, line: int, message: Text) -> Foul:
    """A foul that everybody at the table sees."""
    return Foul(kind, seat, "seen", line, line, law, message, (seat,))


def refuse_second_bid(silent: Sequence[int], bid: Said, seats: Sequence[str]) -> None:
    """Refuse the bid of a seat that is not among the `silent` ones, which have not bid yet: raises Slip."""
    if bid.seat not in silent:
        raise Slip(T("{name} has bid already", name=seats[bid.seat]), found=bid.word)


def bids_out_of_turn(silent: Sequence[int], bid: Said, law: str, seats: Sequence[str]) -> tuple[Foul, ...]:
    """The foul of a seat that bids before its turn; the first of the `silent` seats was to bid."""
    if bid.seat == silent[0]:
        return ()
    message = T("{name} bids, and it was for {turn} to bid.", name=seats[bid.seat], turn=seats[silent[0]])
    return (plain_foul("out-of-turn", law, bid.seat, bid.line, message),)


def bid_tricks(deal: Deal, bid: Said, law: str, seats: Sequence[str]) -> tuple[Step, int | None]:
    """The deal after a bid of tricks, and their number; None if a hand has not so many. The play follows the last bid.

    Raises Slip for a word that is no number, and for a second bid.
    """
    tricks, silent = whole(bid.word, T("a number of tricks, 0 to {most}", most=deal.size)), deal.silent
    refuse_second_bid(silent, bid, seats)
    plain_bid = Said(bid.seat, str(tricks), bid.line)
    after = deal._replace(bids=(*deal.bids, plain_bid), phase="play" if len(silent) == 1 else deal.phase)
    fouls = bids_out_of_turn(silent, bid, law, seats)
    if 0 <= tricks <= deal.size:
        return Step(after, fouls=fouls), tricks
    message = T("{name} bids {bid}: expected 0 to {most}.", name=seats[bid.seat], bid=tricks, most=deal.size)
    return Step(after, fouls=(*fouls, plain_foul("illegal-bid", law, bid.seat, bid.line, message))), None


# --- the match


def totals(scores: Sequence[tuple[int, ...]], seats: int) -> tuple[int, ...]:
    """The points of every seat after these deals."""
    return tuple([sum([points[seat] for points in scores]) for seat in range(seats)])


def best(points: Sequence[int]) -> tuple[int, ...]:
    """The seats that have the most points."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))


def next_dealer(dealer: int | None, seats: int, again: bool = False) -> int:
    """The next dealer: the next seat, or the same if the deal is dealt again; at first the last seat."""
    if dealer is None:
        return seats - 1
    return dealer if again else (dealer + 1) % seats


# --- prompts


def ask_play(deal: Deal, seats: Sequence[str], count: int | None = 1, optional: bool = False) -> Prompt:
    """The prompt for the next play, of so many cards."""
    turn = deal.turn
    return _ask_play(turn, seats[turn], count, optional)


@lru_cache(1000)
def _ask_play(seat: int, name: str, count: int | None, optional: bool) -> Prompt:
    return Prompt("play", T("{name} plays", name=name), seat, count=count, optional=optional)


def ask_taker(deal: Deal, choices: tuple[Choice, ...] = (), fields: tuple[Field, ...] = ()) -> Prompt:
    """The prompt for the taker of a trick not taken yet; `choices` are cards worth noting in it."""
    return _ask_taker(deal.to_take, not deal.undecided, choices, fields)


@lru_cache(1000)
def _ask_taker(trick: int, optional: bool, choices: tuple[Choice, ...], fields: tuple[Field, ...]) -> Prompt:
    text = T("Who takes trick {number}?", number=trick)
    return Prompt("took", text, choices=choices, fields=fields, optional=optional)


FEW = (T("no trick"), T("one trick"))


def tricks_text(number: int) -> Text:
    """A number of tricks; none and one in words."""
    return FEW[number] if number < len(FEW) else T("{number} tricks", number=number)
