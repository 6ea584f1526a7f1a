"""An evening of prepared boards through the pages: sealed, played, entered from slips, closed, told and verified."""

from __future__ import annotations

import io
import json
import re
import stat
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from referee.boards import Board, best_play
from referee.cli.main import main
from referee.club.boards import Boards
from referee.club.tournaments import Tournaments
from referee.record.facts import Played
from referee.record.grammar import parse
from referee.rules.deal import Play
from referee.sheets.boards import BoardPapers
from referee.store import StoreUnwritable
from referee.table.table import Table
from referee.tournament.document import check_document, document
from referee.words.text import T
from tests.help.boards import boards, form
from tests.help.desk import Desk
from tests.help.web import Visitor
from tests.tournament.second_reader import standings

DUPLICATE = {"scoring": "topage", "depth": "cards"}


def opened(visitor: Visitor, count: int = 3, tell: str = "director", **files: object) -> Desk:
    """A tournament of two tables whose first round has boards."""
    desk = Desk(visitor, **DUPLICATE)
    desk.begin()
    desk.prepare("make", at="/boards", count=str(count), tell=tell, **files)
    return desk


def dealt(app: Flask, desk: Desk) -> tuple[Board, ...]:
    """The boards of the first round, hands and all."""
    kept: Boards = app.extensions["boards"]
    return kept.boards_with_hands(desk.id, 1)[1]


def enter(desk: Desk, table: int, board: int, taker: int, score: int) -> None:
    """Enter a result from its slip."""
    desk.prepare("enter", at="/boards", table=str(table), board=str(board), taker=str(taker), score=str(score))


def sealed(desk: Desk) -> str:
    """The hash on the public page."""
    found = re.search(r'<code class="seal">(\w{64})</code>', desk.open("/hands").source)
    assert found
    return found[1]


def test_an_evening_of_boards_from_the_seal_to_its_verification(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor], tmp_path: Path
) -> None:
    desk = opened(visitor)
    told_before = sealed(desk)
    certificate = desk.open("/boards").text
    assert "Every table plays every board once. Nobody meets a board twice in any round. 1 set of boards" in certificate
    played = dealt(app, desk)
    visitor.open(desk.stream(1))
    assert "Which board lies there? The next is board 1" in visitor.page.text
    names = desk.seats(1)
    visitor.open(desk.stream(1))
    led, fouled = revoke_of(played[0])
    visitor.tap(*led_to(names, led))
    page = visitor.tap(f"play {names[1]} {fouled}")
    assert "The referee" not in page.alerts
    assert 'id="foul" hidden' in page.source  # the table itself knows no hand
    seen = desk.open("/boards").text
    assert f"In trick 1 {names[1]} plays" in seen
    desk.prepare("decide", "uphold", at="/boards")
    assert "upheld" in desk.open("/boards").text
    assert "Not following" in visitor.open(desk.stream(1)).text
    visitor.tap('void "stopped"')
    for table, board, taker, score in ((1, 1, 0, 318), (2, 1, 1, 276), (1, 2, 2, -126), (2, 2, 2, -126), (1, 3, 3, 75)):
        enter(desk, table, board, taker, score)
    assert re.search(r"Missing: 1 result\b", desk.open("/boards").text)
    refused = desk.do("close", at="/boards").text
    assert "table 2 has no result of board 3; missing in all: 1" in refused
    enter(desk, 2, 3, 0, 0)
    desk.prepare("close", at="/boards")
    public = far().open(f"/tournament/{desk.id}/hands")
    seal, told = re.findall(r'<code class="seal">(\w{64})</code>', public.source)[::-1]
    assert told == told_before
    file = tmp_path / "hands.deal"
    file.write_text(far().client.get(f"/tournament/{desk.id}/hands/1.deal").text, encoding="utf-8")
    answer = CliRunner().invoke(main, ["boards", "verify", seal, str(file), "--hash", told])
    assert answer.exit_code == 0, answer.output
    assert answer.output.count("as dealt") == 3
    assert CliRunner().invoke(main, ["boards", "verify", "0" * 64, str(file)]).exit_code == 1
    # Board 1, 318 before 276: the takers 100 and 0, their opponents 0 and 100; board 2 level: 50; board 3, one of 75
    # before one of 0. A quarter by the mean of the attacks, the rest by that of the defences (R-RO p. 17, 18):
    # a quarter of 100, and three of the mean of 50 and 0.
    assert desk.totals()[names[0]] == "43.75"


