"""What a trick asks of those to come: where two tricks ask the same, every card played to them denies the same."""

from __future__ import annotations

from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from referee.games import GAMES
from referee.record.text import read
from referee.rules.deal import Deal, Play, Trick
from referee.rules.ruleset import Ruleset
from referee.table.table import fold_record

Said = tuple[frozenset[int], int | None]

FOLLOWING = [game.name.replace("-", "_") for game in GAMES if game.following is not Ruleset.following]
DEMANDING = [
    game.name.replace("-", "_")
    for game in GAMES
    if game.demands is not Ruleset.demands or game.following is not Ruleset.following
]
"""The games that say what a trick asks; a game need not."""


def filled(rules: Ruleset, deal: Deal, trick: Trick, rng: Random) -> tuple[Play, ...]:
    """The first plays of a trick with other cards, as though these had not been seen."""
    seats = list(deal.round(trick.plays[0].seat)) if rng.random() < 0.7 else [play.seat for play in trick.plays]
    kinds = rng.sample(rules.deck.kinds, min(8, len(rules.deck.kinds)))
    count = rng.randrange(1, len(seats))
    return tuple(Play(seat, (rng.choice(kinds),), trick.plays[0].line) for seat in seats[:count])


def answers(rules: Ruleset, deal: Deal, plays: tuple[Play, ...], seat: int) -> list[tuple[object, ...]]:
    """What each card, played next by a seat, denies."""
    stage = deal._replace(trick=Trick(deal.trick.number, plays), lead=plays[0].seat)
    return [
        tuple(
            (denial.law, denial.cards.bits, denial.again.bits) for denial in rules.denies(stage, Play(seat, (code,), 1))
        )
        for code in rules.deck.kinds
    ]


@pytest.mark.untraced
@pytest.mark.parametrize("game", DEMANDING)
def test_where_two_tricks_ask_the_same_a_card_denies_the_same(game: str) -> None:
    rng, compared = Random(game), 0
    for _ in range(6):
        table = fold_record(read(import_module(f"tests.soak.{game}").deal(rng)[0]))
        for judged in table.deals:
            for trick in (trick for trick in judged.deal.tricks if len(trick.plays) > 2):
                before = judged.deal._replace(tricks=(), trick=Trick(trick.number), gone={})
                asked: dict[object, tuple[Play, ...]] = {}
                for _ in range(30):
                    plays = filled(table.rules, before, trick, rng)
                    played = tuple(play.seat for play in plays)
                    seat = next(seat for seat in before.order if seat not in played)
                    alike = asked.setdefault((played, table.rules.demands(before, plays)), plays)
                    if alike != plays:
                        compared += 1
                        assert answers(table.rules, before, alike, seat) == answers(table.rules, before, plays, seat)
    assert compared > 40


def test_a_game_that_does_not_say_asks_what_its_very_plays_ask() -> None:
    table = fold_record(read("game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde-sans\nplay Ana S1\n"))
    deal = table.deals[0].deal
    silent = cast(Ruleset, SimpleNamespace(following=lambda _: None))
    assert Ruleset.demands(silent, deal, deal.trick.plays) == deal.trick.plays


def test_a_trump_out_of_turn_binds_only_those_who_come_after_it() -> None:
    start = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde-sans\nplay Ana S1\nplay Cid T20\n"
    judged = fold_record(read(start + "play Ben ?\nplay Dan T2\ntook Cid\nplay Cid H2\nplay Dan T21\n")).deals[0]
    assert [(foul.kind, foul.seat, foul.committed, foul.proved) for foul in judged.fouls] == [
        ("out-of-turn", 2, 6, 6),
        ("must-overtrump", 3, 8, 11),
    ]


@pytest.mark.untraced
@pytest.mark.parametrize("game", FOLLOWING)
def test_the_cards_of_a_trick_take_it_by_themselves_as_they_do_in_the_deal(game: str) -> None:
    rng, compared = Random(f"following {game}"), 0
    while compared < 400:
        table = fold_record(read(import_module(f"tests.soak.{game}").deal(rng)[0]))
        for judged in table.deals:
            stage = judged.deal._replace(tricks=(), trick=Trick(2), gone={})
            following = table.rules.following(stage)
            if following is None or not table.rules.provable:
                continue
            kinds = rng.sample(table.rules.deck.kinds, min(8, len(table.rules.deck.kinds)))
            plays = tuple(Play(seat, (rng.choice(kinds),), 1) for seat in stage.round(rng.choice(stage.order)))
            asked, best = None, plays[0]
            for place, play in enumerate(plays):
                asked = following.asks(asked, play.cards)
                best = play if place and following.beats(asked, play.cards, best.cards) else best
                assert table.rules.demands(stage, plays[: place + 1]) == asked
                compared += 1
            laid = stage._replace(trick=Trick(2, plays), lead=plays[0].seat)
            assert table.rules.winner(laid, laid.trick) == best.seat
