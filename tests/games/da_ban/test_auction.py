"""Da Ban before the first lead: the draw, cards shown, the tribute, the kitty.

Cases with an id (DB-…) are worked from the source by hand; see docs/laws/da-ban.md for each law.
"""

import pytest

from referee.games.da_ban.cards import ALL_POINTS, DECK, points
from referee.words.text import Slip
from tests.help.da_ban import NAMES, START, cited, fouls, judged, last, table, waits

KITTY = "kitty S7 D9 CK S4 DA C10"
LATER = ("deal Dan master=Ana levels=4,4 trump=H", "result points=125", "deal Ana")
"""A second round, which Ben plays as master at level 4; nobody owes a tribute."""


# --- the pack and the deal


@pytest.mark.law("da-ban.deal.2", "da-ban.points.1")
def test_three_packs_hold_three_hundred_points() -> None:
    assert len(DECK) == 162
    assert all(DECK.mask(code).bit_count() == 3 for code in DECK.kinds)
    assert points(DECK.codes(DECK.all)) == ALL_POINTS == 300


@pytest.mark.parametrize(
    ("seats", "kitty", "hands", "left"),
    [
        pytest.param(6, "auto", [26] * 6, 6, id="DB-DEAL-01"),
        pytest.param(4, "auto", [39] * 4, 6, id="four players: hands are equal"),
        pytest.param(4, "literal", [40, 40, 39, 39], 4, id="DB-DEAL-03"),
        pytest.param(6, "literal", [26] * 6, 6, id="six players: as many as players"),
        pytest.param(4, "10", [38] * 4, 10, id="ten cards"),
    ],
)
@pytest.mark.law("da-ban.deal.3")
def test_everybody_draws_until_the_kitty_is_left(seats: int, kitty: str, hands: list[int], left: int) -> None:
    dealer = NAMES[seats - 1]
    found = table(f"deal {dealer} master=Ana levels=3,3 trump=H", seats=seats, options=[f"kitty={kitty}"])
    deal = found.deals[0].deal
    assert [deal.cards_dealt(seat) for seat in range(seats)] == hands
    assert deal.terms.size == left
    assert found.state.case is not None
    assert found.state.case.size("kitty") == left


@pytest.mark.law("da-ban.deal.3")
def test_hands_that_are_not_equal_end_with_those_who_have_a_card() -> None:
    found = table("deal Dan master=Ana levels=3,3 trump=H", *["took Ana"] * 39, options=["kitty=literal"])
    assert not found.deals[0].deal.over
    ended = table("deal Dan master=Ana levels=3,3 trump=H", *["took Cid"] * 39, "play Ana S4", "play Ben S5",
                  options=["kitty=literal"])  # fmt: skip
    assert ended.deals[0].deal.over
    assert ended.deals[0].deal.tricks[-1].winner == 1


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("deal Dan part=2", "takes"),
        ("deal Dan trump=H", "who is master"),
        ("deal Dan master=Ana trump=X", "trump=X"),
        ("deal Dan master=Ana levels=3", "expected two of"),
        ("deal Dan master=Ana levels=3,10", "expected two of"),
        ("deal Dan master=Zoé", "no seat"),
        ("deal Dan cards=40", "1 to 39"),
        ("deal Dan cards=0", "1 to 39"),
    ],
)
def test_what_a_deal_line_cannot_say_is_refused(line: str, what: str) -> None:
    with pytest.raises(Slip, match=what):
        judged(line)


def test_a_match_has_to_climb() -> None:
    with pytest.raises(Slip, match="over before it begins"):
        judged(START, options=["start_level=5", "end_level=5"])


# --- the first round


@pytest.mark.law("da-ban.deal.4")
def test_who_turns_a_big_king_is_master_and_the_next_card_names_trumps() -> None:
    found = judged("deal Dan", "show Cid BK S7")
    assert (last(found)["master"], last(found)["trump"], last(found)["levels"]) == ("Cid", "S", [3, 3])
    assert found["next"] == {"kind": "kitty", "seat": None}


@pytest.mark.law("da-ban.deal.4")
def test_another_king_names_nothing_and_the_next_card_does() -> None:
    assert last(judged("deal Dan", "show Cid BK LK BK D2"))["trump"] == "D"


def test_the_next_card_may_be_written_on_a_line_of_its_own() -> None:
    found = judged("deal Dan", "show Cid BK", "show Cid LK", "show Cid C3")
    assert (last(found)["master"], last(found)["trump"]) == ("Cid", "C")