def led_to(names: list[str], led: str) -> list[str]:
    """The lines of board 1, which the first player plays without the dog, up to a card that is led."""
    bids = [f"bid {name} {'garde-sans' if name == names[0] else 'pass'}" for name in names]
    return [f"deal {names[3]} board=1", *bids, f"play {names[0]} {led}"]


def revoke_of(board: Board) -> tuple[str, str]:
    """A card that the first hand leads, and one of another suit that the second must not play."""
    first, second = board.hands[0], board.hands[1]
    led = next(c for c in first if c[0] in "SHDC" and any(o[0] == c[0] for o in second))
    return led, next(c for c in second if c[0] in "SHDC" and c[0] != led[0])


def test_the_secret_lies_beside_the_database_for_its_owner_alone(app: Flask, visitor: Visitor) -> None:
    desk = opened(visitor)
    folder: Path = app.extensions["boards"].seals.folder
    (file,) = folder.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = app.extensions["boards"].seals.get(desk.id, 1, sealed(desk)).seal.hex()
    database = app.extensions["tables"].store.path
    assert all(
        secret.encode() not in path.read_bytes() for path in database.parent.glob(database.name + "*") if path.is_file()
    )


def test_what_is_typed_wrong_is_said_and_nothing_is_taken(visitor: Visitor) -> None:
    desk = opened(visitor)
    for table, board, score, why in (
        (1, 9, 0, "table 1 never had board 9: expected 1 to 3"),
        (7, 1, 0, "round 1 has no table 7"),
        (1, 1, 100, "100 is not shared evenly by 3 opponents"),
    ):
        sent = {"table": str(table), "board": str(board), "taker": "0", "score": str(score)}
        assert why in desk.do("enter", at="/boards", **sent).text
        assert visitor.status == 422
    wrong = io.BytesIO(b"1;N;S1 S2\n")
    page = desk.do("make", at="/boards", hands=(wrong, "hands.csv"))
    assert "board 1 has the hands of N: expected those of N, W, S, E" in page.text
    page = desk.do("make", at="/boards", count="0")
    assert "0 boards: a round has 1 to 60" in page.text
    assert "Missing: 6 results" in desk.open("/boards").text


@pytest.mark.parametrize(("tell", "told"), [("director", False), ("after", False), ("table", True)])
def test_who_hears_of_a_foul_that_only_the_hands_prove_is_what_was_agreed(
    app: Flask, visitor: Visitor, tell: str, told: bool
) -> None:
    desk = opened(visitor, tell=tell)
    names, (led, fouled) = desk.seats(1), revoke_of(dealt(app, desk)[0])
    visitor.open(desk.stream(1))
    visitor.tap(*led_to(names, led))
    page = visitor.tap(f"play {names[1]} {fouled}")
    said = f"Trick 1, {names[1]}: Not following. The prepared hand proves it."
    assert (said in page.text) is told
    assert "that hand showed" not in page.text  # which would name a card of it
    assert "that hand showed" in desk.open("/boards").text
    visitor.open(desk.stream(1))
    assert said not in visitor.tap('void "stopped"').text
    if tell == "after":
        for table, board in product((1, 2), (1, 2, 3)):
            enter(desk, table, board, 0, 75)
        desk.prepare("close", at="/boards")
        assert f"Board 1: {said}" in visitor.open(desk.stream(1)).text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("deal {2} board=1", "Board 1 is dealt by {3}: does it lie turned round?"),
        ("deal {0} board=8", "Board 8 is none of this round: expected 1 to 3."),
    ],
)
def test_a_board_turned_round_and_one_of_another_round_are_said_at_once(visitor: Visitor, line: str, said: str) -> None:
    desk = opened(visitor)
    names = desk.seats(1)
    visitor.open(desk.stream(1))
    assert said.format(*names) in visitor.tap(line.format(*names)).text


def test_a_board_played_at_a_table_is_refused_there_and_no_longer_offered(visitor: Visitor) -> None:
    desk = opened(visitor)
    names = desk.seats(1)
    visitor.open(desk.stream(1))
    visitor.tap(f"deal {names[3]} board=1")
    bids = [f"bid {name} {'garde' if name == names[0] else 'pass'}" for name in names]
    visitor.tap(*bids, f"result taker={names[0]} contract=garde bouts=2 points=49")
    page = visitor.open(desk.stream(1))
    assert "The next is board 2" in page.text
    assert "Board 1," not in page.text
    assert "board 1 has been played at this table" in visitor.tap(f"deal {names[3]} board=1").text
    row = desk.open("/boards").source.split('<th scope="row">1</th>')[1].split("</tr>")[0]
    assert "<b>198</b>" in row  # 49 points with two bouts: (25 + 8) × 2 from each of three opponents


