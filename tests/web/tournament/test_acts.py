"""Every act by hand asks with a form: refused, it keeps what was typed and says why beside the field."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from referee.web.kit.forms import Line, Several
from referee.web.tournament.acts import ACTS
from tests.help.desk import Desk
from tests.help.web import Form, Visitor

TYPED = ("text", "number", "date", "time", "textarea")
NO_TEXT = "zz\x01"
"""Neither a number nor a text that can be kept: a control character stands in it."""
PLACES = ("?player=1", "?round=1&table=1", "/desk?player=1", "/desk/box", "/desk/agreed", "/boards")


def fields_of(act: type) -> Iterator[object]:
    return (getattr(act, name) for name in dir(act) if not name.startswith("_"))


def is_typed(field: object) -> bool:
    """Whether this is a field, not yet in a form, in which something is typed."""
    of, options = getattr(field, "field_class", object), getattr(field, "kwargs", {})
    return issubclass(of, Line | Several) and not options.get("hidden")


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    """A tournament in which every act is offered: a round of two teams begun, a penalty given, boards sealed."""
    desk = Desk(visitor, scoring="topage", depth="cards", team="4")
    desk.begin()
    desk.prepare("penalty", at="?player=1", points="10", reason="late")
    desk.do("make", at="/boards", count="2")
    return desk


def offered(desk: Desk) -> dict[str, Form]:
    """The first form of every act that asks for something to be typed."""
    found: dict[str, Form] = {}
    for place in PLACES:
        for form in desk.open(place).forms:
            word = form.action.partition(f"/tournament/{desk.id}/")[2]
            if word and any(control.type in TYPED for control in form.controls):
                found.setdefault(word, form)
    return found


def refused(desk: Desk, form: Form, language: str) -> str:
    """The page that answers where nothing typed can be taken."""
    desk.visitor.language = language
    typed = {control.name: NO_TEXT for control in form.controls if control.type in TYPED}
    page = desk.visitor.send(form, None, typed)
    assert desk.visitor.status == 422, form.action
    desk.visitor.language = "en"
    return page.source


def reasons(source: str) -> dict[str, str]:
    """What is said at each field, by its id."""
    found = re.findall(r'<p class="wrong" id="([^"]*)-wrong">(.*?)</p>', source, re.S)
    return {field: html.unescape(reason) for field, reason in found}


def test_every_act_that_asks_for_something_is_offered_on_a_page(desk: Desk) -> None:
    asking = {word for (_, word), act in ACTS.items() if any(map(is_typed, fields_of(act)))}
    assert asking == {word.rpartition("/")[2] for word in offered(desk)}


def test_what_was_typed_stays_in_every_form_that_is_refused(desk: Desk) -> None:
    for word, form in offered(desk).items():
        page = refused(desk, form, "en")
        again = next(each for each in re.findall(r"<form.*?</form>", page, re.S) if f'action="{form.action}"' in each)
        fields = sum(control.type in TYPED for control in form.controls)
        assert len(re.findall(f'value="{NO_TEXT}"|{NO_TEXT}</textarea>', again)) == fields, word


def test_the_reason_stands_at_the_field_in_the_language_of_the_reader(desk: Desk) -> None:
    for word, form in offered(desk).items():
        english, french = (reasons(refused(desk, form, language)) for language in ("en", "fr"))
        assert english, word
        assert english.keys() == french.keys(), word
        assert all(english[field] != french[field] for field in english), word


def test_a_field_that_is_refused_tells_a_screen_reader_why(desk: Desk) -> None:
    page = desk.do("adjust", at="?player=1", round="1", points="ten", reason="mixed up")
    field = next(got for tag, got in page.attributes if tag == "input" and got.get("aria-invalid") == "true")
    assert field["value"] == "ten"
    assert reasons(page.source)[field["aria-describedby"].removesuffix("-wrong")] == (
        "“ten” stands where a number was expected"
    )
    assert 'id="adjust" open' in page.source
    assert f'href="#{field["id"]}"' in page.source  # and the head of the page leads there


def test_another_form_of_the_same_act_is_not_touched_by_a_refusal(desk: Desk) -> None:
    desk.prepare("penalty", at="?player=1", points="20", reason="later still")
    forms = desk.open("?player=1").forms_of("cancel")
    page = desk.visitor.send(forms[1], None, {"reason": NO_TEXT})
    assert [NO_TEXT in [control.value for control in form.controls] for form in page.forms_of("cancel")] == [
        False,
        True,
    ]
