"""The end of a deal of a board: the last trick that fills itself in, the rest that is claimed."""

from __future__ import annotations

import pytest

from referee.boards import Board, Claim, best_play, claim_of, deal_boards, form_of, judge_claim, last_trick
from referee.endings.known import Moment
from referee.record.facts import Claimed, Discarded, Played, Took
from referee.record.grammar import Fact
from referee.record.text import Entry, Header
from referee.table.table import Table, open_table
from tests.help import doppelkopf
from tests.help.boards import SEAL, generated

TRICKS = 18


def played(table: Table, tricks: int, *more: Fact, discard: bool = True) -> Table:
    """The table of a generated deal up to so many tricks, card by card, and what was written down after them."""
    plays = [play for trick in table.deals[0].deal.tricks[:tricks] for play in trick.plays]
    first = min(play.line for play in plays)
    before = [entry.fact for entry in table.facts() if entry.line < first]
    if not discard:
        before = [
            Discarded(fact.seat, count=len(fact.cards)) if isinstance(fact, Discarded) else fact for fact in before
        ]
    facts = [*before, *(Played(table.seats[play.seat], play.cards) for play in plays), *more]
    return open_table(table.header).extend(Entry(line, fact) for line, fact in enumerate(facts, 1))


def test_a_whole_board_is_told_with_best_play_or_not_at_all() -> None:
    header = Header("doppelkopf", ("Jana", "Ole", "Mia", "Tim"))
    made = form_of(header)
    told = {board.number: best_play(header, board, 20_000) for board in deal_boards(made, SEAL, (1, 2, 4))}
    assert {number: str(one) for number, one in told.items() if one} == {
        1: "Nothing bid, with best play of all: Kontra wins.", 4: "Nothing bid, with best play of all: Re wins.",
    }  # fmt: skip
    for game in ("tarot", "double", "da-ban", "double-detente"):  # nobody takes it, or there is no contract
        header = Header(game, ("Ana", "Ben", "Cid", "Dan")[: 3 if game == "double-detente" else 4])
        assert best_play(header, deal_boards(form_of(header), SEAL, (1,))[0]) is None


@pytest.mark.parametrize("seed", range(12))
def test_the_last_trick_fills_itself_in_as_it_was_played(seed: int) -> None:
    _, table, board = generated(seed, 4)
    plays = table.deals[0].deal.tricks[-1].plays
    cards = tuple(Played(table.seats[play.seat], play.cards) for play in plays)
    assert last_trick(played(table, TRICKS - 1), board) == cards
    assert last_trick(played(table, TRICKS - 1, *cards[:2]), board) == cards[2:]
    assert last_trick(played(table, TRICKS - 2), board) == ()
    assert last_trick(played(table, TRICKS - 1, *cards), board) == ()


def test_where_nobody_wrote_down_the_discard_the_takers_card_is_not_known() -> None:
    for seed in range(40):
        _, table, board = generated(seed, 4)
        hidden = played(table, TRICKS - 1, discard=False)
        if hidden.facts() == played(table, TRICKS - 1).facts():
            continue  # nothing was set aside
        taker = table.rules.taker(table.deals[0].deal)
        plays = table.deals[0].deal.tricks[-1].plays
        before = plays[: [play.seat for play in plays].index(taker)]
        assert [(fact.seat, fact.cards) for fact in last_trick(hidden, board)] == [
            (table.seats[play.seat], play.cards) for play in before
        ]
        return
    raise AssertionError("no deal in which cards were set aside")


def test_after_a_card_that_was_not_dealt_to_its_player_nothing_is_filled_in() -> None:
    _, table, board = generated(3, 4)
    exchanged = Board(board.number, (board.hands[1], board.hands[0], *board.hands[2:]), board.rest)
    assert last_trick(played(table, TRICKS - 1), exchanged) == ()


def trumps(cards: tuple[str, ...]) -> list[int]:
    return [int(card[1:]) for card in cards if card[0] == "T"]


def test_a_claim_is_right_with_the_highest_trumps_and_wrong_below_one_of_the_other_side() -> None:
    # Who leads with the two highest trumps takes both tricks whatever is laid; who leads two trumps below one that
    # the other side holds loses a trick.
    right = wrong = 0
    for seed in range(150):
        _, table, board = generated(seed, 4)
        deal = table.deals[0].deal
        taker, leader = table.rules.taker(deal), deal.tricks[-3].winner
        assert leader is not None
        held = {seat: tuple(p.card for t in deal.tricks[-2:] for p in t.plays if p.seat == seat) for seat in deal.order}
        own, against = trumps(held[leader]), [
            trump for seat in deal.order for trump in trumps(held[seat]) if (seat == taker) != (leader == taker)
        ]  # fmt: skip
        if len(own) < 2 or "EX" in {card for hand in held.values() for card in hand}:
            continue
        name = table.seats[leader]
        after = played(table, TRICKS - 2, Claimed(name), Took(name), Took(name))
        claim = claim_of(after, 1, board)
        assert claim is not None
        assert (claim.seat, claim.tricks) == (leader, 2)
        said = str(judge_claim(after.rules, claim))
        if not against or min(own) > max(against):
            right += 1
            assert "The claim was right" in said, seed
        elif max(against) > max(own):
            wrong += 1
            assert "Played in the way worst for who claimed" in said, seed
    assert right > 2
    assert wrong > 0


def test_what_is_no_claim_is_not_taken_for_one() -> None:
    _, table, board = generated(5, 4)
    assert claim_of(table, 1, board) is None
    winner = table.seats[table.deals[0].deal.tricks[-1].winner or 0]
    assert claim_of(played(table, TRICKS - 1, Took(winner)), 1, board) is None  # only who took the last trick
    assert claim_of(played(table, TRICKS - 2, Took(winner)), 1, board) is None  # not all yet


@pytest.mark.parametrize(("named", "right"), [((), True), (("SQ", "DQ"), True), (("DQ", "SQ"), False)])
def test_a_soloist_who_claims_without_a_word_leads_trumps_from_the_top(named: tuple[str, ...], right: bool) -> None:
    """TSR 5.4.5: a queen of hearts is out, and the lower of the two trumps shown does not beat it."""
    hands = ("hand Ana SQ DQ", "hand Ben HQ CK", "hand Cid C9 CA", "hand Dan D10 DK")
    table = doppelkopf.table("deal Dan cards=2", *hands, *doppelkopf.solo("Ana", "solo-queens"), preset="ddv")
    deal = table.deals[0].deal
    said = str(judge_claim(table.rules, Claim(13, 0, 2, Moment(deal, dict(deal.hands)), named)))
    assert ("The claim was right" in said) is right
