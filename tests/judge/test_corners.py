"""The judge in positions laid out by hand: what is said when, and of whom."""

from __future__ import annotations

import pytest

from referee.judge import Case, judge_acts, judge_play, judge_trick, judge_unseen, open_case
from referee.rules import Act, AtMost, Denial, Denies, Foul, Holder, Holds, Moves, Returns
from referee.rules.cards import EMPTY, Deck
from referee.rules.deal import Deal, Play, Trick
from referee.words.text import Slip, T
from tests.help.judge import FIRST, accusations
from tests.oracle.enumerate import Situation
from tests.oracle.test_judge_acts import ANA, BEN, FollowSuit, none_of, suit

STOCK = "stock"
SAID = T("says so")


class Evening:
    """Ana and Ben at a table: steps become lines 1, 2, 3 …"""

    def __init__(self, rules: FollowSuit, holders: dict[Holder, int]) -> None:
        self.rules, self.line = rules, 0
        self.deal = Deal(1, 1, BEN, (ANA, BEN), 20, phase="play")
        self.case: Case = open_case(rules.deck, holders)

    def act(self, *acts: Act) -> None:
        self.line += 1
        self.case = judge_acts(self.case, self.rules, self.line, acts)

    def play(self, seat: int, *cards: str) -> None:
        self.line += 1
        play = Play(seat, cards, self.line)
        self.case = judge_play(self.case, self.rules, self.deal, play)
        self.deal = self.deal.lay(play)
        if len(self.deal.trick.plays) == 2:
            self.deal = self.deal.gather(None)

    def took(self, seat: int, *known: str) -> None:
        self.line += 1
        self.deal = self.deal.award(seat, known)
        self.case = judge_trick(self.case, self.rules, self.deal, self.line, {})

    @property
    def fouls(self) -> tuple[Foul, ...]:
        return self.case.fouls

    def told(self) -> list[tuple[str, int | None, int, int, int | None]]:
        return [(f.proof, f.seat, f.committed, f.proved, f.explained) for f in self.fouls]


def follow_suit(*cards: str) -> FollowSuit:
    return FollowSuit(Deck(cards))


NINE = ("H1", "H2", "S1", "S2", "D1", "D2", "C1", "C2", "C3")


def three_voids() -> Evening:
    """Ana throws clubs on a heart, a spade and a diamond. Of H2, S2, D2 she holds two: two words are untrue, one of the
    first two as soon as D1 is out.
    """
    table = Evening(follow_suit(*NINE), {ANA: 5, BEN: 3, STOCK: 1})
    for card, thrown in [("H1", "C1"), ("S1", "C2"), ("D1", "C3")]:
        table.play(BEN, card)
        table.play(ANA, thrown)
    return table


def test_where_several_words_may_be_untrue_the_earliest_is_named_and_the_seat_is_certain() -> None:
    assert three_voids().told() == [("counted", ANA, 2, 5, None)]


def test_what_a_card_shows_of_a_line_explains_an_accusation_of_that_line() -> None:
    table = three_voids()
    table.play(ANA, "H2")
    # The word on line 2 was untrue, and it still takes another.
    assert table.told() == [("counted", ANA, 2, 5, 7), ("shown", ANA, 2, 7, None), ("counted", ANA, 4, 7, None)]
    table.play(ANA, "D2")
    assert table.told()[2:] == [("counted", ANA, 4, 7, 8), ("shown", ANA, 6, 8, None)]


def test_an_accusation_that_narrows_to_the_same_line_is_not_told_again() -> None:
    table = three_voids()
    table.act(Holds(STOCK, ("D2",)))
    # H2 and S2 are hers: the words on lines 2 and 4.
    assert table.told() == [("counted", ANA, 2, 5, None), ("counted", ANA, 4, 7, None)]
    table.play(ANA, "S2")
    table.play(ANA, "H2")
    assert table.told() == [("counted", ANA, 2, 5, None), ("counted", ANA, 4, 7, None)]


