"""The pages of laws say what the program says, and every law has a test that is marked with it."""

from pathlib import Path

import pytest

from referee.games import GAMES, game
from tools import rulings
from tools.laws import MADE, Game, Tests, made_page, marked_tests, named, page_of, paragraph_tests

GOLDEN = rulings.ROOT / "tests" / "golden"
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.fixture(scope="module")
def tests() -> Tests:
    """The tests of each law."""
    return marked_tests()


@each_game
def test_a_page_of_laws_is_up_to_date(game: Game, tests: Tests) -> None:
    page = page_of(game).read_text(encoding="utf-8")
    assert {"laws", "options"} <= {made[1] for made in MADE.finditer(page)}, "markers: point 4 of “Adding a game”"
    assert made_page(game, page, tests) == page, "python3 dev.py laws"


def test_the_page_of_all_rulings_is_up_to_date_and_has_no_empty_cell() -> None:
    page = rulings.PAGE.read_text(encoding="utf-8")
    assert rulings.made() == page, "python3 dev.py laws"
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert {len(row) for row in rows} == {6}
    assert all(cell.strip() for row in rows for cell in row)


def test_a_game_that_takes_no_bids_has_no_row_of_bids() -> None:
    seen = {game.name: rulings.detected(game) for game in GAMES}
    bidding = {path.parent.name for path in GOLDEN.glob("*/*.deal") if "\nbid " in path.read_text(encoding="utf-8")}
    bidding -= {game.name for game in GAMES if game.scores_only}  # its bids are written down, and nobody judges them
    assert {name for name, kinds in seen.items() if "illegal-bid" in kinds} == bidding


def test_a_phase_that_no_golden_record_comes_through_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "golden" / "double"
    folder.mkdir(parents=True)
    (folder / "counted.deal").write_text("game double\nseats Ana Ben\ndeal Ben\n", encoding="utf-8")
    monkeypatch.setattr(rulings, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match=r"tests/golden/double: .* while cards are laid, once the deal is over"):
        rulings.tables(game("double"), "standard")


@each_game
def test_no_two_laws_have_one_number(game: Game) -> None:
    ids = [law.id for law in game.laws]
    assert sorted(set(ids)) == sorted(ids)


@each_game
def test_every_law_has_a_test(game: Game, tests: Tests) -> None:
    assert [law.id for law in game.laws if not named(law.id, tests)] == []


def test_every_paragraph_of_the_tournament_rules_has_a_test_that_names_it_or_a_reason() -> None:
    page = page_of(game("doppelkopf")).read_text(encoding="utf-8")
    (made,) = (made[3] for made in MADE.finditer(page) if made[1] == "paragraphs")
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in made.splitlines()[2:]]
    assert [row[0] for row in rows if not row[2]] == []
    assert sorted(set(paragraph_tests()) - {row[0] for row in rows}) == []


def test_a_test_is_marked_with_laws_there_are(tests: Tests) -> None:
    laws = {law.id for game in GAMES for law in game.laws}
    chapters = {law.rpartition(".")[0] for law in laws}
    assert sorted(set(tests) - laws - chapters) == []


@each_game
def test_a_page_is_out_of_date_once_a_law_has_another_test(game: Game, tests: Tests) -> None:
    page = page_of(game).read_text(encoding="utf-8")
    law = game.laws[0].id
    other = made_page(game, page, tests | {law: ["test_of_another_name"]})
    assert "`test_of_another_name` |" in other
    assert len([row for row in other.splitlines() if row not in page]) == 1


def test_a_law_has_its_own_tests_and_those_of_its_chapter() -> None:
    tests = {"game.play.1": ["test_one"], "game.play": ["test_all"]}
    assert named("game.play.1", tests) == ["test_one", "test_all"]
    assert named("game.play.2", tests) == ["test_all"]
    assert named("game.score.1", tests) == []
