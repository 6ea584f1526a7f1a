"""What a claim of the rest leaves to ask: only what the tricks laid do not tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.record.facts import Took
from referee.record.text import read
from referee.rules.prompt import Field
from referee.rules.ruleset import Ruleset
from referee.table.table import Table, open_table
from referee.words.text import Slip
from tests.help.rulings import laid_singly, played_on
from tests.help.running import ROOT
from tests.help.tables import CARD_GAMES, a_table

NAMES = ("bouts", "points")


def claimed(game: type[Ruleset]) -> Iterator[tuple[Table, dict[str, object]]]:
    """Each golden first deal laid to its end: who took the last tricks claims them instead; the result it then had."""
    for path in sorted((ROOT / "tests" / "golden" / game.name).glob("*.deal")):
        record = read(path.read_bytes())
        table, steps = open_table(record.header), list[Table]()
        try:
            for entry in record.entries:
                for one in laid_singly(table, entry.fact):
                    table = table.add(len(table.log) + 1, one)
                    steps.append(table)
                if table.current is None:
                    break
        except Slip:
            continue
        deal = table.deals[0].deal
        if table.deals[0].state != "done" or not deal.over or not all(trick.seen for trick in deal.tricks):
            continue
        last, number = deal.tricks[-1].winner, len(deal.tricks)
        while number > 1 and deal.tricks[number - 1].winner == last:
            number -= 1
        before = next((one for one in steps if one.current and len(one.current.deal.tricks) == number), None)
        if before is None or last is None:
            continue
        while before.current is not None and not before.current.deal.over:
            before = played_on(before, [Took(table.seats[last])])
        yield before, dict(table.rules.result(deal))


def asked(table: Table) -> dict[str, Field]:
    """The fields of the result that a table still asks; none once the deal is over."""
    prompts = table.rules.prompts(table.current.deal) if table.current else ()
    return {field.name: field for prompt in prompts if prompt.kind == "result" for field in prompt.fields}


@pytest.mark.untraced
@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
def test_what_is_known_of_a_result_after_a_claim_is_set_and_never_wrong(game: type[Ruleset]) -> None:
    """The last tricks went to one hand: claimed or laid, the result is the one worked out by hand."""
    tried = 0
    for table, result in claimed(game):
        tried += 1
        fields = asked(table)
        for name in NAMES:
            if name in fields and name in result:
                field, right = fields[name], float(str(result[name]))
                assert field.low <= right <= field.high, table.header
                assert field.start is None or float(field.start) == right, table.header
    assert tried


def test_a_bout_lost_is_lost_and_what_the_tricks_tell_bounds_the_points() -> None:
    """Two tricks of 6 points went to the defence, one with the 21: 79 are left, or 75 where a defender keeps the Excuse
    for a card of half a point. Ana has the Petit then, whoever has the Excuse.
    """
    bids = ["bid Ana garde", "bid Ben pass", "bid Cid pass", "bid Dan pass"]
    hidden = ["kitty C1 C2 C3 C4 C5 C6", "discard Ana count=6"]
    lost = ["trick Ana S1 T21 S2 S3", "trick Ben H1 H2 HK H3"]
    fields = asked(a_table("tarot", "deal Dan", *bids, *hidden, *lost, *["took Ana"] * 16))
    assert (fields["bouts"].low, fields["bouts"].high) == (1, 2)
    assert 74 <= fields["points"].low <= 75
    assert fields["points"].high == 79
    signed = asked(a_table("tarot", "deal Dan", *bids, *hidden, *lost, *["took Ana"] * 16, preset="fft"))
    assert (signed["points"].low, signed["points"].high) == (0, 91), "a count is written down there as it was signed"


def test_what_a_defender_claims_leaves_the_taker_what_he_has_and_perhaps_the_excuse() -> None:
    """Garde-sans: the kitty, not seen, counts for the taker too; in a garde-contre it does not."""
    bids = ["bid Ben pass", "bid Cid pass", "bid Dan pass"]
    won = ["trick Ana SK S1 S2 S3", *["took Ben"] * 17]
    contre = asked(a_table("tarot", "deal Dan", "bid Ana garde-contre", *bids, *won))
    assert (contre["bouts"].low, contre["bouts"].high, contre["points"].low) == (0, 1, 6)
    assert 10 <= contre["points"].high <= 10.5
    sans = asked(a_table("tarot", "deal Dan", "bid Ana garde-sans", *bids, *won))
    assert (sans["points"].low, sans["points"].high) == (6, 91)


def test_points_set_aside_in_sight_leave_the_rest_to_who_took_every_trick() -> None:
    """Of 300 points 20 lie aside, and the opponents took all tricks, seen or not."""
    start = ["deal Dan master=Ana levels=3,3 trump=H", "discard Ana S5 D5 S7 S8 S9 CK"]
    table = a_table("da-ban", *start, *["took Ben"] * 39)
    assert asked(table)["points"].start == "280"
    assert asked(a_table("da-ban", start[0], *["took Ben"] * 39))["points"].start is None
    kept = a_table("da-ban", *start, *["took Ben"] * 38, "took Ana")
    assert asked(kept)["points"].start is None, "nobody saw the trick of the master's team"
    counted = a_table("da-ban", *start, *["took Ben"] * 39, options=("kitty_bonus=x1",))
    assert asked(counted)["points"].start is None