def test_hands_typed_into_the_page_are_sealed_as_they_stand(app: Flask, visitor: Visitor) -> None:
    desk = opened(visitor)
    made = form()
    rows = [
        f"{b.number};{at};{' '.join(hand)}" for b in boards(count=2) for at, hand in zip("NWSE", b.hands, strict=True)
    ]
    desk.do("make", at="/boards", typed="\n".join(rows))
    assert visitor.status == 200, visitor.page.alerts
    assert dealt(app, desk) == boards(count=2)
    assert made.positions == ("N", "W", "S", "E")
    page = desk.do("make", at="/boards", typed=rows[0].replace("S2 ", "", 1))
    assert "board 1 has the hands of N" in page.text or "expected 18 cards, here stand 17" in page.text
    assert rows[0][8:40] in visitor.page.source  # what was typed stays
    assert dealt(app, desk) == boards(count=2)


def test_boards_whose_hands_nobody_told_are_compared_and_nothing_is_held_against_them(
    app: Flask, visitor: Visitor
) -> None:
    desk = opened(visitor, count=1, unknown="yes")
    page = desk.open("/boards").text
    assert "The hands of these boards are not known here." in page
    assert not app.extensions["boards"].seals.folder.exists()
    assert "Dealing sheets" not in page
    assert visitor.client.get(f"/tournament/{desk.id}/boards.pdf?round=1&piece=hands").status_code == 404
    names = desk.seats(1)
    visitor.open(desk.stream(1))
    bids = [f"bid {name} {'garde' if name == names[0] else 'pass'}" for name in names]
    visitor.tap(f"deal {names[3]} board=1", *bids, f"result taker={names[0]} contract=garde bouts=3 points=80")
    enter(desk, 2, 1, 0, 75)
    assert "What the hands say" not in desk.open("/boards").text
    desk.prepare("close", at="/boards")
    assert "Hand records" in desk.open("/boards").text
    public = desk.open("/hands")
    assert "Hash" not in public.text
    assert "100" in public.text
    assert visitor.client.get(f"/tournament/{desk.id}/hands/1.deal").status_code == 404
    assert desk.totals()[names[0]] == "100"


