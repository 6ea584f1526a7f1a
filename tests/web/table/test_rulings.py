"""What a ruling does, before the first card and once the deal is over; and that a foul reported is ruled as a proved one."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.record.grammar import quote
from referee.record.text import Record, write
from referee.rules.acts import OF_CARDS
from referee.rules.ruleset import Ruleset
from referee.table.table import Table, remedy
from tests.help.running import ROOT
from tests.help.tables import CARD_GAMES
from tests.help.web import Control, Visitor
from tests.web.table.test_referee import by_people
from tests.web.table.test_results import at
from tools import rulings


def table_at(app: Flask, address: str) -> Table:
    found: Table = app.extensions["tables"].get(address.rpartition("/")[2]).table
    return found


def buttons(visitor: Visitor, asks: str) -> list[Control]:
    """What may be ruled on a page of Referee!"""
    return [one for form in visitor.open(asks).forms for one in form.controls if one.value.startswith("foul ")]


@pytest.mark.untraced
@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("phase", [rulings.PHASES[0], rulings.PHASES[2]])
def test_a_ruling_before_and_after_the_cards_does_what_its_sentence_says(
    app: Flask, visitor: Visitor, game: type[Ruleset], phase: str
) -> None:
    """docs/laws/rulings.md, row by row, under the strictest laws."""
    preset = list(game.presets)[-1]
    before = rulings.tables(game, preset)[phase]
    at(app, visitor, write(Record(before.header, before.log)))
    table = visitor.path
    was = table_at(app, table).deals[0]
    for kind in sorted(by_people(game, preset)):
        asks = f"{table}?seat=1&kind={kind}"
        given = buttons(visitor, asks)
        if kind in OF_CARDS and phase == rulings.PHASES[0]:
            assert not given
            assert "no card is laid yet" in visitor.page.text, kind
            continue
        for button in given:
            buttons(visitor, asks)
            visitor.press(button.value)
            assert visitor.status == 200, visitor.page.alerts
            now = table_at(app, table)
            last, due = now.deals[0], now.standing.due
            said = str(remedy(now, 1, last.upheld[-1]).text)
            if "annulled" in button.label or re.search(r"[Tt]he deal is void\.", said):
                assert (last.state, set(last.scores(len(now.seats)))) == ("void", {0}), button.value
                same = "same dealer deals again" in said or "is dealt again;" in said
                assert (due.dealer == was.deal.dealer) or not same, button.value
            elif re.search(r"(deal|part) stops|loses the round", said):
                assert last.state == "stopped", button.value
            else:
                assert last.state == was.state, button.value
                assert last.deal.trick == was.deal.trick, button.value
                assert last.deal.tricks == was.deal.tricks, button.value
            visitor.press("Undo")
    assert table_at(app, table).deals[0].lines == was.lines


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
def test_a_foul_that_people_report_is_ruled_as_the_proof_of_it(
    app: Flask, visitor: Visitor, game: type[Ruleset]
) -> None:
    """Each table to try ends with a foul just proved."""
    at(app, visitor, (ROOT / "referee" / "demos" / f"{game.name}.deal").read_text(encoding="utf-8"))
    table = visitor.path
    now = table_at(app, table)
    (foul,) = now.deals[-1].pending

    def offered() -> set[str]:
        controls = [one.value for form in visitor.page.forms for one in form.controls]
        return {word for word in controls if re.match(r"(ruling \d+ uphold|foul )", word)}

    by_proof, reported = offered(), set[str]()
    assert by_proof
    for seat in foul.suspects:
        visitor.open(f"{table}?seat={seat}&kind={foul.kind}")
        reported |= offered()
    assert reported == by_proof
    visitor.tap(f"foul {quote(now.seats[foul.suspects[0]])} {foul.kind}")
    assert not table_at(app, table).deals[-1].pending, (
        "another device reports it all the same: nothing is left to decide"
    )
