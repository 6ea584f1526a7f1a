"""Double-détente: what a part waits for."""

from tests.help.detente import RULES, TRIPLE, part
from tests.help.record import BIDS, HEAD, OPEN, table


def prompts(*facts: str, head: str = HEAD) -> list[tuple[str, int | None, bool]]:
    found = table(*facts, head=head)
    current = found.deals[-1].deal
    return [(prompt.kind, prompt.seat, prompt.optional) for prompt in found.rules.prompts(current)]


def test_a_deal_waits_for_the_bids_then_for_cards_tricks_or_a_result() -> None:
    assert prompts("deal Cléo", "bid Ana 4") == [("bid", 1, False)]
    assert prompts(*OPEN) == [("play", 0, False), ("took", None, True), ("result", None, True)]
    assert prompts(*OPEN, "trick Ana H5 ? H9") == [("took", None, False), ("result", None, True)]
    assert prompts(*OPEN, "result tricks=4,5,4") == prompts(*OPEN, "void") == []


def test_the_forbidden_bid_says_so_before_it_is_made() -> None:
    found = table("deal Ben", "bid Ana 6", head=TRIPLE)
    choices = found.rules.prompts(found.deals[-1].deal)[0].choices
    assert {choice.word: str(choice.note) for choice in choices if choice.note} == {
        "7": "forbidden: the bids would make 13"
    }
    assert [choice.word for choice in choices] == [str(number) for number in range(14)]


def important(*facts: str, head: str = HEAD) -> list[str]:
    """The cards worth noting in the trick being taken."""
    found = table(*facts, head=head)
    prompt = next(prompt for prompt in found.rules.prompts(found.deals[-1].deal) if prompt.kind == "took")
    return [choice.word for choice in prompt.choices]


def test_the_petit_is_worth_noting_until_it_is_gone_and_of_two_the_excuse_in_the_last_trick() -> None:
    assert important(*OPEN) == ["T1"]
    assert important(*part(1, (4, 5, 3), (4, 5, 4), "petit=Ben"), "deal Cléo", *BIDS) == []
    assert important("deal Ben cards=1", "bid Ana 1", "bid Ben 1", head=TRIPLE) == ["T1", "EX"]


def test_the_fields_of_a_result_are_those_of_its_line() -> None:
    fields = RULES.fields(table("deal Cléo").deals[0].deal)
    seen = RULES.fields(table(*OPEN, "trick Ana T5 T1 T9").deals[0].deal)
    assert [(field.name, field.start, [choice.word for choice in field.choices]) for field in seen][1:] == [
        ("petit", "Cléo", ["Cléo"]),
        ("excuse-last", None, []),
    ]
    first = ("deal Cléo depth=score", *BIDS, "result tricks=4,5,4 excuse-last=Ben")
    gone = RULES.fields(table(*first, "deal Cléo part=2").deals[1].deal)
    assert [field.name for field in gone] == ["tricks", "petit", "petit-last"]
    assert [(field.name, field.kind, field.optional) for field in fields] == [
        ("tricks", "tally", False),
        ("petit", "seat", True),
        ("petit-last", "flag", True),
        ("excuse-last", "seat", True),
    ]