@pytest.mark.law("da-ban.deal.4")
def test_the_first_round_asks_for_one_card_at_a_time() -> None:
    def asked(*lines: str) -> list[tuple[str, str | None, int | None, tuple[str, ...]]]:
        found = table("deal Dan", *lines)
        prompts = found.rules.prompts(found.deals[-1].deal)
        return [
            (str(p.text), None if p.seat is None else NAMES[p.seat], p.count, p.cards)
            for p in prompts
            if p.kind == "show"
        ]

    assert asked() == [("Who turned a Big King?", None, 1, ("BK",))]
    after = ("The next card of Cid", "Cid", 1, ())
    assert asked("show Cid BK") == asked("show Cid BK", "show Cid LK") == [after]
    assert asked("show Cid BK", "show Cid LK", "show Cid C3") == []


def test_the_first_round_begins_with_a_big_king() -> None:
    with pytest.raises(Slip, match="begins with a Big King"):
        judged("deal Dan", "show Cid LK S7")
    assert next(kind for kind, *_ in waits(table("deal Dan"))) == "show"


@pytest.mark.law("da-ban.deal.4")
def test_the_players_may_name_the_first_master() -> None:
    agreed = ["first_master=agreed"]
    found = judged("deal Dan", "show Cid BK S7", "announce Ben master", options=agreed)
    assert (last(found)["master"], last(found)["trump"]) == ("Ben", "S")
    assert ("announce", None, None) in waits(table("deal Dan", options=agreed))
    with pytest.raises(Slip, match="nothing of that kind"):
        judged("deal Dan", "show Cid BK S7", "announce Ben master")


def test_the_kitty_waits_for_a_master() -> None:
    with pytest.raises(Slip, match="who is master"):
        judged("deal Dan", KITTY)


@pytest.mark.law("da-ban.lead.1")
def test_the_master_leads() -> None:
    found = judged("deal Dan", "show Cid BK S7", "play Cid H4")
    assert fouls(found) == []
    assert fouls(judged("deal Dan", "show Cid BK S7", "play Ana H4")) == [("out-of-turn", "Ana", 5, 5, "seen")]


# --- cards shown in later rounds


@pytest.mark.parametrize(
    ("shown", "trump"),
    [
        pytest.param(["Ana S4"], "S", id="DB-DECLARATION-01"),
        pytest.param(["Ana S4", "Cid S4", "Ben H4", "Ben H4"], "H", id="DB-DECLARATION-03 each counts for himself"),
        pytest.param(["Ana S4", "Ben H4", "Ben H4", "Ana S4"], "S", id="DB-DECLARATION-05 the first card laid"),
        pytest.param([], None, id="DB-DECLARATION-07 nobody"),
        pytest.param(["Ana S4 H4 H4"], "H", id="two suits in one hand"),
        pytest.param(["Ana S4", "Ben D4 D4 D4"], "D", id="three"),
    ],
)
@pytest.mark.law("da-ban.declare.1", "da-ban.declare.2")
def test_the_most_level_cards_of_one_suit_from_one_player_name_trumps(shown: list[str], trump: str | None) -> None:
    found = judged(*LATER, *(f"show {cards}" for cards in shown))
    assert last(found)["trump"] == trump
    assert fouls(found) == []


@pytest.mark.parametrize("card", ["S5", "LK", "S3"])
@pytest.mark.law("da-ban.declare.1")
def test_only_cards_of_the_masters_level_name_trumps(card: str) -> None:
    found = judged(*LATER, f"show Cid {card}")
    assert fouls(found) == [("false-announcement", "Cid", 6, 6, "seen")]
    assert last(found)["trump"] is None


@pytest.mark.law("da-ban.declare.1")
def test_a_card_shown_is_known_to_be_in_the_hand() -> None:
    lines = [
        *LATER,
        "show Ana S4",
        "show Ana S4",
        "show Cid S4",
        "kitty D9 D9 CK CK DA C10",
        "play Ben D5",
        "play Cid D6",
        "play Dan S4",
    ]
    assert fouls(judged(*lines)) == [("not-in-hand", "Dan", 12, 12, "seen")]


def test_more_copies_than_there_are_cannot_be_shown() -> None:
    with pytest.raises(Slip, match="S4"):
        judged(*LATER, "show Ana S4 S4", "show Cid S4 S4")


