"""Who is on the list and who is here: marks taken off again, players deleted, the same name asked about."""

from __future__ import annotations

import re
from dataclasses import replace

from referee.words.letters import plain
from tests.help.desk import Desk, form_of
from tests.help.web import Visitor

NAMES = ("Zoé Abel", "Ana Müller", "Ben Österreich", "Dan Zimmer")


def test_a_second_tap_takes_the_mark_off(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.add(*NAMES)
    form, button = form_of(desk.open(), "came", said="2")
    assert f'value="2" formaction="{form.action.replace("came", "not-come")}"' in visitor.page.source
    visitor.send(replace(form, action=form.action.replace("came", "not-come")), button, {})
    assert "3 players here" in desk.open().text
    assert "not here after all: Ana Müller" in desk.log()
    desk.prepare("came", at="", said="2")  # a third tap sets it again
    assert "4 players here" in desk.open().text


def test_a_player_is_taken_off_the_list_before_play(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.add(*NAMES)
    desk.prepare("not-come", at="?player=2")
    desk.prepare("remove", at="?player=2")
    assert "Ana Müller" not in desk.open("/part/players").text
    assert "off the list: Ana Müller" in desk.log()
    desk.seat(1, NAMES[0], NAMES[2], NAMES[3])
    assert not desk.open("?player=1").forms_of("remove")


def test_nobody_who_sits_at_a_table_loses_the_mark(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.begin(*NAMES)
    assert not desk.open("?player=1").forms_of("not-come")


def test_a_name_on_the_list_is_asked_about_once_however_it_comes(visitor: Visitor) -> None:
    desk = Desk(visitor, signup="yes")
    desk.add(*NAMES)
    desk.do("add", at="", name="ana müller")
    asked = "ana müller is on the list already. Somebody else of that name? Then press once more."
    assert visitor.status == 422
    assert asked in visitor.page.text
    form, button = form_of(visitor.page, "add", name="ana müller")
    visitor.send(form, button, {})
    assert "5 players here" in desk.open().text
    desk.do("replace", at="?player=1", name="Dan Zimmer")
    assert visitor.status == 422
    assert "Dan Zimmer is on the list already" in visitor.page.text
    phone = Visitor(visitor.client.application)
    phone.go(desk.code("player"))
    phone.press("Sign up", name="Ana Müller")
    assert "Ana Müller is on the list already" in phone.page.text
    phone.press("Sign up")
    assert "6" in desk.open("/part/players").text


def test_lists_of_names_go_from_a_to_z(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.begin(*NAMES)
    for place, menu in (("?round=1&table=1", "other"), ("?player=1", "by")):
        choices = re.findall(r'<option value="[1-9][^>]*>([^<]*)<', _menu(desk.open(place).source, menu))
        assert choices == sorted(choices, key=plain)
        assert len(choices) > 2


def _menu(source: str, name: str) -> str:
    found = re.search(rf'<select id="[\w-]*" name="{name}".*?</select>', source, re.S)
    assert found
    return found[0]


def test_a_foul_of_an_earlier_round_takes_its_points_there(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.begin(*NAMES)
    desk.enter(1, 30, -10, -10, -10)
    desk.seat(2, *NAMES)
    desk.prepare("start", at="")
    desk.prepare("penalty", at="?player=1", round="1", points="50", reason="a card shown")
    desk.prepare("penalty", at="?player=2", points="20", reason="late")
    assert "−50 in round 1: a card shown" in desk.open("?player=1").text
    assert "−20 in round 2: late" in desk.open("?player=2").text


def ticked(desk: Desk) -> set[str]:
    (form,) = [form for form in desk.open("/print").forms if form.action.endswith("paper.pdf")]
    return {control.value for control in form.controls if control.name == "piece" and control.checked}


def test_only_what_is_wanted_now_is_ticked_to_be_printed(visitor: Visitor) -> None:
    desk = Desk(visitor)
    assert ticked(desk) == set()  # there are no seats yet, and no standings
    desk.begin(*NAMES)
    assert ticked(desk) == {"names", "sheets"}
    desk.enter(1, 30, -10, -10, -10)
    assert ticked(desk) == {"standings"}


def test_who_has_not_paid_owes_before_anybody_is_here(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.read("Name\n" + "\n".join(NAMES))
    desk.prepare("fees", at="/desk/agreed", fee="5")
    assert "4 players still owe €20.00" in desk.open("/desk").text