def test_best_play_is_told_once_the_hands_are_and_only_where_it_was_computed(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {1: T("Nothing bid, with best play of all: {side} wins.", side="Re"), 2: None}
    monkeypatch.setattr("referee.web.tournament.boards.best_play", lambda _, board: told[board.number])
    desk = opened(visitor, count=2)
    for table, board in ((1, 1), (1, 2), (2, 1), (2, 2)):
        enter(desk, table, board, 0, 75)
    assert "best play" not in desk.open("/hands").text
    desk.prepare("close", at="/boards")
    assert desk.open("/hands").text.count("Nothing bid, with best play of all: Re wins.") == 1


@pytest.mark.parametrize("game", ["doppelkopf", "da-ban"])
def test_a_game_in_which_nobody_plays_alone_has_boards_too(app: Flask, visitor: Visitor, game: str) -> None:
    desk = Desk(visitor, game=game, depth="cards")
    desk.begin()
    desk.do("make", at="/boards", count="1")
    assert visitor.status == 200, visitor.page.alerts
    names = desk.seats(1)
    visitor.open(desk.stream(1))
    assert "Board 1," in visitor.page.text
    visitor.tap(visitor.page.source.split('value="deal ')[1].split('"')[0].replace("&quot;", '"').join(["deal ", ""]))
    assert visitor.status == 200, visitor.page.alerts
    hand = dealt(app, desk)[0].hands[0]
    assert len(set(hand)) > 5
    for table in (1, 2):
        desk.do("enter", at="/boards", table=str(table), board="1", taker="-1", scores="3 -3 3 -3")
    assert "3 / −3 / 3 / −3" in desk.open("/boards").text
    desk.prepare("close", at="/boards")
    assert desk.totals()[names[0]] == "3"


def test_bad_hands_through_the_page_are_said_with_what_was_expected_and_the_boards_stay(
    app: Flask, visitor: Visitor
) -> None:
    desk = opened(visitor, count=2)
    before = dealt(app, desk)
    board = boards(count=1)[0]
    rows = [f"1;{at};{' '.join(hand)}" for at, hand in zip("NWSE", board.hands, strict=True)]
    all_but_one = " ".join(card for hand in (*board.hands, board.rest["kitty"]) for card in hand).rsplit(" ", 1)[0]
    bids = "game doppelkopf\nseats N E S W\ndeal W board=1\n"
    for typed, why in (
        ("\n".join([f"1;N;{all_but_one}", *rows[1:]]), "board 1, N: expected 18 cards, here stand 77"),
        ("\n".join([rows[0].replace("S2 ", "S8 "), *rows[1:]]), "S8 stands here once too often"),
        (
            "\n".join([rows[0], rows[1].replace(board.hands[1][0], board.hands[0][0]), *rows[2:]]),
            "board 1: the card S2 stands here",
        ),
        (bids + f"hand N {' '.join(board.hands[0])}\nvoid\n", "these are hands of doppelkopf: expected tarot"),
    ):
        page = desk.do("make", at="/boards", typed=typed)
        assert why in page.text, page.alerts
        assert visitor.status == 422
        assert dealt(app, desk) == before


def test_a_seal_that_does_not_fit_is_said_and_the_round_is_not_closed(app: Flask, visitor: Visitor) -> None:
    desk = opened(visitor, count=1)
    enter(desk, 1, 1, 0, 75)
    enter(desk, 2, 1, 0, 75)
    (file,) = app.extensions["boards"].seals.folder.iterdir()
    file.write_text(json.dumps({"seal": "00" * 32, "hands": ""}), encoding="utf-8")
    assert "this seal does not fit: its hash begins with" in desk.do("close", at="/boards").text
    assert "The seal and the hands are told when these boards have been played." in desk.open("/hands").text


def test_scores_of_all_seats_that_do_not_add_up_are_said(visitor: Visitor) -> None:
    desk = opened(visitor)
    for scores, why in (
        ("60 -30 -15", "table 1 has 4 seats"),
        ("60 -30 -15 -14", "add up to 1, not to 0"),
        ("a b c d", "“a” stands where"),
    ):
        page = desk.do("enter", at="/boards", table="1", board="1", taker="0", scores=scores)
        assert why in page.text
    assert "Missing: 6 results" in desk.open("/boards").text


def test_a_seal_that_is_lost_is_said_and_the_round_is_not_closed(app: Flask, visitor: Visitor) -> None:
    desk = opened(visitor, count=1)
    enter(desk, 1, 1, 0, 75)
    enter(desk, 2, 1, 0, 75)
    for file in app.extensions["boards"].seals.folder.iterdir():
        file.unlink()
    page = desk.do("close", at="/boards")
    assert "the seal of the boards of round 1 is not on this computer" in page.text
    assert "Missing" not in page.text


def test_a_board_that_everybody_passed_is_played_and_one_given_up_is_not(visitor: Visitor) -> None:
    desk = opened(visitor, count=2)
    names = desk.seats(1)
    visitor.open(desk.stream(1))
    visitor.tap(f"deal {names[3]} board=1", *(f"bid {name} pass" for name in names))
    assert "The next is board 2" in visitor.open(desk.stream(1)).text
    visitor.tap(f"deal {names[0]} board=2", 'void "stopped"')
    assert "The next is board 2" in visitor.open(desk.stream(1)).text
    assert "Missing: 3 results" in desk.open("/boards").text
    assert "nobody" in desk.open("/boards").text


def test_the_whole_grid_is_typed_at_once_and_taken_whole_or_not_at_all(visitor: Visitor) -> None:
    desk = opened(visitor, count=2)
    enter(desk, 1, 1, 0, 75)
    page = desk.open("/boards/grid?round=1")
    assert 'value="N +75"' in page.source
    typed = {"cell.2.1": "W -126", "cell.1.2": "0", "cell.2.2": "X 75"}
    page = desk.do("grid", at="/boards/grid?round=1", **typed)
    assert "table 2, board 2: “X 75”: expected the taker’s position" in page.text
    assert 'value="W -126"' in page.source  # what was typed stays
    assert "Missing: 3 results" in desk.open("/boards").text
    desk.prepare("grid", at="/boards/grid?round=1", **(typed | {"cell.2.2": "60 -20 -20 -20"}))
    assert "Missing" not in desk.open("/boards").text
    entries = [text for text, _ in desk.entries() if "board" in text]
    assert len(entries) == 5  # sealed, one from its slip, three from the grid: what stood there is not written again


def test_the_page_of_boards_follows_by_itself(visitor: Visitor) -> None:
    desk = opened(visitor, count=1)
    found = re.search(r'hx-get="([^"]*/boards/seen[^"]*)"', desk.open("/boards").source)
    assert found
    path = found[1].replace("&amp;", "&")
    assert visitor.client.get(path).status_code == 204
    enter(desk, 1, 1, 0, 75)
    answer = visitor.client.get(path)
    assert "<b>75</b>" in answer.text
    assert path not in answer.text


def test_boards_of_a_game_in_which_nobody_plays_alone_are_compared_seat_by_seat(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.tournament.boards.best_play", partial(best_play, nodes=2_000))
    desk = Desk(visitor, game="doppelkopf", depth="cards", scoring="topage")
    desk.begin()
    desk.prepare("make", at="/boards", count="2")
    for table, board, scores in ((1, 1, "3 -3 3 -3"), (2, 1, "1 -1 -1 1"), (1, 2, "2 -2 2 -2"), (2, 2, "2 2 -2 -2")):
        desk.prepare("enter", at="/boards", table=str(table), board=str(board), taker="-1", scores=scores)
    assert "100 / 0 / 100 / 0" in desk.open("/boards").text
    names = [*desk.seats(1), *desk.seats(2)]
    desk.prepare("close", at="/boards")
    # Board 1: 100 0 100 0 against 0 100 0 100; board 2: 50 0 100 50 against 50 100 0 50.
    expected = ["75", "0", "100", "25", "25", "100", "0", "75"]
    assert [desk.totals()[name] for name in names] == expected
    assert "100 / 0 / 100 / 0" in desk.open("/hands").text


def test_two_sides_that_play_matches_stand_by_their_match_points(app: Flask, visitor: Visitor) -> None:
    desk = Desk(visitor, scoring="match", depth="cards", team="4")
    desk.begin()
    desk.do("make", at="/boards", count="1")
    enter(desk, 1, 1, 0, 3 * 68)
    enter(desk, 2, 1, 0, 3 * -76)
    names = [*desk.seats(1), *desk.seats(2)]
    desk.prepare("close", at="/boards")
    # R-RO p. 23: 68 against −76 are 12 match points, for the taker of table 1 and the defenders of table 2.
    assert [desk.totals()[name] for name in names] == ["12", "-12", "-12", "-12", "-12", "12", "12", "12"]
    found = document(app.extensions["tournaments"].get(desk.id).tournament)
    check_document(found)
    assert [line["total"] for line in standings(found)] == [12, 12, 12, 12, -12, -12, -12, -12]


def test_boards_of_more_sets_than_tables_are_refused(visitor: Visitor) -> None:
    desk = opened(visitor, sets="2")
    assert "Tables that share a set: 1; 2." in desk.open("/boards").text
    assert "3 sets of boards: expected 1 to 2" in desk.do("make", at="/boards", sets="3").text


@pytest.mark.parametrize("undone", [False, True])
def test_the_last_trick_of_a_board_fills_itself_in_unless_something_was_taken_back_and_a_tap_too_late_adds_nothing(
    app: Flask, visitor: Visitor, undone: bool
) -> None:
    desk = opened(visitor)
    board, names = dealt(app, desk)[0], desk.seats(1)
    stream = desk.stream(1).split("/")[2].split("?")[0]
    bids = [parse(f"bid {name} {'garde-sans' if name == names[0] else 'pass'}") for name in names]
    kept, facts = app.extensions["tables"], [parse(f"deal {names[3]} board=1"), *bids]
    table = kept.get(stream).table
    hands = {name: list(hand) for name, hand in zip(names, board.hands, strict=True)}
    for at, fact in enumerate(facts, 1):
        table = table.add(at, fact)
    while len(table.current.deal.tricks) < 17:
        name = names[table.current.deal.turn]
        card = lawful(table, name, hands[name], len(facts) + 1)
        hands[name].remove(card)
        facts.append(Played(name, (card,)))
        table = table.add(len(facts), facts[-1])
    kept.add_all(stream, "so far", 0, [*facts, parse("undo")] if undone else facts[:-1])
    visitor.open(desk.stream(1))
    visitor.tap(facts[-1].line())
    judged = kept.get(stream).table.deals[0]
    if undone:  # else a scribe could try there how the last cards lie
        assert len(judged.deal.tricks) == 17
        return
    assert {names[play.seat]: [play.card] for play in judged.deal.tricks[17].plays} == hands
    seq = kept.seq(stream)
    late = visitor.tap(Played(names[1], tuple(hands[names[1]])).line())
    assert visitor.status == 200, late.alerts
    assert kept.seq(stream) == seq


def lawful(table: Table, name: str, hand: list[str], line: int) -> str:
    """A card that proves no foul with the hand open; the first of the hand where none is."""
    deal = table.current.deal
    for card in hand:
        play = Play(deal.turn, (card,), line)
        rest = set(hand) - {card}
        if table.rules.unlawful(deal, play) is None and not any(
            rest & set(table.rules.deck.codes(denial.cards)) for denial in table.rules.denies(deal, play)
        ):
            return card
    return hand[0]


def test_every_seal_of_a_round_stays_in_public_with_what_was_printed_of_it(app: Flask, visitor: Visitor) -> None:
    desk = opened(visitor)
    first = sealed(desk)
    desk.prepare("print", "hands", at="/boards")
    desk.do("make", at="/boards", count="3")
    second = sealed(desk)
    desk.prepare("make", at="/boards", count="3")
    public = desk.open("/hands").source
    assert len({first, second, sealed(desk)}) == 3
    assert public.count(first) == public.count(second) == 1
    assert public.count("its hands had been printed") == 1
    kept = app.extensions["tournaments"].get(desk.id).tournament
    (slips,) = BoardPapers(kept, kept.value.boards[1], None, (), {}).documents("slips")
    assert slips.count("Prepared anew after sheets were printed") == 3


def test_no_seal_replaces_one_of_which_a_table_has_seen_a_card(app: Flask, visitor: Visitor) -> None:
    desk = opened(visitor)
    told, names = sealed(desk), desk.seats(1)
    visitor.open(desk.stream(1))
    visitor.tap(f"deal {names[3]} board=1")
    visitor.tap("undo")
    page = desk.do("make", at="/boards", count="3")
    assert visitor.status == 422
    assert "the boards of round 1 have been played: they stay" in page.text
    assert sealed(desk) == told


def test_a_seal_whose_entry_fails_leaves_the_one_before_whole(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opened(visitor)
    told, hands = sealed(desk), dealt(app, desk)
    with monkeypatch.context() as broken:
        broken.setattr(Tournaments, "act", refuse)
        desk.do("make", at="/boards", count="3")
    assert "the disk is full" in visitor.page.text
    app.extensions["boards"].reread()
    assert sealed(desk) == told
    assert dealt(app, desk) == hands


def refuse(*_: object) -> None:
    raise StoreUnwritable(Path("referee.db"), "full")


FOUR = ("Ana", "Ben", "Cléo", "Dan")


def test_boards_are_prepared_and_printed_before_anybody_is_there(visitor: Visitor) -> None:
    desk = Desk(visitor, scoring="topage", **{"deals.4": "8"})
    page = desk.do("make", at="/boards")
    assert "Boards 1 to 8 are prepared" in page.text  # as many as deals are agreed
    hashed = sealed(desk)
    desk.prepare("make", at="/boards?round=2")
    assert "Boards 9 to 16 are prepared" in desk.open("/boards?round=2").text
    desk.do("print", "hands", at="/boards?round=1")
    assert "Printing the sheet" in visitor.page.text
    desk.begin(*FOUR)
    assert sealed(desk) == hashed
    enter(desk, 1, 1, 0, 90)
    desk.seat(2, *FOUR)
    assert "Boards 9 to 16 are prepared" in desk.open("/boards?round=2").text


def test_tables_that_prepared_boards_do_not_fit_are_not_drawn(visitor: Visitor) -> None:
    desk = Desk(visitor, scoring="topage")
    desk.prepare("make", at="/boards", count="4")
    desk.add(*FOUR, "Eva")
    desk.do("hand", at="", round="1", tables="Ana; Ben; Cléo; Dan; Eva")
    assert visitor.status == 422
    assert "the boards of round 1 are for tables of 4" in visitor.page.alerts
    at = re.search(r'value="(\d+)"[^>]*aria-label="[^"]*boards 1 to 4', desk.open().source)
    assert at
    desk.do("undo", at[1])
    desk.do("hand", at="", round="1", tables="Ana; Ben; Cléo; Dan; Eva")
    assert visitor.status == 200
