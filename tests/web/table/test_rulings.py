"""What a ruling does, row by row of docs/laws/rulings.md, as the published texts say (tests/help/rulings.py); and that a
foul reported is ruled as a proved one.
"""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.record.facts import Undone
from referee.record.grammar import parse, quote
from referee.record.text import Record, read, write
from referee.rules.acts import OF_CARDS
from referee.rules.ruleset import Ruleset
from referee.table.table import Table, fold_record, remedies, remedy
from tests.help.rulings import LAID, PHASES, SAME_DEALER, Due, Scene, by_people, due, net, played_on, scenes, to_its_end
from tests.help.running import ROOT
from tests.help.tables import CARD_GAMES, checked
from tests.help.web import ASKS_PART, Control, Visitor
from tests.web.table.test_results import at


def table_at(app: Flask, address: str) -> Table:
    found: Table = app.extensions["tables"].get(address.rpartition("/")[2]).table
    return found


def buttons(visitor: Visitor, asks: str) -> list[Control]:
    """What may be ruled on a page of Referee!, asked for as its script does: the changing part alone."""
    forms = visitor.open(asks, **ASKS_PART).forms
    return [one for form in forms for one in form.controls if one.value.startswith("foul ")]


def offered(visitor: Visitor) -> set[str]:
    """The lines of all rulings that the open page offers."""
    controls = [one.value for form in visitor.page.forms for one in form.controls]
    return {word for word in controls if re.match(r"(ruling \d+ uphold|foul )", word)}


def outcome(table: Table) -> object:
    """All that is told of a table, but for the lines it stands on."""
    return re.sub(r"'(line|committed|proved|claimed|at|explained)': \d+", "", str(checked(table)))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "preset"),
    [pytest.param(game, preset, id=f"{game.name}-{preset}") for game in CARD_GAMES for preset in game.presets],
)
@pytest.mark.parametrize("phase", PHASES)
def test_every_ruling_does_what_the_texts_say(
    app: Flask, visitor: Visitor, game: type[Ruleset], preset: str, phase: str
) -> None:
    """What is offered is read on the page; each ruling that does something else than those before is pressed there."""
    scene = scenes(game, preset)[phase]
    was, name = scene.table, scene.table.seats[scene.seat]
    at(app, visitor, write(Record(was.header, was.log)))
    table, seen, before = visitor.path, set[object](), outcome(was)
    for kind in sorted(by_people(game, preset)):
        asks = f"{table}?seat={scene.seat}&kind={kind}"
        given = buttons(visitor, asks)
        if kind in OF_CARDS and phase == PHASES[0]:
            assert not given
            assert "no card is laid yet" in visitor.page.text, kind
            continue
        assert given, kind
        for button in given:
            now = was.add(len(was.log) + 1, parse(button.value))
            word = re.search(r"remedy=([\w-]+)", button.value)
            expected = due(scene, kind, word[1] if word else None)
            new = (expected.state, expected.now, expected.at_last, expected.back) not in seen
            seen.add((expected.state, expected.now, expected.at_last, expected.back))
            does(scene, now, expected, button, at_last=new)
            after = outcome(now)
            assert outcome(fold_record(read(write(Record(now.header, now.log))))) == after, button.value
            assert outcome(now.add(len(now.log) + 1, Undone())) == before, button.value
            if new:
                visitor.open(asks, **ASKS_PART)
                visitor.press(button.value)
                assert outcome(table_at(app, table)) == after, visitor.page.alerts
                assert name in visitor.page.source.split('id="undone"')[1].split("</small>")[0]
                assert visitor.path == table  # it asks nothing any more
                visitor.send_unseen(*visitor.page.button("Undo"))
                assert outcome(table_at(app, table)) == before, button.value