def test_an_accusation_that_narrows_to_one_line_only_if_nobody_else_broke_a_law_stays_as_it_was_told() -> None:
    # Of Ben's three cards his words leave S2 alone. If Ana's word is true, line 1 is untrue; if not, line 2 may be.
    deck = Deck(["H1", "H2", "S1", "S2", "C1", "C2"])
    table = Evening(FollowSuit(deck), {ANA: 3, BEN: 3})
    table.act(Denies(BEN, BEN, none_of(deck, ["H1", "S1", "C1"]), SAID))
    table.act(Denies(BEN, BEN, none_of(deck, ["H2", "C2"]), SAID))
    told = table.fouls
    assert [(foul.seat, foul.vague) for foul in told] == [(BEN, True)]
    table.act(Denies(ANA, ANA, none_of(deck, ["H1", "C1"]), SAID))
    assert table.fouls == told


def test_what_counting_blamed_is_believed_again_when_a_card_shows_another_foul() -> None:
    # Ana has no heart, says she; Ben says the same; one heart is left, and no stock: one of them is wrong.
    table = Evening(follow_suit("H1", "H2", "S1", "S2", "C1", "C2"), {ANA: 3, BEN: 3})
    table.act(Denies(ANA, ANA, suit(table.rules.deck, "H"), SAID))
    table.act(Denies(BEN, BEN, none_of(table.rules.deck, ["H1"]), SAID))
    assert table.told() == [("counted", None, 1, 2, None)]
    assert table.fouls[0].suspects == (ANA, BEN)
    table.play(BEN, "H1")
    assert table.told() == [("counted", None, 1, 2, 3), ("shown", BEN, 2, 3, None)]


def test_where_it_takes_two_words_the_earliest_that_can_be_untrue_is_named() -> None:
    deck = Deck(["H2", "S2", "D2", "C1"])
    table = Evening(FollowSuit(deck), {ANA: 2, BEN: 1, STOCK: 1})
    table.act(Holds(BEN, ("C1",)))
    table.line += 1
    words = [Denies(ANA, ANA, suit(deck, letter), SAID) for letter in "CHSD"]
    for word in words:
        table.case = judge_acts(table.case, table.rules, table.line, [word]) if word is words[0] else table.case
    table.act(*words[1:])
    assert table.told() == [("counted", ANA, 3, 3, None)]


def test_when_fewer_are_in_doubt_they_are_told_and_the_last_is_named() -> None:
    deck = Deck(["H1", "S1", "C1"])
    rules = FollowSuit(deck)
    rules.seats = ("Ana", "Ben", "Cléo")
    table = Evening(rules, {ANA: 1, BEN: 1, 2: 1})
    for seat in (ANA, BEN, 2):
        table.act(Denies(seat, seat, suit(deck, "H"), SAID))
    table.act(Holds(ANA, ("S1",)))
    table.act(Holds(BEN, ("C1",)))
    assert table.told() == [("counted", None, 1, 3, 4), ("counted", None, 2, 4, 5), ("counted", 2, 3, 5, None)]
    assert [foul.suspects for foul in table.fouls] == [(ANA, BEN, 2), (BEN, 2), (2,)]
    assert "One of these players" in str(table.fouls[1].message)


def test_a_card_shown_to_be_elsewhere_cannot_be_given() -> None:
    table = Evening(follow_suit("H1", "H2", "S1", "S2"), {ANA: 2, BEN: 2})
    table.act(Holds(BEN, ("H1",)))
    with pytest.raises(Slip, match="H1 is known to be elsewhere"):
        table.act(Moves(ANA, BEN, 1, ("H1",)))
    with pytest.raises(Slip, match="H1 is known to be elsewhere"):
        table.act(Holds(ANA, ("H1",)))
    table.act(Holds(BEN, ("H1",)))
    assert table.told() == []


