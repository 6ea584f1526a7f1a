"""Double-détente: leading, following, trumping, going over, cards out of turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.deal import Deal, Play, Trick
from tests.help.detente import RULES, SEATS, deal, denials, kinds, scores
from tests.help.record import HEAD, OPEN, check
from tests.oracle import detente


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


# --- play.1: who leads


@pytest.mark.law("double-detente.play.1")
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
@pytest.mark.law("double-detente.play.1")
def test_the_highest_trump_or_else_the_highest_card_of_the_suit_led_takes_the_trick(trick: str, winner: str) -> None:
    assert deal(*OPEN, f"trick Ana {trick}")["tricks"][0]["winner"] == winner


# --- play.2 to play.5: what may be played


@pytest.mark.law("double-detente.play.2")
def test_the_suit_led_is_followed() -> None:
    assert hand_of("Ben", "H9 S2 T4", "H5", "H9") == []
    assert hand_of("Ben", "H9 S2 T4", "H5", "S2") == [("must-follow", "Ben", "play.2")]
    assert hand_of("Ben", "H9 S2 T4", "H5", "T4") == [("must-follow", "Ben", "play.2")]


@pytest.mark.law("double-detente.play.3")
def test_who_cannot_follow_trumps() -> None:
    assert hand_of("Ben", "C9 S2 T4", "H5", "T4") == []
    assert hand_of("Ben", "C9 S2 T4", "H5", "S2") == [("must-trump", "Ben", "play.3")]


@pytest.mark.law("double-detente.play.3")
def test_who_can_neither_follow_nor_trump_throws_anything() -> None:
    assert hand_of("Ben", "C9 S2 D4", "H5", "S2") == []
    assert hand_of("Ben", "C9 S2 D4", "T5", "S2") == []


@pytest.mark.law("double-detente.play.2")
def test_trump_led_is_followed_by_trump() -> None:
    assert hand_of("Ben", "C9 S2 T7", "T5", "S2") == [("must-follow", "Ben", "play.2")]


@pytest.mark.law("double-detente.play.4")
def test_whoever_plays_a_trump_goes_over_if_he_can() -> None:
    assert hand_of("Ben", "T7 T3 S2", "T5", "T3") == [("must-overtrump", "Ben", "play.4")]
    assert hand_of("Ben", "T7 T3 S2", "T5", "T7") == []
    assert hand_of("Cléo", "T7 T3 S2", "H5", "T5", "T3") == [("must-overtrump", "Cléo", "play.4")]


@pytest.mark.law("double-detente.play.4")
def test_who_cannot_go_over_plays_any_trump_all_the_same() -> None:
    assert hand_of("Ben", "T4 T3 S2", "T5", "T3") == []
    assert hand_of("Cléo", "T4 T3 S2", "H5", "T5", "S2") == [("must-trump", "Cléo", "play.3")]


@pytest.mark.law("double-detente.play.4")
def test_there_is_no_duty_to_beat_in_a_plain_suit_or_to_go_over_when_following_it() -> None:
    assert hand_of("Ben", "HK H3 S2", "H5", "H3") == []
    assert hand_of("Cléo", "H3 T9 S2", "H5", "T5", "H3") == []


def test_nothing_goes_over_trump_21() -> None:
    assert hand_of("Ben", "T4 T3 S2", "T21", "T3") == []


@pytest.mark.law("double-detente.play.5")
def test_the_excuse_may_be_played_instead_of_any_card() -> None:
    for led in ("H5", "T5", "S9"):
        assert hand_of("Ben", "H9 T9 EX", led, "EX") == []


@pytest.mark.law("double-detente.play.5")
def test_the_excuse_led_lets_the_next_card_name_the_suit_and_its_player_is_free() -> None:
    assert hand_of("Ben", "H9 T9 S2", "EX", "S2") == []
    assert hand_of("Cléo", "H9 T9 S2", "EX", "H5", "S2") == [("must-follow", "Cléo", "play.2")]
    assert hand_of("Cléo", "T9 T3 S2", "EX", "T5", "T3") == [("must-overtrump", "Cléo", "play.4")]


def test_one_card_can_deny_a_suit_and_the_trumps() -> None:
    assert [foul[0] for foul in hand_of("Ben", "H9 T9 S2", "H5", "S2")] == ["must-follow"]
    assert [denial.kind for denial in denials("S2", "H5")] == ["must-follow", "must-trump"]
    assert [denial.kind for denial in denials("T2", "H5", "T4")] == ["must-follow", "must-overtrump"]


@pytest.mark.law("double-detente.play.4")
def test_a_trump_under_an_unseen_card_denies_no_trump() -> None:
    # The unseen card may be T21: nobody can know that T2 had to go over T4 alone.
    assert [denial.kind for denial in denials("T2", "H5", "?")] == ["must-follow"]
    assert denials("T2", "T4", "?") == ()
    assert denials("H5", "?") == denials("S5", "EX", "?") == ()


CARDS = st.sampled_from(detente.full_deck())


@pytest.mark.untraced
@given(st.lists(CARDS, min_size=1, max_size=3, unique=True))
def test_a_card_denies_what_the_laws_say_it_denies(cards: list[str]) -> None:
    *before, card = cards
    found = {denial.kind: denial.cards for denial in denials(card, *before)}
    expected = {kind: RULES.deck.of(*codes) for kind, codes in detente.denied(card, before).items()}
    assert {kind: said for kind, said in found.items() if said} == {k: said for k, said in expected.items() if said}


@pytest.mark.untraced
@given(st.lists(CARDS, max_size=2, unique=True), st.sets(CARDS, min_size=1, max_size=13))
def test_a_hand_may_play_the_cards_that_deny_nothing_it_holds(before: list[str], hand: set[str]) -> None:
    hand -= set(before)
    held = RULES.deck.of(*hand)
    lawful = {card for card in hand if not any(denial.cards & held for denial in denials(card, *before))}
    assert lawful == detente.legal(hand, before)


@pytest.mark.untraced
@given(st.lists(CARDS, min_size=3, max_size=3, unique=True))
def test_the_winner_is_the_one_of_the_laws(cards: list[str]) -> None:
    plays = tuple(Play(seat, (card,), 1) for seat, card in enumerate(cards))
    here = Deal(1, 1, 2, (0, 1, 2), 13)
    assert RULES.winner(here, Trick(1, plays)) == detente.winner(cards)


# --- play.6 play.7: out of turn, cards of another hand


@pytest.mark.law("double-detente.play.6")
def test_a_card_out_of_turn_is_put_right_without_penalty() -> None:
    facts = [*OPEN, "play Ben H5"]
    assert kinds(*facts) == [("out-of-turn", "Ben", "play.6")]
    assert deal(*facts, "ruling 7 uphold")["state"] == "open"


@pytest.mark.law("double-detente.play.6")
def test_a_card_out_of_turn_may_be_a_foul_like_the_others() -> None:
    hard = "option out_of_turn=foul\n" + HEAD
    facts = [*OPEN, "play Ben H5"]
    assert deal(*facts, head=hard)["fouls"][0]["remedy"]["scores"] == {"Ana": 0, "Ben": -20, "Cléo": 0}
    assert scores(*facts, "ruling 8 uphold", head=hard) == [0, -20, 0]
    assert scores(*OPEN, "foul Ben out-of-turn", head=hard) == [0, -20, 0]
    assert deal("deal Cléo", "bid Ben 4", "ruling 5 uphold", head=hard)["state"] == "open"


@pytest.mark.law("double-detente.play.7")
def test_a_card_shown_elsewhere_cannot_be_in_the_hand() -> None:
    facts = ["deal Cléo cards=1", "hand Ana H5", "bid Ana 0", "bid Ben 0", "bid Cléo 0", "play Ana S5"]
    assert kinds(*facts) == [("not-in-hand", "Ana", "play.7")]
    assert deal(*facts, "ruling 8 uphold")["state"] == "open"
