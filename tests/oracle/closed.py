"""Endings of which some hands were never seen, and every deal there can be: what was laid was laid lawfully.

The whole pack is in play, or but for a few cards that nobody saw, so that few deals are possible. Nothing here knows
the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from . import da_ban, detente, double, tarot
from .endings import (
    DA_BAN,
    STORIES,
    Game,
    Story,
    da_ban_game,
    doppelkopf_game,
    double_tricks,
    tarot_game,
    tell,
    tricks_story,
)

Hand = tuple[str, ...]


def deals(name: str, story: Story, closed: Sequence[int]) -> list[Story]:
    """Every deal there can be where these hands were never seen. The cards not seen lie in every way."""
    seats = range(story.game.seats)
    gone = [[piece for _, laid in _laid_by(story, seat) for piece in story.game.pieces(laid)] for seat in seats]
    unseen = sorted([*_hidden(name, story, gone), *(card for seat in closed for card in story.hands[seat])])
    lines, found = [line.split() for line in story.text.splitlines()], []
    names = next(words[1:] for words in lines if words[0] == "seats")
    last = max(at for at, words in enumerate(lines) if words[0] == "deal")
    for *dealt, rest in _dealt(unseen, [len(story.hands[seat]) for seat in closed]):
        left = [sorted(dealt[closed.index(seat)]) if seat in closed else story.hands[seat] for seat in seats]
        whole = [sorted([*gone[seat], *left[seat]]) for seat in seats]
        game = _game(name, story, lines, whole, rest)
        if game is None or not all(_honest(game, story, seat, whole[seat]) for seat in closed):
            continue
        text = [
            ["hand", words[1], *whole[names.index(words[1])]] if words[0] == "hand" and at > last else words
            for at, words in enumerate(lines)
        ]
        found.append(replace(story, text="\n".join(map(" ".join, text)) + "\n", game=game, hands=[*map(list, left)]))
    return found


def _hidden(name: str, story: Story, gone: Sequence[Sequence[str]]) -> list[str]:
    """What nobody saw beside the hands: the kitty at tarot, at DOUBLE the cards of its one lot that were not dealt."""
    if name not in ("tarot", "double"):
        return []
    turned = [words[1] for words in map(str.split, story.text.splitlines()) if words[0] == "turn"]
    deck = tarot.DECK if name == "tarot" else ["/".join(card) for card in double.lot()]
    return sorted(set(deck).difference(*gone, *story.hands, turned))


def _game(
    name: str, story: Story, lines: Sequence[Sequence[str]], whole: Sequence[Sequence[str]], rest: Sequence[str]
) -> Game | None:
    """The game of a deal; None where there is none with these hands: who said Re or Kontra is of that side, and the
    Petit alone is never played.
    """
    if name == "tarot":
        contract = next(words[2] for words in lines if words[0] == "bid")
        return None if any(map(tarot.petit_alone, whole)) else tarot_game(len(whole), contract, rest)
    if name != "doppelkopf":
        return story.game
    names = next(words[1:] for words in lines if words[0] == "seats")
    bids = [words for words in lines if words[0] == "bid" and words[2].startswith("solo")]
    re = frozenset({names.index(bids[0][1])} if bids else {seat for seat in range(4) if "CQ" in whole[seat]})
    told = [(names.index(words[1]) in re, words[2]) for words in lines if words[0] == "announce"]
    if any(side != (word == "re") for side, word in told if word in ("re", "kontra")):
        return None
    said = {side: [word for by, word in told if by == side] for side in (True, False)}
    return doppelkopf_game(re, bids[0][2] if bids else "normal", said)


def _laid_by(story: Story, seat: int) -> list[tuple[list[str], str]]:
    """What a seat laid before the foul, each card with what lay there."""
    tricks = [*((leader, cards) for leader, cards, _ in story.before), (story.leader, tuple(story.table))]
    places = [(cards, (seat - leader) % story.game.seats) for leader, cards in tricks]
    return [(list(cards[:place]), cards[place]) for cards, place in places if place < len(cards)]


def _honest(game: Game, story: Story, seat: int, hand: Sequence[str]) -> bool:
    """Whether a hand allowed all that its seat laid."""
    held = list(hand)
    for table, card in _laid_by(story, seat):
        if card not in game.lawful(held, table):
            return False
        game.lay(held, card)
    return True


def _dealt(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal cards out in hands of these sizes; last what is left over."""
    if not sizes:
        yield (tuple(cards),)
        return
    for hand in sorted(set(combinations(cards, sizes[0]))):
        for others in _dealt(sorted((Counter(cards) - Counter(hand)).elements()), sizes[1:]):
            yield (hand, *others)


# --- stories in which few cards are not in play


def detente_second(rng: Random, last: int) -> Story | None:
    """A second part of Double-détente: every card not in the first one is in a hand."""
    names, deck = ("Ana", "Ben", "Cid"), detente.full_deck()
    rng.shuffle(deck)
    first, second = ([sorted(deck[at + 13 * seat : at + 13 * seat + 13]) for seat in range(3)] for at in (0, 39))
    lines, leader = ["game double-detente", "seats " + " ".join(names)], 0
    for part, hands in ((1, first), (2, second)):
        lines += [f"deal Cid part={part}"]
        lines += [f"hand {name} " + " ".join(hand) for name, hand in zip(names, hands, strict=True)]
        lines += [f"bid {name} 4" for name in names]
        while part == 1 and first[leader]:
            turn, table = [(leader + place) % 3 for place in range(3)], list[str]()
            for seat in turn:
                table.append(rng.choice(sorted(detente.legal(set(first[seat]), table))))
                first[seat].remove(table[-1])
            lines.append(f"trick {names[leader]} " + " ".join(table))
            leader = turn[detente.winner(table)]
    return tricks_story(
        rng, lines, second, last, names,
        lambda hand, table: sorted(detente.legal(set(hand), table)),
        lambda laid: detente.winner([card for _, card in laid]),
    )  # fmt: skip


def double_one_lot(rng: Random, last: int) -> Story | None:
    """DOUBLE with one lot of cards, five at the table: one card is left over."""
    return double_tricks(rng, last, ("Ana", "Ben", "Cid", "Dan", "Eva"), double.House(lots=1))


def da_ban_whole(rng: Random, last: int) -> Story | None:
    """A round of Da Ban with all cards; single ones are led until the last tricks."""
    level, trump, deck = rng.randint(3, 9), rng.choice("SHDC"), da_ban.full_deck()
    rng.shuffle(deck)
    kitty = [card for card in deck if card in da_ban.KINGS or card[0] != trump][:6]
    rest = sorted((Counter(deck) - Counter(kitty)).elements())
    rng.shuffle(rest)
    hands = [sorted(rest[39 * seat : 39 * seat + 39]) for seat in range(4)]
    game, lines = da_ban_game(hands, level, trump, kitty, alike=rng.random() < 0.5)

    def lawful(hand: Sequence[str], table: Sequence[str]) -> list[str]:
        return sorted(set(hand)) if not table and len(hand) > last else game.lawful(hand, table)

    story = tell(rng, replace(game, lawful=lawful), lines, hands, 0, last, DA_BAN)
    return story and replace(story, game=game)


CLOSED = {
    **STORIES, "double-detente": detente_second, "double": double_one_lot, "da-ban": da_ban_whole
}  # fmt: skip
"""Stories of each game that are told with some of the hands closed."""