def test_cards_shown_where_the_trump_is_written_down_change_nothing() -> None:
    assert last(judged(START, "show Ben S3 S3"))["trump"] == "H"
    with pytest.raises(Slip, match="shows no card"):
        judged(START, "show Ben")


# --- the kitty


@pytest.mark.parametrize(
    ("kitty", "taken"),
    [
        pytest.param("S7 D9 CK S4 DA C10", False, id="DB-CHIEN-01 no card of the trump suit"),
        pytest.param("H7 S7 D9 C5 C6 DQ", True, id="DB-CHIEN-03 one"),
        pytest.param("H3 S7 D9 C5 C6 DQ", True, id="DB-CHIEN-05 the level of trumps is printed in the suit"),
        pytest.param("H7 H9 HK BK HA H4", True, id="DB-CHIEN-07 a King is of no suit"),
        pytest.param("H7 H9 HK HQ HA H4", False, id="nothing but cards of the trump suit"),
        pytest.param("S7 BK LK S4 DA C10", False, id="a King does not do"),
        pytest.param("S3 D2 CK S4 DA C10", False, id="other trumps do not do"),
    ],
)
@pytest.mark.law("da-ban.kitty.2")
def test_the_master_takes_the_kitty_if_some_of_it_is_of_the_trump_suit(kitty: str, taken: bool) -> None:
    kinds = waits(table(START, f"kitty {kitty}"))
    assert (("discard", "Ana", 6) in kinds) == taken
    assert kinds[0][0] == ("discard" if taken else "play")
    found = judged(START, f"kitty {kitty}", "discard Ana count=6")
    assert cited(found) == ([] if taken else ["kitty.2"])


@pytest.mark.law("da-ban.kitty.2")
def test_without_a_trump_suit_the_kitty_is_set_aside() -> None:
    assert waits(table("deal Dan master=Ana trump=none", KITTY))[0] == ("play", "Ana", None)


@pytest.mark.law("da-ban.kitty.1")
def test_only_the_master_takes_the_kitty() -> None:
    found = judged(START, "kitty H7 S7 D9 C5 C6 DQ", "discard Ben S7 D9 C5 C6 DQ S8")
    assert fouls(found) == [("illegal-discard", "Ben", 5, 5, "seen")]
    assert cited(found) == ["kitty.1"]


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (["kitty S7"], "expected 6"),
        (["kitty H7 S7 D9 C5 C6 DQ", "discard Ana count=0"], "expected 6"),
        (["kitty H7 S7 D9 C5 C6 DQ", "discard Ana count=45"], "expected 6"),
        (["discard Ana count=6", "discard Ana count=6"], "exchanged already"),
        (["kitty SX S7 D9 C5 C6 DQ"], "SX"),
    ],
)
def test_a_kitty_of_another_size_and_a_discard_that_cannot_be_are_slips(lines: list[str], what: str) -> None:
    with pytest.raises(Slip, match=what):
        judged(START, *lines)


@pytest.mark.law("da-ban.kitty.1")
@pytest.mark.parametrize(
    ("discard", "held"), [("count=5", 40), ("S7 D9 C5 C6 DQ", 40), ("count=7", 38), ("S7 D9 C5 C6 DQ DQ DQ", 38)]
)
def test_a_discard_of_another_number_is_written_down_and_told(discard: str, held: int) -> None:
    lines = [START, "kitty H7 S7 D9 C5 C6 DQ", f"discard Ana {discard}"]
    found = judged(*lines)
    assert fouls(found) == [("wrong-count", "Ana", 5, 5, "seen")]
    assert cited(found) == ["kitty.1"]
    assert last(found)["fouls"][0]["remedy"]["text"] == "It is put right; no penalty."
    now = table(*lines)
    assert now.deals[0].deal.cards_left(0) == held, "39, and what she has too many or too few"
    assert now.state.case is not None
    assert now.state.case.size("discard") == 45 - held
    assert fouls(judged(*lines[:-1], "discard Ana count=6")) == []
    mended = judged(*lines, "ruling 5 correct", "correct 5 discard Ana count=6")
    assert fouls(mended) == []


@pytest.mark.law("da-ban.kitty.1")
def test_who_set_five_aside_plays_the_last_card_alone() -> None:
    lines = [START, "kitty H7 S7 D9 C5 C6 DQ", "discard Ana S7 D9 C5 C6 DQ", "ruling 5 uphold"]
    found = table(*lines, *["took Ben"] * 39)
    assert found.deals[0].deal.waiting == [0]
    ended = judged(*lines, *["took Ben"] * 39, "play Ana H7")
    assert last(ended)["tricks"][-1]["winner"] == "Ana"


