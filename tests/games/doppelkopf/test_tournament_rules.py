"""The federation's tournament rules (TSR of 21.02.2026), paragraph by paragraph: what a foul costs, who may claim it, which
of several is punished, what becomes of deal and round. Expectations are read off the text; classes that hang on the cards
stand in tests/endings.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.table.report import sentences
from referee.words.text import ENGLISH, Slip
from tests.help.doppelkopf import HEALTHY, NAMES, judged, last, scores, solo, table
from tests.help.tables import case_expected, case_told

CASES = json.loads((Path(__file__).parents[2] / "cases" / "rulings.json").read_text(encoding="utf-8"))["doppelkopf"]
"""Endings worked out by hand: the class of a foul on the edge between two, and its price."""
DEAL = ("deal Dan", *HEALTHY)
QUEENS = ("deal Dan", *solo("Ana", "solo-queens"))
KONTRA = ("kontra", "no90", "no60", "no30", "schwarz")


def ddv(*lines: str) -> dict[str, Any]:
    return last(*lines, preset="ddv")


def said(name: str, *words: str) -> tuple[str, ...]:
    return tuple(f"announce {name} {word}" for word in words)


def first_class(deal: dict[str, Any]) -> str:
    """The class proposed for the foul that a later card shows: none once nobody is left who may claim it."""
    (foul,) = (foul for foul in deal["fouls"] if foul["proof"] in ("shown", "seen"))
    return str(foul["remedies"][0]["word"])


# --- one foul, one charge


def test_9_3_2_a_foul_counted_and_shown_on_one_line_is_one_foul_and_costs_three_once() -> None:
    """In the last trick HK leaves HQ no place but with Cid, who threw S10 on D9; then Cid lays it."""
    tricks = (
        "Ana CA C9 HA C10", "Ana H10 HQ DQ DQ", "Ana DK DA CJ SQ", "Dan HA S10 HK H9", "Dan C10 SA CA CQ",
        "Cid CJ CQ DJ HJ", "Dan SJ DJ D10 H10", "Cid SK S9 SJ SA", "Ana SQ S9 HJ DK", "Ana D9 CK S10 D10",
        "Dan CK D9 H9 SK", "Ana DA HK HQ C9",
    )  # fmt: skip
    played = (*DEAL, "announce Ana kontra", *(f"trick {trick}" for trick in tricks))
    proposed = [foul for foul in ddv(*played)["fouls"] if foul["proved"] == 21]
    assert [(foul["seat"], foul["proof"], foul["committed"]) for foul in proposed] == [("Cid", "shown", 19)]
    ruled = ddv(*played, "ruling 21 uphold")
    assert ruled["scores"] == proposed[0]["remedy"]["scores"]
    assert [line["points"] for line in ruled["lines"] if line["law"] == "doppelkopf.foul.2"] == [
        {"Ana": 1, "Ben": 1, "Cid": -3, "Dan": 1}
    ]


def test_of_two_fouls_in_one_trick_each_is_told_with_its_own_price() -> None:
    """Ben throws HA and Cid CK on a spade; the next trick shows a spade of each."""
    lines = (*DEAL, "trick Ana SA HA CK S9", "trick Ana HK SK S10 H9")
    ruled = table(*lines, *(f"ruling 10 uphold seat={name} remedy=minor" for name in ("Ben", "Cid")), preset="ddv")
    told = [text.split("the deal counts. ")[1] for text in sentences("x", ruled, ENGLISH) if "Ruled on line" in text]
    assert told == ["Ana +1, Ben −3, Cid +1, Dan +1.", "Ana +1, Ben +1, Cid −3, Dan +1."]


# --- 9.2 to 9.5: what a class costs


@pytest.mark.parametrize(
    ("paragraph", "lines", "expected"),
    [
        ("9.2.3", (*DEAL, "foul Ana must-follow remedy=none"), [0, 0, 0, 0]),
        ("9.3.2", (*DEAL, "foul Ana must-follow remedy=minor"), [-3, 1, 1, 1]),
        ("9.3.3 a: the soloist's", (*QUEENS, "foul Ana must-follow remedy=minor"), [-3, 1, 1, 1]),
        ("9.3.3 b1: Kontra's, to his harm", (*QUEENS, "foul Ben must-follow remedy=minor-soloist"), [3, -3, 0, 0]),
        ("9.3.3 b2: Kontra's, harmless", (*QUEENS, "foul Ben must-follow remedy=minor"), [1, -3, 1, 1]),
        ("9.4.3", (*DEAL, "foul Ben must-follow remedy=serious"), [4, -12, 4, 4]),
        ("9.4.3, Kontra alone is no level", (*DEAL, *said("Ana", "kontra"), *said("Ben", "re"),
         "foul Ben must-follow remedy=serious"), [4, -12, 4, 4]),
        ("9.4.3, no 90", (*DEAL, *said("Ana", *KONTRA[:2]), *said("Ben", "re"),
         "foul Ben must-follow remedy=serious"), [5, -15, 5, 5]),
        ("9.4.3, no 60", (*DEAL, *said("Ana", *KONTRA[:3]), *said("Ben", "re"),
         "foul Ben must-follow remedy=serious"), [6, -18, 6, 6]),
        ("9.4.3, schwarz", (*DEAL, *said("Ana", *KONTRA), *said("Ben", "re"),
         "foul Ben must-follow remedy=serious"), [8, -24, 8, 8]),
        ("9.4.3, by then", (*DEAL, *said("Ana", *KONTRA[:2]), *said("Ben", "re"), "play Ana SA", "play Ben DA",
         "play Cid S9", "play Dan S9", *said("Ana", "no60"), "play Ben SK", "ruling 17 uphold remedy=serious"),
         [5, -15, 5, 5]),
        ("9.4.3, his own side's levels", (*DEAL, *said("Ben", "re", "no90"), "foul Ben must-follow remedy=serious"),
         [4, -12, 4, 4]),
        ("9.4.4: the soloist's", (*QUEENS, *said("Ben", "kontra", "no90"), "foul Ana must-follow remedy=serious"),
         [-15, 5, 5, 5]),
        ("9.4.4: Kontra's in a solo", (*QUEENS, "foul Ben must-follow remedy=serious"), [12, -12, 0, 0]),
        ("9.4.4, no 90 by the soloist", (*QUEENS, *said("Ana", "re", "no90"), "foul Ben must-follow remedy=serious"),
         [15, -15, 0, 0]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
@pytest.mark.law("doppelkopf.foul.2", "doppelkopf.foul.3", "doppelkopf.foul.4", "doppelkopf.foul.5")
def test_a_class_costs_what_its_paragraph_says(paragraph: str, lines: tuple[str, ...], expected: list[int]) -> None:
    deal = ddv(*lines)
    assert scores(deal) == expected, paragraph
    assert deal["state"] == ("stopped" if "remedy=serious" in lines[-1] else "open")


@pytest.mark.law("doppelkopf.foul.4", "doppelkopf.foul.5")
def test_9_4_3_a_stopped_deal_is_dealt_again_a_solo_stopped_by_kontra_was_played() -> None:
    def after(*lines: str) -> Any:
        found = judged(*lines, preset="ddv")
        return found["next"]["seat"], found["deals"][0]["duty"]

    assert after(*DEAL, "foul Ben must-follow remedy=serious") == ("Dan", None)
    assert after(*QUEENS, "foul Ben must-follow remedy=serious") == ("Dan", "Ana")  # a duty solo: Dan deals once more
    again = (*QUEENS, "foul Ana must-follow remedy=serious", "deal Dan", *solo("Ana", "solo-queens"))
    assert judged(*again, preset="ddv")["deals"][1]["duty"] == "Ana"  # hers was not played, she owes it still


# --- 7.1: who has won


def won_by(side: str, other: str) -> list[tuple[str, str, int, str]]:
    """What both sides said, a side's points, who has won: the same for both, but for the 120th point."""
    first, reply = (121, 120) if side == "re" else (120, 121)  # where Kontra alone was said they change places
    alone, against = (first, reply) if side == "re" else (reply, first)
    rows = [("", "", first), (side, "", alone), (side, other, first), ("", other, against)]
    for word, made, enough in (("no90", 151, 90), ("no60", 181, 60), ("no30", 211, 30)):
        rows += [(f"{side},{word}", "", made), ("", f"{other},{word}", enough)]
    found = [(*row, side) for row in rows] + [(own, said, made - 1, other) for own, said, made in rows]
    return [*found, (f"{side},no90", f"{other},no90", 150, "nobody"), (f"{side},no90", f"{other},no60", 179, side)]


