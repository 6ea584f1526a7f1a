"""Lines of the record and JSON objects: both say the same facts, and nothing else is taken."""

import json

import pytest
from hypothesis import given

from referee.record.facts import (
    Announced,
    Bid,
    Corrected,
    Dealt,
    Discarded,
    Given,
    HandOpened,
    Inserted,
    Noted,
    Penalised,
    Played,
    Reseated,
    Resulted,
    Ruled,
    Struck,
    Took,
    TrickPlayed,
    Turned,
    Undone,
)
from referee.record.grammar import FACTS, Fact, from_json, parse
from referee.words.text import Slip
from tests.help import facts as facts_help

LINES = [
    ("deal Cléo part=1", Dealt("Cléo", (("part", "1"),))),
    ("deal Ana master=Ben levels=3,3 trump=H", Dealt("Ana", (("master", "Ben"), ("levels", "3,3"), ("trump", "H")))),
    ("hand Ana H5 T21 EX", HandOpened("Ana", ("H5", "T21", "EX"))),
    ("hand Ana SK/H4", HandOpened("Ana", ("SK/H4",))),
    ("bid Ana 4", Bid("Ana", "4")),
    ("bid Nora garde-sans", Bid("Nora", "garde-sans")),
    ("turn SK/H4", Turned("SK/H4")),
    ("discard Nora count=6 shown=T2,T3", Discarded("Nora", (), 6, ("T2", "T3"))),
    ("discard Nora H1 H2", Discarded("Nora", ("H1", "H2"))),
    ("give Ana Ben count=3", Given("Ana", "Ben", (), 3)),
    ("announce Ana handful size=single", Announced("Ana", "handful", (), (("size", "single"),))),
    ("announce Ana cancel BK BK BK", Announced("Ana", "cancel", ("BK", "BK", "BK"))),
    ("play Ana H5", Played("Ana", ("H5",))),
    ("play Ana S5+S5", Played("Ana", ("S5", "S5"))),
    ("play Ana ?", Played("Ana", ("?",))),
    ("trick Nora S1 SJ S4 SK", TrickPlayed("Nora", (("S1",), ("SJ",), ("S4",), ("SK",)))),
    ("took Ana T1 EX", Took("Ana", ("T1", "EX"))),
    ("result tricks=5,4,4 petit=Ana", Resulted((("tricks", "5,4,4"), ("petit", "Ana")))),
    ("ruling 9 uphold seat=Ana", Ruled(9, "uphold", "Ana")),
    ('penalty Ana 100 "late at the table"', Penalised("Ana", 100, "late at the table")),
    ("penalty Ana -100", Penalised("Ana", -100)),
    ("undo", Undone()),
    ("note", Noted("")),
    ("strike 12", Struck(12)),
    ("correct 12 play Ana H5", Corrected(12, Played("Ana", ("H5",)))),
    ("correct 3 deal Ana part=2", Corrected(3, Dealt("Ana", (("part", "2"),)))),
    ('reseat Ben "Jean Paul" Ana', Reseated(("Ben", "Jean Paul", "Ana"))),
    ("insert 12 trick Ana H5 T4 H9", Inserted(12, TrickPlayed("Ana", (("H5",), ("T4",), ("H9",))))),
]


@pytest.mark.parametrize(("line", "fact"), LINES, ids=[line for line, _ in LINES])
def test_a_line_states_its_fact_and_the_fact_is_written_as_that_line(line: str, fact: Fact) -> None:
    assert parse(line) == fact
    assert fact.line() == line


def test_every_fact_of_the_contract_can_be_read() -> None:
    contract = (
        "deal hand bid call turn show kitty discard give announce play trick took result foul ruling penalty undo note"
    )
    assert set(contract.split()) <= set(FACTS)


@pytest.mark.untraced
@given(facts_help.ANY)
def test_text_and_facts_convert_into_each_other_without_loss(fact: Fact) -> None:
    assert parse(fact.line()) == fact


@pytest.mark.untraced
@given(facts_help.ANY)
def test_json_and_facts_convert_into_each_other_without_loss(fact: Fact) -> None:
    assert from_json(json.loads(json.dumps(fact.json()))) == fact


@pytest.mark.untraced
@given(facts_help.ANY)
def test_a_fact_is_one_line(fact: Fact) -> None:
    assert len(fact.line().split("\n")) == 1
    assert fact.line().split()[0] == fact.word


def test_json_names_the_fields() -> None:
    assert parse("play Ana S5+S5").json() == {"kind": "play", "seat": "Ana", "cards": ["S5", "S5"]}
    inside = parse("correct 12 bid Ana 4").json()
    assert inside == {"kind": "correct", "at": 12, "fact": {"kind": "bid", "seat": "Ana", "said": "4"}}


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ('bid "Jean Paul" 4', "Jean Paul"),
        (r'bid "the \"Duke\"" 4', 'the "Duke"'),
        (r'bid "a\\b" 4', r"a\b"),
        (r"bid a\b 4", r"a\b"),
        ('bid "a=b" 4', "a=b"),
        ('bid "no #1" 4', "no #1"),
        ("bid A=b 4", "A=b"),
        ("bid Élie 4", "Élie"),
        ("bid\tÉlie  \u00a04", "Élie"),
    ],
)
def test_names_with_spaces_quotes_and_signs_are_read(line: str, seat: str) -> None:
    assert parse(line) == Bid(seat, "4")