@pytest.mark.law("da-ban.declare.1")
def test_a_card_shown_once_the_first_trick_has_begun_names_nothing_and_is_known() -> None:
    lines = [*LATER, "show Ana H4", "kitty H7 S7 D9 C5 C6 DQ", "discard Ben count=6", "play Ben D5"]
    at = len(lines) + 3
    found = judged(*lines, "show Cid S4", "play Cid D6", "play Dan D8", "play Ana D7")
    assert fouls(found) == [("late-announcement", "Cid", at, at, "seen")]
    assert last(found)["trump"] == "H"
    void = judged(*lines, "play Cid C8", "play Dan D8", "play Ana D7", "show Cid D10")
    assert [foul[:3] for foul in fouls(void) if foul[0] == "must-follow"] == [("must-follow", "Cid", at)]


@pytest.mark.law("da-ban.declare.1")
@pytest.mark.parametrize("turned", [["kitty H7 S7 D9 C5 C6 DQ"], ["kitty H7 S7 D9 C5 C6 DQ", "discard Ben count=6"]])
def test_a_card_of_the_level_shown_after_the_kitty_names_nothing(turned: list[str]) -> None:
    lines = [*LATER, "show Ana H4", *turned]
    at = len(lines) + 3
    found = judged(*lines, "show Cid S4 S4")
    assert fouls(found) == [("late-announcement", "Cid", at, at, "seen")]
    assert cited(found) == ["declare.1"]
    assert last(found)["trump"] == "H"
    played = judged(*lines, "show Cid S4 S4", "play Ben D5", "play Cid D6", "play Dan S4", "play Ana D7", "play Ben S4")
    assert ("not-in-hand", "Ben") in [foul[:2] for foul in fouls(played)], "Cid holds two of the three"
    with pytest.raises(Slip, match="shows no card"):
        judged(*lines, "show Cid")


@pytest.mark.law("da-ban.follow.4")
def test_what_lies_aside_is_played_by_nobody() -> None:
    lines = ["kitty S7 S7 S7 S4 DA C10", "play Ana S8", "play Ben S7"]
    assert fouls(judged(START, *lines)) == [("not-in-hand", "Ben", 6, 6, "seen")]


@pytest.mark.law("da-ban.kitty.1")
def test_a_card_taken_from_the_kitty_comes_from_the_master() -> None:
    lines = ["kitty H7 H7 H7 C5 C6 DQ", "discard Ana count=6", "play Ana H7+H7"]
    assert fouls(judged(START, *lines)) == []
    assert [foul[:2] for foul in fouls(judged(START, *lines[:2], "play Ana S8", "play Ben H7"))] == [
        ("not-in-hand", "Ben")
    ]


@pytest.mark.law("da-ban.kitty.1")
def test_cards_set_aside_are_known_to_lie_there() -> None:
    lines = ["kitty H7 H7 H7 C5 C6 DQ", "discard Ana H7 H7 H7 S4 S5 S6", "play Ana H7"]
    assert [foul[:2] for foul in fouls(judged(START, *lines))] == [("not-in-hand", "Ana")]


def test_a_kitty_nobody_wrote_down_may_have_been_taken() -> None:
    # Ana has shown three level cards and 39 others come from her hand: she has set the three aside.
    shown = ["deal Dan master=Ana levels=4,4 trump=H", "show Ana S4 S4 S4"]
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5")
    pairs = [f"play Ana {suit}{rank}+{suit}{rank}" for suit in "SH" for rank in ranks][:19]
    lines = [line for play in (*pairs, "play Ana DA") for line in (play, "took Ana")]
    assert fouls(judged(*shown, *lines)) == []
    known = judged(*shown, "kitty C9 D9 CK C6 DA C10", *lines)
    assert fouls(known)[0][:2] == ("not-in-hand", "Ana"), "the kitty was set aside: the three are still in her hand"


# --- nobody shows


@pytest.mark.parametrize(
    ("kitty", "trump"),
    [
        pytest.param("SA D9 C4 H4 DA C10", "C", id="the first level card"),
        pytest.param("S7 D9 CK S6 DA HA", "D", id="the highest plain card, the first of equals"),
        pytest.param("BK LK BK LK LK D2", "D", id="a 2 where there is nothing else"),
        pytest.param("BK BK BK LK LK LK", "none", id="nothing but Kings"),
    ],
)
@pytest.mark.law("da-ban.declare.3")
def test_if_nobody_showed_the_kitty_names_trumps(kitty: str, trump: str) -> None:
    assert last(judged(*LATER, f"kitty {kitty}"))["trump"] == trump


