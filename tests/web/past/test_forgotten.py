"""What was forgotten in a deal is put in by at most three touches, and the program finds its place."""

from __future__ import annotations

import re

from flask import Flask

from referee.record.facts import Played
from referee.record.text import Record, read, write
from referee.table.table import fold_record, open_table
from tests.help.rulings import laid_singly
from tests.help.running import ROOT
from tests.help.web import Page, Visitor, facts
from tests.web.table.test_results import DOKO, TAROT, at

BIDS = "deal Dan\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
SHOWN = "kitty C2 C3 C4 C5 C6 C7\ndiscard Ana count=6\n"
TRICKS = "trick Ana S1 S2 S3 S4\nplay Dan H1\nplay Ana H2\n"


def follow(visitor: Visitor, words: str) -> Page:
    """One touch on a link of the page, by its words or how they begin."""
    return visitor.open(next(href for href, said in visitor.page.links if said.startswith(words)))


def test_a_handful_seen_two_tricks_ago_is_put_in_by_three_touches_before_its_players_first_card(
    app: Flask, visitor: Visitor
) -> None:
    """FFT, R-RO p.6: a handful is shown just before its player's first card; later it would be a foul."""
    at(app, visitor, TAROT + BIDS + SHOWN + "play Ana S1\nplay Ben S2\nplay Cid S3\nplay Dan S4\n" + TRICKS[22:])
    follow(visitor, "Something is missing")  # in *More*
    visitor.press("announce Ben handful size=single")
    assert facts(visitor.record())[-1] == "insert 11 announce Ben handful size=single"
    assert 'data-fouls="0"' in visitor.page.source
    assert "put in" in visitor.page.source.split('id="undone"')[1].split("</small>")[0]


def test_a_handful_and_a_slam_are_offered_where_the_tricks_follow_the_bids_or_a_bid_alone(
    app: Flask, visitor: Visitor
) -> None:
    """Nobody wrote down what was turned and set aside, nor who passed."""
    for bids, at_line in ((BIDS, 8), ("deal Dan\nbid Ana garde\n", 5)):
        for fact in ("announce Ben handful size=single", "announce Ana slam"):
            at(app, visitor, TAROT + bids + TRICKS)
            follow(visitor, "Something is missing")
            visitor.press(fact)
            assert facts(visitor.record())[-1] == f"insert {at_line} {fact}"
            assert 'data-fouls="0"' in visitor.page.source


def test_a_slam_is_put_in_before_the_first_card_and_an_announcement_of_a_game_with_sides_where_it_was_lawful(
    app: Flask, visitor: Visitor
) -> None:
    at(app, visitor, TAROT + BIDS + SHOWN + TRICKS)
    follow(visitor, "Something is missing")
    visitor.press("announce Ana slam")
    assert facts(visitor.record())[-1] == "insert 10 announce Ana slam"
    gesund = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
    at(app, visitor, DOKO + f"deal Dan\n{gesund}trick Ana SA S9 S9 SK\ntrick Ana CA C9 CK C10\ntrick Ana CQ D9 DJ D9\n")
    follow(visitor, "Something is missing")
    visitor.press("announce Ana re")
    assert facts(visitor.record())[-1].endswith("announce Ana re")
    assert 'data-fouls="0"' in visitor.page.source


def test_a_forgotten_card_moves_the_cards_after_it_to_the_right_players(app: Flask, visitor: Visitor) -> None:
    """Ben's card was not tapped: Cid's was written for Ben, and Dan's for Cid."""
    at(app, visitor, TAROT + BIDS + SHOWN + "play Ana S1\nplay Ben S3\nplay Cid S4\n")
    table, line = visitor.path, visitor.page.seq - 1
    visitor.open(f"{table}?mend={line}&how=before&as=1")
    visitor.press("2 of spades")
    assert cards(visitor.page) == ["1 of spades", "2 of spades", "3 of spades", "4 of spades"]
    assert 'data-fouls="0"' in visitor.page.source
    visitor.press("undo")
    assert cards(visitor.page) == ["1 of spades", "3 of spades", "4 of spades"]


def cards(page: Page) -> list[str]:
    """The cards of the trick on the felt, or of the one before."""
    return re.findall(r'aria-label="(\w+ of \w+)"', page.source.split('id="trick"')[1].split("</ol>")[0])


def test_the_kitty_that_nobody_told_is_tapped_where_it_was_turned(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + BIDS + "discard Ana count=6\n" + TRICKS)
    follow(visitor, "Something is missing")
    follow(visitor, "The kitty")
    form = next(form for form in visitor.page.forms if any(c.value == "kitty" for c in form.controls))
    visitor.send(form, None, {"card": ["C2", "C3", "C4", "C5", "C6", "C7"]})
    assert facts(visitor.record())[-1] == "insert 8 kitty C2 C3 C4 C5 C6 C7"