def test_a_card_given_openly_shows_what_was_said_of_the_hand() -> None:
    table = Evening(follow_suit("H1", "H2", "S1", "S2"), {ANA: 2, BEN: 2})
    table.act(Denies(ANA, ANA, suit(table.rules.deck, "H"), SAID))
    table.act(Moves(ANA, BEN, 1, ("H2",)))
    assert table.told() == [("shown", ANA, 1, 2, None)]
    assert str(table.fouls[0].message) == "Ana says so, which says: none of them. Then H2 was shown."


def test_what_came_into_a_hand_later_is_not_what_was_denied_before() -> None:
    table = Evening(follow_suit("H1", "H2", "S1", "S2", "S3"), {ANA: 2, BEN: 2, STOCK: 1})
    table.act(Denies(ANA, ANA, suit(table.rules.deck, "H"), SAID))
    table.act(Moves(BEN, ANA, 1, ("H1",)))
    table.play(ANA, "H1")
    assert table.told() == []
    table.play(BEN, "S1")
    table.play(ANA, "H2")
    assert table.told() == [("shown", ANA, 1, 5, None)]


def test_more_than_was_said_is_seen_where_the_cards_lie_open() -> None:
    deck = Deck(["T1", "T2", "S1", "S2"])
    table = Evening(FollowSuit(deck), {ANA: 2, BEN: 2})
    table.act(Holds(ANA, ("T1", "T2")))
    table.act(AtMost(ANA, ANA, 1, suit(deck, "T"), SAID))
    assert table.told() == [("seen", ANA, 2, 2, None)]
    assert "that hand showed T1, T2" in str(table.fouls[0].message)


def test_at_most_as_many_as_there_are_says_nothing() -> None:
    deck = Deck(["T1", "T2", "S1", "S2"])
    table = Evening(FollowSuit(deck), {ANA: 2, BEN: 2})
    table.act(AtMost(ANA, ANA, 2, suit(deck, "T"), SAID))
    table.play(ANA, "T1")
    table.play(BEN, "S1")
    table.play(ANA, "T2")
    assert table.told() == []


def test_one_trump_more_than_was_said_is_counted() -> None:
    deck = Deck(["T1", "T2", "S1", "S2", "S3", "S4"])
    table = Evening(FollowSuit(deck), {ANA: 3, BEN: 3})
    table.act(AtMost(ANA, ANA, 1, suit(deck, "T"), SAID))
    table.play(ANA, "T1")
    table.play(BEN, "S1")
    table.play(ANA, "T2")
    assert table.told()[-1] == ("counted", ANA, 1, 4, None)
    assert "Ana says so" in str(table.fouls[-1].message)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (3, "So one of these was a foul: Ana denies H1, Ana denies H2, Ana denies H3."),
        (7, "Ana must have broken a law."),
    ],
)
def test_of_a_few_acts_that_may_be_the_foul_each_is_named_of_many_none(words: int, told: str) -> None:
    # All hearts but one have room in the stock; Ana has denied every one of them.
    hearts = [f"H{number}" for number in range(1, words + 1)]
    table = Evening(FollowSuit(Deck([*hearts, "S1", "S2"])), {ANA: 2, BEN: 1, STOCK: words - 1})
    for card in hearts:
        table.act(Denies(ANA, ANA, none_of(table.rules.deck, [card]), T("denies {card}", card=card)))
    assert table.told() == []
    table.play(BEN, "S2")
    assert table.told() == [("counted", ANA, 1, words + 1, None)]
    assert str(table.fouls[-1].message).endswith(told)


def test_a_card_taken_back_is_known_to_be_in_the_hand() -> None:
    table = Evening(follow_suit("H1", "H2", "S1", "S2", "S3", "S4"), {ANA: 3, BEN: 3})
    table.play(ANA, "H1")
    table.act(Returns(ANA, ("H1", "H2")))  # H2 never lay open: nothing to take back
    table.deal = Deal(1, 1, BEN, (ANA, BEN), 20, phase="play")
    table.play(BEN, "S1")
    table.play(ANA, "S2")
    assert table.told() == []
    table.play(BEN, "H1")
    assert table.fouls[0].kind == "not-in-hand"


