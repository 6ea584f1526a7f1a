"""The course of a match of Da Ban for the wall, and what a table of DOUBLE says of its deck."""

from referee.games.double import decks
from tests.help.da_ban import table
from tests.help.double import table as double_table


def course(*lines: str, options: tuple[str, ...] = ()) -> list[list[str]]:
    found = table(*lines, options=options)
    scored = [judged.scored for judged in found.deals]
    return [[str(cell) for cell in row] for row in found.rules.course(scored)[1]]


def reached(*lines: str, options: tuple[str, ...] = ()) -> list[tuple[int, ...]]:
    found = table(*lines, options=options)
    return [ladder.reached for ladder in found.rules.ladders([judged.scored for judged in found.deals])]


def test_a_round_given_up_is_an_empty_row_and_a_forfeit_says_foul() -> None:
    given_up = ["deal Dan master=Ana trump=H", "void"]
    assert course(*given_up) == [[""] * 6]
    fouled = [
        "deal Dan master=Ana levels=3,3 trump=H cards=4",
        "play Ana S5", "play Ben H9", "play Cid S6", "play Dan S7",
        "play Ben S8", "ruling 8 uphold",
    ]  # fmt: skip
    assert course(*fouled) == [["Ana", "3", "hearts", "foul", "Cid", ""]]


def test_the_winning_round_has_no_next_master() -> None:
    won = ["deal Dan master=Ana", "result points=100"]
    assert course(*won, options=("end_level=4",)) == [["Ana", "3", "", "100", "", ""]]
    assert reached(*won, options=("end_level=4",)) == [(0, 1), (0,)]


def test_levels_named_by_a_deal_move_the_ladders_both_ways() -> None:
    up = ["deal Dan master=Ana levels=7,3 trump=H", "result points=100"]
    assert reached(*up) == [(0, 1, 1, 1, 1, 1), (0,)]
    down = [*up, "deal Dan master=Ana levels=3,5 trump=H", "result points=185"]
    assert reached(*down) == [(0,), (0, 2, 2)]


def test_levels_are_written_as_ranks_or_as_numbers() -> None:
    for word in ("J", "11"):
        found = table(f"deal Dan master=Ana levels={word},3 trump=H", options=("end_level=14",))
        assert found.deals[0].deal.terms.levels == (11, 3)


def test_a_table_says_what_its_deck_is_worth() -> None:
    own = decks.make("Oak", decks.default().rows, {}).word
    nameless = decks.make("", decks.default().rows, {"lots": "1", "ace": "low"}).word
    said = {
        "default": "The motifs are paired as the program pairs them, not as on the published cards: "
        "for those, make a deck under the house rules of a new table.",
        "none": "Which motifs share a card is not known: scores and winners count, no foul can be proved.",
        own: "Deck: Oak",
        nameless: "Deck: a deck of your own",
    }
    for word, sentence in said.items():
        rules = double_table(options=(f'"deck={word}"' if " " in word else f"deck={word}",)).rules
        assert [str(remark) for remark in rules.remarks()] == [sentence]
        described = {option.name: option for option in rules.options.rows()}["deck"]
        assert str(described.value_text(described.value))