@pytest.mark.law("da-ban.declare.3")
def test_if_nobody_showed_there_may_be_no_trump_suit() -> None:
    assert last(judged(*LATER, "kitty SA D9 C4 H4 DA C10", options=["no_declaration=no_trump"]))["trump"] == "none"


# --- the tribute

OWED = ("deal Dan master=Ana levels=3,3 trump=H", "result points=185", "deal Ana", "show Cid H3")
"""Ana owes Ben two trumps in a round at level 3 with hearts for trumps."""


@pytest.mark.parametrize(
    ("counted", "due"), [(160, 0), (165, 0), (170, 1), (185, 2), (200, 4), (300, 14), (120, 0), (0, 0)]
)
@pytest.mark.law("da-ban.tribute.1")
def test_every_full_ten_points_above_160_cost_a_trump(counted: int, due: int) -> None:
    assert last(judged(START, f"result points={counted}"))["tribute"] == due


@pytest.mark.law("da-ban.tribute.2")
def test_the_former_master_gives_and_gets_back() -> None:
    kings = [("announce", "Ana", None), ("announce", "Cid", None)]  # the side that owes shows three
    drawing = ("show", None, 1)  # another level card may be shown until all cards are drawn
    assert waits(table(*OWED))[:5] == [drawing, ("give", "Ana", 2), *kings, ("kitty", None, 6)]
    given = [*OWED, "give Ana Ben BK LK"]
    assert waits(table(*given))[0] == ("give", "Ben", 2)
    found = table(*given, "give Ben Ana C4 C5")
    assert waits(found)[0] == ("kitty", None, 6)
    assert found.deals[-1].fouls == ()


def test_of_a_tribute_no_trumps_are_said() -> None:
    with pytest.raises(Slip, match="no place"):
        table(*OWED, "give Ana Ben count=2 trumps=2")


def test_a_tribute_may_be_written_card_by_card() -> None:
    found = table(*OWED, "give Ana Ben LK", "give Ana Ben BK", "give Ben Ana C4", "give Ben Ana count=1", KITTY)
    assert found.deals[-1].fouls == ()
    half = table(*OWED, "give Ana Ben LK")
    assert waits(half)[:2] == [("give", "Ana", 1), ("give", "Ben", 1)]


@pytest.mark.parametrize(
    ("given", "later", "text"),
    [
        pytest.param("LK H3", "BK", "no trump better than H3", id="the Big King was kept"),
        pytest.param("LK H3", "LK", "no trump better than H3", id="another Little King was kept"),
        pytest.param("BK S3", "H3", "no trump better than S3", id="the level of trumps was kept"),
        pytest.param("BK", "H9", "no trump", id="one was given, and there was another"),
    ],
)
@pytest.mark.law("da-ban.tribute.2")
def test_a_better_trump_played_later_shows_that_it_was_kept(given: str, later: str, text: str) -> None:
    back = " ".join(["C4", "C5"][: len(given.split())])
    found = judged(*OWED, f"give Ana Ben {given}", f"give Ben Ana {back}", KITTY, "play Ben S6", "play Cid S7",
                   "play Dan S8", f"play Ana {later}")  # fmt: skip
    assert [foul[0] for foul in fouls(found)] == ["illegal-give"]
    assert [foul[4] for foul in fouls(found)] == ["shown"]
    assert cited(found) == ["tribute.2"]
    assert text in last(found)["fouls"][0]["message"]


@pytest.mark.parametrize(
    ("given", "back", "later"),
    [
        pytest.param("LK H3", "C4 C5", "H3", id="an equal trump proves nothing"),
        pytest.param("BK S3", "C4 C5", "D3", id="nor another level card: the former master chooses (DB-EXCHANGE-03)"),
        pytest.param("H9", "C4", "S5", id="DB-EXCHANGE-01 as many as he has"),
        pytest.param("LK H3", "BK C5", "BK", id="a trump that came back"),
        pytest.param("LK H3", "count=2", "BK", id="it may have come back"),
    ],
)
@pytest.mark.law("da-ban.tribute.2", "da-ban.tribute.6")
def test_what_is_no_better_or_came_back_proves_nothing(given: str, back: str, later: str) -> None:
    found = judged(*OWED, f"give Ana Ben {given}", f"give Ben Ana {back}", KITTY, "play Ben S6", "play Cid S7",
                   "play Dan S8", f"play Ana {later}")  # fmt: skip
    assert fouls(found) == []


