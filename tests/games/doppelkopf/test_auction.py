"""Doppelkopf's auction: gesund and Vorbehalt, what goes before what, armut's offer and exchange, five at the table."""

import pytest

from referee.words.text import Slip
from tests.help.doppelkopf import HEALTHY, judged, kinds, last, prompts, scores, solo, table

FORCED = ("deal Dan forced=Cid",)


def asked(*lines: str, preset: str = "standard", seats: int = 4) -> tuple[str, str | None, tuple[str, ...]]:
    """What is asked first: kind, seat, words."""
    at = table(*lines, preset=preset, seats=seats)
    first = prompts(at)[0]
    seat = None if first.seat is None else at.seats[first.seat]
    return first.kind, seat, tuple(choice.word for choice in first.choices)


@pytest.mark.law("doppelkopf.auction.1")
def test_each_says_gesund_or_vorbehalt_from_the_dealers_left() -> None:
    assert asked("deal Dan") == ("bid", "Ana", ("gesund", "vorbehalt"))
    assert asked("deal Ana", "bid Ben gesund") == ("bid", "Cid", ("gesund", "vorbehalt"))


@pytest.mark.law("doppelkopf.play.1")
def test_when_all_are_gesund_the_dealers_left_leads() -> None:
    assert asked("deal Ana", *(f"bid {name} gesund" for name in ("Ben", "Cid", "Dan", "Ana"))) == ("play", "Ben", ())


@pytest.mark.law("doppelkopf.auction.1")
def test_those_with_a_vorbehalt_name_it_in_turn() -> None:
    lines = ["deal Dan", "bid Ana gesund", "bid Ben vorbehalt", "bid Cid vorbehalt", "bid Dan gesund"]
    kind, seat, words = asked(*lines)
    assert (kind, seat) == ("bid", "Ben")
    assert words == ("hochzeit", "armut", "solo-clubs", "solo-spades", "solo-hearts", "solo-diamonds", "solo-queens",
                     "solo-jacks", "solo-aces")  # fmt: skip
    assert asked(*lines, "bid Ben hochzeit")[1] == "Cid"


def test_who_owes_a_duty_solo_is_told_that_a_solo_is_it() -> None:
    lines = ["deal Dan", *solo("Ana", "vorbehalt")[:4]]
    assert str(prompts(table(*lines, preset="ddv"))[0].text).endswith("A solo is the duty solo.")
    assert str(prompts(table(*lines))[0].text) == "Ana: what is the Vorbehalt?"


def test_armut_is_not_played_under_the_federations_rules() -> None:
    lines = ["deal Dan", *solo("Ana", "vorbehalt")[:4]]
    assert "armut" not in asked(*lines, preset="ddv")[2]
    with pytest.raises(Slip, match="armut"):
        table(*lines, "bid Ana armut", preset="ddv")


BOTH = ("deal Dan", "bid Ana vorbehalt", "bid Ben gesund", "bid Cid vorbehalt", "bid Dan gesund")


@pytest.mark.parametrize(
    ("first", "second", "asked_next"),
    [
        ("hochzeit", "armut", "Dan"),  # armut goes before hochzeit, and is offered from its player's left
        ("armut", "solo-jacks", "Ana"),  # solo goes before armut: the play begins
        ("hochzeit", "solo-jacks", "Ana"),
    ],
)
@pytest.mark.law("doppelkopf.auction.2")
def test_the_higher_vorbehalt_is_played(first: str, second: str, asked_next: str) -> None:
    assert asked(*BOTH, f"bid Ana {first}", f"bid Cid {second}")[1] == asked_next


@pytest.mark.law("doppelkopf.auction.2")
def test_of_two_solos_the_first_to_speak_plays_his() -> None:
    deal = last(*BOTH, "bid Ana solo-clubs", "bid Cid solo-aces", "trick Ana D10 DA DK CK")
    assert deal["re"] == ["Ana"]
    assert deal["tricks"][0]["winner"] == "Dan"
    assert deal["fouls"] == []