def who_won(side: str, own: str, against: str, points: int, no_trick: str = "") -> str:
    said = {side: own, "kontra" if side == "re" else "re": against}
    told = " ".join(f"{one}-said={words}" for one, words in said.items() if words)
    re = points if side == "re" else 240 - points
    deal = ddv(*DEAL, f"result re=Ana,Ben type=normal points={re} {told} {no_trick}".strip())
    won = next((line for line in deal["lines"] if line["law"] == "doppelkopf.value.1"), None)
    return "nobody" if won is None else "re" if won["points"]["Ana"] > 0 else "kontra"


@pytest.mark.parametrize(("paragraph", "side", "other"), [("7.1.1", "re", "kontra"), ("7.1.2", "kontra", "re")])
def test_7_1_3_and_when_a_side_has_won_after_what_was_announced(paragraph: str, side: str, other: str) -> None:
    for own, against, points, winner in won_by(side, other):
        assert who_won(side, own, against, points) == winner, (paragraph, own, against, points)
    assert who_won(side, f"{side},schwarz", "", 240, f"no-trick={other}") == side
    assert who_won(side, f"{side},schwarz", "", 240, "no-trick=nobody") == other
    assert who_won(side, "", f"{other},schwarz", 0, "no-trick=nobody") == side
    assert who_won(side, "", f"{other},schwarz", 0, f"no-trick={side}") == other