def test_an_open_hand_shows_a_poor_tribute_at_once() -> None:
    hand = "hand Ana BK LK H3 S4 S5"
    start = [*OWED[:2], "deal Ana cards=5", hand, "show Cid H3"]
    found = judged(*start, "give Ana Ben LK H3")
    assert fouls(found) == [("illegal-give", "Ana", 8, 8, "seen")]
    assert fouls(judged(*start, "give Ana Ben BK LK")) == []


@pytest.mark.parametrize(
    ("lines", "law", "who"),
    [
        pytest.param(["give Ana Ben S7 D9"], "tribute.2", "Ana", id="plain cards"),
        pytest.param(["give Ana Ben BK LK H3"], "tribute.1", "Ana", id="more than is owed"),
        pytest.param(["give Ana Ben BK LK", "give Ben Ana C4 C5 C6"], "tribute.2", "Ben", id="more than was given"),
        pytest.param([KITTY, "give Ana Ben BK LK"], "tribute.3", "Ben", id="forgotten until the kitty was turned"),
        pytest.param(["announce Cid cancel LK LK LK", "give Ana Ben BK BK"], "tribute.4", "Ben", id="it was cancelled"),
    ],
)
@pytest.mark.law("da-ban.tribute.3")
def test_a_tribute_that_breaks_a_law_is_written_down_and_told(lines: list[str], law: str, who: str) -> None:
    found = judged(*OWED, *lines)
    assert cited(found) == [law]
    assert [foul[:2] for foul in fouls(found)] == [("illegal-give", who)]


@pytest.mark.law("da-ban.tribute.3")
def test_a_forgotten_tribute_is_lost() -> None:
    found = table(*OWED, KITTY)
    assert "give" not in [kind for kind, *_ in waits(found)]
    assert fouls(judged(*OWED, KITTY, "play Ben S6", "play Cid S7", "play Dan S8", "play Ana BK")) == []


def test_cards_given_back_need_not_be_written_down() -> None:
    lines = [*OWED, "give Ana Ben LK H3", KITTY, "play Ben S6", "play Cid S7", "play Dan S8", "play Ana BK"]
    assert fouls(judged(*lines)) == [], "the Big King may have come back"


def test_only_who_owes_gives() -> None:
    with pytest.raises(Slip, match="nothing"):
        judged(*OWED, "give Cid Ben BK")
    with pytest.raises(Slip, match="nothing"):
        judged(*OWED, "give Ana Ben")
    with pytest.raises(Slip, match="does not come now"):
        judged(*LATER, "give Ana Ben BK")


@pytest.mark.parametrize(
    ("shown", "side", "cancels"),
    [
        pytest.param(["Ana cancel LK LK LK"], "payers", True, id="DB-EXCHANGE-CANCEL-01"),
        pytest.param(["Cid cancel BK BK BK"], "payers", True, id="a partner's three Big Kings"),
        pytest.param(["Ana cancel LK LK", "Cid cancel LK"], "payers", False, id="DB-EXCHANGE-CANCEL-03 two hands"),
        pytest.param(["Ana cancel LK LK BK"], "payers", False, id="DB-EXCHANGE-CANCEL-05 mixed"),
        pytest.param(["Dan cancel BK BK BK"], "payers", False, id="the side that is owed"),
        pytest.param(["Dan cancel BK BK BK"], "both", True, id="either side, if so agreed"),
    ],
)
@pytest.mark.law("da-ban.tribute.4")
def test_three_kings_alike_in_one_hand_cancel_the_tribute(shown: list[str], side: str, cancels: bool) -> None:
    lines = [*OWED, *(f"announce {words}" for words in shown)]
    options = [f"cancel_side={side}"]
    kinds = [kind for kind, *_ in waits(table(*lines, options=options))]
    assert ("give" not in kinds) == cancels
    assert cited(judged(*lines, options=options)) == ([] if cancels else ["tribute.4"] * len(shown))


