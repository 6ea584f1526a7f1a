"""Doppelkopf's announcements: for which side, what they say of the queens, what is still possible."""

import pytest

from referee.words.text import Slip
from tests.help.doppelkopf import HEALTHY, kinds, last, prompts, solo, table

DEAL = ("deal Dan", *HEALTHY)


def words(*lines: str, name: str, preset: str = "standard") -> dict[str, str | None]:
    """What the page offers a seat to say, with the note beside it."""
    at = table(*lines, preset=preset)
    seat = at.seats.index(name)
    found = next((prompt for prompt in prompts(at) if prompt.kind == "announce" and prompt.seat == seat), None)
    return {} if found is None else {c.word: str(c.note) if c.note else None for c in found.choices}


def test_at_the_beginning_everybody_may_say_either() -> None:
    found = words(*DEAL, name="Cid")
    assert [word for word, note in found.items() if note is None] == ["re", "kontra"]


def test_a_soloist_may_only_say_re_and_the_others_kontra() -> None:
    lines = ("deal Dan", *solo("Ana", "solo-aces"))
    assert "kontra" not in words(*lines, name="Ana")
    assert "re" not in words(*lines, name="Ben")


def test_what_has_become_too_late_says_so() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ben kontra", "took Ana", "took Ana")
    found = words(*lines, name="Ana")
    assert found["no90"] is None
    assert found["no60"] == "no 90 has to be said before"
    later = words(*lines, "announce Ana no90", "took Ana", "took Ana", name="Ana")
    assert later["no60"] == "too late with 8 cards: 9 are needed"


@pytest.mark.law("doppelkopf.announce.1")
def test_a_reply_is_offered_one_card_longer() -> None:
    lines = (*DEAL, "announce Ana re", "took Ana", "took Ana")
    assert words(*lines, name="Ben")["kontra"] is None
    assert "kontra" not in {word for word, note in words(*lines, "took Ana", name="Ben").items() if note is None}


def test_nothing_is_offered_once_all_is_too_late_or_said() -> None:
    assert words(*DEAL, "took Ana", "took Ana", name="Cid")["re"] == "too late with 10 cards: 11 are needed"
    assert words(*DEAL, "took Ana", "took Ana", "took Ana", name="Cid") == {}


def test_while_nothing_may_be_said_in_a_hochzeit_each_word_says_why() -> None:
    lines = ("deal Dan", *solo("Ana", "hochzeit"), "took Ana")
    searching = "nothing is said before the partner of the hochzeit is known"
    assert set(words(*lines, name="Ana").values()) == {searching}
    assert words(*lines, "took Ben", name="Ana")["re"] is None


def test_the_side_of_a_level_is_the_only_one_that_has_spoken() -> None:
    deal = last(*DEAL, "announce Ana re", "announce Cid no90")
    assert deal["fouls"] == []
    assert (deal["re"], deal["kontra"]) == (["Ana", "Cid"], ["Ben", "Dan"])
    assert deal["result"]["re-said"] == ["re", "no90"]


def test_where_both_sides_have_spoken_the_table_asks_for_which() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ben kontra")
    found = words(*lines, name="Cid")
    assert {"no90 side=re", "no90 side=kontra"} <= set(found)
    assert "re" not in found
    deal = last(*lines, "announce Cid no90 side=kontra")
    assert (deal["fouls"], deal["kontra"]) == ([], ["Ben", "Cid"])
    assert deal["result"]["kontra-said"] == ["kontra", "no90"]


def test_a_level_of_nobody_knows_which_side_waits_for_the_queens() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ben kontra", "announce Cid no90")
    deal = last(*lines)
    assert deal["fouls"] == []
    assert "no90" not in str(deal["result"])
    found = last(*lines, "play Ana D9", "play Ben D9", "play Cid CQ")
    assert found["re"] == ["Ana", "Cid"]
    assert found["result"]["re-said"] == ["re", "no90"]


def test_a_level_on_top_of_one_of_nobody_knows_which_side_is_no_foul() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ben kontra", "announce Cid no90", "announce Ana no60")
    assert last(*lines)["fouls"] == []
    assert kinds(last(*lines[:-2], "announce Ana no60")) == [("false-announcement", "Ana")]