def test_a_card_taken_back_may_come_out_of_what_was_given_too() -> None:
    deck = Deck(["H1", "H2", "S1", "S2", "S3", "S4"])
    table = Evening(FollowSuit(deck), {ANA: 3, BEN: 3})
    table.act(Denies(ANA, ANA, suit(deck, "H"), SAID))
    table.act(Moves(BEN, ANA, 1), Moves(ANA, BEN, 0))
    table.play(ANA, "S1")
    table.act(Returns(ANA, ("S1",)))
    table.deal = Deal(1, 1, BEN, (ANA, BEN), 20, phase="play")
    table.play(ANA, "S1")
    table.play(BEN, "S2")
    table.play(ANA, "H1")
    assert table.told() == []
    table.play(BEN, "S3")
    table.play(ANA, "H2")
    assert [foul.seat for foul in table.fouls] == [ANA]


def test_an_unseen_play_that_turns_out_to_be_of_several_cards_says_nothing() -> None:
    table = Evening(follow_suit("H1", "H2", "S1", "S2", "C1", "C2"), {ANA: 3, BEN: 3})
    table.play(ANA, "?")
    table.deal = table.deal.widen(2)
    table.case = judge_unseen(table.case, table.deal)
    table.play(BEN, "C1", "C2")
    assert table.case.size(ANA) == 1
    assert table.told() == []
    table.play(BEN, "H1")
    table.play(ANA, "S1")
    assert table.told() == []


def test_more_unseen_cards_than_a_hand_has_left_are_no_more_cards() -> None:
    table = Evening(follow_suit("H1", "H2", "S1"), {ANA: 1, BEN: 1, STOCK: 1})
    table.play(ANA, "?")
    for _ in range(2):
        table.case = judge_unseen(table.case, table.deal.widen(3))
        assert table.case.size(ANA) == 0
    assert table.told() == []


@pytest.mark.untraced
def test_three_unseen_cards_in_a_trick_are_too_many_to_take_apart() -> None:
    from referee.games.double_detente import DoubleDetente

    rules = DoubleDetente(DoubleDetente.presets["standard"], ("Ana", "Ben", "Cléo"))
    deal = Deal(1, 1, 2, (0, 1, 2), 13, phase="play")
    case = open_case(rules.deck, {0: 13, 1: 13, 2: 13, STOCK: 39})
    for seat in range(3):
        play = Play(seat, ("?",), 5)
        case, deal = judge_play(case, rules, deal, play), deal.lay(play)
    deal = deal.gather(None).award(1)
    case = judge_trick(case, rules, deal, 5, {})
    assert case.fouls == ()
    assert case.size("?0 1 1") == case.size("?2 1 1") == 1


def test_a_card_noted_in_a_trick_whose_cards_were_all_seen_is_a_slip() -> None:
    table = Evening(follow_suit("H1", "H2", "S1", "S2"), {ANA: 2, BEN: 2})
    trick = Trick(1, (Play(ANA, ("H1",), 1), Play(BEN, ("H2",), 1)), ANA, ("S1",))
    table.play(ANA, "H1")
    table.play(BEN, "H2")
    table.deal = Deal(1, 1, BEN, (ANA, BEN), 20, phase="play", tricks=(trick,))
    table.case = judge_trick(table.case, table.rules, table.deal, 3, {})
    assert [(foul.kind, foul.seat) for foul in table.fouls] == [("inconsistent", None)]
    assert "in a hand that did not play it" in str(table.fouls[0].message)


def test_copies_no_pocket_tells_apart_are_any_of_them() -> None:
    # Ben has shown one H1; somebody plays the other one; then he plays his own.
    table = Evening(follow_suit("H1", "H1", "S1", "S1"), {ANA: 2, BEN: 2})
    table.act(Holds(BEN, ("H1",)))
    table.play(ANA, "H1")
    table.play(BEN, "H1")
    assert table.told() == []


