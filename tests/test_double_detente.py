"""Double-détente and Triple-détente: every law and every option of docs/laws/double-detente.md."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import detente
from record_help import BIDS, HEAD, OPEN, check, head, table

from referee.deal import Deal, Play, Trick
from referee.games import game
from referee.games.double_detente import DetenteOptions, DoubleDetente
from referee.record import Header
from referee.ruleset import KINDS, Denial
from referee.table import open_table
from referee.texts import Slip

TRIPLE = head(seats=("Ana", "Ben"))
SEATS = ("Ana", "Ben", "Cléo")
LAWS = Path(__file__).parents[1] / "docs" / "laws" / "double-detente.md"
RULES = open_table(Header("double-detente", SEATS)).rules


def deal(*facts: str, head: str = HEAD) -> dict[str, Any]:
    """The last deal of a record."""
    return check(*facts, head=head)["deals"][-1]


def kinds(*facts: str, head: str = HEAD) -> list[tuple[str, str, str]]:
    """Kind, seat and law of the fouls in the last deal."""
    return [
        (foul["kind"], foul["seat"], foul["law"].removeprefix("double-detente."))
        for foul in deal(*facts, head=head)["fouls"]
    ]


def scores(*facts: str, head: str = HEAD) -> list[int]:
    """The score of the last deal, seat by seat."""
    return list(deal(*facts, head=head)["scores"].values())


def part(number: int, bids: tuple[int, ...], tricks: tuple[int, ...], more: str = "", dealer: int = -1) -> list[str]:
    """A part by its result; two bids make it one of Triple-détente."""
    seats = SEATS[: len(bids)]
    at = dealer % len(seats)
    order = [(seat + at + 1) % len(seats) for seat in range(len(seats))]
    said = [f"bid {seats[seat]} {bids[seat]}" for seat in order]
    return [f"deal {seats[at]} part={number}", *said, f"result tricks={','.join(map(str, tricks))} {more}"]


def refused(*facts: str, head: str = HEAD) -> str:
    """Why the last of these facts cannot have happened."""
    table(*facts[:-1], head=head)
    with pytest.raises(Slip) as slip:
        table(*facts, head=head)
    return str(slip.value)


def hand_of(seat: str, cards: str, *plays: str) -> list[tuple[str, str, str]]:
    """The fouls when this open hand plays the last of these cards, the first ones having been played before it."""
    seats = list(SEATS)
    at = seats.index(seat)
    leader = seats[at - len(plays) + 1]
    dealer = seats[seats.index(leader) - 1]
    order = [seats[(seats.index(leader) + step) % 3] for step in range(3)]
    bids = [f"bid {name} 0" for name in order]
    number = len(cards.split())
    return kinds(
        f"deal {dealer} cards={number}",
        f"hand {seat} {cards}",
        *bids,
        *(f"play {n} {c}" for n, c in zip(order, plays, strict=False)),
    )


# --- deal.1 deal.2: the cards and the dealer


def test_the_deck_has_78_cards() -> None:
    assert len(RULES.deck) == 78
    assert sorted(RULES.deck.kinds) == sorted(detente.full_deck())
    assert sorted(card for group in RULES.pad for card in group.cards) == sorted(detente.full_deck())


def test_each_part_has_thirteen_cards_a_player() -> None:
    assert table("deal Cléo").deals[0].deal.size == 13
    assert table("deal Ben", head=TRIPLE).deals[0].deal.size == 13


def test_two_parts_for_three_players_and_three_for_two() -> None:
    assert "part 3: a round has 2 parts" in refused("deal Cléo part=3")
    assert "part 4: a round has 3 parts" in refused("deal Ben part=4", head=TRIPLE)
    assert "part 0" in refused("deal Cléo part=0")
    assert check(*part(1, (6, 6), (6, 7)), *part(2, (6, 6), (6, 7)), head=TRIPLE)["next"]["part"] == "3"


def test_two_players_are_told_that_they_play_triple_detente() -> None:
    assert str(open_table(Header("double-detente", ("Ana", "Ben"))).rules.title) == "Triple-détente"
    assert str(RULES.title) == str(DoubleDetente.title) == "Double-détente"


def test_a_deal_takes_no_other_keys_than_part_and_cards() -> None:
    assert "“trump”: a deal of this game takes part= and cards=" in refused("deal Cléo trump=H")
    assert "“one” stands where a part was expected" in refused("deal Cléo part=one")
    assert "14 cards a hand: expected 1 to 13" in refused("deal Cléo cards=14")
    assert "0 cards a hand" in refused("deal Cléo cards=0")


def test_a_card_of_one_part_cannot_come_back_in_a_later_one() -> None:
    facts = [*OPEN, "trick Ana H5 H7 H9", "result tricks=4,5,4", "deal Cléo", *BIDS, "play Ana H5"]
    assert kinds(*facts) == [("already-played", "Ana", "deal.1")]


def test_a_new_round_is_played_with_all_cards_again() -> None:
    first = [*OPEN, "trick Ana H5 H7 H9", "result tricks=4,5,4", "deal Cléo", *BIDS, "result tricks=4,5,4"]
    assert kinds(*first, "deal Ana", "bid Ben 1", "bid Cléo 1", "bid Ana 1", "play Ben H5") == []


def test_the_same_player_deals_every_part_and_the_deal_passes_left_each_round() -> None:
    assert check()["next"] == {"kind": "deal", "seat": "Cléo", "part": "1"}
    first = part(1, (4, 5, 3), (4, 5, 4))
    assert check(*first)["next"] == {"kind": "deal", "seat": "Cléo", "part": "2"}
    assert check(*first, *part(2, (4, 5, 3), (4, 5, 4)))["next"] == {"kind": "deal", "seat": "Ana", "part": "1"}


def test_the_deal_may_pass_on_after_every_part() -> None:
    found = check(*part(1, (4, 5, 3), (4, 5, 4)), head=head("dealer_each_part=yes"))
    assert found["next"] == {"kind": "deal", "seat": "Ana", "part": "2"}


def test_deals_are_called_by_their_round_and_part() -> None:
    facts = [*part(1, (4, 5, 3), (4, 5, 4)), *part(2, (4, 5, 3), (4, 5, 4)), "deal Ana"]
    found = table(*facts)
    assert [str(found.rules.label(one.deal)) for one in found.deals] == [
        "round 1, part 1 of 2",
        "round 1, part 2 of 2",
        "round 2, part 1 of 2",
    ]


def test_a_part_dealt_again_though_it_was_played_begins_another_round() -> None:
    facts = part(2, (4, 5, 3), (4, 5, 4))
    found = table(*facts, "deal Cléo part=2")
    assert [one.deal.terms.round for one in found.deals] == [1, 2]
    assert [one.deal.terms.round for one in table("deal Cléo part=1", "void", "deal Cléo part=2").deals] == [1, 1]


# --- bid.1 bid.2: bids


def test_each_player_bids_once_from_the_dealers_left() -> None:
    assert kinds(*OPEN) == []
    assert check("deal Ana")["next"] == {"kind": "bid", "seat": "Ben"}
    assert "Ben has bid already" in refused("deal Cléo", "bid Ana 3", "bid Ben 4", "bid Ben 5")


def test_a_bid_out_of_turn_is_put_right_and_the_others_bid_on() -> None:
    facts = ["deal Cléo", "bid Ben 5"]
    assert kinds(*facts) == [("out-of-turn", "Ben", "bid.1")]
    assert check(*facts)["next"] == {"kind": "bid", "seat": "Ana"}
    assert kinds(*facts, "bid Ana 4", "bid Cléo 3") == [("out-of-turn", "Ben", "bid.1")]
    assert deal(*facts, "ruling 4 uphold")["state"] == "open"
    assert deal(*facts, "ruling 5 uphold", head=head("out_of_turn=foul"))["state"] == "open"


@pytest.mark.parametrize("bid", ["0", "13"])
def test_a_bid_is_from_0_to_13(bid: str) -> None:
    assert kinds("deal Cléo", f"bid Ana {bid}") == []


@pytest.mark.parametrize("bid", ["14", "-1"])
def test_a_bid_beyond_0_to_13_is_illegal(bid: str) -> None:
    assert kinds("deal Cléo", f"bid Ana {bid}") == [("illegal-bid", "Ana", "bid.1")]


def test_a_bid_is_a_number() -> None:
    assert "“pass” stands where a number of tricks, 0 to 13 was expected" in refused("deal Cléo", "bid Ana pass")


def test_the_second_of_two_may_not_bring_the_sum_to_13() -> None:
    for first in range(14):
        for second in range(14):
            found = kinds("deal Ben", f"bid Ana {first}", f"bid Ben {second}", head=TRIPLE)
            assert found == ([("illegal-bid", "Ben", "bid.2")] if first + second == 13 else [])


def test_three_players_may_bid_13_together() -> None:
    assert kinds("deal Cléo", "bid Ana 4", "bid Ben 5", "bid Cléo 4") == []


def test_an_illegal_bid_upheld_is_put_right_and_costs_nothing() -> None:
    facts = ["deal Ben", "bid Ana 6", "bid Ben 7", "ruling 5 uphold"]
    found = deal(*facts, head=TRIPLE)
    assert (found["state"], found["lines"]) == ("open", [])
    assert found["fouls"][0]["remedy"]["text"] == "It is put right at once; no penalty."


# --- play.1: who leads


def test_the_dealers_left_leads_then_who_took_the_trick() -> None:
    assert check(*OPEN)["next"] == {"kind": "play", "seat": "Ana"}
    assert check(*OPEN, "trick Ana H5 H9 H7")["next"] == {"kind": "play", "seat": "Ben"}


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("H5 HJ HN", "Cléo"),
        ("HQ HJ HN", "Ana"),
        ("H1 H2 H10", "Cléo"),
        ("H10 HJ H9", "Ben"),
        ("HK T1 H2", "Ben"),
        ("HK T1 T2", "Cléo"),
        ("H5 SK DK", "Ana"),
        ("EX D7 S9", "Ben"),
        ("EX D7 D9", "Cléo"),
        ("EX D7 T1", "Cléo"),
        ("EX T2 T1", "Ben"),
        ("T8 EX T5", "Ana"),
        ("T8 T9 EX", "Ben"),
        ("H5 EX H4", "Ana"),
        ("T20 T21 HK", "Ben"),
    ],
)
def test_the_highest_trump_or_else_the_highest_card_of_the_suit_led_takes_the_trick(trick: str, winner: str) -> None:
    assert deal(*OPEN, f"trick Ana {trick}")["tricks"][0]["winner"] == winner


# --- play.2 to play.5: what may be played


def test_the_suit_led_is_followed() -> None:
    assert hand_of("Ben", "H9 S2 T4", "H5", "H9") == []
    assert hand_of("Ben", "H9 S2 T4", "H5", "S2") == [("must-follow", "Ben", "play.2")]
    assert hand_of("Ben", "H9 S2 T4", "H5", "T4") == [("must-follow", "Ben", "play.2")]


def test_who_cannot_follow_trumps() -> None:
    assert hand_of("Ben", "C9 S2 T4", "H5", "T4") == []
    assert hand_of("Ben", "C9 S2 T4", "H5", "S2") == [("must-trump", "Ben", "play.3")]


def test_who_can_neither_follow_nor_trump_throws_anything() -> None:
    assert hand_of("Ben", "C9 S2 D4", "H5", "S2") == []
    assert hand_of("Ben", "C9 S2 D4", "T5", "S2") == []


def test_trump_led_is_followed_by_trump() -> None:
    assert hand_of("Ben", "C9 S2 T7", "T5", "S2") == [("must-follow", "Ben", "play.2")]


def test_whoever_plays_a_trump_goes_over_if_he_can() -> None:
    assert hand_of("Ben", "T7 T3 S2", "T5", "T3") == [("must-overtrump", "Ben", "play.4")]
    assert hand_of("Ben", "T7 T3 S2", "T5", "T7") == []
    assert hand_of("Cléo", "T7 T3 S2", "H5", "T5", "T3") == [("must-overtrump", "Cléo", "play.4")]


def test_who_cannot_go_over_plays_any_trump_all_the_same() -> None:
    assert hand_of("Ben", "T4 T3 S2", "T5", "T3") == []
    assert hand_of("Cléo", "T4 T3 S2", "H5", "T5", "S2") == [("must-trump", "Cléo", "play.3")]


def test_there_is_no_duty_to_beat_in_a_plain_suit_or_to_go_over_when_following_it() -> None:
    assert hand_of("Ben", "HK H3 S2", "H5", "H3") == []
    assert hand_of("Cléo", "H3 T9 S2", "H5", "T5", "H3") == []


def test_nothing_goes_over_trump_21() -> None:
    assert hand_of("Ben", "T4 T3 S2", "T21", "T3") == []


def test_the_excuse_may_be_played_instead_of_any_card() -> None:
    for led in ("H5", "T5", "S9"):
        assert hand_of("Ben", "H9 T9 EX", led, "EX") == []


def test_the_excuse_led_lets_the_next_card_name_the_suit_and_its_player_is_free() -> None:
    assert hand_of("Ben", "H9 T9 S2", "EX", "S2") == []
    assert hand_of("Cléo", "H9 T9 S2", "EX", "H5", "S2") == [("must-follow", "Cléo", "play.2")]
    assert hand_of("Cléo", "T9 T3 S2", "EX", "T5", "T3") == [("must-overtrump", "Cléo", "play.4")]


def test_one_card_can_deny_a_suit_and_the_trumps() -> None:
    assert [foul[0] for foul in hand_of("Ben", "H9 T9 S2", "H5", "S2")] == ["must-follow"]
    assert [denial.kind for denial in denials("S2", "H5")] == ["must-follow", "must-trump"]
    assert [denial.kind for denial in denials("T2", "H5", "T4")] == ["must-follow", "must-overtrump"]


def test_a_trump_under_an_unseen_card_denies_no_trump() -> None:
    # The unseen card may be T21: nobody can know that T2 had to go over T4 alone.
    assert [denial.kind for denial in denials("T2", "H5", "?")] == ["must-follow"]
    assert denials("T2", "T4", "?") == ()
    assert denials("H5", "?") == denials("S5", "EX", "?") == ()


def denials(card: str, *before: str) -> tuple[Denial, ...]:
    """What a card denies after these, by the rules."""
    plays = tuple(Play(seat, (code,), 1) for seat, code in enumerate(before))
    here = Deal(1, 1, 2, (0, 1, 2), 13, trick=Trick(1, plays))
    return RULES.denies(here, Play(len(before), (card,), 1))


CARDS = st.sampled_from(detente.full_deck())


@given(st.lists(CARDS, min_size=1, max_size=3, unique=True))
def test_a_card_denies_what_the_laws_say_it_denies(cards: list[str]) -> None:
    *before, card = cards
    found = {denial.kind: denial.cards for denial in denials(card, *before)}
    expected = {kind: RULES.deck.of(*codes) for kind, codes in detente.denied(card, before).items()}
    assert {kind: said for kind, said in found.items() if said} == {k: said for k, said in expected.items() if said}


@given(st.lists(CARDS, max_size=2, unique=True), st.sets(CARDS, min_size=1, max_size=13))
def test_a_hand_may_play_the_cards_that_deny_nothing_it_holds(before: list[str], hand: set[str]) -> None:
    hand -= set(before)
    held = RULES.deck.of(*hand)
    lawful = {card for card in hand if not any(denial.cards & held for denial in denials(card, *before))}
    assert lawful == detente.legal(hand, before)


@given(st.lists(CARDS, min_size=3, max_size=3, unique=True))
def test_the_winner_is_the_one_of_the_laws(cards: list[str]) -> None:
    plays = tuple(Play(seat, (card,), 1) for seat, card in enumerate(cards))
    here = Deal(1, 1, 2, (0, 1, 2), 13)
    assert RULES.winner(here, Trick(1, plays)) == detente.winner(cards)


# --- play.6 play.7: out of turn, cards of another hand


def test_a_card_out_of_turn_is_put_right_without_penalty() -> None:
    facts = [*OPEN, "play Ben H5"]
    assert kinds(*facts) == [("out-of-turn", "Ben", "play.6")]
    assert deal(*facts, "ruling 7 uphold")["state"] == "open"


def test_a_card_out_of_turn_may_be_a_foul_like_the_others() -> None:
    hard = "option out_of_turn=foul\n" + HEAD
    facts = [*OPEN, "play Ben H5"]
    assert deal(*facts, head=hard)["fouls"][0]["remedy"]["scores"] == {"Ana": 0, "Ben": -20, "Cléo": 0}
    assert scores(*facts, "ruling 8 uphold", head=hard) == [0, -20, 0]
    assert scores(*OPEN, "foul Ben out-of-turn", head=hard) == [0, -20, 0]
    assert deal("deal Cléo", "bid Ben 4", "ruling 5 uphold", head=hard)["state"] == "open"


def test_a_card_shown_elsewhere_cannot_be_in_the_hand() -> None:
    facts = ["deal Cléo cards=1", "hand Ana H5", "bid Ana 0", "bid Ben 0", "bid Cléo 0", "play Ana S5"]
    assert kinds(*facts) == [("not-in-hand", "Ana", "play.7")]
    assert deal(*facts, "ruling 8 uphold")["state"] == "open"


# --- score.1 score.2: tricks and bids


@pytest.mark.parametrize(
    ("number", "seats", "bonus"),
    [
        (1, 3, (10, 5, 2, 0)),
        (2, 3, (20, 10, 5, 0)),
        (1, 2, (10, 5, 2, 0)),
        (2, 2, (20, 10, 5, 0)),
        (3, 2, (30, 20, 10, 0)),
    ],
)
def test_a_bid_pays_by_its_distance_from_the_tricks_beside_a_point_a_trick(
    number: int, seats: int, bonus: tuple[int, ...]
) -> None:
    form = HEAD if seats == 3 else TRIPLE
    for bid in range(14):
        for tricks in range(14):
            second = 1 if bid == 12 else 0 if bid != 13 else 1
            rest = (13 - tricks, 0)[: seats - 1]
            facts = part(number, (bid, second, 0)[:seats], (tricks, *rest))
            assert scores(*facts, head=form)[0] == tricks + bonus[min(abs(bid - tricks), 3)]


def test_every_line_names_its_law() -> None:
    found = deal(*part(1, (4, 5, 3), (4, 5, 4), "petit=Ben petit-last=yes excuse-last=Cléo"))
    assert [line["law"] for line in found["lines"]] == [f"double-detente.score.{number}" for number in range(1, 6)]
    assert found["lines"][1]["text"] == "bids met: Ana bid 4, took 4, Ben bid 5, took 5, Cléo bid 3, took 4"


@given(st.integers(1, 2), st.tuples(*[st.integers(0, 13)] * 3), st.integers(0, 13), st.integers(0, 13), st.data())
def test_a_part_scores_as_the_laws_say(
    number: int, bids: tuple[int, int, int], one: int, other: int, data: st.DataObject
) -> None:
    low, high = sorted((one, other))
    tricks = (low, high - low, 13 - high)
    petit = data.draw(st.none() | st.sampled_from([seat for seat in range(3) if tricks[seat]]))
    last = petit is not None and data.draw(st.booleans())
    free = [s for s in range(3) if tricks[s] < 13 and not (last and s == petit)]
    excuse = data.draw(st.none() | st.sampled_from(free))
    more = f"petit={SEATS[petit]} petit-last={'yes' if last else 'no'} " if petit is not None else ""
    more += f"excuse-last={SEATS[excuse]}" if excuse is not None else ""
    expected = detente.score_part(number, bids, tricks, petit_winner=petit, petit_last=last, excuse_last_by=excuse)
    assert scores(*part(number, bids, tricks, more)) == expected


# --- score.3 to score.5: the Petit, the Excuse

LAST = ["deal Cléo cards=2", "bid Ana 0", "bid Ben 0", "bid Cléo 0"]


def test_whoever_takes_the_petit_scores_two() -> None:
    facts = [*LAST, "trick Ana H5 T1 H9", "trick Ben S5 S6 S7"]
    assert deal(*facts)["result"] == {"tricks": [1, 1, 0], "petit": "Ben", "petit-last": False}
    assert scores(*facts) == [1 + 5, 1 + 5 + 2, 10]


def test_the_petit_of_another_goes_to_who_takes_the_trick() -> None:
    facts = [*LAST, "trick Ana T5 T1 T9", "trick Cléo S5 S6 S7"]
    assert deal(*facts)["result"]["petit"] == "Cléo"


def test_in_the_last_trick_of_a_part_the_petit_brings_five_more_never_scaled() -> None:
    for number, exact in ((1, 10), (2, 20)):
        facts = [LAST[0] + f" part={number}", "bid Ana 0", "bid Ben 1", "bid Cléo 1"]
        assert scores(*facts, "trick Ana H5 H6 H7", "trick Cléo S5 S6 T1") == [exact, exact + 1 + 7, exact + 1]
    triple = ["deal Ben part=3 cards=1", "bid Ana 1", "bid Ben 1", "trick Ana T1 S1"]
    assert scores(*triple, head=TRIPLE) == [30 + 1 + 7, 20]


def test_the_excuse_in_the_last_trick_costs_its_player_five_even_when_forced_or_led() -> None:
    assert scores(*LAST, "trick Ana H5 H6 H7", "trick Cléo S5 EX S7") == [10 - 5, 5 + 1, 5 + 1]
    assert scores(*LAST, "trick Ana H5 H6 H7", "trick Cléo EX S5 S7") == [10, 5 + 1, 5 + 1 - 5]


def test_the_excuse_before_the_last_trick_costs_nothing_and_is_no_foul() -> None:
    facts = [*LAST, "trick Ana EX H6 H7", "trick Cléo S5 S6 S7"]
    assert scores(*facts) == [10, 5 + 1, 5 + 1]
    assert kinds(*facts, head=HEAD) == kinds(*LAST, "trick Ana H5 H6 H7", "trick Cléo S5 EX S7") == []


def test_the_petit_noted_in_a_trick_of_which_only_the_winner_is_known_counts() -> None:
    assert deal(*LAST, "took Ana", "took Ben T1")["result"] == {"tricks": [1, 1, 0], "petit": "Ben", "petit-last": True}


def test_of_two_the_loser_of_the_last_trick_played_the_excuse_in_it() -> None:
    facts = ["deal Ben cards=2", "bid Ana 1", "bid Ben 0", "took Ana", "took Ana EX"]
    assert deal(*facts, head=TRIPLE)["result"] == {"tricks": [2, 0], "excuse-last": "Ben"}
    assert deal(*LAST, "took Ana", "trick Ana H5 ? ?", "took Ana")["result"] == {"tricks": [2, 0, 0]}


def test_of_three_somebody_has_to_say_who_played_the_excuse_to_the_last_trick() -> None:
    assert "who played the Excuse?" in refused(*LAST, "took Ana", "took Ben EX")
    assert deal(*LAST, "took Ana", "play Ana H5", "play Ben S5", "took Ana EX")["result"]["excuse-last"] == "Cléo"
    assert deal(*LAST, "took Ana", "trick Ana ? ? EX", "took Ana")["result"]["excuse-last"] == "Cléo"
    assert deal(*LAST, "took Ana EX")["tricks"][0]["winner"] == "Ana"


def test_the_petit_is_taken_in_at_most_one_part_of_a_round() -> None:
    first = part(1, (4, 5, 3), (4, 5, 4), "petit=Ben")
    again = part(2, (4, 5, 3), (4, 5, 4), "petit=Ana")
    assert "the Petit was played in an earlier part of this round" in refused(*first, *again)
    found = deal(*first, "deal Cléo cards=1", *BIDS, "trick Ana T1 S5 S6")
    assert "petit" not in found["result"]
    seen = [*LAST, "trick Ana H5 T1 H9", "trick Ben S5 S6 S7"]
    assert "the Petit was played" in refused(*seen, *again)
    assert (
        deal(*first, *part(2, (4, 5, 3), (4, 5, 4)), *part(1, (4, 5, 3), (4, 5, 4), "petit=Ana", 0))["scores"]["Ana"]
        == 16
    )


# --- results that cannot be


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("", "tricks=: expected a number for each of Ana, Ben, Cléo, 13 in all"),
        ("tricks=4,5", "tricks=4,5: expected a number for each"),
        ("tricks=4,5,3", "13 in all"),
        ("tricks=4,5,4,0", "13 in all"),
        ("tricks=-1,10,4", "13 in all"),
        ("tricks=4,5,four", "“four” stands where a number of tricks was expected"),
        ("tricks=4,5,4 bouts=1", "“bouts”: expected one of tricks, petit, petit-last, excuse-last"),
        ("tricks=4,5,4 petit=Dan", "petit=Dan: expected one of Ana, Ben, Cléo"),
        ("tricks=4,5,4 excuse-last=Dan", "excuse-last=Dan: expected one of"),
        ("tricks=4,5,4 petit-last=yes", "petit-last=yes: who took the Petit?"),
        ("tricks=4,5,4 petit=Ana petit-last=perhaps", "petit-last=perhaps: expected yes or no"),
        ("tricks=0,9,4 petit=Ana", "Ana took the Petit without a trick"),
        ("tricks=13,0,0 excuse-last=Ana", "the Excuse takes no trick: Ana cannot have won the last one with it"),
        ("tricks=4,5,4 petit=Ana petit-last=yes excuse-last=Ana", "the Excuse takes no trick"),
    ],
)
def test_a_result_no_part_can_have_is_refused(result: str, message: str) -> None:
    assert message in refused(*OPEN, f"result {result}")


def test_a_result_agrees_with_the_tricks_seen_before() -> None:
    seen = [*OPEN, "trick Ana H5 T1 H9"]
    assert "Ben has taken 1 tricks already" in refused(*seen, "result tricks=13,0,0")
    assert "Ben has taken the Petit already" in refused(*seen, "result tricks=4,5,4 petit=Ana")
    assert deal(*seen, "result tricks=4,5,4 petit=Ben")["state"] == "done"


# --- foul.1 foul.2: fouls

REVOKE = ["trick Ana H5 T4 H9", "trick Ben S2 SK S9", "trick Cléo H2 H8 H7"]


@pytest.mark.parametrize(("number", "cost"), [(1, 20), (2, 30)])
def test_a_foul_stops_the_part_and_costs_its_player(number: int, cost: int) -> None:
    found = deal(f"deal Cléo part={number}", *BIDS, *REVOKE, "ruling 9 uphold")
    assert (found["state"], list(found["scores"].values())) == ("stopped", [0, -cost, 0])
    assert [line["law"] for line in found["lines"]] == ["double-detente.foul.1"]


@pytest.mark.parametrize("cost", [30, 40, 50])
def test_a_foul_in_the_third_part_costs_what_was_agreed(cost: int) -> None:
    third = ["deal Ben part=3", "bid Ana 6", "bid Ben 6", "foul Ben must-follow"]
    assert scores(*third, head=f"option foul_part3={cost}\n" + TRIPLE) == [0, -cost]
    assert scores(*third, head=TRIPLE) == [0, -40]


def test_after_a_foul_the_next_part_is_played() -> None:
    assert check(*OPEN, *REVOKE, "ruling 9 uphold")["next"] == {"kind": "deal", "seat": "Cléo", "part": "2"}


@pytest.mark.parametrize("kind", ["must-follow", "must-trump", "must-overtrump", "illegal-lead", "false-announcement"])
def test_any_breach_of_play_stops_the_part(kind: str) -> None:
    assert scores(*OPEN, f"foul Ben {kind}") == [0, -20, 0]


@pytest.mark.parametrize(
    "kind", ["illegal-bid", "already-played", "not-in-hand", "inconsistent", "wrong-count", "out-of-turn"]
)
def test_what_is_put_right_at_once_or_a_slip_of_the_pen_stops_nothing(kind: str) -> None:
    assert deal(*OPEN, f"foul Ben {kind}")["state"] == "open"


def test_only_the_first_foul_committed_counts() -> None:
    facts = [*OPEN, *REVOKE, "foul Ana must-trump"]
    assert scores(*facts) == [-20, 0, 0]
    assert scores(*facts, "ruling 9 uphold") == [0, -20, 0]
    assert deal(*facts)["fouls"][0]["remedy"]["scores"] == {"Ana": 0, "Ben": -20, "Cléo": 0}


def test_a_petit_taken_before_the_foul_does_not_count() -> None:
    assert scores(*OPEN, "trick Ana T1 T2 T3", "foul Ben must-follow") == [0, -20, 0]


# Cléo takes trick 1 (spades), Ben trumps a heart in trick 2 and shows one in trick 4; Ana has bid 4, Ben 5, Cléo 3.
LATER = ["trick Ana S3 S4 S9", "trick Cléo H9 H5 T4", "trick Ben D2 DK D3", "trick Cléo H2 H8 H7"]


def test_the_others_may_keep_the_tricks_they_had_won_before_the_foul() -> None:
    form = "option foul_others=tricks\n" + HEAD
    facts = [*OPEN, *LATER, "ruling 11 uphold"]
    assert scores(*facts, head=form) == [0, -20, 1]
    assert [line["law"][15:] for line in deal(*facts, head=form)["lines"]] == ["foul.1", "score.1"]


def test_the_others_may_score_their_tricks_and_their_bid_as_it_stood() -> None:
    form = "option foul_others=contract\n" + HEAD
    # Before the foul Ana has 0 of 4 (nothing), Cléo 1 of 3 (two away: 2 + 1).
    assert scores(*OPEN, *LATER, "ruling 11 uphold", head=form) == [0, -20, 1 + 2]


def test_a_foul_before_everybody_has_bid_leaves_the_others_nothing_to_score() -> None:
    form = "option foul_others=contract\n" + HEAD
    assert scores("deal Cléo", "bid Ana 4", "foul Ana must-follow", head=form) == [-20, 0, 0]


def test_a_foul_that_names_nobody_has_no_remedy_yet() -> None:
    facts = [*OPEN, "trick Ana H5 ? H9", "took Ana"]
    remedy = deal(*facts)["fouls"][0]["remedy"]
    assert remedy["text"] == "Find out who it was, or correct what was written down."
    assert deal(*facts, "ruling 8 uphold")["state"] == "open"


# --- end.1 end.2: victory


def rounds(number: int, bids: tuple[int, ...], tricks: tuple[int, ...]) -> list[str]:
    """So many rounds of two parts each with that result."""
    found: list[str] = []
    for dealer in range(number):
        found += [*part(1, bids, tricks, dealer=dealer - 1), *part(2, bids, tricks, dealer=dealer - 1)]
    return found


def finished(*facts: str, head: str = HEAD) -> tuple[bool, list[str]]:
    found = check(*facts, head=head)
    return found["finished"], found["winners"]


# A round of these: Ana 16 + 26 = 42, Ben 14 + 24 = 38, Cléo 13 + 23 = 36.
ROUND = ((6, 4, 3), (6, 4, 3))


def test_the_match_ends_after_the_first_full_round_in_which_somebody_reached_200() -> None:
    assert check(*rounds(4, *ROUND))["totals"] == {"Ana": 168, "Ben": 152, "Cléo": 144}
    assert finished(*rounds(4, *ROUND)) == (False, [])
    found = check(*rounds(5, *ROUND))
    assert (found["finished"], found["winners"], found["next"]) == (True, ["Ana"], None)


def test_200_in_the_middle_of_a_round_is_no_victory_yet() -> None:
    # Ana 44 a round, then 10 + 13 + 7: 206 after the first part of the fifth.
    middle = [*rounds(4, (7, 6, 0), (7, 6, 0)), *part(1, (13, 0, 0), (13, 0, 0), "petit=Ana petit-last=yes", 3)]
    found = check(*middle)
    assert (found["totals"]["Ana"], found["finished"], found["next"]["part"]) == (206, False, "2")
    # In the second she takes nothing of her 13, and loses 7 by a penalty: 199 is not enough.
    rest = part(2, (13, 13, 13), (0, 6, 7), dealer=3)
    assert finished(*middle, *rest) == (True, ["Ana"])
    assert finished(*middle, *rest, "penalty Ana 7") == (False, [])


def test_exactly_200_is_enough_and_199_is_not() -> None:
    five = rounds(5, *ROUND)
    assert finished(*five, "penalty Ana 10") == (True, ["Ana"])
    assert finished(*five, "penalty Ana 11") == (False, [])


def test_of_two_with_200_the_higher_total_wins() -> None:
    six = rounds(6, (7, 6, 0), (7, 6, 0))
    # Ana 17 + 27 = 44, Ben 16 + 26 = 42, Cléo 10 + 20 = 30 a round; after five: 220, 210, 150.
    assert finished(*six[: 5 * 10]) == (True, ["Ana"])
    assert finished(*six[: 5 * 10], "penalty Ana 15") == (True, ["Ben"])
    assert "the match is over: no further deal is due" in refused(*six[: 5 * 10 + 1])


TIE = rounds(5, (6, 6, 1), (6, 6, 1))


def test_a_tie_at_the_top_is_played_out_in_one_more_round() -> None:
    found = check(*TIE)
    assert found["totals"] == {"Ana": 210, "Ben": 210, "Cléo": 160}
    assert (found["finished"], found["next"]) == (False, {"kind": "deal", "seat": "Ben", "part": "1"})


def test_a_tie_at_the_top_may_share_the_victory() -> None:
    assert finished(*TIE, head="option tie=shared\n" + HEAD) == (True, ["Ana", "Ben"])


def test_a_tie_below_the_top_or_below_200_is_none() -> None:
    assert finished(*TIE, "penalty Ana 60", "penalty Cléo 10") == (True, ["Ben"])
    assert finished(*rounds(4, (6, 6, 1), (6, 6, 1)), head="option tie=shared\n" + HEAD) == (False, [])


def test_a_stopped_part_counts_as_played_and_a_given_up_one_does_not() -> None:
    four = rounds(4, *ROUND)
    last = [*four, *part(1, (13, 0, 0), (13, 0, 0), "petit=Ana petit-last=yes", 3), "deal Cléo part=2"]
    assert finished(*last, "void") == (False, [])
    assert check(*last, "void")["next"] == {"kind": "deal", "seat": "Cléo", "part": "2"}
    assert check(*last, "foul Ben must-follow")["next"]["part"] == "1"


def test_totals_may_be_negative() -> None:
    assert check(*OPEN, "foul Ben must-follow")["totals"]["Ben"] == -20


# --- prompts


def prompts(*facts: str, head: str = HEAD) -> list[tuple[str, int | None, bool]]:
    found = table(*facts, head=head)
    current = found.deals[-1].deal
    return [(prompt.kind, prompt.seat, prompt.optional) for prompt in found.rules.prompts(current)]


def test_a_deal_waits_for_the_bids_then_for_cards_tricks_or_a_result() -> None:
    assert prompts("deal Cléo", "bid Ana 4") == [("bid", 1, False)]
    assert prompts(*OPEN) == [("play", 0, False), ("took", None, True), ("result", None, True)]
    assert prompts(*OPEN, "trick Ana H5 ? H9") == [("took", None, False), ("result", None, True)]
    assert prompts(*OPEN, "result tricks=4,5,4") == prompts(*OPEN, "void") == []


def test_the_forbidden_bid_says_so_before_it_is_made() -> None:
    found = table("deal Ben", "bid Ana 6", head=TRIPLE)
    choices = found.rules.prompts(found.deals[-1].deal)[0].choices
    assert {choice.word: str(choice.note) for choice in choices if choice.note} == {
        "7": "forbidden: the bids would make 13"
    }
    assert [choice.word for choice in choices] == [str(number) for number in range(14)]


def important(*facts: str, head: str = HEAD) -> list[str]:
    """The cards worth noting in the trick being taken."""
    found = table(*facts, head=head)
    prompt = next(prompt for prompt in found.rules.prompts(found.deals[-1].deal) if prompt.kind == "took")
    return [choice.word for choice in prompt.choices]


def test_the_petit_is_worth_noting_until_it_is_gone_and_of_two_the_excuse_in_the_last_trick() -> None:
    assert important(*OPEN) == ["T1"]
    assert important(*part(1, (4, 5, 3), (4, 5, 4), "petit=Ben"), "deal Cléo", *BIDS) == []
    assert important("deal Ben cards=1", "bid Ana 1", "bid Ben 1", head=TRIPLE) == ["T1", "EX"]


def test_the_fields_of_a_result_are_those_of_its_line() -> None:
    fields = RULES.fields(table("deal Cléo").deals[0].deal)
    assert [(field.name, field.kind, field.optional) for field in fields] == [
        ("tricks", "tally", False),
        ("petit", "seat", True),
        ("petit-last", "flag", True),
        ("excuse-last", "seat", True),
    ]


# --- options and laws


def test_the_game_is_in_the_list_and_its_options_are_closed_choices() -> None:
    assert game("double-detente") is DoubleDetente
    described = {option.name: (option.default, tuple(option.choices)) for option in DetenteOptions().described()}
    assert described == {
        "foul_others": ("none", ("none", "tricks", "contract")),
        "foul_part3": ("40", ("30", "40", "50")),
        "out_of_turn": ("warn", ("warn", "foul")),
        "dealer_each_part": ("no", ("no", "yes")),
        "tie": ("extra_round", ("extra_round", "shared")),
    }


def rows() -> list[list[str]]:
    """The laws as their page states them: number, sentence, source, tests."""
    lines = LAWS.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| `double-detente.")]


def test_the_page_of_laws_states_every_law_of_the_game() -> None:
    assert [(row[0].strip("`"), row[1], row[2]) for row in rows()] == [
        (law.id, str(law.text), law.source) for law in RULES.laws
    ]


def test_every_law_is_covered_by_tests_that_exist() -> None:
    written = Path(__file__).read_text(encoding="utf-8")
    for row in rows():
        names = row[3].replace("`", "").split()
        assert names
        for name in names:
            assert f"def {name}(" in written, name


def test_every_law_the_game_cites_is_one_of_its_laws() -> None:
    known = {law.id for law in RULES.laws}
    assert {RULES.kind_law(kind) for kind in KINDS} <= known
    cited = {denial.law for card in ("S2", "T2") for denial in denials(card, "H5", "T4")}
    facts = part(1, (4, 5, 3), (4, 5, 4), "petit=Ben petit-last=yes excuse-last=Cléo")
    cited |= {line["law"] for line in deal(*facts)["lines"]}
    cited |= {
        line["law"]
        for line in deal(*OPEN, "foul Ben must-follow", head="option foul_others=contract\n" + HEAD)["lines"]
    }
    cited |= {foul["law"] for foul in deal("deal Ben", "bid Ben 14", "bid Ana 6", head=TRIPLE)["fouls"]}
    assert cited <= known
    found = RULES.law("double-detente.play.2")
    assert found is not None
    assert str(found.text) == "Follow the suit led, or trump if trump is led."
    assert RULES.law("tarot.play.2") is None