def does(scene: Scene, now: Table, expected: Due, button: Control, at_last: bool) -> None:
    """Hold what a ruling did against what the texts say; `at_last`, also what the deal then pays."""
    last, was = now.deals[0], scene.table.deals[0]
    said, line = str(remedy(now, 1, last.upheld[-1]).ruled), button.value
    free = "no penalty" in said and expected.at_last is not None
    assert not free or list(expected.at_last) == list(net(to_its_end(scene))), f"{line}: {said}"
    assert last.state == expected.state, line
    assert expected.now is None or list(net(now)) == list(expected.now), line
    assert not [foul for foul in last.pending if scene.seat in foul.suspects], line
    assert "remedy=stands" not in line or ("stands" in said and "put right" not in said), said  # the card, or the deal
    trick = was.deal.trick.plays
    assert last.deal.trick.plays == (trick[:-1] if expected.back else trick), line
    if "card is taken back" in said.lower() and scene.phase in LAID and last.state == "open":
        assert expected.back, f"{line}: {said}"
    if expected.back:
        assert now.rules.prompts(last.deal)[0].seat == scene.seat, line
    elif last.state == "open" and at_last:
        assert expected.at_last is not None
        assert list(net(played_on(now, scene.rest))) == list(expected.at_last), line
    elif last.state == "void":
        again = any(kind in line for kind in SAME_DEALER)
        assert now.standing.due.dealer == (was.deal.dealer + (not again)) % len(now.seats), line


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
def test_a_foul_that_people_report_is_ruled_as_the_proof_of_it(
    app: Flask, visitor: Visitor, game: type[Ruleset]
) -> None:
    """Each table to try ends with a foul just proved."""
    at(app, visitor, (ROOT / "referee" / "demos" / f"{game.name}.deal").read_text(encoding="utf-8"))
    table = visitor.path
    now = table_at(app, table)
    (foul,) = now.deals[-1].pending

    by_proof, reported = offered(visitor), set[str]()
    assert by_proof
    for seat in foul.suspects:
        visitor.open(f"{table}?seat={seat}&kind={foul.kind}")
        reported |= offered(visitor)
    assert reported == by_proof
    visitor.tap(f"foul {quote(now.seats[foul.suspects[0]])} {foul.kind}")
    assert not table_at(app, table).deals[-1].pending, (
        "another device reports it all the same: nothing is left to decide"
    )


OUT_OF_TURN = {
    "tarot": ("deal Dan", "bid Cid pass"),
    "double-detente": ("option out_of_turn=foul", "deal Cid part=1", "bid Cid 3"),
    "double": ("deal Dan", "bid Cid 1"),
    "doppelkopf": ("deal Dan", "bid Cid vorbehalt"),
}


@pytest.mark.parametrize("game", OUT_OF_TURN)
def test_who_bids_out_of_turn_is_ruled_by_the_law_of_bids_whoever_saw_it(
    app: Flask, visitor: Visitor, game: str
) -> None:
    """Before the first card there is no card out of turn that could stand or go back, or stop a part."""
    names = "Ana Ben Cid" if game == "double-detente" else "Ana Ben Cid Dan"
    *options, deal, bid = OUT_OF_TURN[game]
    head = "\n".join([f"game {game}", *options, f"seats {names}", deal, ""])
    table = at(app, visitor, head).path
    (button, *_) = buttons(visitor, f"{table}?seat=2&kind=out-of-turn")
    page = visitor.page.source
    visitor.press(button.value)
    now = table_at(app, table)
    assert now.deals[-1].state == "open"
    reported = {(one.label, one.word) for one in remedies(now, 1, now.deals[-1].upheld[-1])}
    visitor.press("Undo")
    visitor.tap(bid)
    now = table_at(app, table)
    (foul,) = now.deals[-1].pending
    assert foul.kind == "out-of-turn"
    assert {(one.label, one.word) for one in remedies(now, 1, foul)} == reported
    assert f"#{foul.law}" in page


@pytest.mark.parametrize(("word", "lies"), [("put-right", True), ("back", False), ("count", True), ("", True)])
def test_of_a_card_seen_while_its_trick_is_open_is_said_what_is_done(
    app: Flask, visitor: Visitor, word: str, lies: bool
) -> None:
    """DOUBLE: Ben has a diamond and lays a heart. Without penalty it stays where it is, unless it is taken back; so it does
    by a line that says no more than that the foul is upheld.
    """
    bids = "".join(f"bid {name} 0\n" for name in ("Ana", "Ben", "Cid"))
    begun = (
        f"game double\nseats Ana Ben Cid\ndeal Cid cards=2\nturn S5\nhand Ben D2 HK\n{bids}play Ana D9\nplay Ben HK\n"
    )
    table = at(app, visitor, begun).path
    line = next(one for one in offered(visitor) if one.endswith(f"remedy={word or 'back'}"))
    if word:
        visitor.press(line)
    else:
        visitor.tap(line.removesuffix(" remedy=back"))
    now = table_at(app, table).deals[-1]
    assert ("HK" in [play.card for play in now.deal.trick.plays]) is lies
    said = str(remedy(table_at(app, table), 1, now.upheld[-1]).ruled)
    assert ("goes back" in said) is not lies


