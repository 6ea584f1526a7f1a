"""Photos drawn from a seed: what lies there is read, and what cannot be read is said."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.help.scenes import decks, photos
from tests.help.scenes.eye import answer, laid_out

SHOT = photos.Shot("doppelkopf", deck=7, size=(1000, 750), glare=0, turned=False)
PILE = (*Random("a pile").sample(decks.CARDS["doppelkopf"], 12), "HA", "HA")
SAID = {
    "white": (replace(SHOT, table="white"), {"white"}),
    "checked": (replace(SHOT, table="checked"), {"pattern", "white"}),
    "overlap": (replace(SHOT, spoilt="overlap"), {"overlap"}),
    "cut": (replace(SHOT, spoilt="cut"), {"cut"}),
    "cup": (replace(SHOT, spoilt="cup"), {"overlap"}),
    "another deck": (replace(SHOT, deck=8), {"another deck"}),
    "far": (replace(SHOT, size=(300, 225)), {"far"}),
}
"""What cannot be read, and the words for it."""
READ = """
const model = taught(given.lessons);
return {
  lessons: given.lessons.map((lesson) => look(lesson.photo).found.map(({ corners }) => lesson.laid.find((each) => near(corners, each.corners))?.card)),
  views: Object.fromEntries(Object.entries(given.views).map(([name, view]) => [name, read(model, view, 2)])),
  copies: [1, 2, given.some].map((copies) => cards(model, given.views.felt, copies)),
  empty: read(reader.teach({ name: "none", cards: [] }), given.empty, 1),
};
"""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All that these tests ask of the eye, asked at once."""
    folder = tmp_path_factory.mktemp("photos")
    turned = replace(SHOT, turned=True)
    wood = photos.photo("wood", PILE, replace(turned, table="wood"))
    views = {
        "felt": laid_out(photos.photo("felt", PILE, turned), folder, "felt"),
        "wood": laid_out(wood, folder, "wood"),
        "sideways": laid_out(wood, folder, "sideways", turned=1),
        **{name: laid_out(photos.photo(f"said {name}", PILE, shot), folder, name) for name, (shot, _) in SAID.items()},
    }
    (folder / "empty.rgba").write_bytes(bytes((30, 90, 60, 255)) * 400 * 300)
    return answer(
        READ,
        lessons=[laid_out(photo, folder, str(at)) for at, (_, photo) in enumerate(photos.lessons("lesson", SHOT))],
        views=views,
        some={card: 2 if card == "HA" else 1 for card in decks.CARDS["doppelkopf"]},
        empty={"photo": {"file": str(folder / "empty.rgba"), "width": 400, "height": 300}, "laid": []},
    )


@pytest.mark.parametrize("name", ["felt", "wood", "sideways"])
def test_a_pile_is_read_either_way_up(read: Any, name: str) -> None:
    view = read["views"][name]
    assert view["doubts"] == []
    assert sorted(card["card"] for card in view["cards"]) == sorted(PILE)
    assert all(card["sure"] >= 0.5 for card in view["cards"])
    assert name == "sideways" or all(card["card"] == card["laid"] for card in view["cards"])


def test_cards_are_found_as_one_reads_a_page(read: Any) -> None:
    assert [card for order in read["lessons"] for card in order] == list(decks.CARDS["doppelkopf"])


def test_a_card_more_often_than_it_exists_is_not_sure(read: Any) -> None:
    once, twice, some = read["copies"]
    assert any(card["sure"] < 0.5 for card in once if card["laid"] == "HA")
    assert sum(card["card"] == "HA" for card in once) <= 1 or any(card["sure"] == 0 for card in once)
    for cards in (twice, some):
        assert [card["card"] for card in cards] == [card["laid"] for card in cards]
        assert all(card["sure"] >= 0.5 for card in cards if card["laid"] == "HA")


@pytest.mark.parametrize("name", SAID)
def test_what_it_cannot_read_it_says(read: Any, name: str) -> None:
    _, words = SAID[name]
    assert words & set(read["views"][name]["doubts"])


def test_an_empty_table_holds_no_cards(read: Any) -> None:
    assert read["empty"] == {"doubts": ["no cards"], "cards": []}