SILENT = ("deal Dan", *HEALTHY, "trick Ana CQ D9 DK D10")
"""Ana holds both queens of clubs and said gesund."""


@pytest.mark.law("doppelkopf.foul.3", "doppelkopf.foul.5")
def test_4_4_5_a_silent_solo_is_paid_as_a_normal_deal_until_the_second_queen_of_clubs_is_laid() -> None:
    """Ben's revoke on the second trick is shown on the fourth; the second queen falls before the foul, or after it."""
    before = ("trick Ana CQ DJ DK D9", "trick Ana S10 CK S9 S9", "trick Ana CA SK C9 C10")
    after = ("trick Ana S10 CK S9 S9", "trick Ana CQ DJ DK D9", "trick Ana CA SK C9 C10")
    paid = {}
    for word in ("serious", "minor"):
        for lines in (before, after):
            deal = ddv(*SILENT, *lines, f"ruling 12 uphold remedy={word}")
            paid[word, lines] = scores(deal)
    assert paid == {
        ("serious", before): [12, -12, 0, 0], ("serious", after): [4, -12, 4, 4],
        ("minor", before): [1, -3, 1, 1], ("minor", after): [1, -3, 1, 1],
    }  # fmt: skip
    assert scores(ddv(*SILENT, *before, "ruling 12 uphold remedy=minor-soloist")) == [3, -3, 0, 0]
    with pytest.raises(Slip, match="minor-soloist"):
        ddv(*SILENT, *after, "ruling 12 uphold remedy=minor-soloist")