@pytest.mark.parametrize(
    ("before", "law"),
    [("give Ana Ben BK H3", "tribute.7"), (KITTY, "tribute.3")],
    ids=["once given", "once it is lost"],
)
@pytest.mark.law("da-ban.tribute.4")
@pytest.mark.law("da-ban.tribute.7")
def test_kings_shown_too_late_cancel_nothing(before: str, law: str) -> None:
    found = judged(*OWED, before, "announce Cid cancel LK LK LK")
    assert cited(found) == [law]
    assert fouls(found)[0][0] == "late-announcement"


@pytest.mark.parametrize("before", [[], [KITTY], ["give Ana Ben BK H3"]], ids=["at once", "kitty", "once given"])
@pytest.mark.law("da-ban.tribute.4")
@pytest.mark.law("da-ban.tribute.3")
def test_kings_shown_once_the_first_trick_has_begun_cancel_nothing(before: list[str]) -> None:
    lines = [*OWED, *before, "play Ben D5"]
    at = len(lines) + 3
    found = judged(*lines, "announce Cid cancel LK LK LK")
    late = [foul for foul in fouls(found) if foul[0] == "late-announcement"]
    assert late == [("late-announcement", "Cid", at, at, "seen")]
    assert last(found)["tribute"] == last(judged(*lines))["tribute"], "it is owed or paid as before"


def test_kings_have_to_be_shown() -> None:
    with pytest.raises(Slip, match="expected the three Kings"):
        judged(*OWED, "announce Ana cancel")
    with pytest.raises(Slip, match="nothing of that kind"):
        judged(*OWED, "announce Ana re")


@pytest.mark.law("da-ban.tribute.4")
def test_any_of_three_team_mates_cancels_with_three_kings() -> None:
    owed = ["deal Fay master=Eva levels=3,3 trump=H", "result points=200", "deal Dan", "show Ben H3"]
    assert cited(judged(*owed, "announce Cid cancel BK BK BK", seats=6)) == []
    assert cited(judged(*owed, "announce Dan cancel BK BK BK", seats=6)) == ["tribute.4"]


@pytest.mark.law("da-ban.tribute.3")
def test_a_tribute_is_still_owed_when_its_round_is_given_up() -> None:
    found = judged(*OWED, "give Ana Ben BK LK", "void", "deal Ana")
    assert (last(found)["master"], last(found)["tribute"]) == ("Ben", 2)


def test_a_trump_got_as_tribute_is_known_to_be_in_the_new_masters_hand() -> None:
    lines = [*OWED, "give Ana Ben BK LK", "give Ben Ana C4 C5", "kitty S4 S4 S5 S6 S7 S8", "trick Ben C6 C7 C8 CA"]
    found = judged(*lines, "play Ana H4", "play Ben D5")
    assert fouls(found) == [("must-follow", "Ben", 12, 12, "seen")]


@pytest.mark.law("da-ban.follow.4")
def test_kings_shown_and_played_by_somebody_else() -> None:
    lines = [*OWED, "announce Ana cancel LK LK LK", KITTY, "play Ben S6", "play Cid LK"]
    assert fouls(judged(*lines)) == [("not-in-hand", "Cid", 10, 10, "seen")]


@pytest.mark.law("da-ban.tribute.4")
def test_kings_shown_and_never_seen() -> None:
    """The hand is played out, and there is no room left for the Kings that were shown."""
    start = [*OWED[:2], "deal Ana cards=4", "show Cid H3", "announce Ana cancel LK LK LK", KITTY]
    found = judged(*start, "play Ben S6", "play Cid S7", "play Dan S8", "play Ana S4", "play Dan D4", "play Ana S5")
    assert [foul[:2] for foul in fouls(found)] == [("not-in-hand", "Ana")]


@pytest.mark.law("da-ban.tribute.5")
def test_where_the_kitty_names_trumps_the_tribute_comes_after_it() -> None:
    start = [*OWED[:3], "kitty H3 D9 CK S6 DA HA"]
    assert waits(table(*start))[0] == ("give", "Ana", 2)
    good = [*start, "give Ana Ben BK LK", "give Ben Ana C4 C5", "discard Ben count=6", "play Ben S6"]
    assert fouls(judged(*good)) == []
    poor = [*start, "give Ana Ben LK H9", "give Ben Ana C4 C5", "discard Ben count=6", "play Ben S6", "play Cid S7"]
    assert [foul[0] for foul in fouls(judged(*poor, "play Dan S8", "play Ana BK"))] == ["illegal-give"]
    assert cited(judged(*start, "discard Ben count=6", "give Ana Ben BK LK")) == ["tribute.3"]
    assert [kind for kind, *_ in waits(table(*start, "discard Ben count=6"))] == ["play", "show", "result"]


