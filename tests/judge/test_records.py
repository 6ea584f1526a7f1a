"""The judge through records: whole parts, rounds and matches with the full pack, honest or with a foul planted."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.judge.ways import MOST_WAYS
from referee.record.text import read
from referee.rules import Foul
from referee.table.table import Table, fold_record
from tests.oracle.deals import Writing, foul_record, match_record, part_record, round_record
from tests.oracle.detente import KINDS

chance = st.integers(0, 2**32).map(Random)
players = st.sampled_from([2, 3])
few = settings(derandomize=True, deadline=None, max_examples=25)
UNTRACED = pytest.mark.untraced


def folded(text: str) -> Table:
    return fold_record(read(text))


def fouls_of(table: Table) -> list[Foul]:
    return [foul for deal in table.deals for foul in deal.fouls]


def duel(*facts: str, cards: int = 4) -> Table:
    """A table of two, Ana and Ben, Ana leading; the first fact is line 6."""
    head = ["game double-detente", "seats Ana Ben", f"deal Ben cards={cards}", "bid Ana 1", "bid Ben 1"]
    return folded("\n".join([*head, *facts]) + "\n")


@UNTRACED
@few
@given(chance, players)
def test_an_honest_part_has_no_foul_and_the_right_score(rng: Random, seats: int) -> None:
    record = part_record(rng, players=seats)
    table = folded(record.text)
    assert fouls_of(table) == []
    assert dict(zip(table.seats, table.deals[0].scores(seats), strict=True)) == record.parts[0].scores()


@UNTRACED
@few
@given(chance, players)
def test_an_honest_round_has_no_foul_whatever_was_not_seen(rng: Random, seats: int) -> None:
    record = round_record(rng, players=seats, cards=rng.choice((4, 9)), writing=Writing(hide=0.06, open_hands=0.2))
    table = folded(record.text)
    assert fouls_of(table) == []
    assert len(table.deals) == len(record.parts)


@UNTRACED
@settings(few, max_examples=4)
@given(chance, players)
def test_an_honest_match_ends_as_the_laws_say(rng: Random, seats: int) -> None:
    match = match_record(rng, players=seats)
    table = folded(match.record.text)
    assert fouls_of(table) == []
    assert dict(zip(table.seats, table.standing.totals, strict=True)) == match.totals[-1]
    assert {table.seats[seat] for seat in table.standing.winners} == match.winners


@UNTRACED
@settings(few, max_examples=60)
@given(chance, players, st.sampled_from(KINDS), st.booleans())
def test_a_foul_is_proved_at_the_latest_by_the_card_that_shows_it(
    rng: Random, seats: int, kind: str, opened: bool
) -> None:
    record = foul_record(rng, kind, players=seats, cards=rng.choice((6, 13)), writing=Writing(open_hands=0.5 * opened))
    assert record.foul is not None
    table = folded(record.text)
    fouls = [foul for foul in fouls_of(table) if foul.explained is None]
    assert {table.seats[foul.seat] for foul in fouls if foul.seat is not None} <= {record.foul.seat}
    proof = "seen" if record.seen else "shown"
    plain = record.seen or record.shown
    if plain is not None:
        (foul,) = fouls
        assert (foul.kind, foul.committed) == (kind, record.committed)
        assert (foul.proof, foul.proved) == (proof, plain) or (foul.proof == "counted" and foul.proved <= plain)


def test_a_trump_on_hearts_and_a_heart_later_is_shown() -> None:
    table = folded(
        "game double-detente\nseats Ana Ben Cléo\ndeal Cléo part=1\nbid Ana 4\nbid Ben 5\nbid Cléo 3\n"
        "trick Ana H5 T4 H9\ntrick Ben S2 SK S9\ntrick Cléo H2 H8 H7\n"
    )
    (foul,) = fouls_of(table)
    assert (foul.kind, foul.seat, foul.proof, foul.committed, foul.proved) == ("must-follow", 1, "shown", 7, 9)
    assert foul.evidence == "H7"
    assert str(foul.message) == (
        "In trick 1 Ben plays T4 on H5, which says: no heart. In trick 3 H7 comes from the same hand."
    )


def first_part_of_three() -> list[str]:
    """Ana has 13 spades, Ben 13 diamonds, Cléo 13 clubs; hearts, trumps and the Excuse stay in the stock."""
    facts = ["deal Cléo part=1", "bid Ana 13", "bid Ben 0", "bid Cléo 0"]
    return facts + [f"trick Ana S{rank} D{rank} C{rank}" for rank in RANKS[:13]]


def test_two_who_may_have_fouled_are_both_named_until_a_card_shows_which() -> None:
    table = folded(
        "\n".join(
            [
                "game double-detente",
                "seats Ana Ben Cléo",
                *first_part_of_three(),
                *("deal Cléo part=2", "bid Ana 3", "bid Ben 3", "bid Cléo 3"),
                "trick Ana H1 T1 T2",  # line 24: 13 hearts are left, and Ana has room for 12
                "trick Cléo T3 T4 T5",
                "trick Ben H2 H3 H4",  # line 26: Ben had one, and Cléo had one, too
            ]
        )
    )
    assert table.deals[0].fouls == ()
    counted, ben, cleo = table.deals[1].fouls
    assert (counted.proof, counted.seat, counted.suspects) == ("counted", None, (1, 2))
    assert (counted.kind, counted.committed, counted.proved, counted.explained) == ("must-follow", 24, 24, 26)
    assert (ben.proof, ben.seat, ben.committed, ben.proved) == ("shown", 1, 24, 26)
    assert table.deals[1].pending == (ben, cleo)


RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")


def test_a_foul_of_the_first_part_may_be_proved_in_the_second() -> None:
    # Ben throws S1 on H1, and nobody sees his last card. In the second part all clubs, the last spades and diamonds
    # and the Excuse come: then it can only have been a heart.
    first = ["trick Ana H1 S1"] + [f"trick Ana D{RANKS[n]} S{RANKS[n + 1]}" for n in range(11)] + ["trick Ana DN ?"]
    second = ["C1", "SQ", "SK", "EX", "DQ", "DK", *(f"H{n}" for n in range(3, 10))]
    leads = ["CK", *(f"C{rank}" for rank in RANKS[1:13])]
    facts = [
        *("game double-detente", "seats Ana Ben", "deal Ben part=1", "bid Ana 9", "bid Ben 0"),
        *first,
        "took Ana",
        *("deal Ben part=2", "bid Ana 9", "bid Ben 0"),
        *(f"trick Ana {ana} {ben}" for ana, ben in zip(leads, second, strict=True)),
    ]
    before = folded("\n".join(facts[:-1]))
    assert fouls_of(before) == []
    table = folded("\n".join(facts))
    (foul,) = table.deals[0].fouls
    assert table.deals[1].fouls == ()
    assert (foul.kind, foul.seat, foul.proof) == ("must-follow", 1, "counted")
    assert (foul.committed, foul.proved) == (6, len(facts))


def test_what_an_unseen_card_was_decides_what_the_next_player_denied() -> None:
    # Ben took it with S2, so Ana led a lower spade, or the Excuse: H1 of Cléo says that she has no spade, no trump.
    plays = ["play Ana ?", "play Ben S2", "play Cléo H1"]
    table = three(*plays, "took Ben", "trick Ben D3 D2 D1", "trick Ben S3 S5")
    (foul,) = fouls_of(table)
    assert (foul.kind, foul.seat, foul.proof, foul.committed, foul.proved) == ("must-follow", 2, "shown", 9, 12)
    # Had Ana taken it, she may have led a heart, and Ben had to throw S2.
    assert fouls_of(three(*plays, "took Ana", "trick Ana D1 D3 D2", "trick Ben C3 S5")) == []


@pytest.mark.parametrize("bound", ["MOST", "MOST_WAYS"])
def test_where_more_must_be_tried_than_a_tap_can_weigh_nobody_is_accused(
    monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    told = ("play Ana ?", "play Ben S2", "play Cléo H1", "took Ben", "trick Ben D3 D2 D1")
    monkeypatch.setattr(f"referee.judge.ways.{bound}", 0)
    assert fouls_of(three(*told, "trick Ben S3 S5")) == []  # the foul of the test above


def five(*facts: str) -> Table:
    """A tarot table of five, Ana leading with her hand against the kitty; the first fact is line 10."""
    head = ["game tarot", "seats Ana Ben Cid Dan Eva", "deal Eva", "bid Ana garde-sans"]
    head += [f"bid {name} pass" for name in ("Ben", "Cid", "Dan", "Eva")]
    return folded("\n".join([*head, "call Ana CK", *facts]) + "\n")


@UNTRACED
def test_a_trick_of_which_one_card_was_seen_proves_with_its_winner_who_did_not_overtrump() -> None:
    # Ben took it from T4 with a trump that is neither T21, Cid's, nor T20, Dan's: Dan had to go over it.
    after = ["took Ben", "trick Ben T2 T21 T20"]
    (foul,) = fouls_of(five("trick Ana ? ? ? T4 ?", *after))
    assert (foul.kind, foul.seat, foul.law, foul.committed, foul.proved) == (
        "must-overtrump",
        3,
        "tarot.play.4",
        10,
        12,
    )
    # Had Dan shown no higher trump than Ben may have laid, there would be nothing to say.
    assert fouls_of(five("trick Ana ? ? ? T4 ?", "took Ben", "trick Ben T2 T21 T3")) == []
    # Of five cards nobody saw there is too much to try; nobody is accused of it.
    assert fouls_of(five("trick Ana ? ? ? ? ?", *after)) == []


@UNTRACED
def test_a_trick_of_nine_of_which_two_cards_were_seen_leaves_no_more_ways_than_a_tap_can_weigh() -> None:
    # Two such tricks had 9,224 and 11,161 ways, and each tap after them took from one second to thirty.
    deck = (
        "C5/D6,C9/D10,S10/CJ,FOOL/DK,SQ/H3,D5/S4,D4/H9,C6/DQ,S3/CA,HJ/CQ,D3/HA,S7/DJ,C2/H8,SK/D7,D8/CK,SJ/C3,D9/S2,"
        "D2/S8,C8/SA,C10/H4,H2/C7,DA/H10,S5/HK,S9/H6,H5/S6,C4/HQ,POPE/H7"
    )
    names = ("Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Ana", "Ben", "Cid")
    head = ["game double", f'option deck="A club:{deck}"', "seats Ana Ben Cid Dan Eva Fay Gus Hal Ida"]
    bids = [f"bid {name} {bid}" for name, bid in zip(names, (1, 2, 3, 3, 0, 5, 1, 4, 2), strict=True)]
    tricks = ["trick Dan ? ? C7 ? D10 ? D4 ? ?", "took Dan", "trick Dan ? ? H7 ? ? ? ? ? ?", "took Dan"]
    table = folded("\n".join([*head, "deal Cid cards=5", "turn C2/H8", *bids, *tricks]) + "\n")
    assert table.state.case is not None
    assert max(len(veil.ways) for veil in table.state.case.veils) <= MOST_WAYS
    assert fouls_of(table) == []


DARK = """game doppelkopf
preset standard
option dulle=no
option second_dulle=not_last
option nines=yes
option schweinchen=yes
option hochzeit=any
option armut=yes
option duty_solo=no
seats Ana Ben Cid Dan
deal Ana
bid Ben gesund
bid Cid gesund
bid Dan gesund
bid Ana gesund
play Ben ?
announce Ana re
play Cid CQ
play Dan HJ
play Ana DQ
took Cid
play Cid ?
play Dan HK
play Ana ?
play Ben ?
took Cid
play Cid SJ
play Dan SQ
play Ana DA
play Ben DQ
play Dan S9
play Ana S10
play Ben SA
play Cid ?
took Ben
play Ben D10
play Cid HQ
play Dan DK
play Ana HA
play Cid ?
play Dan CA
play Ana ?
play Ben CA
took Dan
play Dan ?
play Ana C9
play Ben ?
play Cid H10
took Ben
play Ben D10
play Cid ?
play Dan DJ
play Ana ?
"""


def test_many_ways_of_some_tricks_do_not_hide_what_is_proved_without_them() -> None:
    # A search written apart (the deals of the unseen cards as clauses) finds none in which Ana laid the ace of hearts
    # rightly, once she has taken the last trick.
    assert fouls_of(folded(DARK)) == []
    (foul,) = fouls_of(folded(DARK + "took Ana\n"))
    assert (foul.kind, foul.seat, foul.proof, foul.committed, foul.proved) == ("must-follow", 0, "counted", 39, 54)


def three(*facts: str) -> Table:
    """A table of three, Ana leading, with hands of four; the first fact is line 7."""
    head = ["game double-detente", "seats Ana Ben Cléo", "deal Cléo cards=4", "bid Ana 1", "bid Ben 1", "bid Cléo 1"]
    return folded("\n".join([*head, *facts]) + "\n")


def test_a_card_written_down_twice_is_a_slip_first() -> None:
    (foul,) = fouls_of(duel("trick Ana H5 H6", "play Ben H5"))
    assert (foul.kind, foul.seat, foul.proof, foul.committed, foul.proved) == ("already-played", 1, "seen", 7, 7)
    assert "slip of the pen" in str(foul.message)


def test_a_card_of_an_open_hand_cannot_come_from_another() -> None:
    head = ["game double-detente", "seats Ana Ben", "deal Ben cards=2", "hand Ben H1 S1", "bid Ana 0", "bid Ben 0"]
    (foul,) = fouls_of(folded("\n".join([*head, "play Ana H1"])))
    assert (foul.kind, foul.seat, foul.proof) == ("not-in-hand", 0, "seen")
    (foul,) = fouls_of(folded("\n".join([*head, "play Ana D1", "play Ben C1"])))
    assert (foul.kind, foul.seat, foul.proof) == ("not-in-hand", 1, "seen")
    assert str(foul.message).endswith("no such card is left in the hand that was shown")  # and nobody has shown C1


def test_a_card_known_to_lie_in_a_trick_is_gone() -> None:
    table = three("took Ben T1", "play Ben T1")
    assert [foul.kind for foul in fouls_of(table)] == ["already-played"]
    # Ana's T5 took T1 from Ben or from Cléo, who so denied higher trumps; then both show one.
    table = three("play Ana T5", "took Ana T1", "trick Ana T2 T6 T7")
    (foul,) = fouls_of(table)
    assert (foul.kind, foul.seat, foul.proof, foul.suspects) == ("must-overtrump", None, "counted", (1, 2))
    assert (foul.committed, foul.proved) == (8, 9)
    # Ben ruffed with the Petit: then he had no spade. Cléo may have.
    assert [(f.kind, f.seat) for f in fouls_of(duel("play Ana S1", "took Ben T1", "play Ben S2"))] == [
        ("must-follow", 1)
    ]


def test_a_card_noted_in_a_trick_and_played_before_is_a_slip() -> None:
    (foul,) = fouls_of(duel("trick Ana T1 T2", "play Ben S1", "took Ana T1"))
    assert (foul.kind, foul.seat, foul.suspects) == ("already-played", None, ())


def test_a_card_noted_in_a_trick_may_be_named_again_by_who_took_it() -> None:
    assert fouls_of(three("trick Ana S1 T1 ?", "took Ben T1", "trick Ben H1 H2 H3")) == []


def test_a_winner_who_cannot_have_won_is_a_slip_and_judging_goes_on() -> None:
    table = duel("play Ana T21", "play Ben ?", "took Ben", "trick Ben H1 S1", "trick Ben D1 H2")
    slip, foul = fouls_of(table)
    assert (slip.kind, slip.seat, slip.suspects) == ("inconsistent", None, ())
    assert (foul.kind, foul.seat, foul.committed) == ("must-follow", 0, 9)


def test_a_record_that_cannot_be_true_whoever_fouled_is_told_once() -> None:
    # T21 alone beats T20 and, T20 gone, T19.
    table = duel("play Ana T20", "play Ben ?", "took Ben", "play Ben ?", "play Ana T19", "took Ben", "trick Ben H1 H2")
    (slip,) = fouls_of(table)
    assert (slip.kind, slip.seat, slip.suspects, slip.proved) == ("inconsistent", None, (), 11)


TWO_PARTS = """game double-detente
seats Ana Ben Cléo
deal Ana part=1
bid Ben 7
bid Cléo 1
bid Ana 2
trick Ben H4 HN HK
trick Ana D1 T18 D7
trick Ben T3
play Cléo T14
play Ana DN
trick Cléo T9 C6 T10
took Ben
trick Ben H3 ? DQ
play Cléo D6
play Ana D8
play Ben H5
trick Ana C7 EX C2
trick Ana CQ C10 C3
trick Ana S9 S6 S7
play Ana CN
play Ben ?
play Cléo CK
took Cléo
trick Cléo T6 ? HQ
trick Cléo T2 D3 SN
deal Ana part=2
bid Ben 6
bid Cléo 3
bid Ana 2
trick Ben T7
play Cléo T15
play Ana T17
play Ana ?
play Ben S10
took Ana
play Ana HJ
play Ben H10
play Cléo H6
play Ana C5
play Ben H8
play Cléo C8
trick Cléo H2
play Ana D10
play Ben H9
trick Ben DK
play Cléo D4
play Ana D9
play Ben S5
play Cléo SK
play Ana S3
trick Cléo ? C9 S1
took Ana
"""


def test_who_broke_two_laws_in_the_second_part_is_not_told_of_the_first() -> None:
    """Either Ana or Ben must have broken a law twice in the second part; no breach of the first explains any of it."""
    first, second = folded(TWO_PARTS).deals
    assert first.fouls == ()
    assert [(foul.kind, foul.seat, foul.suspects, foul.committed > second.deal.line) for foul in second.fouls] == [
        ("must-follow", None, (0, 1), True)
    ]


def test_the_next_part_of_a_round_knows_what_came_out_of_the_hands() -> None:
    (foul,) = (
        folded(
            """game double-detente
seats Ana Ben Cid
deal Cid part=1 cards=3
bid Ana 1
bid Ben 1
bid Cid 1
trick Ana H2 H3 H4
trick Cid S5 S6 S7
trick Cid D2 D3 D4
deal Ana part=2 cards=3
bid Ben 1
bid Cid 1
bid Ana 2
play Ben D4
"""
        )
        .deals[1]
        .fouls
    )
    assert (foul.kind, foul.seat) == ("already-played", 1)
