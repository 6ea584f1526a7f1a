"""One shape for all games: the modules a game's folder may hold."""

from pathlib import Path

import pytest

import referee.games
from referee.rules.ruleset import Ruleset

FOLDER = Path(referee.games.__file__).parent
SHAPE = {
    "cards", "laws", "options", "terms", "auction", "play", "result", "score", "fouls", "prompts", "match", "rules",
    "stakes",
}  # fmt: skip
OF_THEIR_OWN = {"decks", "rulings", "announce"}
"""What some games have beside: decks to choose from, a code of arbitration, announcements of many kinds."""

MUST = ("name", "title", "players", "presets", "laws", "picture", "usual")
"""What the class of a game must say beside its methods (the first screen of rules/ruleset.py)."""

COMMON = ("out-of-turn", "not-in-hand", "already-played", "inconsistent")
"""The kinds of fouls that the program itself finds in every game."""

GAMES = sorted(path.parent for path in FOLDER.glob("*/rules.py"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_no_modules_but_those_of_the_one_shape(game: Path) -> None:
    assert {path.stem for path in game.rglob("*.py")} <= SHAPE | OF_THEIR_OWN | {"__init__"}, (
        "modules of another name: see SHAPE, and point 2 of “Adding a game” in CONTRIBUTING.md"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_face_of_a_game_has_ten_lines_at_most(game: Path) -> None:
    assert len((game / "__init__.py").read_text(encoding="utf-8").splitlines()) <= 10


@pytest.mark.parametrize("game", referee.games.GAMES, ids=lambda game: game.name)
def test_a_game_says_all_that_a_game_must_say(game: type[Ruleset]) -> None:
    assert [word for word in MUST if not hasattr(game, word)] == []
    assert "standard" in game.presets, "docs/laws are made under the preset of this name"
    rules = game(game.presets["standard"], tuple("abcdefghij"[: game.players[0]]))
    assert [word for word in ("deck", "pad") if not hasattr(rules, word)] == []


def test_a_class_that_its_package_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(referee.games.CLASSES, "da-ban", "DaBann")
    with pytest.raises(TypeError, match=r"referee\.games\.da_ban has no class DaBann: is it in its __all__\?"):
        referee.games.game("da-ban")


def test_the_games_are_loaded_when_they_are_asked_for_and_nothing_else_is_there() -> None:
    import referee.games as games

    assert [game.name for game in games.GAMES] == list(games.CLASSES)
    with pytest.raises(AttributeError, match="NOTHING"):
        games.__getattr__("NOTHING")


@pytest.mark.parametrize("game", referee.games.GAMES, ids=lambda game: game.name)
def test_every_kind_of_foul_breaks_a_law_that_there_is(game: type[Ruleset]) -> None:
    for preset in game.presets.values():
        rules = game(preset, tuple("abcdefghij"[: game.players[0]]))
        broken = {kind: rules.kind_law(kind) for kind in (*rules.breaches, *COMMON)}
        assert [kind for kind, law in broken.items() if rules.law(law) is None] == [], "see kind_laws and other_law"