@pytest.mark.law("doppelkopf.foul.5")
def test_4_4_3_a_hochzeit_becomes_a_solo_for_fouls_after_its_clarifying_trick() -> None:
    deal = ("deal Dan", *(f"bid {name} {'vorbehalt' if name == 'Ana' else 'gesund'}" for name in NAMES[:4]),
            "bid Ana hochzeit", "trick Ana CQ D9 DK D10", "trick Ana CQ DJ DK D9")  # fmt: skip
    in_it = (*deal, "trick Ana SA CK S9 S9", "trick Ana CA SK C9 C10", "ruling 13 uphold remedy=serious")
    after = (*deal, "trick Ana SQ SJ HJ DJ", "trick Ana SA CK S9 S9", "trick Ana CA SK C9 C10",
             "ruling 14 uphold remedy=serious")  # fmt: skip
    assert scores(ddv(*in_it)) == [4, -12, 4, 4]
    assert scores(ddv(*after)) == [12, -12, 0, 0]


# --- 5.5 and 9.6.1: who may claim


def proposed(*lines: str) -> str:
    return first_class(ddv(*DEAL, *lines))


@pytest.mark.law("doppelkopf.foul.8")
def test_5_5_1_5_a_plain_card_on_a_trump_led_settles_a_side_and_9_6_1_so_who_may_claim() -> None:
    """Cid and Dan said Kontra. Ben says with CK that he has no spade, and shows one as the last of a trick; Ana leads on."""
    known = (*said("Cid", "kontra"), *said("Dan", "no90"))
    revoke = ("trick Ana S10 CK S9 S9", "trick Ana C9 C10 CA C9", "trick Cid H9 HK HA SK")
    assert proposed(*known, "trick Ana SQ SA DK D10", *revoke) != "none"
    assert proposed(*known, "trick Ana SQ SA DK D10", *revoke, "play Ana DQ") == "none"  # she alone was to claim
    assert proposed(*known, "trick Ana SQ DJ DK D10", *revoke, "play Ana DQ") != "none"  # Ben followed: all may


def test_5_5_2_one_queen_alone_makes_no_partnership_certain() -> None:
    """Ana shows a queen of clubs: Re, but nobody else is certain, so Cid and Dan may claim as well as she."""
    revoke = ("trick Ana S10 CK S9 S9", "trick Ana C9 HK CA C10", "trick Cid H9 HA D9 SK", "play Ana D10")
    assert proposed("trick Ana CQ D9 DK D10", *revoke) != "none"


def test_5_5_1_4_what_both_of_re_announced_settles_the_sides() -> None:
    """Ana and Ben say Re: of Ben's foul Ana, his partner, claims nothing; Cid and Dan have played on."""
    lines = (*said("Ana", "re"), "announce Ben no90", "trick Ana S10 CK S9 S9", "trick Ana C9 SK CA C10", "play Cid H9")
    assert proposed(*lines, "play Dan H9") == "none"
    assert proposed(*said("Ana", "re"), *lines[2:], "play Dan H9") != "none"  # Ben said nothing: Ana may claim


@pytest.mark.law("doppelkopf.foul.8")
def test_9_6_1_hands_that_lie_open_in_the_record_alone_settle_nothing() -> None:
    hand = "hand Ana CQ CQ SA CA CK S10 C9 D9 DK DA DJ SQ"
    lines = ("deal Dan", hand, *HEALTHY, "trick Ana S10 CK S9 S9", "trick Ana C9 HK CA C10", "trick Cid H9 HA D9 SK")
    assert first_class(ddv(*lines, "play Ana DK")) != "none"


# --- 9.6.3 and 5.4.3: who has lost the right


@pytest.mark.law("doppelkopf.foul.7")
def test_9_6_3_who_announces_after_a_foul_was_plain_has_accepted_it() -> None:
    lines = (*QUEENS, "announce Ben kontra", "trick Ana SA HA S9 S9", "trick Ana SK S10 CA CK")
    assert first_class(ddv(*lines)) != "none"
    assert first_class(ddv(*lines, "announce Ana re")) == "none"