def test_nobody_is_asked_who_cannot_change_the_contract_any_more() -> None:
    assert asked(*BOTH, "bid Ana solo-clubs")[0] == "play"
    assert asked(*BOTH, "bid Ana armut")[:2] == ("bid", "Cid")


@pytest.mark.law("doppelkopf.auction.7")
def test_a_duty_solo_goes_before_another_solo() -> None:
    """Ana has played hers; Cid owes his and is asked although Ana named a solo first."""
    before = ("deal Cid", "bid Dan gesund", "bid Ana vorbehalt", "bid Ben gesund", "bid Cid gesund",
              "bid Ana solo-queens", "result re=Ana points=121")  # fmt: skip
    again = ("deal Cid", "bid Dan gesund", "bid Ana vorbehalt", "bid Ben gesund", "bid Cid vorbehalt")
    assert asked(*before, *again, "bid Ana solo-aces", preset="ddv")[:2] == ("bid", "Cid")
    deal = last(*before, *again, "bid Ana solo-aces", "bid Cid solo-jacks", preset="ddv")
    assert (deal["re"], deal["duty"]) == (["Cid"], "Cid")


DUTY_DONE = ("deal Dan", *solo("Ana", "solo-queens"), "result points=121", "deal Dan")
"""Ana has played her duty solo, so Dan deals again; the others owe theirs."""


def test_4_1_6_of_several_vorbehalte_those_who_owe_a_duty_solo_are_asked_first() -> None:
    both = (*DUTY_DONE, "bid Ana vorbehalt", "bid Ben vorbehalt", "bid Cid gesund", "bid Dan gesund")
    assert asked(*both, preset="ddv")[:2] == ("bid", "Ben")
    first = last(*both, "bid Ben solo-jacks", preset="ddv")
    assert (first["re"], first["fouls"]) == (["Ben"], [])
    assert asked(*both, "bid Ben hochzeit", preset="ddv")[:2] == ("bid", "Ana")
    by_seats = last(*both, "bid Ana solo-aces", "bid Ben solo-jacks", preset="ddv")
    assert (by_seats["re"], by_seats["fouls"]) == (["Ben"], []), "in the order of seats accuses nobody either"


def test_4_1_8_who_is_sure_of_the_highest_vorbehalt_names_it_at_once_and_leads() -> None:
    """Ana owes no duty solo, so nobody before Ben can name a higher one."""
    deal = last(*DUTY_DONE, "bid Ben solo-jacks", "play Ben CA", preset="ddv")
    assert (deal["re"], deal["fouls"]) == (["Ben"], [])
    asked_on = last(
        *DUTY_DONE, "bid Ben solo-jacks", "bid Ana vorbehalt", "bid Dan gesund", "play Ben CA", preset="ddv"
    )
    assert (asked_on["re"], asked_on["fouls"]) == (["Ben"], [])
    early = last(*DUTY_DONE, "bid Ana gesund", "bid Cid solo-jacks", preset="ddv")
    assert kinds(early) == [("out-of-turn", "Cid")], "Ben owes one too, and speaks before him"


@pytest.mark.law("doppelkopf.play.6")
def test_who_plays_a_duty_solo_leads() -> None:
    assert asked("deal Dan", *solo("Cid", "solo-hearts"), preset="ddv")[:2] == ("play", "Cid")
    assert asked("deal Dan", *solo("Cid", "solo-hearts"))[:2] == ("play", "Ana")


def test_a_vorbehalt_may_be_named_at_once() -> None:
    lines = ["deal Dan", "bid Ana gesund", "bid Ben hochzeit", "bid Cid gesund", "bid Dan gesund"]
    assert asked(*lines)[:2] == ("play", "Ana")
    assert last(*lines)["fouls"] == []


def test_speaking_out_of_turn_is_a_foul() -> None:
    assert kinds(last("deal Dan", "bid Ben gesund")) == [("out-of-turn", "Ben")]
    lines = [*BOTH, "bid Cid hochzeit"]
    assert kinds(last(*lines)) == [("out-of-turn", "Cid")]


