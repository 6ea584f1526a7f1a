"""Messages with values, errors that say them."""

import pytest

from referee.words.numbers import minus
from referee.words.text import Amount, Begun, CardName, RefereeError, Slip, T, Text, bare, with_line

FRENCH = {
    "{name} plays {card}": "{name} joue {card}",
    "no heart": "pas de cœur",
    "line {line}: {text}": "ligne {line} : {text}",
}


class French:
    """A language of three messages."""

    code = "fr"

    def message(self, msgid: str) -> str:
        return FRENCH.get(msgid, msgid)

    def card(self, code: str) -> str:
        return code.replace("K", "R")


def test_a_text_without_a_language_is_said_in_english() -> None:
    assert str(T("{name} plays {card}", name="Ana", card=CardName("HK"))) == "Ana plays HK"


def test_a_language_says_the_message_and_names_the_cards_its_own_way() -> None:
    assert T("{name} plays {card}", name="Ana", card=CardName("HK")).say(French()) == "Ana joue HR"


def test_a_text_inside_a_text_is_said_in_the_same_language() -> None:
    assert T("{a}; {a}", a=T("no heart")).say(French()) == "pas de cœur; pas de cœur"


def test_a_list_is_said_with_commas() -> None:
    said = T("{cards} / {names}", cards=(CardName("HK"), CardName("S2")), names=["Ana", "Ben"])
    assert said.say(French()) == "HR, S2 / Ana, Ben"


def test_braces_in_a_name_stay_as_they_are() -> None:
    assert str(T("{name} deals", name="{card}")) == "{card} deals"


def test_braces_in_a_message_without_values_stay_as_they_are() -> None:
    assert str(T("a set {A}")) == "a set {A}"


@pytest.mark.parametrize(
    ("value", "said"), [(0.0, "0"), (0.5, "½"), (-0.5, "−½"), (41.0, "41"), (-3.5, "−3½"), (-15, "−15")]
)
def test_a_number_in_a_sentence_has_its_half_and_a_true_minus(value: float, said: str) -> None:
    assert minus(value) == said
    assert str(T("{points}", points=value)) == said


def test_money_inside_a_text_is_said_in_the_language_of_the_text() -> None:
    owed = T("{name}: {sum}", name="Ana", sum=Amount(1250, "EUR"))
    assert str(owed) == "Ana: €12.50"
    assert owed.say(French()) == "Ana: 12,50\N{NO-BREAK SPACE}€"


def test_equal_texts_are_one_in_a_set() -> None:
    assert len({T("{n}", n=1), T("{n}", n=1), T("{n}", n=2), Text("no heart")}) == 3


def test_an_error_says_its_text_and_keeps_its_fields() -> None:
    error = RefereeError(T("there is no {found}", found="H15"), found="H15")
    assert (str(error), error.fields) == ("there is no H15", {"found": "H15"})


def test_a_bare_error_says_the_same_and_keeps_nothing_it_came_through() -> None:
    def come_through() -> None:
        try:
            raise KeyError
        except KeyError as cause:
            raise Slip(T("no heart")) from cause

    with pytest.raises(Slip) as raised:
        come_through()
    error = bare(raised.value)
    assert (str(error), error.__traceback__, error.__cause__, error.__context__) == ("no heart", None, None, None)


def test_a_slip_learns_its_line_once() -> None:
    slip = Slip(T("no heart"))
    assert with_line(slip).say(French()) == "pas de cœur"
    assert with_line(slip.at(7).at(9)).say(French()) == "ligne 7 : pas de cœur"


def test_a_text_that_begins_a_sentence_inside_a_text_has_a_capital_in_front() -> None:
    assert (
        str(T("Ben leads. {side} had won already.", side=Begun(T("the attack"))))
        == "Ben leads. The attack had won already."
    )
