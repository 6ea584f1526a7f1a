"""A typed result is taken exactly if some play of the cards gives it."""

from itertools import product
from random import Random

import pytest

from referee.games.doppelkopf import Doppelkopf
from referee.games.tarot import Tarot
from referee.rules import Deal, Resulted, Ruleset
from referee.words.text import Slip
from tests.help.tables import a_table
from tests.oracle.doppelkopf import full_deck, legal, points_of, winner
from tests.oracle.tarot import CONTRACTS, HAND
from tests.oracle.tarot_deals import NAMES, Style
from tests.oracle.tarot_deals import deal as tarot_deal
from tests.oracle.typed import detente_results, doppelkopf_result, tarot_result

SLAMS = (None, "made", "announced-made", "announced-failed", "defence", "announced-failed,defence")


def takes(rules: Ruleset, deal: Deal, keys: dict[str, str]) -> bool:
    """Whether the game takes a result without a word against it."""
    try:
        return not rules.step(deal, 5, Resulted(keys)).fouls
    except Slip:
        return False


def tarot(players: int, discard: str) -> tuple[Ruleset, Deal]:
    rules = Tarot(Tarot.presets["standard"].with_option("discard", discard), NAMES[:players])
    return rules, rules.begin(1, 4, 0, {}, ()).deal


@pytest.mark.untraced
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(
    ("contract", "discard"),
    [("garde", "fft"), ("petite", "free"), ("garde-sans", "fft"), ("garde-contre", "fft")],
)
@pytest.mark.law("tarot.count.2", "tarot.count.4")
def test_a_tarot_result_is_taken_where_some_play_gives_it_and_nowhere_else(
    players: int, contract: str, discard: str
) -> None:
    rules, deal = tarot(players, discard)
    alone = {"partner": "alone"} if players == 5 else {}
    wrong = []
    for bouts, halves in product(range(4), range(183)):
        for slam, petit in ((None, None), *_two(bouts, halves)):
            keys = {"taker": NAMES[0], "contract": contract, "bouts": str(bouts), "points": f"{halves / 2:g}", **alone}
            keys |= ({"slam": slam} if slam else {}) | ({"petit": petit} if petit else {})
            if takes(rules, deal, keys) != tarot_result(
                players, contract, discard == "free", bouts, halves, slam, petit
            ):
                wrong.append(keys)
    assert wrong == []


def _two(bouts: int, halves: int) -> list[tuple[str | None, str | None]]:
    """Two of the ways to say slam and Petit, so that over all points each comes up many times."""
    ways = list(product(SLAMS, (None, "attack", "defence")))
    at = halves * 4 + bouts
    return [ways[at % len(ways)], ways[(at * 7 + 3) % len(ways)]]


@pytest.mark.untraced
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.law("tarot.count.2")
def test_what_a_tarot_deal_comes_to_is_taken_when_it_is_typed(players: int) -> None:
    rng, rules_of = Random(players), dict[str, tuple[Ruleset, Deal]]()
    for contract in CONTRACTS:
        rules_of[contract] = tarot(players, "fft")
    typed = 0
    while typed < 120:
        made = tarot_deal(rng, players, Style())
        if made is None or made.void or len(made.tricks) != HAND[players]:
            continue
        count = made.counted()
        keys = {"taker": NAMES[made.taker], "contract": made.contract, "bouts": str(count.bouts)}
        keys |= {"points": f"{count.points:g}"} | ({"petit": count.petit} if count.petit else {})
        keys |= {"slam": count.slam} if count.slam else {}
        if players == 5:
            keys["partner"] = "alone" if made.partner is None else NAMES[made.partner]
        rules, deal = rules_of[made.contract]
        assert takes(rules, deal, keys), keys
        typed += 1


EXTRAS = {"fox": 2, "karlchen": 1, "karlchen-caught": 2, "doppelkopf": 4}


@pytest.mark.untraced
@pytest.mark.parametrize("nines", ["yes", "no"])
@pytest.mark.law("doppelkopf.deck.1")
def test_a_doppelkopf_result_is_taken_where_some_play_gives_it_and_nowhere_else(nines: str) -> None:
    rules = Doppelkopf(Doppelkopf.presets["standard"].with_option("nines", nines), NAMES[:4])
    deal, rng, wrong = rules.begin(1, 4, 3, {}, ()).deal, Random(7), []
    for points, at in product(range(241), range(24)):
        extras = {"re": _extras(rng, at), "kontra": _extras(rng, at)}
        together = {name: extras["re"].get(name, 0) + extras["kontra"].get(name, 0) for name in EXTRAS}
        last = [made.get("karlchen", 0) + made.get("karlchen-caught", 0) for made in extras.values()]
        if any(together[name] > most for name, most in EXTRAS.items()) or all(last) or sum(last) > 2:
            continue
        for no_trick in (None, "nobody", "re", "kontra"):
            keys = {"re": f"{NAMES[0]},{NAMES[1]}", "points": str(points)} | (
                {"no-trick": no_trick} if no_trick else {}
            )
            keys |= {
                f"{side}-extra": ",".join(f"{name}:{number}" for name, number in made.items())
                for side, made in extras.items()
                if made
            }
            if takes(rules, deal, keys) != doppelkopf_result(points, no_trick, extras, nines == "yes"):
                wrong.append(keys)
    assert wrong == []