def test_gesund_corrected_to_a_vorbehalt_before_the_first_card_is_a_minor_foul() -> None:
    deal = last("deal Dan", *HEALTHY, "bid Cid hochzeit")
    assert kinds(deal) == [("illegal-bid", "Cid")]
    assert deal["fouls"][0]["remedy"]["word"] == "minor"
    assert deal["re"] == ["Cid"]


@pytest.mark.parametrize(
    ("lines", "match"),
    [
        (("deal Dan", "bid Ana nonsense"), "nonsense"),
        (("deal Dan", "bid Ana gesund", "bid Ana vorbehalt"), "spoken"),
        (("deal Dan", "bid Ana hochzeit", "bid Ana armut"), "named"),
        (("deal Ana", "bid Eva gesund"), "Eva"),
        (("deal Dan", *HEALTHY, "play Ana CQ", "bid Ana hochzeit"), "does not come now"),
        ((*FORCED, "bid Cid gesund"), "spoken"),
        (("deal Dan", "kitty CQ"), "does not come now"),
    ],
)
def test_what_has_no_place_in_the_auction_is_a_slip(lines: tuple[str, ...], match: str) -> None:
    with pytest.raises(Slip, match=match):
        table(*lines)


@pytest.mark.law("doppelkopf.deck.2")
def test_the_dealer_sits_out_at_five() -> None:
    with pytest.raises(Slip, match="does not play"):
        table("deal Eva", "bid Eva gesund", seats=5)
    with pytest.raises(Slip, match="does not play"):
        table("deal Eva", *HEALTHY, "announce Eva re", seats=5)
    assert asked("deal Ana", seats=5)[1] == "Ben"
    deal = last("deal Eva", "result re=Ana,Ben points=121", seats=5)
    assert scores(deal) == [1, 1, -1, -1, 0]


@pytest.mark.law("doppelkopf.match.4")
def test_a_hand_thrown_in_is_dealt_again_where_agreed() -> None:
    lines = ["deal Dan", *solo("Ben", "throw-in")]
    found = judged(*lines, options=("throw_in=yes",))
    assert (found["deals"][0]["state"], found["next"]["seat"]) == ("void", "Dan")
    with pytest.raises(Slip, match="throw-in"):
        table(*lines)


def test_a_hochzeit_without_both_old_ladies_in_an_open_hand_is_told_of_its_player() -> None:
    hand = "hand Ana CQ C9 CA C10 SA S10 SK HA H10 HK DA D9"
    (foul,) = last("deal Dan", hand, *solo("Ana", "hochzeit"))["fouls"]
    assert foul["message"] == (
        "There is no place left for CQ in the hands that may hold them. So this was a foul: Ana names a hochzeit."
    )


@pytest.mark.law("doppelkopf.match.4")
@pytest.mark.parametrize(("card", "fouls"), [("D9", []), ("H10", [("false-announcement", "Ben")])])
def test_a_hand_thrown_in_with_four_nines_is_seen(card: str, fouls: list[tuple[str, str]]) -> None:
    hand = f"hand Ben C9 C9 S9 S9 {card} CA SA HA DA CK SK HK"
    assert kinds(last("deal Dan", hand, *solo("Ben", "throw-in"), options=("throw_in=yes",))) == fouls


# --- hochzeit


@pytest.mark.law("doppelkopf.auction.3")
def test_a_hochzeit_finds_its_partner_in_the_first_trick_another_takes() -> None:
    lines = ["deal Dan", *solo("Ana", "hochzeit"), "took Ana"]
    assert (last(*lines)["re"], last(*lines)["kontra"]) == (["Ana"], [])
    found = last(*lines, "took Cid")
    assert (found["re"], found["kontra"]) == (["Ana", "Cid"], ["Ben", "Dan"])


