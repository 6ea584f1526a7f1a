"""House rules of Doppelkopf: what tables agree beside the document, each law under each choice."""

from typing import Any

import pytest

from referee.words.text import Slip
from tests.help.doppelkopf import HEALTHY, judged, kinds, last, prompts, scores, solo, table

DULLE = "dulle=yes"
DEAL = ("deal Dan", *HEALTHY)
FIRST = "trick Ana CA C10 C10 CK"
"""A first trick of 35 points, which Ana takes."""


def takers(*lines: str, options: tuple[str, ...]) -> list[str]:
    return [trick["winner"] for trick in last(*lines, options=options)["tricks"]]


def words(at_lines: tuple[str, ...], options: tuple[str, ...]) -> list[str]:
    return [choice.word for prompt in prompts(table(*at_lines, options=options)) for choice in prompt.choices]


# --- trumps


@pytest.mark.law("doppelkopf.trump.6")
@pytest.mark.parametrize(
    ("word", "middle", "end"), [("no", "Ana", "Ana"), ("yes", "Ben", "Ben"), ("not_last", "Ben", "Ana")]
)
def test_the_second_ten_of_hearts_beats_the_first_as_agreed(word: str, middle: str, end: str) -> None:
    options, bids = (DULLE, f"second_dulle={word}"), HEALTHY
    assert takers("deal Dan cards=2", *bids, "trick Ana H10 H10 CQ D9", options=options) == [middle]
    assert takers("deal Dan cards=1", *bids, "trick Ana H10 H10 CQ D9", options=options) == [end]


def test_what_a_foul_did_is_not_told_while_both_tens_may_fall_in_the_last_trick() -> None:
    hands = ("hand Ana CQ SK", "hand Ben D9 H10", "hand Cid SA CQ", "hand Dan S9 H10")
    lines = ("deal Dan cards=2", *hands, *HEALTHY, "play Ana SK", "play Ben D9", "play Cid CQ")
    options = [(DULLE, f"second_dulle={word}", "foul_class=lines") for word in ("yes", "not_last")]
    found = [last(*lines, options=one)["fouls"][0] for one in options]
    assert [foul["damage"]["state"] for foul in found] == ["computed", "not-computed"]


SUPER = ("schweinchen=yes", "superschweinchen=tens_kings", DULLE)
PIGS = (*DEAL, "announce Ben schweinchen")


@pytest.mark.law("doppelkopf.trump.5")
def test_each_pair_announced_goes_over_the_one_before() -> None:
    trick = "trick Ana H10 DA D10 DK"
    assert takers(*PIGS, trick, options=SUPER) == ["Ben"]
    assert takers(*PIGS, "announce Cid superschweinchen", trick, options=SUPER) == ["Cid"]
    both = ("announce Cid superschweinchen", "announce Dan hyperschweinchen")
    assert takers(*PIGS, *both, trick, options=SUPER) == ["Dan"]
    at = table(*PIGS, *both, options=SUPER)
    assert at.current is not None
    assert [str(at.rules.speech(at.current.deal, seat)) for seat in (2, 3)] == [
        "Superschweinchen!",
        "Hyperschweinchen!",
    ]


@pytest.mark.law("doppelkopf.trump.5")
def test_a_superschweinchen_follows_a_schweinchen_and_comes_before_its_first_card() -> None:
    with pytest.raises(Slip, match="after Schweinchen alone"):
        table(*DEAL, "announce Cid superschweinchen", options=SUPER)
    with pytest.raises(Slip, match="hyperschweinchen"):
        table(*PIGS, "announce Cid hyperschweinchen", options=("schweinchen=yes", "superschweinchen=tens"))
    late = last(*PIGS, "trick Ana D9 D9 D10 DJ", "announce Cid superschweinchen", options=SUPER)
    assert kinds(late) == [("late-announcement", "Cid")]
    false = last(*PIGS, "trick Ana D9 D9 D10 DJ", "announce Ana superschweinchen", options=SUPER)
    assert kinds(false) == [("false-announcement", "Ana")]
    shown = last(*PIGS, "announce Ana superschweinchen", "trick Ana D9 D9 D10 DJ", options=SUPER)
    assert [(foul["kind"], foul["seat"], foul["law"]) for foul in shown["fouls"]] == [
        ("false-announcement", "Ana", "doppelkopf.trump.5")
    ]


