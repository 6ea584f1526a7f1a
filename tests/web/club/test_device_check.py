"""The hall check: what a device found of itself is told to it and to who is in charge, and to nobody else."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.web.club import device_check
from referee.web.club.device_check import DEVICES_KEPT, Checked, Measured
from tests.help.web import ORIGIN, Visitor

WELL = {"trip": "12", "clock": "800", "keeps": "yes", "awake": "yes", "battery": "80", "name": "Table 3"}


def send(visitor: Visitor, **measured: str) -> tuple[int, str]:
    visitor.open("/check")
    form = next(form for form in visitor.page.forms if form.action == "/check")
    data = {**form.sent(None, {}).to_dict(), **measured}
    answer = visitor.client.post("/check", data=data, headers={"Origin": ORIGIN, "Accept-Language": visitor.language})
    return answer.status_code, answer.text


def test_a_device_is_told_what_it_found_in_its_own_language(app: Flask) -> None:
    status, text = send(Visitor(app, "de", address="192.168.1.7"), **WELL)
    assert status == 200
    assert "Table 3" in text
    assert "hin und zurück in 12" in text
    assert text.count("✓") == 6
    assert "lacks" not in text


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        ({"trip": "900"}, "there and back in 900 ms"),
        ({"clock": "-3600000"}, "its clock is 60 minutes slow"),
        ({"clock": "7200000"}, "its clock is 120 minutes fast"),
        ({"keeps": "no"}, "loses waiting taps at a reload"),
        ({"awake": "no"}, "lets its screen go dark"),
        ({"battery": "11"}, "battery 11 %"),
    ],
)
def test_what_is_not_well_stands_out(app: Flask, measured: dict[str, str], words: str) -> None:
    _, text = send(Visitor(app, address="192.168.1.7"), **WELL | measured)
    assert text.count("✓") == 5
    assert "lacks" in text
    assert words in text.split('class="ill"')[1]


def test_the_computer_alone_is_told_where_its_tables_are_and_what_it_needs(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.server.doctor.lan_addresses", lambda: ["192.168.1.5"])
    visitor.open("/")
    assert "This computer" in visitor.page.text
    page = visitor.open("/computer").text
    assert str(app.config["DATABASE"]) in page
    assert "http://192.168.1.5:80/" in page  # the port of this very page
    app.config["LISTENS"] = "127.0.0.1"
    page = visitor.open("/computer").text
    assert ("http://192.168.1.5" in page, "start it with --host 0.0.0.0" in page) == (False, True)
    other = Visitor(app, address="192.168.1.8")
    assert "This computer" not in other.open("/").text
    other.open("/computer")
    assert (other.status, str(app.config["DATABASE"]) in other.page.text) == (403, False)


def test_the_computer_alone_ends_the_program(app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[bool] = []
    monkeypatch.setattr(device_check, "end_program", lambda: ended.append(True))
    other = Visitor(app, address="192.168.1.8")
    other.open("/")
    form = next(form for form in other.page.forms if form.method == "post")
    token = form.sent(None, {}).to_dict()
    assert other.client.post("/computer/end", data=token, headers={"Origin": ORIGIN}).status_code == 403
    assert not ended
    visitor.open("/computer")
    visitor.press("End Referee")
    assert "Referee has ended" in visitor.page.text
    assert ended


def test_who_is_in_charge_sees_all_devices_and_nobody_else_does(app: Flask, visitor: Visitor) -> None:
    for number in (1, 2):
        send(Visitor(app, address=f"192.168.1.{number}"), **WELL | {"name": f"Tablet {number}"})
    page = visitor.open("/check/all")
    assert page.text.index("Tablet 2") < page.text.index("Tablet 1")
    owner, other = Visitor(app, address="192.168.1.8"), Visitor(app, address="192.168.1.9")
    owner.new_table()
    other.open(owner.path)
    assert "Tablet 1" in owner.open("/check/all").text
    other.open("/check/all")
    assert other.status == 403
    assert "All devices" not in other.open("/check").text


@pytest.mark.parametrize("measured", [{"trip": "fast"}, {"clock": "٣"}, {"battery": "1e9"}, {"trip": "9" * 400}])
def test_what_is_no_measurement_is_refused(app: Flask, measured: dict[str, str]) -> None:
    assert send(Visitor(app, address="192.168.1.7"), **WELL | measured)[0] == 400


def test_of_too_many_devices_the_one_longest_silent_is_dropped() -> None:
    checked = Checked()
    for number in range(DEVICES_KEPT + 1):
        checked.note(str(number), Measured(str(number), 1, 1, True, True, False, None))
    checked.note("1", Measured("again", 1, 1, True, True, False, None))
    names = [measured.name for _, measured in checked.all()]
    assert (len(names), names[0], names[-1]) == (DEVICES_KEPT, "again", "2")