def test_a_foul_beside_a_foul_is_told_of_those_who_may_have_committed_it() -> None:
    # Ana, with a card, has none at all, says she; of H1 and S1 she holds one at most, Ben or Cléo the other.
    deck = Deck(["H1", "S1", "C1"])
    rules = FollowSuit(deck)
    rules.seats = ("Ana", "Ben", "Cléo")
    table = Evening(rules, {ANA: 1, BEN: 1, 2: 1})
    red = none_of(deck, ["H1", "S1"])
    table.act(Denies(ANA, ANA, none_of(deck, deck.kinds), SAID), *(Denies(seat, seat, red, SAID) for seat in (BEN, 2)))
    assert table.told() == [("counted", ANA, 1, 1, None), ("counted", None, 1, 1, None)]
    assert table.fouls[1].suspects == (BEN, 2)


def test_a_known_card_may_be_given_on_by_a_hand_that_got_others_unseen() -> None:
    deck = Deck(["H1", "H2", "S1", "S2", "S3", "S4"])
    table = Evening(FollowSuit(deck), {ANA: 3, BEN: 3})
    table.act(Denies(ANA, ANA, suit(deck, "H"), SAID))
    table.act(Moves(BEN, ANA, 1))
    table.act(Moves(ANA, BEN, 1, ("H1",)))
    assert table.told() == []
    table.play(BEN, "H1")
    table.play(ANA, "H2")
    # One heart may have come from Ben, not both.
    assert {(seat, proof) for proof, seat, *_ in table.told()} <= {(ANA, "counted")}


def held_back() -> Evening:
    """Ana, who still had S2, led H1, which nobody saw: Ben, who threw S1, held back H2."""
    table = Evening(follow_suit("H1", "H2", "S1", "S2"), {ANA: 2, BEN: 2})
    table.act(Holds(BEN, ("S1", "H2")))
    table.play(ANA, "?")
    table.play(BEN, "S1")
    table.play(ANA, "S2")
    return table


def test_what_cannot_be_excluded_within_the_steps_allowed_counts_as_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [(foul.seat, foul.committed) for foul in held_back().fouls] == [(BEN, 3)]
    monkeypatch.setattr("referee.judge.worlds.QUESTION", 0)
    assert held_back().told() == []


def test_tricks_that_have_nothing_to_do_with_a_breach_do_not_hide_it() -> None:
    """Before `held_back` Ana leads eight cards that nobody saw, each a diamond or a joker, as the box has eight of them."""
    others = [f"{suit}{number}" for suit in "DJ" for number in range(1, 9)]
    clubs = [f"C{number}" for number in range(1, 9)]
    table = Evening(follow_suit("H1", "H2", "S1", "S2", *clubs, *others), {ANA: 10, BEN: 10, "box": 8})
    for club in clubs:
        table.play(ANA, "?")
        table.play(BEN, club)
    table.act(Holds(ANA, ("H1", "S2")), Holds(BEN, ("S1", "H2")))
    assert table.fouls == ()
    table.play(ANA, "?")
    table.play(BEN, "S1")
    table.play(ANA, "S2")
    assert [(foul.seat, foul.committed) for foul in table.fouls] == [(BEN, 19)]
    assert not table.case.undecided


def test_a_fact_has_so_many_steps_for_all_its_questions_and_once_they_are_spent_nobody_is_accused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for steps in range(30):
        monkeypatch.setattr("referee.judge.worlds.FACT", steps)
        case = held_back().case
        assert case.steps[1] <= steps + len(case.pockets)
        assert [(foul.seat, foul.committed) for foul in case.fouls] == ([] if case.undecided else [(BEN, 3)])
    assert not case.undecided
    monkeypatch.setattr("referee.judge.worlds.FACT", 0)
    assert held_back().case.undecided == 2, "the line of the first card nobody saw"


