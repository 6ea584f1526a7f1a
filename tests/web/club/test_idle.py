"""What waits for nobody is done beside the requests, in a while or now."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from referee.store import StoreClosed
from referee.web.club.idle import Idle


class Fillings:
    """Something to be brought up to date, as it is asked for."""

    def __init__(self, *answers: bool | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[timedelta | None] = []
        self.done = threading.Event()

    def fill(self, quiet: timedelta | None) -> Generator[None, None, bool]:
        self.asked.append(quiet)
        yield
        answer = self.answers.pop(0)
        if not self.answers:
            self.done.set()
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_what_waits_for_nobody_is_done_after_a_while_and_again_as_long_as_something_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.web.club.idle.PAUSE", timedelta(milliseconds=1))
    idle, one, other = Idle(), Fillings(True, False), Fillings(StoreClosed(Path("x")))
    idle.note(one)
    idle.note(other)
    assert one.done.wait(60)
    assert other.done.wait(60)
    assert one.asked == [timedelta(milliseconds=1)] * 2


def test_what_somebody_waits_for_is_done_now() -> None:
    idle, wanted = Idle(), Fillings(False)
    idle.note(wanted)
    idle.note(wanted, hurry=True)
    assert wanted.done.wait(60)
    assert wanted.asked == [None]


def test_all_templates_are_compiled_soon_after_the_start(app: Flask) -> None:
    app.extensions["begin"]()
    every = len(app.jinja_env.list_templates())
    for _ in range(6000):
        if len(app.jinja_env.cache or ()) == every:
            break
        time.sleep(0.01)
    assert len(app.jinja_env.cache or ()) == every
