"""Complete deals from other programs' test suites, replayed card by card: no foul, and the scores they publish."""

from pathlib import Path

import pytest

from referee.record.text import read
from referee.table.report import answer
from referee.table.table import fold_record

GOLDEN = Path(__file__).parents[2] / "golden" / "tarot"

PUBLISHED = {
    "tarotmag-17": {"bouts": 1, "South": -102},
    "tarotmag-18": {"bouts": 2, "South": 162},
    "three-bouts": {"bouts": 3, "South": 216},
    "petit-last-for-the-defence": {"bouts": 1, "petit": "defence", "North": -174},
    "slam-announced-and-failed": {
        "bouts": 3,
        "points": 81,
        "petit": "attack",
        "slam": "announced-failed",
        "South": 360,
    },
    "slam-with-everything": {"bouts": 3, "petit": "attack", "slam": "announced-made", "South": 2886},
    "excuse-last-and-petit-lost": {"bouts": 1},
    "excuse-of-the-defence-last": {"bouts": 3},
    "petit-last-contract-made": {"points": 56, "petit": "attack", "Ana": 120, "Ben": -40},
    "petit-last-contract-failed": {"points": 44, "petit": "attack", "Ana": -66, "Ben": 22},
    "five-excuse-lost": {"points": 71.5, "bouts": 2, "Ana": -112},
    "five-contract-failed": {"points": 50, "bouts": 1, "Ana": 52},
    "five-slam": {"points": 91, "slam": "made", "Ana": -360},
    "five-petit-last-and-handful": {"points": 66.5, "petit": "attack", "Ana": -152},
    # by hand
    "five-alone-king-in-the-kitty": {
        "partner": "alone",
        "points": 87,
        "bouts": 2,
        "slam": "made",
        "Ana": 1936,
        "Ben": -484,
    },
    # by hand: six low cards set aside and no trick, 53 short: 78 x 2, and the slam of the defence
    "trump-hidden-in-the-discard": {"bouts": 0, "points": 3, "slam": "defence", "Nora": -1068, "Élie": 356},
    # by hand: South has 1 bout and 43 points (32 of 51 needed: 33 x 3), and the Petit last
    "one-trump-in-the-last-trick": {"bouts": 1, "points": 43, "petit": "attack", "South": -69},
}


@pytest.mark.untraced
@pytest.mark.parametrize("path", [GOLDEN / f"{name}.deal" for name in sorted(PUBLISHED)], ids=lambda path: path.stem)
@pytest.mark.law("tarot.cards.1")
def test_a_published_deal_is_played_by_the_laws_and_pays_what_was_published(path: Path) -> None:
    deal = answer(path.name, fold_record(read(path.read_bytes())))["deals"][0]
    assert deal["state"] == "done"
    assert [foul["ruling"] for foul in deal["fouls"]] == ["waive"] * len(deal["fouls"])
    found = {**deal["result"], **deal["scores"]}
    assert {key: found[key] for key in PUBLISHED[path.stem]} == PUBLISHED[path.stem]
    assert sum(deal["scores"].values()) == 0


def test_the_deals_led_or_set_aside_against_the_law_are_the_only_ones_with_a_foul() -> None:
    fouls = {path.stem for path in GOLDEN.glob("*.deal") if "waive" in path.read_text(encoding="utf-8")}
    assert fouls == {"five-excuse-lost", "five-slam", "trump-hidden-in-the-discard"}
