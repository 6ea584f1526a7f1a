"""One shape for all games: the modules a game's folder may hold."""

from pathlib import Path

import pytest

import referee.games

FOLDER = Path(referee.games.__file__).parent
SHAPE = {
    "cards", "laws", "options", "terms", "auction", "play", "result", "score", "fouls", "prompts", "match", "rules",
    "stakes",
}  # fmt: skip
OF_THEIR_OWN = {"decks", "rulings", "announce"}
"""What some games have beside: decks to choose from, a code of arbitration, announcements of many kinds."""

GAMES = sorted(path.parent for path in FOLDER.glob("*/rules.py"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_no_modules_but_those_of_the_one_shape(game: Path) -> None:
    assert {path.stem for path in game.rglob("*.py")} <= SHAPE | OF_THEIR_OWN | {"__init__"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_face_of_a_game_has_ten_lines_at_most(game: Path) -> None:
    assert len((game / "__init__.py").read_text(encoding="utf-8").splitlines()) <= 10


def test_the_games_are_loaded_when_they_are_asked_for_and_nothing_else_is_there() -> None:
    import referee.games as games

    assert [game.name for game in games.GAMES] == list(games.CLASSES)
    with pytest.raises(AttributeError, match="NOTHING"):
        games.__getattr__("NOTHING")
