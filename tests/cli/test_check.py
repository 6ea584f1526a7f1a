"""`referee check`: what it says, in which words, with which exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli.main import main
from tests.help.record import BIDS, HEAD, OPEN, record

# The example of the contract: Ben trumps a heart on line 7, and a heart of his comes on line 9.
FOUL = record("deal Cléo part=1", *BIDS, "trick Ana H5 T4 H9", "trick Ben S2 SK S9", "trick Cléo H2 H8 H7")
MESSAGE = "In trick 1 Ben plays trump 4 on ♥5, which says: no heart. In trick 3 ♥7 comes from the same hand."
RULED = FOUL + "ruling 9 uphold\n"
CLEAN = record(*OPEN, "result tricks=4,5,4 petit=Ben petit-last=yes excuse-last=Cléo", 'penalty Ana 100 "late"')
BROKEN = record("deal Cléo", "plya Ana H5")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {"foul": FOUL, "ruled": RULED, "clean": CLEAN, "broken": BROKEN}.items():
        (tmp_path / f"{name}.deal").write_text(text, encoding="utf-8")
    return tmp_path


def check(files: Path, *names: str, options: tuple[str, ...] = ("--json",)) -> Result:
    """What the command says of files of that folder."""
    paths = [str(files / f"{name}.deal") for name in names]
    return CliRunner().invoke(main, ["check", *options, *paths], env={"LC_ALL": "C.UTF-8"})


def answers(result: Result) -> list[dict]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json_is_the_object_of_the_contract(files: Path) -> None:
    result = check(files, "foul")
    assert answers(result) == [
        {
            "version": 1,
            "file": str(files / "foul.deal"),
            "game": "double-detente",
            "preset": "standard",
            "date": None,
            "title": None,
            "place": None,
            "options": {
                "foul_others": "none",
                "foul_part3": "40",
                "out_of_turn": "warn",
                "illegal_bid": "warn",
                "dealer_each_part": "no",
                "tie": "extra_round",
            },
            "seats": ["Ana", "Ben", "Cléo"],
            "provable": True,
            "deals": [
                {
                    "number": 1,
                    "line": 3,
                    "dealer": "Cléo",
                    "state": "open",
                    "tricks": [
                        {"leader": "Ana", "cards": [["H5"], ["T4"], ["H9"]], "winner": "Ben"},
                        {"leader": "Ben", "cards": [["S2"], ["SK"], ["S9"]], "winner": "Cléo"},
                        {"leader": "Cléo", "cards": [["H2"], ["H8"], ["H7"]], "winner": "Ana"},
                    ],
                    "fouls": [
                        {
                            "kind": "must-follow",
                            "seat": "Ben",
                            "proof": "shown",
                            "committed": 7,
                            "proved": 9,
                            "suspects": ["Ben"],
                            "law": "double-detente.play.2",
                            "message": MESSAGE,
                            "ruling": None,
                            "remedy": {
                                "text": "The part stops; Ben loses 20, the next part is played.",
                                "state": "stopped",
                                "scores": {"Ana": 0, "Ben": -20, "Cléo": 0},
                            },
                            "damage": {
                                "state": "not-computed",
                                "class": None,
                                "why": "cards",
                                "text": "Not computed: not all cards are known.",
                            },
                        }
                    ],
                    "result": {"tricks": [1, 1, 1]},
                    "lines": [],
                    "scores": {"Ana": 0, "Ben": 0, "Cléo": 0},
                    "penalties": {},
                    "warnings": [],
                }
            ],
            "totals": {"Ana": 0, "Ben": 0, "Cléo": 0},
            "finished": False,
            "winners": [],
            "next": {"kind": "play", "seat": "Ana"},
        }
    ]


def test_a_result_has_natural_types_and_a_score_its_lines(files: Path) -> None:
    found = answers(check(files, "clean"))[0]
    deal = found["deals"][0]
    assert deal["state"] == "done"
    assert deal["result"] == {"tricks": [4, 5, 4], "petit": "Ben", "petit-last": True, "excuse-last": "Cléo"}
    assert [(line["law"], line["points"]) for line in deal["lines"]] == [
        ("double-detente.score.1", {"Ana": 4, "Ben": 5, "Cléo": 4}),
        ("double-detente.score.2", {"Ana": 10, "Ben": 10, "Cléo": 5}),
        ("double-detente.score.3", {"Ana": 0, "Ben": 2, "Cléo": 0}),
        ("double-detente.score.4", {"Ana": 0, "Ben": 5, "Cléo": 0}),
        ("double-detente.score.5", {"Ana": 0, "Ben": 0, "Cléo": -5}),
    ]
    assert deal["scores"] == {"Ana": 14, "Ben": 22, "Cléo": 4}
    assert deal["penalties"] == {"Ana": -100}
    assert found["totals"] == {"Ana": -86, "Ben": 22, "Cléo": 4}
    assert found["next"] == {"kind": "deal", "seat": "Cléo", "part": "2"}


def test_exit_status_is_zero_without_a_foul_one_with_one_two_for_a_file_that_cannot_be_read(files: Path) -> None:
    assert check(files, "clean").exit_code == 0
    assert check(files, "foul").exit_code == check(files, "ruled").exit_code == 1
    assert check(files, "broken").exit_code == check(files, "missing").exit_code == 2
    assert check(files, "clean", "foul", "clean").exit_code == 1
    assert check(files, "broken", "foul", "clean").exit_code == check(files, "foul", "broken").exit_code == 2


def test_an_unreadable_file_is_named_with_line_and_reason_and_the_others_are_still_done(files: Path) -> None:
    (files / "latin.deal").write_bytes((HEAD + "deal Cl\xe9o\n").encode("latin-1"))
    (files / "long.deal").write_bytes(b"#" * 1_000_001)
    result = check(files, "clean", "broken", "missing", "latin", "long", "foul")
    assert [Path(answer["file"]).stem for answer in answers(result)] == ["clean", "foul"]
    refused = {Path(line.split(": ")[0]).name: line for line in result.stderr.splitlines()}
    assert "line 4: “plya” is no fact: expected one of deal, hand" in refused["broken.deal"]
    assert "No such file" in refused["missing.deal"]
    assert "line 2: byte 0xe9 is not UTF-8" in refused["latin.deal"]
    assert "a record has at most 1000000 bytes" in refused["long.deal"]
    assert len(refused) == 4


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_refused_file_says_nothing_on_stdout(files: Path, options: tuple[str, ...]) -> None:
    result = check(files, "broken", options=options)
    assert result.stdout == ""
    assert "broken.deal" in result.stderr


def test_a_bout_written_down_twice_is_told_as_a_slip_and_scores_nothing(files: Path) -> None:
    # The last trick but one, with the 21, stands in the place of another too: nobody can say what the taker has.
    golden = Path(__file__).parents[1] / "golden" / "tarot" / "three-bouts.deal"
    text = golden.read_text(encoding="utf-8").replace("trick South D4 T6 T16 DQ", "trick East CJ T15 T7 T21")
    (files / "twice.deal").write_text(text, encoding="utf-8")
    result = check(files, "twice")
    assert (result.exit_code, result.stderr) == (1, "")
    [found] = answers(result)
    [deal] = found["deals"]
    assert [foul["seat"] for foul in deal["fouls"] if foul["kind"] == "already-played"] == [
        "East",
        "North",
        "West",
        "South",
    ]
    assert (deal["state"], deal["lines"], set(found["totals"].values())) == ("open", [], {0})
    assert found["next"]["kind"] == "result"


def test_a_card_that_is_none_in_the_kitty_is_refused_with_its_line_and_what_was_expected(files: Path) -> None:
    head = [
        "game da-ban",
        "seats Ana Ben Cid Dan Eva Fay",
        "deal Fay master=Cid trump=H",
        "result master=Cid points=260",
    ]
    (files / "comma.deal").write_text(
        "\n".join([*head, "deal Ana cards=8", "kitty DA D5 C9 H7 , C7"]), encoding="utf-8"
    )
    result = check(files, "comma", options=("--lang", "en"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "line 6: this deck has no card “,”: expected for example" in result.stderr


def test_a_folder_is_no_record(files: Path) -> None:
    (files / "folder.deal").mkdir()
    result = check(files, "folder")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "folder.deal" in result.stderr


def test_a_command_without_files_says_how_it_is_used() -> None:
    result = CliRunner().invoke(main, ["check"])
    assert result.exit_code == 2
    assert "Usage" in result.stderr


def test_in_text_every_foul_and_every_score_line_is_a_sentence(files: Path) -> None:
    assert check(files, "ruled", options=("--lang", "en")).stdout.splitlines() == [
        f"{files / 'ruled.deal'}: Double-détente, Ana, Ben, Cléo",
        "",
        "Deal 1 (line 3), round 1, part 1 of 2, dealt by Cléo: stopped",
        f"  Foul, lines 7 and 9: {MESSAGE} [double-detente.play.2]",
        "    Ruled on line 10: upheld. The part stops; Ben loses 20, the next part is played.",
        "  Not following by Ben in part 1 [double-detente.foul.1]: Ana 0, Ben −20, Cléo 0",
        "  Score: Ana 0, Ben −20, Cléo 0",
        "",
        "Total: Ana 0, Ben −20, Cléo 0",
    ]


def test_in_text_a_foul_nobody_ruled_on_says_what_upholding_gives(files: Path) -> None:
    assert (
        "    If upheld: The part stops; Ben loses 20, the next part is played."
        in check(files, "foul", options=("--lang", "en")).stdout.splitlines()
    )


def test_in_text_a_suspicion_that_later_cards_explain_is_told_to_be_over(files: Path) -> None:
    # Nora or Sacha must have hidden trump 5, until Sacha's last card leaves Nora's discard alone.
    golden = Path(__file__).parents[1] / "golden" / "tarot" / "trump-hidden-in-the-discard.deal"
    undecided = [line for line in golden.read_text(encoding="utf-8").splitlines() if not line.startswith("ruling")]
    last = undecided.index("trick Ouidad CK D6 CN CQ")
    undecided[last : last + 1] = ["play Ouidad CK", "play Nora D6", "play Élie CN", "play Sacha CQ"]
    (files / "hidden.deal").write_text("\n".join(undecided), encoding="utf-8")
    lines = check(files, "hidden", options=("--lang", "en")).stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if "Nora, Sacha" in line and "Foul" in line)
    assert lines[at + 1] == "    Explained since: nobody is accused of it any more."
    assert "Nora sets 6 cards aside, which says: " in lines[at + 2]
    assert lines[at + 3].startswith("    If upheld: ")


def test_in_text_penalties_and_the_winner_are_told(files: Path) -> None:
    won = [*OPEN, "result tricks=4,5,4", "deal Cléo", *BIDS, "result tricks=4,5,4", "penalty Cléo 3"]
    (files / "won.deal").write_text(record(*won, "penalty Ana -500", 'penalty Ben 5 "late"'), encoding="utf-8")
    lines = check(files, "won", options=("--lang", "en")).stdout.splitlines()
    assert "  Penalty: Ana −500" in lines
    assert "  Penalty: Ben −5 late" in lines
    assert "Total: Ana −462, Ben +35, Cléo +20" in lines


def test_in_text_a_finished_match_names_its_winner(files: Path) -> None:
    # Cléo bids and takes all: 10 + 13 and 20 + 13 a round, 56; after four rounds she has 224.
    part = ["bid Cléo 13", "bid Ana 5", "bid Ben 5", "result tricks=0,0,13"]
    one_round = ["deal Ben part=1", *part, "deal Ben part=2", *part]
    (files / "won.deal").write_text(record(*one_round * 4), "utf-8")
    assert check(files, "won", options=("--lang", "en")).stdout.splitlines()[-2:] == [
        "Total: Ana 0, Ben 0, Cléo +224",
        "Won by Cléo.",
    ]


def test_two_records_in_text_are_parted_by_an_empty_line(files: Path) -> None:
    one = check(files, "clean", options=("--lang", "en")).stdout
    other = check(files, "foul", options=("--lang", "en")).stdout
    assert check(files, "broken", "clean", "foul", options=("--lang", "en")).stdout == f"{one}\n{other}"


def test_a_language_changes_the_sentences_and_nothing_else(files: Path) -> None:
    english, french = (answers(check(files, "ruled", options=("--json", "--lang", lang)))[0] for lang in ("en", "fr"))
    for answer in (english, french):
        for foul in answer["deals"][0]["fouls"]:
            del foul["message"], foul["remedy"]["text"], foul["damage"]["text"]
        for line in answer["deals"][0]["lines"]:
            del line["text"]
    assert english == french


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "referee.cli", "check", *arguments],
        capture_output=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        timeout=60,
    )


def test_the_program_answers_in_utf8_with_the_same_exit_status(files: Path) -> None:
    done = run("--json", str(files / "ruled.deal"), str(files / "broken.deal"))
    assert done.returncode == 2
    assert json.loads(done.stdout.decode("utf-8"))["seats"] == ["Ana", "Ben", "Cléo"]
    assert "line 4: “plya” is no fact" in done.stderr.decode("utf-8")
    assert run("--json", str(files / "ruled.deal")).returncode == 1
    assert run("--json", str(files / "clean.deal")).returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_the_signs_gets_an_answer_all_the_same(files: Path, encoding: str) -> None:
    done = run("--json", str(files / "foul.deal"), str(files / "broken.deal"), PYTHONIOENCODING=encoding)
    assert json.loads(done.stdout.decode(encoding))["seats"] == ["Ana", "Ben", "Cléo"]
    assert b"broken.deal" in done.stderr
    assert run(str(files / "foul.deal"), PYTHONIOENCODING=encoding).returncode == 1


def test_a_terminal_without_a_true_minus_gets_a_hyphen_and_of_other_signs_the_number(files: Path) -> None:
    assert b"Ben -20" in run(str(files / "ruled.deal"), PYTHONIOENCODING="latin-1").stdout
    assert b"\\u2665" in run(str(files / "foul.deal"), "--lang", "fr", PYTHONIOENCODING="latin-1").stdout


def test_a_device_without_end_is_not_read_to_its_end() -> None:
    done = run("--json", "/dev/zero")
    assert (done.returncode, done.stdout) == (2, b"")


def test_long_files_checked_side_by_side_come_out_in_their_order(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_by_one = check(files, "clean", "broken", "foul", "ruled")
    monkeypatch.setattr("referee.cli.check.LONG", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    side_by_side = check(files, "clean", "broken", "foul", "ruled")
    assert side_by_side.stdout == one_by_one.stdout
    assert side_by_side.stderr == one_by_one.stderr
    assert side_by_side.exit_code == one_by_one.exit_code == 2


def test_a_record_is_checked_without_loading_the_rest_of_the_program(files: Path) -> None:
    others = ("flask", "sqlite3", "sqlite_utils", "babel", "referee.store", "referee.tournament", "referee.endings")
    told = f"import sys; print(*{{*{(*others, 'referee.games.tarot')!r}}} & {{*sys.modules}})"
    program = (
        f"import atexit, sys; atexit.register(lambda: exec({told!r}))\nfrom referee.cli.__main__ import main\nmain()"
    )
    command = [sys.executable, "-c", program, "check", str(files / "clean.deal")]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}  # it loads sqlite3
    done = subprocess.run(command, capture_output=True, text=True, env={**plain, "LC_ALL": "C.UTF-8"}, check=True)
    assert "Total" in done.stdout
    assert done.stdout.splitlines()[-1] == ""