@pytest.mark.law("doppelkopf.foul.7")
def test_5_4_3_a_soloist_who_shortens_claims_no_foul_committed_before() -> None:
    lines = (*QUEENS, "trick Ana SA HA S9 S9", "claim Ana", "play Ana SK", "play Ben S10")
    assert first_class(ddv(*lines)) == "none"
    assert first_class(ddv(*(line for line in lines if line != "claim Ana"))) != "none"
    his = (
        *QUEENS,
        "trick Ana CQ D9 DQ D10",
        "trick Ana SA S9 DA S9",
        "claim Ben",
        "play Ana DK",
        "play Ben DJ",
        "play Cid SK",
    )
    (foul,) = (foul for foul in ddv(*his)["fouls"] if foul["seat"] == "Cid")
    assert "Ben" not in foul["remedy"]["text"].partition("lost the right")[2]


ENDING = ("deal Dan cards=3", "hand Ana CQ SQ HK", "hand Ben DQ C10 CK", "hand Cid HQ C9 CA", "hand Dan D9 D10 DK",
          *solo("Ana", "solo-queens"))  # fmt: skip
"""Ana draws the queens of Ben and Cid; Cid keeps his back."""


@pytest.mark.parametrize(
    ("paragraph", "claim", "found"),
    [
        ("9.2.2: no claim, and the king may be ruffed", (), "minor"),
        ("5.4.4: without a word it would be in any order", ("claim Ana",), "minor"),
        ("5.4.5, 9.2.2: in the order named all tricks are hers", ("claim Ana CQ SQ HK",), "none"),
        ("5.4.5: in another order they are not", ("claim Ana CQ HK SQ",), "minor"),
    ],
)
def test_an_order_named_before_a_foul_makes_it_harmless(paragraph: str, claim: tuple[str, ...], found: str) -> None:
    (foul,) = ddv(*ENDING, *claim, "trick Ana CQ DQ C9")["fouls"]
    assert foul["damage"]["class"] == found, paragraph


TRUMPS = ("deal Dan cards=3", "hand Ana CQ SQ DQ", "hand Ben HQ C10 CK", "hand Cid HQ C9 CA", "hand Dan D9 D10 DK",
          *solo("Ana", "solo-queens"))  # fmt: skip
"""The three trumps of Ana are the highest but the last, which a queen of hearts beats; Cid keeps his back."""


@pytest.mark.parametrize(
    ("paragraph", "claim", "found"),
    [
        ("9.2.2: no claim, and the lowest trump may be led first", (), "minor"),
        ("5.4.5: without a word she leads trumps from the top", ("claim Ana",), "none"),
        ("5.4.5: unless she said that she does not", ("claim Ana CQ DQ SQ",), "minor"),
        ("5.4.3: who does not play alone has not shortened", ("claim Ben",), "minor"),
    ],
)
def test_who_claims_without_a_word_leads_every_suit_from_the_top(
    paragraph: str, claim: tuple[str, ...], found: str
) -> None:
    (foul,) = ddv(*TRUMPS, *claim, "trick Ana CQ HQ C9")["fouls"]
    assert foul["damage"]["class"] == found, paragraph


@pytest.mark.parametrize(("claim", "found"), [((), "minor"), (("claim Ana",), "none")])
def test_who_claims_without_a_word_leads_a_queen_before_a_jack(claim: tuple[str, ...], found: str) -> None:
    """TSR 5.4.5: the queen draws the other one, which Cid kept back and which would take the jack."""
    hands = ("hand Ana CQ DQ CJ", "hand Ben SJ C10 CK", "hand Cid DQ C9 CA", "hand Dan S9 S10 SK")
    (foul,) = ddv("deal Dan cards=3", *hands, *solo("Ana", "solo-diamonds"), *claim, "trick Ana CQ SJ C9")["fouls"]
    assert foul["damage"]["class"] == found