def test_a_level_is_said_for_the_side_its_player_named_before_whatever_others_claim() -> None:
    """Three say that they are Re and Kontra has spoken: each goes on for Re."""
    lines = (*DEAL, "announce Dan re", "announce Ben no90 side=re", "play Ana CQ", "announce Cid kontra")
    deal = last(*lines, "announce Ben no60", "announce Ana no30")
    assert [(foul["kind"], foul["suspects"]) for foul in deal["fouls"]] == [("false-announcement", ["Ben", "Dan"])]


def test_a_level_too_late_for_either_side_is_late_whatever_the_side() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ben kontra", "took Ana", "took Ana", "took Ana", "announce Cid no90")
    assert kinds(last(*lines)) == [("late-announcement", "Cid")]


@pytest.mark.law("doppelkopf.announce.3")
def test_a_level_before_re_and_kontra_is_out_of_order() -> None:
    deal = last(*DEAL, "announce Cid no90")
    assert kinds(deal) == [("false-announcement", "Cid")]
    assert deal["fouls"][0]["message"] == "Cid says no 90: Re or Kontra has to be said before."


@pytest.mark.law("doppelkopf.announce.3")
def test_levels_skipped_count_as_said_where_that_is_allowed() -> None:
    deal = last(*DEAL, "announce Ana re", "announce Ana no60", "announce Cid no30 side=re", preset="ddv")
    assert deal["fouls"] == []
    assert deal["result"]["re-said"] == ["re", "no90", "no60", "no30"]


@pytest.mark.law("doppelkopf.announce.6")
def test_saying_again_what_the_side_has_said_is_a_minor_foul() -> None:
    deal = last(*DEAL, "announce Ana re", "announce Cid re", preset="ddv")
    assert kinds(deal) == [("false-announcement", "Cid")]
    assert deal["fouls"][0]["law"] == "doppelkopf.announce.6"
    deal = last(*DEAL, "announce Ana re", "announce Cid re", options=("said_again=foul",))
    assert (deal["fouls"][0]["law"], deal["fouls"][0]["remedy"]["word"]) == ("doppelkopf.announce.6", "minor")


@pytest.mark.law("doppelkopf.announce.6")
def test_without_that_law_a_second_kontra_changes_nothing() -> None:
    """The document has no such law, and before a queen falls nobody knows his partner."""
    said = ("announce Ben kontra", "announce Dan kontra")
    twice, once = (last(*DEAL, *lines, "result re=Ana,Cid points=100") for lines in (said, said[:1]))
    assert (twice["fouls"], twice["scores"]) == ([], once["scores"])


def test_6_4_3_a_level_announced_first_stands_for_re_and_kontra_as_well() -> None:
    """TSR 6.4.3: what is skipped is not named, and could still be; all of it counts."""
    deal = last(*DEAL, "announce Ana no90 side=re", preset="ddv")
    assert (deal["fouls"], deal["re"], deal["result"]["re-said"]) == ([], ["Ana"], ["re", "no90"])
    deal = last(*DEAL, "announce Ana no60", "play Ana CQ", preset="ddv")
    assert (deal["fouls"], deal["result"]["re-said"]) == ([], ["re", "no90", "no60"])
    late = (*DEAL, "took Ana", "took Ana")
    for word, why in (
        ("no90", "Re or Kontra has to be said before"),
        ("no60 side=re", "Re was not said, and it is too late for that"),
    ):
        (foul,) = last(*late, f"announce Ana {word}", preset="ddv")["fouls"]
        assert why in foul["message"]


@pytest.mark.law("doppelkopf.announce.8")
@pytest.mark.parametrize(("preset", "fouls"), [("ddv", [("false-announcement", "Cid")]), ("standard", [])])
def test_6_4_4_after_a_reply_too_late_for_a_first_announcement_no_level_follows(preset: str, fouls: list[str]) -> None:
    """Re answers Kontra with 10 cards, 11 are needed without it; the document lets “no 90” follow."""
    reply = (*DEAL, "announce Ben kontra", "took Ana", "took Ana", "announce Ana re")
    assert kinds(last(*reply, "announce Cid no90 side=re", preset=preset)) == fouls
    in_time = (*DEAL, "announce Ben kontra", "took Ana", "announce Ana re", "took Ana")
    assert last(*in_time, "announce Cid no90 side=re", preset=preset)["fouls"] == []


def test_6_4_6_a_level_below_one_of_the_same_side_is_valid_but_not_offered() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ana no60")
    assert last(*lines, "announce Cid no90 side=re", preset="ddv")["fouls"] == []
    assert {"re", "no90", "no60"}.isdisjoint(words(*lines, name="Ana", preset="ddv"))


