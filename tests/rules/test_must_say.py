"""A whole game told by what a game must say and no more: a whist of three, without trumps, of three cards a hand."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from referee.record.grammar import parse
from referee.record.text import Entry, Header
from referee.rules import (
    NO_SUIT,
    SUIT_LABEL,
    Deal,
    Deck,
    Denial,
    Group,
    Line,
    Options,
    Play,
    Prompt,
    Ruleset,
    Scored,
    Slip,
    Step,
    T,
    Trick,
    Usual,
    laws_of,
)
from referee.rules.common import DEAL_TAKES_CARDS, ask_play, ask_taker, hand_size, refuse_other
from referee.table.report import answer
from referee.table.table import Table, remedies

RANKS = ("7", "8", "9")
CARDS = {suit: tuple(suit + rank for rank in RANKS) for suit in "SHDC"}


class Whist(Ruleset):
    """Follow the suit led; its highest card takes the trick; every trick is a point."""

    name = "whist"
    title = T("Whist")
    players = (3,)
    presets: ClassVar[Mapping[str, Options]] = {"standard": Options()}
    laws = laws_of("whist", ("follow", "S", T("Follow suit.")), ("trick", "S", T("A trick is a point.")))
    deck = Deck(code for codes in CARDS.values() for code in codes)
    pad = tuple(Group(suit, SUIT_LABEL[suit], codes) for suit, codes in CARDS.items())
    picture = ("S7", "H8", "C9")
    usual = Usual((3,))

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        refuse_other(keys, ("cards",), DEAL_TAKES_CARDS)
        return Step(Deal(number, line, dealer, self.after(dealer), hand_size(keys, 3), dict(keys), phase="play"))

    def takes(self, deal: Deal) -> frozenset[str]:
        return frozenset({"hand", "play", "trick", "took"} if deal.state == "open" else ())

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        return (ask_taker(deal),) if deal.undecided else (ask_play(deal, self.seats), ask_taker(deal))

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        led = deal.trick.plays[0].card[0] if deal.trick.plays else play.card[0]
        if play.card[0] == led:
            return ()
        return (Denial("must-follow", "whist.follow", self.deck.of(*CARDS[led]), NO_SUIT[led]),)

    def winner(self, deal: Deal, trick: Trick) -> int:
        followed = [play for play in trick.plays if play.card[0] == trick.plays[0].card[0]]
        return max(followed, key=lambda play: play.card).seat

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return (Line("whist.trick", T("tricks"), tuple(scored.deal.tricks_won(seat) for seat in range(3))),)


SEATS = ("Ana", "Ben", "Cid")


def whist(*facts: str, game: type[Whist] = Whist) -> Table:
    entries = [Entry(line, parse(fact)) for line, fact in enumerate(facts, 1)]
    return Table(Header("whist", SEATS, "standard"), game(Options(), SEATS)).extend(entries)


REVOKE = ("deal Cid cards=2", "hand Ana S7 D7", "hand Ben S8 H9", "hand Cid S9 C9", "trick Ana S7 H9 S9")


class Weighing(Whist):
    """The same, with fouls that weigh what they did; it does not say how."""

    weighs = True


WON = ("deal Cid", "trick Ana S7 S8 H7", "trick Ben H8 H9 C7", "trick Cid D7 D8 D9")


def test_what_a_game_must_say_is_enough_to_play_and_score_a_match() -> None:
    table = whist(*WON)
    assert [deal.state for deal in table.deals] == ["done"]
    assert [trick.winner for trick in table.deals[0].deal.tricks] == [1, 2, 1]
    assert table.standing.totals == (0, 2, 1)
    assert (table.standing.due.dealer, str(table.standing.due.label)) == (0, "deal 2")


def test_it_is_enough_to_prove_a_revoke_at_the_card_that_proves_it() -> None:
    table = whist("deal Cid", "trick Ana S7 H7 S8", "play Cid D7", "play Ana D8", "play Ben S9")
    (foul,) = table.deals[0].fouls
    assert (foul.kind, foul.seat, foul.proof, foul.committed, foul.proved) == ("must-follow", 1, "shown", 2, 5)
    assert foul.law == "whist.follow"
    (remedy,) = remedies(table, 1, foul)
    assert str(remedy.text) == "It is put right at once; no penalty."


def test_it_is_enough_for_hands_laid_open_and_cards_that_nobody_saw() -> None:
    table = whist("deal Cid cards=2", "hand Ben S8 H9", "trick Ana S7 H9 S9", "took Ben")
    assert [(foul.seat, foul.proof) for foul in table.deals[0].fouls] == [(1, "seen")]


def test_what_a_foul_did_is_not_said_of_a_game_that_does_not_say_what_it_is_played_for() -> None:
    (foul,) = answer("x.deal", whist(*REVOKE))["deals"][0]["fouls"]
    assert (foul["kind"], foul["damage"]["state"]) == ("must-follow", "not-computed")


def test_a_foul_weighs_what_it_did_before_where_a_game_does_not_say_how() -> None:
    table = whist(*REVOKE, game=Weighing)
    (foul,) = table.deals[0].fouls
    assert str(remedies(table, 1, foul)[0].text) == "The card is taken back, or stands; no penalty."


def test_a_deal_is_called_by_its_number_and_a_law_by_its_own() -> None:
    table = whist(*WON)
    assert str(table.rules.label(table.deals[0].deal)) == "deal 1"
    assert table.rules.law("whist.trick") == table.rules.laws[1]


def test_it_is_enough_for_a_page_that_asks_what_comes_next() -> None:
    assert answer("x.deal", whist("deal Cid"))["next"] == {"kind": "play", "seat": "Ana"}
    assert answer("x.deal", whist(*WON))["next"] == {"kind": "deal", "seat": "Ana"}


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("deal Cid cards=4", "4 cards a hand: expected 1 to 3"),
        ("deal Cid part=2", "“part”: a deal of this game takes cards="),
    ],
)
def test_it_refuses_what_no_deal_of_it_can_be(fact: str, said: str) -> None:
    with pytest.raises(Slip) as slip:
        whist(fact)
    assert str(slip.value) == said


def test_a_deal_given_up_is_dealt_again_by_the_same_player() -> None:
    assert whist("deal Cid", "void").standing.due.dealer == 2