@pytest.mark.parametrize(("word", "nines", "card"), [("nines", "yes", "D9"), ("tens", "no", "D10")])
def test_the_table_offers_the_next_pair_agreed(word: str, nines: str, card: str) -> None:
    options = ("schweinchen=yes", f"superschweinchen={word}", f"nines={nines}")
    assert "superschweinchen" not in words(DEAL, options)
    assert "superschweinchen" in words(PIGS, options)
    assert "superschweinchen" not in words((*PIGS, f"play Ana {card}"), options)
    assert "superschweinchen" not in words((*PIGS, "announce Cid superschweinchen"), options)


def test_without_nines_there_are_none_to_announce() -> None:
    with pytest.raises(Slip, match="superschweinchen"):
        table(*PIGS, "announce Cid superschweinchen", options=("schweinchen=yes", "superschweinchen=nines", "nines=no"))


def test_a_fox_that_is_a_schweinchen_is_not_caught() -> None:
    lines = (
        "deal Dan",
        *HEALTHY,
        "announce Ben schweinchen",
        "announce Cid superschweinchen",
        "trick Ana CQ DA D10 CQ",
    )
    found = last(*lines, options=SUPER)
    assert found["result"] == {}
    at = table(*lines, options=SUPER)
    assert at.current is not None
    assert str(at.rules.status(at.current.deal)) == "normal game"


# --- hochzeit

HOCHZEIT = ("deal Dan", *solo("Ben", "hochzeit"))
BY_TRUMP, PLAIN = "trick Ana DJ D9 HQ D9", "trick Cid C10 CK CA C9"


@pytest.mark.law("doppelkopf.auction.9")
@pytest.mark.parametrize(
    ("word", "first", "second"), [("any", ["Ben", "Cid"], ["Ben", "Cid"]), ("plain", ["Ben"], ["Ana", "Ben"])]
)
def test_a_hochzeit_finds_its_partner_in_the_first_plain_trick(word: str, first: list[str], second: list[str]) -> None:
    options = (f"hochzeit={word}",)
    assert last(*HOCHZEIT, BY_TRUMP, options=options)["re"] == first
    assert last(*HOCHZEIT, BY_TRUMP, PLAIN, options=options)["re"] == second


@pytest.mark.law("doppelkopf.auction.9")
def test_a_hochzeit_without_a_plain_trick_is_a_solo_after_three() -> None:
    trumps = ("trick Ana DJ D9 HQ D9", "trick Cid DQ DK DJ HJ", "trick Cid SJ D10 D10 DK")
    options = ("hochzeit=plain",)
    assert last(*HOCHZEIT, *trumps[:2], options=options)["kontra"] == []
    found = last(*HOCHZEIT, *trumps, options=options)
    assert (found["re"], found["kontra"]) == (["Ben"], ["Ana", "Cid", "Dan"])


@pytest.mark.law("doppelkopf.auction.9")
@pytest.mark.parametrize(("word", "alone"), [("plain", False), ("plain_ruff", True)])
def test_a_hochzeit_that_trumps_a_plain_trick_is_alone_where_that_is_agreed(word: str, alone: bool) -> None:
    found = last(*HOCHZEIT, "trick Ana CA CQ C10 CK", options=(f"hochzeit={word}",))
    assert (found["kontra"] == ["Ana", "Cid", "Dan"]) is alone
    own = last(*HOCHZEIT, "trick Ana CK CA C10 C9", "trick Ben SA SK S9 S10", options=(f"hochzeit={word}",))
    assert own["kontra"] == [], "his aces settle nothing"


def test_a_trick_with_a_card_nobody_saw_settles_no_hochzeit_by_plain_tricks() -> None:
    for lines in (("took Cid",), ("trick Ana ? CA SA CK", "took Cid")):
        found = last(*HOCHZEIT, *lines, "announce Dan kontra", options=("hochzeit=plain",))
        assert (found["kontra"], found["fouls"]) == ([], []), "it may have been a plain one, and nobody is accused"
    seen = last(*HOCHZEIT, "trick Ana CA ? SA CK", "took Ana", options=("hochzeit=plain",))
    assert seen["re"] == ["Ana", "Ben"], "the lead alone was worth seeing"
    own = last(*HOCHZEIT, "trick Ana CA ? C10 CK", "took Ben", "announce Dan kontra", options=("hochzeit=plain",))
    assert own["fouls"][0]["law"] == "doppelkopf.announce.5", "what he takes himself settles nothing"
    ruffed = last(
        *HOCHZEIT, "trick Ana CA ? C10 CK", "took Ben", "announce Dan kontra", options=("hochzeit=plain_ruff",)
    )
    assert ruffed["fouls"] == [], "he may have trumped it"