def test_in_an_earlier_deal_it_is_three_touches_and_what_it_changed_is_shown(app: Flask, visitor: Visitor) -> None:
    done = BIDS + "discard Ana count=6\n" + "took Ana\n" * 18 + "result bouts=3 points=60\n"
    at(app, visitor, TAROT + done + "deal Ana\nbid Ben pass\n")
    visitor.open(f"{visitor.path}/history")
    links = [href for href, said in visitor.page.links if said == "Something is missing"]
    visitor.open(links[-1])
    visitor.press("announce Cid handful size=single")
    assert "Put in" in visitor.page.text
    assert "Scores" in visitor.page.text
    assert facts(visitor.record())[-1] == "insert 9 announce Cid handful size=single"


def test_two_cards_exchanged_are_corrected_together_by_three_touches_and_taken_back_by_one(
    app: Flask, visitor: Visitor
) -> None:
    """Of two copies none is left for the first half alone: the key of the one card says that of the other too."""
    at(app, visitor, TAROT + BIDS + "discard Ana count=6\nplay Ana S1\nplay Ben S2\nplay Cid S3\nplay Dan S4\n")
    table = visitor.path
    visitor.open(f"{table}?mend={visitor.page.seq - 1}&as=2")  # the second touch, after *Tricks*
    visitor.press("2 of spades")
    assert facts(visitor.record())[-2:] == ["correct 11 play Cid S2", "correct 10 play Ben S3"]
    assert 'data-fouls="0"' in visitor.page.source
    visitor.press("undo")
    assert facts(visitor.record())[-2:] == ["undo", "undo"]


def test_an_exchange_in_an_earlier_deal_is_corrected_as_one_although_neither_half_could_stand(
    app: Flask, visitor: Visitor
) -> None:
    """With a card twice the deal cannot be counted, so it would not have ended when the next one began."""
    record = read((ROOT / "tests" / "golden" / "tarot" / "tarotmag-17.deal").read_bytes())
    table = open_table(record.header)
    for fact in (entry.fact for entry in record.entries):
        for one in laid_singly(table, fact):
            table = table.add(len(table.log) + 1, one)
        if table.ended:
            break
    plays = [entry for entry in table.log if isinstance(entry.fact, Played)]
    one, other = plays[4], plays[9]
    swapped = {one.line: other.fact.all_cards[0], other.line: one.fact.all_cards[0]}
    lines = [
        f"play {entry.fact.seat} {swapped[entry.line]}" if entry.line in swapped and isinstance(entry.fact, Played)
        else entry.fact.line()
        for entry in table.log
    ]  # fmt: skip
    header = write(Record(record.header, ())).rstrip()
    at(app, visitor, "\n".join([header, *lines, f"deal {table.seats[table.standing.due.dealer]}"]) + "\n")
    visitor.open(f"{visitor.path}/history?fix={one.line}&how=replace")
    *_, form = (form for form in visitor.page.forms if any(c.value == "replace" for c in form.controls))
    visitor.send(form, next(c for c in form.controls if c.value == one.fact.all_cards[0]))
    assert [line.partition(" ")[0] for line in facts(visitor.record())[-2:]] == ["correct", "correct"]
    again = fold_record(read(visitor.record().encode()))
    assert again.deals[0].lines == table.deals[0].lines
    visitor.press("undo")
    assert facts(visitor.record())[-2:] == ["undo", "undo"]
    assert fold_record(read(visitor.record().encode())).deals[0].deal.plays[4].cards == (swapped[one.line],)


def test_the_wrong_player_is_mended_by_three_touches_where_the_right_one_played_too_by_exchanging_their_cards(
    app: Flask, visitor: Visitor
) -> None:
    """The drawer of tricks, the card, the name."""
    at(app, visitor, TAROT + BIDS + "discard Ana count=6\nplay Ana S1\nplay Ben S2\nplay Cid S3\nplay Dan S4\n")
    table = visitor.path
    visitor.open(f"{table}?mend={visitor.page.seq - 1}&as=2")
    visitor.press("It was Ben")
    assert facts(visitor.record())[-2:] == ["correct 11 play Cid S2", "correct 10 play Ben S3"]
    visitor.tap("play Dan H1", "play Ben H2")
    visitor.open(f"{table}?mend={visitor.page.seq}&as=1")
    visitor.press("It was Ana")
    assert facts(visitor.record())[-1].endswith("play Ana H2")
    assert 'data-fouls="0"' in visitor.page.source


LATE = "play Ana S1\nplay Ben S2\nplay Cid S3\nplay Dan S4\n"
THREE_ON = "play Dan D1\nplay Ana D2\nplay Ben D3\nplay Cid D4\nplay Dan H5\n"