def test_a_tribute_given_before_anybody_knows_trumps_proves_nothing() -> None:
    lines = [
        *OWED[:3],
        "give Ana Ben LK H9",
        "give Ben Ana C4 C5",
        "kitty H3 D9 CK S6 DA HA",
        "play Ben S6",
        "play Cid S7",
    ]
    assert fouls(judged(*lines, "play Dan S8", "play Ana BK")) == []


def test_a_master_of_the_same_team_is_owed_nothing() -> None:
    found = judged(*OWED[:2], "deal Dan master=Cid")
    assert last(found)["tribute"] == 0


def test_fewer_cards_than_are_owed_say_at_the_kitty_that_there_is_no_other_trump() -> None:
    lines = [*OWED, "give Ana Ben BK", KITTY, "play Ben S6", "play Cid S7", "play Dan S8"]
    assert fouls(judged(*lines, "play Ana S9")) == []
    # What went back was not written down and may have been trumps; but not two of them for one.
    found = judged(*lines, "play Ana H9", "play Ana H8")
    assert [foul[:2] for foul in fouls(found)] == [("illegal-give", "Ana")]


def test_the_table_is_told_what_is_trump_once_it_is_named() -> None:
    for line, trump in [("deal Dan", None), (START, "H"), ("deal Dan master=Ana levels=3,3 trump=none", "")]:
        found = table(line)
        assert found.rules.trump(found.deals[0].deal) == trump


# --- what everybody sees before the first lead


def shown(*lines: str) -> str | None:
    found = table(*lines)
    text = found.rules.status(found.deals[-1].deal)
    return None if text is None else str(text)


def test_while_cards_are_drawn_everybody_sees_who_has_shown_the_most_of_each_suit() -> None:
    assert shown(*LATER) is None, "nobody has shown a card"
    drawing = [*LATER, "show Ana S4", "show Cid S4", "show Ana S4 H4"]
    assert shown(*drawing) == "shown: S4 Ana × 2, H4 Ana × 1", "of each suit the most"
    assert shown(*drawing, "kitty S7 D9 CK S6 DA C10") is None, "the draw is over"


def lying(*lines: str) -> tuple[str, ...]:
    found = table(START, *lines)
    return found.rules.lying(found.deals[-1].deal)


def test_a_kitty_lies_face_up_from_when_it_is_turned_until_it_is_taken_or_the_master_leads() -> None:
    turned = "kitty H7 S7 D9 C5 C6 DQ"
    assert lying() == ()
    assert lying(turned) == ("H7", "S7", "D9", "C5", "C6", "DQ")
    assert lying(turned, "discard Ana count=6") == ()
    assert lying("discard Ana count=6") == (), "nobody wrote down what was turned"
    assert lying(turned, "play Ana S8") == ()


def test_the_table_is_told_which_kitty_stays_aside() -> None:
    found = table("deal Dan", "show Ben BK", "show Ben H4", "kitty S4 C6 C9 D9 C9 DQ")
    assert str(found.rules.status(found.deals[0].deal)) == "the kitty stays aside as it is"


@pytest.mark.law("da-ban.foul.2")
def test_a_gift_that_people_report_once_cards_lie_costs_what_one_proved_then_costs() -> None:
    """A Little King comes out of the hand of Ana, who gave a heart; where nobody noted it, people say so."""
    given = ["deal Dan master=Ana levels=3,3 trump=C", "result points=175", "deal Ana", "show Dan H3", "show Cid S3",
             "give Ana Ben H3", "give Ben Ana C4", "kitty S7 D9 CK S4 DA C10"]  # fmt: skip
    laid = ["play Ben S5", "play Cid S6", "play Dan S8"]
    proved = judged(*given, *laid, "play Ana LK", "ruling 14 uphold")
    for kind in ("illegal-give", "illegal-discard"):
        reported = judged(*given, *laid, "play Ana ?", f"foul Ana {kind}")
        assert last(reported)["fouls"][0]["remedy"]["text"] == "The team of Ana loses the round."
        assert last(reported)["levels"] == last(proved)["levels"]
        at_once = judged(*given, f"foul Ana {kind}")
        assert last(at_once)["fouls"][0]["remedy"]["text"] == "It is put right; no penalty."
        assert last(judged(*given, f"foul Ana {kind}", *laid))["state"] == "open"  # and stays so, whatever comes