# --- throwing in

NINES, KINGS = "C9 C9 S9 S9 D9 CA SA HA DA CK SK HK", "CK CK SK SK DK CA SA HA DA C9 S9 H9"
RICH, POOR = "CA CA SA SA HA HA C10 S10 CK SK C9 S9", "D9 DK CA CA SA SA HA C10 S10 CK SK H9"
THROWN = (
    ("throw-in-kings", "throw_in_kings=yes", KINGS, NINES),
    ("throw-in-points", "throw_in_points=80", RICH, NINES),
    ("throw-in-trumps", "throw_in_trumps=3", POOR, "D9 DK DQ CQ CA SA HA C10 S10 CK SK H9"),
    ("throw-in-low", "throw_in_low=yes", "DA " + POOR[3:], "DJ DK CA CA SA SA HA C10 S10 CK SK H9"),
)


@pytest.mark.law("doppelkopf.match.4")
@pytest.mark.parametrize(("word", "option", "fits", "not_so"), THROWN)
def test_a_hand_is_thrown_in_for_the_reason_said(word: str, option: str, fits: str, not_so: str) -> None:
    lines = solo("Ben", word)
    found = judged("deal Dan", f"hand Ben {fits}", *lines, options=(option,))
    assert (found["deals"][0]["state"], found["deals"][0]["fouls"], found["next"]["seat"]) == ("void", [], "Dan")
    (foul,) = last("deal Dan", f"hand Ben {not_so}", *lines, options=(option,))["fouls"]
    assert (foul["kind"], foul["seat"], foul["law"]) == ("false-announcement", "Ben", "doppelkopf.match.4")
    assert last("deal Dan", *lines, options=(option,))["fouls"] == [], "nobody saw the hand"
    with pytest.raises(Slip, match=word):
        table("deal Dan", *lines)


@pytest.mark.law("doppelkopf.match.7")
@pytest.mark.parametrize(("word", "state"), [("last", "open"), ("first", "void")])
def test_throwing_in_goes_after_or_before_the_other_vorbehalte(word: str, state: str) -> None:
    both = (
        "deal Dan",
        "bid Ana vorbehalt",
        "bid Ben gesund",
        "bid Cid vorbehalt",
        "bid Dan gesund",
        "bid Ana solo-aces",
    )
    options = ("throw_in=yes", f"throw_in_rank={word}")
    asked = prompts(table(*both, options=options))[0]
    assert asked.kind == ("play" if word == "last" else "bid")
    assert last(*both, "bid Cid throw-in", options=options)["state"] == state


# --- armut

ARMUT = ("deal Dan", *solo("Ben", "armut"))
FOUR = "D9 D9 DJ DK"
FOX = "DA D9 DJ DK"
PLAIN_CARDS = "CA CA C10 SA SK HA H9 H9"


@pytest.mark.law("doppelkopf.auction.10")
@pytest.mark.parametrize(
    ("word", "trumps", "lawful"),
    [("3", FOUR, False), ("4", FOUR, True), ("4", FOUR + " DA", False), ("fox", FOX, True), ("fox", "D10 DJ DK DQ", False),
     ("nine", "D9 DJ DK DQ", True), ("nine", "DA DJ DK DQ", False)],
)  # fmt: skip
def test_an_armut_has_as_many_trumps_as_agreed(word: str, trumps: str, lawful: bool) -> None:
    hand = " ".join([*trumps.split(), *PLAIN_CARDS.split()][:12])
    found = last("deal Dan", f"hand Ben {hand}", *solo("Ben", "armut"), options=(f"armut_trumps={word}",))
    assert kinds(found) == ([] if lawful else [("false-announcement", "Ben")])


GIVEN = (*ARMUT, "bid Cid accept")


