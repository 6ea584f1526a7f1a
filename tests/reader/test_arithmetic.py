"""The arithmetic of the eye, against sums done otherwise."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random

import pytest

from tests.help.scenes.eye import READER, answer


def test_an_assignment_costs_no_more_than_the_cheapest_of_all() -> None:
    rng = Random("assignment")
    tables = []
    for rows in (1, 2, 3, 4, 5):
        for columns in range(rows, 7):
            tables += [
                [[rng.choice((0, rng.random(), 9)) for _ in range(columns)] for _ in range(rows)] for _ in range(4)
            ]
    chosen = answer("return given.tables.map((costs) => assigning.assignment(costs));", tables=tables)
    for costs, columns in zip(tables, chosen, strict=True):
        assert len(set(columns)) == len(costs)
        cheapest = min(
            sum(costs[row][column] for row, column in enumerate(order))
            for order in permutations(range(len(costs[0])), len(costs))
        )
        assert sum(costs[row][column] for row, column in enumerate(columns)) == pytest.approx(cheapest)


def test_a_homography_takes_every_place_as_the_camera_does() -> None:
    def camera(x: float, y: float) -> tuple[float, float]:
        """A pinhole camera that leans: worked out by hand, no matrix."""
        depth = 10 + 0.6 * x - 0.8 * y
        return 500 * (x + 0.1 * y) / depth + 300, 500 * (0.9 * y - 0.05 * x) / depth + 200

    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    places = [(0.5, 0.5), (0.25, 0.8), (2, -1), (0, 0)]
    found = answer(
        "const flat = plane.homography(given.corners, given.seen); return given.places.map(([x, y]) => plane.place(flat, x, y));",
        corners=corners,
        seen=[camera(x, y) for x, y in corners],
        places=places,
    )
    for (x, y), place in zip(places, found, strict=True):
        assert place == pytest.approx(camera(x, y), abs=1e-6)


def test_four_points_on_a_line_have_no_homography() -> None:
    assert answer("return plane.homography([[0,0],[1,0],[1,1],[0,1]], [[0,0],[1,1],[2,2],[3,3]]);") is None


def test_the_sides_around_a_card_with_round_corners_meet_in_its_corners() -> None:
    square = [(10, 0), (90, 0), (100, 10), (100, 150), (90, 160), (10, 160), (0, 150), (0, 10)]
    hull, corners = answer(
        "const hull = outlining.hull(given.points); return [hull, outlining.quadrilateral(hull)];",
        points=[*square, (50, 50), (20, 140)],
    )
    assert sorted(map(tuple, hull)) == sorted(square)
    assert sorted((round(x), round(y)) for x, y in corners) == [(0, 0), (0, 160), (100, 0), (100, 160)]


def test_what_touches_is_one_blob_and_what_does_not_is_two() -> None:
    rows = ["..........", ".##..#.#..", ".##..#.#..", ".....###..", "..........", "#........."]
    light = [255 if pixel == "#" else 0 for row in rows for pixel in row]
    sizes = answer(
        "return outlining.blobs({width: 10, height: 6, light: given.light}, 128, 1).map(({area}) => area);", light=light
    )
    assert sorted(sizes) == [1, 4, 7]


@pytest.mark.parametrize(("across", "down"), [(2, 1), (1, 2), (2, 2)])
def test_cards_that_a_lamp_runs_together_are_found_each(across: int, down: int) -> None:
    """A dim light lies between some of twelve cards: together they have a card's shape."""
    light = [[25] * 480 for _ in range(360)]
    for number in range(12):
        left, top = 80 + 68 * (number % 4), 100 + 82 * (number // 4)
        for row in range(top, top + 75):
            light[row][left : left + 60] = [230] * 60
    for row in range(100, 100 + 82 * down - 7):
        for column in range(80, 80 + 68 * across - 8):
            light[row][column] = max(70, light[row][column])
    found = answer(
        "return outlining.outlines({ width: 480, height: 360, light: given.light }).map(({ corners }) => plane.middle(corners));",
        light=[value for row in light for value in row],
    )
    middles = sorted([110 + 68 * (number % 4), 137.5 + 82 * (number // 4)] for number in range(12))
    assert len(found) == 12
    for place, card in zip(sorted(found), middles, strict=True):
        assert place == pytest.approx(card, abs=2)


def test_a_glare_is_doubted_where_the_card_below_it_is_not_sure() -> None:
    """Six dull cards, a lamp mirrored in the first. A card that is asked elsewhere has nothing to do with the lamp."""
    width, height, cards = 600, 450, [(60 + 180 * (at % 3), 40 + 200 * (at // 3)) for at in range(6)]
    light = [[30] * width for _ in range(height)]
    for left, top in cards:
        for row in range(top, top + 160):
            light[row][left : left + 100] = [200] * 100
    for row in range(70, 130):
        light[row][80:140] = [255] * 60
    found = [{"corners": [[x, y], [x + 100, y], [x + 100, y + 160], [x, y + 160]]} for x, y in cards]
    told = answer(
        """const data = new Uint8ClampedArray(given.light.flatMap((each) => [each, each, each, 255]));
        return given.readings.map((each) => reader.doubts({ width: 600, height: 450, data }, given.found, each));""",
        light=[value for row in light for value in row],
        found=found,
        readings=[
            [{"sure": 0.1 if at == unsure else 0.9, "strange": 0.1} for at in range(6)] for unsure in (None, 0, 5)
        ],
    )
    assert told == [[], ["glare"], []]


def test_the_value_below_which_a_part_lies() -> None:
    values = [10] * 90 + [200] * 10
    assert answer("return [0.5, 0.89, 0.95].map((part) => outlining.quantile(given.values, part));", values=values) == [
        10,
        10,
        200,
    ]


def test_the_eye_knows_no_page_and_no_network_and_is_small() -> None:
    scripts = sorted(READER.glob("*.js"))
    text = "\n".join(script.read_text(encoding="utf-8") for script in scripts)
    assert re.findall(r"\b(?:document|window|fetch|localStorage|navigator|XMLHttpRequest|importScripts)\b", text) == []
    assert set(re.findall(r'from "([^"]+)"', text)) <= {f"./{script.name}" for script in scripts}
    assert len(text.encode()) <= 50_000
    assert max(script.read_text(encoding="utf-8").count("\n") for script in scripts) < 400
