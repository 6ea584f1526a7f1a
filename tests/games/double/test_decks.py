"""Decks of DOUBLE: files, the option that carries one, and what is wrong with a row."""

import pytest

from referee.games.double import decks
from referee.words.text import Slip
from tests.help.double import bids, fouls, judged, table
from tests.oracle.double import PAIRING

ROWS = [row.split("-") for row in PAIRING.split()]


def broken(at: int, *row: str) -> list[list[str]]:
    """The 27 rows with one of them, counted from 1, written otherwise."""
    return [list(row) if number == at else list(old) for number, old in enumerate(ROWS, 1)]


def file(rows: list[list[str]], name: str = "Ours", lots: str = "2", ace: str = "high") -> str:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    order = ["A", *ranks] if ace == "low" else [*ranks, "A"]
    return f'name = "{name}"\nlots = {lots}\nrank_order = {order!r}\ncards = {rows!r}\n'


def test_the_deck_shipped_is_the_one_of_the_laws_and_says_that_it_is_not_the_published_one() -> None:
    shipped = decks.default()
    assert [list(row) for row in shipped.rows] == ROWS
    assert "not the published one" in shipped.name
    assert (shipped.lots, shipped.ace) == (2, "high")


@pytest.mark.law("double.deck.1")
def test_a_lot_has_54_motifs_on_27_cards_and_both_lots_show_each_motif_twice() -> None:
    assert len(decks.MOTIFS) == 54
    for lots in (1, 2):
        deck = decks.default().deck(lots)
        assert len(deck) == 27 * lots
        assert all(len(deck.of(motif)) == lots for motif in decks.MOTIFS)


def test_a_deck_goes_through_its_file_and_through_the_option_unchanged() -> None:
    ours = decks.Pairing('The "Oak"', decks.default().rows, lots=1, ace="low")
    assert decks.read(ours.toml()) == ours
    carried = decks.pairing(ours.word)
    assert (carried.name, carried.rows) == (ours.name, ours.rows)
    assert ours.options == (("deck", ours.word), ("lots", "1"), ("ace", "low"))
    nameless = decks.Pairing("", ours.rows)
    assert decks.pairing(nameless.word) == nameless
    assert decks.pairing("none").word == "none"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (broken(5, "HK", "C3", "S2"), "row 5: 3 motifs"),
        (broken(3, "DA", "H11"), "row 3: there is no motif “H11”"),
        (broken(9, "SQ", "S2"), "row 9: S2 stands on row 2 already"),
        (broken(9, "SQ", "SQ"), "row 9: SQ and SQ are of the same suit"),
        (broken(7, "SK", "S4"), "row 7: SK and S4 are of the same suit"),
        (broken(1, "SA", "DA"), "row 1: SA and DA are of the same rank"),
        (broken(1, "FOOL", "POPE"), "row 1: the Fool and the Pope cannot share a card"),
        (broken(26, "FOOL", "5H"), "row 26: there is no motif “5H”"),
        (ROWS[:26], "26 rows, expected 27: C2, POPE stand on none"),
        ([], "0 rows, expected 27"),
    ],
)
def test_a_deck_that_is_none_is_refused_with_the_row_named(rows: list[list[str]], said: str) -> None:
    with pytest.raises(Slip) as slip:
        decks.read(file(rows))
    assert said in str(slip.value)