@pytest.mark.law("doppelkopf.auction.10")
def test_an_armut_that_gives_its_trumps_gets_as_many_cards_back() -> None:
    options = ("armut_gives=trumps", "armut_trumps=4")
    first = prompts(table(*GIVEN, options=options))[0]
    assert (first.count, [choice.word for choice in first.choices]) == (
        None,
        ["Cid", *(f"Cid count={n}" for n in range(5))],
    )
    back = prompts(table(*GIVEN, "give Ben Cid D9 DK", options=options))[0]
    assert (back.count, str(back.text)) == (2, "Cid gives Ben 2 cards back")
    found = last(
        *GIVEN, "give Ben Cid D9 DK", "give Cid Ben count=2 trumps=0", "trick Ana DA DJ D9 CQ", options=options
    )
    assert [(foul["seat"], foul["suspects"]) for foul in found["fouls"]] == [(None, ["Ben", "Cid"])]
    with pytest.raises(Slip, match="3 cards"):
        table(*GIVEN, "give Ben Cid D9 DK", "give Cid Ben count=3", options=options)
    with pytest.raises(Slip, match="5 cards"):
        table(*GIVEN, "give Ben Cid count=5", options=options)


@pytest.mark.law("doppelkopf.auction.10")
def test_an_armut_that_gives_its_trumps_gives_no_plain_card() -> None:
    options = ("armut_gives=trumps",)
    assert kinds(last(*GIVEN, "give Ben Cid D9 C9", options=options)) == [("illegal-give", "Ben")]
    assert kinds(last(*GIVEN, "give Ben Cid D9 C9 S9")) == []


@pytest.mark.law("doppelkopf.auction.10")
def test_an_armut_without_a_trump_gives_nothing_and_the_play_begins() -> None:
    at = table(*GIVEN, "give Ben Cid count=0", options=("armut_gives=trumps",))
    assert prompts(at)[0].kind == "play"
    found = last(*GIVEN, "give Ben Cid count=0", "trick Ana DA DJ D9 CQ", options=("armut_gives=trumps",))
    assert kinds(found) == [("illegal-give", "Ben")], "he kept a jack of diamonds"


@pytest.mark.law("doppelkopf.auction.10")
def test_an_armut_of_four_gives_three_cards_or_four() -> None:
    options = ("armut_trumps=4",)
    first = prompts(table(*GIVEN, options=options))[0]
    assert [choice.word for choice in first.choices] == ["Cid", "Cid count=3", "Cid count=4"]
    assert "three or four" in str(first.text)
    assert last(*GIVEN, "give Ben Cid D9 DK DJ D10", "give Cid Ben count=4", options=options)["re"] == ["Ben", "Cid"]


# --- Genscher

KING = ("trick Ana D9 DK DJ D10",)


def genscher(*lines: str, word: str = "first") -> dict[str, Any]:
    return last(*DEAL, *lines, options=(DULLE, f"genscher={word}"))


@pytest.mark.law("doppelkopf.side.2")
def test_a_new_partner_is_of_the_side_of_who_chose_him() -> None:
    queens = ("trick Ana CQ D9 D10 CQ", "play Ana D9", "play Ben DK")
    assert genscher(*queens)["re"] == ["Ana", "Dan"]
    kontra = genscher(*queens, "announce Ben genscher partner=Dan")
    assert (kontra["re"], kontra["kontra"], kontra["fouls"]) == (["Ana", "Cid"], ["Ben", "Dan"], [])
    re = genscher("trick Ana CQ D9 D10 CQ", "play Ana DK", "announce Ana genscher partner=Cid")
    assert (re["re"], re["kontra"]) == (["Ana", "Cid"], ["Ben", "Dan"])
    assert genscher("play Ana DK", "announce Ana genscher partner=Cid")["re"] == [], "nobody knows whose side is hers"


@pytest.mark.law("doppelkopf.side.2")
def test_a_partner_is_chosen_with_the_first_king_and_by_who_holds_both() -> None:
    late = genscher(*KING, "play Cid CJ", "announce Ben genscher partner=Dan")
    assert kinds(late) == [("late-announcement", "Ben")]
    false = genscher(*KING, "announce Cid genscher partner=Dan")
    assert kinds(false) == [("false-announcement", "Cid")]
    shown = genscher(*KING, "announce Ben genscher partner=Dan", "play Cid DK")
    assert [(foul["kind"], foul["seat"], foul["law"]) for foul in shown["fouls"]] == [
        ("false-announcement", "Ben", "doppelkopf.side.2")
    ]