@pytest.mark.parametrize(
    ("claim", "found"), [((), "minor"), (("claim Ana",), "none"), (("claim Ana HA SK SA",), "minor")]
)
def test_5_4_5_plain_suits_as_well_are_led_from_the_top(claim: tuple[str, ...], found: str) -> None:
    """The ace of spades draws the ten that beats the king. Cid keeps his heart back."""
    aces = ("deal Dan cards=3", "hand Ana HA SA SK", "hand Ben S10 C10 CK", "hand Cid H9 C9 CA", "hand Dan D9 D10 DK",
            *solo("Ana", "solo-aces"))  # fmt: skip
    (foul,) = ddv(*aces, *claim, "trick Ana HA C10 C9")["fouls"]
    assert foul["damage"]["class"] == found


@pytest.mark.parametrize(
    ("paragraph", "left", "expected"),
    [
        ("5.3.7: tricks left lying go to Kontra with the first he gives up", "points=0 no-trick=re", [-15, 5, 5, 5]),
        ("5.3.7: what he drew in before stays his", "points=44", [-9, 3, 3, 3]),
        ("5.3.8: turning up the tricks, or counting them, ends the deal", "points=130", [3, -1, -1, -1]),
        ("5.4.6: he hands his cards over, all that is left goes to Kontra", "points=100", [-3, 1, 1, 1]),
    ],
)
def test_5_3_7_and_5_3_8_what_ends_a_deal_early_is_entered_as_its_result(
    paragraph: str, left: str, expected: list[int]
) -> None:
    """Only the table has seen it: the play ends with what the deal came to, whatever was laid, and no foul is claimed."""
    aces = ("deal Dan", *solo("Ana", "solo-aces"))
    laid = ("trick Ana SA S9 S10 SK", "trick Ana HA H9 H10 HK", "trick Ana DK DA D9 D10")
    deal = ddv(*aces, *laid, f"result re=Ana type=solo-aces {left}")
    assert (deal["state"], scores(deal), deal["fouls"]) == ("done", expected, []), paragraph


def test_5_4_7_kontra_may_still_announce_before_what_was_handed_over_is_entered() -> None:
    aces = ("deal Dan", *solo("Ana", "solo-aces"), "trick Ana SA S9 S10 SK")
    said = ddv(*aces, "announce Ben kontra", "result re=Ana type=solo-aces points=40")
    assert scores(said)[0] == -3 * (1 + 2 + 2)


DECIDED = ("deal Dan", *solo("Ana", "solo-aces"), *(f"trick Ana {s}A {s}10 {s}10 {s}A" for s in "SHD"))
"""Ana plays alone and has 126: she has won (7.1.1)."""


@pytest.mark.law("doppelkopf.foul.6")
def test_9_5_1_the_foul_s_own_trick_and_all_later_ones_go_to_the_other_side_laid_or_not() -> None:
    kontra = (*DECIDED, "trick Ana CK SK C9 C9", "trick Ana SQ CK DK HK", "ruling 14 uphold remedy=decided")
    assert scores(ddv(*kontra)) == [3 * 5 + 1, -5 - 3, -5 + 1, -5 + 1]  # all 240 are hers
    hers = (*DECIDED, "trick Ana C9 CA CK C10", "trick Ben S9 HK S9 HQ", "trick Ben H9 HQ HK HJ",
            "trick Ana SK HJ CQ CJ")  # fmt: skip
    upheld = ddv(*hers, "ruling 16 uphold remedy=decided")
    assert (upheld["state"], scores(upheld)) == ("done", [3 - 3, -1 + 1, -1 + 1, -1 + 1])  # 114 are Kontra's


