"""Cards about which the referee has nothing to say, taken a short way: it comes to what the whole referee comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from importlib import import_module
from random import Random

import pytest

from referee.games import GAMES
from referee.judge import Case, tricks
from referee.judge.case import Claim, numbers
from referee.record.facts import Undone
from referee.record.grammar import parse
from referee.record.text import Entry, read
from referee.table.judged import Judged
from referee.table.state import State
from referee.table.table import Table, fold_record, open_table
from referee.words.text import Slip
from tests.bench.stall import spoilt

NAMES = [game.name.replace("-", "_") for game in GAMES]
PARTS = "game double-detente\nseats Ana Ben Cid\ndeal Cid part=1 cards=3\nbid Ana 1\nbid Ben 1\nbid Cid 1\n"
FIRST = "trick Ana H2 H3 H4\n"
ARMUT = (
    "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana vorbehalt\nbid Ben gesund\nbid Cid gesund\n"
    "bid Dan gesund\nbid Ana armut\nbid Ben refuse\nbid Cid accept\ngive Ana Cid DA DK D9\ngive Cid Ana DA CK C9\n"
)


GIVEN_WAY = (
    "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana gesund\nbid Ben vorbehalt\nbid Cid vorbehalt\n"
    "bid Dan gesund\nbid Ben armut\nbid Cid solo-diamonds\ntrick Ana D9 D9 DK CQ\ntrick Dan SQ DK HQ HQ\n"
)


FEW = "game da-ban\nseats Ana Ben Cid Dan\ndeal Dan master=Ana levels=3,3 trump=H\n"
PAIRS = FEW.replace("seats", "option follow_format=pairs_first\nseats", 1)

EARLY = (
    "game doppelkopf\npreset ddv\noption nines=yes\nseats Ana Ben Cid Dan\ndeal Ana\nbid Ben vorbehalt\n"
    "bid Cid gesund\nbid Dan gesund\nbid Ana gesund\nbid Ben solo-spades\n"
)
PLAYED = [
    "Ben",
    "HQ",
    "Dan",
    "HQ",
    "Cid",
    "CA",
    "Ana",
    "SJ",
    "Ben",
    "C10",
    "Cid",
    "CK",
    "Dan",
    "C9",
    "Ana",
    "CA",
    "Ana",
    "SK",
    "Ben",
    "HJ",
    "Cid",
    "SK",
    "Dan",
    "CJ",
    "Dan",
    "D10",
    "Ana",
    "DA",
    "Ben",
    "D9",
    "Cid",
    "DK",
    "Ana",
    "CK",
    "Ben",
    "C10",
    "Cid",
    "DQ",
    "Dan",
    "H9",
    "Cid",
    "S10",
    "Dan",
    "S9",
    "Ana",
    "DQ",
    "Ben",
    "S10",
    "Ana",
    "SA",
    "Ben",
    "SA",
    "Cid",
    "H9",
    "Dan",
    "DJ",
    "Cid",
    "CQ",
    "Dan",
    "SQ",
    "Ana",
    "S9",
    "Ben",
    "CQ",
    "Cid",
    "SQ",
    "Dan",
    "SJ",
    "Ana",
    "HJ",
    "Ben",
    "HK",
    "Cid",
    "HA",
    "Dan",
    "DK",
    "Ana",
    "H10",
    "Ben",
    "HA",
    "Ana",
    "DJ",
    "Ben",
    "C9",
    "Cid",
    "HK",
    "Dan",
    "D10",
]
"""Cards out of turn, so that a course begins where all that some hands denied has been seen."""


def told(state: State) -> tuple[object, ...]:
    """All that a state says."""
    case, last = state.case, state.last
    known = None if case is None or last is None else known_of(case, last)
    return state.deals, state.past, state.paid, state.standing, state.number, known


def known_of(case: Case, last: Judged) -> list[object]:
    """What is known of the cards: claims by who made them when, as far as they are of a pocket in which a card may lie, or
    of one that may come back into a hand.
    """

    def made(claims: int) -> list[Claim]:
        return [case.claims[number] for number in numbers(claims)]

    pockets = [(*p[:4], made(p.claims), p.denied, [(card, made(then)) for card, then in p.laid])
               for p in case.pockets if p.room or p.held or p.laid]  # fmt: skip
    veils = [(veil.holders, [case.claims[number] for number in veil.claims], veil.ways) for veil in case.veils]
    plays = {} if last.deal.state == "done" else {
        seat: (line, [(card, made(then)) for card, then in cards])
        for seat, (line, cards) in case.plays.items() if line >= last.deal.line
    }  # fmt: skip
    counted = [(foul, made(claims)) for foul, claims in case.counted]
    told = ("deck", "pockets", "claims", "proved", "blamed", "counted", "veils", "plays")
    rest = [getattr(case, field.name) for field in fields(case) if field.name not in told]
    return [pockets, made(case.proved), made(case.blamed), counted, veils, plays, *rest]


def folded(entries: Iterable[Entry], table: Table, look: bool) -> list[Table | str]:
    """The table after each fact, or why it was refused; where somebody looks, all is asked of each at once."""
    found: list[Table | str] = []
    for entry in entries:
        try:
            table = table.add(entry.line, entry.fact)
            found.append(table)
        except Slip as slip:
            found.append(str(slip))
        if look:
            told(table.state)
    return found


def said(tables: Iterable[Table | str]) -> list[object]:
    return [table if isinstance(table, str) else told(table.state) for table in tables]


def compare(text: str, monkeypatch: pytest.MonkeyPatch, look: bool = False) -> int:
    """Fold a record both ways; how many of its states are those of a course."""
    record = read(text)
    short = folded(record.entries, open_table(record.header), look)
    with monkeypatch.context() as patch:
        patch.setattr("referee.table.fold.open_course", lambda *_: None)
        whole = said(folded(record.entries, open_table(record.header), look=True))
    # Looked at from the end, each is made of what was known long before.
    assert said(reversed(short)) == whole[::-1], text
    return sum(isinstance(table, Table) and table.state.course is not None for table in short)


@pytest.fixture
def nothing_kept() -> None:
    """Every answer is worked out in the test, whatever was asked before."""
    tricks.answers.cache_clear()


@pytest.mark.untraced
@pytest.mark.parametrize("game", NAMES)
def test_a_quiet_card_comes_to_what_the_whole_referee_comes_to(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, short = Random(f"course {game}"), 0
    for turn in range(24):
        text, _ = import_module(f"tests.soak.{game}").deal(rng)
        short += compare(spoilt(rng, text) if turn % 4 == 3 else text, monkeypatch, look=turn % 2 == 1)
    assert short > 100


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(PARTS + FIRST + "trick Ana H5 H6 H7\nplay Ana H2\n", id="a card played twice"),
        pytest.param(PARTS + FIRST + "trick Ben S2 S3\nplay Ana T1\ntrick Cid H8 H9 H10\n", id="nobody's turn"),
        pytest.param(PARTS + FIRST + "play Cid H5\nplay Zoé H6\nplay Ana XX\nplay Ana H2/H3\n", id="slips of the pen"),
        pytest.param(PARTS + FIRST + "trick Cid H5 H6 H7 H8\ntrick Cid\ntrick Cid H5 H6+H7\n", id="no trick"),
        pytest.param(PARTS + FIRST + "trick Cid S5 T1 S7\ntrick Ben D2 H8 D3\n", id="a revoke shown"),
        pytest.param("\n".join([PARTS, *["trick Ana EX T1 H4", "trick Ben T2 T4 T5", "play Cid T3"]]), id="over-trump"),
        pytest.param(ARMUT + "play Ana DA\nplay Ben DQ\nplay Cid D9\nplay Dan DJ\n", id="cards handed over"),
        pytest.param(GIVEN_WAY + "trick Dan DJ DA SQ CJ\nplay Ben CJ\n", id="a trump too many of an armut given way"),
        pytest.param(PAIRS + "play Ana S5+S5\nplay Ben S6+S7\nplay Cid S8\n", id="a pair, no pair, too few"),
        pytest.param(FEW + "play Ana S5+S5\nplay Ben S6+S7\nplay Cid S8\n", id="too few, pairs or not"),
        pytest.param(FEW + "play Ana S5+S6\nplay Ben S8+S8\n", id="no pair led"),
        pytest.param(
            FEW + "play Ana S5\nplay Cid S9\nplay Ben S9\nplay Dan S7\nplay Ben C4\n", id="early, and an equal one"
        ),
        pytest.param(
            FEW + "play Ana S5\nplay Dan S9\nplay Dan S8\nplay Ben S4\nplay Cid H4\nplay Cid C4\n", id="early, twice"
        ),
        pytest.param(
            FEW + "play Ana S5\nplay Dan S9+S9\nplay Ben S8\nplay Cid S7\nplay Ben D4\n", id="early, too many"
        ),
        pytest.param(
            FEW.replace("trump", "cards=1 trump") + "play Dan S5\nplay Ben S9\nplay Cid S9\nplay Ana S7\n",
            id="early, the only trick",
        ),
        pytest.param(
            FEW + "result points=185\ndeal Ana cards=5\nhand Ana BK LK H3 S4 S5\nshow Cid H3\ngive Ana Ben LK\n"
            "play Ben S6\nplay Cid S7\n",
            id="a poor tribute, whose time is over with the first lead",
        ),
        pytest.param(
            "game da-ban\noption first_master=agreed\nseats Ana Ben Cid Dan\ndeal Dan master=Cid trump=C\n"
            "result master=Cid points=235\ndeal Dan cards=8 trump=none\nkitty SK HA D10 D8 SK S9\ngive Cid Dan H3 D3\n"
            "give Dan Cid HK D3\ntrick Dan ? ? H3+DA ?\ntook Dan\nplay Dan ?\nplay Cid ?\n",
            id="given cards and two laid at once leave other room than there are cards",
        ),
        pytest.param(
            "game tarot\nseats Ana Ben Cid Dan Eva\ndeal Eva\nbid Ana garde-sans\ncall Ana HK\n"
            "play Ana H2\nplay Ben H3\nplay Cid T1\nplay Dan H4\nplay Eva HK\ntrick Eva S2 S3 S4 T2 S5\n",
            id="the first lead of a suit called, the Petit",
        ),
        pytest.param(
            EARLY + "".join(f"play {seat} {card}\n" for seat, card in zip(PLAYED[::2], PLAYED[1::2], strict=True)),
            id="cards that fit nowhere after what was denied has been seen",
        ),
    ],
)
def test_what_is_not_quiet_is_the_whole_referees(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(text, monkeypatch)


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_a_referee_that_can_keep_no_more_answers_says_the_same(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, "MOST", most)
    compare(PARTS + FIRST + "trick Cid S5 T1 S7\ntrick Ben D2 H8 D3\n", monkeypatch)


UNSEEN_GIFT = ARMUT.partition("give")[0] + "give Ana Cid count=3\ngive Cid Ana count=3 trumps=1\n"
SIX = (
    "game da-ban\noption kings=shown\noption kitty=8\nseats Ana Ben Cid Dan Eva Fay\ndeal Dan\n"
    "show Cid BK D6\nkitty C4 S5 CA C7 DJ DQ C2 SQ\ndiscard Cid S6 LK H9 S7 S4 H2 D2 S5\n"
)


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        pytest.param(SIX + "trick Cid CA CJ C8 C7 S3 C5\ntrick Ana SA SJ S7 S9 S10 S8\n", 2, id="a card more in some hands"),
        pytest.param(
            UNSEEN_GIFT + "play Ana CA\nplay Ben CK\nplay Cid CK\nplay Dan C10\nplay Ana H9\nplay Ben HA\nplay Cid HK\n",
            7, id="a hand that took cards nobody saw",
        ),
        pytest.param(UNSEEN_GIFT + "trick Ana H9 HA HK HK\ntrick Ben CK C10 C9 CA\n", 2, id="a trick with one of its cards"),
        pytest.param(
            "game tarot\nseats Ana Ben Cid\ndeal Cid\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\n"
            "play Ana T5\nplay Ben T1\nplay Cid T6\nplay Cid H2\nplay Ana H3\nplay Ben T2\nplay Ben S1\nplay Cid S2\n",
            7, id="the Petit, and another trump of that hand",
        ),
    ],
)  # fmt: skip
def test_where_a_hand_took_cards_or_has_one_more_a_card_is_quiet_all_the_same(
    text: str, quiet: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, found = read(text), 0
    table = open_table(record.header)
    for entry in record.entries:
        table = table.add(entry.line, entry.fact)
        found += table.state.course is not None
    assert (found, table.deals[-1].fouls) == (quiet, ())
    compare(text, monkeypatch)


def test_a_state_is_a_value_whatever_else_is_played_from_it() -> None:
    begun = fold_record(read(PARTS + FIRST))
    one = begun.add(9, parse("play Cid S5")).add(10, parse("play Ana S6"))
    other = begun.add(9, parse("play Cid D5")).add(10, parse("play Ana D9"))
    back = one.add(11, Undone()).add(12, Undone())
    assert [play.card for play in one.deals[0].deal.trick.plays] == ["S5", "S6"]
    assert [play.card for play in other.deals[0].deal.trick.plays] == ["D5", "D9"]
    assert (back.state, [entry.line for entry in back.log[-4:]]) == (begun.state, [9, 10, 11, 12])
    assert [len(table.log) for table in (begun, one, other, back)] == [5, 7, 7, 9]
    assert begun.extend([]).log == begun.log
    assert (one.latest, back.latest, open_table(begun.header).latest) == (parse("play Ana S6"), Undone(), None)


def test_the_next_part_of_a_round_knows_what_came_out_of_the_hands_of_a_record_that_is_only_read() -> None:
    text = (
        PARTS
        + FIRST
        + "trick Cid S5 S6 S7\ntrick Cid D2 D3 D4\ndeal Ana part=2 cards=3\nbid Ben 1\nbid Cid 1\nbid Ana 2\nplay Ben D4\n"
    )
    (foul,) = fold_record(read(text)).deals[1].fouls
    assert (foul.kind, foul.seat) == ("already-played", 1)