def test_6_4_7_the_same_words_twice_are_a_foul() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ana no60", "announce Cid no60 side=re")
    assert kinds(last(*lines, preset="ddv")) == [("false-announcement", "Cid")]


# --- what an announcement says of the cards


@pytest.mark.law("doppelkopf.announce.2")
def test_re_without_a_queen_of_clubs_is_proved_when_both_have_fallen() -> None:
    lines = (*DEAL, "announce Ben re")
    assert last(*lines, "trick Ana D9 D9 CQ DK")["fouls"] == []
    deal = last(*lines, "trick Ana D9 D9 CQ CQ")
    foul = deal["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["committed"], foul["law"]) == (
        "false-announcement", "Ben", 9, "doppelkopf.announce.2",
    )  # fmt: skip
    assert foul["message"].endswith("Ben says Re, which says: not without a queen of clubs. That cannot be true.")
    assert deal["re"] == ["Cid", "Dan"]


@pytest.mark.law("doppelkopf.announce.2")
def test_a_re_that_was_likely_untrue_is_known_to_be_once_both_queens_have_fallen() -> None:
    start = ["deal Cid", *(f"bid {name} gesund" for name in ("Dan", "Ana", "Ben", "Cid"))]
    tricks = [
        "play Ana HQ", "play Ben DK", "play Cid SJ", "trick Ana C10 C10 CA C9", "trick Cid S10 SK DK SA",
        "trick Ana SQ D9 DQ HQ", "trick Ana HA HK H9 H9", "trick Ana HJ CQ DJ D9", "trick Ben SJ HJ D10 CJ",
        "trick Ana HA CK SK DQ", "trick Dan SA HK S9 S9", "trick Dan DA H10 CJ D10", "play Ben CA", "play Cid SQ",
    ]  # fmt: skip
    lines = [*start, "play Dan DA", "announce Ana re", *tricks]

    def committed(*more: str) -> int | None:
        (foul,) = (one for one in last(*lines, *more)["fouls"] if not one.get("explained"))
        assert (foul["kind"], foul["seat"]) == ("false-announcement", "Ana")
        line: int | None = foul["committed"]
        return line

    assert committed("play Dan DJ") is None, "two plays of hers would explain the cards too"
    assert committed("play Dan DJ", "play Ana CK", "play Cid S10", "play Dan CQ") == 10


def test_re_said_with_the_queen_played_already_says_nothing_new() -> None:
    deal = last(*DEAL, "play Ana CQ", "announce Ana re", "play Ben D9", "play Cid CQ", "play Dan D9")
    assert deal["fouls"] == []