@pytest.mark.parametrize(
    ("lines", "match"),
    [
        ((*DEAL, *KING, "announce Ben genscher partner=Ben"), "partner=Ben: expected one of"),
        ((*DEAL, *KING, "announce Ben genscher"), "expected one of"),
        ((*DEAL, *KING, "announce Ben genscher partner=Dan", "announce Ben genscher partner=Ana"), "no new partner"),
        (("deal Dan", *solo("Ben", "hochzeit"), *KING, "announce Ben genscher partner=Dan"), "no new partner"),
    ],
)
def test_a_partner_nobody_can_choose_is_a_slip(lines: tuple[str, ...], match: str) -> None:
    with pytest.raises(Slip, match=match):
        table(*lines, options=("genscher=first",))
    with pytest.raises(Slip, match="genscher"):
        table(*DEAL, *KING, "announce Ben genscher partner=Dan")


def test_the_table_offers_a_partner_to_who_laid_a_king_while_he_may_choose() -> None:
    options = ("genscher=first",)
    ways = ["genscher partner=Ana", "genscher partner=Cid", "genscher partner=Dan"]
    assert [word for word in words((*DEAL, *KING), options) if "genscher" in word] == ways
    for lines in (DEAL, (*DEAL, *KING, "play Cid CJ"), (*DEAL, *KING, "announce Ben genscher partner=Dan")):
        assert not any("genscher" in word for word in words(lines, options))
    at = table(*DEAL, *KING, "announce Ben genscher partner=Dan", options=options)
    assert at.current is not None
    assert str(at.rules.speech(at.current.deal, 1)) == "Genscher!"


def test_after_a_new_partner_an_announcement_says_nothing_of_the_queens() -> None:
    queens = ("trick Ana CQ D9 D10 SQ", "play Ana D9", "play Ben DK", "announce Ben genscher partner=Dan")
    found = genscher(*queens, "announce Dan kontra", "play Cid DJ", "play Dan CQ")
    assert (kinds(found), found["re"]) == ([], ["Ana", "Cid"])


SHORT = ("deal Dan cards=3", *HEALTHY, "trick Ana CQ D9 D10 CQ", "trick Ana D9 DK DJ D10")


@pytest.mark.law("doppelkopf.side.2")
def test_a_partner_is_chosen_after_the_last_trick_where_both_kings_fell_in_the_last_two() -> None:
    options = (DULLE, "genscher=last")
    lines = (*SHORT, "trick Cid CJ CA HJ DK")
    two_hands = (*SHORT, "trick Cid CJ DK HJ D9")
    too_soon = (*SHORT[:-2], "trick Ana CQ DK D10 CQ", SHORT[-1], "trick Cid CJ CA HJ D9")
    assert [last(*other, options=options)["state"] for other in (two_hands, too_soon)] == ["done", "done"]
    assert last(*lines, options=options)["state"] == "open"
    asked = prompts(table(*lines, options=options))[0]
    assert (asked.kind, asked.optional, len(asked.choices)) == ("announce", False, 3)
    found = last(*lines, "announce Ben genscher partner=Dan", options=options)
    assert (found["state"], found["re"], found["fouls"]) == ("done", ["Ana", "Cid"], [])
    early = last(*SHORT, "announce Ben genscher partner=Dan", options=options)
    assert kinds(early) == [("late-announcement", "Ben")]


def test_what_a_foul_did_is_not_told_while_a_partner_may_be_chosen() -> None:
    hands = ("hand Ana CQ SK", "hand Ben D9 S9", "hand Cid SA CQ", "hand Dan DK DK")
    lines = ("deal Dan cards=2", *hands, *HEALTHY, "play Ana SK", "play Ben S9", "play Cid CQ")
    found = [last(*lines, options=(f"genscher={word}", "foul_class=lines"))["fouls"][0] for word in ("no", "first")]
    assert [foul["damage"]["state"] for foul in found] == ["computed", "not-computed"]


# --- announcements


@pytest.mark.parametrize(("most", "fouls"), [("11", [("late-announcement", "Ana")]), ("10", [])])
def test_re_needs_as_many_cards_as_agreed(most: str, fouls: list[tuple[str, str]]) -> None:
    lines = (*DEAL, "trick Ana CA C9 C9 CK", "play Ana CQ", "announce Ana re")
    assert kinds(last(*lines, options=(f"announce_cards={most}",))) == fouls


