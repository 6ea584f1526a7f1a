"""The hall check: each device measures itself before the evening; the director sees all results."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, g, render_template, request
from flask.typing import ResponseReturnValue

from referee.cache import Cache
from referee.club.access import IN_CHARGE
from referee.server.doctor import examine
from referee.server.serve import end as end_program
from referee.store import on_server
from referee.store.notes import Notes
from referee.web.kit.guard import answers_alone
from referee.web.kit.request import say
from referee.web.kit.rights import anyone, decides, on_the_computer
from referee.web.kit.shared import shared
from referee.web.kit.visit import access, device_kind
from referee.words.text import T, Text

check = Blueprint("check", __name__)
DEVICES_KEPT = 500
HOUR = 3600.0
SLOW_MS, CLOCK_MS, LOW = 500, 60_000, 30


@dataclass(frozen=True, slots=True)
class Measured:
    """What a device measured: its round trip and how far its clock is ahead, both in milliseconds.

    Also whether it keeps taps through a reload, keeps its screen awake, and came over https; the battery in percent,
    None where unknown.
    """

    name: str
    trip: int
    clock: int
    keeps: bool
    awake: bool
    secure: bool
    battery: int | None

    def rows(self) -> list[tuple[bool, Text]]:
        """Each finding, and whether it is good."""
        rows = [
            (self.trip <= SLOW_MS, T("reaches the computer, there and back in {ms} ms", ms=self.trip)),
            (abs(self.clock) <= CLOCK_MS, _clock(self.clock)),
            (self.keeps, T("keeps taps through a reload") if self.keeps else T("loses waiting taps at a reload")),
            (self.awake, T("keeps its screen awake") if self.awake else T("lets its screen go dark")),
            (True, T("over https: goes on without the computer") if self.secure else T("over http")),
        ]
        if self.battery is not None:
            rows.append((self.battery >= LOW, T("battery {percent} %", percent=self.battery)))
        return rows


@dataclass(frozen=True, slots=True)
class DeviceTile:
    """A checked device: whether all is good, each finding with whether it is, and how many minutes ago that was."""

    name: str
    good: bool
    findings: tuple[tuple[bool, str], ...]
    minutes: int


def _clock(ahead: int) -> Text:
    if abs(ahead) <= CLOCK_MS:
        return T("its clock is right")
    minutes = round(abs(ahead) / 60_000)
    late, early = T("its clock is {n} minutes slow", n=minutes), T("its clock is {n} minutes fast", n=minutes)
    return early if ahead > 0 else late


class Checked:
    """The last result of each device, since the program started; with `notes`, for the hour they last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, notes: Notes | None = None) -> None:
        self._clock = clock
        self._notes = notes
        self._of = Cache[tuple[float, Measured]](DEVICES_KEPT)

    def note(self, device: str, measured: Measured) -> None:
        """Keep a device's result; of too many devices, drop the one silent longest."""
        if self._notes:
            self._notes.put("checked", device, json.dumps(asdict(measured)))
        else:
            self._of.put(device, (self._clock(), measured))

    def all(self) -> list[tuple[float, Measured]]:
        """All results with their age in seconds, last first."""
        if self._notes:
            notes = list(self._notes.within("checked", HOUR).values())[:DEVICES_KEPT]
            return [(note.ago, Measured(**json.loads(note.text))) for note in notes]
        return [(self._clock() - at, measured) for at, measured in self._of.values()]


def results() -> Checked:
    """The last result of each device of this club."""
    return cast(Checked, shared("checked"))


def directs_something() -> bool:
    """Whether this device is the computer itself, or in charge of a tournament or a table."""
    return g.host or any(member.role in IN_CHARGE for member in access().subjects(g.device).values())


@check.get("/check")
@anyone
def page() -> ResponseReturnValue:
    """The page on which a device measures itself."""
    return render_template("club/check.html", may_see=directs_something())


@check.get("/check/ping")
@anyone
def ping() -> ResponseReturnValue:
    """The time here in milliseconds, by which a device measures its round trip and its clock."""
    return Response(str(int(time.time() * 1000)), mimetype="text/plain")


@check.post("/check")
@anyone
def note() -> ResponseReturnValue:
    """Keep the result of this device, and show it."""
    form = request.form
    name = form.get("name", "").strip()[:40]
    measured = Measured(
        name=name if name.isprintable() and name else device_kind(),
        trip=_number(form, "trip", 0, 600_000),
        clock=_number(form, "clock", -(10**13), 10**13),
        keeps=form.get("keeps") == "yes",
        awake=form.get("awake") == "yes",
        secure=request.is_secure,
        battery=_number(form, "battery", 0, 100) if form.get("battery") else None,
    )
    results().note(g.device, measured)
    return render_template("club/_checked.html", tiles=[_tile(0, measured)])


@check.get("/check/all")
@decides("the computer, or who is in charge of something")
def everybody() -> ResponseReturnValue:
    """All checked devices, as tiles."""
    if not directs_something():
        abort(403)
    tiles = [_tile(ago, measured) for ago, measured in results().all()]
    part = bool(request.headers.get("HX-Request"))
    return render_template("club/_checked.html" if part else "club/checks.html", tiles=tiles)


def _tile(ago: float, measured: Measured) -> DeviceTile:
    findings = tuple((good, say(text)) for good, text in measured.rows())
    return DeviceTile(measured.name, all(good for good, _ in findings), findings, int(ago // 60))


def _number(form: Mapping[str, str], name: str, least: int, most: int) -> int:
    """A whole number of a form, limited to bounds; refused (400) if it is none."""
    text = form.get(name, "")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 16):
        abort(400)
    return max(least, min(most, int(text)))


@check.get("/computer")
@on_the_computer
def computer() -> ResponseReturnValue:
    """What this computer needs for an evening, as `referee doctor` says it."""
    database = current_app.config["DATABASE"]
    if on_server(database):  # whoever directs one of its clubs has no business with the server
        abort(404)
    port = urlsplit(request.host_url).port or 80
    rows = [
        (finding.well, say(finding.text), finding.remedy and say(finding.remedy))
        for finding in examine(Path(database), port, serves=True, alone=answers_alone())
    ]
    return render_template("club/computer.html", rows=rows)


@check.post("/computer/end")
@on_the_computer
def end() -> ResponseReturnValue:
    """End the program, once it has answered this."""
    if on_server(current_app.config["DATABASE"]):
        abort(404)
    end_program()
    return render_template("club/ended.html")