@pytest.mark.law("doppelkopf.announce.2")
def test_kontra_with_a_queen_of_clubs_is_shown_when_it_falls() -> None:
    deal = last(*DEAL, "announce Ben kontra", "trick Ana D9 CQ DK DA")
    foul = deal["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["proof"], foul["committed"]) == ("false-announcement", "Ben", "shown", 9)
    assert foul["message"] == (
        "Ben says Kontra, which says: no queen of clubs. In trick 1 CQ comes from the same hand."
    )


def test_kontra_after_ones_own_queen_of_clubs_is_a_foul_at_once() -> None:
    deal = last(*DEAL, "play Ana CQ", "announce Ana kontra")
    assert kinds(deal) == [("false-announcement", "Ana")]
    assert deal["fouls"][0]["message"] == "Ana says Kontra: this player is Re."


def test_re_after_both_queens_fell_elsewhere_is_a_foul_at_once() -> None:
    deal = last(*DEAL, "play Ana CQ", "play Ben CQ", "announce Cid re")
    assert kinds(deal) == [("false-announcement", "Cid")]


def test_a_level_said_for_the_wrong_side_is_a_foul_at_once() -> None:
    deal = last(*DEAL, "announce Ben kontra", "play Ana CQ", "announce Ana no90 side=kontra")
    assert kinds(deal) == [("false-announcement", "Ana")]


def test_an_open_hand_shows_its_side() -> None:
    hand = "hand Ben CQ CJ D9 DK SA SK S9 HA HK H9 CA CK"
    deal = last("deal Dan", hand, *HEALTHY, "announce Ben kontra")
    assert (deal["re"], kinds(deal)) == (["Ben"], [("false-announcement", "Ben")])
    without = hand.replace("CQ", "CA")
    deal = last("deal Dan", without, *HEALTHY)
    assert (deal["re"], deal["kontra"]) == ([], ["Ben"])


def test_an_open_hand_with_both_queens_shows_a_silent_solo() -> None:
    hand = "hand Ben CQ CQ D9 DK SA SK S9 HA HK H9 CA CK"
    deal = last("deal Dan", hand, *HEALTHY)
    assert (deal["re"], deal["kontra"]) == (["Ben"], ["Ana", "Cid", "Dan"])


def test_both_queens_from_one_hand_are_a_silent_solo() -> None:
    deal = last(*DEAL, "trick Ana CQ D9 D9 DK", "play Ana CQ")
    assert (deal["re"], deal["kontra"]) == (["Ana"], ["Ben", "Cid", "Dan"])


@pytest.mark.law("doppelkopf.side.1")
def test_one_queen_tells_of_one_player_only() -> None:
    deal = last(*DEAL, "trick Ana CQ D9 D9 DK")
    assert (deal["re"], deal["kontra"]) == (["Ana"], [])


def test_three_who_say_kontra_leave_one_who_is_re() -> None:
    lines = (*DEAL, "announce Ben kontra", "announce Cid no90", "announce Dan no60")
    assert last(*lines)["re"] == ["Ana"]


def test_of_three_who_say_re_nothing_is_certain() -> None:
    lines = (*DEAL, "announce Ben re", "announce Cid no90 side=re", "announce Ana no60 side=re")
    assert (last(*lines[:-1])["re"], last(*lines[:-1])["kontra"]) == (["Ben", "Cid"], ["Ana", "Dan"])
    deal = last(*lines[:-2], "announce Cid no90 side=re", "announce Ana no60 side=re", "play Ana CQ")
    assert (deal["re"], deal["kontra"]) == (["Ana"], [])


def test_the_queen_counts_before_what_another_said() -> None:
    deal = last(*DEAL, "announce Ben re", "trick Ana CQ D9 D9 CQ")
    assert (deal["re"], deal["kontra"]) == (["Ana", "Dan"], ["Ben", "Cid"])


def test_honest_words_are_no_foul_because_another_lied() -> None:
    """Ana and Ben both say that they are Re, one of them untruly; Cid, who is Re, says so too."""
    lines = (*DEAL, "announce Ana re", "announce Ben no90 side=re", "announce Cid no60 side=re")
    assert {foul["seat"] for foul in last(*lines)["fouls"]} == {None}


def test_an_accusation_of_several_names_the_one_the_cards_leave() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ben no90 side=re", "trick Ana D9 DK CQ DA", "play Cid D9")
    first = last(*lines)["fouls"][0]
    assert (first["seat"], first["suspects"]) == (None, ["Ana", "Ben"])
    named = last(*lines, "play Dan DK", "play Ana DJ", "play Ben CQ")["fouls"]
    assert [(foul["seat"], foul.get("explained")) for foul in named] == [(None, 15), ("Ana", None)]


@pytest.mark.law("doppelkopf.announce.7")
def test_an_announcement_whose_foul_is_upheld_does_not_count() -> None:
    lines = (*DEAL, "announce Ana re", "took Ana", "took Ana", "took Ana", "announce Ben kontra")
    result = "result re=Ana,Cid type=normal points=121 re-said=re"
    assert kinds(last(*lines)) == [("late-announcement", "Ben")]
    assert last(*lines)["result"]["kontra-said"] == ["kontra"]
    deal = last(*lines, "ruling 13 uphold remedy=minor", result)
    assert list(deal["scores"].values()) == [4, 0 - 3 - 3, 4, -2]


@pytest.mark.parametrize(
    ("line", "match"),
    [("announce Ana no45", "no45"), ("announce Ana no90 side=left", "left"), ("announce Zoe re", "Zoe")],
)
def test_what_nobody_can_announce_is_a_slip(line: str, match: str) -> None:
    with pytest.raises(Slip, match=match):
        table(*DEAL, line)


def test_what_a_seat_announced_is_told_beside_it_by_its_highest_level_and_nothing_of_a_silent_one() -> None:
    levels = ("announce Ben kontra", "announce Ben no90", "announce Ben no60", "announce Dan no30")
    at = table("deal Dan", *HEALTHY, *levels)
    deal = at.deals[0].deal
    assert [str(at.rules.speech(deal, seat)) for seat in (0, 1, 3)] == ["None", "Kontra, no 60!", "no 30!"]
    assert [str(at.rules.word_text(word)) for word in ("gesund", "kontra", "other")] == ["gesund", "Kontra", "other"]
