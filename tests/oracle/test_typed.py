"""A typed result is taken exactly if some play of the cards gives it."""

from itertools import product
from random import Random

import pytest

from referee.games.tarot import Tarot
from referee.rules import Deal, Resulted, Ruleset
from referee.words.text import Slip
from tests.oracle.tarot import CONTRACTS, HAND
from tests.oracle.tarot_deals import NAMES, Style
from tests.oracle.tarot_deals import deal as tarot_deal
from tests.oracle.typed import tarot_result

SLAMS = (None, "made", "announced-made", "announced-failed", "defence", "announced-failed,defence")


def takes(rules: Ruleset, deal: Deal, keys: dict[str, str]) -> bool:
    """Whether the game takes a result without a word against it."""
    try:
        return not rules.step(deal, 5, Resulted(keys)).fouls
    except Slip:
        return False


def tarot(players: int, discard: str) -> tuple[Ruleset, Deal]:
    rules = Tarot(Tarot.presets["standard"].changed("discard", discard), NAMES[:players])
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