def test_a_comment_ends_the_line() -> None:
    assert parse("bid Ana 4 # four of them") == parse("bid Ana 4# four") == Bid("Ana", "4")


UNREADABLE = [
    ("", "too early.* a fact expected"),
    ("# nothing", "too early.* a fact expected"),
    ("playing Ana H5", "“playing” is no fact: expected one of deal, hand, bid"),
    ("word=1 play", "“word=…” is no fact"),
    ("play", "too early: a seat expected"),
    ("play Ana", "too early: a card expected"),
    ("bid Ana", "too early: a word expected"),
    ("ruling", "too early: a number expected"),
    ("correct", "too early: a number expected"),
    ("correct 3", "too early: a fact expected"),
    ("play Ana H5 H6", "“H6” stands where the end of the line “play” was expected"),
    ("play Ana H5 seat=Ben", "“seat=…” stands where the end of the line “play” was expected"),
    ("play Ana H5+", "“H5\\+” stands where a card was expected"),
    ("trick Ana H5 +H6", "“\\+H6” stands where a card was expected"),
    ("discard Ana count=2 shown=T1,", "“T1,” stands where a card was expected"),
    ("discard Ana count=two", "“two” stands where a number of cards was expected"),
    ("ruling nine uphold", "“nine” stands where a number was expected"),
    ("ruling 1234567890 uphold", "“1234567890” stands where a number was expected"),
    ("penalty Ana 1.5", "“1.5” stands where a number was expected"),
    ("penalty Ana ٣", "“٣” stands where a number was expected"),
    ("deal Ana part=1 part=2", "“part” stands twice on this line"),
    ('note "open', '“"open” stands where a word, key=value, or a closing quote was expected'),
    ('note "closed"open', "stands where a word, key=value, or a closing quote was expected"),
    ('note half"open"', "stands where a word, key=value, or a closing quote was expected"),
    ('note "ends in \\"', "stands where a word, key=value, or a closing quote was expected"),
    ('note "a\nb"', r"the character '\\n' has no place in a record"),
    ("note \x07", r"the character '\\x07' has no place in a record"),
    ("note \u2028", r"the character '\\u2028' has no place in a record"),
    ("correct 3 undo", "“undo” is no fact: expected one of"),
    ("correct 3 correct 4 play Ana H5", "“correct” is no fact"),
    ("insert 3 strike 4", "“strike” is no fact"),
    ("correct 3 " * 1000, "“correct” is no fact"),
]


@pytest.mark.parametrize(("line", "message"), UNREADABLE, ids=[line[:24] for line, _ in UNREADABLE])
def test_what_is_no_fact_is_refused_saying_what_was_found_and_what_was_expected(line: str, message: str) -> None:
    with pytest.raises(Slip, match=message):
        parse(line)


def test_what_was_found_is_told_in_short() -> None:
    with pytest.raises(Slip) as refused:
        parse("x" * 1000)
    assert len(str(refused.value)) < 400


NO_FACTS: list[object] = [
    {},
    [],
    "play",
    None,
    {"kind": "playing", "seat": "Ana", "cards": ["H5"]},
    {"kind": ["play"], "seat": "Ana", "cards": ["H5"]},
    {"kind": "play", "seat": "Ana"},
    {"kind": "play", "cards": ["H5"]},
    {"kind": "play", "seat": "Ana", "cards": "H5"},
    {"kind": "play", "seat": "Ana", "cards": []},
    {"kind": "play", "seat": "Ana", "cards": [""]},
    {"kind": "play", "seat": "Ana", "cards": ["H5+H6"]},
    {"kind": "play", "seat": "Ana", "cards": [5]},
    {"kind": "play", "seat": 5, "cards": ["H5"]},
    {"kind": "play", "seat": "A\nB", "cards": ["H5"]},
    {"kind": "play", "seat": "Ana", "cards": ["H5"], "trump": "H"},
    {"kind": "penalty", "seat": "Ana", "points": "100"},
    {"kind": "penalty", "seat": "Ana", "points": True},
    {"kind": "penalty", "seat": "Ana", "points": 1e3},
    {"kind": "penalty", "seat": "Ana", "points": 10**9},
    {"kind": "discard", "seat": "Ana", "count": "6"},
    {"kind": "discard", "seat": "Ana", "shown": ["T1,T2"]},
    {"kind": "discard", "seat": "Ana", "shown": [""]},
    {"kind": "deal", "dealer": "Ana", "keys": [["part"]]},
    {"kind": "deal", "dealer": "Ana", "keys": ["p1"]},
    {"kind": "deal", "dealer": "Ana", "keys": [["Part", "1"]]},
    {"kind": "deal", "dealer": "Ana", "keys": [["part", "1"], ["part", "2"]]},
    {"kind": "deal", "dealer": "Ana", "keys": {"part": "1"}},
    {"kind": "ruling", "at": 3, "decision": "uphold", "seat": 1},
    {"kind": "correct", "at": 3, "fact": {"kind": "undo"}},
    {"kind": "correct", "at": 3, "fact": {"kind": "correct", "at": 3, "fact": {"kind": "note", "text": ""}}},
    {"kind": "correct", "at": 3, "fact": None},
]


@pytest.mark.parametrize("value", NO_FACTS, ids=repr)
def test_an_object_that_is_no_fact_is_refused(value: object) -> None:
    with pytest.raises(Slip, match="this is no fact"):
        from_json(value)  # type: ignore[arg-type]
