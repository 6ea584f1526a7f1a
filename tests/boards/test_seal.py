"""A seal deals the same boards to everybody: against code that shares nothing with ours."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from referee.boards import check_seal, deal_boards, hash_of, read_seal, shuffle
from referee.words.text import Slip
from tests.help.boards import SEAL, boards, form

DOCS = Path(__file__).parents[2] / "docs" / "boards.md"
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
"""SHA-256 of “abc”, FIPS 180-2."""
NODE = """
const {createHash} = require("crypto"), [seal, board] = process.argv.slice(2);
let pack = [], counter = 0, words = [];
for (const s of "SHDC") for (const r of "1 2 3 4 5 6 7 8 9 10 J N Q K".split(" ")) pack.push(s + r);
for (let n = 1; n < 22; n++) pack.push("T" + n);
pack.push("EX");
const next = () => {
  if (!words.length) words = createHash("sha256").update(`${seal} ${board} ${counter++}`).digest("hex").match(/.{8}/g);
  return parseInt(words.shift(), 16);
};
for (let k = pack.length; k > 1; k--) {
  let n = next();
  while (n >= 2 ** 32 - 2 ** 32 % k) n = next();
  [pack[k - 1], pack[n % k]] = [pack[n % k], pack[k - 1]];
}
for (let at = 0; at < 72; at += 18) console.log(pack.slice(at, at + 18).join(" "));
"""


def foreign(command: list[str], number: int) -> list[set[str]]:
    """The four hands that another program deals."""
    out = subprocess.run([*command, SEAL.hex(), str(number)], capture_output=True, check=True, text=True).stdout
    return [set(line.split()) for line in out.splitlines()]


def test_the_lines_of_the_documentation_deal_the_boards_that_we_deal(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    assert code is not None
    lines = code[1].strip().splitlines()
    assert len(lines) <= 12
    file = tmp_path / "deal.py"
    file.write_text(code[1], encoding="utf-8")
    for board in boards(count=2):
        assert foreign([sys.executable, "-I", str(file)], board.number) == [set(hand) for hand in board.hands]


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_another_language_deals_the_boards_that_we_deal(tmp_path: Path) -> None:
    file = tmp_path / "deal.js"
    file.write_text(NODE, encoding="utf-8")
    assert foreign(["node", str(file)], 6) == [set(hand) for hand in boards()[5].hands]


def test_every_place_is_as_likely_for_a_card_as_any_other() -> None:
    at = Counter(shuffle("ABCDE", SEAL, board).index("A") for board in range(1, 2001))
    assert sum((count - 400) ** 2 / 400 for count in at.values()) < 18.5  # chi squared, 4 degrees: 1 in 1,000


def test_the_hash_binds_to_the_seal_and_to_the_hands_typed() -> None:
    assert hash_of(b"abc") == hash_of(b"a", "bc") == ABC
    check_seal(SEAL, hash_of(SEAL))
    with pytest.raises(Slip, match="does not fit"):
        check_seal(SEAL, hash_of(b"another"))


@pytest.mark.parametrize("typed", ["", "00", "g" * 64, "0" * 65])
def test_what_is_no_seal_is_refused_with_what_was_expected(typed: str) -> None:
    with pytest.raises(Slip, match="64 digits"):
        read_seal(typed)


def test_a_seal_may_be_typed_in_lots_and_in_capitals() -> None:
    text = SEAL.hex().upper()
    assert read_seal(" ".join(text[at : at + 8] for at in range(0, 64, 8))) == SEAL


def test_a_board_has_every_card_of_the_game_once() -> None:
    for seats in (3, 4, 5):
        made = form(seats)
        (board,) = deal_boards(made, SEAL, [1])
        dealt = [card for cards in (*board.hands, *board.rest.values()) for card in cards]
        assert sorted(dealt) == sorted(made.cards)
        assert {len(hand) for hand in board.hands} == {made.size}
