"""Doppelkopf against its oracle: honest deals of every contract, planted fouls, scores, legal cards, announcements."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.record import text as record
from referee.table.report import answer
from referee.table.table import Table, fold_record
from tests.help.doppelkopf import HEALTHY, last, solo
from tests.oracle.doppelkopf import SOLOS, full_deck, legal, side_wins, value, winner
from tests.oracle.doppelkopf_deals import fouled, honest
from tests.oracle.doppelkopf_table import CONTRACTS, FOULS, Written
from tests.oracle.typed import doppelkopf_result

seeds = st.integers(0, 2**32).map(Random)
contracts = st.sampled_from(CONTRACTS)
some = settings(deadline=None, max_examples=150)
few = settings(deadline=None, max_examples=60)


def folded(text: str) -> Table:
    return fold_record(record.read(text))


@some
@given(seeds, contracts, st.sampled_from([0.0, 0.1]), st.sampled_from([0.0, 0.3]), st.none() | st.integers(1, 47))
def test_honest_deals_are_never_accused(
    rng: Random, contract: str, hide: float, open_hands: float, stop: int | None
) -> None:
    written = honest(rng, contract, hide=hide, open_hands=open_hands, stop=stop)
    assert [foul for deal in folded(written.text).deals for foul in deal.fouls] == [], written.text


@some
@given(seeds, contracts)
@pytest.mark.law("doppelkopf.value.7")
def test_who_takes_each_trick_the_points_and_the_scores_are_the_oracles(rng: Random, contract: str) -> None:
    written = honest(rng, contract)
    deal = answer("x", folded(written.text))["deals"][0]
    if written.void:
        assert deal["state"] == "void"
        return
    assert [trick["winner"] for trick in deal["tricks"]] == list(written.winners)
    assert (tuple(deal["re"]), deal["result"]["points"]) == (written.re, written.points)
    assert deal["scores"] == paid(written, deal["dealer"]), written.text
    assert sum(deal["scores"].values()) == 0


def paid(written: Written, dealer: str) -> dict[str, int]:
    """What each seat gets, by the oracle."""
    assert written.worth is not None
    own = written.worth * (3 if len(written.re) == 1 else 1)
    found = {seat: own if seat in written.re else -written.worth for seat in written.seats}
    if len(written.seats) == 5:
        found[dealer] = 0
    return found


@some
@given(seeds, st.sampled_from(FOULS), st.sampled_from([0.0, 0.3]))
def test_a_planted_foul_is_proved_at_the_first_card_that_shows_it(rng: Random, kind: str, open_hands: float) -> None:
    written = fouled(rng, kind, open_hands=open_hands)
    table = folded(written.text)
    found = [foul for deal in table.deals for foul in deal.fouls]
    if written.foul is None:
        assert found == [], written.text
        return
    name, committed, shown, kinds = written.foul
    seat = table.seats.index(name)
    assert all(seat in foul.suspects for foul in found), written.text
    if shown is not None:
        mine = [foul for foul in found if foul.seat == seat and foul.committed == committed and foul.kind in kinds]
        assert mine, written.text
        assert mine[0].proved <= shown


@pytest.mark.parametrize("kind", FOULS)
def test_fouls_are_really_planted(kind: str) -> None:
    planted = [fouled(Random(seed), kind).foul for seed in range(60)]
    assert sum(foul is not None and foul[2] is not None for foul in planted) >= 8


@few
@given(seeds, st.sampled_from(["normal", *SOLOS]), st.booleans(), st.booleans())
@pytest.mark.law("doppelkopf.trump.1")
def test_legal_cards_are_the_oracles(rng: Random, contract: str, dulle: bool, second: bool) -> None:
    deck = full_deck()
    rng.shuffle(deck)
    lead, hand = deck[0], deck[1 : 1 + rng.randint(1, 5)]
    bids = HEALTHY if contract == "normal" else solo("Cid", contract)
    options = (f"dulle={'yes' if dulle else 'no'}", f"second_dulle={'yes' if second else 'no'}")
    lawful = legal(hand, [lead], contract, dulle)
    for card in hand:
        lines = [f"deal Dan cards={len(hand)}", f"hand Ben {' '.join(hand)}", *bids, f"play Ana {lead}"]
        assert bool(last(*lines, f"play Ben {card}", options=options)["fouls"]) == (card not in lawful)
    trick = deck[:4]
    taker = ("Ana", "Ben", "Cid", "Dan")[winner(trick, contract, dulle, second)]
    deal = last("deal Dan", *bids, f"trick Ana {' '.join(trick)}", options=options)
    assert deal["tricks"][0]["winner"] == taker


levels = st.integers(0, 5)
NAMES = ("no90", "no60", "no30", "schwarz")


@st.composite
def counted(draw: st.DrawFn) -> tuple[int, dict[str, dict[str, int]]]:
    """Card points of Re and extras of both sides that a deal can have: two foxes, four tricks of 40, one last trick."""
    re, kontra = ({"fox": 0, "karlchen": 0, "karlchen-caught": 0, "doppelkopf": 0} for _ in range(2))
    for name, most in (("fox", 2), ("doppelkopf", 4)):
        together = draw(st.integers(0, most))
        re[name] = draw(st.integers(0, together))
        kontra[name] = together - re[name]
    last = re if draw(st.booleans()) else kontra
    last["karlchen"] = draw(st.integers(0, 1))
    last["karlchen-caught"] = draw(st.integers(0, 2 - last["karlchen"]))
    low, high = (
        max(11 * made["fox"], 40 * made["doppelkopf"], 2 * (made["karlchen"] + made["karlchen-caught"]))
        for made in (re, kontra)
    )
    return draw(st.integers(low, 240 - high)), {"re": re, "kontra": kontra}


@some
@given(
    counted(), levels, levels, st.booleans(),
    st.sampled_from(["normal", "hochzeit", "armut", "silent-solo", "hochzeit-solo", "solo-jacks"]),
    st.fixed_dictionaries({
        "against_old": st.sampled_from(["non_solo", "not_poverty", "always", "never"]),
        "beat_level_bonus": st.booleans(), "extras": st.booleans(), "karlchen_caught": st.booleans(),
        "both_fail": st.sampled_from(["thresholds_and_extras", "ddv_7_1_3", "extras"]),
        "re_kontra": st.sampled_from(["plus2", "double"]),
    }),
)  # fmt: skip
@pytest.mark.law("doppelkopf.win.2", "doppelkopf.value.6")
def test_a_result_is_worth_what_the_oracle_says(
    deal: tuple[int, dict[str, dict[str, int]]], re: int, kontra: int, no_trick: bool, kind: str,
    house: dict[str, str | bool],
) -> None:  # fmt: skip
    points, extras = deal
    side = {0: "re", 240: "kontra"}.get(points) if no_trick else None
    said_of_tricks = side or ("nobody" if points in (0, 240) else None)
    alone = kind.endswith("solo") or kind == "solo-jacks"
    assume(doppelkopf_result(points, said_of_tricks, {"re": {}, "kontra": {}} if alone else extras))
    said = {"re": ["said", *NAMES][:re], "kontra": ["said", *NAMES][:kontra]}
    worth = value(
        points, said["re"], said["kontra"], side, extras, solo=alone,
        armut=kind == "armut", against_old=str(house["against_old"]), beat=bool(house["beat_level_bonus"]),
        with_extras=bool(house["extras"]), caught=bool(house["karlchen_caught"]),
        both_fail=str(house["both_fail"]), double=house["re_kontra"] == "double",
    )  # fmt: skip
    line = f"result re={'Ana' if alone else 'Ana,Ben'} type={kind} points={points}"
    for one, words in said.items():
        line += f" {one}-said=" + ",".join([one, *words[1:]][: len(words)]) if words else ""
    for one, made in extras.items():
        line += f" {one}-extra=" + ",".join(f"{name}:{count}" for name, count in made.items())
    line += f" no-trick={said_of_tricks}" if said_of_tricks else ""
    options = [
        f"{name}={('no', 'yes')[choice] if isinstance(choice, bool) else choice}" for name, choice in house.items()
    ]
    got = last("deal Dan", line, options=tuple(options))["scores"]
    assert got == {"Ana": worth * (3 if alone else 1), "Ben": -worth if alone else worth, "Cid": -worth, "Dan": -worth}


@given(st.integers(0, 240), levels, levels)
@pytest.mark.law("doppelkopf.win.1")
def test_never_do_both_sides_win(points: int, re: int, kontra: int) -> None:
    said = {"re": ["said", *NAMES][:re], "kontra": ["said", *NAMES][:kontra]}
    won = [
        side_wins("re", points, said["re"], said["kontra"], None),
        side_wins("kontra", points, said["kontra"], said["re"], None),
    ]
    assert not all(won)
    assert any(won) or (re > 1 and kontra > 1)