@pytest.mark.law("doppelkopf.foul.6")
def test_9_5_1_no_extra_point_is_won_any_more() -> None:
    """Re has 126. Dan revokes on the trick in which Cid takes Ben's fox: it is Re's, no fox is caught."""
    tricks = [f"trick Ana {s}A {s}10 {s}10 {s}A" for s in "SC"] + ["trick Ana CQ DK D10 DK", "trick Ana CK CQ C9 HA"]
    lines = (*DEAL, *tricks, "trick Ben SQ HQ SJ DJ", "trick Ben DA H10 SK D9", "trick Cid D10 SQ D9 HQ")
    deal = ddv(*lines, "ruling 15 uphold remedy=decided")
    extras = [line["text"] for line in deal["lines"] if line["law"].startswith("doppelkopf.extra")]
    assert extras == ["2 × Doppelkopf: Ana, trick 1, Ana, trick 2"]


# --- 9.6.6: which of several


def two_fouls(*rulings: str) -> list[int]:
    """Ben threw HA on a spade (line 9) and Cid SK on a club (10); line 11 shows a spade of Ben's and a club of Cid's."""
    lines = (*DEAL, "trick Ana SA HA S9 S9", "trick Ana CA CK SK C9", "trick Ana HK SK C10 H9")
    return scores(ddv(*lines, *rulings))


@pytest.mark.law("doppelkopf.foul.9")
def test_9_6_6_the_foul_claimed_first_is_punished_not_the_one_committed_first() -> None:
    ben, cid = (f"ruling 11 uphold seat={name} remedy=" for name in ("Ben", "Cid"))
    assert two_fouls(ben + "serious", cid + "serious") == [4, -12, 4, 4]
    assert two_fouls(cid + "serious", ben + "serious") == [4, 4, -12, 4]
    assert two_fouls(cid + "serious", ben + "minor") == [4, 4, -12, 4]


@pytest.mark.law("doppelkopf.foul.9")
def test_9_6_6_where_the_first_is_not_serious_the_second_may_be_claimed_anew() -> None:
    ben, cid = (f"ruling 11 uphold seat={name} remedy=" for name in ("Ben", "Cid"))
    assert two_fouls(ben + "minor", cid + "serious") == [1 + 4, -3 + 4, 1 - 12, 1 + 4]
    assert two_fouls(ben + "minor", cid + "minor") == [2, -2, -2, 2]


# --- 8.5.3, 9.1.3, 9.6.5: what becomes of deal and round


def following(*lines: str) -> Any:
    return judged(*lines, preset="ddv")["next"]


NORMAL = "result re=Ana,Ben type=normal points=121"


def test_9_1_3_after_a_minor_foul_the_deal_goes_on() -> None:
    assert following(*DEAL, "foul Ana out-of-turn remedy=minor") == {"kind": "play", "seat": "Ana"}


def test_9_1_3_a_deal_is_repeated_unclaimed_where_all_agree_and_costs_nobody_anything() -> None:
    """Ben's revoke is shown, nobody claims it; the referee, who is there, consents."""
    lines = (*DEAL, "trick Ana SA HA S9 S9", "trick Ana SK S10 CA CK", 'void "agreed by all, the referee consents"')
    assert scores(ddv(*lines)) == [0, 0, 0, 0]
    assert following(*lines) == {"kind": "deal", "seat": "Dan"}


def test_9_4_2_after_a_serious_foul_no_card_is_laid_any_more() -> None:
    with pytest.raises(Slip, match="a deal must be open"):
        ddv(*DEAL, "play Ana SA", "foul Ben must-follow remedy=serious", "play Ben S9")


