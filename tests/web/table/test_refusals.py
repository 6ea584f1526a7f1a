"""What a page refuses is told in the words of the page, never in those of the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from secrets import token_hex

import pytest
from flask import Flask

from referee.games import GAMES
from tests.help.running import ROOT
from tests.help.web import ASKS_PART, Control, Form, Visitor

RECORDS = sorted((ROOT / "tests" / "golden").glob("*/*.deal"))
OF_A_RECORD = re.compile(
    r"\w=|\b[a-z]+-[a-z]+:\d|None|\b(line|Zeile|ligne) (\d|ends|finit)|\b("
    + "|".join(sorted({word for game in GAMES for words in game.vocabulary.values() for word in words if "-" in word}))
    + r")\b"
)
"""A key or a word of a record, or the number of a line."""


def forms(page: Visitor) -> Iterator[Form]:
    """The forms of the prompts that are shown."""
    for form in page.page.forms:
        if any(control.name == "kind" for control in form.controls):
            yield form


def shape(form: Form) -> tuple[str, ...]:
    kind = next(control.value for control in form.controls if control.name == "kind")
    return (kind, *sorted({control.name for control in form.controls if control.type in ("radio", "checkbox")}))


def elsewhere(form: Form, path: str, other: str) -> Form:
    """A form of a table as another table with the same record has it."""
    controls = [replace(each, value=token_hex(16)) if each.name == "key" else each for each in form.controls]
    return Form(form.action.replace(path, other), form.method, controls)


def answers(form: Form, rng: Random) -> Iterator[tuple[Control | None, dict[str, list[str]]]]:
    """Nothing, everything but one, and some answers by chance, by each button."""
    choices: dict[str, list[str]] = {}
    for control in form.controls:
        if control.type in ("radio", "checkbox"):
            choices.setdefault(control.name, []).append(control.value)
    buttons: list[Control | None] = [control for control in form.controls if control.type == "submit"][:2]
    picked: list[dict[str, list[str]]] = [{}]
    picked += [
        {name: [rng.choice(some)] for name, some in choices.items() if name != left} for left in list(choices)[:8]
    ]
    picked += [{name: rng.sample(some, 1) for name, some in choices.items() if rng.random() < 0.6} for _ in range(6)]
    for button in buttons or [None]:
        yield from ((button, filled) for filled in picked)


def moments(game: str) -> Iterator[str]:
    """The records of this game's golden deals, up to some moments."""
    for path in RECORDS:
        lines = path.read_text(encoding="utf-8").splitlines()
        if path.parent.name == game:
            begun = next(at for at, line in enumerate(lines) if line.startswith("deal "))
            yield from ("\n".join(lines[: begun + more]) + "\n" for more in (0, 1, 6, len(lines)))


@pytest.mark.untraced
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_no_refusal_of_a_form_speaks_the_language_of_the_record(app: Flask, game: str) -> None:
    rng, seen, told, key = Random(7), set[tuple[str, ...]](), set[str](), count()
    english, *others = (Visitor(app, language) for language in ("en", "fr", "de"))

    def opened(text: str) -> str:
        """The path of a new table with this record."""
        return f"/t/{app.extensions['tables'].take_in(text.encode(), '', key=str(next(key)))}"

    for text in moments(game):
        english.open(path := opened(text), **ASKS_PART)
        for form in list(forms(english)):
            if shape(form) in seen:
                continue
            seen.add(shape(form))
            now = form
            for button, filled in answers(form, rng):
                if english.attempt(now, button, filled):  # the next ones at another table
                    now = elsewhere(form, path, opened(text))
                elif (refusal := re.sub(r"\d+", "0", english.page.alerts).partition(" Yours")[0]) not in told:
                    told.add(refusal)
                    for device in (english, *others):
                        device.send(now, button, filled)
                        assert not OF_A_RECORD.search(device.page.alerts), device.page.alerts
    assert told