def _extras(rng: Random, at: int) -> dict[str, int]:
    """None for the first of each row of tests, then some."""
    return {name: rng.randint(1, most) for name, most in EXTRAS.items() if at and rng.random() < 0.3}


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.law("doppelkopf.deck.1")
def test_what_a_doppelkopf_deal_comes_to_is_taken_when_it_is_typed(seed: int) -> None:
    rng = Random(seed)
    rules = Doppelkopf(Doppelkopf.presets["standard"], NAMES[:4])
    deck = full_deck()
    rng.shuffle(deck)
    hands = [deck[at : at + 12] for at in range(0, 48, 12)]
    re, leader, tricks = {seat for seat in range(4) if "CQ" in hands[seat]}, 0, list[list[str]]()
    takers = []
    for _ in range(12):
        order, laid = [(leader + step) % 4 for step in range(4)], list[str]()
        for seat in order:
            card = rng.choice(legal(hands[seat], laid, "normal", False))
            hands[seat].remove(card)
            laid.append(card)
        leader = order[winner(laid, "normal", False)]
        takers.append(leader)
        tricks.append(laid)
    points = sum(points_of(laid) for laid, taker in zip(tricks, takers, strict=True) if taker in re)
    keys = {"re": ",".join(NAMES[seat] for seat in sorted(re)), "points": str(points)}
    sides = {taker in re for taker in takers}
    if points in (0, 240):
        keys["no-trick"] = "nobody" if len(sides) == 2 else "kontra" if sides == {True} else "re"
    if len(re) == 1:
        keys["type"] = "silent-solo"
    assert takes(rules, rules.begin(1, 4, 3, {}, ()).deal, keys), keys


@pytest.mark.untraced
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("noted", "unseen"),
    [((), set()), ((0,), set()), ((0,), {0}), ((0, 1), set()), ((1, 1), set()), ((0, 1), {1}), ((1, 0), {0})],
)
@pytest.mark.law("double-detente.score.3", "double-detente.score.5")
def test_a_part_of_detente_is_taken_as_typed_where_some_play_gives_it_and_nowhere_else(
    seats: int, noted: tuple[int, ...], unseen: set[int]
) -> None:
    size, names = 3, NAMES[:seats]
    lines = [f"deal {names[-1]} cards={size}", *(f"bid {name} 0" for name in names)]
    lines[-1] = f"bid {names[-1]} 1"
    lowest = ["S1 S2 S3", "H1 H2 H3", "D1 D2 D3"]
    for at, taker in enumerate(noted):
        if at in unseen:
            lines.append(f"took {names[taker]}")
        else:
            leader = noted[at - 1] if at else 0
            suit, order = "SHD"[at], [(leader + step) % seats for step in range(seats)]
            cards = {seat: lowest[at].split()[step] for step, seat in enumerate(order)} | {taker: f"{suit}K"}
            lines.append(f"trick {names[leader]} " + " ".join(cards[seat] for seat in order))
    table = a_table("double-detente", *lines, seats=names)
    assert table.current is not None
    can, wrong = detente_results(seats, noted, unseen, size), []
    for tricks in product(range(size + 1), repeat=seats):
        for petit, last, excuse in product((None, *range(seats)), (False, True), (None, *range(seats))):
            keys = {"tricks": ",".join(map(str, tricks))} | ({"petit-last": "yes"} if last else {})
            keys |= {} if petit is None else {"petit": names[petit]}
            keys |= {} if excuse is None else {"excuse-last": names[excuse]}
            if takes(table.rules, table.current.deal, keys) != ((tricks, petit, last, excuse) in can):
                wrong.append(keys)
    assert wrong == []


@pytest.mark.untraced
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.law("double.deal.1")
def test_a_round_of_double_is_taken_as_typed_where_the_tricks_can_still_fall_so(players: int) -> None:
    names = NAMES[:players]
    for noted in ([], ["took Ana"], ["took Ana", "took Ben"]):
        lines = ["deal Ana cards=3", "turn SK/H4", *(f"bid {names[(at + 1) % players]} 1" for at in range(players))]
        table = a_table("double", *lines, *noted, seats=names)
        assert table.current is not None
        for tricks in product(range(4), repeat=players):
            least = [sum(name in line for line in noted) for name in names]
            right = sum(tricks) == 3 and all(made >= own for made, own in zip(tricks, least, strict=True))
            typed = {"tricks": ",".join(map(str, tricks))}
            assert takes(table.rules, table.current.deal, typed) == right, (noted, tricks)


@pytest.mark.untraced
@pytest.mark.parametrize("bonus", ["none", "x1", "x2"])
@pytest.mark.parametrize("aside", [None, "S5 S10 SK C5 C4 C3", "S4 S6 S7 S8 S9 SJ"])
@pytest.mark.law("da-ban.points.1")
def test_points_of_a_round_of_da_ban_are_taken_where_the_tricks_noted_leave_them(bonus: str, aside: str | None) -> None:
    """A trick noted of each side holds 30 and 20 points; the rest lies in tricks to come or among the six cards aside."""
    lines = ["deal Dan master=Ana levels=3,3 trump=H"]
    if aside:
        lines += ["kitty H4 S4 S6 S7 S8 S9", f"discard Ana {aside}"]
    lines += ["trick Ana DA DK D10 D10", "trick Ana C6 CA CK C10"]
    table = a_table("da-ban", *lines, options=[f"kitty_bonus={bonus}"])
    assert table.current is not None
    ours, theirs, times = 30, 20, {"none": 0, "x1": 1, "x2": 2}[bonus]
    known = None if aside is None else sum({"5": 5, "10": 10, "K": 10}.get(card[1:], 0) for card in aside.split())
    can = {
        theirs + more + (times * under if last else 0)
        for under in ([known] if known is not None else range(0, 65, 5))
        for more in range(0, 305 - ours - theirs - under, 5)
        for last in (False, True)
    }
    typed = {made: takes(table.rules, table.current.deal, {"points": str(made)}) for made in range(-5, 400)}
    assert {made for made, taken in typed.items() if taken} == can
