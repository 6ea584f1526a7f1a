"""docs/check.schema.json and docs/record.md hold for every golden record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from referee.games import game
from referee.record.facts import Announced, Bid, Dealt, Played, Resulted, TrickPlayed
from referee.record.text import read
from referee.table.report import answer
from referee.table.table import fold_record
from tools.laws import RECORD, record_page

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = sorted((ROOT / "tests" / "golden").rglob("*.deal"))


@pytest.fixture(scope="module")
def schema() -> Any:
    return fastjsonschema.compile(json.loads((ROOT / "docs" / "check.schema.json").read_text("utf-8")))


@pytest.mark.untraced
@pytest.mark.parametrize("file", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_check_answers_of_a_golden_record_is_as_the_schema_says(schema: Any, file: Path) -> None:
    schema(json.loads(json.dumps(answer(file.name, fold_record(read(file.read_bytes()))))))


def test_the_schema_refuses_what_is_no_answer(schema: Any) -> None:
    whole = answer("a", fold_record(read("game tarot\nseats A B C D\ndeal A\n")))
    for wrong in ({"version": 2}, {"date": "yesterday"}, {"deals": [{"number": 0}]}, {"next": "A"}):
        with pytest.raises(fastjsonschema.JsonSchemaException):
            schema({**whole, **wrong})


@pytest.mark.parametrize("file", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_words_of_a_golden_record_are_those_that_the_page_of_the_record_lists(file: Path) -> None:
    record = read(file.read_bytes())
    words = {kind: set(known) for kind, known in game(record.header.game).words().items()}
    for fact in (entry.fact for entry in record.entries):
        match fact:
            case Dealt():
                assert {key for key, _ in fact.keys} - {"depth"} <= words.get("deal", set()), fact
            case Resulted():
                assert {key for key, _ in fact.keys} <= words["result"], fact
            case Bid():
                assert fact.said in words["bid"], fact
            case Announced():
                assert fact.said in words["announce"], fact
            case Played():
                assert {*fact.cards} - {"?"} <= words["cards"], fact
            case TrickPlayed():
                assert {card for play in fact.plays for card in play} - {"?"} <= words["cards"], fact


def test_the_page_of_the_record_is_up_to_date() -> None:
    page = RECORD.read_text("utf-8")
    assert page == record_page(page)