def test_a_row_more_than_27_repeats_a_motif() -> None:
    with pytest.raises(Slip, match="row 28: SA stands on row 1 already"):
        decks.read(file([*ROWS, ["SA", "D2"]]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards = [", "no deck file"),
        ("cards = " + "[" * 15_000, "no deck file"),
        (file(ROWS) + "color = 1\n", "color"),
        (file(ROWS, lots="3"), "lots = 3"),
        (file(ROWS, lots="true"), "lots = True"),
        (file(ROWS, name="a:b"), "name = 'a:b'"),
        ('name = "x"\n', "27 rows of two motifs"),
        ('cards = ["SA/D2"]\n', "row 1: 'SA/D2', expected two motifs"),
        ("cards = [[1, 2]]\n", "row 1: [1, 2], expected two motifs"),
        (file(ROWS).replace("'3', '4'", "'4', '3'"), "rank_order"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_with_what_stands_there(text: str, said: str) -> None:
    with pytest.raises(Slip) as slip:
        decks.read(text)
    assert said in str(slip.value)


def test_the_ace_stands_where_the_rank_order_puts_it() -> None:
    assert decks.read(file(ROWS, ace="low")).ace == "low"
    assert decks.read(file(ROWS)).ace == "high"


def test_while_a_deck_is_entered_the_motifs_left_shrink_and_a_wrong_row_says_so_at_once() -> None:
    rows: list[list[str]] = []
    for row in ROWS:
        assert len(decks.remaining(rows)) == 54 - 2 * len(rows)
        rows.append(row)
        assert decks.fault(rows) is None
    assert decks.remaining(rows) == ()
    assert str(decks.fault([["SA", "D2"], ["D2", "S3"]])) == "row 2: D2 stands on row 1 already"


def test_a_record_whose_deck_has_a_wrong_row_is_refused_with_the_row_named() -> None:
    with pytest.raises(Slip, match="row 2: SA stands on row 1 already"):
        table(options=("deck=SA/D2,SA/D3",))
    with pytest.raises(Slip, match="deck cannot be “mine”"):
        table(options=("deck=mine",))


def test_the_rows_of_a_deck_in_a_record_may_be_parted_by_spaces() -> None:
    word = " ".join("/".join(row) for row in ROWS)
    found = table(options=(f'deck="Oak: {word}"',))
    assert found.rules.deck.faces == decks.default().deck(2).faces


def test_one_lot_is_enough_for_five_players_and_no_more() -> None:
    assert table(seats=5, options=("lots=1",)).rules.provable
    with pytest.raises(Slip, match="6 seats"):
        table(seats=6, options=("lots=1",))


@pytest.mark.parametrize(
    ("players", "needed", "one_lot"), [(2, 11, True), (4, 21, True), (6, 31, False), (8, 41, False), (10, 51, False)]
)
def test_hands_of_five_and_the_card_turned_fit_the_pack(players: int, needed: int, one_lot: bool) -> None:
    # Worked cases: a round of five cards and the card turned.
    assert players * 5 + 1 == needed
    assert (needed <= 27) == one_lot
    judged(f"deal Ana cards={(54 - 1) // players}", seats=players)
    with pytest.raises(Slip, match="cards a hand"):
        judged(f"deal Ana cards={(54 - 1) // players + 1}", seats=players)


@pytest.mark.law("double.deck.2")
def test_without_the_pairing_scores_and_winners_count_and_the_program_says_that_no_foul_can_be_proved() -> None:
    lines = ("deal Cid cards=2", "turn SK/H4", *bids(1, 0, 1), "trick Ana D9 CK H8", "trick Ana C4 SJ C7")
    known = judged(*lines)
    assert fouls(known) == [("must-follow", "Ben", 8, 8, "seen")]
    unknown = judged(*lines, options=("deck=none",))
    assert unknown["provable"] is False
    assert fouls(unknown) == []
    assert [trick["winner"] for trick in unknown["deals"][0]["tricks"]] == ["Ana", "Ben"]
    assert unknown["deals"][0]["scores"] == known["deals"][0]["scores"] == {"Ana": 6, "Ben": 0, "Cid": -1}


def test_without_the_pairing_who_leads_on_has_taken_the_trick_with_the_unseen_card() -> None:
    found = judged(
        "deal Cid cards=2", "turn SK/H4", *bids(1, 0, 1), "trick Ana D9 ? H8", "play Ben C4", options=("deck=none",)
    )
    assert found["deals"][0]["tricks"][0]["winner"] == "Ben"


def test_without_the_pairing_the_card_turned_needs_both_its_motifs() -> None:
    assert judged("deal Cid", "turn H4/SK", options=("deck=none",))["deals"][0]["trump"] == "S"
    for card in ("SK", "SK/HK", "SK/H4/D2", "FOOL", "FOOL/POPE"):
        with pytest.raises(Slip, match="both its motifs"):
            judged("deal Cid", f"turn {card}", options=("deck=none",))
    with pytest.raises(Slip, match="no card “S1”"):
        judged("deal Cid", "turn S1/H4", options=("deck=none",))


def test_without_the_pairing_hands_may_be_written_and_motifs_are_still_motifs() -> None:
    found = table("deal Cid cards=1", "hand Ana SK/H4", "hand Ben D9", options=("deck=none",))
    assert found.deals[0].deal.hands == {0: ("SK/H4",), 1: ("D9",)}
    assert "SK/H4" in found.rules.deck
    assert "SK/X4" not in found.rules.deck
    assert 5 not in found.rules.deck