def test_a_hochzeit_that_takes_three_tricks_is_a_solo() -> None:
    found = last("deal Dan", *solo("Ana", "hochzeit"), "took Ana", "took Ana", "took Ana")
    assert (found["re"], found["kontra"]) == (["Ana"], ["Ben", "Cid", "Dan"])


def test_a_hochzeit_stays_open_while_nobody_says_who_took_a_trick() -> None:
    found = last("deal Dan", *solo("Ana", "hochzeit"), "trick Ana D9 ? DK DA")
    assert (found["re"], found["kontra"]) == (["Ana"], [])


@pytest.mark.law("doppelkopf.auction.3")
def test_a_hochzeit_without_both_old_ladies_is_proved_by_the_queen_of_another() -> None:
    deal = last("deal Dan", *solo("Ana", "hochzeit"), "trick Ana D9 CQ DK DA")
    foul = deal["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["committed"], foul["proof"]) == ("false-announcement", "Ana", 9, "shown")
    assert foul["message"] == "Ana names a hochzeit, which says: no queen of clubs with Ben. In trick 1 Ben plays CQ."


@pytest.mark.law("doppelkopf.auction.3")
def test_a_hochzeit_without_any_old_lady_is_one_foul_whoever_shows_them() -> None:
    lines = ["deal Dan", *solo("Ana", "hochzeit"), "play Ana D9", "play Ben CQ", "play Cid CQ"]
    assert [(foul["committed"], foul["proved"]) for foul in last(*lines)["fouls"]] == [(9, 11)]


# --- armut

ARMUT = ("deal Dan", *solo("Ben", "armut"))


@pytest.mark.law("doppelkopf.auction.5")
def test_an_armut_is_offered_from_its_players_left() -> None:
    assert asked(*ARMUT) == ("bid", "Cid", ("accept", "refuse"))
    assert asked(*ARMUT, "bid Cid refuse")[1] == "Dan"
    assert asked(*ARMUT, "bid Cid refuse", "bid Dan refuse")[1] == "Ana"


@pytest.mark.law("doppelkopf.auction.5")
def test_an_armut_nobody_takes_is_void_and_the_same_dealer_deals_again() -> None:
    found = judged(*ARMUT, "bid Cid refuse", "bid Dan refuse", "bid Ana refuse")
    assert (found["deals"][0]["state"], found["next"]) == ("void", {"kind": "deal", "seat": "Dan"})
    assert scores(found["deals"][0]) == [0, 0, 0, 0]


def test_who_takes_an_armut_is_the_partner_and_gives_three_cards_back() -> None:
    lines = [*ARMUT, "bid Cid accept"]
    first, second = prompts(table(*lines))[0], prompts(table(*lines, "give Ben Cid count=3"))[0]
    assert (first.kind, first.seat, first.count) == ("give", 1, 3)
    assert [choice.word for choice in first.choices] == ["Cid", "Cid count=3"]
    assert (second.kind, second.seat, second.count, second.choices[0].word) == ("give", 2, 3, "Ben")
    found = last(*lines, "give Ben Cid D9 H9 HK", "give Cid Ben count=3")
    assert (found["re"], found["kontra"]) == (["Ben", "Cid"], ["Ana", "Dan"])
    assert asked(*lines, "give Ben Cid D9 H9 HK", "give Cid Ben count=3")[:2] == ("play", "Ana")


def test_before_the_armut_is_taken_only_its_player_is_certain() -> None:
    assert (last(*ARMUT)["re"], last(*ARMUT)["kontra"]) == (["Ben"], [])


@pytest.mark.parametrize(
    ("lines", "match"),
    [
        (("bid Cid gesund",), "accept"),
        (("bid Ben accept",), "not asked"),
        (("bid Cid refuse", "bid Cid accept"), "not asked"),
        (("bid Cid accept", "give Cid Ben count=3"), "gives now"),
        (("bid Cid accept", "give Ben Dan count=3"), "gives now"),
        (("bid Cid accept", "give Ben Cid count=2"), "2 cards"),
        (("bid Cid accept", "give Ben Cid D9 H9"), "2 cards"),
        (("bid Cid accept", "give Ben Cid D9 H9 HK HA count=3"), "3 cards"),
        (("bid Cid accept", "play Ana CQ"), "does not come now"),
        (("bid Cid accept", "give Ben Cid count=3", "give Cid Ben count=3", "hand Ana CQ"), "does not come now"),
    ],
)
@pytest.mark.law("doppelkopf.auction.6")
def test_an_armut_goes_by_its_steps(lines: tuple[str, ...], match: str) -> None:
    with pytest.raises(Slip, match=match):
        table(*ARMUT, *lines)


def test_answering_an_armut_out_of_turn_is_a_foul() -> None:
    deal = last(*ARMUT, "bid Dan accept")
    assert kinds(deal) == [("out-of-turn", "Dan")]
    assert deal["re"] == ["Ben", "Dan"]


HAND = "hand Ben CQ CJ D9 DK SA SK S9 HA HK H9 CA CK"


@pytest.mark.law("doppelkopf.auction.4")
def test_an_armut_with_four_trumps_in_an_open_hand_is_seen() -> None:
    deal = last("deal Dan", HAND, *solo("Ben", "armut"))
    foul = deal["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["proof"], foul["law"]) == (
        "false-announcement", "Ben", "seen", "doppelkopf.auction.4",
    )  # fmt: skip
    assert "at most 3 trumps" in foul["message"]


@pytest.mark.law("doppelkopf.auction.4")
def test_the_fourth_trump_of_an_armut_that_gave_way_is_proved_by_counting() -> None:
    """Cid's solo goes before it, and Ben plays four trumps all the same."""
    bids = ["bid Ana gesund", "bid Ben vorbehalt", "bid Cid vorbehalt", "bid Dan gesund"]
    bids += ["bid Ben armut", "bid Cid solo-diamonds"]
    tricks = ["trick Ana D9 D9 DK CQ", "trick Dan SQ DK HQ HQ", "trick Dan DJ DA SQ CJ"]
    assert last("deal Dan", *bids, *tricks)["fouls"] == []
    foul = last("deal Dan", *bids, *tricks, "play Ben CJ")["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["proof"]) == ("false-announcement", "Ben", "counted")


@pytest.mark.law("doppelkopf.auction.6")
def test_a_trump_kept_by_the_armut_is_shown() -> None:
    lines = [*ARMUT, "bid Cid accept", "give Ben Cid D9 H9 HK", "give Cid Ben SA SA S10"]
    deal = last(*lines, "trick Ana DA DK CJ CQ")
    foul = deal["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["committed"], foul["proof"]) == ("illegal-give", "Ben", 11, "shown")


def test_a_trump_given_back_accuses_nobody() -> None:
    lines = [*ARMUT, "bid Cid accept", "give Ben Cid D9 H9 HK", "give Cid Ben DK SA S10"]
    assert last(*lines, "trick Ana DA DK CJ CQ")["fouls"] == []
    hidden = [*ARMUT, "bid Cid accept", "give Ben Cid D9 H9 HK", "give Cid Ben count=3"]
    assert last(*hidden, "trick Ana DA DK CJ CQ")["fouls"] == []


TAKEN = [*ARMUT, "bid Cid accept", "give Ben Cid D9 H9 HK"]


@pytest.mark.law("doppelkopf.auction.8")
def test_of_cards_given_back_unseen_the_trumps_are_said_by_one_tap() -> None:
    choices = prompts(table(*TAKEN))[0].choices
    assert [choice.word for choice in choices if choice.under] == [f"Ben count=3 trumps={n}" for n in range(4)]
    assert not any(choice.under for choice in prompts(table(*TAKEN[:-1]))[0].choices)


@pytest.mark.law("doppelkopf.auction.8")
@pytest.mark.parametrize(
    ("trumps", "trick"),
    [
        pytest.param(0, "trick Ana DA DK CJ CQ", id="a trump too many"),
        pytest.param(3, "trick Ana DA S9 CJ CQ", id="no trump where there were three"),
    ],
)
def test_what_was_said_of_the_cards_given_back_accuses_its_player_or_the_armuts(trumps: int, trick: str) -> None:
    foul = last(*TAKEN, f"give Cid Ben count=3 trumps={trumps}", trick)["fouls"][0]
    assert (foul["seat"], foul["suspects"], foul["proof"]) == (None, ["Ben", "Cid"], "counted")


@pytest.mark.law("doppelkopf.auction.8")
@pytest.mark.parametrize("trumps", [1, 2, 3])
def test_as_many_trumps_as_were_said_accuse_nobody(trumps: int) -> None:
    assert last(*TAKEN, f"give Cid Ben count=3 trumps={trumps}", "trick Ana DA DK CJ CQ")["fouls"] == []


@pytest.mark.parametrize(
    "line", ["give Cid Ben count=3 trumps=4", "give Cid Ben count=3 trumps=-1", "give Cid Ben SA S9 S10 trumps=0"]
)
def test_trumps_are_said_only_of_three_cards_nobody_saw(line: str) -> None:
    with pytest.raises(Slip, match="given back unseen"):
        table(*TAKEN, line)
    with pytest.raises(Slip, match="given back unseen"):
        table(*TAKEN[:-1], "give Ben Cid count=3 trumps=2")


# --- the forced solo


def test_a_forced_solo_asks_its_player_alone() -> None:
    kind, seat, words = asked(*FORCED, preset="ddv")
    assert (kind, seat, len(words)) == ("bid", "Cid", 7)
    assert asked(*FORCED, "bid Cid solo-aces", preset="ddv")[:2] == ("play", "Cid")


@pytest.mark.parametrize("bid", ["bid Cid hochzeit", "bid Ana solo-aces"])
def test_a_forced_solo_can_be_taken_by_nobody_and_is_a_solo(bid: str) -> None:
    assert kinds(last(*FORCED, bid, preset="ddv")) == [("illegal-bid", bid.split()[1])]


def test_who_sits_out_cannot_be_forced() -> None:
    with pytest.raises(Slip, match="Dan"):
        table("deal Dan forced=Dan", seats=5, preset="ddv")
    with pytest.raises(Slip, match="Zoe"):
        table("deal Dan forced=Zoe")


# --- what a page shows


def seeking(*lines: str) -> str:
    at = table("deal Dan", *lines)
    return str(at.rules.status(at.deals[0].deal))


@pytest.mark.law("doppelkopf.auction.3")
def test_a_hochzeit_seeks_its_partner_for_three_tricks_or_until_another_takes_one() -> None:
    assert seeking(*HEALTHY) == "normal game", "nobody seeks"
    bids = solo("Ana", "hochzeit")
    assert seeking(*bids[:-1]) == "None", "nobody has called it yet"
    own = [f"Hochzeit (Ana) – partner sought: trick {number} of 3" for number in (1, 2, 3)]
    assert [seeking(*bids, *["took Ana"] * taken) for taken in range(4)] == [*own, "Hochzeit (Ana)"]
    assert seeking(*bids, "took Ana", "took Cid") == "Hochzeit (Ana)", "Cid is the partner"


def test_a_solo_is_named_while_it_is_played_and_its_trumps_stand_first_on_the_pad() -> None:
    def pad(word: str) -> list[str]:
        at = table("deal Dan", *solo("Ana", word))
        deal = at.deals[0].deal
        assert {card for row in at.rules.pad_in(deal) for card in row.cards} == set(at.rules.deck.kinds)
        return [" ".join(row.cards) for row in at.rules.pad_in(deal)]

    assert seeking(*solo("Ana", "solo-queens")) == "Queens solo (Ana)"
    assert pad("solo-queens")[:2] == ["CQ SQ HQ DQ", "CA C10 CK CJ C9"]
    assert pad("solo-aces")[0] == "CA C10 CK CQ CJ C9"
    assert pad("solo-clubs")[0].endswith("DJ CA C10 CK C9")