def test_a_whole_trick_forgotten_is_put_in_by_three_touches_and_one_a_card_and_taken_back_by_one(
    app: Flask, visitor: Visitor
) -> None:
    """Dan took the first trick, and Ben the second, of which nobody wrote a word; its winner led the third."""
    at(app, visitor, TAROT + BIDS + "discard Ana count=6\n" + LATE + THREE_ON)
    before = facts(visitor.record())
    follow(visitor, "Something is missing")
    assert "A whole trick, before" in visitor.page.text
    follow(visitor, "trick 2")
    for card, next_ in (("5 of clubs", "Ana plays"), ("6 of clubs", "Ben plays"), ("9 of clubs", "Cid plays")):
        visitor.press(card)
        assert next_ in visitor.page.source.split('id="mend"')[1].split("</b>")[0]
        assert facts(visitor.record()) == before
    visitor.press("7 of clubs")
    new = facts(visitor.record())[len(before) :]
    assert any(line.endswith("trick Dan C5 C6 C9 C7") for line in new)
    assert 'data-fouls="0"' in visitor.page.source
    told = fold_record(read(visitor.record().encode())).deals[0].deal
    assert [(trick.plays[0].seat, trick.plays[0].card) for trick in told.all_tricks[1:]] == [
        (3, "C5"),
        (1, "D1"),
        (0, "H5"),
    ]
    visitor.press("undo")
    assert fold_record(read(visitor.record().encode())).deals[0].deal.all_tricks[1].plays[0].card == "D1"


def test_a_whole_trick_that_cannot_have_been_there_is_refused_and_offered_nowhere(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + BIDS + "discard Ana count=6\n")
    follow(visitor, "Something is missing")
    assert "A whole trick, before" not in visitor.page.text
    table, line = visitor.path.partition("?")[0], visitor.page.seq
    assert 'id="mend"' not in visitor.open(f"{table}?mend={line}&how=trick&laid=S1&laid=nonsense").source
    assert 'id="mend"' not in visitor.open(f"{table}?mend=5&how=trick").source


def test_a_whole_trick_is_put_in_from_the_history_too(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + BIDS + "discard Ana count=6\n" + LATE)
    visitor.open(f"{visitor.path}/history")
    follow(visitor, "Something is missing")
    follow(visitor, "trick 1")
    assert "Ana plays" in visitor.page.source.split('id="mend"')[1].split("</b>")[0]


def test_a_trick_of_which_the_taker_alone_is_told_is_put_in_before_the_last_by_its_taker(
    app: Flask, visitor: Visitor
) -> None:
    at(
        app,
        visitor,
        TAROT + BIDS.replace("deal Dan", "deal Dan depth=tricks") + "discard Ana count=6\ntook Ana\ntook Ben\n",
    )
    follow(visitor, "A trick was forgotten")
    forms = [f for f in visitor.page.forms if f.action.endswith("/correct")]
    form, taker = next((f, c) for f in forms for c in f.controls if c.value == "took Cid")
    visitor.send(form, taker)
    assert facts(visitor.record())[-1] == "insert 10 took Cid"


def mend_result(visitor: Visitor, **numbers: str) -> None:
    """Correct the last result: these numbers, and what it had."""
    visitor.open(f"{visitor.path}/history?fix={visitor.page.seq}")
    form = next(f for f in visitor.page.forms if any(c.value == "result" for c in f.controls))
    visitor.send(form, None, {name.replace("__", "."): number for name, number in numbers.items()})


DOUBLE = "game double\nseats Ana Ben Cid\ndeal Cid cards=4 depth=score\nbid Ana 1\nbid Ben 1\nbid Cid 1\n"


def test_two_players_tricks_exchanged_in_a_result_are_put_right_by_three_touches(app: Flask, visitor: Visitor) -> None:
    """*Correct*, the number of the one, *Record*: of so many tricks the other then has what the one had."""
    at(app, visitor, DOUBLE + "result tricks=3,1,0\n")
    mend_result(visitor, tricks__Ana="1")
    assert facts(visitor.record())[-1].endswith("result tricks=1,3,0")


def test_what_was_not_exchanged_but_told_wrong_is_refused_and_no_number_is_guessed(
    app: Flask, visitor: Visitor
) -> None:
    at(app, visitor, DOUBLE + "result tricks=2,1,1\n")
    before = visitor.record()
    mend_result(visitor, tricks__Ana="1")  # Ben or Cid may have had two
    assert visitor.status == 422
    visitor.open(visitor.path.removesuffix("/correct"))
    mend_result(visitor, tricks__Ana="3")  # nobody had three
    assert visitor.status == 422
    assert visitor.record() == before


def test_a_result_of_points_without_an_agreed_sum_is_corrected_alone(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, "game plain\nseats Ana Ben Cid\ndeal Cid\nresult points=10,20,30\n")
    mend_result(visitor, points__Ana="20")
    assert facts(visitor.record())[-1].endswith("result points=20,20,30")