def test_where_the_steps_are_spent_while_it_is_asked_who_is_in_doubt_nobody_is_accused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def three_who_deny() -> Case:
        deck = Deck(["H1", "S1", "C1"])
        rules = FollowSuit(deck)
        rules.seats = ("Ana", "Ben", "Cléo")
        table = Evening(rules, {ANA: 1, BEN: 1, 2: 1})
        table.act(Denies(ANA, ANA, suit(deck, "S"), SAID))  # true, whoever holds the heart
        for seat in (ANA, BEN, 2):
            table.act(Denies(seat, seat, suit(deck, "H"), SAID))
        return table.case

    told = []
    for steps in range(36):
        monkeypatch.setattr("referee.judge.worlds.FACT", steps)
        case = three_who_deny()
        assert bool(case.undecided) != bool(case.fouls)
        told.append([foul.suspects for foul in case.fouls])
    assert told[0] == []
    assert told[-1] == [(ANA, BEN, 2)]


class Pairs(FollowSuit):
    """Who plays a single card says that there are no two alike of its suit left."""

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        again = 0
        for code in self.deck.kinds:
            copies = self.deck.mask(code)
            if code[0] == play.card[0]:
                again |= copies & ~(copies & -copies)
        return (Denial("must-follow", "law", EMPTY, T("no two alike"), type(EMPTY)(again)),)


def test_two_alike_that_come_one_by_one_are_shown_by_the_second() -> None:
    table = Evening(Pairs(Deck(["H1", "H1", "H2", "S1", "S2", "S3"])), {ANA: 3, BEN: 3})
    table.play(ANA, "H2")
    table.play(BEN, "S1")
    table.play(ANA, "H1")
    assert table.told() == []
    table.play(BEN, "S2")
    table.play(ANA, "H1")
    assert table.told() == [("shown", ANA, 1, 5, None)]


def test_two_alike_for_which_there_is_no_other_place_are_counted() -> None:
    table = Evening(Pairs(Deck(["H1", "H1", "H2", "S1", "S2", "S3"])), {ANA: 3, BEN: 3})
    table.act(Holds(BEN, ("S1", "S2", "S3")))
    table.play(ANA, "H2")
    assert table.told() == [("counted", ANA, 2, 2, None)]


def test_of_cards_nobody_saw_nothing_is_said_of_two_alike() -> None:
    table = Evening(Pairs(Deck(["H1", "H1", "H2", "S1", "S2", "S3"])), {ANA: 3, BEN: 3})
    table.play(ANA, "H2")
    table.play(BEN, "S1")
    table.play(ANA, "?")
    table.play(BEN, "S2")
    table.play(ANA, "?")
    assert table.told() == []


def test_of_a_hand_that_got_cards_unseen_nothing_is_said_of_two_alike() -> None:
    deck = Deck(["H1", "H1", "H2", "S1", "S2", "S3", "C1", "C2"])
    table = Evening(Pairs(deck), {ANA: 4, BEN: 4})
    table.act(Denies(ANA, ANA, suit(deck, "S"), SAID))
    table.act(Moves(BEN, ANA, 1))
    table.play(ANA, "H2")
    table.play(BEN, "S1")
    table.play(ANA, "H1")
    assert table.told() == []


@pytest.mark.parametrize("by_lead", [False, True])
def test_what_a_play_after_an_unseen_one_says_where_the_lead_was_seen(by_lead: bool) -> None:
    rules = FollowSuit(Deck(NINE), by_lead)
    rules.seats = ("Ana", "Ben", "Cléo")
    deal = Deal(1, 1, 2, (0, 1, 2), 3, phase="play")
    case = open_case(rules.deck, {0: 3, 1: 3, 2: 3})
    for seat, card in enumerate(["H1", "?", "S1"]):
        play = Play(seat, (card,), seat + 1)
        case, deal = judge_play(case, rules, deal, play), deal.lay(play)
    deal = deal.gather(None).award(1)
    case = judge_trick(case, rules, deal, 4, {})
    # Ben took it: his card was H2. So Cléo, who then shows H2, cannot have it; before that nobody is blamed.
    assert case.fouls == ()
    case = judge_play(case, rules, deal, Play(2, ("H2",), 5))
    assert (2, 3, "shown") in {(foul.seat, foul.committed, foul.proof) for foul in case.fouls}