def test_5_4_1_who_does_not_play_alone_shortens_nothing_and_5_4_2_to_ask_is_to_do_it() -> None:
    """A claim in a normal deal is noted and the deal played on; a soloist's counts whether or not he asked."""
    assert following(*DEAL, "play Ana SA", "claim Ana") == {"kind": "play", "seat": "Ben"}
    assert proposed("trick Ana SA HA S9 S9", "claim Ana", "trick Ana SK S10 CA CK") != "none"
    alone = (*QUEENS, "trick Ana SA HA S9 S9", "claim Ana", "trick Ana SK S10 CA CK")
    assert first_class(ddv(*alone)) == "none"


def test_9_2_1_no_penalty_may_always_be_chosen() -> None:
    """What had no influence only a person sees, where it is not that a side takes all (9.2.2)."""
    for line in ("foul Ana must-follow", "play Ben SA", "bid Ana hochzeit"):
        (foul,) = ddv(*DEAL, line)["fouls"]
        assert "none" in [one["word"] for one in foul["remedies"]]


def test_9_7_2_unsporting_conduct_is_warned_or_costs_points_credited_to_nobody() -> None:
    deal = ddv(*DEAL, 'penalty Ana 0 "remarks"', 'penalty Ana 12 "remarks again"')
    assert (deal["penalties"], scores(deal), deal["state"]) == ({"Ana": -12}, [0, 0, 0, 0], "open")


def test_9_6_5_a_misdeal_is_dealt_again_at_once_by_the_same_dealer() -> None:
    assert following("deal Dan", 'void "wrong count"') == {"kind": "deal", "seat": "Dan"}


@pytest.mark.law("doppelkopf.match.5")
def test_8_5_3_after_time_normal_deals_are_struck_and_duty_solos_owed_are_played() -> None:
    solos = [f"result re={name} type=solo-queens points=121" for name in ("Ana", "Ben", "Cid", "Dan")]
    early = ["deal Dan", solos[0], "deal Dan", solos[1], "deal Dan", NORMAL, "time"]
    assert following(*early) == {"kind": "deal", "seat": "Ana", "forced": "Cid"}
    assert following(*early, "deal Ana", solos[2]) == {"kind": "deal", "seat": "Ben", "forced": "Dan"}
    found = judged(*early, "deal Ana", solos[2], "deal Ben", solos[3], preset="ddv")
    assert (found["finished"], found["next"]) == (True, None)


@pytest.mark.law("doppelkopf.match.5")
def test_8_5_3_after_time_a_duty_solo_that_must_be_played_is_dealt_again_by_the_same_dealer() -> None:
    """“mit Ausnahme von vorgeführten Pflichtsoli”: misdealt, or stopped by a serious foul of its player."""
    solos = [f"result re={name} type=solo-queens points=121" for name in ("Ana", "Ben", "Dan")]
    early = ["deal Dan", solos[0], "deal Dan", solos[1], "deal Dan", solos[2], "deal Dan", NORMAL, "time"]
    due = {"kind": "deal", "seat": "Ana", "forced": "Cid"}
    assert following(*early) == due
    assert following(*early, "deal Ana", 'void "wrong count"') == due
    stopped = ("deal Ana", "bid Cid solo-queens", "foul Cid must-follow remedy=serious")
    assert following(*early, *stopped) == due


@pytest.mark.law("doppelkopf.match.5")
def test_8_5_3_after_time_not_even_a_misdeal_is_dealt_again() -> None:
    solos = [line for name in ("Ana", "Ben", "Cid", "Dan")
             for line in ("deal Dan", f"result re={name} type=solo-queens points=121")]  # fmt: skip
    assert judged(*solos, "deal Dan", "time", 'void "wrong count"', preset="ddv")["finished"]
    assert not judged(*solos, "deal Dan", 'void "wrong count"', preset="ddv")["finished"]


# --- 9.2 to 9.5 on the cards: the class on the edge, its price, a bare ruling


@pytest.mark.untraced
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['law']}: {case['id']}")
def test_a_foul_on_the_edge_between_two_classes_is_ruled_as_the_text_says(case: dict[str, Any]) -> None:
    assert case_told(case) == case_expected(case), case["why"]