@pytest.mark.law("doppelkopf.announce.9")
@pytest.mark.parametrize(
    ("word", "lines", "owes"),
    [
        ("no", (FIRST,), False),
        ("30", (FIRST,), True),
        ("30", ("trick Ana CA C9 C9 CK",), False),
        ("30", ("announce Ana re", FIRST), False),
        ("30", (FIRST, "announce Ana re"), False),
        ("30", (FIRST, "announce Ben re"), True),
        ("always", ("trick Ana CA C9 C9 CK",), True),
        ("always", ("announce Ana re", FIRST), True),
        ("always", ("announce Ana re", FIRST, "announce Ana no90"), False),
        ("always", ("took Ana",), False),
    ],
)
def test_who_takes_the_first_trick_has_to_announce_before_he_plays_on(
    word: str, lines: tuple[str, ...], owes: bool
) -> None:
    options = (f"must_announce={word}",)
    found = last(*DEAL, *lines, "play Ana HA", options=options)
    assert kinds(found) == ([("late-announcement", "Ana")] if owes else [])
    if owes:
        (foul,) = found["fouls"]
        assert (foul["law"], foul["proof"], foul["remedy"]["word"]) == ("doppelkopf.announce.9", "seen", "minor")
    at = table(*DEAL, *lines, options=options)
    assert at.current is not None
    assert ("Ana has to announce" in str(at.rules.status(at.current.deal))) is owes


@pytest.mark.law("doppelkopf.announce.9")
def test_in_a_hochzeit_the_trick_that_settles_it_is_the_first() -> None:
    lines = ("deal Dan", *solo("Ana", "hochzeit"), FIRST, "play Ana HA")
    assert kinds(last(*lines, options=("must_announce=30",))) == []
    lines = (*lines[:-2], "trick Ana D9 DA D10 D10", "play Ben HA")
    assert kinds(last(*lines, options=("must_announce=30",))) == [("late-announcement", "Ben")]


# --- extra points, and doubling


@pytest.mark.law("doppelkopf.extra.5")
@pytest.mark.parametrize(("word", "points"), [("no", 1), ("takes", 2), ("both", 2)])
def test_a_fox_that_takes_the_last_trick_scores_as_agreed(word: str, points: int) -> None:
    lines = ("deal Dan", "result re=Ana,Ben points=125 re-extra=fox-last:1")
    assert scores(last(*lines, options=(f"fox_last={word}",)))[0] == points


@pytest.mark.law("doppelkopf.extra.6")
@pytest.mark.parametrize(("word", "points"), [("no", 2), ("takes", 2), ("both", 3)])
def test_a_fox_caught_in_the_last_trick_scores_once_more_as_agreed(word: str, points: int) -> None:
    lines = ("deal Dan", "result re=Ana,Ben points=125 re-extra=fox:1,fox-last-caught:1")
    assert scores(last(*lines, options=(f"fox_last={word}",)))[0] == points


@pytest.mark.parametrize(
    "extras",
    [
        "re-extra=fox-last-caught:1",
        "re-extra=fox-last:1 kontra-extra=karlchen:1",
        "re-extra=fox-last:1,karlchen-caught:1",
        "re-extra=fox-last:1 kontra-extra=fox:2",
        "re-extra=fox-last:1 kontra-extra=fox:1,fox-last-caught:1",
    ],
)
def test_extras_of_the_last_trick_that_no_deal_has_together_are_refused(extras: str) -> None:
    with pytest.raises(Slip, match="no deal has these extras together"):
        table("deal Dan", f"result re=Ana,Ben points=125 {extras}", options=("fox_last=both",))


def test_a_fox_that_takes_the_last_trick_takes_eleven_points() -> None:
    with pytest.raises(Slip, match="the extras of Re take 11"):
        table("deal Dan", "result re=Ana,Ben points=10 re-extra=fox-last:1", options=("fox_last=both",))
    assert last("deal Dan", "result re=Ana,Ben points=41 re-extra=doppelkopf:1,fox-last:1", options=("fox_last=both",))


@pytest.mark.parametrize(("word", "points"), [("yes", 2), ("no", 1)])
def test_karlchen_scores_where_it_is_agreed(word: str, points: int) -> None:
    options = (f"karlchen={word}",)
    for extra in ("karlchen", "karlchen-caught"):
        assert (
            scores(last("deal Dan", f"result re=Ana,Ben points=125 re-extra={extra}:1", options=options))[0] == points
        )
    fields = prompts(table("deal Dan", options=options))[-1].fields
    offered = [choice.word for field in fields if field.name == "re-extra" for choice in field.choices]
    assert ("karlchen:1" in offered, "fox-last:1" in offered) == (word == "yes", False)