@pytest.mark.parametrize("by_lead", [False, True])
def test_two_unseen_cards_and_who_took_them_may_leave_no_honest_way(by_lead: bool) -> None:
    rules = FollowSuit(Deck(NINE), by_lead)
    rules.seats = ("Ana", "Ben", "Cléo")
    deal = Deal(1, 1, 2, (0, 1, 2), 3, phase="play")
    case = open_case(rules.deck, {0: 3, 1: 3, 2: 3})
    case = judge_acts(case, rules, 1, [Holds(2, ("H2", "S1", "S2"))])
    for seat, card in enumerate(["H1", "?", "?"]):
        play = Play(seat, (card,), seat + 2)
        case, deal = judge_play(case, rules, deal, play), deal.lay(play)
    assert case.fouls == ()
    # Cléo's H2 would have taken it: she threw a spade on a heart.
    deal = deal.gather(None).award(0)
    case = judge_trick(case, rules, deal, 5, {})
    assert [(foul.seat, foul.committed, foul.proof) for foul in case.fouls] == [(2, 4, "counted")]


def test_a_card_taken_back_leaves_what_was_said_before() -> None:
    table = Evening(follow_suit("H1", "H2", "S1", "S2", "S3", "C1"), {ANA: 3, BEN: 3})
    table.play(BEN, "H1")
    table.play(ANA, "S1")
    table.play(ANA, "C1")
    table.act(Returns(ANA, ("C1",)))
    table.deal = Deal(1, 1, BEN, (ANA, BEN), 20, phase="play")
    table.play(ANA, "H2")
    assert table.told() == [("shown", ANA, 2, 5, None)]


def test_two_alike_in_an_open_hand_are_seen() -> None:
    table = Evening(Pairs(Deck(["H1", "H1", "H2", "S1", "S2", "S3"])), {ANA: 3, BEN: 3})
    table.act(Holds(ANA, ("H1", "H1", "H2")))
    table.play(ANA, "H2")
    assert table.told() == [("seen", ANA, 2, 2, None)]


def test_one_of_two_alike_taken_back_counts_again() -> None:
    table = Evening(Pairs(Deck(["H1", "H1", "H2", "S1", "S2", "S3"])), {ANA: 3, BEN: 3})
    table.play(ANA, "H2")
    table.play(BEN, "S1")
    table.play(ANA, "H1")
    table.act(Returns(ANA, ("H1",)))
    table.deal = Deal(1, 1, BEN, (ANA, BEN), 20, phase="play")
    assert table.told() == []
    table.play(ANA, "H1")
    table.play(BEN, "S2")
    table.play(ANA, "H1")
    assert [(proof, seat, committed) for proof, seat, committed, *_ in table.told()] == [("shown", ANA, 1)]


def test_the_law_cited_is_the_one_that_the_cards_contradict() -> None:
    """Ben lost trick 1 with a card nobody saw, holds no diamond in any deal that is left, and a trump in every one."""
    situation = Situation(
        deck=["D1", "H1", "H2", "H3", "S1", "S3", "T1", "T2", "T3", "T4"],
        rooms={"Ana": 4, "Ben": 4, "stock": 2},
        plays=[
            *[("Ana", "D1"), ("Ben", "?"), ("Ana", "S3"), ("Ben", "S1")],
            *[("Ana", "?"), ("Ben", "H3"), ("Ana", "H1")],
        ],
        took={0: "Ana", 2: "Ana"},
    )
    fouls = next(fouls for fouls in accusations(situation) if fouls)
    assert (FIRST + 1, "must-trump") in [(foul.committed, foul.kind) for foul in fouls]
