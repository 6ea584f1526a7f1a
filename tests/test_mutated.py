"""Records and forms with a few things wrong, and odd requests: each is answered or refused, none is a fault of the program.

A slice of what `python -m tests.bench.mutations` sends by the ten thousand.
"""

from pathlib import Path
from random import Random

from tests.help import mutations, odd


def test_no_mutated_record_is_a_fault_of_the_program() -> None:
    rng, all_ = Random(7), mutations.records()
    became = [mutations.judged(mutations.record(rng, all_), whole=number < 40) for number in range(300)]
    assert set(became) == {"read", "refused"}


def test_no_mutated_form_is_a_fault_of_the_program(tmp_path: Path) -> None:
    answers = list(mutations.sent(tmp_path, Random(7), 120))
    assert [(path, data) for path, data, status, _ in answers if status >= 500] == []
    assert len({path for path, *_ in answers}) > 20


def test_no_odd_request_is_a_fault_of_the_program(tmp_path: Path) -> None:
    answers = list(odd.asked(tmp_path, Random(7), 200))
    assert [what for what, _, status, _ in answers if status >= 500] == []
    assert {200, 303, 404, 405} <= {status for _, _, status, _ in answers}
    assert any("/api/1/" in what for what, *_ in answers)