@pytest.mark.law("doppelkopf.value.3")
@pytest.mark.parametrize(("word", "points"), [("plus2", 4), ("double", 3), ("double_all", 4)])
def test_re_counts_as_agreed(word: str, points: int) -> None:
    lines = ("deal Dan", "result re=Ana,Ben points=125 re-said=re re-extra=doppelkopf:1")
    assert scores(last(*lines, options=(f"re_kontra={word}",)))[0] == points
    other = ("deal Dan", "result re=Ana,Ben points=125 re-said=re kontra-extra=fox:2")
    assert scores(last(*other, options=("re_kontra=double_all",)))[0] == -2, "1 less 2, doubled"


# --- Bock

LOST, WON = "result re=Ana,Ben points=100 re-said=re", "result re=Ana,Ben points=130 re-said=re"


def bock(line: str, *options: str) -> bool:
    """Whether a deal after this one, worth 1, counts double."""
    found = judged(
        "deal Dan", *line.split("\n"), "deal Ana", "result re=Ana,Ben points=130", options=("bock=double", *options)
    )
    return scores(found["deals"][-1])[0] == 2


@pytest.mark.law("doppelkopf.bock.2")
@pytest.mark.parametrize(
    ("word", "line", "follows"),
    [
        ("no", LOST, False), ("re", LOST, True), ("re", WON, False), ("either", LOST, True),
        ("re", "result re=Ana,Ben points=130 kontra-said=kontra", False),
        ("either", "result re=Ana,Ben points=130 kontra-said=kontra", True),
    ],
)  # fmt: skip
def test_a_bock_round_follows_a_deal_lost_by_who_had_announced(word: str, line: str, follows: bool) -> None:
    assert bock(line, f"bock_lost={word}") is follows


@pytest.mark.law("doppelkopf.bock.2")
@pytest.mark.parametrize(("option", "points"), [("no", 120), ("yes", 120), ("yes", 121)])
def test_a_bock_round_follows_120_points_on_both_sides(option: str, points: int) -> None:
    assert bock(f"result re=Ana,Ben points={points}", f"bock_even={option}") is (option == "yes" and points == 120)


@pytest.mark.law("doppelkopf.bock.2")
@pytest.mark.parametrize("option", ["no", "yes"])
@pytest.mark.parametrize(("remedy", "counts"), [("none", False), ("minor", True), ("serious", True)])
def test_a_bock_round_follows_a_foul_that_costs_something(option: str, remedy: str, counts: bool) -> None:
    ending = "" if remedy == "serious" else "\nresult re=Ana,Ben points=130"
    foul = "\n".join([*HEALTHY, "play Ana CA", f"foul Ana must-follow remedy={remedy}"]) + ending
    again = "deal Dan" if remedy == "serious" else "deal Ana"
    found = judged("deal Dan", *foul.split("\n"), again, "result re=Ana,Ben points=130",
                   options=("bock=double", f"bock_foul={option}"))  # fmt: skip
    assert scores(found["deals"][-1])[0] == (2 if counts and option == "yes" else 1)


@pytest.mark.law("doppelkopf.bock.1")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_the_usual_occasions_for_a_bock_round_may_be_left_out(option: str) -> None:
    both = "result re=Ana,Ben points=130 re-said=re kontra-said=kontra"
    assert bock(both, f"bock_both={option}") is (option == "yes")
    hearts = "\n".join([*HEALTHY, "trick Ana HA HK H9 HA", "result re=Ana,Ben points=130"])
    assert bock(hearts, f"bock_hearts={option}") is (option == "yes")


@pytest.mark.law("doppelkopf.value.9")
@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("points=179", 2), ("points=181", -3), ("points=181 re-said=re", 5), ("points=181 re-extra=fox:1", -2),
        ("points=211 re-said=re", -6), ("points=60 no-trick=nobody", -3),
    ],
)  # fmt: skip
def test_who_wins_three_levels_more_than_he_said_loses_the_value(line: str, points: int) -> None:
    options = ("feigheit=yes",)
    assert scores(last("deal Dan", f"result re=Ana,Ben {line}", options=options))[0] == points
    solo_won = ("deal Dan", *solo("Ana", "solo-aces"), "result points=181")
    assert scores(last(*solo_won, options=options))[0] == 9, "a solo is nobody's cowardice"