def test_what_a_foul_pays_is_said_once_where_it_is_reported(app: Flask, visitor: Visitor) -> None:
    """Its sentence names the points of three of four decisions; only the deal that was decided scores more."""
    gesund = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
    laid = "trick Ana CA C9 C10 CK\nplay Ana HA\nplay Ben CQ\n"
    at(app, visitor, f"game doppelkopf\npreset ddv\nseats Ana Ben Cid Dan\ndeal Dan\n{gesund}{laid}")
    page = visitor.open(f"{visitor.path}?seat=1&kind=must-follow")
    assert "Ana +4, Ben −12, Cid +4, Dan +4" in page.text
    assert page.text.count("The deal then scores") <= 1


@pytest.mark.parametrize(("depth", "counted"), [("score", False), ("tricks", True)])
def test_hands_are_counted_only_where_the_record_tells_how_many_cards_are_left(
    app: Flask, visitor: Visitor, depth: str, counted: bool
) -> None:
    page = at(app, visitor, f"game tarot\nseats Ana Ben Cid Dan\ndeal Dan depth={depth}\n").page
    assert ("counted=" in page.source) is counted
    assert "Stop the deal" in page.text


FOUR, THREE = "Ana Ben Cid Dan", "Ana Ben Cid"
SPADE_LED = ("play Ana S1", "play Ben H2", "play Cid H3")
TWO_OPEN = {
    "tarot": (FOUR, "deal Dan cards=2", "hand Ben S2 H2", "hand Cid S3 H3", "bid Ana garde-sans", "bid Ben pass",
              "bid Cid pass", "bid Dan pass", *SPADE_LED),
    "double-detente": (THREE, "deal Cid part=1 cards=2", "hand Ben S2 H2", "hand Cid S3 H3", "bid Ana 1", "bid Ben 0",
                       "bid Cid 0", *SPADE_LED),
    "double": (FOUR, "deal Dan cards=2", "turn S5", "hand Ben D2 HK", "hand Cid D3 HQ", "bid Ana 0", "bid Ben 1",
               "bid Cid 1", "bid Dan 0", "play Ana D9", "play Ben HK", "play Cid HQ"),
    "da-ban": (FOUR, "deal Dan master=Ana levels=3,3 trump=H cards=2", "hand Ben S5 D5", "hand Cid S6 D6",
               "play Ana SA", "play Ben D5", "play Cid D6"),
    "doppelkopf": (FOUR, "deal Dan cards=2", "hand Ben S9 DA", "hand Cid SK DK", "bid Ana gesund", "bid Ben gesund",
                   "bid Cid gesund", "bid Dan gesund", "play Ana SA", "play Ben DA", "play Cid DK"),
}  # fmt: skip
"""Ben and Cid, whose hands lie open, do not follow in one trick: two fouls are proved and nothing is decided."""


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("game", TWO_OPEN)
def test_two_fouls_open_at_once_are_ruled_one_after_the_other_in_either_order(
    app: Flask, visitor: Visitor, game: str, first: int
) -> None:
    seats, *lines = TWO_OPEN[game]
    table = at(app, visitor, "\n".join([f"game {game}", f"seats {seats}", *lines, ""])).path
    was = outcome(table_at(app, table))
    for seat in (first, 3 - first):
        (foul,) = (one for one in table_at(app, table).deals[0].pending if one.seat == seat)
        visitor.open(table)
        visitor.press(next(one.value for form in visitor.page.forms for one in form.controls
                           if one.value.startswith(f"ruling {foul.proved} uphold")))  # fmt: skip
    now = table_at(app, table)
    deal, last = now.deals[0], now.deals[0].upheld
    assert not deal.pending
    assert len(last) == 2
    if game == "double-detente":  # “only the first foul committed counts”
        assert (deal.state, net(now)) == ("stopped", (0, -20, 0))
    elif game == "doppelkopf":  # TSR 9.6.6: the foul claimed first, and none after one that stops the deal
        assert (deal.state, net(now)) == ("stopped", tuple({first: -12}.get(seat, 4) for seat in range(4)))
        assert "Not punished" in str(remedy(now, 1, next(one for one in last if one.seat != first)).text)
    else:  # both cards go back, and the first of the two plays again
        assert [play.seat for play in deal.deal.trick.plays] == [0]
        assert now.rules.prompts(deal.deal)[0].seat == 1
    for _ in last:
        visitor.press("undo")
    assert outcome(table_at(app, table)) == was
