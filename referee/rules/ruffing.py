"""Follow, trump, overtrump: the laws of play that the games with the pack of 78 cards share, numbered 2, 3 and 4."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

from referee.rules.acts import Denial
from referee.rules.cards import UNSEEN
from referee.rules.deal import Deal, Play
from referee.rules.following import Cards
from referee.rules.packs import DECK, EXCUSE, HEIGHT, HIGHER, RANKS, SUIT, TRUMPS
from referee.words.suits import NO_SUIT
from referee.words.text import CardName, T


def to_beat(plays: Sequence[Play]) -> tuple[str | None, int]:
    """The demand of a trick after these plays: the suit led (None while that is open), the highest trump (0: none)."""
    asked: tuple[str | None, int] = None, 0
    for play in plays:
        asked = _asks(*asked, play.cards[0])
    return asked


def _asks(led: str | None, highest: int, card: str) -> tuple[str | None, int]:
    """The demand after one more card."""
    return (card[0] if led is None and card != EXCUSE else led), max(highest, HEIGHT.get(card, 0))


class Ruffing:
    """The laws by which cards take a trick."""

    def asks(self, asked: tuple[str | None, int] | None, cards: Cards) -> tuple[str | None, int]:
        return _asks(*asked or (None, 0), cards[0])

    def beats(self, asked: tuple[str | None, int], later: Cards, earlier: Cards) -> bool:
        strength = _strength(asked[0])
        return strength[later[0]] > strength[earlier[0]]


def denials(game: str, card: str, before: Sequence[Play]) -> tuple[Denial, ...]:
    """The denials of a card laid after these plays: of the suit if it does not follow, of trumps if it does not trump,
    of higher trumps if it does not overtrump. The Excuse denies nothing, nor does any card if the suit led is open or
    unseen.
    """
    return _denials(game, card, *to_beat(before), UNSEEN in [play.card for play in before])


@cache
def _denials(game: str, card: str, led: str | None, highest: int, unseen: bool) -> tuple[Denial, ...]:
    """The same by the suit led and the highest trump. An unseen card may have been higher than any trump held."""
    if card == EXCUSE or led is None or led == UNSEEN:
        return ()
    denied = () if card[0] == led else (_void(game, led),)
    if card in HEIGHT:
        beats = unseen or HEIGHT[card] > highest or highest == len(TRUMPS)
        return denied if beats else (*denied, _none_above(game, highest))
    return (*denied, _no_trump(game)) if denied and led != "T" else denied


@cache
def _void(game: str, suit: str) -> Denial:
    return Denial("must-follow", f"{game}.play.2", SUIT[suit], NO_SUIT[suit])


@cache
def _no_trump(game: str) -> Denial:
    return Denial("must-trump", f"{game}.play.3", SUIT["T"], NO_SUIT["T"])


@cache
def _none_above(game: str, highest: int) -> Denial:
    text = T("no trump above {card}", card=CardName(TRUMPS[highest - 1]))
    return Denial("must-overtrump", f"{game}.play.4", HIGHER[highest], text)


def demands(deal: Deal, plays: tuple[Play, ...]) -> Hashable:
    """The suit led and the trump to beat; after a card out of turn, all plays."""
    in_turn = tuple(play.seat for play in plays) == deal.round(plays[0].seat)[: len(plays)]
    return to_beat(plays) if in_turn else plays


@cache
def _strength(led: str | None) -> Mapping[str, int]:
    """The strength of each card in a trick of the suit led."""
    return {
        code: len(RANKS) + HEIGHT[code] if code in HEIGHT else RANKS.index(code[1:]) if code[0] == led else -1
        for code in DECK.kinds
    }
