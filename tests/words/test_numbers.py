"""Numbers as they are printed: a true minus, a plus before a gain, the decimal sign of the reader's language."""

from fractions import Fraction

import pytest

from referee.words.numbers import amount, decimal, figure, gain, minus


@pytest.mark.parametrize(
    ("value", "total", "score"), [(20, "20", "+20"), (-5, "−5", "−5"), (0, "0", "0"), (2.5, "2½", "+2½")]
)
def test_a_total_has_its_minus_and_a_score_its_plus_too(value: float, total: str, score: str) -> None:
    assert minus(value) == total
    assert gain(value) == score


@pytest.mark.parametrize(("language", "said"), [("en", "−1.5"), ("fr", "−1,5"), ("de", "−1,5")])
def test_a_decimal_has_the_sign_of_its_language(language: str, said: str) -> None:
    assert decimal(-1.5, "0.0", language) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [(7, "7"), (-1200, "−1200"), (Fraction(14, 2), "7"), (Fraction(-10, 3), "−3,33"), (Fraction(1, 2), "0,5")],
)
def test_points_of_a_match_are_whole_where_they_can_be(value: Fraction | int, said: str) -> None:
    assert figure(value, "fr") == said


@pytest.mark.parametrize(
    ("cents", "language", "said"),
    [
        (1250, "en", "€12.50"),
        (1250, "fr", "12,50\N{NO-BREAK SPACE}€"),
        (1250, "de", "12,50\N{NO-BREAK SPACE}€"),
        (5, "en", "€0.05"),
        (-700, "en", "−€7.00"),
    ],
)
def test_money_is_written_as_its_language_writes_it(cents: int, language: str, said: str) -> None:
    assert amount(cents, "EUR", language) == said
